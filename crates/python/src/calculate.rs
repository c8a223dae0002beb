//! Calculations on columns of a file and on numbers: the commands of `peirast stats` that are no tests.

use crate::error::{bad_value, input_error};
use peirast_calc::{
    AgreementName, AgreementRequest, BootstrapRequest, ContentEffectRequest, DataFile, EffectName,
    IntervalName, IntervalRequest, LogisticRequest, PowerOptions, PowerRequest, SequentialRequest,
    StatisticName, TwoProportionsPower,
};
use pyo3::prelude::*;
use serde::Deserialize;
use std::path::PathBuf;

/// The settings of all calculations. Each uses some of them.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    name: String,
    numbers: Vec<String>,
    data: Option<PathBuf>,
    beside: Option<PathBuf>,
    columns: Vec<String>,
    by: Vec<String>,
    wide: bool,
    method: Option<String>,
    confidence: f64,
    alternative: String,
    categories: Vec<String>,
    weights: Option<String>,
    metric: Option<String>,
    resamples: u64,
    seed: u64,
    conditional: bool,
    strata: Option<String>,
    random: Option<String>,
    quantile: Option<f64>,
    outcomes: Vec<u8>,
    alpha: f64,
    prior: f64,
    n: Option<u64>,
    p12: f64,
    p21: Option<f64>,
    p1: Option<f64>,
    p2: f64,
    power: Option<f64>,
    tests: u64,
    rule: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: String::new(),
            numbers: Vec::new(),
            data: None,
            beside: None,
            columns: Vec::new(),
            by: Vec::new(),
            wide: false,
            method: None,
            confidence: 0.95,
            alternative: "two-sided".to_owned(),
            categories: Vec::new(),
            weights: None,
            metric: None,
            resamples: 2000,
            seed: 1,
            conditional: false,
            strata: None,
            random: None,
            quantile: None,
            outcomes: Vec::new(),
            alpha: 0.05,
            prior: 1.0,
            n: None,
            p12: 0.0,
            p21: None,
            p1: None,
            p2: 0.0,
            power: None,
            tests: 1,
            rule: "exact".to_owned(),
        }
    }
}

impl Settings {
    fn file(&self) -> DataFile {
        let (data, columns) = (self.data.clone(), self.columns.clone());
        DataFile { data, columns, beside: None, join: None }
    }

    fn options(&self) -> PowerOptions {
        let (alpha, alternative, seed) = (self.alpha, self.alternative.clone(), self.seed);
        PowerOptions { alpha, alternative, seed }
    }
}

/// The value of a name in a list of choices.
fn chosen<T: Copy>(name: &str, choices: &[(&'static str, T, &'static str)]) -> PyResult<T> {
    let found = choices.iter().find(|(known, _, _)| *known == name);
    found.map(|(_, value, _)| *value).ok_or_else(|| {
        let known: Vec<&str> = choices.iter().map(|(known, _, _)| *known).collect();
        input_error(format!("there is no {name:?}: there are {}", known.join(", ")))
    })
}

/// Makes a calculation; returns its rows as JSON lines.
#[pyfunction]
fn calculate(py: Python<'_>, what: &str, settings: &str) -> PyResult<String> {
    let settings: Settings = serde_json::from_str(settings).map_err(|error| bad_value(&error))?;
    py.detach(|| calculated(what, settings))
}

fn calculated(what: &str, settings: Settings) -> PyResult<String> {
    let file = settings.file();
    let sheet = match what {
        "describe" => peirast_calc::describe(&file, settings.quantile),
        "effect" => {
            let effect = chosen(&settings.name, EffectName::CHOICES)?;
            let Settings { numbers, wide, confidence, .. } = &settings;
            peirast_calc::effect(effect, numbers, &file, *wide, *confidence)
        }
        "interval" => {
            let of = chosen(&settings.name, IntervalName::CHOICES)?;
            let Settings { numbers, method, confidence, by, wide, .. } = settings;
            peirast_calc::interval(&IntervalRequest {
                of,
                numbers,
                data: file,
                method,
                confidence,
                by,
                wide,
            })
        }
        "agreement" => agreement(file, settings)?,
        "bootstrap" => {
            let statistic = chosen(&settings.name, StatisticName::CHOICES)?;
            peirast_calc::bootstrap(&BootstrapRequest {
                statistic,
                data: file,
                by: settings.by.into_iter().next(),
                method: settings.method.unwrap_or_else(|| "all".to_owned()),
                resamples: settings.resamples,
                seed: settings.seed,
                confidence: settings.confidence,
            })
        }
        "logistic" => {
            let Settings { by, conditional, strata, random, confidence, .. } = settings;
            peirast_calc::logistic(&LogisticRequest {
                data: file,
                by,
                conditional,
                strata,
                random,
                confidence,
            })
        }
        "content-effect" => {
            let (Some(gold), Some(answers)) = (settings.data, settings.beside) else {
                return Err(input_error(
                    "the content effect takes two files: gold data and answers",
                ));
            };
            let by = settings.by.into_iter().next();
            let (resamples, seed) = (settings.resamples, settings.seed);
            let confidence = settings.confidence;
            let request = ContentEffectRequest { gold, answers, by, resamples, seed, confidence };
            peirast_calc::content_effect(&request)
        }
        "two-proportions-power" => peirast_calc::two_proportions_power(&TwoProportionsPower {
            p1: settings.p1,
            p2: settings.p2,
            n: settings.n,
            power: settings.power,
            options: settings.options(),
        }),
        "mcnemar-power" => return mcnemar_power(settings),
        "sequential" => return sequential(file, settings),
        _ => return Err(input_error(format!("there is no calculation {what:?}"))),
    };
    Ok(sheet.map_err(|error| bad_value(&error))?.json())
}

fn agreement(
    data: DataFile,
    settings: Settings,
) -> PyResult<peirast_calc::Result<peirast_calc::Sheet>> {
    let coefficient = chosen(&settings.name, AgreementName::CHOICES)?;
    let Settings { numbers, categories, weights, metric, confidence, resamples, seed, .. } =
        settings;
    let request = AgreementRequest {
        coefficient,
        numbers,
        data,
        categories,
        weights,
        metric,
        confidence,
        resamples,
        seed,
    };
    Ok(peirast_calc::agreement(&request))
}

fn mcnemar_power(settings: Settings) -> PyResult<String> {
    let Settings { n, p12, p21, power, alpha, tests, alternative, rule, seed, .. } = settings;
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
        seed,
    };
    let answer = peirast_calc::mcnemar_power(&request).map_err(|error| bad_value(&error))?;
    Ok(answer.printout.json)
}

fn sequential(data: DataFile, settings: Settings) -> PyResult<String> {
    let Settings { outcomes, alternative, alpha, prior, confidence, .. } = settings;
    let trace = false;
    let request =
        SequentialRequest { outcomes, data, alternative, alpha, prior, confidence, trace };
    Ok(peirast_calc::sequential(&request).map_err(|error| bad_value(&error))?.json)
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(calculate, module)?)
}
