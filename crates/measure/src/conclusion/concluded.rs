//! Open answers: the question, the conclusion, and its judgement.

use crate::Placed;
use crate::accuracy::ratio;
use crate::name::names;
use serde::Serialize;

/// One answer to "what, if anything, follows?", judged; or lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Concluded {
    /// The subject.
    pub subject: String,
    /// The strategy, or the protocol.
    pub strategy: String,
    /// The temperature, as its level says; `-` if it is no factor.
    pub temperature: String,
    /// The item, shared by all versions of a problem: the unit of every interval and test.
    pub item: String,
    /// The problem: this version of the item.
    pub problem: String,
    /// The purpose of the problem.
    pub kind: Kind,
    /// The order of the premises: `original`, `reversed`, or their numbers such as `2-1-3`.
    pub order: String,
    /// The question added to the premises: `none`, `curing` or `idle`.
    pub inquiry: String,
    /// The repetition, from 0.
    pub repeat: u32,
    /// The subject matter of the problem.
    pub theme: String,
    /// Number of atoms in all premises together: the size of the problem.
    pub atoms: u32,
    /// Number of premises.
    pub premises: u32,
    /// The form of its premises: `plain`, `conditional`, `conditional quantified` and so on.
    pub form: String,
    /// True if the theory's own conclusion, in this very order, is a fallacy; `None` if this was
    /// not computed.
    pub predicts_fallacy: Option<bool>,
    /// True if a faultless reasoner draws a conclusion that takes several of the premises, so that
    /// an informative answer is possible. `None` if this was not computed.
    pub is_reachable: Option<bool>,
    /// The judgement of the answer, or why there is none.
    pub answer: Result<Judged, Lost>,
    /// True if a translating model read the answer; false if rules did.
    pub translated: bool,
}

/// The purposes of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The theory predicts a fallacy.
    Fallacy,
    /// A matched problem whose predicted conclusion is valid.
    ControlValid,
    /// A matched problem that blocks the fallacy.
    ControlBlocked,
}

names!(
    Kind,
    Fallacy => "fallacy",
    ControlValid => "valid control",
    ControlBlocked => "blocked control",
);

/// The judgement of an answer.
///
/// ```
/// use peirast_measure::{Judged, Notion, SoundnessClass};
/// let mut answer = Judged::new(SoundnessClass::Incorrect);
/// assert_eq!(answer.is_fallacy(Notion::Regardless), Some(false));
/// answer.regardless = true;
/// assert_eq!(answer.is_fallacy(Notion::Regardless), Some(true));
/// assert_eq!(answer.is_fallacy(Notion::Strict), Some(false));
/// // What follows is no fallacy, whatever the theory says of it.
/// answer.soundness = SoundnessClass::Nothing;
/// assert_eq!(answer.is_fallacy(Notion::Regardless), Some(false));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its soundness, and the premises that it takes.
    pub soundness: SoundnessClass,
    /// True if the theory predicts it, by exact equality of views, as published.
    pub strict: bool,
    /// True if the theory predicts it up to marks of what is at issue and names of arbitrary
    /// objects, which texts do not show.
    pub regardless: bool,
    /// True if it is the theory's own conclusion, up to marks and names.
    pub exact: bool,
    /// True if it is equivalent to the theory's own conclusion; `None` if this was not decided.
    pub equivalent: Option<bool>,
    /// True if it can never be true.
    pub contradictory: bool,
    /// True if it cannot be true together with the premises.
    pub denies_premises: bool,
    /// True if the premises contradict each other, so that everything follows.
    pub vacuous: bool,
    /// Surface errors, independent of the theory: `matching`, `illicit conversion` and so on.
    pub missteps: Vec<String>,
    /// True if it says that nothing follows although an informative conclusion takes all premises.
    pub over_cautious: bool,
    /// Counts of random answers of the same shape to the same problem, if known.
    pub chance: Option<ChanceCounts>,
    /// Counts of answers whose literals occur in some premise with the same sign; all 0 if no wrong
    /// answer of this shape can be read off.
    pub matching: Option<ChanceCounts>,
    /// Counts of answers whose literals occur together: each alternative of the answer joins parts
    /// of one alternative of a premise.
    pub parts: Option<ChanceCounts>,
    /// The conclusion in a canonical notation, if it has one: only to compare two answers.
    pub says: Option<String>,
}

/// Soundness of a conclusion, and the premises that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoundnessClass {
    /// "Nothing follows", or an equally empty answer.
    Nothing,
    /// True in every case.
    Tautology,
    /// Follows from one premise alone, or lists what several premises say separately.
    Restating,
    /// Takes several premises together.
    Joint,
    /// Does not follow, predicted or not.
    Incorrect,
    /// Not decided.
    Undecided,
}

/// Reasons why there is no judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// Not understood by any reader.
    Unread,
    /// Refused.
    Refused,
    /// Empty.
    Empty,
    /// Truncated.
    Truncated,
    /// Never given.
    Unanswered,
}

impl Lost {
    /// All of them.
    pub const ALL: [Lost; 5] =
        [Lost::Unread, Lost::Refused, Lost::Empty, Lost::Truncated, Lost::Unanswered];
}

/// Incorrect answers made without the theory, and how many of them it predicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChanceCounts {
    /// Answers of this shape that do not follow.
    pub incorrect: u64,
    /// Incorrect answers that the theory predicts strictly.
    pub strict: u64,
    /// Incorrect answers that it predicts up to marks and names.
    pub regardless: u64,
    /// True if they are a random sample; false if they are all there are.
    pub is_drawn: bool,
}

/// The senses in which an answer can be predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notion {
    /// [`Judged::strict`], as published.
    Strict,
    /// [`Judged::regardless`], the headline.
    #[default]
    Regardless,
    /// [`Judged::exact`].
    Exact,
    /// [`Judged::equivalent`].
    Equivalent,
}

names!(
    Notion,
    Strict => "strict",
    Regardless => "issue-insensitive",
    Exact => "exact",
    Equivalent => "equivalent",
);

impl Judged {
    /// An answer of this class that is not predicted and has no other errors.
    pub const fn new(soundness: SoundnessClass) -> Self {
        Self {
            soundness,
            strict: false,
            regardless: false,
            exact: false,
            equivalent: Some(false),
            contradictory: false,
            denies_premises: false,
            vacuous: false,
            missteps: Vec::new(),
            over_cautious: false,
            chance: None,
            matching: None,
            parts: None,
            says: None,
        }
    }

    /// Returns whether it follows; `None` if undecided.
    pub const fn is_correct(&self) -> Option<bool> {
        match self.soundness {
            SoundnessClass::Undecided => None,
            SoundnessClass::Incorrect => Some(false),
            _ => Some(true),
        }
    }

    /// Returns whether the theory predicts it; `None` if undecided.
    pub const fn is_predicted(&self, notion: Notion) -> Option<bool> {
        match notion {
            Notion::Strict => Some(self.strict),
            Notion::Regardless => Some(self.regardless),
            Notion::Exact => Some(self.exact),
            Notion::Equivalent => self.equivalent,
        }
    }

    /// Returns whether it is predicted and does not follow; `None` if undecided.
    pub const fn is_fallacy(&self, notion: Notion) -> Option<bool> {
        match (self.is_correct(), self.is_predicted(notion)) {
            (Some(true), _) | (_, Some(false)) => Some(false),
            (Some(false), predicted) => predicted,
            (None, _) => None,
        }
    }

    /// Returns true if it follows from several premises together.
    pub const fn is_informative(&self) -> bool {
        matches!(self.soundness, SoundnessClass::Joint)
    }
}

impl ChanceCounts {
    /// The share of incorrect answers that are predicted. `None` for notions that were not counted,
    /// and if no answer was incorrect.
    ///
    /// ```
    /// use peirast_measure::{ChanceCounts, Notion};
    /// let counts = ChanceCounts { incorrect: 8, strict: 1, regardless: 2, is_drawn: false };
    /// assert_eq!(counts.rate(Notion::Regardless), Some(0.25));
    /// assert_eq!(counts.rate(Notion::Exact), None);
    /// ```
    pub fn rate(&self, notion: Notion) -> Option<f64> {
        ratio(self.predicted(notion)?, self.incorrect)
    }

    /// The same share for a test. If answers were drawn, one more of them counts as predicted, so
    /// that a sample without predicted answers does not make a fallacy impossible (after Phipson &
    /// Smyth, 2010).
    pub fn tested_rate(&self, notion: Notion) -> Option<f64> {
        let more = u64::from(self.is_drawn);
        let predicted = self.predicted(notion)? + more;
        ratio(predicted, self.incorrect + more).filter(|_| self.incorrect > 0)
    }

    pub(super) const fn predicted(&self, notion: Notion) -> Option<u64> {
        match notion {
            Notion::Strict => Some(self.strict),
            Notion::Regardless => Some(self.regardless),
            Notion::Exact | Notion::Equivalent => None,
        }
    }
}

impl Concluded {
    /// The judgement, if there is one.
    pub fn judged(&self) -> Option<&Judged> {
        self.answer.as_ref().ok()
    }

    /// Returns whether it is a fallacy; `None` if it was lost or is undecided.
    pub fn is_fallacy(&self, notion: Notion) -> Option<bool> {
        self.judged()?.is_fallacy(notion)
    }

    /// Returns whether it follows; `None` if it was lost or is undecided.
    pub fn is_correct(&self) -> Option<bool> {
        self.judged()?.is_correct()
    }

    /// The order of premises under one name, in either notation: `1-2-3` is `original`, `3-2-1` is
    /// `reversed`.
    ///
    /// ```
    /// # use peirast_measure::ordered;
    /// assert_eq!(["1-2-3", "3-2-1", "2-1", "2-3-1"].map(ordered), ["original", "reversed", "reversed", "2-3-1"]);
    /// ```
    pub fn order(&self) -> &str {
        ordered(&self.order)
    }

    /// Returns true if no question was added and the premises are in their own order.
    pub fn is_plain(&self) -> bool {
        self.order() == ORIGINAL && self.inquiry == NO_INQUIRY
    }

    /// Returns true if it counts for the headline: an unchanged problem on which a fallacy is
    /// predicted.
    pub fn is_headline(&self) -> bool {
        self.kind == Kind::Fallacy && self.is_plain()
    }
}

/// The premises in their own order.
pub(crate) const ORIGINAL: &str = "original";
/// The premises reversed.
pub(crate) const REVERSED: &str = "reversed";
/// No question added.
pub(crate) const NO_INQUIRY: &str = "none";

/// The name of an order of premises: numbers in original or reversed order become that name.
pub fn ordered(order: &str) -> &str {
    let places: Option<Vec<u32>> = order.split('-').map(|place| place.parse().ok()).collect();
    match places {
        Some(places) if places.is_sorted() => ORIGINAL,
        Some(places) if places.iter().rev().is_sorted() => REVERSED,
        _ => order,
    }
}

impl Placed for Concluded {
    fn place(&self) -> [&str; 4] {
        [&self.subject, &self.strategy, &self.temperature, &self.item]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_could_tell_is_neither() {
        let mut answer = Judged::new(SoundnessClass::Undecided);
        assert_eq!(answer.is_correct(), None);
        assert_eq!(answer.is_fallacy(Notion::Strict), Some(false), "not predicted is no fallacy");
        answer.strict = true;
        assert_eq!(answer.is_fallacy(Notion::Strict), None);
        let mut wrong = Judged::new(SoundnessClass::Incorrect);
        wrong.equivalent = None;
        assert_eq!(wrong.is_fallacy(Notion::Equivalent), None);
    }

    #[test]
    fn drawn_answers_leave_room_for_those_not_drawn() {
        let drawn = ChanceCounts { incorrect: 99, strict: 0, regardless: 9, is_drawn: true };
        assert_eq!(drawn.rate(Notion::Strict), Some(0.0));
        assert_eq!(drawn.tested_rate(Notion::Strict), Some(0.01));
        assert_eq!(drawn.tested_rate(Notion::Regardless), Some(0.1));
        assert_eq!(ChanceCounts::default().rate(Notion::Strict), None);
    }
}
