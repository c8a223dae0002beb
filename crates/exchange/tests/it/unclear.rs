//! Logs that can be read in two ways: filters or repeats, scores or placeholders, a log or plain data.

use crate::support::Folder;
use peirast_compare::{BetterScore, ScoredRun};
use peirast_exchange::scores::{ScoreOptions, read_scores};
use std::path::Path;

fn only(path: &Path) -> ScoredRun {
    let mut runs = read_scores(path, &ScoreOptions::default()).expect("scores");
    assert_eq!(runs.len(), 1, "{:?}", runs.iter().map(|run| &run.name).collect::<Vec<_>>());
    runs.remove(0)
}

/// The error, which has no cause of its own: it is one line.
fn fails(path: &Path) -> String {
    let error = read_scores(path, &ScoreOptions::default()).expect_err("an error");
    assert!(std::error::Error::source(&error).is_none(), "{error:?}");
    let text = error.to_string();
    assert!(!text.contains('\n'), "{text}");
    text
}

fn means(run: &ScoredRun, task: &str, metric: &str) -> Vec<f64> {
    let task = &run.tasks[task];
    let metric = task.metric(metric).expect("a metric");
    task.items().iter().filter_map(|item| item.mean(metric)).collect()
}

/// A line of the harness: its item, its response, its filter as JSON, and its score as JSON.
fn line(doc: usize, said: &str, filter: &str, score: &str) -> String {
    let filter = if filter.is_empty() { String::new() } else { format!(r#""filter": {filter}, "#) };
    format!(
        r#"{{"doc_id": {doc}, "doc": {{"q": "Q{doc}?"}}, "resps": [["{said}"]], {filter}"exact_match": {score}}}"#
    ) + "\n"
}

#[test]
fn two_filters_without_names_score_every_item() {
    let folder = Folder::new();
    // The filters agree on three items of four.
    let scores = [("1", "1"), ("0", "0"), ("0", "1"), ("1", "1")];
    let text: String = (0..)
        .zip(scores)
        .flat_map(|(doc, (one, two))| [line(doc, "x", "", one), line(doc, "x", "", two)])
        .collect();
    let run = only(&folder.write("samples_t.jsonl", &text));
    assert_eq!(means(&run, "t", "exact_match"), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(means(&run, "t", "exact_match,filter 2"), [1.0, 0.0, 1.0, 1.0]);
    // The same log twice: copies.
    let run = only(&folder.write("samples_u.jsonl", text.repeat(2)));
    assert_eq!(means(&run, "u", "exact_match"), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(means(&run, "u", "exact_match,filter 2"), [1.0, 0.0, 1.0, 1.0]);
    assert!(run.remarks[0].contains("8 lines occur twice and count once"), "{:?}", run.remarks);
    // Two samples of each item, whose responses may be the same.
    let samples = |doc: usize, second: &str, scores: [&str; 4]| {
        let said = ["x", "x", second, second];
        said.iter().zip(scores).map(|(said, score)| line(doc, said, "", score)).collect::<String>()
    };
    let text = samples(0, "y", ["0", "1", "1", "1"]) + &samples(1, "x", ["0", "1", "0", "1"]);
    let run = only(&folder.write("samples_v.jsonl", text));
    assert_eq!(means(&run, "v", "exact_match"), [0.5, 0.0]);
    assert_eq!(means(&run, "v", "exact_match,filter 2"), [1.0, 1.0]);
}

#[test]
fn equal_lines_of_some_items_are_repeats() {
    let folder = Folder::new();
    let none = "\"none\"";
    let text = [(0, "1"), (0, "1"), (0, "1"), (0, "0"), (1, "0"), (1, "0"), (1, "0"), (1, "0")];
    let text: String = text.iter().map(|(doc, score)| line(*doc, score, none, score)).collect();
    let run = only(&folder.write("samples_t.jsonl", text));
    assert_eq!(means(&run, "t", "exact_match"), [0.75, 0.0]);
    assert_eq!((run.passes(), run.tasks["t"].repeated()), (4, 6));
    assert!(run.remarks.is_empty(), "{:?}", run.remarks);
}

#[test]
fn documents_may_be_texts() {
    let folder = Folder::new();
    let text: String = (0..3)
        .map(|doc| {
            format!(r#"{{"doc_id": {doc}, "doc": "text {doc}", "resps": [["x"]], "filter": "none", "metrics": ["acc"], "acc": 1.0}}"#)
                + "\n"
        })
        .collect();
    let options = ScoreOptions { keeps_texts: true, ..ScoreOptions::default() };
    let path = folder.write("m/samples_t_2026-01-01T00-00-00.000000.jsonl", text);
    let run = &read_scores(&path, &options).expect("scores")[0];
    assert_eq!((run.name.as_str(), means(run, "t", "acc")), ("m", vec![1.0; 3]));
    assert_eq!(run.tasks["t"].items()[2].texts().question, "text 2");
}

#[test]
fn only_a_folder_of_the_harness_names_the_model() {
    let folder = Folder::new();
    let path = folder.write("logs/mine.jsonl", line(0, "x", "\"none\"", "1"));
    let run = only(&path);
    assert_eq!(run.name, "");
    assert!(run.unnamed_tasks.contains("mine"));
    folder.write("logs/results_1.json", r#"{"results": {}, "configs": {}, "model_name": "lab/m"}"#);
    assert_eq!(only(&path).name, "lab/m");
}

#[test]
fn values_that_are_no_numbers_are_shown() {
    let folder = Folder::new();
    let plain = |score: &str| {
        let text: String = (0..3).map(|doc| line(doc, "x", "", score)).collect();
        only(&folder.write("samples_t.jsonl", text)).remarks.join("; ")
    };
    let says = "t: exact_match is not a number in 3 lines (the first: ";
    for (score, shown) in [("\"good\"", "\"good\""), ("[1.0,2.0]", "[1.0,2.0]")] {
        let remarks = plain(score);
        assert!(remarks.contains(&format!("{says}{shown})")), "{remarks}");
    }
    let long = plain(&format!("\"{}\"", "x".repeat(100)));
    assert!(long.contains("xxx ...)"), "{long}");
    assert_eq!(plain("1"), "");
}

#[test]
fn logs_of_inspect_without_a_scorer_or_with_the_older_key() {
    let folder = Folder::new();
    let log = |scores: &str| {
        let sample = |id: u32| {
            format!(r#"{{"id": "s{id}", "epoch": 1, "input": "Q{id}", "target": "A"{scores}}}"#)
        };
        let samples = [sample(0), sample(1)].join(",");
        let head = r#"{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "#;
        only(&folder.write("log.json", format!(r#"{head}"samples": [{samples}]}}"#)))
    };
    let old = log(r#", "score": {"value": "C", "answer": "A"}"#);
    assert_eq!(means(&old, "t", "score"), [1.0, 1.0]);
    let none = log("");
    assert!(none.remarks[0].contains("2 samples have no score"), "{:?}", none.remarks);
    let text = log(r#", "scores": {"j": {"value": "good"}}"#);
    let says = "the score of j is not a number in 2 samples and is left out (the first: \"good\")";
    assert_eq!(text.remarks, [says]);
}

/// A line of Every Eval Ever.
fn instance(task: &str, result: &str, sample: u32, output: &str, score: f64) -> String {
    format!(
        r#"{{"schema_version": "0.2.2", "evaluation_id": "e/1", "model_id": "m", "evaluation_name": "{task}","#
    ) + &format!(
        r#" "evaluation_result_id": {result}, "sample_id": "s{sample}", "input": {{"raw": "{task} {sample}?"}},"#
    ) + &format!(
        r#" {output} "evaluation": {{"score": {score:?}, "is_correct": {}}}}}"#,
        score > 0.5
    ) + "\n"
}

const SAID: &str = r#""output": {"raw": ["9"]},"#;

#[test]
fn lines_without_a_result_are_judged_task_by_task() {
    let folder = Folder::new();
    let acc = "\"acc\"";
    let text = [
        instance("t1", acc, 0, SAID, 1.0),
        instance("t1", acc, 1, SAID, 0.0),
        // All lines of this task lack the id, and hold scores.
        instance("t2", "null", 0, SAID, 0.0),
        instance("t2", "null", 1, SAID, 1.0),
        // Some lines of this task lack the id.
        instance("t3", acc, 0, SAID, 1.0),
        instance("t3", "null", 1, SAID, 1.0),
        instance("t3", "null", 2, SAID, 0.0),
        // Every answer is wrong.
        instance("t4", "null", 0, SAID, 0.0),
        instance("t4", "null", 1, SAID, 0.0),
        // No answers and no scores.
        instance("t5", "null", 0, "", 0.0),
        instance("t5", "null", 1, "", 0.0),
    ];
    let run = only(&folder.write("lines.jsonl", text.concat()));
    assert_eq!(run.tasks.keys().collect::<Vec<_>>(), ["t1", "t2", "t3", "t4"]);
    assert_eq!(means(&run, "t1", "acc"), [1.0, 0.0]);
    assert_eq!(means(&run, "t2", "score"), [0.0, 1.0]);
    assert_eq!(means(&run, "t3", "acc"), [1.0, 1.0, 0.0]);
    assert_eq!(means(&run, "t4", "score"), [0.0, 0.0]);
    assert_eq!(run.remarks.len(), 3, "{:?}", run.remarks);
    let [t3, t4, t5] = [0, 1, 2].map(|at| &run.remarks[at]);
    assert!(t3.contains("task t3: lines without a result id count as acc"), "{t3}");
    assert!(t4.contains("task t4: each score is 0"), "{t4}");
    assert!(t5.contains("task t5") && t5.contains("placeholders"), "{t5}");
}

#[test]
fn the_aggregate_next_to_a_log_gives_the_direction() {
    let folder = Folder::new();
    let text = [instance("t", "\"zap\"", 0, SAID, 0.25), instance("t", "\"zip\"", 0, SAID, 0.5)];
    let path = folder.write("u_samples.jsonl", text.concat());
    assert!(only(&path).directions.is_empty());
    let result = |id: &str, lower: bool| {
        format!(
            r#"{{"evaluation_name": "t", "evaluation_result_id": "{id}", "metric_config": {{"lower_is_better": {lower}}}}}"#
        )
    };
    let aggregate = |evaluation: &str| {
        format!(
            r#"{{"schema_version": "0.2.2", "evaluation_id": "{evaluation}", "evaluation_results": [{}, {}]}}"#,
            result("zap", true),
            result("zip", false)
        )
    };
    folder.write("u.json", aggregate("e/2"));
    assert!(only(&path).directions.is_empty(), "the aggregate of another evaluation");
    folder.write("u.json", aggregate("e/1"));
    for run in [only(&path), only(path.parent().expect("a folder"))] {
        assert_eq!(run.directions["zap"], BetterScore::Lower);
        assert_eq!(run.directions["zip"], BetterScore::Higher);
    }
}

#[test]
fn the_table_of_promptfoo_is_read() {
    let folder = Folder::new();
    let row = |country: &str, a: bool, b: bool| {
        let output = |pass: bool| {
            format!(
                r#"{{"pass": {pass}, "score": {}, "text": "Paris"}}"#,
                f64::from(u8::from(pass))
            )
        };
        format!(
            r#"{{"outputs": [{}, {}], "vars": ["{country}"], "test": {{}}}}"#,
            output(a),
            output(b)
        )
    };
    let body = [row("France", true, false), row("Japan", false, true)].join(",");
    let head = r#"{"prompts": [{"raw": "q", "provider": "a"}, {"raw": "q", "provider": "b"}], "vars": ["country"]}"#;
    let text = format!(
        r#"{{"results": {{"version": 2, "table": {{"head": {head}, "body": [{body}]}}}}}}"#
    );
    let path = folder.write("table.json", text);
    let runs = read_scores(&path, &ScoreOptions::default()).expect("scores");
    assert_eq!(runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(means(&runs[0], "promptfoo", "pass"), [1.0, 0.0]);
    assert_eq!(means(&runs[1], "promptfoo", "score"), [0.0, 1.0]);
}

#[test]
fn tests_of_promptfoo_that_ask_for_something_else_are_other_items() {
    let folder = Folder::new();
    let result = |test: u32, expected: &str, pass: bool| {
        format!(
            r#"{{"provider": "a", "prompt": {{"raw": "Q"}}, "testIdx": {test}, "vars": {{"x": 1}}, "success": {pass},"#
        ) + &format!(r#" "score": 1, "testCase": {{"assert": [{{"value": "{expected}"}}]}}}}"#)
    };
    let list = [result(0, "p", true), result(1, "q", false), result(2, "p", false)];
    let run = only(&folder.write("r.jsonl", list.join("\n")));
    assert_eq!(means(&run, "promptfoo", "pass"), [0.5, 0.0]);
}

#[test]
fn what_cannot_be_read_is_said_in_a_line_with_its_place() {
    let folder = Folder::new();
    for (name, bytes, says) in [
        ("word.csv", &b"item,score\na,1\nb,maybe\n"[..], "line 3, column score: maybe"),
        (
            "head.csv",
            b"yyyyyyyyyyyy",
            "it has no rows: its only line names the columns (yyyyyyyyyyyy)",
        ),
        ("bytes.csv", b"a\x01\x02\x03\x04,b\x05\n\x06\x07,1\n", "it is neither text nor a log"),
        ("cut.jsonl", b"{\"item\": 1, \"score\": 1}\n{\"item\": 2,\n", "line 2"),
    ] {
        let error = fails(&folder.write(name, bytes));
        assert!(error.contains(says) && error.matches(name).count() == 1, "{name}: {error}");
    }
    let half =
        folder.write("half/manifest.json", r#"{"manifest": 1, "peirast": {"version": "0.1.0"}}"#);
    let error = fails(half.parent().expect("a folder"));
    assert!(error.contains("the run directory is incomplete"), "{error}");
}
