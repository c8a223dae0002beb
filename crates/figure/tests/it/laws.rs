//! For all data: the document is well-formed and within its sheet, every place is a number, and the
//! bytes are the same each time; or the data are refused.

use crate::made_up::examples;
use peirast_figure::*;
use proptest::prelude::*;
use roxmltree::{Document, Node};

/// Names as models, methods and people of ill will give them.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9-]{0,24}",
        Just("<script>alert(1)</script>".to_owned()),
        Just("\"/><svg onload='x'>&amp;]]>".to_owned()),
        Just("a\u{202e}b\u{0}c\u{1b}[31m\u{2066}\u{feff}\u{fffe}".to_owned()),
        Just("名前の長いモデル".to_owned()),
        "\\PC{0,40}",
        ".{0,30}",
        (1000..3000usize).prop_map(|n| "W".repeat(n)),
    ]
}

fn share() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 0.0..=1.0, 1 => Just(0.0), 1 => Just(1.0), 1 => Just(1e-300)]
}

/// Any number at all, and often a share.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => share(),
        2 => any::<f64>(),
        1 => Just(f64::NAN),
        1 => Just(f64::INFINITY),
        1 => Just(-0.0),
        1 => -5e3..5e3,
    ]
}

/// A share, and rarely any number: most data are drawn, and not refused.
fn rarely() -> impl Strategy<Value = f64> {
    prop_oneof![400 => share(), 1 => number()]
}

fn estimate(number: impl Strategy<Value = f64> + 'static) -> impl Strategy<Value = Estimate> {
    let number = number.boxed();
    let ends = prop::option::of((number.clone(), number.clone()));
    (number, ends).prop_map(|(value, ends)| Estimate {
        value,
        interval: ends.map(|(a, b)| if a <= b { (a, b) } else { (b, a) }),
    })
}

fn maybe(share_only: bool) -> BoxedStrategy<Option<f64>> {
    if share_only { prop::option::of(share()).boxed() } else { prop::option::of(rarely()).boxed() }
}

fn compared() -> impl Strategy<Value = Data> {
    let bar = (name(), 0..u64::MAX / 4, 0..500u64, any::<bool>()).prop_map(|(method, a, b, r)| {
        let n12 = if r { a } else { a % 700 };
        PairedBar { method, n12, n21: b, n: n12 + b, is_rejected: r }
    });
    let panel = (name(), prop::collection::vec(bar, 0..30))
        .prop_map(|(subject, bars)| PairedPanel { subject, bars });
    let bars = (prop::collection::vec(panel, 0..6), [name(), name()], name(), name()).prop_map(
        |(panels, members, outcome, expected)| {
            Data::PairedBars(PairedBars { panels, members, outcome, expected })
        },
    );
    let ratio = prop_oneof![99 => share(), 30 => Just(f64::INFINITY), 30 => Just(0.0), 99 => 0.0..1e9, 1 => number()];
    let row = (name(), name(), prop::option::of(estimate(ratio)), name(), any::<[bool; 2]>());
    let row = row.prop_map(|(group, name, ratio, remark, [is_rejected, is_pooled])| ForestRow {
        group,
        name,
        ratio,
        remark,
        is_rejected,
        is_pooled,
    });
    let forest = (prop::collection::vec(row, 0..20), name())
        .prop_map(|(rows, measure)| Data::Forest(Forest { rows, measure }));
    let row = (name(), name(), estimate(number()), name(), any::<[bool; 2]>());
    let row = row.prop_map(|(group, name, difference, remark, [is_rejected, is_pooled])| {
        DifferenceRow { group, name, difference, remark, is_rejected, is_pooled }
    });
    let differences = (prop::collection::vec(row, 0..20), name(), any::<bool>(), maybe(true));
    let differences = differences.prop_map(|(rows, measure, are_points, margin)| {
        Data::Differences(Differences { rows, measure, are_points, margin })
    });
    let value = (name(), "[a-k]?", rarely(), any::<bool>())
        .prop_map(|(name, group, p, is_rejected)| PValue { name, group, p, is_rejected });
    let values = (
        prop::collection::vec(value, 0..40),
        prop_oneof![9 => 0.001..0.5, 1 => number()],
        any::<bool>(),
    );
    let values = values.prop_map(|(values, alpha, is_by_group)| {
        Data::PValues(PValues { values, alpha, is_by_group })
    });
    let steps = prop::collection::vec(
        (0..9000u64, prop_oneof![99 => share(), 99 => 0.0..1e30, 1 => number()]),
        0..40,
    );
    let path = (name(), steps, any::<bool>()).prop_map(|(name, mut steps, is_rejected)| {
        steps.sort_by_key(|(pairs, _)| *pairs);
        EvidencePath { name, steps, is_rejected }
    });
    let evidence = (prop::collection::vec(path, 0..9), prop_oneof![9 => 1e-20..0.9, 1 => number()])
        .prop_map(|(paths, alpha)| Data::EvidencePaths(EvidencePaths { paths, alpha }));
    let points = prop::collection::vec((any::<u64>(), rarely()), 0..40);
    let curve =
        (name(), points).prop_map(|(name, points)| PowerCurve { name, points, own: Some(10) });
    let power = (prop::collection::vec(curve, 0..8), maybe(true))
        .prop_map(|(curves, target)| Data::PowerCurves(PowerCurves { curves, target }));
    prop_oneof![bars, forest, differences, values, evidence, power]
}

fn by_row() -> impl Strategy<Value = Data> {
    let names = |range| prop::collection::vec(name(), range);
    let heat = (names(0..14), prop::collection::vec((name(), any::<bool>()), 0..12), rarely());
    let heat = heat.prop_map(|(columns, rows, share)| {
        let cell = |n: u64| HeatCell { share: Estimate::exactly(share), n: (n > 1).then_some(n) };
        let cells = |own: bool| (0..).zip(&columns).map(|(n, _)| own.then(|| cell(n))).collect();
        let rows = rows.into_iter().map(|(name, own)| HeatRow { name, cells: cells(own) });
        Data::HeatMap(HeatMap { measure: "m".to_owned(), rows: rows.collect(), columns })
    });
    let of = || prop::option::of(estimate(share()));
    let wings = (name(), of(), of(), name()).prop_map(|(name, left, right, remark)| Wings {
        name,
        left,
        right,
        remark,
    });
    let butterfly =
        (name(), name(), prop::collection::vec(wings, 0..12)).prop_map(|(left, right, rows)| {
            Data::Butterfly(Butterfly { left, right, measure: "m".to_owned(), rows })
        });
    let shares = prop::collection::vec(of(), 3);
    let row = (name(), shares, name()).prop_map(|(name, shares, remark)| ConsistencyRow {
        name,
        shares,
        remark,
    });
    let consistency = (names(3..4), prop::collection::vec(row, 0..20))
        .prop_map(|(measures, rows)| Data::Consistency(Consistency { measures, rows }));
    let ranked = (name(), prop_oneof![99 => 0.0..99.0, 1 => number()], estimate(share()))
        .prop_map(|(name, rank, accuracy)| Ranked { name, rank, accuracy });
    let ranking =
        prop::collection::vec(ranked, 0..25).prop_map(|rows| Data::Ranking(Ranking { rows }));
    let row = (
        name(),
        name(),
        prop::option::of(prop::array::uniform5(share())),
        prop::collection::vec(share(), 0..5),
    )
        .prop_map(|(group, name, mut five, points)| {
            five.iter_mut().for_each(|five| five.sort_by(f64::total_cmp));
            BoxRow { group, name, n: 9, five, points }
        });
    let boxes = (name(), prop::collection::vec(row, 0..25))
        .prop_map(|(measure, rows)| Data::BoxPlot(BoxPlot { measure, rows }));
    let row = (name(), name(), of(), of(), name());
    let row = row.prop_map(|(group, name, first, second, remark)| OrderRow {
        group,
        name,
        first,
        second,
        remark,
    });
    let orders = (name(), name(), name(), prop::collection::vec(row, 0..9)).prop_map(
        |(first, second, measure, rows)| {
            Data::PremiseOrder(PremiseOrder { first, second, measure, rows })
        },
    );
    let shares = || prop::collection::vec(maybe(true), 2);
    let form = (name(), name(), shares(), shares())
        .prop_map(|(group, form, people, shares)| FormRates { group, form, people, shares });
    let people = (names(2..3), names(2..3), name(), prop::collection::vec(form, 0..30));
    let people = people.prop_map(|(samples, who, measure, forms)| {
        Data::People(People { samples, who, measure, forms })
    });
    prop_oneof![heat, butterfly, consistency, ranking, boxes, orders, people]
}

fn planes() -> impl Strategy<Value = Data> {
    let point = |x: BoxedStrategy<f64>| {
        (name(), estimate(x), estimate(share())).prop_map(|(name, x, y)| Point { name, x, y })
    };
    let points = move |x| prop::collection::vec(point(x), 0..70);
    let belief =
        points(share().boxed()).prop_map(|points| Data::ValidityBelief(ValidityBelief { points }));
    let line = || {
        prop::option::of(
            (rarely(), rarely()).prop_map(|(intercept, slope)| Line { intercept, slope }),
        )
    };
    let wide = prop_oneof![400 => -2e3..2e3, 1 => number()].boxed();
    let benchmark = (name(), points(wide.clone()), line(), name()).prop_map(
        |(title, points, line, correlation)| {
            let (x, y) = (Axis::of_numbers(title), Axis::of_shares("accuracy (%)"));
            Data::Benchmark(Scatter { x, y, points, line, correlation })
        },
    );
    let capability = (name(), points(wide), line()).prop_map(|(rate, points, line)| {
        let (x, y) = (Axis::of_numbers("Elo"), Axis::of_shares(rate));
        Data::Capability(Scatter { x, y, points, line, correlation: String::new() })
    });
    let region = prop_oneof![Just(Region::Empty), Just(Region::Occupied), Just(Region::Unknown)];
    let venn = (prop::collection::vec(name(), 1..5), prop::collection::vec(region, 16)).prop_map(
        |(terms, mut regions)| {
            regions.truncate(1 << terms.len());
            Data::Venn(Venn { terms, regions })
        },
    );
    let pair = (
        prop_oneof![30 => 0..4usize, 1 => Just(4)],
        0..4usize,
        prop_oneof![99 => -1.0..=1.0, 1 => number()],
    );
    let variants = (prop::collection::vec(name(), 4), prop::collection::vec(pair, 0..9)).prop_map(
        |(variants, pairs)| {
            let of = |at: usize| variants.get(at).cloned().unwrap_or("none".to_owned());
            let pairs = pairs.into_iter().map(|(first, second, correlation)| VariantCorrelation {
                first: of(first),
                second: of(second),
                correlation: Some(correlation),
            });
            let (pairs, measure) = (pairs.collect(), "r".to_owned());
            Data::VariantCorrelations(VariantCorrelations { measure, variants, pairs })
        },
    );
    prop_oneof![belief, benchmark, capability, venn, variants]
}

fn numbers(node: Node<'_, '_>, names: &[&str]) -> Vec<f64> {
    let parsed = |name: &&str| {
        let text = node.attribute(*name).unwrap_or("0");
        let number: f64 = text.parse().unwrap_or_else(|_| panic!("{name}={text:?} of {node:?}"));
        assert!(number.is_finite(), "{name}={text} of {node:?}");
        number
    };
    names.iter().map(parsed).collect()
}

/// The places that an element reaches, as x, y, x, y.
fn reach(node: Node<'_, '_>) -> Vec<(f64, f64)> {
    match node.tag_name().name() {
        "rect" => {
            let [x, y, w, h] = numbers(node, &["x", "y", "width", "height"])[..] else { panic!() };
            vec![(x, y), (x + w, y + h)]
        }
        "circle" => {
            let [x, y, r] = numbers(node, &["cx", "cy", "r"])[..] else { panic!() };
            vec![(x - r, y - r), (x + r, y + r)]
        }
        "line" => {
            let [a, b, c, d] = numbers(node, &["x1", "y1", "x2", "y2"])[..] else { panic!() };
            vec![(a, b), (c, d)]
        }
        "path" => {
            let d = node.attribute("d").expect("a path has points");
            let of = |point: &str| {
                let (x, y) = point.split_once(' ').expect("two numbers");
                (x.parse::<f64>().expect("a number"), y.parse::<f64>().expect("a number"))
            };
            d.trim_end_matches('Z').split(['M', 'L']).filter(|p| !p.is_empty()).map(of).collect()
        }
        "text" => text_reach(node),
        _ => Vec::new(),
    }
}

fn text_reach(node: Node<'_, '_>) -> Vec<(f64, f64)> {
    let [x, y, size] = numbers(node, &["x", "y", "font-size"])[..] else { panic!() };
    let shown: String =
        node.children().filter(Node::is_text).map(|n| n.text().unwrap_or_default()).collect();
    let width = text_width(&shown, size);
    let (from, to) = match node.attribute("text-anchor") {
        None => (0.0, width),
        Some("middle") => (-width / 2.0, width / 2.0),
        _ => (-width, 0.0),
    };
    match node.attribute("transform") {
        None => vec![(x + from, y - 0.75 * size), (x + to, y + 0.22 * size)],
        // Turned by a right angle, what ran to the right runs upwards.
        Some(_) => vec![(x - 0.75 * size, y - from), (x + 0.22 * size, y - to)],
    }
}

fn check(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    let root = document.root_element();
    let view: Vec<f64> = root
        .attribute("viewBox")
        .expect("a view")
        .split(' ')
        .map(|n| n.parse().expect("a number"))
        .collect();
    assert!(view[2] > 0.0 && view[3] > 0.0 && view.iter().all(|n| n.is_finite()));
    for node in root.descendants().filter(Node::is_element) {
        let known =
            ["svg", "title", "desc", "style", "g", "rect", "circle", "line", "path", "text"];
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
        assert!(
            node.attributes().all(|a| !a.name().starts_with("on") && !a.value().contains("NaN"))
        );
        for (x, y) in reach(node) {
            let within = x >= -0.5 && y >= -0.5 && x <= view[2] + 0.5 && y <= view[3] + 0.5;
            assert!(within, "({x}, {y}) of {node:?} {:?} in {view:?}", node.text());
        }
    }
    let texts: String = root.descendants().filter_map(|n| n.text()).collect();
    assert!(
        !texts
            .chars()
            .any(|c| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c))
    );
}

/// Whichever font is there, every text whose width was measured is set as wide as that.
#[test]
fn texts_are_as_wide_as_they_were_measured() {
    for figure in examples() {
        let svg = figure.svg(&peirast_figure::Sheet::default()).unwrap();
        let texts = svg.split("<text ").skip(1);
        for text in texts.filter(|text| !text.contains("<title>")) {
            let (tag, rest) = text.split_once('>').unwrap();
            let shown = rest.split('<').next().unwrap();
            let plain = shown.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
            if !plain || shown.len() < 2 {
                continue;
            }
            let number = |name: &str| -> f64 {
                let value = tag.split(&format!("{name}=\"")).nth(1).unwrap();
                value.split('"').next().unwrap().parse().unwrap()
            };
            let width = peirast_figure::text_width(shown, number("font-size"));
            assert!((number("textLength") - width).abs() < 0.01, "{shown}: {tag}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_data_are_drawn_well_or_refused(
        data in prop_oneof![compared(), by_row(), planes()],
        (title, caption) in (name(), name()),
        (is_single, has_caption) in any::<(bool, bool)>(),
    ) {
        let width = if is_single { Width::Single } else { Width::Double };
        let figure = Figure { name: title.clone(), title, caption, data };
        let sheet = Sheet { width, has_caption };
        if let Ok(svg) = figure.svg(&sheet) {
            check(&svg);
            prop_assert_eq!(Ok(svg), figure.svg(&sheet));
        }
    }
}

/// The law above is empty for data that are refused.
#[test]
fn most_data_are_drawn() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    for kind in [compared().boxed(), by_row().boxed(), planes().boxed()] {
        let mut drawn = 0;
        for _ in 0..200 {
            let data = kind.new_tree(&mut runner).expect("data").current();
            let [name, title, caption] = [const { String::new() }; 3];
            drawn +=
                u32::from(Figure { name, title, caption, data }.svg(&Sheet::default()).is_ok());
        }
        assert!(drawn > 100, "{drawn} of 200");
    }
}

#[test]
fn the_examples_keep_the_laws() {
    for figure in examples() {
        for width in [Width::Single, Width::Double] {
            for has_caption in [false, true] {
                check(&figure.svg(&Sheet { width, has_caption }).expect("an example"));
            }
        }
    }
}

fn refused(data: Data) -> FigureError {
    let [name, title, caption] = [const { String::new() }; 3];
    Figure { name, title, caption, data }.svg(&Sheet::default()).expect_err("must be refused")
}

#[test]
fn what_cannot_be_shown_as_it_is_is_refused() {
    assert_eq!(refused(Data::Ranking(Ranking::default())), FigureError::Empty { what: "rows" });
    let boxes = |five: [f64; 5], points: Vec<f64>| {
        let rows = vec![BoxRow { five: Some(five), points, ..BoxRow::default() }];
        Data::BoxPlot(BoxPlot { rows, ..BoxPlot::default() })
    };
    let five = [0.1, 0.2, 0.3, 0.4, 0.5];
    assert!(matches!(refused(boxes(five, vec![1.5])), FigureError::Value { what: "a value", .. }));
    let unordered = refused(boxes([0.1, 0.2, 0.3, 0.25, 0.5], Vec::new()));
    assert!(matches!(unordered, FigureError::Value { what: "a quartile", .. }));
    let values = |p: f64| vec![PValue { p, ..PValue::default() }];
    let p = |p: f64| PValues { values: values(p), alpha: 0.05, is_by_group: false };
    assert!(matches!(refused(Data::PValues(p(f64::NAN))), FigureError::Value { what: "p", .. }));
    assert!(matches!(refused(Data::PValues(p(1.5))), FigureError::Value { .. }));
    let bar = PairedBar { n12: 3, n21: 3, n: 5, ..PairedBar::default() };
    let panels = vec![PairedPanel { bars: vec![bar], ..PairedPanel::default() }];
    let bars = Data::PairedBars(PairedBars { panels, ..PairedBars::default() });
    assert!(matches!(refused(bars), FigureError::Shape { count: 6, expected: 5, .. }));
    let rows = vec![HeatRow { name: String::new(), cells: vec![None] }];
    let columns = vec![String::new(); 2];
    let map = Data::HeatMap(HeatMap { measure: String::new(), columns, rows });
    assert!(matches!(refused(map), FigureError::Shape { what: "cells", .. }));
    let row = HeatRow { name: String::new(), cells: vec![None; 199] };
    let columns = vec![String::new(); 199];
    let map = Data::HeatMap(HeatMap { measure: String::new(), columns, rows: vec![row] });
    assert!(matches!(refused(map), FigureError::TooMany { what: "columns", count: 199, .. }));
}

/// p = 0, infinite and undefined ratios, and no pairs at all are results, and are drawn.
#[test]
fn what_is_extreme_is_drawn() {
    let draw = |data: Data| {
        let [name, title, caption] = [const { String::new() }; 3];
        let svg = Figure { name, title, caption, data }.svg(&Sheet::default()).expect("drawn");
        check(&svg);
        svg
    };
    let p = PValue { p: 0.0, name: "zero".to_owned(), ..PValue::default() };
    let svg = draw(Data::PValues(PValues { values: vec![p], alpha: 0.05, is_by_group: false }));
    assert!(svg.contains("zero: p = 0<"));
    let all = f64::INFINITY;
    let ratio = |ratio| ForestRow { name: "row".to_owned(), ratio, ..ForestRow::default() };
    let rows = vec![ratio(Some(Estimate::within(all, 0.0, all))), ratio(None)];
    let svg = draw(Data::Forest(Forest { rows, measure: "ratio".to_owned() }));
    assert!(svg.contains("row: ∞ [0, ∞]") && svg.contains("row: not defined"));
    let panels = vec![PairedPanel { bars: vec![PairedBar::default()], ..PairedPanel::default() }];
    draw(Data::PairedBars(PairedBars { panels, ..PairedBars::default() }));
}
