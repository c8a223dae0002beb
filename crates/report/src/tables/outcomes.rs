//! The long table: a row for each answer, with every factor.

use super::dictionary;
use crate::{Outcomes, Unanswered};
use peirast_record::{Factors, Outcome};
use peirast_table::{Cell, Column, Row, Table, Unit};
use std::collections::BTreeSet;

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
    let levels = of.rows().iter().map(|own| &own.factors);
    let all = levels.chain(of.open().iter().map(|own| &own.factors));
    let factors: BTreeSet<&str> =
        all.flat_map(|levels| levels.iter().map(|(name, _)| name)).collect();
    let factors: Vec<&str> = factors.into_iter().collect();
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
        own.problem().into_owned().into(),
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
        own.problem().into_owned().into(),
        u64::from(own.repeat).into(),
        Cell::Missing,
        own.truth.to_string().into(),
        "unanswered".into(),
        Cell::Missing,
    ]
}
