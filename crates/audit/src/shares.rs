//! Percentages of whole counts.

use crate::cell::Part;
use crate::finding::{Findings, Place, written};
use crate::granularity::{grim, smallest_whole};
use crate::role::words;
use crate::{Bound, Document, Printed, Role, Roles, Table, Verdict};

/// Checks the shares of a table against counts in the same row, and finds the n that they imply.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    for row in 0..table.rows.len() {
        let cells = &table.rows[row].cells;
        let place = || Place::row(table, row);
        for cell in cells {
            fractions(&cell.parts, &place(), findings);
        }
    }
    bare_fractions(table, roles, findings);
    no_more_than_all(table, roles, findings);
    for column in roles.columns(Role::Share) {
        let whole = whole(table, roles, column);
        if is_of_counts(table, column, whole) {
            of_totals(table, roles, column, whole, findings);
            implied(table, column, whole, findings);
        }
    }
}

/// Checks that successes do not exceed their units.
fn no_more_than_all(table: &Table, roles: &Roles, findings: &mut Findings) {
    for (k, n) in roles.successes() {
        for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
            if let (Some(k), Some(n)) = (cells[k].count(), cells[n].count())
                && k > n
            {
                let check = "successes are no more than all";
                let place = Place::row(table, row);
                let bound = format!("at most {n}");
                findings.add(check, Verdict::Impossible, place, k.to_string(), bound);
            }
        }
    }
}

/// Returns true if all values of a column are possible shares, and none has an error.
fn is_of_counts(table: &Table, column: usize, whole: f64) -> bool {
    // Cells that are not numbers are ignored.
    let cells = || {
        let cells = table.rows.iter().map(|row| &row.cells[column]);
        cells.filter(|cell| cell.number().is_some())
    };
    let plain =
        |cell: &crate::Cell| !cell.text.contains(['±', '[', '–', '+']) && cell.parts.len() <= 2;
    cells().all(plain)
        && cells().filter_map(crate::Cell::number).all(|n| (0.0..=whole).contains(&n.value))
}

/// Checks shares next to their totals, row by row. If few values of a column are shares of the
/// totals, the column holds something else, and no row is a fault.
fn of_totals(table: &Table, roles: &Roles, column: usize, whole: f64, findings: &mut Findings) {
    let mut found = Findings::default();
    let (mut good, mut all) = (0, 0);
    for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
        let count = |role| roles.of_share(role, column).and_then(|at| cells[at].count());
        let (Some(n), Some(share)) = (count(Role::Total), cells[column].number()) else { continue };
        // A mean of shares is not itself a share.
        if table.is_called(row, &["mean", "average", "avg", "overall", "difference", "delta"]) {
            continue;
        }
        let place = Place::row(table, row);
        of_total(share, whole, count(Role::Successes), n, place, &mut found);
        all += 1;
        good += usize::from(found.0.last().is_some_and(|last| !last.verdict.is_fault()));
    }
    // Counts next to their shares show that these are shares, unless none agrees.
    let counted = roles.of_share(Role::Successes, column).is_some() && good > 0;
    if counted || good * 10 >= all * 7 {
        findings.0.append(&mut found.0);
    } else if all > 0 {
        findings.add(
            "share possible of n",
            Verdict::Note,
            Place::column(table, column),
            format!("{all} values"),
            format!("{} are not shares of the n next to them", all - good),
        );
    }
}

/// 100 for percentages, 1 for proportions. A single value above 1 does not turn proportions into
/// percentages.
pub fn whole(table: &Table, roles: &Roles, column: usize) -> f64 {
    let head = &table.heads[column];
    let values = || table.numbers(column).flatten();
    if head.contains('%') || values().any(|n| n.percent) {
        return 100.0;
    }
    let above = values().filter(|n| !n.may_lie(0.0, 1.0) && n.value > 1.0).count();
    if above == 0 {
        return 1.0;
    }
    // The counts next to them decide.
    let fitting = |whole: f64| {
        let fits = |cells: &[crate::Cell]| {
            let count = |role| roles.of_share(role, column).and_then(|at| cells[at].count());
            let (share, n) = (cells[column].number()?, count(Role::Total)?);
            Some(match count(Role::Successes) {
                Some(k) if n > 0 => share.agrees(k as f64 / n as f64 * whole),
                _ => grim(share, whole, n),
            })
        };
        table.rows.iter().filter(|row| fits(&row.cells) == Some(true)).count()
    };
    let (proportions, percentages) = (fitting(1.0), fitting(100.0));
    let few = above * 2 < values().count() && !head.to_lowercase().contains("percent");
    let is_proportion = match proportions.cmp(&percentages) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => few,
    };
    if is_proportion { 1.0 } else { 100.0 }
}

fn of_total(
    share: Printed,
    whole: f64,
    k: Option<u64>,
    n: u64,
    place: Place,
    findings: &mut Findings,
) {
    match k {
        Some(k) if n > 0 => {
            findings.compare("share of the counts", place, share, k as f64 / n as f64 * whole, 0.0);
        }
        _ => {
            let good = grim(share, whole, n);
            let verdict = if good { Verdict::Ok } else { Verdict::Impossible };
            let nearest = (share.value / whole * n as f64).round();
            let shown =
                format!("{} = {nearest} of {n}", share.like(nearest / n.max(1) as f64 * whole));
            findings.add("share possible of n", verdict, place, written(share), shown);
        }
    }
}

/// Checks `13/15 (87%)` and `13 of 15 (87%)`. It ignores `76 (47.5%)` with a total elsewhere.
fn fractions(parts: &[Part], place: &Place, findings: &mut Findings) {
    for (at, pair) in parts.windows(2).enumerate() {
        let [k, n] = pair else { continue };
        let is_whole = |part: &Part| part.number.places <= 0 && !part.number.percent;
        let share = parts.get(at + 2).filter(|share| {
            let is_share = share.number.percent && share.label.is_empty() && share.closes;
            is_share && (share.opens || n.label == "/")
        });
        let is_fraction = match n.label.as_str() {
            "/" => share.is_some(),
            // A year is not a whole.
            "of" => k.label.is_empty() && !(1900.0..2100.0).contains(&k.number.value),
            _ => false,
        };
        let exactly = [k, n].iter().all(|part| part.number.bound == Bound::Exactly);
        if !is_fraction || !is_whole(k) || !is_whole(n) || !exactly {
            continue;
        }
        if is_impossible(k.number, n.number, place, findings) {
            continue;
        }
        let share = share.map(|share| share.number).filter(|one| one.bound == Bound::Exactly);
        if let Some(share) = share {
            let value = k.number.value / n.number.value * 100.0;
            findings.compare("percentage of the fraction", place.clone(), share, value, 0.0);
        }
    }
}

/// Reports a part of a whole that no data can yield.
fn is_impossible(k: Printed, n: Printed, place: &Place, findings: &mut Findings) -> bool {
    let possible = n.value > 0.0 && (0.0..=n.value).contains(&k.value);
    if !possible {
        let bound = match n.value > 0.0 {
            true => format!("between 0 and {}", written(n)),
            false => "of a number above 0".to_owned(),
        };
        let printed = format!("{} of {}", written(k), written(n));
        findings.add(
            "a part is no more than all",
            Verdict::Impossible,
            place.clone(),
            printed,
            bound,
        );
    }
    !possible
}

/// Checks cells that contain only a fraction, such as `13/15`, below a header of shares or
/// successes.
fn bare_fractions(table: &Table, roles: &Roles, findings: &mut Findings) {
    let is_counted = |column: &usize| {
        let names = ["right", "correct", "successes", "hits", "solved"];
        let named = words(&table.heads[*column]).iter().any(|word| names.contains(&word.as_str()));
        named || matches!(roles.role(*column), Some(Role::Share | Role::Successes))
    };
    for column in (0..table.heads.len()).filter(is_counted) {
        for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
            if let [k, n] = cells[column].parts.as_slice()
                && k.first
                && n.label == "/"
            {
                is_impossible(k.number, n.number, &Place::row(table, row), findings);
            }
        }
    }
}

/// Checks the fractions in the prose.
pub fn prose(document: &Document, findings: &mut Findings) {
    for line in &document.prose {
        let place = Place { table: String::new(), line: line.number, row: String::new() };
        fractions(&crate::Cell::new(&line.text).parts, &place, findings);
    }
}

/// Finds the n that a whole column implies: the smallest for which every value is possible.
fn implied(table: &Table, column: usize, whole: f64, findings: &mut Findings) {
    let values: Vec<Printed> = table.numbers(column).flatten().collect();
    let inside =
        values.iter().all(|v| (0.0..=whole).contains(&v.value) && v.bound == crate::Bound::Exactly);
    let distinct =
        values.iter().map(|v| v.value.to_bits()).collect::<std::collections::BTreeSet<_>>();
    if !inside || distinct.len() < 4 || values.iter().any(|v| v.places < 1) {
        return;
    }
    let place = || Place::column(table, column);
    let finest = values.iter().map(|v| v.half_unit() * 2.0).fold(f64::INFINITY, f64::min) / whole;
    let most = telling(finest, distinct.len());
    let shown = match smallest_whole(&values, whole, most) {
        Some(n) => format!("n = {n} or a multiple"),
        None if most >= 50 => format!("no n up to {most}"),
        None => return,
    };
    let printed = format!("{} values", values.len());
    findings.add("n that the shares imply", Verdict::Note, place(), printed, shown);
}

/// The largest n to search. A share printed in steps of `finest` fits n by chance with probability
/// n times that step. One time in a hundred is too often for all n together.
fn telling(finest: f64, distinct: usize) -> u64 {
    let by_chance = |n: u64| n as f64 * (n as f64 * finest).powi(distinct as i32);
    (1..=5000).take_while(|n| by_chance(*n) < 0.01).last().unwrap_or(0)
}
