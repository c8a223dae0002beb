//! Accuracy: shares of right judgements, of all problems, and of valid and invalid ones.

use crate::table::{Record, table};
use crate::{Group, Judgement, Placed};
use peirast_stats::Interval;
use peirast_stats::shares::{self, Share};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// Confidence of every interval.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// Counts of judgements by validity and acceptance; "valid" is the positive answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Valid and accepted.
    pub true_positives: u64,
    /// Valid and rejected.
    pub false_negatives: u64,
    /// Invalid and accepted.
    pub false_positives: u64,
    /// Invalid and rejected.
    pub true_negatives: u64,
    /// Without a verdict: counted in no rate.
    pub unscored: u64,
}

impl Confusion {
    /// Counts judgements.
    pub fn new(judgements: &[&Judgement]) -> Self {
        let mut counts = Self::default();
        for judgement in judgements {
            let cell = match (judgement.valid, judgement.accepted) {
                (_, None) => &mut counts.unscored,
                (true, Some(true)) => &mut counts.true_positives,
                (true, Some(false)) => &mut counts.false_negatives,
                (false, Some(true)) => &mut counts.false_positives,
                (false, Some(false)) => &mut counts.true_negatives,
            };
            *cell += 1;
        }
        counts
    }

    /// Judgements with a verdict.
    pub fn scored(&self) -> u64 {
        self.true_positives + self.false_negatives + self.false_positives + self.true_negatives
    }

    /// The share of accepted conclusions that are valid; `None` if nothing is accepted.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.true_positives, self.true_positives + self.false_positives)
    }

    /// The share of valid conclusions that are accepted.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.true_positives, self.true_positives + self.false_negatives)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> Option<f64> {
        let wrong = self.false_positives + self.false_negatives;
        ratio(2 * self.true_positives, 2 * self.true_positives + wrong)
    }
}

/// A share of counts; `None` if the whole is 0.
pub(crate) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The accuracy of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Accuracy {
    /// The group.
    pub group: Group,
    /// Counts.
    pub confusion: Confusion,
    /// Share of verdicts that are right, with items as the unit.
    pub accuracy: Option<Share>,
    /// The accuracy if every answer without a verdict were wrong.
    pub worst: Option<f64>,
    /// The accuracy if every answer without a verdict were right.
    pub best: Option<f64>,
    /// Share of verdicts that agree with believability, the second ground truth of the benchmark.
    /// Made-up words count as unbelievable. A faultless reasoner scores 51.25 % there.
    pub believability: Option<f64>,
    /// Agreement with believability on real words only, if a conclusion is believable or
    /// unbelievable.
    pub believability_real: Option<Share>,
    /// Share of verdicts that are right on these same arguments, with items as the unit.
    pub accuracy_real: Option<Share>,
}

/// The share of answers for which `holds` returns true, over items. Answers for which it returns
/// `None` are left out.
pub(crate) fn share<T: Placed>(
    answers: &[&T],
    holds: impl Fn(&T) -> Option<bool>,
) -> Option<Share> {
    share_at(CONFIDENCE, answers, holds)
}

/// The same share with an interval of this confidence.
pub(crate) fn share_at<T: Placed>(
    confidence: f64,
    answers: &[&T],
    holds: impl Fn(&T) -> Option<bool>,
) -> Option<Share> {
    let items: Vec<(u64, u64)> = counts_by_item(answers, holds).into_values().collect();
    shares::share(&items, confidence).ok()
}

/// For each item: the answers for which `holds` returns true, and all for which it returns a value.
pub(crate) fn counts_by_item<'a, T: Placed>(
    answers: &[&'a T],
    holds: impl Fn(&T) -> Option<bool>,
) -> BTreeMap<&'a str, (u64, u64)> {
    let mut items: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for answer in answers {
        if let Some(holds) = holds(answer) {
            let (count, of) = items.entry(answer.item()).or_default();
            *count += u64::from(holds);
            *of += 1;
        }
    }
    items
}

/// A difference of shares and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference, from -1 to 1.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Difference {
    /// A weighted sum of shares.
    pub(crate) fn new(terms: &[(f64, Share)]) -> Self {
        let (value, interval) = shares::contrast(terms);
        Self { value, interval }
    }
}

impl Record {
    /// Adds a difference of shares and its interval.
    pub(crate) fn difference(
        self,
        [name, low, high]: [&'static str; 3],
        found: Option<Difference>,
    ) -> Self {
        let interval = found.map(|found| found.interval);
        self.points(name, found.map(|found| found.value)).interval(
            [low, high],
            interval,
            Value::Points,
        )
    }
}

/// The accuracy of each group.
pub fn accuracies(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Accuracy> {
    groups.iter().map(|(group, judgements)| accuracy(group, judgements)).collect()
}

fn accuracy(group: &Group, judgements: &[&Judgement]) -> Accuracy {
    let confusion = Confusion::new(judgements);
    let right = confusion.true_positives + confusion.true_negatives;
    let all = confusion.scored() + confusion.unscored;
    let believed = |j: &Judgement| j.accepted.map(|a| a == j.is_believed());
    let is_real = |j: &Judgement| j.variant.is_real() && j.believable.is_some();
    Accuracy {
        group: group.clone(),
        confusion,
        accuracy: share(judgements, Judgement::is_right),
        worst: ratio(right, all),
        best: ratio(right + confusion.unscored, all),
        believability: share(judgements, believed).map(|share| share.value),
        believability_real: share(judgements, |j| believed(j).filter(|_| is_real(j))),
        accuracy_real: share(judgements, |j| j.is_right().filter(|_| is_real(j))),
    }
}

/// The table of accuracies.
pub fn accuracy_table(rows: &[Accuracy]) -> Table<'static> {
    let record = |row: &Accuracy| {
        let counts = &row.confusion;
        Record::for_group(&row.group)
            .estimate(["accuracy", "low", "high"], row.accuracy)
            .share("precision", counts.precision())
            .share("recall", counts.recall())
            .share("f1", counts.f1())
            .count("+true_positives", counts.true_positives)
            .count("+false_negatives", counts.false_negatives)
            .count("+false_positives", counts.false_positives)
            .count("+true_negatives", counts.true_negatives)
            .count("no_verdict", counts.unscored)
            .share("+worst", row.worst)
            .share("+best", row.best)
            .share("believability_published", row.believability)
            .estimate(
                ["believability_real", "+believability_real_low", "+believability_real_high"],
                row.believability_real,
            )
            .estimate(
                ["+accuracy_real", "+accuracy_real_low", "+accuracy_real_high"],
                row.accuracy_real,
            )
    };
    table(
        "accuracy",
        "Accuracy",
        "Accuracy is the share of verdicts that are right. Its 95 % interval is Wilson's, with \
         items as the unit (for the effective number of independent answers). Precision, recall \
         and F1 take \"valid\" as the positive answer. Answers without a verdict are left out. \
         In the files, worst and best count them as wrong and as right. The columns \
         believability_published and believability_real compare the verdicts with the believability \
         of the conclusion instead: as published, where made-up words count as unbelievable, and with \
         real words only. In the files, accuracy_real is the accuracy on \
         the arguments with real words.",
        rows.iter().map(record),
    )
}
