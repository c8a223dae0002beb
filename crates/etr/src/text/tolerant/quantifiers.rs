//! The quantifiers in front, however they are written.

use super::output::Piece;
use super::sides::Repairer;
use super::symbols::TokenKind;
use super::variables::applied_to;
use super::words;
use std::borrow::Cow;

/// A quantifier and its place.
#[derive(Debug, Clone)]
pub(super) struct Quantified<'t> {
    sign: &'static str,
    pub(super) name: Cow<'t, str>,
    from: usize,
}

impl<'t> Repairer<'t> {
    /// Reads all quantifiers in front.
    pub(super) fn quantifiers(&mut self) {
        while self.parenthesized_quantifier()
            || self.signed_quantifier()
            || self.quantifier_in_words()
            || self.quantifier_letter()
        {}
    }

    /// `(∀x)`, without the brackets.
    fn parenthesized_quantifier(&mut self) -> bool {
        let quantifies =
            matches!(self.kind_at(1), Some(TokenKind::Universal | TokenKind::Existential));
        if !quantifies || self.kind() != Some(TokenKind::Open('(')) {
            return false;
        }
        let named = self.kind_at(2) == Some(TokenKind::Name);
        if !named || self.kind_at(3) != Some(TokenKind::Close(')')) {
            return false;
        }
        self.drop_token("dropped `(` before a quantifier");
        self.signed_quantifier();
        self.drop_token("dropped `)` after a quantifier");
        true
    }

    /// `∀x` or `\forall x, y`.
    fn signed_quantifier(&mut self) -> bool {
        let kind = self.kind();
        if !matches!(kind, Some(TokenKind::Universal | TokenKind::Existential)) {
            return false;
        }
        if self.kind_at(1) != Some(TokenKind::Name) {
            return false;
        }
        let sign = sign(kind);
        self.replaced(sign);
        let from = self.here();
        self.at += 1;
        // `∀x or B` quantifies nothing, and to drop the quantifier would drop a part of the
        // formula.
        self.lost |= self.is_operator(1);
        self.variables(sign, from);
        true
    }

    /// Does a quantifier begin here, in a sign, in words or in letters?
    pub(super) fn begins_quantifier(&self) -> bool {
        let signed = matches!(self.kind(), Some(TokenKind::Universal | TokenKind::Existential));
        // `{All x, B}` has two atoms, and `{all x P(x)}` none.
        let bound = |len: usize| self.names_variable(len);
        let in_words = self.words_of_quantifier().is_some_and(|(_, len)| bound(len));
        signed && self.kind_at(1) == Some(TokenKind::Name) || in_words || self.quantifier_at(0)
    }

    /// The quantifier in words that begins here, and the number of its tokens.
    fn words_of_quantifier(&self) -> Option<(TokenKind, usize)> {
        let (kind, len) = words::quantifier(self.rest())?;
        if !self.names_something(len) || self.is_operator(len + 1) {
            return None;
        }
        let applied = self.kind_at(len + 1) == Some(TokenKind::Open('('));
        let is_atom = applied && !self.names_variable(len) && self.is_applied_at(len);
        (!is_atom).then_some((kind, len))
    }

    /// `for all x`, `there exists an x such that`.
    fn quantifier_in_words(&mut self) -> bool {
        let Some((kind, len)) = self.words_of_quantifier() else { return false };
        let (sign, from) = (sign(Some(kind)), self.here());
        let text: Vec<&str> = self.rest()[..len].iter().map(|token| token.source).collect();
        self.notes.add(from, format!("replaced `{}` by `{sign}`", text.join(" ")));
        self.at += len;
        self.variables(sign, from);
        true
    }

    /// The variables of one quantifier, and the signs after them that the format does not know.
    fn variables(&mut self, sign: &'static str, from: usize) {
        self.quantify(sign, from);
        while self.another_variable() {
            if self.kind() == Some(TokenKind::Comma) {
                self.drop_token("dropped `,` between quantified variables");
            }
            let from = self.here();
            self.notes.add(from, format!("added `{sign}` before `{}`", self.text()));
            self.quantify(sign, from);
        }
        self.after_quantifier();
    }

    fn another_variable(&mut self) -> bool {
        let comma = usize::from(self.kind() == Some(TokenKind::Comma));
        if self.rest().get(comma..).is_some_and(|rest| words::quantifier(rest).is_some()) {
            return false;
        }
        if !self.names_something(comma) || self.quantifier_at(comma) {
            return false;
        }
        let ends = match self.kind_at(comma + 1) {
            // `∀x, y(L(x, y))` has two variables, and `∀x, man(x)` one.
            Some(TokenKind::Open('(')) => {
                !self.is_applied_at(comma) || self.occurs_in_its_brackets(comma)
            }
            Some(
                TokenKind::Comma
                | TokenKind::Dot
                | TokenKind::Colon
                | TokenKind::Name
                | TokenKind::Not
                | TokenKind::Minus
                | TokenKind::Open('{' | '[')
                | TokenKind::Universal
                | TokenKind::Existential,
            ) => true,
            _ => false,
        };
        ends && self.names_variable(comma)
    }

    /// Does the name so far ahead occur as a term in the brackets that touch it?
    fn occurs_in_its_brackets(&self, ahead: usize) -> bool {
        let rest = self.rest().get(ahead..).unwrap_or_default();
        rest.first().is_some_and(|name| applied_to(rest, &name.text) == Some(true))
    }

    /// Is there a variable of this name further on?
    fn names_variable(&self, ahead: usize) -> bool {
        self.rest().get(ahead).is_some_and(|token| self.occurs_behind(&token.text, ahead))
    }

    /// Is there a term of this name behind the token `ahead`?
    fn occurs_behind(&self, name: &str, ahead: usize) -> bool {
        self.term_names.get(name).is_some_and(|last| *last > self.at + ahead)
    }

    /// Is there a variable quantified that occurs before this place only? Then its quantifier may
    /// be meant to reach as far as this place, and no farther.
    pub(super) fn leaves_variable_behind(&self) -> bool {
        self.quantified
            .iter()
            .any(|one| self.term_names.get(&*one.name).is_some_and(|last| *last < self.at))
    }

    /// Is the token `ahead` a name that is no word for a sign?
    fn names_something(&self, ahead: usize) -> bool {
        let token = self.rest().get(ahead).filter(|token| token.kind == TokenKind::Name);
        token.is_some_and(|token| words::connective(&token.text).is_none())
    }

    /// Is the token `ahead` a sign or word that joins what is before it with what is behind it, or
    /// the end? No quantifier has that behind its variable.
    fn is_operator(&self, ahead: usize) -> bool {
        let Some(token) = self.rest().get(ahead) else { return true };
        let sign = match token.kind {
            TokenKind::Name if self.is_applied_at(ahead) => return false,
            TokenKind::Name if token.text.eq_ignore_ascii_case("if") => {
                return !self.rest()[ahead..].iter().any(|t| t.text.eq_ignore_ascii_case("then"));
            }
            TokenKind::Name => words::connective(&token.text),
            kind => Some(kind),
        };
        matches!(
            sign,
            Some(
                TokenKind::And
                    | TokenKind::Or
                    | TokenKind::Bar
                    | TokenKind::Arrow
                    | TokenKind::Reverse
                    | TokenKind::Semicolon
                    | TokenKind::Caret
                    | TokenKind::Equals
                    | TokenKind::NotEquals
            )
        )
    }

    /// Can a quantifier of this variable end at `end`? Then the variable occurs further on, or
    /// there are only quantifiers up to the braces of the view.
    fn may_bind(&self, name: &str, end: usize) -> bool {
        if self.is_operator(end) {
            return false;
        }
        let occurs = end.checked_sub(1).is_some_and(|last| self.occurs_behind(name, last));
        match self.kind_at(end) {
            // `Ax(...)` applies a predicate, `Ax (...)` may have brackets around the whole.
            Some(TokenKind::Open('(')) => occurs && !self.is_applied_at(end - 1),
            _ => occurs || self.before_braces.contains(&(self.at + end)),
        }
    }

    /// Takes the name that comes next as quantified.
    fn quantify(&mut self, sign: &'static str, from: usize) {
        if let Some(token) = self.tokens.get(self.at) {
            let name = token.text.clone();
            self.at += 1;
            self.bind(sign, name, from);
        }
    }

    fn bind(&mut self, sign: &'static str, name: Cow<'t, str>, from: usize) {
        // A variable that is both universal and existential is not repaired: the strict reader
        // refuses it.
        let differs = self.quantified.iter().any(|q| q.name == name && q.sign != sign);
        if self.bound.contains(&*name) && !differs {
            self.notes.add(from, format!("dropped `{sign}{name}`: `{name}` is quantified before"));
            return;
        }
        self.bound.insert(name.clone().into_owned());
        self.quantified.push(Quantified { sign, name, from });
    }

    fn after_quantifier(&mut self) {
        loop {
            let such_that = words::such_that(self.rest());
            self.reaches_all |= such_that > 0
                || matches!(
                    self.kind(),
                    Some(TokenKind::Dot | TokenKind::Colon | TokenKind::Comma)
                );
            if such_that > 0 {
                self.drop_token("dropped `such that`");
                self.at += such_that - 1;
            } else if matches!(
                self.kind(),
                Some(TokenKind::Dot | TokenKind::Colon | TokenKind::Comma)
            ) {
                let source = self.source();
                self.drop_token(format!("dropped `{source}` after a quantifier"));
            } else {
                return;
            }
        }
    }

    /// `Ax`, `AxEy` or `E y`, if what looks like a variable is one.
    fn quantifier_letter(&mut self) -> bool {
        if !self.quantifier_at(0) {
            return false;
        }
        let Some(token) = self.tokens.get(self.at) else { return false };
        let (text, from) = (token.text.clone(), token.start);
        self.at += 1;
        if text.len() == 1 {
            self.quantify(letter_sign(&text), from);
        } else {
            for (at, name) in split(&text) {
                let sign = letter_sign(&text[at..]);
                self.bind(sign, Cow::Owned(name.to_owned()), from + at);
            }
        }
        self.after_quantifier();
        true
    }

    /// Is the token `ahead` a quantifier in letters? `A` and `E` are names as well: in `A or B` and
    /// in `A, B` they quantify nothing.
    fn quantifier_at(&self, ahead: usize) -> bool {
        let Some(token) = self.rest().get(ahead) else { return false };
        if token.kind != TokenKind::Name {
            return false;
        }
        if token.text == "A" || token.text == "E" {
            let Some(name) = self.rest().get(ahead + 1) else { return false };
            return self.names_something(ahead + 1) && self.may_bind(&name.text, ahead + 2);
        }
        let names = split(&token.text);
        !names.is_empty() && names.iter().all(|(_, name)| self.may_bind(name, ahead + 1))
    }

    /// The prefix made of the quantifiers that bind something.
    pub(super) fn prefix(&mut self) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        for Quantified { sign, name, from } in std::mem::take(&mut self.quantified) {
            if self.bare.contains(&*name) || self.emptied.contains(&*name) {
                pieces.push(Piece::new(sign, from));
                pieces.push(Piece::new(name, from));
                pieces.push(Piece::new(" ", from));
            } else {
                let what = format!("dropped `{sign}{name}`: `{name}` occurs nowhere");
                self.notes.add(from, what);
            }
        }
        pieces
    }
}

fn sign(kind: Option<TokenKind>) -> &'static str {
    if kind == Some(TokenKind::Universal) { "∀" } else { "∃" }
}

fn letter_sign(text: &str) -> &'static str {
    if text.starts_with('A') { "∀" } else { "∃" }
}

/// The variables in `AxEy`, each with the place of its quantifier; none if it is something else.
pub(super) fn split(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let Some(rest) = text[at..].strip_prefix(['A', 'E']) else { return Vec::new() };
        let len = rest.find(['A', 'E']).unwrap_or(rest.len());
        if len == 0 || rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        found.push((at, &rest[..len]));
        at += 1 + len;
    }
    found
}
