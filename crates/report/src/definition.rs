//! Definitions: the comparison of a hypothesis, in the words of its study.

use peirast_record::{Comparison, Event, Factors, Hypothesis, RecordedArm, RecordedUnit};
use serde::Serialize;

/// The comparison of a hypothesis: the levels that its pairs share, and the factor that varies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Definition {
    /// The families, variants or data sets whose pairs are pooled.
    pub over: Vec<String>,
    /// Levels that every pair has.
    #[serde(rename = "where")]
    pub given: String,
    /// The one factor that varies.
    pub factor: String,
    /// Its level in the original member; empty if the data sets or protocols say it.
    pub original: String,
    /// Its level in the perturbed member.
    pub perturbed: String,
    /// The protocols, a row of the table each.
    pub protocols: Vec<String>,
    /// The event by which the members are compared.
    #[serde(skip_serializing_if = "Event::is_default")]
    pub event: Event,
}

impl Definition {
    /// The entries that say something, under their names in a study file.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let all = [
            ("over", self.over.join(", ")),
            ("where", self.given.clone()),
            ("factor", self.factor.clone()),
            ("original", self.original.clone()),
            ("perturbed", self.perturbed.clone()),
            ("protocols", self.protocols.join(", ")),
            (
                "compared by",
                if self.event.is_default() { "" } else { self.event.share() }.to_owned(),
            ),
        ];
        all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
    }
}

impl Definition {
    /// The factor as a sentence names it: `the order`, `the added question`; `None` without a factor.
    pub(crate) fn factor_in_words(&self) -> Option<String> {
        let has_none = [&self.original, &self.perturbed].iter().any(|own| own.contains("none"));
        Some(match self.factor.as_str() {
            "" => return None,
            "inquiry" if has_none => "the added question".to_owned(),
            "inquiry" => "which question is added".to_owned(),
            "cot" => "the request to think step by step".to_owned(),
            factor => format!("the {factor}"),
        })
    }
}

impl From<&Hypothesis> for Definition {
    fn from(hypothesis: &Hypothesis) -> Self {
        Self {
            over: hypothesis.over.clone(),
            given: hypothesis.given.to_string(),
            factor: hypothesis.factor.clone(),
            original: hypothesis.original.to_string(),
            perturbed: hypothesis.perturbed.to_string(),
            protocols: hypothesis.protocols.clone(),
            event: hypothesis.event,
        }
    }
}

impl From<&Comparison> for Definition {
    fn from(comparison: &Comparison) -> Self {
        let mut given = Factors::from_iter([("snapshot", comparison.snapshot.as_str())]);
        if let Some(limit) = comparison.items_below {
            given.set("items below", limit.to_string());
        }
        Self {
            over: comparison.units.iter().map(data_sets).collect(),
            given: given.to_string(),
            factor: comparison.factor.clone(),
            original: String::new(),
            perturbed: String::new(),
            protocols: comparison.arms.iter().map(modes).collect(),
            event: Event::Correct,
        }
    }
}

/// The data sets of a pair, the original first.
fn data_sets(unit: &RecordedUnit) -> String {
    let sets = both(&unit.original, &unit.perturbed);
    if unit.weight == 1 { sets } else { format!("{sets} (each pair {} times)", unit.weight) }
}

fn modes(arm: &RecordedArm) -> String {
    both(&arm.original, &arm.perturbed)
}

fn both(original: &str, perturbed: &str) -> String {
    if original == perturbed { original.to_owned() } else { format!("{original}->{perturbed}") }
}
