//! Power against pairs.

use super::PowerAnswer;
use super::beside::Beside;
use crate::PowerRequest;
use crate::error::{Result, refuse};
use crate::sheet::{Cell, Printout, Sheet};
use peirast_stats::{Design, Discordance, MAX_PAIRS};
use peirast_table::escape_line;

/// Maximum number of points of a curve.
const MOST_POINTS: usize = 1000;
/// Number of steps of a range.
const STEPS: u64 = 20;

/// A planned test.
pub struct Plan {
    /// The test.
    pub design: Design,
    /// The supposed probabilities.
    pub supposed: Discordance,
    /// Formulas and simulations.
    pub beside: Beside,
}

/// The power at each number of pairs.
pub fn curve(args: &PowerRequest, plan: &Plan, pairs: &str, level: &str) -> Result<PowerAnswer> {
    let pairs = numbers(pairs)?;
    let points = plan.design.curve(pairs.iter().copied(), &plan.supposed);
    let settings = settings(args, plan);
    let (mut rows, mut full_rows) = (Vec::new(), Vec::new());
    for point in &points {
        let mut row = vec![("n", Cell::Count(point.pairs)), ("power", Cell::number(point.power))];
        row.extend(beside(plan, point.pairs)?);
        rows.push(row.clone());
        row.extend(setting_cells(args, plan));
        full_rows.push(row);
    }
    let head = format!("Power of McNemar's test ({settings}).{level}\n");
    let printout =
        Printout { text: head + &Sheet::rows(rows).text(), json: Sheet::rows(full_rows).json() };
    let points = points.iter().map(|one| (one.pairs, one.power)).collect();
    Ok(PowerAnswer { printout, curve: Some((points, settings)) })
}

/// The settings in words.
fn settings(args: &PowerRequest, plan: &Plan) -> String {
    let (p12, p21) = (plan.supposed.p12(), plan.supposed.p21());
    let tests = match args.tests {
        1 => String::new(),
        tests => format!(" for {tests} tests"),
    };
    let (rule, side, alpha) = (&args.rule, &args.alternative, args.alpha);
    format!("p12 = {p12}, p21 = {p21}, {rule}, {side}, alpha = {alpha}{tests}")
}

fn setting_cells(args: &PowerRequest, plan: &Plan) -> [(&'static str, Cell); 7] {
    [
        ("p12", Cell::number(plan.supposed.p12())),
        ("p21", Cell::number(plan.supposed.p21())),
        ("alpha", Cell::number(args.alpha)),
        ("tests", Cell::Count(args.tests)),
        ("alpha_each", Cell::number(plan.design.alpha())),
        ("alternative", Cell::text(&args.alternative)),
        ("rule", Cell::text(&args.rule)),
    ]
}

/// Formulas and simulated studies.
fn beside(plan: &Plan, n: u64) -> Result<Vec<(&'static str, Cell)>> {
    let formulas = plan.beside.powers(&plan.design, n, &plan.supposed);
    let mut cells: Vec<(&'static str, Cell)> = formulas
        .into_iter()
        .map(|(formula, power)| (formula.name(), Cell::number(power)))
        .collect();
    if let Some(found) = plan.beside.simulated(&plan.design, n, &plan.supposed)? {
        cells.push(("simulated", Cell::number(found.share())));
        cells.push(("standard error", Cell::number(found.error())));
        cells.push(("studies", Cell::Count(found.studies)));
        cells.push(("seed", Cell::Count(plan.beside.seed)));
    }
    Ok(cells)
}

/// A list such as 50,100, or a range such as 20..200.
fn numbers(text: &str) -> Result<Vec<u64>> {
    let number = |text: &str| match text.trim().parse::<u64>() {
        Ok(pairs) if (1..=MAX_PAIRS).contains(&pairs) => Ok(pairs),
        _ => refuse!(
            "--curve: `{}` is not a number of pairs: give 50,100,150 or 20..200, each from 1 to \
             {MAX_PAIRS}",
            escape_line(text)
        ),
    };
    let Some((first, last)) = text.split_once("..") else {
        let list: Vec<u64> = text.split(',').map(number).collect::<Result<_>>()?;
        if list.len() > MOST_POINTS {
            refuse!("--curve: {} points are too many: {MOST_POINTS} are the most", list.len());
        }
        return Ok(list);
    };
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        refuse!("--curve: {first}..{last} is in descending order");
    }
    let step = (last - first).div_ceil(STEPS).max(1);
    let mut list: Vec<u64> = (0..=STEPS).map(|at| first + at * step).collect();
    list.retain(|pairs| *pairs < last);
    list.push(last);
    Ok(list)
}
