//! Intervals, by one method or by all for comparison.

mod columns;

use crate::error::{Result, refuse};
use crate::groups::group_cells;
use crate::options::{check_by, counts, no_counts};
use crate::pairs;
use crate::sheet::{Cell, Sheet, defined};
use crate::{IntervalName, IntervalRequest};
use peirast_stats::{
    Defined, DifferenceMethod, Error, Interval, PairedTable, ProportionMethod, Ratio,
    TwoProportions, Undefined, effect,
};
use peirast_table::escape_line;

/// The range of differences that lost pairs allow. It is not a confidence interval.
const BOUNDS: &str = "lost-bounds";

/// An interval by one method, with its estimate.
struct IntervalLine {
    of: &'static str,
    /// The compared groups, if they have names.
    groups: Option<[String; 2]>,
    estimate: Defined,
    method: &'static str,
    interval: Defined<Interval>,
}

impl IntervalLine {
    fn new(
        of: &'static str,
        estimate: Result<f64, Error>,
        method: &'static str,
        interval: Result<Interval, Error>,
    ) -> Result<Self> {
        let (estimate, interval) = (defined(estimate)?, defined(interval)?);
        Ok(Self { of, groups: None, estimate, method, interval })
    }

    fn comparing(self, groups: &[String; 2]) -> Self {
        Self { groups: Some(groups.clone()), ..self }
    }
}

/// Computes confidence intervals, by one method or by all.
///
/// # Errors
/// If the request or the data are invalid.
pub fn interval(args: &IntervalRequest) -> Result<Sheet> {
    check_by(&args.by, &args.data)?;
    let (lines, lost) = match args.data.data {
        None => (of_counts(args)?, 0),
        Some(_) => {
            no_counts(&args.numbers)?;
            columns::of_columns(args)?
        }
    };
    let is_undefined = lines.iter().any(|line| line.estimate.is_err() || line.interval.is_err());
    let notes = if is_undefined { columns::constants(args) } else { Vec::new() };
    let lines = chosen(lines, args.method.as_deref())?;
    let confidence = |method: &str| match method {
        BOUNDS => Cell::text("none"),
        _ => Cell::number(args.confidence),
    };
    let row = |line: IntervalLine| {
        let mut row = vec![
            ("quantity", Cell::text(line.of)),
            ("estimate", Cell::Number(line.estimate)),
            ("method", Cell::text(line.method)),
            ("confidence", confidence(line.method)),
            ("interval", Cell::Interval(line.interval)),
        ];
        row.extend(line.groups.iter().flat_map(group_cells));
        row
    };
    let sheet = Sheet::rows(lines.into_iter().map(row).collect());
    Ok(sheet.losing(lost).explained_by(notes))
}

/// The lines of one method, or all lines.
fn chosen(mut lines: Vec<IntervalLine>, method: Option<&str>) -> Result<Vec<IntervalLine>> {
    let Some(wanted) = method else { return Ok(lines) };
    // A short name that the library also accepts.
    let wanted = if wanted == "exact" && lines.iter().all(|line| line.method != "exact") {
        ProportionMethod::ClopperPearson.name()
    } else {
        wanted
    };
    let known: Vec<&str> = lines.iter().map(|line| line.method).collect();
    if !known.contains(&wanted) {
        refuse!(
            "there is no method `{}` here: there are {}",
            escape_line(wanted),
            known.join(", ")
        );
    }
    lines.retain(|line| line.method == wanted);
    Ok(lines)
}

fn of_counts(args: &IntervalRequest) -> Result<Vec<IntervalLine>> {
    let confidence = args.confidence;
    match args.of {
        IntervalName::Proportion => {
            let [k, n] = counts(&args.numbers, "successes, trials")?;
            proportion(k, n, confidence)
        }
        IntervalName::PairedDifference => {
            let [n11, n12, n21, n22] = counts(&args.numbers, "n11, n12, n21, n22")?;
            paired_difference(&PairedTable { n11, n12, n21, n22 }, confidence)
        }
        IntervalName::OddsRatio => {
            let table = pairs::table_of_counts(&args.numbers)?;
            odds_ratio(table.n12, table.n21, confidence)
        }
        IntervalName::TwoProportions => {
            let [x1, n1, x2, n2] = counts(&args.numbers, "successes and trials of either group")?;
            two_proportions([x1, n1, x2, n2], confidence)
        }
        _ => {
            let name = args.of.name();
            refuse!("{name} takes columns of a file: --data FILE --columns A,B")
        }
    }
}

/// The share of successes, or the reason why there is none.
fn share(k: u64, n: u64) -> Result<f64, Error> {
    if n == 0 { Err(Undefined::Empty.into()) } else { Ok(k as f64 / n as f64) }
}

fn proportion(k: u64, n: u64, confidence: f64) -> Result<Vec<IntervalLine>> {
    let line = |method: &ProportionMethod| {
        IntervalLine::new("share", share(k, n), method.name(), method.interval(k, n, confidence))
    };
    ProportionMethod::ALL.iter().map(line).collect()
}

/// The share n21 less the share n12.
fn share_difference(table: &PairedTable) -> Result<f64, Error> {
    Ok(share(table.n21, table.n())? - share(table.n12, table.n())?)
}

fn paired_difference(table: &PairedTable, confidence: f64) -> Result<Vec<IntervalLine>> {
    let estimate = share_difference(table);
    let line = |method: &DifferenceMethod| {
        let found = effect::difference(table, *method, confidence);
        let interval = found.map(|difference| difference.interval);
        IntervalLine::new("difference of shares", estimate, method.name(), interval)
    };
    DifferenceMethod::ALL.iter().map(line).collect()
}

/// The odds ratio by each method.
fn odds_ratio(n12: u64, n21: u64, confidence: f64) -> Result<Vec<IntervalLine>> {
    let exact = effect::odds_ratio(n12, n21, confidence)?;
    let value = |ratio: Ratio| ratio.value().ok_or(Error::from(Undefined::NoDiscordantPairs));
    let limits = value(exact.low).and_then(|low| Ok(Interval { low, high: value(exact.high)? }));
    let wald = effect::odds_ratio_wald(n12, n21, confidence);
    Ok(vec![
        IntervalLine::new("odds ratio", value(exact.ratio), "exact", limits)?,
        IntervalLine::new("odds ratio", value(exact.ratio), "wald", wald)?,
    ])
}

fn two_proportions([x1, n1, x2, n2]: [u64; 4], confidence: f64) -> Result<Vec<IntervalLine>> {
    let groups = TwoProportions::new(x1, n1, x2, n2);
    let of = "difference of shares";
    let estimate = groups.map(|groups| groups.difference());
    let by = |interval: fn(&TwoProportions, f64) -> Result<Interval, Error>| {
        groups.and_then(|groups| interval(&groups, confidence))
    };
    Ok(vec![
        IntervalLine::new(of, estimate, "newcombe", by(TwoProportions::newcombe))?,
        IntervalLine::new(of, estimate, "wald", by(TwoProportions::wald))?,
    ])
}
