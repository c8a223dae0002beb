//! Why candidates were turned down, counted.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a candidate was turned down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rejection {
    /// A view: the published rules made a text that cannot be read.
    Unreadable,
    /// A view: an alternative contradicts itself.
    Contradiction,
    /// A view: it is true whatever is the case.
    Tautology,
    /// A view: with it the problem would have too many atoms.
    TooLarge,
    /// A view, or a problem: a premise says what another says.
    Repeated,
    /// A view: with it, nothing is predicted to be concluded.
    NothingFollows,
    /// A view: it has what the problem is not to contain.
    Unwanted,
    /// A search: no premises of a size that is wanted with a conclusion that is were found.
    Exhausted,
    /// A problem: it lacks what it is to contain.
    Lacking,
    /// A problem: the predicted conclusion follows, and should not.
    Entailed,
    /// A problem: the predicted conclusion does not follow, and should.
    NotEntailed,
    /// A problem: the conclusion would follow from anything.
    Trivial,
    /// A problem: the premises contradict each other.
    Unsatisfiable,
    /// A problem: asked whether it follows, people are not predicted to accept the conclusion.
    Unconfirmed,
    /// A problem: whether the conclusion follows could not be found out.
    Undecided,
    /// A problem: an operation of the theory would have taken too much.
    TheoryFailed,
    /// A problem: it has no control of some kind.
    Uncontrolled,
    /// A problem: it has no conclusion to ask about of the kind that is wanted.
    Unprobed,
    /// A view: nobody would say it.
    Unnatural,
    /// A problem: a premise follows from the others.
    Redundant,
    /// A problem: a closed question about it could be answered by its looks, or from one premise.
    Telling,
    /// A problem: worked out again from its record alone, by engines that have seen nothing else,
    /// something came out otherwise.
    Unverified,
    /// A problem: it differs from an earlier one in names only.
    Duplicate,
}

impl Rejection {
    /// All of them.
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

/// What a step of the search comes to, unless it is turned down.
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
            Rejection::Unwanted => "views with what is not wanted",
            Rejection::Exhausted => "searches given up",
            Rejection::Lacking => "problems without what is wanted",
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

/// How often each reason was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rejections([u64; Rejection::ALL.len()]);

impl Rejections {
    pub(crate) fn count(&mut self, reason: Rejection) {
        self.0[reason as usize] += 1;
    }

    pub(crate) fn add(&mut self, others: &Rejections) {
        self.0.iter_mut().zip(others.0).for_each(|(one, other)| *one += other);
    }

    /// How often this reason was given.
    pub fn count_of(&self, reason: Rejection) -> u64 {
        self.0[reason as usize]
    }

    /// The reasons that were given, and how often.
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
