//! A plane of two numbers: points with intervals, a line through them.

use super::axis::{self, OVERHANG};
use super::canvas::{Anchor, Canvas, Type};
use super::mark::{RADIUS, mark, upright_whisker, whisker};
use super::palette::Ink;
use super::scale::{Scale, Unit, around};
use super::text::{self, SIZE};
use crate::error::{finite, some};
use crate::{Estimate, FigureError};

/// One point: a model, mostly.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Across.
    pub x: Estimate,
    /// Upwards.
    pub y: Estimate,
}

/// What an axis shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Its title.
    pub title: String,
    /// What its numbers are.
    pub unit: Unit,
}

impl Axis {
    /// An axis of plain numbers.
    pub fn of_numbers(title: impl Into<String>) -> Self {
        Self { title: title.into(), unit: Unit::Number }
    }

    /// An axis of shares, from 0 to 1, shown in percent.
    pub fn of_shares(title: impl Into<String>) -> Self {
        Self { title: title.into(), unit: Unit::Share }
    }
}

/// A straight line: y = intercept + slope * x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its height at 0.
    pub intercept: f64,
    /// How steep it is.
    pub slope: f64,
}

/// Most points that have numbers and names.
const NAMED: usize = 60;
const MOST: usize = 2000;

/// What a plane shows.
pub struct Plane<'a> {
    pub points: &'a [Point],
    pub x: Axis,
    pub y: Axis,
    /// Where there is one.
    pub line: Option<Line>,
    /// Whether both axes have the ends of both, with the diagonal between them.
    pub is_square: bool,
}

impl Plane<'_> {
    /// Whether it can be drawn.
    pub fn check(&self) -> Result<(), FigureError> {
        some("points", self.points.len(), MOST)?;
        for point in self.points {
            for (axis, estimate) in [(&self.x, point.x), (&self.y, point.y)] {
                match axis.unit {
                    Unit::Share => estimate.are_shares("a share", &point.name)?,
                    Unit::Number => estimate.are_finite("a number", &point.name)?,
                }
            }
        }
        let Some(line) = self.line else { return Ok(()) };
        finite("the intercept", "the line", line.intercept)?;
        finite("the slope", "the line", line.slope)
    }

    /// Draws it where the canvas is, and moves the canvas below.
    pub fn draw(&self, canvas: &mut Canvas) {
        let (across, upwards) = self.ends();
        let (top, whole) = (canvas.y + 3.0, canvas.right() - canvas.left());
        let height = (0.72 * whole).min(240.0);
        let y = Scale::linear(upwards, (top + height, top));
        let left = canvas.left() + axis::left_room(&y, self.y.unit);
        let right = canvas.right() - OVERHANG;
        let right = if self.is_square { right.min(left + height) } else { right };
        let x = Scale::linear(across, (left, right));
        axis::left(canvas, &y, (left, right), self.y.unit, &self.y.title);
        axis::bottom(canvas, &x, (top, top + height), self.x.unit, &self.x.title);
        self.lines(canvas, &x, &y);
        for (at, point) in self.points.iter().enumerate() {
            self.point(canvas, (&x, &y), at, point);
        }
        self.names(canvas);
    }

    fn ends(&self) -> ((f64, f64), (f64, f64)) {
        let ends = |axis: &Axis, numbers: &mut dyn Iterator<Item = f64>| match axis.unit {
            Unit::Share => (0.0, 1.0),
            Unit::Number => around(numbers),
        };
        let across = ends(&self.x, &mut self.points.iter().flat_map(|p| p.x.numbers()));
        let upwards = ends(&self.y, &mut self.points.iter().flat_map(|p| p.y.numbers()));
        match self.is_square {
            true => {
                let both = (across.0.min(upwards.0), across.1.max(upwards.1));
                (both, both)
            }
            false => (across, upwards),
        }
    }

    fn lines(&self, canvas: &mut Canvas, x: &Scale, y: &Scale) {
        if self.is_square {
            canvas.dashed((x.from, y.from), (x.to, y.to), Ink::Axis, 0.7);
        }
        let Some(Line { intercept, slope }) = self.line else { return };
        let at = |x: f64| intercept + slope * x;
        // The part of the line that is within both scales.
        let crossing = [y.low(), y.high()].map(|y| (y - intercept) / slope);
        let mut ends: Vec<f64> = [x.low(), x.high()].into_iter().chain(crossing).collect();
        ends.retain(|end| end.is_finite() && x.holds(*end) && is_near(y, at(*end)));
        let first = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let last = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if first < last {
            let place = |value: f64| (x.at(value), y.at(at(value)));
            canvas.line(place(first), place(last), Ink::Axis, 1.0);
        }
    }

    fn point(&self, canvas: &mut Canvas, (x, y): (&Scale, &Scale), at: usize, point: &Point) {
        let place = (x.at(point.x.value), y.at(point.y.value));
        let words = |axis: &Axis, estimate: Estimate| {
            format!("{} {}", axis.title, axis.unit.text(estimate.value))
        };
        let (across, upwards) = (words(&self.x, point.x), words(&self.y, point.y));
        let title = format!("{}: {across}, {upwards}", text::clean(&point.name));
        let is_named = self.points.len() <= NAMED;
        canvas.titled(&title, |canvas| {
            whisker(canvas, x, place.1, &point.x, Ink::Series(at));
            upright_whisker(canvas, y, place.0, &point.y, Ink::Series(at));
            mark(canvas, at, place, RADIUS, true);
            if is_named {
                // Towards the inside where the edge is near.
                let (dx, anchor) = match place.0 + 14.0 > x.to {
                    true => (-4.0, Anchor::End),
                    false => (4.0, Anchor::Start),
                };
                let number = (at + 1).to_string();
                let beside = (place.0 + dx, (place.1 - 4.0).max(y.to + 2.0));
                canvas.text(beside, &number, Type::small(anchor).ink(Ink::Text), 20.0);
            }
        });
    }

    /// The names below, by their numbers, in columns.
    fn names(&self, canvas: &mut Canvas) {
        if self.points.len() > NAMED {
            return;
        }
        let whole = canvas.right() - canvas.left();
        let label = |at: usize, point: &Point| format!("{} {}", at + 1, text::clean(&point.name));
        let width = |(at, point): (usize, &Point)| text::width(&label(at, point), SIZE);
        let widest = self.points.iter().enumerate().map(width).fold(0.0, f64::max);
        let columns = (whole / (widest + 20.0)).floor().clamp(1.0, 5.0) as usize;
        let room = whole / columns as f64;
        canvas.y += 3.0;
        for (row, points) in self.points.chunks(columns).enumerate() {
            for (column, point) in points.iter().enumerate() {
                let at = row * columns + column;
                let x = canvas.left() + column as f64 * room;
                let y = canvas.y + 5.0;
                mark(canvas, at, (x + 4.0, y), RADIUS, true);
                canvas.text(
                    (x + 10.0, y),
                    &label(at, point),
                    Type::label(Anchor::Start),
                    room - 14.0,
                );
            }
            canvas.y += 10.0;
        }
    }
}

/// Whether a number is within a scale, or next to it by rounding.
fn is_near(scale: &Scale, value: f64) -> bool {
    let slack = 1e-9 * (scale.high() - scale.low());
    (scale.low() - slack..=scale.high() + slack).contains(&value)
}

/// A remark in the corner, in words of ours.
pub fn remark(canvas: &mut Canvas, words: &str) {
    if !words.is_empty() {
        let kind = Type::small(Anchor::Start);
        canvas.paragraph(words, kind);
        canvas.y += 2.0;
    }
}
