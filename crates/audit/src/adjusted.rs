//! Adjusted p-values beside raw ones: which correction yields them, and what no correction can do.

use std::collections::BTreeMap;

use peirast_stats::Correction;

use crate::finding::{Findings, Place, written};
use crate::{Bound, Printed, Role, Roles, Table, Verdict};

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
        if !counts {
            let found = best(table, column, &pairs);
            if found.yields * 4 >= pairs.len() * 3 {
                for family in &found.families {
                    disorder(table, family.iter().map(|at| &pairs[*at]).collect(), findings);
                }
            }
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
        let (check, place) = ("adjusted p is no less than raw p", Place::row(table, pair.row));
        findings.add(check, verdict, place, written(pair.adjusted), least);
    }
}

/// Families beyond this size are not looked through row by row.
const MOST_ROWS: usize = 2000;

/// Adjusted p-values keep the order of the raw ones within a family: the fewest rows without which
/// they do are those that break it.
fn disorder(table: &Table, mut family: Vec<&Pair>, findings: &mut Findings) {
    if family.len() > MOST_ROWS {
        return;
    }
    family.sort_by(|a, b| a.raw.value.total_cmp(&b.raw.value));
    let rises = |before: &Pair, after: &Pair| {
        let least = after.adjusted.value + 2.0 * after.adjusted.half_unit();
        before.raw.value >= after.raw.value || before.adjusted.value <= least
    };
    // The longest run that keeps the order, by the row before.
    let mut length = vec![1_usize; family.len()];
    let mut before: Vec<Option<usize>> = vec![None; family.len()];
    for at in 0..family.len() {
        for earlier in 0..at {
            if rises(family[earlier], family[at]) && length[earlier] + 1 > length[at] {
                length[at] = length[earlier] + 1;
                before[at] = Some(earlier);
            }
        }
    }
    let last = (0..family.len()).max_by_key(|at| length[*at]);
    let kept: Vec<usize> = std::iter::successors(last, |at| before[*at]).collect();
    for (at, pair) in family.iter().enumerate().filter(|(at, _)| !kept.contains(at)) {
        let larger = family[..at].iter().find(|other| !rises(other, pair));
        let (bound, remark) = match larger {
            Some(other) => (
                format!("at least {}", written(other.adjusted)),
                format!(
                    "the smaller raw p {} has the larger adjusted p {}: the running maximum is missing",
                    written(other.raw),
                    written(other.adjusted)
                ),
            ),
            None => {
                ("less".to_owned(), "larger raw p-values have smaller adjusted ones".to_owned())
            }
        };
        let (check, place) = ("adjusted p keeps the order of raw p", Place::row(table, pair.row));
        findings.add(check, Verdict::Impossible, place, written(pair.adjusted), bound).remark =
            remark;
    }
}

/// A correction over families, and what it yields.
struct Fit {
    correction: Correction,
    families: Vec<Vec<usize>>,
    /// Of each row, the adjusted p of the raw p-values as printed, and of the smallest and largest
    /// that print so.
    adjusted: Vec<[f64; 3]>,
    yields: usize,
}

/// The correction and the grouping into families that yield most of a column: all rows, or those
/// that share a text in some column.
fn best(table: &Table, column: usize, pairs: &[Pair]) -> Fit {
    // Of corrections that do as well, the one named in the head of the column.
    let head = table.heads[column].to_lowercase();
    let named = |one: &Correction| one.name().split('-').all(|word| head.contains(word));
    let mut order: Vec<Correction> = Correction::ALL.to_vec();
    order.sort_by_key(|one| !named(one));
    let mut best: Option<Fit> = None;
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

/// All rows, or those that share the texts of one or two columns.
fn groupings(table: &Table, pairs: &[Pair]) -> Vec<Vec<Vec<usize>>> {
    let texts: Vec<usize> =
        (0..table.heads.len()).filter(|at| !table.is_numeric(*at)).take(8).collect();
    let mut keys: Vec<Vec<usize>> = texts.iter().map(|at| vec![*at]).collect();
    for (i, first) in texts.iter().enumerate() {
        keys.extend(texts[i + 1..].iter().map(|second| vec![*first, *second]));
    }
    let mut found = vec![vec![(0..pairs.len()).collect()]];
    for columns in keys {
        let mut groups: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (at, pair) in pairs.iter().enumerate() {
            let text = |column: &usize| table.rows[pair.row].cells[*column].text.as_str();
            groups.entry(columns.iter().map(text).collect()).or_default().push(at);
        }
        if groups.len() > 1 && groups.values().all(|group| group.len() > 1) {
            found.push(groups.into_values().collect());
        }
    }
    found
}

fn apply(correction: Correction, families: &[Vec<usize>], pairs: &[Pair]) -> Fit {
    let mut adjusted = vec![[0.0; 3]; pairs.len()];
    for family in families {
        let of = |raw: fn(&Pair) -> f64| {
            let raw: Vec<f64> = family.iter().map(|at| raw(&pairs[*at]).clamp(0.0, 1.0)).collect();
            correction.adjust(&raw).unwrap_or(raw)
        };
        let (middle, low, high) = (of(|pair| pair.raw.value), of(lowest), of(highest));
        for (place, at) in family.iter().enumerate() {
            adjusted[*at] = [middle[place], low[place], high[place]];
        }
    }
    let fits = |at: &usize| verdict(pairs[*at].adjusted, adjusted[*at]) != Verdict::Mismatch;
    let yields = (0..pairs.len()).filter(fits).count();
    Fit { correction, families: families.to_vec(), adjusted, yields }
}

/// The smallest raw p that prints like this.
fn lowest(pair: &Pair) -> f64 {
    if pair.raw.bound == Bound::Below { 0.0 } else { pair.raw.value - pair.raw.half_unit() }
}

/// The largest.
fn highest(pair: &Pair) -> f64 {
    match pair.raw.bound {
        Bound::Below => pair.raw.value,
        Bound::Above => 1.0,
        Bound::Exactly => pair.raw.value + pair.raw.half_unit(),
    }
}

/// How a printed adjusted p compares with what the raw ones give.
fn verdict(printed: Printed, [middle, low, high]: [f64; 3]) -> Verdict {
    let is_between = || printed.bound == Bound::Exactly && printed.may_lie(low, high);
    match () {
        () if printed.agrees(middle) => Verdict::Ok,
        () if printed.agrees(low) || printed.agrees(high) || is_between() => Verdict::Rounding,
        () => Verdict::Mismatch,
    }
}

/// The rows that the correction does not yield; or that none yields even half of them.
fn report(table: &Table, column: usize, pairs: &[Pair], found: &Fit, findings: &mut Findings) {
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
        let [middle, ..] = found.adjusted[at];
        let verdict = verdict(pair.adjusted, found.adjusted[at]);
        findings.add(check, verdict, place, written(pair.adjusted), pair.adjusted.like(middle));
    }
}
