//! The long table: a row for each answer, with every factor.

use super::{LazyTable, dictionary};
use crate::Outcomes;
use crate::outcome_columns::{OUTCOME_COLUMNS, OutcomeColumn, OutcomeRow};
use peirast_record::Factors;
use peirast_table::{Cell, Column, ColumnBuffers, CsvWriter, Row, Table, Unit, plain_name};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io;

/// A row for each question: answered ones first, then those that are open. A column for each factor
/// follows these columns. If a factor has the name of one of them, its column has `factor_` before
/// the name.
pub fn lazy_outcome_table<'a>(fixed: &'a [OutcomeColumn], outcomes: &'a Outcomes) -> LazyTable<'a> {
    let factors = outcome_factors(outcomes);
    let head = Table {
        note: "A row for each question that was put: what was answered, in which words, what would be \
               right, and every factor that led to it."
            .to_owned(),
        ..Table::new("outcomes", "Outcomes", columns(fixed, &factors), Vec::new())
    };
    LazyTable::of_outcomes(head, OutcomeRows { fixed, factors, outcomes })
}

/// The same with its rows.
pub fn outcome_table<'a>(fixed: &'a [OutcomeColumn], outcomes: &'a Outcomes) -> Table<'a> {
    lazy_outcome_table(fixed, outcomes).into_table()
}

/// The factors that some question has, in order of their names.
fn outcome_factors(outcomes: &Outcomes) -> Vec<&str> {
    let names = outcomes.combinations().flat_map(|levels| levels.iter().map(|(name, _)| name));
    names.collect::<BTreeSet<&str>>().into_iter().collect()
}

/// The rows of the table of outcomes, which are not made yet.
#[derive(Debug)]
pub struct OutcomeRows<'a> {
    fixed: &'a [OutcomeColumn],
    factors: Vec<&'a str>,
    outcomes: &'a Outcomes,
}

impl<'a> OutcomeRows<'a> {
    pub(super) fn count(&self) -> usize {
        self.outcomes.rows().len() + self.outcomes.open().len()
    }

    pub(super) fn rows(&self) -> Vec<Row<'a>> {
        let row = |row: OutcomeRow<'a>| {
            let mut cells = Vec::with_capacity(self.fixed.len() + self.factors.len());
            cells.extend(self.fixed.iter().map(|column| (column.cell)(row)));
            let levels = self.factors.iter().map(|factor| shown(row.factors(), factor));
            cells.extend(levels.map(Cell::from));
            Row::new(cells)
        };
        OutcomeRow::all(self.outcomes).map(row).collect()
    }

    /// The columns as buffers, without rows between. Factors are looked up once for each combination of levels.
    pub(super) fn column_buffers(&self) -> Vec<ColumnBuffers> {
        let fixed = self.fixed.par_iter().map(|column| {
            ColumnBuffers::new(column.unit, || OutcomeRow::all(self.outcomes).map(column.cell))
        });
        let (combinations, places) = self.outcomes.placed_combinations();
        let factor = |factor: &&str| {
            let levels = combinations.iter().map(|levels| Cell::from(shown(levels, factor)));
            let levels: Vec<Cell<'_>> = levels.collect();
            let level = |place: &u32| levels.get(*place as usize).unwrap_or(&Cell::Missing);
            ColumnBuffers::new(Unit::Name, || places.iter().map(level))
        };
        fixed.chain(self.factors.par_iter().map(factor)).collect()
    }
}

/// Writes every outcome with every factor as a column, and with the texts of answers if they are in
/// memory. See [`OutcomeWriter`] for texts that are not.
///
/// # Errors
///
/// A destination that cannot be written to.
pub fn write_outcomes(outcomes: &Outcomes, to: impl io::Write) -> io::Result<()> {
    write_outcome_columns(OUTCOME_COLUMNS, outcomes, to)
}

/// The same with these columns before those of factors.
///
/// # Errors
///
/// A destination that cannot be written to.
pub fn write_outcome_columns(
    columns: &[OutcomeColumn],
    outcomes: &Outcomes,
    to: impl io::Write,
) -> io::Result<()> {
    let mut writer = OutcomeWriter::with_columns(columns, outcomes, to)?;
    OutcomeRow::all(outcomes).try_for_each(|row| writer.write(row))?;
    writer.finish()
}

/// A writer of the tidy table that pandas and R open: a row for each question, a column for each
/// factor. It takes rows one by one, because there may be millions, and their texts need not be in
/// memory together.
pub struct OutcomeWriter<'a, W: io::Write> {
    csv: CsvWriter<W>,
    columns: &'a [OutcomeColumn],
    factors: Vec<&'a str>,
}

impl<'a, W: io::Write> OutcomeWriter<'a, W> {
    /// Writes the head of the table.
    ///
    /// # Errors
    /// Places that cannot be written to.
    pub fn new(outcomes: &'a Outcomes, to: W) -> io::Result<Self> {
        Self::with_columns(OUTCOME_COLUMNS, outcomes, to)
    }

    fn with_columns(
        columns: &'a [OutcomeColumn],
        outcomes: &'a Outcomes,
        to: W,
    ) -> io::Result<Self> {
        let factors = outcome_factors(outcomes);
        let mut csv = CsvWriter::new(to);
        let names = columns.iter().map(|column| Cell::from(column.name));
        csv.row(names.chain(factor_columns(columns, &factors).into_iter().map(Cell::from)))?;
        Ok(Self { csv, columns, factors })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// Places that cannot be written to.
    pub fn write(&mut self, row: OutcomeRow<'_>) -> io::Result<()> {
        for column in self.columns {
            match (column.cell)(row) {
                // An answer below zero is a number and no formula.
                Cell::Text(text) if column.is_answer => self.csv.verbatim(&text)?,
                cell => self.csv.cell(&cell)?,
            }
        }
        self.csv.row(self.factors.iter().map(|factor| Cell::from(shown(row.factors(), factor))))
    }

    /// Writes what is still buffered.
    ///
    /// # Errors
    /// Places that cannot be written to.
    pub fn finish(self) -> io::Result<()> {
        self.csv.finish()
    }
}

/// The level of a factor as data show it. The belief of an item is that in its real words; nobody believes
/// or doubts made-up ones.
fn shown<'a>(factors: &'a Factors, factor: &str) -> Option<&'a str> {
    match factor {
        "belief" if factors.get("content") == Some("nonsense") => None,
        _ => factors.get(factor),
    }
}

/// The names of the columns of factors. R and pandas keep them as they are; a study may call a factor
/// like a column that every study has, or two factors alike but for a sign.
fn factor_columns(fixed: &[OutcomeColumn], factors: &[&str]) -> Vec<String> {
    let mut taken: BTreeSet<String> = fixed.iter().map(|column| column.name.to_owned()).collect();
    let mut names = Vec::with_capacity(factors.len());
    for factor in factors {
        let mut name = plain_name(factor);
        while !taken.insert(name.clone()) {
            name = format!("factor_{name}");
        }
        names.push(name);
    }
    names
}

fn columns(fixed: &[OutcomeColumn], factors: &[&str]) -> Vec<Column> {
    let meaning = |name: &str| dictionary().meaning("outcomes", name);
    let own = fixed.iter().map(|column| {
        Column::new(column.name, column.unit, meaning(column.name).unwrap_or_default())
    });
    let factor = |name: (&str, String)| {
        let (name, column) = name;
        let words = meaning(&column).filter(|_| column == plain_name(name)).map(str::to_owned);
        let words = words.unwrap_or_else(|| format!("the level of the factor {name} of the study"));
        Column::new(column, Unit::Name, words)
    };
    let named = factors.iter().copied().zip(factor_columns(fixed, factors));
    own.chain(named.map(factor)).collect()
}
