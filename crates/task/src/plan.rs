//! A plan: everything that a study asks, and every comparison that it makes of the answers.

use crate::families::check_count;
use crate::protocol::Exemplar;
use crate::strategies;
use crate::temperature::at_each_temperature;
use crate::template;
use crate::{Asker, Design, Family, MakeError, Protocol, Protocols, UnknownProtocol, VaryError};
use peirast_record::{Ask, Contrast, Factors, Hypothesis, Problem, Study, StudyError, Unit};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// One question: a problem under a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// Index into [`Plan::problems`].
    pub problem: usize,
    /// Index into [`Plan::protocols`].
    pub protocol: usize,
}

/// What a study asks and compares.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every problem, in order of family, variant and item.
    pub problems: Vec<Problem>,
    /// Every question, in order.
    pub questions: Vec<Question>,
    /// Every comparison, in order of hypothesis and protocol.
    pub contrasts: Vec<Contrast>,
    /// The protocols, among them the study's own strategies.
    pub protocols: Protocols,
    /// Renders the questions.
    pub asker: Asker,
}

/// A study that cannot be planned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlanError {
    /// The study contradicts itself.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Its problems cannot be made.
    #[error(transparent)]
    Make(#[from] MakeError),
    /// It names a protocol that does not exist.
    #[error("hypothesis `{hypothesis}`")]
    Protocol {
        /// Which hypothesis.
        hypothesis: String,
        /// What is wrong.
        source: UnknownProtocol,
    },
    /// No protocol differs from the named one in just the factor.
    #[error(
        "hypothesis `{hypothesis}`: no protocol is `{protocol}` with {wanted}; choose another \
         protocol or another level"
    )]
    NoSuchProtocol {
        /// Which hypothesis.
        hypothesis: String,
        /// The protocol of the original member.
        protocol: String,
        /// The level wanted for the perturbed member.
        wanted: String,
    },
    /// Nothing to compare.
    #[error(
        "hypothesis `{hypothesis}`: `{over}` has no pair with {original} and {perturbed}; what it \
         has is {known}"
    )]
    NoPairs {
        /// Which hypothesis.
        hypothesis: String,
        /// The family or variant.
        over: String,
        /// Levels of the original member.
        original: String,
        /// Levels of the perturbed member.
        perturbed: String,
        /// The combinations of levels that exist there, or the levels if there are many.
        known: String,
    },
    /// A family or variant that the study does not generate.
    #[error(
        "hypothesis `{hypothesis}` is over `{over}`, which no [[family]] of the study generates"
    )]
    NotGenerated {
        /// Which hypothesis.
        hypothesis: String,
        /// The family or variant.
        over: String,
    },
    /// A pair that differs in more than its factor.
    #[error("hypothesis `{hypothesis}`")]
    Vary {
        /// Which hypothesis.
        hypothesis: String,
        /// What differs.
        source: VaryError,
    },
}

impl Plan {
    /// Makes the problems of a study, its questions and its comparisons, and checks that every
    /// matched pair varies the declared factor and nothing else.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn new(study: &Study) -> Result<Self, PlanError> {
        study.check()?;
        let design = Design { seed: study.seed, profile: study.profile };
        Self::with_problems(study, make_problems(study, &design)?)
    }

    /// The same with problems made elsewhere.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn with_problems(study: &Study, problems: Vec<Problem>) -> Result<Self, PlanError> {
        study.check()?;
        check_ids(&problems)?;
        let design = Design { seed: study.seed, profile: study.profile };
        let asker = Asker::new(&design)?;
        let protocols = Protocols::of(study);
        strategies::check(study, &problems)?;
        let mut planner = Planner {
            problems: &problems,
            protocols: &protocols,
            asker: &asker,
            asked: BTreeSet::new(),
        };
        let mut contrasts: Vec<Contrast> = Vec::new();
        for hypothesis in &study.hypotheses {
            contrasts.extend(planner.contrasts(hypothesis)?);
        }
        let mut asked = planner.asked;
        let in_full =
            if study.ask == Ask::All { 0..protocols.all().len() } else { protocols.own() };
        asked.extend((0..problems.len()).flat_map(|problem| {
            in_full.clone().map(move |protocol| Question { problem, protocol })
        }));
        asked.retain(|question| {
            let strategy = protocols.all()[question.protocol].strategy.as_ref();
            strategy.is_none_or(|one| template::is_for(one, &problems[question.problem]))
        });
        if !study.temperatures.is_empty() {
            contrasts = at_each_temperature(&contrasts, &study.temperatures);
        }
        Ok(Self { questions: asked.into_iter().collect(), problems, contrasts, protocols, asker })
    }
}

/// The answer that a solved exemplar shows; no level of what is asked without exemplars.
const EXEMPLAR_ANSWER: &str = "exemplar-answer";

/// Every level that tests and tables can select a trial by.
pub(crate) fn all_factors(problem: &Problem, protocol: &Protocol) -> Factors {
    let mut all = problem.factors.merged(&protocol.factors());
    if protocol.exemplar == Exemplar::None {
        all = all.without(EXEMPLAR_ANSWER);
    }
    all.set("family", &problem.family);
    all.set("variant", &problem.variant);
    all.set("protocol", protocol.name.as_ref());
    all
}

impl Protocol {
    /// Every level that a trial of `problem` under this protocol has: those of the problem, those
    /// of the protocol, and `family`, `variant`, `protocol`.
    pub fn trial_factors(&self, problem: &Problem) -> Factors {
        all_factors(problem, self)
    }
}

/// Refuses two problems of one id: pair keys must be unique.
fn check_ids(problems: &[Problem]) -> Result<(), StudyError> {
    let mut seen = BTreeSet::new();
    match problems.iter().find(|p| !seen.insert(p.id.as_str())) {
        None => Ok(()),
        Some(twice) => Err(StudyError::Value {
            field: "problems".to_owned(),
            what: format!("`{}` stands there twice; pair keys must be unique", twice.id),
        }),
    }
}

fn make_problems(study: &Study, design: &Design) -> Result<Vec<Problem>, PlanError> {
    let mut wanted = Vec::new();
    let mut listed = BTreeSet::new();
    for plan in &study.families {
        let family = Family::named(&plan.name)?;
        let all = || family.variants.iter().map(|v| v.name.to_owned()).collect();
        let variants = if plan.variants.is_empty() { all() } else { plan.variants.clone() };
        for variant in variants {
            if !listed.insert((family.name, variant.clone())) {
                return Err(StudyError::Value {
                    field: format!("family `{}`", plan.name),
                    what: format!("variant `{variant}` is listed twice; pair keys must be unique"),
                }
                .into());
            }
            wanted.push((family, variant, plan));
        }
    }
    check_count(wanted.iter().map(|(_, _, plan)| u64::from(plan.n)).sum())?;
    let mut problems = Vec::new();
    for (family, variant, plan) in wanted {
        problems.extend(family.make_versions(design, &variant, plan.n, &plan.versions)?);
    }
    Ok(problems)
}

/// A family listed beside one of its variants: the pairs of the variant would count twice.
fn listed_twice(hypothesis: &Hypothesis, over: &str) -> StudyError {
    StudyError::Value {
        field: format!("hypothesis `{}`, over", hypothesis.id),
        what: format!("`{over}` is listed twice: its pairs would count twice"),
    }
}

struct Planner<'a> {
    problems: &'a [Problem],
    protocols: &'a Protocols,
    asker: &'a Asker,
    asked: BTreeSet<Question>,
}

/// The two members of a contrast under one protocol of the original.
struct Arms<'a> {
    original: (usize, &'a Protocol),
    perturbed: (usize, &'a Protocol),
}

impl Planner<'_> {
    fn contrasts(&mut self, hypothesis: &Hypothesis) -> Result<Vec<Contrast>, PlanError> {
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
    /// have no context to fix.
    fn given(&self, hypothesis: &Hypothesis, family: &str, variant: &str) -> Factors {
        let first = self.problems.iter().find(|p| p.family == family && p.variant == variant);
        let has = |name: &str| first.is_some_and(|p| p.factors.get(name).is_some());
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
fn problem_levels(levels: &Factors) -> Factors {
    levels.iter().filter(|(name, _)| !Protocol::has_factor(name)).collect()
}

fn arms<'a>(
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

/// More combinations than this are told by their factors alone.
const MOST_COMBINATIONS: usize = 12;

/// The combinations in which the factors that a hypothesis names occur, if it names but factors
/// that are there, with levels that are.
fn known_combinations(problems: &[Problem], hypothesis: &Hypothesis, over: &str) -> Option<String> {
    let own = || problems.iter().filter(|p| over == format!("{}/{}", p.family, p.variant));
    let named = hypothesis.given.merged(&hypothesis.original).merged(&hypothesis.perturbed);
    let sides = [&hypothesis.given, &hypothesis.original, &hypothesis.perturbed];
    let is_known = |(name, level): (&str, &str)| own().any(|p| p.factors.get(name) == Some(level));
    if !sides.iter().all(|side| problem_levels(side).iter().all(is_known)) {
        return None;
    }
    let combinations: BTreeSet<String> = own()
        .map(|p| {
            let levels = p.factors.iter().filter(|(name, _)| named.get(name).is_some());
            levels.collect::<Factors>().to_string()
        })
        .collect();
    let all = combinations.into_iter().collect::<Vec<_>>();
    (all.len() <= MOST_COMBINATIONS).then(|| all.join("; "))
}

fn known_levels(problems: &[Problem], over: &str) -> String {
    let mut levels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for problem in problems.iter().filter(|p| over == format!("{}/{}", p.family, p.variant)) {
        for (name, level) in problem.factors.iter() {
            levels.entry(name).or_default().insert(level);
        }
    }
    let name = |(factor, levels): (&str, BTreeSet<&str>)| {
        format!("{factor} ({})", levels.into_iter().collect::<Vec<_>>().join(", "))
    };
    levels.into_iter().map(name).collect::<Vec<_>>().join("; ")
}
