//! A study looked over before it is run: what it asks, and what the surface of its problems gives
//! away.

use crate::data::{data_problems, has_data};
use crate::error::{Result, bail};
use crate::event::NoEvents;
use crate::grade::Grader;
use crate::item_count::{ItemCount, replace_counts};
use crate::load::check_study;
use crate::subjects;
use crate::votes::{self, Repetition};
use peirast_artefact::{Design, examine};
use peirast_record::{Problem, Study};
use peirast_task::Plan;
use serde::Serialize;
use std::ops::RangeInclusive;

/// The numbers of items in which surface cues are looked for.
const ITEMS: RangeInclusive<u32> = 5..=20_000;

/// What a study asks, and what guessers that do not reason could get right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedStudy {
    /// Its id.
    pub study: String,
    /// Its hash.
    pub study_hash: String,
    /// Problems.
    pub problems: usize,
    /// The fewest and the most questions that a subject is asked, repetitions among them.
    pub questions: (u64, u64),
    /// Hypotheses.
    pub hypotheses: usize,
    /// Comparisons of matched pairs.
    pub comparisons: usize,
    /// What may surprise in its own strategies, a sentence each.
    pub doubts: Vec<String>,
    /// What the surface of its problems gives away, by family and task.
    pub artefacts: Vec<Design>,
}

impl CheckedStudy {
    /// Checks a study whole: its document, its subjects, its problems, that every pair varies one
    /// factor, and what the surface of its problems gives away. For that, numbers of items may be given
    /// in place of the study's own, 5 to 20,000 each.
    ///
    /// # Errors
    /// The first thing that does not fit.
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
                    bail!(Study, "--n: {} items, where {least} to {most} can be looked at", out.n);
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
            questions: questions(study, plan.questions.len() as u64)?,
            hypotheses: study.hypotheses.len(),
            comparisons: plan.contrasts.len(),
            doubts: votes::doubtful_examples(study),
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

/// The fewest and the most questions, where each is asked at every temperature and repeated.
fn questions(study: &Study, each: u64) -> Result<(u64, u64)> {
    let asking = Repetition::for_study(study)?;
    let single = [study.sampling.temperature];
    let several: Vec<Option<f64>> = study.temperatures.iter().map(|t| Some(*t)).collect();
    let temperatures = if several.is_empty() { single.as_slice() } else { several.as_slice() };
    let bounds = || temperatures.iter().map(|temperature| asking.bounds(*temperature));
    let least: u64 = bounds().map(|(least, _)| u64::from(least)).sum();
    let most: u64 = bounds().map(|(_, most)| u64::from(most)).sum();
    Ok((each * least, each * most))
}
