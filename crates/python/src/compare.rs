//! Comparisons of runs: logs of any tool, and rows of data frames.

use crate::error::{bad_value, failure, input_error};
use peirast_compare::{
    CompareError, CompareOptions, CountInterval, DecidingP, MatchRule, ScoredRun, compare,
    comparison_figures, comparison_page, comparison_record, comparison_text,
};
use peirast_exchange::scores::{ScoreColumns, ScoreOptions, read_data_scores};
use peirast_figure::Sheet;
use peirast_rows::{DataFile, DataFormat};
use peirast_stats::{Correction, UnknownName};
use peirast_study::{RunInput, check_score_columns, load_runs};
use pyo3::prelude::*;
use serde::Deserialize;

/// Settings of a comparison, from the package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompareSettings {
    by: Option<String>,
    margin: Option<f64>,
    alpha: f64,
    interval: String,
    decide_by: String,
    correction: String,
    #[serde(rename = "match")]
    matching: String,
    task: Vec<String>,
    metric: Vec<String>,
    baseline: Option<String>,
    lower_is_better: Vec<String>,
    higher_is_better: Vec<String>,
    seed: u64,
    power: f64,
    item: Vec<String>,
    score: Vec<String>,
    task_column: Vec<String>,
    model_column: Vec<String>,
}

impl CompareSettings {
    fn reading(&self) -> ScoreOptions {
        let columns = ScoreColumns {
            item: self.item.clone(),
            scores: self.score.clone(),
            task: self.task_column.clone(),
            model: self.model_column.clone(),
        };
        // The page shows items next to each other.
        ScoreOptions { columns, keeps_texts: true, by: self.by.clone() }
    }

    fn options(self) -> PyResult<CompareOptions> {
        let unknown = |what: &str, given: &str, known: &str| {
            input_error(format!("there is no {what} {given:?}: there are {known}"))
        };
        Ok(CompareOptions {
            alpha: self.alpha,
            margin: self.margin,
            interval: match self.interval.as_str() {
                "newcombe" => CountInterval::Newcombe,
                "tango" => CountInterval::Tango,
                "bootstrap" => CountInterval::Bootstrap,
                other => return Err(unknown("interval", other, "newcombe, tango, bootstrap")),
            },
            deciding: match self.decide_by.as_str() {
                "exact" => DecidingP::Exact,
                "mid-p" => DecidingP::MidP,
                other => return Err(unknown("p-value", other, "exact, mid-p")),
            },
            correction: self
                .correction
                .parse::<Correction>()
                .map_err(|error: UnknownName| bad_value(&error))?,
            by: self.by,
            matching: match self.matching.as_str() {
                "auto" => MatchRule::Auto,
                "id" => MatchRule::Id,
                "content" => MatchRule::Content,
                other => return Err(unknown("way to match", other, "auto, id, content")),
            },
            tasks: self.task,
            metrics: self
                .metric
                .iter()
                .map(|name| name.parse())
                .collect::<Result<_, CompareError>>()
                .map_err(|error| bad_value(&error))?,
            baseline: self.baseline,
            lower_is_better: self.lower_is_better,
            higher_is_better: self.higher_is_better,
            seed: self.seed,
            power: self.power,
            ..CompareOptions::default()
        })
    }
}

/// A run: its name, a path, or the rows of a data frame as JSON lines.
#[derive(FromPyObject)]
struct GivenRun {
    #[pyo3(item)]
    name: Option<String>,
    #[pyo3(item)]
    path: Option<String>,
    #[pyo3(item)]
    rows: Option<String>,
}

/// Compares runs; returns the record as JSON, the text for a terminal, the page, and the figures as
/// SVG.
#[pyfunction]
fn compare_runs(
    py: Python<'_>,
    runs: Vec<GivenRun>,
    settings: &str,
) -> PyResult<(String, String, String, Vec<String>)> {
    let settings: CompareSettings =
        serde_json::from_str(settings).map_err(|error| bad_value(&error))?;
    let reading = settings.reading();
    let options = settings.options()?;
    py.detach(|| {
        let runs = loaded(runs, &reading)?;
        let found = compare(&runs, &options).map_err(|error| bad_value(&error))?;
        let figures = comparison_figures(&found);
        let drawn = figures.iter().filter_map(|one| one.svg(&Sheet::default()).ok());
        let figures = drawn.collect();
        Ok((comparison_record(&found), comparison_text(&found), comparison_page(&found), figures))
    })
}

fn loaded(runs: Vec<GivenRun>, reading: &ScoreOptions) -> PyResult<Vec<ScoredRun>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| failure(&error))?;
    let mut all: Vec<ScoredRun> = Vec::new();
    for (number, run) in runs.into_iter().enumerate() {
        let found = match (run.path, run.rows) {
            (Some(path), _) => {
                let input = RunInput { name: run.name, path: path.into() };
                runtime
                    .block_on(load_runs(std::slice::from_ref(&input), reading))
                    .map_err(|error| failure(&error))?
            }
            (None, Some(rows)) => {
                let name = run.name.unwrap_or_else(|| format!("run {}", number + 1));
                frame(&name, &rows, reading)?
            }
            (None, None) => {
                return Err(input_error("a run is a path or a data frame"));
            }
        };
        for run in found {
            match all.iter_mut().find(|one| one.name == run.name) {
                Some(same) => same.add_passes(run),
                None => all.push(run),
            }
        }
    }
    check_score_columns(&all, &reading.columns).map_err(|error| failure(&error))?;
    Ok(all)
}

/// The runs in a data frame.
fn frame(name: &str, rows: &str, reading: &ScoreOptions) -> PyResult<Vec<ScoredRun>> {
    let file = DataFile::from_bytes(rows.as_bytes(), DataFormat::Json)
        .map_err(|error| bad_value(&error))?;
    let found = read_data_scores(&file, reading, "items").map_err(|error| bad_value(&error))?;
    let named = |(model, run): (Option<String>, ScoredRun)| ScoredRun {
        name: model.unwrap_or_else(|| name.to_owned()),
        ..run
    };
    Ok(found.into_iter().map(named).collect())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(compare_runs, module)?)
}
