//! The programs that we exchange files with, installed from PyPI and run on our files: Inspect and the
//! lm-evaluation-harness. They take minutes and gigabytes to install, so that this runs on request:
//!
//! `cargo test -p peirast --test real_tools -- --ignored --nocapture`
//!
//! They are installed once, below the target directory; `PEIRAST_VENVS` names a directory that holds the
//! virtual environments `inspect` and `lm_eval` already. Where PyPI is not reachable, a line says so.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]
#![allow(clippy::print_stderr, reason = "a test that is passed over says so")]

mod support;

use peirast_mock::{Config, Mock};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use support::{Place, files_below, says};

/// One installs at a time: two tests use the same programs.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The directory of the programs of a package; nothing where it cannot be installed.
fn programs(name: &str, packages: &[&str]) -> Option<PathBuf> {
    let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let given = std::env::var_os("PEIRAST_VENVS").map(PathBuf::from);
    let root = given.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("venvs"));
    let (venv, done) = (root.join(name), root.join(format!("{name}.done")));
    let bin = venv.join("bin");
    if bin.join("python").exists() && (done.exists() || std::env::var_os("PEIRAST_VENVS").is_some())
    {
        return Some(bin);
    }
    std::fs::create_dir_all(&root).expect("a directory");
    let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).output();
    let installed = made.is_ok_and(|made| made.status.success())
        && Command::new(bin.join("pip"))
            .args(["install", "--quiet", "--retries", "1"])
            .args(packages)
            .output()
            .is_ok_and(|pip| pip.status.success());
    if !installed {
        eprintln!("passed over: {} cannot be installed from PyPI here", packages.join(" "));
        return None;
    }
    std::fs::write(done, "").expect("a mark");
    Some(bin)
}

/// Runs a program of a package in a place, and gives what it printed.
fn run(place: &Place, program: &Path, args: &[&str]) -> String {
    let output = Command::new(program)
        .args(args)
        .current_dir(place.path("."))
        .env("HOME", place.path("."))
        .env("HF_HOME", place.path("hf"))
        .envs([("HF_HUB_OFFLINE", "1"), ("HF_DATASETS_OFFLINE", "1"), ("OPENAI_API_KEY", "none")])
        .env("MOCK_API_KEY", "none")
        .envs([("INSPECT_DISPLAY", "plain"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")])
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{} {}:\n{}\n{}",
        program.display(),
        args.join(" "),
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// What is installed to run Inspect with data frames and a server of the OpenAI form.
const INSPECT: [&str; 4] = ["inspect_ai", "pandas", "pyarrow", "openai"];

/// What Inspect makes of a folder of logs.
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

/// A scorer of the plainest kind.
const SCORER: &str = r#"
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import TaskState

@scorer(metrics=[accuracy()])
def says_something() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value="C" if state.output.completion else "I")
    return score
"#;

/// A task of Inspect over documents of ours, as docs/inspect.md has it.
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
    // What Inspect writes itself, packed as it packs, comes back too.
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

#[test]
#[ignore = "installs lm_eval from PyPI"]
fn the_harness_runs_our_tasks() {
    let packages = ["lm_eval[api]"];
    let Some(bin) = programs("lm_eval", &packages) else { return };
    let place = Place::new();
    let mock = Mock::start(Config::default()).expect("a server");
    let url = format!("{}/chat/completions", mock.base_url());
    let model = format!("model=mock,base_url={url},num_concurrent=4,tokenized_requests=False");
    let kinds = [
        ("conjunction/2", "linda", "lm-eval"),
        ("syllogism/all-some-some", "roses", "lm-eval"),
        ("categorical/generated", "categorical", "lm-eval"),
        ("horses", "horses", "lm-eval"),
        ("etr/yes-no", "etr_yes_no", "etr"),
        ("etr/choice", "etr_choice", "etr"),
        ("etr/open", "etr_open", "etr"),
    ];
    let mut names = Vec::new();
    for (family, name, _) in kinds {
        place.write(&format!("{name}.jsonl"), place.ok(&format!("make {family} --n 3")));
        place.ok(&format!("export lm-eval {name}.jsonl --into tasks --max-gen-toks 64"));
        names.push(name);
    }
    let tasks = names.join(",");
    let args =
        ["run", "--model", "local-chat-completions", "--model_args", &model, "--tasks", &tasks];
    let more = ["--apply_chat_template", "--include_path", "tasks", "--log_samples"];
    run(&place, &bin.join("lm_eval"), &[&args[..], &more[..], &["--output_path", "out"]].concat());
    let logs = files_below(&place.path("out"));
    for (family, name, import) in kinds {
        let own = |file: &&PathBuf| {
            let file = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            file.starts_with(&format!("samples_{name}_2"))
        };
        let log = logs.iter().find(own).expect(name).display().to_string();
        let told = place.run(&format!("import {import} {log} --into runs/{name}"));
        assert_eq!(told.code, Some(0), "{family}: {}", told.err);
        let asked = place.read(&format!("{name}.jsonl")).lines().count();
        says(&told.out, &[&format!("{asked} answers of 1 models to {asked} problems")]);
        assert!(!told.err.contains("left out: tasks"), "{}", told.err);
        let answered = place.answered(&format!("runs/{name}"));
        assert!(answered.iter().all(|one| !one.text.is_empty()), "{family}");
        place.ok(&format!("test runs/{name}"));
    }
}
