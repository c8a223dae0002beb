//! A comparison in construction: one hypothesis with one protocol, and its pairs so far.

use super::known::{KnownVariant, VariantLevels};
use super::{EXEMPLAR_ANSWER, PlanError, Question, all_factors};
use crate::protocol::Exemplar;
use crate::{Asker, Protocol, Protocols, template};
use peirast_record::{Contrast, Factors, Hypothesis, Problem, StudyError, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// A comparison in construction.
#[derive(Debug)]
pub(super) struct Comparison<'s> {
    hypothesis: &'s Hypothesis,
    /// The protocols of the two members, as indexes.
    arms: [usize; 2],
    /// For each entry of `over`: its variants, in the order of their occurrence.
    over: Vec<Vec<Selection>>,
}

/// The pairs of one variant.
#[derive(Debug)]
struct Selection {
    /// Its index in [`VariantLevels`].
    variant: usize,
    unit: Unit,
    /// True if a pair was found.
    paired: bool,
    /// True if some user items have only one of the two versions.
    incomplete: bool,
    /// Levels that were checked: pairs are many, but combinations of levels are few.
    checked: BTreeSet<[Factors; 2]>,
}

impl<'s> Comparison<'s> {
    /// Creates the comparison of a hypothesis with the protocol of this name.
    pub(super) fn new(
        protocols: &Protocols,
        hypothesis: &'s Hypothesis,
        name: &str,
    ) -> Result<Self, PlanError> {
        let arms = arms(protocols, hypothesis, name)?;
        let over = hypothesis.over.iter().map(|_| Vec::new()).collect();
        Ok(Self { hypothesis, arms, over })
    }

    /// The protocols of the two members, as indexes.
    pub(super) fn arms(&self) -> [usize; 2] {
        self.arms
    }

    /// Adds the problems of one variant, the first of which has the index `variant.first`: finds
    /// the pairs, checks them, and adds the questions. Their levels are known.
    pub(super) fn take(
        &mut self,
        problems: &[Problem],
        variant: KnownVariant,
        known: &VariantLevels,
        protocols: &Protocols,
        asker: &Asker,
        asked: &mut BTreeSet<Question>,
    ) -> Result<(), PlanError> {
        let first = &problems[variant.first];
        let path = format!("{}/{}", first.family, first.variant);
        let arms = self.arms.map(|at| (at, &protocols.all()[at]));
        for (over, selections) in self.hypothesis.over.iter().zip(&mut self.over) {
            if *over != first.family && *over != path {
                continue;
            }
            let at = selections.iter().position(|one| one.variant == variant.known);
            let at = at.unwrap_or_else(|| {
                let mut given = known.given(self.hypothesis, variant.known);
                // Files of the user may call their originals differently.
                let version = known.default_version(self.hypothesis, variant.known);
                if let Some(version) = version.filter(|_| asker.is_foreign(first)) {
                    given.set("version", version);
                }
                let selection = Selection::new(self.hypothesis, variant.known, given, first, arms);
                selections.push(selection);
                selections.len() - 1
            });
            selections[at].take(self.hypothesis, problems, arms, asker, asked)?;
        }
        Ok(())
    }

    /// Returns the comparison, with every pair found.
    pub(super) fn contrast(
        &self,
        protocols: &Protocols,
        known: &VariantLevels,
    ) -> Result<Contrast, PlanError> {
        let hypothesis = self.hypothesis;
        known.check_given(hypothesis)?;
        let mut units: Vec<(&str, Unit)> = Vec::new();
        for (over, selections) in hypothesis.over.iter().zip(&self.over) {
            if selections.is_empty() {
                return Err(PlanError::NotGenerated {
                    hypothesis: hypothesis.id.clone(),
                    over: over.clone(),
                });
            }
            for selection in selections {
                if !selection.paired {
                    return Err(known.no_pairs(hypothesis, selection.variant));
                }
                if let Some((other, _)) = units.iter().find(|(_, unit)| *unit == selection.unit) {
                    let variant = known.path(selection.variant);
                    return Err(overlapping(hypothesis, [other, over], &variant).into());
                }
                units.push((over, selection.unit.clone()));
            }
        }
        let [original, perturbed] = self.arms.map(|at| &protocols.all()[at].name);
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
            cluster: hypothesis.cluster.clone(),
            incomplete: self.over.iter().flatten().any(|selection| selection.incomplete),
            event: hypothesis.event,
            units: units.into_iter().map(|(_, unit)| unit).collect(),
        })
    }
}

/// The two members of a pair: the index and the protocol of each.
type Arms<'a> = [(usize, &'a Protocol); 2];

impl Selection {
    /// Returns the pairs of the variant of `first`, with the levels `given` by `where`.
    fn new(
        hypothesis: &Hypothesis,
        variant: usize,
        given: Factors,
        first: &Problem,
        arms: Arms<'_>,
    ) -> Self {
        let select = |levels: &Factors, protocol: &Protocol| {
            let mut wanted = given.merged(&problem_levels(levels));
            wanted.set("family", &first.family);
            wanted.set("variant", &first.variant);
            wanted.set("protocol", protocol.name.as_ref());
            wanted
        };
        let unit = Unit {
            original: select(&hypothesis.original, arms[0].1),
            perturbed: select(&hypothesis.perturbed, arms[1].1),
            weight: 1,
            items_below: None,
        };
        Self { variant, unit, paired: false, incomplete: false, checked: BTreeSet::new() }
    }

    fn take(
        &mut self,
        hypothesis: &Hypothesis,
        problems: &[Problem],
        arms: Arms<'_>,
        asker: &Asker,
        asked: &mut BTreeSet<Question>,
    ) -> Result<(), PlanError> {
        let original = members(hypothesis, problems, &self.unit.original, arms[0].1)?;
        let perturbed = members(hypothesis, problems, &self.unit.perturbed, arms[1].1)?;
        let is_foreign = |at: &usize| problems.get(*at).is_some_and(|one| asker.is_foreign(one));
        self.incomplete |=
            original.values().any(is_foreign) && !original.keys().eq(perturbed.keys());
        for (item, a) in original {
            let Some(b) = perturbed.get(item).copied() else { continue };
            self.check(hypothesis, [&problems[a], &problems[b]], arms, asker)?;
            self.paired = true;
            asked.insert(Question { problem: a, protocol: arms[0].0 });
            asked.insert(Question { problem: b, protocol: arms[1].0 });
        }
        Ok(())
    }

    /// Checks that a pair varies only the declared factor.
    fn check(
        &mut self,
        hypothesis: &Hypothesis,
        pair: [&Problem; 2],
        arms: Arms<'_>,
        asker: &Asker,
    ) -> Result<(), PlanError> {
        for (problem, (_, protocol)) in pair.into_iter().zip(arms) {
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
        if let Some((problem, (_, protocol))) = pair
            .into_iter()
            .zip(arms)
            .find(|(problem, (_, protocol))| !asker.can_ask(problem, protocol))
        {
            return Err(PlanError::NoExemplars {
                hypothesis: hypothesis.id.clone(),
                protocol: protocol.name.to_string(),
                family: problem.family.to_string(),
            });
        }
        let levels = pair.map(|problem| &problem.factors);
        if !self.checked.iter().any(|checked| checked.each_ref() == levels) {
            check_levels(hypothesis, pair, arms)?;
            self.checked.insert(levels.map(Clone::clone));
        }
        if pair[0].id == pair[1].id {
            asker
                .check_protocols(pair[0], arms[0].1, arms[1].1, &hypothesis.factor)
                .map_err(|source| PlanError::Vary { hypothesis: hypothesis.id.clone(), source })?;
        }
        Ok(())
    }
}

/// Returns the problems of a selection, by item; two of one item would not be a pair.
fn members<'p>(
    hypothesis: &Hypothesis,
    problems: &'p [Problem],
    wanted: &Factors,
    protocol: &Protocol,
) -> Result<BTreeMap<&'p str, usize>, PlanError> {
    let levels = protocol.factors();
    let mut members = BTreeMap::new();
    for (index, problem) in problems.iter().enumerate() {
        let has = |(name, level)| level_of(problem, protocol, &levels, name) == Some(level);
        if !wanted.iter().all(has) {
            continue;
        }
        if let Some(other) = members.insert(problem.item.as_str(), index) {
            let (a, b) = (&problems[other], problem);
            return Err(PlanError::Study(StudyError::Value {
                field: format!("hypothesis `{}`", hypothesis.id),
                what: format!(
                    "the pair key is not unique: {} and {} both match; fix the level of {} with \
                     `where`",
                    a.id,
                    b.id,
                    a.factors.differing(&b.factors).join(", ")
                ),
            }));
        }
    }
    Ok(members)
}

/// Returns one level of [`all_factors`]; `own` are the factors of the protocol.
fn level_of<'a>(
    problem: &'a Problem,
    protocol: &'a Protocol,
    own: &'a Factors,
    name: &str,
) -> Option<&'a str> {
    match name {
        "family" => Some(&problem.family),
        "variant" => Some(&problem.variant),
        "protocol" => Some(protocol.name.as_ref()),
        EXEMPLAR_ANSWER if protocol.exemplar == Exemplar::None => None,
        _ => own.get(name).or_else(|| problem.factors.get(name)),
    }
}

/// Checks that two problems, each with its protocol, differ only in the levels of one factor.
fn check_levels(
    hypothesis: &Hypothesis,
    pair: [&Problem; 2],
    arms: Arms<'_>,
) -> Result<(), PlanError> {
    let mut original = all_factors(pair[0], arms[0].1).without("protocol");
    let mut perturbed = all_factors(pair[1], arms[1].1).without("protocol");
    if [&original, &perturbed].iter().any(|levels| levels.get(EXEMPLAR_ANSWER).is_none()) {
        // Only one member shows an exemplar: the factor is the exemplar, not its answer.
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
    Ok(())
}

/// Returns the levels of the problem; those of the protocol are in its name.
pub(super) fn problem_levels(levels: &Factors) -> Factors {
    levels.iter().filter(|(name, _)| !Protocol::has_factor(name)).collect()
}

/// Returns the protocols of the two members, as indexes.
pub(super) fn arms(
    protocols: &Protocols,
    hypothesis: &Hypothesis,
    name: &str,
) -> Result<[usize; 2], PlanError> {
    if hypothesis.factor == "protocol" {
        return Err(PlanError::Study(StudyError::Value {
            field: format!("hypothesis `{}`, factor", hypothesis.id),
            what: "`protocol` is the name of a whole way of asking, and no factor: write the factor in which the two \
                   protocols differ (cot, exemplar or hint), such as factor = \"cot\", original = { cot = \"no\" }, \
                   perturbed = { cot = \"yes\" }, with protocols = [\"baseline\"]"
                .to_owned(),
        }));
    }
    let original = protocols
        .named(name)
        .map_err(|source| PlanError::Protocol { hypothesis: hypothesis.id.clone(), source })?;
    let level = |levels: &Factors| levels.get(&hypothesis.factor).map(str::to_owned);
    if !Protocol::has_factor(&hypothesis.factor) {
        return Ok([original.0; 2]);
    }
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
    Ok([original.0, found.ok_or_else(|| no_such(&hypothesis.perturbed))?.0])
}

/// Returns true if a family is listed together with one of its variants: the pairs of the variant
/// would count twice.
fn overlapping(hypothesis: &Hypothesis, [one, other]: [&str; 2], variant: &str) -> StudyError {
    StudyError::Value {
        field: format!("hypothesis `{}`, over", hypothesis.id),
        what: format!(
            "`{one}` and `{other}` both have the variant `{variant}`, whose pairs would count \
             twice: keep one of them"
        ),
    }
}
