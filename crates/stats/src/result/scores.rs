use super::sentence::digits;
use super::{Standing, TestResult, defined, standing};
use crate::name::named;
use crate::{
    Alternative, Defined, Error, Permutation, Relabelings, ZeroRule, effect, friedman as blocks,
    kruskal, mann_whitney as ranks, paired_differences, paired_t as t, permutation, shapiro, shift,
    wilcoxon as signed,
};

/// The method for the p-value of a rank test.
///
/// ```
/// use peirast_stats::RankMethod;
/// assert_eq!("auto".parse(), Ok(RankMethod::Auto));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RankMethod {
    /// Exact for up to 50 pairs, or values in each sample, normal with correction beyond (`auto`).
    #[default]
    Auto,
    /// Exact given the ranks that were observed, ties and zeros included (`exact`).
    Exact,
    /// The normal approximation (`normal`).
    Normal,
    /// The normal approximation with continuity correction (`normal-corrected`).
    NormalCorrected,
}

named!(RankMethod, "method for rank tests",
    Auto => "auto",
    Exact => "exact",
    Normal => "normal",
    NormalCorrected => "normal-corrected",
);

impl RankMethod {
    /// Returns the p-value, and the method that was used.
    fn p(
        self,
        n: u64,
        exact: impl Fn() -> Defined,
        normal: impl Fn(bool) -> Defined,
    ) -> (Self, Defined) {
        match self {
            Self::Auto if n <= 50 => (Self::Exact, exact()),
            Self::Exact => (Self::Exact, exact()),
            Self::Normal => (Self::Normal, normal(false)),
            Self::Auto | Self::NormalCorrected => (Self::NormalCorrected, normal(true)),
        }
    }
}

/// The paired t-test, with d_z and the interval of the mean difference. Differences are checked for
/// normality by Shapiro and Wilk's test at a level of 0.05.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::NotFinite`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, Undefined, result};
/// let shifted = result::paired_t(&[1.0, 2.0], &[2.0, 3.0], Alternative::TwoSided, 0.95)?;
/// assert_eq!(shifted.p, Err(Undefined::ZeroVariance));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn paired_t(
    x: &[f64],
    y: &[f64],
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let hypothesis = "the mean difference were 0";
    let blank =
        TestResult::new("paired t-test", "Student's t", hypothesis, "pairs", x.len() as u64)
            .against(alternative);
    let test = match t::test(x, y) {
        Ok(test) => test,
        Err(error) => return blank.undefined("t", error),
    };
    let normal = shapiro::test(&paired_differences(x, y)?)
        .map_or(Standing::Unchecked, |test| standing(test.p >= 0.05));
    blank
        .with("t", test.t, test.p(alternative))
        .with_df(&[test.df])
        .with_effect("standardised difference d_z", effect::cohens_d_paired(x, y)?.dz)
        .supposing("differences are normal", normal)
        .supposing("pairs are independent", Standing::Unchecked)
        .with_interval("mean difference", "t", confidence, test.interval(confidence))
}

/// Wilcoxon's signed-rank test of differences, with the rank-biserial correlation and the interval
/// of the pseudo-median.
///
/// # Errors
///
/// [`Error::NotFinite`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, RankMethod, Undefined, ZeroRule, result};
/// let (rule, method) = (ZeroRule::Wilcox, RankMethod::Auto);
/// let zeros = result::wilcoxon(&[0.0, 0.0], rule, method, Alternative::Less, 0.95)?;
/// assert_eq!(zeros.p, Err(Undefined::NoNonzeroDifference));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn wilcoxon(
    differences: &[f64],
    rule: ZeroRule,
    method: RankMethod,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let hypothesis = "differences were symmetric about 0";
    let name = "Wilcoxon's signed-rank test";
    let test = match signed::signed_rank(differences, rule) {
        Ok(test) => test,
        Err(error) => {
            let blank =
                TestResult::new(name, method.name(), hypothesis, "pairs", 0).against(alternative);
            return blank.undefined("W+", error);
        }
    };
    let exact = || test.p_conditional(alternative);
    let (used, p) = method.p(test.n, exact, |corrected| test.p_normal(alternative, corrected));
    let shift = defined(shift::of_pairs(differences, confidence))?;
    let interval = shift.and_then(|shift| shift.interval).map_err(Error::from);
    let dropped = rule == ZeroRule::Wilcox && test.zeros > 0;
    TestResult::new(name, used.name(), hypothesis, "pairs", differences.len() as u64)
        .against(alternative)
        .with("W+", Ok(test.w_plus), p)
        .with_effect("rank-biserial correlation", test.rank_biserial())
        .supposing("pairs are independent", Standing::Unchecked)
        .warning(
            dropped,
            &format!("differences of 0 carry no information and were dropped ({})", test.zeros),
        )
        .with_interval("pseudo-median", "hodges-lehmann", confidence, interval)
        .map(|result| result.agreeing_at(0.0))
}

/// The Mann-Whitney test of two samples, with Cliff's delta (the rank-biserial correlation) and its
/// interval.
///
/// # Errors
///
/// [`Error::NotFinite`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, RankMethod, result};
/// let (x, y) = ([4.0, 5.0, 6.0], [1.0, 2.0, 5.0]);
/// let test = result::mann_whitney(&x, &y, RankMethod::Auto, Alternative::TwoSided, 0.95)?;
/// assert_eq!(test.method, "exact");
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mann_whitney(
    x: &[f64],
    y: &[f64],
    method: RankMethod,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let hypothesis = "both samples came from one population";
    let blank = |method: RankMethod| {
        let n = (x.len() + y.len()) as u64;
        TestResult::new("Mann-Whitney test", method.name(), hypothesis, "values", n)
            .against(alternative)
    };
    let test = match ranks::rank_sum(x, y) {
        Ok(test) => test,
        Err(error) => return blank(method).undefined("U1", error),
    };
    let exact = || {
        if test.ties { test.p_permutation(alternative) } else { test.p_exact(alternative) }
    };
    let normal = |corrected| test.p_normal(alternative, corrected);
    let (used, p) = method.p(test.n1.max(test.n2), exact, normal);
    let delta = effect::cliffs_delta(x, y)?;
    blank(used)
        .with("U1", Ok(test.u1), p)
        .with_effect("rank-biserial correlation", Ok(delta.delta))
        .supposing("values are independent", Standing::Unchecked)
        .with_interval(
            "rank-biserial correlation",
            "feng-cliff",
            confidence,
            delta.interval(confidence),
        )
        .map(|result| result.agreeing_at(0.0))
}

/// The Kruskal-Wallis test of several samples, with epsilon squared.
///
/// # Errors
///
/// [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::{Undefined, result};
/// let one = result::kruskal_wallis(&[[1.0, 2.0]])?;
/// assert_eq!(one.p, Err(Undefined::TooFewGroups));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn kruskal_wallis<G: AsRef<[f64]>>(groups: &[G]) -> Result<TestResult, Error> {
    let n = groups.iter().map(|group| group.as_ref().len() as u64).sum();
    let hypothesis = "all samples came from one population";
    let blank = TestResult::new("Kruskal-Wallis test", "chi-square", hypothesis, "values", n);
    let enough = groups.iter().all(|group| group.as_ref().len() >= 5);
    match kruskal::test(groups) {
        Ok(test) => Ok(blank
            .with("H", Ok(test.h), Ok(test.p))
            .with_df(&[test.df])
            .with_effect("epsilon squared", Ok(test.epsilon_squared))
            .supposing("values are independent", Standing::Unchecked)
            .supposing("there are at least 5 values in each sample", standing(enough))),
        Err(error) => blank.undefined("H", error),
    }
}

/// Friedman's test in Iman and Davenport's form, with Kendall's W.
///
/// # Errors
///
/// [`Error::Ragged`] and [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::{Undefined, result};
/// let two = result::friedman(&[[1.0, 2.0], [2.0, 1.0]])?;
/// assert_eq!(two.p, Err(Undefined::TooFewTreatments));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn friedman<R: AsRef<[f64]>>(rows: &[R]) -> Result<TestResult, Error> {
    let hypothesis = "all treatments were alike";
    let blank = TestResult::new(
        "Friedman's test",
        "iman-davenport",
        hypothesis,
        "blocks",
        rows.len() as u64,
    );
    match blocks::test(rows) {
        Ok(test) => Ok(blank
            .with("F", test.f, test.p_f)
            .with_df(&[test.df, (test.blocks as f64 - 1.0) * test.df])
            .with_effect("concordance W", test.kendall_w)
            .supposing("blocks are independent", Standing::Unchecked)),
        Err(error) => blank.undefined("F", error),
    }
}

/// The Shapiro-Wilk test of normality.
///
/// # Errors
///
/// [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::{Undefined, result};
/// assert_eq!(result::shapiro_wilk(&[1.0, 2.0])?.p, Err(Undefined::TooFew));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn shapiro_wilk(values: &[f64]) -> Result<TestResult, Error> {
    let hypothesis = "the values came from a normal population";
    let blank =
        TestResult::new("Shapiro-Wilk test", "royston", hypothesis, "values", values.len() as u64);
    match shapiro::test(values) {
        Ok(test) => Ok(blank.with("W", Ok(test.w), Ok(test.p)).warning(
            test.extrapolated,
            "p was fitted to samples of up to 5000 and is extrapolated",
        )),
        Err(error) => blank.undefined("W", error),
    }
}

/// The permutation test of a mean difference of pairs.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::{Alternative, Relabelings, result};
/// let (x, y) = ([2.0, 3.0], [1.0, 1.0]);
/// let test = result::permutation_paired(&x, &y, Relabelings::All, Alternative::Greater)?;
/// assert_eq!(test.p, Ok(0.25));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn permutation_paired(
    x: &[f64],
    y: &[f64],
    which: Relabelings,
    alternative: Alternative,
) -> Result<TestResult, Error> {
    let hypothesis = "it did not matter which member of a pair was which";
    let n = (x.len() as u64, "pairs");
    permuted(permutation::paired(x, y, which), hypothesis, n, alternative)
}

/// The permutation test of a difference of two means.
///
/// # Errors
///
/// [`Error::NotFinite`].
///
/// ```
/// use peirast_stats::{Alternative, Relabelings, Undefined, result};
/// let empty = result::permutation_independent(&[], &[1.0], Relabelings::All, Alternative::Less)?;
/// assert_eq!(empty.p, Err(Undefined::EmptyGroup));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn permutation_independent(
    x: &[f64],
    y: &[f64],
    which: Relabelings,
    alternative: Alternative,
) -> Result<TestResult, Error> {
    let hypothesis = "both samples came from one population";
    let n = ((x.len() + y.len()) as u64, "values");
    permuted(permutation::independent(x, y, which), hypothesis, n, alternative)
}

fn permuted(
    test: Result<Permutation, Error>,
    hypothesis: &str,
    (n, unit): (u64, &str),
    alternative: Alternative,
) -> Result<TestResult, Error> {
    let blank = |method| {
        TestResult::new("permutation test", method, hypothesis, unit, n).against(alternative)
    };
    let name = "mean difference";
    match defined(test)? {
        Ok(test) => {
            let p = test.p(alternative);
            let error = test.monte_carlo_error(alternative);
            let note = format!("p was estimated, with a standard error of {}", digits(error, 2));
            Ok(blank(if test.exact { "exact" } else { "random" })
                .with(name, Ok(test.statistic), Ok(p))
                .with_effect(name, Ok(test.statistic))
                .warning(!test.exact, &note))
        }
        Err(why) => blank("exact").undefined(name, why.into()),
    }
}
