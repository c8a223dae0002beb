//! One figure of each kind, byte for byte.

use crate::made_up::examples;
use peirast_figure::{
    Axis, Data, Estimate, Figure, KINDS, PairedBar, PairedBars, PairedPanel, Point, Scatter, Sheet,
    Width,
};

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

/// Names of two protocols are broken at a blank rather than shortened.
#[test]
fn names_of_two_protocols_are_whole() {
    let bar = |method: &str| PairedBar {
        method: method.to_owned(),
        n12: 16,
        n21: 34,
        n: 100,
        is_rejected: false,
    };
    let bars = vec![bar("os-bob-cot → os-correct-cot"), bar("zs-cot → zs-cot with strong hint")];
    let panel = |at: usize| PairedPanel { subject: format!("sim:{at}"), bars: bars.clone() };
    let figure = Figure {
        name: "pairs".to_owned(),
        title: "Pairs".to_owned(),
        caption: "Pairs.".to_owned(),
        data: Data::PairedBars(PairedBars {
            panels: (0..5).map(panel).collect(),
            members: ["original", "perturbed"].map(str::to_owned),
            outcome: "right".to_owned(),
            expected: String::new(),
        }),
    };
    let sheet = Sheet { width: Width::Double, has_caption: false };
    let svg = figure.inline_svg(&sheet).expect("it can be drawn");
    assert!(!svg.contains('…') && svg.contains(">os-correct-cot</text>"), "{svg}");
}

/// Intervals that would lie on each other are side by side.
#[test]
fn no_interval_lies_on_another() {
    let point = |name: &str, x: f64, y: f64, interval: (f64, f64)| Point {
        name: name.to_owned(),
        x: Estimate::exactly(x),
        y: Estimate { value: y, interval: Some(interval) },
    };
    let points = vec![
        point("atmosphere", 1.0, 0.75, (0.131, 0.984)),
        point("believer", 0.5625, 0.51, (0.141, 0.869)),
        point("flawless", 1.0, 1.0, (0.283, 1.0)),
        point("guesser", 0.5625, 0.542, (0.377, 0.697)),
        point("matching", 1.0, 0.75, (0.131, 0.984)),
    ];
    let axis = || Axis::of_shares("share");
    let data = Scatter { x: axis(), y: axis(), points, ..Scatter::default() };
    let figure = Figure {
        name: "scatter".to_owned(),
        title: "Scatter".to_owned(),
        caption: "Shares.".to_owned(),
        data: Data::AccuracyConsistency(data),
    };
    let sheet = Sheet { width: Width::Double, has_caption: false };
    let svg = figure.inline_svg(&sheet).expect("it can be drawn");
    let upright = |line: &str| -> Option<String> {
        let place = |name: &str| line.split(&format!(" {name}=\"")).nth(1)?.split('"').next();
        let is_interval = line.starts_with("<line")
            && (1..=5).any(|at| line.contains(&format!("class=\"pf-s-{at}\"")));
        (is_interval && place("x1") == place("x2")).then(|| place("x1").map(str::to_owned))?
    };
    let mut places: Vec<String> = svg.lines().filter_map(upright).collect();
    assert_eq!(places.len(), 5, "{svg}");
    places.sort();
    places.dedup();
    assert_eq!(places.len(), 5, "{places:?}");
}
