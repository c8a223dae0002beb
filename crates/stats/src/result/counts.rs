use super::{Standing, TestResult, standing};
use crate::sample::rectangular;
use crate::{
    Alternative, Error, Pooling, TwoProportions, Undefined, binomial as exact, cochran, proportion,
};

/// The exact binomial test, with the Clopper-Pearson interval of the share.
///
/// # Errors
///
/// [`Error::TooManySuccesses`], and [`Error::OutOfRange`] for `p0` or `confidence`.
///
/// ```
/// use peirast_stats::{Alternative, result};
/// let nothing = result::binomial(0, 0, 0.5, Alternative::TwoSided, 0.95)?;
/// // No evidence: p is 1, and there is no share.
/// assert_eq!(nothing.p, Ok(1.0));
/// assert!(nothing.effect.is_some_and(|share| share.value.is_err()));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn binomial(
    k: u64,
    n: u64,
    p0: f64,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let p = exact::test(k, n, p0, alternative)?;
    let share = if n == 0 { Err(Undefined::Empty) } else { Ok(k as f64 / n as f64) };
    let hypothesis = format!("the probability of success were {p0}");
    TestResult::new("binomial test", "exact", &hypothesis, "trials", n)
        .against(alternative)
        .with("successes", Ok(k as f64), Ok(p))
        .with_effect("share", share)
        .supposing("trials are independent", Standing::Unchecked)
        .with_interval(
            "share",
            "clopper-pearson",
            confidence,
            proportion::clopper_pearson(k, n, confidence),
        )
        .map(|result| result.agreeing_at(p0))
}

/// The z-test of two independent proportions, with Newcombe's interval of their difference.
///
/// # Errors
///
/// [`Error::TooManySuccesses`] and [`Error::OutOfRange`].
///
/// ```
/// use peirast_stats::{Alternative, Pooling, Undefined, result};
/// let empty = result::two_proportions(0, 0, 1, 2, Pooling::Pooled, Alternative::TwoSided, 0.95)?;
/// assert_eq!(empty.p, Err(Undefined::EmptyGroup));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn two_proportions(
    x1: u64,
    n1: u64,
    x2: u64,
    n2: u64,
    pooling: Pooling,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let hypothesis = "both groups had the same probability";
    let blank = TestResult::new(
        "z-test of two proportions",
        pooling.name(),
        hypothesis,
        "trials",
        n1.saturating_add(n2),
    )
    .against(alternative);
    let groups = match TwoProportions::new(x1, n1, x2, n2) {
        Ok(groups) => groups,
        Err(error) => return blank.undefined("z", error),
    };
    let share = (x1 as f64 + x2 as f64) / (n1 as f64 + n2 as f64);
    let least = n1.min(n2) as f64 * share.min(1.0 - share);
    blank
        .with("z", groups.z(pooling), groups.p(pooling, alternative))
        .with_effect("difference of shares", Ok(groups.difference()))
        .supposing(
            "at least 5 successes and failures are expected in each group",
            standing(least >= 5.0),
        )
        .supposing("trials are independent", Standing::Unchecked)
        .with_interval("difference of shares", "newcombe", confidence, groups.newcombe(confidence))
        .map(|result| result.agreeing_at(0.0))
}

/// Cochran's Q test of matched proportions: columns are treatments, rows subjects.
///
/// # Errors
///
/// [`Error::Ragged`] if rows differ in length.
///
/// ```
/// use peirast_stats::{Undefined, result};
/// let same = result::cochran_q(&[[true, true, true], [false, false, false]])?;
/// assert_eq!(same.p, Err(Undefined::NoRowVaries));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cochran_q<R: AsRef<[bool]>>(rows: &[R]) -> Result<TestResult, Error> {
    let treatments = rectangular(rows)? as u64;
    let hypothesis = "all treatments had the same probability of success";
    let blank = TestResult::new(
        "Cochran's Q test",
        "chi-square",
        hypothesis,
        "subjects",
        rows.len() as u64,
    );
    let test = match cochran::test(rows) {
        Ok(test) => test,
        Err(error) => return blank.undefined("Q", error),
    };
    let enough = test.informative >= 4 && test.informative * treatments >= 24;
    Ok(blank
        .with("Q", test.q, test.p)
        .with_df(&[test.df])
        .supposing("subjects are independent", Standing::Unchecked)
        .supposing(
            "at least 4 subjects differ between treatments, and they give at least 24 answers",
            standing(enough),
        ))
}
