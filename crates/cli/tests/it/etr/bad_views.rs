//! Views that do not read: the message names the place and the fix, in the words of the snapshots.

use crate::support::{Place, Wording, says};

#[test]
fn what_does_not_read_is_shown_with_its_place() {
    let place = Place::new();
    let mut wording = Wording::default();
    for line in [
        "etr update {A(),B()} {A()",
        "etr infer {A(x)}",
        "etr infer {A()} Ax{B()}",
        "etr follows --target {A {A()}",
        "etr probability --of {A() {A()}",
        "etr decide {do(A())} --consequence {B()} --consequence {C() --priority {D()}",
        "etr sum {A()} {B()} --inherited x",
        "etr fuse ∀x {A()}",
    ] {
        wording.fails(&place, 1, line);
    }
    insta::assert_snapshot!("bad-views", wording.text());
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
    assert_eq!((done.code, done.out.lines().next()), (Some(0), Some("{Ace()}")));
    says(&done.err, &["repaired view 1, column", "repaired view 2, column", "`King`"]);
    let parsed = Place::new().run("etr --tolerant parse ¬King");
    assert_eq!(parsed.out, "{~King()}\n");
}

#[test]
fn no_operation_of_this_name() {
    let place = Place::new();
    let mut wording = Wording::default();
    for line in ["etr updat {A()} {B()}", "etr update {A()}"] {
        wording.fails(&place, 2, line);
    }
    says(&place.fails(2, "etr"), &["Usage: peirast etr"]);
    insta::assert_snapshot!("no-operation", wording.text());
}
