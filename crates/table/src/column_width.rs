//! Columns of a table in a terminal, which are as wide as what stands in them.

/// The widest that a column gets: longer cells stand out of it. What a server or a file calls itself may have
/// any length, and no text can be padded to more than 65,535 characters.
const WIDEST: usize = 1000;

/// How wide a column is in which these cells have room, in characters.
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
