//! The original repository's output folders: `MODEL/GROUP/responses_MODE_synthetic_dataset_SET.json`,
//! each a map from question index to question, answer and grade.

use super::question::problem;
use super::{Question, Row};
use anyhow::{Context as _, Result, bail};
use peirast_run::wire::mend;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What stands between the mode and the data set in a file name.
const SEPARATOR: &str = "_synthetic_dataset_";

#[derive(Debug, Deserialize)]
struct Entry {
    question: String,
    target_answer: String,
    init_model_answer: Option<String>,
    #[serde(default)]
    init_grades: Vec<String>,
}

/// Reads every answer file below a folder.
pub fn read(
    folder: &Path,
    known: &mut BTreeMap<String, Question>,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let mut files = Vec::new();
    find(folder, &mut files)?;
    if files.is_empty() {
        bail!(
            "{} holds no file named responses_MODE{SEPARATOR}SET.json: name an output folder of the \
             original repository",
            folder.display()
        );
    }
    files.sort();
    for file in files {
        read_file(&file, known, rows)?;
    }
    Ok(())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if name_parts(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

/// Mode and data set, from the name of an answer file.
fn name_parts(path: &Path) -> Option<(&str, &str)> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix("responses_")?.strip_suffix(".json")?.split_once(SEPARATOR)
}

/// The model: the folder above the group of data sets.
fn model(path: &Path) -> Option<&str> {
    path.parent()?.parent()?.file_name()?.to_str()
}

fn read_file(
    path: &Path,
    known: &mut BTreeMap<String, Question>,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let place = || path.display().to_string();
    let (Some((mode, dataset)), Some(model)) = (name_parts(path), model(path)) else {
        bail!("{}: expected MODEL/GROUP/responses_MODE{SEPARATOR}SET.json", place());
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", place()))?;
    let entries: BTreeMap<String, Value> =
        serde_json::from_str(&mend(&text)).with_context(place)?;
    // Besides the answers, which are named by number, a file may hold totals.
    for (index, value) in entries.into_iter().filter(|(key, _)| key.parse::<u64>().is_ok()) {
        let entry: Entry =
            serde_json::from_value(value).with_context(|| format!("{}, entry {index}", place()))?;
        let question = question_id(known, model, dataset, &index, &entry)
            .with_context(|| format!("{}, entry {index}", place()))?;
        let correct = entry.init_grades.first().is_some_and(|g| g.contains("[Correct]"));
        rows.push(Row {
            model: model.to_owned(),
            dataset: dataset.to_owned(),
            mode: mode.to_owned(),
            question,
            response: entry.init_model_answer.unwrap_or_default(),
            grade: i64::from(correct),
        });
    }
    Ok(())
}

/// The id of an entry's question. Some files were asked with other texts than the rest: such a
/// question gets an id of its own, as a question of that model.
fn question_id(
    known: &mut BTreeMap<String, Question>,
    model: &str,
    dataset: &str,
    index: &str,
    entry: &Entry,
) -> Result<String> {
    let plain = format!("{dataset}:{index}");
    let asked =
        |id: &str| problem(id, "main", dataset, index, &entry.question, &entry.target_answer);
    for id in [plain.clone(), format!("{plain}@{model}")] {
        let problem = asked(&id)?;
        match known.get(&id) {
            Some(question) if question.problem == problem => return Ok(id),
            Some(_) => {}
            None => {
                known.insert(id.clone(), Question { problem });
                return Ok(id);
            }
        }
    }
    bail!("question `{plain}` stands in several files of {model} with different texts")
}
