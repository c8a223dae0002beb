//! Possible values of shares, means and standard deviations of whole counts.

use crate::Printed;

/// Returns true if a share of n can be printed in this way. This is GRIM for percentages and
/// proportions.
///
/// Source: Brown & Heathers (2017), *Soc. Psychol. Personal. Sci.* 8:363.
///
/// ```
/// use peirast_audit::grim;
/// // 98.75 % of 40 would be 39.5 of them.
/// assert!(!grim("98.75".parse()?, 100.0, 40) && grim("97.5".parse()?, 100.0, 40));
/// # Ok::<(), peirast_audit::NotANumber>(())
/// ```
#[must_use]
pub fn grim(printed: Printed, whole: f64, n: u64) -> bool {
    if n == 0 {
        return false;
    }
    let size = n as f64;
    let count = (printed.value / whole * size).round();
    // Rounding may have gone either way, so the counts next to the nearest one are tried too.
    [count - 1.0, count, count + 1.0]
        .into_iter()
        .any(|count| (0.0..=size).contains(&count) && printed.agrees(count / size * whole))
}

/// The smallest n up to `most` for which all these shares are possible.
///
/// ```
/// use peirast_audit::smallest_whole;
/// let column = ["97.5".parse()?, "87.5".parse()?, "95.0".parse()?];
/// assert_eq!(smallest_whole(&column, 100.0, 1_000), Some(40));
/// # Ok::<(), peirast_audit::NotANumber>(())
/// ```
#[must_use]
pub fn smallest_whole(column: &[Printed], whole: f64, most: u64) -> Option<u64> {
    (1..=most).find(|n| column.iter().all(|printed| grim(*printed, whole, *n)))
}

/// The smallest and the largest standard deviation (with divisor n - 1) of n values with this mean,
/// minimum and maximum.
///
/// The largest occurs if all values but at most one are at the ends. The smallest occurs if one
/// value is at each end and the others are equal. `None` if there are fewer than two values, or the
/// mean lies outside the ends.
///
/// ```
/// use peirast_audit::spread_between;
/// let (least, most) = spread_between(99.84, 99.38, 100.0, 12).expect("possible");
/// assert!(least < 0.16 && most < 0.29);
/// assert_eq!(spread_between(5.0, 6.0, 7.0, 3), None);
/// ```
#[must_use]
pub fn spread_between(mean: f64, min: f64, max: f64, n: u64) -> Option<(f64, f64)> {
    let size = n as f64;
    if n < 2 || mean < min || mean > max {
        return None;
    }
    // One value at each end and the rest equal: the smallest spread with both ends reached.
    let rest = size * mean - min - max;
    let least = if n == 2 || min == max {
        let sum = (min - mean).powi(2) + (max - mean).powi(2);
        if min == max { 0.0 } else { sum }
    } else {
        let each = rest / (size - 2.0);
        if !(min..=max).contains(&each) {
            return None;
        }
        (min - mean).powi(2) + (max - mean).powi(2) + (size - 2.0) * (each - mean).powi(2)
    };
    // As many values at the ends as the mean allows, and one between.
    let most = if min == max {
        0.0
    } else {
        let high = ((size * (mean - min)) / (max - min)).floor().clamp(0.0, size);
        let between = size * mean - high * max - (size - high - 1.0) * min;
        let ends =
            high * (max - mean).powi(2) + (size - high - 1.0).max(0.0) * (min - mean).powi(2);
        if high >= size { ends } else { ends + (between - mean).powi(2) }
    };
    let sd = |sum: f64| (sum.max(0.0) / (size - 1.0)).sqrt();
    Some((sd(least), sd(most)))
}

/// The smallest standard deviation of n values whose mean and ends would be printed in this way.
pub(crate) fn least_spread(mean: Printed, (min, max): (Printed, Printed), n: u64) -> f64 {
    let (low, high) = (min.value + min.half_unit(), max.value - max.half_unit());
    if low >= high {
        return 0.0;
    }
    spread_between(mean.value.clamp(low, high), low, high, n).map_or(0.0, |(least, _)| least)
}

/// Returns true if two conditions of n items can agree on a printed share of them. The number of
/// disagreements has the parity of the difference in right answers. It is no smaller than this
/// difference, and no larger than the numbers of right and wrong answers allow.
///
/// ```
/// use peirast_audit::agreement_possible;
/// // 100 % and 100 % right of 40, and yet one disagreement: impossible.
/// assert!(!agreement_possible("97.5".parse()?, "100.0".parse()?, "100.0".parse()?, 40));
/// assert!(agreement_possible("97.5".parse()?, "100.0".parse()?, "97.5".parse()?, 40));
/// # Ok::<(), peirast_audit::NotANumber>(())
/// ```
#[must_use]
pub fn agreement_possible(agreement: Printed, first: Printed, second: Printed, n: u64) -> bool {
    let counts = |printed: Printed| {
        let near = (printed.value / 100.0 * n as f64).round() as i64;
        let range = (near - 1).max(0)..=(near + 1).min(n as i64);
        range.filter(move |count| printed.agrees(*count as f64 / n as f64 * 100.0))
    };
    let possible = |agree: i64, a: i64, b: i64| {
        let n = n as i64;
        let (apart, difference) = (n - agree, (a - b).abs());
        apart % 2 == difference % 2 && apart >= difference && apart <= (a + b).min(2 * n - a - b)
    };
    n > 0
        && n < 1 << 40
        && counts(agreement)
            .any(|agree| counts(first).any(|a| counts(second).any(|b| possible(agree, a, b))))
}

/// Returns true if counts of two conditions of n items can yield a printed reduction (in percent of
/// the first count) and the pooled z of the two shares. Tries all n from 1 to `most`.
///
/// ```
/// use peirast_audit::reduction_possible;
/// // 65 of 346 became 35 of 346: 46.15 % less.
/// assert!(reduction_possible("46.15".parse()?, "3.24".parse()?, 383));
/// assert!(!reduction_possible("46.15".parse()?, "99.9".parse()?, 383));
/// # Ok::<(), peirast_audit::NotANumber>(())
/// ```
#[must_use]
pub fn reduction_possible(reduction: Printed, z: Printed, most: u64) -> bool {
    let counts = (1..=most).filter_map(|first| {
        let second = (first as f64 * (1.0 - reduction.value / 100.0)).round();
        let share = (1.0 - second / first as f64) * 100.0;
        (second >= 0.0 && reduction.agrees(share)).then_some((first as f64, second))
    });
    let fits = |(first, second): (f64, f64)| {
        (1..=most).map(|n| n as f64).filter(|n| *n >= first.max(second)).any(|n| {
            let pooled = (first + second) / (2.0 * n);
            let variance = pooled * (1.0 - pooled) * 2.0 / n;
            variance > 0.0 && z.agrees((first - second) / n / variance.sqrt())
        })
    };
    most <= 100_000 && counts.into_iter().any(fits)
}
