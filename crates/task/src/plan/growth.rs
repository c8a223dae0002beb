//! Growth: the plan of a large study, whose first items exist while the others are made.

use super::blueprint::{Blueprint, item_makers};
use super::{Plan, PlanError, Question};
use crate::Families;
use crate::families::ItemMaker;
use peirast_record::{Problem, Study};
use std::sync::Arc;

/// Number of items made together: so few that memory stays small.
const STRETCH: u32 = 144;

/// A part of a plan.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// Its problems.
    pub problems: Arc<Vec<Problem>>,
    /// The questions about them; indexes refer to this list.
    pub questions: Vec<Question>,
}

/// The missing rest of a plan of the first items.
///
/// Item 17 does not depend on the number of items, so a study can be asked from its beginning while
/// its end is made, and only one part of it need be in memory. The plan and its further parts
/// together are the plan of the whole study.
#[derive(Debug)]
pub struct Growth {
    study: Study,
    /// The problems of the plan of the first items.
    begun: Arc<Vec<Problem>>,
    item_makers: Vec<ItemMaker>,
}

impl Plan {
    /// Returns the plan of the first items of each variant, and the maker of the others. `None` if
    /// no variant has more, if the items of some variant are made all together, or if the first
    /// ones do not determine enough about the others: then [`Plan::new`] makes the plan, or reports
    /// the error in the study.
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
        // Only the complete list shows if an example of a strategy is itself asked.
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
    /// Returns the largest ratio, over the variants, of the number of all items to the number of
    /// first ones.
    pub fn factor(&self) -> f64 {
        let factor = |one: &ItemMaker| f64::from(one.wanted()) / f64::from(one.made().max(1));
        self.item_makers.iter().map(factor).fold(1.0, f64::max)
    }

    /// Returns the ratio of the number of all items to the number of first ones, over all variants
    /// together.
    pub fn factor_on_average(&self) -> f64 {
        let sum =
            |of: fn(&ItemMaker) -> u32| self.item_makers.iter().map(of).map(f64::from).sum::<f64>();
        sum(ItemMaker::wanted) / sum(ItemMaker::made).max(1.0)
    }

    /// Makes and checks the rest of the plan, and passes it on in parts.
    ///
    /// # Errors
    /// The first inconsistency, and errors of `take`.
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
