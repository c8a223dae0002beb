//! A prompt: the messages that put one problem under one protocol.

use crate::Key;
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
    pub problem: String,
    /// The protocol, by name, for example `zs-cot`.
    pub protocol: String,
    /// What is sent.
    pub messages: Vec<Message>,
}

impl Prompt {
    /// A prompt of these messages.
    pub fn new(
        problem: impl Into<String>,
        protocol: impl Into<String>,
        messages: Vec<Message>,
    ) -> Self {
        Self { problem: problem.into(), protocol: protocol.into(), messages }
    }

    /// The content key: over the messages alone, so that equal messages are one prompt.
    pub fn key(&self) -> Key {
        Key::of("prompt", &self.messages)
    }

    /// Characters in all messages; four of them are about one token of English.
    pub fn characters(&self) -> usize {
        self.messages.iter().map(|m| m.content.chars().count()).sum()
    }
}
