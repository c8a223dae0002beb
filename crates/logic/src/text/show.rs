//! Writes formulas for readers.

use super::lexer::is_plain;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{Signature, VariableId};

/// The precedence of a formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Iff,
    Implies,
    Or,
    And,
    Unary,
}

/// The formula in the notation of [`parse`](crate::parse), with as few brackets as possible.
/// Variables that would hide each other, or look like a constant, get numbers: `x1`.
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
    FormulaWriter { signature, scope: Vec::new() }.formula(formula, Strength::Iff)
}

struct FormulaWriter<'s> {
    signature: &'s Signature,
    scope: Vec<(VariableId, String)>,
}

impl FormulaWriter<'_> {
    fn formula(&mut self, formula: &Formula, least: Strength) -> String {
        match formula {
            Formula::Truth(true) => "⊤".to_owned(),
            Formula::Truth(false) => "⊥".to_owned(),
            Formula::Atom(predicate, terms) => {
                self.applied(&self.signature.predicate_symbol(*predicate).name, terms)
            }
            Formula::Equal(one, two) => format!("{} = {}", self.term(one), self.term(two)),
            Formula::Not(inner) => match &**inner {
                Formula::Equal(one, two) => format!("{} ≠ {}", self.term(one), self.term(two)),
                other => format!("¬{}", self.formula(other, Strength::Unary)),
            },
            Formula::And(all) => self.joined(all, Strength::And, least),
            Formula::Or(all) => self.joined(all, Strength::Or, least),
            Formula::Implies(one, two) => {
                // Next to other connectives an implication has brackets, although it does not need
                // them.
                let one = self.formula(one, Strength::Or);
                let two = self.formula(two, Strength::Implies);
                bracketed(least > Strength::Implies, format!("{one} → {two}"))
            }
            Formula::Iff(one, two) => {
                let one = self.formula(one, Strength::Implies);
                let two = self.formula(two, Strength::Implies);
                bracketed(least > Strength::Iff, format!("{one} ↔ {two}"))
            }
            Formula::Quantified(quantifier, variable, body) => {
                let sign = if *quantifier == Quantifier::All { '∀' } else { '∃' };
                let name = self.name_for(*variable);
                let before = format!("{sign}{name} ");
                self.scope.push((*variable, name));
                let body = self.formula(body, Strength::Unary);
                self.scope.pop();
                before + &body
            }
        }
    }

    /// A conjunction or disjunction.
    fn joined(&mut self, all: &[Formula], strength: Strength, least: Strength) -> String {
        let (sign, none, inner) = match strength {
            Strength::And => (" ∧ ", "⊤", Strength::Unary),
            _ => (" ∨ ", "⊥", Strength::And),
        };
        match all {
            [] => none.to_owned(),
            [one] => self.formula(one, least),
            _ => {
                let all: Vec<String> = all.iter().map(|one| self.formula(one, inner)).collect();
                bracketed(least > strength, all.join(sign))
            }
        }
    }

    /// The variable's own name, unless the name is already used.
    fn name_for(&self, variable: VariableId) -> String {
        let name = self.signature.variable_name(variable);
        let taken = |name: &str| {
            self.scope.iter().any(|one| one.1 == name)
                || self.signature.functions().any(|(_, symbol)| symbol.name == name)
                || self.signature.predicates().any(|(_, symbol)| symbol.name == name)
        };
        let numbered = (1u32..).map(|number| format!("{name}{number}"));
        let mut options = std::iter::once(name.to_owned()).chain(numbered);
        options.find(|name| !taken(name)).unwrap_or_default()
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Variable(variable) => {
                let known = self.scope.iter().rev().find(|one| one.0 == *variable);
                let name = || self.signature.variable_name(*variable);
                known.map_or_else(name, |one| &one.1).to_owned()
            }
            Term::Apply(function, terms) => {
                self.applied(&self.signature.function_symbol(*function).name, terms)
            }
        }
    }

    fn applied(&self, name: &str, terms: &[Term]) -> String {
        let name = match is_plain(name) {
            true => name.to_owned(),
            false => format!("\"{}\"", name.replace('"', "")),
        };
        let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        if terms.is_empty() { name } else { format!("{name}({})", terms.join(", ")) }
    }
}

fn bracketed(brackets: bool, text: String) -> String {
    if brackets { format!("({text})") } else { text }
}
