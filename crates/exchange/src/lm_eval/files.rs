//! Reads the sample logs of the harness, and the results next to them.

use super::{Answers, LogLine, is_results, model_in_results, model_of_folder, results_of};
use crate::brought::KnownProblems;
use crate::{ExchangeError, files, lines};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The named files, and the files of lines in named folders, each once.
///
/// # Errors
/// If a folder cannot be listed, or there is no file.
pub(crate) fn sample_logs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ExchangeError> {
    let is_log = |name: &str| {
        let name = name.strip_suffix(".gz").unwrap_or(name);
        name.ends_with(".jsonl") || name.starts_with("samples") && name.ends_with(".json")
    };
    let none =
        "the folders hold no file of samples (.jsonl, .jsonl.gz or samples*.json): name files";
    let mut seen = BTreeSet::new();
    let mut logs = files::all_below(paths, is_log, none)?;
    logs.retain(|log| seen.insert(log.clone()));
    Ok(logs)
}

/// Reads sample logs. `model` is the model of all answers. `known` are the problems of logs whose
/// documents have no problem record.
///
/// # Errors
/// If a file cannot be read. Invalid lines are left out.
pub fn read_logs(
    paths: &[PathBuf],
    model: Option<&str>,
    known: KnownProblems,
) -> Result<Answers, ExchangeError> {
    let mut answers = Answers::new(known);
    for (number, file) in sample_logs(paths)?.iter().enumerate() {
        let model = model.map(str::to_owned).or_else(|| model_of_log(file));
        lines::each(file, |line, place| {
            let place = place.to_string();
            answers.take(line, &LogLine { file: number, place: &place, model: model.as_deref() });
            Ok(())
        })?;
    }
    Ok(answers)
}

/// The model of a log: from the results next to it, or else from the name of its folder.
pub(crate) fn model_of_log(log: &Path) -> Option<String> {
    let folder = log.parent()?;
    beside(log, folder).or_else(|| Some(model_of_folder(folder.file_name()?.to_str()?)))
}

/// The model in the results of the same time, or in the only results of the folder.
pub(crate) fn beside(log: &Path, folder: &Path) -> Option<String> {
    let same = folder.join(results_of(log.file_name()?.to_str()?)?);
    let results = if same.is_file() { same } else { only_results(folder)? };
    model_in_results(&std::fs::read_to_string(results).ok()?)
}

fn only_results(folder: &Path) -> Option<PathBuf> {
    let named = |path: &PathBuf| {
        is_results(path.file_name().and_then(|name| name.to_str()).unwrap_or_default())
    };
    let all = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut all = all.filter(named);
    all.next().filter(|_| all.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_named_by_results_or_folder() {
        let place = tempfile::tempdir().expect("a directory");
        let folder = place.path().join("openai__gpt-x");
        std::fs::create_dir(&folder).expect("a folder");
        let log = folder.join("samples_etr_2025-01-02T03-04-05.678.jsonl");
        assert_eq!(model_of_log(&log).as_deref(), Some("openai/gpt-x"));
        let results = folder.join("results_2025-01-02T03-04-05.678.json");
        std::fs::write(&results, r#"{"config": {"model_args": "a=b,model=mine"}}"#)
            .expect("a file");
        assert_eq!(model_of_log(&log).as_deref(), Some("mine"));
        std::fs::write(&results, r#"{"model_name": "theirs"}"#).expect("a file");
        assert_eq!(model_of_log(&log).as_deref(), Some("theirs"));
        let later = folder.join("samples_etr_later.jsonl");
        assert_eq!(model_of_log(&later).as_deref(), Some("theirs"));
    }
}
