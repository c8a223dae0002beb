//! Descriptions of columns.

use crate::DataFile;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::sheet::{Cell, Sheet, defined};
use peirast_stats::{Defined, Descriptives, descriptives};

/// Summarises each column, with one more quantile if it is given.
///
/// # Errors
/// If the request or the data are invalid.
pub fn describe(data: &DataFile, quantile: Option<f64>) -> Result<Sheet> {
    if let Some(p) = quantile.filter(|p| !(0.0..=1.0).contains(p)) {
        refuse!("--quantile {p} is not a quantile: give a number from 0 to 1");
    }
    let columns = Columns::required_with_gaps(data, "name a file: --data FILE")?;
    let row = |at: usize| row(&columns, at, quantile);
    Ok(Sheet::rows((0..columns.width()).map(row).collect::<Result<_>>()?))
}

fn row(columns: &Columns, at: usize, extra: Option<f64>) -> Result<Vec<(&'static str, Cell)>> {
    let cells = columns.numbers_or_gaps(at)?;
    let values: Vec<f64> = cells.iter().flatten().copied().collect();
    let found = defined(descriptives::describe(&values))?;
    let of = |value: &dyn Fn(&Descriptives) -> Defined| {
        Cell::Number(found.as_ref().map_err(|why| *why).and_then(value))
    };
    let quantile =
        |p: f64| -> Result<Cell> { Ok(Cell::Number(defined(descriptives::quantile(&values, p))?)) };
    let mut row = vec![
        ("column", Cell::text(columns.name(at))),
        ("n", Cell::Count(values.len() as u64)),
        ("missing", Cell::Count((cells.len() - values.len()) as u64)),
        ("mean", of(&|found| Ok(found.mean))),
        ("sd", of(&|found| found.sd)),
        ("variance", of(&|found| found.variance)),
        ("min", of(&|found| Ok(found.min))),
        ("first quartile", quantile(0.25)?),
        ("median", of(&|found| Ok(found.median))),
        ("third quartile", quantile(0.75)?),
        ("max", of(&|found| Ok(found.max))),
    ];
    if let Some(p) = extra {
        row.push(("quantile", quantile(p)?));
    }
    Ok(row)
}
