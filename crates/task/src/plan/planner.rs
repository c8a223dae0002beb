//! From hypotheses to comparisons, every pair checked.

use super::known::{known_combinations, known_levels};
use super::{EXEMPLAR_ANSWER, PlanError, Question, all_factors};
use crate::{Asker, Protocol, Protocols, template};
use peirast_record::{Contrast, Factors, Hypothesis, Problem, StudyError, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// A family listed beside one of its variants: the pairs of the variant would count twice.
fn listed_twice(hypothesis: &Hypothesis, over: &str) -> StudyError {
    StudyError::Value {
        field: format!("hypothesis `{}`, over", hypothesis.id),
        what: format!("`{over}` is listed twice: its pairs would count twice"),
    }
}

/// Turns hypotheses into comparisons, and notes what they ask.
pub(super) struct Planner<'a> {
    pub problems: &'a [Problem],
    pub protocols: &'a Protocols,
    pub asker: &'a Asker,
    /// What the comparisons so far ask.
    pub asked: BTreeSet<Question>,
}

/// The two members of a contrast under one protocol of the original.
pub(super) struct Arms<'a> {
    pub original: (usize, &'a Protocol),
    pub perturbed: (usize, &'a Protocol),
}

impl Planner<'_> {
    pub fn contrasts(&mut self, hypothesis: &Hypothesis) -> Result<Vec<Contrast>, PlanError> {
        hypothesis.check()?;
        self.check_given(hypothesis)?;
        hypothesis.protocols.iter().map(|name| self.contrast(hypothesis, name)).collect()
    }

    fn contrast(&mut self, hypothesis: &Hypothesis, name: &str) -> Result<Contrast, PlanError> {
        let arms = arms(self.protocols, hypothesis, name)?;
        let mut units = Vec::new();
        for over in &hypothesis.over {
            for unit in self.units(hypothesis, over, &arms)? {
                if units.contains(&unit) {
                    return Err(listed_twice(hypothesis, over).into());
                }
                units.push(unit);
            }
        }
        let (original, perturbed) = (&arms.original.1.name, &arms.perturbed.1.name);
        let method = if original == perturbed {
            original.to_string()
        } else {
            format!("{original}->{perturbed}")
        };
        Ok(Contrast {
            hypothesis: hypothesis.id.clone(),
            test_family: hypothesis.test_family.clone().unwrap_or_else(|| hypothesis.id.clone()),
            method,
            factor: hypothesis.factor.clone(),
            direction: hypothesis.direction,
            rule: None,
            event: hypothesis.event,
            units,
        })
    }

    /// One unit per variant in `over`, all of whose pairs have been checked and are to be asked.
    fn units(
        &mut self,
        hypothesis: &Hypothesis,
        over: &str,
        arms: &Arms<'_>,
    ) -> Result<Vec<Unit>, PlanError> {
        let mut variants: Vec<(&str, &str)> = self
            .problems
            .iter()
            .filter(|p| over == p.family || over == format!("{}/{}", p.family, p.variant))
            .map(|p| (p.family.as_str(), p.variant.as_str()))
            .collect();
        variants.dedup();
        if variants.is_empty() {
            return Err(PlanError::NotGenerated {
                hypothesis: hypothesis.id.clone(),
                over: over.to_owned(),
            });
        }
        let mut units = Vec::new();
        for (family, variant) in variants {
            let given = self.given(hypothesis, family, variant);
            let select = |levels: &Factors, protocol: &Protocol| {
                let mut wanted = given.merged(&problem_levels(levels));
                wanted.set("family", family);
                wanted.set("variant", variant);
                wanted.set("protocol", protocol.name.as_ref());
                wanted
            };
            let unit = Unit {
                original: select(&hypothesis.original, arms.original.1),
                perturbed: select(&hypothesis.perturbed, arms.perturbed.1),
                weight: 1,
                items_below: None,
            };
            self.check_unit(hypothesis, &format!("{family}/{variant}"), &unit, arms)?;
            units.push(unit);
        }
        Ok(units)
    }

    /// The levels that `where` fixes, as far as this variant has the factor: celebrity problems
    /// have no context to fix. Where some problems of a variant have it, those without it are not
    /// meant.
    fn given(&self, hypothesis: &Hypothesis, family: &str, variant: &str) -> Factors {
        let own = || self.problems.iter().filter(|p| p.family == family && p.variant == variant);
        let has = |name: &str| own().any(|p| p.factors.get(name).is_some());
        hypothesis.given.iter().filter(|(name, _)| has(name)).collect()
    }

    /// Refuses a `where` that names a factor which none of the problems has: a misspelling.
    fn check_given(&self, hypothesis: &Hypothesis) -> Result<(), PlanError> {
        let unknown = hypothesis.given.iter().find(|(name, level)| {
            !self.problems.iter().any(|p| p.factors.get(name) == Some(level))
        });
        match unknown {
            None => Ok(()),
            Some((name, level)) => Err(PlanError::Study(StudyError::Value {
                field: format!("hypothesis `{}`, where", hypothesis.id),
                what: format!("no problem of the study has {name} = \"{level}\""),
            })),
        }
    }

    fn check_unit(
        &mut self,
        hypothesis: &Hypothesis,
        over: &str,
        unit: &Unit,
        arms: &Arms<'_>,
    ) -> Result<(), PlanError> {
        let original = self.members(hypothesis, &unit.original, arms.original.1)?;
        let perturbed = self.members(hypothesis, &unit.perturbed, arms.perturbed.1)?;
        let pairs: Vec<(usize, usize)> =
            original.iter().filter_map(|(item, a)| perturbed.get(item).map(|b| (*a, *b))).collect();
        if pairs.is_empty() {
            return Err(PlanError::NoPairs {
                hypothesis: hypothesis.id.clone(),
                over: over.to_owned(),
                original: hypothesis.given.merged(&hypothesis.original).to_string(),
                perturbed: hypothesis.given.merged(&hypothesis.perturbed).to_string(),
                known: known_combinations(self.problems, hypothesis, over)
                    .unwrap_or_else(|| known_levels(self.problems, over)),
            });
        }
        for (a, b) in pairs {
            self.check_pair(hypothesis, a, b, arms)?;
            self.asked.insert(Question { problem: a, protocol: arms.original.0 });
            self.asked.insert(Question { problem: b, protocol: arms.perturbed.0 });
        }
        Ok(())
    }

    /// The problems that a selection names, by item; two of one item would not be a pair.
    fn members(
        &self,
        hypothesis: &Hypothesis,
        wanted: &Factors,
        protocol: &Protocol,
    ) -> Result<BTreeMap<&str, usize>, PlanError> {
        let mut members = BTreeMap::new();
        for (index, problem) in self.problems.iter().enumerate() {
            if !all_factors(problem, protocol).matches(wanted) {
                continue;
            }
            if let Some(other) = members.insert(problem.item.as_str(), index) {
                let (a, b) = (&self.problems[other], problem);
                return Err(PlanError::Study(StudyError::Value {
                    field: format!("hypothesis `{}`", hypothesis.id),
                    what: format!(
                        "the pair key is not unique: {} and {} both match; fix the level of {} \
                         with `where`",
                        a.id,
                        b.id,
                        a.factors.differing(&b.factors).join(", ")
                    ),
                }));
            }
        }
        Ok(members)
    }

    fn check_pair(
        &self,
        hypothesis: &Hypothesis,
        a: usize,
        b: usize,
        arms: &Arms<'_>,
    ) -> Result<(), PlanError> {
        let (a, b) = (&self.problems[a], &self.problems[b]);
        for (problem, protocol) in [(a, arms.original.1), (b, arms.perturbed.1)] {
            let strategy = protocol.strategy.as_ref();
            if strategy.is_some_and(|strategy| !template::is_for(strategy, problem)) {
                return Err(PlanError::Study(StudyError::Value {
                    field: format!("hypothesis `{}`, protocols", hypothesis.id),
                    what: format!(
                        "`{}` is not for `{}`: its task is another",
                        protocol.name, problem.id
                    ),
                }));
            }
        }
        let mut original = all_factors(a, arms.original.1).without("protocol");
        let mut perturbed = all_factors(b, arms.perturbed.1).without("protocol");
        if [&original, &perturbed].iter().any(|levels| levels.get(EXEMPLAR_ANSWER).is_none()) {
            // Only one member shows an exemplar: that is the factor, not its answer.
            original = original.without(EXEMPLAR_ANSWER);
            perturbed = perturbed.without(EXEMPLAR_ANSWER);
        }
        let varied = original.differing(&perturbed);
        if varied != [hypothesis.factor.as_str()] {
            return Err(PlanError::Study(StudyError::NotOneFactor {
                id: hypothesis.id.clone(),
                factor: hypothesis.factor.clone(),
                varied: varied.into_iter().map(str::to_owned).collect(),
            }));
        }
        if a.id == b.id {
            self.asker
                .check_protocols(a, arms.original.1, arms.perturbed.1, &hypothesis.factor)
                .map_err(|source| PlanError::Vary { hypothesis: hypothesis.id.clone(), source })?;
        }
        Ok(())
    }
}

/// The levels that belong to the problem; those of the protocol are in its name.
pub(super) fn problem_levels(levels: &Factors) -> Factors {
    levels.iter().filter(|(name, _)| !Protocol::has_factor(name)).collect()
}

/// The protocols that a hypothesis compares, with that of the original member named so.
pub(super) fn arms<'a>(
    protocols: &'a Protocols,
    hypothesis: &Hypothesis,
    name: &str,
) -> Result<Arms<'a>, PlanError> {
    let original = protocols
        .named(name)
        .map_err(|source| PlanError::Protocol { hypothesis: hypothesis.id.clone(), source })?;
    let level = |levels: &Factors| levels.get(&hypothesis.factor).map(str::to_owned);
    let perturbed = if Protocol::has_factor(&hypothesis.factor) {
        let no_such = |levels: &Factors| PlanError::NoSuchProtocol {
            hypothesis: hypothesis.id.clone(),
            protocol: name.to_owned(),
            wanted: levels.to_string(),
        };
        if level(&original.1.factors()) != level(&hypothesis.original) {
            return Err(no_such(&hypothesis.original));
        }
        let wanted = original.1.factors().merged(&hypothesis.perturbed);
        let found = protocols.with_factors(&wanted, original.1);
        found.ok_or_else(|| no_such(&hypothesis.perturbed))?
    } else {
        original
    };
    Ok(Arms { original, perturbed })
}
