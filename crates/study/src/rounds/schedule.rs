//! The schedule of a sequential test: the trials of each step, and their comparisons.

use crate::error::{Context as _, Result, bail};
use crate::grade;
use crate::plan::QuestionSet;
use peirast_record::{Contrast, Factors, Study, Trial};
use peirast_report::{Course, Evidence, Outcomes, follow, step_of};
use peirast_task::Plan;
use std::collections::{BTreeMap, BTreeSet};

/// The trials of each step of a sequential test, and their comparisons.
pub(crate) struct Schedule {
    pub(super) block: u32,
    pub(super) contrasts: Vec<Contrast>,
    /// Planned pairs by step, for each comparison.
    planned: Vec<BTreeMap<u64, u64>>,
    /// Step and comparisons of each trial of a subject, in order of trials.
    pub(super) trials: Vec<(u64, Vec<usize>)>,
    pub(super) last: u64,
}

impl Schedule {
    /// Creates the schedule of a study. Questions that no hypothesis compares are in no step.
    pub(crate) fn new(
        block: u32,
        study: &Study,
        plan: &Plan,
        questions: &QuestionSet,
    ) -> Result<Self> {
        let none: &[Trial] = &[];
        let trials = questions.subjects.first().map_or(none, |(_, trials)| trials.as_slice());
        let mut by_levels: BTreeMap<Factors, Vec<usize>> = BTreeMap::new();
        let mut steps = Vec::with_capacity(trials.len());
        let mut items: Vec<&str> = Vec::with_capacity(trials.len());
        for (at, trial) in trials.iter().enumerate() {
            let problem = questions.problems.get(&trial.problem).context("a trial of a problem")?;
            let by_temperature = !study.temperatures.is_empty();
            let levels = grade::levels(&plan.protocols, problem, trial, by_temperature)?;
            let Some(step) = step_of(&problem.item, block) else {
                bail!(
                    Study,
                    "--sequential asks items in the order of their numbers, and item `{}` has none",
                    problem.item
                );
            };
            by_levels.entry(levels).or_default().push(at);
            steps.push((step, Vec::new()));
            items.push(&problem.item);
        }
        let mut schedule = Self {
            block,
            contrasts: plan.contrasts.clone(),
            planned: Vec::new(),
            last: steps.iter().map(|(step, _)| *step).max().unwrap_or(0),
            trials: steps,
        };
        for (number, contrast) in plan.contrasts.iter().enumerate() {
            let planned = schedule.place(number, contrast, &by_levels, &items);
            schedule.planned.push(planned);
        }
        Ok(schedule)
    }

    /// Adds a comparison to the trials that it needs; returns its pairs by step.
    fn place(
        &mut self,
        number: usize,
        contrast: &Contrast,
        by_levels: &BTreeMap<Factors, Vec<usize>>,
        items: &[&str],
    ) -> BTreeMap<u64, u64> {
        let mut planned = BTreeMap::new();
        for unit in &contrast.units {
            let trials = |wanted: &Factors| -> Vec<usize> {
                let levels = by_levels.iter().filter(|(levels, _)| levels.matches(wanted));
                levels.flat_map(|(_, trials)| trials.iter().copied()).collect()
            };
            let (original, perturbed) = (trials(&unit.original), trials(&unit.perturbed));
            let named = |trials: &[usize]| -> BTreeSet<&str> {
                trials.iter().map(|at| items[*at]).collect()
            };
            for item in named(&original).intersection(&named(&perturbed)) {
                let step = step_of(item, self.block).unwrap_or(0);
                *planned.entry(step).or_default() += 1;
            }
            for at in original.into_iter().chain(perturbed) {
                let needed = &mut self.trials[at].1;
                if needed.last() != Some(&number) {
                    needed.push(number);
                }
            }
        }
        planned
    }

    /// Returns the trials of a step that undecided comparisons need.
    pub(super) fn step(&self, step: u64, open: &BTreeSet<usize>, trials: &[Trial]) -> Vec<Trial> {
        let wanted = |(at, needed): &(u64, Vec<usize>)| {
            *at == step && needed.iter().any(|contrast| open.contains(contrast))
        };
        let placed = self.trials.iter().zip(trials).filter(|(place, _)| wanted(place));
        placed.map(|(_, trial)| trial.clone()).collect()
    }

    /// Returns the numbers of all comparisons.
    pub(super) fn all(&self) -> BTreeSet<usize> {
        (0..self.contrasts.len()).collect()
    }

    /// Returns the number of questions that the hypotheses need in all.
    pub(super) fn size(&self) -> u64 {
        self.trials.iter().filter(|(_, needed)| !needed.is_empty()).count() as u64
    }

    /// Returns the evidence of each comparison of a subject after a step.
    pub(super) fn evidence(
        &self,
        study: &Study,
        outcomes: &Outcomes,
        subject: &str,
        step: u64,
    ) -> Result<Vec<Evidence>> {
        let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, contrast) in self.contrasts.iter().enumerate() {
            families.entry(contrast.test_family.as_str()).or_default().push(at);
        }
        let mut found: BTreeMap<usize, Evidence> = BTreeMap::new();
        for members in families.values() {
            let course = |at: &usize| -> Result<Course> {
                let contrast = &self.contrasts[*at];
                let course = Course::from_outcomes(
                    contrast,
                    outcomes,
                    subject,
                    study.treatment,
                    self.block,
                )?;
                Ok(Course { planned: self.planned[*at].clone(), ..course })
            };
            let courses: Vec<Course> = members.iter().map(course).collect::<Result<_>>()?;
            found.extend(members.iter().copied().zip(follow(&courses, study.alpha, step)?));
        }
        Ok(found.into_values().collect())
    }
}

/// Returns the comparisons that are not decided.
pub(super) fn still_open(evidence: &[Evidence]) -> BTreeSet<usize> {
    let open = |(at, one): (usize, &Evidence)| one.decided.is_none().then_some(at);
    evidence.iter().enumerate().filter_map(open).collect()
}
