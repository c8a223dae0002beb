//! `peirast compare`: logs, run directories and data files to verdicts.

use crate::support::{Place, json_lines, says};
use serde_json::Value;

/// Two files of scores: the second gains eight of twenty items and loses one.
fn scores() -> Place {
    let place = Place::new();
    let file = |right: &dyn Fn(u32) -> bool| {
        let row = |n: u32| format!("q{n},{},{}\n", n % 5, u32::from(right(n)));
        format!("item,topic,correct\n{}", (0..20).map(row).collect::<String>())
    };
    place.write("old.csv", file(&|n| n < 6));
    place.write("new.csv", file(&|n| (1..14).contains(&n)));
    place
}

#[test]
fn two_files_of_scores() {
    let place = scores();
    let text = place.ok("compare old.csv new.csv");
    says(
        &text,
        &[
            "items  correct  old  new  20",
            "30.0 %",
            "65.0 %",
            "better",
            "McNemar's exact test p = 0.0391",
        ],
    );
    let rows = json_lines(&place.ok("compare old.csv new.csv --json"));
    let [row] = &rows[..] else { panic!("{rows:?}") };
    let counts = ["n11", "n12", "n21", "n22"].map(|name| row[name].as_u64().expect("a count"));
    assert_eq!(counts, [5, 1, 8, 6]);
    assert_eq!(
        (&row["a"], &row["b"], &row["verdict"]),
        (&"old".into(), &"new".into(), &"better".into())
    );
    let named = json_lines(&place.ok("compare base=old.csv mine=new.csv --by topic --json"));
    assert_eq!((&named[0]["a"], &named[0]["clusters"]), (&"base".into(), &5.into()));
    assert_eq!(named[0]["method"], "mcnemar-sign-flip");
    // Passes of one run, and a run that is compared with a baseline.
    let three =
        json_lines(&place.ok("compare old.csv both=new.csv both=old.csv --baseline both --json"));
    assert_eq!(
        (&three[0]["a"], &three[0]["passes_a"]),
        (&"both".into(), &serde_json::json!([0.65, 0.3]))
    );
}

#[test]
fn a_gate_tells_by_its_exit_code() {
    let place = scores();
    place.ok("compare old.csv new.csv --margin 0.05 --gate");
    let told = place.run("compare new.csv old.csv --margin 0.05 --gate");
    assert_eq!(told.code, Some(6));
    says(&told.err, &["old may be worse than new by 5 points or more on items (correct)"]);
    says(&told.out, &["worse"]);
    let error = place.fails(2, "compare old.csv new.csv --gate");
    says(&error, &["--margin"]);
}

#[test]
fn everything_is_written_into_a_folder() {
    let place = scores();
    let formats = "--table-format csv,md,tex,parquet,xlsx,json --figure-format svg,pdf,png";
    place.ok(&format!("compare old.csv new.csv --into out {formats}"));
    let page = place.read("out/comparison.html");
    says(
        &page,
        &[
            "Comparison of old and new",
            "1 item on which old is better",
            "8 items on which new is better",
        ],
    );
    let record: Value = serde_json::from_str(&place.read("out/comparison.json")).expect("JSON");
    assert_eq!(record["comparisons"][0]["n21"], 8);
    let digest = record["runs"][0]["sources"][0]["digest"].as_str().expect("a digest");
    assert!(digest.len() >= 16, "{digest}");
    let items = place.read("out/discordant-items.csv");
    assert_eq!(items.lines().filter(|line| line.starts_with("items,")).count(), 9, "{items}");
    says(&place.read("out/differences.svg"), &["Forest plot of 1 difference"]);
    for file in [
        "comparisons.tex",
        "comparisons.xlsx",
        "discordant-items.parquet",
        "columns.md",
        "differences.pdf",
    ] {
        assert!(place.path("out").join(file).is_file(), "{file}");
    }
    place.ok("compare old.csv new.csv --html page.html");
    assert_eq!(page, place.read("page.html"));
}

#[test]
fn run_directories_of_ours() {
    let place = Place::with_study();
    place.ok("run small.toml --n 20 --into one --model sim:biased:0.5 --model sim:flawless");
    place.ok("run small.toml --n 20 --into two --model sim:guesser");
    let rows = json_lines(&place.ok("compare one two --json"));
    let of = |task: &str, a: &str, b: &str| {
        let fits = |row: &&Value| row["task"] == task && row["a"] == a && row["b"] == b;
        rows.iter().find(fits).unwrap_or_else(|| panic!("{task}, {a}, {b}: {rows:?}"))
    };
    let row = of("conjunction", "sim:flawless", "sim:guesser");
    assert_eq!((&row["score_a"], &row["verdict"]), (&1.0.into(), &"worse".into()));
    assert_eq!(row["metric"], "correct");
    assert_eq!(of("all", "sim:biased:0.5", "sim:flawless")["pooled"], true);
    assert!(row["matched"]["by_id"].as_u64() >= Some(40) && row["unscored_a"] == 0, "{row}");
    // The pairs of a version of an item are of one cluster, by any factor or the item.
    let by = json_lines(&place.ok("compare one two --by item --json"));
    assert!(by.iter().all(|row| row["clusters"].as_u64() < row["n"].as_u64()), "{by:?}");
}

#[test]
fn what_cannot_be_compared_is_said_with_the_fix() {
    let place = scores();
    place.write("aggregates.json", r#"{"results": {"t": {"acc,none": 0.5}}, "configs": {}}"#);
    place.write("other.csv", "item,f1\nq1,0.5\n");
    place.write("two.csv", "item,x,y\nq1,1,0\n");
    for (line, parts) in [
        ("compare old.csv", &["needs two runs"][..]),
        ("compare old.csv old.csv", &["two runs are called old: name them as NAME=PATH"]),
        ("compare old.csv none.csv", &["there is no file or folder none.csv"]),
        ("compare old.csv aggregates.json", &["aggregates.json", "--log_samples"]),
        ("compare old.csv other.csv", &["no metric in common: old has correct; other has f1"]),
        ("compare old.csv two.csv", &["two.csv", "--score: x, y"]),
        ("compare old.csv new.csv --by subject", &["no column `subject`", "correct, item, topic"]),
        ("compare old.csv new.csv --task sums", &["there is no task `sums`: there are items"]),
        ("compare old.csv new.csv --lower-is-better f1", &["there is no metric `f1`"]),
        ("compare old.csv new.csv --margin 5", &["a margin of 5 would pass anything"]),
        ("compare old.csv new.csv --html new.csv", &["new.csv is one of the logs"]),
        ("compare old.csv new.csv --by topic --interval tango", &["Tango's interval"]),
        ("compare old.csv new.csv --baseline x", &["no run `x`: there are old, new"]),
        ("compare old.csv new.csv --item key", &["no column key", "item, topic, correct"]),
        ("compare old.csv new.csv --margin -1", &["margin must be a number above 0"]),
        ("compare old.csv new.csv --alpha 1", &["alpha must lie between 0 and 1"]),
    ] {
        let error = place.fails(1, line);
        says(&error, parts);
    }
}

#[test]
fn notes_of_a_comparison_are_told_to_programs_too() {
    let place = scores();
    place.write("long.csv", "item,task,correct\nq1,items,1\nq2,items,0\nq1,other,1\n");
    let ran = place.run("compare old.csv long.csv --json");
    assert_eq!(ran.code, Some(0));
    says(&ran.err, &["task other is in long, but not in old"]);
    let rows = json_lines(&ran.out);
    assert_eq!(rows[0]["notes"][0], "task other is in long, but not in old");
    // A run that lacks a task does not pass.
    let gate = place.run("compare long.csv old.csv --margin 0.9 --gate --json");
    assert_eq!(gate.code, Some(6));
    let error = place.fails(2, "compare old.csv new.csv --table-format md");
    says(&error, &["--into"]);
}

#[test]
fn a_folder_of_run_directories_is_its_runs() {
    let place = Place::with_study();
    place.ok("run small.toml --n 12 --into all/one --model sim:biased:0.5");
    place.ok("run small.toml --n 12 --into all/two --model sim:guesser");
    let rows = json_lines(&place.ok("compare all --json"));
    let names = |row: &Value| (row["a"].clone(), row["b"].clone());
    assert!(
        rows.iter().all(|row| names(row) == ("sim:biased:0.5".into(), "sim:guesser".into())),
        "{rows:?}"
    );
    assert_eq!(rows[0]["metric"], "correct");
    // Other items have the same names under another seed.
    place.ok("run small.toml --n 12 --seed 11 --into three --model sim:flawless");
    let error = place.fails(1, "compare all/one three");
    says(&error, &["the contents differ"]);
}
