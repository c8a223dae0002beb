use peirast_table::{NumberFault, NumberNotation, is_missing};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::cell::{bare, marked};
use crate::{Cell, Printed, Role, role};

/// A table as it was printed.
///
/// ```
/// use peirast_audit::Document;
/// let document = Document::from_csv("scores", "model,n12,n21\nA,3,9\nB,4,4\n")?;
/// let table = &document.tables[0];
/// assert_eq!(table.column_named("n21"), Some(2));
/// assert_eq!(table.row_name(1), "B");
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Its title or caption.
    pub title: String,
    /// Its first line, from 1.
    pub line: usize,
    /// The headers of its columns.
    pub heads: Vec<String>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// True for columns of counts: whole numbers that are not percentages.
    #[serde(skip)]
    counts: Vec<bool>,
    /// True for columns whose header occurs several times.
    #[serde(skip)]
    has_namesake: Vec<bool>,
    /// A cell with two possible readings, if there is one.
    #[serde(skip)]
    pub(crate) doubt: Option<Doubt>,
    /// Rows with more cells than headers, which are not in `rows`.
    #[serde(skip)]
    pub(crate) long: Vec<Long>,
    /// The lines of rows with fewer cells than headers.
    #[serde(skip)]
    pub(crate) short: Vec<usize>,
}

/// A row with more cells than headers. The meaning of its cells is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Long {
    /// Its line, from 1.
    pub line: usize,
    /// Number of its cells.
    pub cells: usize,
    /// The text of its first cell.
    pub name: String,
    /// The sign between its cells.
    pub separator: char,
}

/// A cell with two possible readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Doubt {
    /// Its line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Its reading.
    pub read: String,
    /// The reason for the doubt.
    pub why: String,
}

/// A row of a table, with one cell for each header.
///
/// ```
/// use peirast_audit::Document;
/// let document = Document::from_csv("scores", "a,b\n1,2\n")?;
/// assert_eq!(document.tables[0].rows[0].line, 2);
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its line, from 1.
    pub line: usize,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Its subject, from its leading texts.
    #[serde(skip)]
    name: String,
}

impl Row {
    /// Makes a row and its name from its first texts, once, because a table may have very many
    /// columns. Marks of missing values, such as `n/a`, are not part of the name.
    fn new(line: usize, cells: Vec<Cell>) -> Self {
        let texts: Vec<&str> = cells
            .iter()
            .filter(|cell| cell.number().is_none() && cell.verdict().is_none())
            .filter(|cell| !cell.is_no_number() && cell.limits.is_none())
            .map(|cell| cell.text.as_str())
            .filter(|text| !is_missing(text))
            .take(4)
            .collect();
        let name = match texts.as_slice() {
            [] => format!("line {line}"),
            texts => texts.join(", "),
        };
        Self { line, cells, name }
    }
}

impl Table {
    /// Makes a table of cells. Short rows get empty cells; long ones (in texts that lost headers)
    /// get columns without names. If nothing else shows it and semicolons separate cells, the
    /// decimal mark is a comma.
    pub(crate) fn new(
        title: &str,
        line: usize,
        heads: &[String],
        rows: Vec<(usize, Vec<String>)>,
        separator: char,
    ) -> Self {
        let width =
            rows.iter().map(|(_, cells)| cells.len()).chain([heads.len()]).max().unwrap_or(0);
        let text = |cells: &[String], at: usize| cells.get(at).cloned().unwrap_or_default();
        let heads: Vec<String> = (0..width).map(|at| head(&text(heads, at))).collect();
        let (notation, doubt) = notation(&heads, &rows, separator);
        let comma_first = separator == ';' && notation == NumberNotation::Unproven;
        let cell = |raw: &str| match notation {
            NumberNotation::Comma => Cell::in_notation(raw, &NumberNotation::Comma),
            _ if comma_first && raw.contains(',') => Cell::in_notation(raw, &NumberNotation::Comma),
            _ => Cell::in_notation(raw, &NumberNotation::Point),
        };
        let row = |(line, cells): (usize, Vec<String>)| {
            Row::new(line, (0..width).map(|at| cell(&text(&cells, at))).collect())
        };
        let rows: Vec<Row> = rows.into_iter().map(row).collect();
        let numbers = |at: usize| rows.iter().filter_map(move |row| row.cells[at].number());
        let counts = (0..width)
            .map(|at| !heads[at].contains('%') && numbers(at).all(|n| n.places <= 0 && !n.percent))
            .collect();
        let (long, short) = (Vec::new(), Vec::new());
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        heads.iter().for_each(|head| *times.entry(head).or_default() += 1);
        let has_namesake = heads.iter().map(|head| times[head.as_str()] > 1).collect();
        let title = title.to_owned();
        Self { title, line, heads, rows, counts, has_namesake, doubt, long, short }
    }

    /// Returns true if the first cell of a row is one of these words.
    pub(crate) fn is_called(&self, row: usize, words: &[&str]) -> bool {
        let first = self.rows.get(row).and_then(|row| row.cells.first());
        first.is_some_and(|cell| words.contains(&cell.text.to_lowercase().as_str()))
    }

    /// Returns true if a row summarises others.
    pub(crate) fn is_summary(&self, row: usize) -> bool {
        let words =
            ["difference", "delta", "total", "sum", "mean", "average", "avg", "overall", "all"];
        self.is_called(row, &words)
    }

    /// Returns true if another column has the same header.
    pub(crate) fn has_namesake(&self, column: usize) -> bool {
        self.has_namesake.get(column).copied().unwrap_or_default()
    }

    /// Returns true if a column contains counts, which are not rounded.
    pub(crate) fn holds_counts(&self, column: usize) -> bool {
        self.counts.get(column).copied().unwrap_or_default()
    }

    /// The position of a column by its header, in upper or lower case.
    ///
    /// ```
    /// use peirast_audit::Document;
    /// let document = Document::from_csv("scores", "Model,Mean (%)\nA,3\n")?;
    /// assert_eq!(document.tables[0].column_named("mean (%)"), Some(1));
    /// assert_eq!(document.tables[0].column_named("median"), None);
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    #[must_use]
    pub fn column_named(&self, head: &str) -> Option<usize> {
        let exact = self.heads.iter().position(|own| own == head);
        exact.or_else(|| self.heads.iter().position(|own| own.eq_ignore_ascii_case(head)))
    }

    /// The numbers of a column, row by row.
    ///
    /// ```
    /// use peirast_audit::Document;
    /// let document = Document::from_csv("scores", "x\n1.5\n-\n")?;
    /// let values: Vec<_> = document.tables[0].numbers(0).map(|n| n.map(|n| n.value)).collect();
    /// assert_eq!(values, [Some(1.5), None]);
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    pub fn numbers(&self, column: usize) -> impl Iterator<Item = Option<Printed>> + '_ {
        self.rows.iter().map(move |row| row.cells.get(column).and_then(Cell::number))
    }

    /// The subject of a row: its first texts.
    ///
    /// ```
    /// use peirast_audit::Document;
    /// let document = Document::from_csv("scores", "rank,model,prompt,x\n1,A,few-shot,3\n")?;
    /// assert_eq!(document.tables[0].row_name(0), "A, few-shot");
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    #[must_use]
    pub fn row_name(&self, row: usize) -> String {
        self.rows.get(row).map(|row| row.name.clone()).unwrap_or_default()
    }

    /// The only column with this name: exactly, or else in upper or lower case, or else without
    /// regard to signs and spaces.
    ///
    /// # Errors
    /// A sentence, if no column or several have the name.
    pub(crate) fn sole_column(&self, name: &str) -> Result<usize, String> {
        let ways: [&dyn Fn(&str) -> bool; 3] =
            [&|head| head == name, &|head| head.eq_ignore_ascii_case(name), &|head| {
                !plain(name).is_empty() && plain(head) == plain(name)
            }];
        let found = ways.iter().find_map(|is_it| {
            let places: Vec<usize> =
                (0..self.heads.len()).filter(|at| is_it(&self.heads[*at])).collect();
            (!places.is_empty()).then_some(places)
        });
        match found.as_deref() {
            Some([one]) => Ok(*one),
            Some(several) => Err(format!(
                "`{}` has several columns `{name}` ({}): give each a name of its own",
                self.title,
                ordinals(several)
            )),
            None => {
                let known: Vec<String> =
                    self.heads.iter().take(MOST_NAMED).map(|head| format!("`{head}`")).collect();
                let more = if self.heads.len() > MOST_NAMED { ", ..." } else { "" };
                let known = known.join(", ");
                Err(format!("`{}` has no column `{name}`: it has {known}{more}", self.title))
            }
        }
    }

    /// The same table with these cells (row, column) empty.
    pub(crate) fn without(&self, cells: &[(usize, usize)]) -> Self {
        let mut table = self.clone();
        for (row, column) in cells {
            if let Some(cell) = table.rows.get_mut(*row).and_then(|row| row.cells.get_mut(*column))
            {
                *cell = Cell::new("");
            }
        }
        table
    }

    /// Returns true if most filled cells of a column contain a number.
    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        let cells = || self.rows.iter().filter_map(|row| row.cells.get(column));
        let filled = cells().filter(|cell| !cell.text.is_empty() && cell.text != "-").count();
        let numbers = cells().filter(|cell| cell.number().is_some()).count();
        filled > 0 && numbers * 10 >= filled * 7
    }
}

/// The evidence for the number notation of a table: each cell with its line, and numbers without
/// their marks.
fn evidence(rows: &[(usize, Vec<String>)]) -> Vec<(u64, Vec<String>)> {
    let unmarked = |cell: &String| {
        let bare = bare(cell);
        marked(&bare).1.to_owned()
    };
    rows.iter().map(|(line, cells)| (*line as u64, cells.iter().map(unmarked).collect())).collect()
}

/// The number notation of a table that its cells prove. Numbers with marks, such as `**0.01**` and
/// `0,05*`, count as others do.
pub(crate) fn proven(heads: &[String], rows: &[(usize, Vec<String>)]) -> NumberNotation {
    let cells = evidence(rows);
    let lines = cells.iter().map(|(line, cells)| (*line, cells.as_slice()));
    NumberNotation::proven(heads, lines)
}

/// The number notation of a table, and the cell that leaves it in doubt. Columns of counts have no
/// decimals.
fn notation(
    heads: &[String],
    rows: &[(usize, Vec<String>)],
    separator: char,
) -> (NumberNotation, Option<Doubt>) {
    let bare = evidence(rows);
    let is_count: Vec<bool> = role::letters::of_heads(heads)
        .into_iter()
        .map(|role| role.is_some_and(Role::is_count))
        .collect();
    let counts = bare.iter().flat_map(|(_, cells)| cells.iter().zip(&is_count));
    let counts = counts.filter(|(_, is_count)| **is_count).map(|(cell, _)| cell.as_str());
    let lines = bare.iter().map(|(line, cells)| (*line, cells.as_slice()));
    let notation = NumberNotation::proven(heads, lines).with_counts(counts);
    let doubt = match &notation {
        NumberNotation::Contradictory(conflict) => Some(Doubt {
            line: conflict.comma.line as usize,
            text: conflict.comma.text.clone(),
            read: "one with a decimal point".to_owned(),
            why: conflict.to_string(),
        }),
        // Between commas and bars, the decimal mark is a point unless a cell shows the opposite.
        NumberNotation::Unproven if matches!(separator, ';' | '\t') => {
            let cells =
                bare.iter().flat_map(|(line, cells)| cells.iter().map(move |one| (line, one)));
            let mut faults =
                cells.filter_map(|(line, cell)| Some((line, notation.number(cell).err()?)));
            faults.find_map(|(line, fault)| match fault {
                NumberFault::Ambiguous { text, point, comma } => Some(Doubt {
                    line: *line as usize,
                    read: match separator == ';' && text.contains(',') {
                        true => comma.to_string(),
                        false => point.to_string(),
                    },
                    why: format!(
                        "no other number of the table shows if the decimal mark is a point or a \
                         comma; it may be {point} or {comma}"
                    ),
                    text,
                }),
                _ => None,
            })
        }
        _ => None,
    };
    (notation, doubt)
}

/// The most columns in a message.
const MOST_NAMED: usize = 24;

/// Positions of columns, counted from 1: `columns 2 and 5`.
pub(crate) fn ordinals(places: &[usize]) -> String {
    let shown: Vec<String> =
        places.iter().take(MOST_NAMED).map(|place| (place + 1).to_string()).collect();
    match shown.as_slice() {
        [one] => format!("column {one}"),
        [firsts @ .., last] if places.len() <= MOST_NAMED => {
            format!("columns {} and {last}", firsts.join(", "))
        }
        shown => format!("columns {} and {} more", shown.join(", "), places.len() - shown.len()),
    }
}

/// A name without signs, in lower case.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A header without marks of emphasis; the star of n* stays.
fn head(raw: &str) -> String {
    let plain: String =
        raw.replace("**", "").chars().filter(|c| !matches!(c, '`' | '$' | '\\')).collect();
    plain.trim().to_owned()
}
