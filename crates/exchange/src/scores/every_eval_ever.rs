//! Instances of Every Eval Ever: a JSON line an answer.

use super::texts::{columns, score, text};
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use serde_json::Value;
use std::collections::BTreeMap;

/// Whether a JSON object is an instance.
pub(super) fn is_instance(value: &Value) -> bool {
    value["schema_version"].is_string()
        && value["evaluation_name"].is_string()
        && !value["sample_id"].is_null()
        && value["evaluation"].is_object()
}

/// The runs by their models. Whether an answer is correct is a metric of its own where scores say more.
pub(super) fn runs<'r>(
    instances: impl Iterator<Item = &'r Value> + Clone,
) -> Vec<(Option<String>, ScoredRun)> {
    let mut runs: BTreeMap<String, ScoredRun> = BTreeMap::new();
    let is_more = |instance: &Value| {
        let evaluation = &instance["evaluation"];
        score(&evaluation["score"]) != score(&evaluation["is_correct"])
    };
    let are_both = instances.clone().any(is_more);
    for instance in instances {
        let model = text(&instance["model_id"]);
        runs.entry(model).or_default().add(row(instance, are_both));
    }
    runs.into_iter().map(|(model, run)| (Some(model), run)).collect()
}

fn row(instance: &Value, are_both: bool) -> ScoreRow {
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
    // Several results of one sample are told apart by what they are results of.
    let metric =
        instance["evaluation_result_id"].as_str().and_then(|id| id.rsplit(['/', ':', '#']).next());
    let name = |bare: &str| match metric {
        Some(metric) if !metric.is_empty() && !id_is_opaque(metric) => format!("{bare},{metric}"),
        _ => bare.to_owned(),
    };
    let mut scores = vec![(name("score"), of("score"))];
    if are_both {
        scores.push((name("is_correct"), of("is_correct")));
    }
    ScoreRow {
        task: text(&instance["evaluation_name"]),
        id: ItemId::Given(text(&instance["sample_id"])),
        pass: 0,
        content: Some(content).filter(|content| !content.is_empty()),
        texts: ItemTexts {
            question,
            target: text(&instance["input"]["reference"]),
            answer: said.unwrap_or_default(),
        },
        columns: columns(&instance["metadata"]),
        scores,
    }
}

/// Whether an id is a number or a hash, which names nothing that two files share.
fn id_is_opaque(id: &str) -> bool {
    id.bytes().filter(u8::is_ascii_digit).count() * 4 > id.len()
}
