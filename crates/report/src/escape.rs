//! Escaping: no text from outside steers what shows it.

use peirast_record::steers;

/// Text with control characters made visible, so that no model output can steer a terminal or a
/// page. Line ends stay.
///
/// ```
/// assert_eq!(peirast_report::escape_control("a\u{1b}[31mb\u{202e}"), "a\\u{1b}[31mb\\u{202e}");
/// ```
pub fn escape_control(text: &str) -> String {
    escaped(text, &['\n'], |c| c.escape_unicode().to_string())
}

/// The same for what stands on one line: no line end of it begins another.
///
/// ```
/// assert_eq!(peirast_report::escape_line("a\nerror: b"), "a\\nerror: b");
/// ```
pub fn escape_line(text: &str) -> String {
    escape_control(text).replace('\n', "\\n")
}

/// The same for JSON, in its own notation: a serialiser leaves some of these characters as they
/// are. Other text may be given too; its line ends and tabs stay.
///
/// ```
/// assert_eq!(peirast_report::escape_json("\"a\u{202e}b\"\n"), "\"a\\u202eb\"\n");
/// ```
pub fn escape_json(json: &str) -> String {
    // All of these characters lie below U+10000, so that four digits name them.
    escaped(json, &['\n', '\t'], |c| format!("\\u{:04x}", u32::from(c)))
}

fn escaped(text: &str, harmless: &[char], visible: impl Fn(char) -> String) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match steers(c) && !harmless.contains(&c) {
            true => safe.push_str(&visible(c)),
            false => safe.push(c),
        }
    }
    safe
}
