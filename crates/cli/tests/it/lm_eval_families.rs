//! Problems of every family exported to the lm-evaluation-harness, and its answers imported. All data
//! are made here.

use crate::support::{Place, Wording, json_lines, says};
use serde_json::{Value, json};

/// A sample log with an answer to each document; `kept` selects the parts of the documents in it.
fn log(
    docs: &[Value],
    answer: impl Fn(&Value) -> String,
    kept: impl Fn(&Value) -> Value,
) -> String {
    let line = |(number, doc): (usize, &Value)| {
        let arguments = json!({"gen_args_0": {"arg_0": "", "arg_1": {"temperature": 0.2}}});
        json!({
            "doc_id": number, "doc": kept(doc), "target": doc["target"], "arguments": arguments,
            "resps": [[answer(doc)]], "filtered_resps": ["x"], "filter": "answer", "exact_match": 1.0,
        })
        .to_string()
            + "\n"
    };
    docs.iter().enumerate().map(line).collect()
}

/// The documents of a task made from problems of a family.
fn task(place: &Place, family: &str, options: &str) -> Vec<Value> {
    place.write("p.jsonl", place.ok(&format!("make {family} --n 3")));
    let name = family.replace(['/', '-'], "_");
    place.ok(&format!("export lm-eval p.jsonl --into tasks --name {name} {options}"));
    says(&place.read(&format!("tasks/{name}.yaml")), &["exact_match", "import lm-eval OUT"]);
    json_lines(&place.read(&format!("tasks/{name}.jsonl")))
}

#[test]
fn every_family_goes_out_and_comes_back() {
    for (family, hypothesis) in [
        ("conjunction/2", "H1"),
        ("syllogism/all-some-some", "H4"),
        ("categorical/generated", "B"),
        ("horses/fastest-three", ""),
    ] {
        for options in ["", "--cot"] {
            let place = Place::new();
            let docs = task(&place, family, options);
            let problems = json_lines(&place.read("p.jsonl"));
            assert_eq!(docs.len(), problems.len());
            let carried = docs[0]["peirast"].as_str().expect("a text");
            let carried: Value = serde_json::from_str(carried).expect("JSON");
            assert_eq!(carried["problem"], problems[0], "nothing is lost");
            says(docs[0]["question"].as_str().expect("a text"), &["in this form:\nAnswer: "]);

            let right =
                |doc: &Value| format!("Well.\n\nAnswer: {}", doc["target"].as_str().expect("one"));
            place.write("out/lab__m/samples_t_1.jsonl", log(&docs, right, Value::clone));
            let told = place.run("import lm-eval out --into run");
            let answers =
                format!("{0} answers of 1 models to {0} problems, {0} of them new", docs.len());
            says(&told.out, &[&answers]);
            assert_eq!(told.err, "", "{family}");
            says(&place.ok("import lm-eval out --into run"), &[", 0 of them new"]);
            let told = place.ok("import lm-eval out --into run --json");
            let told: Value = serde_json::from_str(&told).expect("JSON");
            assert_eq!(told["imported"]["answers"], json!(docs.len()));
            assert_eq!(told["compared"]["reordered"], json!({"count": 0, "first": []}));
            says(&place.ok("test run"), &["lab/m"]);
            let rows = place.rows("run");
            let tested = |row: &Value| {
                let id = row["hypothesis"].as_str().unwrap_or_default();
                id.starts_with(hypothesis) && row["n"].as_u64() > Some(0) && row["n12"] == 0
            };
            match hypothesis {
                "" => {}
                _ => assert!(rows.iter().any(tested), "{family}: {rows:?}"),
            }
        }
    }
}

#[test]
fn answers_are_matched_by_what_is_left_of_their_documents() {
    let place = Place::new();
    let docs = task(&place, "conjunction/2", "");
    let answer = |_: &Value| "Answer: (a)".to_owned();
    let only = |field: &'static str| move |doc: &Value| json!({ field: doc[field] });
    place.write("id.jsonl", log(&docs, answer, only("id")));
    place.write("text.jsonl", log(&docs, answer, only("question")));
    let told = place.fails(1, "import lm-eval id.jsonl --model m --into run");
    says(
        &told,
        &[
            "left out: id.jsonl, line 1: its document has no problem record of Peirast",
            "--problems",
        ],
    );
    for (file, into) in [("id", "by-id"), ("text", "by-text")] {
        let line =
            format!("import lm-eval {file}.jsonl --model m --problems p.jsonl --into {into}");
        let told = place.run(&line);
        says(&told.out, &[&format!("{0} answers of 1 models to {0} problems", docs.len())]);
        assert_eq!(told.err, "");
    }
    assert_eq!(place.rows("by-id"), place.rows("by-text"));
}

#[test]
fn what_cannot_be_understood_is_listed_and_the_rest_imported() {
    let mut wording = Wording::default();
    let place = Place::new();
    let docs = task(&place, "conjunction/2", "");
    let fine = log(&docs[..1], |_| "\u{1b}[31m(a) <script>".to_owned(), Value::clone);
    let mut changed = docs[1].clone();
    changed["peirast"] = json!("{\"problem\": 7}");
    let mut wrong = docs[1].clone();
    let text = wrong["peirast"].as_str().expect("a text");
    wrong["peirast"] =
        json!(text.replace("\"task\":\"choice\",\"factors\"", "\"task\":\"yes-no\",\"factors\""));
    let odd = log(&[changed, wrong], |_| "x".to_owned(), Value::clone);
    let likelihood = json!({"doc_id": 9, "doc": docs[1], "resps": [[[-1.5, true]]]});
    let lines = format!("{fine}{odd}{likelihood}\n{{\"a\": 1}}\n[\n{fine}");
    place.write("log.jsonl", lines);
    let told = place.run("import lm-eval log.jsonl --model m --into run");
    says(&told.out, &["1 answers of 1 models to 1 problems"]);
    wording.add("import lm-eval log.jsonl --model m --into run", &told.err);
    assert!(!told.err.contains('\u{1b}'), "{:?}", told.err);
    place.ok("report run");
    wording.fails(&place, 1, "import lm-eval log.jsonl --model all --into x");
    wording.fails(&place, 1, "import lm-eval absent.jsonl --into x");
    wording.fails(&place, 2, "import lm-eval log.jsonl");
    insta::assert_snapshot!(wording.text());
}
