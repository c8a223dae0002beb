//! Means, standard deviations, extremes and intervals next to each other.

use peirast_decimals::fixed_decimals;
use peirast_stats::dist::normal_quantile;

use crate::finding::{Findings, Place, written};
use crate::granularity::{least_spread, spread_between};
use crate::{Printed, Role, Roles, Table, Verdict, limits};

/// Checks the summaries of a table row by row.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    for row in 0..table.rows.len() {
        let of = |role| roles.column(role).and_then(|at| table.rows[row].cells[at].number());
        let place = || Place::row(table, row);
        if let (Some(mean), Some(min), Some(max)) = (of(Role::Mean), of(Role::Min), of(Role::Max)) {
            between(mean, (min, max), place(), findings);
            if let Some(sd) = of(Role::Sd) {
                feasible(mean, sd, (min, max), of(Role::Total), place(), findings);
            }
        }
        if let (Some(low), Some(high), Some(width)) =
            (of(Role::Low), of(Role::High), of(Role::Width))
        {
            let slack = low.half_unit() + high.half_unit();
            let apart = high.value - low.value;
            findings.compare("width of the interval", place(), width, apart, slack);
        }
    }
    interval_sizes(table, roles, findings);
}

/// Checks that a mean lies between the extremes.
fn between(mean: Printed, (low, high): (Printed, Printed), place: Place, findings: &mut Findings) {
    let verdict = limits::within(mean, low, high);
    let ends = format!("{} to {}", written(low), written(high));
    findings.add("mean lies between min and max", verdict, place, written(mean), ends);
}

/// Checks that values between these ends can have a standard deviation, for n values if n is known.
fn feasible(
    mean: Printed,
    sd: Printed,
    ends: (Printed, Printed),
    n: Option<Printed>,
    place: Place,
    findings: &mut Findings,
) {
    let (min, max) = (ends.0.value - ends.0.half_unit(), ends.1.value + ends.1.half_unit());
    if min > max {
        let range = format!("{} or more", written(ends.0));
        findings.add("max not below min", Verdict::Impossible, place, written(ends.1), range);
        return;
    }
    let n = n.map(|n| n.value as u64).filter(|n| *n >= 2);
    // Without n: two values have the largest spread with the divisor n - 1.
    let least = n.map_or(0.0, |n| least_spread(mean, ends, n));
    let bound = match n {
        Some(n) => spread_between(mean.value.clamp(min, max), min, max, n).map(|(_, most)| most),
        None => Some(
            ((max - mean.value) * (mean.value - min)).max(0.0).sqrt() * std::f64::consts::SQRT_2,
        ),
    };
    let Some(most) = bound else { return };
    let good = sd.value - sd.half_unit() <= most + mean.half_unit()
        && sd.value + sd.half_unit() + mean.half_unit() >= least;
    let verdict = if good { Verdict::Ok } else { Verdict::Impossible };
    let finer = Printed { places: sd.places + 1, ..sd };
    let range = match least {
        0.0 => format!("at most {}", finer.like(most)),
        least => format!("{} to {}", finer.like(least), finer.like(most)),
    };
    findings.add("SD possible between min and max", verdict, place, written(sd), range);
}

/// Finds the n that the intervals of means imply, if their rows share one.
fn interval_sizes(table: &Table, roles: &Roles, findings: &mut Findings) {
    let rows: Vec<(f64, f64)> = (0..table.rows.len())
        .filter_map(|row| {
            let of = |role| roles.column(role).and_then(|at| table.rows[row].cells[at].number());
            let (sd, low, high) = (of(Role::Sd)?, of(Role::Low)?, of(Role::High)?);
            let half = (high.value - low.value) / 2.0;
            let slack = (high.half_unit() + low.half_unit()) / 2.0;
            let size = |half: f64| (normal_quantile(0.975) * sd.value / half).powi(2);
            (half > slack && sd.value > 0.0).then(|| (size(half + slack), size(half - slack)))
        })
        .collect();
    if rows.len() < 2 || !limits::may_be_of_mean(table, roles) {
        return;
    }
    let low = rows.iter().map(|(low, _)| *low).fold(0.0, f64::max);
    let high = rows.iter().map(|(_, high)| *high).fold(f64::INFINITY, f64::min);
    let first = rows.iter().map(|(low, _)| *low).fold(f64::INFINITY, f64::min);
    let last = rows.iter().map(|(_, high)| *high).fold(0.0, f64::max);
    let shown = match () {
        () if low.ceil() <= high.floor() => format!("n = {} to {}", low.ceil(), high.floor()),
        () => format!(
            "n from {} to {}: no n fits all rows",
            fixed_decimals(first, 1),
            fixed_decimals(last, 1)
        ),
    };
    findings
        .add(
            "n that normal 95 % intervals imply",
            Verdict::Note,
            Place::whole(table),
            "mean, SD and interval",
            shown,
        )
        .remark = "half-width = 1.96 SD / sqrt(n)".to_owned();
}
