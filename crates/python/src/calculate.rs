//! Calculations on columns of a file and on numbers: the commands of `peirast stats` that are no
//! tests. Each takes its own settings as JSON.

use crate::error::{bad_value, input_error};
use peirast_calc::{
    AgreementName, AgreementRequest, BootstrapRequest, ContentEffectRequest, DataFile, EffectName,
    IntervalName, IntervalRequest, LogisticRequest, PowerOptions, PowerRequest, SequentialRequest,
    Sheet, StatisticName, TwoProportionsPower,
};
use pyo3::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// A calculation with its settings.
trait Calculation: DeserializeOwned {
    /// The rows as JSON lines.
    fn rows(self) -> PyResult<String>;
}

/// Settings of one calculation; each one that it does not take is an error that names those that it
/// takes.
macro_rules! settings {
    ($(#[$about:meta])+ $name:ident { $($field:ident: $kind:ty,)+ }) => {
        $(#[$about])+
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name { $($field: $kind,)+ }
    };
}

settings! {
    /// The description of columns.
    Describe { data: Option<PathBuf>, quantile: Option<f64>, }
}

settings! {
    /// An effect size.
    Effect {
        name: String,
        numbers: Vec<String>,
        data: Option<PathBuf>,
        wide: bool,
        confidence: f64,
    }
}

settings! {
    /// Intervals of a quantity.
    Interval {
        name: String,
        numbers: Vec<String>,
        data: Option<PathBuf>,
        method: Option<String>,
        wide: bool,
        confidence: f64,
    }
}

settings! {
    /// The agreement of raters.
    Agreement {
        name: String,
        data: Option<PathBuf>,
        categories: Vec<String>,
        weights: Option<String>,
        metric: Option<String>,
        resamples: u64,
        seed: u64,
        confidence: f64,
    }
}

settings! {
    /// Bootstrap intervals of a statistic.
    Bootstrap {
        name: String,
        data: Option<PathBuf>,
        columns: Vec<String>,
        by: Option<String>,
        method: String,
        resamples: u64,
        seed: u64,
        confidence: f64,
    }
}

settings! {
    /// A logistic regression.
    Logistic {
        data: Option<PathBuf>,
        columns: Vec<String>,
        by: Option<String>,
        strata: Option<String>,
        random: Option<String>,
        confidence: f64,
    }
}

settings! {
    /// The content effect of SemEval-2026 Task 11.
    ContentEffect {
        gold: PathBuf,
        answers: PathBuf,
        by: Option<String>,
        resamples: u64,
        seed: u64,
        confidence: f64,
    }
}

settings! {
    /// The test of discordant pairs while they arrive.
    Sequential {
        outcomes: Vec<u8>,
        alternative: String,
        alpha: f64,
        prior: f64,
        confidence: f64,
    }
}

settings! {
    /// Power of McNemar's test.
    McNemarPower {
        p12: f64,
        p21: Option<f64>,
        n: Option<u64>,
        power: Option<f64>,
        alpha: f64,
        tests: u64,
        alternative: String,
        rule: String,
    }
}

settings! {
    /// Power of the test of two shares.
    SharesPower {
        p1: Option<f64>,
        p2: f64,
        n: Option<u64>,
        power: Option<f64>,
        alpha: f64,
        alternative: String,
    }
}

/// The seed of simulations, of which there are none here.
const SEED: u64 = 1;

/// All columns of a file, or none if there is no file.
fn file(data: Option<PathBuf>) -> DataFile {
    chosen_columns(data, Vec::new())
}

/// Some columns of a file.
fn chosen_columns(data: Option<PathBuf>, columns: Vec<String>) -> DataFile {
    DataFile { data, columns, beside: None, join: None }
}

/// The rows of a sheet as JSON lines.
fn lines(sheet: peirast_calc::Result<Sheet>) -> PyResult<String> {
    Ok(sheet.map_err(|error| bad_value(&error))?.json())
}

/// The value of a name in a list of choices.
fn chosen<T: Copy>(name: &str, choices: &[(&'static str, T, &'static str)]) -> PyResult<T> {
    let found = choices.iter().find(|(known, _, _)| *known == name);
    found.map(|(_, value, _)| *value).ok_or_else(|| {
        let known: Vec<&str> = choices.iter().map(|(known, _, _)| *known).collect();
        input_error(format!("there is no {name:?}: there are {}", known.join(", ")))
    })
}

impl Calculation for Describe {
    fn rows(self) -> PyResult<String> {
        lines(peirast_calc::describe(&file(self.data), self.quantile))
    }
}

impl Calculation for Effect {
    fn rows(self) -> PyResult<String> {
        let Self { name, numbers, data, wide, confidence } = self;
        let effect = chosen(&name, EffectName::CHOICES)?;
        lines(peirast_calc::effect(effect, &numbers, &file(data), wide, confidence))
    }
}

impl Calculation for Interval {
    fn rows(self) -> PyResult<String> {
        let Self { name, numbers, data, method, wide, confidence } = self;
        let of = chosen(&name, IntervalName::CHOICES)?;
        let (data, by) = (file(data), Vec::new());
        let request = IntervalRequest { of, numbers, data, method, confidence, by, wide };
        lines(peirast_calc::interval(&request))
    }
}

impl Calculation for Agreement {
    fn rows(self) -> PyResult<String> {
        let Self { name, data, categories, weights, metric, resamples, seed, confidence } = self;
        lines(peirast_calc::agreement(&AgreementRequest {
            coefficient: chosen(&name, AgreementName::CHOICES)?,
            numbers: Vec::new(),
            data: file(data),
            categories,
            weights,
            metric,
            confidence,
            resamples,
            seed,
        }))
    }
}

impl Calculation for Bootstrap {
    fn rows(self) -> PyResult<String> {
        let Self { name, data, columns, by, method, resamples, seed, confidence } = self;
        let statistic = chosen(&name, StatisticName::CHOICES)?;
        let data = chosen_columns(data, columns);
        lines(peirast_calc::bootstrap(&BootstrapRequest {
            statistic,
            data,
            by,
            method,
            resamples,
            seed,
            confidence,
        }))
    }
}

impl Calculation for Logistic {
    fn rows(self) -> PyResult<String> {
        let Self { data, columns, by, strata, random, confidence } = self;
        let (data, by) = (chosen_columns(data, columns), by.into_iter().collect());
        let conditional = false;
        let request = LogisticRequest { data, by, conditional, strata, random, confidence };
        lines(peirast_calc::logistic(&request))
    }
}

impl Calculation for ContentEffect {
    fn rows(self) -> PyResult<String> {
        let Self { gold, answers, by, resamples, seed, confidence } = self;
        let request = ContentEffectRequest { gold, answers, by, resamples, seed, confidence };
        lines(peirast_calc::content_effect(&request))
    }
}

impl Calculation for Sequential {
    fn rows(self) -> PyResult<String> {
        let Self { outcomes, alternative, alpha, prior, confidence } = self;
        let (data, trace) = (file(None), false);
        let request =
            SequentialRequest { outcomes, data, alternative, alpha, prior, confidence, trace };
        Ok(peirast_calc::sequential(&request).map_err(|error| bad_value(&error))?.json)
    }
}

impl Calculation for McNemarPower {
    fn rows(self) -> PyResult<String> {
        let Self { p12, p21, n, power, alpha, tests, alternative, rule } = self;
        let request = PowerRequest {
            n,
            p12,
            p21,
            power,
            alpha,
            tests,
            alternative,
            rule,
            curve: None,
            formula: Vec::new(),
            simulate: None,
            seed: SEED,
        };
        let answer = peirast_calc::mcnemar_power(&request).map_err(|error| bad_value(&error))?;
        Ok(answer.printout.json)
    }
}

impl Calculation for SharesPower {
    fn rows(self) -> PyResult<String> {
        let Self { p1, p2, n, power, alpha, alternative } = self;
        let options = PowerOptions { alpha, alternative, seed: SEED };
        let request = TwoProportionsPower { p1, p2, n, power, options };
        lines(peirast_calc::two_proportions_power(&request))
    }
}

/// The rows of a calculation with these settings.
fn made<C: Calculation>(what: &str, settings: &str) -> PyResult<String> {
    let named = |error: serde_json::Error| input_error(format!("{what}: {error}"));
    let settings: serde_json::Value = serde_json::from_str(settings).map_err(named)?;
    // From a value, errors name no place in the JSON, which the caller did not write.
    C::rows(serde_json::from_value(settings).map_err(named)?)
}

/// The calculations by name.
type Made = fn(&str, &str) -> PyResult<String>;
const CALCULATIONS: [(&str, Made); 10] = [
    ("describe", made::<Describe>),
    ("effect", made::<Effect>),
    ("interval", made::<Interval>),
    ("agreement", made::<Agreement>),
    ("bootstrap", made::<Bootstrap>),
    ("logistic", made::<Logistic>),
    ("content-effect", made::<ContentEffect>),
    ("sequential", made::<Sequential>),
    ("mcnemar-power", made::<McNemarPower>),
    ("two-proportions-power", made::<SharesPower>),
];

/// Makes a calculation; returns its rows as JSON lines.
#[pyfunction]
fn calculate(py: Python<'_>, what: &str, settings: &str) -> PyResult<String> {
    let found = CALCULATIONS.iter().find(|(name, _)| *name == what);
    let Some((_, run)) = found else {
        let known: Vec<&str> = CALCULATIONS.iter().map(|(name, _)| *name).collect();
        let known = known.join(", ");
        return Err(input_error(format!("there is no calculation {what:?}: there are {known}")));
    };
    py.detach(|| run(what, settings))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(calculate, module)?)
}
