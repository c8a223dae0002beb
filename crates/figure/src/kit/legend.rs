//! Legends: the meaning of each mark.

use super::canvas::{Anchor, Canvas, Paint, Type};
use super::mark::{RADIUS, bar, mark};
use super::palette::Ink;
use super::text::{self, SIZE};

/// The mark before the words of an entry.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// A bar of a series.
    Bar(usize),
    /// A mark of a series.
    Mark(usize),
    /// A hollow mark of a series.
    Hollow(usize),
    /// A line of a series, with its mark.
    Line(usize),
    /// A ring of no series.
    Ring,
    /// A dashed line of no series.
    Dashed,
    /// These characters.
    Sign(&'static str),
    /// A band and an upright stroke.
    Reference,
    /// Nothing: the words speak for themselves.
    Words,
}

const KEY: f64 = 12.0;
const GAP: f64 = 9.0;
const HEIGHT: f64 = 11.5;

/// A mark for each of these names.
pub fn marks(names: &[String]) -> Vec<(Key, String)> {
    names.iter().enumerate().map(|(at, name)| (Key::Mark(at), name.clone())).collect()
}

/// The entries in as many lines as they need; moves the canvas below them.
pub fn legend(canvas: &mut Canvas, entries: &[(Key, String)]) {
    let (left, right) = (canvas.left(), canvas.right());
    let mut x = left;
    for (key, words) in entries {
        let start = if matches!(key, Key::Words) { 0.0 } else { KEY };
        let room = right - left - start;
        // Words that are wider than the figure go on in further lines.
        let lines = text::lines(words, room, |line| text::width(line, SIZE));
        let widths = lines.iter().map(|line| text::width(line, SIZE));
        let width = widths.fold(0.0, f64::max);
        if x > left && x + start + width > right {
            x = left;
            canvas.y += HEIGHT;
        }
        for (at, line) in lines.iter().enumerate() {
            canvas.y += if at > 0 { HEIGHT } else { 0.0 };
            let y = canvas.y + HEIGHT / 2.0;
            if at == 0 {
                drawn(canvas, *key, (x, y));
            }
            canvas.text((x + start, y), line, Type::label(Anchor::Start), room);
        }
        x += start + width + GAP;
    }
    if !entries.is_empty() {
        canvas.y += HEIGHT + 3.0;
    }
}

fn drawn(canvas: &mut Canvas, key: Key, (x, y): (f64, f64)) {
    let middle = (x + 4.5, y);
    match key {
        Key::Bar(series) => bar(canvas, [x, y - 3.0, 9.0, 6.0], series),
        Key::Mark(series) => mark(canvas, series, middle, RADIUS, true),
        Key::Hollow(series) => mark(canvas, series, middle, RADIUS, false),
        Key::Line(series) => {
            canvas.line((x, y), (x + 9.0, y), Ink::Series(series), 1.2);
            mark(canvas, series, middle, RADIUS * 0.8, true);
        }
        Key::Ring => canvas.circle(middle, RADIUS * 1.4, Paint::stroke(Ink::Text, 0.9)),
        Key::Dashed => {
            let points = [(x, y), (x + 9.0, y)];
            canvas.path(&points, false, Paint::stroke(Ink::Axis, 0.9), "3 2");
        }
        Key::Sign(sign) => canvas.text(middle, sign, Type::label(Anchor::Middle), KEY),
        Key::Reference => {
            canvas.rect([x, y - 3.5, 9.0, 7.0], Paint::fill(Ink::Grid));
            canvas.line((x + 4.5, y - 4.0), (x + 4.5, y + 4.0), Ink::Text, 1.2);
        }
        Key::Words => {}
    }
}
