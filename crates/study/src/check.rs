//! Checks of a study before it is run: its questions, and surface cues of its problems that give
//! answers away.

use crate::data::{
    data_families, data_problems, has_data, own_family_name, own_items, problems_of_items,
    read_items,
};
use crate::error::{Result, bail};
use crate::event::NoEvents;
use crate::grade::Grader;
use crate::item_count::{ItemCount, replace_counts};
use crate::load::check_study;
use crate::plan::{Truths, read_problems};
use crate::subjects;
use crate::votes;
use peirast_artefact::{Design, examine};
use peirast_pairs::{ItemSet, Understood};
use peirast_record::{DataPlan, Problem, Profile, Study};
use peirast_task::Plan;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

/// The numbers of items in which surface cues are looked for.
const ITEMS: RangeInclusive<u32> = 5..=20_000;

/// The size of a study, and the cues by which guessers without reasoning could answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedStudy {
    /// Its id.
    pub study: String,
    /// Its hash.
    pub study_hash: String,
    /// Problems.
    pub problems: usize,
    /// The fewest and the most questions to one subject, repetitions included.
    pub questions: (u64, u64),
    /// Hypotheses.
    pub hypotheses: usize,
    /// Comparisons of matched pairs.
    pub comparisons: usize,
    /// Warnings about the study's own strategies, one sentence each.
    pub doubts: Vec<String>,
    /// Surface cues in its problems, by family and task.
    pub artefacts: Vec<Design>,
    /// Families whose problems a file gives, so that no more of them can be made.
    pub given: Vec<String>,
}

impl CheckedStudy {
    /// Checks a study completely: its document, its subjects, its problems, that every pair varies
    /// one factor, and the surface cues of its problems. Numbers of items (5 to 20,000 each) may
    /// replace those of the study for the surface cues.
    ///
    /// # Errors
    /// The first error in the study.
    ///
    /// ```
    /// let study = peirast_study::load_study("belief-bias")?;
    /// let checked = peirast_study::CheckedStudy::new(&study, &[])?;
    /// assert_eq!((checked.study.as_str(), checked.hypotheses), ("belief-bias", 3));
    /// assert!(checked.artefacts.iter().all(|design| design.family == "categorical"));
    /// # Ok::<(), peirast_study::Error>(())
    /// ```
    pub fn new(study: &Study, items: &[ItemCount]) -> Result<Self> {
        check_study(study)?;
        study.subjects.iter().try_for_each(|name| subjects::check(name))?;
        let plan = plan_of(study)?;
        votes::check(study, &plan.problems)?;
        Grader::check(study, &plan.problems)?;
        let artefacts = match items {
            [] => examine(&plan.problems, study.profile),
            items => {
                if let Some(out) = items.iter().find(|count| !ITEMS.contains(&count.n)) {
                    let (least, most) = (ITEMS.start(), ITEMS.end());
                    bail!(Study, "--n: {} items, but the check takes {least} to {most}", out.n);
                }
                let mut more = study.clone();
                replace_counts(&mut more, items)?;
                examine(&problems_of(&more)?, study.profile)
            }
        };
        Ok(Self {
            study: study.id.to_string(),
            study_hash: study.hash()?.to_string(),
            problems: plan.problems.len(),
            questions: votes::questions_each(study, plan.questions.len() as u64)?,
            hypotheses: study.hypotheses.len(),
            comparisons: plan.contrasts.len(),
            doubts: votes::doubtful_examples(study),
            artefacts,
            given: data_families(study).map(|(family, _)| family.name.clone()).collect(),
        })
    }
}

/// Surface cues in the problems of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedProblems {
    /// The file.
    pub file: String,
    /// Problems.
    pub problems: usize,
    /// Items: problems that are versions of each other.
    pub items: usize,
    /// Problems with open answers, which have no surface cues and are left out.
    pub open: usize,
    /// The families.
    pub families: Vec<String>,
    /// The interpretation of a file of rows; `None` for problem lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub understood: Option<Understood>,
    /// Surface cues in the problems, by family and task.
    pub artefacts: Vec<Design>,
}

impl CheckedProblems {
    /// Reads the problems of a file (problem lines, or rows of the user's own) and looks for
    /// surface cues in them. The plan says how to read the columns of rows, unless it is empty; the
    /// seed is the seed of its transformations.
    ///
    /// # Errors
    /// A file that cannot be read or understood.
    pub fn new(plan: &DataPlan, seed: u64) -> Result<Self> {
        let file = Path::new(&plan.file);
        let usual = DataPlan { file: plan.file.clone(), ..DataPlan::default() };
        let rows: Option<ItemSet> = match *plan == usual {
            true => own_items(file)?,
            false => Some(read_items(&own_family_name(file), plan, 0, seed)?),
        };
        let problems = match &rows {
            Some(rows) => problems_of_items(rows, file)?,
            None => read_problems(file, Truths::Given)?,
        };
        let artefacts = examine(&problems, Profile::Balanced);
        let closed: usize = artefacts.iter().map(|design| design.problems).sum();
        let distinct =
            |name: fn(&Problem) -> &str| problems.iter().map(name).collect::<BTreeSet<_>>();
        Ok(Self {
            file: plan.file.clone(),
            problems: problems.len(),
            items: distinct(|one| &one.item).len(),
            open: problems.len() - closed,
            families: distinct(|one| &one.family).into_iter().map(str::to_owned).collect(),
            understood: rows.as_ref().map(Understood::new),
            artefacts,
        })
    }
}

/// The plan of a study, with the problems of its data files.
fn plan_of(study: &Study) -> Result<Plan> {
    Ok(match has_data(study) {
        true => Plan::with_problems(study, problems_of(study)?)?,
        false => Plan::new(study)?,
    })
}

/// The problems of a study, those of its data files among them.
fn problems_of(study: &Study) -> Result<Vec<Problem>> {
    let mut problems = Plan::problems(study)?;
    problems.extend(data_problems(study, &NoEvents)?);
    Ok(problems)
}
