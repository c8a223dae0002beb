//! Writing arguments for theorem provers.

use super::names::Names;
use crate::argument::Argument;
use crate::formula::{Formula, Quantifier, Term};
use std::fmt::Write as _;

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
    let mut writer = Writer { names: Names::new(&argument.signature, &[]), text: String::new() };
    for (at, premise) in argument.premises.iter().enumerate() {
        let _ = write!(writer.text, "fof(premise_{}, axiom, ", at + 1);
        writer.formula(premise);
        writer.text.push_str(").\n");
    }
    writer.text.push_str("fof(conclusion, conjecture, ");
    writer.formula(&argument.conclusion);
    writer.text.push_str(").\n");
    writer.text
}

struct Writer {
    names: Names,
    text: String,
}

impl Writer {
    /// Plain if it begins with a small letter, else in quotes.
    fn symbol(&mut self, name: &str) {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain) {
            self.text.push_str(name);
            return;
        }
        self.text.push('\'');
        for character in name.chars().filter(|c| !c.is_control()) {
            if matches!(character, '\'' | '\\') {
                self.text.push('\\');
            }
            self.text.push(character);
        }
        self.text.push('\'');
    }

    fn list(&mut self, sign: &str, parts: &[Formula], none: &str) {
        match parts {
            [] => self.text.push_str(none),
            [one] => self.formula(one),
            all => {
                self.text.push_str("( ");
                for (at, part) in all.iter().enumerate() {
                    if at > 0 {
                        let _ = write!(self.text, " {sign} ");
                    }
                    self.formula(part);
                }
                self.text.push_str(" )");
            }
        }
    }

    fn pair(&mut self, one: &Formula, sign: &str, two: &Formula) {
        self.text.push_str("( ");
        self.formula(one);
        let _ = write!(self.text, " {sign} ");
        self.formula(two);
        self.text.push_str(" )");
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Truth(true) => self.text.push_str("$true"),
            Formula::Truth(false) => self.text.push_str("$false"),
            Formula::Atom(predicate, terms) => {
                let name = self.names.predicate(*predicate).to_owned();
                self.applied(&name, terms);
            }
            Formula::Equal(one, two) => {
                self.text.push_str("( ");
                self.term(one);
                self.text.push_str(" = ");
                self.term(two);
                self.text.push_str(" )");
            }
            Formula::Not(inner) => {
                self.text.push_str("~ ");
                self.formula(inner);
            }
            Formula::And(all) => self.list("&", all, "$true"),
            Formula::Or(all) => self.list("|", all, "$false"),
            Formula::Implies(one, two) => self.pair(one, "=>", two),
            Formula::Iff(one, two) => self.pair(one, "<=>", two),
            Formula::Quantified(quantifier, variable, body) => {
                let sign = if *quantifier == Quantifier::All { '!' } else { '?' };
                let _ = write!(self.text, "( {sign} [X{}] : ", variable.0);
                self.formula(body);
                self.text.push_str(" )");
            }
        }
    }

    fn applied(&mut self, name: &str, terms: &[Term]) {
        self.symbol(name);
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

    fn term(&mut self, term: &Term) {
        match term {
            Term::Variable(variable) => {
                let _ = write!(self.text, "X{}", variable.0);
            }
            Term::Apply(function, terms) => {
                let name = self.names.function(*function).to_owned();
                self.applied(&name, terms);
            }
        }
    }
}
