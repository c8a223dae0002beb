//! Logistic regression, coefficient by coefficient.

use crate::LogisticRequest;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::options::check_by;
use crate::sheet::{Cell, Sheet, defined};
use peirast_stats::{Coefficient, Error, Interval, Logistic, logistic as model};

/// Coefficients, and further values of each row.
type Estimates = (Vec<Coefficient>, Vec<(&'static str, Cell)>);

/// The quantity that could not be estimated, with the reason.
type Failure = (&'static str, Error);

/// Computes the coefficients of a logistic regression.
///
/// # Errors
/// If the request or the data are invalid.
pub fn logistic(args: &LogisticRequest) -> Result<Sheet> {
    let data = Data::new(args)?;
    let rights = if args.conditional { Vec::new() } else { data.columns.rights(0)? };
    let found = if let Some(strata) = &data.strata {
        stratified(&data, &rights, strata)
    } else if let Some(groups) = &data.groups {
        mixed(&data.rows, &rights, groups)
    } else {
        let fit = match args.conditional {
            true => model::conditional(&data.rows),
            false => model::fit(&data.rows, &rights),
        };
        fit.map_err(without_coefficients).and_then(|fit| clustered(&fit, &data.by))
    };
    let doubt = found.iter().find_map(|(coefficients, _)| doubt(coefficients));
    let sheet = match found {
        Err((_, Error::Divided { row, other })) => {
            let [row, other] = [row, other].map(|row| data.columns.row_place(row));
            refuse!("logistic: the stratum of {row} and {other} is in two clusters of --by");
        }
        Err((what, error)) => match error.reason() {
            Some(why) => Sheet::single(vec![(what, Cell::Number(Err(why)))]),
            None => return Err(error.into()),
        },
        Ok((coefficients, beside)) => {
            let row = |(name, one): (&String, &Coefficient)| -> Result<Vec<_>> {
                Ok(row(name, one, args.confidence)?.into_iter().chain(beside.clone()).collect())
            };
            Sheet::rows(data.names.iter().zip(&coefficients).map(row).collect::<Result<_>>()?)
        }
    };
    Ok(sheet.losing(data.columns.missing).explained_by(data.columns.constants()).noting(doubt))
}

const fn without_coefficients(error: Error) -> Failure {
    ("coefficients", error)
}

const fn without_errors(error: Error) -> Failure {
    ("standard errors", error)
}

/// The columns by their use.
struct Data {
    columns: Columns,
    /// The names of the coefficients.
    names: Vec<String>,
    /// The predictors of each row.
    rows: Vec<Vec<f64>>,
    /// Numbers of the clusters, for one or two columns.
    by: Vec<Vec<u64>>,
    strata: Option<Vec<u64>>,
    groups: Option<Vec<u64>>,
}

impl Data {
    fn new(args: &LogisticRequest) -> Result<Self> {
        if args.by.len() > 1 + usize::from(args.strata.is_none()) {
            refuse!("logistic: --by takes two columns at most, and with --strata one");
        }
        check_by(&args.by, &args.data)?;
        let labels: Vec<String> =
            args.by.iter().chain(&args.strata).chain(&args.random).cloned().collect();
        let columns = Columns::required(&args.data.with(&labels), "OUTCOME,PREDICTORS")?;
        let width = columns.width() - labels.len();
        let first = usize::from(!args.conditional);
        if width <= first {
            refuse!("logistic: name the outcome first, then the predictors");
        }
        let predictors =
            (first..width).map(|at| columns.numbers(at)).collect::<Result<Vec<_>>>()?;
        let row = |row: usize| predictors.iter().map(|one| one[row]).collect();
        let intercept =
            (!args.conditional && args.strata.is_none()).then(|| "intercept".to_owned());
        let by = (width..width + args.by.len()).map(|at| columns.numbered(at)).collect();
        let last = columns.width() - 1;
        Ok(Self {
            names: intercept.into_iter().chain((first..width).map(|at| columns.name(at))).collect(),
            rows: (0..columns.len()).map(row).collect(),
            by,
            strata: args.strata.as_ref().map(|_| columns.numbered(last)),
            groups: args.random.as_ref().map(|_| columns.numbered(last)),
            columns,
        })
    }
}

/// The coefficients with standard errors for these clusters.
fn clustered(fit: &Logistic, by: &[Vec<u64>]) -> Result<Estimates, Failure> {
    match by {
        [] => Ok((fit.coefficients.clone(), Vec::new())),
        [one] => Ok((fit.clustered(one).map_err(without_errors)?, Vec::new())),
        [one, other, ..] => {
            let two = fit.clustered_by_two(one, other).map_err(without_errors)?;
            Ok((two.coefficients, vec![("variance", Cell::text(two.variance))]))
        }
    }
}

/// Clusters the standard errors by strata, or by larger clusters if they are named.
fn stratified(data: &Data, rights: &[bool], strata: &[u64]) -> Result<Estimates, Failure> {
    let fit = model::stratified(&data.rows, rights, strata).map_err(without_coefficients)?;
    let clusters = data.by.first().map_or(strata, Vec::as_slice);
    let beside = vec![
        ("strata", Cell::Count(fit.strata)),
        ("uninformative", Cell::Count(fit.uninformative)),
    ];
    Ok((fit.clustered(clusters).map_err(without_errors)?, beside))
}

fn mixed(rows: &[Vec<f64>], rights: &[bool], groups: &[u64]) -> Result<Estimates, Failure> {
    let fit = model::mixed(rows, rights, groups).map_err(without_coefficients)?;
    let beside = vec![
        ("groups", Cell::Count(fit.groups)),
        ("group sd", Cell::number(fit.sd)),
        ("group sd error", Cell::Number(fit.sd_se)),
        ("group sd p", Cell::number(fit.sd_p())),
    ];
    Ok((fit.coefficients, beside))
}

/// A remark on standard errors from few clusters.
fn doubt(coefficients: &[Coefficient]) -> Option<String> {
    let clusters = coefficients.first()?.df? + 1.0;
    let few = "it is supposed that there are at least 20 clusters; that is doubtful, as there are";
    (clusters < 20.0).then(|| format!("{few} {clusters}"))
}

fn row(name: &str, one: &Coefficient, confidence: f64) -> Result<Vec<(&'static str, Cell)>> {
    let interval = defined(one.interval(confidence))?;
    let odds = interval.map(|one| Interval { low: one.low.exp(), high: one.high.exp() });
    let mut row = vec![
        ("term", Cell::text(name)),
        ("estimate", Cell::number(one.estimate)),
        ("standard error", Cell::Number(one.statistic.map(|_| one.se))),
    ];
    match one.df {
        Some(df) => row.extend([("t", Cell::Number(one.statistic)), ("df", Cell::number(df))]),
        None => row.push(("z", Cell::Number(one.statistic))),
    }
    row.extend([
        ("p", Cell::Number(one.p)),
        ("confidence", Cell::number(confidence)),
        ("interval", Cell::Interval(interval)),
        ("odds ratio", Cell::number(one.odds_ratio())),
        ("odds interval", Cell::Interval(odds)),
    ]);
    Ok(row)
}
