//! Writes arguments for SMT solvers.

use super::names::Names;
use crate::argument::Argument;
use crate::formula::{Formula, Quantifier, Term};

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
    let writer = SmtLibWriter { names: Names::new(&argument.signature, &RESERVED) };
    let mut text = writer.declarations(argument);
    for premise in &argument.premises {
        text += &format!("(assert {})\n", writer.formula(premise));
    }
    text + &format!("(assert (not {}))\n(check-sat)\n", writer.formula(&argument.conclusion))
}

struct SmtLibWriter {
    names: Names,
}

/// Words that mean something else in a script.
const RESERVED: [&str; 26] = [
    "true", "false", "not", "and", "or", "xor", "ite", "distinct", "let", "forall", "exists",
    "match", "par", "lambda", "=", "as", "assert", "check", "exit", "Bool", "Int", "Real", "U",
    "_", "!", "define",
];

impl SmtLibWriter {
    fn declarations(&self, argument: &Argument) -> String {
        let declare = |name, arity: u32, sort| {
            let places = vec!["U"; arity as usize].join(" ");
            format!("(declare-fun {} ({places}) {sort})\n", symbol(name))
        };
        let predicates = argument.signature.predicates().map(|(predicate, symbol)| {
            declare(self.names.predicate(predicate), symbol.arity, "Bool")
        });
        let functions = argument
            .signature
            .functions()
            .map(|(function, symbol)| declare(self.names.function(function), symbol.arity, "U"));
        let head = "(set-logic ALL)\n(declare-sort U 0)\n".to_owned();
        std::iter::once(head).chain(predicates).chain(functions).collect()
    }

    fn list(&self, head: &str, parts: &[Formula], none: &str) -> String {
        let texts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
        match texts.as_slice() {
            [] => none.to_owned(),
            [one] => one.clone(),
            all => format!("({head} {})", all.join(" ")),
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        let pair = |head, one, two| format!("({head} {} {})", self.formula(one), self.formula(two));
        match formula {
            Formula::Truth(value) => value.to_string(),
            Formula::Atom(predicate, terms) => {
                self.applied(self.names.predicate(*predicate), terms)
            }
            Formula::Equal(one, two) => format!("(= {} {})", self.term(one), self.term(two)),
            Formula::Not(inner) => format!("(not {})", self.formula(inner)),
            Formula::And(all) => self.list("and", all, "true"),
            Formula::Or(all) => self.list("or", all, "false"),
            Formula::Implies(one, two) => pair("=>", one, two),
            Formula::Iff(one, two) => pair("=", one, two),
            Formula::Quantified(quantifier, variable, body) => {
                let word = if *quantifier == Quantifier::All { "forall" } else { "exists" };
                format!("({word} ((x{} U)) {})", variable.0, self.formula(body))
            }
        }
    }

    fn applied(&self, name: &str, terms: &[Term]) -> String {
        if terms.is_empty() {
            return symbol(name);
        }
        let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        format!("({} {})", symbol(name), terms.join(" "))
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Variable(variable) => format!("x{}", variable.0),
            Term::Apply(function, terms) => self.applied(self.names.function(*function), terms),
        }
    }
}

/// A name. Variables are called `x0`, `x1`, ...; a symbol that looks like a variable gets quotes
/// and a mark.
fn symbol(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = name.chars().next();
    let digits = name.strip_prefix('x').is_some_and(|rest| rest.parse::<u32>().is_ok());
    let simple = first.is_some_and(|c| c.is_ascii_alphabetic())
        && name.chars().all(plain)
        && !RESERVED.contains(&name);
    match (simple, digits) {
        (true, false) => name.to_owned(),
        (true, true) => format!("|{name} |"),
        _ => {
            let kept: String = name.chars().filter(|c| !matches!(c, '|' | '\\')).collect();
            format!("|{kept}|")
        }
    }
}
