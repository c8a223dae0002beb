//! Terms: arguments, weights, the sides of identities.

use super::output::Piece;
use super::sides::Repairer;
use super::symbols::TokenKind;
use super::words::{self, connective};
use std::borrow::Cow;

/// Deeper terms are not looked into: the strict reader refuses them.
const MOST_NESTING: usize = 150;

impl<'t> Repairer<'t> {
    /// The arguments of a name that has been written.
    pub(super) fn arguments_of(&mut self, name: Cow<'t, str>) {
        let from = self.here();
        if self.kind_at(1) == Some(TokenKind::Close(')'))
            && self.kind() == Some(TokenKind::Open('('))
        {
            self.replaced("(");
            self.at += 2;
            if self.bound.contains(&*name) {
                self.emptied.insert(name.clone().into_owned());
            }
            let brackets_of = Some(name);
            return self.out.push(Piece { text: "()".into(), from, brackets_of });
        }
        self.arguments(0);
    }

    /// `(` terms `)`.
    pub(super) fn arguments(&mut self, depth: usize) {
        if depth > MOST_NESTING {
            self.lost = true;
        }
        if !matches!(self.kind(), Some(TokenKind::Open('(' | '['))) {
            return;
        }
        self.write("(");
        let mut comma = None;
        let mut any = false;
        // The token that ended a term, if one has just ended.
        let mut ended = None;
        while let Some(kind) = self.kind().filter(|_| !self.lost) {
            match kind {
                TokenKind::Close(')' | ']') => {
                    self.drop_separator(comma);
                    return self.write(")");
                }
                TokenKind::Close(_) => break,
                TokenKind::Comma | TokenKind::Semicolon if any && comma.is_none() => {
                    comma = Some(self.at);
                    self.at += 1;
                }
                TokenKind::Comma | TokenKind::Semicolon => self.drop_separator_here(),
                _ if self.joins_or_denies() => self.refuse(words::CONNECTIVE_INSIDE),
                _ => {
                    match (comma.take(), ended) {
                        (Some(at), _) => self.comma_at(at),
                        (None, Some(last)) if self.starts_another(last, kind) => {
                            self.notes.add(self.here(), "added `,` between arguments");
                            self.out.push(Piece::new(",", self.here()));
                        }
                        _ => {}
                    }
                    ended = self.ends_term(kind).then_some(kind);
                    self.term_token(kind, depth);
                    any = true;
                }
            }
        }
        self.drop_separator(comma);
        self.notes.add(self.here(), "added the missing `)`");
        self.out.push(Piece::new(")", self.here()));
    }

    /// Does a term begin here that is not the rest of the one before? `1e5` is left as it is: two
    /// arguments are not what it means.
    fn starts_another(&self, last: TokenKind, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Name => last != TokenKind::Number || self.is_apart(),
            TokenKind::Number | TokenKind::Open('(') => true,
            TokenKind::Minus => self.kind_at(1) == Some(TokenKind::Number),
            TokenKind::Sum => self.kind_at(1) == Some(TokenKind::Open('(')),
            _ => false,
        }
    }

    /// Is there something between this token and the one before?
    fn is_apart(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_none_or(|before| before.end() < self.here())
    }

    /// Is the token here a sign or word that joins or denies formulas?
    fn joins_or_denies(&self) -> bool {
        let sign = match self.kind() {
            Some(TokenKind::Name) if self.is_applied() => None,
            Some(TokenKind::Name) => connective(self.text()),
            kind => kind,
        };
        matches!(
            sign,
            Some(
                TokenKind::And
                    | TokenKind::Or
                    | TokenKind::Bar
                    | TokenKind::Not
                    | TokenKind::Arrow
                    | TokenKind::Reverse
            )
        )
    }

    /// Is a term over once this token, and what belongs to it, is written? Two stars or more are a
    /// product, which goes on.
    fn ends_term(&self, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Name | TokenKind::Number | TokenKind::Sum | TokenKind::Open('(') => true,
            TokenKind::Stars => !self.source().starts_with("**"),
            _ => false,
        }
    }

    fn comma_at(&mut self, at: usize) {
        let (source, start) = (self.tokens[at].source, self.tokens[at].start);
        if source != "," {
            self.notes.add(start, format!("replaced `{source}` by `,`"));
        }
        self.out.push(Piece::new(",", start));
    }

    fn drop_separator_here(&mut self) {
        let source = self.source();
        self.drop_token(format!("dropped `{source}`, which separates nothing"));
    }

    fn drop_separator(&mut self, at: Option<usize>) {
        if let Some(token) = at.and_then(|at| self.tokens.get(at)) {
            let what = format!("dropped `{}`, which separates nothing", token.source);
            self.notes.add(token.start, what);
        }
    }

    /// One token inside a term, with the arguments that belong to it.
    pub(super) fn term_token(&mut self, kind: TokenKind, depth: usize) {
        match kind {
            TokenKind::Name => self.named(depth),
            TokenKind::Open('(' | '[') => self.arguments(depth + 1),
            TokenKind::Stars => self.write_stars(),
            TokenKind::Minus => self.write("-"),
            TokenKind::Sum | TokenKind::Times => {
                self.copy();
                self.arguments(depth + 1);
            }
            _ => self.copy(),
        }
    }

    /// A function applied to terms, a variable or a constant.
    fn named(&mut self, depth: usize) {
        let (name, start) = (self.tokens[self.at].text.clone(), self.here());
        self.copy();
        match self.kind() {
            Some(TokenKind::Open('(')) if self.kind_at(1) == Some(TokenKind::Close(')')) => {
                self.arguments_of(name);
            }
            Some(TokenKind::Open('(' | '[')) => self.arguments(depth + 1),
            _ => self.bare_name(&name, start),
        }
    }

    /// A name without brackets: a variable, or a constant that lacks them.
    pub(super) fn bare_name(&mut self, name: &str, start: usize) {
        if self.bound.contains(name) {
            self.bare.insert(name.to_owned());
        } else {
            self.notes.add(start, format!("added `()` after `{name}`"));
            self.out.push(Piece::new("()", start));
        }
    }

    /// Marks and products, in plain stars.
    pub(super) fn write_stars(&mut self) {
        if self.source().starts_with('*') {
            self.copy();
        } else {
            self.write("*");
        }
    }

    /// One side of an identity: a term with its marks and factors.
    pub(super) fn term(&mut self) {
        loop {
            if self.kind() == Some(TokenKind::Minus) {
                self.write("-");
            }
            let Some(kind) = self.kind() else { return };
            if !matches!(
                kind,
                TokenKind::Name
                    | TokenKind::Number
                    | TokenKind::Sum
                    | TokenKind::Times
                    | TokenKind::Open('(')
            ) {
                return;
            }
            self.term_token(kind, 0);
            let stars = if self.kind() == Some(TokenKind::Stars) { self.source() } else { "" };
            if !stars.is_empty() {
                self.write_stars();
            }
            if stars.len() < 2 || !stars.starts_with('*') {
                return;
            }
        }
    }
}
