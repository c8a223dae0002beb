//! Writing formulas for people.

use super::lexer::is_plain;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{Signature, VariableId};

/// How tightly a formula holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Iff,
    Implies,
    Or,
    And,
    Unary,
}

/// The formula in the notation that [`parse`](crate::parse) reads, with as few brackets as can be.
/// Variables that would hide each other, or be taken for a constant, are numbered: `x1`.
///
/// ```
/// use peirast_logic::{Signature, parse, show};
///
/// let mut signature = Signature::default();
/// let formula = parse("(A & B) | (C -> ~(D & E))", &mut signature)?;
/// assert_eq!(show(&formula, &signature), "A ∧ B ∨ (C → ¬(D ∧ E))");
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
pub fn show(formula: &Formula, signature: &Signature) -> String {
    let mut writer = Writer { signature, scope: Vec::new(), text: String::new() };
    writer.formula(formula, Strength::Iff);
    writer.text
}

struct Writer<'s> {
    signature: &'s Signature,
    scope: Vec<(VariableId, String)>,
    text: String,
}

impl Writer<'_> {
    fn formula(&mut self, formula: &Formula, least: Strength) {
        match formula {
            Formula::Truth(true) => self.text.push('⊤'),
            Formula::Truth(false) => self.text.push('⊥'),
            Formula::Atom(predicate, terms) => {
                let name = self.signature.predicate_symbol(*predicate).name.clone();
                self.applied(&name, terms);
            }
            Formula::Equal(one, two) => self.equation(one, '=', two),
            Formula::Not(inner) => match &**inner {
                Formula::Equal(one, two) => self.equation(one, '≠', two),
                other => {
                    self.text.push('¬');
                    self.formula(other, Strength::Unary);
                }
            },
            Formula::And(all) => self.joined(all, " ∧ ", Strength::And, least, '⊤'),
            Formula::Or(all) => self.joined(all, " ∨ ", Strength::Or, least, '⊥'),
            Formula::Implies(one, two) => {
                // Beside other connectives an implication is bracketed, though it need not be.
                self.bracketed(least > Strength::Implies, |writer| {
                    writer.formula(one, Strength::Or);
                    writer.text.push_str(" → ");
                    writer.formula(two, Strength::Implies);
                });
            }
            Formula::Iff(one, two) => self.bracketed(least > Strength::Iff, |writer| {
                writer.formula(one, Strength::Implies);
                writer.text.push_str(" ↔ ");
                writer.formula(two, Strength::Implies);
            }),
            Formula::Quantified(quantifier, variable, body) => {
                self.quantified(*quantifier, *variable, body);
            }
        }
    }

    fn bracketed(&mut self, brackets: bool, write: impl FnOnce(&mut Self)) {
        if brackets {
            self.text.push('(');
        }
        write(self);
        if brackets {
            self.text.push(')');
        }
    }

    fn joined(
        &mut self,
        all: &[Formula],
        sign: &str,
        strength: Strength,
        least: Strength,
        none: char,
    ) {
        match all {
            [] => self.text.push(none),
            [one] => self.formula(one, least),
            _ => self.bracketed(least > strength, |writer| {
                let inner = if strength == Strength::And { Strength::Unary } else { Strength::And };
                for (at, one) in all.iter().enumerate() {
                    if at > 0 {
                        writer.text.push_str(sign);
                    }
                    writer.formula(one, inner);
                }
            }),
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, variable: VariableId, body: &Formula) {
        self.text.push(if quantifier == Quantifier::All { '∀' } else { '∃' });
        let name = self.name_for(variable);
        self.text.push_str(&name);
        self.text.push(' ');
        self.scope.push((variable, name));
        self.formula(body, Strength::Unary);
        self.scope.pop();
    }

    /// The variable's own name, unless somebody else goes by it.
    fn name_for(&self, variable: VariableId) -> String {
        let own = self.signature.variable_name(variable);
        let taken = |name: &str| {
            self.scope.iter().any(|one| one.1 == name)
                || self.signature.functions().any(|(_, symbol)| symbol.name == name)
                || self.signature.predicates().any(|(_, symbol)| symbol.name == name)
        };
        if !taken(own) {
            return own.to_owned();
        }
        (1u32..)
            .map(|number| format!("{own}{number}"))
            .find(|name| !taken(name))
            .unwrap_or_default()
    }

    fn equation(&mut self, one: &Term, sign: char, two: &Term) {
        self.term(one);
        self.text.push(' ');
        self.text.push(sign);
        self.text.push(' ');
        self.term(two);
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Variable(variable) => {
                let known = self.scope.iter().rev().find(|one| one.0 == *variable);
                let name = known.map(|one| one.1.clone());
                let own = || self.signature.variable_name(*variable).to_owned();
                let name = name.unwrap_or_else(own);
                self.text.push_str(&name);
            }
            Term::Apply(function, terms) => {
                let name = self.signature.function_symbol(*function).name.clone();
                self.applied(&name, terms);
            }
        }
    }

    fn applied(&mut self, name: &str, terms: &[Term]) {
        if is_plain(name) {
            self.text.push_str(name);
        } else {
            self.text.push('"');
            self.text.extend(name.chars().filter(|c| *c != '"'));
            self.text.push('"');
        }
        if terms.is_empty() {
            return;
        }
        self.text.push('(');
        for (at, term) in terms.iter().enumerate() {
            if at > 0 {
                self.text.push_str(", ");
            }
            self.term(term);
        }
        self.text.push(')');
    }
}
