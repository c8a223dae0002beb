//! Views from one format to another.

use super::{fed, prints, refused};
use crate::support::{Place, says};

const VIEW: &str = "Ax{Mortal(x*)}^{Man(x*)}";

#[test]
fn there_and_back() {
    let place = Place::new();
    for format in ["view", "fol", "json"] {
        let text = place.ok(&format!("etr parse {VIEW} --to {format}"));
        let back = fed(&place, &format!("etr parse - --from {format}"), &text);
        assert_eq!(back.out, "∀x {Mortal(x*)}^{Man(x*)}\n", "{text}{}", back.err);
        assert_eq!(fed(&place, "etr parse -", &text).out, back.out, "{format} is recognised");
    }
}

#[test]
fn solvers_get_no_issues() {
    let place = Place::new();
    let script = place.ok(&format!("etr parse {VIEW} --to smt-lib"));
    says(&script, &["(declare-fun", "(assert", "forall"]);
    assert_eq!(fed(&place, "etr parse -", script).out, "∀x {Mortal(x)}^{Man(x)}\n");
}

#[test]
fn a_script_of_several_assertions() {
    let place = Place::new();
    let script = "(declare-const A Bool) (declare-const B Bool) (assert (or A B)) (assert A)";
    assert_eq!(fed(&place, "etr parse - --each", script).out, "{A(),B()}\n{A()}\n");
    let again = fed(&place, "etr parse - --each --to smt-lib", script).out;
    assert_eq!(again.matches("(assert").count(), 2, "{again}");
    refused("etr parse {A()} --each", &["--each", "SMT-LIB"]);
}

#[test]
fn to_read_aloud() {
    let line = format!("etr parse {VIEW} --to english --say Man=human");
    let english = Place::new().ok(&line);
    says(&english, &["for all x", "human", "Mortal"]);
    refused("etr parse {A()} --to english --say A", &["--say A", "SYMBOL=WORDS"]);
}

#[test]
fn part_by_part() {
    prints("etr parse Ax{P(x*)} --to base", "{P(x)}^{0} issues={(x,P(?))} U={x} E={}");
}

#[test]
fn what_a_format_cannot_say() {
    refused("etr parse {0.5=*A()} --to fol", &["cannot be written as"]);
}

#[test]
fn what_a_format_cannot_read() {
    refused("etr parse {A()} --from fol", &["the formula, column 1", "\n  {A()}\n  ^"]);
    refused("etr parse {\"stage\":7}", &["the JSON"]);
    let done = fed(&Place::new(), "etr parse -", [b'{', 0xff, b'}']);
    assert_eq!(done.code, Some(1));
    says(&done.err, &["reading stdin", "UTF-8"]);
}
