//! Items and their versions.

use crate::Certification;
use peirast_record::{Accepted, Factors, Labels, Number, Segment, Tolerance};
use serde::Serialize;

/// The items of a data file, each in one or more versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemSet {
    /// The name of the family of its problems.
    pub name: String,
    /// The file from which it was read, as texts name it.
    pub file: String,
    /// The items, in the order of the file.
    pub items: Vec<Item>,
    /// The versions, the original first.
    pub versions: Vec<String>,
    /// The factor whose levels are the clusters, if items are related.
    pub cluster: Option<String>,
    /// The columns by role, in words.
    pub columns: Vec<(&'static str, String)>,
    /// Columns without a role.
    pub unused: Vec<String>,
    /// Notes from reading the file.
    pub notes: Vec<String>,
}

/// One item, with the parts that its versions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Columns that were kept, with their values.
    pub kept: Factors,
    /// Its versions, in the order of [`ItemSet::versions`]; some may be missing.
    pub versions: Vec<ItemVersion>,
}

/// One version of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemVersion {
    /// The name of the version.
    pub name: String,
    /// Its place in the file, for example `line 3`.
    pub place: String,
    /// The text before the options, in named parts, each with the white space that follows it.
    pub before: Vec<Segment>,
    /// The options, in the order in which they are shown; empty unless the question is a choice.
    pub choices: Vec<String>,
    /// The kind of labels of options.
    pub labels: Labels,
    /// The separator between a label and its option.
    pub separator: Separator,
    /// The text behind the options, in named parts.
    pub after: Vec<Segment>,
    /// The right answer.
    pub key: AnswerKey,
    /// The answer that the bias under test leads to, if any.
    pub lure: Option<AnswerKey>,
    /// The source of the claim that the version asks for the same as the original.
    pub certification: Certification,
}

/// A right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerKey {
    /// The options with these indices, from 0, at least one: each of them alone is a right answer.
    /// Pages name the first.
    Choice(Vec<usize>),
    /// Yes or no.
    YesNo(bool),
    /// True if an argument is valid.
    Valid(bool),
    /// A number, and its tolerance.
    Number(Number, Option<Tolerance>),
    /// One of these texts.
    Text(Vec<Accepted>),
}

/// The separators between the label of an option and its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Separator {
    /// `(A) red`
    #[default]
    Brackets,
    /// `A) red`
    Bracket,
    /// `A. red`
    Point,
    /// `A: red`
    Colon,
    /// `[A] red`
    Square,
}

impl Separator {
    /// Every one.
    pub const ALL: [Self; 5] =
        [Self::Brackets, Self::Bracket, Self::Point, Self::Colon, Self::Square];

    /// The name in files and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Brackets => "brackets",
            Self::Bracket => "bracket",
            Self::Point => "point",
            Self::Colon => "colon",
            Self::Square => "square",
        }
    }

    /// An option behind its label.
    ///
    /// ```
    /// use peirast_pairs::Separator;
    /// assert_eq!(Separator::Point.shown("A", "red"), "A. red");
    /// ```
    pub fn shown(self, label: &str, option: &str) -> String {
        match self {
            Self::Brackets => format!("({label}) {option}"),
            Self::Bracket => format!("{label}) {option}"),
            Self::Point => format!("{label}. {option}"),
            Self::Colon => format!("{label}: {option}"),
            Self::Square => format!("[{label}] {option}"),
        }
    }
}

impl ItemSet {
    /// The name of a version for pages.
    pub fn shown_name(&self, version: &str) -> String {
        let found = self.items.iter().find_map(|item| item.version(version));
        found.map_or_else(|| version.to_owned(), ItemVersion::shown_name)
    }
}

impl Item {
    /// The version with this name.
    pub fn version(&self, name: &str) -> Option<&ItemVersion> {
        self.versions.iter().find(|version| version.name == name)
    }
}

impl ItemVersion {
    /// The name for pages, which also says if the version is not certified.
    pub fn shown_name(&self) -> String {
        match self.certification {
            Certification::NotCertified(_) => format!("{} (not certified)", self.name),
            Certification::AsGiven | Certification::Certified => self.name.clone(),
        }
    }

    /// The text before the options, as subjects see it.
    pub fn question(&self) -> String {
        self.before.iter().map(|segment| segment.text.as_str()).collect()
    }

    /// The text of the right answer: the option's, or the answer in words.
    pub fn answer_text(&self) -> String {
        self.key_text(&self.key)
    }

    /// An answer in words; for options, their texts.
    pub(crate) fn key_text(&self, key: &AnswerKey) -> String {
        match key {
            AnswerKey::Choice(places) => {
                let texts = places.iter().filter_map(|at| self.choices.get(*at).cloned());
                texts.collect::<Vec<_>>().join(" or ")
            }
            AnswerKey::YesNo(true) => "yes".to_owned(),
            AnswerKey::YesNo(false) => "no".to_owned(),
            AnswerKey::Valid(true) => "valid".to_owned(),
            AnswerKey::Valid(false) => "invalid".to_owned(),
            AnswerKey::Number(number, _) => number.to_string(),
            AnswerKey::Text(texts) => texts
                .first()
                .map(|accepted| match accepted {
                    Accepted::Text(text) => text.clone(),
                    Accepted::Pattern(pattern) => format!("/{pattern}/"),
                })
                .unwrap_or_default(),
        }
    }
}
