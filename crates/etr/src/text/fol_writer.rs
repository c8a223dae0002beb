//! Writing views as first-order logic: `∀x ∃y (Red(x*)→(Cold(y) ∨ ~Wet(x)))`.

use super::holes::Marking;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomBody, AtomId, Lexicon, TermId, TermKind};
use crate::row;
use crate::states::States;

impl Engine {
    /// The view as a formula of first-order logic, in the order in which [`Engine::show`] writes
    /// it, with its marks.
    ///
    /// [`Engine::read_fol`] reads it back as an equal view, with two exceptions: names that take
    /// different numbers of arguments in different places, which views may have and formulas not,
    /// and, under [`Reading::PYETR_1_0_0`](crate::Reading::PYETR_1_0_0), sums and products of
    /// terms, written `σ(...)` and `x̄(...)` as PyETR does.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ax {Red(x), ~Cold(x)Wet(x*)}^{Out(x)}")?;
    /// let formula = engine.show_fol(&view)?;
    /// assert_eq!(formula, "∀x (Out(x)→(Red(x) ∨ (Wet(x*) ∧ ~Cold(x))))");
    /// assert_eq!(engine.read_fol(&formula).map(|again| engine.show(&again)), Ok(engine.show(&view)));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Unwritable`] if the view has weights or do-atoms, which first-order logic lacks;
    /// under `PYETR_1_0_0` also if a mark is next to or inside a sum, as in PyETR.
    pub fn show_fol(&self, view: &InternedView) -> Result<String, Error> {
        self.check_predicates_only(view, "first-order logic")?;
        let marking = Marking::new(&view.issues);
        let writer = FolWriter { lexicon: &self.lexicon, marking: &marking };
        let mut text = String::new();
        for (kind, object) in self.lexicon.prefix(&view.relation) {
            text.push(kind.sign());
            text.push_str(self.lexicon.object_name(object));
            text.push(' ');
        }
        let supposes = !view.supposition.is_verum();
        // A quantifier takes the next formula; in PyETR it takes all that follows.
        let brackets = supposes && !text.is_empty() && self.reading().mends_texts();
        if brackets {
            text.push('(');
        }
        if supposes {
            writer.states(&view.supposition, &mut text);
            text.push('→');
        }
        writer.states(view.stage.states(), &mut text);
        if brackets {
            text.push(')');
        }
        Ok(text)
    }

    /// Checks that the view has predicates only: no weights and no do-atoms.
    pub(crate) fn check_predicates_only(
        &self,
        view: &InternedView,
        format: &'static str,
    ) -> Result<(), Error> {
        if view.stage.weights().iter().any(|weight| !weight.is_null()) {
            return Err(Error::Unwritable { format, reason: "it has weights" });
        }
        let lexicon = &self.lexicon;
        if lexicon.has_do_atoms() {
            let both = [view.stage.states(), &view.supposition];
            let does = |states: &&States| row::atoms(&states.all_atoms()).any(|a| lexicon.is_do(a));
            if both.iter().any(does) {
                return Err(Error::Unwritable { format, reason: "it has do-atoms" });
            }
        }
        if !self.reading().mends_texts() && view.issues.iter().any(|i| lexicon.has_open_sum(i.open))
        {
            return Err(Error::Unwritable {
                format,
                reason: "a sum stands beside or around a mark",
            });
        }
        Ok(())
    }
}

struct FolWriter<'a> {
    lexicon: &'a Lexicon,
    marking: &'a Marking,
}

impl FolWriter<'_> {
    fn states(&self, states: &States, text: &mut String) {
        if states.is_none() {
            return text.push('⊥');
        }
        let states = self.lexicon.sorted_states(states);
        bracketed(&states, " ∨ ", text, |state, text| self.state(state, text));
    }

    fn state(&self, atoms: &[AtomId], text: &mut String) {
        if atoms.is_empty() {
            return text.push('⊤');
        }
        bracketed(atoms, " ∧ ", text, |atom, text| self.atom(*atom, text));
    }

    fn atom(&self, atom: AtomId, text: &mut String) {
        let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else { return };
        if atom.is_negated() {
            text.push('~');
        }
        text.push_str(self.lexicon.predicate_name(predicate));
        text.push('(');
        let marks = self.marking.marks_in(atom);
        for (at, term) in terms.iter().enumerate() {
            comma(at, text);
            self.term(*term, &self.lexicon.holes_at(marks, at), text);
        }
        text.push(')');
    }

    fn term(&self, term: TermId, holes: &[TermId], text: &mut String) {
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => text.push_str(self.lexicon.object_name(object)),
            TermKind::Number(_) => self.lexicon.write_number(term, false, text),
            TermKind::Application(function) => {
                text.push_str(self.lexicon.function_name(function));
                text.push('(');
                let arguments = self.lexicon.written_arguments(term, holes);
                for (at, (argument, holes)) in arguments.iter().enumerate() {
                    comma(at, text);
                    self.term(*argument, holes, text);
                }
                text.push(')');
            }
        }
        if holes.contains(&TermId::HOLE) {
            text.push('*');
        }
    }
}

fn comma(at: usize, text: &mut String) {
    if at > 0 {
        text.push_str(", ");
    }
}

/// Several things in brackets with a sign between them, or a single one as it is.
fn bracketed<T>(things: &[T], sign: &str, text: &mut String, write: impl Fn(&T, &mut String)) {
    if let [single] = things {
        return write(single, text);
    }
    for (at, thing) in things.iter().enumerate() {
        text.push_str(if at == 0 { "(" } else { sign });
        write(thing, text);
    }
    text.push(')');
}

#[cfg(test)]
mod tests {
    use crate::engine::Engine;
    use crate::reading::Reading;
    use proptest::prelude::*;

    fn formula(view: &str, reading: Reading) -> String {
        let mut engine = Engine::new(reading);
        let view = engine.read(view).expect("a view");
        engine.show_fol(&view).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn views_are_written_in_printing_order() {
        for (view, expected) in [
            ("{}", "⊥"),
            ("{0}", "⊤"),
            ("{}^{}", "⊥→⊥"),
            ("{P(),0}^{Q(),R()S()}", "(Q() ∨ (R() ∧ S()))→(⊤ ∨ P())"),
            ("Ax Ay Ez Ew {P(x*)Q(y)R(z)S(w)}", "∀x ∀y ∃w ∃z (P(x*) ∧ Q(y) ∧ R(z) ∧ S(w))"),
            ("Ex1 Ex {~P(x1,f(x*))}", "∃x1 ∃x ~P(x1, f(x*))"),
            ("{P(a()**b(),1)}", "P(x̄(a(), b()), 1.0)"),
            // Marks stay where they are, even where PyETR's views print them twice.
            ("{P(f(a()*,a()))}", "P(f(a()*, a()))"),
        ] {
            for reading in Reading::ALL {
                assert_eq!(formula(view, reading), expected);
            }
        }
    }

    #[test]
    fn brackets_hold_what_is_quantified_together_except_for_pyetr() {
        for (view, bracketed, plain) in [
            ("Ax {C()}^{P(x)}", "∀x (P(x)→C())", "∀x P(x)→C()"),
            ("Ax Ey {0}^{P(x),L(x,y)}", "∀x ∃y ((L(x, y) ∨ P(x))→⊤)", "∀x ∃y (L(x, y) ∨ P(x))→⊤"),
        ] {
            assert_eq!(formula(view, Reading::SOUND), bracketed);
            assert_eq!(formula(view, Reading::BOOK), bracketed);
            assert_eq!(formula(view, Reading::PYETR_1_0_0), plain);
        }
    }

    #[test]
    fn weights_and_deeds_cannot_be_written() {
        let refused = "this view cannot be written as first-order logic: ";
        for reading in Reading::ALL {
            assert_eq!(formula("{0=* P()}", reading), format!("{refused}it has weights"));
            for view in ["{do()}", "{P()}^{~do(P())}"] {
                assert_eq!(formula(view, reading), format!("{refused}it has do-atoms"));
            }
        }
        let marked = "{P(++(a()),b()*)}";
        assert_eq!(formula(marked, Reading::SOUND), "P(σ(a()), b()*)");
        assert!(formula(marked, Reading::PYETR_1_0_0).starts_with(refused));
    }

    const NAMES: [&str; 3] = ["x", "y", "z"];

    /// Terms over the variables above; sums and products too if `all`.
    fn term(all: bool) -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            (0..3usize).prop_map(|at| NAMES[at].to_owned()),
            "[abx]".prop_map(|name| format!("{name}()")),
            (-20..20i32).prop_map(|tenths| format!("{:?}", f64::from(tenths) / 10.0)),
        ];
        let leaf = (leaf, any::<bool>()).prop_map(|(t, star)| if star { t + "*" } else { t });
        leaf.prop_recursive(3, 8, 2, move |inner| {
            let binary = if all { "h\\(|\\+\\+\\(|\\*\\*\\(" } else { "h\\(" };
            prop_oneof![
                inner.clone().prop_map(|t| format!("f({t})")),
                (binary, inner.clone(), inner).prop_map(|(f, s, t)| format!("{f}{s},{t})*")),
            ]
        })
    }

    fn states(all: bool) -> impl Strategy<Value = String> {
        let atom = prop_oneof![
            "~?[ST]\\(\\)",
            ("~?[PQ]", term(all)).prop_map(|(p, t)| format!("{p}({t})")),
            ("~?(L|==)", term(all), term(all)).prop_map(|(p, s, t)| format!("{p}({s},{t})")),
        ];
        let state = proptest::collection::vec(atom, 0..4).prop_map(|atoms| match atoms.len() {
            0 => "0".to_owned(),
            _ => atoms.concat(),
        });
        let states = proptest::collection::vec(state, 0..5);
        states.prop_map(|states| format!("{{{}}}", states.join(",")))
    }

    /// A view that first-order logic can say, as text.
    fn view(all: bool) -> impl Strategy<Value = String> {
        let kinds = proptest::collection::vec(any::<bool>(), 3);
        let supposition = proptest::option::of(states(all));
        (states(all), supposition, kinds, Just(NAMES).prop_shuffle()).prop_map(
            |(stage, supposition, kinds, names)| {
                let body =
                    stage + &supposition.map_or(String::new(), |given| "^".to_owned() + &given);
                let mut prefix = String::new();
                for (name, universal) in names.into_iter().zip(kinds) {
                    // Not the constant `x()`, nor a number's name.
                    let stripped = body.replace("x()", "");
                    if stripped.contains(name) {
                        prefix += &format!("{}{name} ", if universal { "A" } else { "E" });
                    }
                }
                prefix + &body
            },
        )
    }

    fn check(text: &str, reading: Reading) -> Result<(), TestCaseError> {
        let mut engine = Engine::new(reading);
        let view = match engine.read(text) {
            Ok(view) => view,
            Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
        };
        let formula = engine.show_fol(&view).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let again = engine.read_fol(&formula);
        let again = again.map_err(|e| TestCaseError::fail(format!("{formula}: {e}")))?;
        prop_assert!(view.same(&again), "{} gives {}", formula, engine.show(&again));
        prop_assert_eq!(engine.show_fol(&again), Ok(formula));
        Ok(())
    }

    proptest! {
        #[test]
        fn formulas_read_back_as_the_same_view(text in view(true)) {
            check(&text, Reading::SOUND)?;
        }

        #[test]
        fn so_they_do_as_pyetr_writes_them(text in view(false)) {
            check(&text, Reading::PYETR_1_0_0)?;
        }
    }
}
