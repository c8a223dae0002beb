//! A blueprint: the problems, questions and comparisons of a study from which a plan is made.

use super::comparison::Comparison;
use super::known::VariantLevels;
use super::{PlanError, Question};
use crate::families::{ItemMaker, check_count};
use crate::temperature::at_each_temperature;
use crate::{Asker, Design, Families, Family, Protocols, strategies, template};
use peirast_record::{Ask, Contrast, FamilyPlan, Problem, Study, StudyError};
use std::collections::{BTreeMap, BTreeSet};

/// A study from which a plan is made.
#[derive(Debug)]
pub(super) struct Blueprint<'s> {
    study: &'s Study,
    protocols: Protocols,
    asker: Asker,
    comparisons: Vec<Comparison<'s>>,
    known: VariantLevels,
}

impl<'s> Blueprint<'s> {
    /// Creates the blueprint of a study.
    ///
    /// # Errors
    /// An inconsistency that does not depend on the problems.
    pub(super) fn new(study: &'s Study, families: &Families) -> Result<Self, PlanError> {
        study.check()?;
        let protocols = Protocols::new(study);
        let mut comparisons = Vec::new();
        for hypothesis in &study.hypotheses {
            hypothesis.check()?;
            for name in &hypothesis.protocols {
                comparisons.push(Comparison::new(&protocols, hypothesis, name)?);
            }
        }
        let all = protocols.all();
        let compared = comparisons.iter().flat_map(Comparison::arms).map(|arm| &all[arm]);
        let listed = if study.ask == Ask::All { all } else { &[] };
        let asker = Asker::under(&design(study), families, compared.chain(listed))?;
        Ok(Self { study, protocols, asker, comparisons, known: VariantLevels::default() })
    }

    fn check_given(&self) -> Result<(), PlanError> {
        self.study.hypotheses.iter().try_for_each(|one| self.known.check_given(one))
    }

    /// Adds problems of the study. Returns the questions about them.
    ///
    /// # Errors
    /// The first inconsistency.
    pub(super) fn take(&mut self, problems: &[Problem]) -> Result<Vec<Question>, PlanError> {
        let variants = self.known.note(problems);
        // A misspelled `where` selects too much, so it is checked before the selection.
        self.check_given()?;
        strategies::check(self.study, problems)?;
        let mut asked = BTreeSet::new();
        for comparison in &mut self.comparisons {
            for variant in &variants {
                let (known, protocols) = (&self.known, &self.protocols);
                comparison.take(problems, *variant, known, protocols, &self.asker, &mut asked)?;
            }
        }
        let all = self.protocols.all();
        let in_full = if self.study.ask == Ask::All { 0..all.len() } else { self.protocols.own() };
        asked.extend((0..problems.len()).flat_map(|problem| {
            in_full.clone().map(move |protocol| Question { problem, protocol })
        }));
        asked.retain(|question| {
            let strategy = all[question.protocol].strategy.as_ref();
            let problem = &problems[question.problem];
            strategy.is_none_or(|one| template::is_for(one, problem))
                && self.asker.can_ask(problem, &all[question.protocol])
        });
        Ok(interleaved(problems, asked))
    }

    /// Returns every comparison, in order of hypothesis and protocol.
    ///
    /// # Errors
    /// A comparison without pairs among the problems so far.
    pub(super) fn contrasts(&self) -> Result<Vec<Contrast>, PlanError> {
        let contrasts =
            self.comparisons.iter().map(|one| one.contrast(&self.protocols, &self.known));
        let contrasts = contrasts.collect::<Result<Vec<_>, _>>()?;
        Ok(match self.study.temperatures.as_slice() {
            [] => contrasts,
            temperatures => at_each_temperature(&contrasts, temperatures),
        })
    }

    /// Returns its protocols, and the renderer of its questions.
    pub(super) fn into_parts(self) -> (Protocols, Asker) {
        (self.protocols, self.asker)
    }
}

/// Questions in the order of asking: about the first item of every family and variant, then about
/// the second ones, and so on, so that a run that is interrupted has whole pairs of each.
fn interleaved(problems: &[Problem], asked: BTreeSet<Question>) -> Vec<Question> {
    let mut questions: Vec<Question> = asked.into_iter().collect();
    let mut groups: BTreeMap<(&str, &str), BTreeMap<&str, usize>> = BTreeMap::new();
    let mut places = Vec::with_capacity(problems.len());
    for problem in problems {
        let items = groups.entry((&problem.family, &problem.variant)).or_default();
        let next = items.len();
        places.push(*items.entry(&problem.item).or_insert(next));
    }
    // The items of a single group are in order already.
    if groups.len() > 1 {
        questions.sort_by_key(|question| places[question.problem]);
    }
    questions
}

/// Makes the problems of a study by its families.
pub(super) fn make_problems(study: &Study, families: &Families) -> Result<Vec<Problem>, PlanError> {
    let mut all = Vec::new();
    for (family, variant, plan) in wanted(study, families)? {
        all.extend(family.make_versions(&design(study), &variant, plan.n, &plan.versions)?);
    }
    Ok(all)
}

/// Returns the makers of the items of a study's variants; `None` if some variant's items are made
/// all together.
pub(super) fn item_makers(
    study: &Study,
    families: &Families,
) -> Result<Option<Vec<ItemMaker>>, PlanError> {
    let item_maker = |(family, variant, plan): WantedItems<'_>| {
        family.item_maker(&design(study), &variant, plan.n, &plan.versions)
    };
    let item_makers: Vec<Option<ItemMaker>> =
        wanted(study, families)?.into_iter().map(item_maker).collect::<Result<_, _>>()?;
    Ok(item_makers.into_iter().collect())
}

fn design(study: &Study) -> Design {
    Design { seed: study.seed, profile: study.profile }
}

/// Returns a variant that occurs twice in a study: in two entries, or twice in one; entries by
/// their indexes.
fn made_twice(family: &str, variant: &str, [one, other]: [usize; 2]) -> StudyError {
    let what = match one == other {
        true => format!("variant `{variant}` is listed twice: list it once"),
        false => format!(
            "[[family]] {} and {} both have the variant `{variant}`: name the variants of each, so \
             that no two entries share one; pair keys must be unique",
            one + 1,
            other + 1
        ),
    };
    StudyError::Value { field: format!("family `{family}`"), what }
}

/// A requested variant of a study, with its number of items.
type WantedItems<'s> = (&'static Family, String, &'s FamilyPlan);

/// Returns the requested variants of a study, in order.
fn wanted<'s>(study: &'s Study, families: &Families) -> Result<Vec<WantedItems<'s>>, PlanError> {
    let mut wanted = Vec::new();
    let mut listed = BTreeMap::new();
    let made = study.families.iter().enumerate().filter(|(_, plan)| plan.data.is_none());
    for (at, plan) in made {
        let family = families.named(&plan.name)?;
        let all = || family.variants.iter().map(|v| v.name.to_owned()).collect();
        let variants = if plan.variants.is_empty() { all() } else { plan.variants.clone() };
        for variant in variants {
            if let Some(other) = listed.insert((family.name, variant.clone()), at) {
                return Err(made_twice(&plan.name, &variant, [other, at]).into());
            }
            wanted.push((family, variant, plan));
        }
    }
    check_count(wanted.iter().map(|(_, _, plan)| u64::from(plan.n)).sum())?;
    Ok(wanted)
}
