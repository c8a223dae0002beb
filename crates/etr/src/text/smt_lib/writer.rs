//! Writing views as SMT-LIB.

use super::FORMAT;
use super::constant::{self, Digits};
use super::printer::Printer;
use super::signature::{Place, Role, Signature, Symbol};
use super::{LIFT, name};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomBody, AtomId, Lexicon, ObjectId, PredicateId, TermId, TermKind};
use crate::reading::Numbers;
use crate::relation::{Quantifier, Relation};
use crate::states::States;
use smallvec::SmallVec;

impl Engine {
    /// The view as an SMT-LIB script with one assertion, laid out as PyETR lays it out.
    ///
    /// What is at issue is left out; all else reads back with [`Engine::read_smt_lib`]. Atoms are
    /// sorted. Numbers are Real; where a number and a term take the same place, `real2const` makes
    /// a term of the number (under the reading `pyetr-1.0.0` such views are refused, as PyETR
    /// refuses them, unless the place is one of `==`).
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
            let view = SortedView::of(view, &self.lexicon);
            for atom in view.supposition.iter().flatten().chain(view.stage.iter().flatten()) {
                signature.add_atom(*atom)?;
            }
            sorted.push(view);
        }
        if views.is_empty() {
            return Ok(String::new());
        }
        let mut text = String::from("(declare-sort U 0)");
        for symbol in signature.symbols() {
            declare(symbol, own_ways, &mut text);
        }
        let writer = Writer { lexicon: &self.lexicon, signature: &signature, own_ways };
        for view in &sorted {
            text.push_str("\n(assert ");
            let mut printer = Printer::default();
            writer.view(view, &mut printer)?;
            text.push_str(&printer.text);
            text.push_str(" )");
        }
        Ok(text)
    }
}

type Atoms = SmallVec<[AtomId; 8]>;

/// A view with its states and their atoms in printing order.
struct SortedView<'a> {
    supposition: Vec<Atoms>,
    supposes: bool,
    stage: Vec<Atoms>,
    relation: &'a Relation,
}

impl<'a> SortedView<'a> {
    fn of(view: &'a InternedView, lexicon: &Lexicon) -> Self {
        SortedView {
            supposition: sorted(&view.supposition, lexicon),
            supposes: !view.supposition.is_verum(),
            stage: sorted(view.stage.states(), lexicon),
            relation: &view.relation,
        }
    }
}

fn sorted(states: &States, lexicon: &Lexicon) -> Vec<Atoms> {
    lexicon.sorted_states(states)
}

fn declare(symbol: &Symbol<'_>, own_ways: bool, text: &mut String) {
    let truth = symbol.role == Role::Predicate;
    let function = !symbol.places.is_empty();
    text.push_str(if function { "\n(declare-fun " } else { "\n(declare-const " });
    if own_ways {
        name::write_safely(symbol.name, text);
    } else {
        // PySMT quotes names where they are used, and not where they are declared.
        text.push_str(symbol.name);
    }
    if function {
        let sorts: Vec<&str> = symbol
            .places
            .iter()
            .map(|place| if *place == Place::Number { "Real" } else { "U" })
            .collect();
        text.push_str(" (");
        text.push_str(&sorts.join(" "));
        text.push(')');
    }
    text.push_str(if truth { " Bool)" } else { " U)" });
}

struct Writer<'a> {
    lexicon: &'a Lexicon,
    signature: &'a Signature<'a>,
    own_ways: bool,
}

impl Writer<'_> {
    fn view(&self, view: &SortedView<'_>, to: &mut Printer) -> Result<(), Error> {
        let blocks = blocks(self.lexicon.prefix(view.relation));
        for (kind, objects) in &blocks {
            self.quantifier(*kind, objects, to);
        }
        if view.supposes {
            to.open();
            to.word("=> ");
            self.states(&view.supposition, to)?;
            to.space();
        }
        self.states(&view.stage, to)?;
        if view.supposes {
            to.close();
        }
        blocks.iter().for_each(|_| to.close());
        Ok(())
    }

    /// `(forall ((x U)) `: the bracket is left open for the rest.
    fn quantifier(&self, kind: Quantifier, objects: &[ObjectId], to: &mut Printer) {
        to.open();
        to.word(match kind {
            Quantifier::Universal => "forall ",
            Quantifier::Existential => "exists ",
        });
        to.open();
        for object in objects {
            to.open();
            self.name(self.lexicon.object_name(*object), to);
            to.word(" U");
            to.close();
        }
        to.close();
        to.space();
    }

    fn name(&self, name: &str, to: &mut Printer) {
        if self.own_ways {
            name::write_safely(name, &mut to.text);
        } else {
            name::write(name, &mut to.text);
        }
    }

    fn states(&self, states: &[Atoms], to: &mut Printer) -> Result<(), Error> {
        match states {
            [] => to.word("false"),
            [state] => self.state(state, to)?,
            _ => {
                to.open();
                to.word("or");
                for state in states {
                    to.space();
                    self.state(state, to)?;
                }
                to.close();
            }
        }
        Ok(())
    }

    fn state(&self, atoms: &[AtomId], to: &mut Printer) -> Result<(), Error> {
        match atoms {
            [] => to.word("true"),
            [atom] => self.atom(*atom, to)?,
            _ => {
                to.open();
                to.word("and");
                for atom in atoms {
                    to.space();
                    self.atom(*atom, to)?;
                }
                to.close();
            }
        }
        Ok(())
    }

    fn atom(&self, atom: AtomId, to: &mut Printer) -> Result<(), Error> {
        if atom.is_negated() {
            to.open();
            to.word("not ");
            self.affirmed(atom, to)?;
            to.close();
            return Ok(());
        }
        self.affirmed(atom, to)
    }

    fn affirmed(&self, atom: AtomId, to: &mut Printer) -> Result<(), Error> {
        let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else { return Ok(()) };
        if predicate != PredicateId::IDENTITY {
            return self.application(self.lexicon.predicate_name(predicate), terms, to);
        }
        let numbers = terms.iter().all(|term| self.signature.place_of(*term) == Place::Number);
        let place = if numbers { Place::Number } else { Place::Term };
        to.open();
        to.word("=");
        for term in terms {
            to.space();
            self.placed(*term, place, to)?;
        }
        to.close();
        Ok(())
    }

    /// A symbol with its arguments, in brackets if it has any.
    fn application(&self, name: &str, terms: &[TermId], to: &mut Printer) -> Result<(), Error> {
        if terms.is_empty() {
            self.name(name, to);
            return Ok(());
        }
        to.open();
        self.name(name, to);
        for (term, place) in terms.iter().zip(self.signature.places(name)) {
            to.space();
            self.placed(*term, *place, to)?;
        }
        to.close();
        Ok(())
    }

    /// A term in a place; a number in a place of terms is made one.
    fn placed(&self, term: TermId, place: Place, to: &mut Printer) -> Result<(), Error> {
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => {
                self.name(self.lexicon.object_name(object), to);
                Ok(())
            }
            TermKind::Application(function) => {
                let arguments = self.lexicon.arguments_in_order(term);
                self.application(self.lexicon.function_name(function), &arguments, to)
            }
            TermKind::Number(_) if place == Place::Number => self.number(term, to),
            TermKind::Number(_) => {
                to.open();
                to.word(LIFT);
                to.space();
                self.number(term, to)?;
                to.close();
                Ok(())
            }
        }
    }

    fn number(&self, term: TermId, to: &mut Printer) -> Result<(), Error> {
        let numbers = self.lexicon.reading().numbers;
        let number = self.lexicon.as_number(term);
        let Some((negative, digits)) = number.and_then(|one| constant::digits(one, numbers)) else {
            let reason = "a number is infinite, or too small for a fraction";
            return Err(Error::Unwritable { format: FORMAT, reason });
        };
        if negative {
            to.open();
            to.word("- ");
        }
        match digits {
            Digits::Decimal(digits) => to.word(&digits),
            Digits::Fraction(numerator, denominator) => {
                to.open();
                to.word("/ ");
                to.word(&numerator);
                to.space();
                to.word(&denominator);
                to.close();
            }
        }
        if negative {
            to.close();
        }
        Ok(())
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
            TermKind::Application(function)
                if self.function_arity(function) == crate::lexicon::Arity::Multiset =>
            {
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
