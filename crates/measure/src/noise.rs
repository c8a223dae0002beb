//! Noise: the rate at which a subject answers the same question differently.
//!
//! An A/A control repeats a question exactly. The two answers differ only because of the subject:
//! sampling, and servers that are not deterministic even at temperature 0. Answers to two versions
//! of an item differ at least as often by chance alone. A comparison whose pairs are hardly more
//! often discordant than its controls therefore shows little.

use crate::accuracy::ratio;
use crate::table::{Record, table};
use peirast_record::{Answer, Grade};
use peirast_stats::proportion::wilson;
use peirast_stats::{Error, Interval};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// A question and its A/A control, both answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// The subject.
    pub subject: String,
    /// The first answer and its grade.
    pub first: (Answer, Grade),
    /// The answer to the exact repetition of the question.
    pub again: (Answer, Grade),
    /// True if both answers have exactly the same text.
    pub same_text: bool,
}

/// Counts of a subject's contradictions of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Noise {
    /// The subject.
    pub subject: String,
    /// Number of questions that were asked twice and answered twice.
    pub controls: u64,
    /// Number of controls whose two answers have exactly the same text.
    pub same_text: u64,
    /// Number of controls with a verdict both times.
    pub scored: u64,
    /// Number of scored controls with different answers.
    pub differ: u64,
    /// Number of scored controls that were right first and wrong second.
    pub right_to_wrong: u64,
    /// Number of scored controls that were wrong first and right second.
    pub wrong_to_right: u64,
}

impl Noise {
    /// Number of grades that flipped.
    pub fn flips(&self) -> u64 {
        self.right_to_wrong + self.wrong_to_right
    }

    /// The share of grades that flipped, from 0 to 1; `None` without scored controls.
    ///
    /// ```
    /// use peirast_measure::Noise;
    /// let noise = Noise { scored: 40, right_to_wrong: 1, wrong_to_right: 1, ..Noise::default() };
    /// assert_eq!(noise.flip_rate(), Some(0.05));
    /// ```
    pub fn flip_rate(&self) -> Option<f64> {
        ratio(self.flips(), self.scored)
    }

    /// Its 95 % interval by Wilson's method.
    ///
    /// # Errors
    /// Counts cannot cause any.
    pub fn interval(&self) -> Result<Option<Interval>, Error> {
        (self.scored > 0).then(|| wilson(self.flips(), self.scored, 0.95)).transpose()
    }

    fn count(&mut self, control: &Control) {
        self.controls += 1;
        self.same_text += u64::from(control.same_text);
        let ((first, before), (again, after)) = (control.first, control.again);
        if before == Grade::Unscored || after == Grade::Unscored {
            return;
        }
        self.scored += 1;
        self.differ += u64::from(first != again);
        self.right_to_wrong += u64::from((before, after) == (Grade::Correct, Grade::Wrong));
        self.wrong_to_right += u64::from((before, after) == (Grade::Wrong, Grade::Correct));
    }
}

/// The noise of every subject that was asked anything twice, sorted by subject.
pub fn noise(controls: &[Control]) -> Vec<Noise> {
    let mut subjects: BTreeMap<&str, Noise> = BTreeMap::new();
    for control in controls {
        subjects.entry(&control.subject).or_default().count(control);
    }
    let named = |(subject, noise): (&str, Noise)| Noise { subject: subject.to_owned(), ..noise };
    subjects.into_iter().map(named).collect()
}

/// The table of noise.
///
/// # Errors
/// Counts cannot cause any.
pub fn noise_table(rows: &[Noise]) -> Result<Table<'static>, Error> {
    let record = |row: &Noise| {
        let record = Record::new(false)
            .cell("model", row.subject.as_str())
            .count("controls", row.controls)
            .count("same_text", row.same_text)
            .count("scored", row.scored)
            .count("different_answers", row.differ)
            .count("right_to_wrong", row.right_to_wrong)
            .count("wrong_to_right", row.wrong_to_right)
            .share("flip_rate", row.flip_rate())
            .interval(["low", "high"], row.interval()?, Value::Share);
        Ok(record)
    };
    Ok(table(
        "aa",
        "A/A controls",
        "Questions that were repeated exactly. A grade that flips, from right to wrong or back, is \
         the subject's own noise: two versions of an item would be discordant equally often if \
         their difference had no effect. Intervals are by Wilson's method (95 %). Controls enter \
         no test.",
        rows.iter().map(record).collect::<Result<Vec<_>, Error>>()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(first: bool, again: Option<bool>) -> Control {
        let grade = |right: bool| if right { Grade::Correct } else { Grade::Wrong };
        Control {
            subject: "m".to_owned(),
            first: (Answer::YesNo(first), grade(first)),
            again: match again {
                Some(again) => (Answer::YesNo(again), grade(again)),
                None => (Answer::Refused, Grade::Unscored),
            },
            same_text: again == Some(first),
        }
    }

    #[test]
    fn flips_are_counted_where_both_answers_have_a_verdict() {
        let controls = [
            control(true, Some(true)),
            control(true, Some(false)),
            control(false, Some(true)),
            control(true, None),
        ];
        let rows = noise(&controls);
        let row = &rows[0];
        assert_eq!((row.controls, row.scored, row.same_text), (4, 3, 1));
        assert_eq!((row.differ, row.right_to_wrong, row.wrong_to_right), (2, 1, 1));
        assert_eq!(row.flip_rate(), Some(2.0 / 3.0));
        let table = noise_table(&rows).expect("a table");
        assert_eq!(table.rows.len(), 1);
        assert_eq!(table.rows[0].cells.len(), table.columns.len());
    }

    #[test]
    fn without_scored_controls_there_is_no_rate() {
        let rows = noise(&[control(true, None)]);
        assert_eq!(rows[0].flip_rate(), None);
        assert_eq!(rows[0].interval(), Ok(None));
    }
}
