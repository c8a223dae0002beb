//! The verdict of a comparison.

use serde::Serialize;
use std::fmt;

/// The verdict of a comparison: the second run, compared with the first.
///
/// ```
/// use peirast_compare::ComparisonVerdict;
/// let verdict = ComparisonVerdict::Undecided { needs: Some(120) };
/// assert_eq!(verdict.to_string(), "undecided: needs 120 more items");
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
            Self::Undecided { needs: Some(1) } => f.write_str("undecided: needs 1 more item"),
            Self::Undecided { needs: Some(needs) } => {
                write!(f, "undecided: needs {needs} more items")
            }
            _ => f.write_str(self.name()),
        }
    }
}
