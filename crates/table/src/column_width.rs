//! Columns of a table in a terminal, as wide as their cells.

/// The largest width of a column: longer cells exceed it. Names from a server or a file may have
/// any length, and padding is limited to 65,535 characters.
const WIDEST: usize = 1000;

/// Returns the width of a column for these cells, in characters.
///
/// ```
/// use peirast_table::column_width;
/// assert_eq!(column_width(["sim:yes", "süß"]), 7);
/// assert_eq!(column_width([""; 0]), 0);
/// assert!(column_width(["a".repeat(100_000)]) < 65_536);
/// ```
pub fn column_width(cells: impl IntoIterator<Item = impl AsRef<str>>) -> usize {
    let lengths = cells.into_iter().map(|cell| cell.as_ref().chars().count());
    lengths.max().unwrap_or(0).min(WIDEST)
}
