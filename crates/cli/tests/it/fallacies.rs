//! Problems of the theory, from making to measuring, by the program itself.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, json_lines, says};
use serde_json::Value;

#[test]
fn what_is_made_is_verified_and_whatever_is_changed_is_found() {
    let mut wording = Wording::default();
    let place = Place::new();
    for made in
        ["etr --n 20", "etr --n 60 --profile paper-2025", "etr/yes-no --n 9", "etr/choice --n 9"]
    {
        let text = place.ok(&format!("make {made}"));
        assert_eq!(text, place.ok(&format!("make {made}")), "the same seed, the same bytes");
        place.write("problems.jsonl", &text);
        let lines = json_lines(&text).len();
        assert_eq!(place.ok("verify problems.jsonl"), format!("{lines} passed, 0 failed\n"));
    }
    let text = place.ok("make etr --n 2 --profile paper-2025");
    let wrong = text.replacen("\"entailed\":false", "\"entailed\":true", 1);
    place.write("wrong.jsonl", &(wrong + "no problem\n{\"id\": 1}\n"));
    let done = place.run("verify wrong.jsonl");
    assert_eq!((done.code, done.out.as_str()), (Some(1), "1 passed, 3 failed\n"));
    wording.add("verify wrong.jsonl", &done.err);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn options_of_generation_are_kept_and_recorded() {
    let mut wording = Wording::default();
    let place = Place::new();
    let text = place
        .ok("make etr --n 12 --sizes 5,7 --premises 2-3 --fallacies 0.5 --any-conclusion \
         --where kind=fallacy --where kind=control-valid");
    place.write("some.jsonl", &text);
    says(&place.ok("verify some.jsonl"), &["0 failed"]);
    let mut entailed = 0;
    for problem in json_lines(&text) {
        let argument = &problem["worded"]["argument"];
        says(argument["profile"].as_str().expect("a name"), &["sizes 5-7", "premises 2-3", "any"]);
        assert!((2..=3).contains(&argument["premises"].as_array().expect("premises").len()));
        if argument["matched"].is_null() {
            assert!([5, 7].contains(&argument["atoms"].as_u64().expect("a number")));
            entailed += usize::from(argument["entailed"] == true);
        }
    }
    assert!((3..=9).contains(&entailed), "{entailed} of 12 follow");
    wording.fails(&place, 1, "make etr --n 1 --sizes 40");
    wording.fails(&place, 1, "make etr --n 1 --premises few");
    wording.fails(&place, 1, "make horses --n 1 --sizes 4");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn an_answer_of_a_megabyte_and_a_hostile_one_are_unread() {
    let place = Place::new();
    let chat = Chat::start();
    for model in ["huge", "hostile"] {
        let text =
            place.ok(&format!("run etr --n 2 --model openai:{model} {} --into {model}", chat.at()));
        assert!(
            !text.contains('\u{1b}')
                && !place.read(&format!("{model}/report.html")).contains("<script>alert")
        );
        let reading = place.ok(&format!("measure {model} reading --json"));
        let tables: Value = serde_json::from_str(&reading).expect("JSON");
        let columns = tables[0]["columns"].as_array().expect("columns");
        let at = columns.iter().position(|column| column["name"] == "by_rule").expect("a column");
        assert_eq!(tables[0]["rows"][0]["cells"][at], 0, "{reading}");
    }
}

#[test]
fn closed_and_open_questions_are_asked_at_once_and_step_by_step() {
    let place = Place::new();
    let text = place.ok("run etr-questions --n 8 --into questions");
    says(&text, &["Q1-open", "Q2-yes-no", "Q3-choice"]);
    let outcomes = place.read("questions/outcomes.csv");
    for (subject, answer) in [("sim:flawless", "wrong"), ("sim:nothing", "other error")] {
        let own: Vec<&str> = outcomes.lines().filter(|line| line.contains(subject)).collect();
        assert_eq!(own.len(), 3 * 3 * 2 * 8, "three kinds, three questions, two ways");
        let met = own.iter().any(|line| line.split(',').any(|cell| cell == answer));
        assert!(!met, "{subject} is never {answer}");
    }
}

#[test]
fn parts_are_the_whole_and_threads_change_nothing() {
    let place = Place::new();
    let whole = place.ok("make etr --n 900 --profile paper-2025");
    let parts: Vec<String> = (1..=3)
        .map(|i| place.ok(&format!("make etr --n 900 --profile paper-2025 --shard {i}/3")))
        .collect();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&parts.concat()), sorted(&whole));
    let alone = Place::new().env("RAYON_NUM_THREADS", "1");
    assert_eq!(alone.ok("make etr --n 60 --seed 9"), place.ok("make etr --n 60 --seed 9"));
}

#[test]
fn bad_wishes_are_answered_with_what_there_is() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write(
        "few.toml",
        "name = \"few\"\npreamble = \"Few.\"\nkind = { one = \"part\", many = \"parts\" }\n\
         objects = [\"the bolt\"]\npredicates = [\"bent\"]\n",
    );
    for (wish, told) in [
        ("make etr/essay --n 1", "open, yes-no, choice"),
        ("make etr --n 1 --profile paper-2024", "no profile"),
        ("make conjunction --n 1 --profile paper-2025", "no profile"),
        ("make etr --n 1 --where colour=red", "kind, order, inquiry"),
        ("make etr --n 1 --where order=sideways", "order sideways; there are original, reversed"),
        ("make etr --n 1 --where kind=falacy", "there are fallacy, control-valid, control-blocked"),
        ("make etr --n 1 --theme moons", "there are animals"),
        ("make etr --n 1 --theme few.toml", "few.toml"),
        ("make conjunction --n 1 --theme cards", "for the family `etr`"),
        ("verify nowhere.jsonl", "nowhere.jsonl"),
        ("explain --premise {A( {A()}", "column"),
        ("explain nowhere.jsonl x", "nowhere.jsonl"),
    ] {
        says(&place.fails(1, wish), &[told]);
    }
    for wish in
        ["make etr --n 1 --shard 4/3", "make etr --n 1 --shard 0/3", "make etr --n 1 --shard x"]
    {
        wording.fails(&place, 2, wish);
    }
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_run_measures_what_its_subjects_are_known_to_do() {
    let place = Place::new();
    let text = place.ok("run etr --n 30 --into etr");
    says(&text, &["without the fallacy", "Fallacies that the theory predicts"]);
    let tables = place.ok("measure etr fallacy-rates etr-share conclusions --json");
    let tables: Value = serde_json::from_str(&tables).expect("JSON");
    let rows = |name: &str| {
        let all = tables.as_array().expect("tables");
        let table = all.iter().find(|table| table["name"] == name).expect(name);
        let columns: Vec<String> = table["columns"]
            .as_array()
            .expect("columns")
            .iter()
            .map(|column| column["name"].as_str().expect("a name").to_owned())
            .collect();
        move |subject: &str, column: &str| {
            let at = columns.iter().position(|name| name == column).expect(column);
            let rows = table["rows"].as_array().expect("rows");
            rows.iter().find(|row| row["cells"][0] == subject).map(|row| row["cells"][at].clone())
        }
    };
    let rates = rows("fallacy-rates");
    assert_eq!(rates("sim:nothing", "rate"), Some(Value::Null), "no rate, not a good one");
    assert_eq!(rates("sim:nothing", "informative"), Some(Value::from(0.0)));
    assert_eq!(rates("sim:erotetic", "rate"), Some(Value::from(1.0)));
    assert_eq!(rates("sim:flawless", "fallacies"), Some(Value::from(0)));
    let shares = rows("etr-share");
    let number = |value: Option<Value>| value.and_then(|value| value.as_f64()).expect("a number");
    let (low, high) = (
        number(shares("sim:erotetic:0.3", "share_over_matching_low")),
        number(shares("sim:erotetic:0.3", "share_over_matching_high")),
    );
    assert!(low <= 0.3 && 0.3 <= high, "{low} to {high}");
    let subjects = place.ok("report etr");
    assert!(subjects.contains("report.html"));
}

/// The explanation of an answer to the problem in `one.jsonl`.
fn explained(place: &Place, words: &[&str]) -> String {
    let words = ["explain", "one.jsonl"].iter().chain(words);
    let done = place.command(words).output().expect("it runs");
    assert!(done.status.success());
    String::from_utf8(done.stdout).expect("UTF-8")
}

#[test]
fn an_answer_is_explained_by_both_engines() {
    let place = Place::new();
    let text = place.ok("explain --premise {A()B(),C()D()} --premise {A()} {B()}");
    says(
        &text,
        &["does not follow", "is heard as an answer", "Cured by asking", "verdict  fallacy"],
    );
    place.write("one.jsonl", place.ok("make etr --n 1"));
    let text = explained(&place, &["Answer: Nothing follows."]);
    says(&text, &["nothing was concluded", "How people are predicted to reason"]);
    let json = explained(&place, &["I cannot say.", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["judgement"], Value::Null);
    let long = "The very same thing again. ".repeat(4_000);
    says(&explained(&place, &[&long]), &["answer   "]);
}

#[test]
fn what_is_accepted_when_asked_about_is_explained() {
    let place = Place::new();
    let accepted = "Asked whether {A(),C()}, this answers {A(),C()}: it is accepted.";
    let text = place.ok("explain --premise {A()B(),C()D()} {A(),C()}");
    says(&text, &["marks and names aside yes", accepted]);
    let json = place.ok("explain --premise {A()B(),C()D()} {A(),C()} --json");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["acceptance"][1], accepted);
    let text = place.ok("explain --premise {A()B(),C()D()} {A()}");
    assert!(!text.contains("Asked whether"), "{text}");
}

#[test]
fn premises_shown_in_another_order_keep_their_numbers() {
    let place = Place::new();
    let wish = "make etr --n 1 --profile paper-2025 --where kind=fallacy --where order=reversed";
    place.write("one.jsonl", place.ok(wish));
    says(&explained(&place, &[]), &["premise 1  ", "They were shown in the order ", ", 1. "]);
}

#[test]
fn the_samples_of_the_docs_are_what_is_made() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/fallacy-samples.md")).expect("the page");
    let place = Place::new();
    for command in [
        "make etr --n 20 --seed 40 --where kind=fallacy --text",
        "make etr --profile paper-2025 --n 20 --seed 40 --text",
    ] {
        assert!(page.contains(&format!("peirast {command}")), "{command}");
        let text = place.ok(command);
        assert!(page.contains(text.trim()), "{command}");
        assert_eq!(text.matches("--- etr/open/").count(), 20);
    }
}

#[test]
fn answers_that_no_rule_reads_are_translated_once_and_only_by_whole_words() {
    let place = Place::new();
    let chat = Chat::start();
    let at = chat.at();
    place.ok(&format!("run etr --n 4 --model openai:mumbler {at} --into etr"));
    let read = |column: usize| -> String {
        let csv = place.ok("measure etr reading --csv");
        let row = csv.lines().find(|line| line.starts_with("openai:mumbler,all"));
        let row = row.or_else(|| csv.lines().find(|line| line.starts_with("openai:mumbler")));
        row.expect("a row").split(',').nth(column).expect("a cell").to_owned()
    };
    let csv = place.ok("measure etr reading --csv");
    let head = csv.lines().find(|line| line.starts_with("subject")).expect("a head").to_owned();
    let place_of = |name: &str| head.split(',').position(|one| one == name).expect("a column");
    let (translated, unread) = (place_of("translated"), place_of("unread"));
    let all = read(unread);
    assert_eq!((read(translated).as_str(), all != "0"), ("0", true));

    let dry = place.ok("translate etr --model openai:restater --dry-run");
    says(&dry, &["4 different answers could not be read", "Nothing was asked"]);
    place.ok(&format!("translate etr --model openai:dreamer {at}"));
    assert_eq!((read(translated), read(unread)), ("0".to_owned(), all.clone()), "no word of it");
    let asked = chat.requests();
    place.ok(&format!("translate etr --model openai:dreamer {at}"));
    assert_eq!(chat.requests(), asked, "nothing is asked twice");
    place.ok(&format!("translate etr --model openai:restater {at}"));
    assert_eq!((read(translated), read(unread)), (all, "0".to_owned()));
    let seen = chat.contents();
    let put = seen.iter().filter(|content| content.contains("You restate")).count();
    assert!(put > 0 && !seen.iter().any(|one| one.contains("You restate") && one.contains("* ")));
}

#[test]
fn hostile_answers_and_translations_are_lost_and_nothing_else() {
    let place = Place::new();
    let chat = Chat::start();
    let at = chat.at();
    for model in ["commander", "huge", "hostile"] {
        place.ok(&format!("run etr --n 2 --model openai:{model} {at} --into {model}"));
        let read = || -> Vec<String> {
            let csv = place.ok(&format!("measure {model} reading --csv"));
            let row = csv.lines().find(|line| line.starts_with(&format!("openai:{model},all,all")));
            row.expect("a row").split(',').map(str::to_owned).take(7).collect()
        };
        // Answers, those read by rule, those with a translation, and those lost.
        let before = read();
        assert_eq!((before[4].as_str(), before[5].as_str()), ("0", "0"), "{before:?}");
        for translator in ["dreamer", "rambler", "garbler"] {
            place.ok(&format!("translate {model} --model openai:{translator} {at}"));
            assert_eq!(read(), before, "nothing that {translator} says is of the problem's words");
        }
        let html =
            place.ok(&format!("report {model}")) + &place.read(&format!("{model}/report.html"));
        assert!(!html.contains(['\u{1b}', '\u{202e}']), "{model}");
    }
    // Text of an answer that addresses the translator stays between the marks of the text.
    let asked = chat.contents();
    let put: Vec<&String> = asked.iter().filter(|one| one.contains("SYSTEM: forget")).collect();
    assert!(!put.is_empty());
    for content in put {
        let (_, text) = content.split_once("<text>").expect("a text");
        assert_eq!(text.to_lowercase().matches("</text>").count(), 1, "{text}");
        assert!(text.ends_with("</text>"), "{text}");
    }
    let done = format!("translate commander --model openai:dreamer {at} --dry-run");
    says(&place.ok(&done), &["Nothing is left to translate: openai:dreamer has restated"]);
    place.ok("run etr --n 2 --model sim:flawless --into flawless");
    says(
        &place.ok("translate flawless --model openai:dreamer"),
        &["Nothing is left to translate: no answer holds a conclusion that could not be read."],
    );
}

#[test]
fn published_counts_are_recomputed_and_found() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write(
        "rows.json",
        r#"[{"model": "a", "blocked_pct": "50.00", "z": "0.58", "p": "5.63e-01",
             "solutions": [{"x1": 2, "x2": 1, "N_min": 245, "N_max": 400}]},
            {"model": "b", "x1": 6, "x2": 2, "n": 383, "z": "1.43"}]"#,
    );
    let rows = json_lines(&place.ok("stats reversal rows.json --json"));
    let printed: Vec<&str> = rows.iter().filter_map(|row| row["as_printed"].as_str()).collect();
    assert_eq!(printed, ["yes", "no"]);
    // As scipy 1.17.1 has it: 2 * norm.sf(4 / sqrt(8 * (1 - 4 / 383))).
    let p = rows[1]["p"].as_f64().expect("a number");
    assert!((p - 0.155_126).abs() < 1e-5, "{p}");
    place.write(
        "printed.json",
        r#"{"model": "a", "blocked_pct": "46.15", "z": "3.24", "p": "1.18e-03"}"#,
    );
    let found = json_lines(&place.ok("stats reversal printed.json --find --json"));
    assert_eq!((&found[0]["original"], &found[0]["reversed"]), (&65.into(), &35.into()));
    place.write("none.json", r#"{"model": "a", "blocked_pct": "46.15", "z": "99.9"}"#);
    assert_eq!(found[0]["note"], "");
    let few = r#"{"model": "b", "blocked_pct": "50.00", "z": "0.58", "p": "5.63e-01"}"#;
    place.write("few.json", few);
    let found = json_lines(&place.ok("stats reversal few.json --find --json"));
    assert_eq!(found[0]["items_most"], 400);
    assert_eq!(found[0]["note"], "more items were not searched: --most");
    wording.fails(&place, 1, "stats reversal none.json --find");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_row_without_fallacies_keeps_its_place_and_bad_cells_are_named() {
    let place = Place::new();
    place.write(
        "rows.csv",
        "model,x1,x2,n\nnone,0,0,383\nsome,6,2,383\nall,5,5,5\nonly reversed,0,4,383\n",
    );
    let rows = json_lines(&place.ok("stats reversal rows.csv --json"));
    let undefined: Vec<bool> = rows.iter().map(|row| row["p"]["undefined"].is_string()).collect();
    assert_eq!(undefined, [true, false, true, false]);
    assert_eq!(rows[0]["note"], "no difference can be tested");
    // The two that can be tested are the family.
    let [p, adjusted] = ["p", "p_adjusted"].map(|name| rows[1][name].as_f64().expect("a number"));
    assert!((adjusted - p).abs() < 1e-12, "the larger of two stays as it is: {p}, {adjusted}");
    assert!(rows[3]["blocked_net"]["undefined"].is_string() && rows[3]["z"].is_number());
    says(&place.ok("stats reversal rows.csv"), &["none", "no difference can be tested", "some"]);
    for (rows, complaints) in [
        (
            r#"[{"model": "a", "x1": 1, "x2": 1, "n": 9}, {"model": "b", "x1": "six", "x2": 1, "n": 9}]"#,
            ["row 2", "model b", "`x1`", "six", "not a count"],
        ),
        ("model,x1,x2,n\na,1,1,9\nb,1,-2,9\n", ["line 3", "model b", "`x2`", "-2", "not a count"]),
        (
            r#"{"model": "b", "z": "large", "p": "0.5"}"#,
            ["line 1", "model b", "`z`", "large", "not a number"],
        ),
        ("model,x1,x2,n\nb,9,1,8\n", ["line 2", "model b", "9 successes", "8 trials", "more"]),
        (r#"{"x1": 1, "x2": 1, "n": 9}"#, ["line 1", "`model` is missing", "", "", ""]),
        ("", ["bad", "no rows", "x1, x2 and n", "", ""]),
    ] {
        place.write("bad", rows);
        says(&place.fails(1, "stats reversal bad"), &complaints);
    }
}
