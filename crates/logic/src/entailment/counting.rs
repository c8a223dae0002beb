//! Decides monadic predicates with identity by counting.
//!
//! Without relations, a formula can only say how many individuals meet conditions made of its
//! predicates, and which of them its constants name (Behmann 1922; Ackermann 1954). So the
//! procedure eliminates quantifiers from the inside out. The rest goes to a SAT solver: truth
//! functions of facts about constants and of claims "at least n individuals meet this condition".
//! Individuals of the same kind, which have the same predicates, are counted and never visited one
//! by one.

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

/// The most predicates in claims. Two to this power is the number of distinct kinds.
const MOST_PREDICATES: usize = 16;

/// A countermodel found by counting.
pub(super) struct Counted {
    pub(super) structure: Structure,
    /// True if no countermodel has fewer individuals, or as many and fewer facts. False if the
    /// search for one exceeded the effort.
    pub(super) is_smallest: bool,
}

/// A countermodel, if there is one, for formulas in normal form without relations and functions.
///
/// # Errors
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
