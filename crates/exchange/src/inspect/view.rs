//! The initial settings of Inspect's viewer for a log.

use super::pairs::Cell;
use super::score::PAIR_OUTCOME;
use serde_json::{Value, json};

/// The colour of a pair's outcome. The column contains the words too, so colour is never the only
/// sign.
fn colour(cell: Cell) -> &'static str {
    match cell {
        Cell::Both => "good",
        Cell::OnlyOriginal => "bad",
        Cell::OnlyPerturbed => "warn",
        Cell::Neither => "muted",
        Cell::Dropped => "info",
    }
}

/// The columns of the samples. If there are pairs, their outcomes are in colour.
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
