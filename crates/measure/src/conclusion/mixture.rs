//! Mixture: the share of answers that follow the theory, without those predicted by coincidence.
//!
//! The model: a share s of answers follows the theory to its fallacy. The others are correct with
//! some probability and incorrect with another. An incorrect one is predicted with the probability
//! of an incorrect answer of the same shape that is made without the theory ([`Null`]).
//!
//! Assumptions:
//!
//! - That probability is known, and the same for every subject.
//! - Answers to different items are independent.
//! - The rate of errors of the other answers does not depend on the null of an item. If they are
//!   mostly incorrect where the null is high, the estimated share is somewhat too high.
//!
//! The estimate is the share of theory-like fallacies in excess of the null, not a cause. It also
//! counts a subject with another bias that makes the same errors. It does not count one that
//! follows the theory only on problems for which the theory is right. [`Null::Matching`] removes
//! other answers that are read off the premises; if those are random answers instead, it removes
//! too much, and the share is a lower bound.

use super::grouped::{Groups, only};
use super::over::mean_null;
use super::{Concluded, Notion, Null, Options};
use crate::Group;
use crate::accuracy::share_at;
use crate::table::{Record, table};
use peirast_stats::{Interval, dist};
use peirast_table::{Table, Value};
use serde::Serialize;

/// The share of answers of a group that follow the theory to its fallacy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EtrShare {
    /// The group.
    pub group: Group,
    /// Number of answers in the estimates.
    pub answers: u64,
    /// Number of independent answers with the same information, since items can have several
    /// answers.
    pub effective: f64,
    /// Fallacies among them.
    pub fallacies: u64,
    /// The share beyond the largest null of each answer: the main estimate.
    pub beyond: Option<Corrected>,
    /// The share beyond parts of alternatives.
    pub over_parts: Option<Corrected>,
    /// The share beyond matching, literal by literal.
    pub over_matching: Option<Corrected>,
    /// The share beyond random answers; it includes answers that are read off the premises.
    pub over_chance: Option<Corrected>,
}

/// The share of answers that follow the theory, corrected for a null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Corrected {
    /// Number of incorrect answers with an unknown null, which got the mean of the others.
    pub imputed: u64,
    /// The most likely share, from 0 to 1.
    pub share: f64,
    /// The shares whose profile likelihood is not too low (chi-square, one degree of freedom).
    pub interval: Interval,
    /// Incorrect answers among those that do not follow the theory; `None` if all do.
    pub other_wrong: Option<f64>,
}

/// The data of the likelihood.
struct Counts {
    /// The null of each fallacy.
    fallacies: Vec<f64>,
    /// Number of other incorrect answers; their null does not affect the estimate.
    others: f64,
    /// Number of correct answers.
    right: f64,
}

/// The shares of every group, on headline problems; groups without a known null have none.
pub(crate) fn etr_shares(groups: &Groups<'_>, options: &Options<'_>) -> Vec<EtrShare> {
    let measure = |(group, answers): &(Group, Vec<&Concluded>)| {
        etr_share(group, &only(answers, Concluded::is_headline), options)
    };
    groups.iter().filter_map(measure).collect()
}

fn etr_share(group: &Group, answers: &[&Concluded], options: &Options<'_>) -> Option<EtrShare> {
    let notion = options.notion;
    let known = only(answers, |a| a.is_correct().is_some() && a.is_fallacy(notion).is_some());
    let effective = share_at(options.level, &known, |a| a.is_fallacy(notion))?.effective;
    // Dependent answers carry less information, which flattens the likelihood in proportion.
    let z = dist::normal_quantile(f64::midpoint(1.0, options.level));
    let drop = z * z / 2.0 * known.len() as f64 / effective;
    let over = |null| corrected(&known, null, notion, drop);
    let [beyond, over_parts, over_matching, over_chance] = Null::ALL.map(over);
    beyond.or(over_parts).or(over_matching).or(over_chance)?;
    Some(EtrShare {
        group: group.clone(),
        answers: known.len() as u64,
        effective,
        fallacies: known.iter().filter(|a| a.is_fallacy(notion) == Some(true)).count() as u64,
        beyond,
        over_parts,
        over_matching,
        over_chance,
    })
}

/// The share over a null. The interval ends where the log-likelihood is `drop` below its maximum.
/// `None` if the null is never known.
fn corrected(answers: &[&Concluded], null: Null, notion: Notion, drop: f64) -> Option<Corrected> {
    let mean = mean_null(answers, null, notion)?;
    let (counts, imputed) = counts(answers, null, notion, mean);
    let share = counts.most_likely();
    let wrong = counts.best(share);
    Some(Corrected {
        imputed,
        share,
        interval: counts.interval(share, drop),
        other_wrong: (share < 1.0).then(|| (wrong / (1.0 - share)).clamp(0.0, 1.0)),
    })
}

fn counts(answers: &[&Concluded], null: Null, notion: Notion, mean: f64) -> (Counts, u64) {
    let mut counts = Counts { fallacies: Vec::new(), others: 0.0, right: 0.0 };
    let mut imputed = 0;
    for judged in answers.iter().filter_map(|answer| answer.judged()) {
        match (judged.is_correct(), judged.is_fallacy(notion)) {
            (Some(true), _) => counts.right += 1.0,
            (Some(false), Some(is)) => {
                // If answers were drawn, a sample without predicted answers must not make a fallacy
                // impossible.
                let rate = judged.tested_null_rate(null, notion);
                imputed += u64::from(rate.is_none());
                if is {
                    counts.fallacies.push(rate.unwrap_or(mean));
                } else {
                    counts.others += 1.0;
                }
            }
            _ => {}
        }
    }
    // Sorted, so that sums do not depend on the order of the answers.
    counts.fallacies.sort_by(f64::total_cmp);
    (counts, imputed)
}

/// Halvings of a range: more than the digits of a float.
const STEPS: usize = 60;

impl Counts {
    fn all(&self) -> f64 {
        self.fallacies.len() as f64 + self.others + self.right
    }

    /// The log-likelihood of a share s and of a share `wrong` of other incorrect answers, up to a
    /// constant: a fallacy has probability s + wrong p, another error wrong (1 - p), a correct
    /// answer the rest.
    fn likelihood(&self, share: f64, wrong: f64) -> f64 {
        let log = |count: f64, value: f64| if count > 0.0 { count * value.ln() } else { 0.0 };
        let fallacies: f64 = self.fallacies.iter().map(|p| (share + wrong * p).ln()).sum();
        fallacies + log(self.others, wrong) + log(self.right, 1.0 - share - wrong)
    }

    /// The best share of other incorrect answers for a share s: the likelihood is concave in it.
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

    /// The share of the highest likelihood. At the maximum, correct answers have their observed
    /// share; the rest is divided between the theory and other errors.
    fn most_likely(&self) -> f64 {
        let left = 1.0 - self.right / self.all();
        // The derivative of the likelihood by the share, which replaces other errors.
        let slope = |share: f64| {
            let wrong = left - share;
            let fallacies: f64 =
                self.fallacies.iter().map(|p| (1.0 - p) / (share + wrong * p)).sum();
            fallacies - if self.others > 0.0 { self.others / wrong } else { 0.0 }
        };
        root(0.0, left, slope)
    }

    /// The shares whose profile likelihood is at most `drop` below the highest.
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

/// The zero of a decreasing function, or the end of the range in its direction.
fn root(mut low: f64, mut high: f64, slope: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    // The ends themselves if the function never crosses 0.
    f64::midpoint(low, high)
}

/// The table of shares.
pub(crate) fn etr_share_table(rows: &[EtrShare], notion: Notion) -> Table<'static> {
    let note = format!(
        "The share of all answers that follow the theory to its fallacy (notion: {}), without \
         those that are predicted by coincidence. The model: one share of answers is the \
         predicted fallacy; the others are correct or incorrect. An incorrect one is predicted \
         with the probability of an incorrect answer of the same shape that is made without the \
         theory. Share, the main estimate, uses the largest of all nulls for each answer as this \
         probability (parts of alternatives, literals of some premise, any literals); it is a \
         lower bound for a subject whose other errors have a smaller null. The details have the \
         share over each of the three nulls alone; over chance, answers that are read off the \
         premises count as following the theory. The method is maximum likelihood, with intervals \
         by profile likelihood, widened if items have several answers. All estimates assume that \
         these probabilities are known and the same for all subjects. Errors of another bias that \
         equal the theory's are counted with them. A subject without errors has no row.",
        notion.name()
    );
    table(
        "etr-share",
        "Answers that follow the theory to its fallacy",
        &note,
        rows.iter().map(record),
    )
}

fn record(row: &EtrShare) -> Record {
    Record::for_group(&row.group)
        .count("answers", row.answers)
        .count("fallacies", row.fallacies)
        .corrected(["share", "share_low", "share_high"], row.beyond)
        .number("+effective", row.effective)
        .other_answers(["+other_wrong", "+imputed"], row.beyond)
        .corrected(
            ["+share_over_parts", "+share_over_parts_low", "+share_over_parts_high"],
            row.over_parts,
        )
        .other_answers(["+other_wrong_parts", "+imputed_parts"], row.over_parts)
        .corrected(
            ["+share_over_matching", "+share_over_matching_low", "+share_over_matching_high"],
            row.over_matching,
        )
        .other_answers(["+other_wrong_matching", "+imputed_matching"], row.over_matching)
        .corrected(
            ["+share_over_chance", "+share_over_chance_low", "+share_over_chance_high"],
            row.over_chance,
        )
        .other_answers(["+other_wrong_chance", "+imputed_chance"], row.over_chance)
}

impl Record {
    /// Adds the share over a null and its interval.
    fn corrected(self, [share, low, high]: [&'static str; 3], over: Option<Corrected>) -> Self {
        self.share(share, over.map(|over| over.share)).interval(
            [low, high],
            over.map(|over| over.interval),
            Value::Share,
        )
    }

    /// Adds the estimates for the answers that do not follow the theory.
    fn other_answers(self, [wrong, imputed]: [&'static str; 2], over: Option<Corrected>) -> Self {
        self.share(wrong, over.and_then(|over| over.other_wrong))
            .count(imputed, over.map(|over| over.imputed))
    }
}
