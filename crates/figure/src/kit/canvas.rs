//! The sheet as it is drawn upon: SVG elements with places in points, every text escaped.

use super::palette::{Ink, style_sheet};
use super::text::{self, SIZE};
use crate::FigureError;
use std::fmt::Write as _;

/// The typefaces, all of the same widths.
const FAMILY: &str = "Arimo, Liberation Sans, Arial, Helvetica, sans-serif";
/// White space around everything, in points.
pub const MARGIN: f64 = 4.0;

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Size, anchor, ink and direction of a text.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    pub size: f64,
    pub anchor: Anchor,
    pub ink: Ink,
    /// Turned to be read from below.
    pub is_upright: bool,
}

impl Type {
    /// A label of the usual size.
    pub fn label(anchor: Anchor) -> Self {
        Self { size: SIZE, anchor, ink: Ink::Text, is_upright: false }
    }

    /// A number of an axis, or a remark.
    pub fn small(anchor: Anchor) -> Self {
        Self { ink: Ink::Muted, ..Self::label(anchor) }
    }

    /// A title.
    pub fn title() -> Self {
        Self { size: text::TITLE, ..Self::label(Anchor::Start) }
    }

    pub fn upright(self) -> Self {
        Self { is_upright: true, ..self }
    }

    pub fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }
}

/// Fill and outline of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    pub fill: Option<Ink>,
    pub stroke: Option<(Ink, f64)>,
}

impl Paint {
    pub fn fill(ink: Ink) -> Self {
        Self { fill: Some(ink), stroke: None }
    }

    pub fn stroke(ink: Ink, width: f64) -> Self {
        Self { fill: None, stroke: Some((ink, width)) }
    }
}

/// A sheet of a certain width; it grows downwards.
#[derive(Debug)]
pub struct Canvas {
    /// Width, in points.
    pub width: f64,
    /// Down to where something is drawn, in points.
    pub y: f64,
    /// True if a mark is not quite at its place, because another one is there.
    pub has_moved_marks: bool,
    /// True if marks at one place are of several sizes, so that each is seen.
    pub has_rings: bool,
    /// True if an interval is not quite at its mark, because another one is there.
    pub has_moved_intervals: bool,
    body: String,
    is_broken: bool,
}

impl Canvas {
    pub fn new(width: f64) -> Self {
        Self {
            width,
            y: MARGIN,
            has_moved_marks: false,
            has_rings: false,
            has_moved_intervals: false,
            body: String::new(),
            is_broken: false,
        }
    }

    /// The leftmost place to draw at.
    pub fn left(&self) -> f64 {
        MARGIN
    }

    /// The rightmost place to draw at.
    pub fn right(&self) -> f64 {
        self.width - MARGIN
    }

    fn number(&mut self, value: f64) -> String {
        if !value.is_finite() {
            self.is_broken = true;
            return "0".to_owned();
        }
        let rounded = (value * 100.0).round() / 100.0;
        // There is no minus zero on a sheet.
        format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
    }

    fn element(&mut self, name: &str, places: &[(&str, f64)], paint: Paint, rest: &str) {
        let _ = write!(self.body, "<{name}");
        for (attribute, value) in places {
            let value = self.number(*value);
            let _ = write!(self.body, " {attribute}=\"{value}\"");
        }
        self.paint(paint);
        let _ = writeln!(self.body, "{rest}/>");
    }

    fn paint(&mut self, paint: Paint) {
        let mut classes = Vec::new();
        let fill = paint.fill.map_or("none".to_owned(), Ink::colour);
        let _ = write!(self.body, " fill=\"{fill}\"");
        classes.extend(paint.fill.and_then(Ink::name).map(|name| format!("pf-f-{name}")));
        if let Some((ink, width)) = paint.stroke {
            let width = self.number(width);
            let _ = write!(self.body, " stroke=\"{}\" stroke-width=\"{width}\"", ink.colour());
            classes.extend(ink.name().map(|name| format!("pf-s-{name}")));
        }
        if !classes.is_empty() {
            let _ = write!(self.body, " class=\"{}\"", classes.join(" "));
        }
    }

    pub fn rect(&mut self, [x, y, width, height]: [f64; 4], paint: Paint) {
        let places = [("x", x), ("y", y), ("width", width.max(0.0)), ("height", height.max(0.0))];
        self.element("rect", &places, paint, "");
    }

    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, paint: Paint) {
        self.element("circle", &[("cx", x), ("cy", y), ("r", radius.max(0.0))], paint, "");
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink, width: f64) {
        self.stroked(from, to, ink, width, "");
    }

    pub fn dashed(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink, width: f64) {
        self.stroked(from, to, ink, width, " stroke-dasharray=\"3 2\"");
    }

    fn stroked(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink, width: f64, rest: &str) {
        let places = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        self.element("line", &places, Paint::stroke(ink, width), rest);
    }

    /// A line through points, closed or not, dashed or not.
    pub fn path(&mut self, points: &[(f64, f64)], is_closed: bool, paint: Paint, dashes: &str) {
        let mut d = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let (x, y) = (self.number(*x), self.number(*y));
            let _ = write!(d, "{}{x} {y}", if at == 0 { "M" } else { "L" });
        }
        let close = if is_closed { "Z" } else { "" };
        let _ = write!(self.body, "<path d=\"{d}{close}\"");
        self.paint(paint);
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let _ = writeln!(self.body, " stroke-linejoin=\"round\"{dashes}/>");
    }

    /// The room that a text has before it meets an edge of the sheet.
    fn room(&self, (x, y): (f64, f64), kind: Type) -> f64 {
        let (before, after) = match kind.is_upright {
            // Upright text runs up; downwards the sheet grows.
            true => (f64::INFINITY, y - MARGIN / 2.0),
            false => (x - MARGIN / 2.0, self.width - MARGIN / 2.0 - x),
        };
        match kind.anchor {
            Anchor::Start => after,
            Anchor::Middle => 2.0 * before.min(after),
            Anchor::End => before,
        }
    }

    /// A text whose middle line is at `y`; if it is upright, at `x`. A text wider than `room` is
    /// shortened, and its title has the whole.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str, kind: Type, room: f64) {
        let shown = text::shorten(text, kind.size, room.min(self.room((x, y), kind)));
        let whole = text::clean(text);
        // The middle of capitals and digits is a third of the size above the baseline.
        let drop = 0.35 * kind.size;
        let (x, y) = if kind.is_upright { (x + drop, y) } else { (x, y + drop) };
        let (x, y) = (self.number(x), self.number(y));
        let anchor = match kind.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = write!(self.body, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor}", kind.size);
        // If none of the typefaces is installed, the text of another one is compressed to the
        // measured width.
        if let Some(width) = text::known_width(&shown, kind.size) {
            let width = self.number(width);
            let _ = write!(self.body, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
        }
        self.paint(Paint::fill(kind.ink));
        if kind.is_upright {
            let _ = write!(self.body, " transform=\"rotate(-90 {x} {y})\"");
        }
        let _ = write!(self.body, ">");
        if shown != whole {
            let _ = write!(self.body, "<title>{}</title>", text::escape(&whole));
        }
        let _ = writeln!(self.body, "{}</text>", text::escape(&shown));
    }

    /// Everything that `draw` draws, with a title that says what it is.
    pub fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        let title = text::escape(&text::clean(title));
        let _ = writeln!(self.body, "<g><title>{title}</title>");
        draw(self);
        let _ = writeln!(self.body, "</g>");
    }

    /// Lines of text from `y` downwards; moves `y` below them.
    pub fn paragraph(&mut self, text: &str, kind: Type) {
        let room = self.right() - self.left();
        let measure = |t: &str| text::width(t, kind.size);
        for line in text::lines(text, room, measure) {
            let height = kind.size * text::LEADING;
            self.text((self.left(), self.y + height / 2.0), &line, kind, f64::INFINITY);
            self.y += height;
        }
    }

    /// The document, with a title and a description for those who do not see it.
    pub fn finish(self, title: &str, description: &str) -> Result<String, FigureError> {
        self.document(title, description, &format!("<style>{}</style>\n", style_sheet()))
    }

    /// The same without the style sheet, which the page has.
    pub fn finish_inline(self, title: &str, description: &str) -> Result<String, FigureError> {
        self.document(title, description, "")
    }

    fn document(self, title: &str, description: &str, style: &str) -> Result<String, FigureError> {
        let height = self.y + MARGIN;
        if self.is_broken || !height.is_finite() {
            return Err(FigureError::Place);
        }
        let millimetres = |points: f64| (points * 25.4 / 72.0 * 100.0).round() / 100.0;
        let (width, height) = (round(self.width), round(height));
        let paper = Ink::Paper.colour();
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}mm\" height=\"{}mm\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n{style}\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\" class=\"pf-f-paper\"/>\n{}</svg>\n",
            millimetres(width),
            millimetres(height),
            text::escape(&text::clean(title)),
            text::escape(&described(description)),
            self.body,
        ))
    }
}

fn round(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// A description is ours but for the names in it; it may be longer than a name.
fn described(description: &str) -> String {
    let words: Vec<String> = description.split_whitespace().map(text::clean).collect();
    words.join(" ")
}
