//! The list of families.

use super::foreign::FOREIGN;
use super::{Cue, Family, categorical, conjunction, erotetic, horses, syllogism};
use crate::MakeError;
use peirast_record::{FamilyOrigins, Problem, Task};
use std::sync::Arc;

/// The built-in families.
pub static FAMILIES: &[&Family] = &[
    &conjunction::FAMILY,
    &syllogism::FAMILY,
    &categorical::FAMILY,
    &horses::FAMILY,
    &erotetic::FAMILY,
];

/// Families by name: the built-in ones, and those that a program adds.
#[derive(Clone, Debug)]
pub struct Families(Arc<[&'static Family]>);

impl Default for Families {
    fn default() -> Self {
        Self::built_in()
    }
}

impl PartialEq for Families {
    fn eq(&self, other: &Self) -> bool {
        self.iter().map(|family| family.name).eq(other.iter().map(|family| family.name))
    }
}

impl Families {
    /// Returns the built-in families.
    pub fn built_in() -> Self {
        Self(FAMILIES.into())
    }

    /// Returns the same families and one more.
    #[must_use]
    pub fn with(&self, family: &'static Family) -> Self {
        Self(self.iter().chain([family]).collect())
    }

    /// Returns every family, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static Family> {
        self.0.iter().copied()
    }

    /// Returns the family with this name.
    ///
    /// # Errors
    /// [`MakeError::UnknownFamily`], which lists the known ones.
    pub fn named(&self, name: &str) -> Result<&'static Family, MakeError> {
        self.iter().find(|family| family.name == name).ok_or_else(|| MakeError::UnknownFamily {
            family: name.to_owned(),
            known: self.iter().map(|family| family.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// Returns the family whose texts are used for a problem. For a user's variant of a built-in
    /// family, that is the built-in family with the same kind of answer; for problems of another
    /// family, one with neutral texts and without solved examples and hints.
    pub fn for_problem(&self, problem: &Problem) -> &'static Family {
        let has = |family: &&Family| {
            let mut variants = family.variants.iter();
            problem.family == family.name && variants.any(|own| problem.variant == own.name)
        };
        let is_named = |family: &'static Family| problem.family == family.name;
        self.iter().find(has).unwrap_or_else(|| {
            match self.iter().any(is_named) || problem.worded.is_some() {
                true => alike(problem),
                false => &FOREIGN,
            }
        })
    }

    /// Returns the sources of the problems of each family, for the methods of a report.
    pub fn origins(&self) -> Vec<FamilyOrigins> {
        let of = |family: &'static Family| FamilyOrigins {
            family: Some(family.name),
            origins: family.origins,
        };
        self.iter().map(of).collect()
    }

    /// Returns the cues of all families.
    pub(crate) fn cues(&self) -> impl Iterator<Item = Cue> {
        self.iter().flat_map(|family| family.cues).copied()
    }
}

/// Returns the built-in family with the same kind of answer as a problem made elsewhere.
fn alike(problem: &Problem) -> &'static Family {
    match problem.task {
        // Problems made of views belong to the theory, with any question.
        _ if problem.worded.is_some() => &erotetic::FAMILY,
        Task::Choice => &conjunction::FAMILY,
        Task::YesNo => &syllogism::FAMILY,
        Task::Validity => &categorical::FAMILY,
        Task::Number | Task::Text => &horses::FAMILY,
        Task::Conclusion => &erotetic::FAMILY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_of_every_family_parses() {
        for family in FAMILIES {
            assert_eq!((family.check_data)(), Ok(()), "{}", family.name);
        }
    }

    #[test]
    fn every_citation_has_its_place() {
        for origin in FAMILIES.iter().flat_map(|family| family.origins) {
            assert_eq!(origin.sentence.matches("{}").count(), origin.cites.len(), "{origin:?}");
        }
    }
}
