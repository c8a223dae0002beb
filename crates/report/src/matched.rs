//! Matched pairs, one by one: what each member of a pair counts as.

use crate::{Outcomes, PairError};
use peirast_record::{Answer, Contrast, Event, Factors, Outcome, Scoring, Treatment, Unit};
use std::iter::from_fn;

/// A pair that was put to a subject, at least in part.
#[derive(Debug)]
pub(crate) struct Matched<'a> {
    /// What its members share.
    pub(crate) item: &'a str,
    /// How often it counts.
    pub(crate) weight: u64,
    /// Whether both members were put to the subject, answered or not.
    pub(crate) asked: bool,
    /// Whether the original is right, or why that is not known.
    pub(crate) original: Result<bool, Cause>,
    /// The same of the perturbed version.
    pub(crate) perturbed: Result<bool, Cause>,
    /// Members whose grade is the recorded one.
    pub(crate) recorded: u64,
}

/// Why a member of a pair counts as neither right nor wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// There is no answer.
    Unanswered,
    /// What stands there is no verdict.
    Answer(Answer),
    /// Its verdicts are as often right as wrong.
    Split,
}

impl Cause {
    /// The word for it in tables.
    fn word(self) -> &'static str {
        match self {
            Self::Unanswered => "unanswered",
            Self::Split | Self::Answer(Answer::Tied) => "split",
            Self::Answer(Answer::Refused) => "refused",
            Self::Answer(Answer::Empty) => "empty",
            Self::Answer(Answer::Truncated) => "truncated",
            Self::Answer(_) => "unread",
        }
    }
}

impl Matched<'_> {
    /// Whether the original and the perturbed version are right, or why the pair is lost: a missing
    /// answer goes before any other cause.
    pub(crate) fn verdicts(&self) -> Result<(bool, bool), Cause> {
        both(self.original, self.perturbed)
    }
}

/// What both members are: a missing answer goes before any other cause.
fn both(
    original: Result<bool, Cause>,
    perturbed: Result<bool, Cause>,
) -> Result<(bool, bool), Cause> {
    match (original, perturbed) {
        (Ok(original), Ok(perturbed)) => Ok((original, perturbed)),
        (_, Err(Cause::Unanswered)) => Err(Cause::Unanswered),
        (Err(cause), _) | (_, Err(cause)) => Err(cause),
    }
}

/// Gives away the pairs of `contrast` for one subject, unit by unit, in the order of their items. There may be
/// a million of them, of which no list is made.
///
/// # Errors
/// [`PairError::NotUnique`].
pub(crate) fn each_pair<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
    mut take: impl FnMut(Matched<'a>),
) -> Result<(), PairError> {
    for unit in &contrast.units {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for item in merged(original.items(), perturbed.items()) {
            let (first, second) = (original.member(item), perturbed.member(item));
            let asked = original.was_asked(item) && perturbed.was_asked(item);
            if asked || !first.is_empty() || !second.is_empty() {
                take(Matched {
                    item,
                    weight: unit.weight,
                    asked,
                    original: verdict(first, contrast.event, treatment),
                    perturbed: verdict(second, contrast.event, treatment),
                    recorded: match first.is_empty() || second.is_empty() {
                        true => 0,
                        false => recorded(first) + recorded(second),
                    },
                });
            }
        }
    }
    Ok(())
}

/// Gives away the answers to the pairs of a comparison for one subject: of every pair of which both members
/// were answered, with or without a verdict. Where a question was repeated, all its answers. No list is made
/// of them.
///
/// # Errors
/// [`PairError::NotUnique`].
pub fn each_used<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    mut take: impl FnMut(&'a Outcome),
) -> Result<(), PairError> {
    for unit in &contrast.units {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for member in original.answered.chunk_by(|a, b| a.item == b.item) {
            let other = member.first().map_or(&[][..], |one| perturbed.member(&one.item));
            if !other.is_empty() {
                member.iter().chain(other).for_each(|outcome| take(outcome));
            }
        }
    }
    Ok(())
}

/// A matched pair with the answers that it is made of.
#[derive(Clone, Debug)]
pub struct PairMembers<'a> {
    /// What its members share.
    pub item: &'a str,
    /// Which of the units of its comparison it belongs to, from 0.
    pub unit: usize,
    /// How often it counts.
    pub weight: u64,
    /// Whether both members were put to the subject, answered or not.
    pub asked: bool,
    /// The answers to the original, by repeat; none if it has none.
    pub original: Vec<&'a Outcome>,
    /// Those to the perturbed version.
    pub perturbed: Vec<&'a Outcome>,
    /// Whether the original and the perturbed version are right, or why the pair does not count.
    pub verdicts: Result<(bool, bool), &'static str>,
}

/// The pairs of a comparison for one subject with their answers, in the order of units and items;
/// those of which no member was answered are not among them.
///
/// # Errors
/// [`PairError::NotUnique`].
pub fn pair_members<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Vec<PairMembers<'a>>, PairError> {
    let mut pairs = every_pair(contrast, outcomes, subject, treatment)?;
    pairs.retain(|one| one.asked && !(one.original.is_empty() && one.perturbed.is_empty()));
    Ok(pairs)
}

/// The pairs that the row of a comparison for one subject counts, as counted or as lost, in the order
/// of units and items. Where comparisons stop when they are decided (`stops`), pairs of which a member was
/// not asked for are none that were lost; those that were answered after the decision are here, and in no
/// count.
///
/// # Errors
/// [`PairError::NotUnique`].
pub fn row_pairs<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
    stops: bool,
) -> Result<Vec<PairMembers<'a>>, PairError> {
    let mut pairs = every_pair(contrast, outcomes, subject, treatment)?;
    let is_counted = |one: &PairMembers<'_>| {
        one.asked || !(stops || (one.original.is_empty() && one.perturbed.is_empty()))
    };
    pairs.retain(is_counted);
    Ok(pairs)
}

/// Whatever stands on either side of a comparison, joined on the item.
fn every_pair<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Vec<PairMembers<'a>>, PairError> {
    let mut pairs = Vec::new();
    for (number, unit) in contrast.units.iter().enumerate() {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for item in merged(original.items(), perturbed.items()) {
            let (first, second) = (original.member(item), perturbed.member(item));
            let (one, other) = (
                verdict(first, contrast.event, treatment),
                verdict(second, contrast.event, treatment),
            );
            pairs.push(PairMembers {
                item,
                unit: number,
                weight: unit.weight,
                asked: original.was_asked(item) && perturbed.was_asked(item),
                original: first.to_vec(),
                perturbed: second.to_vec(),
                verdicts: both(one, other).map_err(Cause::word),
            });
        }
    }
    Ok(pairs)
}

/// One side of the pairs of a unit.
struct Side<'a> {
    /// By item and repeat.
    answered: Vec<&'a Outcome>,
    /// Items, in order.
    unanswered: Vec<&'a str>,
}

/// A member of a pair: its answer, or its answers by repeat; none if it has no answer.
type Member<'s, 'a> = &'s [&'a Outcome];

impl<'a> Side<'a> {
    fn new(
        contrast: &Contrast,
        unit: &Unit,
        outcomes: &'a Outcomes,
        subject: &str,
        wanted: &'a Factors,
    ) -> Result<Self, PairError> {
        let selected = outcomes.select(subject, wanted);
        let mut answered: Vec<&Outcome> = selected.filter(|o| is_within(unit, &o.item)).collect();
        // Each combination of levels comes in this order; sorting then is to merge them.
        answered.sort_by(|a, b| place(a).cmp(&place(b)));
        let twice = |pair: &[&'a Outcome]| match pair {
            [first, second] if place(first) == place(second) => Some((*first, *second)),
            _ => None,
        };
        if let Some((first, second)) = answered.windows(2).find_map(twice) {
            return Err(not_unique(contrast, first, second));
        }
        let open = outcomes.unanswered(subject, wanted).map(|(item, _)| item);
        let mut unanswered: Vec<&str> = open.filter(|item| is_within(unit, item)).collect();
        unanswered.sort_unstable();
        Ok(Self { answered, unanswered })
    }

    /// The items in order, answered or not.
    fn items(&self) -> impl Iterator<Item = &'a str> {
        // A million answers may be to a thousand items.
        let answered = self.answered.chunk_by(|a, b| a.item == b.item);
        let answered = answered.filter_map(|own| own.first().map(|one| one.item.as_str()));
        merged(answered, self.unanswered.iter().copied())
    }

    fn member(&self, item: &str) -> Member<'_, 'a> {
        let start = self.answered.partition_point(|one| one.item.as_str() < item);
        let rest = self.answered.get(start..).unwrap_or_default();
        let count = rest.iter().take_while(|one| one.item == item).count();
        rest.get(..count).unwrap_or_default()
    }

    fn was_asked(&self, item: &str) -> bool {
        !self.member(item).is_empty() || self.unanswered.binary_search(&item).is_ok()
    }
}

/// The items of two lists, both in order, in order and each once.
fn merged<'a>(
    one: impl Iterator<Item = &'a str>,
    other: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = &'a str> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    from_fn(move || {
        let next = match (one.peek(), other.peek()) {
            (Some(first), Some(second)) => *first.min(second),
            (first, second) => *first.or(second)?,
        };
        while one.next_if_eq(&next).is_some() {}
        while other.next_if_eq(&next).is_some() {}
        Some(next)
    })
}

/// Where an answer stands in a selection.
fn place(outcome: &Outcome) -> (&str, u32) {
    (&outcome.item, outcome.repeat)
}

/// Whether most verdicts of a member are good: by default, right.
fn verdict(member: Member<'_, '_>, event: Event, treatment: Treatment) -> Result<bool, Cause> {
    let one = member.first().ok_or(Cause::Unanswered)?;
    let scores = member.iter().filter_map(|o| event.holds(o.answer, o.grade, treatment));
    let (right, wrong) =
        scores.fold(
            (0, 0),
            |(right, wrong), score| {
                if score { (right + 1, wrong) } else { (right, wrong + 1) }
            },
        );
    match (right, wrong) {
        (0, 0) => Err(Cause::Answer(one.answer)),
        (right, wrong) if right == wrong => Err(Cause::Split),
        (right, wrong) => Ok(right > wrong),
    }
}

/// 1 if the grade of a member is the recorded one.
fn recorded(member: Member<'_, '_>) -> u64 {
    u64::from(member.iter().any(|outcome| outcome.scoring == Scoring::Recorded))
}

fn not_unique(contrast: &Contrast, first: &Outcome, second: &Outcome) -> PairError {
    PairError::NotUnique {
        hypothesis: contrast.hypothesis.clone(),
        method: contrast.method.clone(),
        subject: second.subject.to_string(),
        item: second.item.to_string(),
        first: first.trial.to_string(),
        second: second.trial.to_string(),
    }
}

fn is_within(unit: &Unit, item: &str) -> bool {
    unit.items_below.is_none_or(|limit| number_of(item).is_some_and(|n| n < limit))
}

/// The number of an item, with which its name ends.
pub(crate) fn number_of(item: &str) -> Option<u64> {
    item.rsplit(['/', ':']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn merged_lists_are_in_order_and_have_each_item_once() {
        let both = |one: &[&'static str], other: &[&'static str]| {
            merged(one.iter().copied(), other.iter().copied()).collect::<Vec<_>>()
        };
        assert!(both(&[], &[]).is_empty());
        assert_eq!(both(&["a", "c", "c"], &[]), ["a", "c"]);
        assert_eq!(both(&[], &["b", "b", "d"]), ["b", "d"]);
        assert_eq!(both(&["a", "c", "c", "e"], &["b", "c", "d", "d"]), ["a", "b", "c", "d", "e"]);
    }
}
