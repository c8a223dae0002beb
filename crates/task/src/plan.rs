//! A plan: all questions of a study, and all comparisons of their answers.

mod blueprint;
mod comparison;
mod error;
mod few;
mod growth;
mod known;
mod narrowed;

pub use error::PlanError;
pub use growth::{Growth, Stretch};
pub use narrowed::{LeftOut, Narrowed};

use crate::families::EXEMPLAR_ANSWER;
use crate::protocol::Exemplar;
use crate::{Asker, Families, Protocol, Protocols};
use blueprint::Blueprint;
use peirast_record::{Contrast, Factors, Problem, Study, StudyError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One question: a problem with a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// Index into [`Plan::problems`].
    pub problem: usize,
    /// Index into [`Plan::protocols`].
    pub protocol: usize,
}

/// The questions and comparisons of a study.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every problem, in order of family, variant and item.
    pub problems: Arc<Vec<Problem>>,
    /// Every question, in the order of asking: the first items of all families and variants come
    /// before the second ones.
    pub questions: Vec<Question>,
    /// Every comparison, in order of hypothesis and protocol.
    pub contrasts: Vec<Contrast>,
    /// The protocols, including the study's own strategies.
    pub protocols: Protocols,
    /// Renderer of the questions.
    pub asker: Asker,
}

impl Plan {
    /// Makes the problems of a study, its questions and its comparisons, and checks that every
    /// matched pair varies only the declared factor.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn new(study: &Study) -> Result<Self, PlanError> {
        Self::with_families(study, &Families::built_in())
    }

    /// Makes the same plan with problems of these families.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn with_families(study: &Study, families: &Families) -> Result<Self, PlanError> {
        study.check()?;
        Self::with_made(study, families, blueprint::make_problems(study, families)?)
    }

    /// As [`Plan::new`], with the problems from [`Plan::problems`].
    ///
    /// # Errors
    /// The first inconsistency; if more items would help, with their number.
    pub fn of_made(study: &Study, problems: Vec<Problem>) -> Result<Self, PlanError> {
        study.check()?;
        Self::with_made(study, &Families::built_in(), problems)
    }

    fn with_made(
        study: &Study,
        families: &Families,
        problems: Vec<Problem>,
    ) -> Result<Self, PlanError> {
        check_ids(&problems)?;
        let plan = Self::from_blueprint(Blueprint::new(study, families)?, Arc::new(problems));
        plan.map_err(|lack| match few::enough(study, families) {
            Some(enough) => PlanError::FewItems { lack: Box::new(lack), enough },
            None => lack,
        })
    }

    /// Makes the problems of a study by its families.
    ///
    /// # Errors
    /// A study that contradicts itself, or problems that cannot be made.
    pub fn problems(study: &Study) -> Result<Vec<Problem>, PlanError> {
        study.check()?;
        blueprint::make_problems(study, &Families::built_in())
    }

    /// As [`Plan::new`], with problems made elsewhere.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn with_problems(study: &Study, problems: Vec<Problem>) -> Result<Self, PlanError> {
        check_ids(&problems)?;
        Self::from_blueprint(Blueprint::new(study, &Families::built_in())?, Arc::new(problems))
    }

    fn from_blueprint(
        mut blueprint: Blueprint<'_>,
        problems: Arc<Vec<Problem>>,
    ) -> Result<Self, PlanError> {
        let questions = blueprint.take(&problems)?;
        let contrasts = blueprint.contrasts()?;
        let (protocols, asker) = blueprint.into_parts();
        Ok(Self { problems, questions, contrasts, protocols, asker })
    }
}

/// Returns every level by which tests and tables can select a trial.
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
    /// Returns every level of a trial of `problem` with this protocol: those of the problem, those
    /// of the protocol, and `family`, `variant`, `protocol`.
    pub fn trial_factors(&self, problem: &Problem) -> Factors {
        all_factors(problem, self)
    }
}

/// Refuses two problems with one id: pair keys must be unique.
fn check_ids(problems: &[Problem]) -> Result<(), StudyError> {
    let mut seen = BTreeSet::new();
    match problems.iter().find(|p| !seen.insert(p.id.as_str())) {
        None => Ok(()),
        Some(twice) => Err(StudyError::Value {
            field: "problems".to_owned(),
            what: format!("`{}` occurs twice; pair keys must be unique", twice.id),
        }),
    }
}
