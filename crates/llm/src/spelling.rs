//! Spellings: the ways in which JSON, URLs and HTML can write the same text.
//!
//! A server may repeat a key in several forms:
//!
//! - literally;
//! - within JSON, where a character can be escaped with a backslash or as a code;
//! - within JSON that is quoted in JSON, as when a gateway passes on the error of the server behind
//!   it;
//! - within any of these, in a URL with `%2B` for a character, in a page with `&#43;` or `&amp;`,
//!   or in one nested in the other;
//! - with invisible characters, or with characters that look the same.

use memchr::memchr_iter;
use peirast_record::{ascii_look, hides, steers};
use std::borrow::Cow;
use std::ops::Range;
use unicode_normalization::char::is_combining_mark;

/// The deepest nesting of JSON quoted in JSON.
const QUOTED: u8 = 2;
/// The deepest nesting of encodings of URLs and pages.
const ENCODED: u8 = 2;
/// Named entities: of characters that every page escapes, and of invisible ones.
const NAMED: [(&[u8], char); 11] = [
    (b"amp;", '&'),
    (b"lt;", '<'),
    (b"gt;", '>'),
    (b"quot;", '"'),
    (b"apos;", '\''),
    (b"nbsp;", '\u{a0}'),
    (b"shy;", '\u{ad}'),
    (b"zwnj;", '\u{200c}'),
    (b"zwj;", '\u{200d}'),
    (b"ZeroWidthSpace;", '\u{200b}'),
    (b"NoBreak;", '\u{2060}'),
];

/// One way to read a text, with the positions of the result in the text.
#[derive(Debug)]
pub(crate) struct Reading<'t> {
    bytes: Cow<'t, [u8]>,
    escapes: Vec<Escape>,
    /// The reading from which this one was made; `None` for the text itself.
    of: Option<&'t Reading<'t>>,
}

/// A place where several bytes encode others.
#[derive(Debug)]
struct Escape {
    /// The decoded bytes.
    meant: Range<usize>,
    /// The encoding bytes, in the reading before.
    written: Range<usize>,
}

/// A decoder of escapes: from the bytes behind the first one to the result and their number. Bytes
/// that begin no escape are unchanged.
#[derive(Clone, Copy)]
struct Encoding {
    begins: u8,
    read: fn(&[u8]) -> Option<(char, usize)>,
    /// True if the result is a byte, and not a character.
    is_bytes: bool,
}

const JSON: Encoding = Encoding { begins: b'\\', read: escaped, is_bytes: false };
const URL: Encoding = Encoding { begins: b'%', read: percent, is_bytes: true };
const HTML: Encoding = Encoding { begins: b'&', read: entity, is_bytes: false };

/// Calls `look` with each reading of a text, of which most texts have one; with `gaps` also with
/// readings without their gaps. Each is passed literally, and as it looks to a reader.
pub(crate) fn each(text: &str, gaps: bool, look: &mut dyn FnMut(&Reading<'_>)) {
    unquoted(&Reading::plain(text), QUOTED, gaps, &mut |reading| {
        look(reading);
        let Some(looks) = reading.as_it_looks() else { return };
        look(&looks);
        if gaps && let Some(closed) = looks.without_gaps() {
            look(&closed);
        }
    });
}

fn unquoted(reading: &Reading<'_>, depth: u8, gaps: bool, look: &mut dyn FnMut(&Reading<'_>)) {
    decoded(reading, ENCODED, look);
    if gaps && let Some(closed) = reading.without_gaps() {
        look(&closed);
    }
    if depth > 0
        && let Some(inner) = reading.decoded(JSON)
    {
        unquoted(&inner, depth - 1, gaps, look);
    }
}

fn decoded(reading: &Reading<'_>, depth: u8, look: &mut dyn FnMut(&Reading<'_>)) {
    look(reading);
    for encoding in [URL, HTML] {
        if depth > 0
            && let Some(inner) = reading.decoded(encoding)
        {
            decoded(&inner, depth - 1, look);
        }
    }
}

/// Widens spans of a text to whole JSON escapes, since a cut must not leave half of an escape
/// behind.
pub(crate) fn widen_to_escapes(text: &str, spans: &mut [Range<usize>]) {
    let plain = Reading::plain(text);
    let Some(json) = (!spans.is_empty()).then(|| plain.decoded(JSON)).flatten() else { return };
    let cut = |at: usize| {
        let next = json.escapes.partition_point(|escape| escape.written.end <= at);
        json.escapes.get(next).map(|escape| &escape.written).filter(|escape| escape.start < at)
    };
    for span in spans {
        let start = cut(span.start).map_or(span.start, |escape| escape.start);
        let end = cut(span.end).map_or(span.end, |escape| escape.end);
        *span = start..end;
    }
}

impl<'t> Reading<'t> {
    fn plain(text: &'t str) -> Self {
        Self { bytes: Cow::Borrowed(text.as_bytes()), escapes: Vec::new(), of: None }
    }

    /// Its bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The place in the text where these bytes are written.
    pub(crate) fn written(&self, meant: Range<usize>) -> Range<usize> {
        let Some(of) = self.of else { return meant };
        let start = self.around(meant.start).start;
        let end = meant.end.checked_sub(1).map_or(start, |last| self.around(last).end);
        of.written(start..end)
    }

    /// The bytes of the reading before that encode one byte.
    fn around(&self, at: usize) -> Range<usize> {
        let next = self.escapes.partition_point(|escape| escape.meant.start <= at);
        match next.checked_sub(1).and_then(|last| self.escapes.get(last)) {
            Some(escape) if at < escape.meant.end => escape.written.clone(),
            Some(escape) => {
                let at = escape.written.end + (at - escape.meant.end);
                at..at + 1
            }
            None => at..at + 1,
        }
    }

    /// The reading as it looks: without invisible characters and marks on letters, and with the
    /// ASCII letter or sign in place of another that looks the same; `None` if nothing changes.
    fn as_it_looks<'r>(&'r self) -> Option<Reading<'r>>
    where
        't: 'r,
    {
        if self.bytes.is_ascii() {
            return None;
        }
        let (mut bytes, mut escapes) = (Vec::with_capacity(self.bytes.len()), Vec::new());
        let mut at = 0;
        for chunk in self.bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                let (from, written) = (bytes.len(), at..at + c.len_utf8());
                at = written.end;
                match looks_like(c) {
                    Look::Itself => {
                        bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                        continue;
                    }
                    Look::Nothing => {}
                    Look::Ascii(byte) => bytes.push(byte),
                }
                escapes.push(Escape { meant: from..bytes.len(), written });
            }
            bytes.extend_from_slice(chunk.invalid());
            at += chunk.invalid().len();
        }
        (!escapes.is_empty()).then_some(Reading {
            bytes: Cow::Owned(bytes),
            escapes,
            of: Some(self),
        })
    }

    /// The reading without the gaps between letters; `None` if it has none.
    fn without_gaps<'r>(&'r self) -> Option<Reading<'r>>
    where
        't: 'r,
    {
        let (mut bytes, mut escapes) = (Vec::with_capacity(self.bytes.len()), Vec::new());
        let (mut at, mut spaced) = (0, 0);
        while let Some(rest) = self.bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let gap = gap(rest);
            if gap == 0 {
                spaced = if spaced == 0 { spaced_out(rest) } else { spaced };
                bytes.push(rest[0]);
                at += 1;
                if spaced == 0 {
                    continue;
                }
                spaced -= 1;
            }
            let written = at..at + gap.max(1);
            at = written.end;
            escapes.push(Escape { meant: bytes.len()..bytes.len(), written });
        }
        (!escapes.is_empty()).then_some(Reading {
            bytes: Cow::Owned(bytes),
            escapes,
            of: Some(self),
        })
    }

    /// The reading after decoding; `None` if nothing in it is encoded in this way.
    fn decoded<'r>(&'r self, encoding: Encoding) -> Option<Reading<'r>>
    where
        't: 'r,
    {
        let (mut bytes, mut escapes, mut copied) = (Vec::new(), Vec::new(), 0);
        for start in memchr_iter(encoding.begins, &self.bytes) {
            if start < copied {
                continue; // Within the escape before, as the second of two backslashes.
            }
            let Some((meant, length)) = (encoding.read)(&self.bytes[start + 1..]) else { continue };
            bytes.extend_from_slice(&self.bytes[copied..start]);
            let from = bytes.len();
            match u8::try_from(u32::from(meant)) {
                Ok(byte) if encoding.is_bytes => bytes.push(byte),
                _ => bytes.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes()),
            }
            copied = start + 1 + length;
            escapes.push(Escape { meant: from..bytes.len(), written: start..copied });
        }
        if escapes.is_empty() {
            return None;
        }
        bytes.extend_from_slice(&self.bytes[copied..]);
        Some(Reading { bytes: Cow::Owned(bytes), escapes, of: Some(self) })
    }
}

/// The appearance of a character.
enum Look {
    Itself,
    Nothing,
    Ascii(u8),
}

fn looks_like(c: char) -> Look {
    if c.is_ascii() {
        return Look::Itself;
    }
    if hides(c) || steers(c) || is_combining_mark(c) {
        return Look::Nothing;
    }
    let ascii = ascii_look(c).and_then(|ascii| u8::try_from(ascii).ok());
    ascii.map_or(Look::Itself, Look::Ascii)
}

/// Number of letters in a row with the same sign behind each from which the signs count as gaps.
const SPACED_OUT: usize = 8;
/// The longest name of a field between two strings.
const LONGEST_NAME: usize = 64;

/// The length of the gap at the beginning of these bytes; 0 if there is none. Gaps are white space,
/// and the JSON between one string and the next, with the name of its field if it has one.
fn gap(bytes: &[u8]) -> usize {
    let spaces = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let sign = |at: usize, sign: u8| (bytes.get(at) == Some(&sign)).then_some(at + 1);
    if bytes.first() != Some(&b'"') {
        return spaces(0);
    }
    let between = || {
        let next = sign(spaces(sign(spaces(1), b',')?), b'"')?;
        let name = bytes.get(next..)?.iter().take(LONGEST_NAME).position(|byte| *byte == b'"');
        let field = name.and_then(|name| sign(spaces(next + name + 1), b':'));
        match field {
            Some(value) => sign(spaces(value), b'"'),
            None => Some(next),
        }
    };
    between().unwrap_or_default()
}

/// The number of letters at the beginning of these bytes that all have the same sign behind them; 0
/// if they are few.
fn spaced_out(bytes: &[u8]) -> usize {
    let Some(sign) = bytes.get(1).filter(|sign| sign.is_ascii_punctuation()) else { return 0 };
    let pairs = bytes.chunks_exact(2);
    let many = pairs.take_while(|pair| pair[0].is_ascii_graphic() && pair[1] == *sign).count();
    if many < SPACED_OUT { 0 } else { many }
}

/// The character of a JSON escape, and its length behind the backslash.
fn escaped(behind: &[u8]) -> Option<(char, usize)> {
    let meant = match behind.first()? {
        c @ (b'"' | b'\\' | b'/') => char::from(*c),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return coded(&behind[1..]),
        // Not part of JSON, but of logs that a server quotes.
        b'x' => return percent(&behind[1..]).map(|(meant, length)| (meant, length + 1)),
        _ => return None,
    };
    Some((meant, 1))
}

/// The character of a code, or of two codes if it is a pair of surrogates.
fn coded(digits: &[u8]) -> Option<(char, usize)> {
    let first = number(digits.get(..4)?, 16)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 5));
    }
    let second = number(digits.get(4..10)?.strip_prefix(b"\\u")?, 16)?;
    let pair = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(pair).next()?.ok()?, 11))
}

fn percent(behind: &[u8]) -> Option<(char, usize)> {
    let byte = number(behind.get(..2)?, 16)?;
    Some((char::from_u32(byte)?, 2))
}

/// The character of an entity. Some programs leave out the semicolon behind a number.
fn entity(behind: &[u8]) -> Option<(char, usize)> {
    let Some(code) = behind.strip_prefix(b"#") else {
        let found = NAMED.iter().find(|(name, _)| behind.starts_with(name))?;
        return Some((found.1, found.0.len()));
    };
    let (digits, radix, before) = match code.first()? {
        b'x' | b'X' => (&code[1..], 16, 2),
        _ => (code, 10, 1),
    };
    let many = digits.iter().take_while(|digit| char::from(**digit).is_digit(radix)).count();
    let meant = char::from_u32(number(&digits[..many], radix)?)?;
    let semicolon = usize::from(digits.get(many) == Some(&b';'));
    Some((meant, before + many + semicolon))
}

/// A number of a few digits.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    if digits.is_empty() || digits.len() > 8 {
        return None;
    }
    let digit = |digit: &u8| char::from(*digit).to_digit(radix);
    digits
        .iter()
        .try_fold(0, |number: u32, next| number.checked_mul(radix)?.checked_add(digit(next)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places in a text whose readings are `what`, as they are written.
    fn written<'t>(text: &'t str, what: &str) -> Vec<&'t str> {
        let mut all = Vec::new();
        each(text, false, &mut |reading| {
            let bytes = reading.bytes();
            let found = bytes.windows(what.len()).position(|window| window == what.as_bytes());
            all.extend(found.map(|at| &text[reading.written(at..at + what.len())]));
        });
        all.dedup(); // Two encodings, read in either order.
        all
    }

    #[test]
    fn every_spelling_is_read_in_its_place() {
        let said = "sk/\"0\\9&+\u{1d11e}";
        for spelling in [
            "sk/\"0\\9&+\u{1d11e}",
            "sk/\\\"0\\\\9&+\u{1d11e}",
            r"sk\/\u00220\u005C9&+\ud834\udd1e",
            r"\u0073\u006b\u002f\u0022\u0030\u005c\u0039\u0026\u002b\uD834\uDD1E",
            r#"\\u0073k\\\/\\\"0\\\\9&+\\ud834\\udd1e"#,
            "sk%2F%220%5c9%26%2B%f0%9D%84%9E",
            "sk%252F%25220%255C9%2526%252B%25F0%259D%2584%259E",
            "%73%6B/%22%30\\9&%2b\u{1d11e}",
            "sk/&quot;0\\9&amp;&#43;&#x1d11e;",
            "&#115;k&#x2F;&#34;0&#X5c;9&amp;&#43&#119070;",
            r"sk/\u0026quot;0\\9\u0026amp;\u0026#x2B;\ud834\udd1e",
            "sk%2F%220%5C9&amp;%2B%F0%9D%84%9E",
        ] {
            assert_eq!(written(&format!("<{spelling}>"), said), [spelling], "{spelling}");
        }
    }

    #[test]
    fn what_encodes_nothing_has_one_reading() {
        for text in
            ["", "\\", r"C:\users\ud800", "100 % of A&B", "%", "%2", "&#;", "&#x;", "&copy", "&"]
        {
            let mut readings = 0;
            each(text, false, &mut |_| readings += 1);
            assert_eq!(readings, 1, "{text}");
        }
    }

    #[test]
    fn what_is_too_large_for_a_character_stays() {
        for text in ["&#x110000;", "&#99999999999999999999;", r"\ud834\u0041", r"\ud8"] {
            assert_eq!(written(text, text), [text]);
        }
    }

    #[test]
    fn no_half_of_an_escape_is_left() {
        let text = r#"a\nb\"c\u0041"#;
        for (span, whole) in [(0..1, 0..1), (2..4, 1..4), (3..4, 3..4), (4..5, 4..6), (7..9, 7..13)]
        {
            let mut spans = [span];
            widen_to_escapes(text, &mut spans);
            assert_eq!(spans, [whole]);
        }
    }
}
