//! An open answer: what was asked, what was concluded, and how that was judged.

use crate::Placed;
use crate::accuracy::ratio;
use crate::name::names;
use serde::Serialize;

/// One answer to "what, if anything, follows?", judged; or lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Concluded {
    /// Who answered.
    pub subject: String,
    /// The strategy, or the protocol.
    pub strategy: String,
    /// The temperature, as its level says; `-` where it is no factor.
    pub temperature: String,
    /// The item, shared by all versions of a problem: the unit of every interval and test.
    pub item: String,
    /// The problem: this version of the item.
    pub problem: String,
    /// What the problem is for.
    pub kind: Kind,
    /// The order of the premises: `original`, `reversed`, or their places such as `2-1-3`.
    pub order: String,
    /// The question added to the premises: `none`, `curing` or `idle`.
    pub inquiry: String,
    /// The repetition, from 0.
    pub repeat: u32,
    /// What the problem is about.
    pub theme: String,
    /// Atoms in all premises together: the size of the problem.
    pub atoms: u32,
    /// Premises.
    pub premises: u32,
    /// The form of its premises: `plain`, `conditional`, `conditional quantified` and so on.
    pub form: String,
    /// Whether the theory's own conclusion, in this very order, is a fallacy; `None` where nobody
    /// asked.
    pub predicts_fallacy: Option<bool>,
    /// Whether a reasoner without a fault concludes something from these premises that takes several of
    /// them: what there is to be informative about. `None` where nobody asked.
    pub is_reachable: Option<bool>,
    /// How the answer was judged, or why it was not.
    pub answer: Result<Judged, Lost>,
    /// Whether a translating model had to read it; otherwise rules did.
    pub translated: bool,
}

/// What a problem is for.
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

/// What became of an answer.
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
    /// Whether it follows, and from what.
    pub soundness: SoundnessClass,
    /// Whether the theory predicts it, by exact equality of views, as published.
    pub strict: bool,
    /// The same, marks of what is at issue and names of arbitrary objects aside: texts show neither.
    pub regardless: bool,
    /// Whether it is the theory's own conclusion, up to marks and names.
    pub exact: bool,
    /// Whether it is equivalent to the theory's own conclusion; `None` if that was not found out.
    pub equivalent: Option<bool>,
    /// Whether it can never be true.
    pub contradictory: bool,
    /// Whether it cannot be true together with the premises.
    pub denies_premises: bool,
    /// Whether the premises contradict each other, so that everything follows.
    pub vacuous: bool,
    /// Errors on the surface, beyond the theory: `matching`, `illicit conversion` and so on.
    pub missteps: Vec<String>,
    /// Whether it says that nothing follows where an informative conclusion takes all premises.
    pub over_cautious: bool,
    /// What answers at random of the same shape to the same problem amount to, where that is known.
    pub chance: Option<ChanceCounts>,
    /// The same of answers whose literals stand in some premise, with the sign that they have there;
    /// none of them if no wrong answer of this shape can be read off.
    pub matching: Option<ChanceCounts>,
    /// The same of answers whose literals stand together: in each alternative of the answer, parts of one
    /// alternative of a premise.
    pub parts: Option<ChanceCounts>,
    /// The conclusion in a canonical notation, where there is one: only to tell whether two answers
    /// say the same.
    pub says: Option<String>,
}

/// Whether a conclusion follows, and from what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoundnessClass {
    /// "Nothing follows", or as empty.
    Nothing,
    /// True whatever is given.
    Tautology,
    /// Follows from one premise alone, or says side by side what several say each for itself.
    Restating,
    /// Takes several premises together.
    Joint,
    /// Does not follow, predicted or not.
    Incorrect,
    /// Nobody could tell.
    Undecided,
}

/// Why there is no judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// Not understood by any reader.
    Unread,
    /// Refused.
    Refused,
    /// Empty.
    Empty,
    /// Cut off.
    Truncated,
    /// Never given.
    Unanswered,
}

impl Lost {
    /// All of them.
    pub const ALL: [Lost; 5] =
        [Lost::Unread, Lost::Refused, Lost::Empty, Lost::Truncated, Lost::Unanswered];
}

/// Answers made without the theory that do not follow, and how many of them it predicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChanceCounts {
    /// Answers of this shape that do not follow.
    pub incorrect: u64,
    /// Of these, those that the theory predicts strictly.
    pub strict: u64,
    /// Of these, those that it predicts marks and names aside.
    pub regardless: u64,
    /// Whether they were drawn at random; otherwise they are all there are.
    pub is_drawn: bool,
}

/// A sense in which an answer can be the predicted one.
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
    /// An answer of this class, not predicted, without faults.
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

    /// Whether it follows; `None` if nobody could tell.
    pub const fn is_correct(&self) -> Option<bool> {
        match self.soundness {
            SoundnessClass::Undecided => None,
            SoundnessClass::Incorrect => Some(false),
            _ => Some(true),
        }
    }

    /// Whether the theory predicts it; `None` if that was not found out.
    pub const fn is_predicted(&self, notion: Notion) -> Option<bool> {
        match notion {
            Notion::Strict => Some(self.strict),
            Notion::Regardless => Some(self.regardless),
            Notion::Exact => Some(self.exact),
            Notion::Equivalent => self.equivalent,
        }
    }

    /// Whether it is predicted and does not follow; `None` if that was not found out.
    pub const fn is_fallacy(&self, notion: Notion) -> Option<bool> {
        match (self.is_correct(), self.is_predicted(notion)) {
            (Some(true), _) | (_, Some(false)) => Some(false),
            (Some(false), predicted) => predicted,
            (None, _) => None,
        }
    }

    /// Whether it follows from several premises together: all that a reasoner can add.
    pub const fn is_informative(&self) -> bool {
        matches!(self.soundness, SoundnessClass::Joint)
    }
}

impl ChanceCounts {
    /// The share of wrong answers that are predicted; none for notions that were not counted, and
    /// where no answer was wrong.
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

    /// The same for a test: where answers were drawn, one more of them is taken as predicted, so that
    /// no draw of none makes an answer impossible (after Phipson & Smyth, 2010).
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
    /// How it was judged, where it was.
    pub fn judged(&self) -> Option<&Judged> {
        self.answer.as_ref().ok()
    }

    /// Whether it is a fallacy; `None` if it was lost or nobody could tell.
    pub fn is_fallacy(&self, notion: Notion) -> Option<bool> {
        self.judged()?.is_fallacy(notion)
    }

    /// Whether it follows; `None` if it was lost or nobody could tell.
    pub fn is_correct(&self) -> Option<bool> {
        self.judged()?.is_correct()
    }

    /// The order of premises under one name, however it was written: `1-2-3` is `original`, `3-2-1`
    /// is `reversed`.
    ///
    /// ```
    /// # use peirast_measure::ordered;
    /// assert_eq!(["1-2-3", "3-2-1", "2-1", "2-3-1"].map(ordered), ["original", "reversed", "reversed", "2-3-1"]);
    /// ```
    pub fn order(&self) -> &str {
        ordered(&self.order)
    }

    /// Whether nothing was added to it and its premises stand in their own order.
    pub fn is_plain(&self) -> bool {
        self.order() == ORIGINAL && self.inquiry == NO_INQUIRY
    }

    /// Whether it counts for the headline: a problem on which a fallacy is predicted, as it stands.
    pub fn is_headline(&self) -> bool {
        self.kind == Kind::Fallacy && self.is_plain()
    }
}

/// The premises in their own order.
pub(crate) const ORIGINAL: &str = "original";
/// The premises turned around.
pub(crate) const REVERSED: &str = "reversed";
/// No question added.
pub(crate) const NO_INQUIRY: &str = "none";

/// The name of an order of premises: `original` and `reversed` for places that say so.
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
