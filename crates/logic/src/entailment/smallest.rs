//! The smallest countermodel.

use super::counting::{self, Counted};
use super::normal::OuterExistentials;
use super::{Effort, bounded, checked, normalized};
use crate::argument::Argument;
use crate::structure::Structure;

/// What the search for a smaller countermodel may take for each size: some tenths of a second.
pub(super) const EFFORT: Effort =
    Effort { literals: 400_000, diagrams: 50_000, conflicts: 2_000, steps: 10_000_000 };

/// A countermodel with the fewest individuals, and of these one in which predicates hold of the
/// fewest, if the search for it ends soon; otherwise `found`, which refutes the argument.
///
/// Individuals are counted where formulas have neither relations nor functions; otherwise sizes are
/// tried upwards from one individual. Values of functions and constants are no part of what
/// is made small.
///
/// Where formulas ask for many different things, the witnesses of outermost existentials are tried in one
/// order only, if all orders take too long.
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
    // Of two countermodels of one size, that with names is shown, which are in the order of the formulas. But
    // witnesses with names can coincide in many ways, so that the search for fewer may end early.
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
