//! Numbers of a comparison as people read them.

use crate::{RunComparison, ScoreEstimate};
use peirast_decimals::{fixed_decimals, percent_decimals, scientific_decimals, signed};

/// A number without superfluous zeros.
pub(crate) fn fixed(value: f64) -> String {
    trimmed(&fixed_decimals(value, 2)).to_owned()
}

fn trimmed(decimals: &str) -> &str {
    match decimals.contains('.') && !decimals.contains('e') {
        true => decimals.trim_end_matches('0').trim_end_matches('.'),
        false => decimals,
    }
}

/// A score of one item, without superfluous zeros.
pub(crate) fn item_score(score: f64) -> String {
    trimmed(&plain(score)).to_owned()
}

/// A number of any size with three decimals, or with three digits and a power of ten.
fn plain(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 || (size > 0.0 && size < 5e-4) => scientific_decimals(value, 2),
        _ => fixed_decimals(value, 3),
    }
}

/// A number among those of a row: with as many digits as show the difference.
fn decimal(row: &RunComparison<'_>, value: f64) -> String {
    let [a, b] = [row.score_a.estimate.abs(), row.score_b.estimate.abs()];
    let size = a.max(b);
    let half = row.difference.low.zip(row.difference.high).map(|(low, high)| (high - low) / 2.0);
    let told = [Some(row.difference.estimate.abs()), half].into_iter().flatten();
    let finest = told.filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
    let power = |value: f64| value.log10().floor() as i32;
    let places = if finest.is_finite() { 2 - power(finest) } else { 0 };
    if value == 0.0 && (places > 6 || size >= 1e7) {
        return "0".to_owned();
    }
    let digits = if places > 6 || size >= 1e7 { power(value.abs()) + places } else { 0 };
    let digits = usize::try_from(digits.clamp(2, 14)).unwrap_or(2);
    // Three decimals below 10, none from 1000 on.
    let usual = 3 - (1.0_f64.max(size).log10().floor() as i32).min(3);
    match places {
        _ if size >= 1e7 => scientific_decimals(value, digits),
        7.. => scientific_decimals(value, digits),
        places => fixed_decimals(value, usize::try_from(places.max(usual)).unwrap_or(0)),
    }
}

/// Sets the decimals of shares in percent: one, or two in every row if a row needs two so that its difference is
/// that of the scores as they are printed (61.75 minus 51.25 is 10.5).
pub(crate) fn set_percent_places(rows: &mut [RunComparison<'_>]) {
    let agree = |row: &RunComparison<'_>, places: usize| {
        let told = |value: f64| percent_decimals(value, places).parse::<f64>().unwrap_or(value);
        let [a, b] = [row.score_a.estimate, row.score_b.estimate].map(told);
        (b - a - told(row.difference.estimate)).abs() < 1e-9
    };
    let needs_two = |row: &RunComparison<'_>| row.are_shares && !agree(row, 1) && agree(row, 2);
    let places = if rows.iter().any(needs_two) { 2 } else { 1 };
    rows.iter_mut().for_each(|row| row.percent_places = places);
}

/// A mean score, as a share in percent where scores are.
pub(crate) fn mean(row: &RunComparison<'_>, value: f64) -> String {
    match row.are_shares {
        true => percent_decimals(value, row.percent_places) + " %",
        false => decimal(row, value),
    }
}

/// A difference of means with its sign, in points of a hundred where scores are shares.
pub(crate) fn difference(row: &RunComparison<'_>, value: f64) -> String {
    number(row, value) + if row.are_shares { " points" } else { "" }
}

/// The same without its unit.
pub(crate) fn number(row: &RunComparison<'_>, value: f64) -> String {
    match row.are_shares {
        true => signed(percent_decimals(value, row.percent_places)),
        false => signed(decimal(row, value)),
    }
}

/// A margin with its unit.
pub(crate) fn size(row: &RunComparison<'_>, margin: f64) -> String {
    match row.are_shares {
        true => match fixed(100.0 * margin).as_str() {
            "1" => "1 point".to_owned(),
            points => format!("{points} points"),
        },
        false => item_score(margin),
    }
}

/// A difference with its interval, short: `+7.5 [2.1, 12.9]`.
pub(crate) fn bracketed(row: &RunComparison<'_>, value: &ScoreEstimate) -> String {
    let number = |value: f64| number(row, value);
    match (value.low, value.high) {
        (Some(low), Some(high)) => {
            format!("{} [{}, {}]", number(value.estimate), number(low), number(high))
        }
        _ => number(value.estimate),
    }
}
