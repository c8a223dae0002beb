//! The results of a subject: an accuracy for each family of problems.

use super::{Heading, RecordOptions, SCHEMA_VERSION};
use crate::ExchangeError;
use crate::inspect::{Log, Sample};
use peirast_record::{Sampling, Setting, Treatment};
use peirast_stats::shares::{Share, share};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Confidence of intervals.
const CONFIDENCE: f64 = 0.95;

/// The answers to a family of problems.
#[derive(Default)]
pub(super) struct Family<'l> {
    /// Answered samples.
    pub samples: Vec<&'l Sample<'l>>,
    /// Number of questions without an answer.
    pub unanswered: u64,
}

impl Family<'_> {
    /// The item of each answer and `true` if the answer is right; `None` for an answer that does
    /// not count.
    fn verdicts(&self, treatment: Treatment) -> impl Iterator<Item = (&str, Option<bool>)> {
        self.samples.iter().filter_map(move |sample| {
            let grade = sample.answered.as_ref().ok()?.grade;
            Some((&*sample.problem.item, grade.scored(treatment)))
        })
    }

    /// The share of right verdicts, with items as the unit; `None` without a verdict.
    pub(super) fn accuracy(&self, treatment: Treatment) -> Option<Share> {
        let mut items: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for (item, verdict) in self.verdicts(treatment) {
            if let Some(is_right) = verdict {
                let (right, all) = items.entry(item).or_default();
                *right += u64::from(is_right);
                *all += 1;
            }
        }
        share(&items.into_values().collect::<Vec<_>>(), CONFIDENCE).ok()
    }
}

/// The id of a family's result, which instances refer to.
pub(super) fn result_id(family: &str) -> String {
    format!("{family}/accuracy")
}

/// The record of a subject, without its answers.
pub(super) fn aggregate(
    heading: &Heading<'_>,
    families: &BTreeMap<&str, Family<'_>>,
    logs: &[&Log<'_>],
    options: &RecordOptions,
) -> Result<Value, ExchangeError> {
    let provenance = heading.provenance;
    let times = || logs.iter().filter_map(|log| log.times.as_ref());
    let first = times().map(|(first, _)| first.as_str()).min();
    let last = times().map(|(_, last)| last.as_str()).max();
    let mut record = json!({
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": heading.evaluation_id,
        "retrieved_timestamp": epoch(last),
        "source_metadata": {
            "source_name": "Peirast",
            "source_type": "evaluation_run",
            "source_organization_name": options.organization,
            "evaluator_relationship": options.relationship.as_str(),
        },
        "eval_library": {
            "name": "peirast",
            "version": provenance.version,
            "additional_details": texts([
                ("study", Some(provenance.study.clone())),
                ("study_hash", Some(provenance.study_hash.clone())),
                ("seed", provenance.seed.map(|seed| seed.to_string())),
                ("grader", Some(provenance.grader.clone())),
            ]),
        },
        "model_info": model_info(heading, families),
        "evaluation_results": families
            .iter()
            .filter_map(|(name, family)| result(heading, name, family, first))
            .collect::<Vec<_>>(),
    });
    if let Some(first) = first {
        record["evaluation_timestamp"] = json!(first);
    }
    Ok(record)
}

/// A time as seconds since 1970. A missing time gives 0, so that exports of simulated answers are
/// reproducible.
fn epoch(time: Option<&str>) -> String {
    let time = time.and_then(|time| time.parse::<jiff::Timestamp>().ok());
    time.map_or(0, jiff::Timestamp::as_second).to_string()
}

fn model_info(heading: &Heading<'_>, families: &BTreeMap<&str, Family<'_>>) -> Value {
    let identity = &heading.identity;
    let samples = families.values().flat_map(|family| &family.samples);
    let answered = samples.filter_map(|sample| sample.answered.as_ref().ok());
    let served: BTreeSet<&str> = answered.filter_map(|one| one.served_as.as_deref()).collect();
    let served = served.into_iter().collect::<Vec<_>>().join(", ");
    let mut info = json!({
        "name": identity.subject,
        "id": identity.id,
        "developer": identity.developer(),
        "additional_details": texts([
            ("deployment_type", Some(identity.deployment.host.as_str().to_owned())),
            ("model_availability", Some("unknown".to_owned())),
            ("served_as", Some(served).filter(|served| !served.is_empty())),
        ]),
    });
    if let Some(provider) = &identity.deployment.provider {
        info["inference_platform"] = json!(provider);
    }
    info
}

/// The accuracy of a family; `None` without a verdict.
fn result(
    heading: &Heading<'_>,
    name: &str,
    family: &Family<'_>,
    first: Option<&str>,
) -> Option<Value> {
    let accuracy = family.accuracy(heading.treatment)?;
    let provenance = heading.provenance;
    let counts = family.verdicts(heading.treatment);
    let without_verdict = counts.filter(|(_, verdict)| verdict.is_none()).count();
    let problems: BTreeSet<&str> = family.samples.iter().map(|one| &*one.problem.id).collect();
    let mut result = json!({
        "evaluation_result_id": result_id(name),
        "evaluation_name": name,
        "source_data": {
            "dataset_name": name,
            "source_type": "other",
            "additional_details": texts([
                ("made_by", Some(format!("peirast {}", provenance.version))),
                ("seed", provenance.seed.map(|seed| seed.to_string())),
                ("design", provenance.profile.clone()),
                ("problems", Some(problems.len().to_string())),
            ]),
        },
        "metric_config": {
            "evaluation_description": heading.title,
            "metric_id": "accuracy",
            "metric_name": "Accuracy",
            "metric_kind": "accuracy",
            "metric_unit": "proportion",
            "lower_is_better": false,
            "score_type": "continuous",
            "min_score": 0.0,
            "max_score": 1.0,
            "additional_details": texts([(
                "answers_without_verdict",
                Some(provenance.treatment.clone()),
            )]),
        },
        "score_details": {
            "score": accuracy.value,
            "uncertainty": {
                "confidence_interval": {
                    "lower": accuracy.interval.low,
                    "upper": accuracy.interval.high,
                    "confidence_level": CONFIDENCE,
                    "method": "Wilson's interval for the effective number of independent answers, \
                               with items as clusters",
                },
                "num_samples": accuracy.of,
            },
            "details": texts([
                ("right", Some(accuracy.count.to_string())),
                ("verdicts", Some(accuracy.of.to_string())),
                ("effective_verdicts", Some(accuracy.effective.to_string())),
                ("without_verdict", Some(without_verdict.to_string())),
                ("without_answer", Some(family.unanswered.to_string())),
            ]),
        },
        "generation_config": generation_config(family),
    });
    if let Some(first) = first {
        result["evaluation_timestamp"] = json!(first);
    }
    Some(result)
}

/// The settings that were sent: in a field of the schema if all answers share one value, otherwise
/// as texts.
fn generation_config(family: &Family<'_>) -> Value {
    let samplings: Vec<&Sampling> = family.samples.iter().map(|one| &*one.trial.sampling).collect();
    let (mut typed, mut other) = (Map::new(), Map::new());
    for setting in Setting::ALL {
        let mut values: Vec<Option<Value>> = Vec::new();
        for value in samplings.iter().map(|sampling| sampling.value(setting)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let name = setting.as_str().replace('-', "_");
        let field = match setting {
            Setting::Temperature | Setting::TopP | Setting::MaxTokens => Some(name.clone()),
            _ => None,
        };
        match (values.as_slice(), field) {
            ([] | [None], _) => {}
            ([Some(value)], Some(field)) => {
                typed.insert(field, value.clone());
            }
            (several, _) => {
                let text = |value: &Option<Value>| match value {
                    Some(Value::String(text)) => text.clone(),
                    Some(value) => value.to_string(),
                    None => "not sent".to_owned(),
                };
                let texts: Vec<String> = several.iter().map(text).collect();
                other.insert(name, json!(texts.join(", ")));
            }
        }
    }
    let methods: BTreeSet<&str> =
        family.samples.iter().filter_map(|sample| sample.factors.get("protocol")).collect();
    other.insert("protocols".to_owned(), json!(methods.into_iter().collect::<Vec<_>>().join(", ")));
    json!({"generation_args": typed, "additional_details": other})
}

/// The texts that exist, by name.
fn texts<const N: usize>(fields: [(&str, Option<String>); N]) -> Map<String, Value> {
    let set = |(name, text): (&str, Option<String>)| Some((name.to_owned(), json!(text?)));
    fields.into_iter().filter_map(set).collect()
}
