//! The user's own problems: a data file run as a study, exported, asked by another program and
//! imported.

use crate::support::chat::Chat;
use crate::support::{Place, json_lines, says, until};
use serde_json::{Value, json};

/// A place with the example file as `sums.csv`.
fn place() -> Place {
    let place = Place::new();
    place.write("sums.csv", place.ok("pairs example"));
    place
}

#[test]
fn a_data_file_is_the_same_study_under_every_path() {
    let place = place();
    place.write("other/sums.csv", place.read("sums.csv"));
    let absolute = place.path("sums.csv").display().to_string();
    let files = ["sums.csv", "./sums.csv", &absolute, "other/sums.csv", "run-0/study.toml"];
    let hashes = files.iter().enumerate().map(|(at, file)| {
        place.ok(&format!("run {file} --model sim:guesser --into run-{at}"));
        let manifest: Value =
            serde_json::from_str(&place.read(&format!("run-{at}/report.json"))).expect("JSON");
        manifest["provenance"]["study_hash"].as_str().expect("a hash").to_owned()
    });
    let hashes: Vec<String> = hashes.collect();
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

/// A file of choices in upper-case letters whose options are swapped in the second version.
fn choices() -> String {
    let row = |item: usize, version: &str, swapped: bool| {
        let (right, wrong) = (item + 1, item + 9);
        let options = if swapped { [wrong, right] } else { [right, wrong] };
        let letter = if swapped { "B" } else { "A" };
        json!({
            "item": item, "version": version, "question": format!("What comes after {item}?"),
            "choices": options.map(|one| one.to_string()), "answer": letter,
        })
        .to_string()
            + "\n"
    };
    (1..=8).map(|item| row(item, "original", false) + &row(item, "swapped", true)).collect()
}

/// A run says what a check of the file says, before it costs anything, and that one cluster decides nothing.
#[test]
fn a_run_warns_of_what_its_file_lacks() {
    let place = Place::new();
    let row = |item: u32, version: &str| {
        format!("{item},{version},What is {item} + 1 ({version})?,{},all\n", item + 1)
    };
    let rows: String = (1..=9).map(|item| row(item, "plain") + &row(item, "hinted")).collect();
    place.write(
        "sums.csv",
        format!("item,version,question,answer,topic\n{rows}{}", row(10, "hintd")),
    );
    let line = "run sums.csv --cluster topic --model sim:guesser";
    let lacking = "sums.csv: 10 items without a partner in `plain`, `hinted`, `hintd`";
    let clusters = "1 cluster is too few for any verdict";
    says(&place.run(&format!("{line} --dry-run")).err, &[lacking, clusters]);
    let ran = place.run(&format!("{line} --into run"));
    says(&ran.err, &[lacking, clusters]);
    says(
        &ran.out,
        &["too few clusters", "! tests with fewer pairs or clusters than any rejection needs"],
    );
    let report = place.ok("report run --text");
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    says(&report, &["there are too few clusters to tell", "Ask items of more clusters."]);
}

#[test]
fn a_data_file_is_a_study() {
    let place = place();
    let told = place.ok("run sums.csv --into run --cluster topic");
    says(&told, &["Versions of sums.csv", "distracted  distracted compared with"]);
    let rows = place.rows("run");
    let flawless = rows.iter().find(|row| row["model"] == "sim:flawless").expect("a row");
    assert_eq!((flawless["n"].as_u64(), flawless["n11"].as_u64()), (Some(20), Some(20)));
    assert_eq!(
        (&flawless["method_used"], &flawless["clusters"]),
        (&json!("sign-flip"), &json!(10))
    );
    let report = place.read("run/report.html");
    says(&report, &["The right answers of sums are those of the file of problems"]);
    assert!(!report.contains("logical form"));
    // Nothing of Peirast's own problems goes with them.
    let shown = place.ok(&format!("show run {}", place.some_trial("run")));
    says(&shown, &["Answer the following question with a number."]);
    for foreign in ["Linda", "Bob", "fallacy", "syllogism"] {
        assert!(!shown.contains(foreign), "{foreign}\n{shown}");
    }
    for options in ["", " --by topic"] {
        let compared = json_lines(&place.ok(&format!("compare run{options} --json")));
        assert_eq!(compared[0]["clusters"], json!(10), "{compared:?}");
    }
    place.ok("tables run --into tables");
    let consistency = place.read("tables/version-consistency.csv");
    says(&consistency, &["sim:flawless,baseline,2,20,1,1,1,1"]);
    // Asked again, nothing is asked twice; a changed file is another study.
    says(
        &place.run("run sums.csv --into run --cluster topic").err,
        &["0 answers stored, 80 were there before"],
    );
    place.write("sums.csv", place.read("sums.csv").replace("Lena", "Lea"));
    assert_eq!(place.run("run sums.csv --into run --cluster topic").code, Some(1));
    says(&place.fails(1, "run sums.csv --into zero --n 0"), &["n must be at least 1"]);
    place.fails(2, "pairs make sums.csv --with names --limit 0");
}

#[test]
fn what_reads_the_same_is_asked_once() {
    let place = Place::new();
    let rows = "item,version,question,answer\na,x,Is 7 odd?,yes\na,y,Is 7 odd?,yes\nb,x,Is 8 odd?,no\nb,y,Is eight odd?,no\n";
    place.write("same.csv", rows);
    let told = place.run("run same.csv --into run");
    says(&told.err, &["left out: 1 version reads like an earlier one in same.csv"]);
    assert_eq!(place.rows("run")[0]["n"], 1);
}

#[test]
fn a_study_names_a_file_beside_other_families() {
    let place = place();
    let study = r#"id = "both"
title = "Sums and syllogisms"
seed = 1
subjects = ["sim:flawless", "openai:there"]

[models."openai:there"]
base_url = "http://127.0.0.1:9/v1"

[[family]]
name = "sums"
data = { file = "sums.csv" }

[[hypothesis]]
id = "noise"
title = "A needless sentence does not matter"
over = ["sums"]
factor = "version"
original = { version = "original" }
perturbed = { version = "distracted" }
protocols = ["baseline", "PROTOCOL"]
"#;
    place.write(
        "deep/study.toml",
        study.replace("sums.csv", "../sums.csv").replace("PROTOCOL", "zs-cot"),
    );
    says(&place.ok("run deep/study.toml --dry-run"), &["openai:there"]);
    place.ok("run deep/study.toml --model sim:flawless --into run");
    assert_eq!(place.rows("run").len(), 2);
    // Examples of Peirast's own problems are not for other people's.
    place.write("os.toml", study.replace("PROTOCOL", "os"));
    says(
        &place.fails(1, "run os.toml --model sim:flawless --into os"),
        &["are about Peirast's own problems"],
    );
    place.write(
        "name.toml",
        study.replace("name = \"sums\"", "name = \"etr\"").replace("[\"sums\"]", "[\"etr\"]"),
    );
    says(
        &place.fails(1, "run name.toml --into name"),
        &["give the problems of sums.csv another name"],
    );
    says(&place.fails(1, "run token-bias --cluster topic"), &["`token-bias` is a study"]);
}

/// An interrupted run of several files has whole pairs of each.
#[test]
fn the_first_items_of_all_files_are_asked_first() {
    let (place, server) = (Place::new(), Chat::start());
    let family = |name: &str| {
        let row = |at: usize, version: &str, begin: &str| {
            format!("{at},{version},{begin} {at} {name}?,no\n")
        };
        let rows: String = (1..=30)
            .map(|at| row(at, "plain", "Is") + &row(at, "long", "Would you call"))
            .collect();
        place.write(&format!("{name}.csv"), format!("item,version,question,answer\n{rows}"));
        format!(
            "[[family]]\nname = \"{name}\"\ndata = {{ file = \"{name}.csv\" }}\n\n\
             [[hypothesis]]\nid = \"{name}\"\ntitle = \"{name}\"\nover = [\"{name}\"]\n\
             factor = \"version\"\noriginal = {{ version = \"plain\" }}\n\
             perturbed = {{ version = \"long\" }}\nprotocols = [\"baseline\"]\n\n"
        )
    };
    let families: String = ["large", "odd", "prime"].map(family).concat();
    let head =
        "id = \"three\"\ntitle = \"Three files\"\nseed = 1\nsubjects = [\"openai:late\"]\n\n";
    place.write("three.toml", format!("{head}{families}"));
    let access = server.model("late");
    let running = place.start(&format!("run three.toml {access} --concurrency 1 --into r"));
    until("two items of each file were asked", || server.requests() > 12);
    running.signal("INT");
    running.end();
    let stored = place.counts("r").responses;
    assert!((12..180).contains(&stored), "interrupted after {stored} answers");
    let pairs: Vec<u64> =
        place.rows("r").iter().map(|row| row["n"].as_u64().expect("a count")).collect();
    assert!(pairs.len() == 3 && pairs.iter().all(|n| *n >= 2), "{pairs:?}");
}

#[test]
fn several_right_options_are_right_in_a_run_and_elsewhere() {
    let place = Place::new();
    let row = |at: usize, version: &str, question: &str| {
        json!({"item": at, "version": version, "question": format!("{question} {at} is hard?"),
            "choices": [format!("iron {at}"), format!("wax {at}"), format!("tin {at}")],
            "answer": ["A", "C"]})
        .to_string()
            + "\n"
    };
    let rows: String = (1..=8)
        .map(|at| row(at, "plain", "Which of set") + &row(at, "long", "Tell me which of set"))
        .collect();
    place.write("hard.jsonl", rows);
    let checked: Value =
        serde_json::from_str(&place.ok("pairs check hard.jsonl --json")).expect("JSON");
    says(&checked["warnings"].to_string(), &["16 of 16 questions have several right options"]);
    place.ok("export lm-eval hard.jsonl --into tasks");
    says(&place.read("tasks/hard.yaml"), &["process_results: !function hard.score"]);
    let docs = json_lines(&place.read("tasks/hard.jsonl"));
    // One right option in the one version, and the other in the other.
    let said = |doc: &Value| {
        let is_long = doc["question"].as_str().expect("a text").contains("Tell me");
        format!("Answer: {}", if is_long { "C" } else { "A" })
    };
    place.write("out/lab__m/samples_hard_1.jsonl", harness_log(&docs, said));
    place.ok("import lm-eval out --into run");
    let rows = place.rows("run");
    assert_eq!((rows.len(), &rows[0]["n"], &rows[0]["n11"]), (1, &json!(8), &json!(8)));
    place.ok("tables run --into tables");
    let consistency = place.read("tables/version-consistency.csv");
    says(&consistency, &[",2,8,1,1,1,1"]);
    place.ok("export inspect run --into logs");
    let key = place.answered("run").remove(0).trial.key;
    let shown = place.ok(&format!("show run {key}"));
    says(&shown, &["(a) or (c): hard.jsonl gives (A) or (C), which count as one answer"]);
}

#[test]
fn answers_asked_for_elsewhere_keep_their_hypotheses() {
    let place = Place::new();
    place.write("letters.jsonl", choices());
    place.ok("export lm-eval letters.jsonl --into tasks --name letters");
    let docs = json_lines(&place.read("tasks/letters.jsonl"));
    assert_eq!(
        (docs.len(), &docs[0]["target"], &docs[1]["target"]),
        (16, &json!("A"), &json!("B"))
    );
    // A subject that always says A is right in one version only.
    let line = |(number, doc): (usize, &Value)| {
        json!({
            "doc_id": number, "doc": doc, "target": doc["target"],
            "arguments": {"gen_args_0": {"arg_0": doc["question"], "arg_1": {}}},
            "resps": [["Answer: A"]], "filtered_resps": ["A"], "filter": "answer", "exact_match": 1.0,
        })
        .to_string()
            + "\n"
    };
    let log: String = docs.iter().enumerate().map(line).collect();
    place.write("out/lab__m/samples_letters_1.jsonl", log);
    place.ok("import lm-eval out --into run");
    let rows = place.rows("run");
    assert_eq!(
        (rows.len(), &rows[0]["hypothesis"], &rows[0]["n12"]),
        (1, &json!("swapped"), &json!(8))
    );
}

/// A sample log of the harness with an answer to each document.
fn harness_log(docs: &[Value], answer: impl Fn(&Value) -> String) -> String {
    let line = |(number, doc): (usize, &Value)| {
        let answer = answer(doc);
        json!({
            "doc_id": number, "doc": doc, "target": doc["target"],
            "arguments": {"gen_args_0": {"arg_0": doc["question"], "arg_1": {}}},
            "resps": [[answer]], "filtered_resps": [answer], "filter": "answer",
        })
        .to_string()
            + "\n"
    };
    docs.iter().enumerate().map(line).collect()
}

/// Options with unusual column names, numbered, and in another order in made versions.
#[test]
fn numbered_options_go_out_and_come_back() {
    let place = Place::new();
    let row = |item: usize| {
        const COLOURS: [&str; 9] =
            ["red", "blue", "green", "pink", "black", "white", "grey", "brown", "gold"];
        const THINGS: [&str; 8] = ["hat", "car", "cup", "pen", "bag", "box", "bed", "lamp"];
        let options = COLOURS.map(|colour| format!("a {colour} {}", THINGS[item - 1]));
        let right = 7 + item % 3;
        json!({"nr_": item, "frage": format!("Which thing stands at place {item}?"), "moeglich": options,
            "loesung": options[right - 1]})
        .to_string()
            + "\n"
    };
    place.write("own.jsonl", (1..=8).map(row).collect::<String>());
    let named = "--item nr_ --question frage --choices moeglich --answer loesung";
    place.fails(1, "export lm-eval own.jsonl --into tasks");
    place.ok(&format!(
        "export lm-eval own.jsonl {named} --with labels=numbers,rotate-options=1 --into tasks"
    ));
    says(&place.read("tasks/own.yaml"), &[r"answer[^\w-]*([a-z]|\d+)(?!\w|[+#]|[.,]\d)"]);
    let docs = json_lines(&place.read("tasks/own.jsonl"));
    assert_eq!(docs.len(), 24);
    let targets: Vec<&str> = docs[..3].iter().filter_map(|doc| doc["target"].as_str()).collect();
    assert_eq!(targets, ["H", "8", "I"]);
    says(docs[0]["question"].as_str().expect("a text"), &["Answer: (label of the option)"]);
    let right = |doc: &Value| format!("Answer: {}", doc["target"].as_str().expect("a target"));
    place.write("out/lab__m/samples_own_1.jsonl", harness_log(&docs, right));
    let told = place.run("import lm-eval out --into run");
    assert_eq!(told.err, "", "no target is taken for a place");
    let rows = place.rows("run");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["n11"] == 8), "{rows:?}");
    // Documents that do not carry their problems are matched with the file, read by the same options.
    let bare = |doc: &Value| json!({"id": doc["id"], "question": doc["question"]});
    let bare: Vec<Value> = docs.iter().map(bare).collect();
    let lines = harness_log(&bare, |doc| {
        let own = docs.iter().find(|own| own["id"] == doc["id"]).expect("a document");
        right(own)
    });
    place.write("bare/lab__m/samples_own_1.jsonl", lines);
    place.ok(&format!(
        "import lm-eval bare --problems own.jsonl {named} --with labels=numbers,rotate-options=1 --into again"
    ));
    let rows = place.rows("again");
    assert!(rows.len() == 2 && rows.iter().all(|row| row["n11"] == 8), "{rows:?}");
    says(
        &place.fails(1, &format!("import lm-eval bare {named} --into other")),
        &["name it with --problems"],
    );
}

#[test]
fn texts_and_numbers_go_out_with_all_that_is_right() {
    let place = Place::new();
    place.write(
        "texts.csv",
        "item,version,question,answer\n1,original,Which colour?,/colou?r|hue/\n1,other,Which hue?,/colou?r|hue/\n\
         2,original,Which town?,The Hague|Den Haag\n2,other,Which place?,The Hague|Den Haag\n",
    );
    place.ok("export lm-eval texts.csv --into tasks");
    says(&place.read("tasks/texts.yaml"), &["process_results: !function texts.score"]);
    says(&place.read("tasks/texts.py"), &["def score(doc, results):"]);
    let docs = json_lines(&place.read("tasks/texts.jsonl"));
    let said = |doc: &Value| {
        let id = doc["item"].as_str().expect("an item");
        format!("Answer: {}", if id.ends_with('1') { "Color" } else { "Den Haag." })
    };
    place.write("out/lab__m/samples_texts_1.jsonl", harness_log(&docs, said));
    place.ok("import lm-eval out --into run");
    assert_eq!(place.rows("run")[0]["n11"], 2);
    place.write(
        "near.csv",
        "id,plain,reworded,answer,tolerance\n1,What is the number pi?,Say what number pi is.,3.14159,0.01\n",
    );
    place.ok("export lm-eval near.csv --into tasks");
    says(&place.read("tasks/near.py"), &["tolerance"]);
}

#[test]
fn a_check_says_what_is_understood() {
    let place = place();
    let checked: Value =
        serde_json::from_str(&place.ok("pairs check sums.csv --json")).expect("JSON");
    assert_eq!(checked["items"], 20);
    assert_eq!(checked["versions"], json!(["original", "distracted"]));
    assert_eq!((&checked["task"], &checked["pairs"]), (&json!("number"), &json!(20)));
    assert_eq!((&checked["clusters"], &checked["warnings"]), (&json!(20), &json!([])));
    assert_eq!(checked["samples"].as_array().map(Vec::len), Some(2));
    // Every transformation at fault is named at once, and every column that nothing takes.
    let error = place.fails(1, "pairs check sums.csv --with shuffle-options,typo,labels=numbers");
    says(&error, &["`shuffle-options`", "`typo`", "`labels=numbers`"]);
    place.write("dump.csv", "What is 2 + 2?,3,4,5,6,B\nWhat is 1 + 1?,2,3,4,5,A\n");
    says(&place.fails(1, "pairs check dump.csv"), &["give --no-header"]);
    let dump = "dump.csv --no-header --question 1 --choices 2,3 --answer 4";
    says(&place.fails(1, &format!("pairs check {dump}")), &["names none of its 2 options"]);
    let checked =
        place.ok("pairs check dump.csv --no-header --question 1 --choices 2,3,4 --answer 6 --json");
    let checked: Value = serde_json::from_str(&checked).expect("JSON");
    assert_eq!((&checked["items"], &checked["unused_columns"]), (&json!(2), &json!(["5"])));
    says(
        &place.ok("pairs check dump.csv --no-header --question 1 --choices 2,3,4 --answer 6"),
        &["  unused       5\n"],
    );
    let twice = "run sums.csv --model openai:a --base-url openai:a=http://localhost:1/v1 \
                 --base-url openai:a=http://localhost:2/v1 --dry-run";
    says(&place.fails(2, twice), &["--base-url names two servers of `openai:a`"]);
    place.write("bad.csv", "item,version,question\n1,x,Why?\n");
    let error = place.fails(1, "pairs check bad.csv");
    says(
        &error,
        &["reading bad.csv", "no column is recognised as the right answer: name it with --answer"],
    );
    says(&place.fails(1, "pairs check none.csv"), &["reading none.csv"]);
}

/// Texts written by a model are always marked, and nothing is asked twice.
#[test]
fn a_model_writes_paraphrases_that_nobody_certifies() {
    let (place, server) = (place(), Chat::start());
    let writer = format!("--writer openai:paraphraser {}", server.at());
    let dry = place.ok(&format!("pairs make sums.csv {writer} --dry-run"));
    says(
        &dry,
        &[
            "20 calls to openai:paraphraser; 0 of 20 paraphrases are there already",
            "Nothing was asked",
        ],
    );
    assert_eq!(server.requests(), 0);
    let made = place.run(&format!("pairs make sums.csv {writer}"));
    assert_eq!(made.code, Some(0), "{}", made.err);
    says(&made.err, &["is not certified: openai:paraphraser wrote it", "other numbers"]);
    let versions: Vec<Value> = json_lines(&made.out);
    let paraphrases: Vec<&Value> =
        versions.iter().filter(|row| row["version"] == "paraphrase").collect();
    assert_eq!((versions.len(), paraphrases.len()), (40 + 19, 19));
    assert!(paraphrases.iter().all(|row| {
        row["question"].as_str().is_some_and(|text| text.starts_with("Please tell me: "))
    }));
    assert_eq!(server.requests(), 20);
    let again = place.ok(&format!("pairs make sums.csv {writer}"));
    assert_eq!((again, server.requests()), (made.out.clone(), 20));
    // Read back, checked and run, the version is still marked.
    place.write("more.jsonl", &made.out);
    says(&place.ok("pairs check more.jsonl"), &["paraphrase", "not certified"]);
    place.ok("run more.jsonl --into run");
    says(&place.read("run/report.html"), &["not certified"]);
    says(&place.fails(1, "pairs make sums.csv --writer sim:flawless"), &["simulated", "--writer"]);
}

#[test]
fn surface_cues_are_looked_for_in_files_of_others() {
    let place = Place::new();
    // The shorter option is always right.
    let rows: String = (0..60)
        .map(|at: usize| {
            let (short, long) = (format!("{at} days"), format!("{at} days and some hours more"));
            let swapped = (at * 7 % 5) < 2;
            let opts = if swapped { [&long, &short] } else { [&short, &long] };
            let (gold, prompt) =
                (if swapped { "B" } else { "A" }, format!("How long is trip {at}?"));
            json!({"uid": at, "prompt": prompt, "opts": opts, "key": gold}).to_string() + "\n"
        })
        .collect();
    place.write("theirs.jsonl", rows);
    let columns = "--item uid --question prompt --choices opts --answer key";
    let said = place.ok(&format!("study check --problems theirs.jsonl {columns}"));
    says(
        &said,
        &["60 items in 1 version", "task choice", "opts", "theirs (choice; 60 items", "length"],
    );
    assert!(!said.contains("--n)"), "{said}");
    let json = place.ok(&format!("study check --problems theirs.jsonl {columns} --json"));
    let checked: Value = serde_json::from_str(&json).expect("JSON");
    let scores = checked["artefacts"][0]["scores"].as_array().expect("scores");
    let length = scores.iter().find(|score| score["cue"] == "length").expect("length");
    assert_eq!(length["accuracy"], 1.0);
    assert_eq!(checked["understood"]["items"], 60);

    place.write("sums.csv", place.ok("pairs example"));
    let open = place.ok("study check --problems sums.csv");
    says(&open, &["40 problems have open answers"]);
    place.write("made.jsonl", place.ok("make syllogism/all-some-some --n 30"));
    says(
        &place.ok("study check --problems made.jsonl"),
        &["problem lines of", "syllogism (yes-no"],
    );

    let err = place.fails(1, "study check token-bias --answer key");
    says(&err, &["--problems FILE"]);
    place.fails(2, "study check");
    place.fails(2, "study check token-bias --problems made.jsonl");
}

#[test]
fn a_pattern_that_python_does_not_read_is_refused_before_it_is_exported() {
    let place = Place::new();
    let rows = |pattern: &str| {
        format!(
            "item,version,question,answer\n1,original,Which?,/red|blue/\n1,other,Which one?,/{pattern}/\n"
        )
    };
    for (pattern, said) in [
        (r"\p{L}+", "`\\p{L}` at character 1"),
        ("[[:alpha:]]+", "`[:alpha:]` at character 2"),
        ("red(?i)dish", "`(?i)` at character 4"),
        ("(?<colour>red)", "(?P<name>...)"),
    ] {
        place.write("colours.csv", rows(pattern));
        let err = place.fails(1, "export lm-eval colours.csv --into tasks");
        says(&err, &["colours/text/1/other", said, "line 3"]);
        assert!(!place.path("tasks").exists(), "nothing was written");
        place.ok("pairs check colours.csv");
    }
    place.write("colours.csv", rows("(?i)red(?:dish)?"));
    place.ok("export lm-eval colours.csv --into tasks");
}

#[test]
fn a_run_directory_can_be_moved_and_its_study_run_again() {
    let place = place();
    place.ok("run sums.csv --into r --limit 5");
    let study = place.read("r/study.toml");
    says(&study, &["file = \"data/sums.csv\""]);
    assert_eq!(place.read("r/data/sums.csv"), place.read("sums.csv"));
    std::fs::remove_file(place.path("sums.csv")).expect("the file");
    std::fs::rename(place.path("r"), place.path("moved")).expect("the directory");
    // The same directory has every answer already; another one asks the same questions.
    let before = place.counts("moved");
    place.ok("run moved/study.toml --into moved");
    assert_eq!(place.counts("moved").responses, before.responses);
    place.ok("run moved/study.toml --into again");
    assert_eq!(place.counts("again").responses, before.responses);
    assert_eq!(place.read("again/study.toml"), place.read("moved/study.toml"));
}

#[test]
fn a_run_directory_keeps_the_names_that_its_study_exchanges() {
    let place = Place::new();
    let row =
        |n: u32| format!("{n},Anna has {n} coins. Omar takes one. How many has Anna?,{}\n", n - 1);
    place.write(
        "s/sums.csv",
        format!("id,question,answer\n{}", (2..9).map(row).collect::<String>()),
    );
    place.write("s/people.txt", "f Zelda\nm Ulf\n");
    let study = r#"id = "own"
title = "Sums under other names"
seed = 1
subjects = ["sim:flawless"]

[[family]]
name = "sums"
data = { file = "sums.csv", with = ["names=people.txt"] }

[[hypothesis]]
id = "names"
title = "Names do not matter"
over = ["sums"]
factor = "version"
original = { version = "original" }
perturbed = { version = "names=people.txt" }
protocols = ["baseline"]
"#;
    place.write("s/own.toml", study);
    for line in ["run s/own.toml --into r", "run s/sums.csv --with names=s/people.txt --into t"] {
        place.ok(line);
    }
    std::fs::remove_file(place.path("s/people.txt")).expect("the list");
    for dir in ["r", "t"] {
        says(&place.read(&format!("{dir}/study.toml")), &["f Zelda"]);
        place.ok(&format!("run {dir}/study.toml --into {dir}"));
    }
    let error = place.fails(1, "run s/own.toml --into new");
    says(&error, &["the list cannot be read from", "people.txt"]);
}

#[test]
fn simulated_subjects_say_what_they_cannot_show() {
    let place = Place::new();
    place.write(
        "texts.csv",
        "item,version,question,answer\n1,original,Which colour?,/colou?r|hue/\n1,other,Which hue?,/colou?r|hue/\n\
         2,original,Which one?,/a\\bb/\n2,other,Which other?,/a\\bb/\n",
    );
    let done = place.run("run texts.csv --into r --model sim:flawless --model sim:biased");
    says(
        &done.err,
        &[
            "sim:flawless found no text that matches the right pattern, and answers wrongly: 2 of 4 problems",
            "sim:biased has no lure to follow, and is always right: 4 of 4 problems",
        ],
    );
    assert_eq!(place.rows("r")[0]["n11"], 1, "the pattern with texts is answered");
}
