//! Habits: a report warns of a habit only where the habit matters.

use crate::support::{contrast, pair, pairs, report};
use peirast_record::{Answer, Contrast, Evidence, Outcome, Reading, Unit};
use peirast_report::{Letters, Outcomes, SubjectSummary, limitations, page, subjects_text, tables};
use peirast_table::Cell;
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

/// The warning of a subject with these counts of letters, of which `correct` answers were right.
fn warned(counts: &[(char, u64, u64)], correct: u64) -> Option<String> {
    let letters = Letters::from_counts(counts.iter().copied());
    let wrong = letters.choices() - correct;
    SubjectSummary { letters, correct, wrong, ..SubjectSummary::default() }.warning()
}

#[test]
fn a_subject_without_any_verdict_is_remarked_upon() {
    let unread =
        SubjectSummary { answers: 9, unread: 7, truncated: 2, ..SubjectSummary::default() };
    assert_eq!(unread.remark().as_deref(), Some("no answer has a verdict"));
    assert_eq!(unread.warning(), None, "it has no habit");
    let one = SubjectSummary { correct: 1, ..unread };
    assert_eq!(one.remark(), None);
    assert_eq!(SubjectSummary::default().remark(), None, "it was asked nothing");
}

#[test]
fn a_letter_is_a_habit_whichever_it_is_and_however_many_there_are() {
    let says = |counts: &[_], correct| warned(counts, correct).unwrap_or_default();
    let five = [('a', 1, 20), ('b', 0, 20), ('c', 98, 20), ('d', 1, 20), ('e', 0, 20)];
    assert_eq!(says(&five, 20), "answers (c) 98 % of the time");
    assert_eq!(says(&[('a', 0, 15), ('b', 30, 15)], 15), "answers (b) 100 % of the time");
    let alone = "answers (b) 100 % of the time, and nothing else was ever right";
    assert_eq!(says(&[('b', 30, 30)], 30), alone);
    // Of few answers all have to be alike.
    assert_eq!(says(&[('b', 4, 2), ('d', 0, 2)], 2), "answers (b) 4 times of 4");
    // A letter that is nearly never chosen, though often right.
    let avoided = [('a', 50, 30), ('b', 48, 30), ('c', 2, 40)];
    let text = "answers (c) 2 % of the time, although it is right 40 % of the time";
    assert_eq!(says(&avoided, 50), text);
    let two = [('a', 90, 34), ('b', 5, 33), ('c', 5, 33)];
    let text = "answers (b) or (c) 10 % of the time, although they are right 66 % of the time";
    assert_eq!(says(&two, 40), text);
}

#[test]
fn letters_that_are_chosen_as_often_as_they_are_right_are_no_habit() {
    let even = [('a', 20, 25), ('b', 30, 25), ('c', 25, 25), ('d', 25, 25)];
    assert_eq!(warned(&even, 40), None);
    // One that is seldom right is seldom chosen; few answers show nothing.
    assert_eq!(warned(&[('a', 50, 48), ('b', 50, 48), ('c', 0, 4)], 60), None);
    assert_eq!(warned(&[('a', 3, 2), ('b', 0, 1)], 2), None);
    assert_eq!(warned(&[('a', 18, 10), ('b', 1, 9)], 10), None);
    assert_eq!(warned(&[('a', 19, 19)], 19), None);
    // A subject that is right in nearly all cases does not answer blindly.
    assert_eq!(warned(&[('a', 96, 95), ('b', 4, 5)], 95), None);
    assert_eq!(warned(&[], 0), None);
}

/// Answers to questions with three options, some of which contradict themselves.
fn three_options() -> Outcomes {
    let own = contrast("H1", "b");
    let of = |item: u32| {
        let truth = Answer::Choice(['a', 'b', 'c'][item as usize % 3]);
        let answer = if item < 4 { Answer::Unread } else { Answer::Choice('c') };
        pair(&own, "m", item, truth, [answer; 2])
    };
    let mut outcomes: Vec<Outcome> = (0..30).flat_map(of).collect();
    let against = Reading::at(Answer::Unread, 0, 3, peirast_record::LETTER_AGAINST_WORDS);
    for outcome in outcomes.iter_mut().take(6) {
        outcome.evidence = Some(Evidence::from(&against));
    }
    Outcomes::new(outcomes)
}

#[test]
fn the_distribution_of_letters_is_shown_beside_that_of_right_answers() {
    let outcomes = three_options();
    let report = report(&[contrast("H1", "b")], &outcomes);
    let tables = tables(&report, &outcomes);
    let letters = tables.iter().find(|table| table.name == "letters").unwrap();
    let rows: Vec<&[Cell<'_>]> = letters.rows.iter().map(|row| row.cells.as_slice()).collect();
    let row = |letter: &'static str, chosen: u64, right: u64| {
        let share = |count: u64| Cell::Number(count as f64 / 52.0);
        let (chosen, right) = ((chosen.into(), share(chosen)), (right.into(), share(right)));
        vec!["m".into(), letter.into(), chosen.0, chosen.1, right.0, right.1]
    };
    assert_eq!(rows, [row("a", 0, 16), row("b", 0, 18), row("c", 52, 18)]);
    let page = page(&report);
    // A share stays on the line of its letter.
    let page = page.replace('\u{a0}', " ");
    for text in ["Letters chosen", "a 0 %, b 0 %, c 100 %", "a 31 %, b 35 %, c 35 %"] {
        assert!(page.contains(text), "{text}");
    }
    let text = subjects_text(&report.subjects, "answers");
    assert!(text.contains("a 0 %, b 0 %, c 100 %"), "{text}");
    assert!(text.contains("! answers (c) 100 % of the time"), "{text}");
}

#[test]
fn contradictions_between_letter_and_words_are_counted_and_explained() {
    let outcomes = three_options();
    let report = report(&[contrast("H1", "b")], &outcomes);
    assert_eq!((report.subjects[0].unread, report.subjects[0].contradictory), (8, 6));
    let is = "A contradictory answer gives the letter of one option with the words of another";
    let (page, text) = (page(&report), subjects_text(&report.subjects, "answers"));
    assert!(page.contains(is) && page.contains("Contradictory"));
    assert!(text.contains(is) && text.contains("contradictory"), "{text}");
    let found = limitations(&report).found;
    let found = found.iter().find(|one| one.check.as_str() == "contradictory").unwrap();
    assert_eq!(found.numbers(), "m: 6 of 60 answers (10.0 %)");
    // Where there are none, nothing is said of them.
    let without = SubjectSummary { contradictory: 0, ..report.subjects[0].clone() };
    assert!(!subjects_text(&[without], "answers").contains("contradictory"));
}
