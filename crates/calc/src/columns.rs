//! Columns of a file, for tests.

pub mod source;

use crate::DataFile;
use crate::error::{Context as _, Result, refuse};
use peirast_table::{NumberFault, NumberNotation, escape_line, is_missing, truth_value};
use source::Source;
use std::collections::BTreeMap;
use std::path::Path;

/// The requested columns, row by row.
pub struct Columns {
    /// The rows as texts, each with its place in the file.
    rows: Vec<(u64, Vec<String>)>,
    /// The word for a place: `line` or `object`.
    unit: &'static str,
    /// The names of the columns.
    names: Vec<String>,
    /// Name of the file, for messages.
    file: String,
    /// The notation of its numbers.
    notation: NumberNotation,
    /// Number of rows that were left out.
    pub missing: u64,
}

impl Columns {
    /// Reads the columns of a request, which must name a file. Leaves out rows without a value.
    pub fn required(args: &DataFile, columns: &str) -> Result<Self> {
        let why = || format!("name a file: --data FILE --columns {columns}");
        Ok(Self::of(args, args.data.as_deref().with_context(why)?)?.complete())
    }

    /// Reads the columns of a request, with the rows that lack a value. `why` is the error if there
    /// is no file.
    pub fn required_with_gaps(args: &DataFile, why: &str) -> Result<Self> {
        Self::of(args, args.data.as_deref().context(why)?)
    }

    /// The columns of a request, from its file and the joined one.
    fn of(args: &DataFile, file: &Path) -> Result<Self> {
        match (&args.beside, &args.join) {
            (Some(beside), Some(key)) => {
                let (source, lost) = Source::read(file)?.joined(Source::read(beside)?, key)?;
                let columns = Self::of_source(source, &args.columns)?;
                Ok(Self { missing: lost, ..columns })
            }
            _ => Self::with_gaps(file, &args.columns),
        }
    }

    /// Reads these columns of a file, or all of them, with the rows that lack a value. `-` is
    /// stdin.
    pub fn with_gaps(file: &Path, wanted: &[String]) -> Result<Self> {
        Self::of_source(Source::read(file)?, wanted)
    }

    fn of_source(source: Source, wanted: &[String]) -> Result<Self> {
        let places: Vec<usize> = match wanted {
            [] => (0..source.names.len()).collect(),
            wanted => wanted.iter().map(|name| source.place(name)).collect::<Result<_>>()?,
        };
        let names = places.iter().map(|at| source.names[*at].clone()).collect();
        let chosen = |row: Vec<String>| -> Vec<String> {
            places.iter().map(|at| row.get(*at).cloned().unwrap_or_default()).collect()
        };
        let rows = source.rows.into_iter().map(|(place, row)| (place, chosen(row))).collect();
        Ok(Self {
            rows,
            unit: source.unit,
            names,
            file: source.file,
            notation: source.notation,
            missing: 0,
        })
    }

    /// Leaves out the rows that lack a value, and counts them.
    pub fn complete(self) -> Self {
        self.keeping(|row| !row.iter().any(|cell| is_missing(cell)))
    }

    /// Leaves out the rows that lack a value of this column, and counts them.
    pub fn with_values_of(self, column: usize) -> Self {
        self.keeping(|row| !is_missing(&row[column]))
    }

    fn keeping(mut self, is_kept: impl Fn(&[String]) -> bool) -> Self {
        let before = self.rows.len();
        self.rows.retain(|(_, row)| is_kept(row));
        self.missing += (before - self.rows.len()) as u64;
        self
    }

    /// Refuses another number of columns.
    pub fn check_width(&self, count: usize, what: &str) -> Result<()> {
        self.check_widths(count, count, what)
    }

    /// Refuses fewer or more columns than these.
    pub fn check_widths(&self, least: usize, most: usize, what: &str) -> Result<()> {
        let count = match (least, most) {
            _ if (least..=most).contains(&self.width()) => return Ok(()),
            (least, most) if least == most => least.to_string(),
            (least, usize::MAX) => format!("at least {least}"),
            (least, most) => format!("{least} to {most}"),
        };
        refuse!("{what}: name {count} columns with --columns, not {}", self.width())
    }

    /// A column as numbers.
    pub fn numbers(&self, column: usize) -> Result<Vec<f64>> {
        (0..self.len()).map(|row| self.number(row, column)).collect()
    }

    /// A column as numbers, with `None` for missing values.
    pub fn numbers_or_gaps(&self, column: usize) -> Result<Vec<Option<f64>>> {
        self.values_or_gaps(column, Self::number)
    }

    fn values_or_gaps<T>(
        &self,
        column: usize,
        read: fn(&Self, usize, usize) -> Result<T>,
    ) -> Result<Vec<Option<T>>> {
        let value = |row: usize| match is_missing(self.text(row, column)) {
            true => Ok(None),
            false => read(self, row, column).map(Some),
        };
        (0..self.len()).map(value).collect()
    }

    /// Remarks on columns with one value in every row.
    pub fn constants(&self) -> Vec<String> {
        let constant = |at: usize| {
            let texts = self.texts(at);
            let first = texts.first()?;
            let is_one = texts.len() > 1 && texts.iter().all(|text| text == first);
            is_one.then(|| {
                format!("column `{}` holds `{}` in every row", self.name(at), escape_line(first))
            })
        };
        (0..self.width()).filter_map(constant).collect()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The name of a column, safe to print.
    pub fn name(&self, column: usize) -> String {
        escape_line(&self.names[column])
    }

    /// The place of a row in the file, such as `line 3`.
    pub fn row_place(&self, row: usize) -> String {
        format!("{} {}", self.unit, self.rows[row].0)
    }

    /// Every row as numbers, from a column on.
    pub fn matrix(&self, first: usize) -> Result<Vec<Vec<f64>>> {
        let row = |row| (first..self.width()).map(|column| self.number(row, column)).collect();
        (0..self.len()).map(row).collect()
    }

    /// A column as texts.
    pub fn texts(&self, column: usize) -> Vec<&str> {
        (0..self.len()).map(|row| self.text(row, column)).collect()
    }

    /// A column as texts, with `None` for missing values.
    pub fn texts_or_gaps(&self, column: usize) -> Vec<Option<&str>> {
        self.texts(column).into_iter().map(|cell| (!is_missing(cell)).then_some(cell)).collect()
    }

    /// A column as right and wrong, as [`truth_value`] reads it.
    pub fn rights(&self, column: usize) -> Result<Vec<bool>> {
        self.check_letters(column)?;
        (0..self.len()).map(|row| self.right(row, column)).collect()
    }

    /// A column as right and wrong, with `None` for missing values.
    pub fn rights_or_gaps(&self, column: usize) -> Result<Vec<Option<bool>>> {
        self.check_letters(column)?;
        self.values_or_gaps(column, Self::right)
    }

    /// Values by the names in a column, in the order of the names.
    pub fn grouped<T>(&self, column: usize, values: Vec<T>) -> BTreeMap<&str, Vec<T>> {
        let mut groups: BTreeMap<&str, Vec<T>> = BTreeMap::new();
        for (group, value) in self.texts(column).into_iter().zip(values) {
            groups.entry(group).or_default().push(value);
        }
        groups
    }

    /// Values by the groups in a column. The groups are in numerical order if all names are
    /// numbers, otherwise in the order of the names.
    pub fn by_group<T>(&self, column: usize, values: Vec<T>) -> Vec<(&str, Vec<T>)> {
        let groups: Vec<(&str, Vec<T>)> = self.grouped(column, values).into_iter().collect();
        let number = |name: &str| self.notation.number(name).ok().filter(|one| one.is_finite());
        let numbers: Option<Vec<f64>> = groups.iter().map(|(name, _)| number(name)).collect();
        let Some(numbers) = numbers else { return groups };
        let mut numbered: Vec<_> = numbers.into_iter().zip(groups).collect();
        numbered.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        numbered.into_iter().map(|(_, group)| group).collect()
    }

    /// A number for each name in a column, from 0 in order of occurrence.
    pub fn numbered(&self, column: usize) -> Vec<u64> {
        let mut numbers = BTreeMap::new();
        let number = |row: usize| {
            let next = numbers.len() as u64;
            *numbers.entry(self.text(row, column)).or_insert(next)
        };
        (0..self.len()).map(number).collect()
    }

    fn text(&self, row: usize, column: usize) -> &str {
        &self.rows[row].1[column]
    }

    fn number(&self, row: usize, column: usize) -> Result<f64> {
        let text = self.text(row, column);
        let place = || self.place(row, column);
        match self.notation.number(text) {
            Ok(number) if number.is_finite() => Ok(number),
            // Pandas writes columns of truth values in this way.
            _ if text.eq_ignore_ascii_case("true") => Ok(1.0),
            _ if text.eq_ignore_ascii_case("false") => Ok(0.0),
            Err(fault @ NumberFault::Ambiguous { .. }) => refuse!("{}: {fault}", place()),
            // The message names both cells.
            Err(NumberFault::Contradictory(conflict)) => {
                refuse!("{}, {}", self.file, conflict.in_units(self.unit))
            }
            _ => refuse!("{}: `{}` is not a number", place(), escape_line(text)),
        }
    }

    /// Refuses `N` next to `C`, `I` or `P`: in logs of Inspect it means no answer, and elsewhere
    /// no.
    fn check_letters(&self, column: usize) -> Result<()> {
        let is = |row: &usize, letters: &[&str]| {
            let text = self.text(*row, column);
            letters.iter().any(|letter| letter.eq_ignore_ascii_case(text))
        };
        let no = (0..self.len()).find(|row| is(row, &["n"]));
        let graded = (0..self.len()).any(|row| is(&row, &["c", "i", "p"]));
        match no.filter(|_| graded) {
            None => Ok(()),
            Some(row) => refuse!(
                "{}: `N` next to `C` and `I` means no answer in logs of Inspect; leave such cells \
                 empty",
                self.place(row, column)
            ),
        }
    }

    fn right(&self, row: usize, column: usize) -> Result<bool> {
        let text = self.text(row, column);
        let why = "is neither right nor wrong (1 or 0, true or false, C or I, pass or fail)";
        match truth_value(text) {
            Some(right) => Ok(right),
            None if text.trim().eq_ignore_ascii_case("p") => refuse!(
                "{}: `{}` may be pass or, as in logs of Inspect, partly right; write pass or 1 for right, \
                 fail or 0 for wrong",
                self.place(row, column),
                escape_line(text)
            ),
            None => refuse!("{}: `{}` {why}", self.place(row, column), escape_line(text)),
        }
    }

    fn place(&self, row: usize, column: usize) -> String {
        format!("{}, {}, column `{}`", self.file, self.row_place(row), self.name(column))
    }
}
