//! Reading views from JSON.

use super::document::{
    ArityText, AtomText, DependencyText, Document, FunctionText, ObjectText, RelationText,
    StateText, TermText, WeightText, WeightedText,
};
use super::fault::{self, Fault, PathStep, Under};
use super::number;
use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::issue::{Issue, Issues};
use crate::lexicon::{
    Arity, AtomId, Atoms, FunctionId, Lexicon, NumericFunction, ObjectId, PredicateId, TermId,
};
use crate::relation::{Dependencies, Relation};
use crate::row;
use crate::stage::Stage;
use crate::states::Gathering;
use crate::text::scanner::{MISLEADING, misleads, misleads_as_object};
use crate::weight::{Multiset, Weight};
use smallvec::SmallVec;

impl Engine {
    /// Reads a view from JSON in the form that PyETR stores views in.
    ///
    /// Program code is never run: where `func_caller` is not `null`, the function must be the
    /// product `x̄`, the sum `σ`, or one that the engine knows by name ([`NumericFunction::named`],
    /// [`Engine::define`]), which is then computed as the engine knows it. A marked place that
    /// belongs to no atom of the view is left out. Terms may nest some sixty deep.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ax Ey {0.5=* P(x*)Q(y)}^{R(x)}")?;
    /// let json = engine.show_json(&view);
    /// let back = engine.read_json(&json)?;
    /// assert_eq!(engine.show(&back), "∀x ∃y {0.5=* P(x*)Q(y)}^{R(x)}");
    ///
    /// let wrong = json.replace("\"arity\":1,\"verifier\"", "\"arity\":2,\"verifier\"");
    /// let error = engine.read_json(&wrong).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "column 12: expected 2 terms, found '{'; `P` has arity 2 and 1 of them; \
    ///      this is `stage[0][0]`"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text is no JSON, or its parts make no view: fields that are unknown
    /// or missing, arities that do not fit, a state of the stage without weight or a weight
    /// without state, an open atom that has not exactly one hole, objects that are quantified
    /// twice, never, or without need, code that the engine does not know;
    /// [`Error::NotMatryoshka`] if the dependencies are no dependency relation;
    /// [`Error::TooManyStates`] if there are more states than the limit allows.
    pub fn read_json(&mut self, text: &str) -> Result<InternedView, Error> {
        let document: Document<'_> =
            serde_json::from_str(text).map_err(|error| fault::malformed(text, &error))?;
        let builder = Builder { engine: self, quantified: Bits::default(), holes: 0 };
        builder.view(&document).map_err(|fault| fault.into_error(text))
    }
}

type TermList = SmallVec<[TermId; 4]>;

struct Builder<'e> {
    engine: &'e mut Engine,
    quantified: Bits,
    /// Holes found in the terms read so far.
    holes: usize,
}

impl Builder<'_> {
    fn view(mut self, document: &Document<'_>) -> Result<InternedView, Fault> {
        let relation = self
            .relation(&document.dependency_relation)
            .under(PathStep::Key("dependency_relation"))?;
        let stage = self.states(&document.stage).under(PathStep::Key("stage"))?;
        let supposition = self.states(&document.supposition).under(PathStep::Key("supposition"))?;
        let weights = self.weights(&document.weights).under(PathStep::Key("weights"))?;
        let issues = self.issues(&document.issues).under(PathStep::Key("issues"))?;
        let mut view = Parts {
            stage: weighted(self.gathered(&stage)?, weights).under(PathStep::Key("weights"))?,
            supposition: self.gathered(&supposition)?.states,
            relation,
            issues,
        };
        self.check_used(&view, &document.dependency_relation)
            .under(PathStep::Key("dependency_relation"))?;
        let atoms = view.all_atoms(&self.engine.lexicon);
        view.issues.restrict(&atoms);
        Ok(view.into())
    }

    fn lexicon(&mut self) -> &mut Lexicon {
        &mut self.engine.lexicon
    }

    fn relation(&mut self, text: &RelationText<'_>) -> Result<Relation, Fault> {
        let mut given = Dependencies::default();
        for (at, object) in text.universals.iter().enumerate() {
            let name = self.object_name(&object.name);
            name.under(PathStep::Item(at)).under(PathStep::Key("universals"))?;
            given.universals.insert(self.lexicon().intern_object(&object.name).0);
        }
        for (at, object) in text.existentials.iter().enumerate() {
            let name = self.object_name(&object.name);
            name.under(PathStep::Item(at)).under(PathStep::Key("existentials"))?;
            let existential = self.lexicon().intern_object(&object.name).0;
            if given.universals.contains(existential) {
                let fault = Fault::new("an arbitrary object that is not universal too");
                return Err(fault.under(PathStep::Item(at)).under(PathStep::Key("existentials")));
            }
            given.existentials.insert(existential, Bits::default());
        }
        for (at, pair) in text.dependencies.iter().enumerate() {
            self.dependency(pair, &mut given)
                .under(PathStep::Item(at))
                .under(PathStep::Key("dependencies"))?;
        }
        let relation = given.relation()?;
        self.quantified = relation.objects();
        Ok(relation)
    }

    /// Refuses names that would read back as something else.
    fn name(&self, name: &str) -> Result<(), Fault> {
        let refused = self.engine.reading().mends_texts() && misleads(name);
        self.unless(refused, name)
    }

    fn object_name(&self, name: &str) -> Result<(), Fault> {
        let refused = self.engine.reading().mends_texts() && misleads_as_object(name);
        self.unless(refused, name)
    }

    fn unless(&self, refused: bool, name: &str) -> Result<(), Fault> {
        if refused {
            return Err(Fault::new("another name").help(format!("`{name}`: {MISLEADING}")));
        }
        Ok(())
    }

    fn dependency(
        &mut self,
        pair: &DependencyText<'_>,
        given: &mut Dependencies,
    ) -> Result<(), Fault> {
        let universal = self.lexicon().intern_object(&pair.universal.name).0;
        if !given.universals.contains(universal) {
            return Err(Fault::new("one of the universals").under(PathStep::Key("universal")));
        }
        let existential = self.lexicon().intern_object(&pair.existential.name).0;
        match given.existentials.get_mut(&existential) {
            Some(on) => on.insert(universal),
            None => {
                return Err(
                    Fault::new("one of the existentials").under(PathStep::Key("existential"))
                );
            }
        }
        Ok(())
    }

    fn states(&mut self, states: &[StateText<'_>]) -> Result<Vec<Atoms>, Fault> {
        let mut all = Vec::with_capacity(states.len());
        for (at, state) in states.iter().enumerate() {
            all.push(self.state(state).under(PathStep::Item(at))?);
        }
        Ok(all)
    }

    fn state(&mut self, atoms: &[AtomText<'_>]) -> Result<Atoms, Fault> {
        let mut state = Atoms::new();
        for (at, atom) in atoms.iter().enumerate() {
            state.push(self.atom(atom).under(PathStep::Item(at))?);
        }
        Ok(state)
    }

    fn atom(&mut self, atom: &AtomText<'_>) -> Result<AtomId, Fault> {
        if let (Some(atoms), Some(affirmed)) = (&atom.atoms, atom.polarity)
            && atom.predicate.is_none()
            && atom.terms.is_none()
        {
            return self.do_atom(atoms, affirmed);
        }
        let (predicate, terms, affirmed) = self.closed(atom)?;
        let atom = self.lexicon().intern_atom(predicate, &terms);
        Ok(if affirmed { atom } else { atom.negated() })
    }

    fn do_atom(&mut self, atoms: &[AtomText<'_>], affirmed: bool) -> Result<AtomId, Fault> {
        let mut inner = Atoms::new();
        for (at, atom) in atoms.iter().enumerate() {
            let found = if atom.atoms.is_some() {
                Err(Fault::new("an ordinary atom").help("`do` cannot stand inside `do`"))
            } else {
                self.atom(atom)
            };
            inner.push(found.under(PathStep::Item(at)).under(PathStep::Key("atoms"))?);
        }
        let atom = self.lexicon().intern_do(&inner);
        Ok(if affirmed { atom } else { atom.negated() })
    }

    /// An ordinary atom's parts, in which there must be no hole.
    fn closed(&mut self, atom: &AtomText<'_>) -> Result<(PredicateId, TermList, bool), Fault> {
        let parts = self.parts(atom)?;
        match std::mem::take(&mut self.holes) {
            0 => Ok(parts),
            _ => Err(Fault::new("an atom without the hole `{}`")),
        }
    }

    fn parts(&mut self, atom: &AtomText<'_>) -> Result<(PredicateId, TermList, bool), Fault> {
        let AtomText {
            predicate: Some(predicate),
            terms: Some(terms),
            atoms: None,
            polarity: None,
        } = atom
        else {
            return Err(Fault::new("an atom with `predicate` and `terms`")
                .help("only do-atoms have `atoms` and `polarity`, and no issues"));
        };
        check_arity(&predicate.name, predicate.arity, terms.len())?;
        self.name(&predicate.name).under(PathStep::Key("predicate"))?;
        let terms = self.terms(terms).under(PathStep::Key("terms"))?;
        let symbol = self.lexicon().intern_predicate(&predicate.name, predicate.arity);
        Ok((symbol, terms, predicate.verifier))
    }

    fn terms(&mut self, terms: &[TermText<'_>]) -> Result<TermList, Fault> {
        let mut all = TermList::new();
        for (at, term) in terms.iter().enumerate() {
            all.push(self.term(term).under(PathStep::Item(at))?);
        }
        Ok(all)
    }

    fn term(&mut self, term: &TermText<'_>) -> Result<TermId, Fault> {
        match term {
            TermText { name: Some(name), function: None, terms: None } => self.object(&name.0),
            TermText { name: None, function: Some(function), terms: Some(terms) } => {
                self.application(function, terms)
            }
            TermText { name: None, function: None, terms: None } => {
                self.holes += 1;
                Ok(TermId::HOLE)
            }
            _ => Err(Fault::new("a term with `name`, or with `function` and `terms`")),
        }
    }

    fn object(&mut self, name: &str) -> Result<TermId, Fault> {
        let object = self.lexicon().intern_object(name);
        if !self.quantified.contains(object.0) {
            let help = format!("`{name}` is neither universal nor existential here");
            return Err(Fault::new("a quantified arbitrary object").help(help));
        }
        Ok(self.lexicon().object_term(object))
    }

    fn application(
        &mut self,
        function: &FunctionText<'_>,
        terms: &[TermText<'_>],
    ) -> Result<TermId, Fault> {
        let (name, arity) = match function {
            FunctionText {
                num: Some(number),
                name: None,
                arity: ArityText::Missing,
                func_caller: None,
            } => {
                return self.number(number.0.get(), terms).under(PathStep::Key("function"));
            }
            FunctionText { num: None, name: Some(name), arity: ArityText::Null, .. } => {
                (&name.0, Arity::Multiset)
            }
            FunctionText {
                num: None, name: Some(name), arity: ArityText::Fixed(arity), ..
            } => {
                check_arity(&name.0, *arity, terms.len())?;
                (&name.0, Arity::Fixed(*arity))
            }
            _ => {
                let fault = Fault::new("a function with `name` and `arity`, or with `num`");
                return Err(fault.under(PathStep::Key("function")));
            }
        };
        let symbol = self.function(name, arity, function.func_caller.is_some());
        let symbol = symbol.under(PathStep::Key("function"))?;
        let terms = self.terms(terms).under(PathStep::Key("terms"))?;
        Ok(self.lexicon().apply_function(symbol, &terms)?)
    }

    fn number(&mut self, text: &str, terms: &[TermText<'_>]) -> Result<TermId, Fault> {
        let number = number::read(text, self.lexicon());
        match number {
            Some(number) if terms.is_empty() => Ok(self.lexicon().number_term(number)),
            Some(_) => Err(Fault::new("a number without terms")),
            None => {
                Err(Fault::new("a finite number of at most 38 digits").under(PathStep::Key("num")))
            }
        }
    }

    fn function(&mut self, name: &str, arity: Arity, code: bool) -> Result<FunctionId, Fault> {
        let symbol = self.lexicon().intern_function(name, arity);
        let built_in = [FunctionId::PRODUCT, FunctionId::SUM];
        let kept = built_in.into_iter().find(|known| self.lexicon().function_name(*known) == name);
        match kept {
            Some(known) if known == symbol => return Ok(symbol),
            Some(_) => {
                let fault = Fault::new("`x̄` with arity 2, or `σ` with arity null");
                return Err(fault.help("these names belong to product and sum"));
            }
            None => self.name(name)?,
        }
        if code {
            self.know(name)?;
        }
        Ok(symbol)
    }

    /// Makes sure that a function which comes with code is one that the engine computes itself.
    fn know(&mut self, name: &str) -> Result<(), Fault> {
        if self.lexicon().numeric_functions().iter().any(|known| known.name() == name) {
            return Ok(());
        }
        let Some(known) = NumericFunction::named(name) else {
            let help = format!(
                "this holds program code for `{name}`, which is never run; define a numeric \
                 function of this name for the engine, or make it null"
            );
            return Err(Fault::new("null").help(help).under(PathStep::Key("func_caller")));
        };
        self.lexicon().define(known);
        Ok(())
    }

    /// The weights, each with its state.
    fn weights(&mut self, weights: &[WeightedText<'_>]) -> Result<Vec<(Atoms, Weight)>, Fault> {
        let mut all = Vec::with_capacity(weights.len());
        for (at, entry) in weights.iter().enumerate() {
            let state = self.state(&entry.state).under(PathStep::Key("state"));
            let state = state.under(PathStep::Item(at))?;
            let weight = self.weight(&entry.weight).under(PathStep::Key("weight"));
            all.push((state, weight.under(PathStep::Item(at))?));
        }
        Ok(all)
    }

    fn weight(&mut self, weight: &WeightText<'_>) -> Result<Weight, Fault> {
        let multiplicative =
            self.multiset(&weight.multiplicative).under(PathStep::Key("multiplicative"))?;
        let additive = self.multiset(&weight.additive).under(PathStep::Key("additive"))?;
        crate::limits::check_weight(multiplicative.len() + additive.len())?;
        Ok(Weight::new(multiplicative, additive))
    }

    fn multiset(&mut self, terms: &[TermText<'_>]) -> Result<Multiset, Fault> {
        let all = self.terms(terms)?;
        match std::mem::take(&mut self.holes) {
            0 => Ok(all.into_iter().collect()),
            _ => Err(Fault::new("terms without the hole `{}`")),
        }
    }

    fn issues(&mut self, issues: &[(TermText<'_>, AtomText<'_>)]) -> Result<Issues, Fault> {
        let mut all = Vec::with_capacity(issues.len());
        for (at, (term, open)) in issues.iter().enumerate() {
            all.extend(self.issue(term, open).under(PathStep::Item(at))?);
        }
        Ok(Issues::from_pairs(all))
    }

    /// An issue; none if the marked place is computed away.
    fn issue(&mut self, term: &TermText<'_>, open: &AtomText<'_>) -> Result<Option<Issue>, Fault> {
        let term = self.term(term).under(PathStep::Item(0))?;
        if std::mem::take(&mut self.holes) > 0 {
            return Err(Fault::new("a term without the hole `{}`").under(PathStep::Item(0)));
        }
        let (predicate, terms, affirmed) = self.parts(open).under(PathStep::Item(1))?;
        let holes = std::mem::take(&mut self.holes);
        if holes != 1 {
            let fault = Fault::new("an open atom with exactly one hole `{}`");
            return Err(fault.help(format!("it has {holes}")).under(PathStep::Item(1)));
        }
        let open = self.lexicon().intern_open(predicate, &terms).negated_if(!affirmed);
        let atom = self.lexicon().plug(open, term)?;
        Ok(atom.map(|atom| Issue { open, term, atom }))
    }

    /// The states as rows.
    fn gathered(&self, states: &[Atoms]) -> Result<Gathering, Fault> {
        let width = self.engine.lexicon.width();
        let mut gathering = Gathering::new(width);
        for state in states {
            let (at, _) = gathering.place(&row::from_atoms(state.iter().copied(), width));
            self.engine.limits.check_states(at, width)?;
        }
        Ok(gathering)
    }

    fn check_used(&self, view: &Parts, text: &RelationText<'_>) -> Result<(), Fault> {
        if self.quantified.is_empty() {
            return Ok(());
        }
        let lexicon = &self.engine.lexicon;
        let mut used = view.objects(lexicon);
        for weight in view.stage.weights() {
            weight.terms().for_each(|term| used.unite(lexicon.term_objects(term)));
        }
        let unused = |objects: &[ObjectText<'_>]| {
            objects.iter().position(|object| {
                let known: Option<ObjectId> = lexicon.find_object(&object.name);
                !known.is_some_and(|known| used.contains(known.0))
            })
        };
        for (key, objects) in
            [("universals", &text.universals), ("existentials", &text.existentials)]
        {
            if let Some(at) = unused(objects) {
                let fault = Fault::new("arbitrary objects that occur in the view");
                return Err(fault.under(PathStep::Item(at)).under(PathStep::Key(key)));
            }
        }
        Ok(())
    }
}

fn check_arity(name: &str, arity: u32, terms: usize) -> Result<(), Fault> {
    if terms == arity as usize {
        return Ok(());
    }
    let help = format!("`{name}` has arity {arity} and {terms} of them");
    Err(Fault::new(format!("{arity} terms")).help(help))
}

/// The stage with the weight of each state.
fn weighted(mut gathering: Gathering, weights: Vec<(Atoms, Weight)>) -> Result<Stage, Fault> {
    let (len, width) = (gathering.states.len(), gathering.states.width());
    let mut found: Vec<Option<Weight>> = vec![None; len];
    for (number, (state, weight)) in weights.into_iter().enumerate() {
        let (at, _) = gathering.place(&row::from_atoms(state, width));
        match found.get_mut(at) {
            Some(place @ None) => *place = Some(weight),
            Some(Some(other)) if *other == weight => {}
            Some(Some(_)) => {
                let fault = Fault::new("one weight for each state");
                return Err(fault.under(PathStep::Key("state")).under(PathStep::Item(number)));
            }
            None => {
                let fault = Fault::new("a state of the stage");
                return Err(fault.under(PathStep::Key("state")).under(PathStep::Item(number)));
            }
        }
    }
    let Some(weights) = found.into_iter().collect::<Option<Vec<Weight>>>() else {
        return Err(Fault::new("a weight for every state of the stage"));
    };
    let null = weights.iter().all(Weight::is_null);
    Ok(Stage::new(gathering.states, if null { Vec::new() } else { weights }))
}

#[cfg(test)]
mod tests;
