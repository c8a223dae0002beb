//! One figure of each kind, byte for byte.

use crate::made_up::examples;
use peirast_figure::{KINDS, Sheet, Width};

#[test]
fn each_kind_is_drawn_as_it_was() {
    for figure in examples() {
        let svg = figure.svg(&Sheet::default()).expect("an example can be drawn");
        insta::assert_snapshot!(figure.stem(), svg);
    }
}

#[test]
fn each_kind_has_an_example() {
    let examples = examples();
    let kinds: Vec<&str> = examples.iter().map(|one| one.data.kind()).collect();
    assert!(KINDS.iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
}

#[test]
fn a_paper_sets_its_own_caption() {
    for figure in examples() {
        let sheet = Sheet { width: Width::Single, has_caption: false };
        let svg = figure.svg(&sheet).expect("an example can be drawn");
        assert!(svg.contains("width=\"89mm\""));
        let (head, body) = svg.split_once("</desc>").expect("a description");
        let first: String = figure.caption.chars().take_while(|c| c.is_alphabetic()).collect();
        assert!(head.contains(&first) && head.contains("<title>"), "{}", figure.name);
        assert!(!body.contains(&format!(">{first} ")), "{}", figure.name);
    }
}
