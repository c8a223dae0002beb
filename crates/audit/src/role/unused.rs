//! What is said of columns that have a known head and are not checked.

use super::Roles;
use crate::finding::{Findings, Place};
use crate::table::ordinals;
use crate::{Table, Verdict};

impl Roles {
    /// Says which columns are not read because an earlier one seems to hold the same.
    pub(crate) fn report_repeated(&self, table: &Table, findings: &mut Findings) {
        for (kept, others) in self.repeated.values() {
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
            findings
                .add(
                    "columns that hold the same",
                    Verdict::Note,
                    Place::whole(table),
                    names,
                    format!("only column {} is checked, not {}", kept + 1, ordinals(others)),
                )
                .remark = "give each column a name of its own".to_owned();
        }
    }

    /// Says which columns could not be read. If nothing else of the table is checked, that is a fault:
    /// the table is not sound because nobody could look at it.
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
            let row = format!("column {}", table.heads[*column]);
            let place = Place { row, ..Place::whole(table) };
            let seen = match (numbers, filled) {
                (0, 1) => "its only cell is no number".to_owned(),
                (0, _) => format!("none of {filled} cells is a number"),
                _ => format!(
                    "{numbers} of {filled} cells are numbers, and most are none of its kind"
                ),
            };
            findings.add("columns that could not be read", verdict, place, "", seen);
        }
    }
}
