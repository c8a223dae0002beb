//! Words for the names of factors, levels, families and protocols, for readers of pages.
//!
//! Names are for files and commands: `os-cot`. A name that nobody here knows, such as a column of a
//! user's file, keeps its spelling, except that underscores become spaces.

use crate::Protocol;
use crate::protocol::{Exemplar, Hint};
use peirast_record::strategy_words;
use peirast_words::capitalised;

/// The factors whose names do not speak for themselves.
const FACTORS: &[(&str, &str)] = &[
    ("animal", "Animals"),
    ("atoms", "Number of literals"),
    ("belief", "Believability"),
    ("celebrity", "Person"),
    ("cot", "Thinking step by step"),
    ("curable", "Has a question that helps"),
    ("exemplar", "Solved example"),
    ("exemplar-answer", "Answer of the solved example"),
    ("idle-differs", "How the idle question differs"),
    ("idle-place", "Place of the idle question"),
    ("first", "Premise that comes first"),
    ("follows", "Whether the conclusion follows"),
    ("import", "Validity depends on non-empty terms"),
    ("inquiry", "Added question"),
    ("kind", "Kind of problem"),
    ("order", "Order of premises"),
    ("position", "Place of the right option"),
    ("predicted", "Whether people are predicted to accept it"),
    ("premises", "Number of premises"),
    ("quantifier", "Wording of quantifiers"),
    ("right", "Right option"),
    ("source", "Source of the argument"),
];

/// The families, by name.
const FAMILY_WORDS: &[(&str, &str)] = &[
    ("conjunction", "conjunction fallacy"),
    ("syllogism", "syllogistic fallacy"),
    ("categorical", "categorical syllogisms"),
    ("horses", "25 horses"),
    ("etr", "erotetic reasoning"),
];

/// Returns the label of a factor.
///
/// ```
/// use peirast_task::factor_label;
/// assert_eq!(factor_label("cot"), "Thinking step by step");
/// assert_eq!(factor_label("school_year"), "School year");
/// ```
pub fn factor_label(factor: &str) -> String {
    match FACTORS.iter().find(|(name, _)| *name == factor) {
        Some((_, words)) => (*words).to_owned(),
        None => capitalised(&spaced(factor)),
    }
}

/// Returns the words of a level of a factor.
///
/// ```
/// use peirast_task::level_label;
/// assert_eq!(level_label("family", "horses"), "25 horses");
/// assert_eq!(level_label("protocol", "zero_shot"), "no example");
/// assert_eq!(level_label("form", "AAA-1"), "AAA-1");
/// ```
pub fn level_label(factor: &str, level: &str) -> String {
    match factor {
        "family" => family_label(level),
        "protocol" | "strategy" => method_label(level),
        "exemplar" => exemplar_level(level),
        _ => spaced(level),
    }
}

/// Returns the words of a family; a family of a user keeps its name.
///
/// ```
/// use peirast_task::family_label;
/// assert_eq!(family_label("categorical"), "categorical syllogisms");
/// assert_eq!(family_label("my_sums"), "my sums");
/// ```
pub fn family_label(family: &str) -> String {
    match FAMILY_WORDS.iter().find(|(name, _)| *name == family) {
        Some((_, words)) => (*words).to_owned(),
        None => spaced(family),
    }
}

/// Returns the words of a method: of a protocol, of a strategy, or of two protocols that a pair
/// compares.
///
/// ```
/// use peirast_task::method_label;
/// assert_eq!(method_label("zs-cot"), "no solved example, step by step");
/// assert_eq!(
///     method_label("os->control-os-cot"),
///     "one solved example → one solved example, step by step, strong hint"
/// );
/// ```
pub fn method_label(method: &str) -> String {
    let words = |name: &str| match strategy_words(name) {
        Some(words) => words.to_owned(),
        None => Protocol::named(name).map_or_else(|_| spaced(name), protocol_words),
    };
    match method.split_once("->") {
        Some((original, perturbed)) if Protocol::named(original).is_ok() => {
            format!("{} → {}", words(original), words(perturbed))
        }
        _ => words(method),
    }
}

fn protocol_words(protocol: &Protocol) -> String {
    let exemplar = match protocol.exemplar {
        Exemplar::None => "no solved example",
        Exemplar::Classic | Exemplar::Listed => "one solved example",
        Exemplar::Rephrased => "one rephrased solved example",
        Exemplar::Renamed => "one renamed solved example",
        Exemplar::Incorrect => "one solved example with the fallacious answer",
        Exemplar::Few | Exemplar::SeveralListed => "several solved examples",
        Exemplar::FewWithoutClassic => "several solved examples without the classic one",
    };
    let steps = protocol.cot.then_some("step by step");
    let hint = match protocol.hint {
        Hint::None => None,
        Hint::Weak => Some("weak hint"),
        Hint::Strong => Some("strong hint"),
    };
    let parts: Vec<&str> = [Some(exemplar), steps, hint].into_iter().flatten().collect();
    parts.join(", ")
}

fn exemplar_level(level: &str) -> String {
    match level {
        "incorrect" => "rephrased, with the fallacious answer".to_owned(),
        "few" => "several".to_owned(),
        "few-without-classic" => "several, without the classic".to_owned(),
        other => spaced(other),
    }
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FAMILIES, PROTOCOLS};
    use std::collections::BTreeSet;

    #[test]
    fn every_family_and_protocol_has_words_of_its_own() {
        for family in FAMILIES {
            assert!(FAMILY_WORDS.iter().any(|(name, _)| *name == family.name), "{}", family.name);
        }
        let words: BTreeSet<String> = PROTOCOLS.iter().map(protocol_words).collect();
        assert_eq!(words.len(), PROTOCOLS.len(), "{words:?}");
    }

    #[test]
    fn labels_of_factors_are_those_of_families() {
        let factors = FAMILIES.iter().flat_map(|family| family.variants);
        let factors: BTreeSet<&str> =
            factors.flat_map(|variant| variant.factors).map(|factor| factor.name).collect();
        for factor in factors {
            let label = factor_label(factor);
            assert!(label.starts_with(char::is_uppercase) && !label.contains('_'), "{label}");
        }
    }
}
