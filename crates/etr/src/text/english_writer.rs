//! Writing views as English sentences.

use super::holes::Marking;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomId, Lexicon};
use crate::relation::{Quantifier, Relation};
use crate::states::States;
use std::collections::BTreeMap;

pub(super) const FORMAT: &str = "English";

impl Engine {
    /// The view as an English sentence. `names` gives other names to predicates, functions,
    /// constants and arbitrary objects.
    ///
    /// | in the view | in English |
    /// |---|---|
    /// | `Ax Ay Ez` | for all x, y, there exists z such that |
    /// | `{A()D(),B()C()D()}^{D()}` | if D, then either A, or B and C |
    /// | `{A(),B()C()}^{D()}` | supposing D, then either A, or B and C |
    /// | `{0}`, `{}` | true, false |
    /// | `P()`, `~P()` | P, it is not the case that P |
    /// | `P(a())`, `~P(a())` | a is P, a is not P |
    /// | `L(a(),b())`, `~L(a(),b())` | a L b, it is not the case that a L b |
    /// | `==(a(),b())`, `~==(a(),b())` | a is identical to b, a is not identical to b |
    /// | `G(a(),b(),c())`, `~G(...)` | G holds of a, b and c, G does not hold of a, b and c |
    /// | `P(f(a()))` | the f of a is P |
    /// | `P(f(a(),b())**c())` | the product of (the f of a and b) and c is P |
    /// | `P(a()*)`, `P(f(a())*)` | a (at emphasis) is P, the f (at emphasis) of a is P |
    ///
    /// *If ... then* is what the book means by it ([`Conditional::Book`](crate::Conditional::Book)).
    ///
    /// A conjunct that could be misread as going on is closed by a comma: *it is not the case that
    /// P, and Q*.
    ///
    /// Under [`Reading::PYETR_1_0_0`](crate::Reading::PYETR_1_0_0) the sentence is that of PyETR,
    /// word for word, though it says `P` for `~P()` and `a L b` for `~L(a(),b())`, calls what is
    /// identical *a if and only if b* and the f of a *a is f*, leaves two-place predicates their own
    /// names, and says *if* of all that is supposed.
    ///
    /// ```
    /// use peirast_etr::Engine;
    /// use std::collections::BTreeMap;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ex {Loves(mary(),x)~Tall(x), ~Rain()}")?;
    /// let names = [("Loves", "loves"), ("mary", "Mary"), ("Tall", "tall"), ("Rain", "it rains")];
    /// let names: BTreeMap<_, _> = names.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    /// assert_eq!(
    ///     engine.show_english(&view, &names)?,
    ///     "there exists x such that either Mary loves x and x is not tall, or it is not the case \
    ///      that it rains"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Unwritable`] if the view has weights or do-atoms; under `PYETR_1_0_0` also if
    /// something takes three arguments, `==` not two, or a mark is next to or inside a sum.
    pub fn show_english(
        &self,
        view: &InternedView,
        names: &BTreeMap<String, String>,
    ) -> Result<String, Error> {
        self.check_predicates_only(view, FORMAT)?;
        let (lexicon, marking) = (&self.lexicon, Marking::new(&view.issues));
        let mended = self.reading().mends_texts();
        let mut writer = EnglishWriter { lexicon, marking, names, mended, text: String::new() };
        writer.quantifiers(&view.relation);
        let consequences = view.consequences().filter(|_| mended);
        if !view.supposition.is_verum() {
            let bare = mended && consequences.is_none();
            writer.text.push_str(if bare { "supposing " } else { "if " });
            writer.states(&view.supposition)?;
            writer.text.push_str(", then ");
        }
        writer.states(consequences.as_ref().unwrap_or(view.stage.states()))?;
        Ok(writer.text)
    }
}

pub(super) struct EnglishWriter<'a> {
    pub(super) lexicon: &'a Lexicon,
    pub(super) marking: Marking,
    names: &'a BTreeMap<String, String>,
    /// Without PyETR's slips.
    mended: bool,
    pub(super) text: String,
}

impl<'a> EnglishWriter<'a> {
    /// The word for a name.
    pub(super) fn called(&self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }

    fn quantifiers(&mut self, relation: &Relation) {
        let mut last = None;
        for (kind, object) in self.lexicon.prefix(relation) {
            self.text.push_str(match (kind, last) {
                (_, Some(same)) if kind == same => ", ",
                (Quantifier::Universal, None) => "for all ",
                (Quantifier::Universal, Some(_)) => " such that for all ",
                (Quantifier::Existential, None) => "there exists ",
                (Quantifier::Existential, Some(_)) => ", there exists ",
            });
            let name = self.called(self.lexicon.object_name(object));
            self.text.push_str(name);
            last = Some(kind);
        }
        self.text.push_str(match last {
            None => "",
            Some(Quantifier::Universal) => ", ",
            Some(Quantifier::Existential) => " such that ",
        });
    }

    fn states(&mut self, states: &States) -> Result<(), Error> {
        let mut states = self.lexicon.sorted_states(states);
        if states.is_empty() {
            self.text.push_str("false");
        }
        // Beside others, an alternative that says nothing makes them possible.
        if self.mended && states.len() > 1 {
            let before = states.len();
            states.retain(|state| !state.is_empty());
            if states.len() < before {
                self.text.push_str("perhaps ");
            }
        }
        for (at, state) in states.iter().enumerate() {
            self.text.push_str(match at {
                0 if states.len() > 1 => "either ",
                0 => "",
                _ => ", or ",
            });
            self.state(state)?;
        }
        Ok(())
    }

    fn state(&mut self, atoms: &[AtomId]) -> Result<(), Error> {
        if atoms.is_empty() {
            self.text.push_str("true");
        }
        let mut open_ended = false;
        for (at, atom) in atoms.iter().enumerate() {
            self.text.push_str(match at {
                0 => "",
                _ if open_ended => ", and ",
                _ => " and ",
            });
            if self.mended {
                open_ended = self.clause(*atom);
            } else {
                self.pyetr_clause(*atom)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Engine;
    use crate::reading::Reading;
    use std::collections::BTreeMap;

    fn say(view: &str, names: &str, reading: Reading) -> String {
        let mut engine = Engine::new(reading);
        let view = engine.read(view).expect("a view");
        let names: BTreeMap<String, String> = names
            .split_terminator(';')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, called)| (name.to_owned(), called.to_owned()))
            .collect();
        engine.show_english(&view, &names).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn sentences_frame_clauses() {
        for (view, sentence) in [
            ("{}", "false"),
            ("{0}", "true"),
            (
                "Ax Ay Ez Ew Av {P(x)P(y)P(z)P(w)P(v)}",
                "for all x, y, there exists w, z such that for all v, v is P and w is P and x is \
                 P and y is P and z is P",
            ),
            (
                "Ex {~P(x*),P(0.5)L(x,a()*)}",
                "there exists x such that either x L a (at emphasis) \
                and 0.5 is P, or x (at emphasis) is not P",
            ),
        ] {
            for reading in Reading::ALL {
                assert_eq!(say(view, "", reading), sentence);
            }
        }
    }

    #[test]
    fn conditionals_of_the_book_are_told_from_bare_suppositions() {
        for (view, sentence, pyetr) in [
            ("{0}^{}", "supposing false, then true", "if false, then true"),
            ("{0,P(),Q()R()}", "perhaps either P, or Q and R", "either true, or P, or Q and R"),
            (
                "{P(),0}^{Q(),R()S()}",
                "supposing either Q, or R and S, then perhaps P",
                "if either Q, or R and S, then either true, or P",
            ),
            ("{E()R()}^{R()}", "if R, then E", "if R, then E and R"),
            (
                "{E()R(),F()R()}^{R()}",
                "if R, then either E, or F",
                "if R, then either E and R, or F and R",
            ),
            ("{E()}^{R()}", "supposing R, then E", "if R, then E"),
        ] {
            assert_eq!(say(view, "", Reading::SOUND), sentence);
            assert_eq!(say(view, "", Reading::BOOK), sentence);
            assert_eq!(say(view, "", Reading::PYETR_1_0_0), pyetr);
        }
    }

    #[test]
    fn nothing_is_left_unsaid_or_ambiguous() {
        for (view, sentence) in [
            ("{~P()Q()}", "Q and it is not the case that P"),
            (
                "{~P()~R()~S(a())}",
                "it is not the case that P, and it is not the case that R, and a is not S",
            ),
            ("{~L(a(),b()*)}", "it is not the case that a L b (at emphasis)"),
            (
                "{~==(a(),b()),==(a()*,b())}",
                "either a (at emphasis) is identical to b, or a is \
                not identical to b",
            ),
            ("{G(a(),b(),c())Q()}", "G holds of a, b and c, and Q"),
            (
                "{~G(a(),f(b()),1,d()*)}",
                "G does not hold of a, (the f of b), 1 and d (at emphasis)",
            ),
            ("{P(f(g(a())*))}", "the f of the g (at emphasis) of a is P"),
            ("{P(f(a(),b())**c())}", "the product of (the f of a and b) and c is P"),
            ("{P(++(b(),a()*,a()))}", "the sum of a (at emphasis), a and b is P"),
            ("{==(a())}", "a is =="),
        ] {
            assert_eq!(say(view, "", Reading::SOUND), sentence);
        }
    }

    #[test]
    fn names_are_used_throughout() {
        let names = "x=somebody;L=loves;f=father;a=Ann;P=it rains";
        let view = "Ex {L(x,f(a())),~P()}";
        assert_eq!(
            say(view, names, Reading::SOUND),
            "there exists somebody such that either somebody loves the father of Ann, or it is \
             not the case that it rains"
        );
        assert_eq!(
            say(view, names, Reading::PYETR_1_0_0),
            "there exists somebody such that either somebody L Ann is father, or it rains"
        );
    }

    #[test]
    fn pyetr_says_what_it_says() {
        for (view, sentence) in [
            ("{~P(),~L(a(),b())}", "either a L b, or P"),
            ("{~==(a(),b()*)}", "a if and only if b (at emphasis)"),
            ("{~P(f(a())*)}", "a is not f (at emphasis) is not P"),
            ("{~L(f(a()),b())}", "a is not f L b"),
            ("{P(f(f(a()*)*,2)*)}", "a (at emphasis) is f (at emphasis) f 2.0 (at emphasis) is P"),
            ("{P(a()**b())}", "a x̄ b is P"),
            ("{is(is())}", "is is is"),
        ] {
            assert_eq!(say(view, "", Reading::PYETR_1_0_0), sentence);
        }
        let refused = "this view cannot be written as English: ";
        for view in ["{P(a(),b(),c())}", "{P(f(a(),b(),c()))}", "{==(a())}", "{P(++(a()*))}"] {
            assert!(say(view, "", Reading::PYETR_1_0_0).starts_with(refused), "{view}");
        }
        for reading in Reading::ALL {
            assert!(say("{1=* P()}", "", reading).starts_with(refused));
            assert!(say("{do(P())}", "", reading).starts_with(refused));
        }
    }
}
