//! A plan: everything that a study asks, and every comparison that it makes of the answers.

mod error;
mod known;
mod narrowed;
mod planner;

pub use error::PlanError;
pub use narrowed::{LeftOut, Narrowed};

use crate::families::check_count;
use crate::protocol::Exemplar;
use crate::temperature::at_each_temperature;
use crate::{Asker, Design, Family, Protocol, Protocols, strategies, template};
use peirast_record::{Ask, Contrast, Factors, Problem, Study, StudyError};
use planner::Planner;
use std::collections::BTreeSet;

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

    /// The problems of a study, made by its families.
    ///
    /// # Errors
    /// A study that contradicts itself, or problems that cannot be made.
    pub fn problems(study: &Study) -> Result<Vec<Problem>, PlanError> {
        study.check()?;
        make_problems(study, &Design { seed: study.seed, profile: study.profile })
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
