//! Writing arguments for SMT solvers.

use super::names::Names;
use crate::argument::Argument;
use crate::formula::{Formula, Quantifier, Term};
use std::fmt::Write as _;

/// The argument as an SMT-LIB 2 script: premises and the denied conclusion, and `(check-sat)`. A
/// solver answers `unsat` if the conclusion follows.
///
/// ```
/// use peirast_logic::{Argument, Signature, parse, smt_lib};
///
/// let mut signature = Signature::default();
/// let premises = vec![parse("∀x (Man(x) → Mortal(x))", &mut signature)?];
/// let conclusion = parse("Mortal(socrates)", &mut signature)?;
/// let script = smt_lib(&Argument { signature, premises, conclusion });
/// assert!(script.contains("(assert (forall ((x0 U)) (=> (Man x0) (Mortal x0))))"));
/// assert!(script.ends_with("(assert (not (Mortal socrates)))\n(check-sat)\n"));
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
pub fn smt_lib(argument: &Argument) -> String {
    let names = Names::new(&argument.signature, &RESERVED);
    let mut writer = Writer { names, text: String::new() };
    writer.declarations(argument);
    for premise in &argument.premises {
        writer.text.push_str("(assert ");
        writer.formula(premise);
        writer.text.push_str(")\n");
    }
    writer.text.push_str("(assert (not ");
    writer.formula(&argument.conclusion);
    writer.text.push_str("))\n(check-sat)\n");
    writer.text
}

struct Writer {
    names: Names,
    text: String,
}

/// Words that mean something else in a script.
const RESERVED: [&str; 26] = [
    "true", "false", "not", "and", "or", "xor", "ite", "distinct", "let", "forall", "exists",
    "match", "par", "lambda", "=", "as", "assert", "check", "exit", "Bool", "Int", "Real", "U",
    "_", "!", "define",
];

impl Writer {
    fn declarations(&mut self, argument: &Argument) {
        self.text.push_str("(set-logic ALL)\n(declare-sort U 0)\n");
        for (predicate, symbol) in argument.signature.predicates() {
            let name = self.names.predicate(predicate).to_owned();
            self.declare(&name, symbol.arity, "Bool");
        }
        for (function, symbol) in argument.signature.functions() {
            let name = self.names.function(function).to_owned();
            self.declare(&name, symbol.arity, "U");
        }
    }

    fn declare(&mut self, name: &str, arity: u32, sort: &str) {
        self.text.push_str("(declare-fun ");
        self.symbol(name);
        let places = vec!["U"; arity as usize].join(" ");
        let _ = writeln!(self.text, " ({places}) {sort})");
    }

    /// Variables are called `x0`, `x1`, ...; a symbol that looks like one is quoted with a mark.
    fn symbol(&mut self, name: &str) {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let first = name.chars().next();
        let digits = name.strip_prefix('x').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let simple = first.is_some_and(|c| c.is_ascii_alphabetic())
            && name.chars().all(plain)
            && !RESERVED.contains(&name);
        match (simple, digits) {
            (true, false) => self.text.push_str(name),
            (true, true) => {
                let _ = write!(self.text, "|{name} |");
            }
            _ => {
                let kept: String = name.chars().filter(|c| !matches!(c, '|' | '\\')).collect();
                let _ = write!(self.text, "|{kept}|");
            }
        }
    }

    fn list(&mut self, head: &str, parts: &[Formula], none: &str) {
        match parts {
            [] => self.text.push_str(none),
            [one] => self.formula(one),
            all => {
                self.text.push('(');
                self.text.push_str(head);
                for part in all {
                    self.text.push(' ');
                    self.formula(part);
                }
                self.text.push(')');
            }
        }
    }

    fn pair(&mut self, head: &str, one: &Formula, two: &Formula) {
        let _ = write!(self.text, "({head} ");
        self.formula(one);
        self.text.push(' ');
        self.formula(two);
        self.text.push(')');
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Truth(value) => {
                let _ = write!(self.text, "{value}");
            }
            Formula::Atom(predicate, terms) => {
                let name = self.names.predicate(*predicate).to_owned();
                self.applied(&name, terms);
            }
            Formula::Equal(one, two) => {
                self.text.push_str("(= ");
                self.term(one);
                self.text.push(' ');
                self.term(two);
                self.text.push(')');
            }
            Formula::Not(inner) => {
                self.text.push_str("(not ");
                self.formula(inner);
                self.text.push(')');
            }
            Formula::And(all) => self.list("and", all, "true"),
            Formula::Or(all) => self.list("or", all, "false"),
            Formula::Implies(one, two) => self.pair("=>", one, two),
            Formula::Iff(one, two) => self.pair("=", one, two),
            Formula::Quantified(quantifier, variable, body) => {
                let word = if *quantifier == Quantifier::All { "forall" } else { "exists" };
                let _ = write!(self.text, "({word} ((x{} U)) ", variable.0);
                self.formula(body);
                self.text.push(')');
            }
        }
    }

    fn applied(&mut self, name: &str, terms: &[Term]) {
        if terms.is_empty() {
            self.symbol(name);
            return;
        }
        self.text.push('(');
        self.symbol(name);
        for term in terms {
            self.text.push(' ');
            self.term(term);
        }
        self.text.push(')');
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Variable(variable) => {
                let _ = write!(self.text, "x{}", variable.0);
            }
            Term::Apply(function, terms) => {
                let name = self.names.function(*function).to_owned();
                self.applied(&name, terms);
            }
        }
    }
}
