//! Texts cut into tokens, for any text.

use super::output::Notes;
use super::symbols::{self, TokenKind};
use crate::text::scanner::{letter, name_byte};
use std::borrow::Cow;

/// A token: its kind, and its characters.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    /// The characters of the text.
    pub(super) source: &'t str,
    /// A name or number in letters that the format has; otherwise the source.
    pub(super) text: Cow<'t, str>,
    pub(super) start: usize,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.source.len()
    }
}

struct Cutter<'t, 'n> {
    text: &'t str,
    at: usize,
    notes: &'n mut Notes,
    tokens: Vec<Token<'t>>,
}

pub(super) fn tokens<'t>(text: &'t str, notes: &mut Notes) -> Vec<Token<'t>> {
    let mut cutter = Cutter { text, at: 0, notes, tokens: Vec::new() };
    while cutter.next() {}
    cutter.tokens
}

impl<'t> Cutter<'t, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, kind: TokenKind, len: usize) {
        let source = &self.text[self.at..self.at + len];
        self.tokens.push(Token { kind, source, text: Cow::Borrowed(source), start: self.at });
        self.at += len;
    }

    /// Takes one token, or space. False at the end.
    fn next(&mut self) -> bool {
        let Some(first) = self.peek() else { return false };
        match first {
            ' ' | '\t' | '\n' | '\r' => self.at += 1,
            _ if symbols::is_odd_space(first) => {
                self.notes.add(self.at, "took an unusual space for a plain one");
                self.at += first.len_utf8();
            }
            '0'..='9' => self.number(),
            '.' if self.number_after_point() => self.number(),
            '\\' => self.command(),
            _ if first.is_ascii() && letter(first as u8) => self.name(),
            _ => {
                let (kind, len) = symbols::symbol(self.rest());
                self.push(kind, len);
            }
        }
        true
    }

    fn number_after_point(&self) -> bool {
        let after_digit = self.text[..self.at].ends_with(|c: char| c.is_ascii_digit());
        let digit = self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        digit && !after_digit
    }

    /// `12`, `0.5`, or `.5`, which lacks a zero.
    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let mut len = digits(0);
        if bytes.get(len) == Some(&b'.') && bytes.get(len + 1).is_some_and(u8::is_ascii_digit) {
            len += 1 + digits(len + 1);
        }
        let start = self.at;
        self.push(TokenKind::Number, len);
        if let Some(token) = self.tokens.last_mut().filter(|token| token.source.starts_with('.')) {
            token.text = Cow::Owned(format!("0{}", token.source));
            self.notes.add(start, "added `0` before the point");
        }
    }

    /// A command of LaTeX, `\forall` or `\{`.
    fn command(&mut self) {
        let letters = self.rest()[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            let (kind, len) = symbols::escaped(self.rest());
            return self.push_command(kind, len);
        }
        let name = &self.rest()[1..=letters];
        if symbols::is_font(name)
            && let Some(len) = self.braced_name(letters + 1)
        {
            return self.font(letters + 2, len);
        }
        self.push_command(symbols::command(name), letters + 1);
    }

    fn push_command(&mut self, kind: TokenKind, len: usize) {
        if kind == TokenKind::Space {
            let source = &self.text[self.at..self.at + len];
            self.notes.add(self.at, format!("dropped `{source}`"));
            self.at += len;
        } else {
            self.push(kind, len);
        }
    }

    /// The length of a name in braces from here.
    fn braced_name(&self, at: usize) -> Option<usize> {
        let inner = self.rest()[at..].strip_prefix('{')?;
        let len = inner.bytes().take_while(|byte| name_byte(*byte)).count();
        (len > 0 && letter(inner.as_bytes()[0]) && inner[len..].starts_with('}')).then_some(len)
    }

    /// `\text{King}`: the name inside.
    fn font(&mut self, start: usize, len: usize) {
        let name = &self.rest()[start..start + len];
        let source = &self.rest()[..start + len + 1];
        self.notes.add(self.at, format!("replaced `{source}` by `{name}`"));
        self.tokens.push(Token {
            kind: TokenKind::Name,
            source,
            text: Cow::Borrowed(name),
            start: self.at,
        });
        self.at += source.len();
    }

    fn name(&mut self) {
        let start = self.at;
        if self.rest().starts_with("x\u{304}") {
            return self.push(TokenKind::Times, "x\u{304}".len());
        }
        let opening = self.text[..start].chars().next_back().filter(|c| symbols::is_quote(*c));
        let mut name = String::new();
        while let Some(len) = self.name_part(&mut name, opening.is_some()) {
            self.at += len;
        }
        let source = &self.text[start..self.at];
        let text = if name == source { Cow::Borrowed(source) } else { Cow::Owned(name) };
        if text != source {
            self.notes.add(start, format!("replaced `{source}` by `{text}`"));
        }
        self.tokens.push(Token { kind: TokenKind::Name, source, text, start });
    }

    /// Takes one more letter of a name, in letters that the format has. Gives its length.
    fn name_part(&self, name: &mut String, quoted: bool) -> Option<usize> {
        let mut letters = self.rest().chars();
        let (first, second) = (letters.next()?, letters.next());
        let letter_next = second.is_some_and(|c| c.is_ascii_alphabetic());
        match first {
            _ if first.is_ascii() && name_byte(first as u8) => name.push(first),
            '₀'..='₉' => name.push(char::from(b'0' + (u32::from(first) - 0x2080) as u8)),
            '\\' if second == Some('_') => {
                name.push('_');
                return Some(2);
            }
            '-' | '‐' | '‑' if letter_next && name.ends_with(|c: char| c.is_ascii_alphabetic()) =>
            {
                name.push('_');
            }
            '′' => name.push_str("_prime"),
            '″' => name.push_str("_prime_prime"),
            '\'' | '’' | 'ʹ' | 'ʼ' if letter_next => {}
            '\'' | '’' | 'ʹ' | 'ʼ' if !quoted => name.push_str("_prime"),
            _ => return None,
        }
        Some(first.len_utf8())
    }
}
