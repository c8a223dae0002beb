//! Reading formulas.

use super::ParseError;
use super::lexer::{Kind, Token, tokens};
use crate::formula::{Formula, Term};
use crate::signature::{Signature, VariableId};

/// Reads a formula.
///
/// Connectives are `¬ ∧ ∨ → ↔`, also written `~ & | -> <->` or `not and or implies iff`, binding in
/// this order; `→` groups to the right. Quantifiers are `∀x` and `∃x`, also `all x`, `some x`,
/// `forall x`, `exists x`. A quantifier takes the shortest formula that follows, `∀x P(x) ∧ Q` being
/// `(∀x P(x)) ∧ Q`; with a dot, `∀x. P(x) ∧ Q`, it takes everything up to the closing bracket.
/// `∀x y (...)` quantifies both, if the further names begin with small letters. A name that a quantifier has introduced is a variable, every other name
/// in a term a constant, or a function if brackets follow: `Loves(x, mother(ann))`. `=` and `≠` are
/// identity and its denial, `⊤` and `⊥` (`true`, `false`) the constant formulas. Names in double
/// quotes may hold anything: `"not"(a)`.
///
/// ```
/// use peirast_logic::{Signature, parse, show};
///
/// let mut signature = Signature::default();
/// let formula = parse("all x. man(x) -> some y. loves(x, y) & ~(x = y)", &mut signature)?;
/// assert_eq!(show(&formula, &signature), "∀x (man(x) → ∃y (loves(x, y) ∧ x ≠ y))");
///
/// let error = parse("∀x (P(x) → Q(x)", &mut signature).unwrap_err();
/// assert_eq!(error.to_string(), "column 16: expected `)`, found the end");
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
///
/// # Errors
///
/// [`ParseError`] with the column if the text is no formula, or nests more than
/// [`Formula::MOST_NESTING`] deep.
pub fn parse(text: &str, signature: &mut Signature) -> Result<Formula, ParseError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens, at: 0, signature, scope: Vec::new(), depth: 0 };
    let formula = parser.formula()?;
    if parser.peek().kind != Kind::End {
        let error = parser.error("the end, or a connective");
        return Err(match parser.peek().kind {
            Kind::Name | Kind::Open => error.help(parser.joining()),
            Kind::Close => error.help("this bracket closes nothing"),
            _ => error,
        });
    }
    Ok(formula)
}

struct Parser<'t, 's> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    signature: &'s mut Signature,
    scope: Vec<(&'t str, VariableId)>,
    depth: usize,
}

impl<'t> Parser<'t, '_> {
    fn peek(&self) -> Token<'t> {
        let last = self.tokens.len() - 1;
        self.tokens[self.at.min(last)]
    }

    fn take(&mut self, kind: Kind) -> bool {
        let taken = self.peek().kind == kind;
        self.at += usize::from(taken);
        taken
    }

    fn error(&self, expected: &str) -> ParseError {
        ParseError::new(self.text, self.peek().at, expected)
    }

    fn close(&mut self) -> Result<(), ParseError> {
        if self.take(Kind::Close) { Ok(()) } else { Err(self.error("`)`")) }
    }

    /// Runs a rule one level deeper.
    fn deeper<T>(
        &mut self,
        rule: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        // A level of brackets passes through several rules, each of which counts.
        if self.depth >= Formula::MOST_NESTING {
            let error = self.error("no deeper nesting");
            return Err(error.help(format!("formulas may nest {} deep", Formula::MOST_NESTING)));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// How to write what stands where a connective should be: a word for one, or a word for a
    /// quantifier just before it.
    fn joining(&self) -> &'static str {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let words = [Some(self.peek()), before.copied()].into_iter().flatten();
        let mut help = words.filter_map(|token| match token.text.to_lowercase().as_str() {
            "if" | "then" => Some("write A → B for *if A then B*"),
            "xor" | "either" => Some("write ¬(A ↔ B) for *either A or B, not both*"),
            "nor" | "neither" => Some("write ¬A ∧ ¬B for *neither A nor B*"),
            "unless" => Some("write ¬B → A for *A unless B*"),
            "v" => Some("write ∨ or | for *or*"),
            "no" | "none" => Some("write ¬∃x for *no x*"),
            "every" | "each" => Some("write ∀x or all x"),
            _ => None,
        });
        help.next().unwrap_or("put ∧, ∨ or → between formulas")
    }

    fn formula(&mut self) -> Result<Formula, ParseError> {
        self.deeper(Self::equivalence)
    }

    fn equivalence(&mut self) -> Result<Formula, ParseError> {
        let mut formula = self.implication()?;
        let mut links = 0;
        while self.take(Kind::Iff) {
            links += 1;
            if links + self.depth >= Formula::MOST_NESTING {
                return Err(self.error("a shorter chain of ↔"));
            }
            formula = formula.iff(self.implication()?);
        }
        Ok(formula)
    }

    fn implication(&mut self) -> Result<Formula, ParseError> {
        let condition = self.alternation()?;
        if !self.take(Kind::Implies) {
            return Ok(condition);
        }
        Ok(condition.implies(self.deeper(Self::implication)?))
    }

    fn alternation(&mut self) -> Result<Formula, ParseError> {
        let first = self.conjunction()?;
        let rest = self.repeated(Kind::Or, Self::conjunction)?;
        Ok(joined(first, rest, Formula::Or))
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let first = self.unary()?;
        let rest = self.repeated(Kind::And, Self::unary)?;
        Ok(joined(first, rest, Formula::And))
    }

    fn repeated(
        &mut self,
        sign: Kind,
        rule: fn(&mut Self) -> Result<Formula, ParseError>,
    ) -> Result<Vec<Formula>, ParseError> {
        let mut parts = Vec::new();
        while self.take(sign) {
            parts.push(rule(self)?);
        }
        Ok(parts)
    }

    fn unary(&mut self) -> Result<Formula, ParseError> {
        match self.peek().kind {
            Kind::Not => {
                self.at += 1;
                let denied = self.deeper(Self::unary)?;
                Ok(Formula::Not(Box::new(denied)))
            }
            Kind::Quantifier(quantifier) => {
                self.at += 1;
                self.deeper(|parser| parser.quantified(quantifier))
            }
            Kind::Truth(value) => {
                self.at += 1;
                Ok(Formula::Truth(value))
            }
            Kind::Open => {
                self.at += 1;
                let formula = self.formula()?;
                self.close()?;
                Ok(formula)
            }
            Kind::Name => self.atom(),
            _ => Err(self.error("a formula")),
        }
    }

    fn quantified(
        &mut self,
        quantifier: crate::formula::Quantifier,
    ) -> Result<Formula, ParseError> {
        let before = self.scope.len();
        let mut variables = Vec::new();
        while self.peek().kind == Kind::Name && (variables.is_empty() || self.names_variable()) {
            let name = self.peek().text;
            self.at += 1;
            let variable = self.signature.variable(name);
            variables.push(variable);
            self.scope.push((name, variable));
            self.take(Kind::Comma);
        }
        if variables.is_empty() {
            return Err(self.error("a variable").help("write ∀x or all x"));
        }
        if variables.len() + self.depth > Formula::MOST_NESTING {
            return Err(self.error("fewer variables"));
        }
        let body = if self.take(Kind::Dot) { self.formula()? } else { self.unary()? };
        self.scope.truncate(before);
        Ok(variables.into_iter().rev().fold(body, |inner, variable| {
            Formula::Quantified(quantifier, variable, Box::new(inner))
        }))
    }

    /// Is the name that comes next a further variable rather than an atom?
    fn names_variable(&self) -> bool {
        let after = self.tokens.get(self.at + 1).map(|token| token.kind);
        let small = self.peek().text.starts_with(|c: char| c.is_lowercase());
        small
            && (matches!(
                after,
                Some(Kind::Name | Kind::Comma | Kind::Dot | Kind::Not | Kind::Quantifier(_))
            ) || after == Some(Kind::Open) && !self.touches_bracket())
    }

    /// `P(` is an atom, `y (` a variable before a bracketed formula.
    fn touches_bracket(&self) -> bool {
        let token = self.peek();
        self.text[token.at + token.text.len()..].starts_with('(')
    }

    fn atom(&mut self) -> Result<Formula, ParseError> {
        let token = self.peek();
        let after = self.tokens.get(self.at + 1).map(|token| token.kind);
        let bound = self.bound(token.text).is_some();
        if !bound && !matches!(after, Some(Kind::Equals | Kind::Differs)) {
            self.at += 1;
            let terms = if self.take(Kind::Open) { self.terms()? } else { Vec::new() };
            // What looks like a predicate is a function if it is said to be equal to something.
            if !matches!(self.peek().kind, Kind::Equals | Kind::Differs) {
                let arity = u32::try_from(terms.len()).unwrap_or(u32::MAX);
                return Ok(Formula::Atom(self.signature.predicate(token.text, arity), terms));
            }
            let term = self.applied(token.text, terms);
            return self.equation(term);
        }
        let term = self.term()?;
        self.equation(term)
    }

    fn equation(&mut self, left: Term) -> Result<Formula, ParseError> {
        let differs = self.peek().kind == Kind::Differs;
        if !differs && self.peek().kind != Kind::Equals {
            let error = self.error("`=` or `≠`");
            return Err(error.help("a variable by itself is no formula"));
        }
        self.at += 1;
        let equal = Formula::Equal(left, self.term()?);
        Ok(if differs { Formula::Not(Box::new(equal)) } else { equal })
    }

    fn bound(&self, name: &str) -> Option<VariableId> {
        self.scope.iter().rev().find(|one| one.0 == name).map(|one| one.1)
    }

    fn terms(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut terms = Vec::new();
        if self.take(Kind::Close) {
            return Ok(terms);
        }
        loop {
            terms.push(self.deeper(Self::term)?);
            if !self.take(Kind::Comma) {
                break;
            }
        }
        if self.take(Kind::Close) { Ok(terms) } else { Err(self.error("`,` or `)`")) }
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        let token = self.peek();
        if token.kind != Kind::Name {
            return Err(self.error("a variable, a constant or a function of terms"));
        }
        self.at += 1;
        if self.peek().kind == Kind::Open {
            self.at += 1;
            let terms = self.terms()?;
            return Ok(self.applied(token.text, terms));
        }
        let bound = self.bound(token.text).map(Term::Variable);
        Ok(bound.unwrap_or_else(|| Term::constant(self.signature.constant(token.text))))
    }

    fn applied(&mut self, name: &str, terms: Vec<Term>) -> Term {
        let arity = u32::try_from(terms.len()).unwrap_or(u32::MAX);
        Term::Apply(self.signature.function(name, arity), terms)
    }
}

fn joined(first: Formula, mut rest: Vec<Formula>, join: fn(Vec<Formula>) -> Formula) -> Formula {
    if rest.is_empty() {
        return first;
    }
    rest.insert(0, first);
    join(rest)
}
