//! Equality up to the names of arbitrary objects, and canonical names.
//!
//! PyETR tries every bijection, `n_E! · n_U!` of them. Here objects are told apart by where they
//! stand, in rounds (colour refinement): objects that stand in different places can never
//! correspond, and only among those that no round tells apart is there anything to try.

mod canonical;
mod colours;

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{ObjectId, Substitution};
use crate::limits::Budget;
use crate::view::View;
use colours::Colouring;

impl Engine {
    /// Are two views equal up to a bijection of their arbitrary objects that keeps kind and
    /// dependencies?
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let one = engine.read("Ax Ey {Loves(x*,y)}")?;
    /// let two = engine.read("Au Ev {Loves(u*,v)}")?;
    /// let other = engine.read("Ev Au {Loves(u*,v)}")?;
    /// assert!(engine.equivalent(&one, &two)?);
    /// assert!(!engine.equivalent(&one, &other)?);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooManySteps`] for views made so that their objects can hardly be told apart.
    pub fn equivalent(&mut self, one: &InternedView, two: &InternedView) -> Result<bool, Error> {
        if one.same(two) {
            return Ok(true);
        }
        if self.replacement_always_matters() {
            let two = self.renamed(two, &Substitution::default())?;
            return Ok(one.same(&two) || self.equal_renamed(one, &two)?);
        }
        self.equal_renamed(one, two)
    }

    /// The same of views that differ.
    fn equal_renamed(&mut self, one: &InternedView, two: &InternedView) -> Result<bool, Error> {
        if one.relation.is_empty() || !alike(one, two) {
            return Ok(false);
        }
        let ours = Colouring::of(one, &self.lexicon);
        let theirs = Colouring::of(two, &self.lexicon);
        let mut budget = self.limits.budget();
        self.correspond(one, two, ours, theirs, &mut budget)
    }

    /// Do some objects with equal colours correspond? Where several share a colour, one of ours is
    /// singled out and each of theirs tried in turn.
    fn correspond(
        &mut self,
        one: &InternedView,
        two: &InternedView,
        mut ours: Colouring,
        mut theirs: Colouring,
        budget: &mut Budget,
    ) -> Result<bool, Error> {
        ours.refine(one, &self.lexicon, budget)?;
        theirs.refine(two, &self.lexicon, budget)?;
        if ours.classes() != theirs.classes() {
            return Ok(false);
        }
        let Some(class) = ours.first_shared() else {
            let mut by = Substitution::default();
            for (our, their) in ours.in_order().zip(theirs.in_order()) {
                by.add(their, self.lexicon.object_term(our));
            }
            return Ok(self.renamed(two, &by)?.same(one));
        };
        let members: Vec<ObjectId> = theirs.members(class).collect();
        let Some(ours_first) = ours.members(class).next() else { return Ok(false) };
        for member in members {
            let (mut one_more, mut other_more) = (ours.clone(), theirs.clone());
            one_more.single_out(ours_first);
            other_more.single_out(member);
            if self.correspond(one, two, one_more, other_more, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Equal in everything that can be counted at a glance?
fn alike(one: &InternedView, two: &InternedView) -> bool {
    one.stage.len() == two.stage.len()
        && one.supposition.len() == two.supposition.len()
        && one.issues.len() == two.issues.len()
        && one.stage.is_weighted() == two.stage.is_weighted()
        && one.relation.shape().eq(two.relation.shape())
}

impl View {
    /// Do two views say the same of objects that may be called differently?
    ///
    /// Equal up to a bijection of arbitrary objects that keeps kind and dependencies. Definition
    /// 36 counts conclusions no finer.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let one: View = "Ax Ey {Loves(x,y)}".parse()?;
    /// assert!(one.equivalent(&"Au Ev {Loves(u,v)}".parse()?)?);
    /// assert!(!one.equivalent(&"Ev Au {Loves(u,v)}".parse()?)?); // all love the same one
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// PyETR 1.0.0 refuses views with more than nine objects of a kind, and its renaming drops the
    /// sign of negated do-atoms, so that its answer may depend on which view comes first.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn equivalent(&self, other: &View) -> Result<bool, Error> {
        View::ask(&[self, other], |engine, views| engine.equivalent(&views[0], &views[1]))
    }
}
