//! Distinguishing arbitrary objects by their places in a view.

use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomBody, AtomId, Lexicon, ObjectId, TermId, TermKind};
use crate::limits::Budget;
use crate::row;
use crate::weight::Weight;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A colour for each arbitrary object. It depends on the object's places, and on names other than
/// those of objects.
#[derive(Debug, Clone)]
pub(crate) struct Colouring {
    /// Sorted by colour.
    colours: SmallVec<[(u64, ObjectId); 8]>,
}

fn mix(parts: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    let hash = hasher.finish();
    // A multiply leaves low bits weak; sums of colours need them strong.
    (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ hash >> 32
}

impl Colouring {
    /// By place in the quantifier prefix alone.
    pub(crate) fn new(view: &InternedView, lexicon: &Lexicon) -> Colouring {
        let _ = lexicon;
        let mut colours = SmallVec::new();
        for (place, (kind, block)) in view.relation.blocks().enumerate() {
            for object in block.iter() {
                colours.push((mix(&(place, kind)), ObjectId(object)));
            }
        }
        let mut colouring = Colouring { colours };
        colouring.sort();
        colouring
    }

    fn sort(&mut self) {
        self.colours.sort_unstable_by_key(|entry| entry.0);
    }

    pub(crate) fn colour(&self, object: ObjectId) -> u64 {
        self.colours.iter().find(|entry| entry.1 == object).map_or(0, |entry| entry.0)
    }

    /// The colours that occur, as often as they occur, in order.
    pub(super) fn classes(&self) -> SmallVec<[u64; 8]> {
        self.colours.iter().map(|entry| entry.0).collect()
    }

    fn count(&self) -> usize {
        1 + self.colours.windows(2).filter(|pair| pair[0].0 != pair[1].0).count()
    }

    /// The first colour that several objects share.
    pub(super) fn first_shared(&self) -> Option<u64> {
        self.colours.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0].0)
    }

    pub(super) fn members(&self, class: u64) -> impl Iterator<Item = ObjectId> + '_ {
        self.colours.iter().filter(move |entry| entry.0 == class).map(|entry| entry.1)
    }

    /// The objects in the order of their colours.
    pub(super) fn in_order(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.colours.iter().map(|entry| entry.1)
    }

    /// Gives one object a colour of its own.
    pub(super) fn single_out(&mut self, object: ObjectId) {
        for entry in self.colours.iter_mut().filter(|entry| entry.1 == object) {
            entry.0 = mix(&("singled out", entry.0));
        }
        self.sort();
    }

    /// Colours objects by their states, and states by the colours of their objects, until no round
    /// distinguishes more objects.
    ///
    /// # Errors
    ///
    /// [`Error::TooManySteps`].
    pub(crate) fn refine(
        &mut self,
        view: &InternedView,
        lexicon: &Lexicon,
        budget: &mut Budget,
    ) -> Result<(), Error> {
        if self.first_shared().is_none() {
            return Ok(());
        }
        let mut count = self.count();
        loop {
            let objects = self.colours.len() as u64;
            budget.spend_all(objects.saturating_mul(view.size()))?;
            self.round(view, lexicon);
            let now = self.count();
            if now <= count || self.first_shared().is_none() {
                return Ok(());
            }
            count = now;
        }
    }

    fn round(&mut self, view: &InternedView, lexicon: &Lexicon) {
        let mut sums: SmallVec<[u64; 8]> = SmallVec::from_elem(0, self.colours.len());
        let signer = Signer { view, lexicon, colouring: self };
        for (state, weight) in view.stage.iter() {
            signer.add(state, signer.weight(weight), &mut sums);
        }
        for state in view.supposition.iter() {
            signer.add(state, 1, &mut sums);
        }
        for (entry, sum) in self.colours.iter_mut().zip(sums) {
            entry.0 = mix(&(entry.0, sum));
        }
        self.sort();
    }
}

/// Hashes of parts of a view in which objects count by their colours.
struct Signer<'a> {
    view: &'a InternedView,
    lexicon: &'a Lexicon,
    colouring: &'a Colouring,
}

impl Signer<'_> {
    /// Adds to each object's sum its places in this state.
    fn add(&self, state: &[u64], context: u64, sums: &mut [u64]) {
        let atoms: SmallVec<[(AtomId, u64); 8]> =
            row::atoms(state).map(|atom| (atom, self.atom(atom, None))).collect();
        let whole = atoms.iter().fold(context, |sum, (_, sign)| sum.wrapping_add(*sign));
        let whole = mix(&whole);
        for (at, (_, object)) in self.colouring.colours.iter().enumerate() {
            for (atom, _) in &atoms {
                if self.lexicon.atom_objects(*atom).contains(object.0) {
                    let place = self.atom(*atom, Some(*object));
                    sums[at] = sums[at].wrapping_add(mix(&(whole, place)));
                }
            }
        }
    }

    /// An atom's signature; it distinguishes the places of `object` from those of objects like it.
    fn atom(&self, atom: AtomId, object: Option<ObjectId>) -> u64 {
        let body = match self.lexicon.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                let name = self.lexicon.predicate_name(predicate);
                terms.iter().fold(mix(&(name, terms.len())), |hash, term| {
                    mix(&(hash, self.term(*term, object)))
                })
            }
            AtomBody::Do(inner) => {
                inner.iter().fold(mix(&"do"), |sum, one| sum.wrapping_add(self.atom(*one, object)))
            }
        };
        let issues = self.view.issues.iter().filter(|issue| issue.atom == atom);
        let issues = issues.fold(0u64, |sum, issue| {
            let holed = self.lexicon.open_arguments(issue.open);
            let hash = holed.iter().fold(7, |hash, term| mix(&(hash, self.term(*term, object))));
            sum.wrapping_add(hash)
        });
        mix(&(body, atom.is_negated(), issues))
    }

    fn term(&self, term: TermId, special: Option<ObjectId>) -> u64 {
        if term == TermId::HOLE {
            return 3;
        }
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => {
                mix(&(self.colouring.colour(object), special == Some(object)))
            }
            TermKind::Number(_) => mix(&self.lexicon.show_term(term)),
            TermKind::Application(function) => {
                let arguments = self.lexicon.term_arguments(term);
                let name = mix(&(self.lexicon.function_name(function), arguments.len()));
                if self.lexicon.is_unordered(function) {
                    return mix(&arguments.iter().fold(name, |sum, argument| {
                        sum.wrapping_add(self.term(*argument, special))
                    }));
                }
                arguments
                    .iter()
                    .fold(name, |hash, argument| mix(&(hash, self.term(*argument, special))))
            }
        }
    }

    fn weight(&self, weight: &Weight) -> u64 {
        let part = |terms: &[TermId]| {
            terms.iter().fold(0u64, |sum, term| sum.wrapping_add(self.term(*term, None)))
        };
        if weight.is_null() {
            return 0;
        }
        mix(&(part(&weight.multiplicative), part(&weight.additive)))
    }
}
