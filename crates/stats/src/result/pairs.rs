use super::sentence::digits;
use super::{Standing, TestResult, standing};
use crate::{
    Alternative, ClusteredMethod, Defined, DifferenceMethod, EProcess, Error, Interval, Lost,
    Method, PairedTable, Rule, TwoWayVariance, Undefined, clustered, effect,
};
use peirast_decimals::counted;
use std::borrow::Borrow;

const NOTHING_CHANGED: &str = "the perturbation changed nothing";

/// McNemar's test of matched pairs, with Newcombe's interval of the difference of shares and the
/// bounds of p over lost pairs.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::Undefined`] if bounds for a
/// published rule are too many to try.
///
/// ```
/// use peirast_stats::{Alternative, Lost, PairedTable, Rule, Undefined, result};
/// let table = PairedTable { n11: 9, n12: 0, n21: 0, n22: 1 };
/// let lost = Lost { neither: 1, ..Lost::default() };
/// let test = result::mcnemar(&table, &lost, Rule::Exact, Alternative::TwoSided, 0.95)?;
/// assert_eq!((test.p, test.statistic.value), (Ok(1.0), Err(Undefined::NoDiscordantPairs)));
/// assert_eq!(test.n_lost, 1);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mcnemar(
    table: &PairedTable,
    lost: &Lost,
    rule: Rule,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let bounds = lost.bounds(table, rule, alternative)?;
    let test = bounds.observed;
    let discordant = table.discordant();
    let (statistic, observed, df): (_, _, &[f64]) = match test.method {
        Method::ChiSquare | Method::ChiSquareCorrected => ("chi-square", test.statistic, &[1.0]),
        _ => ("z", test.z, &[]),
    };
    let observed = if discordant == 0 { Err(Undefined::NoDiscordantPairs) } else { Ok(observed) };
    let difference = effect::difference(table, DifferenceMethod::Newcombe, confidence);
    let value = super::defined(difference)?.map(|difference| difference.estimate);
    let approximate = !matches!(test.method, Method::Exact | Method::MidP);
    let mut result =
        TestResult::new("McNemar's test", test.method.name(), NOTHING_CHANGED, "pairs", table.n())
            .against(test.alternative)
            .with(statistic, observed, Ok(test.p))
            .with_df(df)
            .with_effect("difference of shares", value)
            .supposing("pairs are independent", Standing::Unchecked)
            .warning(
                test.alternative != alternative,
                "this rule tested two-sided although a direction was given",
            )
            .with_interval(
                "difference of shares",
                DifferenceMethod::Newcombe.name(),
                confidence,
                difference.map(|difference| difference.interval),
            )?
            .agreeing_at(0.0);
    if approximate {
        let enough = standing(discordant >= 25);
        result = result.supposing("at least 25 pairs are discordant", enough);
    }
    if lost.total() > 0 {
        let bounds = Interval { low: bounds.strongest.p, high: bounds.weakest.p };
        result.p_bounds = Some(bounds);
    }
    Ok(result
        .losing(lost.neither, "with neither answer")
        .losing(lost.original_right + lost.original_wrong, "without the perturbed answer")
        .losing(lost.perturbed_right + lost.perturbed_wrong, "without the original answer"))
}

/// The test of pairs in clusters, with the cluster-robust interval of the difference of shares
/// ([`fn@clustered::difference`]).
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Alternative, ClusteredMethod, PairedTable, Undefined, result};
/// let one = [PairedTable { n11: 3, n12: 1, n21: 4, n22: 2 }];
/// let (method, side) = (ClusteredMethod::Robust, Alternative::TwoSided);
/// let test = result::clustered_mcnemar(&one, method, side, 0.95)?;
/// assert_eq!(test.p, Err(Undefined::TooFewClusters));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn clustered_mcnemar(
    clusters: &[impl Borrow<PairedTable>],
    method: ClusteredMethod,
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let total: PairedTable = clusters.iter().map(|one| *one.borrow()).sum();
    let blank = TestResult::new(
        "McNemar's test for clusters",
        method.name(),
        NOTHING_CHANGED,
        "pairs",
        total.n(),
    )
    .against(alternative);
    // One cluster has a difference, but the variance between clusters cannot be estimated.
    let value = gain(&total);
    let test = match clustered::mcnemar(clusters, method, alternative) {
        Ok(test) => test,
        Err(error) => {
            return Ok(blank.undefined("z", error)?.with_effect("difference of shares", value));
        }
    };
    let difference = clustered::difference(clusters, confidence);
    let naive = format!(
        "there {} {}; taken as independent, the pairs would have given p = {}",
        if test.clusters == 1 { "is" } else { "are" },
        counted(test.clusters, "cluster", "clusters"),
        digits(test.naive.p, 3)
    );
    let smallest = test.smallest_p();
    let few = match test.telling {
        0 => "the test cannot reject: no cluster changed, so no p below 1 is possible".to_owned(),
        telling => format!(
            "the test cannot reject: {} that changed cannot give a p below {}, however strong the effect",
            counted(telling, "cluster", "clusters"),
            digits(smallest, 3)
        ),
    };
    let result = blank
        .with("z", test.z, test.p)
        .with_effect("difference of shares", value)
        .supposing("clusters are independent", Standing::Unchecked);
    let result = match method {
        // Exact for every number of clusters; the number must only be large enough for
        // significance.
        ClusteredMethod::SignFlip => result.warning(smallest > 1.0 - confidence, &few),
        ClusteredMethod::Obuchowski | ClusteredMethod::Durkalski | ClusteredMethod::Robust => {
            let enough = standing(test.clusters >= 20);
            result.supposing("there are at least 20 clusters", enough)
        }
    };
    let interval = difference.map(|difference| difference.robust.interval);
    Ok(result
        .warning(true, &naive)
        .with_interval("difference of shares", "cluster-robust", confidence, interval)?
        .agreeing_at(0.0))
}

/// The test of pairs that belong to clusters of two kinds, such as seed items and protocols, with
/// the interval of the difference of shares.
///
/// # Errors
///
/// [`Error::Lengths`] unless there are two labels for each table, [`Error::OutOfRange`] unless
/// 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Alternative, PairedTable, Undefined, result};
/// let tables = [PairedTable { n11: 3, n12: 1, n21: 4, n22: 2 }; 2];
/// let side = Alternative::TwoSided;
/// let test = result::difference_by_two(&tables, &[1, 1], &[1, 2], side, 0.95)?;
/// assert_eq!(test.p, Err(Undefined::TooFewClusters));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn difference_by_two(
    tables: &[impl Borrow<PairedTable>],
    first: &[u64],
    second: &[u64],
    alternative: Alternative,
    confidence: f64,
) -> Result<TestResult, Error> {
    let total: PairedTable = tables.iter().map(|one| *one.borrow()).sum();
    let blank = |variance: TwoWayVariance| {
        TestResult::new(
            "paired difference for two kinds of clusters",
            variance.name(),
            NOTHING_CHANGED,
            "pairs",
            total.n(),
        )
        .against(alternative)
    };
    let found = match clustered::difference_by_two(tables, first, second, confidence) {
        Ok(found) => found,
        Err(error) => {
            let result = blank(TwoWayVariance::default()).undefined("t", error)?;
            return Ok(result.with_effect("difference of shares", gain(&total)));
        }
    };
    let [one, other] = found.clusters;
    let naive = format!(
        "there are {one} clusters of the first kind and {other} of the second; taken as \
         independent, the pairs would have given p = {}",
        digits(crate::mcnemar::exact(total.n12, total.n21, alternative).p, 3)
    );
    blank(found.variance)
        .with("t", found.t(), found.p(alternative))
        .with_df(&[found.df])
        .with_effect("difference of shares", Ok(found.estimate))
        .supposing("pairs that share no cluster are independent", Standing::Unchecked)
        .supposing("there are at least 20 clusters of each kind", standing(one.min(other) >= 20))
        .warning(
            found.variance == TwoWayVariance::Sum,
            "inclusion-exclusion gave no variance above 0, so the variances of both kinds were \
             added",
        )
        .warning(true, &naive)
        .with_interval("difference of shares", "cluster-robust", confidence, Ok(found.interval))
        .map(|result| result.agreeing_at(0.0))
}

/// Returns the current result of a sequential test, with a confidence interval, valid at all times,
/// of the share of discordant pairs in favour of the perturbed version.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Alternative, EProcess, result};
/// let mut evidence = EProcess::new(Alternative::Greater);
/// (0..8).for_each(|_| evidence.observe(true));
/// let result = result::sequential(&evidence, 0.95)?;
/// assert!(result.p? < 0.05);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn sequential(evidence: &EProcess, confidence: f64) -> Result<TestResult, Error> {
    let (broken, mended) = evidence.counts();
    let n = broken.saturating_add(mended);
    let share =
        if n == 0 { Err(Undefined::NoDiscordantPairs) } else { Ok(mended as f64 / n as f64) };
    TestResult::new(
        "sequential McNemar test",
        "beta-mixture e-process",
        NOTHING_CHANGED,
        "discordant pairs",
        n,
    )
    .against(evidence.alternative())
    .with("e-value", Ok(evidence.e()), Ok(evidence.p()))
    .with_effect("share of discordant pairs in favour of the perturbed version", share)
    .supposing(
        "pairs are independent and come in an order that does not depend on their outcome",
        Standing::Unchecked,
    )
    .with_interval(
        "share of discordant pairs in favour of the perturbed version",
        "confidence sequence",
        confidence,
        evidence.interval(confidence),
    )
}

/// The share of pairs in favour of the perturbed version less the share in favour of the original.
fn gain(total: &PairedTable) -> Defined {
    match total.n() {
        0 => Err(Undefined::Empty),
        n => Ok((total.n21 as f64 - total.n12 as f64) / n as f64),
    }
}
