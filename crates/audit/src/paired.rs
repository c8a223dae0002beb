//! Counts of paired answers: checks sums, and the statistics computed from the counts.

use peirast_stats::{Alternative, mcnemar};

use crate::finding::{Findings, Place};
use crate::{Printed, Role, Roles, Table, Verdict};

/// Checks the counts of a table, and the statistics next to them.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    let (Some(broken), Some(mended)) = (roles.column(Role::Broken), roles.column(Role::Mended))
    else {
        return;
    };
    let signs = sign(table, roles, broken, mended);
    for row in 0..table.rows.len() {
        let count = |at: usize| table.rows[row].cells[at].count();
        let (Some(n12), Some(n21)) = (count(broken), count(mended)) else { continue };
        sums(table, roles, row, (n12, n21), findings);
        statistics(table, roles, row, (n12, n21), signs, findings);
    }
}

/// Checks n* = n12 + n21, n = n11 + n12 + n21 + n22, and n* <= n.
fn sums(table: &Table, roles: &Roles, row: usize, (n12, n21): (u64, u64), findings: &mut Findings) {
    let cell = |role| roles.column(role).and_then(|at| table.rows[row].cells[at].count());
    let place = || Place::row(table, row);
    let discordant = n12.saturating_add(n21);
    let verdict = |good: bool| if good { Verdict::Ok } else { Verdict::Mismatch };
    if let Some(printed) = cell(Role::Discordant) {
        let good = verdict(printed == discordant);
        findings.add("n12 + n21 = n*", good, place(), printed.to_string(), discordant.to_string());
    }
    let Some(total) = cell(Role::Total) else { return };
    if let (Some(n11), Some(n22)) = (cell(Role::Both), cell(Role::Neither)) {
        let sum = n11.saturating_add(n22).saturating_add(discordant);
        let check = "n11 + n12 + n21 + n22 = n";
        findings.add(check, verdict(sum == total), place(), total.to_string(), sum.to_string());
    } else {
        let good = if discordant <= total { Verdict::Ok } else { Verdict::Impossible };
        let check = "discordant pairs are no more than all";
        findings.add(check, good, place(), total.to_string(), format!("at least {discordant}"));
    }
}

/// The sign of z in this table: 1 for n21 - n12, -1 for n12 - n21, 0 for neither.
fn sign(table: &Table, roles: &Roles, broken: usize, mended: usize) -> f64 {
    let Some(column) = roles.column(Role::Z) else { return 1.0 };
    let votes = (0..table.rows.len()).map(|row| {
        let cells = &table.rows[row].cells;
        match (cells[broken].count(), cells[mended].count(), cells[column].number()) {
            (Some(b), Some(c), Some(z)) if b != c && z.value != 0.0 => {
                if (c > b) == (z.value > 0.0) { 1 } else { -1 }
            }
            _ => 0,
        }
    });
    let negative = (0..table.rows.len())
        .any(|row| table.rows[row].cells[column].number().is_some_and(|z| z.value < 0.0));
    match votes.sum::<i32>() {
        _ if !negative => 0.0,
        sum if sum < 0 => -1.0,
        _ => 1.0,
    }
}

fn statistics(
    table: &Table,
    roles: &Roles,
    row: usize,
    (n12, n21): (u64, u64),
    sign: f64,
    findings: &mut Findings,
) {
    let cell = |role| roles.column(role).and_then(|at| table.rows[row].cells[at].number());
    if let Some(printed) = cell(Role::Z) {
        let signed = |z: f64| if sign == 0.0 { z.abs() } else { sign * z };
        let z = signed(mcnemar::normal(n12, n21, Alternative::TwoSided).z);
        let corrected = mcnemar::normal_corrected(n12, n21, Alternative::TwoSided);
        let corrected = signed(corrected.statistic);
        let ways =
            [(z, ""), (corrected, "with continuity correction"), (-z, "with the other sign")];
        one_of("z from the counts", table, row, printed, &ways, findings);
    }
    if let Some(printed) = cell(Role::ChiSquare).filter(|_| n12 > 0 || n21 > 0) {
        let corrected = mcnemar::chi_square_corrected(n12, n21).statistic;
        let plain = mcnemar::chi_square(n12, n21).statistic;
        // If the correction has no floor, equal counts have a distance of one.
        let unfloored = ((n21 as f64 - n12 as f64).abs() - 1.0).powi(2) / (n12 as f64 + n21 as f64);
        let ways = [
            (corrected, "with continuity correction"),
            (plain, "without continuity correction"),
            (unfloored, "with continuity correction, also of equal counts"),
        ];
        one_of("chi-square from the counts", table, row, printed, &ways, findings);
    }
}

/// Checks a statistic that may have been computed in several ways. Reports the way, or that none
/// fits.
fn one_of(
    check: &str,
    table: &Table,
    row: usize,
    printed: Printed,
    ways: &[(f64, &str)],
    findings: &mut Findings,
) {
    let fitting = ways.iter().find(|(value, _)| printed.agrees(*value));
    let Some((value, how)) = fitting.or(ways.first()).copied() else { return };
    let finding = findings.compare(check, Place::row(table, row), printed, value, 0.0);
    if fitting.is_some() {
        finding.remark = how.to_owned();
    }
}
