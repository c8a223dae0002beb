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
