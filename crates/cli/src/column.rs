//! The first column of a table in a terminal: names, whose length nobody knows beforehand.

use peirast_report::column_width;

/// How wide it is at least: as the names of most subjects.
const LEAST: usize = 28;

/// How wide a column is in which each of these names has room.
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
