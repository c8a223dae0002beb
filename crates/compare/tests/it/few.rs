//! Few items, few that differ, and scores of any scale.

use crate::support::{only, row, run};
use peirast_compare::{
    CompareOptions, GateOutcome, ItemId, ScoreSource, ScoredRun, compare, comparison_notes,
    comparison_text, non_inferior, sentence,
};
use peirast_stats::SplitMix64;
use peirast_stats::dist::normal_draw;

fn with_margin(margin: f64) -> CompareOptions {
    CompareOptions { margin: Some(margin), resamples: 200, ..CompareOptions::default() }
}

fn gate(runs: &[ScoredRun], margin: f64) -> GateOutcome {
    let found = compare(runs, &with_margin(margin)).expect("a comparison");
    non_inferior(&found).expect("a margin")
}

fn pair(a: &[f64], b: &[f64]) -> [ScoredRun; 2] {
    [run("a", a), run("b", b)]
}

#[test]
fn a_gate_has_margins_of_any_scale() {
    let scores: Vec<f64> = (0..200).map(|n| f64::from(n * 37 % 101)).collect();
    let better: Vec<f64> = scores.iter().map(|score| score + 5.0).collect();
    let worse: Vec<f64> = scores.iter().map(|score| score - 5.0).collect();
    assert_eq!(gate(&pair(&scores, &scores), 2.0), GateOutcome::Passed, "the same scores");
    assert_eq!(gate(&pair(&scores, &better), 2.0), GateOutcome::Passed, "better by 5");
    let GateOutcome::Failed(open) = gate(&pair(&scores, &worse), 2.0) else { panic!("worse by 5") };
    assert_eq!(open, ["b may be worse than a by 2 or more on t (acc)"]);
    let tiny: Vec<f64> = scores.iter().map(|score| score * 1e-9).collect();
    assert_eq!(
        gate(&pair(&tiny, &tiny), 2e-3),
        GateOutcome::Failed(vec![
            "b may be worse than a by 0.2 points or more on t (acc)".to_owned()
        ]),
        "between 0 and 1 an item may lose 1"
    );
}

#[test]
fn a_gate_does_not_pass_scores_on_two_scales_or_unfinished_runs() {
    let right: Vec<f64> = (0..200).map(|n| f64::from(n % 3 / 2)).collect();
    let percent: Vec<f64> = right.iter().map(|score| 100.0 * score).collect();
    let GateOutcome::Failed(open) = gate(&pair(&right, &percent), 0.05) else { panic!("scales") };
    assert!(open[0].contains("are they on one scale?") && open[0].contains("--metric"), "{open:?}");
    let mut runs = pair(&[1.0; 200], &[1.0; 200]);
    assert_eq!(gate(&runs, 0.05), GateOutcome::Passed);
    runs[1].doubts.push("the run did not end".to_owned());
    assert_eq!(gate(&runs, 0.05), GateOutcome::Failed(vec!["b: the run did not end".to_owned()]));
}

/// Six in a hundred items lose 0.9: the true difference, -0.054, is beyond the margin.
#[test]
fn sparse_losses_do_not_pass_by_chance() {
    for n in [30, 50, 100] {
        let (mut passed, runs) = (0, 400);
        for number in 0..runs {
            let mut stream = SplitMix64::numbered(5, number);
            let a: Vec<f64> = (0..n).map(|_| 0.9 + 0.1 * stream.uniform()).collect();
            let lost: Vec<f64> = a
                .iter()
                .map(|score| if stream.chance(0.06) { score - 0.9 } else { *score })
                .collect();
            passed += u32::from(gate(&pair(&a, &lost), 0.05) == GateOutcome::Passed);
        }
        let share = f64::from(passed) / runs as f64;
        println!("{n} items: {share:.3} pass");
        assert!(share <= 0.06, "{n}: {share}");
    }
    // Where many items tell, the gate passes.
    let a: Vec<f64> = (0..400).map(|n| f64::from(n % 10) / 10.0).collect();
    let b: Vec<f64> = (0..400).map(|n| f64::from((n + n % 7 % 2) % 10) / 10.0).collect();
    assert_eq!(gate(&pair(&a, &b), 0.1), GateOutcome::Passed);
    let few = only(&pair(&[0.5; 40], &[0.501; 40]), &with_margin(0.05)).p_equivalence;
    assert!(few.is_some_and(|p| p > 0.05), "{few:?}");
}

/// Sixty topics are enough for a margin of a tenth. Twelve are not, whether they differ or not: another topic
/// may be lost.
#[test]
fn a_margin_needs_many_clusters() {
    let outcome = |topics: i64, differ: bool, scale: f64| {
        let mut runs = [ScoredRun::new("a"), ScoredRun::new("b")];
        for n in 0..20 * topics {
            let (topic, at) = (n / 20, n % 20);
            let scores = match at {
                0 | 1 if differ => [0.0, 1.0],
                2 if differ => [1.0, 0.0],
                3 | 4 if differ && topic % 2 == 0 => [1.0, 0.0],
                _ => [1.0, 1.0],
            };
            for (run, score) in runs.iter_mut().zip(scores) {
                let mut row = row(ItemId::Number(n), Some(score * scale));
                row.columns.insert("g".to_owned(), topic.to_string());
                run.add(row);
            }
        }
        let options = CompareOptions { by: Some("g".to_owned()), ..with_margin(0.1) };
        let found = compare(&runs, &options).expect("a comparison");
        non_inferior(&found).expect("a margin")
    };
    for scale in [1.0, 0.999] {
        for differ in [true, false] {
            assert_eq!(outcome(60, differ, scale), GateOutcome::Passed, "{scale} {differ}");
            let few = outcome(12, differ, scale);
            assert!(matches!(few, GateOutcome::Failed(_)), "{scale} {differ}");
        }
    }
}

/// The interval of few numbers holds the true difference as often as it says.
#[test]
fn intervals_of_few_numbers_are_wide_enough() {
    for (n, size) in [(5, 1), (8, 1), (12, 1), (19, 1), (30, 5), (50, 5)] {
        let (mut held, runs) = (0, 600);
        for number in 0..runs {
            let mut stream = SplitMix64::numbered(9, number);
            let mut pair = [ScoredRun::new("a"), ScoredRun::new("b")];
            let mut of_cluster = 0.0;
            for item in 0..n {
                if item % size == 0 {
                    of_cluster = normal_draw(&mut stream);
                }
                let gain = of_cluster + normal_draw(&mut stream);
                for (run, score) in pair.iter_mut().zip([5.0, 5.0 + gain]) {
                    let mut row = row(ItemId::Number(item), Some(score));
                    row.columns.insert("g".to_owned(), (item / size).to_string());
                    run.add(row);
                }
            }
            let by = (size > 1).then(|| "g".to_owned());
            let options = CompareOptions { by, resamples: 200, ..CompareOptions::default() };
            let found = only(&pair, &options);
            assert_eq!(found.interval, if size > 1 { "t-clustered" } else { "t" });
            held +=
                u32::from(found.difference.low <= Some(0.0) && found.difference.high >= Some(0.0));
        }
        let share = f64::from(held) / runs as f64;
        println!("{n} items in clusters of {size}: {share:.3} hold the truth");
        assert!(share >= 0.925, "{n} {size}: {share}");
    }
}

#[test]
fn sign_flips_are_counted_or_their_limit_is_told() {
    // 470 items that are the same, and 30 that gain a half.
    let a = vec![0.5; 500];
    let b: Vec<f64> = (0..500).map(|n| if n < 30 { 1.0 } else { 0.5 }).collect();
    let runs = pair(&a, &b);
    let found = only(&runs, &CompareOptions::default());
    assert!((found.p / 2_f64.powi(-29) - 1.0).abs() < 1e-9, "{}", found.p);
    assert!(!found.p_is_limit);
    // Numbers of many digits, which all gain.
    let a: Vec<f64> = (0..60).map(|n| f64::from(n).sqrt()).collect();
    let b: Vec<f64> = (0..60).map(|n| f64::from(n).sqrt() + f64::from(n + 2).ln()).collect();
    let runs = pair(&a, &b);
    let found = compare(&runs, &CompareOptions::default()).expect("a comparison");
    assert!(found.rows[0].p_is_limit && found.rows[0].p < 1e-4);
    let text = comparison_text(&found);
    assert!(text.contains("p at most 2.0e-5") && text.contains("<=2.0e-5"), "{text}");
}

#[test]
fn one_cluster_shows_nothing_and_few_show_little() {
    let of = |clusters: i64| {
        let mut runs = [ScoredRun::new("a"), ScoredRun::new("b")];
        for (run, gain) in runs.iter_mut().zip([0, 1]) {
            for n in 0..40 {
                let score = if n % 4 == 0 { 0.0 } else { f64::from(gain) };
                let mut row = row(ItemId::Number(n), Some(score));
                row.columns.insert("g".to_owned(), (n % clusters).to_string());
                run.add(row);
            }
        }
        let options = CompareOptions { by: Some("g".to_owned()), ..CompareOptions::default() };
        let found = only(&runs, &options);
        (found.verdict.to_string(), found.remarks.join("; "))
    };
    let (verdict, remarks) = of(1);
    assert_eq!(verdict, "undecided");
    assert!(remarks.contains("all items are one cluster"), "{remarks}");
    let (verdict, remarks) = of(3);
    assert!(verdict.contains("needs"), "{verdict}");
    assert!(remarks.contains("a rough one"), "{remarks}");
}

#[test]
fn scores_are_shown_by_their_kind() {
    let told = |metric: &str, a: &[f64], b: &[f64]| {
        let mut runs = pair(&[], &[]);
        for (run, scores) in runs.iter_mut().zip([a, b]) {
            for (number, score) in (0..).zip(scores) {
                let mut row = row(ItemId::Number(number), Some(*score));
                row.scores[0].0 = metric.to_owned();
                run.add(row);
            }
        }
        let found = compare(&runs, &CompareOptions::default()).expect("a comparison");
        sentence(&found.rows[0], &found)
    };
    let (a, b) = ([0.2, 0.4, 0.9, 0.5], [0.3, 0.5, 0.8, 0.9]);
    let share = told("f1", &a, &b);
    assert!(share.contains("a 50.0 %, b 62.5 %"), "{share}");
    let number = told("brier", &a, &b);
    assert!(number.contains("a 0.500, b 0.625"), "{number}");
    let scaled = |scores: &[f64], by: f64| scores.iter().map(|x| x * by).collect::<Vec<f64>>();
    let tiny = told("x", &scaled(&a, 1e-6), &scaled(&b, 1e-6));
    assert!(tiny.contains("a 5.00e-7, b 6.25e-7"), "{tiny}");
    let huge = told("x", &scaled(&a, 1e9), &scaled(&b, 1e9));
    assert!(huge.contains("a 5.00e8, b 6.25e8"), "{huge}");
    // 247 and 205 of 400: 61.75 and 51.25.
    let right = |n: usize| [vec![1.0; n], vec![0.0; 400 - n]].concat();
    let points = told("acc", &right(205), &right(247));
    assert!(points.contains("a 51.25 %, b 61.75 %, a difference of +10.50 points"), "{points}");
}

#[test]
fn what_is_certain_and_small_is_said_in_words() {
    let counts = crate::support::of_counts([700, 40, 10, 250]);
    let found = compare(&counts, &with_margin(0.1)).expect("a comparison");
    let text = sentence(&found.rows[0], &found);
    assert!(
        text.contains("equivalent within 10 points (worse, but by less than the margin)"),
        "{text}"
    );
    assert!(text.contains("40 right in a alone and 10 in b alone"), "{text}");
    let undecided = crate::support::of_counts([20, 4, 8, 8]);
    let found = compare(&undecided, &CompareOptions::default()).expect("a comparison");
    let text = sentence(&found.rows[0], &found);
    assert!(text.contains("would decide with a power of 80 %"), "{text}");
    assert!(text.starts_with("t (acc): undecided; a 60.0 %, b 70.0 %, a difference of"), "{text}");
}

#[test]
fn repeated_and_infinite_scores_are_pointed_out() {
    let mut runs = pair(&[1.0, 0.0, 1.0], &[1.0, 1.0, 1.0]);
    runs[0].add(row(ItemId::Number(0), Some(0.0)));
    runs[1].add(row(ItemId::Number(3), Some(f64::INFINITY)));
    let remarks = only(&runs, &CompareOptions::default()).remarks.join("; ");
    assert!(remarks.contains("because McNemar's test needs single answers"), "{remarks}");
    assert!(remarks.contains("1 score of b: not finite"), "{remarks}");
}

#[test]
fn copies_of_one_file_in_two_runs_are_named() {
    let mut runs = pair(&[1.0, 0.0, 1.0], &[1.0, 0.0, 1.0]);
    for (run, path) in runs.iter_mut().zip(["x/t.csv", "y/t.csv"]) {
        run.sources.push(ScoreSource { path: path.to_owned(), digest: "same".to_owned() });
        let mut other = row(ItemId::Number(0), Some(if path == "x/t.csv" { 0.0 } else { 1.0 }));
        other.task = "u".to_owned();
        run.add(other);
    }
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let notes = comparison_notes(&found);
    assert_eq!(notes, ["task t of a and b has the same scores, and x/t.csv is in both"]);
}

/// Differences of shares cannot pass 1; those of other scores can.
#[test]
fn the_interval_of_a_difference_of_shares_stays_within_its_range() {
    let interval = |metric: &str| {
        let runs =
            [("a", [0.1, 0.0, 0.0, 0.2]), ("b", [0.9, 0.1, 1.0, 0.9])].map(|(name, scores)| {
                let mut run = ScoredRun::new(name);
                for (number, score) in (0..).zip(scores) {
                    let mut row = row(ItemId::Number(number), Some(score));
                    row.scores = vec![(metric.to_owned(), Some(score))];
                    run.add(row);
                }
                run
            });
        only(&runs, &CompareOptions::default()).difference
    };
    let (share, other) = (interval("accuracy"), interval("reward"));
    assert_eq!((share.estimate, share.low), (other.estimate, other.low));
    assert_eq!(share.high, Some(1.0));
    assert!(other.high > Some(1.0), "{other:?}");
}
