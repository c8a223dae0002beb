//! Hypotheses about matched pairs.

use super::{StudyError, listed_twice};
use crate::{Direction, Event, Factors};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The role of a hypothesis.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Declared in advance; its rejections are findings.
    #[default]
    Confirmatory,
    /// A control: its result qualifies the findings.
    Control,
    /// Suggests further study; not a finding.
    Exploratory,
}

/// A claim about matched pairs that differ in one factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hypothesis {
    /// Short name, unique in the study, for example `H1`.
    pub id: String,
    /// The change that a genuine reasoner withstands, in one line.
    pub title: String,
    /// The claim of the source, in a sentence or two; empty for a new hypothesis.
    #[serde(default)]
    pub claim: String,
    /// Confirmatory, control or exploratory.
    #[serde(default)]
    pub standing: Standing,
    /// The family of tests whose p-values are adjusted together. Default: the hypothesis alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_family: Option<String>,
    /// Families or variants whose pairs are pooled, for example `conjunction/2` or `syllogism`.
    pub over: Vec<String>,
    /// Levels that every pair must have; they do not vary.
    #[serde(default, rename = "where", skip_serializing_if = "Factors::is_empty")]
    pub given: Factors,
    /// The factor whose levels are clusters: the tests treat the items of one level as related.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// The one factor that varies.
    pub factor: String,
    /// The level of this factor in the original member.
    pub original: Factors,
    /// The level of this factor in the perturbed member.
    pub perturbed: Factors,
    /// The protocols of the original member; each gives a row of the table.
    pub protocols: Vec<String>,
    /// The direction of the expected effect.
    #[serde(default)]
    pub direction: Direction,
    /// The event by which the members of a pair are compared.
    #[serde(default, skip_serializing_if = "Event::is_default")]
    pub event: Event,
}

impl Hypothesis {
    /// Checks that the pair varies only the declared factor.
    ///
    /// # Errors
    /// [`StudyError::NotOneFactor`]; an empty list; required levels that no pair can have.
    pub fn check(&self) -> Result<(), StudyError> {
        let varied = self.original.differing(&self.perturbed);
        if varied != [self.factor.as_str()] {
            return Err(StudyError::NotOneFactor {
                id: self.id.clone(),
                factor: self.factor.clone(),
                varied: varied.into_iter().map(str::to_owned).collect(),
            });
        }
        for (factor, level) in self.given.iter() {
            let field = || format!("hypothesis `{}`, where", self.id);
            if factor == self.factor {
                let what = format!(
                    "fixes `{factor}`, the factor that varies, at `{level}`, so that there is no pair: take it out"
                );
                return Err(StudyError::Value { field: field(), what });
            }
            // A level that both members have is equally fixed.
            if let Some(other) = self.original.get(factor).filter(|other| *other != level) {
                let what = format!(
                    "fixes `{factor}` at `{level}`, and `original` and `perturbed` at `{other}`, so that there \
                     is no pair: keep one of them"
                );
                return Err(StudyError::Value { field: field(), what });
            }
        }
        for (field, list) in [("over", &self.over), ("protocols", &self.protocols)] {
            let field = format!("hypothesis `{}`, {field}", self.id);
            if list.is_empty() {
                return Err(StudyError::Value { field, what: "must not be empty".to_owned() });
            }
            if let Some(twice) = listed_twice(list) {
                let what = format!("`{twice}` is listed twice: its pairs would count twice");
                return Err(StudyError::Value { field, what });
            }
        }
        Ok(())
    }
}
