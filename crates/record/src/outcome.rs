//! Outcomes: graded answers with all of their factors, as flat rows.

use crate::{Answer, Evidence, Factors, Grade, Key, LETTER_AGAINST_WORDS, Name, Version};
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// The factor whose levels are clusters of related items. Own problems have it by `--cluster`.
pub const CLUSTER: &str = "cluster";

/// The cluster of a question of this item with these factors: the level of [`CLUSTER`], else the item.
/// Versions of an item are always in one cluster.
///
/// ```
/// use peirast_record::{Factors, cluster_of};
/// assert_eq!(cluster_of("linda", &Factors::new()), "linda");
/// assert_eq!(cluster_of("linda", &Factors::from_iter([("cluster", "bank")])), "bank");
/// ```
pub fn cluster_of<'a>(item: &'a str, factors: &'a Factors) -> &'a str {
    factors.get(CLUSTER).unwrap_or(item)
}

/// The rule that made a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Peirast's reader, then the truth.
    Reader,
    /// The same, applied to a translation of the answer, or to the view that was recorded with it.
    Translation,
    /// The published rule, recomputed from the text.
    PublishedRule,
    /// The grade recorded by the authors, because their rule needed an extraction that they did not
    /// keep.
    Recorded,
}

impl Scoring {
    /// Its name, as tables show it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Translation => "translation",
            Self::PublishedRule => "published-rule",
            Self::Recorded => "recorded",
        }
    }
}

/// One graded answer with everything that selects it for tests and tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Key of the trial.
    pub trial: Key,
    /// The item that the two members of a matched pair share.
    pub item: Name,
    /// The problem among those of the item.
    pub version: Version,
    /// The subject.
    pub subject: Name,
    /// The number of the repetition.
    pub repeat: u32,
    /// Every factor: those of the problem, those of the protocol, and their names
    /// (`family`, `variant`, `protocol`). Shared between outcomes of the same question.
    pub factors: Arc<Factors>,
    /// The answer as read.
    pub answer: Answer,
    /// The answer that would be right.
    pub truth: Answer,
    /// The answer compared with the truth.
    pub grade: Grade,
    /// The rule that made the grade.
    pub scoring: Scoring,
    /// The words that decided the answer, and the rule that found them. `None` if votes decided, if
    /// the question was open, or if a translation was read.
    pub evidence: Option<Evidence>,
}

impl Outcome {
    /// True if the answer gives the letter of one option with the words of another.
    pub fn contradicts_itself(&self) -> bool {
        self.evidence.is_some_and(|evidence| evidence.rule() == LETTER_AGAINST_WORDS)
    }

    /// The id of the problem.
    pub fn problem(&self) -> Cow<'_, str> {
        self.version.problem(&self.item)
    }
}
