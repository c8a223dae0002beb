//! Comparisons that would make no sense: of the wrong direction, of two tasks, of a metric of a few lines.

use crate::support::{only, row, run};
use peirast_compare::BetterScore::{Higher, Lower};
use peirast_compare::{
    CompareOptions, ComparisonVerdict, ItemId, LeftOut, MatchRule, ScoredRun, compare,
};

fn by_id() -> CompareOptions {
    CompareOptions { matching: MatchRule::Id, ..CompareOptions::default() }
}

#[test]
fn the_name_of_a_metric_shows_its_direction() {
    let of = |metric: &str| {
        let mut runs = [ScoredRun::new("a"), ScoredRun::new("b")];
        for (run, score) in runs.iter_mut().zip([0.5, 0.75]) {
            let mut row = row(ItemId::Number(0), Some(score));
            row.scores[0].0 = metric.to_owned();
            run.add(row);
        }
        only(&runs, &CompareOptions::default()).better
    };
    for metric in [
        "brier_score",
        "brierScore",
        "Brier score",
        "loss_score",
        "nll_score",
        "wer_score",
        "toxicity_score",
        "hallucination_score",
        "regret_score",
        "median_latency_score",
        "ttft",
        "TTFT",
        "time_to_first_token",
        "mean-response-time",
        "runtime",
        "run_time_ms",
        "violations",
        "bits_per_byte,none",
        "errors_per_answer",
    ] {
        assert_eq!(of(metric), Lower, "{metric}");
    }
    for metric in [
        "score",
        "f1_score",
        "bleu",
        "harmless",
        "on_time",
        "timeliness",
        "error_free_score",
        "violations_avoided",
        "latency_pass",
        "tokens_per_second",
        "hammer",
        "costume",
    ] {
        assert_eq!(of(metric), Higher, "{metric}");
    }
}

/// A run of a task whose items have names or numbers, and questions or none.
fn of_task(
    name: &str,
    task: &str,
    id: impl Fn(i64) -> ItemId,
    question: Option<&str>,
) -> ScoredRun {
    let mut run = ScoredRun::new(name);
    for number in 0..12 {
        let mut row = row(id(number), Some(f64::from(u8::from(number % 3 == 0))));
        row.task = task.to_owned();
        row.content = question.map(|question| format!("{question} {number}"));
        run.add(row);
    }
    run
}

#[test]
fn ids_that_agree_by_chance_do_not_make_two_tasks_one() {
    let named = |number: i64| ItemId::Given(format!("q{number}").into());
    // Names of items, and other questions; numbers, and no questions.
    for (runs, says) in [
        (
            [
                of_task("a", "ethics", named, Some("Is it?")),
                of_task("b", "history", named, Some("Was it?")),
            ],
            "all questions differ",
        ),
        (
            [of_task("a", "u", ItemId::Number, None), of_task("b", "v", ItemId::Number, None)],
            "only the ids of items agree",
        ),
        (
            [of_task("a", "u", named, None), of_task("b", "v", named, Some("Was it?"))],
            "only the ids of items agree",
        ),
    ] {
        let error = compare(&runs, &CompareOptions::default()).expect_err("two tasks").to_string();
        assert!(error.contains(says) && error.contains("--match id"), "{error}");
        let found = compare(&runs, &by_id()).expect("the user knows better");
        assert_eq!(found.rows[0].n, 12);
        assert!(matches!(&found.left_out[..], [LeftOut::Renamed { .. }]), "{:?}", found.left_out);
    }
    // One task may have been asked in other words.
    let runs =
        [of_task("a", "t", named, Some("Is it?")), of_task("b", "t", named, Some("Say if it is"))];
    assert_eq!(only(&runs, &CompareOptions::default()).matching.reworded, 12);
    // The name of a file is no task.
    let unnamed = |mut run: ScoredRun, task: &str| {
        run.unnamed_tasks.insert(task.to_owned());
        run
    };
    let runs = [
        unnamed(of_task("a", "old", named, None), "old"),
        unnamed(of_task("b", "new", named, None), "new"),
    ];
    assert_eq!(only(&runs, &CompareOptions::default()).n, 12);
    let runs = [
        unnamed(of_task("a", "items", named, Some("Is it?")), "items"),
        unnamed(of_task("b", "items", named, Some("Was it?")), "items"),
    ];
    let error =
        compare(&runs, &CompareOptions::default()).expect_err("other questions").to_string();
    assert!(error.contains("task items of a and b: the ids of items agree, but all"), "{error}");
    let runs = [
        unnamed(of_task("a", "old", ItemId::Number, Some("Is it?")), "old"),
        unnamed(of_task("b", "new", ItemId::Number, Some("Was it?")), "new"),
    ];
    let error =
        compare(&runs, &CompareOptions::default()).expect_err("other questions").to_string();
    assert!(error.contains("--match id matches them by number"), "{error}");
}

#[test]
fn a_metric_of_a_few_lines_is_not_the_main_one() {
    let of = |name: &str, few: i64| {
        let mut run = ScoredRun::new(name);
        for number in 0..40 {
            let mut row = row(ItemId::Number(number), Some(f64::from(u8::from(number % 3 == 0))));
            row.scores[0].0 = if number < few { "other" } else { "acc" }.to_owned();
            run.add(row);
        }
        run
    };
    let main = |few: i64| {
        let runs = [of("a", few), of("b", few)];
        let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
        let mut main = found.rows.iter().filter(|row| row.is_primary);
        let first = main.next().expect("a main metric").metric.clone();
        assert!(main.next().is_none());
        let says =
            found.rows.iter().any(|row| row.remarks.join(" ").contains("not the main metric"));
        (first, says)
    };
    assert_eq!(main(4), ("acc".to_owned(), true));
    assert_eq!(main(20), ("other".to_owned(), false));
    assert_eq!(main(36), ("other".to_owned(), false));
}

#[test]
fn scores_that_are_too_large_are_named() {
    let (a, b) = ([1e308, 1.0, -1e308, 2.0], [-1e308, 1.0, 1e308, 2.0]);
    let runs = [run("a", &a), run("b", &b)];
    let error = compare(&runs, &CompareOptions::default()).expect_err("no number").to_string();
    for part in ["task t, acc", "1e308 and -1e308 of item 0", "--metric"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_run_without_numbers_gives_its_reason() {
    let mut runs = [run("a", &[]), run("b", &[1.0, 0.0])];
    let mut bare = row(ItemId::Number(0), None);
    bare.scores.clear();
    runs[0].add(bare);
    runs[0].remarks.push("acc is not a number in 40 lines".to_owned());
    let error = compare(&runs, &CompareOptions::default()).expect_err("no metric").to_string();
    assert!(
        error.contains(
            "a has no scores that are numbers; b has acc; a: acc is not a number in 40 lines"
        ),
        "{error}"
    );
    assert!(!error.contains("NAME=NAME"), "{error}");
}

#[test]
fn needed_items_are_written_with_commas_or_not_at_all() {
    let undecided = |needs| ComparisonVerdict::Undecided { needs: Some(needs) }.to_string();
    assert_eq!(undecided(2_087), "undecided: needs 2,087 more items");
    assert_eq!(undecided(1), "undecided: needs 1 more item");
    assert_eq!(undecided(100_001), "undecided: needs more than 100,000 items");
}
