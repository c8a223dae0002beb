//! Spellings: the ways in which JSON can write one and the same text.
//!
//! A server may repeat a key as it stands, or within JSON, where a character can be written behind
//! a backslash or as a code, or within JSON that is itself quoted in JSON, as gateways pass on the
//! error of the server behind them.

/// A character of a text, and the bytes that spell it.
#[derive(Clone, Copy)]
struct Spelled {
    c: char,
    start: usize,
    end: usize,
}

/// `text` with `mask` in place of `secret`, however it is spelled.
pub(crate) fn mask(text: &str, secret: &str, mask: &str) -> String {
    if !text.contains('\\') {
        return text.replace(secret, mask); // Every other spelling has a backslash.
    }
    // What is quoted most comes first: a secret that begins with a quote would otherwise leave the
    // backslash before it behind, and the JSON around it broken.
    let masked = mask_among(text, secret, mask, Unquoted(Unquoted(plain(text))));
    let masked = mask_among(&masked, secret, mask, Unquoted(plain(&masked)));
    masked.replace(secret, mask)
}

/// `text` with `mask` where `chars`, which `text` spells, read as `secret`.
fn mask_among<I>(text: &str, secret: &str, mask: &str, mut chars: I) -> String
where
    I: Iterator<Item = Spelled> + Clone,
{
    let (mut masked, mut copied) = (String::with_capacity(text.len()), 0);
    loop {
        let mut ahead = chars.clone();
        if let Some((start, end)) = begins_with(&mut ahead, secret) {
            masked.push_str(&text[copied..start]);
            masked.push_str(mask);
            (copied, chars) = (end, ahead);
        } else if chars.next().is_none() {
            break;
        }
    }
    masked.push_str(&text[copied..]);
    masked
}

/// The bytes that spell `secret`, if `chars` begins with it.
fn begins_with(chars: &mut impl Iterator<Item = Spelled>, secret: &str) -> Option<(usize, usize)> {
    let mut span: Option<(usize, usize)> = None;
    for wanted in secret.chars() {
        let Spelled { c, start, end } = chars.next()?;
        if c != wanted {
            return None;
        }
        span = Some((span.map_or(start, |(first, _)| first), end));
    }
    span
}

fn plain(text: &str) -> impl Iterator<Item = Spelled> + Clone + '_ {
    text.char_indices().map(|(start, c)| Spelled { c, start, end: start + c.len_utf8() })
}

/// What a JSON string with these characters says. A backslash that begins no escape stays.
#[derive(Clone)]
struct Unquoted<I>(I);

impl<I: Iterator<Item = Spelled> + Clone> Iterator for Unquoted<I> {
    type Item = Spelled;

    fn next(&mut self) -> Option<Spelled> {
        let first = self.0.next()?;
        if first.c != '\\' {
            return Some(first);
        }
        let mut ahead = self.0.clone();
        let Some((c, end)) = escaped(&mut ahead) else { return Some(first) };
        self.0 = ahead;
        Some(Spelled { c, start: first.start, end })
    }
}

/// The character that an escape stands for, and where it ends; `chars` begins behind its backslash.
fn escaped(chars: &mut impl Iterator<Item = Spelled>) -> Option<(char, usize)> {
    let Spelled { c, end, .. } = chars.next()?;
    let meant = match c {
        '"' | '\\' | '/' => c,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return coded(chars),
        _ => return None,
    };
    Some((meant, end))
}

/// The character of a code, or of two where it takes a pair of surrogates.
fn coded(chars: &mut impl Iterator<Item = Spelled>) -> Option<(char, usize)> {
    let (first, end) = unit(chars)?;
    if let Some(c) = char::from_u32(u32::from(first)) {
        return Some((c, end));
    }
    if chars.next()?.c != '\\' || chars.next()?.c != 'u' {
        return None;
    }
    let (second, end) = unit(chars)?;
    let c = char::decode_utf16([first, second]).next()?.ok()?;
    Some((c, end))
}

/// Four hexadecimal digits, and where they end.
fn unit(chars: &mut impl Iterator<Item = Spelled>) -> Option<(u16, usize)> {
    let (mut unit, mut end) = (0, 0);
    for _ in 0..4 {
        let digit = chars.next()?;
        unit = unit << 4 | u16::try_from(digit.c.to_digit(16)?).ok()?;
        end = digit.end;
    }
    Some((unit, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_masked() {
        let secret = "sk/\"0\\9\u{1d11e}";
        for spelling in [
            "sk/\"0\\9\u{1d11e}",
            "sk/\\\"0\\\\9\u{1d11e}",
            r"sk\/\u00220\u005C9\ud834\udd1e",
            r"\u0073\u006b\u002f\u0022\u0030\u005c\u0039\uD834\uDD1E",
            r#"\\u0073k\\\/\\\"0\\\\9\\ud834\\udd1e"#,
        ] {
            assert_eq!(mask(&format!("<{spelling}>"), secret, "***"), "<***>", "{spelling}");
        }
    }

    #[test]
    fn all_else_stays() {
        for text in [
            "",
            "\\",
            r"C:\new\ud800\users",
            r#"{"a":"\u00e9\n\\\"","b":"sk-1\u002"}"#,
            r"\\u0073k-12345678",
        ] {
            assert_eq!(mask(text, "sk-12345678x", "***"), text);
        }
        assert_eq!(mask(r"\\sk-1\\n", "sk-1", "***"), r"\\***\\n");
    }
}
