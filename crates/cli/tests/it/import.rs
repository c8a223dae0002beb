//! Recorded answers of the token-bias study, as JSON lines and in the original folders.

use crate::support::{Place, Wording, holds, json_lines, says};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write as _;

const GOLD: &str = "linda_variant_one_because_gold";
const RANDOM: &str = "linda_variant_one_because_random";

/// Pairs: true if the original and the perturbed version are answered correctly. Ids are 1 to 5,
/// and 150 for the last.
const PAIRS: [(bool, bool); 6] =
    [(true, true), (false, true), (false, true), (true, false), (false, false), (false, true)];

fn id(index: usize) -> usize {
    if index + 1 == PAIRS.len() { 150 } else { index + 1 }
}

/// A data set with the question of an id and the target.
fn question(dataset: &str, id: usize) -> (String, &'static str) {
    match dataset.starts_with("linda") {
        true => {
            let what = format!("Person {id} of {dataset} likes plants. Which is more probable?");
            (format!("{what}\n(a) Person {id} farms and sings.\n(b) Person {id} farms."), "(b)")
        }
        false => (format!("Is this logically sound?\nAll {dataset} are {id}."), "[No]"),
    }
}

fn response(dataset: &str, right: bool) -> &'static str {
    match (dataset.starts_with("linda"), right) {
        (true, true) => "(b)",
        (true, false) => "(a)",
        (false, true) => "No, this is not logically sound.",
        (false, false) => "Yes, this is logically sound.",
    }
}

const DATASETS: [(&str, bool); 4] =
    [(GOLD, true), (RANDOM, false), ("sets_original_gold", true), ("sets_original_random", false)];

/// Every answer: data set, id, and true if it is right.
fn answers() -> Vec<(&'static str, usize, bool)> {
    let each = |(dataset, original): (&'static str, bool)| {
        PAIRS
            .iter()
            .enumerate()
            .map(move |(index, pair)| (dataset, id(index), if original { pair.0 } else { pair.1 }))
    };
    DATASETS.into_iter().flat_map(each).collect()
}

fn questions_file() -> String {
    let line = |(dataset, id, _): (&str, usize, bool)| {
        let (question, target) = question(dataset, id);
        json!({"qid": format!("{dataset}:{id}"), "dataset": dataset, "question_id": id,
               "question": question, "target": target})
    };
    lines(answers().into_iter().map(line))
}

fn answers_file(model: &str) -> String {
    let line = |(dataset, id, right): (&str, usize, bool)| {
        json!({"model": model, "dataset": dataset, "mode": "baseline", "question_id": id,
               "response": response(dataset, right), "their_grade": u8::from(right)})
    };
    lines(answers().into_iter().map(line))
}

fn lines(values: impl Iterator<Item = Value>) -> String {
    values.map(|value| format!("{value}\n")).collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("writing");
    encoder.finish().expect("a gzip file")
}

/// The answers in the layout of the original repository.
fn write_folders(place: &Place, model: &str) {
    for (dataset, _) in DATASETS {
        let mut entries = serde_json::Map::new();
        for (_, id, right) in answers().into_iter().filter(|(d, _, _)| *d == dataset) {
            let (question, target) = question(dataset, id);
            let grade = if right { "[Correct]" } else { "[Incorrect]" };
            let entry = json!({
                "question_id": id, "question": question, "target_answer": target, "retry": 0,
                "use_multi_agents": false, "init_model_answer": response(dataset, right),
                "init_grades": [grade],
            });
            entries.insert(id.to_string(), entry);
        }
        entries.insert("accuracy".to_owned(), json!({"total": 6}));
        let name = format!("responses_baseline_synthetic_dataset_{dataset}.json");
        place.write(&format!("outputs/{model}/group/{name}"), Value::Object(entries).to_string());
    }
}

/// The counts of the only row of a hypothesis: n, n11, n12, n21, n22.
fn counts(place: &Place, options: &str, hypothesis: &str) -> [u64; 5] {
    let rows = json_lines(&place.ok(&format!("test {options} --json")));
    let mut own = rows.iter().filter(|row| row["hypothesis"] == hypothesis);
    let row = own.next().expect(hypothesis);
    assert!(own.next().is_none(), "{hypothesis} has two rows");
    ["n", "n11", "n12", "n21", "n22"].map(|field| row[field].as_u64().expect(field))
}

/// Asserts the results of both profiles for the answers imported into `dir`.
fn is_counted(place: &Place, dir: &str) {
    let published = format!("{dir} --profile published-2024");
    assert_eq!(counts(place, &published, "H1"), [12, 2, 2, 6, 2], "each pair twice, as published");
    assert_eq!(counts(place, &published, "H4"), [5, 1, 1, 2, 1], "ids below 100, as published");
    let corrected = format!("{dir} --profile corrected");
    assert_eq!(counts(place, &corrected, "H1"), [6, 1, 1, 3, 1]);
    assert_eq!(counts(place, &corrected, "H4"), [6, 1, 1, 3, 1]);
    assert_eq!(counts(place, dir, "H1"), [6, 1, 1, 3, 1], "`corrected` is the default");
}

#[test]
fn json_lines_are_imported() {
    let place = Place::new();
    place.write("q.jsonl", questions_file());
    place.write("a.jsonl", answers_file("some-model"));
    let out = place.ok("import token-bias a.jsonl --questions q.jsonl --into r");
    says(&out, &["24 answers to 24 questions read, 24 of them new, into r"]);
    is_counted(&place, "r");
}

#[test]
fn a_pair_that_was_published_twice_is_one_cluster() {
    let place = Place::new();
    place.write("q.jsonl", questions_file());
    place.write("a.jsonl", answers_file("one"));
    place.write("b.jsonl", answers_file("two"));
    place.ok("import token-bias a.jsonl b.jsonl --questions q.jsonl --into r");
    let pooled = |profile: &str| {
        let rows = json_lines(&place.ok(&format!("test r --profile {profile} --pooled --json")));
        rows.into_iter().filter(|row| row["hypothesis"] == "H1").collect::<Vec<Value>>()
    };
    let (published, corrected) = (pooled("published-2024"), pooled("corrected"));
    assert_eq!((published.len(), corrected.len()), (3, 3), "two models, and both together");
    let cells = |row: &Value| ["items", "n12", "n21"].map(|name| row[name].as_u64());
    assert_eq!(cells(&published[0]), [Some(6), Some(2), Some(6)]);
    assert_eq!(cells(&corrected[0]), [Some(6), Some(1), Some(3)]);
    // Counting twice makes no difference to clusters, and all of it to the naive test.
    assert_eq!(published[0]["clustered"]["p"], corrected[0]["clustered"]["p"]);
    assert_ne!(published[0]["naive"]["p"], corrected[0]["naive"]["p"]);
    assert!(corrected[0]["se_ratio"].as_f64().is_some_and(|ratio| (ratio - 1.0).abs() < 1e-12));
    assert_eq!(
        (&published[2]["model"], &published[2]["by"]),
        (&Value::Null, &json!("item-and-subject"))
    );
}

#[test]
fn a_byte_order_mark_and_half_an_emoji_are_no_obstacle() {
    let place = Place::new();
    let marked = |text: String| format!("\u{feff}{text}");
    let halved = |text: String| text.replacen("(b)\"", "(b) \\ud83d\"", 1);
    place.write("q.jsonl", marked(questions_file()));
    place.write("a.jsonl", marked(halved(answers_file("some-model"))));
    place.write("b.jsonl.gz", gzip(&marked(answers_file("other-model"))));
    place.ok("import token-bias a.jsonl b.jsonl.gz --questions q.jsonl --into r");
    let answers = place.answered("r");
    assert_eq!(answers.len(), 48);
    assert_eq!(answers.iter().filter(|a| a.text == "(b) \u{fffd}").count(), 1);

    write_folders(&place, "some-model");
    let file =
        "outputs/some-model/group/responses_baseline_synthetic_dataset_sets_original_gold.json";
    place.write(file, marked(place.read(file)));
    place.ok("import token-bias outputs --into folders");
    is_counted(&place, "folders");
}

#[test]
fn gzip_files_are_imported() {
    let place = Place::new();
    place.write("q.jsonl.gz", gzip(&questions_file()));
    place.write("a.jsonl.gz", gzip(&answers_file("some-model")));
    place.ok("import token-bias a.jsonl.gz --questions q.jsonl.gz --into r");
    is_counted(&place, "r");
}

#[test]
fn the_original_folders_are_imported() {
    let place = Place::new();
    write_folders(&place, "some-model");
    place.ok("import token-bias outputs/some-model --into r");
    is_counted(&place, "r");
    place.ok("import token-bias outputs --into all");
    assert_eq!(place.rows("all"), place.rows("r"));
}

#[test]
fn folders_and_lines_are_one_study() {
    let place = Place::new();
    place.write("q.jsonl", questions_file());
    place.write("a.jsonl", answers_file("one"));
    write_folders(&place, "other");
    place.ok("import token-bias a.jsonl --questions q.jsonl --into r");
    place.ok("import token-bias outputs --into r");
    let rows = place.rows("r");
    let models: Vec<&str> = rows.iter().filter_map(|row| row["model"].as_str()).collect();
    assert_eq!(models, ["one", "other", "one", "other"]);
    assert_eq!(rows[0]["n21"], rows[1]["n21"]);
}

#[test]
fn importing_twice_adds_nothing() {
    let place = Place::new();
    place.write("q.jsonl", questions_file());
    place.write("a.jsonl", answers_file("some-model"));
    let import = "import token-bias a.jsonl --questions q.jsonl --into r";
    place.ok(import);
    let (before, rows) = (place.counts("r"), place.rows("r"));
    says(&place.ok(import), &["24 answers to 24 questions read, 0 of them new"]);
    assert_eq!((place.counts("r"), place.rows("r")), (before, rows));
    says(&place.ok(&import.replace("a.jsonl", "a.jsonl a.jsonl")), &["0 of them new"]);
}

#[test]
fn recorded_answers_are_reported_and_shown() {
    let place = Place::new();
    write_folders(&place, "some-model");
    place.ok("import token-bias outputs --into r");
    says(&place.ok("report r --out page.html"), &["page.html"]);
    let page = place.read("page.html");
    says(&page, &["some-model", "none (recorded answers)"]);
    assert!(!page.contains("Simulated subjects."), "recorded answers are not simulated");
    let first = place.answered("r").remove(0);
    let shown = place.ok(&format!("show r {}", first.trial.key));
    says(&shown, &["some-model", &first.text, "the authors' answer key"]);
    let json: Value =
        serde_json::from_str(&place.ok(&format!("show r {} --json", first.trial.key)))
            .expect("JSON");
    assert_eq!(json["text"], first.text);
}

#[test]
fn the_settings_of_a_test_can_be_chosen() {
    let place = Place::new();
    write_folders(&place, "some-model");
    place.ok("import token-bias outputs --into r");
    let method = |options: &str| {
        let rows = json_lines(&place.ok(&format!("test r {options} --json")));
        rows[0]["method_used"].clone()
    };
    assert_eq!(method("--rule mid-p"), "mid-p");
    assert_eq!(method("--rule normal"), "normal");
    assert_eq!(method("--rule exact"), "exact");
    assert_eq!(method("--grader default --treatment exclude"), "exact");
}

#[test]
fn a_hostile_import_attacks_nobody() {
    let place = Place::new();
    let model = "=HYPERLINK(\"http://evil.example\")<script>\u{1b}[31m\u{202e}";
    place.write("q.jsonl", questions_file());
    place.write("a.jsonl", answers_file(model));
    place.ok("import token-bias a.jsonl --questions q.jsonl --into r");
    let table = place.ok("test r");
    assert!(!table.contains(['\u{1b}', '\u{202e}']), "the terminal is steered: {table:?}");
    place.ok("report r");
    assert!(!holds(&place.bytes("r/report.html"), "<script>"), "the page is attacked");
    let csv = place.ok("test r --csv");
    assert!(!csv.contains(",=") && !csv.contains(",\"="), "a cell is a formula: {csv}");
    says(&csv, &["\"'=HYPERLINK"]);
}

#[test]
fn pairs_that_are_all_lost_are_shown() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("q.jsonl", questions_file());
    let answers = answers_file("some-model");
    let refusals: String = answers
        .lines()
        .map(|line| {
            let mut answer: Value = serde_json::from_str(line).expect("JSON");
            if answer["dataset"] == GOLD {
                answer["response"] = "I'm sorry, but I cannot answer that.".into();
            }
            format!("{answer}\n")
        })
        .collect();
    place.write("a.jsonl", refusals);
    place.ok("import token-bias a.jsonl --questions q.jsonl --into r");
    let exclude = "--grader default --treatment exclude";
    let rows = json_lines(&place.ok(&format!("test r {exclude} --json")));
    let lost = rows.iter().find(|row| row["hypothesis"] == "H1").expect("a row for H1");
    assert_eq!((&lost["n"], &lost["lost"]["refused"]), (&json!(0), &json!(6)));
    assert_eq!(
        (&lost["p"], &lost["p_adjusted"], &lost["reject"]),
        (&json!(null), &json!(null), &json!(false))
    );
    let done = place.run(&format!("test r {exclude}"));
    says(&done.out, &["6 (6 refused)", "too few pairs"]);
    assert!(!done.err.contains("no matched pair"), "{}", done.err);

    // Nothing else was asked: still no word of pairs that were not answered.
    let only: String = place.read("a.jsonl").lines().take(12).map(|l| format!("{l}\n")).collect();
    place.write("only.jsonl", only);
    place.ok("import token-bias only.jsonl --questions q.jsonl --into only");
    let done = place.run(&format!("test only {exclude}"));
    says(&done.out, &["H1", "6 (6 refused)"]);
    wording.add("pairs that are all lost are shown", &done.err);
    assert!(!done.err.contains("answered yet"), "{}", done.err);
    place.ok(&format!("report only {exclude}"));
    says(&place.read("only/report.html"), &["6 (6 refused)", "too few"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_no_comparison_uses_is_counted() {
    let place = Place::new();
    let other = |text: String| {
        text.replace(RANDOM, "linda_variant_nine_random")
            .replace("\"sets_original_random", "\"sets_extra")
    };
    place.write("q.jsonl", questions_file() + &other(questions_file()));
    let typed =
        answers_file("typed").replace("\"mode\":\"baseline\"", "\"mode\":\"base-line\\u001b\"");
    place.write("a.jsonl", answers_file("one") + &other(answers_file("two")) + &typed);
    let done = place.run("import token-bias a.jsonl --questions q.jsonl --into r");
    assert_eq!(done.code, Some(0), "{}", done.err);
    let unused: Vec<&str> = done.err.lines().collect();
    assert_eq!(
        unused,
        [
            "6 answers to the data set `linda_variant_nine_random` (snapshot main), which no comparison uses",
            "6 answers to the data set `sets_extra` (snapshot main), which no comparison uses",
            "24 answers under the mode `base-line\\u{1b}`, which no comparison uses",
        ]
    );
    place.write("b.jsonl", answers_file("one"));
    let quiet = place.run("import token-bias b.jsonl --questions q.jsonl --into quiet");
    assert_eq!(quiet.err, "", "nothing is unused");
}

#[test]
fn the_page_shows_a_recorded_pair() {
    let place = Place::new();
    write_folders(&place, "some-model");
    place.ok("import token-bias outputs --into r");
    place.ok("report r");
    let page = place.read("r/report.html");
    let shown = format!("Person 1 of <mark>{GOLD} </mark>likes plants.");
    says(&page, &["A pair: item 1</p>", "its prompt was not recorded"]);
    says(&page, &[&shown[..20], "snapshot=main", &format!("{GOLD}-&gt;{RANDOM}")]);
}
