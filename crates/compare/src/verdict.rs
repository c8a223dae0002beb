//! The verdict of a comparison.

use peirast_decimals::counted;
use serde::Serialize;
use std::fmt;

/// The largest number of further items that a text names. Nobody asks more.
pub(crate) const MOST_NEEDED: u64 = 1_000_000;

/// The verdict of a comparison: the second run, compared with the first.
///
/// ```
/// use peirast_compare::ComparisonVerdict;
/// let verdict = ComparisonVerdict::Undecided { needs: Some(120) };
/// assert_eq!(verdict.to_string(), "undecided: needs 120 more items");
/// let verdict = ComparisonVerdict::Undecided { needs: Some(2_238_326) };
/// assert_eq!(verdict.to_string(), "undecided: no realistic number of items would decide");
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
}

impl fmt::Display for ComparisonVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equivalent { margin } => write!(f, "equivalent within {margin}"),
            Self::Undecided { needs: Some(needs) } if *needs > MOST_NEEDED => {
                f.write_str("undecided: no realistic number of items would decide")
            }
            Self::Undecided { needs: Some(needs) } => {
                write!(f, "undecided: needs {}", counted(*needs, "more item", "more items"))
            }
            _ => f.write_str(self.name()),
        }
    }
}
