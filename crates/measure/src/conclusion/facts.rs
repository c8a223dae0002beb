//! What holds of a problem whoever answers it, and what answers made without the theory amount to.

use super::{ChanceCounts, ConclusionError, Opened};
use peirast_etr::Reading;
use peirast_fallacy::{
    Chance, Error, Judge, Reasoner, Shape, Soundness, chance_of_literals, chance_of_matching,
    chance_of_parts, chance_of_shape, informative_conclusion, predicts_fallacy,
};
use peirast_record::{Argument, Problem};
use peirast_words::Claim;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Answers that are drawn where not all of a shape can be looked at.
const DRAWS: u64 = 100;
/// The most alternatives, and literals in each, of an answer that is compared with others.
const LARGEST: usize = 4;

/// What holds of a problem whoever answers it.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Whether the theory's conclusion from the premises in the order shown is a fallacy.
    pub predicts_fallacy: Option<bool>,
    /// Whether a conclusion that takes several premises was found, and is more than premises said
    /// together.
    pub is_informative: bool,
    /// Whether a reasoner without a fault says something that takes several premises.
    pub is_reachable: Option<bool>,
    /// By alternatives, and literals in each.
    nulls: BTreeMap<(usize, usize), Nulls>,
}

/// What answers of a shape amount to that are made without the theory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nulls {
    pub chance: ChanceCounts,
    pub matching: ChanceCounts,
    pub parts: ChanceCounts,
}

/// The reading of the theory by which an argument of a problem was made.
pub(super) fn reading_of(
    problem: &Problem,
    argument: &Argument,
) -> Result<Reading, ConclusionError> {
    Reading::named(&argument.reading).ok_or_else(|| ConclusionError::Reading {
        problem: problem.id.to_string(),
        reading: argument.reading.clone(),
    })
}

/// Whether what a reasoner without a fault concludes takes several premises.
fn is_reachable(premises: &[String], reading: Reading) -> Result<bool, Error> {
    let concluded = Reasoner::Classical.conclude(premises)?;
    let judgement = Judge::with_reading(premises, reading)?.judge(&concluded)?;
    Ok(matches!(judgement.soundness, Soundness::Joint { .. }))
}

impl Facts {
    /// Of a problem, for these answers to it.
    pub fn new<'a>(
        problem: &Problem,
        answers: impl Iterator<Item = &'a Opened>,
    ) -> Result<Self, ConclusionError> {
        let Some(worded) = problem.worded.as_deref() else { return Ok(Self::default()) };
        let argument = &worded.argument;
        let reading = reading_of(problem, argument)?;
        let theory = |source| ConclusionError::Theory { problem: problem.id.to_string(), source };
        let mut nulls = BTreeMap::new();
        for (view, judgement) in answers.filter_map(|opened| opened.read.as_ref()) {
            let wrong = judgement.is_correct() == Some(false);
            let Some(shape) = shape(view).filter(|_| wrong) else { continue };
            if let Entry::Vacant(place) = nulls.entry((shape.alternatives, shape.literals)) {
                place.insert(Nulls::new(argument, shape, reading).map_err(theory)?);
            }
        }
        let predicts = predicts_fallacy(&worded.premises(), reading).map_err(theory)?;
        let informative = informative_conclusion(&argument.premises).map_err(theory)?;
        Ok(Self {
            predicts_fallacy: Some(predicts),
            is_informative: informative.is_some(),
            is_reachable: Some(is_reachable(&argument.premises, reading).map_err(theory)?),
            nulls,
        })
    }

    /// What answers of the shape of this one amount to.
    pub fn nulls(&self, view: &str) -> Option<Nulls> {
        let shape = shape(view)?;
        self.nulls.get(&(shape.alternatives, shape.literals)).copied()
    }
}

impl Nulls {
    /// Held against the premises in the order and by the reading in which answers are judged.
    fn new(argument: &Argument, shape: Shape, reading: Reading) -> Result<Self, Error> {
        let (premises, seed) = (&argument.premises, argument.number);
        let is_drawn = shape != Shape::LITERAL;
        let chance = match is_drawn {
            false => chance_of_literals(premises, reading)?,
            true => chance_of_shape(premises, shape, DRAWS, seed, reading)?,
        };
        let matching = chance_of_matching(premises, shape, DRAWS, seed, reading)?;
        let parts = chance_of_parts(premises, shape, DRAWS, seed, reading)?;
        let counts = |found: Chance, is_drawn| {
            let Chance { incorrect, strict, regardless_of_issues: regardless, .. } = found;
            ChanceCounts { incorrect, strict, regardless, is_drawn }
        };
        Ok(Self {
            chance: counts(chance, is_drawn),
            matching: counts(matching, is_drawn),
            parts: counts(parts, shape.alternatives > 1),
        })
    }
}

/// The shape of an answer that others can be like: alternatives of as many literals each,
/// without condition or quantifier.
fn shape(view: &str) -> Option<Shape> {
    let claim = Claim::new(&view.parse().ok()?).ok()?;
    let literals = claim.stage.first()?.len();
    let is_even = claim.stage.iter().all(|state| state.len() == literals);
    let shape = Shape { alternatives: claim.stage.len(), literals };
    let is_plain = claim.prefix.is_empty() && !claim.is_conditional() && is_even && literals > 0;
    let is_small = shape.alternatives.max(shape.literals) <= LARGEST;
    (is_plain && is_small).then_some(shape)
}
