//! Tests which cells of a column are possible for the role in its header.

use peirast_stats::MAX_COUNT;

use super::letters::plain;
use super::{Role, names_share, words};
use crate::finding::{Findings, Place};
use crate::{Cell, Document, Roles, Table, Verdict, shares};

/// The possible values of a role.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Domain {
    /// Whole numbers from 0.
    Count,
    /// Numbers between two ends.
    Between(f64, f64),
    /// Numbers from 0.
    Positive,
    /// Any number.
    Any,
}

impl Domain {
    /// The values of a role. `whole` is the whole of a share. `None` for texts, and for columns of
    /// several statistics.
    const fn of(role: Role, whole: f64) -> Option<Self> {
        Some(match role {
            _ if role.is_count() => Self::Count,
            Role::Share => Self::Between(0.0, whole),
            Role::P | Role::PAdjusted | Role::Shapiro => Self::Between(0.0, 1.0),
            Role::Correlation | Role::Tau => Self::Between(-1.0, 1.0),
            Role::ChiSquare
            | Role::F
            | Role::H
            | Role::U
            | Role::Df
            | Role::DfBetween
            | Role::DfWithin
            | Role::Sd
            | Role::Width => Self::Positive,
            Role::Reject | Role::Statistic | Role::Interval => return None,
            _ => Self::Any,
        })
    }

    /// Returns `Some(true)` if the number of a cell is possible; `None` without a number.
    fn holds(self, cell: &Cell) -> Option<bool> {
        let number = cell.number()?;
        Some(match self {
            Self::Count => number.value >= 0.0 && number.value.fract() == 0.0,
            Self::Between(low, high) => number.may_lie(low, high),
            Self::Positive => number.may_lie(0.0, f64::INFINITY),
            Self::Any => true,
        })
    }

    fn words(self) -> String {
        match self {
            Self::Count => "a whole number from 0".to_owned(),
            Self::Between(low, high) => format!("between {low} and {high}"),
            Self::Positive => "0 or more".to_owned(),
            Self::Any => "a number".to_owned(),
        }
    }
}

/// Facts about the other columns of a table, from their headers.
pub struct Surroundings {
    /// True if there are columns of test statistics.
    pub tests: bool,
    /// True if there is a column of p-values that are not adjusted.
    pub p: bool,
    /// The column of all units.
    pub total: Option<usize>,
}

/// Returns true if the cells of a column fit the role in its header: at least half of its numbers
/// are possible, unless the header is unambiguous. Cells that are not numbers are ignored. But if
/// the header is an everyday word, such as `size`, half of the cells must be numbers.
pub fn fits(table: &Table, column: usize, role: Role, around: &Surroundings) -> bool {
    let cells = || table.rows.iter().filter_map(|row| row.cells.get(column));
    let filled = cells().filter(|cell| !cell.is_blank()).count();
    let Some(domain) = Domain::of(role, 100.0) else {
        // Next to other numbers, 1 and 0 are not decisions.
        let others = cells().any(|cell| cell.number().is_some() && cell.decision().is_none());
        let decision = |cell: &Cell| if others { cell.verdict() } else { cell.decision() };
        let verdicts = cells().filter(|cell| decision(cell).is_some()).count();
        // Cells that are not decisions are ignored. But "decision" and "significance" may mean
        // anything.
        let is_everyday = is_everyday(&table.heads[column]);
        return match role {
            Role::Interval => cells().any(|cell| cell.limits.is_some()),
            Role::Statistic => true,
            _ => verdicts > 0 && (!is_everyday || verdicts * 2 >= filled),
        };
    };
    // A percentage is neither a count nor a p-value.
    let plain = |cell: &&Cell| match role {
        Role::Share => true,
        _ if role.is_count() || matches!(role, Role::P | Role::PAdjusted) => {
            cell.number().is_none_or(|number| !number.percent)
        }
        _ => true,
    };
    let held: Vec<bool> = cells().filter(plain).filter_map(|cell| domain.holds(cell)).collect();
    let failed = cells().filter(|cell| cell.is_no_number()).count();
    let possible = held.iter().filter(|held| **held).count();
    let certain = is_certain(&table.heads[column], role, around.tests)
        || holds_p_values(table, column, role, around.p);
    if !certain && may_be_shares(table, column, role, around.total) {
        return false;
    }
    // A single letter may mean anything.
    let letter = matches!(role, Role::P | Role::PAdjusted);
    let half = possible * 2 > held.len() || (!letter && possible * 2 == held.len());
    let likely = certain || (possible > 0 && half);
    let (good, numbers) = (held.len() + failed, numeric(table, column) + failed);
    let enough = match certain || !is_everyday(&table.heads[column]) {
        true => good > 0,
        false => good > 0 && numbers * 2 >= filled,
    };
    enough && good * 10 >= numbers * 7 && likely && !holds_changes(table, column, role)
}

/// The number of cells of a column that hold a number.
fn numeric(table: &Table, column: usize) -> usize {
    table.numbers(column).flatten().count()
}

/// Returns true if a header is a word or letter that may mean anything, and not only a tested
/// value.
fn is_everyday(head: &str) -> bool {
    let name = plain(head);
    let words = [
        "size",
        "right",
        "width",
        "items",
        "pairs",
        "total",
        "trials",
        "hits",
        "average",
        "stat",
        "statistic",
        "decision",
        "significance",
        "sig",
        "b",
        "c",
        "h",
        "u",
        "w",
    ];
    words.contains(&name.as_str())
}

/// Returns true if a column called p holds p-values although no test is next to it. Not all its
/// numbers are whole, as parameters are, and few are as large as percentages.
fn holds_p_values(table: &Table, column: usize, role: Role, beside_p: bool) -> bool {
    let is_p = match role {
        Role::P => plain(&table.heads[column]).starts_with('p'),
        Role::PAdjusted => beside_p || plain(&table.heads[column]).starts_with('p'),
        _ => false,
    };
    let numbers = || table.numbers(column).flatten().filter(|number| !number.percent);
    let large = numbers().filter(|number| number.value.abs() > 2.0).count();
    is_p && numbers().any(|number| number.value.fract() != 0.0) && large * 2 <= numbers().count()
}

/// Returns true if a header that its cells do not fit names something that could be checked, but no
/// cell could be read. The column holds only texts, or mostly texts if its header is an everyday
/// word, or, if called p, numbers that are not p-values.
pub fn is_unread(table: &Table, column: usize, role: Role) -> bool {
    let head = &table.heads[column];
    let cells = || table.rows.iter().filter_map(|row| row.cells.get(column));
    let filled = || cells().filter(|cell| !cell.is_blank());
    let is_text = filled().all(|cell| cell.number().is_none() && cell.verdict().is_none());
    let is_p = role == Role::P && plain(head) == "p";
    match role {
        Role::Reject | Role::Statistic => false,
        Role::Interval => filled().next().is_some() && is_text,
        _ if filled().next().is_none() => false,
        _ if is_everyday(head) => {
            let numbers = numeric(table, column);
            numbers > 0 && numbers * 2 < filled().count()
        }
        _ => is_text || is_p,
    }
}

/// Lists the cells of checked columns that are not numbers or decisions, and are ignored.
pub fn report_texts(table: &Table, roles: &Roles, findings: &mut Findings) {
    for column in 0..table.heads.len() {
        let Some(role) = roles.role(column) else { continue };
        if role == Role::Statistic {
            continue;
        }
        let is_text = |cell: &Cell| match role {
            Role::Interval => cell.limits.is_none() && !cell.is_blank(),
            Role::Reject => cell.decision().is_none() && !cell.is_blank(),
            _ => cell.number().is_none() && !cell.is_blank() && !cell.is_no_number(),
        };
        let texts: Vec<String> = table
            .rows
            .iter()
            .filter(|row| row.cells.get(column).is_some_and(is_text))
            .map(|row| format!("`{}` (line {})", row.cells[column].text, row.line))
            .collect();
        if !texts.is_empty() {
            let more = texts.len().saturating_sub(MOST_TEXTS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let shown = texts[..texts.len().min(MOST_TEXTS)].join(", ") + &more;
            let place = Place::column(table, column);
            let check = match role {
                Role::Reject => "cells that are no decisions",
                _ => "cells that are no numbers",
            };
            findings.add(check, Verdict::Note, place, "", format!("passed over: {shown}"));
        }
    }
}

/// The most cells that a finding lists.
const MOST_TEXTS: usize = 5;

/// Returns true if a column whose header may mean counts holds something else, such as percentages
/// of right answers. Then not all numbers are whole, and nothing shows that they are counts of the
/// units next to them. A mean of counts need not be whole.
fn may_be_shares(table: &Table, column: usize, role: Role, total: Option<usize>) -> bool {
    let rows = || (0..table.rows.len()).filter(|row| !is_about(table, *row, MEANS));
    let cell = |row: usize, at: usize| table.rows[row].cells.get(at).and_then(Cell::number);
    let numbers = || rows().filter_map(|row| cell(row, column));
    let (all, broken) = (numbers().count(), numbers().filter(|n| n.value.fract() != 0.0).count());
    // A column with a usual header may contain a misprint or two.
    let is_usual = ["n", "k", "trials", "successes", "samplesize"]
        .contains(&plain(&table.heads[column]).as_str());
    let misprints = is_usual && broken * 2 < all && broken <= (all / 4).max(1);
    let within = |total: usize| {
        rows().all(|row| match (cell(row, column), cell(row, total)) {
            (Some(k), Some(n)) => k.value <= n.value,
            _ => true,
        })
    };
    match role {
        Role::Total => broken > 0 && !misprints,
        Role::Successes => broken > 0 && !misprints && !total.is_some_and(within),
        _ => false,
    }
}

/// Returns true if nearly all cells of a column without a header fit a role.
pub fn is_mostly(table: &Table, column: usize, role: Role) -> bool {
    let cells = || table.rows.iter().filter_map(|row| row.cells.get(column));
    let filled = cells().filter(|cell| !cell.is_blank()).count();
    let good = cells().filter(|cell| match Domain::of(role, 100.0) {
        Some(domain) => {
            domain.holds(cell) == Some(true) && cell.number().is_some_and(|number| !number.percent)
        }
        None => cell.verdict().is_some(),
    });
    let good = good.count();
    good * 10 >= filled * 7 && good > 0
}

/// Returns true if more than a third of a column of shares is negative, so that it holds changes.
fn holds_changes(table: &Table, column: usize, role: Role) -> bool {
    let values = || table.numbers(column).flatten();
    let negative = values().filter(|number| number.value < 0.0).count();
    role == Role::Share && negative > 1 && negative * 3 > values().count()
}

/// Returns true if a header is unambiguous.
fn is_certain(head: &str, role: Role, tests: bool) -> bool {
    let name = plain(head);
    match role {
        Role::P | Role::PAdjusted => {
            name.contains("pval") || (tests && (name == "p" || role == Role::PAdjusted))
        }
        Role::Share => head.contains('%') && names_share(&words(head)),
        _ if role.is_count() => {
            let numbered = |rest: &str| rest == "star" || rest.parse::<u8>().is_ok();
            name.starts_with("discordant") || name.strip_prefix('n').is_some_and(numbered)
        }
        _ => false,
    }
}

/// Reports every cell with an impossible value for its column, such as a share of 104 % or a
/// negative count. Returns the document without these cells, so that other checks treat them as
/// empty.
pub fn check(document: &Document, roles: &[Roles], findings: &mut Findings) -> Option<Document> {
    let mut cleaned: Option<Document> = None;
    for (at, (table, roles)) in document.tables.iter().zip(roles).enumerate() {
        let cells = of_table(table, roles, findings);
        if !cells.is_empty() {
            cleaned.get_or_insert_with(|| document.clone()).tables[at] = table.without(&cells);
        }
    }
    cleaned
}

/// The cells (row, column) of a table that are impossible.
fn of_table(table: &Table, roles: &Roles, findings: &mut Findings) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for column in 0..table.heads.len() {
        // Neither p nor a correlation exceeds its limits, in any of several columns.
        let bounded = |role: &Role| matches!(Domain::of(*role, 1.0), Some(Domain::Between(..)));
        let repeated = || roles.repeated_role(column).filter(bounded);
        let Some(role) = roles.role(column).or_else(repeated) else { continue };
        if role == Role::Share && !is_of_units(table, roles, column) {
            continue;
        }
        let whole = if role == Role::Share { shares::whole(table, roles, column) } else { 1.0 };
        let Some(domain) = Domain::of(role, whole) else { continue };
        for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
            let cell = &cells[column];
            let impossible = match domain.holds(cell) {
                // A difference may be negative, and a mean of counts need not be whole.
                Some(false) => {
                    let is_mean = domain == Domain::Count && is_about(table, row, MEANS);
                    !is_mean && !is_about(table, row, CHANGES)
                }
                Some(true) => false,
                None => cell.is_no_number() && !is_undefined(table, roles, row, role),
            };
            if domain == Domain::Count && cell.number().is_some_and(|n| n.value > MAX_COUNT as f64)
            {
                let check = "counts that are too large to be checked";
                let (place, bound) = (Place::row(table, row), format!("up to {MAX_COUNT}"));
                findings.add(check, Verdict::Note, place, cell.text.clone(), bound);
            }
            let percent = cell.number().is_some_and(|number| number.percent);
            if impossible && (role == Role::Share || !percent) {
                let check = format!("values that `{}` can have", table.heads[column]);
                let place = Place::row(table, row);
                findings.add(check, Verdict::Impossible, place, cell.text.clone(), domain.words());
                found.push((row, column));
            }
        }
    }
    found
}

/// Names of rows with differences.
const CHANGES: &[&str] = &["difference", "diff", "delta", "\u{3b4}", "change", "gain"];

/// Names of rows with means or totals.
const MEANS: &[&str] = &["mean", "average", "avg", "avg.", "overall", "median", "sd", "std", "se"];

/// Returns true if one of the texts of a row is one of these words.
fn is_about(table: &Table, row: usize, names: &[&str]) -> bool {
    table.row_name(row).split(", ").any(|part| names.contains(&part.to_lowercase().as_str()))
}

/// Returns true if a column contains shares of units, and not changes or shares of another whole.
/// Its header shows this, or the counts next to it.
fn is_of_units(table: &Table, roles: &Roles, column: usize) -> bool {
    let signed = table.rows.iter().any(|row| row.cells[column].text.starts_with('+'));
    let counted = [Role::Total, Role::Successes].iter().any(|role| roles.column(*role).is_some());
    !signed && (counted || names_share(&words(&table.heads[column])))
}

/// Returns true if the statistic of a row is undefined, because no pair is discordant.
fn is_undefined(table: &Table, roles: &Roles, row: usize, role: Role) -> bool {
    let count = |role| roles.column(role).and_then(|at| table.rows[row].cells[at].count());
    matches!(role, Role::Z | Role::ChiSquare | Role::P | Role::PAdjusted)
        && count(Role::Broken) == Some(0)
        && count(Role::Mended) == Some(0)
}
