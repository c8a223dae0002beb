//! Belief bias: whether conclusions are accepted because they are believable.

use crate::accuracy::share;
use crate::table::ends;
use crate::{Group, Judgement};
use peirast_stats::Interval;
use peirast_stats::exchange::{Permuted, Unit, within_strata};
use peirast_stats::shares::{Share, contrast};
use peirast_table::{Builder, Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// How often conclusions of each kind are accepted.
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
    /// Valid, real words of which nobody knows how they are related.
    pub valid_neutral: Option<Share>,
    /// Invalid, such words.
    pub invalid_neutral: Option<Share>,
    /// Valid, made-up words.
    pub valid_nonsense: Option<Share>,
    /// Invalid, made-up words.
    pub invalid_nonsense: Option<Share>,
}

/// A contrast of acceptances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Index {
    /// Its value, from -1 to 1.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

/// The belief bias of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bias {
    /// Whose.
    pub group: Group,
    /// What is accepted.
    pub acceptance: Acceptance,
    /// How much more believable conclusions are accepted than unbelievable ones, the mean over valid
    /// and invalid ones. It is also the accuracy on congruent items less that on incongruent ones.
    pub belief: Option<Index>,
    /// Its p-value: believability exchanged among items of the same validity.
    pub test: Option<Permuted>,
    /// How much more valid conclusions are accepted than invalid ones.
    pub logic: Option<Index>,
    /// How much larger the effect of belief is on valid ones than on invalid ones.
    pub interaction: Option<Index>,
    /// Accuracy on congruent judgements as published: valid believable and invalid unbelievable ones,
    /// made-up words counting as unbelievable.
    pub congruent_published: Option<f64>,
    /// The same on all others.
    pub incongruent_published: Option<f64>,
}

impl Bias {
    /// The published effect: the difference of the two, over all words. A subject that rejects
    /// everything has 52 points of it on the forty items.
    pub fn published(&self) -> Option<f64> {
        Some(self.congruent_published? - self.incongruent_published?)
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
        belief: acceptance.index([0.5, -0.5, 0.5, -0.5]),
        test: belief_test(judgements),
        logic: acceptance.index([0.5, 0.5, -0.5, -0.5]),
        interaction: acceptance.index([1.0, -1.0, -1.0, 1.0]),
        congruent_published: congruent(true),
        incongruent_published: congruent(false),
    }
}

impl Acceptance {
    /// A weighted sum of the four cells with real words.
    fn index(&self, weights: [f64; 4]) -> Option<Index> {
        let cells = [
            self.valid_believable?,
            self.valid_unbelievable?,
            self.invalid_believable?,
            self.invalid_unbelievable?,
        ];
        let weighted: Vec<(f64, Share)> = weights.into_iter().zip(cells).collect();
        let (value, interval) = contrast(&weighted);
        Some(Index { value, interval })
    }
}

/// The largest scale of an item's mean acceptance. It is the least number that all counts of answers
/// divide, so that means are whole; only beyond this they are rounded.
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
    // Without valid or without invalid items there is no effect to test.
    let strata: Vec<Vec<Unit>> = strata.into_values().collect();
    if strata.len() == 2 { within_strata(&strata) } else { None }
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { divisor(b, a % b) }
}

/// The table of acceptances and effects.
pub fn belief_table(rows: &[Bias]) -> Table<'static> {
    let mut table = Builder::new(
        "belief-bias",
        "Belief bias",
        "How often conclusions are accepted that are valid (V) or invalid (I), believable (B) or \
         unbelievable (U), neither, because nobody knows (N), or of made-up words (X). The effect of belief is (VB - VU + IB - IU)/2, \
         with real words only: the accuracy where logic and belief agree less that where they \
         differ, validity balanced. Its interval is by the method of variance estimates recovery \
         over intervals with items as the unit; its p-value counts all exchanges of believability \
         among items of the same validity. The published effect compares accuracies over all \
         words, made-up ones counting as unbelievable; rejecting everything gives it 52 points.",
        &[
            "subject",
            "strategy",
            "temperature",
            "VB",
            "VU",
            "IB",
            "IU",
            "VN",
            "IN",
            "VX",
            "IX",
            "belief",
            "low",
            "high",
            "p",
            "logic",
            "+logic_low",
            "+logic_high",
            "interaction",
            "+interaction_low",
            "+interaction_high",
            "+congruent_published",
            "+incongruent_published",
            "published",
        ],
    );
    for row in rows {
        let cell =
            |share: Option<Share>| Value::from_option(share, |share| Value::Share(share.value));
        let index = |index: Option<Index>| {
            let [low, high] = ends(index.map(|index| index.interval), Value::Points);
            [Value::from_option(index, |index| Value::Points(index.value)), low, high]
        };
        let a = &row.acceptance;
        let mut cells: Vec<Value> = row.group.names().map(Value::from).into();
        cells.extend([
            cell(a.valid_believable),
            cell(a.valid_unbelievable),
            cell(a.invalid_believable),
            cell(a.invalid_unbelievable),
            cell(a.valid_neutral),
            cell(a.invalid_neutral),
            cell(a.valid_nonsense),
            cell(a.invalid_nonsense),
        ]);
        cells.extend(index(row.belief));
        cells.push(Value::from_option(row.test, |test| Value::P(test.p)));
        cells.extend(index(row.logic));
        cells.extend(index(row.interaction));
        cells.extend([
            Value::from_option(row.congruent_published, Value::Share),
            Value::from_option(row.incongruent_published, Value::Share),
            Value::from_option(row.published(), Value::Points),
        ]);
        table.row(!row.group.is_subject(), cells);
    }
    table.build()
}
