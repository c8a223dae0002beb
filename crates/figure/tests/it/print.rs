//! The demands of journals: text that can be read in print, one scale for compared values, no mark
//! that hides another.

use crate::made_up::examples;
use peirast_figure::*;
use roxmltree::{Document, Node};

const SHEETS: [Sheet; 2] = [
    Sheet { width: Width::Single, has_caption: true },
    Sheet { width: Width::Double, has_caption: true },
];

fn drawn(data: Data, sheet: &Sheet) -> String {
    let [name, title, caption] = ["name", "A title", "A caption."].map(str::to_owned);
    Figure { name, title, caption, data }.svg(sheet).expect("a figure")
}

fn elements<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).expect("an attribute").parse().expect("a number")
}

#[test]
fn no_text_is_smaller_than_eight_points() {
    for (figure, sheet) in examples().iter().flat_map(|one| SHEETS.iter().map(move |s| (one, s))) {
        let svg = figure.svg(sheet).expect("an example");
        let document = Document::parse(&svg).expect("XML");
        // The view has a unit for each point of the sheet, so sizes are those in print.
        let root = document.root_element();
        let view: Vec<&str> = root.attribute("viewBox").expect("a view").split(' ').collect();
        let width: f64 = view[2].parse().expect("a number");
        assert!((width - sheet.width.points()).abs() < 0.01, "{}", figure.name);
        for text in elements(&document, "text") {
            assert!(number(text, "font-size") >= 8.0, "{}: {:?}", figure.name, text.text());
        }
    }
}

#[test]
fn negative_numbers_have_a_minus_sign() {
    let begins = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        (0..chars.len()).any(|at| {
            let is_start = at == 0 || matches!(chars[at - 1], ' ' | '[' | '(');
            is_start && chars[at] == '-' && chars.get(at + 1).is_some_and(char::is_ascii_digit)
        })
    };
    for figure in examples() {
        let svg = figure.svg(&SHEETS[1]).expect("an example");
        let document = Document::parse(&svg).expect("XML");
        for node in document.descendants().filter(|node| !node.has_tag_name("style")) {
            assert!(!node.text().is_some_and(begins), "{}: {:?}", figure.name, node.text());
        }
    }
}

/// Equal shares are bars of one length, on whichever wing.
#[test]
fn both_wings_of_a_butterfly_have_one_scale() {
    let wings = |name: &str, share: f64| Wings {
        name: name.to_owned(),
        left: Some(Estimate::exactly(share)),
        right: Some(Estimate::exactly(share)),
        remark: "+12 [−3, +27]".to_owned(),
    };
    for sheet in &SHEETS {
        let rows = vec![wings("a subject with a long name", 1.0), wings("b", 0.37)];
        let [left, right, measure] = ["left", "right", "accuracy"].map(str::to_owned);
        let svg = drawn(Data::Butterfly(Butterfly { left, right, measure, rows }), sheet);
        let document = Document::parse(&svg).expect("XML");
        let bars: Vec<f64> = elements(&document, "rect")
            .filter(|bar| bar.parent().is_some_and(|group| group.has_tag_name("g")))
            .map(|bar| number(bar, "width"))
            .collect();
        let [one, same, other, alike] = bars[..] else { panic!("four bars: {bars:?}") };
        assert!((one - same).abs() < 0.011 && (other - alike).abs() < 0.011, "{bars:?}");
        assert!(one > 20.0 && (other / one - 0.37).abs() < 0.001, "{bars:?}");
        // The number that both axes begin with is shown there once.
        let zeros = elements(&document, "text").filter(|text| text.text() == Some("0"));
        assert_eq!(zeros.count(), 1);
    }
}

/// The middles of marks: circles, and closed paths that are as small.
fn marks(document: &Document<'_>) -> Vec<(f64, f64)> {
    let in_group = |node: &Node<'_, '_>| node.parent().is_some_and(|one| one.has_tag_name("g"));
    let circles = elements(document, "circle").filter(in_group);
    let mut places: Vec<(f64, f64)> =
        circles.map(|one| (number(one, "cx"), number(one, "cy"))).collect();
    for path in elements(document, "path").filter(in_group) {
        let Some(d) = path.attribute("d").and_then(|d| d.strip_suffix('Z')) else { continue };
        let corner = |corner: &str| {
            let (x, y) = corner.split_once(' ').expect("two numbers");
            (x.parse::<f64>().expect("a number"), y.parse::<f64>().expect("a number"))
        };
        let corners: Vec<(f64, f64)> = d.split(['M', 'L']).skip(1).map(corner).collect();
        let n = corners.len() as f64;
        let sum = corners.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        places.push((sum.0 / n, sum.1 / n));
    }
    places
}

#[test]
fn no_mark_hides_another() {
    let names = |n: usize| (0..n).map(|at| format!("s{at}")).collect::<Vec<_>>();
    let place = Estimate::within(1.0, 0.8, 1.0);
    let same = Some(place);
    let [first, second, measure] = ["as given", "switched", "accuracy"].map(str::to_owned);
    let name = || "a".to_owned();
    let form = |form: &str| FormRates {
        group: "valid".to_owned(),
        form: form.to_owned(),
        people: vec![Some(0.5)],
        shares: vec![Some(0.0); 7],
    };
    let row = ConsistencyRow { name: name(), shares: vec![same; 5], remark: String::new() };
    let order = OrderRow {
        group: String::new(),
        name: name(),
        first: same,
        second: same,
        remark: String::new(),
    };
    let value = |group: String| PValue { name: name(), group, p: 1.0, is_rejected: false };
    let all = [
        Data::People(People {
            samples: names(1),
            who: names(7),
            measure: measure.clone(),
            forms: vec![form("AAA-1"), form("AAA-2")],
        }),
        Data::Consistency(Consistency { measures: names(5), rows: vec![row.clone(), row] }),
        Data::PremiseOrder(PremiseOrder {
            first,
            second,
            measure,
            rows: vec![order.clone(), order],
        }),
        Data::PValues(PValues {
            values: names(7).into_iter().map(value).collect(),
            alpha: 0.05,
            is_by_group: true,
        }),
    ];
    for (data, sheet) in all.iter().flat_map(|data| SHEETS.iter().map(move |sheet| (data, sheet))) {
        let svg = drawn(data.clone(), sheet);
        let document = Document::parse(&svg).expect("XML");
        let places = marks(&document);
        assert!(places.len() >= 4, "{}", data.kind());
        for (at, one) in places.iter().enumerate() {
            for other in places.iter().skip(at + 1) {
                let apart = (one.0 - other.0).hypot(one.1 - other.1);
                assert!(apart > 4.0, "{}: {one:?} and {other:?}", data.kind());
            }
        }
    }
}

/// On a plane a mark stands where its numbers are. Marks of one place differ in size, the smaller ones in front.
#[test]
fn marks_of_a_plane_are_at_their_numbers() {
    let place = Estimate::within(1.0, 0.8, 1.0);
    let point = |at: usize| Point { name: format!("s{at}"), x: place, y: place };
    let apart = Point { name: "apart".to_owned(), x: Estimate::exactly(0.5), y: place };
    for sheet in &SHEETS {
        let points = (0..6).map(point).chain([apart.clone()]).collect();
        let svg = drawn(Data::ValidityBelief(ValidityBelief { points }), sheet);
        let document = Document::parse(&svg).expect("XML");
        let places = marks(&document);
        assert_eq!(places.len(), 7);
        let alone = places.iter().filter(|one| (one.0 - places[0].0).abs() > 4.0).count();
        assert_eq!(alone, 1, "{places:?}");
        let at_one_place = |(x, y): &&(f64, f64)| (x - places[0].0).hypot(y - places[0].1) < 1.0;
        assert_eq!(places.iter().filter(at_one_place).count(), 6, "{places:?}");
        let mut areas: Vec<f64> = elements(&document, "g").filter_map(area).collect();
        areas.retain(|area| *area > 0.0);
        // The mark apart is as large as the smallest of the others.
        let (rings, last): (Vec<f64>, Vec<f64>) = (areas[..5].to_vec(), areas[5..].to_vec());
        assert!(rings.windows(2).all(|pair| pair[0] > pair[1] + 2.0), "{areas:?}");
        assert!(last.iter().all(|own| *own < rings[4]), "{areas:?}");
        assert!(svg.contains(">1, 2, 3, 4, 5, 6</text>"), "{svg}");
    }
}

/// The area of the mark in a group.
fn area(group: Node<'_, '_>) -> Option<f64> {
    let mark =
        group.children().find(|one| one.has_tag_name("circle") || one.has_tag_name("path"))?;
    if mark.has_tag_name("circle") {
        return Some(std::f64::consts::PI * number(mark, "r").powi(2));
    }
    let parts = mark.attribute("d")?.split(['M', 'L', 'Z', ' ']);
    let numbers: Vec<f64> = parts.filter_map(|part| part.parse().ok()).collect();
    let corners: Vec<(f64, f64)> = numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let next = corners.iter().cycle().skip(1);
    let twice: f64 = corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
    Some(twice.abs() / 2.0)
}

/// A name that has the room is level; axes have level titles always.
#[test]
fn a_single_name_is_not_turned() {
    let bar = PairedBar { method: "at_once".to_owned(), n12: 3, n21: 15, n: 20, is_rejected: true };
    let panel = |at: usize| PairedPanel { subject: format!("s{at}"), bars: vec![bar.clone()] };
    let bars = PairedBars { panels: (0..7).map(panel).collect(), ..PairedBars::default() };
    for sheet in &SHEETS {
        let svg = drawn(Data::PairedBars(bars.clone()), sheet);
        assert!(!svg.contains("rotate("), "{svg}");
    }
    for figure in examples() {
        let svg = figure.svg(&SHEETS[1]).expect("an example");
        let document = Document::parse(&svg).expect("XML");
        let turned = elements(&document, "text").filter(|text| text.has_attribute("transform"));
        assert!(turned.count() != 1, "{}", figure.name);
    }
}

/// The last line of panels is about as full as the others.
#[test]
fn no_panel_stands_alone() {
    let bar =
        |at: usize| PairedBar { method: format!("method-{at}"), n: 9, ..PairedBar::default() };
    let panel =
        |at: usize| PairedPanel { subject: format!("s{at}"), bars: (0..5).map(bar).collect() };
    let bars = PairedBars { panels: (0..4).map(panel).collect(), ..PairedBars::default() };
    let svg = drawn(Data::PairedBars(bars), &SHEETS[1]);
    let document = Document::parse(&svg).expect("XML");
    let is_head = |text: &Node<'_, '_>| matches!(text.text(), Some("s0" | "s1" | "s2" | "s3"));
    let lines: Vec<f64> =
        elements(&document, "text").filter(is_head).map(|text| number(text, "y")).collect();
    let first = lines.iter().filter(|y| **y == lines[0]).count();
    assert!(first == 2 || first == 4, "{lines:?}");
}

/// Rings at a power of 0, even those around each other, stay above the numbers of the axis.
#[test]
fn no_ring_covers_the_numbers_of_its_axis() {
    let curve = |name: String| PowerCurve {
        name,
        points: vec![(1, 0.0), (10, 0.0), (100, 0.9)],
        own: Some(10),
    };
    let curves: Vec<PowerCurve> = (0..7).map(|at| curve(format!("H{at}"))).collect();
    for sheet in &SHEETS {
        let data = PowerCurves { curves: curves.clone(), target: Some(0.8) };
        let svg = drawn(Data::PowerCurves(data), sheet);
        let document = Document::parse(&svg).expect("XML");
        let rings = elements(&document, "circle").filter(|ring| number(*ring, "r") > 3.0);
        let lowest = rings.map(|ring| number(ring, "cy") + number(ring, "r")).fold(0.0, f64::max);
        let ten = elements(&document, "text").find(|text| text.text() == Some("10"));
        // Digits are no higher than three quarters of their size.
        let top = number(ten.expect("the number of the axis"), "y") - 6.0;
        assert!(lowest > 100.0 && lowest <= top, "{lowest} and {top}");
    }
}

/// A name that is too wide for one line has two, with every word.
#[test]
fn names_of_rows_of_a_map_are_broken_at_a_blank() {
    let cell = Some(HeatCell { share: Estimate::exactly(0.5), n: None });
    let row = |name: &str| HeatRow { name: name.to_owned(), cells: vec![cell; 3] };
    let columns = ["one", "two", "three"].map(str::to_owned).to_vec();
    let rows = vec![row("few-shot-cot"), row("one-shot-chain-of-thought with sketch of a hint")];
    let data = HeatMap { measure: "accuracy".to_owned(), columns, rows };
    let svg = drawn(Data::HeatMap(data), &SHEETS[0]);
    let document = Document::parse(&svg).expect("XML");
    let shown: Vec<&str> = elements(&document, "text").filter_map(|text| text.text()).collect();
    let first = shown.iter().position(|text| *text == "one-shot-chain-of-thought");
    let second = shown.iter().position(|text| *text == "with sketch of a hint");
    assert!(first.is_some() && second == first.map(|at| at + 1), "{shown:?}");
}
