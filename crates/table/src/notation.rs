//! The notation of numbers in a table: the decimal sign, and the sign between thousands.

use crate::{escape_line, is_missing};
use std::fmt;
use thiserror::Error;

/// A notation of numbers. A file has one notation, which its cells together determine: `0,9` can
/// only have a decimal comma, so `12.500` in the same file is twelve thousand five hundred.
///
/// ```
/// use peirast_table::ForeignTable;
/// let table = ForeignTable::from_text("n;p\n12.500;0,9\n")?;
/// assert_eq!(table.notation.number("12.500"), Ok(12_500.0));
/// # Ok::<(), peirast_table::ForeignTableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberNotation {
    /// A decimal point; commas may group thousands: `1,024.5`.
    Point,
    /// A decimal comma; points may group thousands: `1.024,5`.
    Comma,
    /// No cell determines the notation: numbers that are equal in both are read, others are not.
    Unproven,
    /// Two cells require different notations: no number that depends on it is read.
    Contradictory(Box<NotationConflict>),
}

/// Two cells of one file that require different notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationConflict {
    /// The first cell that requires a decimal point.
    pub point: NotationProof,
    /// The first cell that requires a decimal comma.
    pub comma: NotationProof,
}

impl NotationConflict {
    /// Renders the message, with the unit of places in the file: `line`, or `object` of JSON.
    ///
    /// ```
    /// use peirast_table::NumberNotation;
    /// let heads = ["p".to_owned()];
    /// let [comma, point] = ["0,5", "0.5"].map(|text| [text.to_owned()]);
    /// let rows = [(1, &comma[..]), (2, &point[..])].into_iter();
    /// let NumberNotation::Contradictory(conflict) = NumberNotation::proven(&heads, rows) else {
    ///     panic!("two notations");
    /// };
    /// assert!(conflict.in_units("object").starts_with("object 2, column `p`: `0.5` can only have"));
    /// ```
    #[must_use]
    pub fn in_units(&self, unit: &str) -> String {
        let place = |proof: &NotationProof| {
            let NotationProof { line, column, text } = proof;
            format!("{unit} {line}, column `{}`: `{}`", escape_line(column), escape_line(text))
        };
        format!(
            "{} can only have a decimal point, and {} only a decimal comma; write all numbers of a file \
             one way",
            place(&self.point),
            place(&self.comma)
        )
    }
}

impl fmt::Display for NotationConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_units("line"))
    }
}

impl std::error::Error for NotationConflict {}

/// A cell that is a number in only one notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationProof {
    /// Its line in the file, from 1.
    pub line: u64,
    /// The head of its column.
    pub column: String,
    /// Its text.
    pub text: String,
}

/// The reason why a cell is not read as a number.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NumberFault {
    /// The text is not a number in the notation of the file.
    #[error("`{}` is no number", escape_line(.text))]
    NoNumber {
        /// The text.
        text: String,
    },
    /// The text is a number in both notations with different values, and no other cell determines
    /// the notation.
    #[error(
        "`{text}` may be {point} or {comma}, and no other number of the file shows whether decimals \
         follow a point or a comma; write `{text}0` or `{}`",
        .text.replace(['.', ','], "")
    )]
    Ambiguous {
        /// The text.
        text: String,
        /// The number with a decimal point.
        point: f64,
        /// The number with a decimal comma.
        comma: f64,
    },
    /// Two cells of the file require different notations.
    #[error(transparent)]
    Contradictory(#[from] NotationConflict),
}

impl NumberNotation {
    /// Returns the notation of a file from all its cells: a cell that is a number in only one
    /// notation determines it. A column is ignored if fewer than half of its cells are numbers in
    /// some notation, or if others have only digits and signs: it contains texts, dates, versions
    /// or addresses.
    ///
    /// ```
    /// use peirast_table::NumberNotation;
    /// let heads = ["n".to_owned(), "p".to_owned()];
    /// let of = |n: &str, p: &str| {
    ///     let row = [n.to_owned(), p.to_owned()];
    ///     NumberNotation::proven(&heads, [(2, &row[..])].into_iter())
    /// };
    /// assert_eq!(of("1.234.567", "5"), NumberNotation::Comma);
    /// assert_eq!(of("1.234", "0.5"), NumberNotation::Point);
    /// assert_eq!(of("1.234", "5"), NumberNotation::Unproven);
    /// assert!(matches!(of("1,5", "1.5"), NumberNotation::Contradictory(_)));
    /// ```
    pub fn proven<'a>(
        heads: &[String],
        rows: impl Iterator<Item = (u64, &'a [String])> + Clone,
    ) -> Self {
        let width = rows.clone().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let mut columns = vec![ColumnProof::default(); width];
        for (line, cells) in rows {
            for (column, cell) in columns.iter_mut().zip(cells) {
                column.take(line, cell);
            }
        }
        let mut proofs: [Option<NotationProof>; 2] = [None, None];
        for (at, column) in columns.into_iter().enumerate().filter(|(_, one)| one.is_numeric()) {
            for (kept, found) in proofs.iter_mut().zip(column.proofs) {
                let Some((line, text)) = found else { continue };
                if kept.as_ref().is_none_or(|kept| line < kept.line) {
                    let column = heads.get(at).cloned().unwrap_or_default();
                    *kept = Some(NotationProof { line, column, text });
                }
            }
        }
        match proofs {
            [None, None] => Self::Unproven,
            [Some(_), None] => Self::Point,
            [None, Some(_)] => Self::Comma,
            [Some(point), Some(comma)] => {
                Self::Contradictory(Box::new(NotationConflict { point, comma }))
            }
        }
    }

    /// Returns the notation if these cells are counts: if no other cell determines the notation,
    /// the mark in `1.024` groups thousands, because a count has no decimals.
    ///
    /// ```
    /// use peirast_table::NumberNotation;
    /// let with = |counts: &[&str]| NumberNotation::Unproven.with_counts(counts.iter().copied());
    /// assert_eq!(with(&["7", "1.024"]), NumberNotation::Comma);
    /// assert_eq!(with(&["7", "1,024"]), NumberNotation::Point);
    /// assert_eq!(with(&["7", "1024"]), NumberNotation::Unproven);
    /// ```
    #[must_use]
    pub fn with_counts<'a>(self, counts: impl Iterator<Item = &'a str>) -> Self {
        if self != Self::Unproven {
            return self;
        }
        let (mut points, mut commas) = (false, false);
        for cell in counts {
            let [point, comma] = readings(cell);
            let differ = point.is_some() && comma.is_some() && point != comma;
            points |= differ && cell.contains('.');
            commas |= differ && cell.contains(',');
        }
        match (points, commas) {
            (true, false) => Self::Comma,
            (false, true) => Self::Point,
            _ => self,
        }
    }

    /// Returns the number in a cell: thousands may be grouped by spaces, apostrophes or the mark
    /// that is not the decimal sign.
    ///
    /// # Errors
    ///
    /// [`NumberFault`] gives the reason why there is none.
    ///
    /// ```
    /// use peirast_table::NumberNotation;
    /// assert_eq!(NumberNotation::Point.number("1,024"), Ok(1024.0));
    /// assert_eq!(NumberNotation::Point.number("1 024.5"), Ok(1024.5));
    /// assert_eq!(NumberNotation::Comma.number("1.024,5"), Ok(1024.5));
    /// assert!(NumberNotation::Point.number("12,34").is_err());
    /// assert!(NumberNotation::Unproven.number("1.024").is_err());
    /// ```
    pub fn number(&self, cell: &str) -> Result<f64, NumberFault> {
        let [point, comma] = readings(cell);
        let none = || NumberFault::NoNumber { text: cell.to_owned() };
        match (self, point, comma) {
            (Self::Point, number, _) | (Self::Comma, _, number) => number.ok_or_else(none),
            (_, None, None) => Err(none()),
            (_, Some(point), Some(comma)) if alike(point, comma) => Ok(point),
            (Self::Contradictory(conflict), ..) => Err((**conflict).clone().into()),
            // Such a cell would have determined the notation, unless it was in a column of texts.
            (Self::Unproven, Some(number), None) | (Self::Unproven, None, Some(number)) => {
                Ok(number)
            }
            (Self::Unproven, Some(point), Some(comma)) => {
                Err(NumberFault::Ambiguous { text: cell.trim().to_owned(), point, comma })
            }
        }
    }

    /// Returns the cell in plain notation, if it is a number or a percentage: `1.024,5` becomes
    /// `1024.5`, with all its digits. Any other cell stays unchanged.
    ///
    /// # Errors
    ///
    /// [`NumberFault`] for an ambiguous number.
    ///
    /// ```
    /// use peirast_table::NumberNotation;
    /// assert_eq!(NumberNotation::Comma.plain("83,50 %")?, "83.50%");
    /// assert_eq!(NumberNotation::Comma.plain("gpt-4,5")?, "gpt-4,5");
    /// # Ok::<(), peirast_table::NumberFault>(())
    /// ```
    pub fn plain(&self, cell: &str) -> Result<String, NumberFault> {
        let (text, sign) = match cell.strip_suffix('%') {
            Some(share) => (share.trim_end(), "%"),
            None => (cell, ""),
        };
        match self.number(text) {
            Ok(_) => {
                let has_comma = *self == Self::Comma || readings(text)[0].is_none();
                Ok(rewritten(text, has_comma) + sign)
            }
            Err(NumberFault::NoNumber { .. }) => Ok(cell.to_owned()),
            Err(fault) => Err(fault),
        }
    }
}

/// A number with all its digits, a decimal point and no grouping.
fn rewritten(number: &str, has_decimal_comma: bool) -> String {
    let plain = |c: char| match c {
        '\u{2212}' => Some('-'),
        '.' if has_decimal_comma => None,
        ',' => has_decimal_comma.then_some('.'),
        c if SPACES.contains(&c) => None,
        c => Some(c),
    };
    number.chars().filter_map(plain).collect()
}

/// Signs that may group thousands in either notation.
const SPACES: [char; 7] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\u{2007}', '\'', '’'];

/// The notation that a column requires, and whether it contains numbers.
#[derive(Clone, Debug, Default)]
struct ColumnProof {
    filled: usize,
    numbers: usize,
    /// True if a cell such as `1.2.3` or `01.02.2024` has digits, no letter, and is not a number.
    has_codes: bool,
    /// The first cells that require a decimal point, and a decimal comma, with their lines.
    proofs: [Option<(u64, String)>; 2],
}

impl ColumnProof {
    fn take(&mut self, line: u64, cell: &str) {
        if is_missing(cell) {
            return;
        }
        self.filled += 1;
        let found = readings(bare(cell));
        let is_number = found.iter().any(Option::is_some);
        self.numbers += usize::from(is_number);
        let is_code =
            cell.contains(|c: char| c.is_ascii_digit()) && !cell.contains(char::is_alphabetic);
        self.has_codes |= is_code && !is_number;
        let proof = match found {
            [Some(_), None] => &mut self.proofs[0],
            [None, Some(_)] => &mut self.proofs[1],
            _ => return,
        };
        proof.get_or_insert_with(|| (line, cell.to_owned()));
    }

    fn is_numeric(&self) -> bool {
        self.numbers > 0 && self.numbers * 2 >= self.filled && !self.has_codes
    }
}

/// Returns a cell without a sign of comparison or of percent.
fn bare(cell: &str) -> &str {
    let cell = cell.trim().trim_start_matches(['<', '>', '=', '≤', '≥', '≈', '~']);
    cell.trim_end_matches('%').trim()
}

/// Returns true if both are equal, or neither is a number.
fn alike(one: f64, other: f64) -> bool {
    one == other || (one.is_nan() && other.is_nan())
}

/// Returns the number in a cell with a decimal point, and with a decimal comma.
fn readings(cell: &str) -> [Option<f64>; 2] {
    let cell = cell.trim();
    let point = cell.parse::<f64>().ok().or_else(|| grouped(cell, ',', '.'));
    let comma = match cell.contains(['.', ',']) {
        false => point,
        true => grouped(cell, '.', ','),
    };
    [point, comma]
}

/// Returns the number in a cell with these marks for thousands and for decimals.
fn grouped(cell: &str, group: char, mark: char) -> Option<f64> {
    let (sign, digits) = match cell.strip_prefix(['-', '\u{2212}']) {
        Some(digits) => (-1.0, digits),
        None => (1.0, cell.strip_prefix('+').unwrap_or(cell)),
    };
    let (digits, exponent) = match digits.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, places) = match digits.split_once(mark) {
        Some((whole, places)) => (whole, places),
        None => (digits, "0"),
    };
    // SPSS omits the 0 in `,05`, and other programs in `.05`.
    let whole = match whole {
        "" if digits.starts_with(mark) => "0".to_owned(),
        whole => ungrouped(whole, group)?,
    };
    // The digits before an exponent are never grouped.
    let is_plain = exponent == 0 || digits.starts_with(&whole);
    let is_number = !places.is_empty() && places.bytes().all(|byte| byte.is_ascii_digit());
    let number = format!("{whole}.{places}e{exponent}").parse::<f64>().ok();
    number.filter(|_| is_plain && is_number).map(|number| sign * number)
}

/// Removes the signs between groups of three digits; all signs have to be the same.
fn ungrouped(text: &str, group: char) -> Option<String> {
    let sign = text.chars().find(|c| !c.is_ascii_digit());
    let Some(sign) = sign else { return (!text.is_empty()).then(|| text.to_owned()) };
    let mut groups = text.split(sign);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    // "0,700" is seven tenths with a decimal comma, and not seven hundred.
    let first = groups.next().filter(|first| {
        (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0')
    })?;
    let rest: Vec<&str> = groups.collect();
    let known = sign == group || SPACES.contains(&sign);
    let grouped = known && rest.iter().all(|one| one.len() == 3 && digits(one));
    grouped.then(|| format!("{first}{}", rest.concat()))
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_of_either_notation() {
        for (cell, point, comma) in [
            ("1,024", Some(1024.0), Some(1.024)),
            ("1.024", Some(1.024), Some(1024.0)),
            ("1,024,000.5", Some(1_024_000.5), None),
            ("1.024.000,5", None, Some(1_024_000.5)),
            ("1.234.567", None, Some(1_234_567.0)),
            ("-1 024", Some(-1024.0), Some(-1024.0)),
            ("1'024", Some(1024.0), Some(1024.0)),
            ("1\u{202f}024,5", None, Some(1024.5)),
            ("\u{2212}0,25", None, Some(-0.25)),
            ("1e-3", Some(0.001), Some(0.001)),
            ("1,5e-3", None, Some(0.0015)),
            ("1.024e3", Some(1024.0), None),
            ("10,24", None, Some(10.24)),
            ("0,700", None, Some(0.7)),
            ("0.700", Some(0.7), None),
            ("1,024,00", None, None),
            ("1 02", None, None),
            ("1,000 000", None, None),
            (",05", None, Some(0.05)),
            ("-,5", None, Some(-0.5)),
            (".5", Some(0.5), None),
            (",", None, None),
            ("5,", None, None),
            ("", None, None),
            ("1;2", None, None),
            ("1.2.3", None, None),
        ] {
            assert_eq!(readings(cell), [point, comma], "{cell}");
        }
    }

    fn of(text: &str) -> NumberNotation {
        crate::ForeignTable::from_text(text).expect("a table").notation
    }

    #[test]
    fn a_file_has_one_notation() {
        for (text, notation) in [
            ("x;y\n12.500;1\n0,9;2\n", NumberNotation::Comma),
            ("x;y\n12.500;0,9\n", NumberNotation::Comma),
            ("x;y\n1.234;1\n1.234.567;2\n", NumberNotation::Comma),
            ("x;y\n1.234;< 0.05\n", NumberNotation::Point),
            ("x;y\n1,234;83.5 %\n", NumberNotation::Point),
            ("x;y\n1.234;1\n", NumberNotation::Unproven),
            ("x\ty\n1.234\t0,5\n", NumberNotation::Comma),
            // Between commas, the decimal sign is a point.
            ("x,y\n\"12,34\",1\n", NumberNotation::Point),
            // A column of texts, versions or addresses determines nothing.
            ("ip;x\n192.168.100.200;0.5\n10.0.0.1;0.7\n", NumberNotation::Point),
            ("version;x\n1.2.3;0,5\n1.5;0,7\n", NumberNotation::Comma),
            ("model;x\n3.5;0,9\nllama;0,8\nqwen;0,7\n", NumberNotation::Comma),
        ] {
            assert_eq!(of(text), notation, "{text}");
        }
        let fault = of("x;y\n1,5;a\n2,5;b\n3.25;c\n").number("7,5").expect_err("two notations");
        assert_eq!(
            fault.to_string(),
            "line 4, column `x`: `3.25` can only have a decimal point, and line 2, column `x`: `1,5` \
             only a decimal comma; write all numbers of a file one way"
        );
        let fault = of("x;y\n1.234;a\n").number("1.234").expect_err("two ways to read it");
        assert_eq!(
            fault.to_string(),
            "`1.234` may be 1.234 or 1234, and no other number of the file shows whether decimals \
             follow a point or a comma; write `1.2340` or `1234`"
        );
    }

    proptest! {
        /// The numbers of a file in any notation are read correctly, or refused, but never misread.
        #[test]
        fn no_number_is_read_as_another(
            numbers in prop::collection::vec((0_u32..2_000_000, 0_usize..4), 1..8),
            comma: bool,
        ) {
            let (mark, group) = if comma { (',', ".") } else { ('.', ",") };
            let write = |(number, places): &(u32, usize)| {
                let text = number.to_string();
                let firsts = (text.len() - 1) % 3 + 1;
                let threes = text.as_bytes()[firsts..].chunks(3).map(|three| String::from_utf8_lossy(three));
                let groups: Vec<String> =
                    std::iter::once(text[..firsts].to_owned()).chain(threes.map(|one| one.into_owned())).collect();
                let decimals = if *places > 0 { format!("{mark}{}", "5".repeat(*places)) } else { String::new() };
                groups.join(group) + &decimals
            };
            let value = |(number, places): &(u32, usize)| -> f64 {
                format!("{number}.{}", if *places > 0 { "5".repeat(*places) } else { "0".to_owned() })
                    .parse().expect("a number")
            };
            let text: String = numbers.iter().map(|one| write(one) + ";a\n").collect();
            let table = crate::ForeignTable::from_text(&format!("x;y\n{text}")).expect("a table");
            for (one, (_, cells)) in numbers.iter().zip(&table.rows) {
                match table.notation.number(&cells[0]) {
                    Ok(number) => prop_assert_eq!(number, value(one)),
                    Err(fault) => {
                        let is_ambiguous = matches!(fault, NumberFault::Ambiguous { .. });
                        prop_assert!(is_ambiguous, "{}", fault);
                    },
                }
            }
        }
    }
}
