//! A contrast: which outcomes are matched with which, to fill one contingency table.

use crate::{Answer, Conclusion, Factors, Grade, Treatment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The direction in which an effect is looked for, in terms of a matched pair.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
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

/// What the members of a pair are compared by.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Whether the answer is right.
    #[default]
    Correct,
    /// Whether the answer is another than the fallacy that is predicted, right or not. Of closed
    /// questions, the same as whether it is right.
    NoFallacy,
}

impl Event {
    /// What the share of answers for which it holds is called.
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

    /// Returns whether an answer with this grade counts as good; `None` where it stays out.
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
    /// The factor whose levels are clusters of related items; each item is one by itself otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// True if some items have only one of the two versions. Then an item of which only one was
    /// asked has no pair; otherwise its pair is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
    /// What its members are compared by.
    #[serde(default, skip_serializing_if = "Event::is_default")]
    pub event: Event,
    /// The pairs.
    pub units: Vec<Unit>,
}
