//! Marks: each series has a shape and a pattern of its own as well as a colour.

use super::canvas::{Canvas, Paint};
use super::hatch::{Direction, hatch};
use super::palette::Ink;
use crate::Estimate;
use crate::kit::scale::Scale;
use std::f64::consts::{PI, TAU};

/// The number of series that have a shape of their own.
pub const SHAPES: usize = 7;
/// The usual half width of a mark, in points.
pub const RADIUS: f64 = 2.4;

/// The mark of a series, filled or hollow.
pub fn mark(canvas: &mut Canvas, series: usize, (x, y): (f64, f64), radius: f64, is_filled: bool) {
    let ink = Ink::Series(series);
    let fill = if is_filled { ink } else { Ink::Paper };
    let paint = Paint { fill: Some(fill), stroke: Some((ink, 0.8)) };
    // Each shape is given about the area of the circle.
    let polygon = match series % SHAPES {
        0 => return canvas.circle((x, y), radius, paint),
        1 => star(4, radius * 1.25, 1.0, PI / 4.0),
        2 => star(4, radius * 1.3, 1.0, 0.0),
        3 => star(3, radius * 1.4, 1.0, 0.0),
        4 => star(3, radius * 1.4, 1.0, PI),
        5 => star(5, radius * 1.15, 1.0, 0.0),
        _ => star(5, radius * 1.6, 0.45, 0.0),
    };
    let points: Vec<(f64, f64)> = polygon.into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    canvas.path(&points, true, paint, "");
}

/// The corners of a star, or of a polygon where its inner corners are as far out as the outer ones.
fn star(corners: usize, radius: f64, inner: f64, turn: f64) -> Vec<(f64, f64)> {
    let steps = if inner < 1.0 { 2 * corners } else { corners };
    let corner = |step: usize| {
        let angle = turn + TAU * step as f64 / steps as f64;
        let reach = if inner < 1.0 && step % 2 == 1 { radius * inner } else { radius };
        (reach * angle.sin(), -reach * angle.cos())
    };
    (0..steps).map(corner).collect()
}

/// A bar of a series, with its pattern.
pub fn bar(canvas: &mut Canvas, area: [f64; 4], series: usize) {
    let ink = Ink::Series(series);
    canvas.rect(area, Paint { fill: Some(ink), stroke: Some((ink, 0.4)) });
    let directions: &[Direction] = match series % 5 {
        0 => &[],
        1 => &[Direction::Rising],
        2 => &[Direction::Falling],
        3 => &[Direction::Level],
        _ => &[Direction::Rising, Direction::Falling],
    };
    let [x, y, width, height] = area;
    for direction in directions {
        for (from, to) in hatch([x, y, width, height], *direction, 2.6) {
            canvas.line(from, to, Ink::Paper, 0.7);
        }
    }
}

/// The interval of an estimate along a row, with an arrow at an end that lies beyond the scale.
pub fn whisker(canvas: &mut Canvas, scale: &Scale, y: f64, estimate: &Estimate, ink: Ink) {
    let Some((low, high)) = estimate.interval else { return };
    let (from, to) = (scale.at(low), scale.at(high));
    canvas.line((from, y), (to, y), ink, 0.9);
    for (end, place, inwards) in [(low, from, 3.0), (high, to, -3.0)] {
        if scale.holds(end) {
            canvas.line((place, y - 1.6), (place, y + 1.6), ink, 0.9);
        } else {
            let tip = [(place + inwards, y - 2.0), (place, y), (place + inwards, y + 2.0)];
            canvas.path(&tip, false, Paint::stroke(ink, 0.9), "");
        }
    }
}

/// The same upright.
pub fn upright_whisker(canvas: &mut Canvas, scale: &Scale, x: f64, estimate: &Estimate, ink: Ink) {
    let Some((low, high)) = estimate.interval else { return };
    canvas.line((x, scale.at(low)), (x, scale.at(high)), ink, 0.7);
}
