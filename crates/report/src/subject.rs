//! Subjects: what each answered overall, and whether it answered without reading.

use crate::Outcomes;
use peirast_record::{Answer, Grade, Outcome};
use serde::Serialize;

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
    /// Declined.
    pub refused: u64,
    /// Without text.
    pub empty: u64,
    /// Cut off before a verdict.
    pub truncated: u64,
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
}

impl SubjectSummary {
    /// Share of verdicts that are right, or `None` without a verdict.
    pub fn accuracy(&self) -> Option<f64> {
        share(self.correct, self.correct + self.wrong)
    }

    /// A warning when the subject gives one answer nearly always, which says nothing of reasoning.
    pub fn warning(&self) -> Option<String> {
        const NEARLY_ALWAYS: f64 = 0.95;
        const ENOUGH: u64 = 20;
        let flag = |count: u64, of: u64, what: &str| {
            let rate = share(count, of).filter(|_| of >= ENOUGH)?;
            let (rate, what) = if rate >= 0.5 {
                (rate, what.to_owned())
            } else {
                (1.0 - rate, format!("not {what}"))
            };
            (rate >= NEARLY_ALWAYS)
                .then(|| format!("answers {what} {:.0} % of the time", 100.0 * rate))
        };
        // A subject that is right whenever it says No is not answering blindly.
        let informed = self.accuracy().is_some_and(|a| a > 0.9);
        if informed {
            return None;
        }
        let flags =
            [flag(self.chose_a, self.choices, "(a)"), flag(self.said_no, self.yes_no, "No")];
        let text: Vec<String> = flags.into_iter().flatten().collect();
        (!text.is_empty()).then(|| text.join("; "))
    }

    fn add(&mut self, outcome: &Outcome) {
        self.answers += 1;
        match (outcome.grade, outcome.answer) {
            (Grade::Correct, _) => self.correct += 1,
            (Grade::Wrong, _) => self.wrong += 1,
            (Grade::Unscored, Answer::Refused) => self.refused += 1,
            (Grade::Unscored, Answer::Empty) => self.empty += 1,
            (Grade::Unscored, Answer::Truncated) => self.truncated += 1,
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
            _ => {}
        }
    }
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
