//! Signs and words around views: code fences, dollar signs, quotes, labels, full stops.

use super::output::Notes;
use super::quantifiers::split;
use super::symbols::TokenKind;
use super::token::Token;
use super::words::{Foreign, LABEL, SEVERAL_ITEMS, connective, quantifier};

/// The tokens of the view alone.
pub(super) fn unwrapped<'t>(
    text: &'t str,
    mut tokens: Vec<Token<'t>>,
    notes: &mut Notes,
) -> Result<Vec<Token<'t>>, Option<Foreign>> {
    drop_fences(text, &mut tokens, notes);
    drop_behind(&mut tokens, notes);
    drop_in_front(&mut tokens, notes);
    drop_label(&mut tokens, notes)?;
    drop_in_front(&mut tokens, notes);
    check_one_item(text, &tokens)?;
    drop_quotes_of_names(&mut tokens, notes);
    Ok(tokens)
}

/// Backticks and dollar signs anywhere, with the language after three backticks.
fn drop_fences<'t>(text: &'t str, tokens: &mut Vec<Token<'t>>, notes: &mut Notes) {
    let mut language = false;
    tokens.retain(|token| {
        if token.kind == TokenKind::Fence {
            notes.add(token.start, format!("dropped {:?} around the view", token.source));
            language = token.source.len() >= 3;
            return false;
        }
        let rest = &text[token.end()..];
        let names_it = language && token.kind == TokenKind::Name && ends_line(rest);
        language = false;
        if names_it {
            notes.add(token.start, format!("dropped `{}` after the code fence", token.source));
        }
        !names_it
    });
}

fn ends_line(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
}

/// Words that say what a view is for, one of which a label has.
const HEADS: [&str; 20] = [
    "view",
    "views",
    "answer",
    "conclusion",
    "conclude",
    "premise",
    "premises",
    "result",
    "output",
    "response",
    "therefore",
    "hence",
    "thus",
    "so",
    "follows",
    "target",
    "statement",
    "claim",
    "formula",
    "hypothesis",
];

/// Words that may come with those.
const BESIDE: [&str; 28] = [
    "a",
    "an",
    "and",
    "the",
    "my",
    "our",
    "your",
    "i",
    "we",
    "it",
    "that",
    "this",
    "is",
    "what",
    "in",
    "as",
    "final",
    "correct",
    "full",
    "short",
    "first",
    "second",
    "third",
    "last",
    "next",
    "new",
    "logical",
    "resulting",
];

/// `View:` or `My answer:` in front. Another name before a colon may be a part of what is said.
fn drop_label(tokens: &mut Vec<Token<'_>>, notes: &mut Notes) -> Result<(), Option<Foreign>> {
    let is_part = |token: &&Token<'_>| matches!(token.kind, TokenKind::Name | TokenKind::Number);
    let words = tokens.iter().take_while(is_part).count();
    let Some(colon) = tokens.get(words).filter(|token| token.kind == TokenKind::Colon) else {
        return Ok(());
    };
    let names = |word: &str| HEADS.contains(&word) || is_numbered(word);
    let labels = |token: &Token<'_>| {
        let word = token.text.to_ascii_lowercase();
        token.kind == TokenKind::Number || BESIDE.contains(&&*word) || names(&word)
    };
    let (label, behind) = tokens.split_at(words);
    if label.iter().all(labels) && label.iter().any(|token| names(&token.text.to_ascii_lowercase()))
    {
        notes.add(label[0].start, "dropped the label before the view");
        tokens.drain(..=words);
        return Ok(());
    }
    // `Rain or Ax:` is part of a formula, and `Wet :- Rain` is no label.
    let says = |at: usize| connective(&label[at].text).is_some() || quantifies(&tokens[at..]);
    let denies = behind.get(1).is_some_and(|next| next.kind == TokenKind::Minus);
    if words == 0 || denies || (0..words).any(says) {
        return Ok(());
    }
    let (expected, help) = LABEL;
    Err(Some(Foreign { offset: colon.start, expected, help }))
}

/// `P1` and `C2`, as premises and conclusions are numbered.
fn is_numbered(word: &str) -> bool {
    let digits = word.strip_prefix(['p', 'c']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `Ax:`, `A x:` and `for all x:` are no labels.
fn quantifies(tokens: &[Token<'_>]) -> bool {
    let [first, rest @ ..] = tokens else { return false };
    let occurs = |variable: &str, tokens: &[Token<'_>]| {
        tokens.iter().any(|token| token.kind == TokenKind::Name && token.text == variable)
    };
    let letters = split(&first.text);
    let joined = !letters.is_empty() && letters.iter().all(|(_, name)| occurs(name, rest));
    let apart = matches!(&*first.text, "A" | "E")
        && rest.split_first().is_some_and(|(variable, rest)| occurs(&variable.text, rest));
    quantifier(tokens).is_some() || joined || apart
}

/// Quotes, stars, bullets and numbers of a list in front.
fn drop_in_front(tokens: &mut Vec<Token<'_>>, notes: &mut Notes) {
    loop {
        let count = quote_or_item(tokens);
        if count == 0 {
            return;
        }
        let first = tokens.first().map_or(0, |token| token.start);
        let dropped: Vec<&str> = tokens.drain(..count).map(|token| token.source).collect();
        notes.add(first, format!("dropped `{}` in front of the view", dropped.concat()));
    }
}

/// The number of tokens at the beginning that are one quote, or the sign of an item of a list.
fn quote_or_item(tokens: &[Token<'_>]) -> usize {
    let is = |at: usize, kind| tokens.get(at).is_some_and(|token| token.kind == kind);
    match tokens.first().map(|token| token.kind) {
        Some(TokenKind::Quote) if is(1, TokenKind::Name) && is(2, TokenKind::Quote) => 0,
        Some(TokenKind::Quote | TokenKind::Stars) => 1,
        Some(TokenKind::Minus)
            if is(1, TokenKind::Open('{'))
                || is(1, TokenKind::Universal)
                || is(1, TokenKind::Existential) =>
        {
            1
        }
        _ => item(tokens),
    }
}

/// The number of tokens that begin an item of a list: `- A`, `* A`, `1. A`, `(2) A`, `a) A`.
fn item(tokens: &[Token<'_>]) -> usize {
    let gap = |at: usize| tokens.get(at + 1).is_some_and(|next| next.start > tokens[at].end());
    let counts = |token: &Token<'_>| match token.kind {
        TokenKind::Number => token.source.bytes().all(|byte| byte.is_ascii_digit()),
        TokenKind::Name => token.source.len() == 1,
        _ => false,
    };
    match tokens {
        [sign, ..] if sign.kind == TokenKind::Minus || BULLETS.contains(&sign.source) => {
            usize::from(gap(0))
        }
        [sign, ..] if matches!(sign.source, "•" | ">") => 1,
        [count, end, ..] if counts(count) && end.kind == TokenKind::Close(')') => 2,
        [count, end, ..]
            if count.kind == TokenKind::Number && counts(count) && end.kind == TokenKind::Dot =>
        {
            2 * usize::from(gap(1))
        }
        [open, count, close, rest, ..]
            if open.kind == TokenKind::Open('(')
                && count.kind == TokenKind::Number
                && counts(count)
                && close.kind == TokenKind::Close(')')
                && rest.kind != TokenKind::WeightSign =>
        {
            3
        }
        _ => 0,
    }
}

/// Signs that begin an item of a list if a space follows.
const BULLETS: [&str; 9] = ["*", "∗", "+", "—", "·", "◦", "▪", "‣", "●"];

/// Checks that no line but the first begins as an item of a list does: each item is a view of its own.
fn check_one_item(text: &str, tokens: &[Token<'_>]) -> Result<(), Option<Foreign>> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map_or(0, |before| tokens[before].end());
        if depth == 0
            && at > 0
            && text[before..token.start].contains('\n')
            && item(&tokens[at..]) > 0
        {
            let (expected, help) = SEVERAL_ITEMS;
            return Err(Some(Foreign { offset: token.start, expected, help }));
        }
        match token.kind {
            TokenKind::Open('(') => depth += 1,
            TokenKind::Close(')') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Quotes, full stops and stars behind.
fn drop_behind(tokens: &mut Vec<Token<'_>>, notes: &mut Notes) {
    let ends = |token: &Token<'_>| {
        matches!(
            token.kind,
            TokenKind::Quote | TokenKind::Dot | TokenKind::Semicolon | TokenKind::Comma
        ) || token.kind == TokenKind::Stars && token.source.len() > 1
    };
    while let Some(token) = tokens.pop_if(|token| ends(token)) {
        notes.add(token.start, format!("dropped `{}` after the view", token.source));
    }
}

/// Quotes around one name: `"King"()`.
fn drop_quotes_of_names(tokens: &mut Vec<Token<'_>>, notes: &mut Notes) {
    let kinds: Vec<TokenKind> = tokens.iter().map(|token| token.kind).collect();
    let is = |at: Option<usize>, kind| at.and_then(|at| kinds.get(at)) == Some(&kind);
    let mut at = 0;
    tokens.retain(|token| {
        let here = at;
        at += 1;
        let opens = is(Some(here + 1), TokenKind::Name) && is(Some(here + 2), TokenKind::Quote);
        let closes =
            is(here.checked_sub(1), TokenKind::Name) && is(here.checked_sub(2), TokenKind::Quote);
        let dropped = token.kind == TokenKind::Quote && (opens || closes);
        if dropped {
            notes.add(token.start, format!("dropped `{}`", token.source));
        }
        !dropped
    });
}
