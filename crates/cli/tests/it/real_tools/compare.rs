//! Logs that the lm-evaluation-harness and Inspect write today are compared, and scores are those of their own
//! results.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, files_below, json_lines};
use peirast_mock::{Config, Mock};
use serde_json::Value;

#[test]
#[ignore = "installs lm_eval from PyPI"]
fn two_logs_of_the_harness_are_compared() {
    let Some(bin) = programs("lm_eval", &["lm_eval[api]"]) else { return };
    let place = Place::new();
    let mock = Mock::start(Config::default()).expect("a server");
    let url = format!("{}/chat/completions", mock.base_url());
    place.write("mine.jsonl", place.ok("make conjunction/2 --n 5"));
    place.ok("export lm-eval mine.jsonl --into tasks --max-gen-toks 64");
    let model = format!("model=mock,base_url={url},num_concurrent=4,tokenized_requests=False");
    for (out, more) in [("one", ""), ("two", "Answer in one word.")] {
        let mut args = vec!["run", "--model", "local-chat-completions", "--model_args", &model];
        args.extend([
            "--tasks",
            "mine",
            "--apply_chat_template",
            "--include_path",
            "tasks",
            "--log_samples",
        ]);
        if !more.is_empty() {
            args.extend(["--system_instruction", more]);
        }
        args.extend(["--output_path", out]);
        run(&place, &bin.join("lm_eval"), &args);
    }
    let rows = json_lines(&place.ok("compare one two --json"));
    let results = |folder: &str| -> Value {
        let files = files_below(&place.path(folder));
        let is_results = |path: &&std::path::PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("results_"))
        };
        let file = files.iter().find(is_results).expect("results");
        serde_json::from_str(&std::fs::read_to_string(file).expect("results")).expect("JSON")
    };
    let (one, two) = (results("one"), results("two"));
    assert!(!rows.is_empty());
    for row in &rows {
        let filter = row["filter"].as_str().unwrap_or("none");
        let metric = format!("{},{filter}", row["metric"].as_str().expect("a metric"));
        let of = |results: &Value| {
            results["results"][row["task"].as_str().expect("a task")][&metric].as_f64()
        };
        assert_eq!(row["score_a"].as_f64(), of(&one), "{row}");
        assert_eq!(row["score_b"].as_f64(), of(&two), "{row}");
    }
}
