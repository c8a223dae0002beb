//! Walking over a text, knowing where one is.

use crate::error::ParseError;

/// Does a name start with this?
pub(crate) fn letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Can this be part of a name?
pub(crate) fn name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Would a name be taken for something else where views print it? Other formats have names that view
/// strings cannot have.
pub(crate) fn misleads(name: &str) -> bool {
    const SIGNS: &str = "(){}[],;^~*=+-.|\"∀∃";
    let first = name.bytes().next();
    let number = first.is_none_or(|byte| byte.is_ascii_digit());
    let sign = |c: char| SIGNS.contains(c) || c.is_whitespace() || c.is_control();
    name == "do" || name != "==" && (number || name.contains(sign))
}

/// Would a name of an arbitrary object? `A` and `E` quantify.
pub(crate) fn misleads_as_object(name: &str) -> bool {
    name.starts_with(['A', 'E']) || misleads(name)
}

/// The message for such a name.
pub(crate) const MISLEADING: &str =
    "view strings have no such name; names are letters, digits and `_`, and not `do`";

/// A place in a text.
#[derive(Debug, Clone)]
pub(crate) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Scanner { text, at: 0 }
    }

    /// The whole of the text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    pub(crate) fn go_to(&mut self, offset: usize) {
        self.at = offset;
    }

    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// The next byte after any white space, left where it is.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes `token` if it comes next, white space aside.
    pub(crate) fn take(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Takes the longest run of ASCII bytes that pass, from right here.
    pub(crate) fn take_while(&mut self, pass: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|byte| byte.is_ascii() && pass(*byte)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Takes a decimal number, `-12.5`, and gives its text without white space.
    pub(crate) fn take_number(&mut self) -> Result<String, ParseError> {
        let mut text = String::new();
        if self.take("-") {
            text.push('-');
            self.skip_space();
        }
        let whole = self.take_while(|byte| byte.is_ascii_digit());
        if whole.is_empty() {
            return Err(self.error("a digit"));
        }
        text.push_str(whole);
        let before_point = self.offset();
        if self.take(".") {
            self.skip_space();
            let fraction = self.take_while(|byte| byte.is_ascii_digit());
            if fraction.is_empty() {
                let error = self.error_at(before_point, "digits after the point");
                return Err(error.help("write `1.0` or `1`"));
            }
            text.push('.');
            text.push_str(fraction);
        }
        Ok(text)
    }

    pub(crate) fn is_done(&mut self) -> bool {
        self.skip_space();
        self.at == self.text.len()
    }

    pub(crate) fn error(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, self.at, expected)
    }

    pub(crate) fn error_at(&self, offset: usize, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, offset, expected)
    }
}
