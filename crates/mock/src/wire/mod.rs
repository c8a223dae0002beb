//! The formats of the server.

mod openai_chat;

use crate::Config;

/// The question of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// The model, as the client names it.
    pub(crate) model: String,
    /// A hash of model and messages, which identifies the question.
    pub(crate) question: u128,
    /// Bytes of the messages.
    pub(crate) bytes: usize,
}

/// A format: it reads questions, and writes answers and errors.
pub(crate) trait Wire: Send + Sync {
    /// The end of the paths with this format.
    fn path(&self) -> &'static str;

    /// Reads a question. The error gives the reason why it is invalid.
    fn read(&self, body: &[u8]) -> Result<Query, String>;

    /// The body of a right answer.
    fn answer(&self, asked: &Query, text: &str) -> String;

    /// A complete body that is not an answer.
    fn wrong(&self) -> &'static str;

    /// The body of an error.
    fn trouble(&self, status: u16, message: &str) -> String;
}

/// Every format.
const WIRES: [&dyn Wire; 1] = [&openai_chat::OpenAiChat];

/// The format of a path.
pub(crate) fn of_path(path: &str) -> Option<&'static dyn Wire> {
    WIRES.into_iter().find(|wire| path.ends_with(wire.path()))
}

/// The answer to a question: one of the configured answers, filled up to the configured length.
pub(crate) fn text(config: &Config, question: u128) -> String {
    const FILLER: &str = "Let us go through it once more, step by step. ";
    // The hash is uniform, so its remainder is, too.
    let at = usize::try_from(question % config.answers.len().max(1) as u128).unwrap_or(0);
    let answer = config.answers.get(at).map_or("", String::as_str);
    let missing = config.length.saturating_sub(answer.len());
    let mut text = FILLER.repeat(missing.div_ceil(FILLER.len()));
    text.push_str(answer);
    text
}

/// The hash of a question.
pub(crate) fn hash(model: &str, messages: &[u8]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(model.as_bytes()).update(b"\0").update(messages);
    let mut half = [0; 16];
    hasher.finalize_xof().fill(&mut half);
    u128::from_le_bytes(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_as_long_as_asked() {
        let config = Config { length: 100, ..Config::default() };
        for question in 0..4 {
            let text = text(&config, question);
            assert!((100..150).contains(&text.len()) && text.contains("The answer is ("), "{text}");
        }
        assert_eq!(text(&Config::default(), 1), "The answer is (b).");
    }

    #[test]
    fn a_path_leads_to_its_format() {
        assert!(of_path("/v1/chat/completions").is_some());
        assert!(of_path("/v1/completions").is_none());
    }
}
