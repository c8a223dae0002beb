//! Mixture: how many answers follow the theory, those taken out that are predicted all the same.
//!
//! The model: a share s of answers follows the theory to its fallacy. The others are right with some
//! probability and wrong with another; a wrong one is predicted with the probability that a wrong
//! answer of its shape has that is made without the theory ([`Null`]). That probability is taken as
//! known and as the same whoever answers, and answers of different items as independent. What is
//! estimated is the share of theory-like fallacies in excess of the null, not a cause: a subject with
//! another bias that makes the same errors is counted too, and one that follows the theory only on
//! problems where it is right is not. Others that read off the premises are taken out by
//! [`Null::Matching`]; where they answer at random, that takes out too much, and the share is a lower
//! bound.
//! The others are supposed to err as often whatever the null of an item: where they err mostly where it
//! is high, the share comes out somewhat high.

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
    /// Whose.
    pub group: Group,
    /// Answers that the estimates stand on.
    pub answers: u64,
    /// Of these, so many independent ones tell as much, since items can have several.
    pub effective: f64,
    /// Fallacies among them.
    pub fallacies: u64,
    /// The share beyond what any null makes, answer by answer: the main figure.
    pub beyond: Option<Corrected>,
    /// The share beyond what parts of alternatives make.
    pub over_parts: Option<Corrected>,
    /// The share beyond what matching makes, literal by literal.
    pub over_matching: Option<Corrected>,
    /// The share beyond what random answers make, which leaves in what is read off the premises.
    pub over_chance: Option<Corrected>,
}

/// The share of answers that follow the theory, what a null makes taken out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Corrected {
    /// Wrong answers for which the null is not known, which were given the mean of the others.
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
    /// The null of each fallacy.
    fallacies: Vec<f64>,
    /// Other wrong answers; their null does not bear on the estimate.
    others: f64,
    /// Right answers.
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
    // Answers that tell less than their number make the likelihood flatter by as much.
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

/// The share over a null, its likelihood followed so far down; none where the null is never known.
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
                // Where answers were drawn, none of them being predicted must not make a fallacy
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
pub(crate) fn etr_share_table(rows: &[EtrShare], notion: Notion) -> Table<'static> {
    let note = format!(
        "The share of all answers that follow the theory to its fallacy (notion: {}), those taken out that \
         are predicted whoever answers. The model: so many answers are the predicted fallacy; the others \
         are right or wrong, and a wrong one is predicted with the probability that a wrong answer of its \
         shape has that is made without the theory. Share, the main figure: that probability is the \
         largest of all nulls for each answer (parts of alternatives, literals that stand in some premise, \
         any literals); for a subject whose other errors are of a milder kind, a lower bound. Among the \
         details, the share over each of the three by itself: over chance, what a subject reads off the \
         premises counts as following the theory. Maximum likelihood, intervals by profile likelihood, \
         flattened where items have several answers. All suppose that these probabilities are known and \
         independent of who answers; errors of another bias that look like the theory's are counted with \
         them. Whoever never errs has no row.",
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

    /// Adds what is estimated of the answers that do not follow the theory.
    fn other_answers(self, [wrong, imputed]: [&'static str; 2], over: Option<Corrected>) -> Self {
        self.share(wrong, over.and_then(|over| over.other_wrong))
            .count(imputed, over.map(|over| over.imputed))
    }
}
