//! Cases that must not mislead: missing tasks, margins of the wrong unit, empty cells, orders of
//! rows, few clusters.

use crate::support::{of_counts, only, row, run};
use peirast_compare::{
    CompareOptions, ComparisonVerdict, CountInterval, GateOutcome, ItemId, LeftOut, PairedTest,
    ScoredRun, Side, compare, comparison_notes, non_inferior,
};
use proptest::prelude::*;

fn with_margin(margin: f64) -> CompareOptions {
    CompareOptions { margin: Some(margin), ..CompareOptions::default() }
}

/// Runs whose items have a level of the column `topic`, or none.
fn with_topics(name: &str, items: &[(f64, &str)]) -> ScoredRun {
    let mut run = ScoredRun::new(name);
    for (number, (score, topic)) in (0..).zip(items) {
        let mut row = row(ItemId::Number(number), Some(*score));
        if !topic.is_empty() {
            row.columns.insert("topic".to_owned(), (*topic).to_owned());
        }
        run.add(row);
    }
    run
}

fn by_topic() -> CompareOptions {
    CompareOptions { by: Some("topic".to_owned()), ..CompareOptions::default() }
}

#[test]
fn a_gate_does_not_pass_without_a_task() {
    let mut runs = of_counts([700, 20, 20, 260]);
    let mut other = row(ItemId::Number(0), Some(1.0));
    other.task = "hard".to_owned();
    let alone = |runs: &[ScoredRun]| {
        let found = compare(runs, &with_margin(0.05)).expect("comparisons");
        (found.left_out.clone(), non_inferior(&found).expect("a margin"))
    };
    // A task that is new in the second run is not a loss.
    runs[1].add(other.clone());
    let (left_out, outcome) = alone(&runs);
    assert!(matches!(&left_out[..], [LeftOut::TaskAlone { lacking: Side::A, .. }]), "{left_out:?}");
    assert_eq!(outcome, GateOutcome::Passed);
    runs.reverse();
    runs[0].name = "a".to_owned();
    runs[1].name = "b".to_owned();
    let (_, outcome) = alone(&runs);
    let GateOutcome::Failed(open) = outcome else { panic!("b has no task `hard`") };
    assert_eq!(open, ["task hard is in a, but not in b"]);
    // A task that the options leave out is not missing.
    let options = CompareOptions { tasks: vec!["t".to_owned()], ..with_margin(0.05) };
    let found = compare(&runs, &options).expect("comparisons");
    assert_eq!(non_inferior(&found), Ok(GateOutcome::Passed));
    assert!(comparison_notes(&found).is_empty());
}

#[test]
fn a_gate_does_not_pass_without_a_metric_or_items() {
    let scored = |name: &str, items: &[(f64, Option<f64>)]| {
        let mut run = ScoredRun::new(name);
        for (number, (acc, safety)) in (0..).zip(items) {
            let mut row = row(ItemId::Number(number), Some(*acc));
            row.scores.extend(safety.map(|safety| ("safety".to_owned(), Some(safety))));
            run.add(row);
        }
        run
    };
    let gate = |runs: &[ScoredRun]| {
        let found = compare(runs, &with_margin(0.1)).expect("comparisons");
        non_inferior(&found).expect("a margin")
    };
    let all = vec![(1.0, Some(1.0)); 300];
    let bare = vec![(1.0, None); 300];
    let of = |a: &[(f64, Option<f64>)], b: &[(f64, Option<f64>)]| {
        gate(&[scored("a", a), scored("b", b)])
    };
    assert_eq!(of(&all, &all), GateOutcome::Passed);
    assert_eq!(of(&bare, &all), GateOutcome::Passed, "a metric more is no loss");
    let GateOutcome::Failed(open) = of(&all, &bare) else { panic!("b has no safety") };
    assert_eq!(open, ["task t: safety is in a, but not in b"]);
    let GateOutcome::Failed(open) = of(&bare, &bare[..200]) else { panic!("b has 200 items") };
    assert_eq!(open, ["b has no score of 100 items of a on t (acc)"]);
}

/// With enough items or clusters, runs that agree everywhere are within the margin for any scores.
#[test]
fn runs_that_agree_everywhere_pass_with_enough_items() {
    let gate = |runs: &[ScoredRun], options: &CompareOptions| {
        non_inferior(&compare(runs, options).expect("comparisons")).expect("a margin")
    };
    let same = |score: f64, n: usize| [run("a", &vec![score; n]), run("b", &vec![score; n])];
    for (n, passes) in [(10, false), (28, false), (29, true), (300, true)] {
        // 0.9^28 = 0.052, 0.9^29 = 0.047.
        let outcome = gate(&same(0.5, n), &with_margin(0.1));
        assert_eq!(outcome == GateOutcome::Passed, passes, "{n}");
    }
    let two: Vec<(f64, &str)> = (0..300).map(|n| (1.0, ["x", "y"][n % 2])).collect();
    let runs = [with_topics("a", &two), with_topics("b", &two)];
    let by = CompareOptions { margin: Some(0.1), ..by_topic() };
    assert!(matches!(gate(&runs, &by), GateOutcome::Failed(_)), "two topics show nothing");
    let many = [run("a", &[3.0; 50]), run("b", &[3.0; 50])];
    assert_eq!(gate(&many, &with_margin(2.0)), GateOutcome::Passed, "not bounded by 1");
    let few = [run("a", &[3.0; 4]), run("b", &[3.0; 4])];
    assert!(matches!(gate(&few, &with_margin(2.0)), GateOutcome::Failed(_)), "four items are few");
}

#[test]
fn topics_of_several_tasks_are_one_cluster_over_all() {
    let of = |name: &str, right: &dyn Fn(usize) -> bool| {
        let mut run = ScoredRun::new(name);
        for language in ["de", "fr", "sw"] {
            for question in 0..14 {
                let score = f64::from(u8::from(right(question)));
                let mut row = row(ItemId::Number(question as i64), Some(score));
                row.task = language.to_owned();
                row.columns.insert("topic".to_owned(), format!("q{question}"));
                run.add(row);
            }
        }
        run
    };
    let runs = [of("a", &|_| false), of("b", &|question| question < 5)];
    let found = compare(&runs, &by_topic()).expect("comparisons");
    let all = found.rows.iter().find(|row| row.tasks.is_pooled()).expect("a pooled row");
    // Five of fourteen questions go one way: 2/2^5.
    assert_eq!((all.n, all.clusters, all.p), (42, Some(14), 0.0625));
}

#[test]
fn decimals_that_are_equal_tie() {
    // Differences of exactly 0.1 and 0.2, in spite of the rounding of floats.
    let a = [0.1, 0.2, 0.3, 0.7, 0.6, 0.9, 0.4, 0.5];
    let b = [0.2, 0.3, 0.4, 0.8, 0.5, 0.7, 0.6, 0.6];
    let runs = [run("a", &a), run("b", &b)];
    let found = only(&runs, &CompareOptions::default());
    let whole =
        |values: &[f64]| values.iter().map(|one| (one * 10.0).round()).collect::<Vec<f64>>();
    let exact = [run("a", &whole(&a)), run("b", &whole(&b))];
    let exact = only(&exact, &CompareOptions::default());
    assert_eq!((found.p, found.p_wilcoxon), (exact.p, exact.p_wilcoxon));
}

#[test]
fn scores_on_two_scales_and_guessed_directions_are_pointed_out() {
    let runs = [run("a", &[0.9, 0.8, 0.7]), run("b", &[90.0, 80.0, 70.0])];
    let remarks = only(&runs, &CompareOptions::default()).remarks;
    assert!(remarks[0].contains("b has scores up to 90"), "{remarks:?}");
    let named = |metric: &str| {
        let mut runs = [ScoredRun::new("a"), ScoredRun::new("b")];
        for (run, score) in runs.iter_mut().zip([0.5, 1.0]) {
            let mut row = row(ItemId::Number(0), Some(score));
            row.scores[0].0 = metric.to_owned();
            run.add(row);
        }
        let found = only(&runs, &CompareOptions::default());
        (found.better, found.remarks.iter().any(|one| one.contains("--higher-is-better")))
    };
    use peirast_compare::BetterScore::{Higher, Lower};
    assert_eq!(named("error_rate"), (Lower, true));
    for metric in ["error_detection_accuracy", "toxicity_avoided", "error_free", "acc"] {
        assert_eq!(named(metric), (Higher, false), "{metric}");
    }
}

#[test]
fn a_margin_that_shares_cannot_reach_is_refused() {
    let runs = of_counts([5, 5, 5, 5]);
    let error = compare(&runs, &with_margin(3.0)).expect_err("points, not shares").to_string();
    assert!(
        error.contains("a margin of 3 would pass anything") && error.contains("0.02"),
        "{error}"
    );
    let runs = [run("a", &[3.0, 5.0, 9.0]), run("b", &[4.0, 4.0, 8.0])];
    assert!(compare(&runs, &with_margin(3.0)).is_ok(), "scores of any size have margins of any");
}

#[test]
fn names_that_no_run_has_are_refused() {
    let runs = of_counts([1, 2, 3, 4]);
    let fails = |options: &CompareOptions| compare(&runs, options).expect_err("a name").to_string();
    let plain = CompareOptions::default();
    let one = |name: &str| vec![name.to_owned()];
    let error = fails(&CompareOptions { tasks: one("u"), ..plain.clone() });
    assert_eq!(error, "there is no task `u`: there are t");
    for options in [
        CompareOptions { metrics: vec!["f1".parse().expect("a metric")], ..plain.clone() },
        CompareOptions { lower_is_better: one("f1"), ..plain.clone() },
        CompareOptions { higher_is_better: one("f1"), ..plain.clone() },
    ] {
        assert_eq!(fails(&options), "there is no metric `f1`: there are acc");
    }
    let both =
        CompareOptions { lower_is_better: one("acc"), higher_is_better: one("acc"), ..plain };
    assert!(fails(&both).contains("acc is given both as higher-is-better and as lower-is-better"));
}

#[test]
fn items_without_a_level_are_clusters_of_their_own() {
    let items = |right: f64| -> Vec<(f64, &'static str)> {
        (0..12).map(|n| (right, if n < 8 { ["x", "y"][n % 2] } else { "" })).collect()
    };
    let runs = [with_topics("a", &items(0.0)), with_topics("b", &items(1.0))];
    let found = only(&runs, &by_topic());
    assert_eq!((found.clusters, found.n), (Some(6), 12));
    assert_eq!(found.remarks, ["4 items have no topic: each counts as a cluster of its own"]);
    // A remark reports levels that differ between the runs.
    let other = with_topics("b", &[(1.0, "p"), (1.0, "y"), (0.0, "y")]);
    let runs = [with_topics("a", &[(0.0, "x"), (1.0, "y"), (0.0, "y")]), other];
    let remarks = only(&runs, &by_topic()).remarks;
    assert!(remarks.iter().any(|one| one.contains("1 item has another topic")), "{remarks:?}");
    let tango = CompareOptions { interval: CountInterval::Tango, ..by_topic() };
    let error = compare(&runs, &tango).expect_err("related items").to_string();
    assert!(error.contains("Tango") && error.contains("--by"), "{error}");
}

#[test]
fn more_items_are_enough_for_the_test() {
    // Five items that all gain: of 32 sign flips, two are as extreme.
    let runs = [run("a", &[0.1; 5]), run("b", &[0.2, 0.31, 0.42, 0.53, 0.64])];
    let found = only(&runs, &CompareOptions::default());
    assert_eq!((found.test, found.p), (PairedTest::SignFlip, 0.0625));
    assert_eq!(found.verdict, ComparisonVerdict::Undecided { needs: Some(1) });
    // Four clusters of five items that all gain: a decision needs at least six clusters.
    let items = |score: f64| -> Vec<(f64, &'static str)> {
        (0..20).map(|n| (score, ["w", "x", "y", "z"][n % 4])).collect()
    };
    let runs = [with_topics("a", &items(0.0)), with_topics("b", &items(1.0))];
    let found = only(&runs, &by_topic());
    assert_eq!(found.verdict, ComparisonVerdict::Undecided { needs: Some(10) });
}

#[test]
fn an_interval_has_a_width_or_is_none() {
    let items = |score: f64| -> Vec<(f64, &'static str)> {
        (0..20).map(|n| (score, ["w", "x", "y", "z"][n % 4])).collect()
    };
    let runs = [with_topics("a", &items(0.0)), with_topics("b", &items(1.0))];
    let bootstrap = CompareOptions { interval: CountInterval::Bootstrap, ..by_topic() };
    let found = only(&runs, &bootstrap);
    assert_eq!(found.interval, "newcombe-clustered");
    assert!(found.difference.low < Some(1.0), "{:?}", found.difference);
    let runs = [run("a", &[0.1, 0.2, 0.3]), run("b", &[0.6, 0.7, 0.8])];
    let found = only(&runs, &CompareOptions::default());
    if found.interval == "none" {
        assert_eq!((found.difference.low, found.difference.high), (None, None));
    }
    let same = [run("a", &[0.25, 0.5]), run("b", &[0.25, 0.5])];
    let found = only(&same, &with_margin(0.1));
    assert_eq!((found.interval, found.difference.low), ("none", None));
    assert!(found.remarks[0].contains("do not vary"), "{:?}", found.remarks);
}

#[test]
fn passes_are_compared_on_the_items_of_all() {
    let mut a = run("a", &[1.0, 1.0, 0.0, 0.0]);
    // The second pass has only the two easy items.
    a.add_passes(run("again", &[1.0, 0.0]));
    let runs = [a, run("b", &[1.0, 1.0, 1.0, 0.0])];
    let found = only(&runs, &CompareOptions::default());
    assert_eq!(found.passes.0.means, [1.0, 0.5]);
}

#[test]
fn answers_that_repeat_an_item_are_counted() {
    let mut a = run("a", &[1.0, 0.0]);
    a.add(row(ItemId::Number(0), Some(0.0)));
    let runs = [a, run("b", &[1.0, 1.0]), run("c", &[1.0, 0.0])];
    let found = compare(&runs, &CompareOptions::default()).expect("a comparison");
    assert_eq!(found.rows[0].repeated, (1, 0));
    let text = peirast_compare::comparison_text(&found);
    // Once, though the run is compared with two others.
    assert_eq!(text.matches("wrong for copies").count(), 1, "{text}");
    assert!(
        text.contains("note: t: 1 answer of a repeat items: each counts with the mean"),
        "{text}"
    );
}

/// Many items are tested with Student's t, which is near to sign flips of a part of them.
#[test]
fn many_items_are_tested_by_student_s_t() {
    let scores = |shift: f64| -> Vec<f64> {
        (0..20_500_u32).map(|n| f64::from(n % 97) / 97.0 + shift * f64::from(n % 7)).collect()
    };
    let runs = [run("a", &scores(0.0)), run("b", &scores(0.001))];
    let found = only(&runs, &CompareOptions::default());
    assert_eq!((found.test, found.interval), (PairedTest::T, "t"));
    assert!(found.p < 1e-6 && found.difference.low > Some(0.0));
    let same = [run("a", &scores(0.0)), run("b", &scores(0.0))];
    assert_eq!(only(&same, &CompareOptions::default()).p, 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Random draws depend on the scores and the seed, not on the order of rows.
    #[test]
    fn the_order_of_rows_does_not_matter(
        (scores, order) in (22..40_usize).prop_flat_map(|n| (
            prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64, 0..9_usize), n),
            Just((0..n).collect::<Vec<_>>()).prop_shuffle(),
        )),
        is_clustered: bool,
    ) {
        const TOPICS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let of = |side: usize, order: &[usize]| {
            let mut run = ScoredRun::new(["a", "b"][side]);
            for at in order {
                let (x, y, topic) = scores[*at];
                let mut row = row(ItemId::Number(*at as i64), Some([x, y][side]));
                row.columns.insert("topic".to_owned(), TOPICS[topic].to_owned());
                run.add(row);
            }
            run
        };
        let plain: Vec<usize> = (0..scores.len()).collect();
        let options = CompareOptions {
            resamples: 200,
            by: is_clustered.then(|| "topic".to_owned()),
            ..CompareOptions::default()
        };
        let runs = [of(0, &plain), of(1, &plain)];
        let turned = [of(0, &order), of(1, &order)];
        let (one, other) = (only(&runs, &options), only(&turned, &options));
        prop_assert_eq!(one.p, other.p);
        prop_assert_eq!(one.difference.low, other.difference.low);
        prop_assert_eq!(one.difference.high, other.difference.high);
    }
}
