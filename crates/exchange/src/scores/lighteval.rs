//! Reads details of lighteval: one Parquet file for each task.

use super::options::ScoreOptions;
use super::texts::{columns, conversation, first, score, text};
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use peirast_record::canonical_json;
use peirast_rows::DataFile;
use serde_json::{Value, json};
use std::path::Path;

/// Tests if these are the columns of details.
pub(super) fn is_details(columns: &[String]) -> bool {
    let has = |name: &str| columns.iter().any(|column| column == name);
    (has("doc") && has("model_response") && (has("metric") || has("metrics")))
        || (has("metrics") && has("full_prompt") && has("predictions"))
}

/// The scores of details, and their model.
pub(super) fn read(
    path: &Path,
    file: &DataFile,
    options: &ScoreOptions,
) -> (Option<String>, ScoredRun) {
    let mut run = ScoredRun::default();
    let task = task_of(path);
    for (number, row) in (0..).zip(&file.rows) {
        let row = Value::Object(row.fields.clone());
        let metrics = first(&row, &["metric", "metrics"]).cloned().unwrap_or_default();
        let scores = metrics.as_object().into_iter().flatten();
        let scores = scores.filter_map(|(name, value)| Some((name.clone(), score(value)?)));
        let doc = &row["doc"];
        let question = first(doc, &["query"]).or_else(|| first(&row, &["example", "full_prompt"]));
        let question = question.map(conversation).unwrap_or_default();
        let choices = first(doc, &["choices"]).or_else(|| first(&row, &["choices"]));
        let content = json!([question, choices.unwrap_or(&Value::Null)]);
        run.add(ScoreRow {
            task: task.clone(),
            id: id(doc, number),
            pass: 0,
            content: Some(canonical_json(content)),
            texts: options.texts(|| ItemTexts {
                question,
                target: target(&row),
                answer: answer(&row),
            }),
            columns: options.columns(|| {
                let own = first(doc, &["specific"]).or_else(|| first(&row, &["specifics"]));
                columns(own.unwrap_or(doc))
            }),
            scores: scores.collect(),
        });
    }
    (model_of(path), run)
}

fn id(doc: &Value, number: i64) -> ItemId {
    match &doc["id"] {
        Value::String(id) => ItemId::written(id),
        Value::Number(id) => ItemId::Number(id.as_i64().unwrap_or(number)),
        _ => ItemId::Number(number),
    }
}

fn target(row: &Value) -> String {
    let doc = &row["doc"];
    let at = first(doc, &["gold_index"]).map(|at| if at.is_array() { &at[0] } else { at });
    let option =
        at.and_then(Value::as_u64).and_then(|at| doc["choices"].get(usize::try_from(at).ok()?));
    option.map_or_else(|| text(&row["gold"]), text)
}

fn answer(row: &Value) -> String {
    let response = &row["model_response"];
    let said = first(response, &["text", "final_text"]).or_else(|| first(row, &["predictions"]));
    match said {
        Some(Value::Array(texts)) => texts.first().map(text).unwrap_or_default(),
        Some(said) => text(said),
        None => String::new(),
    }
}

/// The task in `details_SUITE|TASK|SHOTS_TIME.parquet`: the text between the first underscore and
/// the time.
fn task_of(path: &Path) -> String {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.strip_prefix("details_").unwrap_or(name);
    match name.rsplit_once('_') {
        Some((task, time))
            if time.starts_with(|c: char| c.is_ascii_digit()) && time.contains('T') =>
        {
            task
        }
        _ => name,
    }
    .to_owned()
}

/// The model in `details/MODEL/TIME/...`: the text between the folder `details` and the time.
fn model_of(path: &Path) -> Option<String> {
    let parts: Vec<&str> = path.parent()?.iter().filter_map(|part| part.to_str()).collect();
    let at = parts.iter().rposition(|part| *part == "details")?;
    let model = parts.get(at + 1..parts.len().checked_sub(1)?)?;
    (!model.is_empty()).then(|| model.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_task_and_model() {
        let path = Path::new(
            "out/details/lab/small/2025-01-02T03-04-05.678/details_leaderboard|arc:challenge|25_2025-01-02T03-04-05.678.parquet",
        );
        assert_eq!(task_of(path), "leaderboard|arc:challenge|25");
        assert_eq!(model_of(path).as_deref(), Some("lab/small"));
        assert_eq!(model_of(Path::new("other/file.parquet")), None);
    }
}
