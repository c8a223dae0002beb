//! Tables: which ones a run has, and what their columns mean.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod support;

use serde_json::Value;
use support::{Place, says};

#[test]
fn every_column_of_every_study_has_a_meaning() {
    let place = Place::new();
    for (run, study) in [
        ("pairs", "token-bias --n 1 --model sim:biased:context=0.3 --aa 0.5"),
        ("judged", "syllogism --strategy zero_shot --temperature 0,0.5"),
        ("open", "etr --n 2"),
        ("closed", "etr-questions --n 2"),
    ] {
        place.ok(&format!("run {study} --into {run}"));
        place.ok(&format!("tables {run} --into {run}-tables --format json"));
        let columns = place.read(&format!("{run}-tables/columns.json"));
        let columns: Value = serde_json::from_str(&columns).expect("JSON");
        let rows = columns["rows"].as_array().expect("rows");
        assert!(rows.len() > 50, "{run}");
        let silent: Vec<&Value> = rows.iter().filter(|row| row["meaning"] == "").collect();
        assert!(silent.is_empty(), "{run}: no meaning of {silent:?}");
    }
}

#[test]
fn tables_in_every_format_are_the_same_each_time() {
    let place = Place::with_study();
    place.ok("run small.toml --model sim:biased --into run");
    let all = "--format csv,json,md,tex,xlsx,parquet";
    place.ok(&format!("tables run --into one {all}"));
    place.ok(&format!("tables run --into two {all}"));
    let mut files: Vec<String> = std::fs::read_dir(place.path("one"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    for name in ["outcomes.parquet", "results.tex", "results.xlsx", "columns.csv", "subjects.md"] {
        assert!(files.iter().any(|file| file == name), "{name}: {files:?}");
    }
    assert!(!files.iter().any(|file| file == "outcomes.tex"), "nobody prints every answer");
    for file in &files {
        let bytes =
            |folder: &str| std::fs::read(place.path(&format!("{folder}/{file}"))).expect("a file");
        assert_eq!(bytes("one"), bytes("two"), "{file}");
    }
    let outcomes = place.read("one/outcomes.csv");
    // A question on a line, as in the run directory, with its origin.
    assert_eq!(outcomes.lines().count(), place.read("run/outcomes.csv").lines().count());
    says(&outcomes, &["trial,model,item", ",study,study_hash,seed,version,grader", ",small,"]);
    says(&place.read("one/results.tex"), &["\\toprule", "\\label{tab:results}", "% seed: 7"]);
    says(&place.ok("tables run --list"), &["outcomes", "results", "Results of the tests"]);
    says(&place.fails(1, "tables run --list --only pie"), &["no table `pie`", "outcomes"]);
}
