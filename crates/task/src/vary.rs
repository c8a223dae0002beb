//! Matched pairs: the check that only the named factor varies.

use crate::Factor;
use crate::english::equal_but_for_first_capital;
use peirast_record::{Problem, Profile, Segment};
use thiserror::Error;

/// A matched pair with a forbidden difference.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VaryError {
    /// Two versions of an item with the same levels: the pair key would not be unique.
    #[error("{0} and {1} have the same levels: pair keys must be unique")]
    SameLevels(String, String),
    /// The versions do not have the same segments of text in the same order.
    #[error("{0} and {1} are not made of the same segments")]
    Shape(String, String),
    /// A segment differs that the factor may not change.
    #[error(
        "{original} and {perturbed} differ in `{role}` (\"{before}\" / \"{after}\"), which \
         {factor} may not touch"
    )]
    Segment {
        /// Id of one version.
        original: String,
        /// Id of the other.
        perturbed: String,
        /// Role of the segment that differs.
        role: String,
        /// Its text in the first version.
        before: String,
        /// Its text in the other version.
        after: String,
        /// The factor.
        factor: String,
    },
    /// The right answers differ.
    #[error("{0} and {1} have different right answers")]
    Truth(String, String),
}

/// Compares all versions of one item: their levels are distinct; if two versions differ in one
/// factor, their texts differ only in segments that this factor may change, and their right answers
/// agree.
///
/// In the published design perturbations have further effects (a changed quantifier lower-cases the
/// whole text, for example), so only equal right answers are required there.
///
/// # Errors
/// The first difference that no varied factor explains.
pub fn check_versions(
    versions: &[Problem],
    factors: &[Factor],
    profile: Profile,
) -> Result<(), VaryError> {
    for (i, original) in versions.iter().enumerate() {
        for perturbed in &versions[i + 1..] {
            check_pair(original, perturbed, factors, profile)?;
        }
    }
    Ok(())
}

fn check_pair(
    original: &Problem,
    perturbed: &Problem,
    factors: &[Factor],
    profile: Profile,
) -> Result<(), VaryError> {
    let ids = || (original.id.to_string(), perturbed.id.to_string());
    let names = original.factors.differing(&perturbed.factors);
    if names.is_empty() {
        let (a, b) = ids();
        return Err(VaryError::SameLevels(a, b));
    }
    let varied: Vec<&Factor> = factors.iter().filter(|f| names.contains(&f.name)).collect();
    if !varied.iter().any(|f| f.changes_truth) && original.truth.answer != perturbed.truth.answer {
        let (a, b) = ids();
        return Err(VaryError::Truth(a, b));
    }
    if profile == Profile::Paper2024 {
        return Ok(());
    }
    let may_touch = |role: &str| varied.iter().any(|f| f.touches.contains(&role));
    match first_difference(&original.segments, &perturbed.segments, may_touch) {
        Difference::None => Ok(()),
        Difference::Shape => {
            let (a, b) = ids();
            Err(VaryError::Shape(a, b))
        }
        Difference::At(before, after) => Err(VaryError::Segment {
            original: original.id.to_string(),
            perturbed: perturbed.id.to_string(),
            role: before.role.to_string(),
            before: before.text.clone(),
            after: after.text.clone(),
            factor: names.join(" and "),
        }),
    }
}

/// The first forbidden difference of two sequences of segments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Difference<'a> {
    None,
    Shape,
    At(&'a Segment, &'a Segment),
}

/// Compares segment by segment. A segment that the varied factor may change may have any text; the
/// first letter of any other may change case, because a sentence may end or begin before it.
pub(crate) fn first_difference<'a>(
    before: &'a [Segment],
    after: &'a [Segment],
    may_touch: impl Fn(&str) -> bool,
) -> Difference<'a> {
    if before.len() != after.len() {
        return Difference::Shape;
    }
    for (a, b) in before.iter().zip(after) {
        if a.role != b.role {
            return Difference::Shape;
        }
        if !may_touch(&a.role) && !equal_but_for_first_capital(&a.text, &b.text) {
            return Difference::At(a, b);
        }
    }
    Difference::None
}
