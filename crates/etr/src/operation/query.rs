//! Query (definition 30, A.75): which of these alternatives does the view support?

use super::matches::{self, Bindings};
use super::{Operation, Unchanged};
use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::lexicon::{AtomId, Lexicon, ObjectId, Substitution, TermId};
use crate::limits::Budget;
use crate::reading::QueryZero;
use crate::row;
use crate::stage::StageBuilder;
use crate::view::View;
use crate::weight::{NULL, Weight};
use smallvec::SmallVec;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]Q`; see [`View::query`].
    pub fn query(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Query, external.clone(), internal, Engine::queried)
    }

    pub(crate) fn queried(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let Some((bindings, _)) = self.query_bindings(&external, internal) else {
            return Ok(self.pass_through(external, Unchanged::ForeignUniversals));
        };
        let support = self.support(&external, internal, &bindings)?;
        let width = external.width().max(internal.width());
        let mut stage = StageBuilder::new(width, &self.limits);
        if support.leaves_zero(self.reading().query_zero) {
            stage.add(&[0], &NULL)?;
        }
        for (state, weight, supported) in support.pairs(&external, internal) {
            let weight = if weight.is_null() { supported } else { weight };
            stage.add(state, weight)?;
        }
        let relation = self.query_relation(&external, internal, &bindings)?;
        Parts {
            stage: stage.finish(),
            supposition: external.supposition.clone(),
            relation,
            issues: external.issues.union(&internal.issues),
        }
        .piped(&self.lexicon)
    }

    /// The matches that bind an existential of the internal view alone, and those existentials;
    /// `None` if the internal view has universals that the external one lacks.
    pub(crate) fn query_bindings(
        &self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Option<(Bindings, Bits)> {
        if internal.relation.is_empty() {
            return Some((Bindings::new(), Bits::default()));
        }
        if !internal.relation.universals().is_subset(&external.relation.universals()) {
            return None;
        }
        let mut unshared = internal.relation.existentials();
        unshared.subtract(&external.relation.existentials());
        let found = external.issues.matches(&internal.issues);
        Some((self.bindings(&found, matches::internal, matches::external, &unshared), unshared))
    }

    /// The states of the external view that support each state of the internal one (the book's Φ).
    pub(crate) fn support(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
        bindings: &[(ObjectId, TermId)],
    ) -> Result<Support, Error> {
        self.limits.check_steps(external.stage.len(), internal.stage.len())?;
        let mut questions = Vec::with_capacity(internal.stage.len());
        for (state, weight) in internal.stage.iter() {
            questions.push(Question::new(state, weight, bindings, &self.lexicon));
        }
        let mut pairs = SmallVec::new();
        let mut steps = self.limits.budget();
        for (at, (state, weight)) in external.stage.iter().enumerate() {
            let mut any = false;
            if internal.supposition.is_verum() || internal.supposition.any_within(state) {
                for (of, question) in questions.iter().enumerate() {
                    if question.is_supported(state, weight, &self.lexicon, &mut steps)? {
                        pairs.push((at, of));
                        any = true;
                    }
                }
            }
            if !any {
                pairs.push((at, usize::MAX));
            }
        }
        Ok(Support { pairs })
    }
}

/// Pairs of external and internal states of which the first supports the second. A state that
/// supports none is paired with `usize::MAX`.
pub(crate) struct Support {
    pairs: SmallVec<[(usize, usize); 4]>,
}

impl Support {
    pub(crate) fn leaves_zero(&self, rule: QueryZero) -> bool {
        let supports = |pair: &(usize, usize)| pair.1 != usize::MAX;
        match rule {
            QueryZero::AnyUnsupported => !self.pairs.iter().all(supports),
            QueryZero::NoneSupported => !self.pairs.is_empty() && !self.pairs.iter().any(supports),
        }
    }

    fn pairs<'a>(
        &'a self,
        external: &'a InternedView,
        internal: &'a InternedView,
    ) -> impl Iterator<Item = (&'a [u64], &'a Weight, &'a Weight)> {
        self.pairs.iter().filter(|pair| pair.1 != usize::MAX).map(|(at, of)| {
            let state = internal.stage.states().get(*of);
            (state, internal.stage.weight(*of), external.stage.weight(*at))
        })
    }
}

/// An existential and the terms that it may be bound to.
pub(crate) type Choice = (ObjectId, SmallVec<[TermId; 4]>);

/// A state of the internal view, made ready to be looked for.
pub(crate) struct Question<'a> {
    /// Its atoms that no binding touches.
    pub(crate) fixed: row::StateRow,
    /// Its other atoms.
    pub(crate) open: SmallVec<[AtomId; 4]>,
    pub(crate) weight: &'a Weight,
    /// The possible bindings of each existential of the state or its weight.
    pub(crate) choices: SmallVec<[Choice; 1]>,
}

impl<'a> Question<'a> {
    pub(crate) fn new(
        state: &[u64],
        weight: &'a Weight,
        bindings: &[(ObjectId, TermId)],
        lexicon: &Lexicon,
    ) -> Question<'a> {
        // A search for a state replaces terms in it, even if nothing changes.
        let mut fixed = lexicon.after_replacement(state);
        let mut question = SmallVec::new();
        let mut choices: SmallVec<[Choice; 1]> = SmallVec::new();
        if !bindings.is_empty() {
            let mut objects = lexicon.row_objects(&fixed);
            weight.terms().for_each(|term| objects.unite(lexicon.term_objects(term)));
            for (object, term) in bindings.iter().filter(|one| objects.contains(one.0.0)) {
                match choices.iter_mut().find(|choice| choice.0 == *object) {
                    Some(choice) => choice.1.push(*term),
                    None => choices.push((*object, SmallVec::from_slice(&[*term]))),
                }
            }
            let bound: Bits = choices.iter().map(|choice| choice.0.0).collect();
            for atom in row::atoms(&fixed.clone()) {
                if lexicon.atom_objects(atom).intersects(&bound) {
                    fixed[atom.word()] &= !atom.mask();
                    question.push(atom);
                }
            }
        }
        Question { fixed, open: question, weight, choices }
    }

    /// Is there a binding under which the state is part of `state`, and its weight, if it has one,
    /// equal to `weight`?
    fn is_supported(
        &self,
        state: &[u64],
        weight: &Weight,
        lexicon: &Lexicon,
        steps: &mut Budget,
    ) -> Result<bool, Error> {
        let mut found = false;
        self.for_each_binding(state, lexicon, steps, &mut |by| {
            found = self.weight.is_null()
                || lexicon.find_weight(self.weight, by).as_ref() == Some(weight);
            found
        })?;
        Ok(found)
    }

    /// Calls `then` for each binding under which all atoms are in `state`, until it says stop.
    pub(crate) fn for_each_binding(
        &self,
        state: &[u64],
        lexicon: &Lexicon,
        steps: &mut Budget,
        then: &mut dyn FnMut(&Substitution) -> bool,
    ) -> Result<(), Error> {
        if row::is_subset(&self.fixed, state) {
            self.bind(0, &Substitution::default(), state, lexicon, steps, then)?;
        }
        Ok(())
    }

    fn bind(
        &self,
        depth: usize,
        by: &Substitution,
        state: &[u64],
        lexicon: &Lexicon,
        steps: &mut Budget,
        then: &mut dyn FnMut(&Substitution) -> bool,
    ) -> Result<bool, Error> {
        steps.spend()?;
        if !self.settled_atoms_hold(depth, by, state, lexicon) {
            return Ok(false);
        }
        let Some((object, terms)) = self.choices.get(depth) else { return Ok(then(by)) };
        if self.bind(depth + 1, by, state, lexicon, steps, then)? {
            return Ok(true);
        }
        for term in terms {
            let mut longer = by.clone();
            longer.add(*object, *term);
            if self.bind(depth + 1, &longer, state, lexicon, steps, then)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Do the atoms hold whose last existential has just been decided on?
    fn settled_atoms_hold(
        &self,
        depth: usize,
        by: &Substitution,
        state: &[u64],
        lexicon: &Lexicon,
    ) -> bool {
        let Some(latest) = depth.checked_sub(1) else { return true };
        self.open.iter().all(|atom| {
            let objects = lexicon.atom_objects(*atom);
            let last = self.choices.iter().rposition(|choice| objects.contains(choice.0.0));
            last != Some(latest)
                || lexicon.find_atom(*atom, by).is_some_and(|atom| row::contains(state, atom))
        })
    }
}

impl View {
    /// Asks which of some possibilities the view supports. The answer has those that some
    /// alternative supports, and "none of these" (0) if some alternative supports none.
    ///
    /// Definition 30, with weights A.75:
    ///
    /// ```text
    /// Γ_f^Θ_RI[Δ_g^Ψ_SJ]Q = (H + Σ_{Φ(γ,δ)} w(γ,δ).δ)^Θ   under R ⋈ ⟨U_R, E_S∖E_R, D′⟩ and I ∪ J
    /// Φ(γ,δ): ψ ∪ δ[m] ⊆ γ for some ψ ∈ Ψ and some m ⊆ M′ that binds each e once at most,
    ///         and g(δ) is null or g(δ)[m] = f(γ)
    /// M′ = {⟨t,e⟩ ∈ M_IJ : e ∈ E_S ∖ E_R}
    /// w(γ,δ) = f(γ) if g(δ) is null, else g(δ)
    /// H = {0} if some γ supports no δ, else ∅
    /// ```
    ///
    /// Any term that is at issue in its place can support an existential of the question; the
    /// answer keeps the existential. Its dependencies there, `D′`, are those that it had in the
    /// question, all universals if several terms support it, the dependencies of those terms, and
    /// those that keep the order among existentials.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e25ii: in one of two alternatives.
    /// let view: View = "{p()q(), p()r()}".parse()?;
    /// assert_eq!(view.query(&"{q()}".parse()?)?.to_string(), "{0,q()}");
    ///
    /// // Case e64i, base-rate neglect: a positive test, 90 % for the sick and 1 % for others.
    /// let tested: View = "{90=* S(Smith()*)T(Smith()*), 1=* ~S(Smith()*)T(Smith()*)}".parse()?;
    /// assert_eq!(tested.query(&"{S(Smith())}".parse()?)?.to_string(), "{0,90.0=* S(Smith()*)}");
    ///
    /// // Case QueryTest2: everyone T one of two, which is not that everyone T the same one.
    /// let view: View = "Ax {S(j()*)S(m()*)T(x,j()), S(j()*)S(m()*)T(x,m())}".parse()?;
    /// let answer = view.query(&"Ea Ax {S(a*)T(x,a)}".parse()?)?;
    /// assert_eq!(answer.to_string(), "∀x ∃a {S(a*)T(x,a)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// Every universal of the question must be a universal of the view, `U_S ⊆ U_R`, names
    /// included; otherwise the view is handed back ([`Unchanged::ForeignUniversals`]).
    ///
    /// # Where the sources part
    ///
    /// In chapter 4 (A.52) the state 0 comes in only if no alternative supports any possibility; in
    /// chapter 5, PyETR 1.0.0 and by default here, as soon as one supports none. See [`QueryZero`].
    /// If nothing that a term contains depends on anything, the supporting term restrains an
    /// existential so little that A.75 makes it depend on all universals; PyETR and Peirast follow
    /// A.75.
    ///
    /// # Cost
    ///
    /// For each pair of states a search among bindings, exponential in the number of existentials
    /// at worst. PyETR 1.0.0 goes through all `2^|M′|` subsets of matches.
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if an existential of the question is universal in the view; else as
    /// [any method](View#errors).
    pub fn query(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::query)
    }
}
