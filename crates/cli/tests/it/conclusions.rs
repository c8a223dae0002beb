//! Measures of open and closed conclusions of known subjects, by the program itself.

use crate::support::{Place, Wording, says};
use std::collections::BTreeMap;

/// A column of a table, by subject over everything.
fn column(csv: &str, name: &str, wanted: &[(&str, &str)]) -> BTreeMap<String, String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().expect("a head").clone();
    let place = |name: &str| heads.iter().position(|head| head == name).expect("a column");
    let whole = [("strategy", "all"), ("temperature", "all")];
    let all: Vec<(&str, &str)> = wanted.iter().chain(&whole).copied().collect();
    let rows = reader.records().map(|row| row.expect("a row"));
    let fits =
        |row: &csv::StringRecord| all.iter().all(|(name, value)| &row[place(name)] == *value);
    let cell = |row: csv::StringRecord| (row[0].to_owned(), row[place(name)].to_owned());
    rows.filter(fits).map(cell).filter(|(subject, _)| subject != "all").collect()
}

fn number(cells: &BTreeMap<String, String>, subject: &str) -> Option<f64> {
    cells.get(subject)?.parse().ok()
}

/// The subjects with a small p-value.
fn found(p: &BTreeMap<String, String>) -> Vec<&str> {
    let small = |(_, p): &(&String, &String)| p.parse::<f64>().is_ok_and(|p| p < 0.01);
    p.iter().filter(small).map(|(subject, _)| subject.as_str()).collect()
}

#[test]
fn only_who_follows_the_theory_is_beyond_every_null() {
    let place = Place::new();
    place.ok("run etr --into run --n 60 --model sim:flawless --model sim:nothing \
              --model sim:guesser --model sim:matching --model sim:matching:parts \
              --model sim:erotetic --model sim:erotetic:0.3");
    let csv = place.read("run/tables/fallacy-rates.csv");
    let p = |name| column(&csv, name, &[]);
    assert_eq!(found(&p("p_adjusted")), ["sim:erotetic", "sim:erotetic:0.3"]);
    // A subject that repeats parts of the premises exceeds chance, and needs no theory for it.
    assert!(found(&p("p_chance_adjusted")).contains(&"sim:matching:parts"));
    let share = place.read("run/tables/etr-share.csv");
    let [low, high] = ["share_low", "share_high"].map(|name| column(&share, name, &[]));
    assert_eq!(number(&low, "sim:matching:parts"), Some(0.0));
    assert!(number(&low, "sim:erotetic") > Some(0.9));
    let some = "sim:erotetic:0.3";
    assert!(number(&low, some) > Some(0.1) && number(&high, some) < Some(0.5));
    // The rate of a reasoner without faults is the ceiling of all.
    let [informative, ceiling] = ["informative", "informative_ceiling"].map(p);
    assert_eq!(informative["sim:flawless"], ceiling["sim:flawless"]);
    assert!(ceiling.values().all(|own| *own == ceiling["sim:flawless"]));
    let text = place.ok("measure run fallacy-rates inquiries-compared");
    says(&text, &["ceiling", "largest of the three", "one-sided", "primary"]);
    assert!(csv.contains(",all,all,") && !csv.contains("'-"), "a lone dash is no formula");
    // An open answer has one reading.
    let shown = place.ok(&format!("show run {} --json", place.some_trial("run")));
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown["reading"]["answer"], shown["conclusion"]["answer"]);
    assert_eq!(shown["reading"]["rule"], shown["conclusion"]["rule"]);
    assert!(shown["reading"]["rule"].is_string(), "{shown}");
}

#[test]
fn closed_questions_tell_the_theory_from_the_surface() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.ok("run etr-questions --into run --n 100");
    let acceptance = place.read("run/tables/closed-acceptance.csv");
    let p = column(&acceptance, "p_adjusted", &[]);
    assert_eq!(found(&p), ["sim:erotetic", "sim:erotetic:0.3"]);
    let matched = column(&acceptance, "matched", &[]);
    assert!(number(&matched, "sim:erotetic") > Some(0.999));
    for subject in ["sim:flawless", "sim:matching", "sim:matching:parts", "sim:nothing"] {
        let none = number(&matched, subject).is_some_and(|found| found.abs() < 1e-9);
        assert!(none, "{subject}");
    }
    // It looks like the theory where the surface is left out of account.
    assert!(number(&column(&acceptance, "theory", &[]), "sim:matching") > Some(0.2));
    let lures = place.read("run/tables/closed-lures.csv");
    assert_eq!(found(&column(&lures, "p_adjusted", &[])), ["sim:erotetic", "sim:erotetic:0.3"]);
    // A subject that goes by the surface takes more lures than chance, so chance is not the null.
    assert!(found(&column(&lures, "p_chance_adjusted", &[])).contains(&"sim:matching:parts"));
    let accuracy = place.read("run/tables/closed-accuracy.csv");
    let all = [("question", "yes-no"), ("kind", "all")];
    assert_eq!(number(&column(&accuracy, "accuracy", &all), "sim:flawless"), Some(1.0));
    assert_eq!(number(&column(&accuracy, "accepts", &all), "sim:nothing"), Some(0.0));
    let levels = place.read("run/tables/closed-levels.csv");
    says(&levels, &["theme", "size", "premises", "form"]);
    let steps = place.read("run/tables/closed-steps.csv");
    says(&steps, &["yes-no", "right", "fallacy"]);
    // Closed questions alone are enough.
    says(
        &place.ok("measure run"),
        &["Closed questions", "Yes to conclusions", "Lures among options"],
    );
    let csv = place.ok("measure run closed-acceptance --csv");
    assert_eq!(csv, acceptance);
    wording.fails(&place, 1, "measure run closed-wrong");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn scores_of_nobody_here_and_columns_of_one_name_are_refused() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.ok("run etr --into run --n 4 --model sim:flawless --model sim:guesser");
    place.write("other.csv", "model,elo\ngpt-4o,1300\nclaude,1200\n");
    wording.fails(&place, 1, "measure run capability --benchmarks other.csv");
    place.write("twice.csv", "model,elo,elo\nflawless,1300,1\n");
    wording.fails(&place, 1, "measure run --benchmarks twice.csv");
    place.write("one.csv", "model,elo\nflawless,1300\nguesser,1000\n");
    for line in [
        "measure run capability-fits",
        "measure run capability-quarters --benchmarks one.csv",
        "figures run --into figures --only capability",
    ] {
        wording.fails(&place, 1, line);
    }
    let csv = place.ok("measure run capability --benchmarks one.csv --csv");
    says(&csv, &["fewer than three subjects", "why_none", "unmeasured"]);
    assert!(csv.lines().nth(1).is_some_and(|line| line.contains("sim:flawless")), "{csv}");
    insta::assert_snapshot!(wording.text());
}

/// The effect of reversing premises has one sign, in tests and in the table of reversals.
#[test]
fn reversing_premises_has_one_sign() {
    let place = Place::new();
    place.ok("run etr --into run --n 8 --model sim:erotetic");
    let rows = place.rows("run");
    let tested = rows.iter().find(|row| row["hypothesis"] == "E1-order").expect("a row");
    let tested = tested["difference"]["estimate"].as_f64().expect("an effect");
    let csv = place.ok("measure run reversal --csv");
    let measured = crate::support::column(&csv, "original_minus_reversed", &[("strategy", "all")]);
    let measured: f64 = measured[0].parse().expect("a number");
    assert!(tested > 0.1 && (tested - measured).abs() < 1e-12, "{tested} {measured}");
}

/// An empty cell names no family that models could share.
#[test]
fn a_model_without_a_family_is_its_own() {
    let place = Place::new();
    place.ok(
        "run etr --into run --n 4 --model sim:flawless --model sim:guesser --model sim:matching",
    );
    let families = |rows: &str| {
        place.write("elo.csv", format!("model,elo,Family\n{rows}"));
        let csv = place.ok("measure run capability --benchmarks elo.csv --csv");
        crate::support::column(
            &csv,
            "families",
            &[("measure", "correct"), ("coefficient", "pearson")],
        )[0]
        .to_owned()
    };
    assert_eq!(families("flawless,1300,\nguesser,1000,\nmatching,1100,\n"), "3");
    assert_eq!(families("flawless,1300,\nguesser,1000,x\nmatching,1100,x\n"), "2");
}

#[test]
fn an_odd_number_of_repeats_is_advised() {
    let place = Place::new();
    let study = place.ok("study show etr").replace("repeats = 1", "repeats = 2");
    place.write("study.toml", study);
    place.ok("run study.toml --into run --n 3 --model sim:guesser");
    says(&place.run("measure run").err, &["asked 2 times", "odd", "repeats = 3"]);
    place.ok("run etr --into once --n 3 --model sim:guesser");
    assert!(!place.run("measure once").err.contains("odd"));
}
