//! Problems exported to the lm-evaluation-harness, and answers imported from it and from data sets of
//! the public fallacy evaluation. All data are made here.

use crate::support::{Place, Wording, json_lines, says};
use serde_json::{Value, json};

/// A line of a sample log of the harness.
fn sample(number: usize, doc: &Value, answer: &str, filter: &str) -> String {
    let arguments =
        json!({"gen_args_0": {"arg_0": doc["question"], "arg_1": {"temperature": 0.2}}});
    json!({
        "doc_id": number, "doc": doc, "target": "", "arguments": arguments, "resps": [[answer]],
        "filtered_resps": [answer], "filter": filter, "metrics": ["bypass"], "doc_hash": "0",
        "bypass": null,
    })
    .to_string()
}

/// A log with an answer to each document.
fn log(docs: &[Value], answer: impl Fn(&Value) -> String) -> String {
    let lines =
        docs.iter().enumerate().map(|(at, doc)| sample(at, doc, &answer(doc), "none") + "\n");
    lines.collect()
}

/// A document of the original's layout, on fruit.
fn document(premises: [(&str, &str); 2], conclusion: &str, follows: bool) -> Value {
    let [(first, one), (second, two)] = premises;
    json!({
        "question": format!("A basket of fruit.\n\n* {one}\n* {two}\n\nWhat follows?\n\nAnswer: ..."),
        "scoring_guide": {
            "etr_predicted": conclusion, "etr_predicted_english": "",
            "etr_predicted_is_classically_correct": follows,
            "generation_details": {
                "premises_etr": [first, second], "premises_english": [one, two],
                "is_chain_of_thought": false,
            },
            "open_ended": {"short_name_to_full_name": {
                "thePear": "the pear", "theFig": "the fig", "ripe": "ripe", "soft": "soft",
                "sour": "sour", "ofAnotherDocument": null,
            }},
        },
    })
}

const EITHER: (&str, &str) = (
    "{ripe(thePear())soft(theFig()),sour(thePlum())}",
    "Either the pear is ripe and the fig is soft, or the plum is sour.",
);
const PEAR: (&str, &str) = ("{ripe(thePear())}", "The pear is ripe.");

/// An illusory inference, and the same with its premises reversed.
fn forward() -> Value {
    document([EITHER, PEAR], "{soft(theFig())}", false)
}

fn backward() -> Value {
    document([PEAR, EITHER], "{soft(theFig())}", false)
}

/// The cells of a table of `measure`, for all strategies and temperatures, by subject.
fn column(place: &Place, line: &str, name: &str) -> Vec<(String, String)> {
    let csv = place.ok(line);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let at = reader.headers().expect("a head").iter().position(|head| head == name);
    let at = at.expect("a column");
    let rows = reader.records().map(|row| row.expect("a row"));
    let own = rows.filter(|row| &row[0] != "all" && &row[1] == "all" && &row[2] == "all");
    own.map(|row| (row[0].to_owned(), row[at].to_owned())).collect()
}

fn pair(subject: &str, cell: &str) -> (String, String) {
    (subject.to_owned(), cell.to_owned())
}

#[test]
fn what_is_exported_comes_back_with_answers() {
    let mut wording = Wording::default();
    let place = Place::new();
    let made = place.ok("make etr --n 4 --seed 5 --where order=original --where order=reversed");
    place.write("problems.jsonl", &made);
    says(
        &place.ok("export lm-eval problems.jsonl --into tasks --name open --max-gen-toks 300"),
        &["24 documents, into tasks/open.yaml"],
    );
    says(
        &place.read("tasks/open.yaml"),
        &["task: open\n", "test: !function open.DATA", "metric: bypass", "max_gen_toks: 300"],
    );
    says(&place.read("tasks/open.py"), &["with_name(\"open.jsonl\")"]);
    let docs = json_lines(&place.read("tasks/open.jsonl"));
    let carried: Value =
        serde_json::from_str(docs[0]["peirast"].as_str().expect("a text")).expect("JSON");
    assert_eq!(carried["problem"], json_lines(&made)[0], "nothing is lost");
    says(&place.ok("import etr tasks --check"), &["document,place,field"]);

    let theirs = |doc: &Value| {
        let said = doc["scoring_guide"]["etr_predicted_english"].as_str().expect("a text");
        let said = if said.is_empty() { "nothing follows." } else { said };
        format!("Answer: {said}")
    };
    place.write("out/lab__human/samples_open_2026-01-01T00-00-00.1.jsonl", log(&docs, theirs));
    let nothing = log(&docs, |_| "Answer: Nothing follows.".to_owned());
    place.write("out/b/samples_open_2026-01-01T00-00-00.2.jsonl", nothing);
    place.write("out/b/results_2026-01-01T00-00-00.2.json", r#"{"model_name": "lab/silent"}"#);
    let told = place.run("import etr out --into run");
    says(&told.out, &["48 answers of 2 models to 24 problems, 48 of them new, into run"]);
    wording.add("import etr out --into run", &told.err);
    says(&place.ok("import etr out --into run"), &["0 of them new"]);

    let rates = column(&place, "measure run fallacy-rates --csv", "rate");
    assert_eq!(rates, [pair("lab/human", "1"), pair("lab/silent", "")]);
    let rows = place.rows("run");
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows.iter().all(|row| row["hypothesis"] == "E1-order" && row["n"] == 4));
    place.ok("report run");
    let shown = place.ok(&format!("show run {}", place.some_trial("run")));
    says(&shown, &["under at_once", "Answer at once", "[response]"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn closed_questions_are_scored_by_the_harness_too() {
    let place = Place::new();
    for (variant, pattern) in [("yes-no", "(yes|no)"), ("choice", "([a-z])")] {
        place.write("p.jsonl", place.ok(&format!("make etr/{variant} --n 3")));
        place.ok(&format!("export lm-eval p.jsonl --into {variant} --cot"));
        says(&place.read(&format!("{variant}/p.yaml")), &["exact_match", pattern]);
        let docs = json_lines(&place.read(&format!("{variant}/p.jsonl")));
        let right = |doc: &Value| {
            says(doc["question"].as_str().expect("a text"), &["a few paragraphs"]);
            format!("Well.\n\nAnswer: {}", doc["target"].as_str().expect("a target"))
        };
        // A line for every filter holds the same answer.
        let mut lines = log(&docs, right);
        lines.push_str(&sample(0, &docs[0], &right(&docs[0]), "strict"));
        place.write("log.jsonl", lines);
        let told = place.ok(&format!("import etr log.jsonl --model m --into run-{variant}"));
        says(&told, &["9 answers of 1 models"]);
        let told = place.run(&format!("test run-{variant}"));
        says(&told.out, &["100.0 %"]);
    }
}

#[test]
fn documents_with_reversed_premises_are_paired() {
    let mut wording = Wording::default();
    let place = Place::new();
    let answer = |text: &'static str| move |_: &Value| format!("Answer: {text}");
    place.write("ahead.jsonl", log(&[forward()], answer("The fig is soft.")));
    place.write("back.jsonl", log(&[backward()], answer("The pear is ripe.")));
    place.ok("import etr ahead.jsonl back.jsonl --model m --into run");
    let rows = place.rows("run");
    assert_eq!((&rows[0]["n"], &rows[0]["n21"]), (&json!(1), &json!(1)), "{rows:?}");
    assert_eq!(rows[0]["method"], "published_at_once");
    // One after the other it comes to the same.
    place.ok("import etr back.jsonl --model m --into later");
    place.ok("import etr ahead.jsonl --model m --into later");
    assert_eq!(place.rows("later")[0]["n21"], json!(1));
    let blocked = column(&place, "measure later reversal --csv", "blocked");
    assert_eq!(blocked, [pair("m", "1")]);
    // Where either order gives the conclusion, the other document tells.
    const FIG: (&str, &str) = ("{soft(theFig())}", "The fig is soft.");
    let (one, other) = (document([PEAR, FIG], "{0}", true), document([FIG, PEAR], "{0}", true));
    place.write("mixed.jsonl", log(&[one, other], answer("The fig is soft.")));
    let told = place.run("import etr mixed.jsonl --model m --into mixed");
    says(&told.out, &["2 answers of 1 models to 2 problems"]);
    wording.add("import etr mixed.jsonl --model m --into mixed", &told.err);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn wrong_labels_are_listed_with_countermodels() {
    let mut wording = Wording::default();
    let place = Place::new();
    let mut wrong = forward();
    wrong["scoring_guide"]["etr_predicted_is_classically_correct"] = json!(true);
    let mut other = document([PEAR, PEAR], "{sour(theFig())}", true);
    other["question"] = json!("Something else");
    place.write("set.jsonl", format!("{}\n{wrong}\n{other}\n", forward()));
    let told = place.run("import etr set.jsonl --check");
    assert_eq!(told.code, Some(1), "{}", told.err);
    let labels: Vec<&str> = told.out.lines().skip(1).collect();
    assert_eq!(labels.len(), 3, "{labels:?}");
    says(
        labels[0],
        &["1,\"set.jsonl, line 2\",etr_predicted_is_classically_correct,true,false", "not soft"],
    );
    says(labels[1], &["etr_predicted,{sour(theFig())},{0}"]);
    says(labels[2], &["etr_predicted_is_classically_correct,true,false", "theFig"]);
    wording.add("import etr set.jsonl --check", &told.err);

    place.write("log.jsonl", log(&[wrong], |_| "Answer: The fig is soft.".to_owned()));
    let told = place.run("import etr log.jsonl --model m --into run");
    wording.add("import etr log.jsonl --model m --into run", &told.err);
    says(&place.read("run/labels.csv"), &["etr_predicted_is_classically_correct,true,false"]);
    let rates = column(&place, "measure run fallacy-rates --csv", "rate");
    assert_eq!(rates, [pair("m", "1")], "what is proved counts");

    // The labels of a document of ours are compared with the problem that it carries.
    place.write("p.jsonl", place.ok("make etr --n 1"));
    place.ok("export lm-eval p.jsonl --into tasks");
    let mut docs = json_lines(&place.read("tasks/p.jsonl"));
    docs[0]["scoring_guide"]["etr_predicted_is_classically_correct"] = json!(true);
    let text = docs[1]["peirast"].as_str().expect("a text");
    docs[1]["peirast"] = json!(text.replacen("\"entailed\":true", "\"entailed\":false", 1));
    place.write("ours.jsonl", docs.iter().map(|doc| format!("{doc}\n")).collect::<String>());
    let told = place.run("import etr ours.jsonl --check");
    says(&told.out, &["classically_correct,true,false,\"1 (", "peirast.entailed,false,true"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_cannot_be_understood_is_listed_and_the_rest_imported() {
    let mut wording = Wording::default();
    let place = Place::new();
    let fine = sample(0, &forward(), "Answer: The fig is soft.", "none");
    let mut lines = vec![fine.clone(), "{\"doc\": ".to_owned(), "[1, 2]".to_owned()];
    lines.push(json!({"question": "Q", "scoring_guide": {}}).to_string());
    for (number, premise) in
        ["{ripe(thePear()", "{f(g(a()))}", "{0.3=* ripe(thePear())}"].into_iter().enumerate()
    {
        let doc = document([(premise, "?"), PEAR], "{0}", true);
        lines.push(sample(number + 1, &doc, "Answer: Nothing follows.", "none"));
    }
    let mut empty = forward();
    empty["scoring_guide"]["generation_details"]["premises_etr"] = json!([]);
    lines.push(sample(8, &empty, "x", "none"));
    let mut options = forward();
    options["scoring_guide"]["multiple_choice"] = json!({"options": [["x", true]]});
    lines.push(sample(9, &options, "x", "none"));
    let mut broken = forward();
    broken["peirast"] = json!("{\"problem\": 7}");
    lines.push(sample(10, &broken, "x", "none"));
    // The same answer again, and another in the same run.
    lines.push(fine.clone());
    place.write("log.jsonl", lines.join("\n"));
    let told = place.run("import etr log.jsonl --model m --into run");
    assert_eq!(told.code, Some(0), "{}", told.err);
    says(&told.out, &["1 answers of 1 models to 1 problems"]);
    wording.add("import etr log.jsonl --model m --into run", &told.err);
    // A data set may hold a document twice.
    place.write("set.jsonl", format!("{0}\n{0}\n", forward()));
    wording.fails(&place, 1, "import etr set.jsonl --check");
    wording.fails(&place, 1, "import etr set.jsonl --into none");
    place.write("bad.jsonl", "{}\n");
    wording.fails(&place, 1, "import etr bad.jsonl --into none");
    wording.fails(&place, 1, "import etr absent.jsonl --check");
    place.write("folder/notes.txt", "nothing");
    wording.fails(&place, 1, "import etr folder --check");
    place.write("cut.jsonl", [0x1f, 0x8b, 8, 0, 0]);
    wording.fails(&place, 1, "import etr cut.jsonl --check");
    wording.fails(&place, 2, "import etr set.jsonl");
    wording.fails(&place, 2, "import etr set.jsonl --check --into x");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn answers_of_a_megabyte_are_imported() {
    let place = Place::new();
    let units =
        ["The fig is soft. ", "The fig is soft and ", ",", "((", "and not ", "\u{202e}🙂", "{"];
    let lines: String = units
        .iter()
        .map(|unit| {
            let answer = format!("Answer: {}", unit.repeat((1 << 20) / unit.len()));
            sample(0, &forward(), &answer, "none") + "\n"
        })
        .collect();
    for (at, line) in lines.lines().enumerate() {
        place.write(&format!("out/m{at}/samples_t_1.jsonl"), line);
    }
    let told = place.ok("import etr out --into run");
    says(&told, &["7 answers of 7 models to 1 problems"]);
    let lost = column(&place, "measure run fallacy-rates --csv", "lost");
    let read: Vec<&str> =
        lost.iter().filter(|(_, lost)| lost == "0").map(|(model, _)| model.as_str()).collect();
    assert_eq!(read, ["m0"], "one says one thing again and again");
}

#[test]
fn problems_without_answers_are_told_where_to_go() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("p.jsonl", place.ok("make etr --n 1 --where kind=fallacy"));
    wording.fails(&place, 1, "import etr p.jsonl --check");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn names_that_steer_a_terminal_are_refused_and_texts_shown_harmless() {
    let mut wording = Wording::default();
    let place = Place::new();
    let hostile = "Answer: The fig is soft.\u{1b}[31m\u{202e}";
    place.write("out/x/samples_t_1.jsonl", log(&[forward()], |_| hostile.to_owned()));
    let results = json!({"model_name": "evil\u{1b}[2J"}).to_string();
    place.write("out/x/results_1.json", results);
    let told = place.fails(1, "import etr out --into run");
    wording.add("import etr out --into run", &told);
    assert!(!told.contains('\u{1b}'), "{told:?}");
    let mut doc = forward();
    doc["scoring_guide"]["etr_predicted"] = json!("{soft(theFig()\u{1b}[2J)}");
    place.write("doc.jsonl", log(&[doc], |_| hostile.to_owned()));
    let told = place.fails(1, "import etr doc.jsonl --model m --into run");
    assert!(!told.contains('\u{1b}'), "{told:?}");

    place.ok("import etr out --model tame --into run");
    place.ok("report run");
    let shown = place.ok(&format!("show run {}", place.some_trial("run")));
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
    wording.fails(&place, 1, "import etr out --model all --into run");
    for name in ["a-b", "7", "../x", "a b"] {
        let told = place.command(["export", "lm-eval", "p.jsonl", "--into", "t", "--name", name]);
        let told = { told }.output().expect("it runs");
        assert_eq!(told.status.code(), Some(1), "{name}");
    }
    insta::assert_snapshot!(wording.text());
}

#[test]
fn recorded_views_stand_in_where_they_are_asked_to() {
    let place = Place::new();
    let replay = |model: &str, response: &str, view: Value| {
        let doc = forward();
        json!({
            "model": model, "dataset": "fruit", "run": "1", "problem_id": 0, "prompt": doc["question"],
            "premises": [EITHER.0, PEAR.0], "etr_conclusion": "{soft(theFig())}", "response": response,
            "translator_model": "reader-1", "their_parsed_view": view, "their_is_correct": false,
        })
        .to_string()
    };
    let vague = "Answer: One would expect the fig to yield to the touch.";
    let lines = [
        replay("clear", "Answer: The pear is ripe.", json!("{soft(theFig())}")),
        replay("vague", vague, json!("{soft(theFig())}")),
        replay("lost", vague, Value::Null),
        replay("silent", "", json!("{soft(theFig())}")),
    ];
    place.write("replay.jsonl", lines.join("\n"));
    let counts = |into: &str, option: &str| {
        place.ok(&format!("import etr replay.jsonl --into {into} {option}"));
        let line = format!("measure {into} fallacy-rates --csv");
        let (lost, found) = (column(&place, &line, "lost"), column(&place, &line, "fallacies"));
        lost.into_iter().zip(found).map(|(a, b)| (a.0, a.1, b.1)).collect::<Vec<_>>()
    };
    let row = |subject: &str, lost: &str, fallacies: &str| {
        (subject.to_owned(), lost.to_owned(), fallacies.to_owned())
    };
    let silent = row("silent", "1", "0");
    let lost = row("lost", "1", "0");
    assert_eq!(
        counts("aside", ""),
        [row("clear", "0", "0"), lost.clone(), silent.clone(), row("vague", "1", "0")]
    );
    assert_eq!(
        counts("unread", "--with-recorded-views"),
        [row("clear", "0", "0"), lost.clone(), silent, row("vague", "0", "1")]
    );
    assert_eq!(
        counts("all", "--with-recorded-views all"),
        [row("clear", "0", "1"), lost, row("silent", "0", "1"), row("vague", "0", "1")]
    );
    says(&place.ok("report all"), &["report.html"]);
    says(&place.read("all/report.json"), &["the views recorded with the answers"]);
}

#[test]
fn what_the_harness_cannot_ask_is_refused() {
    let mut wording = Wording::default();
    let place = Place::new();
    let both = place.ok("make etr/choice --n 1") + &place.ok("make conjunction/2 --n 1");
    place.write("other.jsonl", both);
    wording.fails(&place, 1, "export lm-eval other.jsonl --into t");
    let both = place.ok("make etr --n 1") + &place.ok("make etr/yes-no --n 1");
    place.write("both.jsonl", both);
    wording.fails(&place, 1, "export lm-eval both.jsonl --into t");
    place.write("bad.jsonl", "{}");
    wording.fails(&place, 1, "export lm-eval bad.jsonl --into t");
    wording.fails(&place, 2, "export lm-eval");
    place.fails(2, "export");
    insta::assert_snapshot!(wording.text());
}
