//! A plane of two numbers: points with intervals, a line through them.

use super::axis::{self, HEAD, OVERHANG};
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

/// The title and the numbers of an axis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Its title.
    pub title: String,
    /// The kind of its numbers.
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
    /// Its slope.
    pub slope: f64,
}

/// Most points that have numbers and names.
const NAMED: usize = 60;
const MOST: usize = 2000;

/// Points on two axes.
pub struct Plane<'a> {
    pub points: &'a [Point],
    pub x: Axis,
    pub y: Axis,
    /// The line, if there is one.
    pub line: Option<Line>,
    /// True if both axes have the same ends, with the diagonal between them.
    pub is_square: bool,
}

impl Plane<'_> {
    /// Checks that the plane can be drawn.
    pub fn check(&self) -> Result<(), FigureError> {
        some("points", self.points.len(), MOST)?;
        for point in self.points {
            for (axis, estimate) in [(&self.x, point.x), (&self.y, point.y)] {
                match axis.unit {
                    Unit::Share => estimate.are_shares("a share", &point.name)?,
                    Unit::Number | Unit::Count => estimate.are_finite("a number", &point.name)?,
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
        let (top, whole) = (canvas.y + HEAD, canvas.right() - canvas.left());
        let height = (0.72 * whole).min(240.0);
        let y = Scale::linear(upwards, (top + height, top));
        let left = canvas.left() + axis::left_room(&y, self.y.unit);
        let right = canvas.right() - OVERHANG;
        let right = if self.is_square { right.min(left + height) } else { right };
        let x = Scale::linear(across, (left, right));
        axis::left(canvas, &y, (left, right), self.y.unit, &self.y.title);
        axis::bottom(canvas, &x, (top, top + height), self.x.unit, &self.x.title);
        self.lines(canvas, &x, &y);
        let places = self.places(canvas, &x, &y);
        for (at, (point, place)) in self.points.iter().zip(&places).enumerate() {
            self.point(canvas, (&x, &y), at, (point, *place));
        }
        if self.points.len() <= NAMED {
            let extents: Vec<(f64, f64)> =
                self.points.iter().map(|point| extent(&point.y, &y)).collect();
            numbers(canvas, &places, &extents, (&x, &y));
            self.names(canvas, right, top);
        }
    }

    /// The places of the marks; marks that would hide each other, and intervals that would lie on each
    /// other, are side by side, which the canvas records.
    fn places(&self, canvas: &mut Canvas, x: &Scale, y: &Scale) -> Vec<(f64, f64)> {
        let mut places: Vec<(f64, f64)> = Vec::new();
        for point in self.points {
            let own = (x.at(point.x.value), y.at(point.y.value));
            let (top, bottom) = extent(&point.y, y);
            let is_inside = |place: &(f64, f64)| (x.from..=x.to).contains(&place.0);
            let is_near =
                |place: &(f64, f64), other: &(f64, f64)| (other.0 - place.0).abs() < BESIDE - 1e-6;
            let hides_none = |place: &(f64, f64)| {
                let hides = |other: &(f64, f64)| {
                    is_near(place, other) && (other.1 - place.1).abs() < BESIDE
                };
                is_inside(place) && !places.iter().any(hides)
            };
            let is_free = |place: &(f64, f64)| {
                let lies_on = |(other, point): (&(f64, f64), &Point)| {
                    let (other_top, other_bottom) = extent(&point.y, y);
                    is_near(place, other) && other_top < bottom && top < other_bottom
                };
                is_inside(place) && !places.iter().zip(self.points).any(lies_on)
            };
            let tried = |most: usize| {
                let steps = (1..=most).flat_map(|step| [1.0, -1.0].map(|side| side * step as f64));
                let steps = [0.0].into_iter().chain(steps);
                steps.map(move |step| (own.0 + step * BESIDE, own.1))
            };
            let place = match self.points.len() <= NAMED {
                // Intervals give way by a few steps only, marks by as many as they need.
                true => {
                    let free = tried(MOST_STEPS).find(is_free);
                    free.or_else(|| tried(NAMED).find(hides_none)).unwrap_or(own)
                }
                false => own,
            };
            canvas.has_moved_marks |= place != own;
            places.push(place);
        }
        places
    }

    fn ends(&self) -> ((f64, f64), (f64, f64)) {
        let ends = |axis: &Axis, numbers: &mut dyn Iterator<Item = f64>| match axis.unit {
            Unit::Share => (0.0, 1.0),
            Unit::Number | Unit::Count => around(numbers),
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
        // The part of the line over the data that is within the upright scale.
        let crossing = [y.low(), y.high()].map(|y| (y - intercept) / slope);
        let data = || self.points.iter().map(|point| point.x.value);
        let (from, to) =
            (data().fold(f64::INFINITY, f64::min), data().fold(f64::NEG_INFINITY, f64::max));
        let mut ends: Vec<f64> = [from, to].into_iter().chain(crossing).collect();
        ends.retain(|end| (from..=to).contains(end) && is_near(y, at(*end)));
        let first = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let last = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if first < last {
            let place = |value: f64| (x.at(value), y.at(at(value)));
            canvas.line(place(first), place(last), Ink::Axis, 1.0);
        }
    }

    fn point(
        &self,
        canvas: &mut Canvas,
        (x, y): (&Scale, &Scale),
        at: usize,
        (point, place): (&Point, (f64, f64)),
    ) {
        let words = |axis: &Axis, estimate: Estimate| {
            format!("{} {}", axis.title, axis.unit.text(estimate.value))
        };
        let (across, upwards) = (words(&self.x, point.x), words(&self.y, point.y));
        let title = format!("{}: {across}, {upwards}", text::clean(&point.name));
        canvas.titled(&title, |canvas| {
            whisker(canvas, x, place.1, &point.x, Ink::Series(at));
            upright_whisker(canvas, y, place.0, &point.y, Ink::Series(at));
            mark(canvas, at, place, RADIUS, true);
        });
    }

    /// The names by their numbers: next to the plane if there is room, else below it in columns.
    fn names(&self, canvas: &mut Canvas, right: f64, top: f64) {
        let label =
            |(at, point): (usize, &Point)| format!("{} {}", at + 1, text::clean(&point.name));
        let labels: Vec<String> = self.points.iter().enumerate().map(label).collect();
        let widest = labels.iter().map(|label| text::width(label, SIZE)).fold(0.0, f64::max);
        let beside = right + 2.0 * OVERHANG;
        let is_beside = widest + 12.0 <= canvas.right() - beside
            && LINE * labels.len() as f64 <= canvas.y - top - 20.0;
        let (left, columns) = match is_beside {
            true => (beside, 1),
            false => {
                let whole = canvas.right() - canvas.left();
                (canvas.left(), (whole / (widest + 20.0)).floor().clamp(1.0, 5.0) as usize)
            }
        };
        let room = (canvas.right() - left) / columns as f64;
        let first = if is_beside { top } else { canvas.y + 3.0 };
        for (at, label) in labels.iter().enumerate() {
            let x = left + (at % columns) as f64 * room;
            let y = first + (at / columns) as f64 * LINE + 5.5;
            mark(canvas, at, (x + 4.0, y), RADIUS, true);
            canvas.text((x + 10.0, y), label, Type::label(Anchor::Start), room - 14.0);
        }
        if !is_beside {
            canvas.y = first + LINE * labels.len().div_ceil(columns) as f64;
        }
    }
}

/// Height of a line of names.
const LINE: f64 = 11.5;
/// The distance of two marks side by side, in points.
const BESIDE: f64 = 6.0;
/// The most steps of that distance by which a mark leaves its place because of an interval.
const MOST_STEPS: usize = 4;
/// The room around a number, in points.
const AROUND: f64 = 0.8;

/// Top and bottom of a mark with its upright interval.
fn extent(of: &Estimate, y: &Scale) -> (f64, f64) {
    let places = || of.numbers().map(|number| y.at(number));
    let (top, bottom) = (places().fold(f64::INFINITY, f64::min), places().fold(0.0, f64::max));
    (top - 3.2, bottom + 3.2)
}

/// The numbers of the points, each where it hides neither a mark, nor an interval, nor another number, and is
/// nearer to its own mark than to another: next to the mark, or at an end of its interval; else along the
/// interval.
fn numbers(
    canvas: &mut Canvas,
    places: &[(f64, f64)],
    extents: &[(f64, f64)],
    (x, y): (&Scale, &Scale),
) {
    let marks = places.iter().map(|(x, y)| [x - 3.2, y - 3.2, x + 3.2, y + 3.2]);
    let intervals =
        places.iter().zip(extents).map(|((x, _), (top, bottom))| [x - 1.8, *top, x + 1.8, *bottom]);
    let mut taken: Vec<[f64; 4]> = marks.chain(intervals).collect();
    for (at, place) in places.iter().enumerate() {
        let number = (at + 1).to_string();
        let half = text::width(&number, SIZE) / 2.0;
        let ways = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, 0.0), (-1.0, 0.0)];
        let boxed =
            |middle: (f64, f64)| [middle.0 - half, middle.1 - 3.5, middle.0 + half, middle.1 + 3.5];
        let beside = ways
            .map(|(across, down)| boxed((place.0 + across * (half + 4.5), place.1 + down * 5.0)));
        let (top, bottom) = extents.get(at).copied().unwrap_or((place.1, place.1));
        let at_ends = [bottom + 4.5, top - 4.5].map(|y| boxed((place.0, y)));
        let heights = (0..).map(|step| top + 4.0 * f64::from(step)).take_while(|y| *y <= bottom);
        let along = heights.flat_map(|y| {
            [1.0, -1.0].map(|side| boxed((place.0 + side * (half + AROUND + 2.0), y)))
        });
        let along: Vec<[f64; 4]> = along.collect();
        let is_free = |own: &&[f64; 4]| {
            let is_inside =
                own[0] >= x.from && own[2] <= x.to && own[1] >= y.to && own[3] <= y.from;
            let meets = |other: &[f64; 4]| {
                own[0] - AROUND < other[2]
                    && other[0] < own[2] + AROUND
                    && own[1] < other[3]
                    && other[1] < own[3]
            };
            is_inside && !taken.iter().any(meets)
        };
        let is_nearest = |own: &&[f64; 4]| {
            let middle = (f64::midpoint(own[0], own[2]), f64::midpoint(own[1], own[3]));
            let distance = |mark: &(f64, f64)| (mark.0 - middle.0).hypot(mark.1 - middle.1);
            let others = places.iter().filter(|other| *other != place);
            others.map(distance).all(|other| 1.4 * distance(place) < other)
        };
        // If no place is free, the name goes towards the inside.
        let fallback = beside[if place.0 + 14.0 > x.to { 3 } else { 2 }];
        let near = beside.iter().find(|own| is_free(own) && is_nearest(own));
        let own = near.or_else(|| at_ends.iter().find(is_free));
        let own =
            own.or_else(|| beside.iter().chain(&along).find(is_free)).copied().unwrap_or(fallback);
        let middle = (f64::midpoint(own[0], own[2]), f64::midpoint(own[1], own[3]));
        canvas.text(middle, &number, Type::label(Anchor::Middle), 20.0);
        taken.push(own);
    }
}

/// True if a number is within a scale, or next to it by rounding.
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
