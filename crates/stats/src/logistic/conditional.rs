use super::frame::Frame;
use super::newton::maximise;
use super::{Logistic, finite, rectangular};
use crate::{Error, Undefined};

/// Conditional logistic regression of matched pairs with one right and one wrong answer.
///
/// The input has a row for each such pair: the predictors of the right member less those of the
/// wrong one. Properties that both members share (the question, its theme, its difficulty) cancel,
/// as they do in McNemar's test: with the single predictor "is the perturbed version", 1 or -1 in
/// the differences, the coefficient is the logarithm of n21/n12. Pairs with equal answers carry no
/// information and are left out. There is no intercept; without predictors every pair would have
/// probability 1/2.
///
/// Source: Breslow & Day (1980), *Statistical Methods in Cancer Research* 1, section 7.2.
///
/// # Errors
///
/// [`Error::Ragged`] and [`Error::NotFinite`] for malformed data; [`Error::Undefined`] without
/// pairs or predictors, for a predictor that never differs or is a combination of others, or if
/// some combination favours the right member of every pair.
///
/// ```
/// use peirast_stats::logistic;
/// // 16 pairs mended by the perturbation, 4 broken.
/// let pairs: Vec<[f64; 1]> = (0..20).map(|i| [if i < 16 { 1.0 } else { -1.0 }]).collect();
/// let fit = logistic::conditional(&pairs)?;
/// assert!((fit.coefficients[0].odds_ratio() - 4.0).abs() < 1e-9);
/// assert!((fit.coefficients[0].se - (1.0_f64 / 16.0 + 1.0 / 4.0).sqrt()).abs() < 1e-9);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn conditional<R: AsRef<[f64]>>(differences: &[R]) -> Result<Logistic, Error> {
    let width = rectangular(differences)?;
    for row in differences {
        finite("differences", row.as_ref())?;
    }
    if differences.is_empty() || width == 0 {
        return Err(Undefined::Empty.into());
    }
    let column = |j: usize| differences.iter().map(|row| row.as_ref()[j]).collect::<Vec<_>>();
    let design: Vec<Vec<f64>> = (0..width).map(column).collect();
    let frame = Frame::without_intercept(&design)?;
    let maximum = maximise(&frame, &vec![true; differences.len()]).map_err(|why| match why {
        Undefined::ConstantOutcome => Undefined::Separated,
        other => other,
    })?;
    let null = differences.len() as f64 * 0.5_f64.ln();
    Ok(Logistic::new(frame, maximum, null))
}
