//! Theories of human conclusions from syllogistic premises.

use super::{Conclusion, PremisePair, erotetic};
use peirast_logic::categorical::Quantity;

/// A theory that predicts, for each pair of premises, the conclusions that people draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theory {
    /// The mood of the premises determines the conclusion (Woodworth & Sells 1935): negative if one
    /// premise is, particular if one is.
    Atmosphere,
    /// The conclusion is no less cautious than the most cautious premise (Wetherick & Gilhooly
    /// 1990): E before O and I before A.
    Matching,
    /// Premises are converted invalidly (Chapman & Chapman 1959, Revlis 1975).
    Conversion,
    /// The probability heuristics model (Chater & Oaksford 1999).
    Phm,
    /// Rules of inference in the mind (Rips 1994).
    Psycop,
    /// Mental models (Johnson-Laird 1983).
    MentalModels,
    /// Verbal models (Polk & Newell 1995).
    VerbalModels,
    /// Transitive sets (Brand, Riesterer & Ragni 2019).
    TransSet,
    /// The probability heuristics model with rules for "nothing follows".
    PhmNvc,
    /// The Erotetic Theory of Reasoning (Koralus 2022). The engine computes its predictions: the
    /// conclusions that the procedure *does it follow?* accepts if the middle term is at issue, as
    /// in the examples of the book ([`syllogistic_view`](crate::syllogistic_view)).
    Erotetic,
}

impl Theory {
    /// All theories.
    pub const ALL: [Theory; 10] = [
        Theory::Atmosphere,
        Theory::Matching,
        Theory::Conversion,
        Theory::Phm,
        Theory::Psycop,
        Theory::MentalModels,
        Theory::VerbalModels,
        Theory::TransSet,
        Theory::PhmNvc,
        Theory::Erotetic,
    ];

    /// Returns the name, as in the data.
    pub fn name(self) -> &'static str {
        match self {
            Theory::Atmosphere => "atmosphere",
            Theory::Matching => "matching",
            Theory::Conversion => "conversion",
            Theory::Phm => "phm",
            Theory::Psycop => "psycop",
            Theory::MentalModels => "mental-models",
            Theory::VerbalModels => "verbal-models",
            Theory::TransSet => "transset",
            Theory::PhmNvc => "phm-nvc",
            Theory::Erotetic => "erotetic",
        }
    }

    /// Returns the theory with this name.
    pub fn named(name: &str) -> Option<Theory> {
        Theory::ALL.into_iter().find(|theory| theory.name() == name)
    }

    /// Returns the predictions of a theory that is a rule: atmosphere, matching, and the erotetic
    /// theory, whose rule is the engine. `None` for the others, whose predictions are a table
    /// ([`HumanResponses::predicted`](super::HumanResponses::predicted)).
    pub fn by_rule(self, pair: PremisePair) -> Option<Vec<Conclusion>> {
        let kinds: Vec<Quantity> = match self {
            Theory::Atmosphere => vec![atmosphere(pair)],
            Theory::Matching => matching(pair),
            Theory::Erotetic => return Some(erotetic::predicted(pair).to_vec()),
            _ => return None,
        };
        let has = |one: &Conclusion| one.quantity().is_some_and(|kind| kinds.contains(&kind));
        Some(Conclusion::ALL.into_iter().filter(has).collect())
    }
}

fn atmosphere(pair: PremisePair) -> Quantity {
    let both = [pair.first, pair.second];
    let negative = both.iter().any(|kind| kind.is_negative());
    let particular = both.iter().any(|kind| !kind.is_universal());
    match (negative, particular) {
        (false, false) => Quantity::All,
        (false, true) => Quantity::Some,
        (true, false) => Quantity::No,
        (true, true) => Quantity::SomeNot,
    }
}

/// Returns the kinds that are as cautious as the more cautious premise.
fn matching(pair: PremisePair) -> Vec<Quantity> {
    let caution = |kind: Quantity| match kind {
        Quantity::All => 0,
        Quantity::Some | Quantity::SomeNot => 1,
        Quantity::No => 2,
    };
    let most = caution(pair.first).max(caution(pair.second));
    Quantity::ALL.into_iter().filter(|kind| caution(*kind) == most).collect()
}
