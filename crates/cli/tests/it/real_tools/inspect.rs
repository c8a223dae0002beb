//! Inspect asks our problems, and opens and scores our logs.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, files_below, says};
use peirast_mock::{Config, Mock};
use serde_json::{Value, json};

/// The packages to run Inspect with data frames and a server of the OpenAI form.
const INSPECT: [&str; 4] = ["inspect_ai", "pandas", "pyarrow", "openai"];

/// A program that reads a folder of logs with Inspect.
const READ: &str = r#"
import json, sys
from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_sample, read_eval_log_sample_summaries
from inspect_ai.analysis import evals_df, messages_df, samples_df

folder = sys.argv[1]
logs = list_eval_logs(folder)
found = []
for info in logs:
    log = read_eval_log(info)
    head = read_eval_log(info, header_only=True)
    first = log.samples[0]
    alone = read_eval_log_sample(info, id=first.id, epoch=first.epoch)
    assert alone.messages == first.messages
    assert info.task_id == log.eval.task_id
    assert len(read_eval_log_sample_summaries(info)) == len(log.samples)
    found.append({
        "task": log.eval.task, "listed": info.task, "model": log.eval.model, "status": log.status,
        "samples": len(log.samples), "total": head.results.total_samples,
        "viewer": log.eval.viewer is not None,
        "errors": sum(1 for sample in log.samples if sample.error is not None),
        "metrics": {name: metric.value for name, metric in head.results.scores[0].metrics.items()},
        "pair_outcomes": sorted({sample.scores["pair_outcome"].value for sample in log.samples
                                 if sample.scores and "pair_outcome" in sample.scores}),
    })
samples = samples_df(folder)
print(json.dumps({
    "logs": found, "evals": len(evals_df(folder)), "samples": len(samples),
    "columns": [name for name in samples.columns],
    "messages": len(messages_df(folder)),
}))
"#;

/// A minimal scorer.
const SCORER: &str = r#"
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import TaskState

@scorer(metrics=[accuracy()])
def says_something() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value="C" if state.output.completion else "I")
    return score
"#;

/// A task of Inspect over exported documents, as in docs/inspect.md.
const TASK: &str = r#"
from inspect_ai import Task, task
from inspect_ai.dataset import FieldSpec, json_dataset
from inspect_ai.solver import generate

@task
def linda():
    fields = FieldSpec(input="question", target="target", id="id", metadata=["peirast"])
    return Task(dataset=json_dataset("tasks/linda.jsonl", fields), solver=generate())
"#;

#[test]
#[ignore = "installs inspect_ai from PyPI"]
fn inspect_asks_our_problems() {
    let Some(bin) = programs("inspect", &INSPECT) else { return };
    let place = Place::new();
    let mock = Mock::start(Config::default()).expect("a server");
    place.write("linda.py", TASK);
    place.write("linda.jsonl", place.ok("make conjunction/2 --n 3"));
    place.ok("export lm-eval linda.jsonl --into tasks");
    let url = mock.base_url();
    let args = ["eval", "linda.py", "--model", "openai-api/mock/mock", "--model-base-url", &url];
    let more = ["--log-dir", "logs", "--epochs", "2"];
    run(&place, &bin.join("inspect"), &[&args[..], &more[..]].concat());
    let asked = place.read("linda.jsonl").lines().count();
    let told = place.run("import inspect logs --into run");
    assert_eq!(told.code, Some(0), "{}", told.err);
    says(&told.out, &[&format!("{} answers of 1 models to {asked} problems", 2 * asked)]);
    assert_eq!(told.err, "");
    let answered = place.answered("run");
    assert!(answered.iter().all(|one| !one.text.is_empty() && one.usage.output_tokens.is_some()));
}

#[test]
#[ignore = "installs inspect_ai from PyPI"]
fn inspect_opens_frames_and_scores_our_logs() {
    let Some(bin) = programs("inspect", &INSPECT) else { return };
    let place = Place::with_study();
    place.write("read.py", READ);
    place.write("scorer.py", SCORER);
    place.ok("run small.toml --model sim:flawless --model sim:guesser --n 8 --into run");
    let rows = place.rows("run");
    for form in ["eval", "json"] {
        place.ok(&format!("export inspect run --into {form} --format {form}"));
        let told = run(&place, &bin.join("python"), &["read.py", form]);
        let last = told.lines().last().expect("a line");
        let found: Value = serde_json::from_str(last).expect("JSON");
        let logs = found["logs"].as_array().expect("logs");
        assert_eq!(logs.len(), 4, "{found}");
        assert_eq!((&found["evals"], &found["samples"]), (&json!(4), &json!(64)), "{found}");
        assert_eq!(found["messages"], json!(64 * 3), "{found}");
        for column in ["score_pair_outcome", "metadata_context", "metadata_member"] {
            let names = found["columns"].as_array().expect("columns");
            assert!(names.contains(&json!(column)), "{column} among {names:?}");
        }
        for log in logs {
            assert_eq!((&log["status"], &log["errors"]), (&json!("success"), &json!(0)));
            assert_eq!((&log["task"], &log["viewer"]), (&log["listed"], &json!(true)));
            let own = |row: &&Value| {
                log["task"] == format!("small-{}", row["hypothesis"].as_str().unwrap_or_default())
                    && log["model"]
                        == row["model"].as_str().unwrap_or_default().replace("sim:", "none/sim-")
            };
            let row = rows.iter().find(own).expect("a row");
            for (metric, cell) in
                [("b", "n12"), ("c", "n21"), ("p", "p"), ("p_adjusted", "p_adjusted")]
            {
                assert_eq!(log["metrics"][metric].as_f64(), row[cell].as_f64(), "{metric}: {log}");
            }
        }
    }
    // A log that Inspect itself wrote and packed comes back too.
    let log = files_below(&place.path("eval")).remove(0).display().to_string();
    let args = ["score", &log, "--scorer", "scorer.py@says_something", "--action", "append"];
    let more = ["--output-file", "scored.eval", "--model", "none/none"];
    run(&place, &bin.join("inspect"), &[&args[..], &more[..]].concat());
    let told = place.run("import inspect scored.eval --into again");
    says(&told.out, &["16 answers to", "of the study `small` in 1 logs"]);
    assert_eq!(told.err, "");
    let counts =
        place.ok("import inspect scored.eval --pair-by pair --members member=original,perturbed");
    says(&counts, &["says_something,8,0,0,0,0"]);
}
