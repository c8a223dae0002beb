//! The words around an argument: its question, its quantifiers and the sources of its premises.

use super::argument::Quantity;
use super::data::{Repute, SOURCES};
use crate::families::worked_out::only;
use peirast_random::Stream;
use peirast_record::Problem;

/// The words for the quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifiers {
    /// All and some.
    Classic,
    /// Other words that mean the same.
    Paraphrased,
    /// Those of the published programs: none at all, and "a subset of".
    AsPublished,
}

impl Quantifiers {
    pub(super) const ALL: [Self; 3] = [Self::Classic, Self::Paraphrased, Self::AsPublished];

    /// The level of the factor `quantifier`.
    pub(super) fn level(self) -> &'static str {
        if self == Self::Classic { "classic" } else { "paraphrased" }
    }

    pub(super) fn words(self, quantity: Quantity) -> &'static str {
        match (self, quantity) {
            (Self::Classic, Quantity::All) => "all ",
            (Self::Classic, Quantity::Some) => "some ",
            (Self::Paraphrased, Quantity::All) => "without exception, ",
            (Self::Paraphrased, Quantity::Some) => "a number of ",
            (Self::AsPublished, Quantity::All) => "",
            (Self::AsPublished, Quantity::Some) => "a subset of ",
        }
    }
}

/// The words around an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentWording {
    /// They ask whether it is valid, and assert every premise.
    Balanced,
    /// As published: they ask whether it is sound, and say who reports a premise.
    AsPublished,
}

impl ArgumentWording {
    pub(super) const ALL: [Self; 2] = [Self::Balanced, Self::AsPublished];

    pub(super) fn of(published: bool) -> Self {
        if published { Self::AsPublished } else { Self::Balanced }
    }

    pub(super) fn question(self) -> &'static str {
        match self {
            Self::Balanced => "Does the conclusion follow from the premises?",
            Self::AsPublished => "Is this logically sound?",
        }
    }

    /// The other words for the quantifiers.
    pub(super) fn paraphrased(self) -> Quantifiers {
        match self {
            Self::Balanced => Quantifiers::Paraphrased,
            Self::AsPublished => Quantifiers::AsPublished,
        }
    }

    /// Two sources of one repute, as they come before the premises.
    pub(super) fn frame(self, repute: &Repute, stream: &mut Stream) -> Option<[String; 2]> {
        let publisher = stream.choose(&repute.publishers)?;
        let institution = stream.choose(&repute.institutions)?;
        Some([self.reported(publisher), self.shown(institution)])
    }

    fn reported(self, publisher: &str) -> String {
        match self {
            Self::Balanced => format!("As {publisher} recently reported, "),
            Self::AsPublished => {
                format!("In a recent publication by {publisher}, it was noted that ")
            }
        }
    }

    fn shown(self, institution: &str) -> String {
        match self {
            Self::Balanced => format!("As research from {institution} has shown, "),
            Self::AsPublished => format!("Research from {institution} supports the finding that "),
        }
    }

    /// The repute of the sources that a text names, and how it names them.
    pub(super) fn source(self, problem: &Problem) -> Option<(&'static str, [String; 2])> {
        let frame = ["source-1", "source-2"].map(|role| only(problem, role).map(str::to_owned));
        let [Some(first), Some(second)] = frame else { return None };
        if first.is_empty() && second.is_empty() {
            return Some(("none", [first, second]));
        }
        let sources = SOURCES.drawn()?;
        let names = |repute: &Repute| {
            repute.publishers.iter().any(|one| first == self.reported(one))
                && repute.institutions.iter().any(|one| second == self.shown(one))
        };
        let levels = [("reputable", &sources.reputable), ("disreputable", &sources.disreputable)];
        let (level, _) = levels.into_iter().find(|(_, repute)| names(repute))?;
        Some((level, [first, second]))
    }
}
