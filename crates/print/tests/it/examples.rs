//! Every kind of figure in print: within its sheet, with its fonts, and the same each time.

use crate::made_up::examples;
use peirast_figure::{Figure, Sheet, Width};
use peirast_print::{PrintError, pdf, png};
use resvg::usvg::{Group, Node, Options, Tree};
use std::io::Read;
use std::sync::Arc;

const SHEETS: [Sheet; 2] = [
    Sheet { width: Width::Double, has_caption: true },
    Sheet { width: Width::Single, has_caption: false },
];

fn drawn() -> impl Iterator<Item = (Figure, Sheet, String)> {
    let of = |figure: Figure| {
        SHEETS.map(|sheet| (figure.clone(), sheet, figure.svg(&sheet).expect("an example")))
    };
    examples().into_iter().flat_map(of)
}

/// The document in a reader's layout, with the shipped fonts.
fn tree(svg: &str) -> Tree {
    let mut options = Options { font_family: "Arimo".to_owned(), ..Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(include_bytes!("../../font/Arimo-Regular.ttf").to_vec());
    Tree::from_str(svg, &options).expect("SVG")
}

/// Reads the size in pixels from an image header.
fn size_of(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("4 bytes"));
    (number(16), number(20))
}

#[test]
fn a_picture_has_the_size_asked_for() {
    for (figure, sheet, svg) in drawn() {
        let picture = png(&svg, 150).expect("a picture");
        let width = (sheet.width.millimetres() / 25.4 * 150.0).round() as u32;
        let (found, height) = size_of(&picture);
        assert!(found.abs_diff(width) <= 1 && height > 100, "{}: {found} x {height}", figure.name);
    }
}

#[test]
fn the_same_figure_is_the_same_file() {
    for (figure, _, svg) in drawn() {
        // The hash tables of a library have another order each time, which must make no difference.
        for _ in 0..4 {
            assert_eq!(pdf(&svg), pdf(&svg), "{}", figure.name);
        }
        assert_eq!(png(&svg, 72), png(&svg, 72), "{}", figure.name);
    }
}

#[test]
fn a_document_embeds_what_it_shows_of_its_fonts() {
    for (figure, sheet, svg) in drawn() {
        let bytes = pdf(&svg).expect("a document");
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("+Arimo"), "{}: no subset of the font is embedded", figure.name);
        let descriptors = text.matches("/Type /FontDescriptor").count();
        let files = ["/FontFile2", "/FontFile3"].iter().map(|key| text.matches(key).count());
        assert!(descriptors > 0, "{}", figure.name);
        assert_eq!(files.sum::<usize>(), descriptors, "{}: a font is not embedded", figure.name);
        assert!(bytes.len() < 200_000, "{}: {} bytes", figure.name, bytes.len());
        let width = sheet.width.points();
        let page = text.split("/MediaBox [0 0 ").nth(1).expect("a page");
        let found: f64 = page.split(' ').next().expect("a width").parse().expect("a number");
        assert!((found - width).abs() < 0.1, "{}: {found} points wide", figure.name);
    }
}

/// The assumptions of the layout, compared with the fonts themselves.
#[test]
fn nothing_reaches_beyond_its_sheet() {
    for (figure, _, svg) in drawn() {
        let tree = tree(&svg);
        let bounds = tree.root().abs_bounding_box();
        let (width, height) = (tree.size().width(), tree.size().height());
        let within = bounds.left() >= -0.5
            && bounds.top() >= -0.5
            && bounds.right() <= width + 0.5
            && bounds.bottom() <= height + 0.5;
        assert!(within, "{}: {bounds:?} of {width} x {height}", figure.name);
    }
}

#[test]
fn widths_are_those_of_the_font() {
    let words = ["gpt-4o", "llama-3-70b-instruct", "Ελληνικά", "ρ ≤ 0,05 – n₁₂", "Привет, ÄÖÜ"];
    for word in words {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='90'>\
             <text x='10' y='50' font-size='40' font-family='Arimo' font-kerning='none'>{word}</text></svg>"
        );
        let tree = tree(&svg);
        let expected = peirast_figure::text_width(word, 40.0);
        let found = f64::from(text_of(tree.root()).expect("a text").0);
        // Side bearings, and kerning where the layout ignores it.
        assert!((found - expected).abs() < 0.06 * expected, "{word}: {found} for {expected}");
    }
}

fn text_of(group: &Group) -> Option<(f32,)> {
    group.children().iter().find_map(|node| match node {
        Node::Text(text) => Some((text.bounding_box().width(),)),
        Node::Group(group) => text_of(group),
        _ => None,
    })
}

/// Variables of a style sheet must not turn the colours of the attributes into black.
#[test]
fn colours_are_those_of_the_attributes() {
    let figure = examples().remove(0);
    let tree = tree(&figure.svg(&Sheet::default()).expect("an example"));
    let mut colours = Vec::new();
    paints(tree.root(), &mut colours);
    assert!(
        colours.contains(&[0, 0x72, 0xb2]) && colours.contains(&[0xd5, 0x5e, 0]),
        "{colours:?}"
    );
    let mut pixels = Vec::new();
    png("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", 96)
        .expect("a picture")
        .as_slice()
        .read_to_end(&mut pixels)
        .expect("bytes");
    assert_eq!(size_of(&pixels), (9, 9));
}

fn paints(group: &Group, colours: &mut Vec<[u8; 3]>) {
    for node in group.children() {
        match node {
            Node::Group(group) => paints(group, colours),
            Node::Path(path) => {
                if let Some(resvg::usvg::Paint::Color(c)) = path.fill().map(|fill| fill.paint()) {
                    colours.push([c.red, c.green, c.blue]);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn what_is_no_figure_is_refused() {
    assert!(matches!(png("<p>", 72), Err(PrintError::NotSvg(_))));
    assert!(matches!(pdf(""), Err(PrintError::NotSvg(_))));
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='89mm' height='9mm'/>";
    let large = png(svg, 60_000);
    assert!(matches!(large, Err(PrintError::Size { .. })), "{large:?}");
    assert!(matches!(png(svg, 0), Err(PrintError::Size { .. })));
}
