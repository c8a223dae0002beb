//! Versions of one item, one run under two names, and metrics and tasks of other names.

use crate::support::{of_counts, only, row, run};
use peirast_compare::{
    CompareError, CompareOptions, CountInterval, GateOutcome, ItemId, ItemTexts, LeftOut,
    PairedTest, ScoreRow, ScoreSource, ScoredRun, compare, comparison_notes, comparison_text,
    non_inferior,
};
use std::collections::BTreeMap;

/// A run from a run directory: several versions of each item, all with one score.
fn of_versions(name: &str, task: &str, items: &[f64], versions: u32) -> ScoredRun {
    of_related(name, task, items, versions, "item")
}

/// The same run; its questions are related by this column. A cluster has two items.
fn of_related(name: &str, task: &str, items: &[f64], versions: u32, by: &str) -> ScoredRun {
    let mut run = ScoredRun::new(name);
    run.versions_of = Some(by.to_owned());
    for (number, score) in items.iter().enumerate() {
        for version in 0..versions {
            run.add(ScoreRow {
                task: task.to_owned(),
                id: ItemId::Counted(format!("{task}-{number} version {version}").into()),
                columns: BTreeMap::from([
                    ("item".to_owned(), format!("{task}-{number}")),
                    (
                        by.to_owned(),
                        format!("{task}-{}", if by == "item" { number } else { number / 2 }),
                    ),
                ]),
                scores: vec![("correct".to_owned(), Some(*score))],
                ..row(ItemId::Number(0), None)
            });
        }
    }
    run
}

#[test]
fn versions_of_one_item_are_related() {
    let runs = [of_versions("a", "t", &[0.0; 6], 4), of_versions("b", "t", &[1.0; 6], 4)];
    let found = only(&runs, &CompareOptions::default());
    assert_eq!((found.n, found.clusters, found.by.as_deref()), (24, Some(6), Some("item")));
    assert_eq!((found.test, found.p_mid), (PairedTest::McnemarSignFlip, None));
    // Six items that all go one way, not 24.
    assert!((found.p - 2.0 / 64.0).abs() < 1e-12, "{}", found.p);
    assert!(
        found.remarks.iter().any(|one| one.contains("versions of items")),
        "{:?}",
        found.remarks
    );
    assert_eq!(found.clusters, Some(6));
    // One version of each item.
    let single = [of_versions("a", "t", &[0.0; 6], 1), of_versions("b", "t", &[1.0; 6], 1)];
    let found = only(&single, &CompareOptions::default());
    assert_eq!((found.clusters, found.by, found.p_mid.is_some()), (None, None, true));
    // A log of another tool does not mention versions.
    let mut other = runs.clone();
    other[1].versions_of = None;
    assert_eq!(only(&other, &CompareOptions::default()).clusters, None);
    // The options name another column.
    let options = CompareOptions { by: Some("topic".to_owned()), ..CompareOptions::default() };
    assert!(matches!(compare(&runs, &options), Err(CompareError::NoColumn { .. })));
    let tango = CompareOptions { interval: CountInterval::Tango, ..CompareOptions::default() };
    let error = compare(&runs, &tango).expect_err("an interval of unrelated items").to_string();
    assert!(error.contains("versions of one item"), "{error}");
}

#[test]
fn clusters_of_a_run_count_before_its_items() {
    let plain = [of_versions("a", "t", &[0.0; 8], 4), of_versions("b", "t", &[1.0; 8], 4)];
    let clustered = [("a", 0.0), ("b", 1.0)]
        .map(|(name, score)| of_related(name, "t", &[score; 8], 4, "cluster"));
    let found = only(&clustered, &CompareOptions::default());
    assert_eq!((found.n, found.clusters, found.by.as_deref()), (32, Some(4), Some("cluster")));
    assert!(found.remarks.iter().any(|one| one.contains("of one cluster")), "{:?}", found.remarks);
    // The clusters of one run hold for both.
    let [a, b] = [plain[0].clone(), clustered[1].clone()];
    for runs in [[a.clone(), b.clone()], [b, a]] {
        assert_eq!(only(&runs, &CompareOptions::default()).clusters, Some(4));
    }
}

#[test]
fn runs_with_nothing_in_common_are_named_first() {
    let of = |name: &str, task: &str, place: &str| {
        let mut run = of_versions(name, task, &[0.0, 1.0, 1.0, 0.0], 1);
        run.sources.push(ScoreSource { path: place.to_owned(), digest: place.to_owned() });
        run
    };
    let runs = [
        of("mine: a", "mine", "runs/mine"),
        of("mine: b", "mine", "runs/mine"),
        of("who: a", "who", "runs/who"),
        of("who: b", "who", "runs/who"),
    ];
    let found = compare(&runs, &CompareOptions::default()).expect("subjects within each");
    let text = comparison_text(&found);
    assert!(text.starts_with("runs/mine and runs/who have nothing in common: no "), "{text}");
    assert_eq!(text.matches("have nothing in common").count(), 1, "{text}");
    assert!(comparison_notes(&found).iter().any(|note| note.contains("nothing in common")));
    let text = comparison_text(&compare(&runs[..2], &CompareOptions::default()).expect("one run"));
    assert!(!text.contains("nothing in common"), "{text}");
}

#[test]
fn a_task_without_versions_is_pooled_item_by_item() {
    let both = |name: &str, score: f64| {
        let mut run = of_versions(name, "t", &[score; 6], 4);
        let other = of_versions(name, "u", &[score; 6], 1);
        run.tasks.extend(other.tasks);
        run
    };
    let runs = [both("a", 0.0), both("b", 1.0)];
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let clusters: Vec<Option<u64>> = found.rows.iter().map(|row| row.clusters).collect();
    assert_eq!(clusters, [Some(6), None, Some(12)]);
}

#[test]
fn one_run_under_two_names_is_said() {
    let with_source = |name: &str, score: f64, digest: &str| {
        let mut run = run(name, &[score; 9]);
        run.sources = vec![ScoreSource { path: name.to_owned(), digest: digest.to_owned() }];
        run
    };
    let notes = |runs: &[ScoredRun]| {
        comparison_notes(&compare(runs, &CompareOptions::default()).expect("comparisons"))
    };
    let same = [with_source("a", 1.0, "x"), with_source("b", 1.0, "x"), with_source("c", 1.0, "y")];
    assert_eq!(notes(&same), ["a and b are one run: their files and scores are the same"]);
    // Two models in one file.
    assert!(notes(&[with_source("a", 1.0, "x"), with_source("b", 0.0, "x")]).is_empty());
}

fn renamed(mut run: ScoredRun, metric: &str, task: &str) -> ScoredRun {
    let own = run.tasks.remove("t").expect("the task");
    let mut other = ScoredRun::new(run.name);
    for item in own.items() {
        other.add(ScoreRow {
            task: task.to_owned(),
            id: item.id.clone(),
            pass: 0,
            content: Some(format!("{task} {}", item.id)),
            texts: ItemTexts::default(),
            columns: BTreeMap::new(),
            scores: vec![(metric.to_owned(), item.mean(0))],
        });
    }
    other
}

#[test]
fn metrics_of_other_names_are_compared_where_they_are_named() {
    let [a, b] = of_counts([10, 2, 12, 3]);
    let runs = [a, renamed(b, "exact_match,strict", "t")];
    let error = compare(&runs, &CompareOptions::default()).expect_err("none in common").to_string();
    assert!(
        error.contains("--metric acc=exact_match,strict compares metrics with different names"),
        "{error}"
    );
    for choice in ["acc=exact_match", "acc=exact_match,strict"] {
        let metrics = vec![choice.parse().expect("a choice")];
        let options = CompareOptions { metrics, ..CompareOptions::default() };
        let found = only(&runs, &options);
        assert_eq!((found.metric.as_str(), found.n), ("acc", 27));
        assert_eq!(found.remarks, ["exact_match,strict of b is compared with acc of a"]);
    }
    let metrics = vec!["acc=f1".parse().expect("a choice")];
    let error = compare(&runs, &CompareOptions { metrics, ..CompareOptions::default() });
    let error = error.expect_err("no such metric").to_string();
    assert_eq!(error, "there is no metric `f1`: there are acc, exact_match,strict");
}

#[test]
fn runs_of_two_tasks_are_told_apart() {
    let [a, b] = of_counts([10, 2, 12, 3]);
    let runs = [renamed(a, "acc", "gsm"), renamed(b, "acc", "arc")];
    let error = compare(&runs, &CompareOptions::default()).expect_err("two tasks").to_string();
    assert!(
        error.contains("a is a run of task gsm and b of task arc, with no item in common"),
        "{error}"
    );
    assert!(!error.contains("--match"), "{error}");
    // One data set under two names.
    let [a, b] = of_counts([10, 2, 12, 3]);
    let mut same = [renamed(a, "acc", "gsm"), renamed(b, "acc", "gsm")];
    let task = same[1].tasks.remove("gsm").expect("the task");
    same[1].tasks.insert("gsm_cot".to_owned(), task);
    let options = CompareOptions { margin: Some(0.9), ..CompareOptions::default() };
    let found = compare(&same, &options).expect("a comparison");
    assert!(matches!(&found.left_out[..], [LeftOut::Renamed { .. }]), "{:?}", found.left_out);
    assert!(matches!(non_inferior(&found), Ok(GateOutcome::Failed(_))));
}

/// Means of repeated answers have the limits of a share, with items as clusters, and never more than 100 %.
#[test]
fn intervals_of_shares_stay_below_one() {
    let of = |name: &str, right: [u32; 5]| {
        let mut run = ScoredRun::new(name);
        run.versions_of = Some("item".to_owned());
        for (number, right) in (0..).zip(right) {
            for pass in 0..4 {
                let id = ItemId::Given(format!("{number}/0").into());
                let mut row = row(id, Some(f64::from(u8::from(pass < right))));
                row.pass = pass;
                row.columns.insert("item".to_owned(), (number / 2).to_string());
                run.add(row);
            }
        }
        run
    };
    let runs = [of("a", [4, 4, 4, 4, 2]), of("b", [4, 3, 4, 4, 1])];
    let row = only(&runs, &CompareOptions::default());
    let share = peirast_stats::clustered::share_by;
    let expected = share(&[1.0, 1.0, 1.0, 1.0, 0.5], &[0, 0, 1, 1, 2], 0.95).expect("clusters");
    assert_eq!(row.score_a.high, Some(expected.interval.high));
    assert!(expected.interval.high <= 1.0 && row.score_b.high.is_some_and(|high| high <= 1.0));
    let remarks = row.remarks.join("; ");
    assert!(remarks.contains("(other pages count the majority of its votes)"), "{remarks}");
}
