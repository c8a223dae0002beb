//! Answers: the content of responses, as read.

use crate::Number;
use crate::number::WrittenNumber;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The judgement of an answer to an open question: logical validity, and the prediction of the
/// Erotetic Theory of Reasoning.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// Nothing follows: true of any premises, and no conclusion.
    Nothing,
    /// It follows, and is not predicted.
    Sound,
    /// It follows, and is predicted.
    Predicted,
    /// It does not follow and is predicted: an error like people's.
    Fallacy,
    /// It does not follow and is not predicted: an error of another kind.
    OtherError,
}

impl Conclusion {
    /// Every one.
    pub const ALL: [Self; 5] =
        [Self::Nothing, Self::Sound, Self::Predicted, Self::Fallacy, Self::OtherError];

    /// Returns true if the conclusion follows.
    pub fn follows(self) -> bool {
        !matches!(self, Self::Fallacy | Self::OtherError)
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Sound => "sound",
            Self::Predicted => "sound as predicted",
            Self::Fallacy => "fallacy",
            Self::OtherError => "other error",
        })
    }
}

/// A short text, compared with the right texts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum TextAnswer {
    /// One of the right texts.
    Accepted,
    /// One of the texts that the bias under test leads to.
    Lure,
    /// Another one.
    Other,
}

impl fmt::Display for TextAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted text",
            Self::Lure => "lure",
            Self::Other => "other text",
        })
    }
}

/// The answer that a reader found in a response.
///
/// The last five are not wrong answers. They mean that there is no answer, and are separate from
/// wrong answers in every count.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "value")]
pub enum Answer {
    /// An option of a multiple-choice problem, by its lower-case letter.
    Choice(char),
    /// Yes or no.
    YesNo(bool),
    /// True if the argument is valid.
    Valid(bool),
    /// A number.
    Number(#[schemars(with = "WrittenNumber")] Number),
    /// A short text, compared with the right ones.
    Text(TextAnswer),
    /// A judged conclusion.
    Conclusion(Conclusion),
    /// The subject declined to answer, or said that no answer is possible.
    Refused,
    /// There was no text, for no known reason.
    Empty,
    /// The length limit truncated the text before any verdict, perhaps before its first word.
    Truncated,
    /// Equally many of the subject's answers were for and against.
    Tied,
    /// There is text, but the reader finds no verdict.
    Unread,
}

impl Answer {
    /// Returns true if this is a verdict that can be right or wrong.
    pub fn is_verdict(self) -> bool {
        matches!(
            self,
            Self::Choice(_)
                | Self::YesNo(_)
                | Self::Valid(_)
                | Self::Number(_)
                | Self::Text(_)
                | Self::Conclusion(_)
        )
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(letter) => write!(f, "({letter})"),
            Self::YesNo(true) => f.write_str("yes"),
            Self::YesNo(false) => f.write_str("no"),
            Self::Valid(true) => f.write_str("valid"),
            Self::Valid(false) => f.write_str("invalid"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text}"),
            Self::Conclusion(conclusion) => write!(f, "{conclusion}"),
            Self::Refused => f.write_str("refused"),
            Self::Empty => f.write_str("empty"),
            Self::Truncated => f.write_str("truncated"),
            Self::Tied => f.write_str("tied"),
            Self::Unread => f.write_str("unread"),
        }
    }
}

/// A half-open range of byte offsets into the response text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// An answer with the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The answer.
    pub answer: Answer,
    /// The part of the response that decided it, if there is one.
    pub span: Option<Span>,
    /// The name of the reading rule that fired, for example `last-explicit-verdict`.
    pub rule: &'static str,
}

impl Reading {
    /// A reading decided by the bytes `start..end` of the response.
    pub fn at(answer: Answer, start: usize, end: usize, rule: &'static str) -> Self {
        Self { answer, span: Some(Span { start, end }), rule }
    }
}
