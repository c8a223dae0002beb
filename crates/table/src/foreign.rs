//! Tables of other programs: text of any usual encoding and separator, as rows of texts.

use crate::{NumberFault, NumberNotation, escape_line};
use thiserror::Error;

/// A table of a file of separated values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTable {
    /// The names of the columns, from the first line.
    pub heads: Vec<String>,
    /// The rows, each with its line in the file, from 1. A row may be longer or shorter than the heads.
    pub rows: Vec<(u64, Vec<String>)>,
    /// The separator: a comma, a semicolon, a tab or a bar.
    pub separator: char,
    /// The notation of its numbers. If commas separate cells, the decimal sign is a point;
    /// otherwise the cells determine it.
    pub notation: NumberNotation,
}

/// A file that is not such a table.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ForeignTableError {
    /// A text in an unknown encoding.
    #[error("line {line}: not UTF-8 or UTF-16; save the file as UTF-8 (in Excel: \"CSV UTF-8\")")]
    Encoding {
        /// The first line that cannot be read.
        line: u64,
    },
    /// A quotation mark that is never closed, or another fault of the format.
    #[error("line {line}: {why}")]
    Broken {
        /// The line.
        line: u64,
        /// The error.
        why: String,
    },
    /// A row with more or fewer cells than the heads.
    #[error(
        "line {line} has {cells} {}, the heads are {heads}: {}",
        if *cells == 1 { "cell" } else { "cells" },
        width_fix(*cells, *heads, *separator)
    )]
    Width {
        /// The line.
        line: u64,
        /// The cells of the row.
        cells: usize,
        /// The number of heads.
        heads: usize,
        /// The separator.
        separator: char,
    },
    /// An ambiguous number.
    #[error("line {line}, column `{}`: {why}", escape_line(.column))]
    Number {
        /// The line.
        line: u64,
        /// The head of the column.
        column: String,
        /// The reason why it is not read.
        why: NumberFault,
    },
}

/// Decodes the bytes of a text file: UTF-8 or UTF-16, with a byte order mark or without. The mark is
/// left out.
///
/// ```
/// use peirast_table::decode_text;
/// assert_eq!(decode_text(b"\xef\xbb\xbfa,b")?, "a,b");
/// assert_eq!(decode_text(b"\xff\xfea\0;\0b\0")?, "a;b");
/// assert!(decode_text(b"a,b\nM\xfcller,1").is_err());
/// # Ok::<(), peirast_table::ForeignTableError>(())
/// ```
///
/// # Errors
/// [`ForeignTableError::Encoding`] gives the first line in another encoding.
pub fn decode_text(bytes: &[u8]) -> Result<String, ForeignTableError> {
    let wide = |swapped: bool, bytes: &[u8]| {
        let unit = |pair: &[u8]| match pair {
            [low, high] if !swapped => u16::from_le_bytes([*low, *high]),
            [high, low] => u16::from_be_bytes([*high, *low]),
            _ => 0xfffd,
        };
        let text: Result<String, _> = char::decode_utf16(bytes.chunks(2).map(unit)).collect();
        text.map_err(|_| ForeignTableError::Encoding { line: 1 })
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(false, rest),
        [0xfe, 0xff, rest @ ..] => wide(true, rest),
        // A text of Latin letters in UTF-16 has a zero byte next to each letter.
        [first, 0, ..] if *first != 0 => wide(false, bytes),
        [0, first, ..] if *first != 0 => wide(true, bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
            Err(fault) => {
                let before = bytes.get(..fault.valid_up_to()).unwrap_or_default();
                let line = before.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
                Err(ForeignTableError::Encoding { line })
            }
        },
    }
}

/// Returns the advice for a row with more or fewer cells than the heads: a short row was probably
/// cut off.
fn width_fix(cells: usize, heads: usize, separator: char) -> String {
    match cells < heads {
        true => "complete it, or remove it".to_owned(),
        false => format!("quote a cell that holds `{separator}`"),
    }
}

impl ForeignTable {
    /// Reads a text with a line of heads. The separator is the most frequent sign of the heads, or
    /// the sign in a first line such as `sep=;`, as Excel writes it; white space around cells is
    /// removed.
    ///
    /// ```
    /// use peirast_table::ForeignTable;
    /// let table = ForeignTable::from_text("model;score\nm;0,5\n")?;
    /// assert_eq!((table.separator, table.heads.len()), (';', 2));
    /// assert_eq!(table.notation.number("0,5"), Ok(0.5));
    /// # Ok::<(), peirast_table::ForeignTableError>(())
    /// ```
    ///
    /// # Errors
    /// [`ForeignTableError::Broken`] for a text that is not a table of separated values.
    pub fn from_text(text: &str) -> Result<Self, ForeignTableError> {
        let mut source = ForeignRows::of(text)?;
        let mut rows: Vec<(u64, Vec<String>)> = Vec::new();
        while let Some(row) = source.next_row()? {
            rows.push((row.line, row.cells().map(str::to_owned).collect()));
        }
        let ForeignRows { heads, separator, .. } = source;
        let notation = match separator {
            ',' => NumberNotation::Point,
            _ => {
                let rows = rows.iter().map(|(line, cells)| (*line, cells.as_slice()));
                NumberNotation::proven(&heads, rows)
            }
        };
        Ok(Self { heads, rows, separator, notation })
    }

    /// Reads the bytes of a file: [`decode_text`], then [`from_text`](Self::from_text).
    ///
    /// # Errors
    /// The errors of both.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ForeignTableError> {
        Self::from_text(&decode_text(bytes)?)
    }

    /// Refuses rows with more or fewer cells than the heads.
    ///
    /// # Errors
    /// [`ForeignTableError::Width`] gives the first.
    pub fn even(self) -> Result<Self, ForeignTableError> {
        let heads = self.heads.len();
        match self.rows.iter().find(|(_, cells)| cells.len() != heads) {
            None => Ok(self),
            Some((line, cells)) => Err(ForeignTableError::Width {
                line: *line,
                cells: cells.len(),
                heads,
                separator: self.separator,
            }),
        }
    }

    /// Returns the table with every number, including percentages, in plain notation: `1,024`
    /// becomes `1024`, and `83,5 %` between semicolons `83.5%`.
    ///
    /// # Errors
    /// [`ForeignTableError::Number`] for an ambiguous number.
    pub fn with_plain_numbers(mut self) -> Result<Self, ForeignTableError> {
        for (line, cells) in &mut self.rows {
            for (at, cell) in cells.iter_mut().enumerate() {
                *cell = self.notation.plain(cell).map_err(|why| ForeignTableError::Number {
                    line: *line,
                    column: self.heads.get(at).cloned().unwrap_or_default(),
                    why,
                })?;
            }
        }
        Ok(self)
    }
}

/// The rows of a text of separated values, one after another.
///
/// ```
/// use peirast_table::ForeignRows;
/// let mut rows = ForeignRows::of("item;score\nq1; 1\n")?;
/// assert_eq!((rows.heads.len(), rows.separator), (2, ';'));
/// let row = rows.next_row()?.expect("a row");
/// assert_eq!((row.line, row.cell(1)), (2, Some("1")));
/// # Ok::<(), peirast_table::ForeignTableError>(())
/// ```
#[derive(Debug)]
pub struct ForeignRows<'t> {
    /// The names of the columns, from the first line.
    pub heads: Vec<String>,
    /// The sign between cells.
    pub separator: char,
    reader: csv::Reader<&'t [u8]>,
    record: csv::StringRecord,
    /// The text from the heads on.
    text: &'t str,
    /// Number of lines above the heads.
    above: u64,
}

/// A row of separated values, without a copy of its text.
#[derive(Clone, Copy, Debug)]
pub struct ForeignRow<'r> {
    /// Its line, from 1.
    pub line: u64,
    record: &'r csv::StringRecord,
}

impl<'r> ForeignRow<'r> {
    /// Returns the cell of a column, from 0, without white space around it.
    pub fn cell(&self, column: usize) -> Option<&'r str> {
        self.record.get(column).map(trimmed)
    }

    /// Returns all its cells.
    pub fn cells(&self) -> impl Iterator<Item = &'r str> {
        self.record.iter().map(trimmed)
    }

    /// Returns the number of its cells.
    pub fn width(&self) -> usize {
        self.record.len()
    }
}

/// A cell without white space around it. Most cells have none, which their first and last byte show.
fn trimmed(cell: &str) -> &str {
    match cell.as_bytes() {
        [one] | [one, .., _] if !one.is_ascii_graphic() => cell.trim(),
        [.., last] if !last.is_ascii_graphic() => cell.trim(),
        _ => cell,
    }
}

impl<'t> ForeignRows<'t> {
    /// Reads the rows of a text; see [`ForeignTable::from_text`].
    ///
    /// # Errors
    /// [`ForeignTableError::Broken`] for a text that is not a table of separated values.
    pub fn of(text: &'t str) -> Result<Self, ForeignTableError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.matches('"').count() % 2 == 1 {
            let odd = |line: &str| line.matches('"').count() % 2 == 1;
            let line = text.lines().position(odd).map_or(1, |at| at as u64 + 1);
            return Err(ForeignTableError::Broken {
                line,
                why: "a quotation mark is never closed".to_owned(),
            });
        }
        let (separator, text, above) = match announced(text) {
            Some((separator, rest)) => (separator, rest, 1),
            None => (separator(text), text, 0),
        };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(u8::try_from(separator).unwrap_or(b','))
            .flexible(true)
            .from_reader(text.as_bytes());
        let heads = reader.headers().map_err(|why| broken(&why, above))?;
        let heads = heads.iter().map(|head| head.trim().to_owned()).collect();
        Ok(Self { heads, separator, reader, record: csv::StringRecord::new(), text, above })
    }

    /// Returns the next row; `None` after the last.
    ///
    /// # Errors
    /// [`ForeignTableError::Broken`] for a row that cannot be read.
    pub fn next_row(&mut self) -> Result<Option<ForeignRow<'_>>, ForeignTableError> {
        let above = self.above;
        let is_row =
            self.reader.read_record(&mut self.record).map_err(|why| broken(&why, above))?;
        let line = self.record.position().map_or(0, |at| first_line(self.text, at)) + above;
        Ok(is_row.then_some(ForeignRow { line, record: &self.record }))
    }
}

/// The first line of the row at a position, from 1. The position is before the rest of the last
/// line's end (the `\n` of `\r\n`) and before empty lines, which belong to no row.
fn first_line(text: &str, at: &csv::Position) -> u64 {
    let start = usize::try_from(at.byte()).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    at.line() + ends.filter(|byte| **byte == b'\n').count() as u64
}

fn broken(why: &csv::Error, above: u64) -> ForeignTableError {
    ForeignTableError::Broken {
        line: why.position().map_or(1, csv::Position::line) + above,
        why: why.to_string(),
    }
}

/// Returns the most frequent separator of the first line, outside of quotation marks; a comma if
/// there is none.
fn separator(text: &str) -> char {
    let mut counts = [(',', 0), (';', 0), ('\t', 0), ('|', 0)];
    let mut quoted = false;
    for c in text.chars().take_while(|c| *c != '\n') {
        quoted ^= c == '"';
        if let Some((_, count)) = counts.iter_mut().find(|(sign, _)| *sign == c && !quoted) {
            *count += 1;
        }
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(',', |(sign, _)| *sign)
}

/// Returns the separator that the first line of a text declares, as Excel writes it (`sep=;`), and
/// the text below that line.
fn announced(text: &str) -> Option<(char, &str)> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_end_matches('\r').trim_matches([' ', '"']).to_lowercase();
    let mut sign = first.strip_prefix("sep=")?.chars();
    match (sign.next(), sign.next()) {
        (Some(sign), None) if sign.is_ascii() => Some((sign, rest)),
        (Some('\\'), Some('t')) => Some(('\t', rest)),
        _ => None,
    }
}

/// Returns true if a cell means a missing value: it is empty, a dash, `?`, `NA`, `N/A`, `n.a.`,
/// `NaN`, `null`, `None`, `NaT`, `<NA>` or `#N/A`; in any case, except that `none` may be an
/// answer.
///
/// ```
/// use peirast_table::is_missing;
/// assert!(["", " ", "NULL", "?", "n/a", "nan", "-", "None"].into_iter().all(is_missing));
/// assert!(!is_missing("none") && !is_missing("0"));
/// ```
pub fn is_missing(cell: &str) -> bool {
    let cell = cell.trim();
    let known =
        matches!(cell, "" | "-" | "\u{2013}" | "\u{2014}" | "\u{2212}" | "--" | "?" | "None");
    let words = ["na", "n/a", "n.a.", "nan", "null", "<na>", "nat", "#n/a"];
    known || words.iter().any(|word| word.eq_ignore_ascii_case(cell))
}

/// Reads right or wrong, in the forms of other programs: `1` and `0`, `true` and `false`, `yes` and
/// `no`, `correct` and `incorrect`, `right` and `wrong`, `pass` and `fail`, or the first letter of
/// one of them except `P`, in any case. `None` for any other text, such as `P`, which is *partly
/// right* in logs of Inspect; Inspect's `N` (no answer) is read as no, so a column that also has
/// `C` or `I` needs special treatment.
///
/// ```
/// use peirast_table::truth_value;
/// assert_eq!(truth_value("C"), Some(true));
/// assert_eq!(truth_value("Fail"), Some(false));
/// assert_eq!(truth_value("0.5"), None);
/// ```
pub fn truth_value(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "1" | "1.0" | "true" | "t" | "yes" | "y" | "correct" | "c" | "right" | "pass"
        | "passed" => Some(true),
        "0" | "0.0" | "false" | "f" | "no" | "n" | "wrong" | "incorrect" | "i" | "fail"
        | "failed" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let table = ForeignTable::from_text(text).expect("a table");
        [table.heads].into_iter().chain(table.rows.into_iter().map(|(_, cells)| cells)).collect()
    }

    #[test]
    fn rows_have_the_lines_of_the_file() {
        for (text, lines) in [
            ("a,b\n1,2\n3,4\n", [2, 3]),
            ("a,b\r\n1,2\r\n3,4\r\n", [2, 3]),
            ("a,b\r\n\r\n1,\"2\r\n2\"\r\n\r\n3,4", [3, 6]),
            ("\u{feff}sep=,\r\na,b\r\n1,2\r\n\n3,4\r\n", [3, 5]),
        ] {
            let mut rows = ForeignRows::of(text).expect("a table");
            for line in lines {
                let row = rows.next_row().expect("a row").expect("a row");
                assert_eq!(row.line, line, "{text:?}");
            }
        }
    }

    #[test]
    fn any_separator_is_found() {
        let wanted = [["a", "b"], ["1", "x y"]];
        for text in [
            "a,b\n1,x y\n",
            "a;b\r\n1;x y",
            "a\tb\n1\tx y\n",
            "a | b\n1 | x y\n",
            "\u{feff}a,\"b\"\n1, x y",
        ] {
            assert_eq!(rows(text), wanted, "{text}");
        }
        assert_eq!(rows("\"a;b\",c\n1,2"), [["a;b", "c"], ["1", "2"]]);
        assert_eq!(rows("alone\n1,5"), vec![vec!["alone"], vec!["1", "5"]]);
    }

    #[test]
    fn any_encoding_is_read() {
        let text = "naïve,b\n1,✓\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            text.as_bytes().to_vec(),
            [&[0xff, 0xfe], &little[..]].concat(),
            [&[0xfe, 0xff], &big[..]].concat(),
            little,
            big,
        ] {
            assert_eq!(decode_text(&bytes).expect("a text"), text);
        }
        assert_eq!(decode_text(b"a\nb\nM\xfc"), Err(ForeignTableError::Encoding { line: 3 }));
        assert!(decode_text(&[0xff, 0xfe, 0x00, 0xd8]).is_err());
    }

    #[test]
    fn numbers_become_plain() {
        let table = ForeignTable::from_text("a;b;c\n1.024;83,5 %;x,y\n").expect("a table");
        assert_eq!(
            table.with_plain_numbers().expect("one way").rows[0].1,
            ["1024", "83.5%", "x,y"]
        );
        let table = ForeignTable::from_text("a;b\n1.5;x\n").expect("a table");
        assert_eq!(table.with_plain_numbers().expect("one way").rows[0].1, ["1.5", "x"]);
        let table = ForeignTable::from_text("a;b\n1.024;x\n").expect("a table");
        let error = table.with_plain_numbers().expect_err("two ways").to_string();
        assert!(error.starts_with("line 2, column `a`: `1.024` may be 1.024 or 1024"), "{error}");
    }

    #[test]
    fn an_announced_separator_is_heeded() {
        for first in ["sep=;", "\"sep=;\"", "SEP=;\r", "\u{feff}sep=;"] {
            let table =
                ForeignTable::from_text(&format!("{first}\nx;y,z\n1;2\n")).expect("a table");
            assert_eq!(table.heads, ["x", "y,z"], "{first}");
            assert_eq!(table.rows, [(3, vec!["1".to_owned(), "2".to_owned()])]);
        }
        assert_eq!(rows("sep=\t\na\tb\n1\t2\n"), [["a", "b"], ["1", "2"]]);
        assert_eq!(rows("sep=ab,c\n1,2\n"), [["sep=ab", "c"], ["1", "2"]]);
    }

    #[test]
    fn uneven_rows_are_named() {
        let table = ForeignTable::from_text("a,b\n1,2\n1,2,3\n").expect("a table");
        let error = table.even().expect_err("an uneven row").to_string();
        assert_eq!(error, "line 3 has 3 cells, the heads are 2: quote a cell that holds `,`");
        let error = ForeignTable::from_text("a,b\n\"1,2\n").expect_err("an open quotation mark");
        assert_eq!(error.to_string(), "line 2: a quotation mark is never closed");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(table) = ForeignTable::from_bytes(&bytes) {
                for (_, cells) in &table.rows {
                    cells.iter().for_each(|cell| {
                        let _ = table.notation.number(cell);
                    });
                }
            }
        }

        #[test]
        fn a_plain_number_is_itself(number in -1e9_f64..1e9, semicolon: bool) {
            let separator = if semicolon { ';' } else { ',' };
            let text = format!("x{separator}y\n{number}{separator}0.5\n");
            let notation = ForeignTable::from_text(&text).expect("a table").notation;
            prop_assert_eq!(notation.number(&number.to_string()), Ok(number));
        }
    }
}
