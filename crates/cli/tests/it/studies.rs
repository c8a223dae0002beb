//! Studies: the built-in ones, and those of users.

use crate::support::{Place, SMALL, Wording, json_lines, says};
use serde_json::Value;

/// A study of a question that no built-in study asks.
const THINKING: &str = r#"
id = "thinking"
title = "Does thinking step by step help?"
seed = 11
subjects = ["sim:flawless", "sim:guesser"]

[[family]]
name = "conjunction"
variants = ["1"]
n = 6

[[hypothesis]]
id = "T1"
title = "A genuine reasoner needs no chain of thought"
over = ["conjunction/1"]
where = { context = "relevant" }
factor = "cot"
original = { cot = "no" }
perturbed = { cot = "yes" }
protocols = ["baseline", "os"]
direction = "perturbed-better"
"#;

fn built_in(place: &Place) -> Vec<Value> {
    json_lines(&place.ok("studies --json"))
}

#[test]
fn every_built_in_study_passes_its_check() {
    let place = Place::new();
    let studies = built_in(&place);
    assert!(studies.len() >= 3);
    let listed = place.ok("studies");
    for study in studies {
        let id = study["id"].as_str().expect("an id");
        says(&listed, &[id, study["title"].as_str().expect("a title")]);
        let checked = place.ok(&format!("study check {id}"));
        says(&checked, &[id, "every pair varies its one factor", "study hash"]);
    }
}

#[test]
fn a_built_in_study_is_a_file_to_start_from() {
    let place = Place::new();
    for study in built_in(&place) {
        let id = study["id"].as_str().expect("an id");
        place.write("mine.toml", place.ok(&format!("study show {id}")));
        let (file, own) =
            (place.ok("study check mine.toml"), place.ok(&format!("study check {id}")));
        assert_eq!(file, own, "the file is the study");
    }
}

#[test]
fn every_built_in_study_runs() {
    let place = Place::new();
    for study in built_in(&place) {
        let id = study["id"].as_str().expect("an id");
        place.ok(&format!("run {id} --n 8"));
        let rows = place.rows(&format!("runs/{id}"));
        for hypothesis in study["hypotheses"].as_array().expect("hypotheses") {
            assert!(
                rows.iter().any(|row| row["hypothesis"] == *hypothesis),
                "{hypothesis} of {id}"
            );
        }
    }
}

#[test]
fn a_new_hypothesis_needs_no_new_code() {
    let place = Place::new();
    place.write("thinking.toml", THINKING);
    says(&place.ok("study check thinking.toml"), &["12 problems, 24 questions", "1 hypotheses"]);
    let out = place.ok("run thinking.toml");
    says(&out, &["Does thinking step by step help?", "T1", "sim:guesser"]);
    let rows = place.rows("runs/thinking");
    let methods: Vec<&str> = rows.iter().filter_map(|row| row["method"].as_str()).collect();
    assert_eq!(methods, ["baseline->zs-cot", "os->os-cot"].repeat(2));
    assert!(rows.iter().all(|row| row["n"] == 6 && row["factor"] == "cot"), "{rows:?}");
    says(
        &place.read("runs/thinking/report.html"),
        &["A genuine reasoner needs no chain of thought"],
    );
}

#[test]
fn a_study_takes_up_more_subjects_items_and_hypotheses() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let more = place.run("run small.toml --into r --n 6 --model sim:flawless --model sim:guesser");
    assert_eq!(more.code, Some(0), "{}", more.err);
    wording
        .add("run small.toml --into r --n 6 --model sim:flawless --model sim:guesser", &more.err);
    let models: Vec<Value> = place.rows("r").iter().map(|row| row["model"].clone()).collect();
    assert_eq!(models, ["sim:flawless", "sim:guesser", "sim:flawless", "sim:guesser"]);

    let thinking = THINKING.split("[[hypothesis]]").nth(1).expect("a hypothesis");
    let thinking = thinking.replace("conjunction/1", "conjunction/2");
    place.write("larger.toml", format!("{SMALL}\n[[hypothesis]]\n{thinking}"));
    place.ok("run larger.toml --into r");
    assert!(place.rows("r").iter().any(|row| row["hypothesis"] == "T1"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn the_command_line_replaces_what_the_study_says() {
    let place = Place::with_study();
    let run = "run small.toml --into r --seed 3 --profile paper-2024 --ask all --n 1 \
               --temperature 0.5 --max-tokens 99 --model sim:always-first";
    place.ok(run);
    let study = place.read("r/study.toml");
    says(
        &study,
        &[
            "seed = 3",
            "profile = \"paper-2024\"",
            "ask = \"all\"",
            "n = 1",
            "temperature = 0.5",
            "max_tokens = 99",
            "sim:always-first",
        ],
    );
    let counts = place.counts("r");
    let protocols = peirast_task::PROTOCOLS.len() as u64;
    assert_eq!(counts.responses, counts.problems * protocols, "every problem, every protocol");
}

#[test]
fn every_question_can_be_repeated() {
    let place = Place::new();
    place.write("study.toml", SMALL.replace("seed = 7", "seed = 7\nrepeats = 3"));
    place.ok("run study.toml --into r --model sim:guesser");
    assert_eq!(place.counts("r").responses, 36);
    assert_eq!(place.rows("r")[0]["n"], 4, "an item is one pair, however often it is asked");
}

#[test]
fn subjects_are_listed_and_run() {
    let place = Place::with_study();
    let subjects = json_lines(&place.ok("subjects --json"));
    let listed = place.ok("subjects");
    for subject in &subjects {
        let name = subject["name"].as_str().expect("a name");
        says(&listed, &[name]);
        if name.starts_with("sim:") && name != "sim:flaky" {
            place.ok(&format!("run small.toml --into r --model {name}"));
        }
    }
    assert!(subjects.len() >= 6);
}

#[test]
fn an_answer_is_shown_from_prompt_to_grade() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let key = place.some_trial("r");
    let shown = place.ok(&format!("show r {}", &key[..12]));
    says(&shown, &[&key, "sim:flawless", "[user]", "[response]", "read ", "truth ", "correct"]);
    let json: Value =
        serde_json::from_str(&place.ok(&format!("show r {key} --json"))).expect("JSON");
    assert_eq!((&json["trial"], &json["grade"]), (&key.into(), &"correct".into()));
}

#[test]
fn a_smaller_study_of_what_is_there_says_so() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --into r --model sim:flawless --model sim:guesser");
    let fewer = place.run("run small.toml --into r --n 2 --model sim:flawless");
    wording.add("run small.toml --into r --n 2 --model sim:flawless", &fewer.err);
    assert_eq!(place.rows("r")[0]["n"], 4);
    assert!(
        !place
            .run("run small.toml --into r")
            .err
            .contains("holds more, and all of it is tested: conj")
    );
    insta::assert_snapshot!(wording.text());
}

#[test]
fn problems_of_one_family_leave_the_other_hypotheses_out() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.write("p.jsonl", place.ok("make conjunction/2 --n 4 --seed 7"));
    let done = place.run("run small.toml --into r --problems p.jsonl");
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("run small.toml --into r --problems p.jsonl", &done.err);
    let rows = place.rows("r");
    assert!(!rows.is_empty() && rows.iter().all(|row| row["hypothesis"] == "H1"));
    insta::assert_snapshot!(wording.text());
}

/// The first place where a document has an unknown field, or lacks a required one.
fn misfit(document: &Value, schema: &Value, root: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return misfit(document, root.pointer(name.trim_start_matches('#'))?, root, place);
    }
    for all in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[all].as_array() {
            let fits = choices.iter().any(|one| misfit(document, one, root, place).is_none());
            if !fits {
                return Some(format!("{place}: {document} is none of {choices:?}"));
            }
            if schema["properties"].is_null() {
                return None;
            }
        }
    }
    if schema.get("const").is_some_and(|only| only != document) {
        return Some(format!("{place}: {document} is not {}", schema["const"]));
    }
    if schema["enum"].as_array().is_some_and(|known| !known.contains(document)) {
        return Some(format!("{place}: {document} is not in {}", schema["enum"]));
    }
    match document {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let lacking =
                required.filter_map(Value::as_str).find(|name| !fields.contains_key(*name));
            let inside = |(name, value): (&String, &Value)| {
                let place = format!("{place}.{name}");
                match (schema["properties"].get(name), &schema["additionalProperties"]) {
                    (Some(known), _) => misfit(value, known, root, &place),
                    (None, Value::Object(_)) => {
                        misfit(value, &schema["additionalProperties"], root, &place)
                    }
                    // A part of a schema that only asks for fields knows no others.
                    (None, _) if schema["properties"].is_null() => None,
                    (None, _) => Some(format!("{place} is unknown")),
                }
            };
            lacking
                .map(|name| format!("{place} lacks {name}"))
                .or_else(|| fields.iter().find_map(inside))
        }
        Value::Array(items) => {
            let inside =
                |(at, item)| misfit(item, &schema["items"], root, &format!("{place}[{at}]"));
            items.iter().enumerate().find_map(inside)
        }
        plain => {
            let kind = match plain {
                Value::String(_) => "string",
                Value::Bool(_) => "boolean",
                Value::Null => "null",
                Value::Number(number) if number.is_f64() => "number",
                _ => "integer",
            };
            let known = |name: &Value| name == kind || name == "number" && kind == "integer";
            let fits = match &schema["type"] {
                Value::Array(kinds) => kinds.iter().any(known),
                one => one.is_null() || known(one),
            };
            (!fits).then(|| format!("{place}: {plain} is no {}", schema["type"]))
        }
    }
}

#[test]
fn built_in_studies_are_as_the_schema_has_them() {
    let place = Place::new();
    let schema: Value = serde_json::from_str(&place.ok("study schema")).expect("JSON");
    let document = |text: &str| -> Value { toml::from_str(text).expect("TOML") };
    for study in built_in(&place) {
        let id = study["id"].as_str().expect("an id");
        let text = place.ok(&format!("study show {id}"));
        assert_eq!(misfit(&document(&text), &schema, &schema, id), None);
    }
    assert_eq!(misfit(&document(THINKING), &schema, &schema, "mine"), None);
    for (right, wrong) in [
        ("seed = 11", "sed = 11"),
        ("seed = 11", "seed = \"11\""),
        ("\"perturbed-better\"", "\"better\""),
        ("n = 6", ""),
        ("where = { context = \"relevant\" }", "where = { context = 1 }"),
    ] {
        let text = THINKING.replace(right, wrong);
        assert!(misfit(&document(&text), &schema, &schema, "mine").is_some(), "{wrong}");
    }
}

/// Every description within a schema.
fn descriptions(schema: &Value) -> Vec<&str> {
    match schema {
        Value::Object(members) => {
            let own = members.get("description").and_then(Value::as_str);
            own.into_iter().chain(members.values().flat_map(descriptions)).collect()
        }
        Value::Array(items) => items.iter().flat_map(descriptions).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_schema_speaks_to_authors_of_studies() {
    let text = Place::new().ok("study schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let all = descriptions(&schema);
    assert!(all.len() > 50, "{}", all.len());
    for said in all {
        assert!(!said.contains("```") && !said.contains("[`"), "Rust in a description: {said}");
    }
}

#[test]
fn a_study_of_too_few_items_says_how_many_are_enough() {
    let place = Place::new();
    let few = place.fails(1, "run belief-bias --n 2 --dry-run");
    says(&few, &["no problem of the study has", "items are enough (n = ", "--n "]);
    let enough = few.split("or --n ").nth(1).and_then(|rest| rest.split(')').next());
    place.ok(&format!("run belief-bias --n {} --dry-run", enough.expect("a number")));
}

/// A study of twelve items of one family, with a reader.
fn with_reader(family: &str, variant: &str, reader: &str) -> String {
    let head = SMALL.split("[[family]]").next().expect("a head");
    let head = head.replace("seed = 7", &format!("seed = 7\nreader = \"{reader}\""));
    format!(
        "{head}[[family]]\nname = \"{family}\"\nvariants = [\"{variant}\"]\nn = 8\n\n\
         [[strategy]]\nname = \"plain\"\nuser = \"{{problem}}\"\n"
    )
}

#[test]
fn a_reader_is_refused_where_it_reads_nothing() {
    let place = Place::new();
    for (family, variant, reader, said) in [
        ("conjunction", "1", "published-2025", "problems that ask whether a syllogism is correct"),
        (
            "syllogism",
            "all-some-some",
            "published-2025",
            "problems that ask whether a syllogism is correct",
        ),
        ("categorical", "generated", "recorded-views", "answers of a run have none"),
        ("etr", "open", "recorded-views", "answers of a run have none"),
    ] {
        place.write("s.toml", with_reader(family, variant, reader));
        for line in ["study check s.toml", "run s.toml --into r", "run s.toml --into r --dry-run"] {
            let err = place.fails(1, line);
            says(&err, &[&format!("reader = \"{reader}\""), said]);
        }
    }
    place.write("s.toml", with_reader("categorical", "generated", "published-2025"));
    place.ok("study check s.toml");
    place.ok("run s.toml --into fits");
}

#[test]
fn a_check_of_few_items_says_that_they_cannot_tell() {
    let place = Place::with_study();
    let both = place
        .read("small.toml")
        .replace("[\"all-some-some\"]", "[\"all-some-some\", \"valid-control\"]");
    place.write("small.toml", both);
    let few = place.ok("study check small.toml --n 24");
    let syllogisms = few.lines().find(|line| line.starts_with("syllogism")).expect("a line");
    says(syllogisms, &["about 1068 items could show 3 points (--n)"]);
    let enough = place.ok("study check small.toml --n 1090");
    assert!(!enough.contains("could show"), "{enough}");
    let checked: Value =
        serde_json::from_str(&place.ok("study check small.toml --n 24 --json")).expect("JSON");
    for design in checked["artefacts"].as_array().expect("designs") {
        let chance = design["chance"].as_f64().expect("a share");
        let needed = design["items_needed"].as_u64().expect("a number") as f64;
        let expected = (1.959_964_f64 / 0.03).powi(2) * chance * (1.0 - chance);
        assert!((needed - expected.max(20.0)).abs() <= 1.0, "{design}");
        for score in design["scores"].as_array().expect("scores") {
            let limit = |at: usize| score["interval"][at].as_f64().expect("a limit");
            assert!(0.0 <= limit(0) && limit(0) < limit(1) && limit(1) <= 1.0, "{score}");
        }
    }
}
