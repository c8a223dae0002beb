//! Samples by group.

use crate::DataFile;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::sheet::Cell;
use peirast_decimals::counted;
use peirast_table::escape_line;

/// Samples with the names of their groups.
pub struct Groups {
    /// The names, safe to print.
    pub names: Vec<String>,
    /// The values of each group.
    pub values: Vec<Vec<f64>>,
    /// Number of rows or values that were left out.
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
        let groups = counted(count as u64, "group", "groups");
        let wanted = if most == 2 { "two" } else { "at least two" };
        refuse!(
            "{what}: the second column names {groups} ({names}), but there must be {wanted}; \
             with --wide, each column is a group"
        );
    }
    Ok(groups)
}

/// Two samples.
pub struct TwoGroups {
    /// The values of the first group and of the second.
    pub values: [Vec<f64>; 2],
    /// Their names, safe to print.
    pub names: [String; 2],
    /// Number of rows or values that were left out.
    pub missing: u64,
}

/// The two samples.
pub fn two_groups(data: &DataFile, what: &str, wide: bool) -> Result<TwoGroups> {
    let Groups { names, values, missing } = groups(data, what, wide, 2)?;
    match (values.try_into(), names.try_into()) {
        (Ok(values), Ok(names)) => Ok(TwoGroups { values, names, missing }),
        _ => refuse!("{what}: there must be two groups"),
    }
}

/// The names of the first and the second group, as cells. The sign of a difference depends on their
/// order.
pub fn group_cells([first, second]: &[String; 2]) -> [(&'static str, Cell); 2] {
    [("first group", Cell::text(first)), ("second group", Cell::text(second))]
}

fn of_columns(columns: &Columns, what: &str, most: usize) -> Result<Groups> {
    columns.check_widths(2, most, &format!("{what} --wide: a column for each group"))?;
    let values = |at| -> Result<Vec<f64>> {
        Ok(columns.numbers_or_gaps(at)?.into_iter().flatten().collect())
    };
    // Groups of different sizes end in empty cells, which are not missing values.
    Ok(Groups {
        names: (0..columns.width()).map(|at| columns.name(at)).collect(),
        values: (0..columns.width()).map(values).collect::<Result<_>>()?,
        missing: 0,
    })
}

fn of_rows(columns: Columns, what: &str) -> Result<Groups> {
    columns.check_width(2, &format!("{what}: the values, then their groups"))?;
    let columns = columns.complete();
    let groups = columns.by_group(1, columns.numbers(0)?);
    let (names, values) =
        groups.into_iter().map(|(name, values)| (escape_line(name), values)).unzip();
    Ok(Groups { names, values, missing: columns.missing })
}

/// Number of right answers, and number of answers.
pub fn successes(rights: &[bool]) -> (u64, u64) {
    (rights.iter().filter(|right| **right).count() as u64, rights.len() as u64)
}

/// Successes and trials of both groups, and the names of the groups. The columns are right and
/// wrong, and the groups.
pub fn two_shares(columns: &Columns) -> Result<([u64; 4], [String; 2])> {
    let groups = columns.by_group(1, columns.rights(0)?);
    let [(first, one), (second, other)] = groups.as_slice() else {
        let (name, groups) = (columns.name(1), counted(groups.len() as u64, "group", "groups"));
        refuse!("two-proportions: `{name}` names {groups}, not two")
    };
    let ((x1, n1), (x2, n2)) = (successes(one), successes(other));
    Ok(([x1, n1, x2, n2], [escape_line(first), escape_line(second)]))
}
