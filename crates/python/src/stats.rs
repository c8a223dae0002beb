//! Tests, intervals and corrections on lists of numbers.

use crate::error::bad_value;
use peirast_stats::{
    Alternative, ClusteredMethod, Correction, DifferenceMethod, Error, Lost, PairedTable, Pooling,
    ProportionMethod, RankMethod, Relabelings, Rule, TestResult, UnknownName, Weights, ZeroRule,
    effect, result,
};
use pyo3::prelude::*;
use pythonize::pythonize;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Above this number of pairs, permutation tests draw random labels, since there are too many
/// permutations.
const ALL: usize = 20;

fn named<T: FromStr<Err = UnknownName>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|error: UnknownName| bad_value(&error))
}

fn given(result: Result<TestResult, Error>, py: Python<'_>, missing: u64) -> PyResult<Py<PyAny>> {
    let result = result.map_err(|error| bad_value(&error))?.losing(missing, "missing");
    Ok(pythonize(py, &result)?.unbind())
}

/// Only McNemar's p: a fast way for many tables.
#[pyfunction]
#[pyo3(signature = (n12, n21, rule = "exact", alternative = "two-sided"))]
fn mcnemar_p(n12: u64, n21: u64, rule: &str, alternative: &str) -> PyResult<f64> {
    let (rule, alternative) = (named::<Rule>(rule)?, named::<Alternative>(alternative)?);
    Ok(rule.test(n12, n21, alternative).p)
}

/// McNemar's test of the four counts.
#[pyfunction]
fn mcnemar(
    py: Python<'_>,
    counts: [u64; 4],
    rule: &str,
    alternative: &str,
    confidence: f64,
    missing: u64,
) -> PyResult<Py<PyAny>> {
    let [n11, n12, n21, n22] = counts;
    let table = PairedTable { n11, n12, n21, n22 };
    let test =
        result::mcnemar(&table, &Lost::default(), named(rule)?, named(alternative)?, confidence);
    given(test, py, missing)
}

/// McNemar's test of pairs in clusters, each named by a text.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "that is how Python calls")]
fn mcnemar_by(
    py: Python<'_>,
    x: Vec<bool>,
    y: Vec<bool>,
    by: Vec<String>,
    method: &str,
    alternative: &str,
    confidence: f64,
    missing: u64,
) -> PyResult<Py<PyAny>> {
    let mut clusters: BTreeMap<String, PairedTable> = BTreeMap::new();
    for ((x, y), cluster) in x.into_iter().zip(y).zip(by) {
        let table = clusters.entry(cluster).or_default();
        *match (x, y) {
            (true, true) => &mut table.n11,
            (true, false) => &mut table.n12,
            (false, true) => &mut table.n21,
            (false, false) => &mut table.n22,
        } += 1;
    }
    let tables: Vec<PairedTable> = clusters.into_values().collect();
    let method: ClusteredMethod = named(method)?;
    given(result::clustered_mcnemar(&tables, method, named(alternative)?, confidence), py, missing)
}

/// A test of two columns of numbers by its name.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "that is how Python calls")]
fn two_columns(
    py: Python<'_>,
    test: &str,
    x: Vec<f64>,
    y: Vec<f64>,
    alternative: &str,
    confidence: f64,
    method: &str,
    zeros: &str,
    seed: u64,
    missing: u64,
) -> PyResult<Py<PyAny>> {
    let alternative: Alternative = named(alternative)?;
    let relabelings = |size: usize| match size {
        0..=ALL => Relabelings::All,
        _ => Relabelings::Random { draws: 9_999, seed },
    };
    let rank = || named::<RankMethod>(method);
    let zeros = || named::<ZeroRule>(zeros);
    let tested = match test {
        "paired-t" => result::paired_t(&x, &y, alternative, confidence),
        "wilcoxon" => {
            let (zeros, rank) = (zeros()?, rank()?);
            peirast_stats::paired_differences(&x, &y)
                .and_then(|d| result::wilcoxon(&d, zeros, rank, alternative, confidence))
        }
        "permutation-paired" => {
            result::permutation_paired(&x, &y, relabelings(x.len()), alternative)
        }
        "permutation" => {
            let which = relabelings(x.len() + y.len());
            result::permutation_independent(&x, &y, which, alternative)
        }
        "mann-whitney" => result::mann_whitney(&x, &y, rank()?, alternative, confidence),
        "pearson" => result::pearson(&x, &y, alternative, confidence),
        "spearman" => result::spearman(&x, &y, alternative, confidence),
        "kendall" => result::kendall(&x, &y, alternative, confidence),
        other => {
            let error = UnknownName {
                kind: "test",
                given: other.to_owned(),
                known: vec![
                    "paired-t",
                    "wilcoxon",
                    "permutation-paired",
                    "permutation",
                    "mann-whitney",
                    "pearson",
                    "spearman",
                    "kendall",
                ],
            };
            return Err(bad_value(&error));
        }
    };
    given(tested, py, missing)
}

/// A test of several columns of numbers by its name.
#[pyfunction]
fn several_columns(
    py: Python<'_>,
    test: &str,
    columns: Vec<Vec<f64>>,
    missing: u64,
) -> PyResult<Py<PyAny>> {
    let rows = || -> Vec<Vec<f64>> {
        let length = columns.iter().map(Vec::len).min().unwrap_or(0);
        (0..length).map(|at| columns.iter().map(|column| column[at]).collect()).collect()
    };
    let tested = match test {
        "kruskal-wallis" => result::kruskal_wallis(&columns),
        "friedman" => result::friedman(&rows()),
        "cochran-q" => {
            let flags: Vec<Vec<bool>> =
                rows().into_iter().map(|row| row.into_iter().map(|x| x != 0.0).collect()).collect();
            result::cochran_q(&flags)
        }
        _ => result::shapiro_wilk(columns.first().map_or(&[], Vec::as_slice)),
    };
    given(tested, py, missing)
}

/// The exact binomial test.
#[pyfunction]
fn binomial(
    py: Python<'_>,
    successes: u64,
    trials: u64,
    p0: f64,
    alternative: &str,
    confidence: f64,
) -> PyResult<Py<PyAny>> {
    given(result::binomial(successes, trials, p0, named(alternative)?, confidence), py, 0)
}

/// The z-test of two independent shares.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "that is how Python calls")]
fn two_proportions(
    py: Python<'_>,
    x1: u64,
    n1: u64,
    x2: u64,
    n2: u64,
    pooling: &str,
    alternative: &str,
    confidence: f64,
) -> PyResult<Py<PyAny>> {
    let pooling: Pooling = named(pooling)?;
    let tested = result::two_proportions(x1, n1, x2, n2, pooling, named(alternative)?, confidence);
    given(tested, py, 0)
}

/// Cohen's kappa of a table of two raters.
#[pyfunction]
fn kappa(
    py: Python<'_>,
    table: Vec<Vec<u64>>,
    weights: &str,
    confidence: f64,
) -> PyResult<Py<PyAny>> {
    let weights: Weights = named(weights)?;
    given(result::cohens_kappa(&table, weights, Alternative::TwoSided, confidence), py, 0)
}

/// The interval of a share: low and high.
#[pyfunction]
fn proportion_interval(
    successes: u64,
    trials: u64,
    method: &str,
    confidence: f64,
) -> PyResult<(f64, f64)> {
    let method: ProportionMethod = named(method)?;
    let limits =
        method.interval(successes, trials, confidence).map_err(|error| bad_value(&error))?;
    Ok((limits.low, limits.high))
}

/// The difference of paired shares: estimate, low and high.
#[pyfunction]
fn difference_interval(
    counts: [u64; 4],
    method: &str,
    confidence: f64,
) -> PyResult<(f64, f64, f64)> {
    let [n11, n12, n21, n22] = counts;
    let table = PairedTable { n11, n12, n21, n22 };
    let method: DifferenceMethod = named(method)?;
    let found =
        effect::difference(&table, method, confidence).map_err(|error| bad_value(&error))?;
    Ok((found.estimate, found.interval.low, found.interval.high))
}

/// p-values adjusted over a family of tests.
#[pyfunction]
fn adjust(p: Vec<f64>, correction: &str) -> PyResult<Vec<f64>> {
    named::<Correction>(correction)?.adjust(&p).map_err(|error| bad_value(&error))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mcnemar_p, module)?)?;
    module.add_function(wrap_pyfunction!(mcnemar, module)?)?;
    module.add_function(wrap_pyfunction!(mcnemar_by, module)?)?;
    module.add_function(wrap_pyfunction!(two_columns, module)?)?;
    module.add_function(wrap_pyfunction!(several_columns, module)?)?;
    module.add_function(wrap_pyfunction!(binomial, module)?)?;
    module.add_function(wrap_pyfunction!(two_proportions, module)?)?;
    module.add_function(wrap_pyfunction!(kappa, module)?)?;
    module.add_function(wrap_pyfunction!(proportion_interval, module)?)?;
    module.add_function(wrap_pyfunction!(difference_interval, module)?)?;
    module.add_function(wrap_pyfunction!(adjust, module)?)
}
