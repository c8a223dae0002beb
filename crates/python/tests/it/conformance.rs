//! Conformance with the reference material outside the repository, run by `.ci/run` if it is there.

use crate::package::{Package, python, workspace};

/// Every recorded call of PyETR 1.0.0, made through PyETR's names.
#[test]
#[ignore = "needs the reference material beside the project"]
fn every_recorded_answer_of_pyetr_is_given_under_its_names() {
    let Some(python) = python() else { return };
    let shared = workspace("../shared/vectors");
    let folder = std::fs::read_dir(shared.join("etr")).expect("the recorded calls");
    let mut files = vec![shared.join("etr-unstable.jsonl")];
    files.extend(folder.map(|entry| entry.expect("an entry").path()));
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let mut arguments = vec!["tests/check_vectors.py"];
    arguments.extend(files.iter().map(String::as_str));
    let printed = Package::new().run(&python, &arguments);
    let passed = printed.strip_suffix(" passed, 0 failed\n").expect("the whole of it");
    assert!(passed.parse::<u64>().expect("a count") > 15_000, "{printed}");
}
