//! Effect sizes, with their intervals where there are any.

use crate::columns::Columns;
use crate::counts::{counts, no_counts, numbers};
use crate::error::{Result, refuse};
use crate::groups::two_groups;
use crate::sheet::{Cell, Sheet, defined};
use crate::{EffectName, EffectRequest};
use peirast_stats::detection::Accepted;
use peirast_stats::dist::normal_quantile;
use peirast_stats::{Defined, Error, Interval, ZeroRule, effect as size, mann_whitney, wilcoxon};

/// One effect size: its name, its value and its interval, where there is one.
type EffectLine = (&'static str, Defined, Option<Defined<Interval>>);

/// Effect sizes, with intervals where there are any.
///
/// # Errors
/// A request or data that do not fit.
pub fn effect(args: &EffectRequest) -> Result<Sheet> {
    let confidence = args.confidence;
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(confidence_out_of_range(confidence).into());
    }
    let (lines, missing) = match args.effect {
        EffectName::CohensH | EffectName::CohensG | EffectName::OddsRatio | EffectName::DPrime => {
            (of_numbers(args)?, 0)
        }
        EffectName::CohensD | EffectName::CliffsDelta => of_groups(args)?,
        EffectName::PairedD | EffectName::RankBiserial => of_pairs(args)?,
    };
    let row = |(name, value, interval): EffectLine| {
        let mut row = vec![("effect", Cell::text(name)), ("value", Cell::Number(value))];
        row.push(match interval {
            Some(interval) => ("interval", Cell::Interval(interval)),
            None => ("interval", Cell::text("none")),
        });
        row.push(("confidence", Cell::number(confidence)));
        row
    };
    Ok(Sheet::rows(lines.into_iter().map(row).collect()).losing(missing))
}

const fn confidence_out_of_range(value: f64) -> Error {
    Error::OutOfRange { what: "confidence", range: "strictly between 0 and 1", value }
}

fn of_numbers(args: &EffectRequest) -> Result<Vec<EffectLine>> {
    if args.data.data.is_some() {
        refuse!("this effect takes numbers, and no file");
    }
    match args.effect {
        EffectName::CohensH => {
            let [p1, p2] = numbers(&args.numbers, "p1, p2")?;
            Ok(vec![("Cohen's h", Ok(size::cohens_h(p1, p2)?), None)])
        }
        EffectName::CohensG => {
            let [n12, n21] = counts(&args.numbers, "n12, n21")?;
            cohens_g(n12, n21, args.confidence)
        }
        EffectName::OddsRatio => {
            let [n12, n21] = counts(&args.numbers, "n12, n21")?;
            odds_ratio(n12, n21, args.confidence)
        }
        _ => {
            let [hits, signals, false_alarms, noise] =
                counts(&args.numbers, "hits, valid ones, false alarms, invalid ones")?;
            d_prime(Accepted { hits, signals, false_alarms, noise }, args.confidence)
        }
    }
}

fn cohens_g(n12: u64, n21: u64, confidence: f64) -> Result<Vec<EffectLine>> {
    if n12.checked_add(n21).is_none() {
        refuse!("{n12} and {n21} are too many pairs to count");
    }
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

fn of_groups(args: &EffectRequest) -> Result<(Vec<EffectLine>, u64)> {
    no_counts(&args.numbers)?;
    let confidence = args.confidence;
    if args.effect == EffectName::CohensD {
        let (x, y, groups) = two_groups(&args.data, "cohens-d", args.wide)?;
        let d = size::cohens_d(&x, &y);
        let interval = defined(d.and_then(|d| d.interval(confidence)))?;
        let d = defined(d)?;
        let hedges = d.and_then(|d| d.g);
        let lines =
            vec![("Cohen's d", d.map(|d| d.d), Some(interval)), ("Hedges' g", hedges, None)];
        return Ok((lines, groups.missing));
    }
    let (x, y, groups) = two_groups(&args.data, "cliffs-delta", args.wide)?;
    let delta = size::cliffs_delta(&x, &y);
    let interval = defined(delta.and_then(|delta| delta.interval(confidence)))?;
    let value = defined(delta)?.map(|delta| delta.delta);
    let larger = defined(mann_whitney::rank_sum(&x, &y))?.map(|test| test.common_language());
    let lines = vec![
        ("Cliff's delta", value, Some(interval)),
        ("how often the first is larger", larger, None),
    ];
    Ok((lines, groups.missing))
}

fn of_pairs(args: &EffectRequest) -> Result<(Vec<EffectLine>, u64)> {
    no_counts(&args.numbers)?;
    if args.wide {
        refuse!("--wide is for two groups: of pairs, each column is a member anyway");
    }
    let columns = Columns::required(&args.data, "A,B")?;
    columns.check_width(2, "effects of pairs")?;
    let (x, y) = (columns.numbers(0)?, columns.numbers(1)?);
    if args.effect == EffectName::RankBiserial {
        let differences: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
        let ranks = defined(wilcoxon::signed_rank(&differences, ZeroRule::Wilcox))?;
        let value = ranks.and_then(|ranks| ranks.rank_biserial());
        return Ok((vec![("rank-biserial correlation", value, None)], columns.missing));
    }
    let d = size::cohens_d_paired(&x, &y);
    let interval = defined(d.and_then(|d| d.interval(args.confidence)))?;
    let d = defined(d)?;
    let lines =
        vec![("d_z", d.and_then(|d| d.dz), Some(interval)), ("d_av", d.and_then(|d| d.dav), None)];
    Ok((lines, columns.missing))
}
