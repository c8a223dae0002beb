//! Effect sizes, with their intervals if there are any.

use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::groups::{TwoGroups, group_cells, two_groups};
use crate::options::{counts, no_counts, numbers};
use crate::sheet::{Cell, Sheet, defined};
use crate::{DataFile, EffectName};
use peirast_stats::detection::Accepted;
use peirast_stats::dist::normal_quantile;
use peirast_stats::{
    Defined, Error, Interval, ZeroRule, effect as size, mann_whitney, paired_differences, wilcoxon,
};

/// One effect size: its name, its value and its interval, if there is one.
type EffectLine = (&'static str, Defined, Option<Defined<Interval>>);

/// Computes effect sizes, with intervals if there are any.
///
/// # Errors
/// If the request or the data are invalid.
pub fn effect(
    effect: EffectName,
    numbers: &[String],
    data: &DataFile,
    wide: bool,
    confidence: f64,
) -> Result<Sheet> {
    if !(confidence > 0.0 && confidence < 1.0) {
        let range = "strictly between 0 and 1";
        return Err(Error::OutOfRange { what: "confidence", range, value: confidence }.into());
    }
    let mut groups = None;
    let (lines, missing) = match effect {
        EffectName::CohensH | EffectName::CohensG | EffectName::OddsRatio | EffectName::DPrime => {
            if data.data.is_some() {
                refuse!("this effect takes numbers, not a file");
            }
            (of_numbers(effect, numbers, confidence)?, 0)
        }
        EffectName::CohensD | EffectName::CliffsDelta => {
            no_counts(numbers)?;
            let is_d = effect == EffectName::CohensD;
            let what = if is_d { "cohens-d" } else { "cliffs-delta" };
            let TwoGroups { values: [x, y], names, missing } = two_groups(data, what, wide)?;
            groups = Some(names);
            (of_groups(effect, &x, &y, confidence)?, missing)
        }
        EffectName::PairedD | EffectName::RankBiserial => {
            no_counts(numbers)?;
            if wide {
                refuse!("--wide is for two groups; for pairs, each column is always a member");
            }
            of_pairs(effect, data, confidence)?
        }
    };
    let row = |(name, value, interval): EffectLine| {
        let mut row = vec![
            ("effect", Cell::text(name)),
            ("value", Cell::Number(value)),
            ("interval", interval.map_or(Cell::text("none"), Cell::Interval)),
            ("confidence", Cell::number(confidence)),
        ];
        row.extend(groups.iter().flat_map(group_cells));
        row
    };
    Ok(Sheet::rows(lines.into_iter().map(row).collect()).losing(missing))
}

fn of_numbers(effect: EffectName, given: &[String], confidence: f64) -> Result<Vec<EffectLine>> {
    match effect {
        EffectName::CohensH => {
            let [p1, p2] = numbers(given, "p1, p2")?;
            Ok(vec![("Cohen's h", Ok(size::cohens_h(p1, p2)?), None)])
        }
        EffectName::CohensG => {
            let [n12, n21] = counts(given, "n12, n21")?;
            cohens_g(n12, n21, confidence)
        }
        EffectName::OddsRatio => {
            let [n12, n21] = counts(given, "n12, n21")?;
            odds_ratio(n12, n21, confidence)
        }
        _ => {
            let [hits, signals, false_alarms, noise] =
                counts(given, "hits, valid ones, false alarms, invalid ones")?;
            d_prime(Accepted { hits, signals, false_alarms, noise }, confidence)
        }
    }
}

fn cohens_g(n12: u64, n21: u64, confidence: f64) -> Result<Vec<EffectLine>> {
    let found = defined(size::cohens_g(n12, n21, confidence))?;
    Ok(vec![("Cohen's g", found.map(|(g, _)| g), Some(found.map(|(_, interval)| interval)))])
}

fn odds_ratio(n12: u64, n21: u64, confidence: f64) -> Result<Vec<EffectLine>> {
    let found = size::odds_ratio(n12, n21, confidence)?;
    Ok(vec![("odds ratio", found.value(), Some(found.limits()))])
}

fn d_prime(counts: Accepted, confidence: f64) -> Result<Vec<EffectLine>> {
    let found = defined(counts.detection())?;
    let z = normal_quantile(f64::midpoint(1.0, confidence));
    let around = |value: f64, se: f64| Interval { low: value - z * se, high: value + z * se };
    let sensitivity = found.map(|found| around(found.d_prime, found.d_prime_se));
    let criterion = found.map(|found| around(found.criterion, found.criterion_se));
    Ok(vec![
        ("d'", found.map(|found| found.d_prime), Some(sensitivity)),
        ("criterion c", found.map(|found| found.criterion), Some(criterion)),
    ])
}

fn of_groups(effect: EffectName, x: &[f64], y: &[f64], confidence: f64) -> Result<Vec<EffectLine>> {
    if effect == EffectName::CohensD {
        let d = size::cohens_d(x, y);
        let interval = defined(d.and_then(|d| d.interval(confidence)))?;
        let d = defined(d)?;
        let hedges = d.and_then(|d| d.g);
        return Ok(vec![
            ("Cohen's d", d.map(|d| d.d), Some(interval)),
            ("Hedges' g", hedges, None),
        ]);
    }
    let delta = size::cliffs_delta(x, y);
    let interval = defined(delta.and_then(|delta| delta.interval(confidence)))?;
    let value = defined(delta)?.map(|delta| delta.delta);
    let larger = defined(mann_whitney::rank_sum(x, y))?.map(|test| test.common_language());
    Ok(vec![
        ("Cliff's delta", value, Some(interval)),
        ("how often the first is larger", larger, None),
    ])
}

fn of_pairs(
    effect: EffectName,
    data: &DataFile,
    confidence: f64,
) -> Result<(Vec<EffectLine>, u64)> {
    let columns = Columns::required(data, "A,B")?;
    columns.check_width(2, "effects of pairs")?;
    let (x, y) = (columns.numbers(0)?, columns.numbers(1)?);
    if effect == EffectName::RankBiserial {
        let ranks = defined(wilcoxon::signed_rank(&paired_differences(&x, &y)?, ZeroRule::Wilcox))?;
        let value = ranks.and_then(|ranks| ranks.rank_biserial());
        return Ok((vec![("rank-biserial correlation", value, None)], columns.missing));
    }
    let d = size::cohens_d_paired(&x, &y);
    let interval = defined(d.and_then(|d| d.interval(confidence)))?;
    let d = defined(d)?;
    let lines =
        vec![("d_z", d.and_then(|d| d.dz), Some(interval)), ("d_av", d.and_then(|d| d.dav), None)];
    Ok((lines, columns.missing))
}
