use crate::result::digits;
use crate::{ContentCell, Undefined};

/// An error of a function of this crate.
///
/// McNemar's tests never fail: every pair of counts has a p-value. Errors come from probabilities
/// outside their range, from data of the wrong shape, and from quantities that are undefined for
/// the data ([`Error::reason`] distinguishes these).
///
/// ```
/// use peirast_stats::{Error, proportion};
/// let error = proportion::wilson(0, 0, 0.95);
/// assert_eq!(error, Err(Error::NoObservations));
/// assert_eq!(Error::NoObservations.to_string(), "no observations: a proportion of nothing is undefined");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A probability, level or share is not a number in its range.
    #[error("{what} must be {range}, not {value}")]
    OutOfRange {
        /// The name of the argument, as in the documentation.
        what: &'static str,
        /// The valid range, in words.
        range: &'static str,
        /// The given value.
        value: f64,
    },
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials: there cannot be more successes than trials")]
    TooManySuccesses {
        /// The given number of successes.
        successes: u64,
        /// The given number of trials.
        trials: u64,
    },
    /// A count beyond [`crate::MAX_COUNT`].
    #[error("{count} {what} are too many: counts go up to {} (10^12)", crate::MAX_COUNT)]
    CountTooLarge {
        /// The name of the counted things.
        what: &'static str,
        /// The given count.
        count: u64,
    },
    /// The proportion of zero trials was requested.
    #[error("no observations: a proportion of nothing is undefined")]
    NoObservations,
    /// A cell of the content effect has no answers.
    #[error(
        "no answer is about an item that is {cell}: the content effect needs answers in all four cells"
    )]
    EmptyCell {
        /// The cell.
        cell: ContentCell,
    },
    /// The two discordant probabilities do not fit into one table.
    #[error("p12 = {p12} and p21 = {p21} add up to more than 1")]
    ImpossibleCells {
        /// Probability of original right, perturbed wrong.
        p12: f64,
        /// Probability of original wrong, perturbed right.
        p21: f64,
    },
    /// A sample size was requested, but the supposed effect is zero or in the other direction.
    #[error("p12 = {p12} and p21 = {p21} have no effect in the direction of the alternative")]
    NoEffect {
        /// Probability of original right, perturbed wrong.
        p12: f64,
        /// Probability of original wrong, perturbed right.
        p21: f64,
    },
    /// The requested power cannot be reached within the limits of the search.
    #[error(
        "a power of {target} cannot be reached within the search (up to a million pairs): the \
         largest found was {}",
        digits(*best, 3)
    )]
    Unreachable {
        /// The requested power.
        target: f64,
        /// The power at the limit of the search.
        best: f64,
    },
    /// No effect is detected with the requested power at a given size.
    #[error(
        "a power of {target} cannot be reached at this size: it is at most {} for every effect",
        digits(*best, 3)
    )]
    TooSmall {
        /// The requested power.
        target: f64,
        /// The power for the largest effect.
        best: f64,
    },
    /// The requested quantity is undefined for these data.
    #[error("undefined: {0}")]
    Undefined(#[from] Undefined),
    /// A value is infinite or not a number.
    #[error("{what} has {value} at index {index}, counted from 0: every value must be finite")]
    NotFinite {
        /// The name of the argument, as in the documentation.
        what: &'static str,
        /// The place of the first such value, counted from 0.
        index: usize,
        /// The value.
        value: f64,
    },
    /// Two inputs that must be of the same length are not.
    #[error(
        "{left} values on one side, {right} on the other: both sides must have the same number"
    )]
    Lengths {
        /// The number of values in the first.
        left: usize,
        /// The number of values in the second.
        right: usize,
    },
    /// A table has rows of different lengths.
    #[error("row {row}, counted from 0, has {found} values: the first has {expected}")]
    Ragged {
        /// The first row that differs, counted from 0.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// Two rows of one stratum lie in different clusters, where clusters must hold whole strata.
    #[error(
        "rows {row} and {other}, counted from 0, are of one stratum but of different clusters: a \
         stratum must lie within one cluster"
    )]
    Divided {
        /// One of the rows, counted from 0.
        row: usize,
        /// The other.
        other: usize,
    },
    /// An index or category that does not exist.
    #[error("{what} {index} does not exist: there are {size}, counted from 0")]
    NoSuch {
        /// The name of the numbered things.
        what: &'static str,
        /// The given number.
        index: usize,
        /// The number of existing ones.
        size: usize,
    },
}

impl Error {
    /// Returns the reason if the quantity is undefined for these data; `None` if the arguments were
    /// invalid.
    ///
    /// ```
    /// use peirast_stats::{Error, Undefined};
    /// assert_eq!(Error::NoObservations.reason(), Some(Undefined::Empty));
    /// assert_eq!(Error::Lengths { left: 1, right: 2 }.reason(), None);
    /// ```
    #[must_use]
    pub const fn reason(&self) -> Option<Undefined> {
        match self {
            Self::Undefined(reason) => Some(*reason),
            Self::NoObservations => Some(Undefined::Empty),
            Self::NoEffect { .. } => Some(Undefined::NoEffect),
            _ => None,
        }
    }
}

/// Accepts a probability strictly between 0 and 1, such as a level or a confidence.
pub(crate) fn inside(what: &'static str, value: f64) -> Result<f64, Error> {
    if value > 0.0 && value < 1.0 {
        Ok(value)
    } else {
        Err(Error::OutOfRange { what, range: "strictly between 0 and 1", value })
    }
}

/// Accepts a probability from 0 to 1, ends included.
pub(crate) fn probability(what: &'static str, value: f64) -> Result<f64, Error> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(Error::OutOfRange { what, range: "between 0 and 1", value })
    }
}
