//! Writing views as SMT-LIB.

use super::FORMAT;
use super::constant::{self, Digits};
use super::printer::Part;
use super::signature::{ArgumentSort, Role, Signature, Symbol};
use super::{LIFT, name};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomBody, AtomId, Atoms, Lexicon, ObjectId, PredicateId, TermId, TermKind};
use crate::reading::Numbers;
use crate::relation::{Quantifier, Relation};
use smallvec::SmallVec;

impl Engine {
    /// The view as an SMT-LIB script with one assertion, laid out as PyETR lays it out.
    ///
    /// Issues are left out; all else reads back with [`Engine::read_smt_lib`]. Atoms are sorted.
    /// Numbers are Real. If a number and a term take the same place, `real2const` makes a term of
    /// the number (under the reading `pyetr-1.0.0` such views are refused, as PyETR refuses them,
    /// unless the place is one of `==`).
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("{~King(), Ace()}")?;
    /// assert_eq!(
    ///     engine.show_smt_lib(&view)?,
    ///     "(declare-sort U 0)\n\
    ///      (declare-const Ace Bool)\n\
    ///      (declare-const King Bool)\n\
    ///      (assert (or Ace \n  (not King)) )"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Unwritable`] for what the format cannot say: weights, do-atoms, `==` without two
    /// arguments, names that it keeps for itself, and one name for several things.
    pub fn show_smt_lib(&self, view: &InternedView) -> Result<String, Error> {
        self.show_smt_lib_views(std::slice::from_ref(view))
    }

    /// Several views as one SMT-LIB script, with one assertion for each.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let views = [engine.read("{King(), Ace()}")?, engine.read("{~King()}")?];
    /// let script = engine.show_smt_lib_views(&views)?;
    /// assert!(script.ends_with("(assert (or Ace King) )\n(assert (not King) )"));
    /// let back = engine.read_smt_lib_views(&script)?;
    /// assert_eq!(engine.show(&back[1]), "{~King()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Engine::show_smt_lib`]; names are shared by all views.
    pub fn show_smt_lib_views(&self, views: &[InternedView]) -> Result<String, Error> {
        let own_ways = self.reading().numbers == Numbers::Exact;
        let mut signature = Signature::new(&self.lexicon, own_ways);
        let mut sorted = Vec::with_capacity(views.len());
        for view in views {
            if view.stage.is_weighted() {
                return Err(Error::Unwritable { format: FORMAT, reason: "it holds weights" });
            }
            let view = SortedView::new(view, &self.lexicon);
            for atom in view.supposition.iter().flatten().chain(view.stage.iter().flatten()) {
                signature.add_atom(*atom)?;
            }
            sorted.push(view);
        }
        if views.is_empty() {
            return Ok(String::new());
        }
        let mut text = String::from("(declare-sort U 0)");
        text.extend(signature.symbols().iter().map(|symbol| declaration(symbol, own_ways)));
        let writer = SmtLibWriter { lexicon: &self.lexicon, signature: &signature, own_ways };
        for view in &sorted {
            text.push_str("\n(assert ");
            writer.view(view)?.write(0, &mut text);
            text.push_str(" )");
        }
        Ok(text)
    }
}

/// A view with its states and their atoms in printing order.
struct SortedView<'a> {
    supposition: Vec<Atoms>,
    supposes: bool,
    stage: Vec<Atoms>,
    relation: &'a Relation,
}

impl<'a> SortedView<'a> {
    fn new(view: &'a InternedView, lexicon: &Lexicon) -> Self {
        SortedView {
            supposition: lexicon.sorted_states(&view.supposition),
            supposes: !view.supposition.is_verum(),
            stage: lexicon.sorted_states(view.stage.states()),
            relation: &view.relation,
        }
    }
}

fn declaration(symbol: &Symbol<'_>, own_ways: bool) -> String {
    // PySMT quotes names where they are used, and not where they are declared.
    let name = if own_ways { name::safe(symbol.name) } else { symbol.name.to_owned() };
    let sort = if symbol.role == Role::Predicate { "Bool" } else { "U" };
    if symbol.places.is_empty() {
        return format!("\n(declare-const {name} {sort})");
    }
    let sort_of = |place: &ArgumentSort| if *place == ArgumentSort::Number { "Real" } else { "U" };
    let places: Vec<&str> = symbol.places.iter().map(sort_of).collect();
    format!("\n(declare-fun {name} ({}) {sort})", places.join(" "))
}

struct SmtLibWriter<'a> {
    lexicon: &'a Lexicon,
    signature: &'a Signature<'a>,
    own_ways: bool,
}

impl SmtLibWriter<'_> {
    fn view(&self, view: &SortedView<'_>) -> Result<Part, Error> {
        let mut whole = self.states(&view.stage)?;
        if view.supposes {
            whole = Part::list("=>", [self.states(&view.supposition)?, whole]);
        }
        for (kind, objects) in blocks(self.lexicon.prefix(view.relation)).into_iter().rev() {
            whole = self.quantified(kind, &objects, whole);
        }
        Ok(whole)
    }

    fn quantified(&self, kind: Quantifier, objects: &[ObjectId], body: Part) -> Part {
        let word = match kind {
            Quantifier::Universal => "forall",
            Quantifier::Existential => "exists",
        };
        let variable = |object: &ObjectId| {
            let name = self.name(self.lexicon.object_name(*object));
            Part::list(&name, [Part::Word("U".to_owned())])
        };
        Part::list(word, [Part::Variables(objects.iter().map(variable).collect()), body])
    }

    fn name(&self, name: &str) -> String {
        if self.own_ways { name::safe(name) } else { name::as_pysmt(name) }
    }

    fn states(&self, states: &[Atoms]) -> Result<Part, Error> {
        let states = states.iter().map(|state| self.state(state));
        Ok(joined("or", "false", states.collect::<Result<_, _>>()?))
    }

    fn state(&self, atoms: &[AtomId]) -> Result<Part, Error> {
        let atoms = atoms.iter().map(|atom| self.atom(*atom));
        Ok(joined("and", "true", atoms.collect::<Result<_, _>>()?))
    }

    fn atom(&self, atom: AtomId) -> Result<Part, Error> {
        let affirmed = self.affirmed(atom)?;
        Ok(if atom.is_negated() { Part::list("not", [affirmed]) } else { affirmed })
    }

    fn affirmed(&self, atom: AtomId) -> Result<Part, Error> {
        // The signature has no do-atoms.
        let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else {
            return Ok(Part::Word(String::new()));
        };
        if predicate != PredicateId::IDENTITY {
            return self.application(self.lexicon.predicate_name(predicate), terms);
        }
        let numbers =
            terms.iter().all(|term| self.signature.place_of(*term) == ArgumentSort::Number);
        let place = if numbers { ArgumentSort::Number } else { ArgumentSort::Term };
        let terms = terms.iter().map(|term| self.placed(*term, place));
        Ok(Part::list("=", terms.collect::<Result<Vec<_>, _>>()?))
    }

    /// A symbol with its arguments, in brackets if it has any.
    fn application(&self, name: &str, terms: &[TermId]) -> Result<Part, Error> {
        let places = self.signature.places(name);
        let name = self.name(name);
        if terms.is_empty() {
            return Ok(Part::Word(name));
        }
        let terms = terms.iter().zip(places).map(|(term, place)| self.placed(*term, *place));
        Ok(Part::list(&name, terms.collect::<Result<Vec<_>, _>>()?))
    }

    /// A term in a place; a number in a place of terms is made one.
    fn placed(&self, term: TermId, place: ArgumentSort) -> Result<Part, Error> {
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => Ok(Part::Word(self.name(self.lexicon.object_name(object)))),
            TermKind::Application(function) => {
                let arguments = self.lexicon.arguments_in_order(term);
                self.application(self.lexicon.function_name(function), &arguments)
            }
            TermKind::Number(_) if place == ArgumentSort::Number => self.number(term),
            TermKind::Number(_) => Ok(Part::list(LIFT, [self.number(term)?])),
        }
    }

    fn number(&self, term: TermId) -> Result<Part, Error> {
        let numbers = self.lexicon.reading().numbers;
        let number = self.lexicon.as_number(term);
        let Some((negative, digits)) = number.and_then(|one| constant::digits(one, numbers)) else {
            let reason = "a number is infinite, or too small for a fraction";
            return Err(Error::Unwritable { format: FORMAT, reason });
        };
        let number = match digits {
            Digits::Decimal(digits) => Part::Word(digits),
            Digits::Fraction(numerator, denominator) => {
                Part::list("/", [numerator, denominator].map(Part::Word))
            }
        };
        Ok(if negative { Part::list("-", [number]) } else { number })
    }
}

/// Several parts under a word, one by itself.
fn joined(word: &str, none: &str, mut parts: Vec<Part>) -> Part {
    match parts.len() {
        0 => Part::Word(none.to_owned()),
        1 => parts.remove(0),
        _ => Part::list(word, parts),
    }
}

/// The objects of neighbouring quantifiers of one kind together.
fn blocks(prefix: Vec<(Quantifier, ObjectId)>) -> Vec<(Quantifier, Vec<ObjectId>)> {
    let mut blocks: Vec<(Quantifier, Vec<ObjectId>)> = Vec::new();
    for (kind, object) in prefix {
        match blocks.last_mut() {
            Some((last, objects)) if *last == kind => objects.push(object),
            _ => blocks.push((kind, vec![object])),
        }
    }
    blocks
}

impl Lexicon {
    /// The arguments of an application as they are written: those of a multiset sorted.
    pub(super) fn arguments_in_order(&self, term: TermId) -> SmallVec<[TermId; 4]> {
        let arguments = self.term_arguments(term);
        match self.term_kind(term) {
            TermKind::Application(function) if self.is_unordered(function) => {
                SmallVec::from_vec(self.by_key(arguments))
            }
            _ => SmallVec::from_slice(arguments),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Reading};

    fn shown_in(reading: Reading, view: &str) -> Result<String, String> {
        let mut engine = Engine::new(reading);
        let view = engine.read(view).expect("a view");
        let script = engine.show_smt_lib(&view).map_err(|error| error.to_string())?;
        Ok(script.replace("(declare-sort U 0)\n", ""))
    }

    #[test]
    fn views_are_laid_out_as_pyetr_does_it() {
        let cases = [
            ("{}", "(assert false )"),
            ("{A()}^{}", "(declare-const A Bool)\n(assert (=> false A) )"),
            (
                "Ax Ey {==(f(x),y)}^{~A()}",
                "(declare-const A Bool)\n(declare-const x U)\n(declare-fun f (U) U)\n\
                 (declare-const y U)\n(assert (forall \n  (\n    (x U)) \n  (exists \n    (\n      \
                 (y U)) \n    (=> \n      (not A) \n      (= \n        (f x) y)))) )",
            ),
            (
                "{==(1,a())}",
                "(declare-fun real2const (Real) U)\n(declare-const a U)\n\
                 (assert (= \n  (real2const 1.0) a) )",
            ),
            ("{A(-2)}", "(declare-fun A (Real) Bool)\n(assert (A \n  (- 2.0)) )"),
        ];
        for (view, script) in cases {
            for reading in [Reading::SOUND, Reading::PYETR_1_0_0] {
                assert_eq!(shown_in(reading, view), Ok(script.to_owned()), "{view}");
            }
        }
    }

    #[test]
    fn readings_differ_in_numbers_and_names() {
        let fraction = "(A \n  (/ 3602879701896397 36028797018963968))";
        assert!(shown_in(Reading::PYETR_1_0_0, "{A(0.1)}").expect("a script").contains(fraction));
        assert!(shown_in(Reading::SOUND, "{A(0.1)}").expect("a script").contains("(A 0.1)"));
        let sum = "{A(++(a(),b()))}";
        assert!(shown_in(Reading::PYETR_1_0_0, sum).expect("a script").contains("declare-fun σ "));
        assert!(shown_in(Reading::SOUND, sum).expect("a script").contains("declare-fun |σ| "));
        assert!(shown_in(Reading::SOUND, "{let()}").expect("a script").contains("(assert |let| )"));
        let mixed = "{P(1),P(a())}";
        assert!(
            shown_in(Reading::PYETR_1_0_0, mixed).expect_err("no script").contains("same place")
        );
        assert!(shown_in(Reading::SOUND, mixed).expect("a script").contains("(real2const 1.0)"));
    }

    #[test]
    fn what_the_format_cannot_say_is_refused() {
        for view in
            ["{1=* A()}", "{do(A())}", "{==(a())}", "{A()A(a())}", "{A(A())}", "{A(f(),f(a()))}"]
        {
            for reading in [Reading::SOUND, Reading::PYETR_1_0_0] {
                let error = shown_in(reading, view).expect_err(view);
                assert!(error.starts_with("this view cannot be written as SMT-LIB"), "{error}");
            }
        }
        for view in ["{and()}", "{A(real2const(a()))}", "Ax {A(x)B(x())}"] {
            assert!(shown_in(Reading::SOUND, view).is_err(), "{view}");
            assert!(shown_in(Reading::PYETR_1_0_0, view).is_ok(), "{view}");
        }
    }
}
