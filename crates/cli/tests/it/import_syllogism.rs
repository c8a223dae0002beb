//! The data set and the recorded answers of the syllogism benchmark, in their original layout.

use crate::support::{Place, Wording, json_lines, says};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Forty built-in items in the layout of the original data set.
fn dataset(place: &Place) -> Value {
    let mut items: BTreeMap<String, BTreeMap<&str, Value>> = BTreeMap::new();
    for problem in json_lines(&place.ok("make categorical/benchmark --n 40")) {
        let level = |name: &str| problem["factors"][name].as_str().expect("a level").to_owned();
        let segments = problem["segments"].as_array().expect("segments").iter();
        let text: String = segments.filter_map(|segment| segment["text"].as_str()).collect();
        let lines: Vec<&str> =
            text.lines().map(|line| line.split_once(": ").expect("a label").1).collect();
        let real = level("content") == "real";
        let variant = match (real, level("order").as_str()) {
            (true, "normal") => "N",
            (true, _) => "O",
            (false, "normal") => "X",
            (false, _) => "OX",
        };
        let version = json!({
            "variant_id": "as in the original", "statement_1": lines[0], "statement_2": lines[1],
            "conclusion": lines[2], "ground_truth_syntax": level("validity"),
            "ground_truth_NLU": if real { level("belief") } else { "unbelievable".to_owned() },
        });
        let item = problem["item"].as_str().expect("an item").rsplit('/').next().expect("a number");
        items.entry(format!("SYL_{item}")).or_default().insert(variant, version);
    }
    let syllogisms: Vec<Value> =
        items.into_iter().map(|(id, variants)| json!({"id": id, "variants": variants})).collect();
    json!({"dataset_info": {"name": "ours"}, "syllogisms": syllogisms})
}

/// A file of answers in the original layout, from a subject that is always right or one that fails.
fn answers(dataset: &Value, model: &str, strategy: &str, temperature: f64, fails: bool) -> Value {
    let mut results = Vec::new();
    for item in dataset["syllogisms"].as_array().expect("items") {
        for (variant, version) in item["variants"].as_object().expect("variants") {
            let right =
                if version["ground_truth_syntax"] == "valid" { "Correct." } else { "incorrect" };
            let (text, vote) = match fails {
                true => ("ERROR: 404 model not found", "error"),
                false => (right, if right == "Correct." { "correct" } else { "incorrect" }),
            };
            let queries = if temperature == 0.0 { 1 } else { 5 };
            let raw: Vec<Value> = (1..=queries)
                .map(|at| json!({"iteration": at, "response": text, "vote": vote}))
                .collect();
            results.push(json!({
                "syllogism_id": item["id"], "variant": variant, "model_key": model,
                "temperature": temperature, "prompting_strategy": strategy, "predicted": vote,
                "confidence": 1.0, "total_iterations": queries, "raw_responses": raw,
            }));
        }
    }
    json!({"metadata": {"model": model, "strategy": strategy, "status": "complete"}, "results": results})
}

fn place_with_answers() -> Place {
    let place = Place::new();
    let data = dataset(&place);
    place.write("data.json", data.to_string());
    for temperature in [0.0, 0.5] {
        let folder = format!("raw_responses/temperature_{temperature:?}");
        std::fs::create_dir_all(place.path(&folder)).expect("a folder");
        for (model, fails) in [("able", false), ("absent", true)] {
            let file = answers(&data, model, "zero_shot", temperature, fails).to_string();
            place.write(&format!("{folder}/{model}_zero_shot.json"), file);
        }
        // Files that the original program leaves behind in addition to answers.
        place.write(&format!("{folder}/able_few_shot.partial.json"), "{");
    }
    place.write("raw_responses/checkpoint.json", "{\"completed\": []}");
    place
}

#[test]
fn a_data_set_is_read_and_every_label_proved() {
    let place = Place::new();
    place.write("data.json", dataset(&place).to_string());
    let text = place.ok("import syllogism data.json");
    says(&text, &["160 syllogisms, of which 160 were read", "18  valid, believable, real words"]);
    // It can be asked of any model.
    place.write("problems.jsonl", place.ok("import syllogism data.json --problems"));
    let run = place.ok(
        "run syllogism --problems problems.jsonl --into run --model sim:flawless --temperature 0",
    );
    says(&run, &["100.0 %", "51.2 %"]);
}

#[test]
fn contradicted_labels_are_listed_with_their_countermodels() {
    let place = Place::new();
    let mut data = dataset(&place);
    data["syllogisms"][3]["variants"]["N"]["ground_truth_syntax"] = json!("invalid");
    data["syllogisms"][0]["variants"]["OX"]["ground_truth_syntax"] = json!("valid");
    data["syllogisms"][7]["variants"]["X"]["conclusion"] = json!("Therefore, who knows.");
    place.write("data.json", data.to_string());
    let told = place.fails(1, "import syllogism data.json");
    says(
        &told,
        &[
            "SYL_00003 N is labelled invalid, but EAE-2: it follows in each of the",
            "SYL_00000 OX is labelled valid, but AAO-4: its premises are true and its conclusion is false if \
         something is among",
            "SYL_00007 X: \"Therefore, who knows.\" is not read as a categorical sentence",
            "2 labels are contradicted by logic",
            "--labels proved",
        ],
    );
    let truth = |labels: &str| {
        let problems =
            place.ok(&format!("import syllogism data.json --problems --labels {labels}"));
        let all = json_lines(&problems);
        let valid = all.iter().filter(|p| p["truth"]["answer"]["value"] == true).count();
        assert_eq!(all.len(), 160);
        valid
    };
    assert_eq!((truth("proved"), truth("given")), (76, 76), "one was lost and one was gained");
}

#[test]
fn recorded_answers_are_measured_by_both_readings() {
    let mut wording = Wording::default();
    let place = place_with_answers();
    let line = "import syllogism data.json --responses raw_responses --into run";
    let told = place.run(line);
    wording.add("recorded answers are measured by both readings", &told.err);
    says(&told.out, &["1920 answers of 2 models in 4 files read, 1920 of them new"]);
    says(&place.ok(line), &["0 of them new"]);
    let rows = |grader: &str| {
        let csv = place.ok(&format!("measure run accuracy --csv {grader}"));
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row"));
        let own = rows.filter(|row| &row[0] == "absent" && &row[1] == "all" && &row[2] == "all");
        own.map(|row| row[3].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rows(""), [""], "whoever never answered has no accuracy");
    assert_eq!(rows("--grader published-2025"), ["0.525"], "as published");
    says(&place.ok("report run"), &["report.html"]);
    wording.fails(&place, 1, "run syllogism --into run");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let mut wording = Wording::default();
    let place = place_with_answers();
    let mut data = dataset(&place);
    for (change, complaint) in [
        (json!({"syllogisms": []}), "holds no syllogism"),
        (json!({"syllogisms": [{"id": 7}]}), "line 1 column"),
        (json!([1]), "data.json"),
    ] {
        place.write("bad.json", change.to_string());
        says(
            &place.fails(1, "import syllogism bad.json"),
            &["bad.json", complaint].map(|c| if c == "data.json" { "bad.json" } else { c }),
        );
    }
    data["syllogisms"][0]["variants"]["N"]["ground_truth_NLU"] = json!("plausible");
    place.write("bad.json", data.to_string());
    wording.fails(&place, 1, "import syllogism bad.json");
    let answers = place.read("raw_responses/temperature_0.0/able_zero_shot.json");
    let one = "raw_responses/temperature_0.0/able_zero_shot.json";
    for (from, to, complaint) in [
        ("SYL_00000", "SYL_99999", "is not in the data set"),
        ("\"temperature\":0.0", "\"temperature\":-1.0", "must be a number from 0"),
        ("\"model_key\":\"able\",", "", "SYL_00000"),
    ] {
        place.write(
            one,
            answers
                .replacen("{\"metadata\":{\"model\":\"able\",", "{\"metadata\":{", 1)
                .replacen(from, to, 1),
        );
        let told =
            place.fails(1, "import syllogism data.json --responses raw_responses --into bad");
        says(&told, &["able_zero_shot.json", complaint]);
    }
    wording.fails(&place, 1, "import syllogism data.json --responses none --into bad");
    insta::assert_snapshot!(wording.text());
}
