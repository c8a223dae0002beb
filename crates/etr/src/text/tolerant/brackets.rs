//! Facts about a text that its brackets alone show.

use super::symbols::TokenKind;
use super::token::Token;
use super::words::connective;
use std::collections::BTreeMap;

/// The places where brackets close, and the kind of their content.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// For each `(` where its `)` is.
    closes: Vec<Option<usize>>,
    /// For each `(`: true if alternatives are directly in it.
    alternatives: Vec<bool>,
    /// For each `(`: true if a conditional is directly in it.
    conditionals: Vec<bool>,
    /// For each token whether a sign of weights follows before anything that ends a weight.
    weighs: Vec<bool>,
}

impl Brackets {
    pub(super) fn new(tokens: &[Token<'_>]) -> Brackets {
        let mut brackets = Brackets {
            closes: vec![None; tokens.len()],
            alternatives: vec![false; tokens.len()],
            conditionals: vec![false; tokens.len()],
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
                _ if is_condition(token) => {
                    if let Some(start) = open.last() {
                        self.conditionals[*start] = true;
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

    pub(super) fn has_conditional(&self, open: usize) -> bool {
        self.conditionals.get(open).copied().unwrap_or(false)
    }

    pub(super) fn weighs(&self, at: usize) -> bool {
        self.weighs.get(at).copied().unwrap_or(false)
    }
}

/// Every name without brackets after it in a place of terms, with its last place: among arguments,
/// in weights, and on the sides of identities.
pub(super) fn term_names(tokens: &[Token<'_>], brackets: &Brackets) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    let mut inside: Vec<bool> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let among_arguments = inside.last().copied().unwrap_or(false);
        match token.kind {
            TokenKind::Open(_) => {
                inside.push(among_arguments || opens_arguments(&tokens[..at], token));
            }
            TokenKind::Close(_) => {
                inside.pop();
            }
            TokenKind::Name
                if !opens(tokens.get(at + 1))
                    && (among_arguments || brackets.weighs(at) || beside_identity(tokens, at)) =>
            {
                names.insert(token.text.clone().into_owned(), at);
            }
            _ => {}
        }
    }
    names
}

fn opens(token: Option<&Token<'_>>) -> bool {
    token.is_some_and(|token| token.kind == TokenKind::Open('('))
}

/// Does a bracket after these tokens open the arguments of a predicate or function?
fn opens_arguments(before: &[Token<'_>], bracket: &Token<'_>) -> bool {
    let Some(last) = before.last() else { return false };
    match (bracket.kind, last.kind) {
        (TokenKind::Open('('), TokenKind::Name) => {
            connective(&last.text).is_none() && !last.text.eq_ignore_ascii_case("do")
        }
        (TokenKind::Open('['), TokenKind::Name) => last.end() == bracket.start,
        (TokenKind::Open('('), kind) => matches!(
            kind,
            TokenKind::Sum | TokenKind::Times | TokenKind::Equals | TokenKind::NotEquals
        ),
        _ => false,
    }
}

/// Is there a sign of identity before or behind, marks aside?
fn beside_identity(tokens: &[Token<'_>], at: usize) -> bool {
    let is = |at: Option<usize>| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|t| matches!(t.kind, TokenKind::Equals | TokenKind::NotEquals))
    };
    let marked = tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Stars);
    is(at.checked_sub(1)) || is(Some(at + 1 + usize::from(marked)))
}

/// The tokens up to the first brace that can only be quantifiers before it.
pub(super) fn before_braces(tokens: &[Token<'_>]) -> std::ops::Range<usize> {
    let brace = tokens.iter().position(|token| token.kind == TokenKind::Open('{'));
    let Some(brace) = brace else { return 0..0 };
    let quantifies = |token: &&Token<'_>| match token.kind {
        TokenKind::Name => connective(&token.text).is_none(),
        TokenKind::Universal | TokenKind::Existential => true,
        TokenKind::Dot | TokenKind::Colon | TokenKind::Comma => true,
        TokenKind::Open('(') | TokenKind::Close(')') => true,
        _ => false,
    };
    let count = tokens[..brace].iter().rev().take_while(quantifies).count();
    brace - count..brace + 1
}

/// Does this end in a name as predicates have it? Weights begin with numbers and small letters.
fn after_atom(before: &[Token<'_>]) -> bool {
    let last = before.last().filter(|token| token.kind == TokenKind::Name);
    last.is_some_and(|token| token.text.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Is this a sign between condition and consequence?
pub(super) fn is_condition(token: &Token<'_>) -> bool {
    let sign = match token.kind {
        TokenKind::Name => connective(&token.text),
        kind => Some(kind),
    };
    matches!(sign, Some(TokenKind::Arrow | TokenKind::Reverse))
}

/// Is this a sign between atoms that belong together?
pub(super) fn joins_atoms(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Name => connective(&token.text) == Some(TokenKind::And),
        kind => kind == TokenKind::And,
    }
}

/// Is this a sign between alternatives?
pub(super) fn separates(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Comma | TokenKind::Semicolon | TokenKind::Or | TokenKind::Bar => true,
        TokenKind::Name => connective(&token.text) == Some(TokenKind::Or),
        _ => false,
    }
}
