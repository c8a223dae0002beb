//! The result of judging an answer.

use serde::{Deserialize, Serialize};

/// All results on an answer to a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// If it follows, and from which premises.
    pub soundness: Soundness,
    /// True if it is false in every case. `None` if this cannot be decided.
    pub contradictory: Option<bool>,
    /// True if the premises contradict each other, so that everything follows. `None` if this
    /// cannot be decided.
    pub vacuous: Option<bool>,
    /// True if it is inconsistent with the premises. `None` if this cannot be decided.
    pub denies_premises: Option<bool>,
    /// The predictions of the theory.
    pub predicted: Predicted,
}

/// If an answer follows from the premises in classical logic with non-empty domains, and how.
///
/// Answers that follow are distinguished by their content: 289 of 331 "correct" answers of one
/// published model are "nothing follows", and most others restate a premise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Soundness {
    /// It is ⊤: the subject concluded nothing.
    Verum,
    /// It is true in every case.
    Tautology,
    /// It follows from a single premise.
    Restating {
        /// The first such premise, from 0.
        premise: usize,
    },
    /// It needs several premises, and says no more than each of them says alone: each of its parts
    /// follows from one premise. A subject that joins premises with *and* has concluded nothing.
    ///
    /// Parts are clauses of the answer as it is written, without clauses that follow from others.
    /// By meaning alone, every consequence is a conjunction of consequences of single premises (*B*
    /// is *A or B* and *B if A*). The test is if the answer states such a conjunction.
    Joined {
        /// Premises from which it follows, from 0. None of them can be omitted.
        premises: Vec<usize>,
    },
    /// It needs several premises together: it says something that none of them says.
    Joint {
        /// Premises from which it follows, from 0. None of them can be omitted.
        premises: Vec<usize>,
    },
    /// It does not follow.
    Refuted {
        /// A checked countermodel in words: premises are true and the answer is false. Each line
        /// has an individual, with the facts about it.
        countermodel: String,
    },
    /// Neither could be decided.
    Unknown {
        /// The reason.
        why: String,
    },
}

impl Soundness {
    /// True if the answer follows; `None` if this could not be decided.
    pub fn is_correct(&self) -> Option<bool> {
        match self {
            Soundness::Refuted { .. } => Some(false),
            Soundness::Unknown { .. } => None,
            _ => Some(true),
        }
    }

    /// True if it needs several premises together, and so is more than nothing, or than premises
    /// repeated.
    pub fn is_informative(&self) -> bool {
        matches!(self, Soundness::Joint { .. })
    }

    /// True if it follows from any premises.
    pub fn is_trivial(&self) -> bool {
        matches!(self, Soundness::Verum | Soundness::Tautology)
    }
}

/// If the Erotetic Theory of Reasoning predicts an answer, for each notion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predicted {
    /// People answer yes if asked whether it follows. Views must be exactly equal, as published.
    pub strict: bool,
    /// The same, regardless of marks and of the names of arbitrary objects. Texts show neither, so
    /// this is the headline result.
    pub regardless_of_issues: bool,
    /// It equals the predicted conclusion, up to marks and names.
    pub exact: bool,
    /// It is logically equivalent to the predicted conclusion; `None` if this could not be decided.
    pub equivalent: Option<bool>,
}

/// A notion of a predicted answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notion {
    /// [`Predicted::strict`].
    Strict,
    /// [`Predicted::regardless_of_issues`], the headline result.
    RegardlessOfIssues,
    /// [`Predicted::exact`].
    Exact,
    /// [`Predicted::equivalent`].
    Equivalent,
}

impl Notion {
    /// All notions.
    pub const ALL: [Notion; 4] =
        [Notion::Strict, Notion::RegardlessOfIssues, Notion::Exact, Notion::Equivalent];
}

impl Judgement {
    /// True if the answer follows; `None` if this could not be decided.
    pub fn is_correct(&self) -> Option<bool> {
        self.soundness.is_correct()
    }

    /// True if the theory predicts the answer, for this notion.
    pub fn is_predicted(&self, notion: Notion) -> Option<bool> {
        match notion {
            Notion::Strict => Some(self.predicted.strict),
            Notion::RegardlessOfIssues => Some(self.predicted.regardless_of_issues),
            Notion::Exact => Some(self.predicted.exact),
            Notion::Equivalent => self.predicted.equivalent,
        }
    }

    /// True if it is a predicted fallacy: predicted, and incorrect.
    pub fn is_fallacy(&self, notion: Notion) -> Option<bool> {
        Some(self.is_predicted(notion)? && !self.is_correct()?)
    }
}
