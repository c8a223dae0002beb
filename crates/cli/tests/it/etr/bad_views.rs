//! Views that do not read: the message names the place and the mend.

use super::refused;
use crate::support::{Place, says};

#[test]
fn unbalanced_braces() {
    let err = Place::new().fails(1, "etr update {A(),B()} {A()");
    assert!(err.starts_with("error: view 2, column 5: expected "), "{err}");
    says(&err, &["found the end", "\n  {A()\n      ^"]);
}

#[test]
fn a_missing_quantifier_and_its_mend() {
    let err = Place::new().fails(1, "etr infer {A(x)}");
    says(&err, &["the view, column 4", "a quantifier for `x`", "\n  {A(x)}\n     ^\n"]);
    says(&err, &["help: write `x()` for a constant"]);
}

#[test]
fn the_flag_of_a_view_is_named() {
    says(&Place::new().fails(1, "etr follows --target {A {A()}"), &["--target, column 3"]);
    says(&Place::new().fails(1, "etr probability --of A() {A()}"), &["--of, column"]);
    let decide = "etr decide {do(A())} --consequence {B()} --consequence {C() --priority {D()}";
    says(&Place::new().fails(1, decide), &["--consequence, column 5"]);
    says(&Place::new().fails(1, "etr sum {A()} {B()} --inherited x"), &["--inherited, column 1"]);
    says(&Place::new().fails(1, "etr fuse ∀x {A()}"), &["relation 2, column 1"]);
}

#[test]
fn an_object_that_is_quantified_and_not_used() {
    refused("etr infer {A()} Ax{B()}", &["view 2, column 2: ", "occurs nowhere in the view: x"]);
}

#[test]
fn what_steers_a_terminal_is_spelt_out() {
    let err = Place::new().fails(1, "etr infer {A(),\u{202e}\u{1b}[31mB()}");
    assert!(!err.contains(['\u{202e}', '\u{1b}']), "{err:?}");
    says(&err, &["column 6", "\\u{202e}\\u{1b}[31mB()}\n       ^"]);
}

#[test]
fn what_is_not_quite_a_view_is_repaired_if_asked_to() {
    let done = Place::new().run("etr infer King∧Ace,Queen∧Jack {King} --tolerant");
    assert_eq!((done.code, done.out.as_str()), (Some(0), "{Ace()}\n"));
    says(&done.err, &["repaired view 1, column", "repaired view 2, column", "`King`"]);
    let parsed = Place::new().run("etr --tolerant parse ¬King");
    assert_eq!(parsed.out, "{~King()}\n");
}

#[test]
fn no_operation_of_this_name() {
    let err = Place::new().fails(2, "etr updat {A()} {B()}");
    says(&err, &["'updat'", "'update'"]);
    says(&Place::new().fails(2, "etr update {A()}"), &["<OTHER>"]);
    says(&Place::new().fails(2, "etr"), &["Usage: peirast etr"]);
}
