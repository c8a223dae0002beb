//! Matched pairs, one by one: what each member of a pair counts as.

use crate::{Outcomes, PairError};
use peirast_record::{Answer, Contrast, Event, Factors, Outcome, Scoring, Treatment, Unit};
use std::collections::{BTreeMap, BTreeSet};

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

impl Matched<'_> {
    /// Whether the original and the perturbed version are right, or why the pair is lost: a missing
    /// answer goes before any other cause.
    pub(crate) fn verdicts(&self) -> Result<(bool, bool), Cause> {
        match (self.original, self.perturbed) {
            (Ok(original), Ok(perturbed)) => Ok((original, perturbed)),
            (_, Err(Cause::Unanswered)) => Err(Cause::Unanswered),
            (Err(cause), _) | (_, Err(cause)) => Err(cause),
        }
    }
}

/// The pairs of `contrast` for one subject, unit by unit, in the order of their items.
///
/// # Errors
/// [`PairError::NotUnique`].
pub(crate) fn matched<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Vec<Matched<'a>>, PairError> {
    let mut pairs = Vec::new();
    for unit in &contrast.units {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for item in original.items().chain(perturbed.items()).collect::<BTreeSet<_>>() {
            let (first, second) = (original.answered.get(item), perturbed.answered.get(item));
            let asked = original.was_asked(item) && perturbed.was_asked(item);
            if asked || first.is_some() || second.is_some() {
                pairs.push(Matched {
                    item,
                    weight: unit.weight,
                    asked,
                    original: verdict(first, contrast.event, treatment),
                    perturbed: verdict(second, contrast.event, treatment),
                    recorded: first.zip(second).map_or(0, |(a, b)| recorded(a) + recorded(b)),
                });
            }
        }
    }
    Ok(pairs)
}

/// The answers to the pairs of a comparison for one subject: of every pair of which both members were
/// answered, with or without a verdict. Where a question was repeated, all its answers.
///
/// # Errors
/// [`PairError::NotUnique`].
pub fn used_answers<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
) -> Result<Vec<&'a Outcome>, PairError> {
    let mut used = Vec::new();
    for unit in &contrast.units {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for (item, member) in &original.answered {
            if let Some(other) = perturbed.answered.get(item) {
                used.extend(member.values().chain(other.values()).copied());
            }
        }
    }
    Ok(used)
}

/// One side of the pairs of a unit, by item.
struct Side<'a> {
    answered: BTreeMap<&'a str, Member<'a>>,
    unanswered: BTreeSet<&'a str>,
}

/// A member of a pair: its answer, or its answers by repeat.
type Member<'a> = BTreeMap<u32, &'a Outcome>;

impl<'a> Side<'a> {
    fn new(
        contrast: &Contrast,
        unit: &Unit,
        outcomes: &'a Outcomes,
        subject: &str,
        wanted: &'a Factors,
    ) -> Result<Self, PairError> {
        let mut answered: BTreeMap<&str, Member<'_>> = BTreeMap::new();
        for outcome in outcomes.select(subject, wanted).filter(|o| is_within(unit, &o.item)) {
            let member = answered.entry(outcome.item.as_str()).or_default();
            if let Some(first) = member.insert(outcome.repeat, outcome) {
                return Err(not_unique(contrast, first, outcome));
            }
        }
        let open = outcomes.unanswered(subject, wanted).map(|(item, _)| item);
        let unanswered = open.filter(|item| is_within(unit, item)).collect();
        Ok(Self { answered, unanswered })
    }

    fn items(&self) -> impl Iterator<Item = &'a str> {
        self.answered.keys().chain(&self.unanswered).copied()
    }

    fn was_asked(&self, item: &str) -> bool {
        self.answered.contains_key(item) || self.unanswered.contains(item)
    }
}

/// Whether most verdicts of a member are good: by default, right.
fn verdict(member: Option<&Member<'_>>, event: Event, treatment: Treatment) -> Result<bool, Cause> {
    let member = member.ok_or(Cause::Unanswered)?;
    let scores = member.values().filter_map(|o| event.holds(o.answer, o.grade, treatment));
    let (right, wrong) =
        scores.fold(
            (0, 0),
            |(right, wrong), score| {
                if score { (right + 1, wrong) } else { (right, wrong + 1) }
            },
        );
    match (right, wrong) {
        (0, 0) => Err(Cause::Answer(member.values().next().map_or(Answer::Empty, |o| o.answer))),
        (right, wrong) if right == wrong => Err(Cause::Split),
        (right, wrong) => Ok(right > wrong),
    }
}

/// 1 if the grade of a member is the recorded one.
fn recorded(member: &Member<'_>) -> u64 {
    u64::from(member.values().any(|outcome| outcome.scoring == Scoring::Recorded))
}

fn not_unique(contrast: &Contrast, first: &Outcome, second: &Outcome) -> PairError {
    PairError::NotUnique {
        hypothesis: contrast.hypothesis.clone(),
        method: contrast.method.clone(),
        subject: second.subject.clone(),
        item: second.item.clone(),
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
