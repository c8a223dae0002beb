//! The verdict of a comparison.

use crate::ScoredUnit;
use peirast_decimals::grouped;
use serde::Serialize;
use std::fmt;

/// The largest number of further items that a text names. Few people can ask more.
pub(crate) const MOST_NEEDED: u64 = 100_000;

/// The verdict of a comparison: the second run, compared with the first.
///
/// ```
/// use peirast_compare::ComparisonVerdict;
/// let verdict = ComparisonVerdict::Undecided { needs: Some(120) };
/// assert_eq!(verdict.to_string(), "undecided: needs 120 more items");
/// let verdict = ComparisonVerdict::Undecided { needs: Some(2_238_326) };
/// assert_eq!(verdict.to_string(), "undecided: needs more than 100,000 items");
/// assert_eq!(ComparisonVerdict::Better.name(), "better");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum ComparisonVerdict {
    /// The second run is better.
    Better,
    /// The second run is worse.
    Worse,
    /// The difference is smaller than the margin.
    Equivalent {
        /// The margin, in the unit of the scores.
        margin: f64,
    },
    /// The data do not decide.
    Undecided {
        /// Number of additional items that would probably decide, if the true difference is the
        /// observed one. `None` if no number would.
        needs: Option<u64>,
    },
}

impl ComparisonVerdict {
    /// Its name in files: `better`, `worse`, `equivalent` or `undecided`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Equivalent { .. } => "equivalent",
            Self::Undecided { .. } => "undecided",
        }
    }

    /// The verdict on scores of these things, in words.
    pub(crate) fn in_words(&self, unit: ScoredUnit) -> String {
        match self {
            Self::Equivalent { margin } => format!("equivalent within {margin}"),
            Self::Undecided { needs: Some(needs) } => {
                format!("undecided: needs {}", more(*needs, unit))
            }
            _ => self.name().to_owned(),
        }
    }
}

/// The number of further items that would decide, in words: `120 more items`.
pub(crate) fn more(needs: u64, unit: ScoredUnit) -> String {
    match needs {
        1 => format!("1 more {}", unit.one()),
        0..=MOST_NEEDED => format!("{} more {}", grouped(needs), unit.many()),
        _ => format!("more than {}", unit.counted(MOST_NEEDED)),
    }
}

impl fmt::Display for ComparisonVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(ScoredUnit::Items))
    }
}
