//! A hypothesis: a claim about matched pairs.

use super::{StudyError, listed_twice};
use crate::{Direction, Event, Factors};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much weight a hypothesis carries.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Declared in advance; its rejections are findings.
    #[default]
    Confirmatory,
    /// A control: what it shows qualifies the findings.
    Control,
    /// Worth a look, not a finding.
    Exploratory,
}

/// A claim about matched pairs that differ in one factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hypothesis {
    /// Short name, unique in the study, for example `H1`.
    pub id: String,
    /// What a genuine reasoner withstands, in a line.
    pub title: String,
    /// What the source claimed, in a sentence or two; empty for a hypothesis of one's own.
    #[serde(default)]
    pub claim: String,
    /// Confirmatory, control or exploratory.
    #[serde(default)]
    pub standing: Standing,
    /// The family of tests whose p-values are adjusted together; the hypothesis alone by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_family: Option<String>,
    /// Families or variants whose pairs are pooled, for example `conjunction/2` or `syllogism`.
    pub over: Vec<String>,
    /// Levels that every pair must have and that do not vary.
    #[serde(default, rename = "where", skip_serializing_if = "Factors::is_empty")]
    pub given: Factors,
    /// The factor whose levels are clusters: items of one level are taken as related.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// The one factor that varies.
    pub factor: String,
    /// Its level in the original member.
    pub original: Factors,
    /// Its level in the perturbed member.
    pub perturbed: Factors,
    /// The protocols of the original member; a row of the table each.
    pub protocols: Vec<String>,
    /// Where the effect is expected.
    #[serde(default)]
    pub direction: Direction,
    /// What pairs are compared by.
    #[serde(default, skip_serializing_if = "Event::is_default")]
    pub event: Event,
}

impl Hypothesis {
    /// Checks that the pair varies the declared factor and nothing else.
    ///
    /// # Errors
    /// [`StudyError::NotOneFactor`]; an empty list; levels that every pair must have and none can.
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
            // What both members have is as fixed.
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
