//! The word for what runs are compared on.

use crate::ScoredRun;
use peirast_decimals::counted;

/// The unit that has a score in two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoredUnit {
    /// Items, as most tools call them.
    #[default]
    Items,
    /// Questions of a run of Peirast. There, an item is all versions of a problem together. Questions of one
    /// item, or of one cluster of items, are related.
    Questions,
}

impl ScoredUnit {
    /// The unit of two runs: questions if the questions of both are versions of items.
    pub(crate) fn of_runs(runs: [&ScoredRun; 2]) -> Self {
        match runs.iter().all(|run| run.versions_of.is_some()) {
            true => Self::Questions,
            false => Self::Items,
        }
    }

    /// The word for one of them.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Items => "item",
            Self::Questions => "question",
        }
    }

    /// The word for several of them.
    pub const fn many(self) -> &'static str {
        match self {
            Self::Items => "items",
            Self::Questions => "questions",
        }
    }

    /// A count of them.
    ///
    /// ```
    /// use peirast_compare::ScoredUnit;
    /// assert_eq!(ScoredUnit::Items.counted(1), "1 item");
    /// assert_eq!(ScoredUnit::Questions.counted(3_280), "3,280 questions");
    /// ```
    pub fn counted(self, count: u64) -> String {
        counted(count, self.one(), self.many())
    }
}
