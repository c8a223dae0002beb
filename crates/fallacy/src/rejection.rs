//! Reasons for the rejection of candidates, with counts.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The reason for the rejection of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rejection {
    /// A view: the published rules made a text that cannot be read.
    Unreadable,
    /// A view: an alternative contradicts itself.
    Contradiction,
    /// A view: it is a tautology.
    Tautology,
    /// A view: it would give the problem too many atoms.
    TooLarge,
    /// A view or a problem: a premise says what another says.
    Repeated,
    /// A view: with it, the predicted conclusion is that nothing follows.
    NothingFollows,
    /// A view: it has a feature that the problem must not have.
    Unwanted,
    /// A search: it found no premises with a wanted size and a wanted conclusion.
    Exhausted,
    /// A problem: it lacks a demanded feature.
    Lacking,
    /// A problem: the predicted conclusion follows, but should not.
    Entailed,
    /// A problem: the predicted conclusion does not follow, but should.
    NotEntailed,
    /// A problem: the conclusion would follow from any premises.
    Trivial,
    /// A problem: the premises contradict each other.
    Unsatisfiable,
    /// A problem: people are not predicted to accept the conclusion if asked whether it follows.
    Unconfirmed,
    /// A problem: it could not be decided if the conclusion follows.
    Undecided,
    /// A problem: an operation of the theory exceeded the limits.
    TheoryFailed,
    /// A problem: it has no control of some kind.
    Uncontrolled,
    /// A problem: it has no conclusion of the demanded kind for a question.
    Unprobed,
    /// A view: nobody would say it.
    Unnatural,
    /// A problem: a premise follows from the others.
    Redundant,
    /// A problem: the form of a closed question, or one premise, gives away its answer.
    Telling,
    /// A problem: a label differed when it was computed again from the record alone, with new
    /// engines.
    Unverified,
    /// A problem: it differs from an earlier one only in names.
    Duplicate,
}

impl Rejection {
    /// All reasons.
    pub const ALL: [Rejection; 23] = [
        Rejection::Unreadable,
        Rejection::Contradiction,
        Rejection::Tautology,
        Rejection::TooLarge,
        Rejection::Repeated,
        Rejection::NothingFollows,
        Rejection::Unwanted,
        Rejection::Exhausted,
        Rejection::Lacking,
        Rejection::Entailed,
        Rejection::NotEntailed,
        Rejection::Trivial,
        Rejection::Unsatisfiable,
        Rejection::Unconfirmed,
        Rejection::Undecided,
        Rejection::TheoryFailed,
        Rejection::Uncontrolled,
        Rejection::Unprobed,
        Rejection::Unnatural,
        Rejection::Redundant,
        Rejection::Telling,
        Rejection::Unverified,
        Rejection::Duplicate,
    ];
}

/// The result of a step of the search, or the reason for its rejection.
pub(crate) type Tried<T> = Result<T, Rejection>;

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejection::Unreadable => "views unreadable",
            Rejection::Contradiction => "views with a contradictory alternative",
            Rejection::Tautology => "views true of anything",
            Rejection::TooLarge => "views too large",
            Rejection::Repeated => "premises repeated",
            Rejection::NothingFollows => "views after which nothing is predicted",
            Rejection::Unwanted => "views with an unwanted feature",
            Rejection::Exhausted => "searches given up",
            Rejection::Lacking => "problems without a wanted feature",
            Rejection::Entailed => "problems whose conclusion follows",
            Rejection::NotEntailed => "problems whose conclusion does not follow",
            Rejection::Trivial => "problems with a trivial conclusion",
            Rejection::Unsatisfiable => "problems with contradictory premises",
            Rejection::Unconfirmed => "problems whose conclusion is not accepted when asked for",
            Rejection::Undecided => "problems not decided",
            Rejection::TheoryFailed => "problems too large for the theory",
            Rejection::Uncontrolled => "problems without a control",
            Rejection::Unprobed => "problems without a closed question",
            Rejection::Unnatural => "views that nobody would say",
            Rejection::Redundant => "problems with a premise that follows from the others",
            Rejection::Telling => "problems with a closed question that gives its answer away",
            Rejection::Unverified => "problems not verified",
            Rejection::Duplicate => "duplicates",
        })
    }
}

/// Number of rejections for each reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rejections([u64; Rejection::ALL.len()]);

impl Rejections {
    pub(crate) fn count(&mut self, reason: Rejection) {
        self.0[reason as usize] += 1;
    }

    pub(crate) fn add(&mut self, others: &Rejections) {
        self.0.iter_mut().zip(others.0).for_each(|(one, other)| *one += other);
    }

    /// Number of rejections for this reason.
    pub fn count_of(&self, reason: Rejection) -> u64 {
        self.0[reason as usize]
    }

    /// The reasons that occurred, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Rejection, u64)> {
        Rejection::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_place() {
        let mut rejections = Rejections::default();
        for (at, reason) in Rejection::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, at);
            rejections.count(reason);
        }
        assert!(rejections.iter().all(|(_, count)| count == 1));
    }
}
