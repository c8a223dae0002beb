//! The issue matches that an operation uses, in order of names, or of places if the order makes a
//! difference.

use crate::bits::Bits;
use crate::engine::Engine;
use crate::equivalence::Colouring;
use crate::interned::InternedView;
use crate::issue::Match;
use crate::lexicon::{ObjectId, TermId};
use smallvec::SmallVec;

/// An arbitrary object and the term that may take its place.
pub(crate) type Binding = (ObjectId, TermId);

pub(crate) type Bindings = SmallVec<[Binding; 4]>;

impl Engine {
    /// The matches whose `object` side is one of `objects`, sorted by name.
    pub(crate) fn bindings(
        &self,
        matches: &[Match],
        object: fn(&Match) -> TermId,
        term: fn(&Match) -> TermId,
        objects: &Bits,
    ) -> Bindings {
        let mut found: Bindings = matches
            .iter()
            .filter_map(|one| Some((self.lexicon.as_object(object(one))?, term(one))))
            .filter(|(object, _)| objects.contains(object.0))
            .collect();
        if found.len() > 1 {
            found.sort_unstable_by(|(a, s), (b, t)| {
                let names = self.lexicon.object_name(*a).cmp(self.lexicon.object_name(*b));
                names.then_with(|| self.lexicon.compare_terms(*s, *t))
            });
        }
        found
    }
}

impl Engine {
    /// Sorts bindings of objects of a view with weights to terms of another by their places, and by
    /// names if places are the same. Products of stages with weights depend on the order of their
    /// factors, and names must make no difference.
    pub(crate) fn put_in_order_of_places(
        &self,
        bindings: &mut Bindings,
        view: &InternedView,
        other: &InternedView,
    ) {
        if bindings.len() < 2 || !(view.stage.is_weighted() || other.stage.is_weighted()) {
            return;
        }
        let colours = [view, other].map(|view| {
            let mut colours = Colouring::new(view, &self.lexicon);
            // Colours that are not refined to the end distinguish fewer objects, but none wrongly.
            let _ = colours.refine(view, &self.lexicon, &mut self.limits.budget());
            colours
        });
        let [ours, theirs] = &colours;
        bindings.sort_by_cached_key(|(object, term)| {
            let term = self.lexicon.as_object(*term).map(|object| theirs.colour(object));
            (ours.colour(*object), term)
        });
    }

    /// Does some premise speak of all without any two premises having something at issue at the
    /// same place? Then it is applied to nothing, which is rarely what was meant.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let all = engine.read("Ax {Mortal(x)}^{Man(x*)}")?;
    /// let plain = engine.read("{Man(socrates())}")?;
    /// let about = engine.read("{Man(socrates()*)}")?;
    /// assert!(engine.lacks_common_issue(&[all.clone(), plain]));
    /// assert!(!engine.lacks_common_issue(&[all, about]));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn lacks_common_issue(&self, premises: &[InternedView]) -> bool {
        let shared = premises.iter().enumerate().any(|(at, one)| {
            premises[at + 1..].iter().any(|other| !one.issues.matches(&other.issues).is_empty())
        });
        premises.len() > 1 && !shared && premises.iter().any(|p| p.relation.has_universals())
    }
}

/// The external view's side of a match.
pub(crate) fn external(one: &Match) -> TermId {
    one.0
}

/// The internal view's side of a match.
pub(crate) fn internal(one: &Match) -> TermId {
    one.1
}
