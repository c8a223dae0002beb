//! Sources of studies: a name, the text of a study file, a data file.

use crate::error::{bad_value, input_error};
use peirast_pairs::Compared;
use peirast_record::{DataPlan, Sampling, Study};
use peirast_study::{
    CheckedStudy, ItemCount, NoEvents, StudyOverrides, load_study, override_study, parse_study,
    study_of_data,
};
use pyo3::prelude::*;
use serde::Deserialize;
use std::path::PathBuf;

/// The source of a study.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum StudySource {
    /// The id of a built-in study, or the path of a study file or of a data file.
    Name(String),
    /// The text of a study file.
    Text {
        /// The text.
        toml: String,
        /// The folder that its paths are relative to.
        folder: PathBuf,
    },
    /// A data file.
    Pairs {
        /// The plan for reading it.
        plan: Box<DataPlan>,
        /// True if every version is compared with every other, and not only with the original.
        all_pairs: bool,
        /// The seed of transformations.
        seed: u64,
    },
}

impl StudySource {
    fn study(&self) -> peirast_study::Result<Study> {
        match self {
            Self::Name(name) => load_study(name),
            Self::Text { toml, folder } => parse_study(toml, folder),
            Self::Pairs { plan, all_pairs, seed } => {
                let compared = if *all_pairs { Compared::AllPairs } else { Compared::WithOriginal };
                study_of_data(plan, compared, *seed)
            }
        }
    }
}

/// Replaced parts of a study.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct StudyChanges {
    n: Option<String>,
    seed: Option<u64>,
    temperatures: Option<Vec<f64>>,
    strategies: Option<Vec<String>>,
    subjects: Option<Vec<String>>,
    max_tokens: Option<u32>,
}

/// The numbers of items in a text such as `50` or `syllogism=20,conjunction=5`.
fn item_counts(text: &str) -> PyResult<Vec<ItemCount>> {
    text.split(',').map(|one| one.parse().map_err(input_error)).collect()
}

/// The study of a source, with parts of it replaced; both are JSON.
pub fn read_study(source: &str, changes: &str) -> PyResult<Study> {
    let source: StudySource = serde_json::from_str(source).map_err(|error| bad_value(&error))?;
    let changes: StudyChanges = serde_json::from_str(changes).map_err(|error| bad_value(&error))?;
    let overrides = StudyOverrides {
        subjects: changes.subjects.unwrap_or_default(),
        items: changes.n.as_deref().map(item_counts).transpose()?.unwrap_or_default(),
        seed: changes.seed,
        temperatures: changes.temperatures.unwrap_or_default(),
        strategies: changes.strategies.unwrap_or_default(),
        sampling: Sampling { max_tokens: changes.max_tokens, ..Sampling::default() },
        ..StudyOverrides::default()
    };
    source
        .study()
        .and_then(|study| override_study(study, &overrides, &NoEvents))
        .map_err(|error| bad_value(&error))
}

/// The study of a source as TOML; and its id and title.
#[pyfunction]
fn load(py: Python<'_>, source: &str, changes: &str) -> PyResult<(String, String, String)> {
    py.detach(|| {
        let study = read_study(source, changes)?;
        let text = toml::to_string(&study).map_err(|error| bad_value(&error))?;
        Ok((study.id.clone(), study.title.clone(), text))
    })
}

/// The questions of a study, and surface cues to the answers of its problems, as JSON. Surface cues
/// are searched in these numbers of items.
#[pyfunction]
fn check_study(
    py: Python<'_>,
    source: &str,
    changes: &str,
    items: Option<&str>,
) -> PyResult<String> {
    let items = items.map(item_counts).transpose()?.unwrap_or_default();
    py.detach(|| {
        let study = read_study(source, changes)?;
        let checked = CheckedStudy::new(&study, &items).map_err(|error| bad_value(&error))?;
        serde_json::to_string(&checked).map_err(|error| bad_value(&error))
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(load, module)?)?;
    module.add_function(wrap_pyfunction!(check_study, module)?)
}
