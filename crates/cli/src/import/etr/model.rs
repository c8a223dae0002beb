//! Whose answers a sample log of the harness holds: its lines do not say.

use serde_json::Value;
use std::path::Path;

/// The model of a log: as the results beside it say, or else as its folder is called.
pub fn of_log(log: &Path) -> Option<String> {
    let folder = log.parent()?;
    beside(log, folder).or_else(|| called(folder))
}

/// The name in the results of the same time, or in the only results that there are.
fn beside(log: &Path, folder: &Path) -> Option<String> {
    let log = log.file_name()?.to_str()?;
    let time = log.trim_end_matches(".gz").trim_end_matches(".jsonl").rsplit('_').next()?;
    let same = folder.join(format!("results_{time}.json"));
    let results = if same.is_file() { same } else { only_results(folder)? };
    let document: Value = serde_json::from_str(&std::fs::read_to_string(results).ok()?).ok()?;
    let named = document["model_name"].as_str().filter(|name| !name.is_empty());
    named.map(str::to_owned).or_else(|| argument(&document["config"]["model_args"]))
}

fn only_results(folder: &Path) -> Option<std::path::PathBuf> {
    let is_results = |path: &std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("results") && name.ends_with(".json")
    };
    let all = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut all = all.filter(is_results);
    all.next().filter(|_| all.next().is_none())
}

/// `model=NAME` or `pretrained=NAME` in the arguments of a model.
fn argument(arguments: &Value) -> Option<String> {
    let names = ["model", "pretrained"];
    match arguments {
        Value::String(text) => text.split(',').find_map(|part| {
            let (name, value) = part.split_once('=')?;
            names.contains(&name.trim()).then(|| value.trim().to_owned())
        }),
        Value::Object(fields) => {
            names.iter().find_map(|name| Some(fields.get(*name)?.as_str()?.to_owned()))
        }
        _ => None,
    }
}

/// The folder's name, in which the harness writes `/` as `__`.
fn called(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    Some(name.replace("__", "/"))
}

/// What is wrong with the name of a model, if anything is.
pub fn fault(name: &str) -> Option<String> {
    if name.trim().is_empty() || name == "all" {
        return Some(format!("`{name}` is no name of a model: `all` stands for what is pooled"));
    }
    let strange = name.chars().find(|c| peirast_record::steers(*c))?;
    Some(format!(
        "the name of the model holds the character U+{:04X}, which steers what shows it: give another \
         with --model",
        u32::from(strange)
    ))
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

    #[test]
    fn names_that_steer_are_refused() {
        assert_eq!(fault("openai/gpt-x"), None);
        for (name, why) in [("", "no name"), ("all", "no name"), ("a\u{1b}[31m", "U+001B")] {
            assert!(fault(name).is_some_and(|fault| fault.contains(why)), "{name}");
        }
    }
}
