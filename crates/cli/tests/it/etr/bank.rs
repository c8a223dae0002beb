//! The worked examples of the theory.

use super::{fed, refused};
use crate::support::{Place, json_lines, says};

#[test]
fn is_listed() {
    let place = Place::new();
    let list = place.ok("etr cases");
    assert_eq!(list.lines().count(), 132);
    says(&list, &["e1   ", "e93_grp1", "QueryTest2"]);
    let cases = json_lines(&place.ok("etr cases --json"));
    assert_eq!(cases.len(), 132);
    assert_eq!(cases[0]["id"], "e1");
    assert_eq!(cases[0]["calls"][0]["op"], "default_inference_procedure");
}

#[test]
fn shows_a_case() {
    insta::assert_snapshot!("case-e3", Place::new().ok("etr case e3"));
    says(&Place::new().ok("etr case new_e2"), &["PyETR 1.0.0", "dep_fusion", "∃a ∀x ∃b"]);
}

#[test]
fn every_case_comes_out_as_recorded() {
    let place = Place::new();
    for reading in ["sound", "pyetr-1.0.0"] {
        for case in json_lines(&place.ok("etr cases --json")).iter().step_by(12) {
            let id = case["id"].as_str().unwrap();
            let text = place.ok(&format!("etr case {id} --reading {reading}"));
            assert!(text.ends_with("as recorded\n"), "{text}");
        }
    }
}

#[test]
fn a_case_that_differs_says_so() {
    let done = Place::new().run("etr case e25ii --reading book");
    assert_eq!(done.code, Some(1));
    says(&done.out, &["expected  {0,q()}", "got       {q()}", "not as recorded: 1 of 2"]);
}

#[test]
fn the_calls_of_a_case_are_rows() {
    let place = Place::new();
    let rows = place.ok("etr case e92_deny --json");
    assert!(json_lines(&rows).iter().all(|row| row["passed"] == true && row["id"].is_string()));
    assert_eq!(fed(&place, "etr batch --check", rows).out, "2 passed, 0 failed\n");
}

#[test]
fn an_unknown_case_has_neighbours() {
    refused("etr case e81", &["no case `e81`", "e81i, e81ii, e81iii", "peirast etr cases"]);
    refused("etr case wason", &["no case `wason`", "peirast etr cases"]);
}
