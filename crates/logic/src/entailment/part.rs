//! Decides arguments by a part alone.
//!
//! Contradictory premises entail everything, and a valid conclusion follows from anything. Then the
//! argument is decided, even if the rest is hard.

use super::normal::{Features, Normalizer, OuterExistentials};
use super::polarity::Polarity as _;
use super::{Effort, decide, herbrand, skeleton};
use crate::argument::Argument;
use crate::formula::Formula;

/// Number of conflicts after which the examination of a part stops.
const CONFLICTS: u64 = 5_000;

/// The argument with the conclusion ⊥. It is valid if the premises contradict each other.
pub(super) fn premises_alone(argument: &Argument) -> Argument {
    Argument { conclusion: Formula::Truth(false), ..argument.clone() }
}

/// The argument without premises. It is valid if the conclusion is.
pub(super) fn conclusion_alone(argument: &Argument) -> Argument {
    Argument { premises: Vec::new(), ..argument.clone() }
}

/// Tests if a short search finds a contradictory part in an argument outside the decidable part.
/// `false` proves nothing.
///
/// The search covers contradictions by connectives alone, the largest decidable parts, and short
/// proofs from the premises alone and of the conclusion alone, which have fewer terms than the
/// whole.
pub(super) fn decides(argument: &Argument, effort: &Effort) -> bool {
    let effort = Effort { conflicts: effort.conflicts.min(CONFLICTS), ..*effort };
    if skeleton::contradicts(argument, &effort) {
        return true;
    }
    let fits: [fn(Features) -> bool; 2] = [
        |features| !features.functions && !features.nested,
        |features| !features.functions && !features.relations,
    ];
    let smaller = fits.iter().filter_map(|fits| restricted(argument, *fits));
    if smaller.into_iter().any(|part| matches!(decide(&part, &effort), Ok(None))) {
        return true;
    }
    let premises = (!argument.premises.is_empty() && argument.conclusion != Formula::Truth(false))
        .then(|| premises_alone(argument));
    let conclusion = (!argument.premises.is_empty()).then(|| conclusion_alone(argument));
    premises.iter().chain(&conclusion).any(|part| herbrand::contradicts(part, &effort))
}

/// The premises and the conclusion that satisfy `fits`. `None` if all of them or none do.
fn restricted(argument: &Argument, fits: fn(Features) -> bool) -> Option<Argument> {
    let features = |formula: &Formula, affirmed: bool| {
        let mut normalizer = Normalizer::new(&argument.signature, OuterExistentials::Named);
        normalizer.node(formula, affirmed);
        normalizer.features
    };
    let premises: Vec<Formula> =
        argument.premises.iter().filter(|premise| fits(features(premise, true))).cloned().collect();
    let whole = fits(features(&argument.conclusion, false));
    if premises.len() == argument.premises.len() && whole || premises.is_empty() && !whole {
        return None;
    }
    let conclusion = if whole { argument.conclusion.clone() } else { Formula::Truth(false) };
    Some(Argument { signature: argument.signature.clone(), premises, conclusion })
}
