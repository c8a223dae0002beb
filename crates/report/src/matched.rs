//! Matched pairs, one by one, with the verdict of each member.

use crate::{Outcomes, PairError};
use peirast_record::{Answer, Contrast, Event, Factors, Outcome, Scoring, Treatment, Unit};
use std::iter::from_fn;

/// A pair that was put to a subject, at least in part.
#[derive(Debug)]
pub(crate) struct Matched<'a> {
    /// The item of its members.
    pub(crate) item: &'a str,
    /// The number of times that it counts.
    pub(crate) weight: u64,
    /// True if both members were put to the subject, answered or not.
    pub(crate) asked: bool,
    /// True if the original is right, or the reason why that is not known.
    pub(crate) original: Result<bool, Cause>,
    /// The same of the perturbed version.
    pub(crate) perturbed: Result<bool, Cause>,
    /// Members whose grade is the recorded one.
    pub(crate) recorded: u64,
    /// The cluster of its item, where the comparison names clusters.
    pub(crate) cluster: Option<&'a str>,
}

/// The reason why a member of a pair counts as neither right nor wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// There is no answer.
    Unanswered,
    /// The answer is no verdict.
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
    /// True for each version that is right, original and perturbed, or the reason why the pair is
    /// lost. A missing answer goes before any other reason.
    pub(crate) fn verdicts(&self) -> Result<(bool, bool), Cause> {
        both(self.original, self.perturbed)
    }
}

/// The results of both members; a missing answer goes before any other cause.
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
    each_joined(contrast, outcomes, subject, |(_, unit), pair| {
        let members = pair.members();
        if pair.was_asked() || members.iter().any(|own| !own.is_empty()) {
            let [original, perturbed] = members.map(|own| verdict(own, contrast.event, treatment));
            take(Matched {
                item: pair.item,
                weight: unit.weight,
                asked: pair.was_asked(),
                original,
                perturbed,
                recorded: match members.iter().any(|own| own.is_empty()) {
                    true => 0,
                    false => members.into_iter().map(recorded).sum(),
                },
                cluster: contrast
                    .cluster
                    .as_ref()
                    .and_then(|cluster| members.into_iter().flatten().next()?.factors.get(cluster)),
            });
        }
    })
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
    each_joined(contrast, outcomes, subject, |_, pair| {
        let members = pair.members();
        if members.iter().all(|own| !own.is_empty()) {
            members.into_iter().flatten().for_each(|outcome| take(outcome));
        }
    })
}

/// A matched pair with the answers that it is made of.
#[derive(Clone, Debug)]
pub struct PairMembers<'a> {
    /// The item of its members.
    pub item: &'a str,
    /// The number of its unit in the comparison, from 0.
    pub unit: usize,
    /// The number of times that it counts.
    pub weight: u64,
    /// True if both members were put to the subject, answered or not.
    pub asked: bool,
    /// The answers to the original, by repeat; none if it has none.
    pub original: Vec<&'a Outcome>,
    /// Those to the perturbed version.
    pub perturbed: Vec<&'a Outcome>,
    /// True for each version that is right, original and perturbed, or the reason why the pair does
    /// not count.
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

/// All pairs of a comparison, joined on the item.
fn every_pair<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Vec<PairMembers<'a>>, PairError> {
    let mut pairs = Vec::new();
    each_joined(contrast, outcomes, subject, |(number, unit), pair| {
        let [first, second] = pair.members();
        let verdict = |member| verdict(member, contrast.event, treatment);
        pairs.push(PairMembers {
            item: pair.item,
            unit: number,
            weight: unit.weight,
            asked: pair.was_asked(),
            original: first.to_vec(),
            perturbed: second.to_vec(),
            verdicts: both(verdict(first), verdict(second)).map_err(Cause::word),
        });
    })?;
    Ok(pairs)
}

/// Gives away the pairs of a comparison, joined on the item, with the numbers of their units.
fn each_joined<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    mut take: impl FnMut((usize, &'a Unit), Joined<'_, 'a>),
) -> Result<(), PairError> {
    for (number, unit) in contrast.units.iter().enumerate() {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        let pairs = joined(&original, &perturbed);
        let pairs = pairs.filter(|pair| !contrast.incomplete || pair.was_asked());
        pairs.for_each(|pair| take((number, unit), pair));
    }
    Ok(())
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
        // Outcomes with the same levels are in this order already, so this sort only merges them.
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

    /// The items that were asked for, in order, each once, with their answers.
    fn members<'s>(&'s self) -> impl Iterator<Item = (&'a str, Member<'s, 'a>)> {
        let answered = self.answered.chunk_by(|a, b| a.item == b.item);
        let answered = answered.filter_map(|own| Some((own.first()?.item.as_str(), own)));
        let unanswered = self.unanswered.iter().map(|item| (*item, &[][..]));
        merged(answered, unanswered, |item, one, other| (item, one.or(other).unwrap_or_default()))
    }
}

/// The answers of both sides of a comparison to one item; `None` for a side that was not asked for.
struct Joined<'s, 'a> {
    item: &'a str,
    sides: [Option<Member<'s, 'a>>; 2],
}

impl<'s, 'a> Joined<'s, 'a> {
    /// True if both members were asked for.
    fn was_asked(&self) -> bool {
        self.sides.iter().all(Option::is_some)
    }

    /// The answers to the original, and to the perturbed version.
    fn members(&self) -> [Member<'s, 'a>; 2] {
        self.sides.map(Option::unwrap_or_default)
    }
}

/// Both sides of a comparison, item by item in order.
fn joined<'s, 'a>(
    original: &'s Side<'a>,
    perturbed: &'s Side<'a>,
) -> impl Iterator<Item = Joined<'s, 'a>> {
    merged(original.members(), perturbed.members(), |item, one, other| Joined {
        item,
        sides: [one, other],
    })
}

/// Merges two lists in the order of their items: calls `make` once for each item, with the first
/// element that each list has of it.
fn merged<'a, T, U>(
    one: impl Iterator<Item = (&'a str, T)>,
    other: impl Iterator<Item = (&'a str, T)>,
    make: impl Fn(&'a str, Option<T>, Option<T>) -> U,
) -> impl Iterator<Item = U> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    from_fn(move || {
        let item = match (one.peek(), other.peek()) {
            (Some((first, _)), Some((second, _))) => *first.min(second),
            (first, second) => first.or(second)?.0,
        };
        let is_its = |own: &(&str, T)| own.0 == item;
        let (first, second) = (one.next_if(is_its), other.next_if(is_its));
        while one.next_if(is_its).is_some() {}
        while other.next_if(is_its).is_some() {}
        Some(make(item, first.map(|own| own.1), second.map(|own| own.1)))
    })
}

/// The sort key of an answer in a selection.
fn place(outcome: &Outcome) -> (&str, u32) {
    (&outcome.item, outcome.repeat)
}

/// True if most verdicts of a member are good: by default, right.
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
        let both = |one: &'static str, other: &'static str| {
            let list = |items: &'static str| items.split_terminator(' ').zip(1_u32..);
            let made = merged(list(one), list(other), |item, one, other| {
                let place = |own: Option<u32>| own.map_or("-".to_owned(), |own| own.to_string());
                format!("{item}{}{}", place(one), place(other))
            });
            made.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(both("", ""), "");
        assert_eq!(both("a c c ", ""), "a1- c2-");
        assert_eq!(both("", "b b d "), "b-1 d-3");
        assert_eq!(both("a c c e ", "b c d d "), "a1- b-1 c22 d-3 e4-");
    }
}
