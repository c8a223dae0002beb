//! The formats, one file each.

pub mod csv;
mod json;
pub mod latex;
mod markdown;

use crate::escape::shortened;
use crate::{Cell, Unit};

/// The most characters of a text in a table for people.
const MOST_SHOWN: usize = 120;

/// Renders a cell for people, without escapes of any markup.
fn readable(cell: &Cell<'_>, unit: Unit) -> String {
    match cell {
        Cell::Text(text) => shortened(text, MOST_SHOWN),
        Cell::Flag(true) => "yes".to_owned(),
        Cell::Flag(false) => "no".to_owned(),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => unit.text(*number),
        Cell::Missing => "–".to_owned(),
    }
}
