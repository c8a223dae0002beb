//! The whole of a view: quantifiers, alternatives, and supposition.

use super::brackets::{self, Brackets};
use super::output::{Notes, Piece, Repaired};
use super::quantifiers::Quantified;
use super::states::{Stop, Within};
use super::symbols::TokenKind;
use super::token::Token;
use super::words::{self, Foreign, connective};
use crate::conditional::Conditional;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Walks over the tokens of a text and writes down what they were meant to be.
pub(super) struct Repairer<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) at: usize,
    pub(super) brackets: Brackets,
    pub(super) notes: Notes,
    pub(super) out: Vec<Piece<'t>>,
    pub(super) quantified: Vec<Quantified<'t>>,
    pub(super) bound: BTreeSet<String>,
    /// The bound names that occur as variables, and those that occur with empty brackets.
    pub(super) bare: BTreeSet<String>,
    pub(super) emptied: BTreeSet<String>,
    /// Every name without brackets after it in a place of terms, with its last place.
    pub(super) term_names: BTreeMap<String, usize>,
    /// The tokens up to the first brace that can only quantify.
    pub(super) before_braces: Range<usize>,
    /// Closing brackets whose opening ones were dropped.
    pub(super) dropped: BTreeSet<usize>,
    /// The consequence of a conditional inside one pair of braces.
    inner: Option<Vec<Piece<'t>>>,
    /// The usual way to understand *if A then B*.
    usual: Conditional,
    /// Do brackets, or a sign behind the quantifiers, show that they reach over all that follows?
    pub(super) reaches_all: bool,
    /// The number of sides begun, and true if the first one had the quantifiers in its braces.
    begun: usize,
    moved: bool,
    /// The text makes no sense.
    pub(super) lost: bool,
    /// The part of it that makes no sense, if that is known.
    pub(super) foreign: Option<Foreign>,
}

/// A stage or a supposition.
type Side<'t> = Vec<Piece<'t>>;

impl<'t> Repairer<'t> {
    pub(super) fn new(tokens: Vec<Token<'t>>, notes: Notes, usual: Conditional) -> Self {
        let brackets = Brackets::new(&tokens);
        Repairer {
            term_names: brackets::term_names(&tokens, &brackets),
            before_braces: brackets::before_braces(&tokens),
            brackets,
            tokens,
            at: 0,
            notes,
            out: Vec::new(),
            quantified: Vec::new(),
            bound: BTreeSet::new(),
            bare: BTreeSet::new(),
            emptied: BTreeSet::new(),
            dropped: BTreeSet::new(),
            inner: None,
            usual,
            reaches_all: false,
            begun: 0,
            moved: false,
            lost: false,
            foreign: None,
        }
    }

    /// The repaired text. If no view can be made out, the obstacle, if that is known.
    pub(super) fn view(mut self) -> Result<Repaired, Option<Foreign>> {
        self.quantifiers();
        self.outer_brackets();
        self.quantifiers();
        let (stage, supposition) = self.sides();
        self.leftovers();
        if self.lost || self.inner.is_some() {
            return Err(self.foreign);
        }
        let never_bare: BTreeSet<String> = self.emptied.difference(&self.bare).cloned().collect();
        let mut pieces = self.prefix();
        pieces.extend(stage);
        if let Some(supposition) = supposition {
            pieces.push(Piece::new("^", supposition.first().map_or(0, |piece| piece.from)));
            pieces.extend(supposition);
        }
        pieces.append(&mut self.out);
        Ok(Repaired::new(pieces, &never_bare, self.notes))
    }

    /// Round brackets around the whole of what the quantifiers bind.
    fn outer_brackets(&mut self) {
        while self.kind() == Some(TokenKind::Open('(')) {
            match self.brackets.close_of(self.at) {
                Some(close) if close + 1 == self.tokens.len() => {
                    self.dropped.insert(close);
                    self.drop_token("dropped the brackets around the view");
                    self.reaches_all = true;
                }
                _ => return,
            }
        }
    }

    /// Stage and supposition.
    fn sides(&mut self) -> (Side<'t>, Option<Side<'t>>) {
        let start = self.here();
        let word = self.condition();
        let conditional = self.kind_at(1) != Some(TokenKind::Open('(')) || self.has_then();
        if let Some((word, heard)) = word.filter(|_| conditional) {
            self.at += 1;
            let condition = self.unconditional();
            if self.moved {
                self.check_reach(false);
            }
            if self.is_sign(TokenKind::Arrow) {
                self.at += 1;
            } else {
                self.lost = true;
            }
            self.notes.hear(start, &format!("{word} A then B"), heard);
            let stage = self.unconditional();
            return (stage, Some(condition));
        }
        let braces = self.kind() == Some(TokenKind::Open('{'));
        let first = self.side();
        if let Some(second) = self.inner.take() {
            return (second, Some(first));
        }
        let here = self.here();
        if self.is_sign(TokenKind::Arrow) {
            if !braces || self.moved {
                self.check_reach(!braces && self.reaches_all);
            }
            self.notes.hear(here, &format!("A {} B", self.source()), Some(self.usual));
            self.at += 1;
            let stage = self.unconditional();
            return (stage, Some(first));
        }
        if self.is_sign(TokenKind::Reverse) {
            self.notes.hear(here, &format!("B {} A", self.source()), Some(self.usual));
            self.at += 1;
            return (first, Some(self.unconditional()));
        }
        if self.kind() == Some(TokenKind::Caret) {
            self.at += 1;
            return (first, Some(self.side()));
        }
        (first, None)
    }

    /// The word that begins a condition here, and how it is heard. A supposition is a supposition:
    /// there is nothing to choose.
    fn condition(&self) -> Option<(&'static str, Option<Conditional>)> {
        let words = [("if", Some(self.usual)), ("supposing", None)];
        words.into_iter().find(|(word, _)| self.word_is(word))
    }

    fn has_then(&self) -> bool {
        self.rest().iter().any(|token| token.text.eq_ignore_ascii_case("then"))
    }

    /// One side of a conditional, which may not be another one: `if A then if B then C`.
    fn unconditional(&mut self) -> Side<'t> {
        if self.condition().is_some() && !self.is_applied() {
            self.refuse(words::SECOND_CONDITION);
        }
        self.side()
    }

    /// One side in braces, whether they are there or not.
    fn side(&mut self) -> Side<'t> {
        let outer = std::mem::take(&mut self.out);
        let from = self.here();
        self.begun += 1;
        match self.kind() {
            Some(TokenKind::Open('{' | '[')) => {
                self.replaced("{");
                self.at += 1;
                self.out.push(Piece::new("{", from));
                self.braced();
            }
            kind if kind == Some(TokenKind::Falsum) || self.is_false() => {
                self.replaced("{}");
                self.at += 1;
                self.out.push(Piece::new("{}", from));
            }
            _ => {
                self.notes.add(from, "added the missing `{`");
                self.out.push(Piece::new("{", from));
                self.states(Within::Nothing);
                self.lost |= self.out.len() == 1;
                self.notes.add(self.here(), "added the missing `}`");
                self.out.push(Piece::new("}", self.here()));
            }
        }
        std::mem::replace(&mut self.out, outer)
    }

    /// The text from an opening brace to the closing one. In `{A → B}` that is two sides; the
    /// consequence goes to `inner`.
    fn braced(&mut self) {
        self.inner_quantifiers();
        let word = self.condition().filter(|_| !self.is_applied() && self.has_then());
        if let Some((word, heard)) = word {
            let here = self.here();
            self.notes.hear(here, &format!("{word} A then B"), heard);
            self.at += 1;
        }
        if self.states(Within::Braces) == Stop::Arrow && self.inner.is_none() {
            let (here, reverse) = (self.here(), self.is_sign(TokenKind::Reverse));
            if word.is_none() {
                let order = if reverse { "B {} A" } else { "A {} B" };
                self.notes.hear(here, &order.replace("{}", self.source()), Some(self.usual));
            }
            if self.moved && !reverse {
                self.check_reach(self.reaches_all);
            }
            self.at += 1;
            let mut first = std::mem::take(&mut self.out);
            self.out.push(Piece::new("{", here));
            self.lost |= self.states(Within::Braces) == Stop::Arrow;
            self.lost |= first.len() == 1 || self.out.len() == 1;
            self.close();
            first.push(Piece::new("}", here));
            if reverse {
                std::mem::swap(&mut first, &mut self.out);
            }
            self.inner = Some(std::mem::replace(&mut self.out, first));
            return;
        }
        self.close();
    }

    /// `{∀x P(x)}` for `∀x {P(x)}`.
    fn inner_quantifiers(&mut self) {
        // `{Ex, P(x)}` has two alternatives.
        let quantifies = match self.kind() {
            Some(TokenKind::Universal | TokenKind::Existential) => true,
            _ => self.begins_quantifier() && self.kind_at(1) != Some(TokenKind::Comma),
        };
        if quantifies && self.begun > 1 {
            self.refuse(words::QUANTIFIER_INSIDE);
        } else if quantifies {
            self.moved = true;
            self.notes.add(self.here(), "moved the quantifiers in front of the braces");
            self.quantifiers();
        }
    }

    /// Refuses a condition that has a quantified variable alone, unless the quantifier is shown to
    /// reach over the consequence too.
    fn check_reach(&mut self, reaches_all: bool) {
        if !reaches_all && self.leaves_variable_behind() {
            self.refuse(words::NARROW_QUANTIFIER);
        }
    }

    fn close(&mut self) {
        let here = self.here();
        if matches!(self.kind(), Some(TokenKind::Close('}' | ']'))) {
            self.replaced("}");
            self.at += 1;
        } else {
            self.lost |= self.out.len() == 1;
            self.notes.add(here, "added the missing `}`");
        }
        self.out.push(Piece::new("}", here));
    }

    /// The text after the view: brackets that close nothing are dropped.
    fn leftovers(&mut self) {
        while let Some(kind) = self.kind() {
            match kind {
                TokenKind::Close(_) if self.dropped.contains(&self.at) => self.at += 1,
                TokenKind::Close(_) => {
                    let source = self.source();
                    self.drop_token(format!("dropped `{source}`, which closes nothing"));
                }
                TokenKind::Quote | TokenKind::Dot | TokenKind::Semicolon => {
                    let source = self.source();
                    self.drop_token(format!("dropped `{source}` after the view"));
                }
                _ => self.copy(),
            }
        }
    }

    // Looking and stepping.

    pub(super) fn rest(&self) -> &[Token<'t>] {
        self.tokens.get(self.at..).unwrap_or_default()
    }

    pub(super) fn kind(&self) -> Option<TokenKind> {
        self.kind_at(0)
    }

    pub(super) fn kind_at(&self, ahead: usize) -> Option<TokenKind> {
        self.rest().get(ahead).map(|token| token.kind)
    }

    /// The place of the next token, or the end.
    pub(super) fn here(&self) -> usize {
        let next = self.tokens.get(self.at).map(|token| token.start);
        next.unwrap_or_else(|| self.tokens.last().map_or(0, Token::end))
    }

    pub(super) fn source(&self) -> &'t str {
        self.tokens.get(self.at).map_or("", |token| token.source)
    }

    pub(super) fn text(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    /// Is this all of a side, and the word `false`?
    fn is_false(&self) -> bool {
        let ends = self.rest().get(1).is_none_or(super::brackets::is_condition);
        ends && self.word_is("false")
    }

    fn word_is(&self, word: &str) -> bool {
        self.kind() == Some(TokenKind::Name) && self.text().eq_ignore_ascii_case(word)
    }

    /// Is the next token this sign, be it in words?
    pub(super) fn is_sign(&self, sign: TokenKind) -> bool {
        match self.kind() {
            Some(TokenKind::Name) => connective(self.text()) == Some(sign) && !self.is_applied(),
            kind => kind == Some(sign),
        }
    }

    /// Does a bracket follow right after the name?
    pub(super) fn is_applied(&self) -> bool {
        self.is_applied_at(0)
    }

    pub(super) fn is_applied_at(&self, ahead: usize) -> bool {
        match self.rest().get(ahead..ahead + 2) {
            Some([token, next]) => next.kind == TokenKind::Open('(') && token.end() == next.start,
            _ => false,
        }
    }

    /// Is there space before the token so far ahead?
    pub(super) fn is_apart_at(&self, ahead: usize) -> bool {
        match ahead.checked_sub(1).and_then(|from| self.rest().get(from..=ahead)) {
            Some([before, token]) => before.end() < token.start,
            _ => false,
        }
    }

    /// Notes it if the next token is not written like this.
    pub(super) fn replaced(&mut self, by: &str) {
        let source = self.source();
        if source != by {
            self.notes.add(self.here(), format!("replaced `{source}` by `{by}`"));
        }
    }

    /// Leaves the next token out.
    pub(super) fn drop_token(&mut self, why: impl Into<String>) {
        self.notes.add(self.here(), why);
        self.at += 1;
    }

    /// Takes the next token over as it is.
    pub(super) fn copy(&mut self) {
        if let Some(token) = self.tokens.get(self.at) {
            self.out.push(Piece::new(token.text.clone(), token.start));
            self.at += 1;
        }
    }

    /// Writes a sign in place of the next token, and steps over it.
    pub(super) fn write(&mut self, text: &'static str) {
        self.replaced(text);
        self.out.push(Piece::new(text, self.here()));
        self.at += 1;
    }
}
