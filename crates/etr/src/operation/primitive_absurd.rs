//! Primitive absurd states (definition 11): states that are impossible, independent of the meaning
//! of words.

use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::{AtomBody, AtomId, Lexicon, PredicateId, TermId, TermKind};
use crate::row;
use crate::states::States;
use crate::view::View;
use smallvec::SmallVec;

impl Engine {
    /// Is the first state of this view absurd: does it hold an atom and its negation, deny that
    /// something is itself, or tell identical things apart? See [`View::is_absurd`].
    pub fn is_absurd(&mut self, view: &crate::InternedView) -> Result<bool, Error> {
        match view.stage.states().iter().next() {
            Some(state) => self.state_is_absurd(state, &States::none()),
            None => Ok(false),
        }
    }

    /// Is a state absurd, or does it contain one of the states that are absurd besides?
    pub(crate) fn state_is_absurd(
        &mut self,
        state: &[u64],
        besides: &States,
    ) -> Result<bool, Error> {
        if contradicts_itself(state) || besides.any_within(state) {
            return Ok(true);
        }
        if !self.lexicon.has_identity() {
            return Ok(false);
        }
        for atom in row::atoms(state) {
            let Some((left, right)) = self.lexicon.as_identity(atom) else { continue };
            let broken = if atom.is_negated() {
                left == right
            } else {
                self.tells_apart(state, left, right)?
            };
            if broken {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Leibniz: does some atom hold of `left`, and its negation of `right` in the same place?
    fn tells_apart(&mut self, state: &[u64], left: TermId, right: TermId) -> Result<bool, Error> {
        for atom in row::atoms(state) {
            let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else { continue };
            // PyETR checks atoms of which the term itself is an argument; the book checks all.
            if !self.reading().is_printed() && !terms.contains(&left) {
                continue;
            }
            let terms: SmallVec<[TermId; 4]> = SmallVec::from_slice(terms);
            for variant in self.lexicon.variants(&terms, left, right)? {
                let other = self.lexicon.intern_atom(predicate, &variant).with_sign_of(atom);
                if row::contains(state, other.negated()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The law of non-contradiction: an atom and its negation sit side by side in a row.
fn contradicts_itself(state: &[u64]) -> bool {
    const AFFIRMED: u64 = 0x5555_5555_5555_5555;
    state.iter().any(|word| word & word >> 1 & AFFIRMED != 0)
}

type Arguments = SmallVec<[TermId; 4]>;

impl Lexicon {
    /// The two sides of an identity or its negation.
    pub(crate) fn as_identity(&self, atom: AtomId) -> Option<(TermId, TermId)> {
        match self.atom_body(atom) {
            AtomBody::Of(PredicateId::IDENTITY, &[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    /// The arguments with one occurrence of `from`, at any depth, replaced by `to`.
    fn variants(
        &mut self,
        terms: &[TermId],
        from: TermId,
        to: TermId,
    ) -> Result<Vec<Arguments>, Error> {
        let mut all = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            for variant in self.term_variants(*term, from, to)? {
                let mut changed = Arguments::from_slice(terms);
                changed[at] = variant;
                all.push(changed);
            }
        }
        Ok(all)
    }

    fn term_variants(
        &mut self,
        term: TermId,
        from: TermId,
        to: TermId,
    ) -> Result<Vec<TermId>, Error> {
        if term == from {
            return Ok(vec![to]);
        }
        let TermKind::Application(function) = self.term_kind(term) else { return Ok(Vec::new()) };
        let arguments = Arguments::from_slice(self.term_arguments(term));
        let mut all = Vec::new();
        for variant in self.variants(&arguments, from, to)? {
            all.push(self.apply_function(function, &variant)?);
        }
        Ok(all)
    }
}

impl View {
    /// Is the alternative that the view entertains impossible, independent of the meaning of its
    /// words? If there are several, the first counts; if there is none, nothing is absurd.
    ///
    /// Definition 11. A state is absurd that contains
    ///
    /// ```text
    /// (non-contradiction)  p and p̄
    /// (Aristotle)          t≠t
    /// (Leibniz)            t=t′, x[t/?] and x̄[t′/?]
    /// ```
    ///
    /// To drop absurd alternatives, factor by ⊥ ([`View::factor`]).
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let absurd: View = "{==(Clark(),Superman()) CanFly(Superman()) ~CanFly(Clark())}".parse()?;
    /// assert!(absurd.is_absurd()?);
    ///
    /// let sums: View = "{==(1,2)}".parse()?; // false, but not by its form
    /// assert!(!sums.is_absurd()?);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// The check takes one occurrence of `t` at a time, since an open atom has one hole. Like PyETR
    /// 1.0.0 it does so only in atoms that have `t` for an argument as such: `P(f(a()))` with
    /// `~P(f(b()))` and `==(a(),b())` passes, `P(f(a()),a())` with `~P(f(b()),a())` does not (case
    /// new_e6_leibniz). The book knows no such bound; a reading that follows print checks every
    /// ordinary atom ([`Formulas`](crate::Formulas)). Do-atoms are not checked.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn is_absurd(&self) -> Result<bool, Error> {
        View::ask(&[self], |engine, views| engine.is_absurd(&views[0]))
    }
}
