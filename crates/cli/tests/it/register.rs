//! Preregistration: a document before the run, and a report that compares the run with it.

use crate::support::{Place, Wording, says};
use serde_json::Value;

#[test]
fn a_run_that_was_registered_says_that_it_agrees() {
    let place = Place::with_study();
    let document = place.ok("study register small.toml --date 2000-01-01");
    says(&document, &["# Preregistration: A small study", "### Stopping rule", "2000-01-01"]);
    assert_eq!(
        place.ok("study register small.toml --date 2000-01-01 --out prereg.md"),
        "prereg.md\n"
    );
    assert_eq!(place.read("prereg.md"), document, "stdout and the file are the same");

    let told = place.run("run small.toml --into r --registration prereg.md");
    says(&told.out, &["This run agrees with its preregistration.\n"]);
    assert!(!told.err.contains("preregistration"), "{}", told.err);
    says(&place.read("r/report.html"), &["This run agrees with its preregistration."]);
    // The directory knows its registration.
    says(&place.ok("test r"), &["This run agrees with its preregistration.\n"]);
    place.ok("report r");
    let report: Value = serde_json::from_str(&place.read("r/report.json")).expect("JSON");
    assert_eq!(report["registration"]["agrees"], true);
    assert_eq!(report["registration"]["date"], "2000-01-01");
    let account = place.ok("report r --text");
    let (at, after) = (account.find("This run agrees"), account.find("\nAbstract\n"));
    assert!(at.is_some() && at < after, "{account}");
}

#[test]
fn a_run_that_departs_lists_each_point() {
    let place = Place::with_study();
    place.ok("study register small.toml --n 5 --seed 8 --model sim:guesser --format text --out other.txt");
    let told = place.run("run small.toml --into r --registration other.txt");
    let sentences = [
        "This run departs from its preregistration in five points.",
        "Seed: registered 8, in this run 7",
        "Model sim:guesser was registered and not asked",
        "Model sim:flawless was asked and not registered",
        "Items per variant of conjunction (variant 2): registered 5, in this run 4",
        "Items per variant of syllogism (variant all-some-some): registered 5, in this run 2",
    ];
    says(&told.err, &sentences);
    says(&told.out, &sentences);
    says(&place.read("r/report.html"), &sentences);
    let report: Value = serde_json::from_str(&place.ok("report r --json")).expect("JSON");
    let departures = report["registration"]["departures"].as_array().expect("departures");
    assert_eq!(departures.len(), 5);
    assert_eq!(departures[0]["kind"], "seed");
    let more = "in five points. `peirast report DIR` names each departure.\n";
    says(&place.ok("test r"), &["This run departs from its preregistration", more]);
    assert_eq!((&departures[0]["registered"], &departures[0]["run"]), (&"8".into(), &"7".into()));
    // Another document may be compared with the same run; JSON is one of its forms.
    place.write("own.json", place.ok("study register small.toml --json"));
    let report: Value =
        serde_json::from_str(&place.ok("report r --registration own.json --json")).expect("JSON");
    assert_eq!(report["registration"]["agrees"], true, "{}", report["registration"]);
}

#[test]
fn own_problems_are_registered_without_their_folder() {
    let place = Place::new();
    place.write("data/sums.csv", place.ok("pairs example"));
    place.ok("study register data/sums.csv --cluster topic --out prereg.md");
    let document = place.read("prereg.md");
    says(&document, &["the file sums.csv (hash ", "20 pairs"]);
    place.ok("run data/sums.csv --cluster topic --into r");
    says(&place.ok("report r --text --registration prereg.md"), &["This run agrees"]);
    // The same file elsewhere has another path, and is the same.
    place.write("sums.csv", place.read("data/sums.csv"));
    place.ok("run sums.csv --cluster topic --into moved");
    says(&place.ok("report moved --text --registration prereg.md"), &["This run agrees"]);
}

#[test]
fn what_cannot_be_registered_or_compared_is_refused() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("study register small.toml --out prereg.md");
    place.ok("study register small.toml --out prereg.md");
    place.ok("run small.toml --into r --registration prereg.md");
    place.write("notes.md", "# Notes\n");
    place.write("cut.md", &place.bytes("prereg.md")[..place.bytes("prereg.md").len() - 50]);
    place.write("counts.csv", "hypothesis,model,method,n11,n12,n21,n22\nH1,a,b,1,2,3,4\n");
    wording.fails(&place, 1, "study register small.toml --seed 8 --out prereg.md");
    wording.fails(&place, 1, "study register small.toml --date tomorrow");
    wording.fails(&place, 1, "study register small.toml --model gpt");
    wording.fails(&place, 2, "study register small.toml --json --format text");
    wording.fails(&place, 1, "report r --registration notes.md");
    wording.fails(&place, 1, "report r --registration cut.md");
    wording.fails(&place, 1, "report r --registration none.md");
    wording.fails(&place, 2, "report --counts counts.csv --registration prereg.md");
    place.ok("study register small.toml --date 2026-11-30 --out later.md");
    let again = place.fails(1, "run small.toml --into r --registration later.md");
    says(&again, &["has a preregistration", "choose another directory with --into"]);
    insta::assert_snapshot!(wording.text());
}
