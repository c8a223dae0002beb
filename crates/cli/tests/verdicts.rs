//! What a verdict may and may not depend on.
#![allow(clippy::expect_used)]

mod support;

use serde_json::Value;
use support::{Place, says};

fn of_biased(place: &Place, dir: &str) -> Vec<Value> {
    let rows = place.rows(dir);
    rows.into_iter().filter(|row| row["model"] == "sim:biased:0.5").collect()
}

#[test]
fn a_verdict_does_not_depend_on_who_else_was_asked() {
    let place = Place::with_study();
    place.ok("run small.toml --n 30 --into alone --model sim:biased:0.5");
    place.ok("run small.toml --n 30 --into together --model sim:biased:0.5 --model sim:flawless");
    let alone = of_biased(&place, "alone");
    assert!(!alone.is_empty());
    assert_eq!(alone, of_biased(&place, "together"));
}

#[test]
fn a_directory_reports_everyone_it_has_asked() {
    let place = Place::with_study();
    place.ok("run small.toml --into run --model sim:flawless");
    place.ok("run small.toml --into run --model sim:guesser");
    says(&place.read("run/study.toml"), &["sim:flawless", "sim:guesser"]);
    says(&place.read("run/results.csv"), &["sim:flawless", "sim:guesser"]);
}

#[test]
fn too_few_pairs_are_no_evidence_of_anything() {
    let place = Place::with_study();
    let printed = place.ok("run small.toml --n 2 --model sim:flawless");
    says(&printed, &["too few pairs"]);
    assert!(!printed.contains("none found"), "{printed}");
}

#[test]
fn a_live_report_says_who_answered_and_where() {
    let place = Place::with_study().env("OPENAI_API_KEY", "sk-PLANTED-0123456789");
    let server = support::chat::Chat::start();
    place.ok(&format!("run small.toml --into run {}", server.model("good")));
    let address = server.at().trim_start_matches("--base-url ").to_owned();
    let page = place.read("run/report.html");
    says(&page, &[&address, "served-2024", "openai:good"]);
    assert!(!page.contains("PLANTED"));
}
