//! Axes with their numbers, lines and titles.

use super::canvas::{Anchor, Canvas, Type};
use super::palette::Ink;
use super::scale::{Scale, Unit};
use super::text::{self, SMALL};

/// Distance between the numbers of an axis, across and down, in points.
const GAP: (f64, f64) = (30.0, 18.0);
/// Height of the numbers and the title below.
const NUMBERS: f64 = 9.0;
const TITLE: f64 = 10.0;
/// Room that half a number takes beyond the end of an axis.
pub const OVERHANG: f64 = 9.0;

/// An axis along the bottom, with lines up to `top`; moves the canvas below it.
pub fn bottom(
    canvas: &mut Canvas,
    scale: &Scale,
    (top, bottom): (f64, f64),
    unit: Unit,
    title: &str,
) {
    for tick in scale.ticks(GAP.0) {
        let x = scale.at(tick);
        canvas.line((x, top), (x, bottom), Ink::Grid, 0.5);
        let shown = unit.text(tick);
        canvas.text((x, bottom + 6.0), &shown, Type::small(Anchor::Middle), f64::INFINITY);
    }
    canvas.line((scale.from, bottom), (scale.to, bottom), Ink::Axis, 0.7);
    let middle = f64::midpoint(scale.from, scale.to);
    // A title may reach as far as the nearer edge of the sheet on both sides.
    let room = 2.0 * (middle - canvas.left()).min(canvas.right() - middle);
    canvas.y = bottom + NUMBERS;
    if !title.is_empty() {
        let place = (middle, bottom + NUMBERS + 6.0);
        canvas.text(place, title, Type::label(Anchor::Middle), room);
        canvas.y += TITLE + 2.0;
    }
}

/// The room that an axis along the left side takes.
pub fn left_room(scale: &Scale, unit: Unit) -> f64 {
    let widths = scale.ticks(GAP.1).into_iter().map(|tick| text::width(&unit.text(tick), SMALL));
    widths.fold(0.0, f64::max) + TITLE + 5.0
}

/// An axis along the left side, at `left`, with lines to `right`.
pub fn left(
    canvas: &mut Canvas,
    scale: &Scale,
    (left, right): (f64, f64),
    unit: Unit,
    title: &str,
) {
    let mut widest: f64 = 0.0;
    for tick in scale.ticks(GAP.1) {
        let y = scale.at(tick);
        canvas.line((left, y), (right, y), Ink::Grid, 0.5);
        let shown = unit.text(tick);
        widest = widest.max(text::width(&shown, SMALL));
        canvas.text((left - 3.0, y), &shown, Type::small(Anchor::End), f64::INFINITY);
    }
    canvas.line((left, scale.from), (left, scale.to), Ink::Axis, 0.7);
    let place = (left - widest - 4.0 - TITLE / 2.0, f64::midpoint(scale.from, scale.to));
    let room = (scale.to - scale.from).abs();
    canvas.text(place, title, Type::label(Anchor::Middle).upright(), room);
}
