//! Messages for formats that keep instructions separate.

use peirast_record::{Message, Role};

/// The instructions, joined, and the other messages.
pub(super) fn apart(messages: &[Message]) -> (Option<String>, Vec<&Message>) {
    let is_system = |message: &&Message| message.role == Role::System;
    let system: Vec<&str> =
        messages.iter().filter(is_system).map(|message| message.content.as_str()).collect();
    let turns = messages.iter().filter(|message| message.role != Role::System).collect();
    ((!system.is_empty()).then(|| system.join("\n\n")), turns)
}

/// The messages with the instructions before the first of the user's words.
pub(super) fn without_system(messages: &[Message]) -> Vec<Message> {
    let (system, turns) = apart(messages);
    let mut turns: Vec<Message> = turns.into_iter().cloned().collect();
    let Some(system) = system else { return turns };
    match turns.iter_mut().find(|message| message.role == Role::User) {
        Some(first) => first.content = format!("{system}\n\n{}", first.content),
        None => turns.insert(0, Message::user(system)),
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_go_before_the_first_question() {
        let messages = [
            Message::system("Be brief."),
            Message::system("Be kind."),
            Message::user("Q1"),
            Message::assistant("A1"),
            Message::user("Q2"),
        ];
        let (system, turns) = apart(&messages);
        assert_eq!(system.as_deref(), Some("Be brief.\n\nBe kind."));
        assert_eq!(turns.len(), 3);
        let merged = without_system(&messages);
        assert_eq!(merged[0], Message::user("Be brief.\n\nBe kind.\n\nQ1"));
        assert_eq!(merged[1..], messages[3..]);
        assert_eq!(without_system(&messages[2..]), messages[2..]);
        assert_eq!(without_system(&messages[..1]), [Message::user("Be brief.")]);
    }
}
