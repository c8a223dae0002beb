//! A prompt: the messages that put one problem under one protocol.

use crate::key::push_quoted;
use crate::{Key, Name};
use serde::{Deserialize, Serialize};

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions.
    System,
    /// The person asking.
    User,
    /// The subject.
    Assistant,
}

impl Role {
    /// Its name, as it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
}

impl Message {
    /// A system message.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }

    /// A user message.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// An assistant message.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }
}

/// The rendered messages for one problem under one protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// The problem asked, by id.
    pub problem: Name,
    /// The protocol, by name, for example `zs-cot`.
    pub protocol: Name,
    /// What is sent.
    pub messages: Vec<Message>,
}

impl Prompt {
    /// A prompt of these messages.
    pub fn new(
        problem: impl Into<Name>,
        protocol: impl Into<Name>,
        mut messages: Vec<Message>,
    ) -> Self {
        // A run holds the prompts of all its questions.
        messages.shrink_to_fit();
        Self { problem: problem.into(), protocol: protocol.into(), messages }
    }

    /// The content key: over the messages alone, so that equal messages are one prompt.
    pub fn key(&self) -> Key {
        // The canonical JSON of the messages, written without a detour: this is done for every
        // question of a study.
        let mut json = String::with_capacity(json_at_most(&self.messages));
        for message in &self.messages {
            json.push_str(if json.is_empty() { "[{\"content\":" } else { ",{\"content\":" });
            push_quoted(&message.content, &mut json);
            json.push_str(",\"role\":\"");
            json.push_str(message.role.as_str());
            json.push_str("\"}");
        }
        json.push_str(if json.is_empty() { "[]" } else { "]" });
        Key::of_canonical("prompt", &json)
    }

    /// The messages as they are stored: JSON as `serde_json` writes it.
    ///
    /// ```
    /// use peirast_record::{Message, Prompt};
    /// let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this \"sound\"?")]);
    /// assert_eq!(prompt.messages_json(), r#"[{"role":"user","content":"Is this \"sound\"?"}]"#);
    /// ```
    pub fn messages_json(&self) -> String {
        messages_json(&self.messages)
    }

    /// Characters in all messages; four of them are about one token of English.
    pub fn characters(&self) -> usize {
        self.messages.iter().map(|m| m.content.chars().count()).sum()
    }
}

/// Messages as JSON, as `serde_json` writes it: this too is done for every question of a study.
///
/// ```
/// let messages = [peirast_record::Message::user("Is this \"sound\"?")];
/// let json = peirast_record::messages_json(&messages);
/// assert_eq!(json, r#"[{"role":"user","content":"Is this \"sound\"?"}]"#);
/// ```
pub fn messages_json(messages: &[Message]) -> String {
    let mut json = String::with_capacity(json_at_most(messages));
    for message in messages {
        json.push_str(if json.is_empty() { "[{\"role\":\"" } else { ",{\"role\":\"" });
        json.push_str(message.role.as_str());
        json.push_str("\",\"content\":");
        push_quoted(&message.content, &mut json);
        json.push('}');
    }
    json.push_str(if json.is_empty() { "[]" } else { "]" });
    json
}

/// Bytes of their JSON, or somewhat more, unless much of it has to be escaped.
fn json_at_most(messages: &[Message]) -> usize {
    const AROUND: usize = 48;
    let texts: usize = messages.iter().map(|message| AROUND + message.content.len()).sum();
    texts + texts / 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message() -> impl Strategy<Value = Message> {
        let role = prop_oneof![Just(Role::System), Just(Role::User), Just(Role::Assistant)];
        (role, "\\PC{0,20}|[\"\\\\\n\t\u{0}-\u{1f}a\u{7f}]{0,9}")
            .prop_map(|(role, content)| Message { role, content })
    }

    proptest! {
        #[test]
        fn key_and_text_are_those_of_the_json(
            messages in proptest::collection::vec(message(), 0..4)
        ) {
            let by_value = Key::of("prompt", &messages);
            let json = serde_json::to_string(&messages).expect("JSON");
            let prompt = Prompt::new("p", "q", messages);
            prop_assert_eq!(prompt.key(), by_value);
            prop_assert_eq!(prompt.messages_json(), json);
        }
    }
}
