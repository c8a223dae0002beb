//! One figure of each kind, byte for byte.

use crate::made_up::examples;
use peirast_figure::{Data, Figure, KINDS, PairedBar, PairedBars, PairedPanel, Sheet, Width};

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

/// The words of a legend that are wider than a column go on in a second line.
#[test]
fn the_legend_of_a_narrow_figure_is_whole() {
    let bar = PairedBar { method: "m".to_owned(), n12: 1, n21: 2, n: 9, is_rejected: false };
    let panel = PairedPanel { subject: "s".to_owned(), bars: vec![bar] };
    let figure = Figure {
        name: "pairs".to_owned(),
        title: "Pairs".to_owned(),
        caption: "Pairs.".to_owned(),
        data: Data::PairedBars(PairedBars {
            panels: vec![panel],
            members: ["original", "perturbed"].map(str::to_owned),
            outcome: "without the predicted fallacy, whatever the premises are".to_owned(),
            expected: String::new(),
        }),
    };
    let sheet = Sheet { width: Width::Single, has_caption: false };
    let svg = figure.inline_svg(&sheet).expect("it can be drawn");
    assert!(!svg.contains('…'), "{svg}");
    assert!(svg.contains("premises") && svg.contains("whatever"), "{svg}");
}

/// On a narrow sheet, names of methods that would be upright on a wide one are level, next to level bars.
#[test]
fn no_name_of_a_narrow_figure_of_pairs_is_upright() {
    let all = examples();
    let bars = all.iter().find(|one| matches!(one.data, Data::PairedBars(_))).expect("an example");
    let of = |width| bars.inline_svg(&Sheet { width, has_caption: false }).expect("a drawing");
    let (wide, narrow) = (of(Width::Double), of(Width::Single));
    assert!(wide.contains("rotate(-90"));
    assert!(!narrow.contains("rotate(-90"), "{narrow}");
    let Data::PairedBars(data) = &bars.data else { unreachable!("bars") };
    for bar in data.panels.iter().flat_map(|panel| &panel.bars) {
        assert!(narrow.contains(&format!("n12 {}, n21 {},", bar.n12, bar.n21)), "{bar:?}");
    }
    assert_eq!(narrow.matches(">*</text>").count(), wide.matches(">*</text>").count());
}
