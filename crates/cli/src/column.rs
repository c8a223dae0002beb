//! The first column of a table in a terminal: names of unknown length.

use peirast_report::column_width;

/// The minimum width, enough for the names of most subjects.
const LEAST: usize = 28;

/// The width of a column that has room for each of these names.
pub fn width(names: impl IntoIterator<Item = impl AsRef<str>>) -> usize {
    column_width(names).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_has_room() {
        assert_eq!(width(["sim:yes"]), LEAST);
        assert_eq!(width([String::from("x"), "ü".repeat(40)]), 40);
        assert_eq!(width([""; 0]), LEAST);
    }
}
