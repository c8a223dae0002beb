//! Monadic predicates with identity: deciding by counting.
//!
//! Without relations, a formula can say no more than how many individuals meet conditions made of
//! its predicates, and which of them its constants name (Behmann 1922; Ackermann 1954). So its
//! quantifiers are taken away from the inside, and what is left is put to a SAT solver: truth
//! functions of facts about constants and of claims "at least so many meet this condition".
//! Individuals of the same kind, of which the same predicates hold, are counted and never looked at
//! one by one.

mod elimination;
mod model;

use super::Effort;
use super::diagram::{Diagram, FALSE};
use super::normal::{Node, Normalizer};
use crate::argument::Argument;
use crate::entailment::Gap;
use crate::structure::Structure;
use elimination::Elimination;
use model::ClauseModel;

/// The most predicates that claims may be made of: two to this power are the kinds told apart.
const MOST_PREDICATES: usize = 16;

/// A countermodel that was counted.
pub(super) struct Counted {
    pub(super) structure: Structure,
    /// True if no countermodel has fewer individuals, or as many and fewer facts; false if the search for one took
    /// more than the effort allows.
    pub(super) is_smallest: bool,
}

/// A countermodel, if there is one, for formulas in normal form without relations and functions.
///
/// # Errors
///
/// [`Gap::TooLarge`] and [`Gap::TooHard`].
pub(super) fn countermodel(
    argument: &Argument,
    normalizer: &Normalizer,
    nodes: &[Node],
    effort: &Effort,
) -> Result<Option<Counted>, Gap> {
    let mut elimination = Elimination::new(normalizer.individuals, effort.diagrams);
    let mut roots: Vec<Diagram> = Vec::with_capacity(nodes.len());
    for node in nodes {
        elimination.roots(node, &mut roots)?;
    }
    if roots.contains(&FALSE) {
        return Ok(None);
    }
    let mut model = ClauseModel::new(&mut elimination, &roots, effort)?;
    if !model.exists()? {
        return Ok(None);
    }
    let predicates = argument.signature.predicates().map(|(predicate, _)| predicate.0);
    let is_smallest = model.minimize(predicates)?;
    Ok(Some(Counted { structure: model.structure(argument, normalizer), is_smallest }))
}
