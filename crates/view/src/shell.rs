//! Commands of a terminal, as they can be copied.

/// A command line that a POSIX shell takes apart into these words again.
///
/// ```
/// use peirast_view::shell_line;
/// assert_eq!(shell_line(["peirast", "show", "runs/a b", "3f9a"]), "peirast show 'runs/a b' 3f9a");
/// assert_eq!(shell_line(["it's", "a\nb"]), "'it'\\''s' $'a\\x0ab'");
/// ```
pub fn shell_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=@%+,-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.chars().any(peirast_record::steers) {
        // What is copied must be what is seen: nothing that steers a terminal stands in it as it is.
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if peirast_record::steers(c) => {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\x{byte:02x}")).collect()
        }
        c => c.to_string(),
    }
}
