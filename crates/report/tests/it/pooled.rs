//! Hypotheses over all their methods: independent pairs, and dependent ones.

use crate::support::{contrast, pair, report};
use peirast_record::{Answer, Contrast, Direction, Outcome, Treatment};
use peirast_report::{Clusters, Outcomes, PooledRow, Provenance, page, pooled_csv, pooled_text};

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');
const REFUSED: Answer = Answer::Refused;

/// The outcomes of an item under every method: it becomes right, becomes wrong, or neither.
const MENDED: [Answer; 2] = [WRONG, RIGHT];
const BROKEN: [Answer; 2] = [RIGHT, WRONG];
const SAME: [Answer; 2] = [RIGHT, RIGHT];

fn methods(names: &[&str]) -> Vec<Contrast> {
    names.iter().map(|name| contrast("H1", name)).collect()
}

/// The same answers to each item under every method.
fn repeated(contrasts: &[Contrast], subject: &str, items: &[[Answer; 2]]) -> Vec<Outcome> {
    let of = |contrast: &Contrast| -> Vec<Outcome> {
        let item =
            |(at, answers): (u32, &[Answer; 2])| pair(contrast, subject, at, RIGHT, *answers);
        (0..).zip(items).flat_map(item).collect()
    };
    contrasts.iter().flat_map(of).collect()
}

fn items(mended: usize, broken: usize, same: usize) -> Vec<[Answer; 2]> {
    [vec![MENDED; mended], vec![BROKEN; broken], vec![SAME; same]].concat()
}

fn pooled(contrasts: &[Contrast], outcomes: Vec<Outcome>) -> Vec<PooledRow> {
    report(contrasts, &Outcomes::new(outcomes)).pooled
}

fn close(found: Option<f64>, expected: f64) {
    assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} {expected}");
}

#[test]
fn one_method_and_one_subject_are_what_they_were() {
    let one = methods(&["m"]);
    let rows = pooled(&one, repeated(&one, "a", &items(8, 2, 10)));
    assert_eq!(rows.len(), 1, "one subject is all subjects");
    let row = &rows[0];
    assert_eq!((row.items, row.methods, row.subjects, row.table.n()), (20, 1, 1, 20));
    close(row.se_ratio, 1.0);
    // Sign flips of single pairs are McNemar's exact test.
    close(row.clustered.p, row.naive.p.unwrap());
    close(row.difference, 0.3);
}

#[test]
fn six_methods_that_agree_are_no_more_evidence_than_one() {
    let six = methods(&["a", "b", "c", "d", "e", "f"]);
    let rows = pooled(&six, repeated(&six, "m", &items(8, 2, 10)));
    let one = methods(&["a"]);
    let single = pooled(&one, repeated(&one, "m", &items(8, 2, 10)));
    let (row, single) = (&rows[0], &single[0]);
    assert_eq!((row.table.n21, row.table.n12, row.items, row.methods), (48, 12, 20, 6));
    assert!(row.naive.p.unwrap() < 1e-5 && single.naive.p.unwrap() > 0.1);
    assert_eq!((row.clustered.p, row.by), (single.clustered.p, Clusters::Item));
    close(row.clustered.se, single.clustered.se.unwrap());
    // The variance is that of 20 items, not of 120 pairs: 119/19 times as large.
    close(row.design_effect, 119.0 / 19.0);
}

#[test]
fn subjects_that_agree_are_no_more_evidence_than_their_items() {
    let two = methods(&["a", "b"]);
    let subjects = ["k", "l", "m", "n"];
    let answers = |subject: &&str| repeated(&two, subject, &items(8, 2, 10));
    let rows = pooled(&two, subjects.iter().flat_map(answers).collect());
    assert_eq!(rows.len(), 5);
    let (one, all) = (&rows[0], &rows[4]);
    assert_eq!((all.model.as_deref(), all.subjects, all.items), (None, 4, 20));
    assert_eq!((all.by, all.table.n()), (Clusters::ItemAndSubject, 160));
    // Subjects do not differ at all, not even by chance: inclusion and exclusion leave the variance
    // between items less that between cells, but four subjects have three degrees of freedom.
    let left: f64 = 1.0 - (80.0 / 79.0 * 4.0) / (20.0 / 19.0 * 16.0);
    close(all.clustered.se, one.clustered.se.unwrap() * left.sqrt());
    let (one, pooled) = (one.clustered.interval.unwrap(), all.clustered.interval.unwrap());
    assert!(pooled.contains(one.low) && pooled.contains(one.high) && all.se_ratio > Some(2.0));
    assert!(all.sentence.contains("20 clusters of the first kind and 4"), "{}", all.sentence);
}

#[test]
fn items_that_do_not_differ_have_no_interval() {
    let two = methods(&["a", "b"]);
    let rows = pooled(&two, repeated(&two, "m", &items(0, 0, 9)));
    assert_eq!((rows[0].clustered.se, rows[0].clustered.interval), (Some(0.0), None));
    assert_eq!((rows[0].clustered.p, rows[0].se_ratio), (Some(1.0), None));
    assert!(rows[0].naive.interval.is_some());
    assert!(rows[0].sentence.contains("zero variance"), "{}", rows[0].sentence);
}

#[test]
fn a_pair_that_is_counted_twice_is_one_item() {
    let mut twice = methods(&["m"]);
    let once = pooled(&twice, repeated(&twice, "a", &items(8, 2, 10)));
    twice[0].units[0].weight = 2;
    let rows = pooled(&twice, repeated(&twice, "a", &items(8, 2, 10)));
    assert_eq!((rows[0].table.n(), rows[0].items), (40, 20));
    assert!(rows[0].naive.p < once[0].naive.p);
    assert_eq!(rows[0].clustered.p, once[0].clustered.p);
    close(rows[0].design_effect, 39.0 / 19.0);
}

#[test]
fn simulated_subjects_are_not_pooled_with_models() {
    let one = methods(&["m"]);
    let answers = |subject: &&str| repeated(&one, subject, &items(5, 1, 4));
    let of = |subjects: &[&str]| pooled(&one, subjects.iter().flat_map(answers).collect());
    assert_eq!(of(&["a", "sim:x"]).len(), 2);
    assert_eq!(of(&["a", "b", "sim:x"])[3].subjects, 2);
    assert_eq!(of(&["sim:w", "sim:x"])[2].subjects, 2);
}

#[test]
fn methods_that_expect_different_effects_are_tested_two_sided() {
    let mut two = methods(&["a", "b"]);
    two.iter_mut().for_each(|one| one.direction = Direction::PerturbedBetter);
    let side = |two: &[Contrast]| {
        pooled(two, repeated(two, "m", &items(8, 2, 10)))[0].alternative.to_string()
    };
    assert_eq!(side(&two), "greater");
    two[1].direction = Direction::OriginalBetter;
    assert_eq!(side(&two), "two-sided");
}

#[test]
fn lost_pairs_are_counted_and_what_is_unknown_is_left_out() {
    let two = methods(&["a", "b"]);
    let rows = pooled(&two, repeated(&two, "m", &[[RIGHT, REFUSED], MENDED]));
    assert_eq!((rows[0].lost.refused, rows[0].items, rows[0].table.n()), (2, 1, 2));
    let (row, none) = (&rows[0], None);
    assert_eq!((row.clustered.se, row.clustered.interval, row.se_ratio), (none, None, none));
    let lost = pooled(&two, repeated(&two, "m", &[[RIGHT, REFUSED]]));
    assert_eq!((lost[0].difference, lost[0].naive.p, lost[0].clustered.p), (none, none, none));
    let text = pooled_text(&lost);
    assert!(!text.contains("NaN") && text.contains("undefined"), "{text}");
}

#[test]
fn mixed_regressions_are_fitted_on_demand() {
    let two = methods(&["a", "b"]);
    let mixture = [items(6, 3, 5), vec![[WRONG, WRONG]; 4]].concat();
    let shifted: Vec<[Answer; 2]> = mixture.iter().rev().copied().collect();
    let mut answers = repeated(&two[..1], "k", &mixture);
    answers.extend(repeated(&two[1..], "k", &shifted));
    answers.extend(repeated(&two, "l", &mixture));
    // A subject that is always right carries no information, and separates nothing.
    answers.extend(repeated(&two, "right", &items(0, 0, 18)));
    let outcomes = Outcomes::new(answers);
    let report = report(&two, &outcomes);
    assert!(report.pooled.iter().all(|row| row.mixed.is_none()));
    let report = report.with_mixed(&two, &outcomes, Treatment::Exclude).unwrap();
    let by = |model: Option<&str>| {
        report.pooled.iter().find(|row| row.model.as_deref() == model).unwrap()
    };
    assert_eq!(by(Some("right")).mixed.as_ref().map(|mixed| mixed.n_used), Some(0));
    for row in [by(Some("k")), by(Some("l")), by(None)] {
        let mixed = row.mixed.as_ref().unwrap();
        // An answer for each member of a pair; more are right after the perturbation.
        let silent = if row.model.is_none() { 36 } else { 0 };
        assert_eq!(mixed.n_used, 2 * (row.n - silent));
        assert!(mixed.effect.as_ref().is_some_and(|odds| odds.value.is_ok_and(|odds| odds > 1.0)));
    }
    assert!(pooled_text(&report.pooled).contains("Mixed logistic regression"));
}

#[test]
fn naive_and_clustered_stand_side_by_side_everywhere() {
    let six = methods(&["a", "b", "c", "d", "e", "f"]);
    let answers = |subject: &&str| repeated(&six, subject, &items(8, 2, 10));
    let outcomes = Outcomes::new(["k", "l"].iter().flat_map(answers).collect());
    let report = report(&six, &outcomes);
    let text = pooled_text(&report.pooled);
    assert!(text.contains("all 2 subjects") && text.contains("item and subject"), "{text}");
    assert!(text.contains("2.50") && text.contains("H1, all 2 subjects: Paired"), "{text}");
    let page = page(&report);
    assert!(page.contains("Pooled over methods") && page.contains("item and subject"));
    let csv = pooled_csv(&report.pooled, &Provenance::default());
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!((lines.len(), &lines[2][at("model")], &lines[2][at("n")]), (3, "", "240"));
    assert_eq!(lines[0][at("design_effect")].parse::<f64>().ok(), report.pooled[0].design_effect);
    let json = serde_json::to_value(&report.pooled[2]).unwrap();
    assert_eq!((&json["by"], &json["n21"]), (&"item-and-subject".into(), &96.into()));
    assert!(json["test"]["p"].is_number() && json["naive"]["p"].is_number());
}
