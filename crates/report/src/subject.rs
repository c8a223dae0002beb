//! Subjects: what each answered overall, and whether it answered without reading.

use crate::Outcomes;
use peirast_record::{Answer, Grade, Outcome, Task};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What one subject answered, over all its trials.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubjectSummary {
    /// The subject.
    pub model: String,
    /// Whether it is simulated.
    pub simulated: bool,
    /// Answers.
    pub answers: u64,
    /// Right verdicts.
    pub correct: u64,
    /// Wrong verdicts.
    pub wrong: u64,
    /// Conclusions drawn in answer to open questions: no part of accuracy.
    #[serde(skip_serializing_if = "is_zero")]
    pub concluded: u64,
    /// Declined.
    pub refused: u64,
    /// Without text.
    pub empty: u64,
    /// Cut off before a verdict.
    pub truncated: u64,
    /// As often for as against, asked several times.
    pub tied: u64,
    /// Not readable.
    pub unread: u64,
    /// Verdicts on lettered options.
    pub choices: u64,
    /// Of these, option (a).
    pub chose_a: u64,
    /// Of these, items whose right answer is (a).
    pub right_is_a: u64,
    /// Yes/no verdicts.
    pub yes_no: u64,
    /// Of these, No.
    pub said_no: u64,
    /// Of these, items whose right answer is No.
    pub right_is_no: u64,
    /// Verdicts on whether an argument is correct.
    pub validity: u64,
    /// Of these, incorrect.
    pub said_incorrect: u64,
    /// Of these, items that are not valid.
    pub right_is_incorrect: u64,
}

impl SubjectSummary {
    /// Share of verdicts that are right, or `None` without a verdict.
    pub fn accuracy(&self) -> Option<f64> {
        share(self.correct, self.correct + self.wrong)
    }

    /// The answers that the subject gives nearly always, which says nothing of reasoning.
    pub fn habits(&self) -> Vec<Habit> {
        // A subject that is right whenever it says No is not answering blindly.
        let informed = self.accuracy().is_some_and(|a| a > 0.9);
        if informed {
            return Vec::new();
        }
        let letter = habit(Task::Choice, self.chose_a, self.choices, "(a)");
        let no = habit(Task::YesNo, self.said_no, self.yes_no, "No");
        let incorrect = habit(Task::Validity, self.said_incorrect, self.validity, "\"incorrect\"");
        letter.into_iter().chain(no).chain(incorrect).collect()
    }

    /// A warning of every habit.
    pub fn warning(&self) -> Option<String> {
        warning(self.habits())
    }

    /// A warning of the habits that matter where problems of these kinds are asked: whoever always
    /// chooses (a) may still read a syllogism.
    pub fn warning_for(&self, tasks: &BTreeSet<Task>) -> Option<String> {
        warning(self.habits().into_iter().filter(|habit| tasks.contains(&habit.task)).collect())
    }

    fn add(&mut self, outcome: &Outcome) {
        self.answers += 1;
        match (outcome.grade, outcome.answer) {
            // Whoever says nothing, or what was said before, is never wrong: that is no accuracy.
            (_, Answer::Conclusion(_)) => self.concluded += 1,
            (Grade::Correct, _) => self.correct += 1,
            (Grade::Wrong, _) => self.wrong += 1,
            (Grade::Unscored, Answer::Refused) => self.refused += 1,
            (Grade::Unscored, Answer::Empty) => self.empty += 1,
            (Grade::Unscored, Answer::Truncated) => self.truncated += 1,
            (Grade::Unscored, Answer::Tied) => self.tied += 1,
            (Grade::Unscored, _) => self.unread += 1,
        }
        match outcome.answer {
            Answer::Choice(letter) => {
                self.choices += 1;
                self.chose_a += u64::from(letter == 'a');
                self.right_is_a += u64::from(outcome.truth == Answer::Choice('a'));
            }
            Answer::YesNo(yes) => {
                self.yes_no += 1;
                self.said_no += u64::from(!yes);
                self.right_is_no += u64::from(outcome.truth == Answer::YesNo(false));
            }
            Answer::Valid(valid) => {
                self.validity += 1;
                self.said_incorrect += u64::from(!valid);
                self.right_is_incorrect += u64::from(outcome.truth == Answer::Valid(false));
            }
            _ => {}
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An answer given nearly always.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The kind of problem that it answers.
    pub task: Task,
    /// The habit in words.
    pub text: String,
}

fn habit(task: Task, count: u64, of: u64, what: &str) -> Option<Habit> {
    const NEARLY_ALWAYS: f64 = 0.95;
    const ENOUGH: u64 = 20;
    let rate = share(count, of).filter(|_| of >= ENOUGH)?;
    let (rate, what) =
        if rate >= 0.5 { (rate, what.to_owned()) } else { (1.0 - rate, format!("not {what}")) };
    let text = format!("answers {what} {:.0} % of the time", 100.0 * rate);
    (rate >= NEARLY_ALWAYS).then_some(Habit { task, text })
}

fn warning(habits: Vec<Habit>) -> Option<String> {
    let text: Vec<String> = habits.into_iter().map(|habit| habit.text).collect();
    (!text.is_empty()).then(|| text.join("; "))
}

/// How many answers of one subject were right under one protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolSummary {
    /// The subject.
    pub model: String,
    /// The protocol.
    pub protocol: String,
    /// Right verdicts.
    pub correct: u64,
    /// Wrong verdicts.
    pub wrong: u64,
}

impl ProtocolSummary {
    /// Share of verdicts that are right, or `None` without a verdict.
    pub fn accuracy(&self) -> Option<f64> {
        share(self.correct, self.correct + self.wrong)
    }
}

/// One summary per subject and protocol, in order of names; answers to open questions, which are no
/// part of accuracy, and answers of which no protocol is known are left out.
pub fn by_protocol(outcomes: &Outcomes) -> Vec<ProtocolSummary> {
    let mut all: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for outcome in outcomes.rows() {
        let is_open = matches!(outcome.answer, Answer::Conclusion(_));
        let Some(protocol) = outcome.factors.get("protocol").filter(|_| !is_open) else { continue };
        let (correct, wrong) = all.entry((&outcome.subject, protocol)).or_default();
        *correct += u64::from(outcome.grade == Grade::Correct);
        *wrong += u64::from(outcome.grade == Grade::Wrong);
    }
    let row = |((model, protocol), (correct, wrong)): ((&str, &str), (u64, u64))| ProtocolSummary {
        model: model.to_owned(),
        protocol: protocol.to_owned(),
        correct,
        wrong,
    };
    all.into_iter().map(row).collect()
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// One summary per subject, in order of names.
pub fn summaries(outcomes: &Outcomes) -> Vec<SubjectSummary> {
    let mut all: Vec<SubjectSummary> = outcomes
        .subjects()
        .map(|model| SubjectSummary {
            model: model.to_owned(),
            simulated: model.starts_with("sim:"),
            ..SubjectSummary::default()
        })
        .collect();
    for outcome in outcomes.rows() {
        if let Ok(at) = all.binary_search_by(|s| s.model.as_str().cmp(&outcome.subject)) {
            all[at].add(outcome);
        }
    }
    all
}
