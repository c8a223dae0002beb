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
use peirast_record::{DataPlan, FamilyPlan, Problem, Profile, Study};
use peirast_task::{Family, MakeError, Plan, PlanError};
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
    /// Variants with fewer items than asked for: the check used all of them.
    pub exhausted: Vec<ExhaustedVariant>,
    /// Families whose problems a file gives, so that no more of them can be made.
    pub given: Vec<String>,
}

/// A variant that has fewer items than asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExhaustedVariant {
    /// Family and variant, for example `syllogism/all-valid`.
    pub variant: String,
    /// The number of its items.
    pub items: u32,
}

impl CheckedStudy {
    /// Checks a study completely: its document, its subjects, its problems, that every pair varies
    /// one factor, and the surface cues of its problems. Numbers of items (5 to 20,000 each) may
    /// replace those of the study for the surface cues; a variant with fewer items is used
    /// completely.
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
        let mut exhausted = Vec::new();
        let artefacts = match items {
            [] => examine(&plan.problems, study.profile),
            items => {
                if let Some(out) = items.iter().find(|count| !ITEMS.contains(&count.n)) {
                    let (least, most) = (ITEMS.start(), ITEMS.end());
                    bail!(Study, "--n: {} items, but the check takes {least} to {most}", out.n);
                }
                let mut more = study.clone();
                replace_counts(&mut more, items)?;
                let made;
                (made, exhausted) = most_problems(more)?;
                examine(&made, study.profile)
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
            exhausted,
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
/// Makes the problems of a study; of a variant with fewer items than asked for, all that it has.
fn most_problems(mut study: Study) -> Result<(Vec<Problem>, Vec<ExhaustedVariant>)> {
    let mut exhausted: Vec<ExhaustedVariant> = Vec::new();
    let mut made = loop {
        match Plan::problems(&study) {
            Err(PlanError::Make(MakeError::Exhausted { variant, made, .. })) if made > 0 => {
                limit(&mut study, &variant, made)?;
                exhausted.retain(|one| one.variant != variant);
                exhausted.push(ExhaustedVariant { variant, items: made });
            }
            made => break made?,
        }
    };
    made.extend(data_problems(&study, &NoEvents)?);
    Ok((made, exhausted))
}

/// Gives a variant a number of items of its own.
fn limit(study: &mut Study, variant: &str, items: u32) -> Result<()> {
    let (name, own) = variant.split_once('/').unwrap_or((variant, ""));
    let known = Family::named(name)?.variants;
    let mut families = Vec::new();
    for mut family in std::mem::take(&mut study.families) {
        let variants = match family.variants.as_slice() {
            [] => known.iter().map(|variant| variant.name.to_owned()).collect(),
            listed => listed.to_vec(),
        };
        if family.name == name && family.data.is_none() && variants.iter().any(|one| one == own) {
            let limited = FamilyPlan { variants: vec![own.to_owned()], n: items, ..family.clone() };
            family.variants = variants.into_iter().filter(|one| one != own).collect();
            if !family.variants.is_empty() {
                families.push(family);
            }
            families.push(limited);
        } else {
            families.push(family);
        }
    }
    study.families = families;
    Ok(())
}

fn problems_of(study: &Study) -> Result<Vec<Problem>> {
    let mut problems = Plan::problems(study)?;
    problems.extend(data_problems(study, &NoEvents)?);
    Ok(problems)
}
