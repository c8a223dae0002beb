//! The kinds of problems to generate.

use crate::error::Error;
use crate::mutation::Rule;
use crate::seed::Bank;
use peirast_etr::Reading;

/// Options of generation.
///
/// ```
/// use peirast_fallacy::Profile;
///
/// let profile = Profile { sizes: vec![4, 5, 6], ..Profile::named("default").expect("a profile") };
/// assert!(profile.check().is_ok());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Its name, recorded with each problem.
    pub name: String,
    /// The reading of the theory for predictions.
    pub reading: Reading,
    /// The method of changing views.
    pub mutation: Mutation,
    /// The starting points of random views.
    pub bank: Bank,
    /// The numbers of atoms of a problem over all premises, all equally often: 1 to 31.
    pub sizes: Vec<usize>,
    /// The fewest premises, at least 1.
    pub fewest_premises: usize,
    /// The most premises.
    pub most_premises: usize,
    /// Number of last premises that are dropped if there are too many atoms. If 0, a premise with
    /// too many atoms is skipped.
    pub backtracking: usize,
    /// True if the predicted conclusion must be a single alternative.
    pub categorical: bool,
    /// The share of problems whose predicted conclusion does not follow, 0 to 1.
    pub fallacies: f64,
    /// True if a premise may be a tautology.
    pub tautologies: bool,
    /// True if an alternative may contradict itself.
    pub contradictions: bool,
    /// True if problems must differ in more than names.
    pub distinct: bool,
    /// The features of the problems, with their shares. If `None`, features occur by chance.
    pub coverage: Option<Coverage>,
    /// True to make a valid and a blocked control for each fallacy.
    pub controls: bool,
    /// True to make conclusions for closed questions, with all four combinations of correct and
    /// predicted equally often.
    pub probes: bool,
    /// True to make problems suitable for people. Then every premise is a sentence that somebody
    /// would say and that does not follow from the others. With at least three premises and six
    /// atoms, no closed question can be answered from one premise alone, or from the form of its
    /// options.
    pub for_people: bool,
}

/// The method of changing views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mutation {
    /// With the rules of the published generator, which lose suppositions, quantifiers and marks.
    Published,
    /// With these rules, as often as their weights say.
    Structural(Vec<(Rule, u32)>),
}

/// The shares of problems with features, each 0 to 1. A problem outside a share does not have the
/// feature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coverage {
    /// Problems with a conditional premise.
    pub conditional: f64,
    /// Problems with a quantified premise, with nested quantifiers or not.
    pub quantified: f64,
    /// Problems with a quantifier of one kind inside one of the other.
    pub nested: f64,
    /// Problems with a term marked as at issue.
    pub marked: f64,
}

impl Profile {
    /// The names of all profiles.
    pub const NAMES: [&'static str; 3] = ["short", "default", "paper-2025"];

    /// The profile with this name.
    ///
    /// - `paper-2025` makes problems as the paper's generator did: 4 to 11 atoms, categorical
    ///   conclusions that do not follow, rules that lose structure.
    /// - `default` covers more of the theory, evenly, and without the oddities of the published
    ///   problems.
    /// - `short` makes problems suitable for people: 6 to 8 atoms in three premises that are each
    ///   needed, no nested quantifiers, and closed questions whose form does not show the answer.
    pub fn named(name: &str) -> Option<Profile> {
        match name {
            "short" => Some(Profile::short()),
            "default" => Some(Profile::covering()),
            "paper-2025" => Some(Profile::published()),
            _ => None,
        }
    }

    fn published() -> Profile {
        Profile {
            name: "paper-2025".to_owned(),
            reading: Reading::PYETR_1_0_0,
            mutation: Mutation::Published,
            bank: Bank::Default,
            sizes: (4..=11).collect(),
            fewest_premises: 1,
            most_premises: 11,
            backtracking: 3,
            categorical: true,
            fallacies: 1.0,
            tautologies: true,
            contradictions: true,
            distinct: false,
            coverage: None,
            controls: false,
            probes: false,
            for_people: false,
        }
    }

    fn covering() -> Profile {
        Profile {
            name: "default".to_owned(),
            reading: Reading::SOUND,
            mutation: Mutation::Structural(weights()),
            fewest_premises: 2,
            most_premises: 5,
            backtracking: 0,
            tautologies: false,
            contradictions: false,
            distinct: true,
            coverage: Some(Coverage {
                conditional: 0.4,
                quantified: 0.4,
                nested: 0.15,
                marked: 0.5,
            }),
            controls: true,
            probes: true,
            ..Profile::published()
        }
    }

    fn short() -> Profile {
        Profile {
            name: "short".to_owned(),
            sizes: (6..=8).collect(),
            fewest_premises: 3,
            most_premises: 3,
            coverage: Some(Coverage {
                conditional: 0.4,
                quantified: 0.2,
                nested: 0.0,
                marked: 0.5,
            }),
            for_people: true,
            ..Profile::covering()
        }
    }

    /// Checks that such problems can exist.
    ///
    /// # Errors
    /// [`Error::Option`] names the option that cannot be met.
    pub fn check(&self) -> Result<(), Error> {
        let fault = |option, reason| Err(Error::Option { option, reason });
        let share = |share: f64| (0.0..=1.0).contains(&share);
        if self.sizes.is_empty() || self.sizes.iter().any(|size| !(1..=31).contains(size)) {
            return fault("sizes", "problems have 1 to 31 atoms");
        }
        if self.fewest_premises == 0 || self.fewest_premises > self.most_premises {
            return fault(
                "premises",
                "there must be at least one, and the maximum must not be below the minimum",
            );
        }
        if !share(self.fallacies) {
            return fault("fallacies", "a share lies between 0 and 1");
        }
        if let Mutation::Structural(weights) = &self.mutation
            && weights.iter().all(|(_, weight)| *weight == 0)
        {
            return fault("mutation", "some rule must have a weight");
        }
        let Some(coverage) = self.coverage else { return Ok(()) };
        let Coverage { conditional, quantified, nested, marked } = coverage;
        if ![conditional, quantified, nested, marked].into_iter().all(share) {
            return fault("coverage", "a share lies between 0 and 1");
        }
        if nested > quantified {
            return fault("coverage", "nested problems are quantified too: increase quantified");
        }
        if self.mutation == Mutation::Published {
            return fault("coverage", "the published rules lose these features");
        }
        Ok(())
    }
}

fn weights() -> Vec<(Rule, u32)> {
    vec![
        (Rule::Quantify, 3),
        (Rule::Conjoin, 8),
        (Rule::Disjoin, 8),
        (Rule::Negate, 3),
        (Rule::Remove, 2),
        (Rule::Suppose, 3),
        (Rule::Move, 2),
        (Rule::Unsuppose, 1),
        (Rule::ToggleIssue, 2),
        (Rule::Permute, 1),
        (Rule::AddVariable, 2),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_checked() {
        for name in Profile::NAMES {
            let profile = Profile::named(name).expect("a profile");
            assert_eq!(profile.check(), Ok(()));
            assert_eq!(profile.name, name);
            let none = Profile { sizes: Vec::new(), ..profile.clone() };
            assert!(none.check().is_err());
            let none = Profile { fewest_premises: 6, most_premises: 5, ..profile };
            assert!(none.check().is_err());
        }
    }
}
