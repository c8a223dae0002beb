//! Substitution (definition 21): an instance of a view.

use super::novelty::Novelty;
use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::issue::Issues;
use crate::lexicon::{ObjectId, TermId};
use crate::relation::{Quantifier, Relation};
use crate::stage::Stage;
use crate::view::View;

/// An instance of a stage under a substitution; its relation still speaks of objects that may have
/// gone.
pub(crate) struct Instance {
    pub(crate) stage: Stage,
    pub(crate) relation: Relation,
    pub(crate) issues: Issues,
}

impl Engine {
    /// `Sub^T_⟨t,a⟩(Γ_f, I)`: the stage with `t` for `a`, and with fresh objects for all that
    /// `T` puts inside `a`, since each instance has its own.
    ///
    /// PyETR and we keep the whole of `T` here and restrict once the instances are combined; the
    /// book restricts each.
    pub(crate) fn instance(
        &mut self,
        stage: &Stage,
        issues: &Issues,
        object: ObjectId,
        term: TermId,
        relation: &Relation,
        novelty: &mut Novelty,
    ) -> Result<Instance, Error> {
        let inner = inner_objects(object, relation);
        let mut by = novelty.renaming(&inner, &mut self.lexicon);
        let relation = if inner.is_empty() {
            relation.clone()
        } else {
            let lexicon = &self.lexicon;
            let copies = relation
                .restricted(&inner)
                .renamed(|old| by.get(old).and_then(|term| lexicon.as_object(term)).unwrap_or(old));
            relation.chain(&copies)?
        };
        by.add(object, term);
        let mut issues = issues.clone();
        issues.restrict(&self.lexicon.with_inner_atoms(stage.states().all_atoms()));
        let stage = self.substituted_stage(stage, &by)?;
        let relation = if self.reading().is_printed() {
            relation.restricted(&self.lexicon.row_objects(&stage.states().all_atoms()))
        } else {
            relation
        };
        let issues = issues.substituted(&by, &mut self.lexicon)?;
        Ok(Instance { stage, relation, issues })
    }
}

/// `Z`: the universals strictly inside an object, and the existentials inside it or at its level.
pub(crate) fn inner_objects(object: ObjectId, relation: &Relation) -> Bits {
    let mut universals = relation.inside(object);
    let mut existentials = relation.not_outside(object);
    universals.intersect(&of_kind(relation, Quantifier::Universal));
    existentials.intersect(&of_kind(relation, Quantifier::Existential));
    existentials.remove(object.0);
    existentials.unite(&universals);
    existentials
}

fn of_kind(relation: &Relation, kind: Quantifier) -> Bits {
    match kind {
        Quantifier::Universal => relation.universals(),
        Quantifier::Existential => relation.existentials(),
    }
}

impl Engine {
    /// `Sub^R_⟨t,a⟩(Γ_f^Θ_RI)`, restricted; see [`View::substitution`].
    pub fn substitution(
        &mut self,
        view: &InternedView,
        term: &str,
        object: &str,
    ) -> Result<InternedView, Error> {
        self.unchanged = None;
        let (object, term) = self.binding_in(view, term, object)?;
        let supposed = view.supposition_objects(&self.lexicon);
        if supposed.intersects(&view.stage_objects(&self.lexicon)) {
            return Err(undefined("stage and supposition must share no arbitrary objects"));
        }
        let mut novelty = Novelty::beside(view, view, &self.reserved);
        let Instance { stage, relation, mut issues } =
            self.instance(&view.stage, &view.issues, object, term, &view.relation, &mut novelty)?;
        let relation = relation.fuse(&view.relation.restricted(&supposed))?;
        let mut given = view.issues.clone();
        given.restrict(&self.lexicon.with_inner_atoms(view.supposition.all_atoms()));
        issues.unite(&given);
        Parts { stage, supposition: view.supposition.clone(), relation, issues }
            .piped(&self.lexicon)
    }

    /// An arbitrary object of a view by its name, and a term that speaks of no others.
    fn binding_in(
        &mut self,
        view: &InternedView,
        term: &str,
        object: &str,
    ) -> Result<(ObjectId, TermId), Error> {
        let name = |object: ObjectId| self.lexicon.object_name(object).to_owned();
        let known: Vec<String> =
            view.relation.objects().iter().map(|at| name(ObjectId(at))).collect();
        let term = self.read_term(term, &known)?;
        if !known.iter().any(|name| name == object) {
            return Err(undefined("the object must be one that the view quantifies over"));
        }
        Ok((self.lexicon.intern_object(object), term))
    }
}

fn undefined(reason: &'static str) -> Error {
    Error::Undefined { operation: "substitution", reason }
}

impl View {
    /// An instance of the view: its content with `term` in place of the arbitrary object `object`.
    ///
    /// Definition 21, with the view's own dependencies for `T`. `Z` holds the objects whose choice
    /// waits for that of `a`, and `ν` gives them new names, since another instance may choose
    /// otherwise:
    ///
    /// ```text
    /// Sub^T_⟨t,a⟩(Γ_f^Θ_I) = Γ_f[ν][t/a]^Θ   under T ⋊ [T]_Z[ν] and I[ν][t/a]
    /// Z = {u ∈ U_T : u ◁ a} ∪ {e ∈ E_T : e ≲ a} ∖ {a}
    /// ```
    ///
    /// [`View::merge`], [`View::universal_product`] and [`View::existential_sum`] put instances
    /// together; here there is one to look at. The supposition is not touched, and the weights of
    /// states that come to coincide add.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let view: View = "Ax Ey {Loves(x*,y), Alone(x*)}".parse()?;
    /// assert_eq!(
    ///     view.substitution("Ann()", "x")?.to_string(),
    ///     "∃a {Alone(Ann()*),Loves(Ann()*,a)}"
    /// );
    /// // Said of y, whoever that is: y loves somebody else again, or may do so.
    /// assert_eq!(
    ///     view.substitution("y", "x")?.to_string(),
    ///     "∃a ∃y {Alone(y*),Loves(y*,a)}"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// The book restricts dependencies here to the objects in use. PyETR 1.0.0 does so after the
    /// operation that needs the instance, and this method is such an operation; see
    /// [`Formulas`](crate::Formulas).
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] if the view has no such object, or stage and supposition share one;
    /// [`Error::Parse`] if `term` is no term, or speaks of arbitrary objects that the view lacks;
    /// else as [any method](View#errors).
    pub fn substitution(&self, term: &str, object: &str) -> Result<View, Error> {
        View::with(&[self], |engine, views| engine.substitution(&views[0], term, object))
    }
}
