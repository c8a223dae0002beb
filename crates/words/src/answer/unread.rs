//! Reasons why an answer was not read.

use thiserror::Error;

/// The reason why no view could be made of an answer. The reader does not guess.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
#[non_exhaustive]
pub enum Unread {
    /// There is no text, only signs.
    #[error("the answer is empty")]
    Empty,
    /// The question was refused.
    #[error("the answer refuses the question")]
    Refusal,
    /// The text ends within its reasoning, or at its end.
    #[error("there is only reasoning in tags")]
    Reasoning,
    /// The text after *Answer:* is called wrong, possible or another person's.
    #[error("the answer is given as wrong, as possible, or as somebody else's")]
    Disowned,
    /// The answer is a question.
    #[error("the answer is a question")]
    Question,
    /// The text makes no claim about what follows.
    #[error("nothing in the answer says what follows")]
    NoClaim,
    /// The claim uses a word that belongs neither to the problem nor to the language.
    #[error("`{word}` is not a word of the problem")]
    UnknownWord {
        /// The word.
        word: String,
    },
    /// The claim is ambiguous.
    #[error("the claim is ambiguous: {how}")]
    Ambiguous {
        /// The two readings.
        how: &'static str,
    },
    /// The claim is that something is possible or likely, which views cannot express.
    #[error("the claim is about what is possible")]
    Possibility,
    /// The claim is about the premises and not about their content.
    #[error("the claim is about the premises")]
    AboutPremises,
    /// The claim has no known form.
    #[error("the claim leaves the known forms at \"{word}\"")]
    Form {
        /// The word at which this is noticed.
        word: String,
    },
    /// A letter that no quantifier introduced.
    #[error("the letter {letter} has no quantifier")]
    Letter {
        /// The letter.
        letter: char,
    },
    /// The claim is too long, or nested too deeply.
    #[error("the claim is too long or nested too deep")]
    TooMuch,
}

impl Unread {
    /// Returns the kind of reason in a word or two, for tables.
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
