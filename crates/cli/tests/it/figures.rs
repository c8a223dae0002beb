//! Figures: the figures of a run, and their files.

use crate::support::{Place, Wording, says};
use peirast_figure::KINDS;
use serde_json::Value;
use std::collections::BTreeSet;

/// The lines of a list, or of a manifest.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn values(lines: &[Value], field: &str) -> BTreeSet<String> {
    lines.iter().map(|line| line[field].as_str().expect("a text").to_owned()).collect()
}

/// The kinds of figures that a run has.
fn kinds(place: &Place, args: &str) -> BTreeSet<String> {
    values(&lines(&place.ok(&format!("figures {args} --list --json"))), "kind")
}

#[test]
fn every_kind_comes_from_a_run() {
    let place = Place::new();
    let mut found = BTreeSet::new();
    place.ok("run token-bias --n 2 --into pairs");
    let own = kinds(&place, "pairs");
    for kind in ["paired-bars", "forest", "p-values", "heat-map", "power"] {
        assert!(own.contains(kind), "{kind}: {own:?}");
    }
    found.extend(own);
    place.ok("run token-bias --n 10 --model sim:biased --sequential --block 5 --into early");
    let own = kinds(&place, "early");
    assert!(own.contains("evidence") && !own.contains("power"), "{own:?}");
    found.extend(own);
    place.ok("run syllogism --strategy zero_shot,one_shot --temperature 0 --into judged");
    let scores = "model,arena\nsim:flawless,1300\nsim:believer,1100\nsim:guesser,900\n";
    place.write("scores.csv", scores);
    found.extend(kinds(&place, "judged --benchmarks scores.csv"));
    let listed = lines(&place.ok("figures judged --benchmarks scores.csv --list --json"));
    let names = values(&listed, "name");
    for name in [
        "subject-correlations-variants",
        "subject-correlations-belief",
        "subject-correlations-measures",
        "accuracy-boxes",
        "strategy-pairs",
        "accuracy-consistency",
        "benchmark-arena",
        "benchmark-arena-belief",
    ] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    place.ok("run etr --n 8 --into open");
    let scores =
        "model,elo\nsim:erotetic,1200\nsim:matching,1000\nsim:guesser,900\nsim:erotetic:0.3,1100\n";
    place.write("elo.csv", scores);
    // What a caption promises is drawn: the intervals of both orders.
    place.ok("figures open --only reversal --format svg --into reversed");
    let reversal = place.read("reversed/reversal.svg");
    let is_interval = |line: &&str| line.starts_with("<line") && line.contains("\"pf-s-1\"");
    assert!(reversal.contains("95 % intervals"), "{reversal}");
    assert!(reversal.lines().filter(is_interval).count() > 2, "{reversal}");
    let own = kinds(&place, "open --benchmarks elo.csv");
    assert!(own.contains("capability") && own.contains("premise-order"), "{own:?}");
    let names =
        values(&lines(&place.ok("figures open --benchmarks elo.csv --list --json")), "name");
    assert!(
        names.contains("capability-elo") && names.contains("capability-elo-correct"),
        "{names:?}"
    );
    found.extend(own);
    let mut all: BTreeSet<String> = KINDS.map(str::to_owned).into();
    // This kind needs several runs.
    all.remove("differences");
    assert_eq!(found, all);
}

#[test]
fn files_are_the_same_each_time_and_say_where_they_come_from() {
    let place = Place::with_study();
    place.ok("run small.toml --model sim:biased --into run");
    place.ok("figures run --into one");
    place.ok("figures run --into two");
    let manifest = place.read("one/figures.jsonl");
    let entries = lines(&manifest);
    assert!(entries.len() >= 6 && entries.len().is_multiple_of(3), "{manifest}");
    for entry in &entries {
        let file = entry["file"].as_str().expect("a file");
        let bytes =
            |folder: &str| std::fs::read(place.path(&format!("{folder}/{file}"))).expect("a file");
        assert_eq!(bytes("one"), bytes("two"), "{file}");
        let start: &[u8] = match file.rsplit('.').next() {
            Some("svg") => b"<svg",
            Some("pdf") => b"%PDF",
            _ => b"\x89PNG",
        };
        assert!(bytes("one").starts_with(start), "{file}");
        assert_eq!(entry["seed"], 7);
        assert_eq!(entry["study"], "small");
        assert_eq!(entry["version"], env!("CARGO_PKG_VERSION"));
        assert!(entry["caption"].as_str().is_some_and(|caption| caption.len() > 20), "{entry}");
    }
    assert_eq!(manifest, place.read("two/figures.jsonl"));
}

#[test]
fn some_figures_in_some_formats() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --model sim:biased --into run");
    place.ok("figures run --into out --only paired-bars --format svg,svg --width single --bare");
    let entries = lines(&place.read("out/figures.jsonl"));
    assert_eq!(values(&entries, "kind").into_iter().collect::<Vec<_>>(), ["paired-bars"]);
    let svg = place.read("out/pairs-h1.svg");
    says(&svg, &["width=\"89mm\"", "sim:biased", "<title>H1: Context</title>"]);
    assert!(!place.path("out/pairs-h1.pdf").exists());
    // Figures written before stay in the manifest.
    place.ok("figures run --into out --only odds-h1 --format pdf --width single");
    let files = values(&lines(&place.read("out/figures.jsonl")), "file");
    assert!(files.contains("odds-h1.pdf") && files.contains("pairs-h1.svg"), "{files:?}");
    wording.fails(&place, 1, "figures run --into out --only venn");
    wording.fails(&place, 1, "figures run --into out --only pie");
    place.write("file", "");
    wording.fails(&place, 1, "figures run --into file");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn the_figure_of_the_docs_is_what_its_command_makes() {
    let place = Place::new();
    place.ok("run token-bias --n 20 --into runs/token-bias");
    place.ok("figures runs/token-bias --into figures --only pairs-h1");
    let shown = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images/pairs-h1.svg");
    let shown = std::fs::read_to_string(shown).expect("the figure of the docs");
    assert_eq!(place.read("figures/pairs-h1.svg"), shown, "put the new one into docs/images");
}
