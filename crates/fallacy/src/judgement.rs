//! What was found out about an answer.

use serde::{Deserialize, Serialize};

/// Everything there is to say of an answer to a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// Does it follow, and if so, from what?
    pub soundness: Soundness,
    /// Can it not be true, whatever is given? `None` if that could not be found out, as below.
    pub contradictory: Option<bool>,
    /// Do the premises contradict each other, so that everything follows?
    pub vacuous: Option<bool>,
    /// Can it not be true together with the premises?
    pub denies_premises: Option<bool>,
    /// Is it what the theory predicts?
    pub predicted: Predicted,
}

/// Whether an answer follows from the premises, in classical logic with non-empty domains, and how.
///
/// Answers that follow are told apart by how much they say: 289 of 331 "correct" answers of one
/// published model are "nothing follows", and most others restate a premise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Soundness {
    /// It is ⊤: nothing was concluded.
    Verum,
    /// It is true whatever is given.
    Tautology,
    /// It follows from one premise alone.
    Restating {
        /// The first such premise, counted from 0.
        premise: usize,
    },
    /// It takes several premises, and says no more than each of them says for itself: all its parts
    /// follow from one premise or another. Who joins premises by *and* has concluded nothing from
    /// them.
    ///
    /// Parts are clauses of the answer as it is written, those that follow from others left out. By
    /// its sense alone, anything that follows can be said as a conjunction of what single premises
    /// say (*B* as *A or B* and *B if A*); what counts is whether the answer says that.
    Joined {
        /// Premises from which it follows, counted from 0, none of which can be left out.
        premises: Vec<usize>,
    },
    /// It takes several premises together: it says what none of them says.
    Joint {
        /// Premises from which it follows, counted from 0, none of which can be left out.
        premises: Vec<usize>,
    },
    /// It does not follow.
    Refuted {
        /// Where the premises are true and it is not, in words: an individual a line, with what
        /// is true of it. It was checked.
        countermodel: String,
    },
    /// Neither could be found out.
    Unknown {
        /// Why.
        why: String,
    },
}

impl Soundness {
    /// Does the answer follow? `None` if that could not be found out.
    pub fn is_correct(&self) -> Option<bool> {
        match self {
            Soundness::Refuted { .. } => Some(false),
            Soundness::Unknown { .. } => None,
            _ => Some(true),
        }
    }

    /// Does it say what takes several premises together: is it more than nothing, or than premises
    /// said again?
    pub fn is_informative(&self) -> bool {
        matches!(self, Soundness::Joint { .. })
    }

    /// Does it follow from anything?
    pub fn is_trivial(&self) -> bool {
        matches!(self, Soundness::Verum | Soundness::Tautology)
    }
}

/// Whether an answer is what the Erotetic Theory of Reasoning predicts, in each sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predicted {
    /// Asked whether it follows, people say yes; by exact equality of views, as published.
    pub strict: bool,
    /// The same, whatever is marked as at issue and whatever arbitrary objects are called. Texts
    /// show neither, so that this is the headline.
    pub regardless_of_issues: bool,
    /// It is the predicted conclusion, up to marks and names.
    pub exact: bool,
    /// It is the predicted conclusion, up to logical equivalence; `None` if that could not be
    /// found out.
    pub equivalent: Option<bool>,
}

/// A sense in which an answer can be the predicted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notion {
    /// [`Predicted::strict`].
    Strict,
    /// [`Predicted::regardless_of_issues`], the headline.
    RegardlessOfIssues,
    /// [`Predicted::exact`].
    Exact,
    /// [`Predicted::equivalent`].
    Equivalent,
}

impl Notion {
    /// All of them.
    pub const ALL: [Notion; 4] =
        [Notion::Strict, Notion::RegardlessOfIssues, Notion::Exact, Notion::Equivalent];
}

impl Judgement {
    /// Does the answer follow? `None` if that could not be found out.
    pub fn is_correct(&self) -> Option<bool> {
        self.soundness.is_correct()
    }

    /// Is the answer what the theory predicts, in this sense?
    pub fn is_predicted(&self, notion: Notion) -> Option<bool> {
        match notion {
            Notion::Strict => Some(self.predicted.strict),
            Notion::RegardlessOfIssues => Some(self.predicted.regardless_of_issues),
            Notion::Exact => Some(self.predicted.exact),
            Notion::Equivalent => self.predicted.equivalent,
        }
    }

    /// Is it a fallacy that the theory predicts: predicted, and incorrect?
    pub fn is_fallacy(&self, notion: Notion) -> Option<bool> {
        Some(self.is_predicted(notion)? && !self.is_correct()?)
    }
}
