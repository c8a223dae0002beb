//! Canonical names: views that differ in names alone become equal.

use super::colours::Colouring;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{ObjectId, Substitution};
use crate::limits::Budget;

/// The elementary steps that the renaming of an atom costs.
const COST: u64 = 20;

impl Engine {
    /// The view with its arbitrary objects renamed a, b, c, ... in an order that depends on their
    /// places and not on their names: two views are [equivalent](Engine::equivalent) exactly if
    /// their canonical forms are equal.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let one = engine.read("Ax Ey {Loves(x*,y), Loves(y,x)}")?;
    /// let two = engine.read("Aq Ep {Loves(p,q), Loves(q*,p)}")?;
    /// let (one, two) = (engine.canonical(&one)?, engine.canonical(&two)?);
    /// assert_eq!(engine.show(&one), engine.show(&two));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// Objects that nothing tells apart are tried in turn, and those that can change places
    /// without changing the view only once; views made so that this takes long do not arise from
    /// reasoning, and are given up on at the limit of steps.
    ///
    /// # Errors
    ///
    /// [`Error::TooManySteps`].
    pub fn canonical(&mut self, view: &InternedView) -> Result<InternedView, Error> {
        if view.relation.is_empty() {
            return Ok(view.clone());
        }
        let colouring = Colouring::new(view, &self.lexicon);
        let mut budget = self.limits.budget();
        let (_, view) = self.least(view, colouring, &mut budget)?;
        Ok(view)
    }

    /// The way to finish a colouring whose view reads first.
    fn least(
        &mut self,
        view: &InternedView,
        mut colouring: Colouring,
        budget: &mut Budget,
    ) -> Result<(String, InternedView), Error> {
        colouring.refine(view, &self.lexicon, budget)?;
        let Some(class) = colouring.first_shared() else {
            let named = self.named_in_order(view, &colouring)?;
            return Ok((self.show(&named), named));
        };
        let members: Vec<ObjectId> = colouring.members(class).collect();
        let mut tried: Vec<ObjectId> = Vec::new();
        let mut least: Option<(String, InternedView)> = None;
        for member in members {
            if self.interchangeable_with_any(view, member, &tried, budget)? {
                continue;
            }
            tried.push(member);
            let mut finer = colouring.clone();
            finer.single_out(member);
            let candidate = self.least(view, finer, budget)?;
            if least.as_ref().is_none_or(|least| candidate.0 < least.0) {
                least = Some(candidate);
            }
        }
        Ok(least.unwrap_or_else(|| (self.show(view), view.clone())))
    }

    /// Does the view stay the same if two objects change places?
    fn interchangeable_with_any(
        &mut self,
        view: &InternedView,
        object: ObjectId,
        others: &[ObjectId],
        budget: &mut Budget,
    ) -> Result<bool, Error> {
        for other in others {
            budget.spend_all(COST * view.size())?;
            let mut swap = Substitution::default();
            swap.add(object, self.lexicon.object_term(*other));
            swap.add(*other, self.lexicon.object_term(object));
            if self.renamed(view, &swap)?.same(view) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn named_in_order(
        &mut self,
        view: &InternedView,
        colouring: &Colouring,
    ) -> Result<InternedView, Error> {
        let mut by = Substitution::default();
        for (place, object) in colouring.in_order().enumerate() {
            let name = self.lexicon.novel_object(place);
            by.add(object, self.lexicon.object_term(name));
        }
        self.renamed(view, &by)
    }
}
