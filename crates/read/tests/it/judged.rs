//! Answers that were judged without the rules: some by hand, kind by kind, and those of a small
//! real model.

#![allow(clippy::expect_used, reason = "a test may panic")]

use peirast_read::{Check, Row};

/// Counts the checks of rows: right, missed, wrong.
fn counted(lines: &str) -> (usize, usize, Vec<String>) {
    let (mut right, mut missed, mut wrong) = (0, 0, Vec::new());
    for line in lines.lines() {
        let row = Row::parse(line.as_bytes()).expect("a row");
        match row.check().expect("a row with readings") {
            (_, Check::Right) => right += 1,
            (_, Check::Missed) => missed += 1,
            (read, Check::Wrong) => wrong.push(read.to_string()),
        }
    }
    (right, missed, wrong)
}

/// Texts of the kinds that users of evaluation tools report as misread.
#[test]
fn answers_of_every_kind_are_read_rightly_or_not_at_all() {
    let (right, missed, wrong) = counted(include_str!("../data/kinds.jsonl"));
    let all = right + missed + wrong.len();
    assert!(right * 100 >= all * 93, "{right} of {all}");
    assert!(wrong.len() * 100 <= all, "{wrong:#?}");
}

/// 500 answers of SmolLM2-135M-Instruct, a real model that is small enough to ramble, judged twice
/// by a language model that did not see the rules. A reading that either judge allows is right.
#[test]
fn answers_of_a_small_model_are_read_rightly_or_not_at_all() {
    let (right, missed, wrong) = counted(include_str!("../data/small_model.jsonl"));
    let all = right + missed + wrong.len();
    assert_eq!(all, 500);
    assert!(right * 100 >= all * 90, "{right} of {all}, {missed} missed");
    assert!(wrong.len() * 100 <= all, "{wrong:#?}");
}
