//! Why an answer was not read.

use thiserror::Error;

/// Why no view could be made of an answer. Nothing is guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
#[non_exhaustive]
pub enum Unread {
    /// There is no text but signs.
    #[error("the answer is empty")]
    Empty,
    /// The question was refused.
    #[error("the answer refuses the question")]
    Refusal,
    /// The text ends within its reasoning, or where that ends.
    #[error("there is nothing but reasoning in tags")]
    Reasoning,
    /// What stands behind *Answer:* is called wrong, possible or somebody else's.
    #[error("the answer is given as wrong, as possible, or as somebody else's")]
    Disowned,
    /// The answer is a question.
    #[error("the answer asks, and does not say")]
    Question,
    /// Nowhere is it said what follows.
    #[error("nothing in the answer says what follows")]
    NoClaim,
    /// The claim uses a word that the problem does not have and the language neither.
    #[error("`{word}` is no word of the problem")]
    UnknownWord {
        /// The word.
        word: String,
    },
    /// The claim can be understood in two ways.
    #[error("the claim is ambiguous: {how}")]
    Ambiguous {
        /// Between what.
        how: &'static str,
    },
    /// The claim is that something is possible or likely, which views do not say.
    #[error("the claim is about what is possible")]
    Possibility,
    /// The claim is about the premises and not about what they speak of.
    #[error("the claim is about the premises")]
    AboutPremises,
    /// The claim is of no form that is known.
    #[error("the claim leaves the known forms at \"{word}\"")]
    Form {
        /// The word at which it does.
        word: String,
    },
    /// A letter stands for something that no quantifier introduced.
    #[error("the letter {letter} stands for nothing in particular")]
    Letter {
        /// The letter.
        letter: char,
    },
    /// The claim is longer, or nested deeper, than claims are.
    #[error("the claim is too long or nested too deep")]
    TooMuch,
}

impl Unread {
    /// The kind of reason in a word or two, for tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Unread::Empty => "empty",
            Unread::Refusal => "refusal",
            Unread::Reasoning => "reasoning only",
            Unread::Disowned => "disowned",
            Unread::Question => "question",
            Unread::NoClaim => "no claim",
            Unread::UnknownWord { .. } => "unknown word",
            Unread::Ambiguous { .. } => "ambiguous",
            Unread::Possibility => "possibility",
            Unread::AboutPremises => "about the premises",
            Unread::Form { .. } => "unknown form",
            Unread::Letter { .. } => "unbound letter",
            Unread::TooMuch => "too much",
        }
    }
}
