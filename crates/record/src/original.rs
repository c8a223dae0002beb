//! The version of an item with which its other versions are compared.

use crate::Factors;

/// The factor that names the original of the user's own problems, unless its name is a usual one.
pub const ORIGINAL: &str = "original";

/// Usual names of originals, the most certain first.
const NAMES: [&str; 13] = [
    "original",
    "orig",
    "base",
    "baseline",
    "clean",
    "control",
    "plain",
    "unperturbed",
    "standard",
    "canonical",
    "none",
    "vanilla",
    "seed",
];

/// The place of the version with the most certain of the usual names of originals, in any capitals;
/// `None` if there is none.
///
/// ```
/// use peirast_record::usual_original;
/// assert_eq!(usual_original(&["noop", "plain", "Base"]), Some(2));
/// assert_eq!(usual_original(&["noop", "typos"]), None);
/// ```
pub fn usual_original<V: AsRef<str>>(versions: &[V]) -> Option<usize> {
    let place = |name: &&str| {
        versions.iter().position(|version| version.as_ref().eq_ignore_ascii_case(name))
    };
    NAMES.iter().find_map(place)
}

/// The original of problems with these factors: the version that [`ORIGINAL`] names, or one with a
/// usual name. `None` if none of them has a known one.
///
/// ```
/// use peirast_record::{Factors, original_version};
/// let own = ["plain", "noop"].map(|version| Factors::from_iter([("version", version)]));
/// assert_eq!(original_version(&own), Some("plain"));
/// let named = own.map(|levels| levels.with("original", "noop"));
/// assert_eq!(original_version(&named), Some("noop"));
/// ```
pub fn original_version<'f>(problems: impl IntoIterator<Item = &'f Factors>) -> Option<&'f str> {
    let problems: Vec<&Factors> = problems.into_iter().collect();
    let versions: Vec<&str> = problems.iter().filter_map(|levels| levels.get("version")).collect();
    let named = problems.iter().find_map(|levels| levels.get(ORIGINAL));
    let named = named.filter(|name| versions.contains(name));
    named.or_else(|| versions.get(usual_original(&versions)?).copied())
}
