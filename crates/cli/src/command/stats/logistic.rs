//! Logistic regression, coefficient by coefficient.

use super::sheet::{Cell, Sheet, defined};
use super::table::Columns;
use crate::args::{DataArgs, StatsLogisticArgs};
use anyhow::{Result, bail};
use peirast_stats::{Coefficient, Interval, Logistic, logistic as model};
use std::collections::BTreeMap;

/// Fits, and prints the coefficients.
pub fn logistic(args: &StatsLogisticArgs) -> Result<()> {
    let wanted = args.data.columns.iter().chain(&args.by).cloned().collect();
    let data = DataArgs { data: args.data.data.clone(), columns: wanted };
    let columns = Columns::required(&data, "OUTCOME,PREDICTORS")?;
    let width = columns.width() - usize::from(args.by.is_some());
    let (fit, names) = fit(args, &columns, width)?;
    let fit = match defined(fit)? {
        Ok(fit) => fit,
        Err(why) => {
            let row = vec![("coefficients", Cell::Number(Err(why)))];
            return Sheet::of(row).losing(columns.missing).print(args.json);
        }
    };
    let coefficients = match &args.by {
        None => defined(Ok(fit.coefficients.clone()))?,
        Some(_) => defined(fit.clustered(&clusters(&columns)))?,
    };
    let rows = match coefficients {
        Ok(all) => names
            .iter()
            .zip(&all)
            .map(|(name, one)| row(name, one, args.confidence))
            .collect::<Result<_>>()?,
        Err(why) => vec![vec![("standard errors", Cell::Number(Err(why)))]],
    };
    Sheet::rows(rows).losing(columns.missing).print(args.json)
}

type Fit = Result<Logistic, peirast_stats::Error>;

/// The fit, and the names of its coefficients.
fn fit(args: &StatsLogisticArgs, columns: &Columns, width: usize) -> Result<(Fit, Vec<String>)> {
    let least = if args.conditional { 1 } else { 2 };
    if width < least {
        bail!("logistic: name the outcome first, then the predictors");
    }
    let predictors = |first: usize| -> Result<Vec<Vec<f64>>> {
        let all: Vec<Vec<f64>> =
            (first..width).map(|at| columns.numbers(at)).collect::<Result<_>>()?;
        Ok((0..columns.len()).map(|row| all.iter().map(|one| one[row]).collect()).collect())
    };
    let names = (least - 1..width).map(|at| columns.name(at));
    if args.conditional {
        return Ok((model::conditional(&predictors(0)?), names.collect()));
    }
    let names = ["intercept".to_owned()].into_iter().chain(names).collect();
    Ok((model::fit(&predictors(1)?, &columns.rights(0)?), names))
}

/// A number for what each row belongs to, which the last column names.
fn clusters(columns: &Columns) -> Vec<u64> {
    let names = columns.texts(columns.width() - 1);
    let mut numbers = BTreeMap::new();
    let number = |name: &&str| {
        let next = numbers.len() as u64;
        *numbers.entry(name.to_string()).or_insert(next)
    };
    names.iter().map(number).collect()
}

fn row(name: &str, one: &Coefficient, confidence: f64) -> Result<Vec<(&'static str, Cell)>> {
    let interval = one.interval(confidence)?;
    let odds = Interval { low: interval.low.exp(), high: interval.high.exp() };
    Ok(vec![
        ("term", Cell::text(name)),
        ("estimate", Cell::number(one.estimate)),
        ("standard error", Cell::number(one.se)),
        ("z", Cell::number(one.z)),
        ("p", Cell::number(one.p)),
        ("confidence", Cell::number(confidence)),
        ("interval", Cell::Interval(Ok(interval))),
        ("odds ratio", Cell::number(one.odds_ratio())),
        ("odds interval", Cell::Interval(Ok(odds))),
    ])
}
