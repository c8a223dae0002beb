//! Largest count that this crate accepts.

use crate::Error;

/// The largest count: 10^12.
///
/// Every count up to here, and every sum of a few, is exact as a float, and exact tails and limits
/// take well under a second. Functions that can fail refuse larger ones; others, such as
/// [`crate::mcnemar::exact`], must not be given them.
///
/// ```
/// assert_eq!(peirast_stats::MAX_COUNT, 1_000_000_000_000);
/// ```
pub const MAX_COUNT: u64 = 1_000_000_000_000;

/// Accepts a count of at most [`MAX_COUNT`]; `what` names the counted things in the message.
///
/// # Errors
///
/// [`Error::CountTooLarge`].
///
/// ```
/// use peirast_stats::check_count;
/// assert_eq!(check_count("trials", 10), Ok(10));
/// let error = check_count("trials", 2_000_000_000_000).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "2000000000000 trials are too many: counts go up to 1000000000000 (10^12)"
/// );
/// ```
pub const fn check_count(what: &'static str, count: u64) -> Result<u64, Error> {
    if count <= MAX_COUNT { Ok(count) } else { Err(Error::CountTooLarge { what, count }) }
}

/// Accepts counts of at most [`MAX_COUNT`] each.
pub(crate) fn check_counts(
    what: &'static str,
    counts: impl IntoIterator<Item = u64>,
) -> Result<(), Error> {
    counts.into_iter().try_for_each(|count| check_count(what, count).map(|_| ()))
}
