use crate::matrix::{Basis, Columns, apply, dot, transposed};
use crate::{Defined, Undefined};

/// Predictors on an orthonormal basis, where their scale and their distance from 0 do not matter,
/// and the transformation back to coefficients of the original predictors.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frame {
    pub(super) basis: Basis,
    /// The subtracted mean of each predictor; empty without an intercept.
    means: Vec<f64>,
}

impl Frame {
    /// A column of ones, and predictors less their means.
    pub(super) fn with_intercept(predictors: Columns, rows: usize) -> Defined<Self> {
        let mut design = vec![vec![1.0; rows]];
        let means = predictors.iter().map(|column| crate::sample::mean(column)).collect();
        design.extend(predictors.into_iter().map(centred));
        Ok(Self { basis: Basis::new(&design).ok_or(Undefined::SingularDesign)?, means })
    }

    /// The predictors unchanged.
    pub(super) fn without_intercept(predictors: &[Vec<f64>]) -> Defined<Self> {
        let basis = Basis::new(predictors).ok_or(Undefined::SingularDesign)?;
        Ok(Self { basis, means: Vec::new() })
    }

    /// The number of coefficients.
    pub(super) fn width(&self) -> usize {
        self.basis.columns.len()
    }

    /// Returns the coefficients of the original predictors.
    pub(super) fn coefficients(&self, on_basis: &[f64]) -> Vec<f64> {
        self.uncentred(self.basis.original(on_basis))
    }

    /// Returns the covariance of the coefficients of the original predictors.
    pub(super) fn covariance(&self, on_basis: &[Vec<f64>]) -> Columns {
        let rows = |of: Columns| of.into_iter().map(|row| self.uncentred(row)).collect::<Columns>();
        let half = transposed(&rows(self.basis.original_covariance(on_basis)));
        transposed(&rows(half))
    }

    /// Returns the point on the basis for coefficients of the original predictors.
    pub(super) fn place(&self, coefficients: &[f64]) -> Vec<f64> {
        let mut centred = coefficients.to_vec();
        if let [intercept, slopes @ ..] = centred.as_mut_slice()
            && !self.means.is_empty()
        {
            *intercept += dot(&self.means, slopes);
        }
        apply(&self.basis.triangle, &centred)
    }

    /// Moves the intercept from the means of the predictors to 0.
    fn uncentred(&self, mut coefficients: Vec<f64>) -> Vec<f64> {
        if let [intercept, slopes @ ..] = coefficients.as_mut_slice()
            && !self.means.is_empty()
        {
            *intercept -= dot(&self.means, slopes);
        }
        coefficients
    }
}

/// Returns the values less their mean; exactly 0 if only a rounding error remains.
pub(super) fn centred(mut values: Vec<f64>) -> Vec<f64> {
    let size = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let mean = crate::sample::mean(&values);
    values.iter_mut().for_each(|value| *value -= mean);
    if values.iter().all(|value| value.abs() <= 1e-14 * size) {
        values.fill(0.0);
    }
    values
}
