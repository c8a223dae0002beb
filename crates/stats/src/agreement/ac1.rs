use crate::dist::critical_t;
use crate::error::inside;
use crate::{Defined, Error, Interval, Undefined};
use std::collections::BTreeMap;

/// Gwet's AC1 of any number of raters, of whom some may not have rated some units.
///
/// ```
/// use peirast_stats::agreement;
/// let units = [[Some(0), Some(0)], [Some(0), Some(0)], [Some(0), Some(1)], [Some(0), Some(0)]];
/// let ac1 = agreement::gwet_ac1(&units, 2)?;
/// // Kappa is 0 here, for all that raters agree on three units of four.
/// assert!((ac1.ac1 - 0.68).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GwetAc1 {
    /// The coefficient: 1 for complete agreement, 0 for what chance gives, negative for less.
    pub ac1: f64,
    /// The share of agreement among pairs of ratings of one unit.
    pub observed: f64,
    /// The share of agreement to be expected by chance.
    pub expected: f64,
    /// The standard error, over units; undefined for one unit.
    pub se: Defined,
    /// The number of units with a rating.
    pub units: u64,
}

/// Gwet's AC1. Rows are units, columns raters; `None` is a missing rating, and categories are
/// counted from 0 up to below `categories`.
///
/// Sources: Gwet (2008), *Br. J. Math. Stat. Psychol.* 61:29; (2014), *Handbook of Inter-Rater
/// Reliability*, 4th edition, for missing ratings.
///
/// # Errors
///
/// [`Error::OutOfRange`] for fewer than two categories, [`Error::NoSuch`] for one that does not
/// exist, [`Error::Undefined`] if no unit has two ratings.
///
/// ```
/// use peirast_stats::{Error, Undefined, agreement};
/// let none = agreement::gwet_ac1(&[[Some(0), None]], 2);
/// assert_eq!(none, Err(Error::Undefined(Undefined::NothingPairable)));
/// ```
pub fn gwet_ac1<R: AsRef<[Option<usize>]>>(
    units: &[R],
    categories: usize,
) -> Result<GwetAc1, Error> {
    if categories < 2 {
        let value = categories as f64;
        return Err(Error::OutOfRange { what: "categories", range: "2 or more", value });
    }
    let mut counts = Vec::new();
    for unit in units {
        let mut count = BTreeMap::new();
        for index in unit.as_ref().iter().flatten().copied() {
            let size = categories;
            if index >= size {
                return Err(Error::NoSuch { what: "category", index, size });
            }
            *count.entry(index).or_insert(0.0) += 1.0;
        }
        if !count.is_empty() {
            counts.push(count);
        }
    }
    of_counts(&counts, categories).map_err(Error::from)
}

/// The number of ratings of a unit by category. Unused categories are left out, because there can
/// be as many categories as ratings.
type UnitCounts = BTreeMap<usize, f64>;

fn of_counts(counts: &[UnitCounts], categories: usize) -> Defined<GwetAc1> {
    let n = counts.len() as f64;
    let ratings = |unit: &UnitCounts| unit.values().sum::<f64>();
    let pairable = counts.iter().filter(|unit| ratings(unit) > 1.0).count() as f64;
    if pairable == 0.0 {
        return Err(Undefined::NothingPairable);
    }
    let agreement = |unit: &UnitCounts| {
        let r = ratings(unit);
        if r > 1.0 {
            unit.values().map(|k| k * (k - 1.0)).sum::<f64>() / (r * (r - 1.0))
        } else {
            0.0
        }
    };
    let mut shares = vec![0.0; categories];
    for unit in counts {
        let r = ratings(unit);
        unit.iter().for_each(|(category, k)| shares[*category] += k / r);
    }
    shares.iter_mut().for_each(|share| *share /= n);
    let all: f64 = shares.iter().sum();
    let others = categories as f64 - 1.0;
    let observed = counts.iter().map(agreement).sum::<f64>() / pairable;
    let expected = shares.iter().map(|share| share * (1.0 - share)).sum::<f64>() / others;
    let free = 1.0 - expected;
    let ac1 = (observed - expected) / free;
    // The contribution of each unit, to first order, chance agreement included.
    let part = |unit: &UnitCounts| {
        let r = ratings(unit);
        let agreed = if r > 1.0 { n / pairable * (agreement(unit) - expected) / free } else { 0.0 };
        let given: f64 = unit.iter().map(|(category, k)| shares[*category] * k / r).sum();
        let chance = (all - given) / others;
        agreed - 2.0 * (1.0 - ac1) * (chance - expected) / free
    };
    let squares: f64 = counts.iter().map(|unit| (part(unit) - ac1).powi(2)).sum();
    let se = if n > 1.0 { Ok((squares / (n * (n - 1.0))).sqrt()) } else { Err(Undefined::TooFew) };
    Ok(GwetAc1 { ac1, observed, expected, se, units: counts.len() as u64 })
}

impl GwetAc1 {
    /// The interval by Student's t with one degree of freedom fewer than units, cut at -1 and 1.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::Undefined`] for one unit.
    ///
    /// ```
    /// use peirast_stats::agreement;
    /// let ac1 = agreement::gwet_ac1(&[[Some(0), Some(0)], [Some(0), Some(1)]], 2)?;
    /// assert!(ac1.interval(0.95)?.contains(ac1.ac1));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        let half = critical_t(confidence, self.units as f64 - 1.0) * self.se?;
        Ok(Interval { low: (self.ac1 - half).max(-1.0), high: (self.ac1 + half).min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ratings of Krippendorff's example, with the values that Gwet's own package irrCAC
    /// prints for them.
    #[test]
    fn gwets_example() {
        let raters: [[usize; 12]; 4] = [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ];
        let units: Vec<Vec<Option<usize>>> =
            (0..12).map(|i| raters.iter().map(|rater| rater[i].checked_sub(1)).collect()).collect();
        let found = gwet_ac1(&units, 5).expect("a coefficient");
        assert!((found.ac1 - 0.77544).abs() < 5e-6, "{found:?}");
        assert!((found.se.expect("twelve units") - 0.14295).abs() < 5e-6, "{found:?}");
    }
}
