//! A study without the hypotheses for which questions are missing.

use super::comparison::{arms, problem_levels};
use crate::{Family, Protocol, Protocols, template};
use peirast_record::{Factors, FamilyPlan, Hypothesis, Problem, Study};
use std::collections::{BTreeMap, BTreeSet};

/// Factors whose levels follow from random draws: a study cannot request them in advance.
const DRAWN: [&str; 5] = ["curable", "gender", "idle-differs", "idle-place", "race"];

/// The rest of a study without the hypotheses for which problems are missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrowed {
    /// The rest of the study.
    pub study: Study,
    /// The removed parts.
    pub left_out: Vec<LeftOut>,
}

/// A hypothesis, or a part of one, that lacks something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The hypothesis.
    pub hypothesis: String,
    /// Its family or variant, or its strategy.
    pub part: String,
    /// The missing part.
    pub lacks: String,
    /// The command that makes it, if there is one.
    pub mend: Option<String>,
    /// True if the rest of the hypothesis stays.
    pub in_part: bool,
}

impl Narrowed {
    /// Returns the study without the hypotheses, or parts of them, for which these problems have no
    /// pair. [`Plan`](super::Plan) checks everything else, for example that pairs vary only one
    /// factor.
    pub fn new(study: &Study, problems: &[Problem]) -> Self {
        let shelf = Shelf::new(problems);
        let mut left_out = Vec::new();
        let mut kept = study.clone();
        kept.hypotheses.retain_mut(|hypothesis| {
            let (over, lacking) = shelf.narrowed(hypothesis);
            left_out.extend(lacking.into_iter().map(|(name, lacks)| LeftOut {
                hypothesis: hypothesis.id.clone(),
                mend: mend(study, &name),
                part: name,
                lacks,
                in_part: !over.is_empty(),
            }));
            hypothesis.over = over;
            !hypothesis.over.is_empty()
        });
        Self { study: kept, left_out }
    }

    /// Returns the study without the hypotheses about levels that were not drawn: a small number of
    /// items need not include every kind of problem. A level of any other factor is a misspelling,
    /// which [`Plan`](super::Plan) refuses.
    pub fn to_drawn(study: &Study, problems: &[Problem]) -> Self {
        let absent = |name: &str, level: &str| {
            DRAWN.contains(&name) && !problems.iter().any(|p| p.factors.get(name) == Some(level))
        };
        let mut left_out = Vec::new();
        let mut kept = study.clone();
        kept.hypotheses.retain(|hypothesis| {
            let lacking = hypothesis.given.iter().find(|(name, level)| absent(name, level));
            left_out.extend(lacking.map(|(name, level)| LeftOut {
                hypothesis: hypothesis.id.clone(),
                part: hypothesis.over.join(", "),
                lacks: format!("no problem with {name} = \"{level}\""),
                mend: None,
                in_part: false,
            }));
            lacking.is_none()
        });
        Self { study: kept, left_out }
    }

    /// Returns the study with these of its strategies, without the hypotheses or methods that
    /// compare others.
    pub fn to_strategies(study: &Study, wanted: &[String]) -> Self {
        let protocols = Protocols::new(study);
        let is_gone = |name: &&str| {
            study.strategies.iter().any(|one| one.name == **name)
                && !wanted.iter().any(|one| one == name)
        };
        let mut left_out = Vec::new();
        let mut kept = study.clone();
        kept.strategies.retain(|one| wanted.contains(&one.name));
        kept.hypotheses.retain_mut(|hypothesis| {
            let (mut under, mut lacking) = (Vec::new(), Vec::new());
            for name in &hypothesis.protocols {
                // The plan refuses levels that do not exist at all.
                let compared = arms(&protocols, hypothesis, name).into_iter().flatten();
                let mut compared = compared.map(|at| protocols.all()[at].name.as_ref());
                match compared.find(is_gone) {
                    None => under.push(name.clone()),
                    Some(gone) => lacking.push((name.clone(), gone.to_owned())),
                }
            }
            left_out.extend(lacking.into_iter().map(|(part, lacks)| LeftOut {
                hypothesis: hypothesis.id.clone(),
                part,
                lacks,
                mend: None,
                in_part: !under.is_empty(),
            }));
            hypothesis.protocols = under;
            !hypothesis.protocols.is_empty()
        });
        Self { study: kept, left_out }
    }

    /// Returns true if any question remains: by a remaining hypothesis, or by a strategy for such
    /// problems.
    pub fn asks(&self, problems: &[Problem]) -> bool {
        let strategies = self.study.strategies.iter();
        !self.study.hypotheses.is_empty()
            || strategies.into_iter().any(|one| problems.iter().any(|p| template::is_for(one, p)))
    }
}

/// The available problems, by family and variant.
struct Shelf<'p>(BTreeMap<(&'p str, &'p str), Vec<&'p Problem>>);

impl<'p> Shelf<'p> {
    fn new(problems: &'p [Problem]) -> Self {
        let mut shelf: BTreeMap<_, Vec<&Problem>> = BTreeMap::new();
        for problem in problems {
            let variant = (problem.family.as_str(), problem.variant.as_str());
            shelf.entry(variant).or_default().push(problem);
        }
        Self(shelf)
    }

    /// Returns the entries of a hypothesis' `over` that have pairs, and the others with their
    /// missing parts.
    fn narrowed(&self, hypothesis: &Hypothesis) -> (Vec<String>, Vec<(String, String)>) {
        let (mut kept, mut lacking) = (Vec::new(), Vec::new());
        for over in &hypothesis.over {
            let is_meant = |(family, variant): &(&str, &str)| {
                over == family || *over == format!("{family}/{variant}")
            };
            let there: Vec<_> = self.0.iter().filter(|(name, _)| is_meant(name)).collect();
            if there.is_empty() {
                lacking.push((over.clone(), "no problem of it".to_owned()));
                continue;
            }
            let mut fine = Vec::new();
            for ((family, variant), problems) in &there {
                let name = format!("{family}/{variant}");
                match self.lack(hypothesis, problems) {
                    None => fine.push(name),
                    Some(lack) => lacking.push((name, lack)),
                }
            }
            // A family that is complete stays a family.
            match fine.len() == there.len() {
                true => kept.push(over.clone()),
                false => kept.extend(fine),
            }
        }
        (kept, lacking)
    }

    /// Returns the missing part for a comparison of problems of a variant, if any.
    fn lack(&self, hypothesis: &Hypothesis, problems: &[&Problem]) -> Option<String> {
        // A level fixed for problems with a factor does not restrict those without it.
        let known = |name: &str| problems.iter().any(|p| p.factors.get(name).is_some());
        let given: Factors = hypothesis.given.iter().filter(|(name, _)| known(name)).collect();
        let items = |side: &Factors| -> BTreeSet<&str> {
            let wanted = problem_levels(&given.merged(side));
            let fitting = problems.iter().filter(|p| p.factors.matches(&wanted));
            fitting.map(|p| p.item.as_str()).collect()
        };
        let (one, other) = (items(&hypothesis.original), items(&hypothesis.perturbed));
        if one.intersection(&other).next().is_some() {
            return self.unknown(&hypothesis.given);
        }
        let told = |side: &Factors| match problem_levels(&given.merged(side)) {
            levels if levels.iter().next().is_none() => "any levels".to_owned(),
            levels => levels.to_string(),
        };
        Some(match (one.is_empty(), other.is_empty()) {
            (true, _) => format!("no problem with {}", told(&hypothesis.original)),
            (_, true) => format!("no problem with {}", told(&hypothesis.perturbed)),
            _ => format!(
                "no item with both {} and {}",
                told(&hypothesis.original),
                told(&hypothesis.perturbed)
            ),
        })
    }

    /// Returns a level that no problem has.
    fn unknown(&self, given: &Factors) -> Option<String> {
        let has = |name: &str, level: &str| {
            self.0.values().flatten().any(|p| p.factors.get(name) == Some(level))
        };
        let mut levels = given.iter().filter(|(name, _)| !Protocol::has_factor(name));
        let (name, level) = levels.find(|(name, level)| !has(name, level))?;
        Some(format!("no problem with {name}={level}"))
    }
}

/// Returns the command that makes the problems of a variant as in the study.
fn mend(study: &Study, over: &str) -> Option<String> {
    let (family, variant) = over.split_once('/').map_or((over, None), |(a, b)| (a, Some(b)));
    let known = Family::named(family).ok()?;
    if let Some(variant) = variant {
        known.variant(variant).ok()?;
    }
    let covers = |plan: &&FamilyPlan| {
        let all = plan.variants.is_empty();
        plan.name == family
            && variant.is_none_or(|own| all || plan.variants.iter().any(|v| v == own))
    };
    let mut command = format!("peirast make {over}");
    let versions = study.families.iter().find(covers).map(|plan| &plan.versions);
    for (factor, levels) in versions.into_iter().flat_map(|versions| versions.iter()) {
        levels.iter().for_each(|level| command.push_str(&format!(" --where {factor}={level}")));
    }
    Some(command)
}
