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

/// Tests if a document of promptfoo holds its results only as the table of its page.
pub(super) fn is_table(document: &Value) -> bool {
    let table = &document["results"]["table"];
    results(document).is_none() && table["head"]["prompts"].is_array() && table["body"].is_array()
}

/// The results in the table of a document: a row is a test, and each of its outputs is the result of
/// a provider with a prompt.
pub(super) fn table_results(document: &Value) -> Vec<Value> {
    let table = &document["results"]["table"];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (prompts, names) = (list(&table["head"]["prompts"]), list(&table["head"]["vars"]));
    let mut results = Vec::new();
    for (test, row) in list(&table["body"]).iter().enumerate() {
        let own = list(&row["vars"]);
        let vars = names.iter().zip(&own).map(|(name, value)| (text(name), value.clone()));
        let vars: serde_json::Map<String, Value> = vars.collect();
        for (at, (prompt, output)) in prompts.iter().zip(list(&row["outputs"])).enumerate() {
            results.push(json!({
                "provider": prompt["provider"],
                "prompt": {"raw": output["prompt"], "label": prompt["label"]},
                "promptIdx": at,
                "promptId": prompt["raw"],
                "testIdx": row["testIdx"].as_u64().unwrap_or(test as u64),
                "testCase": row["test"],
                "vars": vars,
                "success": output["pass"],
                "score": output["score"],
                "namedScores": output["namedScores"],
                "failureReason": output["failureReason"],
                "gradingResult": output["gradingResult"],
                "response": {"output": output["text"]},
            }));
        }
    }
    results
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
        // A test of the same variables that asks for something else is another item.
        let test = format!("{content}{}", result["testCase"]["assert"]);
        let number = *numbers.entry(test).or_insert(own);
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
