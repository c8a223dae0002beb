//! Transformations as text.

use super::{
    Hinted, IrrelevantSentence, LetterCase, NameSource, Repute, Transformation, sentences,
};
use crate::{PairsError, Separator};
use peirast_record::{Labels, Number};
use peirast_table::escape_line;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// The notation of a transformation, and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransformationForm {
    /// Its name.
    pub name: &'static str,
    /// Its notation with a value; the name alone if it has none.
    pub form: &'static str,
    /// Its effect, in a few words.
    pub does: &'static str,
}

const fn form(name: &'static str, form: &'static str, does: &'static str) -> TransformationForm {
    TransformationForm { name, form, does }
}

/// Every transformation.
pub const TRANSFORMATIONS: [TransformationForm; 14] = [
    form("shuffle-options", "shuffle-options", "puts the options in another order"),
    form(
        "rotate-options",
        "rotate-options=N",
        "moves each option N places down, and the last ones to the top",
    ),
    form("labels", "labels=upper|lower|numbers", "labels the options in another way"),
    form(
        "separator",
        "separator=brackets|bracket|point|colon|square",
        "separates labels from options in another way",
    ),
    form(
        "answer-format",
        "answer-format=short|polite|last-line",
        "adds a request for the form of the answer",
    ),
    form("names", "names[=FILE]", "replaces the names of persons"),
    form("irrelevant", "irrelevant[=number]", "adds an irrelevant sentence"),
    form("relevant", "relevant", "adds a sentence that quotes one of the text"),
    form("sentence-order", "sentence-order", "puts the points of a list in another order"),
    form("case", "case=upper|lower|title", "changes the case of words"),
    form("white-space", "white-space", "doubles some spaces"),
    form("typos", "typos=RATE", "misspells words"),
    form("source", "source=reputable|disreputable", "says where the question comes from"),
    form("hint", "hint=right|wrong", "adds an opinion of the asker"),
];

const CASES: [(&str, LetterCase); 3] =
    [("upper", LetterCase::Upper), ("lower", LetterCase::Lower), ("title", LetterCase::Title)];
const REPUTES: [(&str, Repute); 2] =
    [("reputable", Repute::Reputable), ("disreputable", Repute::Disreputable)];
const HINTED: [(&str, Hinted); 2] = [("right", Hinted::Right), ("wrong", Hinted::Wrong)];
const SENTENCES: [(&str, IrrelevantSentence); 1] = [("number", IrrelevantSentence::WithNumber)];
const BUILT_IN: &str = "built-in";

/// The highest rate of typos; above it, a text may not be understandable.
const MOST_TYPOS: (i64, i64) = (1, 5);
/// The largest rotation: one less than the largest number of options.
const MOST_PLACES: u8 = 25;

impl Transformation {
    /// The transformation in this text. `read` returns the text of a file of names, which only
    /// `names=FILE` needs.
    ///
    /// ```
    /// use peirast_pairs::Transformation;
    /// let read = |_: &str| Ok("f Anna\nm Omar\n".to_owned());
    /// let names = Transformation::parse("names=people.txt", read)?;
    /// assert_eq!(names.to_string(), "names=people.txt");
    /// # Ok::<(), peirast_pairs::PairsError>(())
    /// ```
    ///
    /// # Errors
    /// An unknown name or value, with the known ones; or an unusable file of names.
    pub fn parse(
        text: &str,
        read: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<Self, PairsError> {
        let text = text.trim();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text, None),
        };
        let wrong = |what: String| PairsError::transformation(text, what);
        let known = TRANSFORMATIONS
            .iter()
            .find(|form| form.name == name)
            .ok_or_else(|| wrong(unknown(name)))?;
        let missing = || wrong(format!("it needs a value: write `{}`", example(known)));
        let without = |made: Self| match value {
            None => Ok(made),
            Some(_) => Err(wrong(format!("it takes no value: write `{}`", known.form))),
        };
        match name {
            "shuffle-options" => without(Self::ShuffleOptions),
            "rotate-options" => {
                let places = match value {
                    None => Some(NonZeroU8::MIN),
                    Some(value) => {
                        value.parse().ok().filter(|places: &NonZeroU8| places.get() <= MOST_PLACES)
                    }
                };
                let what = || {
                    format!(
                        "the number of places is invalid: write a whole number from 1 to \
                         {MOST_PLACES}"
                    )
                };
                places.map(Self::RotateOptions).ok_or_else(|| wrong(what()))
            }
            "labels" => one_of(
                text,
                value.ok_or_else(missing)?,
                &Labels::ALL.map(|one| (one.as_str(), one)),
            )
            .map(Self::Labels),
            "separator" => one_of(
                text,
                value.ok_or_else(missing)?,
                &Separator::ALL.map(|one| (one.as_str(), one)),
            )
            .map(Self::Separator),
            "answer-format" => {
                let wordings: Vec<_> = sentences::wordings().map(|name| (name, name)).collect();
                one_of(text, value.ok_or_else(missing)?, &wordings).map(Self::AnswerFormat)
            }
            "names" => match value {
                None | Some(BUILT_IN) => Ok(Self::Names(NameSource::BuiltIn)),
                Some("") => Err(missing()),
                Some(file) => {
                    let list = read(file).map_err(|error| {
                        wrong(format!("the list of names cannot be read: {error}"))
                    })?;
                    NameSource::listed(file, &list).map(Self::Names).map_err(wrong)
                }
            },
            "irrelevant" => match value {
                None => Ok(Self::Irrelevant(IrrelevantSentence::Plain)),
                Some(value) => one_of(text, value, &SENTENCES).map(Self::Irrelevant),
            },
            "relevant" => without(Self::Relevant),
            "sentence-order" => without(Self::SentenceOrder),
            "case" => one_of(text, value.ok_or_else(missing)?, &CASES).map(Self::Case),
            "white-space" => without(Self::WhiteSpace),
            "typos" => {
                let most = Number::ratio(MOST_TYPOS.0, MOST_TYPOS.1);
                let rate: Option<Number> = value.ok_or_else(missing)?.parse().ok();
                let rate = rate.filter(|rate| *rate > Number::from(0) && Some(*rate) <= most);
                let what = || {
                    "the rate is invalid: write a number above 0 and up to 0.2, for example \
                     `typos=0.05`"
                        .to_owned()
                };
                rate.map(Self::Typos).ok_or_else(|| wrong(what()))
            }
            "source" => one_of(text, value.ok_or_else(missing)?, &REPUTES).map(Self::Source),
            "hint" => one_of(text, value.ok_or_else(missing)?, &HINTED).map(Self::Hint),
            _ => Err(wrong(unknown(name))),
        }
    }

    /// Every transformation that needs no external data, in the order of [`TRANSFORMATIONS`]. Those
    /// with a number have one example.
    pub fn built_in() -> Vec<Self> {
        let mut all = vec![Self::ShuffleOptions, Self::RotateOptions(NonZeroU8::MIN)];
        all.extend(Labels::ALL.map(Self::Labels));
        all.extend(Separator::ALL.map(Self::Separator));
        all.extend(sentences::wordings().map(Self::AnswerFormat));
        all.push(Self::Names(NameSource::BuiltIn));
        all.push(Self::Irrelevant(IrrelevantSentence::Plain));
        all.push(Self::Irrelevant(IrrelevantSentence::WithNumber));
        all.extend([Self::Relevant, Self::SentenceOrder]);
        all.extend(CASES.map(|(_, case)| Self::Case(case)));
        all.push(Self::WhiteSpace);
        all.extend(Number::ratio(1, 20).map(Self::Typos));
        all.extend(REPUTES.map(|(_, repute)| Self::Source(repute)));
        all.extend(HINTED.map(|(_, hinted)| Self::Hint(hinted)));
        all
    }

    /// Its name, without the value.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ShuffleOptions => "shuffle-options",
            Self::RotateOptions(_) => "rotate-options",
            Self::Labels(_) => "labels",
            Self::Separator(_) => "separator",
            Self::AnswerFormat(_) => "answer-format",
            Self::Names(_) => "names",
            Self::Irrelevant(_) => "irrelevant",
            Self::Relevant => "relevant",
            Self::SentenceOrder => "sentence-order",
            Self::Case(_) => "case",
            Self::WhiteSpace => "white-space",
            Self::Typos(_) => "typos",
            Self::Source(_) => "source",
            Self::Hint(_) => "hint",
        }
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::RotateOptions(places) => write!(f, "{name}={places}"),
            Self::Labels(labels) => write!(f, "{name}={}", labels.as_str()),
            Self::Separator(separator) => write!(f, "{name}={}", separator.as_str()),
            Self::AnswerFormat(wording) => write!(f, "{name}={wording}"),
            Self::Names(NameSource::Listed { file, .. }) => write!(f, "{name}={file}"),
            Self::Irrelevant(IrrelevantSentence::WithNumber) => write!(f, "{name}=number"),
            Self::Case(case) => write!(f, "{name}={}", written(&CASES, case)),
            Self::Typos(rate) => write!(f, "{name}={rate}"),
            Self::Source(repute) => write!(f, "{name}={}", written(&REPUTES, repute)),
            Self::Hint(hinted) => write!(f, "{name}={}", written(&HINTED, hinted)),
            Self::ShuffleOptions
            | Self::Names(NameSource::BuiltIn)
            | Self::Irrelevant(IrrelevantSentence::Plain)
            | Self::Relevant
            | Self::SentenceOrder
            | Self::WhiteSpace => f.write_str(name),
        }
    }
}

impl FromStr for Transformation {
    type Err = PairsError;

    /// The transformation in this text, without reading a file: see [`parse`](Self::parse) for
    /// `names=FILE`.
    fn from_str(text: &str) -> Result<Self, PairsError> {
        Self::parse(text, |_| {
            Err("no file is read here; write `names` for the built-in list".to_owned())
        })
    }
}

fn written<T: PartialEq>(values: &[(&'static str, T)], value: &T) -> &'static str {
    values.iter().find(|(_, own)| own == value).map_or("", |(name, _)| name)
}

/// The value with this name.
fn one_of<T: Copy>(text: &str, value: &str, values: &[(&str, T)]) -> Result<T, PairsError> {
    let found = values.iter().find(|(name, _)| *name == value).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        let what = format!("there is no value `{}`{}", escape_line(value), meant(value, &names));
        PairsError::transformation(text, what)
    })
}

/// An example of a transformation, with a number in place of the word in its form.
fn example(form: &TransformationForm) -> String {
    form.form.replace("RATE", "0.05").replace("=N", "=1")
}

fn unknown(name: &str) -> String {
    format!(
        "there is no such transformation{}",
        meant(name, &TRANSFORMATIONS.map(|form| form.name))
    )
}

/// The similar name that may have been meant, and the known names.
fn meant(name: &str, known: &[&str]) -> String {
    let given = name.to_lowercase().replace(['_', ' '], "-");
    let slips = known.iter().map(|known| (strsim::damerau_levenshtein(&given, known), *known));
    let near = slips.filter(|(slips, known)| *slips <= known.chars().count().div_ceil(4)).min();
    let all: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match (near, all.as_slice()) {
        (Some((_, near)), [_, _, ..]) => {
            format!(": did you mean `{near}`? There are {}", all.join(", "))
        }
        (_, [one]) => format!(": the only one is {one}"),
        _ => format!(": there are {}", all.join(", ")),
    }
}
