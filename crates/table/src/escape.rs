//! Escaping, so that no text from outside controls the program that displays it.

use peirast_record::steers;

/// Returns text with visible control characters, so that no model output can control a terminal or
/// a page. Line ends stay.
///
/// ```
/// assert_eq!(peirast_table::escape_control("a\u{1b}[31mb\u{202e}"), "a\\u{1b}[31mb\\u{202e}");
/// ```
pub fn escape_control(text: &str) -> String {
    escaped(text, &['\n'], |c| c.escape_unicode().to_string())
}

/// Does the same for a text on one line: its line ends are escaped too.
///
/// ```
/// assert_eq!(peirast_table::escape_line("a\nerror: b"), "a\\nerror: b");
/// ```
pub fn escape_line(text: &str) -> String {
    escape_control(text).replace('\n', "\\n")
}

/// Does the same for JSON, in JSON's own notation: a serialiser leaves some of these characters
/// unchanged. Other text is also allowed; its line ends and tabs stay.
///
/// ```
/// assert_eq!(peirast_table::escape_json("\"a\u{202e}b\"\n"), "\"a\\u202eb\"\n");
/// ```
pub fn escape_json(json: &str) -> String {
    // All of these characters are below U+10000, so four digits are enough.
    escaped(json, &['\n', '\t'], |c| format!("\\u{:04x}", u32::from(c)))
}

/// Returns a text that no spreadsheet reads as a formula and no terminal as a command: names of
/// models and items come from outside.
///
/// ```
/// use peirast_table::spreadsheet_text;
/// assert_eq!(spreadsheet_text("=1+1"), "'=1+1");
/// assert_eq!(spreadsheet_text("a\u{1b}[2J"), "a\\u{1b}[2J");
/// // A dash that stands for nothing is no formula.
/// assert_eq!(spreadsheet_text("-"), "-");
/// assert_eq!(spreadsheet_text("-1+1"), "'-1+1");
/// ```
pub fn spreadsheet_text(text: &str) -> String {
    let formula = text != "-" && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    escape_control(&if formula { format!("'{text}") } else { text.to_owned() })
}

/// Returns true if a text has only visible ASCII characters and spaces, as most texts do.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
}

/// Returns a text for people: on one line, with at most `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    escape_line(&short)
}

fn escaped(text: &str, harmless: &[char], visible: impl Fn(char) -> String) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    // Most texts have nothing to escape: the parts in between are copied as a whole.
    while let Some(at) = rest.find(|c| steers(c) && !harmless.contains(&c)) {
        let (before, from) = rest.split_at(at);
        safe.push_str(before);
        let mut chars = from.chars();
        if let Some(c) = chars.next() {
            safe.push_str(&visible(c));
        }
        rest = chars.as_str();
    }
    safe.push_str(rest);
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_escaped_wherever_it_stands() {
        let text = "\u{1b}a\u{202e}\u{7}é\tb\n\u{0}";
        assert_eq!(escape_json(text), "\\u001ba\\u202e\\u0007é\tb\n\\u0000");
        assert_eq!(escape_control(text), "\\u{1b}a\\u{202e}\\u{7}é\\u{9}b\n\\u{0}");
        assert_eq!((escape_json(""), escape_json("plain")), (String::new(), "plain".to_owned()));
    }
}
