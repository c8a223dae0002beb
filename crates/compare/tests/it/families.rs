//! Families of adjusted tests, and findings that rows over several tasks must not hide.

use crate::support::row;
use peirast_compare::{
    CompareOptions, ItemId, LeftOut, ScoredRun, compare, comparison_lines, comparison_notes,
    comparison_text,
};
use serde_json::Value;

/// A task of runs of right and wrong answers, with these counts of the four cells.
fn add(runs: &mut [ScoredRun; 2], task: &str, metric: &str, [n11, n12, n21, n22]: [usize; 4]) {
    let of = |cells: [(usize, f64); 4]| cells.into_iter().flat_map(|(n, x)| vec![x; n]).collect();
    let a: Vec<f64> = of([(n11, 1.0), (n12, 1.0), (n21, 0.0), (n22, 0.0)]);
    let b: Vec<f64> = of([(n11, 1.0), (n12, 0.0), (n21, 1.0), (n22, 0.0)]);
    for (run, scores) in runs.iter_mut().zip([a, b]) {
        for (number, score) in (0..).zip(scores) {
            let mut row = row(ItemId::Number(number), Some(score));
            row.task = task.to_owned();
            row.scores[0].0 = metric.to_owned();
            run.add(row);
        }
    }
}

fn two() -> [ScoredRun; 2] {
    [ScoredRun::new("a"), ScoredRun::new("b")]
}

#[test]
fn main_metrics_are_one_family_whatever_they_are_called() {
    let mut runs = two();
    // Each alone has p = 0.0309 by McNemar's exact test.
    add(&mut runs, "one", "exact_match", [10, 4, 14, 10]);
    add(&mut runs, "two", "acc", [10, 4, 14, 10]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    for row in found.rows.iter().filter(|row| !row.tasks.is_pooled()) {
        assert_eq!((row.family, row.verdict.name(), row.is_primary), (2, "undecided", true));
        assert!((row.p_adjusted - 2.0 * row.p).abs() < 1e-12, "{} {}", row.p, row.p_adjusted);
    }
    // A further metric of the same answers is adjusted by itself.
    add(&mut runs, "two", "f1_score", [10, 0, 18, 10]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let told: Vec<(&str, &str, u64)> =
        found.rows.iter().map(|row| (row.metric.as_str(), row.family_name(), row.family)).collect();
    assert_eq!(
        told,
        [
            ("acc", "primary", 2),
            ("exact_match", "primary", 2),
            ("f1_score", "secondary", 1),
            ("acc + exact_match", "primary-pooled", 1)
        ]
    );
    let notes = comparison_notes(&found);
    assert!(notes[0].starts_with("f1_score is a secondary metric"), "{notes:?}");
    let lines = comparison_lines(&found);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap_or("")).expect("JSON");
    assert_eq!((&first["family"], &first["tests"]), (&"primary".into(), &2.into()));
}

#[test]
fn tasks_that_contradict_one_another_are_named() {
    let mut runs = two();
    add(&mut runs, "big", "acc", [400, 10, 60, 500]);
    add(&mut runs, "small", "acc", [5, 30, 2, 5]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let all = found.rows.last().expect("a row of all tasks");
    assert!(all.tasks.is_pooled() && all.verdict.name() == "better");
    let said = all.remarks.join("\n");
    assert!(said.contains("b is better on big and worse on small"), "{said}");
    assert!(said.contains("each counting alike"), "{said}");
    let text = comparison_text(&found);
    assert!(text.contains("note: all, acc (a and b): the tasks contradict one another"), "{text}");
}

#[test]
fn a_task_may_be_called_all() {
    let mut runs = two();
    add(&mut runs, "all", "acc", [5, 3, 9, 5]);
    add(&mut runs, "z", "acc", [5, 3, 9, 5]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let names: Vec<&str> = found.rows.iter().map(|row| row.tasks.name()).collect();
    assert_eq!(names, ["all", "z", "all tasks"]);
}

#[test]
fn a_task_without_the_chosen_metric_says_so() {
    let mut runs = two();
    add(&mut runs, "one", "acc", [5, 3, 9, 5]);
    add(&mut runs, "one", "acc_norm", [5, 3, 9, 5]);
    add(&mut runs, "two", "f1", [5, 3, 9, 5]);
    let metrics = vec!["acc=acc_norm".parse().expect("a choice")];
    let options = CompareOptions { metrics, ..CompareOptions::default() };
    let found = compare(&runs, &options).expect("comparisons");
    let [left_out @ LeftOut::NotSelected { .. }] = &found.left_out[..] else {
        panic!("{:?}", found.left_out)
    };
    assert_eq!(
        left_out.to_string(),
        "task two: --metric acc=acc_norm selects no metric of both runs there: a has f1; b has f1"
    );
    assert!(!left_out.may_hide_a_loss());
}
