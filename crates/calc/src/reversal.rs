//! Counts of fallacies in two orders of premises, compared with printed values.

mod row;

use crate::error::{Context as _, Result, refuse};
use crate::sheet::{Cell, Sheet};
use peirast_stats::{
    Alternative, Correction, Defined, Pooling, TwoProportions, Undefined, mcnemar,
};
use row::{Row, rows};
use std::collections::BTreeMap;
use std::path::Path;

/// Numbers of fallacies in both orders, and the number of items, which may be known only within
/// bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    x1: u64,
    x2: u64,
    least: u64,
    most: Option<u64>,
}

/// Statistics of counts.
struct CountStatistics {
    blocked: Defined,
    z: Defined,
    p: Defined,
}

/// Recalculates every row of a table of fallacies in two orders of premises, from its counts, or
/// from all counts up to `most` items that yield the printed values.
///
/// # Errors
/// If the file cannot be read, or counts do not fit the printed values.
pub fn reversal(file: Option<&Path>, most: Option<u64>) -> Result<Sheet> {
    let mut all = Vec::new();
    for Row { place, model, counts, printed } in rows(file)? {
        let found = most.map_or(counts, |most| printed.found(most));
        if found.is_empty() {
            let why = most.map_or("give x1, x2 and n", |_| "no counts yield this");
            refuse!("{place}: {why}");
        }
        for counts in found {
            let both = counts.both().with_context(|| place.clone())?;
            all.push((model.clone(), counts, both, printed.clone()));
        }
    }
    // A model is one test for all of its possible counts: its largest p represents it. If no
    // difference can be tested, there is no test.
    let mut by_model: BTreeMap<&str, f64> = BTreeMap::new();
    for (model, _, [given, _], _) in &all {
        if let Ok(p) = given.p {
            let largest = by_model.entry(model).or_insert(0.0);
            *largest = largest.max(p);
        }
    }
    let p: Vec<f64> = by_model.values().copied().collect();
    let adjusted = Correction::BenjaminiHochberg.adjust(&p)?;
    let adjusted: BTreeMap<&str, f64> = by_model.into_keys().zip(adjusted).collect();
    let rows = all.iter().map(|(model, counts, both, printed)| {
        counts.row(model, printed, both, adjusted.get(model.as_str()).copied(), most)
    });
    Ok(Sheet::rows(rows.collect()))
}

/// The net share of the original fallacies that disappear; undefined without original fallacies.
fn blocked(x1: u64, x2: u64) -> Defined {
    match x1 {
        0 => Err(Undefined::Empty),
        _ => Ok((x1 as f64 - x2 as f64) / x1 as f64),
    }
}

impl Counts {
    fn statistics(self, n: u64) -> Result<CountStatistics> {
        let table = TwoProportions::new(self.x1, n, self.x2, n)?;
        Ok(CountStatistics {
            blocked: blocked(self.x1, self.x2),
            z: table.z(Pooling::Pooled),
            p: table.p(Pooling::Pooled, Alternative::TwoSided),
        })
    }

    /// Statistics for the fewest and for the most items.
    fn both(self) -> Result<[CountStatistics; 2]> {
        Ok([self.statistics(self.least)?, self.statistics(self.most.unwrap_or(self.least))?])
    }

    /// The smallest and the largest p-value of the exact paired test that the counts allow.
    fn paired(self) -> [f64; 2] {
        let p = |a, b| mcnemar::exact(a, b, Alternative::TwoSided).p;
        let (x1, x2) = (self.x1, self.x2);
        let both = x1.min(x2);
        let apart = (x1 + x2).saturating_sub(self.least);
        [p(x1 - both, x2 - both), p(x1 - apart, x2 - apart)]
    }

    fn row(
        self,
        model: &str,
        printed: &PrintedValues,
        [low, high]: &[CountStatistics; 2],
        adjusted: Option<f64>,
        bound: Option<u64>,
    ) -> Vec<(&'static str, Cell)> {
        let [paired_low, paired_high] = self.paired();
        let agrees = match printed.is_empty() {
            true => "nothing printed",
            false if printed.has(low) && printed.has(high) => "yes",
            false => "no",
        };
        let adjusted = low.p.map(|p| adjusted.unwrap_or(p));
        let note = match low.p {
            Ok(_) if bound.is_some() && self.most == bound => {
                "more items were not searched: --most"
            }
            Ok(_) => "",
            Err(_) => "no difference can be tested",
        };
        vec![
            ("model", Cell::text(model)),
            ("original", Cell::Count(self.x1)),
            ("reversed", Cell::Count(self.x2)),
            ("items_least", Cell::Count(self.least)),
            ("items_most", Cell::Count(self.most.unwrap_or(self.least))),
            ("blocked_net", Cell::Number(low.blocked)),
            ("z", Cell::Number(low.z)),
            ("p", Cell::Number(low.p)),
            ("p_adjusted", Cell::Number(adjusted)),
            ("p_paired_least", Cell::number(paired_low)),
            ("p_paired_most", Cell::number(paired_high)),
            ("as_printed", Cell::text(agrees)),
            ("note", Cell::text(note)),
        ]
    }
}

/// Printed values.
#[derive(Clone, Debug)]
struct PrintedValues {
    blocked: Option<String>,
    z: Option<String>,
    p: Option<String>,
}

impl PrintedValues {
    fn is_empty(&self) -> bool {
        self.blocked.is_none() && self.z.is_none() && self.p.is_none()
    }

    fn has_blocked(&self, value: Defined) -> bool {
        fits(&self.blocked, value.map(|value| 100.0 * value))
    }

    fn has(&self, given: &CountStatistics) -> bool {
        self.has_blocked(given.blocked) && fits(&self.z, given.z) && fits(&self.p, given.p)
    }

    /// All counts of at most `most` items that yield these values.
    fn found(&self, most: u64) -> Vec<Counts> {
        let mut found: Vec<Counts> = Vec::new();
        for x1 in 1..=most {
            for x2 in (0..=most).filter(|x2| self.has_blocked(blocked(x1, *x2))) {
                let fits = |n: &u64| {
                    let counts = Counts { x1, x2, least: *n, most: None };
                    counts.statistics(*n).is_ok_and(|given| self.has(&given))
                };
                let sizes: Vec<u64> = (x1.max(x2)..=most).filter(fits).collect();
                if let (Some(least), Some(last)) = (sizes.first(), sizes.last()) {
                    found.push(Counts { x1, x2, least: *least, most: Some(*last) });
                }
            }
        }
        found
    }
}

/// True if a number agrees with a printed one; true if none was printed.
fn fits(text: &Option<String>, value: Defined) -> bool {
    text.as_deref().is_none_or(|text| value.is_ok_and(|value| rounds_to(value, text)))
}

/// True if a number rounds to a printed one: within half a unit of its last digit.
fn rounds_to(value: f64, text: &str) -> bool {
    let text = text.trim().trim_end_matches('%');
    let Ok(printed) = text.parse::<f64>() else { return false };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, digits)| digits.len());
    let unit = 10_f64.powi(exponent.parse::<i32>().unwrap_or(0) - decimals as i32);
    (value - printed).abs() <= 0.5 * unit * (1.0 + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_digits_are_met() {
        for (value, text, fits) in [
            (0.5632, "5.63e-01", true),
            (0.5636, "5.63e-01", false),
            (50.0, "50.00", true),
            (0.578, "0.58", true),
            (46.156, "46.15", false),
        ] {
            assert_eq!(rounds_to(value, text), fits, "{value} as {text}");
        }
    }

    #[test]
    fn the_smallest_published_row_is_found_again() {
        let [blocked, z, p] = ["50.00", "0.58", "5.63e-01"].map(|text| Some(text.to_owned()));
        let found = PrintedValues { blocked, z, p }.found(400);
        assert!(found.contains(&Counts { x1: 2, x2: 1, least: 245, most: Some(400) }), "{found:?}");
        let [low, high] = found[0].paired();
        assert!(low <= high && (0.0..=1.0).contains(&high));
    }
}
