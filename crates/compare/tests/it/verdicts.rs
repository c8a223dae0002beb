//! Verdicts of comparisons.

use crate::support::{of_counts, only, row, run};
use peirast_compare::{
    BetterScore, CompareError, CompareOptions, ComparisonVerdict, DecidingP, GateOutcome, ItemId,
    ScoredRun, compare, non_inferior,
};
use peirast_stats::{Alternative, Design, Discordance, Rule};

fn with_margin(margin: f64) -> CompareOptions {
    CompareOptions { margin: Some(margin), ..CompareOptions::default() }
}

#[test]
fn each_verdict_is_reached() {
    let verdict = |counts, options: &CompareOptions| only(&of_counts(counts), options).verdict;
    let plain = CompareOptions::default();
    assert_eq!(verdict([50, 5, 25, 20], &plain), ComparisonVerdict::Better);
    assert_eq!(verdict([50, 25, 5, 20], &plain), ComparisonVerdict::Worse);
    let margin = 0.1;
    let same = verdict([700, 20, 20, 260], &with_margin(margin));
    assert_eq!(same, ComparisonVerdict::Equivalent { margin });
    // A certain difference that is smaller than the margin.
    let small = verdict([700, 10, 40, 250], &with_margin(margin));
    assert_eq!(small, ComparisonVerdict::Equivalent { margin });
    // No difference was found, so no number of items would show one.
    let none = verdict([20, 5, 5, 10], &plain);
    assert_eq!(none, ComparisonVerdict::Undecided { needs: None });
    let none = verdict([20, 5, 5, 10], &with_margin(0.1));
    assert!(matches!(none, ComparisonVerdict::Undecided { needs: Some(_) }), "{none:?}");
}

/// The named number of items has the power, if the data continue in the same way.
#[test]
fn the_items_that_are_needed_have_the_power() {
    let row = only(&of_counts([20, 4, 8, 8]), &CompareOptions::default()).verdict;
    let ComparisonVerdict::Undecided { needs: Some(needs) } = row else { panic!("{row:?}") };
    let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05).expect("a design");
    let supposed = Discordance::new(0.1, 0.2).expect("shares");
    assert!(design.power(40 + needs, &supposed) >= 0.8);
    assert!(design.power(40 + needs / 2, &supposed) < 0.8);
}

#[test]
fn mid_p_may_decide() {
    let runs = of_counts([20, 2, 9, 9]);
    let exact = only(&runs, &CompareOptions::default());
    let options = CompareOptions { deciding: DecidingP::MidP, ..CompareOptions::default() };
    let mid = only(&runs, &options);
    assert_eq!((exact.verdict.name(), mid.verdict.name()), ("undecided", "better"));
    assert_eq!(Some(mid.p_adjusted), mid.p_mid);
}

#[test]
fn less_is_better_of_some_metrics() {
    let runs = |metric: &str| {
        let mut runs = [run("a", &[]), run("b", &[])];
        for (run, shift) in runs.iter_mut().zip([0.0, -1.0]) {
            for number in 0..30_i64 {
                let mut row =
                    row(ItemId::Number(number), Some(5.0 + shift + (number % 3) as f64 / 10.0));
                row.scores[0].0 = metric.to_owned();
                run.add(row);
            }
        }
        runs
    };
    let plain = CompareOptions::default();
    assert_eq!(only(&runs("f1"), &plain).verdict, ComparisonVerdict::Worse);
    assert_eq!(only(&runs("word_perplexity"), &plain).verdict, ComparisonVerdict::Better);
    assert_eq!(only(&runs("wer,none"), &plain).better, BetterScore::Lower);
    let named = CompareOptions { lower_is_better: vec!["latency".to_owned()], ..plain.clone() };
    assert_eq!(only(&runs("latency"), &named).verdict, ComparisonVerdict::Better);
    let named = CompareOptions { higher_is_better: vec!["wer".to_owned()], ..plain.clone() };
    assert_eq!(only(&runs("wer,none"), &named).better, BetterScore::Higher);
    // The direction in a log overrides the name.
    let mut told = runs("error");
    for run in &mut told {
        run.directions.insert("error".to_owned(), BetterScore::Higher);
    }
    assert_eq!(only(&told, &plain).verdict, ComparisonVerdict::Worse);
}

#[test]
fn a_gate_passes_what_is_shown_to_be_no_worse() {
    let outcome = |counts, margin| {
        let runs = of_counts(counts);
        let found = compare(&runs, &with_margin(margin)).expect("comparisons");
        non_inferior(&found).expect("a margin")
    };
    assert_eq!(outcome([700, 20, 20, 260], 0.03), GateOutcome::Passed);
    assert_eq!(outcome([50, 5, 25, 20], 0.03), GateOutcome::Passed, "better is not worse");
    for counts in [[50, 25, 5, 20], [10, 2, 2, 6]] {
        let GateOutcome::Failed(open) = outcome(counts, 0.03) else { panic!("{counts:?}") };
        assert!(
            open[0].contains("b may be worse than a by 3 points or more on t (acc)"),
            "{open:?}"
        );
    }
    let runs = of_counts([5, 1, 1, 3]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let error = non_inferior(&found).expect_err("no margin").to_string();
    assert!(error.contains("--margin 0.02"), "{error}");
}

#[test]
fn what_cannot_be_compared_is_named() {
    let fails = |runs: &[ScoredRun], options: &CompareOptions| {
        compare(runs, options).expect_err("an error").to_string()
    };
    let plain = CompareOptions::default();
    let [a, b] = of_counts([1, 1, 1, 1]);
    let one = std::slice::from_ref(&a);
    assert!(fails(one, &plain).contains("needs two runs"));
    assert!(fails(&[a.clone(), a.clone()], &plain).contains("NAME=PATH"));
    let options = CompareOptions { baseline: Some("c".to_owned()), ..plain.clone() };
    assert!(
        fails(&[a.clone(), b.clone()], &options).contains("there is no run `c`: there are a, b")
    );
    let mut other = ScoredRun::new("other");
    let mut row = row(ItemId::Number(0), Some(1.0));
    row.scores[0].0 = "f1".to_owned();
    other.add(row);
    let error = fails(&[a.clone(), other], &plain);
    assert!(error.contains("no metric in common: a has acc; other has f1"), "{error}");
    let lost = {
        let mut run = ScoredRun::new("lost");
        run.add(crate::support::row(ItemId::Number(0), None));
        run
    };
    let error = fails(&[a.clone(), lost], &plain);
    assert!(error.contains("no item has a score in both a and lost"), "{error}");
    for options in [
        CompareOptions { alpha: 0.0, ..plain.clone() },
        CompareOptions { power: 1.0, ..plain.clone() },
        CompareOptions { margin: Some(-0.1), ..plain.clone() },
        CompareOptions { resamples: 0, ..plain },
    ] {
        let error = compare(&[a.clone(), b.clone()], &options).expect_err("out of range");
        assert!(matches!(error, CompareError::Options(_)), "{error}");
    }
}

/// Two runs that agree on every item may need more items to be called equivalent: the number that
/// the score test requires.
#[test]
fn runs_without_a_difference_may_need_more_items_to_be_equivalent() {
    let verdict = |n| only(&of_counts([n, 0, 0, 0]), &with_margin(0.05)).verdict;
    let ComparisonVerdict::Undecided { needs: Some(needs) } = verdict(20) else {
        panic!("{:?}", verdict(20))
    };
    assert!((50..400).contains(&needs), "{needs}");
    let enough = 20 + usize::try_from(needs).expect("a count");
    assert_eq!(verdict(enough), ComparisonVerdict::Equivalent { margin: 0.05 });
}
