//! One figure of each kind, byte for byte.

use peirast_figure::{Sheet, Width, examples};

#[test]
fn each_kind_is_drawn_as_it_was() {
    for figure in examples() {
        let svg = figure.svg(&Sheet::default()).expect("an example can be drawn");
        insta::assert_snapshot!(figure.stem(), svg);
    }
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
