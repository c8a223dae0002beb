//! Excerpts of texts that show the place of an error.

use peirast_table::escape_control;

/// Number of characters shown before and after the place of an error.
const BEFORE: usize = 60;
const AFTER: usize = 30;

/// The line around a column, with a caret under it. Control characters are escaped, and the caret
/// moves accordingly.
pub(crate) fn excerpt(line: &str, column: usize) -> String {
    let at = column.saturating_sub(1);
    let from = at.saturating_sub(BEFORE);
    let part = |skip, take| -> String {
        let part: String = line.chars().skip(skip).take(take).collect();
        escape_control(&part)
    };
    let left = if from > 0 { "…" } else { "" };
    let right = if line.chars().count() > at + AFTER { "…" } else { "" };
    let before = format!("{left}{}", part(from, at - from));
    let caret = " ".repeat(before.chars().count());
    format!("{before}{}{right}\n{caret}^", part(at, AFTER))
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn the_caret_stands_under_the_column() {
        assert_eq!(excerpt("{A(),B(}", 8), "{A(),B(}\n       ^");
        assert_eq!(excerpt("{A()", 5), "{A()\n    ^");
    }

    #[test]
    fn what_is_spelt_out_moves_the_caret_along() {
        assert_eq!(excerpt("a\u{202e}bc", 3), "a\\u{202e}bc\n         ^");
    }

    #[test]
    fn only_the_neighbourhood_of_a_long_line_is_shown() {
        let line = "x".repeat(1000);
        let shown = excerpt(&line, 500);
        let (text, caret) = shown.split_once('\n').unwrap();
        assert_eq!(text.chars().count(), 1 + 60 + 30 + 1);
        assert_eq!(caret, format!("{}^", " ".repeat(61)));
    }
}
