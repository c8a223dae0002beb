//! Runs exported as logs of Inspect, and logs imported. All data are made here.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, files_below, same, says};
use serde_json::{Value, json};
use std::io::{Cursor, Read as _, Write as _};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// A run of the small study by two subjects that differ.
fn run() -> Place {
    let place = Place::with_study();
    place.ok("run small.toml --model sim:flawless --model sim:guesser --n 12 --into run");
    place
}

/// The logs in a folder, in the order of their names.
fn logs(place: &Place, dir: &str) -> Vec<String> {
    let files = files_below(&place.path(dir));
    files
        .iter()
        .map(|file| file.strip_prefix(place.path(".")).expect("below").display().to_string())
        .collect()
}

/// The entries of an archive.
fn unpacked(bytes: &[u8]) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut entries = Vec::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry");
        let mut text = String::new();
        entry.read_to_string(&mut text).expect("a text");
        entries.push((entry.name().expect("a name").into_owned(), text));
    }
    entries
}

/// An archive of these entries.
fn packed(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        archive.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        archive.write_all(text.as_bytes()).expect("a text");
    }
    archive.finish().expect("an archive").into_inner()
}

fn header(bytes: &[u8]) -> Value {
    let (_, text) = unpacked(bytes).pop().expect("a last entry");
    serde_json::from_str(&text).expect("JSON")
}

/// The parts of a test's result that depend on the answers.
fn verdicts(place: &Place, dir: &str) -> Vec<Value> {
    let pick = |row: Value| {
        let names =
            ["hypothesis", "model", "method", "n11", "n12", "n21", "n22", "p", "p_adjusted"];
        names.iter().map(|name| row[*name].clone()).collect()
    };
    place.rows(dir).into_iter().map(pick).collect()
}

#[test]
fn what_is_exported_says_what_the_tests_say() {
    let place = run();
    let told = place.ok("export inspect run --into logs");
    says(&told, &["4 logs of 96 samples, into logs"]);
    let rows = place.rows("run");
    let names = logs(&place, "logs");
    assert_eq!(names.len(), 4);
    let mut ids = std::collections::BTreeSet::new();
    for name in &names {
        // All are simulated: the time is that of no clock.
        assert!(name.contains("1970-01-01T00-00-00-00-00_small-H"), "{name}");
        assert!(name.contains("_sim-"), "the subject stands there: {name}");
        let header = header(&place.bytes(name));
        let eval = &header["eval"];
        assert!(ids.insert(eval["task_id"].to_string()), "an id of its own");
        assert_eq!((&header["version"], &header["status"]), (&json!(2), &json!("success")));
        let hypothesis = &eval["metadata"]["hypothesis"];
        let own = |row: &&Value| {
            row["hypothesis"] == *hypothesis && row["model"] == eval["metadata"]["subject"]
        };
        let row = rows.iter().find(own).expect("a row");
        let metrics = &header["results"]["scores"][0]["metrics"];
        for (metric, cell) in [("b", "n12"), ("c", "n21"), ("n", "n"), ("p", "p")] {
            let (found, wanted) = (metrics[metric]["value"].as_f64(), row[cell].as_f64());
            assert_eq!(found, wanted, "{metric} of {name}");
        }
        let pairs = &header["results"]["scores"][1]["metrics"];
        let only = pairs["only_original"]["value"].as_f64();
        assert_eq!(only, row["n12"].as_f64().map(|count| 2.0 * count), "two answers a pair");
        assert_eq!(eval["metadata"]["hypotheses"][0]["p"], row["p"]);
        assert!(!place.bytes(name).windows(3).any(|bytes| bytes == b"NaN"));
    }
    // The same run gives the same bytes, in either form.
    place.ok("export inspect run --into again");
    for (one, other) in names.iter().zip(logs(&place, "again")) {
        same(&place.bytes(one), &place.bytes(&other), one);
    }
    place.ok("export inspect run --into plain --format json");
    let plain: Value = serde_json::from_str(&place.read(&logs(&place, "plain")[0])).expect("JSON");
    let entries = unpacked(&place.bytes(&names[0]));
    let samples = entries.iter().filter(|(name, _)| name.starts_with("samples/"));
    let samples: Vec<Value> =
        samples.map(|(_, text)| serde_json::from_str(text).expect("JSON")).collect();
    assert_eq!(plain["samples"], json!(samples));
    let sample = &samples[0];
    assert!(
        ["original", "perturbed"].contains(&sample["metadata"]["member"].as_str().expect("one"))
    );
    says(
        sample["scores"]["choice"]["explanation"].as_str().expect("a text"),
        &["by rule", "right is"],
    );
    assert_eq!(sample["messages"].as_array().map(Vec::len), Some(3), "system, user, assistant");
}

#[test]
fn what_is_exported_comes_back_as_it_was() {
    let place = run();
    let before = verdicts(&place, "run");
    for form in ["eval", "json"] {
        place.ok(&format!("export inspect run --into {form} --format {form}"));
        let told = place.run(&format!("import inspect {form} --into back-{form}"));
        says(
            &told.out,
            &["96 answers to 48 problems of the study `small` in 4 logs, 96 of them new"],
        );
        assert_eq!(told.err, "", "nothing is left out");
        assert_eq!(verdicts(&place, &format!("back-{form}")), before);
        let keys = |dir: &str| -> Vec<String> {
            place.answered(dir).iter().map(|one| one.trial.key.to_string()).collect()
        };
        assert_eq!(keys("run"), keys(&format!("back-{form}")), "they are the same answers");
    }
    says(&place.ok("import inspect eval --into back-json"), &["0 of them new"]);
    place.ok("report back-eval");
    place.ok("export inspect back-eval --into third");
    let (one, other) = (logs(&place, "eval"), logs(&place, "third"));
    assert_eq!(one.len(), other.len());
}

#[test]
fn what_failed_and_what_was_not_asked_is_told_apart() {
    let chat = Chat::start();
    let place = Place::with_study();
    let at = chat.at();
    place.ok(&format!("run small.toml --model openai:good {at} --into run"));
    place.ok("export inspect run --into whole");
    let live = header(&place.bytes(&logs(&place, "whole")[0]));
    assert_eq!(
        (&live["status"], &live["eval"]["model"]),
        (&json!("success"), &json!("openai/good"))
    );
    says(live["eval"]["model_base_url"].as_str().expect("a URL"), &["http://127.0.0.1"]);
    // A directory of which a part is planned and not asked.
    let told = place.run(&format!("run small.toml --n 2 --model openai:good {at} --into part"));
    assert_eq!(told.code, Some(0), "{}", told.err);
    place.ok(&format!("run small.toml --n 4 --model openai:good {at} --into part --plan-only"));
    place.ok("export inspect part --into half");
    let half = header(&place.bytes(&logs(&place, "half")[0]));
    assert_eq!(half["status"], json!("cancelled"));
    let results = &half["results"];
    assert_eq!((&results["total_samples"], &results["completed_samples"]), (&json!(8), &json!(4)));
    // Questions that fail: those with options, which are the pairs of H1.
    let told = place.run(&format!("run small.toml --model openai:picky {at} --into lost"));
    assert_eq!(told.code, Some(3), "{}", told.err);
    place.ok("export inspect lost --into errors");
    let names = logs(&place, "errors");
    assert_eq!(names.len(), 2, "{names:?}");
    let first = header(&place.bytes(&names[0]));
    assert_eq!(first["status"], json!("success"));
    let results = &first["results"];
    assert_eq!((&results["total_samples"], &results["completed_samples"]), (&json!(8), &json!(0)));
    let entries = unpacked(&place.bytes(&names[0]));
    let (_, text) = entries.iter().find(|(name, _)| name.starts_with("samples/")).expect("one");
    let sample: Value = serde_json::from_str(text).expect("JSON");
    says(sample["error"]["message"].as_str().expect("a text"), &["bad-request: "]);
    assert_eq!((&sample["scores"], &sample["output"]), (&Value::Null, &Value::Null));
    // They come back as questions that have no answer.
    says(&place.ok("import inspect errors --into back"), &["4 answers to 12 problems"]);
    assert_eq!(place.counts("back").trials, place.counts("lost").trials);
    assert_eq!(verdicts(&place, "back"), verdicts(&place, "lost"));
}

#[test]
fn logs_that_cannot_be_read_are_refused_in_a_line() {
    let mut wording = Wording::default();
    let place = Place::new();
    let header =
        json!({"version": 2, "status": "success", "eval": {"task": "t", "model": "lab/m"}});
    let header = header.to_string();
    place.write("cut.eval", &packed(&[("header.json", &header)])[..40]);
    place.write("crashed.eval", packed(&[("_journal/start.json", "{}")]));
    place.write("other.eval", packed(&[("word/document.xml", "x")]));
    place.write(
        "future.eval",
        packed(&[("header.json", &header.replace("\"version\":2", "\"version\":9"))]),
    );
    place.write("broken.eval", packed(&[("header.json", "{")]));
    place.write("notes.json", "[1, 2]");
    place.write("empty.eval", packed(&[("header.json", &header)]));
    let bomb = "\0".repeat((256 << 20) + 1);
    place
        .write("bomb.eval", packed(&[("header.json", &header), ("samples/1_epoch_1.json", &bomb)]));
    for (file, why) in [
        ("cut.eval", "broken or cut off"),
        ("crashed.eval", "did not finish"),
        ("other.eval", "not a log of Inspect"),
        ("future.eval", "the log has version 9, but Peirast reads version 2"),
        ("broken.eval", "entry header.json"),
        ("notes.json", "not a log of Inspect"),
        ("empty.eval", "no answer that could be taken"),
        ("bomb.eval", "unpacks to more than 256 MiB"),
        ("absent.eval", "cannot open absent.eval"),
    ] {
        let told = place.fails(1, &format!("import inspect {file} --into run"));
        says(&told, &[why]);
        assert_eq!(told.matches("error: ").count(), 1, "{told}");
    }
    place.write("folder/notes.txt", "x");
    wording.fails(&place, 1, "import inspect folder --into run");
    wording.fails(&place, 2, "import inspect empty.eval");
    insta::assert_snapshot!(wording.text());
}

/// A log of another task, with a score for each sample.
fn foreign(task: &str, samples: &[(u64, &str, &str)]) -> String {
    let sample = |(pair, variant, score): &(u64, &str, &str)| {
        json!({
            "id": format!("{pair}-{variant}"), "epoch": 1, "input": "What?", "target": "A",
            "output": {"choices": [{"message": {"role": "assistant", "content": "A"}}]},
            "scores": {"match": {"value": score}}, "metadata": {"pair": pair, "variant": variant},
        })
    };
    let samples: Vec<Value> = samples.iter().map(sample).collect();
    let eval = json!({"task": task, "model": "lab/m", "created": "2026-01-01T00:00:00+00:00"});
    json!({"version": 2, "status": "success", "eval": eval, "samples": samples}).to_string()
}

#[test]
fn pairs_of_other_peoples_logs_are_counted_and_tested() {
    let place = Place::new();
    let mut both = Vec::new();
    for pair in 0..10 {
        both.push((pair, "plain", "C"));
        both.push((pair, "varied", if pair < 8 { "I" } else { "C" }));
    }
    both.push((10, "plain", "C"));
    both.push((10, "varied", "N"));
    place.write("both.json", foreign("sums", &both));
    let counts = place.ok("import inspect both.json --pair-by pair --members variant=plain,varied");
    let expected = "hypothesis,model,method,n11,n12,n21,n22,lost\n\
                    sums: plain or varied,lab/m,match,2,8,0,0,1\n";
    assert_eq!(counts, expected);
    place.write("counts.csv", &counts);
    says(&place.ok("test --counts counts.csv"), &["sums: plain or varied", "0.007813"]);

    let side = |variant: &str| -> Vec<(u64, &str, &str)> {
        both.iter().filter(|one| one.1 == variant).map(|one| (one.0, "x", one.2)).collect()
    };
    place.write("one.json", foreign("sums", &side("plain")));
    place.write("two.json", foreign("sums-varied", &side("varied")));
    let counts = place.ok("import inspect one.json two.json --pair-by id");
    says(&counts, &["sums or sums-varied,lab/m,match,2,8,0,0,1"]);

    for (line, why) in [
        ("both.json --pair-by pair", "--members"),
        ("both.json --pair-by pair --members variant", "FIELD=ORIGINAL,PERTURBED"),
        ("both.json --pair-by pair --members variant=plain,gone", "no sample has variant=gone"),
        ("both.json --pair-by topic --members variant=plain,varied", "has no field `topic`"),
        ("one.json both.json --pair-by id", "no two samples have the same `id`"),
    ] {
        says(&place.fails(1, &format!("import inspect {line}")), &[why]);
    }
}

#[test]
fn answers_that_inspect_asked_for_are_graded_here() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("p.jsonl", place.ok("make conjunction/2 --n 6"));
    let problems: Vec<Value> = crate::support::json_lines(&place.read("p.jsonl"));
    let sample = |problem: &Value| {
        let parts = problem["segments"].as_array().expect("segments").iter();
        let text: String = parts.map(|part| part["text"].as_str().expect("a text")).collect();
        let right = problem["truth"]["answer"]["value"].as_str().expect("a letter");
        let answer = match problem["factors"]["context"].as_str() {
            Some("relevant") => format!("The answer is ({right})."),
            _ => "I cannot say.".to_owned(),
        };
        json!({
            "id": problem["id"], "epoch": 1, "input": format!("Please:\n{text}"), "target": "",
            "output": {"choices": [{"message": {"role": "assistant", "content": answer}}]},
        })
    };
    let samples: Vec<Value> = problems.iter().map(sample).collect();
    let eval = json!({"task": "linda", "model": "lab/m"});
    let log = json!({"version": 2, "status": "success", "eval": eval, "samples": samples});
    place.write("theirs.json", log.to_string());
    wording.fails(&place, 1, "import inspect theirs.json --into run");
    let told = place.ok("import inspect theirs.json --problems p.jsonl --into run");
    says(&told, &["answers of 1 models to"]);
    let mut other = log.clone();
    other["samples"][0]["input"] = json!("What is the capital of France? (a) Paris (b) Rome");
    place.write("other.json", other.to_string());
    let told = place.run("import inspect other.json --problems p.jsonl --into other --json");
    says(
        &told.err,
        &[
            "its question differs from that of problem",
            "1 sample was left out, because its question differs",
        ],
    );
    let told: Value = serde_json::from_str(&told.out).expect("JSON");
    let compared = json!({"count": 1, "first": [problems[0]["id"]]});
    assert_eq!(
        (&told["compared"]["other_question"], &told["left_out"]["count"]),
        (&compared, &json!(1))
    );
    assert_eq!(told["imported"]["answers"], json!(problems.len() - 1));
    // Options in another order are mapped once, and not again when the answers come back.
    let options = problems[0]["options"].as_array().expect("options");
    let mut swapped = log.clone();
    let text = |at: usize| options[at][1].as_str().expect("a text");
    let asked = swapped["samples"][0]["input"].as_str().expect("a text");
    let (question, _) = asked.split_once("(a) ").expect("options");
    swapped["samples"][0]["input"] = json!(format!("{question}\n(a) {}\n(b) {}", text(1), text(0)));
    place.write("swapped.json", swapped.to_string());
    let told = place.run("import inspect swapped.json --problems p.jsonl --into swapped");
    says(&told.err, &["1 answer was mapped by the text of its options"]);
    place.ok("export inspect swapped --into again");
    let told = place.run("import inspect again --into back");
    assert_eq!((told.err.as_str(), told.code), ("", Some(0)));
    let texts = |dir: &str| -> std::collections::BTreeSet<String> {
        place.answered(dir).iter().map(|one| one.text.to_string()).collect()
    };
    assert_eq!(texts("back"), texts("swapped"));
    let rows = place.rows("run");
    assert!(rows.iter().any(|row| row["hypothesis"] == "H1" && row["n"] == 0), "{rows:?}");
    place.ok("report run");
    insta::assert_snapshot!(wording.text());
}

/// A folder of logs is separate from runs: in a run directory the logs would mix with the files of
/// the run.
#[test]
fn logs_are_not_written_into_a_run() {
    let mut wording = Wording::default();
    let place = run();
    place.ok("run small.toml --n 1 --into other");
    let before = files_below(&place.path("run"));
    for into in ["run", "run/", "./run/../run", "other"] {
        wording.fails(&place, 1, &format!("export inspect run --into {into}"));
    }
    assert_eq!(files_below(&place.path("run")), before);
    place.ok("export inspect run --into run/logs");
    insta::assert_snapshot!(wording.text());
}
