//! Possible comparisons: the variants seen so far and their levels.

use super::PlanError;
use super::comparison::problem_levels;
use peirast_record::{Factors, Hypothesis, Name, Problem, StudyError, original_version};
use std::collections::{BTreeMap, BTreeSet};

/// A variant within a list of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownVariant {
    /// Its index in [`VariantLevels`].
    pub(super) known: usize,
    /// The index of its first problem in the list.
    pub(super) first: usize,
}

/// The variants seen so far, each with the combinations of levels of its problems.
#[derive(Debug, Default)]
pub(super) struct VariantLevels(Vec<(Name, Name, BTreeSet<Factors>)>);

/// The factor in which the versions of the user's own items differ.
const VERSION: &str = "version";

/// The largest number of combinations that is listed; if there are more, only the factors are
/// named.
const MOST_COMBINATIONS: usize = 12;

impl VariantLevels {
    /// Notes problems; returns their variants.
    pub(super) fn note(&mut self, problems: &[Problem]) -> Vec<KnownVariant> {
        let mut variants: Vec<KnownVariant> = Vec::new();
        for (first, problem) in problems.iter().enumerate() {
            let is_it = |(family, variant, _): &(Name, Name, BTreeSet<Factors>)| {
                (family, variant) == (&problem.family, &problem.variant)
            };
            // Problems are ordered by variant.
            let known = self.0.iter().rposition(is_it).unwrap_or_else(|| {
                self.0.push((problem.family.clone(), problem.variant.clone(), BTreeSet::new()));
                self.0.len() - 1
            });
            let levels = &mut self.0[known].2;
            if !levels.contains(&problem.factors) {
                levels.insert(problem.factors.clone());
            }
            if !variants.iter().any(|variant| variant.known == known) {
                variants.push(KnownVariant { known, first });
            }
        }
        variants
    }

    /// Refuses a `where` with a factor that none of the problems has: a misspelling.
    pub(super) fn check_given(&self, hypothesis: &Hypothesis) -> Result<(), PlanError> {
        let all = self.0.iter().flat_map(|(_, _, levels)| levels);
        let unknown = hypothesis
            .given
            .iter()
            .find(|(name, level)| !all.clone().any(|levels| levels.get(name) == Some(level)));
        match unknown {
            None => Ok(()),
            Some((name, level)) => Err(PlanError::Study(StudyError::Value {
                field: format!("hypothesis `{}`, where", hypothesis.id),
                what: format!(
                    "no problem of the study has {name} = \"{level}\": correct it, or make more items (n)"
                ),
            })),
        }
    }

    /// Returns the levels that `where` fixes, for the factors that this variant has: celebrity
    /// problems have no context that could be fixed. If some problems of a variant have the factor,
    /// those without it are not selected.
    pub(super) fn given(&self, hypothesis: &Hypothesis, variant: usize) -> Factors {
        let levels = &self.0[variant].2;
        let has = |name: &str| levels.iter().any(|levels| levels.get(name).is_some());
        hypothesis.given.iter().filter(|(name, _)| has(name)).collect()
    }

    /// Returns the original version of a variant with several versions, if a hypothesis about
    /// something else fixes no version: without one, each item would have several problems.
    pub(super) fn default_version(&self, hypothesis: &Hypothesis, variant: usize) -> Option<&str> {
        let sides = [&hypothesis.given, &hypothesis.original, &hypothesis.perturbed];
        if hypothesis.factor == VERSION || sides.iter().any(|side| side.get(VERSION).is_some()) {
            return None;
        }
        let levels = &self.0[variant].2;
        let versions: BTreeSet<&str> = levels.iter().filter_map(|own| own.get(VERSION)).collect();
        original_version(levels).filter(|_| versions.len() > 1)
    }

    /// Returns the path of a variant, such as `conjunction/2`.
    pub(super) fn path(&self, variant: usize) -> String {
        let (family, name, _) = &self.0[variant];
        format!("{family}/{name}")
    }

    /// Returns the error for a variant without a pair for a hypothesis.
    pub(super) fn no_pairs(&self, hypothesis: &Hypothesis, variant: usize) -> PlanError {
        let (.., levels) = &self.0[variant];
        PlanError::NoPairs {
            hypothesis: hypothesis.id.clone(),
            over: self.path(variant),
            original: hypothesis.given.merged(&hypothesis.original).to_string(),
            perturbed: hypothesis.given.merged(&hypothesis.perturbed).to_string(),
            known: combinations(levels, hypothesis).unwrap_or_else(|| each_level(levels)),
        }
    }
}

/// Returns the combinations of the factors that a hypothesis names, if all its factors and levels
/// exist.
fn combinations(all: &BTreeSet<Factors>, hypothesis: &Hypothesis) -> Option<String> {
    let named = hypothesis.given.merged(&hypothesis.original).merged(&hypothesis.perturbed);
    let sides = [&hypothesis.given, &hypothesis.original, &hypothesis.perturbed];
    let is_known =
        |(name, level): (&str, &str)| all.iter().any(|levels| levels.get(name) == Some(level));
    if !sides.iter().all(|side| problem_levels(side).iter().all(is_known)) {
        return None;
    }
    let combinations: BTreeSet<String> = all
        .iter()
        .map(|levels| {
            let shared = levels.iter().filter(|(name, _)| named.get(name).is_some());
            shared.collect::<Factors>().to_string()
        })
        .collect();
    let all = combinations.into_iter().collect::<Vec<_>>();
    (all.len() <= MOST_COMBINATIONS).then(|| all.join("; "))
}

fn each_level(all: &BTreeSet<Factors>) -> String {
    let mut levels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, level) in all.iter().flat_map(Factors::iter) {
        levels.entry(name).or_default().insert(level);
    }
    let name = |(factor, levels): (&str, BTreeSet<&str>)| {
        format!("{factor} ({})", levels.into_iter().collect::<Vec<_>>().join(", "))
    };
    levels.into_iter().map(name).collect::<Vec<_>>().join("; ")
}
