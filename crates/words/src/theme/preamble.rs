//! Requirements on a preamble: one line of prose, which cannot be mistaken for a premise.

/// The most letters of a preamble, spaces included.
const MOST_LETTERS: usize = 1_000;

/// Signs of prose other than letters and digits.
const SIGNS: &str = " .,;:!?'\"()-%&/‘’“”–—…";

/// Returns the error of a preamble, if there is one, and the remedy.
pub(super) fn fault(text: &str) -> Option<(String, &'static str)> {
    let text = text.trim();
    if text.is_empty() {
        return Some(("the preamble is empty".to_owned(), "set the scene in a sentence or two"));
    }
    if text.chars().count() > MOST_LETTERS {
        let problem = format!("the preamble has more than {MOST_LETTERS} letters");
        return Some((problem, "set the scene in a sentence or two"));
    }
    if text.chars().any(ends_line) {
        let mend =
            "write it as one line; in a TOML file, end lines with \\ between \"\"\" and \"\"\"";
        return Some(("the preamble has a line break in it".to_owned(), mend));
    }
    if let Some(sign) = text.chars().find(|c| !c.is_alphanumeric() && !SIGNS.contains(*c)) {
        let mend = "use letters, digits, spaces and the signs of prose";
        return Some((format!("the preamble has the sign {sign:?} in it"), mend));
    }
    if let Some(opening) = listed(text) {
        let problem = format!("the preamble begins with `{opening}`, as a premise in a list would");
        return Some((problem, "begin with a word"));
    }
    None
}

fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns the beginning of a text if it looks like a list item: a sign, or a number or letter and
/// a sign.
fn listed(text: &str) -> Option<&str> {
    let first = text.split(' ').next()?;
    let bare = first.trim_matches(['(', ')', '.', ':']);
    let numbered =
        first != bare && (bare.chars().all(|c| c.is_ascii_digit()) || bare.chars().count() == 1);
    let is_sign = first.starts_with(|c: char| !c.is_alphanumeric() && !"'\"‘“(".contains(c));
    (numbered || is_sign).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_pass_for_a_premise_is_refused() {
        for (text, complaint) in [
            ("", "is empty"),
            (" \n ", "is empty"),
            ("A scene.\n* The ace is red.", "line break"),
            ("A scene.\rMore", "line break"),
            ("A scene.\u{2028}More", "line break"),
            ("- The ace is red.", "begins with `-`"),
            ("• The ace is red.", "sign '•'"),
            ("* The ace is red.", "sign '*'"),
            ("1. The ace is red.", "begins with `1.`"),
            ("(2) The ace is red.", "begins with `(2)`"),
            ("b) The ace is red.", "begins with `b)`"),
            ("A {premises} scene", "sign '{'"),
            ("A \u{1b}[31mscene", "sign '\\u{1b}'"),
            ("A \u{202e}scene", "sign '\\u{202e}'"),
            ("<b>A scene</b>", "sign '<'"),
        ] {
            let (problem, _) = fault(text).unwrap_or_else(|| panic!("{text:?} is taken"));
            assert!(problem.contains(complaint), "{text:?}: {problem}");
        }
        assert!(fault(&"word ".repeat(300)).is_some(), "too long");
        for text in [
            "A scene.",
            "  A scene: \"quoted\", 7 cards (or more) – and so on…\n",
            "'Tis a scene.",
            "I keep cards.",
            "7 cards lie there.",
            "Übung macht den Meister.",
        ] {
            assert_eq!(fault(text), None, "{text:?}");
        }
    }
}
