//! Tables: the tables of a run, and the meanings of their columns.

use crate::support::{Place, Wording, says};
use serde_json::Value;

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
        let known = place_of_units();
        for row in rows {
            let own =
                (row["unit"].as_str().expect("a unit"), row["range"].as_str().expect("a range"));
            assert!(known.iter().any(|(unit, range)| own == (unit, range)), "{run}: {row}");
        }
        let is = |row: &&Value| row["table"] == "results" && row["column"] == "difference";
        if let Some(row) = rows.iter().find(is) {
            assert_eq!(
                (&row["unit"], &row["range"]),
                (
                    &Value::from("points"),
                    &Value::from("difference of two shares, -1 to 1, shown as -100 to +100"),
                )
            );
        }
    }
}

/// Units and their ranges, as in the documentation.
fn place_of_units() -> Vec<(String, String)> {
    let text = include_str!("../../../../docs/columns.md");
    let (_, table) = text.split_once("| Unit | Range |\n|---|---|\n").expect("a table of units");
    let cells = |line: &str| {
        let (unit, range) = line.trim_matches('|').split_once('|').expect("two cells");
        (unit.trim().to_owned(), range.trim().to_owned())
    };
    table.lines().take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// If only invalid arguments were asked, the distinction from valid ones cannot be measured: no
/// table of empty cells is written, and the reason appears in its place.
#[test]
fn a_table_in_which_nothing_was_computed_is_left_out_and_named() {
    let place = Place::new();
    place.ok("run syllogism --n 1 --strategy zero_shot --temperature 0 --into run");
    let why = "The table \"Sensitivity and criterion\" is left out";
    assert!(!place.ok("tables run --list").contains("Sensitivity"));
    let page = place.read("run/report.html");
    assert!(page.contains("Sensitivity and criterion") && !page.contains("<h2 id=\"sensitivity\""));
    let text = place.ok("report run --text");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    says(&text, &[why, "\"incorrect\" is the right answer to all 4 problems of validity"]);
}

#[test]
fn tables_in_every_format_are_the_same_each_time() {
    let mut wording = Wording::default();
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
    wording.fails(&place, 1, "tables run --list --only pie");
    insta::assert_snapshot!(wording.text());
}
