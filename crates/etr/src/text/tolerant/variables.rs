//! Variables of quantifiers, and predicates that are written so close behind them that they look like
//! one name: `∀xP(x)`.

use super::output::Notes;
use super::symbols::TokenKind;
use super::token::Token;
use super::words::{connective, quantifier};
use std::borrow::{Borrow, Cow};

/// The tokens, with variable and predicate of `∀xP(x)` apart. Only a variable of one letter,
/// perhaps with digits, can be separated from a predicate by that letter, and only if the brackets
/// have it.
pub(super) fn apart<'t>(tokens: Vec<Token<'t>>, notes: &mut Notes) -> Vec<Token<'t>> {
    let mut parted = Vec::with_capacity(tokens.len());
    let mut name = None;
    for (at, token) in tokens.iter().enumerate() {
        if let Some(len) = words_of(&tokens[at..]) {
            name = Some(at + len);
        }
        let len = if name == Some(at) { joined(&tokens[at..]) } else { None };
        let Some(len) = len else {
            parted.push(token.clone());
            continue;
        };
        let (variable, predicate) = token.source.split_at(len);
        notes.add(token.start + len, format!("took `{variable}` and `{predicate}` apart"));
        for (source, start) in [(variable, token.start), (predicate, token.start + len)] {
            parted.push(Token { kind: token.kind, source, text: Cow::Borrowed(source), start });
        }
    }
    parted
}

/// The length of the variable, if these tokens begin with one that a predicate follows without space.
fn joined(tokens: &[Token<'_>]) -> Option<usize> {
    let name = tokens.first().filter(|token| token.text == token.source)?;
    let len = letter_and_digits(name.source);
    let (variable, predicate) = name.source.split_at_checked(len)?;
    let is_joined = predicate.starts_with(|c: char| c.is_ascii_uppercase())
        && applied_to(tokens, &name.text) == Some(false)
        && applied_to(tokens, variable) == Some(true);
    is_joined.then_some(len)
}

/// Do these tokens begin with a quantifier and, where its variable should be, a name that is applied to
/// something else, as a predicate is: `all P(x)`? A small letter by itself is a variable, be it one that
/// occurs nowhere.
pub(super) fn lacks_variable<'t, T: Borrow<Token<'t>>>(tokens: &[T]) -> bool {
    let Some(len) = words_of(tokens) else { return false };
    let Some(name) = tokens.get(len).map(Borrow::borrow) else { return false };
    let signed = tokens.first().is_some_and(|token| token.borrow().kind != TokenKind::Name);
    let is_letter = name.text.starts_with(|c: char| c.is_ascii_lowercase())
        && letter_and_digits(&name.text) == name.text.len();
    !(signed && is_letter) && applied_to(&tokens[len..], &name.text) == Some(false)
}

/// The number of tokens of a quantifier before a name.
fn words_of<'t, T: Borrow<Token<'t>>>(tokens: &[T]) -> Option<usize> {
    let len = match tokens.first()?.borrow().kind {
        TokenKind::Universal | TokenKind::Existential => 1,
        _ => quantifier(tokens)?.1,
    };
    let name = tokens.get(len)?.borrow();
    (name.kind == TokenKind::Name && connective(&name.text).is_none()).then_some(len)
}

fn letter_and_digits(name: &str) -> usize {
    let digits = name.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    (1 + digits).min(name.len())
}

/// If brackets touch the name that these tokens begin with: true if this term occurs in them.
pub(super) fn applied_to<'t, T: Borrow<Token<'t>>>(tokens: &[T], term: &str) -> Option<bool> {
    let [name, open, ..] = tokens else { return None };
    let (name, open) = (name.borrow(), open.borrow());
    if open.kind != TokenKind::Open('(') || name.end() != open.start {
        return None;
    }
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().map(Borrow::borrow).enumerate().skip(1) {
        let opens = tokens.get(at + 1).is_some_and(|t| t.borrow().kind == TokenKind::Open('('));
        match token.kind {
            TokenKind::Open('(') => depth += 1,
            TokenKind::Close(')') => depth = depth.saturating_sub(1),
            TokenKind::Name if token.text == term && !opens => return Some(true),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    Some(false)
}
