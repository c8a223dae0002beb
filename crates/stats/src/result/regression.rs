use super::{Standing, TestResult, standing};
use crate::labels::numbered;
use crate::{Alternative, Coefficient, Error, Interval, logistic as model};

/// Tests whether a predictor changed the odds of a right answer within strata, such as questions:
/// the odds ratio of conditional logistic regression, with standard errors for clusters of whole
/// strata (the strata themselves, or coarser).
///
/// The `predictor` is given by its index, counted from 0.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::Ragged`], [`Error::NotFinite`] and [`Error::Divided`] for malformed
/// data, [`Error::NoSuch`] for a predictor that is not there, [`Error::OutOfRange`] unless
/// 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Undefined, result};
/// let (rows, right, strata) = ([[0.0], [1.0]], [true, true], [1, 1]);
/// let test = result::stratified_logistic(&rows, &right, &strata, &strata, 0, 0.95)?;
/// assert_eq!(test.p, Err(Undefined::NoStratumVaries));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn stratified_logistic<R: AsRef<[f64]>>(
    rows: &[R],
    outcomes: &[bool],
    strata: &[u64],
    clusters: &[u64],
    predictor: usize,
    confidence: f64,
) -> Result<TestResult, Error> {
    let blank = |n| {
        TestResult::new(
            "conditional logistic regression",
            "cluster-robust",
            "the predictor did not matter",
            "answers in mixed strata",
            n,
        )
        .against(Alternative::TwoSided)
    };
    let fit = match model::stratified(rows, outcomes, strata) {
        Ok(fit) => fit,
        Err(error) => return blank(0).undefined("t", error),
    };
    let count = numbered(&fit.labels(clusters)?).1;
    let coefficients = match fit.clustered(clusters) {
        Ok(coefficients) => coefficients,
        Err(error) => return blank(fit.n).undefined("t", error),
    };
    let silent = format!(
        "strata that were all right or all wrong carry no information ({})",
        fit.uninformative
    );
    Ok(blank(fit.n)
        .moved_by(at(&coefficients, predictor)?, "cluster-robust", confidence)?
        .supposing("clusters are independent", Standing::Unchecked)
        .supposing("there are at least 20 clusters", standing(count >= 20))
        .warning(fit.uninformative > 0, &silent))
}

/// Tests whether a predictor changed the odds of a right answer, with random intercepts for groups
/// such as questions: the odds ratio for a given group, by Wald's test.
///
/// The `predictor` is given by its index, counted from 0.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::Ragged`] and [`Error::NotFinite`] for malformed data,
/// [`Error::NoSuch`] for a predictor that is not there, [`Error::OutOfRange`] unless
/// 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Undefined, result};
/// let (rows, right) = ([[0.0], [1.0], [0.0], [1.0]], [true, false, false, true]);
/// let test = result::mixed_logistic(&rows, &right, &[1, 1, 1, 1], 0, 0.95)?;
/// assert_eq!(test.p, Err(Undefined::TooFewClusters));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mixed_logistic<R: AsRef<[f64]>>(
    rows: &[R],
    outcomes: &[bool],
    groups: &[u64],
    predictor: usize,
    confidence: f64,
) -> Result<TestResult, Error> {
    let hypothesis = "the predictor did not matter";
    let blank = mixed_blank("Wald", hypothesis, rows.len()).against(Alternative::TwoSided);
    let fit = match model::mixed(rows, outcomes, groups) {
        Ok(fit) => fit,
        Err(error) => return blank.undefined("z", error),
    };
    let slopes = fit.coefficients.get(1..).unwrap_or_default();
    Ok(blank
        .moved_by(at(slopes, predictor)?, "wald", confidence)?
        .supposing_intercepts(fit.groups)
        .warning(fit.sd == 0.0, "groups were not found to differ; this is ordinary regression"))
}

/// Tests whether groups, such as questions, differ in the odds of a right answer beyond predictors
/// and chance: the likelihood-ratio test of the standard deviation of their intercepts.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::Ragged`] and [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::result;
/// let (rows, right) = ([[], [], [], []], [true, false, true, false]);
/// let test = result::mixed_logistic_sd(&rows, &right, &[1, 1, 2, 2])?;
/// assert_eq!(test.p, Ok(1.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mixed_logistic_sd<R: AsRef<[f64]>>(
    rows: &[R],
    outcomes: &[bool],
    groups: &[u64],
) -> Result<TestResult, Error> {
    let blank = mixed_blank("half chi-square", "groups did not differ", rows.len());
    let fit = match model::mixed(rows, outcomes, groups) {
        Ok(fit) => fit,
        Err(error) => return blank.undefined("likelihood ratio", error),
    };
    Ok(blank
        .with("likelihood ratio", Ok(fit.sd_chi2()), Ok(fit.sd_p()))
        .with_effect("standard deviation of log odds between groups", Ok(fit.sd))
        .supposing_intercepts(fit.groups))
}

fn mixed_blank(method: &str, hypothesis: &str, n: usize) -> TestResult {
    TestResult::new("mixed logistic regression", method, hypothesis, "rows", n as u64)
}

/// The coefficient of a predictor.
fn at(coefficients: &[Coefficient], predictor: usize) -> Result<Coefficient, Error> {
    let size = coefficients.len();
    coefficients.get(predictor).copied().ok_or(Error::NoSuch {
        what: "predictor",
        index: predictor,
        size,
    })
}

impl TestResult {
    /// The test of a coefficient, with its odds ratio.
    fn moved_by(self, one: Coefficient, method: &str, confidence: f64) -> Result<Self, Error> {
        let limits = one.interval(confidence);
        let limits =
            limits.map(|limits| Interval { low: limits.low.exp(), high: limits.high.exp() });
        let name = if one.df.is_some() { "t" } else { "z" };
        self.with(name, one.statistic, one.p)
            .with_df(one.df.as_slice())
            .with_effect("odds ratio", Ok(one.odds_ratio()))
            .with_interval("odds ratio", method, confidence, limits)
    }

    fn supposing_intercepts(self, groups: u64) -> Self {
        self.supposing("the intercepts of groups are normal", Standing::Unchecked)
            .supposing("rows of one group depend on nothing else in common", Standing::Unchecked)
            .supposing("there are at least 20 groups", standing(groups >= 20))
    }
}
