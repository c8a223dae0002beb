//! A sentence of the written language as words, commas and full stops.

/// A word, or a single `,` or `.`, with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlainToken<'t> {
    pub text: &'t str,
    pub at: usize,
}

pub(super) fn tokens(text: &str) -> Vec<PlainToken<'_>> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        let ends = c.is_whitespace() || matches!(c, ',' | '.');
        match start {
            Some(from) if ends => {
                tokens.push(PlainToken { text: &text[from..at], at: from });
                start = None;
            }
            None if !ends => start = Some(at),
            _ => {}
        }
        if matches!(c, ',' | '.') {
            tokens.push(PlainToken { text: &text[at..=at], at });
        }
    }
    if let Some(from) = start {
        tokens.push(PlainToken { text: &text[from..], at: from });
    }
    tokens
}
