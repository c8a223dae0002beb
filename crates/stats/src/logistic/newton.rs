use super::frame::Frame;
use super::pass::Pass;
use crate::matrix::{Basis, Columns, apply, inverse};
use crate::{Defined, Undefined};

/// The maximum of the likelihood, on the basis.
pub(super) struct Maximum {
    pub(super) place: Vec<f64>,
    pub(super) covariance: Columns,
    pub(super) log_likelihood: f64,
    /// Outcome less probability, for each row.
    pub(super) residuals: Vec<f64>,
    pub(super) iterations: u32,
}

/// The most steps of the search.
const STEPS: u32 = 200;

/// A step this short ends the search, in log odds: Newton's method squares the error, so one more
/// step is exact.
const SHORT: f64 = 1e-6;

/// Maximises the likelihood of outcomes given predictors.
///
/// Newton's method on an orthonormal basis of the columns, where the scale of predictors does not
/// matter. At a finite maximum its steps converge to 0. If predictors separate the outcomes there
/// is no maximum: steps do not shrink. They finally point in a direction in which no row's outcome
/// becomes less likely, which proves the separation.
pub(super) fn maximise(frame: &Frame, outcomes: &[bool]) -> Defined<Maximum> {
    let basis = &frame.basis;
    let constant = outcomes.windows(2).all(|pair| pair[0] == pair[1]);
    let signs: Vec<f64> = outcomes.iter().map(|right| if *right { 1.0 } else { -1.0 }).collect();
    if constant && all_favoured(basis, &signs) {
        return Err(Undefined::ConstantOutcome);
    }
    let mut place = vec![0.0; frame.width()];
    let (mut linear, mut next) = (vec![0.0; signs.len()], vec![0.0; signs.len()]);
    let mut pass = Pass::from_nothing(&basis.columns, &signs);
    for iterations in 1..=STEPS {
        let step =
            apply(&inverse(&pass.information).ok_or(Undefined::NotConverged)?, &pass.gradient);
        let (length, moved) = halved(basis, &signs, &linear, &mut next, &step, pass.log_likelihood);
        place.iter_mut().zip(&step).for_each(|(place, step)| *place += length * step);
        std::mem::swap(&mut linear, &mut next);
        pass = moved;
        if pass.longest <= SHORT * length {
            let covariance = inverse(&pass.information).ok_or(Undefined::NotConverged)?;
            let step = apply(&covariance, &pass.gradient);
            place.iter_mut().zip(&step).for_each(|(place, step)| *place += step);
            return Ok(Maximum {
                place,
                covariance,
                log_likelihood: pass.log_likelihood,
                residuals: linear.iter().zip(&signs).map(|(x, s)| s * miss(s * x)).collect(),
                iterations,
            });
        }
        if pass.separates() {
            return Err(Undefined::Separated);
        }
    }
    Err(Undefined::NotConverged)
}

/// Returns true if the projection of a constant outcome on the predictors favours all rows.
fn all_favoured(basis: &Basis, signs: &[f64]) -> bool {
    let along: Vec<f64> =
        basis.columns.iter().map(|column| signs[0] * column.iter().sum::<f64>()).collect();
    Pass::along(&basis.columns, signs, &mut vec![0.0; signs.len()], &along, 1.0).separates()
}

/// Returns the longest of the step, its half, its quarter and so on that does not lower the
/// likelihood, and the result at its end (`next`).
fn halved(
    basis: &Basis,
    signs: &[f64],
    linear: &[f64],
    next: &mut [f64],
    step: &[f64],
    height: f64,
) -> (f64, Pass) {
    let mut length = 1.0;
    loop {
        next.copy_from_slice(linear);
        let pass = Pass::along(&basis.columns, signs, next, step, length);
        if pass.log_likelihood >= height - 1e-9 * height.abs() || length < 1e-9 {
            return (length, pass);
        }
        length /= 2.0;
    }
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
