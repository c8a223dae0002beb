//! Contrasts: the outcomes that are matched to fill one contingency table.

use crate::{Answer, Conclusion, Factors, Grade, Treatment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The direction of the expected effect in a matched pair.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The perturbed member is answered better: n21 > n12.
    PerturbedBetter,
    /// The original member is answered better: n12 > n21.
    OriginalBetter,
    /// Either direction.
    #[default]
    Either,
}

/// The event by which the members of a pair are compared.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The answer is right.
    #[default]
    Correct,
    /// The answer is not the predicted fallacy; it may be right or wrong. For closed questions this
    /// is the same as `correct`.
    NoFallacy,
}

impl Event {
    /// The name of the share of answers with the event.
    pub fn share(self) -> &'static str {
        match self {
            Self::Correct => "accuracy",
            Self::NoFallacy => "without the fallacy",
        }
    }

    /// Returns true if this is the default, which files leave out.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether an answer with this grade counts as good; `None` if it is left out.
    ///
    /// ```
    /// use peirast_record::{Answer, Conclusion, Event, Grade, Treatment};
    /// let error = Answer::Conclusion(Conclusion::OtherError);
    /// let holds = |event: Event| event.holds(error, Grade::Wrong, Treatment::Exclude);
    /// assert_eq!((holds(Event::Correct), holds(Event::NoFallacy)), (Some(false), Some(true)));
    /// ```
    pub fn holds(self, answer: Answer, grade: Grade, treatment: Treatment) -> Option<bool> {
        match (self, answer) {
            (Self::NoFallacy, Answer::Conclusion(conclusion)) => {
                Some(conclusion != Conclusion::Fallacy)
            }
            _ => grade.scored(treatment),
        }
    }
}

/// A set of matched pairs that are counted together: two selections of outcomes, joined on the
/// item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Levels that an outcome must have to be the original member.
    pub original: Factors,
    /// Levels that an outcome must have to be the perturbed member.
    pub perturbed: Factors,
    /// Number of times that each pair is counted: 1, except in a replay of an analysis with double
    /// counting.
    pub weight: u64,
    /// Only items with smaller numbers are counted.
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
    /// The expected direction of the effect.
    pub direction: Direction,
    /// The test rule of this comparison, if it differs from that of the whole analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The factor whose levels are clusters of related items; by default each item is independent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// True if some items have only one of the two versions. An item of which only one was asked
    /// then has no pair; otherwise its pair is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
    /// The event by which its members are compared.
    #[serde(default, skip_serializing_if = "Event::is_default")]
    pub event: Event,
    /// The pairs.
    pub units: Vec<Unit>,
}
