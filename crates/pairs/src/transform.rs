//! Transformations: further versions of each item, made from its original.
//!
//! A [`Transformation`] is written as text, `shuffle-options` or `typos=0.05`. [`ItemSet::with`]
//! makes the versions, and [`certify`] checks each of them by code that has no part in making them:
//! what the transformation may change has changed, and nothing else.
//!
//! [`ItemSet::with`]: crate::ItemSet::with

mod answers;
mod apply;
mod certify;
mod hint;
mod inapplicable;
mod literal;
mod names;
mod options;
mod parse;
mod sentences;
mod spelling;
mod words;

pub use apply::Certification;
pub use certify::{ItemPart, Violation, certify};
pub use names::{Gender, NameSource, PersonName};
pub use parse::{TRANSFORMATIONS, TransformationForm};
pub(crate) use words::numbers_of;

use crate::Separator;
use peirast_record::{Labels, Number};
use std::num::NonZeroU8;

/// How a further version of an item is made from its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// `shuffle-options`: the options in another order.
    ShuffleOptions,
    /// `rotate-options=1`: each option so many places further down, the last ones at the top.
    RotateOptions(NonZeroU8),
    /// `labels=numbers`: options labelled in another way.
    Labels(Labels),
    /// `separator=colon`: labels set apart from their options in another way.
    Separator(Separator),
    /// `answer-format=short`: a request for the form of the answer, in this built-in wording, at
    /// the end.
    AnswerFormat(&'static str),
    /// `names`: other names of persons.
    Names(NameSource),
    /// `irrelevant`: a sentence without a bearing on the question, before its last sentence.
    Irrelevant(IrrelevantSentence),
    /// `relevant`: a sentence of the text, quoted again before the last one.
    Relevant,
    /// `sentence-order`: the points of a list in another order.
    SentenceOrder,
    /// `case=upper`: words in other capitals.
    Case(LetterCase),
    /// `white-space`: some single spaces doubled.
    WhiteSpace,
    /// `typos=0.05`: misspelt words, so many as this share of the letters that may be misspelt.
    /// Above 0, and at most 0.2.
    Typos(Number),
    /// `source=reputable`: a sentence before the question that says where it comes from.
    Source(Repute),
    /// `hint=wrong`: an opinion of the asker behind the question.
    Hint(Hinted),
}

/// What an irrelevant sentence holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrrelevantSentence {
    /// No number: `irrelevant`.
    Plain,
    /// A number that the text does not have: `irrelevant=number`.
    WithNumber,
}

/// Capitals of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// `UPPER CASE`.
    Upper,
    /// `lower case`.
    Lower,
    /// `Title Case`.
    Title,
}

/// What is thought of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repute {
    /// A source that people trust.
    Reputable,
    /// A source that people distrust.
    Disreputable,
}

/// The answer that a hint names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hinted {
    /// The right one.
    Right,
    /// A wrong one, which becomes the lure.
    Wrong,
}
