//! Equality up to the names of arbitrary objects, and canonical names.
//!
//! PyETR tries every bijection, `n_E! · n_U!` of them. Here objects are distinguished by their
//! places, in rounds (colour refinement): objects at different places can never correspond, and
//! only objects that no round distinguishes leave anything to try.

mod canonical;
mod colours;

use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{ObjectId, Substitution, TermId};
use crate::limits::Budget;
use crate::view::View;
pub(crate) use colours::Colouring;
use smallvec::SmallVec;

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
        let ways = ways_to_correspond(one);
        let mut budget = self.limits.budget();
        if ways <= FEW_WAYS {
            // Never more steps than colouring takes, and none if there is no choice.
            budget.spend_all(ways / 2 * (one.size() + two.size()))?;
            let mut places = SmallVec::<[Place<'_>; 3]>::new();
            for ((_, ours), (_, theirs)) in one.relation.blocks().zip(two.relation.blocks()) {
                for our in ours.iter() {
                    places.push((self.lexicon.object_term(ObjectId(our)), theirs));
                }
            }
            return self.correspond_as(one, two, &places, &Substitution::default());
        }
        let ours = Colouring::new(one, &self.lexicon);
        let theirs = Colouring::new(two, &self.lexicon);
        self.correspond(one, two, ours, theirs, &mut budget)
    }

    /// Do objects correspond in some way that goes on like this? To distinguish a few by their
    /// places takes longer than to try.
    fn correspond_as(
        &mut self,
        one: &InternedView,
        two: &InternedView,
        places: &[Place<'_>],
        by: &Substitution,
    ) -> Result<bool, Error> {
        let Some(((our, theirs), rest)) = places.split_first() else {
            return self.becomes(two, by, one);
        };
        for their in theirs.iter().filter(|their| !by.domain().contains(*their)) {
            let mut longer = by.clone();
            longer.add(ObjectId(their), *our);
            if self.correspond_as(one, two, rest, &longer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does a view become another of as many states if its objects are renamed so?
    fn becomes(
        &mut self,
        view: &InternedView,
        by: &Substitution,
        other: &InternedView,
    ) -> Result<bool, Error> {
        let others = other.stage.states();
        let renamed = |state| self.lexicon.find_row(state, by, others.width());
        let mut states = view.stage.states().iter();
        if !states.all(|state| renamed(state).is_some_and(|state| others.find(&state).is_some())) {
            return Ok(false);
        }
        let is_all = is_stage_alone(view) && is_stage_alone(other);
        Ok(is_all || self.renamed(view, by)?.same(other))
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

/// A name of ours, and the block of theirs that holds its counterpart.
type Place<'a> = (TermId, &'a Bits);

/// Up to this number of ways, all are tried.
const FEW_WAYS: u64 = 6;

/// The bijections between the objects of this view and of another of the same shape.
fn ways_to_correspond(view: &InternedView) -> u64 {
    let orders = |objects: usize| (1..=objects as u64).fold(1, u64::saturating_mul);
    view.relation.shape().map(orders).fold(1, u64::saturating_mul)
}

/// Is there nothing to a view but alternatives and quantifiers?
fn is_stage_alone(view: &InternedView) -> bool {
    view.issues.is_empty() && view.supposition.is_verum() && !view.stage.is_weighted()
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

#[cfg(test)]
mod tests {
    use crate::View;

    #[test]
    fn every_part_of_a_view_counts() {
        let view: View = "Ex Ey {1=* P(x*)Q(y)R(x,y), S(y)}^{T(x)}".parse().unwrap();
        for (other, equal) in [
            ("Eb Ea {1=* P(a*)Q(b)R(a,b), S(b)}^{T(a)}", true),
            ("Ea Eb {1=* P(a*)Q(b)R(a,b), S(b)}^{T(b)}", false),
            ("Ea Eb {1=* P(a*)Q(b)R(a,b), S(b)}", false),
            ("Ea Eb {1=* P(a*)Q(b)R(a,b), S(a)}^{T(a)}", false),
            ("Ea Eb {2=* P(a*)Q(b)R(a,b), S(b)}^{T(a)}", false),
            ("Ea Eb {P(a*)Q(b)R(a,b), 1=* S(b)}^{T(a)}", false),
            ("Ea Eb {1=* P(a)Q(b*)R(a,b), S(b)}^{T(a)}", false),
            ("Ea Eb {1=* P(a*)Q(b)R(b,a), S(b)}^{T(a)}", false),
            ("Aa Eb {1=* P(a*)Q(b)R(a,b), S(b)}^{T(a)}", false),
        ] {
            let other: View = other.parse().unwrap();
            assert_eq!(view.equivalent(&other).unwrap(), equal, "{other}");
            assert_eq!(other.equivalent(&view).unwrap(), equal, "{other}");
        }
        let (given, plain): (View, View) =
            ("Ex {P(x)}^{Q()}".parse().unwrap(), "Ey {P(y)}".parse().unwrap());
        assert!(!given.equivalent(&plain).unwrap() && !plain.equivalent(&given).unwrap());
    }
}
