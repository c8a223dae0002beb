//! What a part of an argument settles by itself.
//!
//! Premises that contradict each other entail everything, and a conclusion that cannot be false
//! follows from anything. Whatever else is said, and however hard that is, the argument is decided.

use super::normal::{Features, Normalizer, OuterExistentials};
use super::polarity::Polarity as _;
use super::{Effort, decide, herbrand, skeleton};
use crate::argument::Argument;
use crate::formula::Formula;

/// The conflicts after which the look at a part is given up.
const CONFLICTS: u64 = 5_000;

/// The argument with no conclusion but ⊥: it is valid if the premises contradict each other.
pub(super) fn premises_alone(argument: &Argument) -> Argument {
    Argument { conclusion: Formula::Truth(false), ..argument.clone() }
}

/// The argument without premises: it is valid if the conclusion is true everywhere.
pub(super) fn conclusion_alone(argument: &Argument) -> Argument {
    Argument { premises: Vec::new(), ..argument.clone() }
}

/// Does a part of an argument outside the decidable part contradict itself, as far as a short look
/// shows? `false` says nothing.
///
/// Looked at are what connectives alone settle, the largest parts that are decidable, and short
/// proofs from the premises alone and of the conclusion alone, which have fewer terms than the whole.
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

/// The premises, and the conclusion, that fit; `None` if that is all of them or none.
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
