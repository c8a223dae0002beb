//! Agreement of raters beyond chance.

use crate::columns::Columns;
use crate::error::{Context as _, Result, refuse};
use crate::labels::Labels;
use crate::options::{count, named, no_counts};
use crate::sheet::{Cell, Sheet, defined};
use crate::{AgreementName, AgreementRequest};
use peirast_stats::{Defined, Metric, Undefined, Weights, agreement as raters};
use peirast_table::escape_line;

/// Computes a coefficient of agreement, with the values that it is calculated from.
///
/// # Errors
/// If the request or the data are invalid.
pub fn agreement(args: &AgreementRequest) -> Result<Sheet> {
    if args.weights.is_some() && args.coefficient != AgreementName::Kappa {
        refuse!("--weights is for kappa");
    }
    if args.metric.is_some() && args.coefficient != AgreementName::Alpha {
        refuse!("--metric is for alpha");
    }
    match args.coefficient {
        AgreementName::Kappa => kappa(args),
        AgreementName::Alpha => alpha(args),
        AgreementName::Ac1 => ac1(args),
    }
}

fn kappa(args: &AgreementRequest) -> Result<Sheet> {
    let weights: Weights = named(args.weights.as_ref())?;
    let (table, missing, note) = match args.data.data {
        None => (square(&args.numbers)?, 0, None),
        Some(_) => {
            no_counts(&args.numbers)?;
            let columns = Columns::required(&args.data, "FIRST,SECOND")?;
            columns.check_width(2, "kappa: a column for each of two raters")?;
            let (first, second) = (columns.texts(0), columns.texts(1));
            let labels = Labels::new(&args.categories, first.iter().chain(&second).copied())?;
            (labels.table(&first, &second)?, columns.missing, labels.order_note(weights))
        }
    };
    let found = raters::cohens_kappa(&table, weights);
    let interval = defined(found.and_then(|kappa| kappa.interval(args.confidence)))?;
    let found = defined(found)?;
    let units = table.iter().flatten().fold(0, |sum: u64, count| sum.saturating_add(*count));
    let row = vec![
        ("coefficient", Cell::text("Cohen's kappa")),
        ("value", Cell::Number(found.and_then(|kappa| kappa.kappa))),
        ("confidence", Cell::number(args.confidence)),
        ("interval", Cell::Interval(interval)),
        ("standard error", Cell::Number(found.and_then(|kappa| kappa.se))),
        ("observed agreement", Cell::Number(found.map(|kappa| kappa.observed))),
        ("expected agreement", Cell::Number(found.map(|kappa| kappa.expected))),
        ("weights", Cell::text(weights)),
        ("units", Cell::Count(units)),
    ];
    Ok(Sheet::single(row).losing(missing).noting(note))
}

/// A square table of counts, row by row.
fn square(given: &[String]) -> Result<Vec<Vec<u64>>> {
    let counts: Vec<u64> = given.iter().map(|text| count(text)).collect::<Result<_>>()?;
    let size = counts.len().isqrt();
    if size < 2 || size * size != counts.len() {
        refuse!(
            "kappa takes the counts of a square table, row by row, such as the four of two by two, \
             not {}; or --data FILE --columns FIRST,SECOND",
            counts.len()
        );
    }
    Ok(counts.chunks(size).map(<[u64]>::to_vec).collect())
}

/// The ratings of each unit, with gaps.
fn units(args: &AgreementRequest) -> Result<Columns> {
    if !args.numbers.is_empty() {
        refuse!("alpha and AC1 take columns of a file: --data FILE --columns A,B,C");
    }
    let why = "name a file with a column for each rater: --data FILE --columns A,B,C";
    let columns = Columns::required_with_gaps(&args.data, why)?;
    columns.check_widths(2, usize::MAX, "a column for each rater")?;
    Ok(columns)
}

/// The labels of a file, and the position of each rating among them.
fn placed(args: &AgreementRequest, columns: &Columns) -> Result<(Labels, Vec<Vec<Option<usize>>>)> {
    let texts: Vec<Vec<Option<&str>>> =
        (0..columns.width()).map(|at| columns.texts_or_gaps(at)).collect();
    let labels = Labels::new(&args.categories, texts.iter().flatten().flatten().copied())?;
    let place = |cell: Option<&str>| cell.map(|label| labels.place(label)).transpose();
    let unit = |row: usize| texts.iter().map(|column| place(column[row])).collect::<Result<_>>();
    let places = (0..columns.len()).map(unit).collect::<Result<_>>()?;
    Ok((labels, places))
}

fn alpha(args: &AgreementRequest) -> Result<Sheet> {
    let metric: Metric = named(args.metric.as_ref())?;
    let columns = units(args)?;
    let found = raters::krippendorff_alpha(&ratings(args, &columns, metric)?, metric);
    let drawn =
        found.clone().and_then(|alpha| alpha.interval(args.confidence, args.resamples, args.seed));
    let (interval, found) = (defined(drawn)?, defined(found)?);
    let of = |value: fn(&peirast_stats::Krippendorff) -> Defined| {
        Cell::Number(found.as_ref().map_err(|why| *why).and_then(value))
    };
    let count = |value: fn(&peirast_stats::Krippendorff) -> u64| {
        Cell::Count(found.as_ref().map_or(0, value))
    };
    Ok(Sheet::single(vec![
        ("coefficient", Cell::text("Krippendorff's alpha")),
        ("value", of(|alpha| alpha.alpha)),
        ("confidence", Cell::number(args.confidence)),
        ("interval", Cell::Interval(interval.map(|drawn| drawn.interval))),
        ("observed disagreement", of(|alpha| Ok(alpha.observed))),
        ("expected disagreement", of(|alpha| Ok(alpha.expected))),
        ("metric", Cell::text(metric)),
        ("raters", Cell::text(names(&columns))),
        ("units", count(|alpha| alpha.units)),
        ("ratings", count(|alpha| alpha.ratings)),
        ("resamples", Cell::Count(args.resamples)),
        ("resamples without alpha", Cell::Count(interval.map_or(0, |drawn| drawn.left_out))),
    ]))
}

/// Ratings as numbers. They are the positions of labels if only their order or identity counts, or
/// if an order is given; otherwise the numbers themselves.
fn ratings(
    args: &AgreementRequest,
    columns: &Columns,
    metric: Metric,
) -> Result<Vec<Vec<Option<f64>>>> {
    if metric == Metric::Nominal || !args.categories.is_empty() {
        if !matches!(metric, Metric::Nominal | Metric::Ordinal) {
            refuse!("--categories are names in an order: this metric takes numbers");
        }
        let number = |place: &Option<usize>| place.map(|place| place as f64);
        let (_, places) = placed(args, columns)?;
        return Ok(places.iter().map(|unit| unit.iter().map(number).collect()).collect());
    }
    let raters: Vec<Vec<Option<f64>>> = (0..columns.width())
        .map(|at| columns.numbers_or_gaps(at))
        .collect::<Result<_>>()
        .with_context(|| {
            format!("the metric {} takes numbers{}", escape_line(metric.name()), ordered(metric))
        })?;
    Ok((0..columns.len()).map(|row| raters.iter().map(|rater| rater[row]).collect()).collect())
}

/// The names of the raters.
fn names(columns: &Columns) -> String {
    (0..columns.width()).map(|at| columns.name(at)).collect::<Vec<_>>().join(", ")
}

const fn ordered(metric: Metric) -> &'static str {
    match metric {
        Metric::Ordinal => ", or texts whose order --categories gives",
        _ => "",
    }
}

fn ac1(args: &AgreementRequest) -> Result<Sheet> {
    let columns = units(args)?;
    let (labels, units) = placed(args, &columns)?;
    let found = match labels.len() {
        0 => Err(Undefined::NothingPairable.into()),
        count => raters::gwet_ac1(&units, count.max(2)),
    };
    let interval = defined(found.and_then(|ac1| ac1.interval(args.confidence)))?;
    let found = defined(found)?;
    // A single label shows nothing of the other labels of the scale. The raters agree on all units,
    // and no coefficient shows the agreement beyond chance.
    let known = |value: Defined| match labels.len() {
        1 => value.and(Err(Undefined::NoDisagreementExpected)),
        _ => value,
    };
    let interval = known(interval.map(|_| 0.0)).and(interval);
    Ok(Sheet::single(vec![
        ("coefficient", Cell::text("Gwet's AC1")),
        ("value", Cell::Number(known(found.map(|ac1| ac1.ac1)))),
        ("confidence", Cell::number(args.confidence)),
        ("interval", Cell::Interval(interval)),
        ("standard error", Cell::Number(known(found.and_then(|ac1| ac1.se)))),
        ("observed agreement", Cell::Number(found.map(|ac1| ac1.observed))),
        ("expected agreement", Cell::Number(known(found.map(|ac1| ac1.expected)))),
        ("categories", Cell::Count(labels.len() as u64)),
        ("units", Cell::Count(found.map_or(0, |ac1| ac1.units))),
    ]))
}
