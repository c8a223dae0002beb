//! Belief bias: acceptance of conclusions because they are believable.

use crate::accuracy::share;
use crate::table::{Record, table};
use crate::{Difference, Group, Judgement};
use peirast_stats::Interval;
use peirast_stats::exchange::{Permuted, Unit, within_strata};
use peirast_stats::shares::Share;
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// Rates of acceptance by kind of conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Acceptance {
    /// Valid and believable, real words.
    pub valid_believable: Option<Share>,
    /// Valid and unbelievable, real words.
    pub valid_unbelievable: Option<Share>,
    /// Invalid and believable, real words.
    pub invalid_believable: Option<Share>,
    /// Invalid and unbelievable, real words.
    pub invalid_unbelievable: Option<Share>,
    /// Valid, with real words whose relation nobody knows.
    pub valid_neutral: Option<Share>,
    /// Invalid, with such words.
    pub invalid_neutral: Option<Share>,
    /// Valid, made-up words.
    pub valid_nonsense: Option<Share>,
    /// Invalid, made-up words.
    pub invalid_nonsense: Option<Share>,
}

/// The belief bias of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bias {
    /// The group.
    pub group: Group,
    /// The rates of acceptance.
    pub acceptance: Acceptance,
    /// Acceptance of believable conclusions minus that of unbelievable ones: the mean over valid and
    /// invalid conclusions. It is also the accuracy on congruent items less that on incongruent
    /// ones.
    pub belief: Option<Difference>,
    /// Its p-value, by exchanging believability among items of the same validity.
    pub test: Option<Permuted>,
    /// Acceptance of valid conclusions minus that of invalid ones.
    pub logic: Option<Difference>,
    /// The effect of belief on invalid conclusions minus that on valid ones, (IB - IU) - (VB - VU).
    /// It is positive in people: Evans, Barston & Pollard (1983), *Memory & Cognition* 11:295.
    pub interaction: Option<Difference>,
    /// Accuracy on congruent judgements as published: valid believable and invalid unbelievable
    /// ones. Made-up words count as unbelievable.
    pub congruent_published: Option<f64>,
    /// The published accuracy on all other judgements.
    pub incongruent_published: Option<f64>,
}

impl Bias {
    /// The published effect: the difference of the two published accuracies, over all words. A
    /// subject that rejects everything has an effect of 52 points on the forty items.
    pub fn published(&self) -> Option<f64> {
        Some(self.congruent_published? - self.incongruent_published?)
    }

    /// Accuracy with real words where logic and belief agree, and where they differ: each the mean
    /// over valid and invalid conclusions. The first less the second is [`Bias::belief`].
    pub fn congruent_and_incongruent(&self) -> Option<[f64; 2]> {
        let share = |share: Option<Share>| share.map(|share| share.value);
        let Acceptance {
            valid_believable,
            valid_unbelievable,
            invalid_believable,
            invalid_unbelievable,
            ..
        } = self.acceptance;
        Some([
            f64::midpoint(share(valid_believable)?, 1.0 - share(invalid_unbelievable)?),
            f64::midpoint(share(valid_unbelievable)?, 1.0 - share(invalid_believable)?),
        ])
    }
}

/// The belief bias of each group.
pub fn biases(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Bias> {
    groups.iter().map(|(group, judgements)| bias(group, judgements)).collect()
}

fn bias(group: &Group, judgements: &[&Judgement]) -> Bias {
    let real = |valid: bool, believable: Option<bool>| {
        share(judgements, |j| {
            let fits = j.variant.is_real() && j.valid == valid && j.believable == believable;
            j.accepted.filter(|_| fits)
        })
    };
    let made_up = |valid: bool| {
        share(judgements, |j| j.accepted.filter(|_| !j.variant.is_real() && j.valid == valid))
    };
    let acceptance = Acceptance {
        valid_believable: real(true, Some(true)),
        valid_unbelievable: real(true, Some(false)),
        invalid_believable: real(false, Some(true)),
        invalid_unbelievable: real(false, Some(false)),
        valid_neutral: real(true, None),
        invalid_neutral: real(false, None),
        valid_nonsense: made_up(true),
        invalid_nonsense: made_up(false),
    };
    let congruent = |wanted: bool| {
        let of = |j: &Judgement| j.is_right().filter(|_| (j.valid == j.is_believed()) == wanted);
        share(judgements, of).map(|share| share.value)
    };
    Bias {
        group: group.clone(),
        acceptance,
        belief: acceptance.contrast([0.5, -0.5, 0.5, -0.5]),
        test: belief_test(judgements),
        logic: acceptance.contrast([0.5, 0.5, -0.5, -0.5]),
        interaction: acceptance.contrast([-1.0, 1.0, 1.0, -1.0]),
        congruent_published: congruent(true),
        incongruent_published: congruent(false),
    }
}

impl Acceptance {
    /// A weighted sum of the four cells with real words.
    fn contrast(&self, weights: [f64; 4]) -> Option<Difference> {
        let cells = [
            self.valid_believable?,
            self.valid_unbelievable?,
            self.invalid_believable?,
            self.invalid_unbelievable?,
        ];
        let weighted: Vec<(f64, Share)> = weights.into_iter().zip(cells).collect();
        Some(Difference::new(&weighted))
    }
}

impl Acceptance {
    /// The accuracy with real words if logic and belief agree: the mean over valid and invalid items.
    fn agreeing(&self) -> Option<Difference> {
        accuracy(self.valid_believable?, self.invalid_unbelievable?)
    }

    /// The same if they differ.
    fn differing(&self) -> Option<Difference> {
        accuracy(self.valid_unbelievable?, self.invalid_believable?)
    }
}

/// The mean of the accuracies on valid and on invalid items, from the shares accepted.
fn accuracy(valid: Share, invalid: Share) -> Option<Difference> {
    let found = Difference::new(&[(0.5, valid), (-0.5, invalid)]);
    let moved = |end: f64| (end + 0.5).clamp(0.0, 1.0);
    let interval = Interval { low: moved(found.interval.low), high: moved(found.interval.high) };
    Some(Difference { value: moved(found.value), interval })
}

impl Record {
    /// Adds the number of verdicts of a share, and the ends of its interval.
    fn measured_on(self, [n, low, high]: [&'static str; 3], share: Option<Share>) -> Self {
        self.count(n, share.map(|share| share.of)).ends([low, high], share)
    }

    /// Adds an accuracy and its interval.
    fn accuracy(self, [name, low, high]: [&'static str; 3], found: Option<Difference>) -> Self {
        let interval = found.map(|found| found.interval);
        self.share(name, found.map(|found| found.value)).interval(
            [low, high],
            interval,
            Value::Share,
        )
    }
}

/// The largest scale of an item's mean acceptance. The scale is the least common multiple of all
/// counts of answers, so that scaled means are whole numbers; beyond this limit they are rounded.
const MOST_SCALE: u64 = 5040;

/// Exchanges believability among items of the same validity. The score of an item is the share of
/// its versions with real words that were accepted.
fn belief_test(judgements: &[&Judgement]) -> Option<Permuted> {
    let mut items: BTreeMap<(bool, &str), (bool, u64, u64)> = BTreeMap::new();
    for judgement in judgements.iter().filter(|j| j.variant.is_real()) {
        if let (Some(accepted), Some(is_believable)) = (judgement.accepted, judgement.believable) {
            let place = (judgement.valid, judgement.item.as_str());
            let (believable, count, of) = items.entry(place).or_default();
            *believable = is_believable;
            *count += u64::from(accepted);
            *of += 1;
        }
    }
    let common = |a: u64, b: u64| (a / divisor(a, b)).saturating_mul(b);
    let scale = items.values().fold(1, |scale, (_, _, of)| common(scale, *of)).min(MOST_SCALE);
    let mut strata: BTreeMap<bool, Vec<Unit>> = BTreeMap::new();
    for ((valid, _), (is_marked, count, of)) in items {
        let score = u32::try_from((count * scale + of / 2) / of).ok()?;
        strata.entry(valid).or_default().push(Unit { score, is_marked });
    }
    // Without valid items, or without invalid ones, there is no effect to test.
    let strata: Vec<Vec<Unit>> = strata.into_values().collect();
    if strata.len() == 2 { within_strata(&strata) } else { None }
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { divisor(b, a % b) }
}

/// The table of acceptances and effects.
pub fn belief_table(rows: &[Bias]) -> Table<'static> {
    let record = |row: &Bias| {
        let acceptance = &row.acceptance;
        Record::for_group(&row.group)
            .share_alone("VB", acceptance.valid_believable)
            .share_alone("VU", acceptance.valid_unbelievable)
            .share_alone("IB", acceptance.invalid_believable)
            .share_alone("IU", acceptance.invalid_unbelievable)
            .share_alone("VN", acceptance.valid_neutral)
            .share_alone("IN", acceptance.invalid_neutral)
            .share_alone("VX", acceptance.valid_nonsense)
            .share_alone("IX", acceptance.invalid_nonsense)
            .difference(["belief", "low", "high"], row.belief)
            .p("p", row.test.map(|test| test.p))
            .difference(["logic", "+logic_low", "+logic_high"], row.logic)
            .difference(["interaction", "+interaction_low", "+interaction_high"], row.interaction)
            .share("+congruent_published", row.congruent_published)
            .share("+incongruent_published", row.incongruent_published)
            .points("published", row.published())
            .accuracy(["+agree", "+agree_low", "+agree_high"], row.acceptance.agreeing())
            .accuracy(["+differ", "+differ_low", "+differ_high"], row.acceptance.differing())
            .measured_on(["+VB_n", "+VB_low", "+VB_high"], acceptance.valid_believable)
            .measured_on(["+VU_n", "+VU_low", "+VU_high"], acceptance.valid_unbelievable)
            .measured_on(["+IB_n", "+IB_low", "+IB_high"], acceptance.invalid_believable)
            .measured_on(["+IU_n", "+IU_low", "+IU_high"], acceptance.invalid_unbelievable)
            .measured_on(["+VN_n", "+VN_low", "+VN_high"], acceptance.valid_neutral)
            .measured_on(["+IN_n", "+IN_low", "+IN_high"], acceptance.invalid_neutral)
            .measured_on(["+VX_n", "+VX_low", "+VX_high"], acceptance.valid_nonsense)
            .measured_on(["+IX_n", "+IX_low", "+IX_high"], acceptance.invalid_nonsense)
    };
    table(
        "belief-bias",
        "Belief bias",
        "Rates of acceptance of conclusions that are valid (V) or invalid (I), and believable (B), \
         unbelievable (U), neutral because nobody knows (N), or made of invented words (X); in the files, \
         each with its 95 % interval and its number of verdicts. The \
         effect of belief is (VB - VU + IB - IU)/2, with real words only: how much more often \
         believable conclusions are accepted than unbelievable ones, as the mean over valid and invalid \
         conclusions. It is also the accuracy where logic and belief agree (VB, IU) minus that where \
         they differ (VU, IB). Its interval \
         is by the method of variance estimates recovery over intervals with items as the unit. \
         Its p-value counts all exchanges of believability among items of the same validity. The \
         interaction is (IB - IU) - (VB - VU): the effect of belief on invalid conclusions minus \
         that on valid ones. The published effect compares accuracies over all words, where \
         made-up words count as unbelievable; with made-up words, even a subject that rejects \
         everything can have a large effect. It is shown without an interval, to be compared with the published \
         numbers.",
        rows.iter().map(record),
    )
}
