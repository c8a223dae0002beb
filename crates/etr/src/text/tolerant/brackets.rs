//! What can be known of a text by its brackets alone.

use super::symbols::TokenKind;
use super::token::Token;
use super::words::connective;

/// Where brackets close, and what stands in them.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// For each `(` where its `)` is.
    closes: Vec<Option<usize>>,
    /// For each `(` whether alternatives stand directly in it.
    alternatives: Vec<bool>,
    /// For each token whether a sign of weights follows before anything that ends a weight.
    weighs: Vec<bool>,
}

impl Brackets {
    pub(super) fn new(tokens: &[Token<'_>]) -> Brackets {
        let mut brackets = Brackets {
            closes: vec![None; tokens.len()],
            alternatives: vec![false; tokens.len()],
            weighs: vec![false; tokens.len()],
        };
        brackets.match_up(tokens);
        brackets.look_ahead(tokens);
        brackets
    }

    fn match_up(&mut self, tokens: &[Token<'_>]) {
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open('(') => open.push(at),
                TokenKind::Close(')') => {
                    if let Some(start) = open.pop() {
                        self.closes[start] = Some(at);
                    }
                }
                TokenKind::Open('{') | TokenKind::Close('}') => open.clear(),
                _ if separates(token) => {
                    if let Some(start) = open.last() {
                        self.alternatives[*start] = true;
                    }
                }
                _ => {}
            }
        }
    }

    fn look_ahead(&mut self, tokens: &[Token<'_>]) {
        let mut weighs = false;
        let mut outside = Vec::new();
        for (at, token) in tokens.iter().enumerate().rev() {
            match token.kind {
                TokenKind::WeightSign => weighs = true,
                TokenKind::Close(')') => outside.push(std::mem::take(&mut weighs)),
                TokenKind::Open('(') => weighs = outside.pop().unwrap_or(false),
                TokenKind::Name if connective(&token.text).is_some() => weighs = false,
                TokenKind::Bar if after_atom(&tokens[..at]) => weighs = false,
                TokenKind::Name | TokenKind::Number | TokenKind::Stars | TokenKind::Bar => {}
                TokenKind::Sum | TokenKind::Times | TokenKind::Minus => {}
                _ => weighs = false,
            }
            self.weighs[at] = weighs;
        }
    }

    pub(super) fn close_of(&self, open: usize) -> Option<usize> {
        self.closes.get(open).copied().flatten()
    }

    pub(super) fn has_alternatives(&self, open: usize) -> bool {
        self.alternatives.get(open).copied().unwrap_or(false)
    }

    pub(super) fn weighs(&self, at: usize) -> bool {
        self.weighs.get(at).copied().unwrap_or(false)
    }
}

/// Does this end in a name as predicates have it? Weights begin with numbers and small letters.
fn after_atom(before: &[Token<'_>]) -> bool {
    let last = before.last().filter(|token| token.kind == TokenKind::Name);
    last.is_some_and(|token| token.text.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Does this stand between alternatives?
pub(super) fn separates(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Comma | TokenKind::Semicolon | TokenKind::Or | TokenKind::Bar => true,
        TokenKind::Name => connective(&token.text) == Some(TokenKind::Or),
        _ => false,
    }
}
