//! Samples by group.

use crate::DataFile;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use peirast_table::escape_line;

/// Samples with the names of their groups.
pub struct Groups {
    /// The names, safe to print.
    pub names: Vec<String>,
    /// The values of each.
    pub values: Vec<Vec<f64>>,
    /// Rows, or values, left out.
    pub missing: u64,
}

/// Reads a column of values and a column of their groups, or, if `wide`, a column for each group. There
/// may be at most `most` groups.
pub fn groups(data: &DataFile, what: &str, wide: bool, most: usize) -> Result<Groups> {
    let why = format!("{what} takes columns: --data FILE --columns VALUES,GROUPS");
    let columns = Columns::required_with_gaps(data, &why)?;
    let groups = if wide { of_columns(&columns, what, most)? } else { of_rows(columns, what)? };
    let count = groups.names.len();
    if count > most || count < 2 {
        let names = groups.names.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
        let word = if count == 1 { "group" } else { "groups" };
        let wanted = if most == 2 { "two" } else { "at least two" };
        refuse!(
            "{what}: the second column names {count} {word} ({names}), and there must be {wanted}; \
             with --wide, each column is a group"
        );
    }
    Ok(groups)
}

/// The two samples.
pub fn two_groups(data: &DataFile, what: &str, wide: bool) -> Result<(Vec<f64>, Vec<f64>, Groups)> {
    let groups = groups(data, what, wide, 2)?;
    match groups.values.as_slice() {
        [first, second] => Ok((first.clone(), second.clone(), groups)),
        _ => refuse!("{what}: there must be two groups"),
    }
}

fn of_columns(columns: &Columns, what: &str, most: usize) -> Result<Groups> {
    columns.check_widths(2, most, &format!("{what} --wide: a column for each group"))?;
    let values = |at| -> Result<Vec<f64>> {
        Ok(columns.numbers_or_gaps(at)?.into_iter().flatten().collect())
    };
    // Groups of different sizes end in empty cells, which lack nothing.
    Ok(Groups {
        names: (0..columns.width()).map(|at| columns.name(at)).collect(),
        values: (0..columns.width()).map(values).collect::<Result<_>>()?,
        missing: 0,
    })
}

fn of_rows(columns: Columns, what: &str) -> Result<Groups> {
    columns.check_width(2, &format!("{what}: the values, then their groups"))?;
    let columns = columns.complete();
    let groups = columns.grouped(1, columns.numbers(0)?);
    Ok(Groups {
        names: groups.keys().map(|name| escape_line(name)).collect(),
        values: groups.into_values().collect(),
        missing: columns.missing,
    })
}

/// Number of right answers, and number of answers.
pub fn successes(rights: &[bool]) -> (u64, u64) {
    (rights.iter().filter(|right| **right).count() as u64, rights.len() as u64)
}

/// Successes and trials of either group: a column of right and wrong, and one of two groups.
pub fn two_shares(columns: &Columns) -> Result<[u64; 4]> {
    let groups = columns.grouped(1, columns.rights(0)?);
    let counts: Vec<(u64, u64)> = groups.values().map(|rights| successes(rights)).collect();
    let [(x1, n1), (x2, n2)] = counts[..] else {
        let (name, count) = (columns.name(1), counts.len());
        let groups = if count == 1 { "group" } else { "groups" };
        refuse!("two-proportions: `{name}` names {count} {groups}, not two")
    };
    Ok([x1, n1, x2, n2])
}
