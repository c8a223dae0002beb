//! Mixture: how many answers follow the theory, chance taken out.
//!
//! The model: a share s of answers follows the theory to its fallacy. The others are right with some
//! probability and wrong with another; a wrong one is predicted by chance, with the probability that a
//! random wrong answer of its shape has. That probability is taken as known and as the same whoever
//! answers, and answers of different items as independent. What is estimated is the share of
//! theory-like fallacies in excess of chance, not a cause: a subject with another bias that makes the
//! same errors is counted too, and one that follows the theory only on problems where it is right is
//! not.

use super::chance::mean_chance;
use super::grouped::{Groups, cells, columns, only};
use super::{Concluded, Notion, Options};
use crate::accuracy::share_at;
use crate::table::{Builder, ends};
use crate::{Group, Table, Value};
use peirast_stats::{Interval, dist};
use serde::Serialize;

/// The share of answers of a group that follow the theory to its fallacy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EtrShare {
    /// Whose.
    pub group: Group,
    /// Answers that the estimate stands on.
    pub answers: u64,
    /// Of these, so many independent ones tell as much, since items can have several.
    pub effective: f64,
    /// Fallacies among them.
    pub fallacies: u64,
    /// Wrong answers without a chance of their own, which were given the mean of the others.
    pub imputed: u64,
    /// The most likely share, from 0 to 1.
    pub share: f64,
    /// Where the likelihood, others given their best, is not too low (chi-square, one degree of
    /// freedom).
    pub interval: Interval,
    /// Wrong answers among those that do not follow the theory; none if all do.
    pub other_wrong: Option<f64>,
}

/// What the likelihood is made of.
struct Counts {
    /// The chance of each fallacy.
    fallacies: Vec<f64>,
    /// Other wrong answers; their chance does not bear on the estimate.
    others: f64,
    /// Right answers.
    right: f64,
}

/// The shares of every group, on headline problems; groups without a known chance have none.
pub(crate) fn etr_shares(groups: &Groups<'_>, options: &Options<'_>) -> Vec<EtrShare> {
    let of = |(group, answers): &(Group, Vec<&Concluded>)| {
        etr_share(group, &only(answers, Concluded::is_headline), options)
    };
    groups.iter().filter_map(of).collect()
}

fn etr_share(group: &Group, answers: &[&Concluded], options: &Options<'_>) -> Option<EtrShare> {
    let notion = options.notion;
    let mean = mean_chance(answers, notion)?;
    let (counts, imputed) = counts(answers, notion, mean);
    let known = only(answers, |a| a.is_correct().is_some() && a.is_fallacy(notion).is_some());
    let effective = share_at(options.level, &known, |a| a.is_fallacy(notion))?.effective;
    let answers = counts.all();
    let share = counts.most_likely();
    // Answers that tell less than their number make the likelihood flatter by as much.
    let z = dist::normal_quantile(f64::midpoint(1.0, options.level));
    let drop = z * z / 2.0 * answers / effective;
    let interval = counts.interval(share, drop);
    let wrong = counts.best(share);
    Some(EtrShare {
        group: group.clone(),
        answers: answers as u64,
        effective,
        fallacies: counts.fallacies.len() as u64,
        imputed,
        share,
        interval,
        other_wrong: (share < 1.0).then(|| (wrong / (1.0 - share)).clamp(0.0, 1.0)),
    })
}

fn counts(answers: &[&Concluded], notion: Notion, mean: f64) -> (Counts, u64) {
    let mut counts = Counts { fallacies: Vec::new(), others: 0.0, right: 0.0 };
    let mut imputed = 0;
    for judged in answers.iter().filter_map(|answer| answer.judged()) {
        match (judged.is_correct(), judged.is_fallacy(notion)) {
            (Some(true), _) => counts.right += 1.0,
            (Some(false), Some(is)) => {
                // Where random answers were drawn, none of them being predicted must not make a
                // fallacy impossible.
                let own = judged.chance.and_then(|chance| chance.tested_rate(notion));
                imputed += u64::from(own.is_none());
                if is {
                    counts.fallacies.push(own.unwrap_or(mean));
                } else {
                    counts.others += 1.0;
                }
            }
            _ => {}
        }
    }
    // In one order, so that sums do not depend on that of the answers.
    counts.fallacies.sort_by(f64::total_cmp);
    (counts, imputed)
}

/// Halvings of a range: beyond the digits of a float.
const STEPS: usize = 60;

impl Counts {
    fn all(&self) -> f64 {
        self.fallacies.len() as f64 + self.others + self.right
    }

    /// The log-likelihood of a share s and of a share `wrong` of other wrong answers, up to a
    /// constant: a fallacy has s + wrong p, another error wrong (1 - p), a right answer the rest.
    fn likelihood(&self, share: f64, wrong: f64) -> f64 {
        let log = |count: f64, value: f64| if count > 0.0 { count * value.ln() } else { 0.0 };
        let fallacies: f64 = self.fallacies.iter().map(|p| (share + wrong * p).ln()).sum();
        fallacies + log(self.others, wrong) + log(self.right, 1.0 - share - wrong)
    }

    /// The best share of other wrong answers for a share s: the likelihood is concave in it.
    fn best(&self, share: f64) -> f64 {
        let slope = |wrong: f64| {
            let fallacies: f64 =
                self.fallacies.iter().filter(|p| **p > 0.0).map(|p| p / (share + wrong * p)).sum();
            let others = if self.others > 0.0 { self.others / wrong } else { 0.0 };
            let right = if self.right > 0.0 { self.right / (1.0 - share - wrong) } else { 0.0 };
            fallacies + others - right
        };
        root(0.0, 1.0 - share, slope)
    }

    fn profile(&self, share: f64) -> f64 {
        self.likelihood(share, self.best(share))
    }

    /// The share of the highest likelihood. Given the best of everything, right answers have their
    /// own share; what is left is divided between theory and other errors.
    fn most_likely(&self) -> f64 {
        let left = 1.0 - self.right / self.all();
        // By what the likelihood grows as the share does, other errors giving way.
        let slope = |share: f64| {
            let wrong = left - share;
            let fallacies: f64 =
                self.fallacies.iter().map(|p| (1.0 - p) / (share + wrong * p)).sum();
            fallacies - if self.others > 0.0 { self.others / wrong } else { 0.0 }
        };
        root(0.0, left, slope)
    }

    /// The shares whose profile likelihood is at most so much below the highest.
    fn interval(&self, share: f64, drop: f64) -> Interval {
        let least = self.profile(share) - drop;
        let holds = |at: f64| self.profile(at) >= least;
        let end = |far: f64| {
            if holds(far) {
                return far;
            }
            let (mut inside, mut outside) = (share, far);
            for _ in 0..STEPS {
                let middle = f64::midpoint(inside, outside);
                if holds(middle) { inside = middle } else { outside = middle }
            }
            inside
        };
        Interval { low: end(0.0), high: end(1.0) }
    }
}

/// Where a falling function passes 0, or the end of the range to which it points.
fn root(mut low: f64, mut high: f64, slope: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    // The ends themselves, where the function never passes 0.
    f64::midpoint(low, high)
}

/// The table of shares.
pub(crate) fn etr_share_table(rows: &[EtrShare], notion: Notion) -> Table {
    let note = format!(
        "The share of all answers that follow the theory to its fallacy (notion: {}), chance taken out. \
         The model: so many answers are the predicted fallacy; the others are right or wrong, and a wrong \
         one is predicted with the probability that a random wrong answer of its shape has. Maximum \
         likelihood, interval by profile likelihood, flattened where items have several answers. It \
         supposes that chance is known and independent of who answers; errors of another bias that look \
         like the theory's are counted with them.",
        notion.name()
    );
    let mut table = Builder::new(
        "etr-share",
        "Answers that follow the theory to its fallacy",
        &note,
        &columns(&[
            "answers",
            "fallacies",
            "etr_share",
            "low",
            "high",
            "other_wrong",
            "+effective",
            "+imputed",
        ]),
    );
    for row in rows {
        let mut cells = cells(&row.group);
        cells.extend([row.answers.into(), row.fallacies.into(), Value::Share(row.share)]);
        cells.extend(ends(Some(row.interval), Value::Share));
        cells.extend([
            Value::of(row.other_wrong, Value::Share),
            Value::Number(row.effective),
            row.imputed.into(),
        ]);
        table.row(!row.group.is_subject(), cells);
    }
    table.build()
}
