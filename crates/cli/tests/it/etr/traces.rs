//! Every step that leads to an answer.

use super::DISJUNCTION;
use crate::support::{Place, json_lines, says};

fn trace(further: &str) -> String {
    Place::new().ok(&format!("etr trace {further} infer {DISJUNCTION} {{King()}}"))
}

#[test]
fn as_text() {
    insta::assert_snapshot!("trace-text", trace(""));
}

#[test]
fn as_a_flowchart() {
    insta::assert_snapshot!("trace-mermaid", trace("--format mermaid"));
}

#[test]
fn as_json() {
    let row = &json_lines(&trace("--format json"))[0];
    assert_eq!(row["out"], "{Ace()}");
    let steps = row["steps"].as_array().unwrap();
    assert_eq!(steps[1]["operation"], "update");
    assert!(steps.iter().any(|step| step["depth"] == 1 && step["operation"] == "answer"));
    assert_eq!(json_lines(&trace("--json"))[0], *row);
}

#[test]
fn of_an_operation() {
    let text = Place::new().ok("etr trace update {A(),B()} {A()}");
    says(&text, &["1 update\n", "  1.3 answer\n", "answer: {A()}\n"]);
    assert_eq!(Place::new().ok("etr trace eq {A()} {A()}"), "answer: yes\n");
}
