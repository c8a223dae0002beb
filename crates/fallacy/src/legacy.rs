//! The encoders that scored answers until May 2025, for replays of recorded scores.
//!
//! Both are propositional: each printed atom is a symbol, `P(x)` and `P(x())` are the same symbol,
//! and quantifiers are ignored.

use crate::error::Error;
use peirast_etr::{Anatomy, Engine, Literal, Reading, Term};
use peirast_logic::{Argument, Formula, Signature, Verdict, entails};

/// A former encoder of views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legacy {
    /// Until 2 March 2025: a denied atom is the negation of a separate symbol, unrelated to that of
    /// the atom. The state without atoms is a symbol too.
    UnrelatedSigns,
    /// The last version of that encoder, in which the state without atoms is true.
    UnrelatedSignsTrueZero,
    /// Until 12 May 2025: with correct signs.
    Propositional,
}

impl Legacy {
    /// Tests if the answer follows from the premises in this encoding. All are view strings.
    ///
    /// ```
    /// use peirast_fallacy::Legacy;
    ///
    /// // Modus tollendo ponens, which takes P and ~P to have something to do with each other.
    /// let premises = ["{P(a()), Q(a())}", "{~P(a())}"];
    /// assert!(!Legacy::UnrelatedSigns.is_correct(&premises, "{Q(a())}")?);
    /// assert!(Legacy::Propositional.is_correct(&premises, "{Q(a())}")?);
    /// # Ok::<(), peirast_fallacy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Premise`] and [`Error::Answer`], as in [`Judge::judge`](crate::Judge::judge).
    pub fn is_correct(self, premises: &[impl AsRef<str>], answer: &str) -> Result<bool, Error> {
        let mut signature = Signature::default();
        let mut formulas = Vec::with_capacity(premises.len());
        for (at, premise) in premises.iter().enumerate() {
            let formula = self.formula(premise.as_ref(), &mut signature);
            formulas.push(formula.map_err(|source| Error::Premise { number: at + 1, source })?);
        }
        let conclusion = self.formula(answer, &mut signature);
        let conclusion = conclusion.map_err(|source| Error::Answer { source })?;
        let argument = Argument { signature, premises: formulas, conclusion };
        Ok(entails(&argument) == Verdict::Entailed)
    }

    fn formula(self, text: &str, signature: &mut Signature) -> Result<Formula, peirast_etr::Error> {
        // Views have the form in which the published program printed them.
        let mut engine = Engine::new(Reading::PYETR_1_0_0);
        let view = engine.read(text)?;
        let Anatomy { supposition, stage, .. } = engine.anatomy(&view)?;
        let said = self.states(&stage, signature);
        if let [state] = supposition.as_slice()
            && state.is_empty()
        {
            return Ok(said);
        }
        Ok(self.states(&supposition, signature).implies(said))
    }

    fn states(self, states: &[Vec<Literal<'_>>], signature: &mut Signature) -> Formula {
        Formula::Or(states.iter().map(|state| self.state(state, signature)).collect())
    }

    fn state(self, state: &[Literal<'_>], signature: &mut Signature) -> Formula {
        if state.is_empty() && self == Legacy::UnrelatedSigns {
            return Formula::Atom(signature.predicate("0", 0), Vec::new());
        }
        Formula::And(state.iter().map(|literal| self.literal(literal, signature)).collect())
    }

    fn literal(self, literal: &Literal<'_>, signature: &mut Signature) -> Formula {
        let mut name = String::new();
        if literal.negated && self != Legacy::Propositional {
            name.push('~');
        }
        name.push_str(literal.predicate);
        arguments(&literal.arguments, &mut name);
        let atom = Formula::Atom(signature.predicate(&name, 0), Vec::new());
        if literal.negated { atom.negated() } else { atom }
    }
}

/// The arguments of an atom or term, in brackets; a constant has no brackets.
fn arguments(terms: &[Term<'_>], into: &mut String) {
    if terms.is_empty() {
        return;
    }
    for (at, term) in terms.iter().enumerate() {
        into.push(if at == 0 { '(' } else { ',' });
        match term {
            Term::Object(name) => into.push_str(name),
            Term::Function(name, terms) => {
                into.push_str(name);
                arguments(terms, into);
            }
            Term::Number(number) => into.push_str(number),
        }
    }
    into.push(')');
}

#[cfg(test)]
mod tests {
    use super::Legacy;

    #[test]
    fn the_bugs_are_kept() {
        let follows = |legacy: Legacy, premises: &[&str], answer| {
            legacy.is_correct(premises, answer).expect("an argument")
        };
        assert!(!follows(Legacy::UnrelatedSigns, &["{A(a())}"], "{0}"));
        assert!(follows(Legacy::UnrelatedSignsTrueZero, &["{A(a())}"], "{0}"));
        assert!(follows(Legacy::Propositional, &["Ax {A(x)}"], "{A(x())}"), "one symbol");
        assert!(!follows(Legacy::Propositional, &["Ax {A(x)}"], "{A(a())}"), "no quantifier");
    }
}
