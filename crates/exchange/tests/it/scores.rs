//! Scores in the logs of all supported tools, in the layouts of their current versions.

use crate::support::Folder;
use peirast_compare::{BetterScore, ItemId, ScoredRun};
use peirast_exchange::scores::{ScoreColumns, ScoreFormat, ScoreOptions, read_scores};
use std::path::Path;

/// Reads everything in a file: texts, and all columns, since none has this name.
fn all() -> ScoreOptions {
    ScoreOptions { keeps_texts: true, by: Some("?".to_owned()), ..ScoreOptions::default() }
}

fn read(path: &Path) -> Vec<ScoredRun> {
    read_scores(path, &all()).expect("scores")
}

fn only(path: &Path) -> ScoredRun {
    let mut runs = read(path);
    assert_eq!(runs.len(), 1, "{:?}", runs.iter().map(|run| &run.name).collect::<Vec<_>>());
    runs.remove(0)
}

fn fails(path: &Path, columns: &ScoreColumns) -> String {
    let options = ScoreOptions { columns: columns.clone(), ..ScoreOptions::default() };
    let error = read_scores(path, &options).expect_err("an error");
    let causes =
        std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// The means of a metric, item by item.
fn means(run: &ScoredRun, task: &str, metric: &str) -> Vec<Option<f64>> {
    let task = &run.tasks[task];
    let metric = task.metric(metric).expect("a metric");
    task.items().iter().map(|item| item.mean(metric)).collect()
}

#[test]
fn lines_of_the_harness() {
    let folder = Folder::new();
    let line = |doc: u32, filter: &str, rest: &str| {
        format!(
            r#"{{"doc_id": {doc}, "doc": {{"question": "Q{doc}?", "meta": {{"topic": "t{}"}}}}, "target": "9",
             "arguments": {{"gen_args_0": {{"arg_0": "Question: Q{doc}?", "arg_1": {{"until": []}}}}}},
             "resps": [["It is 9."]], "filtered_resps": ["9"], "filter": "{filter}", {rest}}}"#,
            doc % 2
        )
        .replace('\n', " ")
            + "\n"
    };
    let metrics =
        r#""metrics": ["exact_match", "share", "bleu"], "share": NaN, "bleu": ["a", "b"]"#;
    let lines: String = (0..3)
        .flat_map(|doc| {
            let score = |score: u32| format!("{metrics}, \"exact_match\": {score}.0");
            [line(doc, "strict-match", &score(doc % 2)), line(doc, "flexible-extract", &score(1))]
        })
        .collect();
    folder.write("lab__small/samples_sums_2026-01-02T03-04-05.678901.jsonl", &lines);
    // An older version lists no metrics; log-likelihoods have one answer each.
    let likely = r#"{"doc_id": 0, "doc": {"id": "M_1", "query": "Which?"}, "target": 1, "arguments": {"gen_args_0":
        {"arg_0": "Which?", "arg_1": " w"}, "gen_args_1": {"arg_0": "Which?", "arg_1": " x"}}, "resps":
        [[["-3.5", "False"]], [["-1.5", "True"]]], "filtered_resps": [["-3.5", "False"], ["-1.5", "True"]],
        "filter": "none", "acc": 1, "acc_norm": 0.0, "perplexity": -1.5, "doc_hash": "00"}"#;
    folder.write(
        "lab__small/samples_choice_2026-01-02T03-04-05.678901.jsonl",
        likely.replace('\n', " "),
    );
    folder.write(
        "lab__small/results_2026-01-02T03-04-05.678901.json",
        r#"{"results": {}, "configs": {}, "model_name": "lab/small",
            "higher_is_better": {"choice": {"acc": true, "acc_norm": false, "perplexity": false}}}"#,
    );
    let run = only(folder.path());
    assert_eq!(run.name, "lab/small");
    let [zero, one] = [Some(0.0), Some(1.0)];
    assert_eq!(means(&run, "sums", "exact_match,strict-match"), [zero, one, zero]);
    assert_eq!(means(&run, "sums", "exact_match,flexible-extract"), [one; 3]);
    assert_eq!(means(&run, "sums", "share,strict-match"), [None; 3], "NaN is no score");
    assert!(
        run.remarks.iter().any(|remark| remark.contains("bleu,strict-match is not a number")),
        "{:?}",
        run.remarks
    );
    let item = &run.tasks["sums"].items()[1];
    assert_eq!((&item.id, item.column("topic")), (&ItemId::Number(1), Some("t1")));
    assert_eq!((item.texts().question.as_str(), item.texts().answer.as_str()), ("Q1?", "It is 9."));
    assert_eq!(item.texts().target, "9");
    assert_eq!(means(&run, "choice", "acc"), [one]);
    assert_eq!(run.tasks["choice"].items()[0].texts().answer, "x", "the likeliest");
    // With this name, the harness logs a log-likelihood: more is better.
    assert_eq!(means(&run, "choice", "log_likelihood"), [Some(-1.5)]);
    assert_eq!(run.directions.get("acc_norm"), Some(&BetterScore::Lower));
    assert_eq!(run.directions.get("log_likelihood"), None);
    // A second log of a task is a further pass.
    folder.write("lab__small/samples_sums_2026-02-02T03-04-05.678901.jsonl", &lines);
    let run = only(folder.path());
    assert_eq!((run.passes(), means(&run, "sums", "exact_match,strict-match").len()), (2, 3));
    assert!(run.doubts.iter().any(|doubt| doubt.contains("is a copy of")), "{:?}", run.doubts);
    let other = lines.replace("It is 9.", "It is nine.");
    folder.write("lab__small/samples_sums_2026-02-02T03-04-05.678901.jsonl", &other);
    let run = only(folder.path());
    assert!(
        run.doubts.iter().any(|doubt| doubt.contains("another log of sums")),
        "{:?}",
        run.doubts
    );
}

fn inspect_log(model: &str, config: &str) -> String {
    let sample = |id: &str, epoch: u32, scores: &str| {
        format!(
            r#"{{"id": {id}, "epoch": {epoch}, "input": [{{"role": "user", "content": "Why {id}?"}}],
               "choices": ["p", "q"], "target": "A", "metadata": {{"topic": "t"}}, {scores},
               "output": {{"choices": [{{"message": {{"content": [{{"type": "text", "text": "said"}}]}}}}]}}}}"#
        )
        .replace("Why \"", "Why ")
        .replace("\"?\"", "?\"")
    };
    let samples = [
        sample(
            "1",
            1,
            r#""scores": {"match": {"value": "C"}, "multi": {"value": {"len": 31, "ok": "P"}}}"#,
        ),
        sample(
            "1",
            2,
            r#""scores": {"match": {"value": "I"}, "multi": {"value": {"len": 33, "ok": "N"}}}"#,
        ),
        sample(
            "\"b\"",
            1,
            r#""scores": {"match": {"value": true}, "multi": {"value": {"len": NaN, "ok": 0.25}}}"#,
        ),
        sample("3", 1, r#""scores": {}, "error": {"message": "lost"}"#),
    ];
    format!(
        r#"{{"version": 2, "status": "success", "eval": {{"task": "why", "model": "{model}",
            "model_generate_config": {config}}}, "samples": [{}]}}"#,
        samples.join(",")
    )
}

#[test]
fn logs_of_inspect() {
    let folder = Folder::new();
    folder.write("log.json", inspect_log("lab/m", "{}"));
    let run = only(folder.path());
    assert_eq!((run.name.as_str(), run.passes()), ("lab/m", 2));
    assert_eq!(means(&run, "why", "match"), [Some(0.5), Some(1.0), None]);
    assert_eq!(means(&run, "why", "multi.ok"), [Some(0.25), Some(0.25), None]);
    assert_eq!(means(&run, "why", "multi.len"), [Some(32.0), None, None]);
    let items = run.tasks["why"].items();
    assert_eq!((&items[0].id, &items[1].id), (&ItemId::Number(1), &ItemId::Given("b".into())));
    assert_eq!((items[0].texts().answer.as_str(), items[0].column("topic")), ("said", Some("t")));
    assert!(run.remarks.is_empty());
    // Two models in one folder are two runs.
    folder.write("other.json", inspect_log("lab/n", r#"{"seed": 7, "temperature": 0.7}"#));
    let runs = read(folder.path());
    assert_eq!(runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>(), ["lab/m", "lab/n"]);
    assert!(runs[1].remarks[0].contains("the same seed"), "{:?}", runs[1].remarks);
    // A run that was stopped.
    let stopped = inspect_log("lab/m", "{}").replace("success", "cancelled");
    let run = only(&Folder::new().write("log.json", stopped));
    assert!(run.doubts[0].contains("its status is cancelled"), "{:?}", run.doubts);
    let cut = inspect_log("lab/m", "{}");
    let error =
        fails(&folder.write("cut/log.json", &cut[..cut.len() / 2]), &ScoreColumns::default());
    assert!(error.contains("the log is cut off: wait for the end of the run"), "{error}");
}

/// Python writes `NaN` and `Infinity` into JSON: they are no scores, as in other formats.
#[test]
fn numbers_of_python_are_no_scores() {
    let folder = Folder::new();
    let lines = "{\"id\": \"a\", \"score\": NaN}\n{\"id\": \"b\", \"score\": -Infinity}\n{\"id\": \"c\", \"score\": 1}\n";
    let run = only(&folder.write("run.jsonl", lines));
    assert_eq!(means(&run, "items", "score"), [None, None, Some(1.0)]);
    let list = "[{\"id\": \"a\", \"score\": NaN}, {\"id\": \"c\", \"score\": 1}]";
    let run = only(&folder.write("run.json", list));
    assert_eq!(means(&run, "items", "score"), [None, Some(1.0)]);
    let run = only(&folder.write("run.csv", "id,score\na,inf\nc,1\n"));
    assert_eq!(run.tasks["items"].not_finite(), 1);
}

#[test]
fn files_that_are_cut_off_or_without_heads_are_told_in_plain_words() {
    let folder = Folder::new();
    for (name, text, part) in [
        (
            "cut.jsonl",
            "{\"id\": \"a\", \"score\": 1}\n{\"id\": \"b\", \"sc",
            "line 2: the line is cut off; wait",
        ),
        ("cut.json", "[{\"id\": \"a\", \"score\": 1},", "the file is cut off; wait"),
        (
            "bad.jsonl",
            "{\"id\": \"a\", \"score\": 1}\n{\"id\": b}\n",
            "line 2: column 8: expected value",
        ),
        ("cut.parquet", "PAR1 and no more", "the Parquet file is broken or cut off: copy it again"),
        (
            "headless.csv",
            "a,1,1\nb,0,0\n",
            "put a line with the names of the columns before it, such as item,score",
        ),
    ] {
        let error = fails(&folder.write(name, text), &ScoreColumns::default());
        assert!(error.contains(part), "{name}: {error}");
        assert!(!error.contains("--no-header") && !error.contains("EOF"), "{name}: {error}");
    }
}

#[test]
fn files_that_call_one_column_otherwise() {
    let folder = Folder::new();
    let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    let columns = ScoreColumns {
        item: names(["key", "nr"]),
        scores: names(["x", "y"]),
        ..ScoreColumns::default()
    };
    let options = ScoreOptions { columns: columns.clone(), ..ScoreOptions::default() };
    for (text, metrics) in
        [("key,x\n7,1\n", &["x"][..]), ("nr,y\n7.0,1\n", &["y"]), ("nr,y,x\n7,1,1\n", &["x", "y"])]
    {
        let run = &read_scores(&folder.write("s.csv", text), &options).expect("scores")[0];
        assert_eq!(run.tasks["items"].metrics(), metrics, "{text}");
        assert_eq!(run.tasks["items"].items()[0].id, ItemId::Number(7), "{text}");
    }
    let error = fails(&folder.write("none.csv", "id,z\n7,1\n"), &columns);
    assert!(error.contains("there is no column key or nr: the columns are id, z"), "{error}");
}

#[test]
fn results_of_promptfoo() {
    let folder = Folder::new();
    let result = |provider: &str, prompt: u32, test: u32, country: &str, rest: &str| {
        format!(
            r#"{{"provider": {{"id": "p", "label": "{provider}"}}, "promptIdx": {prompt}, "testIdx": {test},
               "prompt": {{"raw": "Capital of {country}?", "label": "prompt {prompt}"}}, "vars": {{"country": "{country}"}},
               "response": {{"output": "Paris"}}, "testCase": {{"assert": [{{"value": "Paris"}}]}}, {rest}}}"#
        )
        .replace('\n', " ")
    };
    let right =
        r#""success": true, "score": 0.75, "namedScores": {"len": 0.5}, "failureReason": 0"#;
    let wrong = r#""success": false, "score": 0.25, "namedScores": {"len": 0.1}, "failureReason": 1, "error": "x""#;
    let broken = r#""success": false, "score": 0, "namedScores": {}, "failureReason": 2, "error": "no server""#;
    let results = [
        result("a", 0, 0, "France", right),
        result("b", 0, 0, "France", wrong),
        result("a", 0, 1, "Japan", broken),
        result("b", 0, 1, "Japan", right),
        // The same test again, with a number of its own.
        result("a", 0, 2, "France", wrong),
        result("b", 0, 2, "France", wrong),
    ];
    let whole = format!(
        r#"{{"evalId": "e", "results": {{"version": 3, "results": [{}]}}}}"#,
        results.join(",")
    );
    for (name, text) in [("out.json", whole), ("out.jsonl", results.join("\n"))] {
        let path = folder.write(name, text);
        assert_eq!(ScoreFormat::of(&path).expect("a format"), ScoreFormat::Promptfoo, "{name}");
        let runs = read(&path);
        assert_eq!(runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(means(&runs[0], "promptfoo", "pass"), [Some(0.5), None], "{name}");
        assert_eq!(means(&runs[1], "promptfoo", "score"), [Some(0.25), Some(0.75)]);
        assert_eq!(means(&runs[0], "promptfoo", "len"), [Some(0.3), None]);
        assert_eq!(runs[0].tasks["promptfoo"].items()[0].column("country"), Some("France"));
    }
    // A provider under two prompts is two runs.
    let two = [result("a", 0, 0, "France", right), result("a", 1, 0, "France", wrong)];
    let path = folder.write("two.jsonl", two.join("\n"));
    let names: Vec<String> = read(&path).into_iter().map(|run| run.name).collect();
    assert_eq!(names, ["a, prompt prompt 0", "a, prompt prompt 1"]);
}

#[test]
fn instances_of_every_eval_ever() {
    let folder = Folder::new();
    let line = |sample: &str, result: &str, score: &str, correct: bool| {
        format!(
            r#"{{"schema_version": "0.3.0", "evaluation_id": "x/1", "model_id": "lab/m", "evaluation_name": "sums/strict",
               "evaluation_result_id": {result}, "sample_id": "{sample}", "sample_hash": "h{sample}", "interaction_type":
               "single_turn", "input": {{"raw": "Q{sample}?", "reference": ["9"]}}, "output": {{"raw": ["9"]}},
               "answer_attribution": [], "evaluation": {{"score": {score}, "is_correct": {correct}}},
               "metadata": {{"topic": "t"}}}}"#
        )
        .replace('\n', " ")
    };
    let lines = [
        line("1", "\"exact_match:strict\"", "1.0", true),
        line("2", "\"exact_match:strict\"", "0.0", false),
        // A placeholder for the score of a whole corpus.
        line("2", "null", "0.0", false),
    ];
    folder.write("a/x_samples.jsonl", lines.join("\n"));
    folder.write("a/x.json", r#"{"schema_version": "0.3.0", "evaluation_results": []}"#);
    let run = only(folder.path());
    assert_eq!(run.name, "lab/m");
    assert_eq!(run.tasks.keys().collect::<Vec<_>>(), ["sums"]);
    assert_eq!(means(&run, "sums", "exact_match,strict"), [Some(1.0), Some(0.0)]);
    assert_eq!(
        run.tasks["sums"].metrics(),
        ["exact_match,strict"],
        "correct says no more than the score"
    );
    assert!(run.remarks.is_empty(), "{:?}", run.remarks);
    let graded = [line("1", "\"f1\"", "0.4", false), line("2", "\"f1\"", "0.9", true)];
    let run = only(&folder.write("graded.jsonl", graded.join("\n")));
    assert_eq!(means(&run, "sums/strict", "is_correct,f1"), [Some(0.0), Some(1.0)]);
}

#[test]
fn data_files_of_any_shape() {
    let folder = Folder::new();
    let of = |name: &str, text: &str| only(&folder.write(name, text));
    let csv = of("a.csv", "question_id,topic,is_correct\nq1,x,TRUE\nq2,x,false\nq3,y,\n");
    assert_eq!(means(&csv, "items", "is_correct"), [Some(1.0), Some(0.0), None]);
    assert_eq!(csv.tasks["items"].items()[0].column("topic"), Some("x"));
    let long =
        of("long.csv", "id;benchmark;metric;value\n1;gsm;f1;0,5\n1;gsm;em;1\n2;gsm;f1;0,25\n");
    assert_eq!(means(&long, "gsm", "f1"), [Some(0.5), Some(0.25)]);
    assert_eq!(means(&long, "gsm", "em"), [Some(1.0), None]);
    let lines = of(
        "b.jsonl",
        "{\"item\": \"q1\", \"reward\": 0.5, \"epoch\": 1}\n{\"item\": \"q1\", \"reward\": 1, \"epoch\": 2}\n",
    );
    assert_eq!((means(&lines, "items", "reward"), lines.passes()), (vec![Some(0.75)], 2));
    let bare = of("c.csv", "prompt,judged\nWhy?,wrong\nHow?,right\n");
    assert_eq!(means(&bare, "items", "judged"), [Some(0.0), Some(1.0)]);
    let path = folder.write("models.csv", "model,item,score\nm,1,1\nn,1,0\nm,2,0\nn,2,1\n");
    assert_eq!(read(&path).into_iter().map(|run| run.name).collect::<Vec<_>>(), ["m", "n"]);
    let named = ScoreColumns {
        item: vec!["key".to_owned()],
        scores: vec!["y".to_owned()],
        ..ScoreColumns::default()
    };
    let wide = folder.write("wide.csv", "key,x,y\na,1,0\nb,0,1\n");
    let options = ScoreOptions { columns: named, ..ScoreOptions::default() };
    let run = &read_scores(&wide, &options).expect("scores")[0];
    assert_eq!(means(run, "items", "y"), [Some(0.0), Some(1.0)]);
    let plain = ScoreColumns::default();
    for (name, text, says) in [
        ("two.csv", "item,x,y\na,1,0\n", "which column is the score? Name it with --score: x, y"),
        ("none.csv", "item,remark\na,fine\n", "no column holds scores"),
        (
            "unnamed.csv",
            "score,x\n1,2\n",
            "no column is known as that of the items: name it with --item",
        ),
        ("word.csv", "item,score\na,1\nb,maybe\n", "line 3, column score: maybe is not a score"),
        ("uneven.csv", "item,score\na,1\nb\n", "line 3 has 1 cell, the heads are 2"),
        ("broken.jsonl", "{\"item\": 1, \"score\": 1}\n{\"item\": 2,\n", "line 2"),
        (
            "prose.csv",
            "item,score\na,good\nb,bad\n",
            "column score holds no scores: line 2: good is not a score",
        ),
        (
            "long.jsonl",
            "{\"item\": 12345678901234567890123, \"score\": 1}\n",
            "object 1: the number of the item has too many digits; write it as a text",
        ),
        (
            "broken.eval",
            "no archive",
            "broken.eval is not a log of Inspect: the archive is broken or cut off",
        ),
        ("empty.csv", "", ""),
    ] {
        let error = fails(&folder.write(name, text), &plain);
        assert!(error.contains(says), "{name}: {error}");
    }
    let error = fails(
        &folder.write("w.csv", "item,score\na,maybe\n"),
        &ScoreColumns { scores: vec!["score".to_owned()], ..plain },
    );
    assert!(error.contains("line 2, column score: maybe is not a score"), "{error}");
}

#[test]
fn what_holds_no_scores_is_named() {
    let folder = Folder::new();
    folder.write("results_1.json", r#"{"results": {"t": {"acc,none": 0.5}}, "configs": {}}"#);
    let plain = ScoreColumns::default();
    let error = fails(folder.path(), &plain);
    assert!(error.contains("no scores of items") && error.contains("--log_samples"), "{error}");
    // Unreadable files next to readable ones are named and left out.
    folder.write("scores.csv", "item,score\na,1\n");
    folder.write("notes.csv", "remark\nfine\n");
    let run = only(folder.path());
    assert!(run.remarks[0].contains("notes.csv"), "{:?}", run.remarks);
}

#[test]
fn data_files_of_more_shapes() {
    let folder = Folder::new();
    let of = |name: &str, text: &str| only(&folder.write(name, text));
    let [zero, one, half] = [Some(0.0), Some(1.0), Some(0.5)];
    let heads = of("heads.csv", "Item ID,Is Correct\nq1,1\nq2,0\n");
    assert_eq!(means(&heads, "items", "Is Correct"), [one, zero]);
    let percent = of("percent.csv", "item,accuracy\nq1,50%\nq2,100 %\n");
    assert_eq!(means(&percent, "items", "accuracy"), [half, one]);
    for (name, text) in [
        ("results.json", r#"{"results": [{"id": "q1", "score": 0.5}, {"id": "q2", "score": 1}]}"#),
        ("named.json", r#"{"q1": {"score": 0.5}, "q2": {"score": 1}}"#),
        (
            "split.json",
            r#"{"columns": ["id", "score"], "index": [0, 1], "data": [["q1", 0.5], ["q2", 1]]}"#,
        ),
    ] {
        let run = of(name, text);
        assert_eq!(means(&run, "items", "score"), [half, one], "{name}");
        assert_eq!(run.tasks["items"].items()[1].id, ItemId::Given("q2".into()), "{name}");
    }
    let nested = "{\"id\": 1, \"scores\": {\"em\": 0, \"f1\": 0.5}}\n{\"id\": 2, \"scores\": {\"em\": 1, \"f1\": 1}}\n";
    let columns = ScoreColumns { scores: vec!["scores.f1".to_owned()], ..ScoreColumns::default() };
    let path = folder.write("nested.jsonl", nested);
    let error = fails(&path, &ScoreColumns::default());
    assert!(error.contains("Name it with --score: scores.em, scores.f1"), "{error}");
    let options = ScoreOptions { columns, ..ScoreOptions::default() };
    let run = &read_scores(&path, &options).expect("scores")[0];
    assert_eq!(means(run, "items", "scores.f1"), [half, one]);
    // A score without a usual name is taken if no other column can be one, with a remark.
    let guessed = of("guessed.csv", "item,judged\nq1,1\nq2,0\n");
    assert!(guessed.remarks[0].contains("judged is used as the score"), "{:?}", guessed.remarks);
    // The same file, compressed.
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, b"item,score\nq1,0.5\n").expect("bytes");
    let run = only(&folder.write("scores.csv.gz", gzip.finish().expect("gzip")));
    assert_eq!(means(&run, "items", "score"), [half]);
}

fn harness_line(doc: u32, said: &str, filtered: &str, score: u32) -> String {
    format!(
        r#"{{"doc_id": {doc}, "doc": {{"question": "Q{doc}?"}}, "target": "9", "arguments": [["Q{doc}?", {{}}]],"#
    ) + &format!(
        r#" "resps": [["{said}"]], "filtered_resps": ["{filtered}"], "exact_match": {score}}}"#
    ) + "\n"
}

/// Older versions write a line for each filter and do not name the filter.
#[test]
fn lines_that_repeat_an_item_are_filters_or_passes_or_the_same() {
    let folder = Folder::new();
    let line = harness_line;
    let filters: String = (0..3)
        .flat_map(|doc| [line(doc, "It is 9.", "[invalid]", 0), line(doc, "It is 9.", "9", 1)])
        .collect();
    let run = only(&folder.write("samples_sums.jsonl", &filters));
    assert_eq!(means(&run, "sums", "exact_match"), [Some(0.0); 3]);
    assert_eq!(means(&run, "sums", "exact_match,filter 2"), [Some(1.0); 3]);
    let twice: String = (0..3).map(|doc| line(doc, "9", "9", 1)).collect::<String>().repeat(2);
    let run = only(&folder.write("samples_twice.jsonl", &twice));
    assert_eq!((means(&run, "twice", "exact_match").len(), run.passes()), (3, 1));
    assert!(run.remarks[0].contains("3 lines occur twice and count once"), "{:?}", run.remarks);
    let again = [line(0, "9", "9", 1), line(0, "8", "8", 0)].concat();
    let run = only(&folder.write("samples_again.jsonl", &again));
    assert_eq!(means(&run, "again", "exact_match"), [Some(0.5)]);
    assert_eq!(run.tasks["again"].repeated(), 1);
}

#[test]
fn two_logs_of_a_task_in_a_folder_hold_the_same_items_or_others() {
    let logs = |first: std::ops::Range<u32>, second: std::ops::Range<u32>| {
        let folder = Folder::new();
        for (time, docs) in [("01", first), ("02", second)] {
            let text: String = docs.map(|doc| harness_line(doc, "9", "9", 1)).collect();
            folder.write(&format!("m/samples_sums_2026-01-{time}T00-00-00.0.jsonl"), text);
        }
        folder
    };
    let same = only(logs(0..4, 0..4).path());
    assert_eq!((same.items(), same.passes()), (4, 2));
    let parts = only(logs(0..4, 4..9).path());
    assert_eq!((parts.items(), parts.passes()), (9, 1));
    let mixed = fails(logs(0..4, 0..9).path(), &ScoreColumns::default());
    assert!(mixed.contains("it is unclear which answers count"), "{mixed}");
}

#[test]
fn scorers_of_inspect_say_lists_words_and_texts() {
    let folder = Folder::new();
    let log = r#"{"version": 2, "status": "success", "eval": {"task": "why", "model": "m"}, "samples": [
        {"id": "1", "epoch": 1, "input": "Why?", "target": "A",
         "scores": {"list": {"value": [1, 0.5]}, "word": {"value": "correct"}, "text": {"value": "B+"}}}]}"#;
    let run = only(&folder.write("log.json", log));
    assert_eq!(run.tasks["why"].items()[0].id, ItemId::Number(1));
    assert_eq!(means(&run, "why", "list.1"), [Some(1.0)]);
    assert_eq!(means(&run, "why", "list.2"), [Some(0.5)]);
    assert_eq!(means(&run, "why", "word"), [Some(1.0)]);
    assert!(
        run.remarks[0].contains("the score of text is not a number in 1 sample"),
        "{:?}",
        run.remarks
    );
}

#[test]
fn lines_of_every_eval_ever_without_a_result_are_no_scores() {
    let folder = Folder::new();
    let line = |sample: u32, name: &str, score: &str| {
        format!(
            r#"{{"schema_version": "0.3.0", "evaluation_id": "x/1", "model_id": "m", "evaluation_name": "{name}","#
        ) + &format!(
            r#""evaluation_result_id": null, "sample_id": {sample}, "input": {{"raw": "Q{sample}?"}}, "evaluation": {score}}}"#
        )
    };
    let (none, right) =
        (r#"{"score": 0.0, "is_correct": false}"#, r#"{"score": 1.0, "is_correct": true}"#);
    let lines = [
        line(1, "bleu", none),
        line(2, "bleu", none),
        line(1, "sums", none),
        line(2, "sums", right),
    ];
    let run = only(&folder.write("lines.jsonl", lines.join("\n")));
    assert_eq!(run.tasks.keys().collect::<Vec<_>>(), ["sums"]);
    assert_eq!(means(&run, "sums", "score"), [Some(0.0), Some(1.0)]);
    assert!(run.remarks[0].contains("task bleu"), "{:?}", run.remarks);
}
