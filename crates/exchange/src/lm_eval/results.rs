//! The model of a sample log. Its lines do not name the model, but results and folders next to it
//! do.

use peirast_record::read_json;
use serde_json::Value;

/// The name of the results that belong to a log with this name. They have the same time.
///
/// ```
/// use peirast_exchange::lm_eval::results_of;
/// let log = "samples_etr_open_2025-01-02T03-04-05.678.jsonl.gz";
/// assert_eq!(results_of(log).as_deref(), Some("results_2025-01-02T03-04-05.678.json"));
/// ```
pub fn results_of(log: &str) -> Option<String> {
    let time = log.trim_end_matches(".gz").trim_end_matches(".jsonl");
    let time = time.trim_end_matches(".json").rsplit('_').next()?;
    Some(format!("results_{time}.json"))
}

/// Tests if a file with this name holds results.
pub fn is_results(name: &str) -> bool {
    name.starts_with("results") && name.ends_with(".json")
}

/// The model in a results file.
///
/// ```
/// use peirast_exchange::lm_eval::model_in_results;
/// let results = r#"{"config": {"model": "hf", "model_args": "pretrained=lab/small,dtype=float"}}"#;
/// assert_eq!(model_in_results(results).as_deref(), Some("lab/small"));
/// ```
pub fn model_in_results(text: &str) -> Option<String> {
    let document: Value = read_json(text).ok()?;
    let named = document["model_name"].as_str().filter(|name| !name.is_empty());
    named.map(str::to_owned).or_else(|| argument(&document["config"]["model_args"]))
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

/// The model whose answers are in a folder with this name. The harness writes `/` as `__`.
pub fn model_of_folder(name: &str) -> String {
    name.replace("__", "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_name_their_model() {
        for (results, model) in [
            (r#"{"model_name": "theirs", "config": {"model_args": "model=mine"}}"#, Some("theirs")),
            (r#"{"model_name": "", "config": {"model_args": "a=b,model=mine"}}"#, Some("mine")),
            (r#"{"config": {"model_args": {"pretrained": "lab/m"}}}"#, Some("lab/m")),
            (r#"{"config": {"model_args": "a=b"}}"#, None),
            ("[1]", None),
            ("cut off", None),
        ] {
            assert_eq!(model_in_results(results).as_deref(), model, "{results}");
        }
        assert_eq!(model_of_folder("openai__gpt-x"), "openai/gpt-x");
    }
}
