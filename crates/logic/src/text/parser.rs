//! Parses formulas.

use super::ParseError;
use super::lexer::{COUNTING, Kind, Token, tokens};
use crate::formula::{Formula, Term};
use crate::signature::{Signature, VariableId};
use crate::view;

/// Parses a formula.
///
/// The syntax is:
///
/// - Connectives are `¬ ∧ ∨ → ↔`, also written `~ & | -> <->` or `not and or implies iff`, in this
///   order of precedence; `→` associates to the right. `-A` is `¬A`, if the hyphen touches `A` and
///   neither a word nor another negation comes before it.
/// - Quantifiers are `∀x` and `∃x`, also `all x`, `some x`, `forall x`, `exists x`. A quantifier
///   takes the shortest formula that follows: `∀x P(x) ∧ Q` is `(∀x P(x)) ∧ Q`. With a dot,
///   `∀x. P(x) ∧ Q`, it takes everything up to the closing bracket. `∀x y (...)` quantifies both,
///   if the further names begin with lower-case letters.
/// - A name introduced by a quantifier is a variable. Every other name in a term is a constant, or
///   a function if brackets follow: `Loves(x, mother(ann))`.
/// - `=` and `≠` are identity and its denial (also `==(a, b)`). `⊤` and `⊥` (`true`, `false`) are
///   the constant formulas.
/// - Names in double quotes may contain anything: `"not"(a)`.
/// - A star after a term, which marks it as at issue in the formulas of `peirast_etr`, is ignored.
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
/// [`ParseError`] with the column, if the text is not a formula, or its depth exceeds
/// [`Formula::MOST_NESTING`].
pub fn parse(text: &str, signature: &mut Signature) -> Result<Formula, ParseError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens, at: 0, signature, scope: Vec::new(), depth: 0 };
    let formula = parser.formula()?;
    if parser.peek().kind != Kind::End {
        let error = parser.error("the end, or a connective");
        return Err(match parser.peek().kind {
            Kind::Name | Kind::Open => error.help(parser.joining()),
            Kind::Close => error.help("this bracket closes nothing"),
            Kind::Not if parser.follows_letters() => error.help(LETTERS),
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

    /// Applies a rule one level deeper.
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

    /// The expected text in place of a connective: help for a word that means one, or for a word
    /// before it that means a quantifier.
    fn joining(&self) -> &'static str {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let ahead = self.tokens.get(self.at..).unwrap_or_default();
        let words = ahead.iter().take(4).map(|token| token.text.to_lowercase());
        if words.eq(["if", "and", "only", "if"]) {
            return "write A ↔ B for *A if and only if B*";
        }
        if self.follows_letters() {
            return LETTERS;
        }
        let words = [Some(self.peek()), before.copied()].into_iter().flatten();
        let mut help = words.filter_map(|token| match token.text.to_lowercase().as_str() {
            "only" => Some("write A → B for *A only if B*"),
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

    /// Tests if letters for quantifiers come directly before: `Ax P(x)`, or, with the variable
    /// next, `A x P(x)`.
    fn follows_letters(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)) else {
            return false;
        };
        let (variables, from) = match before.text {
            "A" | "E" => (vec![self.peek().text], self.at + 1),
            name => (quantified_in_letters(name), self.at),
        };
        let behind = self.tokens.get(from..).unwrap_or_default();
        let occurs = |variable: &&str| {
            behind.iter().any(|token| token.kind == Kind::Name && token.text == *variable)
        };
        !variables.is_empty() && variables.iter().all(occurs)
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
            Kind::Not if self.negative_in_equation() => {
                let number = self.term()?;
                self.equation(number)
            }
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
            Kind::Equals if self.peek().text == "==" => self.identity(),
            _ => Err(self.error("a formula")),
        }
    }

    fn quantified(
        &mut self,
        quantifier: crate::formula::Quantifier,
    ) -> Result<Formula, ParseError> {
        if self.counts() {
            return Err(self.error("a variable").help(COUNTING));
        }
        let before = self.scope.len();
        let mut variables = Vec::new();
        while self.peek().kind == Kind::Name && (variables.is_empty() || self.names_variable()) {
            let name = self.variable_name()?;
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

    /// Tests if a number comes next, or a sign or word before one, or the `!` of *exactly one*.
    fn counts(&self) -> bool {
        let rest = &self.text[self.peek().at..];
        let word = self.peek().text.to_lowercase();
        let next = self.tokens.get(self.at + 1).map(|token| token.kind);
        rest.starts_with(|c: char| c.is_numeric() || "!=".contains(c))
            || NUMBER_WORDS.contains(&word.as_str()) && next == Some(Kind::Name)
    }

    /// Takes the name of a variable. In `∀xP(x)` it touches a predicate, so that both look like one
    /// name. A letter, perhaps with digits, is separated from the predicate if it occurs in the
    /// brackets.
    fn variable_name(&mut self) -> Result<&'t str, ParseError> {
        let token = self.peek();
        let digits = token.text.chars().skip(1).take_while(char::is_ascii_digit).count();
        let len = token.text.chars().next().map_or(0, char::len_utf8) + digits;
        let (variable, predicate) = token.text.split_at(len);
        // `∀P(x)` applies a predicate, and `∀x(Q)` has a variable that does not occur.
        let is_letter = predicate.is_empty() && !variable.starts_with(char::is_uppercase);
        let stands_apart = is_letter || self.is_quoted() || !self.touches_bracket();
        if stands_apart || self.occurs_in_bracket(token.text) {
            self.at += 1;
            return Ok(token.text);
        }
        if !predicate.starts_with(char::is_uppercase) || !self.occurs_in_bracket(variable) {
            let error = self.error("a variable that occurs in the brackets");
            return Err(error.help("write ∀x P(x), with a space after the variable"));
        }
        self.tokens[self.at] = Token { text: predicate, at: token.at + len, ..token };
        Ok(variable)
    }

    /// Tests if the next name is a further variable and not an atom.
    fn names_variable(&self) -> bool {
        let after = self.tokens.get(self.at + 1).map(|token| token.kind);
        let small = self.peek().text.starts_with(|c: char| c.is_lowercase());
        small
            && (matches!(
                after,
                Some(Kind::Name | Kind::Comma | Kind::Dot | Kind::Not | Kind::Quantifier(_))
            ) || after == Some(Kind::Open) && !self.touches_bracket())
    }

    /// `P(` is an atom; `y (` is a variable before a bracketed formula.
    fn touches_bracket(&self) -> bool {
        let token = self.peek();
        let quotes = if self.is_quoted() { 2 } else { 0 };
        let next = self.tokens.get(self.at + 1);
        next.is_some_and(|next| {
            next.kind == Kind::Open && next.at == token.at + token.text.len() + quotes
        })
    }

    /// Tests if this term occurs in the brackets after the next name.
    fn occurs_in_bracket(&self, term: &str) -> bool {
        let mut depth = 0_usize;
        let behind = self.tokens.get(self.at + 1..).unwrap_or_default();
        for (at, token) in behind.iter().enumerate() {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Name
                    if token.text == term
                        && behind.get(at + 1).is_none_or(|next| next.kind != Kind::Open) =>
                {
                    return true;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        false
    }

    fn is_quoted(&self) -> bool {
        self.text[self.peek().at..].starts_with('"')
    }

    fn atom(&mut self) -> Result<Formula, ParseError> {
        let token = self.peek();
        let after = self.tokens.get(self.at + 1).map(|token| token.kind);
        let bound = self.bound(token.text).is_some();
        if self.looks_quantified() {
            let error = self.error("a formula");
            return Err(error.help(format!(
                "{LETTERS}; the brackets of a predicate follow it directly: {}(...)",
                token.text
            )));
        }
        if !bound && !matches!(after, Some(Kind::Equals | Kind::Differs)) {
            self.at += 1;
            let terms = if self.take(Kind::Open) { self.terms()? } else { Vec::new() };
            // A name that looks like a predicate is a function if an equality sign follows.
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

    /// `==(a, b)`, as in formulas of the erotetic theory.
    fn identity(&mut self) -> Result<Formula, ParseError> {
        let start = self.peek().at;
        self.at += 1;
        if !self.take(Kind::Open) {
            return Err(self.error("`(`, or a term before `==`"));
        }
        match <[Term; 2]>::try_from(self.terms()?) {
            Ok([one, other]) => Ok(Formula::Equal(one, other)),
            Err(_) => Err(ParseError::new(self.text, start, "an identity of two terms")),
        }
    }

    /// Tests if `Ax (P(x))` comes next: letters for quantifiers and, after a space, brackets in
    /// which the variable occurs.
    fn looks_quantified(&self) -> bool {
        let after = self.tokens.get(self.at + 1).map(|token| token.kind);
        if after != Some(Kind::Open) || self.touches_bracket() || self.is_quoted() {
            return false;
        }
        let (mut depth, mut occurs) = (0_usize, Vec::new());
        let variables = quantified_in_letters(self.peek().text);
        let behind = self.tokens.get(self.at + 1..).unwrap_or_default();
        for (at, token) in behind.iter().enumerate() {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Name if behind.get(at + 1).is_none_or(|next| next.kind != Kind::Open) => {
                    occurs.push(token.text);
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        !variables.is_empty() && variables.iter().all(|variable| occurs.contains(variable))
    }

    fn equation(&mut self, left: Term) -> Result<Formula, ParseError> {
        let differs = self.peek().kind == Kind::Differs;
        if !differs && self.peek().kind != Kind::Equals {
            let error = self.error("`=` or `≠`");
            return Err(error.help("a variable by itself is not a formula"));
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

    /// A term. Its mark of being at issue has no meaning here.
    fn term(&mut self) -> Result<Term, ParseError> {
        let term = self.unmarked()?;
        self.take(Kind::Mark);
        Ok(term)
    }

    /// The negative number that comes next.
    fn negative(&self) -> Option<&'t str> {
        let [sign, number, ..] = self.tokens.get(self.at..)? else { return None };
        let joined = sign.text == "-" && sign.at + 1 == number.at;
        let digits =
            number.kind == Kind::Name && number.text.starts_with(|c: char| c.is_ascii_digit());
        (joined && digits).then(|| &self.text[sign.at..number.at + number.text.len()])
    }

    /// Tests if a negative number comes next as the left side of an equation.
    fn negative_in_equation(&self) -> bool {
        let after = self.tokens.get(self.at + 2).map(|token| token.kind);
        self.negative().is_some() && matches!(after, Some(Kind::Equals | Kind::Differs))
    }

    fn unmarked(&mut self) -> Result<Term, ParseError> {
        if let Some(number) = self.negative() {
            self.at += 2;
            return Ok(self.constant(number));
        }
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
        Ok(bound.unwrap_or_else(|| self.constant(token.text)))
    }

    fn constant(&mut self, name: &str) -> Term {
        view::constant(name, self.signature)
    }

    fn applied(&mut self, name: &str, terms: Vec<Term>) -> Term {
        view::applied(name, terms, self.signature)
    }
}

/// The variables of `Ax` and `AxEy`; empty for other names.
fn quantified_in_letters(name: &str) -> Vec<&str> {
    let mut parts = name.split(['A', 'E']);
    let nothing_before = parts.next() == Some("");
    let variables: Vec<&str> = parts.collect();
    let is_variable = |name: &&str| name.starts_with(|c: char| c.is_lowercase());
    if nothing_before && variables.iter().all(is_variable) { variables } else { Vec::new() }
}

/// Words for numbers in place of a quantifier's variable.
const NUMBER_WORDS: [&str; 15] = [
    "at", "exactly", "just", "only", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "many",
];

/// Help for `Ax P(x)`.
const LETTERS: &str = "write ∀x or all x for *all*, ∃x or some x for *some*";

fn joined(first: Formula, mut rest: Vec<Formula>, join: fn(Vec<Formula>) -> Formula) -> Formula {
    if rest.is_empty() {
        return first;
    }
    rest.insert(0, first);
    join(rest)
}
