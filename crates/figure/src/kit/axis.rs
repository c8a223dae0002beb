//! Axes with their numbers, lines and titles.

use super::canvas::{Anchor, Canvas, Type};
use super::palette::Ink;
use super::scale::{Scale, Unit};
use super::text::{self, SIZE};

/// Distance between the numbers of an axis, across and down, in points.
const GAP: (f64, f64) = (36.0, 18.0);
/// Height of the numbers and the title below.
const NUMBERS: f64 = 11.0;
const TITLE: f64 = 11.0;
/// Room that half a number takes beyond the end of an axis.
pub const OVERHANG: f64 = 9.0;
/// Room above an axis along the left side, for its title and half of its highest number.
pub const HEAD: f64 = 17.0;

/// An axis along the bottom, with lines up to `top`; moves the canvas below it.
pub fn bottom(
    canvas: &mut Canvas,
    scale: &Scale,
    (top, bottom): (f64, f64),
    unit: Unit,
    title: &str,
) {
    numbers(canvas, scale, (top, bottom), unit, true);
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

/// An axis along the bottom without a title, its lines up to `top`; 0 may be left out where it is the end
/// of another axis too.
pub fn numbers(
    canvas: &mut Canvas,
    scale: &Scale,
    (top, bottom): (f64, f64),
    unit: Unit,
    has_zero: bool,
) {
    for tick in level_ticks(scale, unit).into_iter().filter(|tick| has_zero || *tick != 0.0) {
        let x = scale.at(tick);
        canvas.line((x, top), (x, bottom), Ink::Grid, 0.5);
        let shown = unit.text(tick);
        canvas.text((x, bottom + 6.5), &shown, Type::small(Anchor::Middle), f64::INFINITY);
    }
    canvas.line((scale.from, bottom), (scale.to, bottom), Ink::Axis, 0.7);
}

/// The numbers of an axis: whole ones where it counts.
fn ticks(scale: &Scale, unit: Unit, gap: f64) -> impl Iterator<Item = f64> + use<> {
    let ticks = scale.ticks(gap).into_iter();
    ticks.filter(move |tick| unit != Unit::Count || tick.fract() == 0.0)
}

/// An axis with fewer numbers does not show its scale.
const LEAST_TICKS: usize = 3;

/// The numbers of an axis along the bottom: a short one has three at least, if they have room.
fn level_ticks(scale: &Scale, unit: Unit) -> Vec<f64> {
    let at = |gap: f64| ticks(scale, unit, gap).collect::<Vec<f64>>();
    let usual = at(GAP.0);
    if usual.len() >= LEAST_TICKS {
        return usual;
    }
    let dense = [18.0, 12.0, 8.0].map(at).into_iter().find(|own| own.len() >= LEAST_TICKS);
    let Some(dense) = dense else { return usual };
    let three = [0, dense.len() / 2, dense.len() - 1].map(|place| dense[place]);
    let is_even = dense.len() % 2 == 1;
    match (has_room(scale, unit, &dense), is_even && has_room(scale, unit, &three)) {
        (true, _) => dense,
        (false, true) => three.to_vec(),
        (false, false) => usual,
    }
}

/// True if no number touches the next one.
fn has_room(scale: &Scale, unit: Unit, ticks: &[f64]) -> bool {
    let half = |tick: f64| text::width(&unit.text(tick), SIZE) / 2.0;
    let is_free = |two: &[f64]| match two {
        [a, b] => (scale.at(*b) - scale.at(*a)).abs() >= half(*a) + half(*b) + 1.0,
        _ => true,
    };
    ticks.windows(2).all(is_free)
}

/// The room that an axis along the left side takes.
pub fn left_room(scale: &Scale, unit: Unit) -> f64 {
    let widths = ticks(scale, unit, GAP.1).map(|tick| text::width(&unit.text(tick), SIZE));
    widths.fold(0.0, f64::max) + 5.0
}

/// An axis along the left side, at `left`, with lines to `right`; its title is level, above it.
pub fn left(
    canvas: &mut Canvas,
    scale: &Scale,
    (left, right): (f64, f64),
    unit: Unit,
    title: &str,
) {
    for tick in ticks(scale, unit, GAP.1) {
        let y = scale.at(tick);
        canvas.line((left, y), (right, y), Ink::Grid, 0.5);
        let shown = unit.text(tick);
        canvas.text((left - 3.0, y), &shown, Type::small(Anchor::End), f64::INFINITY);
    }
    canvas.line((left, scale.from), (left, scale.to), Ink::Axis, 0.7);
    if !title.is_empty() {
        let place = (canvas.left(), scale.from.min(scale.to) - HEAD + 5.5);
        canvas.text(place, title, Type::label(Anchor::Start), f64::INFINITY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_axis_has_three_numbers() {
        for reach in [0.04, 0.07, 0.11, 0.19, 0.21, 0.3, 0.49, 0.51, 0.7, 1.0] {
            let scale = Scale::linear((-reach, reach), (0.0, 48.0));
            let shown = level_ticks(&scale, Unit::Share);
            assert!(shown.len() >= LEAST_TICKS && shown.contains(&0.0), "{reach}: {shown:?}");
            assert!(has_room(&scale, Unit::Share, &shown), "{reach}: {shown:?}");
        }
        let tiny = Scale::linear((-1.0, 1.0), (0.0, 10.0));
        assert_eq!(level_ticks(&tiny, Unit::Share), [0.0]);
    }
}
