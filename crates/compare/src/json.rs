//! Comparisons for programs: one JSON object each, on its own line.

use crate::comparison_notes;
use crate::sentence::{citation, matching_remarks, repeated_answers, sentence};
use crate::{
    BetterScore, ComparedTasks, ComparisonVerdict, RunComparison, RunComparisons, ScoredRun,
};
use serde_json::{Map, Value, json};

/// The comparisons as JSON lines.
///
/// Each object has at least `task`, `metric`, `a`, `b`, `n`, `n11`, `n12`, `n21`, `n22` (null if
/// scores are other numbers than 0 and 1), `difference` (b minus a), `low`, `high`, `p`, `p_mid`,
/// `method` and `verdict`, and everything needed to repeat the comparison.
pub fn comparison_lines(of: &RunComparisons<'_>) -> String {
    of.rows.iter().map(|row| comparison_object(row, of).to_string() + "\n").collect()
}

/// The comparisons as one JSON text, small enough to cite: the runs with digests of their logs, the
/// settings, and one object for each comparison.
pub fn comparison_record(of: &RunComparisons<'_>) -> String {
    let run =
        |run: &ScoredRun| json!({"name": run.name, "items": run.items(), "sources": run.sources});
    let record = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "settings": of.options,
        "runs": of.runs.iter().map(run).collect::<Vec<_>>(),
        "comparisons": of.rows.iter().map(|row| comparison_object(row, of)).collect::<Vec<_>>(),
        "left_out": of.left_out.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    format!("{record:#}\n")
}

/// A comparison as an object.
fn comparison_object(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> Value {
    let mut object = Map::new();
    let mut set = |name: &str, value: Value| object.insert(name.to_owned(), value);
    let (metric, filter) = match row.metric.split_once(',') {
        Some((metric, filter)) => (metric, Some(filter)),
        None => (row.metric.as_str(), None),
    };
    set("task", json!(row.tasks.name()));
    if let ComparedTasks::Pooled(tasks) = &row.tasks {
        set("tasks", json!(tasks));
    }
    set("pooled", json!(row.tasks.is_pooled()));
    set("metric", json!(metric));
    set("filter", json!(filter));
    set("higher_is_better", json!(row.better == BetterScore::Higher));
    set("a", json!(row.a));
    set("b", json!(row.b));
    set("n", json!(row.n));
    let count =
        |count: fn(&peirast_stats::PairedTable) -> u64| json!(row.counts.as_ref().map(count));
    set("n11", count(|table| table.n11));
    set("n12", count(|table| table.n12));
    set("n21", count(|table| table.n21));
    set("n22", count(|table| table.n22));
    for (name, score) in [("a", &row.score_a), ("b", &row.score_b)] {
        set(&format!("score_{name}"), json!(score.estimate));
        set(&format!("score_{name}_low"), json!(score.low));
        set(&format!("score_{name}_high"), json!(score.high));
    }
    set("difference", json!(row.difference.estimate));
    set("low", json!(row.difference.low));
    set("high", json!(row.difference.high));
    set("confidence", json!(of.options.confidence()));
    set("interval", json!(row.interval));
    if row.macro_difference.is_some() {
        set("difference_of_task_means", json!(row.macro_difference));
    }
    set("method", json!(row.test.name()));
    set("p", json!(row.p));
    set("p_is_limit", json!(row.p_is_limit));
    set("p_mid", json!(row.p_mid));
    set("p_wilcoxon", json!(row.p_wilcoxon));
    set("p_adjusted", json!(row.p_adjusted));
    set("correction", json!(of.options.correction.to_string()));
    set("family", json!(row.family_name()));
    set("tests", json!(row.family));
    set("alpha", json!(of.options.alpha));
    set("margin", json!(of.options.margin));
    set("p_equivalence", json!(row.p_equivalence));
    set("p_inferiority", json!(row.p_inferiority));
    set("by", json!(row.by));
    set("clusters", json!(row.clusters));
    set("verdict", json!(row.verdict.name()));
    let needs = match row.verdict {
        ComparisonVerdict::Undecided { needs } => needs,
        _ => None,
    };
    set("needs", json!(needs));
    set("power", json!(of.options.power));
    set("matched", json!(row.matching));
    set("unscored_a", json!(row.unscored.0));
    set("unscored_b", json!(row.unscored.1));
    for (name, passes) in [("a", &row.passes.0), ("b", &row.passes.1)] {
        if passes.means.len() > 1 {
            set(&format!("passes_{name}"), json!(passes.means));
            set(&format!("passes_{name}_sd"), json!(passes.deviation));
        }
    }
    set("repeated_a", json!(row.repeated.0));
    set("repeated_b", json!(row.repeated.1));
    let remarks: Vec<String> =
        matching_remarks(row).into_iter().chain(repeated_answers(row)).collect();
    set("remarks", json!(remarks));
    set("notes", json!(comparison_notes(of)));
    set("sentence", json!(sentence(row, of)));
    set("citation", json!(citation(row, of)));
    set("seed", json!(of.options.seed));
    set("version", json!(env!("CARGO_PKG_VERSION")));
    Value::Object(object)
}
