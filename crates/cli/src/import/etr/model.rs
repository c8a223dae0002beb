//! Whose answers a sample log of the harness holds, by what lies beside it.

use peirast_exchange::lm_eval::{is_results, model_in_results, model_of_folder, results_of};
use std::path::{Path, PathBuf};

/// The model of a log: as the results beside it say, or else as its folder is called.
pub fn of_log(log: &Path) -> Option<String> {
    let folder = log.parent()?;
    beside(log, folder).or_else(|| Some(model_of_folder(folder.file_name()?.to_str()?)))
}

/// The name in the results of the same time, or in the only results that there are.
fn beside(log: &Path, folder: &Path) -> Option<String> {
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
        assert_eq!(of_log(&log).as_deref(), Some("openai/gpt-x"));
        let results = folder.join("results_2025-01-02T03-04-05.678.json");
        std::fs::write(&results, r#"{"config": {"model_args": "a=b,model=mine"}}"#)
            .expect("a file");
        assert_eq!(of_log(&log).as_deref(), Some("mine"));
        std::fs::write(&results, r#"{"model_name": "theirs"}"#).expect("a file");
        assert_eq!(of_log(&log).as_deref(), Some("theirs"));
        assert_eq!(of_log(&folder.join("samples_etr_later.jsonl")).as_deref(), Some("theirs"));
    }
}
