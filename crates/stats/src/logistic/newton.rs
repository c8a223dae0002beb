use crate::matrix::{Basis, Columns, apply, dot, inverse};
use crate::{Defined, Undefined};

/// Where the likelihood is largest.
pub(super) struct Maximum {
    pub(super) coefficients: Vec<f64>,
    pub(super) covariance: Columns,
    pub(super) log_likelihood: f64,
    /// Outcome less probability, for each row.
    pub(super) residuals: Vec<f64>,
    pub(super) iterations: u32,
}

/// After so many steps the search is given up.
const STEPS: u32 = 200;

/// Maximises the likelihood of outcomes given columns of predictors.
///
/// Newton's method on an orthonormal basis of the columns, where it does not matter how predictors
/// are scaled. At a finite maximum its steps shrink to nothing. If predictors separate the
/// outcomes there is none: steps do not shrink, and end up pointing in a direction in which no
/// row's outcome becomes less likely, which proves it.
pub(super) fn maximise(design: &[Vec<f64>], outcomes: &[bool]) -> Defined<Maximum> {
    let basis = Basis::of(design).ok_or(Undefined::SingularDesign)?;
    let constant = outcomes.windows(2).all(|pair| pair[0] == pair[1]);
    let signs: Vec<f64> = outcomes.iter().map(|right| if *right { 1.0 } else { -1.0 }).collect();
    let rows = crate::matrix::transposed(&basis.columns);
    if constant && separates(&towards(&basis, &rows, signs[0]), &signs) {
        return Err(Undefined::ConstantOutcome);
    }
    let mut place = vec![0.0; design.len()];
    let mut linear = vec![0.0; signs.len()];
    let mut height = log_likelihood(&linear, &signs);
    for iterations in 1..=STEPS {
        let (step, _) = newton_step(&basis, &linear, &signs)?;
        let along = apply(&rows, &step);
        let (length, next) = halved(&linear, &along, &signs, height);
        place.iter_mut().zip(&step).for_each(|(place, step)| *place += length * step);
        linear = next;
        height = log_likelihood(&linear, &signs);
        let largest = along.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        if largest <= 1e-9 {
            // Newton squares the error: one more step leaves nothing to improve.
            let (step, covariance) = newton_step(&basis, &linear, &signs)?;
            place.iter_mut().zip(&step).for_each(|(place, step)| *place += step);
            let residuals = signs.iter().zip(&linear).map(|(s, x)| s * miss(s * x)).collect();
            return Ok(Maximum {
                coefficients: basis.original(&place),
                covariance: basis.original_covariance(&covariance),
                log_likelihood: height,
                residuals,
                iterations,
            });
        }
        if separates(&linear, &signs) || separates(&along, &signs) {
            return Err(Undefined::Separated);
        }
    }
    Err(Undefined::NotConverged)
}

/// What of a constant vector lies in the space of the predictors.
fn towards(basis: &Basis, rows: &[Vec<f64>], constant: f64) -> Vec<f64> {
    let along: Vec<f64> =
        basis.columns.iter().map(|column| constant * column.iter().sum::<f64>()).collect();
    apply(rows, &along)
}

/// Whether moving in this direction makes some outcome likelier and none less likely.
fn separates(direction: &[f64], signs: &[f64]) -> bool {
    let gains = direction.iter().zip(signs).map(|(x, sign)| x * sign);
    let (least, most) = gains
        .fold((f64::INFINITY, 0.0_f64), |(least, most), gain| (least.min(gain), most.max(gain)));
    most > 1e-6 && least >= -1e-10 * most
}

/// The Newton step on the basis, and the inverse of the information.
fn newton_step(basis: &Basis, linear: &[f64], signs: &[f64]) -> Defined<(Vec<f64>, Columns)> {
    let miss: Vec<f64> = linear.iter().zip(signs).map(|(x, sign)| miss(sign * x)).collect();
    let slope: Vec<f64> = miss.iter().zip(signs).map(|(miss, sign)| miss * sign).collect();
    let weights: Vec<f64> = linear.iter().map(|x| self::miss(*x) * self::miss(-x)).collect();
    let gradient = apply(&basis.columns, &slope);
    let entry = |a: &Vec<f64>, b: &Vec<f64>| -> f64 {
        a.iter().zip(b).zip(&weights).map(|((a, b), weight)| a * b * weight).sum()
    };
    let information: Columns =
        basis.columns.iter().map(|a| basis.columns.iter().map(|b| entry(a, b)).collect()).collect();
    let covariance = inverse(&information).ok_or(Undefined::NotConverged)?;
    Ok((covariance.iter().map(|row| dot(row, &gradient)).collect(), covariance))
}

/// The longest of the step, its half, its quarter and so on that does not lose likelihood.
fn halved(linear: &[f64], along: &[f64], signs: &[f64], height: f64) -> (f64, Vec<f64>) {
    let moved = |length: f64| -> Vec<f64> {
        linear.iter().zip(along).map(|(x, step)| x + length * step).collect()
    };
    let mut length = 1.0;
    for _ in 0..30 {
        let next = moved(length);
        if log_likelihood(&next, signs) >= height - 1e-9 * height.abs() {
            return (length, next);
        }
        length /= 2.0;
    }
    (length, moved(length))
}

/// The probability of the other outcome, 1/(1 + e^x).
fn miss(x: f64) -> f64 {
    if x > 0.0 {
        let small = (-x).exp();
        small / (1.0 + small)
    } else {
        1.0 / (1.0 + x.exp())
    }
}

fn log_likelihood(linear: &[f64], signs: &[f64]) -> f64 {
    let term = |(x, sign): (&f64, &f64)| {
        let gain = x * sign;
        if gain > 0.0 { -(-gain).exp().ln_1p() } else { gain - gain.exp().ln_1p() }
    };
    linear.iter().zip(signs).map(term).sum()
}
