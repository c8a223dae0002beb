//! Facts about a problem that do not depend on the subject, and answers made without the theory.

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

/// Number of answers to draw if a shape has too many to enumerate.
const DRAWS: u64 = 100;
/// Largest number of alternatives, and of literals in each, of an answer that is compared with
/// others.
const LARGEST: usize = 4;

/// Facts about a problem that do not depend on the subject.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// True if the theory's conclusion from the premises in the order shown is a fallacy.
    pub predicts_fallacy: Option<bool>,
    /// True if a conclusion was found that takes several premises and says more than all premises
    /// listed together.
    pub is_informative: bool,
    /// True if a faultless reasoner says something that takes several premises.
    pub is_reachable: Option<bool>,
    /// The nulls by number of alternatives, and of literals in each.
    nulls: BTreeMap<(usize, usize), Nulls>,
}

/// Counts of answers of one shape that are made without the theory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nulls {
    pub chance: ChanceCounts,
    pub matching: ChanceCounts,
    pub parts: ChanceCounts,
}

/// The reading of the theory that made the argument of a problem.
pub(super) fn reading_of(
    problem: &Problem,
    argument: &Argument,
) -> Result<Reading, ConclusionError> {
    Reading::named(&argument.reading).ok_or_else(|| ConclusionError::Reading {
        problem: problem.id.to_string(),
        reading: argument.reading.clone(),
    })
}

/// Returns true if the conclusion of a faultless reasoner takes several premises.
fn is_reachable(premises: &[String], reading: Reading) -> Result<bool, Error> {
    let concluded = Reasoner::Classical.conclude(premises)?;
    let judgement = Judge::with_reading(premises, reading)?.judge(&concluded)?;
    Ok(matches!(judgement.soundness, Soundness::Joint { .. }))
}

impl Facts {
    /// Collects the facts about a problem, for these answers to it.
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

    /// The nulls for answers of the same shape as this one.
    pub fn nulls(&self, view: &str) -> Option<Nulls> {
        let shape = shape(view)?;
        self.nulls.get(&(shape.alternatives, shape.literals)).copied()
    }
}

impl Nulls {
    /// Counts against the premises in the order, and by the reading, in which answers are judged.
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

/// The shape of an answer that can be compared with others: alternatives of equally many literals,
/// without conditions and quantifiers.
fn shape(view: &str) -> Option<Shape> {
    let claim = Claim::new(&view.parse().ok()?).ok()?;
    let literals = claim.stage.first()?.len();
    let is_even = claim.stage.iter().all(|state| state.len() == literals);
    let shape = Shape { alternatives: claim.stage.len(), literals };
    let is_plain = claim.prefix.is_empty() && !claim.is_conditional() && is_even && literals > 0;
    let is_small = shape.alternatives.max(shape.literals) <= LARGEST;
    (is_plain && is_small).then_some(shape)
}
