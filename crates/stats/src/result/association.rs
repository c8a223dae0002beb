use super::{Standing, TestResult, defined, standing};
use crate::dist::chi2_sf;
use crate::{
    Alternative, Error, SpearmanInterval, Undefined, Weights, agreement, correlation,
    logistic as model,
};

const NO_ASSOCIATION: &str = "the variables were independent";

/// Pearson's correlation with its t-test and Fisher's interval.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::NotFinite`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, Undefined, result};
/// let constant = result::pearson(&[1.0, 1.0], &[1.0, 2.0], Alternative::TwoSided, 0.95)?;
/// assert_eq!(constant.p, Err(Undefined::ConstantInput));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn pearson(
    x: &[f64],
    y: &[f64],
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let blank =
        TestResult::new("Pearson's correlation", "t", NO_ASSOCIATION, "pairs", x.len() as u64)
            .against(alternative);
    match correlation::pearson(x, y) {
        Ok(r) => blank
            .with("r", Ok(r.r), Ok(r.p(alternative)))
            .with_effect("correlation", Ok(r.r))
            .supposing("the variables are normal together", Standing::Unchecked)
            .with_interval("correlation", "fisher", confidence, r.interval(confidence)),
        Err(error) => blank.undefined("r", error),
    }
}

/// Spearman's correlation, exact for up to 10 pairs and by Student's t beyond, with Bonett and
/// Wright's interval.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::NotFinite`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, result};
/// let (x, y) = ([1.0, 2.0, 3.0, 4.0], [1.0, 8.0, 27.0, 64.0]);
/// let result = result::spearman(&x, &y, Alternative::TwoSided, 0.95)?;
/// assert_eq!(result.method, "exact");
/// assert!((result.p? - 2.0 / 24.0).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn spearman(
    x: &[f64],
    y: &[f64],
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let blank = |method| {
        TestResult::new("Spearman's correlation", method, NO_ASSOCIATION, "pairs", x.len() as u64)
            .against(alternative)
    };
    let rho = match correlation::spearman(x, y) {
        Ok(rho) => rho,
        Err(error) => return blank("exact").undefined("rho", error),
    };
    let (method, p) = match rho.exact_p(alternative) {
        Ok(p) => ("exact", Ok(p)),
        Err(_) => ("t", rho.p(alternative)),
    };
    let interval = rho.interval(SpearmanInterval::BonettWright, confidence);
    blank(method)
        .with("rho", Ok(rho.rho), p)
        .with_effect("rank correlation", Ok(rho.rho))
        .with_interval("rank correlation", "bonett-wright", confidence, interval)
}

/// Kendall's tau-b, exact without ties for up to 50 pairs and by the normal approximation
/// otherwise, with Fieller's interval.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::NotFinite`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, result};
/// let tied = result::kendall(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0], Alternative::TwoSided, 0.95)?;
/// assert_eq!(tied.method, "normal");
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn kendall(
    x: &[f64],
    y: &[f64],
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let blank = |method| {
        TestResult::new("Kendall's tau-b", method, NO_ASSOCIATION, "pairs", x.len() as u64)
            .against(alternative)
    };
    let tau = match correlation::kendall(x, y) {
        Ok(tau) => tau,
        Err(error) => return blank("exact").undefined("tau", error),
    };
    let exact = if tau.n <= 50 { tau.exact_p(alternative).ok() } else { None };
    let (method, p) = match exact {
        Some(p) => ("exact", Ok(p)),
        None => ("normal", tau.p(alternative)),
    };
    let mut result = blank(method)
        .with("tau", Ok(tau.tau), p)
        .with_effect("rank correlation", Ok(tau.tau))
        .with_interval("rank correlation", "fieller", confidence, tau.interval(confidence))?;
    if method == "normal" {
        result = result.supposing("there are at least 10 pairs", standing(tau.n >= 10));
    }
    Ok(result)
}

/// Cohen's kappa, tested against agreement by chance.
///
/// # Errors
///
/// [`Error::Ragged`] unless the table is square, [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Alternative, Weights, result};
/// let table = [[20, 5], [10, 15]];
/// let kappa = result::cohens_kappa(&table, Weights::Unweighted, Alternative::Greater, 0.95)?;
/// assert_eq!(kappa.n_used, 50);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cohens_kappa<R: AsRef<[u64]>>(
    table: &[R],
    weights: Weights,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let n = table.iter().flat_map(|row| row.as_ref()).fold(0_u64, |n, k| n.saturating_add(*k));
    let hypothesis = "raters agreed by chance only";
    let blank = TestResult::new("Cohen's kappa", weights.name(), hypothesis, "units", n)
        .against(alternative);
    let kappa = match defined(agreement::cohens_kappa(table, weights))? {
        Ok(kappa) => kappa,
        Err(why) => return blank.undefined("kappa", why.into()),
    };
    blank
        .with("kappa", kappa.kappa, kappa.p(alternative))
        .with_effect("kappa", kappa.kappa)
        .supposing("units are independent", Standing::Unchecked)
        .with_interval("kappa", "normal", confidence, kappa.interval(confidence))
        .map(|result| result.agreeing_at(0.0))
}

/// The likelihood-ratio test of all predictors of a logistic regression together, with the share of
/// the log likelihood that they account for (McFadden 1974, *Frontiers in Econometrics*).
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::Ragged`] and [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::{Undefined, result};
/// let separated = result::logistic(&[[1.0], [2.0], [3.0]], &[false, false, true])?;
/// assert_eq!(separated.p, Err(Undefined::Separated));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn logistic<R: AsRef<[f64]>>(rows: &[R], outcomes: &[bool]) -> Result<TestResult, Error> {
    let hypothesis = "no predictor mattered";
    let blank = TestResult::new(
        "logistic regression",
        "likelihood ratio",
        hypothesis,
        "rows",
        rows.len() as u64,
    );
    let fit = match model::fit(rows, outcomes) {
        Ok(fit) => fit,
        Err(error) => return blank.undefined("chi-square", error),
    };
    let df = fit.coefficients.len() as f64 - 1.0;
    let chi2 = (2.0 * (fit.log_likelihood - fit.log_likelihood_null)).max(0.0);
    let p = if df > 0.0 { Ok(chi2_sf(chi2, df)) } else { Err(Undefined::NoFreedom) };
    let least = outcomes.iter().filter(|right| **right).count();
    let least = least.min(outcomes.len() - least) as f64;
    Ok(blank
        .with("chi-square", Ok(chi2), p)
        .with_df(&[df])
        .with_effect("pseudo R squared", Ok(1.0 - fit.log_likelihood / fit.log_likelihood_null))
        .supposing("rows are independent", Standing::Unchecked)
        .supposing(
            "there are 10 rows of the rarer outcome for each predictor",
            standing(least >= 10.0 * df),
        ))
}
