//! Writes arguments for theorem provers.

use super::names::Names;
use crate::argument::Argument;
use crate::formula::{Formula, Quantifier, Term};

/// The argument as a TPTP problem in first-order form: premises as axioms, the conclusion as the
/// conjecture. A prover answers `Theorem` if the conclusion follows.
///
/// ```
/// use peirast_logic::{Argument, Signature, parse, tptp};
///
/// let mut signature = Signature::default();
/// let premises = vec![parse("∀x (Man(x) → Mortal(x))", &mut signature)?];
/// let conclusion = parse("Mortal(socrates)", &mut signature)?;
/// assert_eq!(
///     tptp(&Argument { signature, premises, conclusion }),
///     "fof(premise_1, axiom, ( ! [X0] : ( 'Man'(X0) => 'Mortal'(X0) ) )).\n\
///      fof(conclusion, conjecture, 'Mortal'(socrates)).\n"
/// );
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
pub fn tptp(argument: &Argument) -> String {
    let writer = TptpWriter { names: Names::new(&argument.signature, &[]) };
    let mut text = String::new();
    for (at, premise) in (1..).zip(&argument.premises) {
        text += &format!("fof(premise_{at}, axiom, {}).\n", writer.formula(premise));
    }
    text + &format!("fof(conclusion, conjecture, {}).\n", writer.formula(&argument.conclusion))
}

struct TptpWriter {
    names: Names,
}

impl TptpWriter {
    fn list(&self, sign: &str, parts: &[Formula], none: &str) -> String {
        let texts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
        match texts.as_slice() {
            [] => none.to_owned(),
            [one] => one.clone(),
            all => format!("( {} )", all.join(sign)),
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        let pair =
            |one, sign, two| format!("( {} {sign} {} )", self.formula(one), self.formula(two));
        match formula {
            Formula::Truth(value) => format!("${value}"),
            Formula::Atom(predicate, terms) => {
                self.applied(self.names.predicate(*predicate), terms)
            }
            Formula::Equal(one, two) => format!("( {} = {} )", self.term(one), self.term(two)),
            Formula::Not(inner) => format!("~ {}", self.formula(inner)),
            Formula::And(all) => self.list(" & ", all, "$true"),
            Formula::Or(all) => self.list(" | ", all, "$false"),
            Formula::Implies(one, two) => pair(one, "=>", two),
            Formula::Iff(one, two) => pair(one, "<=>", two),
            Formula::Quantified(quantifier, variable, body) => {
                let sign = if *quantifier == Quantifier::All { '!' } else { '?' };
                format!("( {sign} [X{}] : {} )", variable.0, self.formula(body))
            }
        }
    }

    fn applied(&self, name: &str, terms: &[Term]) -> String {
        if terms.is_empty() {
            return symbol(name);
        }
        let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        format!("{}({})", symbol(name), terms.join(", "))
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Variable(variable) => format!("X{}", variable.0),
            Term::Apply(function, terms) => self.applied(self.names.function(*function), terms),
        }
    }
}

/// A name: unquoted if it begins with a lower-case letter, otherwise in quotes.
fn symbol(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain) {
        return name.to_owned();
    }
    let kept: String = name.chars().filter(|c| !c.is_control()).collect();
    format!("'{}'", kept.replace('\\', "\\\\").replace('\'', "\\'"))
}
