//! The smallest countermodel.

use super::counting::{self, Counted};
use super::normal::OuterExistentials;
use super::{Effort, bounded, checked, normalized};
use crate::argument::Argument;
use crate::structure::Structure;

/// The effort of the search for a smaller countermodel, for each size: some tenths of a second.
pub(super) const EFFORT: Effort =
    Effort { literals: 400_000, diagrams: 50_000, conflicts: 2_000, steps: 10_000_000 };

/// A countermodel with the fewest individuals and, among these, the fewest facts, if the search for
/// it ends soon. Otherwise `found`, which must refute the argument.
///
/// If formulas have neither relations nor functions, the search counts individuals. Otherwise it
/// tries sizes from one individual upwards. It does not minimise the values of functions and
/// constants.
///
/// If formulas require many different individuals and all orders take too long, the search tries
/// the witnesses of outermost existentials in only one order.
///
/// ```
/// use peirast_logic::{Argument, Signature, Structure, parse, smallest_countermodel};
///
/// let mut signature = Signature::default();
/// let conclusion = parse("p ∧ q ∧ r", &mut signature)?;
/// let (p, q) = (signature.predicate("p", 0), signature.predicate("q", 0));
/// let argument = Argument { signature, premises: Vec::new(), conclusion };
/// let mut found = Structure::new(3);
/// found.hold(p, Vec::new());
/// let smallest = smallest_countermodel(&argument, found);
/// assert_eq!(smallest.size(), 1);
/// assert!(!smallest.holds(p, &[]) && !smallest.holds(q, &[]));
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
#[must_use]
pub fn smallest_countermodel(argument: &Argument, found: Structure) -> Structure {
    let holds_up = |one: &Structure| checked(one, argument, &EFFORT) == Some(true);
    let counted = |outer| {
        let (normalizer, nodes) = normalized(argument, outer).ok()?;
        if normalizer.features.relations || normalizer.features.functions {
            return None;
        }
        let counted = counting::countermodel(argument, &normalizer, &nodes, &EFFORT);
        counted.ok().flatten().filter(|one| holds_up(&one.structure))
    };
    // Of two countermodels with the same size, the one with names is shown, because its individuals
    // are in the order of the formulas. But witnesses with names can coincide in many ways, so the
    // search for fewer individuals may stop early.
    let named = counted(OuterExistentials::Named);
    let nameless = match &named {
        Some(Counted { is_smallest: true, .. }) => None,
        _ => counted(OuterExistentials::Kept),
    };
    let both = named.into_iter().chain(nameless).map(|one| one.structure);
    if let Some(smallest) = both.min_by_key(|one| (one.size(), one.facts())) {
        return smallest;
    }
    for size in 1..=u32::try_from(found.size()).unwrap_or(u32::MAX) {
        match bounded::least(argument, size, &EFFORT) {
            Ok(None) => {}
            Ok(Some(smaller)) if holds_up(&smaller) => return smaller,
            _ => return found,
        }
    }
    found
}
