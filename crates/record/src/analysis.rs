//! An analysis of recorded answers: the contrasts that a publication made of its own data sets.

use crate::{Contrast, Direction, Event, Factors, StudyError, Treatment, Unit};
use serde::{Deserialize, Serialize};

/// The analysis of answers imported from a published data set. A TOML document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The name given to `--profile`.
    pub id: String,
    /// A description in one line.
    pub title: String,
    /// Facts that a reader must know about it.
    pub about: String,
    /// The test rule, by name.
    pub rule: String,
    /// Level of significance.
    pub alpha: f64,
    /// The treatment of answers without a verdict.
    pub treatment: Treatment,
    /// The grader: `published-2024` or `default`.
    pub grader: String,
    /// The comparisons, in table order.
    #[serde(rename = "comparison")]
    pub comparisons: Vec<Comparison>,
}

/// One hypothesis of a recorded analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The factor that varies.
    pub factor: String,
    /// The expected direction of the effect.
    pub direction: Direction,
    /// The snapshot of the data sets that it uses.
    pub snapshot: String,
    /// The test rule, if it differs from that of the whole analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Number of items of each data set that are used, from the first; all unless set.
    #[serde(default)]
    pub items_below: Option<u64>,
    /// The prompting methods compared.
    pub arms: Vec<RecordedArm>,
    /// The data sets compared.
    pub units: Vec<RecordedUnit>,
}

/// A prompting method and the recorded modes of its two members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedArm {
    /// Label in the table.
    pub method: String,
    /// Mode of the original member.
    pub original: String,
    /// Mode of the perturbed member.
    pub perturbed: String,
}

/// A pair of data sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedUnit {
    /// Data set of the original member.
    pub original: String,
    /// Data set of the perturbed member.
    pub perturbed: String,
    /// Number of times that each pair was counted.
    #[serde(default = "one")]
    pub weight: u64,
}

fn one() -> u64 {
    1
}

impl Analysis {
    /// Reads an analysis from TOML.
    ///
    /// # Errors
    /// A malformed document, with the place of the fault.
    pub fn parse(text: &str) -> Result<Self, StudyError> {
        toml::from_str(text).map_err(|e| StudyError::Syntax(e.to_string()))
    }

    /// The contrasts, one per hypothesis and method.
    pub fn contrasts(&self) -> Vec<Contrast> {
        self.comparisons.iter().flat_map(Comparison::contrasts).collect()
    }
}

impl Comparison {
    fn contrasts(&self) -> impl Iterator<Item = Contrast> + '_ {
        self.arms.iter().map(|arm| Contrast {
            hypothesis: self.hypothesis.clone(),
            test_family: self.hypothesis.clone(),
            method: arm.method.clone(),
            factor: self.factor.clone(),
            direction: self.direction,
            cluster: None,
            incomplete: false,
            rule: self.rule.clone(),
            event: Event::Correct,
            units: self.units.iter().map(|unit| self.unit(arm, unit)).collect(),
        })
    }

    fn unit(&self, arm: &RecordedArm, unit: &RecordedUnit) -> Unit {
        let select = |dataset: &str, mode: &str| {
            Factors::from_iter([
                ("snapshot", self.snapshot.as_str()),
                ("dataset", dataset),
                ("mode", mode),
            ])
        };
        Unit {
            original: select(&unit.original, &arm.original),
            perturbed: select(&unit.perturbed, &arm.perturbed),
            weight: unit.weight,
            items_below: self.items_below,
        }
    }
}
