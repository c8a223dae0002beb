//! Columns that are the sum, the difference or the mean of others, and rows that break it; rows
//! of totals and means; values set in bold for being the largest.

use crate::finding::{Findings, Place, written};
use crate::{Printed, Roles, Table, Verdict};

/// Checks the arithmetic within a table.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    columns(table, roles, findings);
    totals(table, findings);
    boldest(table, roles, findings);
}

/// A column made from others.
#[derive(Debug, Clone)]
struct Identity {
    words: String,
    sources: Vec<(usize, f64)>,
    target: usize,
}

/// Columns that are tried with one another: all pairs of more would agree with something by chance.
const WIDEST: usize = 16;

/// Finds identities that hold on at least three rows in four, and at least four of them; reports
/// the rows on which they do not.
fn columns(table: &Table, roles: &Roles, findings: &mut Findings) {
    let numeric: Vec<usize> = (0..table.heads.len()).filter(|at| table.is_numeric(*at)).collect();
    let known = |at: &usize| {
        roles.role(*at).is_some_and(|role| !matches!(role, crate::Role::Share | crate::Role::Mean))
    };
    let free: Vec<usize> = numeric.into_iter().filter(|at| !known(at)).take(WIDEST).collect();
    let mut explained: Vec<usize> = Vec::new();
    for identity in candidates(table, &free) {
        if explained.contains(&identity.target)
            || identity.sources.iter().any(|(at, _)| explained.contains(at))
        {
            continue;
        }
        let rows: Vec<(usize, Printed, f64, f64)> =
            (0..table.rows.len()).filter_map(|row| on(table, &identity, row)).collect();
        let holds =
            rows.iter().filter(|(_, p, value, slack)| p.agrees_within(*value, *slack)).count();
        let distinct = rows
            .iter()
            .map(|(_, p, ..)| p.value.to_bits())
            .collect::<std::collections::BTreeSet<_>>();
        if rows.len() < 4 || holds * 4 < rows.len() * 3 || distinct.len() < 3 {
            continue;
        }
        explained.push(identity.target);
        for (row, printed, value, slack) in rows {
            findings.compare(identity.words.clone(), Place::row(table, row), printed, value, slack);
        }
    }
}

/// Differences and sums of two columns, means of two or more neighbours.
fn candidates(table: &Table, free: &[usize]) -> Vec<Identity> {
    let head = |at: usize| table.heads[at].clone();
    let mut found = Vec::new();
    for &target in free {
        for (i, &a) in free.iter().enumerate().filter(|(_, a)| **a != target) {
            for &b in free[i + 1..].iter().filter(|b| **b != target) {
                let pair = |x: usize, y: usize, sign: f64, word: &str| Identity {
                    words: format!("{} = {} {word} {}", head(target), head(x), head(y)),
                    sources: vec![(x, 1.0), (y, sign)],
                    target,
                };
                found.extend([pair(a, b, 1.0, "+"), pair(a, b, -1.0, "-"), pair(b, a, -1.0, "-")]);
            }
        }
        for from in 0..free.len() {
            for to in from + 2..=free.len().min(from + 8) {
                let run = &free[from..to];
                if run.contains(&target) {
                    continue;
                }
                let weight = 1.0 / run.len() as f64;
                let names: Vec<String> = run.iter().map(|at| head(*at)).collect();
                found.push(Identity {
                    words: format!("{} = mean of {}", head(target), names.join(", ")),
                    sources: run.iter().map(|at| (*at, weight)).collect(),
                    target,
                });
            }
        }
    }
    found
}

/// What is printed on a row, what the identity gives, and by how much that may be off.
fn on(table: &Table, identity: &Identity, row: usize) -> Option<(usize, Printed, f64, f64)> {
    let number =
        |at: usize| table.rows[row].cells[at].number().filter(|n| n.bound == crate::Bound::Exactly);
    let printed = number(identity.target)?;
    let mut value = 0.0;
    let mut slack = 0.0;
    for (at, weight) in &identity.sources {
        let source = number(*at)?;
        value += weight * source.value;
        slack += weight.abs() * source.half_unit();
    }
    Some((row, printed, value, slack))
}

/// A last row of totals or means.
fn totals(table: &Table, findings: &mut Findings) {
    let Some(last) = table.rows.len().checked_sub(1).filter(|last| *last >= 2) else { return };
    let name =
        table.rows[last].cells.first().map(|cell| cell.text.to_lowercase()).unwrap_or_default();
    let is_sum = ["total", "sum", "all"].contains(&name.as_str());
    let is_mean = ["mean", "average", "avg", "overall"].contains(&name.as_str());
    if !is_sum && !is_mean {
        return;
    }
    for column in 1..table.heads.len() {
        let values: Vec<Printed> = table.numbers(column).take(last).flatten().collect();
        let Some(printed) = table.rows[last].cells[column].number() else { continue };
        if values.len() != last {
            continue;
        }
        let sum: f64 = values.iter().map(|n| n.value).sum();
        let slack: f64 = values.iter().map(Printed::half_unit).sum();
        let count = values.len() as f64;
        let (value, slack) = if is_sum { (sum, slack) } else { (sum / count, slack / count) };
        let check = format!("{} of {}", if is_sum { "sum" } else { "mean" }, table.heads[column]);
        findings.compare(check, Place::row(table, last), printed, value, slack);
    }
}

/// Bold type in some cells of a column of shares or means says: these are the largest.
fn boldest(table: &Table, roles: &Roles, findings: &mut Findings) {
    for column in (0..table.heads.len()).filter(|at| is_better_when_larger(roles, *at)) {
        let cell = |row: usize| &table.rows[row].cells[column];
        let cells: Vec<(usize, Printed, bool)> = (0..table.rows.len())
            .filter(|row| !is_summary(table, *row))
            .filter_map(|row| Some((row, cell(row).number()?, cell(row).emphasised)))
            .collect();
        let bold: Vec<&(usize, Printed, bool)> = cells.iter().filter(|(.., bold)| *bold).collect();
        let plain = || cells.iter().filter(|(.., bold)| !bold);
        if cells.len() < 3 || bold.is_empty() || plain().next().is_none() {
            continue;
        }
        let highest = cells.iter().map(|(_, n, _)| n.value).fold(f64::NEG_INFINITY, f64::max);
        if bold.iter().any(|(_, n, _)| n.value >= highest) {
            continue;
        }
        let Some((row, number, _)) =
            bold.into_iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))
        else {
            continue;
        };
        findings
            .add(
                format!("bold is the largest of {}", table.heads[column]),
                Verdict::Note,
                Place::row(table, *row),
                written(*number),
                number.like(highest),
            )
            .remark = "another value is larger; unless bold type means something else".to_owned();
    }
}

/// Whether a row sums up others.
fn is_summary(table: &Table, row: usize) -> bool {
    let name =
        table.rows[row].cells.first().map(|cell| cell.text.to_lowercase()).unwrap_or_default();
    ["difference", "delta", "total", "sum", "mean", "average", "overall", "all"]
        .contains(&name.as_str())
}

fn is_better_when_larger(roles: &Roles, column: usize) -> bool {
    matches!(roles.role(column), Some(crate::Role::Share | crate::Role::Mean))
}
