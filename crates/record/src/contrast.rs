//! A contrast: which outcomes are matched with which, to fill one contingency table.

use crate::Factors;
use serde::{Deserialize, Serialize};

/// The direction in which an effect is looked for, in terms of a matched pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The perturbed member is answered better: n21 > n12.
    PerturbedBetter,
    /// The original member is answered better: n12 > n21.
    OriginalBetter,
    /// Either way.
    #[default]
    Either,
}

/// A set of matched pairs that are counted together: two selections of outcomes, joined on the
/// item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Levels that an outcome must have to be the original member.
    pub original: Factors,
    /// Levels that an outcome must have to be the perturbed member.
    pub perturbed: Factors,
    /// How often each pair is counted: 1, unless an analysis with double counting is replayed.
    pub weight: u64,
    /// Count only items numbered below this.
    pub items_below: Option<u64>,
}

/// One row of a results table: a hypothesis under one method, for any subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contrast {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The family of tests whose p-values are adjusted together.
    pub test_family: String,
    /// The method: the label of the protocol in the table.
    pub method: String,
    /// The factor that varies between the two members.
    pub factor: String,
    /// Where the effect is expected.
    pub direction: Direction,
    /// The test rule of this comparison, where it is not that of the whole analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The pairs.
    pub units: Vec<Unit>,
}
