//! Reads results of promptfoo: one JSON object, or one result for each line.

use super::options::ScoreOptions;
use super::texts::{columns, score, text};
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use peirast_record::canonical_json;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The task of a test without a description.
const TASK: &str = "promptfoo";

/// The results within a document of promptfoo; `None` for other documents.
pub(super) fn results(document: &Value) -> Option<&Vec<Value>> {
    let results = &document["results"];
    let list = if results.is_array() { results } else { &results["results"] };
    list.as_array().filter(|list| list.iter().all(is_result))
}

/// Tests if a value is a result.
pub(super) fn is_result(value: &Value) -> bool {
    !value["provider"].is_null()
        && (value["success"].is_boolean() || !value["gradingResult"].is_null())
}

/// The runs. Each pair of provider and prompt is a run, since users compare prompts as often as
/// models. A repeated test has a new number each time, but it is one item, because the question is
/// the same.
pub(super) fn runs<'r>(
    results: impl Iterator<Item = &'r Value> + Clone,
    options: &ScoreOptions,
) -> Vec<(Option<String>, ScoredRun)> {
    let mut prompts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for result in results.clone() {
        prompts.entry(provider(result)).or_default().insert(prompt(result));
    }
    let mut runs: BTreeMap<String, ScoredRun> = BTreeMap::new();
    let mut numbers: BTreeMap<String, i64> = BTreeMap::new();
    for (place, result) in (0..).zip(results) {
        let provider = provider(result);
        let name = match prompts.get(&provider).map_or(0, BTreeSet::len) {
            0 | 1 => provider,
            _ => format!("{provider}, prompt {}", prompt(result)),
        };
        let content = content(result);
        let own = result["testIdx"].as_i64().unwrap_or(place);
        let number = *numbers.entry(content.clone()).or_insert(own);
        runs.entry(name).or_default().add(row(result, number, content, options));
    }
    runs.into_iter().map(|(name, run)| (Some(name), run)).collect()
}

/// The content of a test: its variables and description.
fn content(result: &Value) -> String {
    canonical_json(json!([vars(result), result["testCase"]["description"]]))
}

fn vars(result: &Value) -> &Value {
    match result["vars"].is_object() {
        true => &result["vars"],
        false => &result["testCase"]["vars"],
    }
}

fn provider(result: &Value) -> String {
    let provider = &result["provider"];
    let named = |name: &str| provider[name].as_str().filter(|name| !name.is_empty());
    named("label").or_else(|| named("id")).map_or_else(|| text(provider), str::to_owned)
}

fn prompt(result: &Value) -> String {
    let label = result["prompt"]["label"].as_str().unwrap_or_default();
    match result["promptIdx"].as_u64() {
        _ if !label.is_empty() && label.chars().count() <= 40 && !label.contains('\n') => {
            label.to_owned()
        }
        Some(number) => (number + 1).to_string(),
        None => text(&result["promptId"]),
    }
}

fn row(result: &Value, number: i64, content: String, options: &ScoreOptions) -> ScoreRow {
    let mut scores = vec![
        ("pass".to_owned(), score(&result["success"]).flatten()),
        ("score".to_owned(), score(&result["score"]).flatten()),
    ];
    // A failed call is not an answer.
    if result["failureReason"].as_u64() == Some(2) {
        scores.iter_mut().for_each(|(_, score)| *score = None);
    }
    let named = result["namedScores"].as_object().into_iter().flatten();
    scores.extend(named.filter_map(|(name, value)| Some((name.clone(), score(value)?))));
    let all = || {
        let metadata = columns(&result["testCase"]["metadata"]).into_iter();
        let mut all = columns(vars(result));
        all.extend(metadata.map(|(name, value)| (format!("metadata.{name}"), value)));
        all
    };
    ScoreRow {
        task: TASK.to_owned(),
        id: ItemId::Number(number),
        pass: 0,
        content: Some(content),
        texts: options.texts(|| ItemTexts {
            question: text(&result["prompt"]["raw"]),
            target: text(&result["testCase"]["assert"][0]["value"]),
            answer: text(&result["response"]["output"]),
        }),
        columns: options.columns(all),
        scores,
    }
}
