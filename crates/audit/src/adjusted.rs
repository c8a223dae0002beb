//! Adjusted p-values beside raw ones: which correction yields them, and what no correction can do.

use std::collections::BTreeMap;

use peirast_stats::Correction;

use crate::finding::{Findings, Place, written};
use crate::{Printed, Role, Roles, Table, Verdict};

/// The raw and adjusted p-values of a row.
struct Pair {
    row: usize,
    raw: Printed,
    adjusted: Printed,
}

/// Checks every column of adjusted p-values of a table.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    let Some(raw) = roles.column(Role::P) else { return };
    // Where there are counts, the rule behind both columns is looked for there.
    let counts = roles.column(Role::Broken).is_some() && roles.column(Role::Mended).is_some();
    for column in roles.columns(Role::PAdjusted) {
        let number = |row: usize, at: usize| table.rows[row].cells[at].number();
        let pair = |row| Some(Pair { row, raw: number(row, raw)?, adjusted: number(row, column)? });
        let pairs: Vec<Pair> = (0..table.rows.len()).filter_map(pair).collect();
        below_raw(table, &pairs, findings);
        if pairs.len() < 2 {
            continue;
        }
        let found = best(table, column, &pairs);
        for family in &found.families {
            let family: Vec<&Pair> = family.iter().map(|at| &pairs[*at]).collect();
            disorder(table, family, findings);
        }
        if !counts {
            report(table, column, &pairs, &found, findings);
        }
    }
}

/// An adjusted p-value is never smaller than the raw one.
fn below_raw(table: &Table, pairs: &[Pair], findings: &mut Findings) {
    for pair in pairs {
        let half = pair.raw.half_unit() + pair.adjusted.half_unit();
        let good =
            pair.adjusted.value + half >= pair.raw.value || pair.raw.bound != crate::Bound::Exactly;
        let verdict = if good { Verdict::Ok } else { Verdict::Impossible };
        let least = format!("at least {}", written(pair.raw));
        let place = Place::row(table, pair.row);
        findings.add(
            "adjusted p is no less than raw p",
            verdict,
            place,
            written(pair.adjusted),
            least,
        );
    }
}

/// Adjusted p-values keep the order of the raw ones within a family.
fn disorder(table: &Table, mut family: Vec<&Pair>, findings: &mut Findings) {
    family.sort_by(|a, b| a.raw.value.total_cmp(&b.raw.value));
    let mut most: Option<&Pair> = None;
    for pair in family {
        let least = pair.adjusted.value + 2.0 * pair.adjusted.half_unit();
        let outdone =
            |before: &&Pair| before.raw.value < pair.raw.value && before.adjusted.value > least;
        if let Some(before) = most.filter(outdone) {
            let place = Place::row(table, pair.row);
            let bound = format!("at least {}", written(before.adjusted));
            let check = "adjusted p keeps the order of raw p";
            findings.add(check, Verdict::Impossible, place, written(pair.adjusted), bound).remark = format!(
                "the smaller raw p {} has the larger adjusted p {}: the running maximum is missing",
                written(before.raw),
                written(before.adjusted)
            );
        }
        if most.is_none_or(|before| pair.adjusted.value > before.adjusted.value) {
            most = Some(pair);
        }
    }
}

/// A correction over families, and what it yields.
struct Found {
    correction: Correction,
    families: Vec<Vec<usize>>,
    adjusted: Vec<f64>,
    slack: Vec<f64>,
    yields: usize,
}

/// The correction and the grouping into families that yield most of a column: all rows, or those
/// that share a text in some column.
fn best(table: &Table, column: usize, pairs: &[Pair]) -> Found {
    // Of corrections that do as well, the one named in the head of the column.
    let head = table.heads[column].to_lowercase();
    let named = |one: &Correction| one.name().split('-').all(|word| head.contains(word));
    let mut order: Vec<Correction> = Correction::ALL.to_vec();
    order.sort_by_key(|one| !named(one));
    let mut best: Option<Found> = None;
    for families in groupings(table, pairs) {
        for correction in &order {
            let found = apply(*correction, &families, pairs);
            if best.as_ref().is_none_or(|best| found.yields > best.yields) {
                best = Some(found);
            }
        }
    }
    best.unwrap_or_else(|| apply(Correction::Unadjusted, &[], pairs))
}

fn groupings(table: &Table, pairs: &[Pair]) -> Vec<Vec<Vec<usize>>> {
    let mut found = vec![vec![(0..pairs.len()).collect()]];
    for column in (0..table.heads.len()).filter(|at| !table.is_numeric(*at)) {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, pair) in pairs.iter().enumerate() {
            groups.entry(table.rows[pair.row].cells[column].text.as_str()).or_default().push(at);
        }
        if groups.len() > 1 && groups.values().all(|group| group.len() > 1) {
            found.push(groups.into_values().collect());
        }
    }
    found
}

fn apply(correction: Correction, families: &[Vec<usize>], pairs: &[Pair]) -> Found {
    let mut adjusted = vec![0.0; pairs.len()];
    let mut slack = vec![0.0; pairs.len()];
    for family in families {
        // The raw p-values are rounded; adjusting multiplies what was lost.
        let of = |sign: f64| {
            let moved =
                |pair: &Pair| (pair.raw.value + sign * pair.raw.half_unit()).clamp(0.0, 1.0);
            let raw: Vec<f64> = family.iter().map(|at| moved(&pairs[*at])).collect();
            correction.adjust(&raw).unwrap_or(raw)
        };
        let (low, middle, high) = (of(-1.0), of(0.0), of(1.0));
        for (place, at) in family.iter().enumerate() {
            adjusted[*at] = middle[place];
            slack[*at] = (high[place] - low[place]).abs() / 2.0;
        }
    }
    let fits = |at: &usize| pairs[*at].adjusted.agrees_within(adjusted[*at], slack[*at]);
    let yields = (0..pairs.len()).filter(fits).count();
    Found { correction, families: families.to_vec(), adjusted, slack, yields }
}

/// The rows that the correction does not yield; or that none yields even half of them.
fn report(table: &Table, column: usize, pairs: &[Pair], found: &Found, findings: &mut Findings) {
    let correction = found.correction;
    if found.yields * 2 < pairs.len() {
        let printed = format!("`{}`", table.heads[column]);
        let place = Place::whole(table);
        findings
            .add("correction", Verdict::Mismatch, place, printed, "no correction yields it")
            .remark = format!("the best, {correction}, yields {} of {}", found.yields, pairs.len());
        return;
    }
    for (at, pair) in pairs.iter().enumerate() {
        let check = format!("{correction} of the raw p");
        let place = Place::row(table, pair.row);
        findings.compare(check, place, pair.adjusted, found.adjusted[at], found.slack[at]);
    }
}
