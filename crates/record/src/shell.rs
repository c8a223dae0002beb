//! Terminal commands that are safe to copy.

use crate::{hides, steers};

/// A command line that a POSIX shell splits into these words again. The copied text equals the
/// visible text: `printf` writes characters that are invisible or control a terminal.
///
/// ```
/// use peirast_record::shell_line;
/// assert_eq!(shell_line(["peirast", "show", "runs/a b", "3f9a"]), "peirast show 'runs/a b' 3f9a");
/// assert_eq!(shell_line(["it's", "a\nb"]), "'it'\\''s' \"$(printf 'a\\012b')\"");
/// ```
pub fn shell_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=@%+,-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.chars().any(is_unseen) {
        return printed(word);
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn is_unseen(c: char) -> bool {
    steers(c) || hides(c)
}

/// A word that `printf` writes. A shell removes line ends at its end, so these follow in quotes.
fn printed(word: &str) -> String {
    let body = word.trim_end_matches('\n');
    let ends = word.get(body.len()..).unwrap_or_default();
    let format: String = body.chars().map(written).collect();
    let body = format!("\"$(printf '{format}')\"");
    if ends.is_empty() { body } else { format!("{body}'{ends}'") }
}

/// A character in a format of `printf`. Octal numbers write the bytes of characters that are not
/// plain, including all that a shell or `printf` itself might interpret.
fn written(c: char) -> String {
    if c == '%' {
        return "%%".to_owned();
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=@+, ".contains(c);
    if plain(c) || !c.is_ascii() && !is_unseen(c) {
        return c.to_string();
    }
    let mut bytes = [0; 4];
    c.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\{byte:03o}")).collect()
}
