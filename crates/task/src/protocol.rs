//! Prompt protocols: the form of a question, as levels of four factors.

use peirast_record::{Factors, Strategy, Study};
use std::borrow::Cow;
use std::sync::Arc;
use thiserror::Error;

/// A form of a question: a level of each protocol factor.
///
/// The names of the built-in ones are those of Jiang et al. (2024) with hyphens; a study may define
/// others as strategies. Two protocols whose levels differ in one factor are a matched pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// Its name, for example `os-bob-cot`.
    pub name: Cow<'static, str>,
    /// The solved problems before the question.
    pub exemplar: Exemplar,
    /// True if the prompt asks for step-by-step thinking.
    pub cot: bool,
    /// The hint at the fallacy.
    pub hint: Hint,
    /// The templates of a strategy of a study.
    pub strategy: Option<Arc<Strategy>>,
}

/// The solved problems before the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exemplar {
    /// None.
    None,
    /// The problem of the literature: Linda, the roses, the horses.
    Classic,
    /// A problem of the same form about another person or thing: Bob.
    Rephrased,
    /// The classic problem word for word, about Bob instead of Linda.
    Renamed,
    /// The rephrased problem with the fallacious answer called correct.
    Incorrect,
    /// The classic problem and two others.
    Few,
    /// Three others, without the classic.
    FewWithoutClassic,
    /// The single example of a strategy.
    Listed,
    /// The several examples of a strategy.
    SeveralListed,
}

/// The amount of information about the fallacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Nothing.
    None,
    /// Its name.
    Weak,
    /// Its name and how to avoid it.
    Strong,
}

impl Exemplar {
    /// Returns the level's name.
    pub fn level(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Classic => "classic",
            Self::Rephrased => "rephrased",
            Self::Renamed => "renamed",
            Self::Incorrect => "incorrect",
            Self::Few => "few",
            Self::FewWithoutClassic => "few-without-classic",
            Self::Listed => "one",
            Self::SeveralListed => "several",
        }
    }

    /// Returns true if some are drawn from generated problems.
    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, Self::Few | Self::FewWithoutClassic)
    }
}

impl Hint {
    /// Returns the level's name.
    pub fn level(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Weak => "weak",
            Self::Strong => "strong",
        }
    }
}

const fn protocol(name: &'static str, exemplar: Exemplar, cot: bool, hint: Hint) -> Protocol {
    Protocol { name: Cow::Borrowed(name), exemplar, cot, hint, strategy: None }
}

/// The index of protocols, in the order of the paper. The renamed ones, which change only the name
/// in the exemplar, are not in the paper.
pub static PROTOCOLS: &[Protocol] = &[
    protocol("baseline", Exemplar::None, false, Hint::None),
    protocol("zs-cot", Exemplar::None, true, Hint::None),
    protocol("os", Exemplar::Classic, false, Hint::None),
    protocol("os-cot", Exemplar::Classic, true, Hint::None),
    protocol("os-bob", Exemplar::Rephrased, false, Hint::None),
    protocol("os-bob-cot", Exemplar::Rephrased, true, Hint::None),
    protocol("os-renamed", Exemplar::Renamed, false, Hint::None),
    protocol("os-renamed-cot", Exemplar::Renamed, true, Hint::None),
    protocol("os-incorrect", Exemplar::Incorrect, false, Hint::None),
    protocol("os-incorrect-cot", Exemplar::Incorrect, true, Hint::None),
    protocol("fs", Exemplar::Few, false, Hint::None),
    protocol("fs-cot", Exemplar::Few, true, Hint::None),
    protocol("fs-no-linda", Exemplar::FewWithoutClassic, false, Hint::None),
    protocol("fs-no-linda-cot", Exemplar::FewWithoutClassic, true, Hint::None),
    protocol("weak-control-zs-cot", Exemplar::None, true, Hint::Weak),
    protocol("weak-control-os-cot", Exemplar::Classic, true, Hint::Weak),
    protocol("control-zs-cot", Exemplar::None, true, Hint::Strong),
    protocol("control-os-cot", Exemplar::Classic, true, Hint::Strong),
];

fn names(protocols: &[Protocol]) -> String {
    protocols.iter().map(|p| p.name.as_ref()).collect::<Vec<_>>().join(", ")
}

/// The protocols that a study can use: the built-in ones, then its own strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocols(Vec<Protocol>);

impl Protocols {
    /// Returns the protocols of `study`.
    pub fn new(study: &Study) -> Self {
        let strategies = study.strategies.iter().map(Protocol::from);
        Self(PROTOCOLS.iter().cloned().chain(strategies).collect())
    }

    /// Returns only the built-in ones.
    pub fn built_in() -> Self {
        Self(PROTOCOLS.to_vec())
    }

    /// Returns all of them, the built-in ones first.
    pub fn all(&self) -> &[Protocol] {
        &self.0
    }

    /// Returns the range of the study's own protocols.
    pub(crate) fn own(&self) -> std::ops::Range<usize> {
        PROTOCOLS.len()..self.0.len()
    }

    /// Returns the index and the protocol of this name; a strategy may have the name of a built-in
    /// one.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn named(&self, name: &str) -> Result<(usize, &Protocol), UnknownProtocol> {
        let found = self.0.iter().enumerate().rev().find(|(_, p)| p.name == name);
        found.ok_or_else(|| UnknownProtocol { name: name.to_owned(), known: names(&self.0) })
    }

    /// Returns the protocol with these levels of the same author as `like`.
    pub(crate) fn with_factors(
        &self,
        levels: &Factors,
        like: &Protocol,
    ) -> Option<(usize, &Protocol)> {
        let hand = |p: &Protocol| p.strategy.as_ref().map(|strategy| strategy.task);
        let same_hand = |p: &Protocol| hand(p) == hand(like);
        self.0.iter().enumerate().find(|(_, p)| same_hand(p) && p.factors() == *levels)
    }
}

impl From<&Strategy> for Protocol {
    fn from(strategy: &Strategy) -> Self {
        let exemplar = match strategy.examples.len() {
            0 => Exemplar::None,
            1 => Exemplar::Listed,
            _ => Exemplar::SeveralListed,
        };
        Self {
            name: Cow::Owned(strategy.name.clone()),
            exemplar,
            cot: strategy.cot,
            hint: Hint::None,
            strategy: Some(Arc::new(strategy.clone())),
        }
    }
}

/// A protocol that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no protocol `{name}`; there are: {known}")]
pub struct UnknownProtocol {
    name: String,
    known: String,
}

impl Protocol {
    /// Returns the protocol with this name.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn named(name: &str) -> Result<&'static Self, UnknownProtocol> {
        PROTOCOLS
            .iter()
            .find(|p| p.name == name)
            .ok_or_else(|| UnknownProtocol { name: name.to_owned(), known: names(PROTOCOLS) })
    }

    /// Returns its levels: `exemplar`, `cot`, `hint`.
    ///
    /// ```
    /// use peirast_task::Protocol;
    /// let levels = Protocol::named("control-os-cot")?.factors();
    /// assert_eq!(levels.to_string(), "cot=yes, exemplar=classic, hint=strong");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn factors(&self) -> Factors {
        Factors::from_iter([
            ("exemplar", self.exemplar.level()),
            ("cot", if self.cot { "yes" } else { "no" }),
            ("hint", self.hint.level()),
        ])
    }

    /// Returns true if `factor` is a factor of protocols.
    pub fn has_factor(factor: &str) -> bool {
        matches!(factor, "exemplar" | "cot" | "hint")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_levels_are_unique() {
        for (i, a) in PROTOCOLS.iter().enumerate() {
            for b in &PROTOCOLS[i + 1..] {
                assert_ne!(a.name, b.name);
                assert_ne!(a.factors(), b.factors(), "{} and {}", a.name, b.name);
            }
        }
    }

    #[test]
    fn an_unknown_protocol_is_answered_with_the_known_ones() {
        let error = Protocol::named("os-linda").unwrap_err().to_string();
        assert!(error.contains("`os-linda`") && error.contains("os-bob-cot"), "{error}");
    }
}
