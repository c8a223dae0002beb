//! *If A then B*: its readings, and their consequences.

use super::{answers, refused};
use crate::support::{Done, Place, json_lines, says};
use serde_json::json;

const FIGURES: [&str; 4] =
    ["modus ponens", "modus tollens", "affirming the consequent", "denying the antecedent"];

/// Runs the program with these arguments, which may contain spaces.
fn ran(place: &Place, args: &[&str]) -> Done {
    place.command(args).output().expect("it runs").into()
}

#[test]
fn both_ways_are_compared_and_the_docs_show_what_is_printed() {
    let place = Place::new();
    let table = place.ok("etr conditionals");
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/etr.md");
    let docs = std::fs::read_to_string(docs).expect("the page");
    let shown: String =
        table.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect();
    assert!(docs.contains(&shown), "docs/etr.md does not show\n{shown}");
    let rows = json_lines(&place.ok("etr conditionals --json"));
    let named: Vec<_> = rows.iter().map(|row| row["argument"].as_str().expect("a name")).collect();
    assert_eq!(named, [FIGURES, FIGURES].concat());
    let valid: Vec<_> = rows.iter().map(|row| row["valid"] == json!(true)).collect();
    assert_eq!(valid, [true, true, false, false, true, true, false, false]);
    // The figures are those of the procedures.
    for row in &rows {
        let premises: Vec<&str> =
            row["premises"].as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
        let line = format!("etr infer {}", premises.join(" "));
        let out = place.run(&line).out;
        assert_eq!(out.lines().next(), row["concluded"].as_str());
        let target = row["target"].as_str().unwrap();
        let line = format!("etr follows --target {target} {}", premises.join(" "));
        let accepted = if row["accepted"] == true { "yes\n" } else { "no\n" };
        assert_eq!(place.ok(&line), accepted);
    }
    let book = json_lines(&place.ok("etr conditionals --conditional book --json"));
    assert_eq!(book, rows[..4]);
    refused_by_clap("etr conditionals --conditional material");
}

fn refused_by_clap(line: &str) {
    says(&Place::new().fails(2, line), &["book", "bare"]);
}

#[test]
fn people_affirm_the_consequent_of_what_is_said_in_words_or_with_an_arrow() {
    let place = Place::new();
    for said in ["if_P_then_Q", "P_->_Q", "P_implies_Q", "{P()}_→_{Q()}", "Q_if_P"] {
        let run = |options: &str| {
            let said = said.replace('_', " ");
            let words = format!("etr infer --tolerant {options}");
            let line: Vec<&str> =
                words.split_whitespace().chain([said.as_str(), "{Q()}"]).collect();
            ran(&place, &line)
        };
        let book = run("");
        assert_eq!(book.out.lines().next(), Some("{P()}"), "{said}: {}", book.err);
        says(&book.err, &["brings to mind A and B together, {AB}^{A}; --conditional bare"]);
        let bare = run("--conditional bare");
        assert_eq!(bare.out.lines().next(), Some("{0}"), "{said}");
        says(&bare.err, &["brings to mind B alone", "{B}^{A}; --conditional book"]);
        let out = run("--reading pyetr-1.0.0").out;
        assert_eq!(out.lines().next(), Some("{0}"), "{said}");
        let row = &json_lines(&run("--json").out)[0];
        assert_eq!((&row["conditional"], &row["out"]), (&json!("book"), &json!("{P()}")));
        let row = &json_lines(&run("--json --reading pyetr-1.0.0").out)[0];
        assert_eq!(row["conditional"], "bare");
    }
    let row = json!({"op": "infer", "args": ["P -> Q", "{Q()}"]}).to_string();
    let answer = &answers(&row, "etr batch --tolerant")[0];
    assert_eq!((&answer["out"], &answer["conditional"]), (&json!("{P()}"), &json!("book")));
    // A view says what it says.
    let done = place.run("etr infer --tolerant {E()}^{R()} {E()}");
    assert_eq!((done.out.lines().next(), done.err.as_str()), (Some("{0}"), ""));
}

#[test]
fn what_english_says_is_heard_as_it_was() {
    let place = Place::new();
    for (view, english) in
        [("{E()R()}^{R()}", "if R, then E"), ("{E()}^{R()}", "supposing R, then E")]
    {
        let words = ["etr", "parse", view, "--to", "english"];
        assert_eq!(ran(&place, &words).out, format!("{english}\n"));
        let words = ["etr", "parse", "--tolerant", english];
        assert_eq!(ran(&place, &words).out, format!("{view}\n"));
    }
}

#[test]
fn the_arrow_of_logic_is_a_bare_supposition_unless_asked_otherwise() {
    let place = Place::new();
    let formula = ["etr", "parse", "∀x (Man(x) → Mortal(x))", "--from", "fol", "--json"];
    let row = &json_lines(&ran(&place, &formula).out)[0];
    assert_eq!((&row["out"], row.get("conditional")), (&json!("∀x {Mortal(x)}^{Man(x)}"), None));
    let book = [&formula[..], &["--conditional", "book"]].concat();
    let row = &json_lines(&ran(&place, &book).out)[0];
    assert_eq!(row["out"], "∀x {Man(x)Mortal(x)}^{Man(x)}");
    assert_eq!(row["conditional"], "book");
}

#[test]
fn a_name_of_one_view_that_is_near_that_of_another_is_pointed_at() {
    let place = Place::new();
    let views = "{Ace(mary())King(mary()),Queen(john())} {ace(mary())}";
    let warning = "view 2: no other view has the predicate `ace` of one argument; view 1 has `Ace` of one argument";
    for reading in ["sound", "pyetr-1.0.0", "book"] {
        for command in ["infer", "explain", "equilibrium", "update", "trace infer"] {
            let line = format!("etr {command} {views} --reading {reading}");
            let done = place.run(&line);
            assert_eq!(done.code, Some(0), "{line}");
            says(&done.err, &[&format!("warning: {warning}")]);
            let row = &json_lines(&place.run(&format!("{line} --json")).out)[0];
            assert_eq!(row["warnings"], json!([warning]), "{line}");
        }
    }
    let done = place.run("etr follows {Ace(mary())} --target {Axe(mary())} --json");
    assert_eq!(
        json_lines(&done.out)[0].get("warnings"),
        None,
        "another word of three letters is no slip"
    );
    let done = place.run("etr follows {King(mary())} --target {Kings(mary())}");
    says(
        &done.err,
        &["warning: --target: no other view has the predicate `Kings`", "the view has `King`"],
    );
    let right = place.run(&format!("etr infer {}", views.replace("ace", "Ace")));
    assert_eq!((right.out.lines().next(), right.err.as_str()), (Some("{King(mary())}"), ""));
}

#[test]
fn a_case_is_found_by_its_number() {
    let place = Place::new();
    let case = place.ok("etr case e28");
    for id in ["28", "E28"] {
        assert_eq!(place.ok(&format!("etr case {id}")), case);
    }
    refused("etr case 81", &["no case `81`", "e81i, e81ii, e81iii"]);
}
