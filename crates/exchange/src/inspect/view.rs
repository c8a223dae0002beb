//! How Inspect's viewer shows a log at first.

use super::pairs::Cell;
use super::score::PAIR_OUTCOME;
use serde_json::{Value, json};

/// The colour of what became of a pair. Colour is never all that tells them apart: the words stand there.
fn colour(cell: Cell) -> &'static str {
    match cell {
        Cell::Both => "good",
        Cell::OnlyOriginal => "bad",
        Cell::OnlyPerturbed => "warn",
        Cell::Neither => "muted",
        Cell::Dropped => "info",
    }
}

/// The columns of the samples, with the outcome of pairs in colour where there are pairs.
pub(super) fn viewer(scorer: &str, has_pairs: bool) -> Value {
    let mut columns = vec!["sampleStatus", "sampleId", "epoch", "input", "target", "answer"];
    let score = format!("score__{scorer}__{scorer}");
    let pairs = format!("score__{PAIR_OUTCOME}__{PAIR_OUTCOME}");
    columns.push(&score);
    if has_pairs {
        columns.push(&pairs);
    }
    columns.push("error");
    let columns: Vec<Value> = columns.iter().map(|id| json!({ "id": id })).collect();
    let colours: serde_json::Map<String, Value> =
        Cell::ALL.iter().map(|cell| (cell.as_str().to_owned(), json!(colour(*cell)))).collect();
    json!({"task_samples_view": {
        "name": "Pairs",
        "columns": columns,
        "multiline": false,
        "score_color_scales": { PAIR_OUTCOME: colours },
        "color_scales_enabled": true,
    }})
}
