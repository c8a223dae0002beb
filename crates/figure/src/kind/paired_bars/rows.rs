//! The same counts as level bars in rows, for a sheet so narrow that upright names would be hard to read.

use super::{PairedBars, pair_title, shown};
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::mark::bar;
use crate::kit::rows::{Row, Rows};
use crate::kit::scale::{Scale, Unit};
use crate::kit::text::{self, SIZE};

/// Height of a bar, and from the middle of one to that of the next, in points.
const BAR: f64 = 6.0;
const PITCH: f64 = 8.0;
/// Height of a row: two bars, and the room between rows.
const HEIGHT: f64 = 2.0 * PITCH + 4.0;
/// Room between a bar and its count, and between a count and a star.
const GAP: f64 = 3.0;

/// Draws a row for each method, under the name of its subject.
pub(super) fn drawn(canvas: &mut Canvas, of: &PairedBars) {
    let pairs: Vec<_> = of.bars().collect();
    let row = |subject: &str, method: &str| Row {
        group: subject.to_owned(),
        name: method.to_owned(),
        height: HEIGHT,
        ..Row::default()
    };
    let in_panels = of
        .panels
        .iter()
        .flat_map(|panel| panel.bars.iter().map(move |bar| row(&panel.subject, &bar.method)));
    let rows: Vec<Row> = in_panels.collect();
    let places = Rows::lay(canvas, &rows);
    let counts = || pairs.iter().flat_map(|pair| [pair.n12, pair.n21]);
    let widest = counts().map(|count| text::width(&shown(count), SIZE)).fold(0.0, f64::max);
    let star = text::width("*", SIZE) + GAP;
    // The count of the longest bar, and a star, have room to its right.
    let right = (places.right - widest - GAP - star).max(places.left + 1.0);
    let ceiling = counts().max().unwrap_or(0).max(1) as f64;
    let scale = Scale::linear((0.0, ceiling), (places.left, right));
    places.frame(canvas, &rows, &scale, Unit::Count, super::PAIRS);
    for (pair, middle) in pairs.iter().zip(&places.middles) {
        canvas.titled(&pair_title(pair), |canvas| {
            let mut end: f64 = places.left;
            for (series, count) in [pair.n12, pair.n21].into_iter().enumerate() {
                let y = middle + (series as f64 - 0.5) * PITCH;
                let to = scale.at(count as f64);
                bar(canvas, [places.left, y - BAR / 2.0, to - places.left, BAR], series);
                let count = shown(count);
                let kind = Type::label(Anchor::Start);
                canvas.text((to + GAP, y), &count, kind, f64::INFINITY);
                end = end.max(to + GAP + text::width(&count, SIZE));
            }
            if pair.is_rejected {
                let place = (end + GAP, *middle);
                canvas.text(place, "*", Type::label(Anchor::Start), f64::INFINITY);
            }
        });
    }
}
