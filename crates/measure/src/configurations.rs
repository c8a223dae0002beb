//! Tests whose unit is a configuration, as published: a subject under one strategy at one
//! temperature.

use crate::accuracy::CONFIDENCE;
use crate::name::names;
use crate::table::{Record, table};
use crate::{Accuracy, Group, Variants};
use peirast_stats::{Alternative, Error, RankMethod, TestResult, bootstrap, result};
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeSet;

/// The properties of configurations that are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tested {
    /// Normality of accuracies.
    Accuracy,
    /// Equal accuracy with real words and with made-up ones.
    Content,
    /// Equal agreement of verdicts with validity and with believability.
    Believability,
}

names!(Tested, Accuracy => "accuracy", Content => "content", Believability => "believability");

/// One test of configurations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConfigurationTest {
    /// The property that is tested.
    pub of: Tested,
    /// The strategy; `None` for all of them together.
    pub strategy: Option<String>,
    /// The mean over configurations of accuracy, or of accuracy with real words.
    pub first: f64,
    /// The mean of the compared value: accuracy with made-up words, or agreement with
    /// believability. `None` if nothing is compared.
    pub second: Option<f64>,
    /// The test.
    pub result: TestResult,
}

/// Tests configurations; empty if there are fewer than two. Both lists have a row for each group,
/// in the same order.
///
/// # Errors
/// Only a bug: accuracies are finite, and both lists of a pair have equal lengths.
pub fn configuration_tests(
    accuracies: &[Accuracy],
    variants: &[Variants],
) -> Result<Vec<ConfigurationTest>, Error> {
    let own: Vec<&Accuracy> =
        accuracies.iter().filter(|row| row.group.is_configuration()).collect();
    if own.len() < 2 {
        return Ok(Vec::new());
    }
    let strategies: BTreeSet<&str> =
        own.iter().filter_map(|row| row.group.strategy.as_deref()).collect();
    let single = if strategies.len() > 1 { strategies } else { BTreeSet::new() };
    let mut tests = Vec::new();
    for strategy in [None].into_iter().chain(single.into_iter().map(Some)) {
        let is_of = |row: &&&Accuracy| {
            strategy.is_none_or(|strategy| row.group.strategy.as_deref() == Some(strategy))
        };
        let values = own.iter().filter(is_of).filter_map(|row| Some(row.accuracy?.value));
        tests.extend(normality(strategy, &values.collect::<Vec<f64>>())?);
    }
    tests.extend(content(variants)?);
    tests.extend(believability(&own)?);
    Ok(tests)
}

impl Group {
    /// Returns true for one subject under one strategy at one temperature.
    pub(crate) fn is_configuration(&self) -> bool {
        self.subject.is_some() && self.strategy.is_some() && self.temperature.is_some()
    }
}

fn normality(strategy: Option<&str>, values: &[f64]) -> Result<Option<ConfigurationTest>, Error> {
    if values.is_empty() {
        return Ok(None);
    }
    Ok(Some(ConfigurationTest {
        of: Tested::Accuracy,
        strategy: strategy.map(str::to_owned),
        first: bootstrap::mean(values),
        second: None,
        result: result::shapiro_wilk(values)?,
    }))
}

/// Accuracy with made-up words less that with real ones, as in the table of variants.
fn content(variants: &[Variants]) -> Result<Option<ConfigurationTest>, Error> {
    let both = |row: &Variants| {
        let [n, o, x, ox] = row.accuracy;
        let mean = |one: Option<f64>, other: Option<f64>| Some((one? + other?) / 2.0);
        let [n, o, x, ox] = [n, o, x, ox].map(|share| share.map(|share| share.value));
        Some((mean(n, o)?, mean(x, ox)?))
    };
    let own = variants.iter().filter(|row| row.group.is_configuration());
    let (real, made_up): (Vec<f64>, Vec<f64>) = own.filter_map(both).unzip();
    if real.is_empty() {
        return Ok(None);
    }
    Ok(Some(ConfigurationTest {
        of: Tested::Content,
        strategy: None,
        first: bootstrap::mean(&real),
        second: Some(bootstrap::mean(&made_up)),
        result: result::paired_t(&made_up, &real, Alternative::TwoSided, CONFIDENCE)?,
    }))
}

fn believability(own: &[&Accuracy]) -> Result<Option<ConfigurationTest>, Error> {
    let both = |row: &&Accuracy| Some((row.accuracy?.value, row.believability?));
    let (right, believed): (Vec<f64>, Vec<f64>) = own.iter().filter_map(both).unzip();
    if right.is_empty() {
        return Ok(None);
    }
    let (method, two_sided) = (RankMethod::Auto, Alternative::TwoSided);
    Ok(Some(ConfigurationTest {
        of: Tested::Believability,
        strategy: None,
        first: bootstrap::mean(&right),
        second: Some(bootstrap::mean(&believed)),
        result: result::mann_whitney(&right, &believed, method, two_sided, CONFIDENCE)?,
    }))
}

/// The table of these tests.
pub fn configuration_table(rows: &[ConfigurationTest]) -> Table<'static> {
    let record = |row: &ConfigurationTest| {
        Record::new(false)
            .cell("of", row.of.name())
            .cell("strategy", row.strategy.as_deref().unwrap_or("all"))
            .share("first", row.first)
            .share("second", row.second)
            .tested(&row.result)
            .p("p", row.result.p.ok())
    };
    table(
        "configuration-tests",
        "Tests over configurations",
        "As published, the unit is a configuration: a subject under one strategy at one \
         temperature. The Shapiro-Wilk test is one of normality of their accuracies, over all \
         strategies and for each. The paired t-test compares accuracy with real words (first) and \
         with made-up ones (second); t is positive if made-up words are judged better, as in the \
         table of variants. The Mann-Whitney test compares accuracy (first) with the agreement of \
         the same verdicts with believability (second), as if they were independent samples; \
         made-up words count as unbelievable. Configurations of one subject depend on one \
         another, so these p-values are too small; variants and belief-bias-tests have tests with \
         items and subjects as units.",
        rows.iter().map(record),
    )
}
