//! Habits: a warning stands where the habit matters, and nowhere else.

use crate::support::{contrast, pairs, report};
use peirast_record::{Answer, Contrast, Outcome, Unit};
use peirast_report::Outcomes;
use std::sync::Arc;

const LETTER: &str = "answers (a) 100 % of the time";
const NO: &str = "answers No 100 % of the time";

/// The outcomes of one half of a contrast, and the unit that selects them.
fn half(
    contrast: &Contrast,
    name: &str,
    truth: Answer,
    answers: [Answer; 2],
) -> (Unit, Vec<Outcome>) {
    let mut unit = contrast.units[0].clone();
    unit.original.set("half", name);
    unit.perturbed.set("half", name);
    let mut outcomes = pairs(contrast, "m", 20, truth, answers);
    for outcome in &mut outcomes {
        outcome.factors = Arc::new(outcome.factors.with("half", name));
    }
    (unit, outcomes)
}

#[test]
fn a_habit_is_held_against_the_problems_that_it_answers() {
    let mut contrasts =
        ["choices", "syllogisms", "both", "numbers"].map(|hypothesis| contrast(hypothesis, "b"));
    let (letter, no, seven) =
        ([Answer::Choice('a'); 2], [Answer::YesNo(false); 2], [Answer::Number(7.into()); 2]);
    let (other, yes) = (Answer::Choice('b'), Answer::YesNo(true));
    let (first, choices) = half(&contrasts[2], "first", other, letter);
    let (second, syllogisms) = half(&contrasts[2], "second", yes, no);
    contrasts[2].units = vec![first, second];
    let outcomes = [
        pairs(&contrasts[0], "m", 20, other, letter),
        pairs(&contrasts[1], "m", 20, yes, no),
        choices,
        syllogisms,
        pairs(&contrasts[3], "m", 20, seven[0], seven),
    ];
    let report = report(&contrasts, &Outcomes::new(outcomes.concat()));
    let warned: Vec<(&str, bool, bool)> = report
        .findings
        .iter()
        .map(|f| (f.hypothesis.as_str(), f.sentence.contains(LETTER), f.sentence.contains(NO)))
        .collect();
    let expected = [
        ("choices", true, false),
        ("syllogisms", false, true),
        ("both", true, true),
        ("numbers", false, false),
    ];
    assert_eq!(warned, expected);
    let subject = report.subjects[0].warning().unwrap_or_default();
    assert!(subject.contains(LETTER) && subject.contains(NO), "the subject has both: {subject}");
}
