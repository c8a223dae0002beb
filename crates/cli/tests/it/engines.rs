//! The recipes of docs/engines.md, run with an engine that asks a test server.
//!
//! Slurm, Kubernetes and SkyPilot start a shell script with variables, and so does this test. In place of Ray, a
//! module of the same names runs the recipe; `real_tools::ray` runs it with Ray itself.
#![cfg(unix)]

use crate::support::{Place, json_lines, says};
use peirast_mock::{Config, Mock};
use peirast_rows::{DataFile, DataFormat, TextParquet};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

const MODEL: &str = "vllm/meta-llama/Llama-3.1-8B-Instruct";

/// `vllm run-batch`: puts every question of a file to the server. If it is set to fail, it writes
/// half of the results.
const VLLM: &str = r#"#!/usr/bin/env python3
import json, os, sys, urllib.request

assert sys.argv[1] == "run-batch", sys.argv
options = dict(zip(sys.argv[2::2], sys.argv[3::2]))
assert options["--model"] == "meta-llama/Llama-3.1-8B-Instruct", options
lines = open(options["-i"]).read().splitlines()
fails = os.environ.get("FAIL") and lines
with open(options["-o"], "w") as results:
    for line in lines[: len(lines) // 2] if fails else lines:
        question = json.loads(line)
        data = json.dumps(question["body"]).encode()
        request = urllib.request.Request(os.environ["SERVER"] + "/chat/completions", data)
        body = json.load(urllib.request.urlopen(request))
        result = {"custom_id": question["custom_id"], "response": {"status_code": 200, "body": body}}
        results.write(json.dumps(result) + "\n")
sys.exit(1 if fails else 0)
"#;

/// The parts of Ray that the recipe uses. Tables are files of JSON lines next to the Parquet files.
const RAY: &str = r#"
import json, sys, types, urllib.request

class Rows(list):
    def write_parquet(self, folder):
        import os
        os.makedirs(folder)
        with open(folder + "/rows.lines", "w") as file:
            file.writelines(json.dumps(row) + "\n" for row in self)

class HttpRequestProcessorConfig:
    def __init__(self, url, batch_size, concurrency):
        self.url = url

def build_processor(config, preprocess, postprocess):
    def ask(row):
        data = json.dumps(preprocess(row)["payload"]).encode()
        answer = json.load(urllib.request.urlopen(urllib.request.Request(config.url, data)))
        return postprocess({**row, "http_response": answer})
    return lambda rows: Rows(map(ask, rows))

data = types.ModuleType("ray.data")
data.read_parquet = lambda folder: Rows(map(json.loads, open(folder + "/rows.lines")))
data.llm = types.ModuleType("ray.data.llm")
data.llm.HttpRequestProcessorConfig = HttpRequestProcessorConfig
data.llm.build_processor = build_processor
sys.modules["ray.data"], sys.modules["ray.data.llm"] = data, data.llm
__path__ = []
"#;

/// The block in a language below a heading of the page.
pub fn recipe(heading: &str, language: &str) -> String {
    let page = include_str!("../../../../docs/engines.md");
    let below = page.split(&format!("## {heading}\n")).nth(1).expect("a heading");
    let block = below.split(&format!("```{language}\n")).nth(1).expect("a block");
    block.split("```").next().expect("its end").to_owned()
}

/// The YAML text after `key: |`, or after a bar.
fn yaml_text(yaml: &str, key: &str) -> String {
    let mut lines = yaml.lines().skip_while(|line| line.trim_start() != key).skip(1).peekable();
    let indent = lines.peek().map_or(0, |line| line.len() - line.trim_start().len());
    let inside = lines.take_while(|line| line.len() - line.trim_start().len() >= indent);
    inside.map(|line| format!("{}\n", &line[indent..])).collect()
}

/// A place with a planned run `r` of 12 questions and a program `vllm`; none without Python.
fn place() -> Option<Place> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("passed over: there is no python3");
        return None;
    }
    let place = Place::with_many();
    place.ok(&format!("run many.toml --n 6 --into r --model {MODEL} --plan-only"));
    place.write("bin/vllm", VLLM);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(place.path("bin/vllm"), mode).expect("a program");
    Some(place)
}

/// The shards of 64 that contain questions: the others have no results, and take the same time.
fn with_questions(place: &Place) -> Vec<u32> {
    let name = |number: &u32| format!("shards/questions-{number:02}-of-64.jsonl");
    (1..=64).filter(|number| !place.read(&name(number)).is_empty()).collect()
}

/// Runs a script as a job with these variables. Returns true if it succeeded.
fn job(place: &Place, server: &Mock, shell: &[&str], script: &str, env: &[(&str, String)]) -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", place.path("bin").display());
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).arg(script).current_dir(place.path("."));
    command.env("PATH", path).env("SERVER", server.base_url());
    let env = env.iter().map(|(name, value)| (*name, value));
    let done = command.envs(env).output().expect("a shell");
    eprint!("{}", String::from_utf8_lossy(&done.stderr));
    done.status.success()
}

/// Imports the results, which are the only missing part.
fn all_come_back(place: &Place) {
    place.ok("batch import r results");
    let counts = place.counts("r");
    assert_eq!((counts.responses, counts.duplicates), (12, 0));
}

fn server() -> Mock {
    Mock::start(Config { answers: vec!["(a)".to_owned()], ..Config::default() }).expect("a server")
}

#[test]
fn tasks_of_slurm_take_a_shard_each_and_failed_ones_are_started_again() {
    let Some(place) = place() else { return };
    place.ok("batch export r --into shards --shards 64");
    let (server, script) = (server(), recipe("Slurm", "sh"));
    says(&script, &["--array=1-64"]);
    let run = |task: u32, more: &[(&str, String)]| {
        let env = [&[("SLURM_ARRAY_TASK_ID", task.to_string())], more].concat();
        job(&place, &server, &["sh", "-c"], &script, &env)
    };
    let fail = [("FAIL", "1".to_owned())];
    let tasks = with_questions(&place);
    let failed: Vec<u32> = tasks
        .into_iter()
        .filter(|task| !run(*task, if task % 2 == 0 { &fail } else { &[] }))
        .collect();
    assert!(!failed.is_empty() && failed.iter().all(|task| task % 2 == 0));
    place.run("batch import r results");
    let whole = place.counts("r").responses;
    assert!((1..12).contains(&whole), "{whole}");
    assert!(failed.into_iter().all(|task| run(task, &[])));
    all_come_back(&place);
}

#[test]
fn an_indexed_job_of_kubernetes_takes_a_shard_for_each_index() {
    let Some(place) = place() else { return };
    place.ok("batch export r --into shards --shards 64");
    let (server, yaml) = (server(), recipe("Kubernetes", "yaml"));
    says(&yaml, &["completions: 64", "command: [\"sh\", \"-ec\"]"]);
    let root = place.path(".").display().to_string();
    let script = yaml_text(&yaml, "- |").replace("/run/", &format!("{root}/"));
    for shard in with_questions(&place) {
        let env = [("JOB_COMPLETION_INDEX", (shard - 1).to_string())];
        assert!(job(&place, &server, &["sh", "-ec"], &script, &env));
    }
    all_come_back(&place);
}

#[test]
fn nodes_of_skypilot_divide_the_shards_and_go_on_after_a_failure() {
    let Some(place) = place() else { return };
    place.ok("batch export r --into shards --shards 8");
    let (server, yaml) = (server(), recipe("SkyPilot", "yaml"));
    let root = place.path(".").display().to_string();
    let script = yaml_text(&yaml, "run: |").replace("/run/peirast", &root);
    let node = |rank: u32, more: &[(&str, String)]| {
        let own =
            [("SKYPILOT_NODE_RANK", rank.to_string()), ("SKYPILOT_NUM_NODES", "3".to_owned())];
        job(&place, &server, &["bash", "-c"], &script, &[&own, more].concat())
    };
    assert!(!node(0, &[("FAIL", "1".to_owned())]), "a node that fails says so");
    assert!((0..3).all(|rank| node(rank, &[])));
    assert_eq!(std::fs::read_dir(place.path("results")).expect("results").count(), 8);
    let asked = server.stats().answered;
    assert!((0..3).all(|rank| node(rank, &[])));
    assert_eq!(server.stats().answered, asked, "what has results is not asked again");
    all_come_back(&place);
}

/// The rows of a folder of Parquet as JSON lines.
fn lines_of(place: &Place, folder: &str) -> String {
    let files = std::fs::read_dir(place.path(folder)).expect("a folder");
    let mut lines = String::new();
    for file in files {
        let bytes = std::fs::read(file.expect("a file").path()).expect("bytes");
        if let Ok(read) = DataFile::from_bytes(&bytes, DataFormat::Parquet) {
            lines.extend(read.rows.into_iter().map(|row| json!(row.fields).to_string() + "\n"));
        }
    }
    lines
}

#[test]
fn ray_data_reads_the_tables_and_writes_results() {
    let Some(place) = place() else { return };
    place.ok("batch export r --into tables --shards 4 --format parquet");
    place.write("tables/rows.lines", lines_of(&place, "tables"));
    place.write("ray.py", RAY);
    let (server, script) = (server(), recipe("Ray Data", "python"));
    let env = [("PYTHONPATH", place.path(".").display().to_string())];
    assert!(job(&place, &server, &["python3", "-c"], &script, &env));
    let text = |row: &Value, name: &str| row[name].as_str().expect("a text").to_owned();
    let rows: Vec<[String; 2]> = json_lines(&place.read("results/rows.lines"))
        .iter()
        .map(|row| [text(row, "custom_id"), text(row, "response")])
        .collect();
    let mut file = TextParquet::new(Vec::new(), ["custom_id", "response"]).expect("a file");
    file.write(&rows).expect("rows");
    place.write("results/part-0.parquet", file.finish().expect("a whole file"));
    all_come_back(&place);
}
