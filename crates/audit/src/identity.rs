//! Arithmetic within tables: columns that are the sum, the difference or the mean of others, with
//! the rows that break it; rows of totals and means; bold values that should be the largest.

use std::collections::BTreeMap;

use crate::finding::{Findings, Place, written};
use crate::{Printed, Role, Roles, Table, Verdict};
use peirast_stats::dist::binomial_at_least;

/// Checks the arithmetic within a table.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    columns(table, roles, findings);
    totals(table, roles, findings);
    boldest(table, roles, findings);
}

/// A column computed from others.
#[derive(Debug, Clone)]
struct Identity {
    words: String,
    sources: Vec<(usize, f64)>,
    target: usize,
}

/// The most columns that are combined with one another. With more, some pairs would agree by
/// chance.
const WIDEST: usize = 16;

/// Finds identities that hold on at least nine rows in ten, and more often than chance explains
/// among all that are tried. Reports the rows that break them.
fn columns(table: &Table, roles: &Roles, findings: &mut Findings) {
    let numeric: Vec<usize> = (0..table.heads.len()).filter(|at| table.is_numeric(*at)).collect();
    let free = |at: &usize| {
        use crate::Role::{Mean, Share, Successes, Total};
        roles.role(*at).is_none_or(|role| matches!(role, Share | Mean | Total | Successes))
    };
    let free: Vec<usize> = numeric.into_iter().filter(free).take(WIDEST).collect();
    let candidates = candidates(table, &free);
    let all = candidates.len();
    let mut tried: BTreeMap<usize, usize> = BTreeMap::new();
    candidates.iter().for_each(|one| *tried.entry(one.target).or_default() += 1);
    let mut explained: Vec<usize> = Vec::new();
    for identity in candidates {
        if explained.contains(&identity.target)
            || identity.sources.iter().any(|(at, _)| explained.contains(at))
        {
            continue;
        }
        let rows: Vec<(usize, Printed, f64, f64)> =
            (0..table.rows.len()).filter_map(|row| on(table, &identity, row)).collect();
        if is_no_chance(table, &identity, &rows, tried[&identity.target], all) {
            explained.push(identity.target);
            for (row, printed, value, slack) in rows {
                let check = identity.words.clone();
                findings.compare(check, Place::row(table, row), printed, value, slack);
            }
        }
    }
}

/// Returns true if this many rows would agree by chance in fewer than one table in a thousand.
fn is_no_chance(
    table: &Table,
    identity: &Identity,
    rows: &[(usize, Printed, f64, f64)],
    of_target: usize,
    all: usize,
) -> bool {
    let holds = rows.iter().filter(|(_, p, value, slack)| p.agrees_within(*value, *slack)).count();
    // If the header names a sum, more rows may break it.
    let head = table.heads[identity.target].to_lowercase();
    let called = ["total", "sum", "mean", "average", "overall", "diff", "delta", "Δ", "effect"];
    let called = called.iter().any(|word| head.contains(word));
    let enough = if called { holds * 4 >= rows.len() * 3 } else { holds * 10 >= rows.len() * 9 };
    if rows.len() < 3 || !enough {
        return false;
    }
    let of = |pick: fn(f64, f64) -> f64, from: f64| {
        rows.iter().map(|(_, p, ..)| p.value).fold(from, pick)
    };
    let range = of(f64::max, f64::NEG_INFINITY) - of(f64::min, f64::INFINITY);
    let widest =
        rows.iter().map(|(_, p, _, slack)| 2.0 * (p.half_unit() + slack)).fold(0.0, f64::max);
    let chance = (widest / range.max(f64::MIN_POSITIVE)).min(1.0);
    let by_chance = binomial_at_least(holds as u64, rows.len() as u64, chance);
    // A sum that a header names is searched for only in this column.
    if called { by_chance * of_target as f64 <= 0.05 } else { by_chance * all as f64 <= 0.001 }
}

/// The candidates: differences and sums of two columns, means of two or more neighbours.
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
                if !run.contains(&target) {
                    found.extend(of_run(table, run, target));
                }
            }
        }
    }
    found
}

/// The mean of neighbours and, for three or more, their sum.
fn of_run(table: &Table, run: &[usize], target: usize) -> Vec<Identity> {
    let names: Vec<&str> = run.iter().map(|at| table.heads[*at].as_str()).collect();
    let head = &table.heads[target];
    let with = |words: String, weight: f64| Identity {
        words,
        sources: run.iter().map(|at| (*at, weight)).collect(),
        target,
    };
    let mean = with(format!("{head} = mean of {}", names.join(", ")), 1.0 / run.len() as f64);
    let sum = (run.len() > 2).then(|| with(format!("{head} = {}", names.join(" + ")), 1.0));
    [mean].into_iter().chain(sum).collect()
}

/// The printed value of a row, the value by the identity, and its uncertainty.
fn on(table: &Table, identity: &Identity, row: usize) -> Option<(usize, Printed, f64, f64)> {
    let number =
        |at: usize| table.rows[row].cells[at].number().filter(|n| n.bound == crate::Bound::Exactly);
    let printed = number(identity.target)?;
    let mut value = 0.0;
    let mut slack = 0.0;
    for (at, weight) in &identity.sources {
        let source = number(*at)?;
        value += weight * source.value;
        // Counts are not rounded.
        let exact = table.holds_counts(*at) && table.holds_counts(identity.target);
        slack += if exact { 0.0 } else { weight.abs() * source.half_unit() };
    }
    Some((row, printed, value, slack))
}

/// Checks a last row of totals or means: sums of counts; means of shares and means, plain or
/// weighted by n.
fn totals(table: &Table, roles: &Roles, findings: &mut Findings) {
    let Some(last) = table.rows.len().checked_sub(1).filter(|last| *last >= 2) else { return };
    let is_sum = table.is_called(last, &["total", "sum", "all"]);
    if !is_sum && !table.is_called(last, &["mean", "average", "avg", "overall"]) {
        return;
    }
    let weights = roles.column(Role::Total).filter(|at| table.holds_counts(*at));
    for column in 1..table.heads.len() {
        let values: Vec<Printed> = table.numbers(column).take(last).flatten().collect();
        let Some(printed) = table.rows[last].cells[column].number() else { continue };
        if values.len() != last {
            continue;
        }
        let sum: f64 = values.iter().map(|n| n.value).sum();
        let mean = sum / last as f64;
        let slack = values.iter().map(Printed::half_unit).sum::<f64>() / last as f64;
        let place = Place::row(table, last);
        let counts = table.holds_counts(column) && roles.role(column).is_none_or(Role::is_count);
        let averaged = matches!(roles.role(column), Some(Role::Share | Role::Mean));
        if counts && is_sum {
            findings.compare(format!("sum of {}", table.heads[column]), place, printed, sum, 0.0);
        } else if averaged && !is_sum {
            let weighted = weights.and_then(|at| weighted(table, column, at, last));
            let value =
                weighted.filter(|value| printed.agrees_within(*value, slack)).unwrap_or(mean);
            let check = format!("mean of {}", table.heads[column]);
            findings.compare(check, place, printed, value, slack);
        }
    }
}

/// The mean of a column, weighted by the counts of another.
fn weighted(table: &Table, column: usize, weights: usize, rows: usize) -> Option<f64> {
    let pairs = table.numbers(column).zip(table.numbers(weights)).take(rows);
    let pairs: Option<Vec<(f64, f64)>> = pairs.map(|(x, w)| Some((x?.value, w?.value))).collect();
    let pairs = pairs?;
    let all: f64 = pairs.iter().map(|(_, w)| w).sum();
    (all > 0.0).then(|| pairs.iter().map(|(x, w)| x * w).sum::<f64>() / all)
}

/// Checks that the bold cells of a column of shares or means are the largest.
fn boldest(table: &Table, roles: &Roles, findings: &mut Findings) {
    for column in (0..table.heads.len()).filter(|at| is_better_when_larger(roles, *at)) {
        let cell = |row: usize| &table.rows[row].cells[column];
        let cells: Vec<(usize, Printed, bool)> = (0..table.rows.len())
            .filter(|row| !table.is_summary(*row))
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

fn is_better_when_larger(roles: &Roles, column: usize) -> bool {
    matches!(roles.role(column), Some(crate::Role::Share | crate::Role::Mean))
}
