//! Reads instances of Every Eval Ever: one JSON line for each answer.

use super::options::ScoreOptions;
use super::texts::{columns, score, text};
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Tests if a JSON object is an instance.
pub(super) fn is_instance(value: &Value) -> bool {
    value["schema_version"].is_string()
        && value["evaluation_name"].is_string()
        && !value["sample_id"].is_null()
        && value["evaluation"].is_object()
}

/// The runs by their models. If scores differ from correctness, correctness is a separate metric.
pub(super) fn runs<'r>(
    instances: impl Iterator<Item = &'r Value> + Clone,
    options: &ScoreOptions,
) -> Vec<(Option<String>, ScoredRun)> {
    let mut runs: BTreeMap<String, ScoredRun> = BTreeMap::new();
    let is_more = |instance: &Value| {
        let evaluation = &instance["evaluation"];
        score(&evaluation["score"]) != score(&evaluation["is_correct"])
    };
    let are_both = instances.clone().any(is_more);
    let placeholders = Placeholders::among(instances.clone());
    for instance in instances {
        let run = runs.entry(text(&instance["model_id"])).or_default();
        match placeholders.has(instance) {
            true => {
                let remark = format!(
                    "task {}: lines without a result and a score are placeholders for a score of \
                     the whole task, and are left out",
                    task(instance)
                );
                if placeholders.is_whole(instance) && !run.remarks.contains(&remark) {
                    run.remarks.push(remark);
                }
            }
            false => run.add(row(instance, are_both, options)),
        }
    }
    runs.into_iter().map(|(model, run)| (Some(model), run)).collect()
}

/// Lines in place of a score for a whole corpus. Converters write them without a result id and with
/// a score of 0.
struct Placeholders<'r> {
    /// True if any line names its result.
    are_named: bool,
    /// The evaluations in which a line without a result has a score.
    scored: BTreeSet<&'r str>,
}

impl<'r> Placeholders<'r> {
    fn among(instances: impl Iterator<Item = &'r Value>) -> Self {
        let mut found = Self { are_named: false, scored: BTreeSet::new() };
        for one in instances {
            found.are_named |= one["evaluation_result_id"].is_string();
            if score(&one["evaluation"]["score"]).flatten().is_some_and(|score| score != 0.0)
                || one["evaluation"]["is_correct"] == true
            {
                found.scored.extend(one["evaluation_name"].as_str());
            }
        }
        found
    }

    fn has(&self, instance: &Value) -> bool {
        let names_none = instance.get("evaluation_result_id").is_some_and(Value::is_null);
        names_none && (self.are_named || self.is_whole(instance))
    }

    /// Tests if no line of the evaluation has a score.
    fn is_whole(&self, instance: &Value) -> bool {
        !self.scored.contains(instance["evaluation_name"].as_str().unwrap_or_default())
    }
}

fn row(instance: &Value, are_both: bool, options: &ScoreOptions) -> ScoreRow {
    let evaluation = &instance["evaluation"];
    let is_lost = instance["error"].is_string();
    let of = |name: &str| score(&evaluation[name]).flatten().filter(|_| !is_lost);
    let question = text(&instance["input"]["raw"]);
    let content = match instance["sample_hash"].as_str() {
        Some(hash) if !hash.is_empty() => hash.to_owned(),
        _ => question.clone(),
    };
    let said = match instance["output"]["raw"].is_null() {
        true => instance["messages"]
            .as_array()
            .and_then(|all| all.last())
            .map(|last| text(&last["content"])),
        false => Some(text(&instance["output"]["raw"])),
    };
    let metric = metric(instance);
    let mut scores = vec![(metric.clone(), of("score"))];
    if are_both {
        scores.push((format!("is_correct,{metric}"), of("is_correct")));
    }
    ScoreRow {
        task: task(instance),
        id: ItemId::written(&text(&instance["sample_id"])),
        pass: epoch(instance),
        content: Some(content).filter(|content| !content.is_empty()),
        texts: options.texts(|| ItemTexts {
            question,
            target: text(&instance["input"]["reference"]),
            answer: said.unwrap_or_default(),
        }),
        columns: options.columns(|| columns(&instance["metadata"])),
        scores,
    }
}

/// The metric of a sample: the id of its result, `METRIC` or `METRIC:FILTER`, as converters of
/// other logs write it.
fn metric(instance: &Value) -> String {
    match instance["evaluation_result_id"].as_str() {
        Some(id) if !is_opaque(id) => id.replacen(':', ",", 1),
        _ => "score".to_owned(),
    }
}

/// Tests if an id is a path, a number or a hash, which two files cannot share.
fn is_opaque(id: &str) -> bool {
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    id.is_empty() || id.contains('/') || (id.len() >= 8 && digits * 4 > id.len())
}

/// The task: the name of the evaluation without the filter, which is also in the metric.
fn task(instance: &Value) -> String {
    let name = text(&instance["evaluation_name"]);
    let metric = metric(instance);
    let filter = metric.split_once(',').map(|(_, filter)| format!("/{filter}"));
    let bare = filter.and_then(|filter| name.strip_suffix(&filter).map(str::to_owned));
    bare.unwrap_or(name)
}

/// The epoch that converters of Inspect's logs write, from 0.
fn epoch(instance: &Value) -> u32 {
    let epoch = text(&instance["metadata"]["epoch"]);
    epoch.parse::<u32>().unwrap_or(1).saturating_sub(1)
}
