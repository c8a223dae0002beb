//! Options for measuring conclusions.

use super::Notion;
use crate::Benchmarks;
use crate::accuracy::CONFIDENCE;
use peirast_stats::Error;
use std::collections::BTreeMap;

/// The options of the measures of conclusions.
///
/// ```
/// use peirast_measure::{Notion, Options};
/// let as_published = Options { notion: Notion::Strict, exclusion: Some(0.2), ..Options::default() };
/// assert_eq!(as_published.level, 0.95);
/// ```
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The sense in which an answer counts as predicted.
    pub notion: Notion,
    /// Subjects that lost more than this share of their answers are left out of comparisons of
    /// subjects; the published rule is 0.2.
    pub exclusion: Option<f64>,
    /// Other scores of subjects, to correlate with their fallacies.
    pub capabilities: Option<&'a Benchmarks>,
    /// The family of each subject; a subject without one is its own family.
    pub families: BTreeMap<String, String>,
    /// The confidence of every interval, strictly between 0 and 1.
    pub level: f64,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            notion: Notion::default(),
            exclusion: None,
            capabilities: None,
            families: BTreeMap::new(),
            level: CONFIDENCE,
        }
    }
}

/// Checks the confidence level of intervals.
pub(crate) fn checked(value: f64) -> Result<f64, Error> {
    match value > 0.0 && value < 1.0 {
        true => Ok(value),
        false => Err(Error::OutOfRange { what: "level", range: "strictly between 0 and 1", value }),
    }
}
