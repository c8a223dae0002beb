//! The bootstrap of columns.

use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::options::check_by;
use crate::sheet::{Cell, Sheet, defined};
use crate::{BootstrapRequest, StatisticName};
use peirast_stats::{
    Bootstrap, Error, Interval, Undefined, bootstrap as resampled, correlation, paired_differences,
};
use peirast_table::escape_line;

/// The methods for intervals.
const METHODS: [&str; 3] = ["percentile", "basic", "bca"];

/// Computes bootstrap intervals of a statistic.
///
/// # Errors
/// If the request or the data are invalid.
pub fn bootstrap(args: &BootstrapRequest) -> Result<Sheet> {
    let methods: Vec<&str> = match args.method.as_str() {
        "all" => METHODS.to_vec(),
        wanted => METHODS.into_iter().filter(|method| *method == wanted).collect(),
    };
    if methods.is_empty() {
        let (given, known) = (escape_line(&args.method), METHODS.join(", "));
        refuse!("unknown method `{given}`: expected one of {known}, all");
    }
    check_by(args.by.as_slice(), &args.data)?;
    let columns = columns(args)?;
    let found = resample(args, &columns)?;
    // One cluster has an estimate, but nothing shows its precision.
    let estimate = match &found {
        Err(Error::Undefined(Undefined::TooFewClusters)) => {
            let unclustered = BootstrapRequest { by: None, resamples: 1, ..args.clone() };
            resample(&unclustered, &columns)?.map(|drawn| drawn.estimate())
        }
        found => found.as_ref().map(Bootstrap::estimate).map_err(|error| *error),
    };
    let estimate = defined(estimate)?;
    let error = defined(found.clone().and_then(|drawn| Ok(drawn.standard_error()?)))?;
    // If the sample itself has no value, no resample has one.
    let left_out = found.as_ref().map_or(args.resamples, Bootstrap::left_out);
    let row = |method: &&str| -> Result<Vec<(&'static str, Cell)>> {
        let interval = found.clone().and_then(|drawn| by(method, &drawn, args.confidence));
        let interval = interval.map(|interval| within_range(args.statistic, interval));
        Ok(vec![
            ("estimate", Cell::Number(estimate)),
            ("standard error", Cell::Number(error)),
            ("method", Cell::text(method)),
            ("confidence", Cell::number(args.confidence)),
            ("interval", Cell::Interval(defined(interval)?)),
            ("resamples", Cell::Count(args.resamples)),
            ("resamples without a value", Cell::Count(left_out)),
            ("rows", Cell::Count(columns.len() as u64)),
        ])
    };
    let sheet = Sheet::rows(methods.iter().map(row).collect::<Result<_>>()?);
    Ok(sheet.losing(columns.missing).explained_by(columns.constants()))
}

/// Cuts an interval at the limits of the statistic. The basic interval of a correlation may exceed
/// -1 or 1.
fn within_range(statistic: StatisticName, interval: Interval) -> Interval {
    match statistic {
        StatisticName::Pearson | StatisticName::Spearman => {
            Interval { low: interval.low.max(-1.0), high: interval.high.min(1.0) }
        }
        _ => interval,
    }
}

fn by(method: &str, drawn: &Bootstrap, confidence: f64) -> Result<Interval, Error> {
    match method {
        "percentile" => drawn.percentile(confidence),
        "basic" => drawn.basic(confidence),
        _ => drawn.bca(confidence).map(|bca| bca.interval),
    }
}

/// The columns of the statistic, followed by the clusters.
fn columns(args: &BootstrapRequest) -> Result<Columns> {
    let columns = Columns::required(&args.data.with(&args.by), "A")?;
    let width = match args.statistic {
        StatisticName::Mean | StatisticName::Median => 1,
        _ => 2,
    };
    columns.check_width(width + usize::from(args.by.is_some()), "this statistic, --by included")?;
    Ok(columns)
}

fn resample(args: &BootstrapRequest, columns: &Columns) -> Result<Result<Bootstrap, Error>> {
    let values = columns.numbers(0)?;
    let second = |at: usize| columns.numbers(at);
    let pearson = |x: &[f64], y: &[f64]| Ok(correlation::pearson(x, y)?.r);
    let spearman = |x: &[f64], y: &[f64]| Ok(correlation::spearman(x, y)?.rho);
    Ok(match args.statistic {
        StatisticName::Mean => drawn(args, columns, values, resampled::mean),
        StatisticName::Median => drawn(args, columns, values, resampled::median),
        StatisticName::Difference => {
            drawn(args, columns, paired_differences(&values, &second(1)?)?, resampled::mean)
        }
        StatisticName::MedianDifference => {
            drawn(args, columns, paired_differences(&values, &second(1)?)?, resampled::median)
        }
        StatisticName::Pearson => drawn_correlation(args, columns, (&values, &second(1)?), pearson),
        StatisticName::Spearman => {
            drawn_correlation(args, columns, (&values, &second(1)?), spearman)
        }
    })
}

/// Resamples rows, or whole clusters.
fn drawn<T: Copy + Send + Sync>(
    args: &BootstrapRequest,
    columns: &Columns,
    rows: Vec<T>,
    statistic: impl Fn(&[T]) -> f64 + Sync,
) -> Result<Bootstrap, Error> {
    if args.by.is_none() {
        return Bootstrap::seeded(&rows, statistic, args.resamples, args.seed);
    }
    let clusters: Vec<Vec<T>> = columns.grouped(columns.width() - 1, rows).into_values().collect();
    Bootstrap::clustered(&clusters, statistic, args.resamples, args.seed)
}

/// Resamples pairs for a correlation. A resample without a correlation is left out. If the sample
/// has none, its reason is returned.
fn drawn_correlation(
    args: &BootstrapRequest,
    columns: &Columns,
    (x, y): (&[f64], &[f64]),
    correlation: impl Fn(&[f64], &[f64]) -> Result<f64, Error> + Sync,
) -> Result<Bootstrap, Error> {
    correlation(x, y)?;
    let pairs = x.iter().copied().zip(y.iter().copied()).collect();
    drawn(args, columns, pairs, |pairs: &[(f64, f64)]| {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        correlation(&x, &y).unwrap_or(f64::NAN)
    })
}
