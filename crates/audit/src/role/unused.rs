//! Reports on columns that have a known header but are not checked.

use super::{Role, Roles};
use crate::finding::{Findings, Place};
use crate::table::{Long, ordinals};
use crate::{Table, Verdict};

/// Reports rows whose cells may be below the wrong headers. A row with too many cells is not read,
/// which is a fault. In a row with too few, the last cells count as empty.
pub fn report_uneven(table: &Table, findings: &mut Findings) {
    let heads = table.heads.len();
    for long in &table.long {
        let Long { line, cells, name, separator } = long;
        let row = if name.is_empty() { String::new() } else { name.clone() };
        let place = Place { line: *line, row, ..Place::whole(table) };
        let quote = match separator {
            '|' => "write a bar within a cell as `\\|`".to_owned(),
            sign => format!("quote a cell that holds `{}`", sign.escape_default()),
        };
        let found = format!("has {cells} cells, but there are {heads} headers: {quote}");
        findings.add("rows that could not be read", Verdict::Unread, place, "", found);
    }
    if let Some((first, others)) = table.short.split_first() {
        let place = Place { line: *first, ..Place::whole(table) };
        let found = match others.len() {
            0 => format!("has fewer cells than the {heads} headers"),
            others => format!("and {others} more have fewer cells than the {heads} headers"),
        };
        findings.add("rows that are short", Verdict::Note, place, "", found).remark =
            "the last cells count as empty".to_owned();
    }
}

impl Roles {
    /// Reports columns that are not read because an earlier one has the same role.
    pub(crate) fn report_repeated(&self, table: &Table, findings: &mut Findings) {
        for (role, (kept, others)) in &self.repeated {
            let head = &table.heads[*kept];
            let alike = others.iter().all(|at| table.heads[*at] == *head);
            let names = match alike {
                true => format!("`{head}`, {} times", others.len() + 1),
                false => {
                    let shown = others.iter().take(4).map(|at| format!("`{}`", table.heads[*at]));
                    let more = if others.len() > 4 { " ..." } else { "" };
                    format!("`{head}` and {}{more}", shown.collect::<Vec<_>>().join(", "))
                }
            };
            let has_shares = self.column(Role::Share).is_some();
            let checked = match matches!(role, Role::Total | Role::Successes) && has_shares {
                true => format!(
                    "each share is checked with its own column; all else only with column {}, not \
                     {}",
                    kept + 1,
                    ordinals(others)
                ),
                false => format!("only column {} is checked, not {}", kept + 1, ordinals(others)),
            };
            findings
                .add(
                    "columns that hold the same",
                    Verdict::Note,
                    Place::whole(table),
                    names,
                    checked,
                )
                .remark = "give each column a name of its own".to_owned();
        }
    }

    /// Reports columns that could not be read. This is a fault if nothing else in the table is
    /// checked: a table that nobody could check is not correct for that reason.
    pub(crate) fn report_unread(&self, table: &Table, findings: &mut Findings) {
        let is_checked =
            |one: &crate::Finding| one.table == table.title && one.verdict != Verdict::Note;
        let verdict = match findings.0.iter().any(is_checked) {
            true => Verdict::Note,
            false => Verdict::Unread,
        };
        for column in &self.unread {
            let cells = || table.rows.iter().filter_map(|row| row.cells.get(*column));
            let filled = cells().filter(|cell| !cell.is_blank()).count();
            let numbers = cells().filter(|cell| cell.number().is_some()).count();
            let place = Place::column(table, *column);
            let seen = match (numbers, filled) {
                (0, 1) => "its only cell is not a number".to_owned(),
                (0, _) => format!("none of {filled} cells is a number"),
                _ => format!(
                    "{numbers} of {filled} cells are numbers, but most are impossible for this \
                     header"
                ),
            };
            findings.add("columns that could not be read", verdict, place, "", seen);
        }
    }
}
