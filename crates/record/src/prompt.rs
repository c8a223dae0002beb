//! Prompts: the messages that put a problem under a protocol.

use crate::{Key, Name};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The author of a message.
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
    /// The author.
    pub role: Role,
    /// The text.
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
    /// The messages that are sent.
    pub messages: Vec<Message>,
}

impl Prompt {
    /// A prompt of these messages.
    pub fn new(
        problem: impl Into<Name>,
        protocol: impl Into<Name>,
        mut messages: Vec<Message>,
    ) -> Self {
        // A run holds the prompts of all its questions, so spare capacity counts.
        messages.shrink_to_fit();
        Self { problem: problem.into(), protocol: protocol.into(), messages }
    }

    /// The content key, over the messages alone, so that equal messages are one prompt.
    pub fn key(&self) -> Key {
        key(&self.messages)
    }

    /// Characters in all messages; four of them are about one token of English.
    pub fn characters(&self) -> usize {
        self.messages.iter().map(|m| m.content.chars().count()).sum()
    }
}

/// The key of a prompt with these messages.
pub(crate) fn key(messages: &[Message]) -> Key {
    Key::from_json("prompt", json!(messages))
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

    /// The stored form of a prompt, and its key, as earlier versions wrote them.
    #[test]
    fn what_is_stored_stays() {
        let messages =
            vec![Message::system("Be \"brief\".\n"), Message::user("\u{1}\u{7f}é\u{2028}\\/?")];
        let json = serde_json::to_string(&messages).expect("JSON");
        let meant = "[{\"role\":\"system\",\"content\":\"Be \\\"brief\\\".\\n\"},\
             {\"role\":\"user\",\"content\":\"\\u0001\u{7f}é\u{2028}\\\\/?\"}]";
        assert_eq!(json, meant);
        let keys = [vec![], messages].map(|some| Prompt::new("q", "p", some).key().to_string());
        assert_eq!(keys, ["fb5acc66a9e6e3eeedf57a1455009a33", "5d2449b349ce731401ec8e5fdb3f1904"]);
    }

    proptest! {
        #[test]
        fn the_key_is_that_of_the_messages(
            messages in proptest::collection::vec(message(), 0..4)
        ) {
            let by_content = Key::from_content("prompt", &messages);
            prop_assert_eq!(Ok(Prompt::new("p", "q", messages).key()), by_content);
        }
    }
}
