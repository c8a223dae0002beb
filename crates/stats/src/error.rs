/// What can be wrong with a question put to this crate.
///
/// The tests themselves never fail: every pair of counts has a p-value. Errors come from
/// probabilities outside their range and from questions that have no answer.
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
    /// A probability, level or share was not a number in its range.
    #[error("{what} must be {range}, not {value}")]
    OutOfRange {
        /// The argument, as its name stands in the documentation.
        what: &'static str,
        /// The range it must lie in, in words.
        range: &'static str,
        /// What was given.
        value: f64,
    },
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials: there cannot be more successes than trials")]
    TooManySuccesses {
        /// The number of successes given.
        successes: u64,
        /// The number of trials given.
        trials: u64,
    },
    /// A proportion of zero trials was asked for.
    #[error("no observations: a proportion of nothing is undefined")]
    NoObservations,
    /// The two discordant probabilities do not fit into one table.
    #[error("p12 = {p12} and p21 = {p21} add up to more than 1")]
    ImpossibleCells {
        /// Probability of original right, perturbed wrong.
        p12: f64,
        /// Probability of original wrong, perturbed right.
        p21: f64,
    },
    /// A sample size was asked for, but the supposed effect is none, or points the other way.
    #[error("p12 = {p12} and p21 = {p21} hold no effect in the direction of the alternative")]
    NoEffect {
        /// Probability of original right, perturbed wrong.
        p12: f64,
        /// Probability of original wrong, perturbed right.
        p21: f64,
    },
    /// The wanted power cannot be had within the limits of the search.
    #[error(
        "a power of {target} cannot be reached within the search (up to a million pairs): the \
         largest found was {best}"
    )]
    Unreachable {
        /// The power that was wanted.
        target: f64,
        /// The power at the edge of the search.
        best: f64,
    },
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
