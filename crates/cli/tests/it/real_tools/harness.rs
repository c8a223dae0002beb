//! The lm-evaluation-harness runs our tasks, and its logs come back.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, files_below, says};
use peirast_mock::{Config, Mock};
use std::path::PathBuf;

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

/// User problems with several right answers: the task finds and scores the answers that the reader
/// accepts.
#[test]
#[ignore = "installs lm_eval from PyPI"]
fn the_tasks_of_own_problems_score_as_the_reader_does() {
    let packages = ["lm_eval[api]"];
    let Some(bin) = programs("lm_eval", &packages) else { return };
    let place = Place::new();
    let choice = |labels: &str| {
        let options = ["red", "blue", "green", "pink"];
        let row = serde_json::json!({"item": 1, "question": "Which?", "choices": options,
            "answer": "pink"});
        place.write("choice.jsonl", format!("{row}\n"));
        place.ok(&format!(
            "export lm-eval choice.jsonl --with labels={labels} --into tasks --name {labels}"
        ));
    };
    choice("numbers");
    choice("lower");
    place.write(
        "several.jsonl",
        r#"{"item": 1, "question": "Which?", "choices": ["iron", "wax", "tin"], "answer": ["A", "C"]}"#,
    );
    place.ok("export lm-eval several.jsonl --with labels=numbers --into tasks");
    place.write("regex.csv", "item,question,answer\n1,Which?,/colou?r|hue/\n");
    place.write("text.csv", "item,question,answer\n1,Which?,C++|The Hague\n");
    place.write("near.csv", "item,question,answer,tolerance\n1,Which?,1000,1%\n");
    for file in ["regex", "text", "near"] {
        place.ok(&format!("export lm-eval {file}.csv --into tasks"));
    }
    place.write("score.py", SCORE);
    for (task, doc, answer, right) in [
        ("numbers", 1, "Answer: 4", true),
        ("numbers", 1, "Answer: (4)", true),
        ("numbers", 1, "Answer: 1", false),
        ("numbers", 1, "Answer: 4.5", false),
        ("numbers", 1, "Answer: -4", false),
        ("numbers", 0, "Answer: D", true),
        ("lower", 1, "Answer: d", true),
        ("lower", 1, "Answer: D++", false),
        ("several", 0, "Answer: C", true),
        ("several", 0, "Answer: (a)", true),
        ("several", 0, "Answer: B", false),
        ("several", 1, "Answer: 3", true),
        ("several", 1, "Answer: 2", false),
        ("regex", 0, "Answer: Color.", true),
        ("regex", 0, "Answer: colours", false),
        ("text", 0, "Answer: c++", true),
        ("text", 0, "Answer: C", false),
        ("text", 0, "**Answer:** hague", true),
        ("near", 0, "Answer: 1,005", true),
        ("near", 0, "Answer: $990", true),
        ("near", 0, "Answer: 989", false),
        ("near", 0, "Answer: -1000", false),
    ] {
        let args = ["score.py", task, &doc.to_string(), answer];
        let score = run(&place, &bin.join("python"), &args);
        assert_eq!(score.trim() == "1.0", right, "{task}: {answer}: {score}");
    }
}

/// Scores an answer to a document as the harness does: the filter of the task, then its metric.
const SCORE: &str = r#"
import json, sys
from lm_eval.tasks import TaskManager
name, number, answer = sys.argv[1:]
task = TaskManager(include_path="tasks").load_task_or_group([name])[name]
doc = list(task.test_docs())[int(number)]
(filter,) = task._filters
class Instance:
    pass
instance = Instance()
instance.resps, instance.doc, instance.filtered_resps = [answer], doc, {}
filter.apply([instance])
print(task.process_results(doc, [instance.filtered_resps[filter.name]])["exact_match"])
"#;
