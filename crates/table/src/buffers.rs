//! Columns as buffers, as Arrow lays out columns in memory.

use crate::{Cell, Column, Table, Unit};
use std::borrow::Borrow;
use std::ops::Range;

/// The type of a column in formats that give each column one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Texts.
    Text,
    /// True or false.
    Flag,
    /// Whole numbers of 64 bits.
    Count,
    /// Numbers of double precision.
    Number,
}

impl ColumnKind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Flag => "flag",
            Self::Count => "count",
            Self::Number => "number",
        }
    }

    /// The kind of a column with these cells: the first kind of its unit that all of them fit, or text.
    pub fn new<'a, C>(unit: Unit, cells: impl Fn() -> C) -> Self
    where
        C: Iterator<Item: Borrow<Cell<'a>>>,
    {
        let fits = |kind: &Self| cells().all(|cell| kind.fits(cell.borrow()));
        Self::of_unit(unit).iter().copied().find(fits).unwrap_or(Self::Text)
    }

    /// The kinds other than text that a column of this unit may have, in order of preference.
    const fn of_unit(unit: Unit) -> &'static [Self] {
        match unit {
            Unit::Name => &[],
            Unit::Flag => &[Self::Flag],
            Unit::Count => &[Self::Count, Self::Number],
            _ => &[Self::Number],
        }
    }

    /// True if a column of this kind can hold a cell. Every kind can hold a missing one.
    fn fits(self, cell: &Cell<'_>) -> bool {
        match (self, cell) {
            (_, Cell::Missing)
            | (Self::Text, _)
            | (Self::Flag, Cell::Flag(_))
            | (Self::Number, Cell::Count(_) | Cell::Number(_)) => true,
            (Self::Count, Cell::Count(count)) => i64::try_from(*count).is_ok(),
            _ => false,
        }
    }
}

/// The cells of a column in the layout of Arrow: bits say which cells are present, the least significant
/// first; texts are joined, and offsets of 64 bits say where each begins and ends. Numbers are in the byte order
/// of the machine.
///
/// ```
/// use peirast_table::{Cell, ColumnBuffers, Unit};
///
/// let cells = [Cell::from("né"), Cell::Missing, Cell::from("")];
/// let column = ColumnBuffers::new(Unit::Name, || cells.iter());
/// assert_eq!((column.len(), column.null_count()), (3, 1));
/// assert_eq!(column.validity(), Some(&[0b101][..]));
/// assert_eq!(column.data(), "né".as_bytes());
/// assert_eq!(column.offsets().map(<[u8]>::len), Some(4 * size_of::<i64>()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnBuffers {
    kind: ColumnKind,
    len: usize,
    null_count: usize,
    validity: Vec<u8>,
    offsets: Vec<u8>,
    data: Vec<u8>,
}

impl ColumnBuffers {
    /// A column of the kind that [`ColumnKind::new`] finds.
    pub fn new<'a, C>(unit: Unit, cells: impl Fn() -> C) -> Self
    where
        C: Iterator<Item: Borrow<Cell<'a>>>,
    {
        let filled = |kind: &ColumnKind| {
            let mut column = Self::empty(*kind);
            let all_fit = cells().all(|cell| column.push(cell.borrow()));
            all_fit.then_some(column)
        };
        let first = ColumnKind::of_unit(unit).iter().find_map(filled);
        first.unwrap_or_else(|| Self::of_kind(ColumnKind::Text, cells()))
    }

    /// A column of a kind. Cells that do not fit it are missing.
    pub fn of_kind<'a>(kind: ColumnKind, cells: impl Iterator<Item: Borrow<Cell<'a>>>) -> Self {
        let mut column = Self::empty(kind);
        cells.for_each(|cell| {
            column.push(cell.borrow());
        });
        column
    }

    fn empty(kind: ColumnKind) -> Self {
        let offsets = match kind {
            ColumnKind::Text => 0_i64.to_ne_bytes().to_vec(),
            _ => Vec::new(),
        };
        Self { kind, len: 0, null_count: 0, validity: Vec::new(), offsets, data: Vec::new() }
    }

    /// Adds a cell; false if it does not fit.
    fn push(&mut self, cell: &Cell<'_>) -> bool {
        let is_present = match self.kind {
            ColumnKind::Text => self.push_text(cell),
            ColumnKind::Flag => {
                let flag = if let Cell::Flag(flag) = cell { Some(*flag) } else { None };
                push_bit(&mut self.data, self.len, flag == Some(true));
                flag.is_some()
            }
            ColumnKind::Count => {
                let count =
                    if let Cell::Count(count) = cell { i64::try_from(*count).ok() } else { None };
                self.data.extend_from_slice(&count.unwrap_or_default().to_ne_bytes());
                count.is_some()
            }
            ColumnKind::Number => {
                let number = match cell {
                    Cell::Count(count) => Some(*count as f64),
                    Cell::Number(number) => Some(*number),
                    _ => None,
                };
                self.data.extend_from_slice(&number.unwrap_or_default().to_ne_bytes());
                number.is_some()
            }
        };
        push_bit(&mut self.validity, self.len, is_present);
        self.null_count += usize::from(!is_present);
        self.len += 1;
        is_present || *cell == Cell::Missing
    }

    fn push_text(&mut self, cell: &Cell<'_>) -> bool {
        match cell {
            Cell::Text(text) => self.data.extend_from_slice(text.as_bytes()),
            Cell::Flag(flag) => self.data.extend_from_slice(flag.to_string().as_bytes()),
            Cell::Count(count) => self.data.extend_from_slice(count.to_string().as_bytes()),
            Cell::Number(number) => self.data.extend_from_slice(number.to_string().as_bytes()),
            Cell::Missing => {}
        }
        self.offsets.extend_from_slice(&(self.data.len() as i64).to_ne_bytes());
        *cell != Cell::Missing
    }

    /// The kind.
    pub const fn kind(&self) -> ColumnKind {
        self.kind
    }

    /// The number of cells.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// True if there are no cells.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of missing cells.
    pub const fn null_count(&self) -> usize {
        self.null_count
    }

    /// A bit for each cell, 1 if it is present; `None` if all are.
    pub fn validity(&self) -> Option<&[u8]> {
        (self.null_count > 0).then_some(&*self.validity)
    }

    /// The ends of texts in the data, from 0; `None` for other kinds.
    pub fn offsets(&self) -> Option<&[u8]> {
        (self.kind == ColumnKind::Text).then_some(&*self.offsets)
    }

    /// The values.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// The place of a text in the data, in a column of texts; `None` if it is missing.
    pub fn text(&self, at: usize) -> Option<Range<usize>> {
        self.is_present(at).then(|| self.offset(at)..self.offset(at + 1))
    }

    /// The place of the texts of these cells in the data, in a column of texts.
    pub fn texts(&self, cells: Range<usize>) -> Range<usize> {
        self.offset(cells.start)..self.offset(cells.end)
    }

    /// A flag, in a column of flags; `None` if it is missing.
    pub fn flag(&self, at: usize) -> Option<bool> {
        self.is_present(at).then(|| bit(&self.data, at))
    }

    /// A count, in a column of counts; `None` if it is missing.
    pub fn count(&self, at: usize) -> Option<i64> {
        self.is_present(at).then(|| word(&self.data, at)).flatten().map(i64::from_ne_bytes)
    }

    /// A number, in a column of numbers; `None` if it is missing.
    pub fn number(&self, at: usize) -> Option<f64> {
        self.is_present(at).then(|| word(&self.data, at)).flatten().map(f64::from_ne_bytes)
    }

    fn is_present(&self, at: usize) -> bool {
        bit(&self.validity, at)
    }

    fn offset(&self, at: usize) -> usize {
        word(&self.offsets, at).map_or(0, |bytes| i64::from_ne_bytes(bytes) as usize)
    }
}

/// Adds a bit behind this many.
fn push_bit(bits: &mut Vec<u8>, len: usize, bit: bool) {
    match bits.last_mut() {
        Some(last) if !len.is_multiple_of(8) => *last |= u8::from(bit) << (len % 8),
        _ => bits.push(u8::from(bit)),
    }
}

fn bit(bits: &[u8], at: usize) -> bool {
    bits.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1)
}

/// A value of eight bytes.
fn word(data: &[u8], at: usize) -> Option<[u8; 8]> {
    data.get(8 * at..)?.first_chunk().copied()
}

impl<'a> Table<'a> {
    /// The kind of each column.
    pub fn column_kinds(&self) -> Vec<ColumnKind> {
        let kind = |(at, column): (usize, &Column)| ColumnKind::new(column.unit, || self.cells(at));
        self.columns.iter().enumerate().map(kind).collect()
    }

    /// The columns as buffers.
    pub fn column_buffers(&self) -> Vec<ColumnBuffers> {
        let column = |(at, own): (usize, &Column)| ColumnBuffers::new(own.unit, || self.cells(at));
        self.columns.iter().enumerate().map(column).collect()
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &Cell<'a>> {
        self.rows.iter().map(move |row| row.cell(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cell() -> impl Strategy<Value = Cell<'static>> {
        prop_oneof![
            3 => Just(Cell::Missing),
            2 => ".{0,9}".prop_map(Cell::from),
            1 => Just(Cell::from("\u{0}🦀\u{0}")),
            1 => Just(Cell::from("é".repeat(35_000))),
            2 => any::<bool>().prop_map(Cell::from),
            2 => any::<u64>().prop_map(Cell::from),
            2 => (0_u64..9).prop_map(Cell::from),
            2 => any::<f64>().prop_map(Cell::from),
        ]
    }

    /// A cell as a column of a kind keeps it.
    fn kept(kind: ColumnKind, cell: &Cell<'static>) -> Cell<'static> {
        match (kind, cell) {
            (ColumnKind::Text, Cell::Flag(flag)) => flag.to_string().into(),
            (ColumnKind::Text, Cell::Count(count)) => count.to_string().into(),
            (ColumnKind::Text, Cell::Number(number)) => number.to_string().into(),
            (ColumnKind::Number, Cell::Count(count)) => Cell::Number(*count as f64),
            _ => cell.clone(),
        }
    }

    /// A cell read back.
    fn read(column: &ColumnBuffers, at: usize) -> Cell<'_> {
        match column.kind() {
            ColumnKind::Text => {
                let text = column.text(at).map(|place| &column.data()[place]);
                text.map(|bytes| std::str::from_utf8(bytes).unwrap()).into()
            }
            ColumnKind::Flag => column.flag(at).into(),
            ColumnKind::Count => column.count(at).map(|count| count as u64).into(),
            ColumnKind::Number => column.number(at).into(),
        }
    }

    proptest! {
        #[test]
        fn buffers_hold_the_cells(
            all in prop::collection::vec(cell(), 0..40),
            alike in prop::option::of(cell()),
            unit in prop::sample::select(Unit::ALL.to_vec()),
        ) {
            // Cells of any kind, or of one.
            let is_alike = |own: &Cell<'_>| match &alike {
                None | Some(Cell::Missing) => alike.is_none() || *own == Cell::Missing,
                Some(one) => {
                    *own == Cell::Missing || std::mem::discriminant(own) == std::mem::discriminant(one)
                }
            };
            let cells: Vec<Cell<'_>> = all.into_iter().filter(is_alike).collect();
            let column = ColumnBuffers::new(unit, || cells.iter());
            prop_assert_eq!(column.kind(), ColumnKind::new(unit, || cells.iter()));
            prop_assert_eq!(column.len(), cells.len());
            let missing = cells.iter().filter(|own| **own == Cell::Missing).count();
            prop_assert_eq!(column.null_count(), missing);
            prop_assert_eq!(column.validity().is_some(), missing > 0);
            for (at, own) in cells.iter().enumerate() {
                prop_assert_eq!(read(&column, at), kept(column.kind(), own));
            }
            prop_assert_eq!(read(&column, cells.len()), Cell::Missing);
            prop_assert_eq!(column, ColumnBuffers::of_kind(ColumnKind::new(unit, || cells.iter()), cells.iter()));
        }
    }

    #[test]
    fn the_kind_is_that_of_the_unit_unless_a_cell_does_not_fit() {
        let of = |unit, cells: &[Cell<'_>]| ColumnBuffers::new(unit, || cells.iter()).kind();
        let (count, large) = (Cell::Count(3), Cell::Count(u64::MAX));
        assert_eq!(of(Unit::Count, &[]), ColumnKind::Count);
        assert_eq!(of(Unit::Count, &[count.clone(), Cell::Missing]), ColumnKind::Count);
        assert_eq!(of(Unit::Count, &[count.clone(), large]), ColumnKind::Number);
        assert_eq!(of(Unit::Count, &[count.clone(), "many".into()]), ColumnKind::Text);
        assert_eq!(of(Unit::Share, std::slice::from_ref(&count)), ColumnKind::Number);
        assert_eq!(of(Unit::Flag, &[Cell::Missing]), ColumnKind::Flag);
        assert_eq!(of(Unit::Flag, std::slice::from_ref(&count)), ColumnKind::Text);
        assert_eq!(of(Unit::Name, &[count]), ColumnKind::Text);
    }

    /// Other programs expect an offset of a column without cells.
    #[test]
    fn an_empty_column_of_texts_has_an_offset() {
        let none: [Cell<'_>; 0] = [];
        let column = ColumnBuffers::new(Unit::Name, || none.iter());
        assert!(column.is_empty() && column.data().is_empty() && column.validity().is_none());
        assert_eq!(column.offsets(), Some(&[0; 8][..]));
        assert_eq!(column.texts(0..0), 0..0);
        assert_eq!(ColumnBuffers::new(Unit::Count, || none.iter()).offsets(), None);
    }
}
