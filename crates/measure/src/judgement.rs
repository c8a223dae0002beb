//! Judgements: syllogisms accepted or rejected, with everything that the measures use.

use crate::name::names;
use crate::{Ballot, Placed, side};
use peirast_logic::syllogism::Form;
use peirast_record::{Factors, Outcome};
use peirast_stats::voting::Votes;
use peirast_task::{Conclusion, PremisePair, TEMPERATURE};
use std::collections::BTreeMap;

/// One syllogism, judged by one subject under one strategy at one temperature.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The subject that judged.
    pub subject: String,
    /// The strategy, or the protocol.
    pub strategy: String,
    /// The temperature, as its level says; `-` if it is no factor.
    pub temperature: String,
    /// The item.
    pub item: String,
    /// Real or made-up words, normal or switched premises.
    pub variant: Variant,
    /// Mood and figure, if known.
    pub form: Option<Form>,
    /// True if the major premise comes first in the normal order; `None` if unknown.
    pub major_first: Option<bool>,
    /// True if the conclusion follows.
    pub valid: bool,
    /// True if the conclusion is believable with real words; `None` if nobody knows. The field is
    /// that of the item, also with made-up words, which are never believed.
    pub believable: Option<bool>,
    /// True if it was accepted; `None` without a verdict.
    pub accepted: Option<bool>,
    /// The votes, if there was voting.
    pub votes: Option<Votes>,
    /// True if more than one answer was asked for, which is not the case at temperature 0.
    pub is_voted: bool,
}

/// The four versions of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Real words, premises in normal order.
    N,
    /// Real words, premises switched.
    O,
    /// Made-up words.
    X,
    /// Made-up words, premises switched.
    OX,
}

names!(Variant, N => "N", O => "O", X => "X", OX => "OX");

impl Variant {
    /// Returns true if the words are real.
    pub fn is_real(self) -> bool {
        matches!(self, Self::N | Self::O)
    }

    /// Returns true if the premises are switched.
    pub fn is_switched(self) -> bool {
        matches!(self, Self::O | Self::OX)
    }

    /// The variant with these levels of the factors `content` and `order`.
    pub fn from_factors(factors: &Factors) -> Option<Self> {
        Some(match (factors.get("content")?, factors.get("order")?) {
            ("real", "normal") => Self::N,
            ("real", "switched") => Self::O,
            ("nonsense", "normal") => Self::X,
            ("nonsense", "switched") => Self::OX,
            _ => return None,
        })
    }
}

impl Placed for Judgement {
    fn place(&self) -> [&str; 4] {
        [&self.subject, &self.strategy, &self.temperature, &self.item]
    }
}

impl Judgement {
    /// The judgements among outcomes: those of problems with a validity, a content and an order.
    pub fn all(outcomes: &[Outcome], ballots: &[Ballot]) -> Vec<Self> {
        let of = |ballot: &Ballot| (ballot.votes, ballot.most > 1);
        let votes: BTreeMap<_, (Votes, bool)> =
            ballots.iter().map(|ballot| (&ballot.trial, of(ballot))).collect();
        let of = |outcome| Self::from_outcome(outcome, votes.get(&outcome.trial).copied());
        outcomes.iter().filter_map(of).collect()
    }

    fn from_outcome(outcome: &Outcome, votes: Option<(Votes, bool)>) -> Option<Self> {
        let levels = &outcome.factors;
        Some(Self {
            subject: outcome.subject.to_string(),
            strategy: levels.get("protocol")?.to_owned(),
            temperature: levels.get(TEMPERATURE).unwrap_or("-").to_owned(),
            item: outcome.item.to_string(),
            variant: Variant::from_factors(levels)?,
            form: levels.get("form").and_then(|form| form.parse().ok()),
            major_first: levels.get("first").map(|first| first == "major"),
            valid: levels.get("validity")? == "valid",
            believable: match levels.get("belief")? {
                "believable" => Some(true),
                "unbelievable" => Some(false),
                _ => None,
            },
            accepted: side(outcome.answer),
            votes: votes.map(|(votes, _)| votes),
            is_voted: votes.is_some_and(|(_, is_voted)| is_voted),
        })
    }

    /// Returns true if the conclusion is believed: not if its words are made up, nor if nobody
    /// knows.
    pub fn is_believed(&self) -> bool {
        self.believable == Some(true) && self.variant.is_real()
    }

    /// Returns whether it is right; `None` without a verdict.
    pub fn is_right(&self) -> Option<bool> {
        self.accepted.map(|accepted| accepted == self.valid)
    }

    /// The premises as they are shown and the offered conclusion, in the notation of the data on
    /// people.
    pub fn form_as_shown(&self) -> Option<(PremisePair, Conclusion)> {
        let major_first = self.major_first? != self.variant.is_switched();
        Some(PremisePair::from_form(self.form?, major_first))
    }
}
