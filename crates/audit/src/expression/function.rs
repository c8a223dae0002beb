//! The functions of expressions.

use peirast_stats::dist::{chi2_sf, f_sf, normal_sf, t_sf};
use peirast_stats::{
    Alternative, MAX_COUNT, Pooling, ProportionMethod, TwoProportions, ZeroRule, correlation,
    descriptives, mcnemar, paired_differences, paired_t, shapiro, wilcoxon,
};

use super::Value;
use super::evaluate::truth;
use crate::granularity::{
    agreement_possible, grim, least_spread, reduction_possible, spread_between,
};
use crate::statistic::signed_rank_p;
use crate::{Bound, Printed};

/// The reason why there is no value.
pub(super) type Why = String;

/// A function of single values.
#[derive(Debug, Clone, Copy)]
pub enum Scalar {
    /// A function of this many numbers.
    Number(usize, fn(&[f64]) -> Option<f64>),
    /// A number rounded to a number of places.
    Round,
    /// A yes-no function of this many printed numbers.
    Possible(usize, fn(&[Printed]) -> Option<bool>),
}

/// A function of the values of many rows.
#[derive(Debug, Clone, Copy)]
pub enum Aggregate {
    /// The number of rows.
    Rows,
    /// The number of rows that satisfy a condition.
    Count,
    /// The share of rows that satisfy it.
    Share,
    /// True if all rows satisfy it.
    All,
    /// True if at least one row satisfies it.
    Any,
    /// The value on the only row.
    Only,
    /// A function of this many columns of numbers.
    Numbers(usize, fn(&[Vec<f64>]) -> Option<f64>),
}

/// The function of single values with this name.
pub fn scalar(name: &str) -> Option<Scalar> {
    use Scalar::{Number, Possible};
    let one = |f| Some(Number(1, f));
    let two = |f| Some(Number(2, f));
    match name {
        "abs" => one(|x| Some(x[0].abs())),
        "sqrt" => one(|x| Some(x[0].sqrt())),
        "ln" => one(|x| Some(x[0].ln())),
        "exp" => one(|x| Some(x[0].exp())),
        "round" => Some(Scalar::Round),
        "p_z" => one(|x| Some(2.0 * normal_sf(x[0].abs()))),
        "p_t" => two(|x| (x[1] > 0.0).then(|| 2.0 * t_sf(x[0].abs(), x[1]))),
        "p_chi2" => two(|x| (x[1] > 0.0 && x[0] >= 0.0).then(|| chi2_sf(x[0], x[1]))),
        "p_f" => Some(Number(3, |x| (x[1] > 0.0 && x[2] > 0.0).then(|| f_sf(x[0], x[1], x[2])))),
        "p_r" => two(|x| {
            let left = 1.0 - x[0] * x[0];
            (left > 0.0 && x[1] > 2.0)
                .then(|| 2.0 * t_sf(x[0].abs() * ((x[1] - 2.0) / left).sqrt(), x[1] - 2.0))
        }),
        "p_shapiro" => two(|x| shapiro::p_of(x[0], usize::try_from(count(x[1])?).ok()?).ok()),
        "p_signed_rank" => two(|x| signed_rank_p(x[0], count(x[1])?)),
        "p_mcnemar" => {
            two(|x| Some(mcnemar::exact(count(x[0])?, count(x[1])?, Alternative::TwoSided).p))
        }
        "chi2_mcnemar" => two(|x| Some(mcnemar::chi_square(count(x[0])?, count(x[1])?).statistic)),
        "chi2_mcnemar_corrected" => {
            two(|x| Some(mcnemar::chi_square_corrected(count(x[0])?, count(x[1])?).statistic))
        }
        "wilson_low" => two(|x| interval(x).map(|i| i.low)),
        "wilson_high" => two(|x| interval(x).map(|i| i.high)),
        "z_two_shares" => Some(Number(4, |x| {
            let pair = TwoProportions::new(count(x[0])?, count(x[1])?, count(x[2])?, count(x[3])?);
            pair.ok()?.z(Pooling::Pooled).ok()
        })),
        "grim" => Some(Possible(2, |x| Some(grim(x[0], 100.0, count(x[1].value)?)))),
        "agreement_possible" => {
            Some(Possible(4, |x| Some(agreement_possible(x[0], x[1], x[2], count(x[3].value)?))))
        }
        "reduction_possible" => {
            Some(Possible(3, |x| Some(reduction_possible(x[0], x[1], count(x[2].value)?))))
        }
        "sd_possible" => Some(Possible(5, sd_possible)),
        _ => None,
    }
}

/// The function of rows with this name.
pub fn aggregate(name: &str) -> Option<Aggregate> {
    use Aggregate::Numbers;
    let one = |f| Some(Numbers(1, f));
    let two = |f| Some(Numbers(2, f));
    match name {
        "rows" => Some(Aggregate::Rows),
        "count" => Some(Aggregate::Count),
        "share" => Some(Aggregate::Share),
        "all" => Some(Aggregate::All),
        "any" => Some(Aggregate::Any),
        "only" => Some(Aggregate::Only),
        "sum" => one(|x| Some(x[0].iter().sum())),
        "mean" => one(|x| Some(described(x)?.mean)),
        "median" => one(|x| Some(described(x)?.median)),
        "sd" => one(|x| described(x)?.sd.ok()),
        "population_sd" => one(|x| Some(described(x)?.sd_population)),
        "min" => one(|x| Some(described(x)?.min)),
        "max" => one(|x| Some(described(x)?.max)),
        "correlation" => two(|x| correlation::pearson(&x[0], &x[1]).ok().map(|r| r.r)),
        "rank_correlation" => two(|x| correlation::spearman(&x[0], &x[1]).ok().map(|r| r.rho)),
        "t_paired" => two(|x| paired_t::test(&x[0], &x[1]).ok()?.t.ok()),
        "p_t_paired" => two(|x| paired_t::test(&x[0], &x[1]).ok()?.p(Alternative::TwoSided).ok()),
        "w_paired" => two(|x| signed(x).map(|test| test.w_plus.min(test.w_minus))),
        "p_w_paired" => two(|x| signed(x)?.p_exact(Alternative::TwoSided).ok()),
        _ => None,
    }
}

fn count(x: f64) -> Option<u64> {
    ((0.0..=MAX_COUNT as f64).contains(&x) && x.fract() == 0.0).then_some(x as u64)
}

fn interval(x: &[f64]) -> Option<peirast_stats::Interval> {
    ProportionMethod::Wilson.interval(count(x[0])?, count(x[1])?, 0.95).ok()
}

fn described(x: &[Vec<f64>]) -> Option<descriptives::Descriptives> {
    descriptives::describe(&x[0]).ok()
}

fn signed(x: &[Vec<f64>]) -> Option<peirast_stats::SignedRank> {
    wilcoxon::signed_rank(&paired_differences(&x[0], &x[1]).ok()?, ZeroRule::Wilcox).ok()
}

/// Tests if a mean, SD, smallest value, largest value and number of values are possible.
fn sd_possible(x: &[Printed]) -> Option<bool> {
    let [mean, sd, min, max, n] = x else { return None };
    let n = count(n.value)?;
    // The mean is rounded, so the spread is the largest over its possible values.
    let ends = [mean.value - mean.half_unit(), mean.value, mean.value + mean.half_unit()];
    let (low, high) = (min.value - min.half_unit(), max.value + max.half_unit());
    if low > high {
        return Some(false);
    }
    let bounds = ends.iter().filter_map(|mean| spread_between(mean.clamp(low, high), low, high, n));
    let most = bounds.map(|(_, most)| most).fold(0.0, f64::max);
    let least = least_spread(*mean, (*min, *max), n);
    Some(sd.value - sd.half_unit() <= most && sd.value + sd.half_unit() >= least * 0.99)
}

/// A number of an expression, as if printed with its known digits.
fn printed(value: f64, slack: f64) -> Printed {
    let places = if slack > 0.0 { -(2.0 * slack).log10().round() as i32 } else { 15 };
    Printed { value, places, bound: Bound::Exactly, percent: false }
}

/// A number rounded to a number of places, with its uncertainty. A half in decimals may be rounded
/// up or to the even digit, so the value lies between both.
fn rounded(x: f64, places: f64) -> Option<(f64, f64)> {
    let scale = 10_f64.powi(places as i32);
    let scaled = x * scale;
    let half = scaled.floor() + 0.5;
    let (value, slack) = match (scaled - half).abs() <= 8.0 * f64::EPSILON * scaled.abs() {
        true => (half / scale, 0.5 / scale),
        false => (scaled.round() / scale, 0.0),
    };
    value.is_finite().then_some((value, slack))
}

impl Scalar {
    /// Applies the function.
    pub fn apply(self, name: &str, values: &[Value]) -> Result<Value, Why> {
        let Some(numbers) = numbers(name, values)? else { return Ok(Value::Missing) };
        let width = match self {
            Self::Number(width, _) | Self::Possible(width, _) => width,
            Self::Round => 2,
        };
        if numbers.len() != width {
            return Err(format!("{name} takes {width} values, not {}", numbers.len()));
        }
        let list = || values.iter().map(Value::text).collect::<Vec<_>>().join(", ");
        let none = || format!("{name}({}) has no value", list());
        match self {
            Self::Possible(_, f) => {
                let printed: Vec<Printed> =
                    numbers.iter().map(|(x, slack)| printed(*x, *slack)).collect();
                f(&printed).map(Value::Truth).ok_or_else(none)
            }
            Self::Round => {
                let (x, slack) = numbers[0];
                let (value, half) = rounded(x, numbers[1].0).ok_or_else(none)?;
                let moved = |by: f64| {
                    rounded(x + by, numbers[1].0).map_or(0.0, |one| (one.0 - value).abs())
                };
                let slack = if slack > 0.0 { moved(slack).max(moved(-slack)) } else { 0.0 };
                Ok(Value::Number { value, slack: slack + half })
            }
            Self::Number(_, f) => {
                let x: Vec<f64> = numbers.iter().map(|(x, _)| *x).collect();
                let value = f(&x).filter(|value| value.is_finite()).ok_or_else(none)?;
                let moved = |at: usize, by: f64| {
                    let mut other = x.clone();
                    other[at] += by;
                    f(&other)
                        .filter(|value| value.is_finite())
                        .map_or(0.0, |other| (other - value).abs())
                };
                let slack = |(at, (_, slack)): (usize, &(f64, f64))| match slack {
                    0.0 => 0.0,
                    slack => moved(at, *slack).max(moved(at, -slack)),
                };
                Ok(Value::Number { value, slack: numbers.iter().enumerate().map(slack).sum() })
            }
        }
    }
}

/// The numbers and their uncertainties; `None` if one is missing.
fn numbers(name: &str, values: &[Value]) -> Result<Option<Vec<(f64, f64)>>, Why> {
    let mut found = Vec::new();
    for value in values {
        match value {
            Value::Number { value, slack } => found.push((*value, *slack)),
            Value::Missing => return Ok(None),
            other => return Err(format!("{name} takes numbers, not {}", other.kind())),
        }
    }
    Ok(Some(found))
}

/// With more rows than this, the effect of rounding is not computed row by row.
const MOVABLE: usize = 2000;

impl Aggregate {
    /// Applies the function to the arguments on every row.
    pub fn apply(self, name: &str, width: usize, rows: &[Vec<Value>]) -> Result<Value, Why> {
        let wanted = match self {
            Self::Rows => 0,
            Self::Numbers(width, _) => width,
            _ => 1,
        };
        if width != wanted {
            return Err(format!("{name} takes {wanted} argument(s), not {width}"));
        }
        match self {
            Self::Rows => Ok(Value::exact(rows.len() as f64)),
            Self::Only => match rows {
                [row] => Ok(row[0].clone()),
                _ => {
                    Err(format!("only requires one row, but {} satisfy the condition", rows.len()))
                }
            },
            Self::Numbers(_, f) => {
                columns(name, width, rows).and_then(|columns| spread_of(name, f, &columns))
            }
            _ => {
                let truths: Vec<bool> = rows
                    .iter()
                    .filter(|row| row[0] != Value::Missing)
                    .map(|row| truth(row[0].clone()))
                    .collect::<Result<_, _>>()?;
                let count = truths.iter().filter(|truth| **truth).count();
                match self {
                    Self::All if truths.is_empty() => {
                        Err("no row satisfies the condition of all".to_owned())
                    }
                    Self::All => Ok(Value::Truth(count == truths.len())),
                    Self::Any => Ok(Value::Truth(count > 0)),
                    Self::Share if truths.is_empty() => Err("share of no rows".to_owned()),
                    Self::Share => Ok(Value::exact(count as f64 / truths.len() as f64)),
                    _ => Ok(Value::exact(count as f64)),
                }
            }
        }
    }
}

/// Columns of numbers with their uncertainties. Rows that lack a number are left out.
fn columns(name: &str, width: usize, rows: &[Vec<Value>]) -> Result<Vec<Vec<(f64, f64)>>, Why> {
    let mut columns = vec![Vec::new(); width];
    for row in rows {
        if let Some(numbers) = numbers(name, row)? {
            columns.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
        }
    }
    Ok(columns)
}

/// A function of columns, and its largest change by the rounding of each value.
fn spread_of(
    name: &str,
    f: fn(&[Vec<f64>]) -> Option<f64>,
    columns: &[Vec<(f64, f64)>],
) -> Result<Value, Why> {
    let mut x: Vec<Vec<f64>> =
        columns.iter().map(|column| column.iter().map(|(x, _)| *x).collect()).collect();
    let finite = |x: &[Vec<f64>]| f(x).filter(|value| value.is_finite());
    let rows = x.first().map_or(0, Vec::len);
    let value = finite(&x).ok_or_else(|| format!("{name} of {rows} rows has no value"))?;
    let mut total: f64 = 0.0;
    // A minimum, maximum or median changes by no more than the rounding of one value.
    let ordered = ["min", "max", "median"].contains(&name);
    if ordered {
        total = columns.iter().flatten().map(|(_, slack)| *slack).fold(0.0, f64::max);
    } else if rows <= MOVABLE {
        for (at, column) in columns.iter().enumerate() {
            for (row, (own, slack)) in
                column.iter().enumerate().filter(|(_, (_, slack))| *slack > 0.0)
            {
                let mut moved = |by: f64| {
                    x[at][row] = own + by;
                    finite(&x).map_or(0.0, |moved| (moved - value).abs())
                };
                total += moved(*slack).max(moved(-slack));
                x[at][row] = *own;
            }
        }
    }
    Ok(Value::Number { value, slack: total })
}
