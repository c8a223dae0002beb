//! The main job: one command makes a complete study, and makes the same study everywhere.

use crate::support::{ARTIFACTS, Done, Place, json_lines, same, says};
use serde_json::Value;
use std::collections::BTreeMap;

const RUN: &str = "run token-bias --n 4";
const DIR: &str = "runs/token-bias";

fn artifacts(place: &Place, dir: &str) -> BTreeMap<&'static str, Vec<u8>> {
    ARTIFACTS.into_iter().map(|name| (name, place.bytes(&format!("{dir}/{name}")))).collect()
}

fn report(place: &Place, dir: &str) -> Value {
    serde_json::from_str(&place.read(&format!("{dir}/report.json"))).expect("JSON")
}

fn subject(report: &Value, name: &str) -> Value {
    let subjects = report["subjects"].as_array().expect("subjects");
    subjects.iter().find(|s| s["model"] == name).expect(name).clone()
}

#[test]
fn one_command_makes_a_complete_study() {
    let place = Place::new();
    let Done { code, out, err } = place.run(RUN);
    assert_eq!(code, Some(0), "{err}");
    says(&err, &["answers stored, 0 were there before"]);
    says(&out, &["simulated", "sim:flawless", "H1", "runs/token-bias/report.html"]);
    for name in ARTIFACTS {
        assert!(!place.bytes(&format!("{DIR}/{name}")).is_empty(), "{name} is empty");
    }
}

#[test]
fn the_report_says_where_it_comes_from_and_needs_nothing_else() {
    let place = Place::new();
    place.ok(RUN);
    let provenance = report(&place, DIR)["provenance"].clone();
    let hash = provenance["study_hash"].as_str().expect("a hash").to_owned();
    let page = place.read(&format!("{DIR}/report.html"));
    says(&page, &[&hash, "20240613", env!("CARGO_PKG_VERSION"), "simulated", "Simulated"]);
    for outside in ["src=", "href=\"http", "url(", "@import", "<script", "<link"] {
        assert!(!page.contains(outside), "the page has {outside}");
    }
    let results = place.read(&format!("{DIR}/results.csv"));
    assert!(results.lines().skip(1).all(|row| row.contains(&hash)), "rows carry the study hash");
}

#[test]
fn the_same_command_again_asks_nothing() {
    let place = Place::new();
    place.ok(RUN);
    let (before, counts) = (artifacts(&place, DIR), place.counts(DIR));
    let again = place.run(RUN);
    assert_eq!(again.code, Some(0), "{}", again.err);
    says(&again.err, &["0 answers stored"]);
    assert_eq!(place.counts(DIR), counts);
    same(&artifacts(&place, DIR), &before, "the artifacts changed");
}

#[test]
fn the_same_study_gives_the_same_bytes_everywhere() {
    let first = Place::new().env("RAYON_NUM_THREADS", "1");
    first.ok(&format!("{RUN} --concurrency 1"));
    let second = Place::new().env("RAYON_NUM_THREADS", "4");
    second.ok(&format!("{RUN} --concurrency 64 --into elsewhere"));
    let (first, second) = (artifacts(&first, DIR), artifacts(&second, "elsewhere"));
    for name in ARTIFACTS {
        same(&first[name], &second[name], &format!("{name} differs"));
    }
}

#[test]
fn the_study_beside_the_report_makes_it_again() {
    let place = Place::new();
    place.ok("run token-bias --n 2 --seed 5 --model sim:biased:0.3 --into first");
    let command = report(&place, "first")["provenance"]["command"].clone();
    assert_eq!(command, "peirast run study.toml");
    place.ok("run first/study.toml --into second");
    same(&artifacts(&place, "first"), &artifacts(&place, "second"), "the artifacts differ");
}

#[test]
fn another_seed_makes_another_study() {
    let place = Place::new();
    place.ok("run token-bias --n 2 --model sim:guesser --into a");
    place.ok("run token-bias --n 2 --model sim:guesser --into b --seed 1");
    let (a, b) = (report(&place, "a"), report(&place, "b"));
    assert_ne!(a["provenance"]["study_hash"], b["provenance"]["study_hash"]);
    assert_ne!(place.read("a/outcomes.csv"), place.read("b/outcomes.csv"));
}

#[test]
fn rows_have_the_fields_that_programs_read() {
    let place = Place::new();
    place.ok(RUN);
    let rows = place.rows(DIR);
    assert!(!rows.is_empty());
    for row in &rows {
        for field in ["hypothesis", "model", "method", "alternative", "method_used"] {
            assert!(row[field].is_string(), "{field} in {row}");
        }
        for field in ["n", "n11", "n12", "n21", "n22", "n_discordant"] {
            assert!(row[field].is_u64(), "{field} in {row}");
        }
        for field in ["z", "p", "p_adjusted"] {
            assert!(row[field].is_f64(), "{field} in {row}");
        }
        assert!(row["reject"].is_boolean(), "reject in {row}");
        let count = |field: &str| row[field].as_u64().expect(field);
        assert_eq!(count("n"), count("n11") + count("n12") + count("n21") + count("n22"));
        assert_eq!(count("n_discordant"), count("n12") + count("n21"));
    }
    let printed = json_lines(&place.ok(&format!("{RUN} --json")));
    assert_eq!(printed, rows, "`run --json` prints the same rows");
    let csv = place.ok(&format!("test {DIR} --csv"));
    assert_eq!(csv, place.read(&format!("{DIR}/results.csv")));
}

#[test]
fn the_counts_alone_give_the_same_tests() {
    let place = Place::new();
    place.ok("run token-bias --n 12 --model sim:biased --model sim:guesser");
    let (rows, counted) =
        (place.rows(DIR), json_lines(&place.ok(&format!("test --counts {DIR}/counts.csv --json"))));
    assert_eq!(rows.len(), counted.len());
    assert!(rows.iter().any(|row| row["p_adjusted"] != row["p"] && row["p"] != 1.0));
    for (row, again) in rows.iter().zip(&counted) {
        for field in [
            "hypothesis",
            "model",
            "method",
            "n12",
            "n21",
            "n_discordant",
            "z",
            "p",
            "p_adjusted",
            "reject",
            "alternative",
            "method_used",
        ] {
            assert_eq!(row[field], again[field], "{field} of {row}");
        }
    }
}

#[test]
fn the_negative_control_is_right_everywhere() {
    let place = Place::new();
    place.ok(RUN);
    let flawless = subject(&report(&place, DIR), "sim:flawless");
    assert_eq!(flawless["correct"], flawless["answers"]);
    for row in place.rows(DIR).iter().filter(|row| row["model"] == "sim:flawless") {
        assert_eq!(row["n11"], row["n"], "{row}");
        assert_eq!(row["reject"], false, "{row}");
    }
}

#[test]
fn answering_without_reading_scores_at_chance_and_is_flagged() {
    let place = Place::new();
    let out = place.ok("run token-bias --n 8 --model sim:always-first");
    let blind = subject(&report(&place, DIR), "sim:always-first");
    let count = |field: &str| blind[field].as_f64().expect(field);
    let accuracy = count("correct") / count("answers");
    assert!((0.45..0.55).contains(&accuracy), "accuracy {accuracy}");
    says(&out, &["answers (a) 100 % of the time", "answers No 100 % of the time"]);
    says(&place.read(&format!("{DIR}/report.html")), &["answers (a) 100 % of the time"]);
}

#[test]
fn the_positive_control_is_found_out() {
    let place = Place::new();
    place.ok("run token-bias --n 40 --model sim:biased:context=0.5");
    let rows = place.rows(DIR);
    let rejected = |hypothesis: &str| {
        let own = rows.iter().filter(|row| row["hypothesis"] == hypothesis);
        own.map(|row| row["reject"].as_bool().expect("a verdict")).collect::<Vec<_>>()
    };
    assert_eq!(rejected("H1"), [true; 6], "it follows the context");
    assert_eq!(rejected("H3"), [false; 6], "it does not follow names");
}

#[test]
fn an_unreliable_subject_is_asked_until_it_answers() {
    let place = Place::new();
    let done = place.run("run token-bias --n 2 --model sim:flaky --attempts 20");
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(!done.err.contains(" 0 retries"), "{}", done.err);
    let flaky = subject(&report(&place, DIR), "sim:flaky");
    assert_eq!(flaky["wrong"], 0, "refused, empty and cut-off answers are not wrong ones");
    assert_ne!(flaky["correct"], flaky["answers"]);
}
