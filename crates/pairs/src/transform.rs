//! Transformations: further versions of each item, made from its original.
//!
//! A [`Transformation`] is written as text, `shuffle-options` or `typos=0.05`. [`ItemSet::with`]
//! makes the versions. [`certify`] checks each of them with separate code: the parts that the
//! transformation may change have changed, and nothing else.
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

/// The ways in which a further version of an item is made from its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// `shuffle-options`: the options in another order.
    ShuffleOptions,
    /// `rotate-options=1`: each option moved down by this number of places, the last ones to the
    /// top.
    RotateOptions(NonZeroU8),
    /// `labels=numbers`: options labelled in another way.
    Labels(Labels),
    /// `separator=colon`: another separator between labels and options.
    Separator(Separator),
    /// `answer-format=short`: a request for the form of the answer, in this built-in wording, at
    /// the end.
    AnswerFormat(&'static str),
    /// `names`: other names of persons.
    Names(NameSource),
    /// `irrelevant`: an irrelevant sentence before the question's last sentence.
    Irrelevant(IrrelevantSentence),
    /// `relevant`: a sentence of the text, quoted again before the last one.
    Relevant,
    /// `sentence-order`: the points of a list in another order.
    SentenceOrder,
    /// `case=upper`: words in another case.
    Case(LetterCase),
    /// `white-space`: some single spaces doubled.
    WhiteSpace,
    /// `typos=0.05`: misspelt words, in number this share of the letters that may be misspelt.
    /// Above 0, and at most 0.2.
    Typos(Number),
    /// `source=reputable`: a sentence before the question that names its source.
    Source(Repute),
    /// `hint=wrong`: the asker's opinion, behind the question.
    Hint(Hinted),
}

/// The content of an irrelevant sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrrelevantSentence {
    /// No number: `irrelevant`.
    Plain,
    /// A number that the text does not have: `irrelevant=number`.
    WithNumber,
}

/// The case of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// `UPPER CASE`.
    Upper,
    /// `lower case`.
    Lower,
    /// `Title Case`.
    Title,
}

/// The reputation of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repute {
    /// A source that people trust.
    Reputable,
    /// A source that people distrust.
    Disreputable,
}

/// The answer in a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hinted {
    /// The right one.
    Right,
    /// A wrong one, which becomes the lure.
    Wrong,
}
