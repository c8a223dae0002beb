//! Warnings about formulas that probably do not mean what their author intended.

use crate::names::{self, LabelledNames, Notation};
use peirast_logic::{Argument, Formula, Signature, Term};
use std::collections::BTreeSet;

/// The names in formulas.
#[derive(Default)]
struct Names<'s> {
    predicates: BTreeSet<(&'s str, u32)>,
    functions: BTreeSet<(&'s str, u32)>,
    variables: BTreeSet<&'s str>,
}

impl<'s> Names<'s> {
    fn visit(&mut self, formula: &Formula, signature: &'s Signature) {
        match formula {
            Formula::Truth(_) => {}
            Formula::Atom(predicate, terms) => {
                let symbol = signature.predicate_symbol(*predicate);
                self.predicates.insert((&symbol.name, symbol.arity));
                terms.iter().for_each(|term| self.visit_term(term, signature));
            }
            Formula::Equal(one, other) => {
                self.visit_term(one, signature);
                self.visit_term(other, signature);
            }
            Formula::Not(inner) => self.visit(inner, signature),
            Formula::And(all) | Formula::Or(all) => {
                all.iter().for_each(|one| self.visit(one, signature));
            }
            Formula::Implies(one, other) | Formula::Iff(one, other) => {
                self.visit(one, signature);
                self.visit(other, signature);
            }
            Formula::Quantified(_, variable, inner) => {
                self.variables.insert(signature.variable_name(*variable));
                self.visit(inner, signature);
            }
        }
    }

    fn visit_term(&mut self, term: &Term, signature: &'s Signature) {
        if let Term::Apply(function, terms) = term {
            let symbol = signature.function_symbol(*function);
            self.functions.insert((&symbol.name, symbol.arity));
            terms.iter().for_each(|term| self.visit_term(term, signature));
        }
    }
}

/// Warnings about constants that look like variables outside of their quantifier, about similar
/// names, and about names with two meanings.
pub(super) fn warnings(argument: &Argument) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut texts = Vec::new();
    let conclusion = ("the conclusion".to_owned(), &argument.conclusion);
    let premises =
        (1..).zip(&argument.premises).map(|(at, premise)| (format!("premise {at}"), premise));
    for (label, formula) in premises.chain([conclusion]) {
        let mut names = Names::default();
        names.visit(formula, &argument.signature);
        for name in &names.variables {
            if names.functions.contains(&(*name, 0)) {
                warnings.push(format!(
                    "{label}: `{name}` is a constant outside of every quantifier; put brackets \
                     around the whole scope of `{name}`, as in all {name} (P({name}) -> \
                     Q({name}))"
                ));
            }
        }
        let Names { predicates, functions, .. } = names;
        texts.push(LabelledNames { label, predicates, functions });
    }
    warnings.extend(names::slips(&texts, Notation::Formula));
    warnings.extend(two_roles(&texts));
    warnings
}

/// Names that are terms in one place and formulas in another. `p = q` is about two individuals, not
/// about the propositions `p` and `q`.
fn two_roles(texts: &[LabelledNames<'_>]) -> Vec<String> {
    let functions = texts.iter().flat_map(|text| text.functions.iter().map(move |one| (one, text)));
    let mut told = BTreeSet::new();
    let mut warnings = Vec::new();
    for (symbol @ (name, arity), term) in functions {
        let formula = texts.iter().find(|text| text.predicates.contains(symbol));
        let Some(formula) = formula.filter(|_| told.insert(*symbol)) else { continue };
        let (is_term, is_formula) = match arity {
            0 => ("constant", "proposition"),
            _ => ("function", "predicate"),
        };
        warnings.push(format!(
            "{}: `{name}` is a {is_term}, not the {is_formula} `{name}` of {}; `=` joins terms, \
             and `<->` joins formulas",
            term.label, formula.label
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_logic::parse;

    fn told(premises: &[&str], conclusion: &str) -> Vec<String> {
        let mut signature = Signature::default();
        let mut read = |text: &&str| parse(text, &mut signature).expect("a formula");
        let premises = premises.iter().map(&mut read).collect();
        let conclusion = read(&conclusion);
        warnings(&Argument { signature, premises, conclusion })
    }

    #[test]
    fn variables_out_of_reach_and_slips_in_names_are_pointed_at() {
        for (premises, conclusion, warning) in [
            (
                &["all x P(x) -> Q(x)"][..],
                "P(a)",
                "premise 1: `x` is a constant outside of every quantifier",
            ),
            (&["P(a)"], "some x P(x) & Q(x)", "the conclusion: `x` is a constant outside"),
            (
                &["Rain -> Wet", "Rian"],
                "Wet",
                "premise 2: no other formula has the predicate `Rian`; premise 1 has `Rain`",
            ),
            (&["King(ann)"], "King(anna)", "the conclusion: no other formula has the name `anna`"),
            (
                &["P(a)"],
                "P",
                "the conclusion: no other formula has the predicate `P`; premise 1 has `P` of one argument",
            ),
            (
                &["p = r", "p"],
                "a = a",
                "premise 1: `p` is a constant, not the proposition `p` of premise 2",
            ),
            (
                &["f(a) = b"],
                "f(b)",
                "premise 1: `f` is a function, not the predicate `f` of the conclusion",
            ),
        ] {
            let told = told(premises, conclusion);
            assert_eq!(told.len(), 1, "{premises:?} {told:?}");
            assert!(told[0].starts_with(warning), "{told:?}");
        }
    }

    #[test]
    fn nothing_else_is_warned_of() {
        for (premises, conclusion) in [
            (&["all x (P(x) -> Q(x))", "P(a)"][..], "Q(a)"),
            (&["all x P(x)", "Q(y)"], "some y Q(y)"),
            (&["p -> q", "q"], "p"),
            (&["P1(a)"], "P2(a)"),
        ] {
            assert_eq!(told(premises, conclusion), Vec::<String>::new(), "{premises:?}");
        }
    }
}
