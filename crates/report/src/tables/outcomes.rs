//! The long table: a row for each answer, with every factor.

use super::dictionary;
use crate::{Outcomes, Unanswered};
use peirast_record::{Factors, Outcome};
use peirast_table::{Cell, Column, CsvWriter, Row, Table, Unit};
use std::collections::BTreeSet;
use std::io;

/// The columns that every study has.
const FIXED: [(&str, Unit); 9] = [
    ("trial", Unit::Name),
    ("model", Unit::Name),
    ("item", Unit::Name),
    ("problem", Unit::Name),
    ("repeat", Unit::Count),
    ("answer", Unit::Name),
    ("truth", Unit::Name),
    ("grade", Unit::Name),
    ("scoring", Unit::Name),
];

/// A row for each question: answered ones first, then those that are open. Behind the columns that
/// every study has stands one for each factor; where a study calls a factor like one of those, the
/// factor has `factor_` before its name.
pub(super) fn outcomes(of: &Outcomes) -> Table<'_> {
    let factors = factors(of);
    let answered = of.rows().iter().map(|own| row(answered(own), &own.factors, &factors));
    let open = of.open().iter().map(|own| row(unanswered(own), &own.factors, &factors));
    let rows = answered.chain(open).collect();
    Table {
        note: "A row for each question that was put: what was answered, what would be right, and every \
               factor that led to it."
            .to_owned(),
        ..Table::new("outcomes", "Outcomes", columns(&factors), rows)
    }
}

/// The names of all factors.
fn factors(of: &Outcomes) -> Vec<&str> {
    let names = of.combinations().flat_map(|levels| levels.iter().map(|(name, _)| name));
    names.collect::<BTreeSet<&str>>().into_iter().collect()
}

/// Writes every outcome with every factor as a column: the tidy table that pandas and R open. Questions
/// without an answer stand below, with the grade `unanswered`. Rows are written one by one, because
/// there may be millions.
///
/// # Errors
/// What cannot be written to.
pub fn write_outcomes(outcomes: &Outcomes, to: impl io::Write) -> io::Result<()> {
    let factors = factors(outcomes);
    let mut csv = CsvWriter::new(to);
    let fixed = FIXED.iter().map(|(name, _)| *name);
    csv.row(fixed.chain(factors.iter().copied()).map(Cell::from))?;
    for own in outcomes.rows() {
        write_row(&mut csv, &answered(own), &own.factors, &factors)?;
    }
    for own in outcomes.open() {
        write_row(&mut csv, &unanswered(own), &own.factors, &factors)?;
    }
    csv.finish()
}

fn write_row(
    csv: &mut CsvWriter<impl io::Write>,
    fixed: &[Cell<'_>; 9],
    levels: &Factors,
    factors: &[&str],
) -> io::Result<()> {
    for ((name, _), cell) in FIXED.iter().zip(fixed) {
        match cell {
            // An answer below zero is a number and no formula.
            Cell::Text(text) if ["answer", "truth"].contains(name) => csv.verbatim(text)?,
            cell => csv.cell(cell)?,
        }
    }
    csv.row(factors.iter().map(|factor| Cell::from(levels.get(factor))))
}

fn columns(factors: &[&str]) -> Vec<Column> {
    let meaning = |name: &str| dictionary().meaning("outcomes", name);
    let fixed = FIXED
        .iter()
        .map(|(name, unit)| Column::new(*name, *unit, meaning(name).unwrap_or_default()));
    let factor = |name: &&str| {
        let is_taken = FIXED.iter().any(|(fixed, _)| fixed == name);
        let column = if is_taken { format!("factor_{name}") } else { (*name).to_owned() };
        let words = meaning(name).filter(|_| !is_taken).map(str::to_owned);
        let words = words.unwrap_or_else(|| format!("the level of the factor {name} of the study"));
        Column::new(column, Unit::Name, words)
    };
    fixed.chain(factors.iter().map(factor)).collect()
}

fn row<'a>(fixed: [Cell<'a>; 9], levels: &'a Factors, factors: &[&str]) -> Row<'a> {
    let mut cells = Vec::with_capacity(fixed.len() + factors.len());
    cells.extend(fixed);
    cells.extend(factors.iter().map(|factor| Cell::from(levels.get(factor))));
    Row::of(cells)
}

fn answered(own: &Outcome) -> [Cell<'_>; 9] {
    [
        own.trial.to_string().into(),
        own.subject.as_str().into(),
        own.item.as_str().into(),
        own.problem().into(),
        u64::from(own.repeat).into(),
        own.answer.to_string().into(),
        own.truth.to_string().into(),
        own.grade.as_str().into(),
        own.scoring.as_str().into(),
    ]
}

fn unanswered(own: &Unanswered) -> [Cell<'_>; 9] {
    [
        own.trial.to_string().into(),
        own.subject.as_str().into(),
        own.item.as_str().into(),
        own.problem().into(),
        u64::from(own.repeat).into(),
        Cell::Missing,
        own.truth.to_string().into(),
        "unanswered".into(),
        Cell::Missing,
    ]
}
