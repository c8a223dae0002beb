//! Growth: the plan of a large study, of which the first items are there while the others are made.

use super::blueprint::{Blueprint, item_makers};
use super::{Plan, PlanError, Question};
use crate::Families;
use crate::families::ItemMaker;
use peirast_record::{Problem, Study};
use std::sync::Arc;

/// Items that are made together: few enough that there is always little in memory.
const STRETCH: u32 = 144;

/// A part of a plan.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// Its problems.
    pub problems: Arc<Vec<Problem>>,
    /// What is asked of them; places are those in this list.
    pub questions: Vec<Question>,
}

/// What a plan of the first items still lacks.
///
/// Item 17 is the same however many are made, so that a study can be asked from its beginning while its
/// end is made, and no more than a stretch of it need be in memory. The plan and its stretches together
/// are the plan of the whole study.
#[derive(Debug)]
pub struct Growth {
    study: Study,
    /// The problems of the plan that it began with.
    begun: Arc<Vec<Problem>>,
    item_makers: Vec<ItemMaker>,
}

impl Plan {
    /// The plan of the first items of each variant, and what makes the others. None if no variant has
    /// more, if the items of some variant are made all together, or if the first ones say too little of
    /// the others: then [`Plan::new`] makes the plan, or says what is wrong with the study.
    ///
    /// ```
    /// use peirast_task::{Plan, PlanError, Stretch, built_in_study};
    /// let mut study = built_in_study("token-bias").expect("it is built in")?;
    /// study.families.iter_mut().for_each(|family| family.n = 100);
    /// let (plan, growth) = Plan::begun(&study, 30).expect("70 items more");
    /// let mut problems = plan.problems.len();
    /// growth.each(|stretch: Stretch| -> Result<(), PlanError> {
    ///     problems += stretch.problems.len();
    ///     Ok(())
    /// })?;
    /// assert_eq!(problems, Plan::new(&study)?.problems.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begun(study: &Study, first: u32) -> Option<(Self, Growth)> {
        // Whether an example of a strategy is asked is known only when everything is made.
        let has_data = study.families.iter().any(|family| family.data.is_some());
        if has_data
            || study.check().is_err()
            || study.strategies.iter().any(|one| !one.examples.is_empty())
        {
            return None;
        }
        let families = Families::built_in();
        let mut item_makers = item_makers(study, &families).ok()??;
        let mut problems = Vec::new();
        for item_maker in &mut item_makers {
            let made = item_maker.up_to(item_maker.wanted().min(first)).ok()?;
            if made.is_empty() {
                return None;
            }
            problems.extend(made);
        }
        if item_makers.iter().all(ItemMaker::is_done) {
            return None;
        }
        let begun = Arc::new(problems);
        let plan = Self::from_blueprint(Blueprint::new(study, &families).ok()?, Arc::clone(&begun))
            .ok()?;
        Some((plan, Growth { study: study.clone(), begun, item_makers }))
    }
}

impl Growth {
    /// How many times as many items there are in all as there were at first, where that is most.
    pub fn factor(&self) -> f64 {
        let factor = |one: &ItemMaker| f64::from(one.wanted()) / f64::from(one.made().max(1));
        self.item_makers.iter().map(factor).fold(1.0, f64::max)
    }

    /// How many times as many items there are in all, of all variants together, as there were at first.
    pub fn factor_on_average(&self) -> f64 {
        let sum =
            |of: fn(&ItemMaker) -> u32| self.item_makers.iter().map(of).map(f64::from).sum::<f64>();
        sum(ItemMaker::wanted) / sum(ItemMaker::made).max(1.0)
    }

    /// Makes and checks the rest of the plan, and gives it away a stretch after the other.
    ///
    /// # Errors
    /// The first thing that does not fit, and what `take` answers.
    pub fn each<E: From<PlanError>>(
        self,
        mut take: impl FnMut(Stretch) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut blueprint = Blueprint::new(&self.study, &Families::built_in())?;
        blueprint.take(&self.begun)?;
        for mut item_maker in self.item_makers {
            while !item_maker.is_done() {
                let end = item_maker.wanted().min(item_maker.made().saturating_add(STRETCH));
                let problems = Arc::new(item_maker.up_to(end).map_err(PlanError::from)?);
                let questions = blueprint.take(&problems)?;
                take(Stretch { problems, questions })?;
            }
        }
        Ok(())
    }
}
