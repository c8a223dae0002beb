//! Converts views of the Erotetic Theory of Reasoning to formulas.

use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{Signature, VariableId};
use peirast_etr::{Anatomy, Engine, IDENTITY, InternedView, Literal};

/// Converts a view to a formula of classical logic.
///
/// The stage is the disjunction of its alternatives; each alternative is the conjunction of its
/// literals. A supposition gives an implication inside all quantifiers: `∃x {A(x)}^{B(x)}` is
/// `∃x (B(x) → A(x))`. Quantifiers come first, in the order of the prefix. `==` is identity. Marks
/// of being at issue make no difference. Arbitrary objects are variables, and never confused with
/// constants of the same name.
///
/// # Errors
///
/// [`peirast_etr::Error::Unwritable`], if the view has weights or do-atoms, which logic does not
/// cover.
///
/// ```
/// use peirast_logic::{Signature, formula_of_view, show};
/// use peirast_etr::Engine;
///
/// let mut engine = Engine::default();
/// let view = engine.read("Ax {Mortal(x*)}^{Man(x*)}")?;
/// let mut signature = Signature::default();
/// let formula = formula_of_view(&engine, &view, &mut signature)?;
/// assert_eq!(show(&formula, &signature), "∀x (Man(x) → Mortal(x))");
/// # Ok::<(), peirast_etr::Error>(())
/// ```
pub fn formula_of_view(
    engine: &Engine,
    view: &InternedView,
    signature: &mut Signature,
) -> Result<Formula, peirast_etr::Error> {
    let anatomy = engine.anatomy(view)?;
    Ok(Translator { signature, scope: Vec::with_capacity(anatomy.prefix.len()) }.view(&anatomy))
}

/// A function of terms. Sums and products in views have their terms in any order, so these are
/// sorted.
pub(crate) fn applied(name: &str, mut terms: Vec<Term>, signature: &mut Signature) -> Term {
    if matches!(name, "σ" | "x\u{304}") {
        terms.sort();
    }
    let arity = u32::try_from(terms.len()).unwrap_or(u32::MAX);
    Term::Apply(signature.function(name, arity), terms)
}

/// A constant. A number has one name in any notation: `2.50` is 2.5, `007` is 7, `1.0` is 1.
pub(crate) fn constant(name: &str, signature: &mut Signature) -> Term {
    Term::constant(signature.constant(plain_number(name).as_deref().unwrap_or(name)))
}

/// A decimal number without redundant digits; `None` for another name.
fn plain_number(name: &str) -> Option<String> {
    let (minus, size) = name.strip_prefix('-').map_or(("", name), |size| ("-", size));
    let (whole, places) = size.split_once('.').unwrap_or((size, "0"));
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !are_digits(whole) || !are_digits(places) {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    Some(match (whole, places.trim_end_matches('0')) {
        ("0", "") => "0".to_owned(),
        (whole, "") => format!("{minus}{whole}"),
        (whole, places) => format!("{minus}{whole}.{places}"),
    })
}

struct Translator<'e, 's> {
    signature: &'s mut Signature,
    scope: Vec<(&'e str, VariableId)>,
}

impl<'e> Translator<'e, '_> {
    fn view(&mut self, anatomy: &Anatomy<'e>) -> Formula {
        let mut prefix = Vec::with_capacity(anatomy.prefix.len());
        for (kind, name) in &anatomy.prefix {
            let variable = self.signature.variable(name);
            self.scope.push((name, variable));
            let quantifier = match kind {
                peirast_etr::Quantifier::Universal => Quantifier::All,
                peirast_etr::Quantifier::Existential => Quantifier::Some,
            };
            prefix.push((quantifier, variable));
        }
        let mut formula = self.states(&anatomy.stage);
        let nothing_given = matches!(anatomy.supposition.as_slice(), [state] if state.is_empty());
        if !nothing_given {
            formula = self.states(&anatomy.supposition).implies(formula);
        }
        prefix.into_iter().rev().fold(formula, |inner, (quantifier, variable)| {
            Formula::Quantified(quantifier, variable, Box::new(inner))
        })
    }

    fn states(&mut self, states: &[Vec<Literal<'e>>]) -> Formula {
        let mut all: Vec<Formula> = states.iter().map(|state| self.state(state)).collect();
        match all.len() {
            0 => Formula::Truth(false),
            1 => all.swap_remove(0),
            _ => Formula::Or(all),
        }
    }

    fn state(&mut self, state: &[Literal<'e>]) -> Formula {
        let mut all: Vec<Formula> = state.iter().map(|literal| self.literal(literal)).collect();
        match all.len() {
            0 => Formula::Truth(true),
            1 => all.swap_remove(0),
            _ => Formula::And(all),
        }
    }

    fn literal(&mut self, literal: &Literal<'e>) -> Formula {
        let mut terms: Vec<Term> = literal.arguments.iter().map(|term| self.term(term)).collect();
        let atom = match (literal.predicate, terms.len()) {
            (IDENTITY, 2) => {
                let second = terms.swap_remove(1);
                Formula::Equal(terms.swap_remove(0), second)
            }
            (name, arity) => {
                let arity = u32::try_from(arity).unwrap_or(u32::MAX);
                Formula::Atom(self.signature.predicate(name, arity), terms)
            }
        };
        if literal.negated { atom.negated() } else { atom }
    }

    fn term(&mut self, term: &peirast_etr::Term<'e>) -> Term {
        match term {
            peirast_etr::Term::Object(name) => {
                let known = self.scope.iter().rev().find(|one| one.0 == *name);
                // A view quantifies all its objects. An unquantified one would be a constant.
                known.map_or_else(
                    || Term::constant(self.signature.constant(name)),
                    |one| Term::Variable(one.1),
                )
            }
            peirast_etr::Term::Function(name, terms) => {
                let terms = terms.iter().map(|term| self.term(term)).collect();
                applied(name, terms, self.signature)
            }
            peirast_etr::Term::Number(number) => constant(number, self.signature),
        }
    }
}
