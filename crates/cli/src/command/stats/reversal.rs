//! Fallacies in two orders of premises, from counts or from what was printed.

use super::sheet::{Cell, Sheet};
use crate::args::StatsReversalArgs;
use anyhow::{Context as _, Result, bail};
use peirast_stats::{Alternative, Correction, Pooling, TwoProportions, mcnemar};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Read as _;

/// A row of the file.
#[derive(Debug, Deserialize)]
struct Row {
    model: String,
    #[serde(default)]
    x1: Option<u64>,
    #[serde(default)]
    x2: Option<u64>,
    #[serde(default)]
    n: Option<u64>,
    #[serde(default)]
    solutions: Vec<Counts>,
    #[serde(default)]
    blocked_pct: Option<String>,
    #[serde(default)]
    z: Option<String>,
    #[serde(default)]
    p: Option<String>,
}

/// Fallacies in either order, of so many items; the number of those may be known within bounds only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
struct Counts {
    x1: u64,
    x2: u64,
    #[serde(rename = "N_min", alias = "n")]
    least: u64,
    #[serde(rename = "N_max", default)]
    most: Option<u64>,
}

/// What counts give.
struct Given {
    blocked: f64,
    z: f64,
    p: f64,
}

/// Recomputes every row.
pub fn reversal(args: &StatsReversalArgs) -> Result<()> {
    let mut all = Vec::new();
    for row in rows(args)? {
        let known = row.counts().with_context(|| format!("model {}", row.model))?;
        let found = if args.find { row.found(args.most)? } else { known };
        if found.is_empty() {
            let why = if args.find { "no counts print this" } else { "give x1, x2 and n" };
            bail!("model {}: {why}", row.model);
        }
        all.extend(found.into_iter().map(|counts| (row.model.clone(), counts, row.printed())));
    }
    // A model is one test, whatever its counts may have been: its largest p stands for it.
    let mut by_model: BTreeMap<&str, f64> = BTreeMap::new();
    for (model, counts, _) in &all {
        let largest = by_model.entry(model).or_insert(0.0);
        *largest = largest.max(counts.given(counts.least)?.p);
    }
    let p: Vec<f64> = by_model.values().copied().collect();
    let adjusted = Correction::BenjaminiHochberg.adjust(&p)?;
    let adjusted: BTreeMap<&str, f64> = by_model.into_keys().zip(adjusted).collect();
    let shown = all.iter().map(|(model, counts, printed)| {
        counts.shown(model, printed, adjusted.get(model.as_str()).copied().unwrap_or(1.0))
    });
    Sheet::rows(shown.collect::<Result<_>>()?).print(args.json)
}

fn rows(args: &StatsReversalArgs) -> Result<Vec<Row>> {
    let (name, text) = match args.file.as_deref() {
        Some(file) => {
            let name = file.display().to_string();
            (
                name.clone(),
                std::fs::read_to_string(file).with_context(|| format!("reading {name}"))?,
            )
        }
        None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("reading stdin")?;
            ("stdin".to_owned(), text)
        }
    };
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(&text).with_context(|| format!("reading {name}"));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read =
        |(at, line)| serde_json::from_str(line).with_context(|| format!("{name}, line {}", at + 1));
    lines.map(read).collect()
}

impl Row {
    fn counts(&self) -> Result<Vec<Counts>> {
        if let (Some(x1), Some(x2), Some(n)) = (self.x1, self.x2, self.n) {
            return Ok(vec![Counts { x1, x2, least: n, most: None }]);
        }
        Ok(self.solutions.clone())
    }

    fn printed(&self) -> Printed {
        Printed { blocked: self.blocked_pct.clone(), z: self.z.clone(), p: self.p.clone() }
    }

    /// All counts that print what was printed, of so many items at most.
    fn found(&self, most: u64) -> Result<Vec<Counts>> {
        let printed = self.printed();
        let mut found: Vec<Counts> = Vec::new();
        for x1 in 1..=most {
            for x2 in (0..=most).filter(|x2| printed.has_blocked(blocked(x1, *x2))) {
                let fits = |n: &u64| {
                    let counts = Counts { x1, x2, least: *n, most: None };
                    counts.given(*n).is_ok_and(|given| printed.has(&given))
                };
                let sizes: Vec<u64> = (x1.max(x2)..=most).filter(fits).collect();
                if let (Some(least), Some(last)) = (sizes.first(), sizes.last()) {
                    found.push(Counts { x1, x2, least: *least, most: Some(*last) });
                }
            }
        }
        Ok(found)
    }
}

/// The share of the original fallacies that are gone, net of new ones.
fn blocked(x1: u64, x2: u64) -> f64 {
    (x1 as f64 - x2 as f64) / x1 as f64
}

impl Counts {
    fn given(self, n: u64) -> Result<Given> {
        let table = TwoProportions::new(self.x1, n, self.x2, n)?;
        let undefined = |why| anyhow::anyhow!("{} of {n} and {} of {n}: {why}", self.x1, self.x2);
        Ok(Given {
            blocked: blocked(self.x1, self.x2),
            z: table.z(Pooling::Pooled).map_err(undefined)?,
            p: table.p(Pooling::Pooled, Alternative::TwoSided).map_err(undefined)?,
        })
    }

    /// The p-values of the exact paired test that the counts allow: all that differ in one way, and
    /// as many as can differ.
    fn paired(self) -> [f64; 2] {
        let p = |a, b| mcnemar::exact(a, b, Alternative::TwoSided).p;
        let (x1, x2) = (self.x1, self.x2);
        let both = x1.min(x2);
        let apart = (x1 + x2).saturating_sub(self.least);
        [p(x1 - both, x2 - both), p(x1 - apart, x2 - apart)]
    }

    fn shown(
        self,
        model: &str,
        printed: &Printed,
        adjusted: f64,
    ) -> Result<Vec<(&'static str, Cell)>> {
        let (least, most) = (self.least, self.most.unwrap_or(self.least));
        let (low, high) = (self.given(least)?, self.given(most)?);
        let [paired_low, paired_high] = self.paired();
        let agrees = match printed.is_empty() {
            true => "nothing printed",
            false if printed.has(&low) && printed.has(&high) => "yes",
            false => "no",
        };
        Ok(vec![
            ("model", Cell::text(model)),
            ("original", Cell::Count(self.x1)),
            ("reversed", Cell::Count(self.x2)),
            ("items_least", Cell::Count(least)),
            ("items_most", Cell::Count(most)),
            ("blocked_net", Cell::Number(Ok(low.blocked))),
            ("z", Cell::Number(Ok(low.z))),
            ("p", Cell::Number(Ok(low.p))),
            ("p_adjusted", Cell::Number(Ok(adjusted))),
            ("p_paired_least", Cell::Number(Ok(paired_low))),
            ("p_paired_most", Cell::Number(Ok(paired_high))),
            ("as_printed", Cell::text(agrees)),
        ])
    }
}

/// What was printed.
#[derive(Clone, Debug)]
struct Printed {
    blocked: Option<String>,
    z: Option<String>,
    p: Option<String>,
}

impl Printed {
    fn is_empty(&self) -> bool {
        self.blocked.is_none() && self.z.is_none() && self.p.is_none()
    }

    fn has_blocked(&self, value: f64) -> bool {
        self.blocked.as_deref().is_none_or(|text| rounds_to(100.0 * value, text))
    }

    fn has(&self, given: &Given) -> bool {
        let fits = |text: &Option<String>, value| {
            text.as_deref().is_none_or(|text| rounds_to(value, text))
        };
        self.has_blocked(given.blocked) && fits(&self.z, given.z) && fits(&self.p, given.p)
    }
}

/// Whether a number is what a text prints: within half a unit of its last digit.
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
        let row: Row = serde_json::from_str(
            r#"{"model": "m", "blocked_pct": "50.00", "z": "0.58", "p": "5.63e-01"}"#,
        )
        .unwrap();
        let found = row.found(400).unwrap();
        assert!(found.contains(&Counts { x1: 2, x2: 1, least: 245, most: Some(400) }), "{found:?}");
        let [low, high] = found[0].paired();
        assert!(low <= high && (0.0..=1.0).contains(&high));
    }
}
