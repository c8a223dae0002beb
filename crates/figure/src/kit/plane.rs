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
        let drawn = self.drawn(&x, &y);
        canvas.has_rings |= drawn.iter().any(|own| own.radius > RADIUS);
        canvas.has_moved_intervals |= drawn.iter().any(Drawn::has_moved_interval);
        // Large marks first, so that a smaller one at the same place is seen in front of them.
        let mut order: Vec<(usize, (&Point, &Drawn))> =
            self.points.iter().zip(&drawn).enumerate().collect();
        for (at, (point, own)) in &order {
            intervals(canvas, (&x, &y), *at, (point, own));
        }
        order.sort_by(|(_, (_, one)), (_, (_, other))| other.radius.total_cmp(&one.radius));
        for (at, (point, own)) in order {
            self.point(canvas, at, (point, own));
        }
        if self.points.len() <= NAMED {
            numbers(canvas, &drawn, (&x, &y));
            self.names(canvas, right, top);
        }
    }

    /// Where the points and their intervals are drawn: each mark at its place, marks of one place around each
    /// other, and intervals that would lie on each other side by side.
    fn drawn(&self, x: &Scale, y: &Scale) -> Vec<Drawn> {
        let mut drawn: Vec<Drawn> = Vec::new();
        for point in self.points {
            let place = (x.at(point.x.value), y.at(point.y.value));
            let upright = Stretch::of(&point.y, y, place.0);
            let level = Stretch::of(&point.x, x, place.1);
            let is_named = self.points.len() <= NAMED;
            let first = drawn.iter().position(|other| is_named && is_near_to(other.place, place));
            let others = |of: fn(&Drawn) -> Option<Stretch>| drawn.iter().filter_map(of).collect();
            let (uprights, levels): (Vec<Stretch>, Vec<Stretch>) =
                (others(|one| one.upright), others(|one| one.level));
            drawn.push(Drawn {
                place,
                first: first.unwrap_or(drawn.len()),
                radius: RADIUS,
                upright: upright.map(|own| own.beside(&uprights, (x.from, x.to))),
                level: level.map(|own| own.beside(&levels, (y.to, y.from))),
            });
        }
        for first in 0..drawn.len() {
            let group: Vec<&mut Drawn> =
                drawn.iter_mut().filter(|own| own.first == first).collect();
            let rings = group.len().saturating_sub(1);
            let step = RING.min(WIDEST / rings.max(1) as f64);
            for (ring, own) in group.into_iter().enumerate() {
                own.radius += step * (rings - ring) as f64;
            }
        }
        drawn
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

    fn point(&self, canvas: &mut Canvas, at: usize, (point, own): (&Point, &Drawn)) {
        let words = |axis: &Axis, estimate: Estimate| {
            format!("{} {}", axis.title, axis.unit.text(estimate.value))
        };
        let (across, upwards) = (words(&self.x, point.x), words(&self.y, point.y));
        let title = format!("{}: {across}, {upwards}", text::clean(&point.name));
        canvas.titled(&title, |canvas| mark(canvas, at, own.place, own.radius, true));
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
/// The distance of two intervals side by side, in points.
const BESIDE: f64 = 2.4;
/// The most steps of that distance by which an interval leaves its mark.
const MOST_STEPS: usize = 4;
/// By how much a mark is larger than the next one at its place, in points; and the largest than the smallest.
const RING: f64 = 1.3;
const WIDEST: f64 = 6.0;
/// The room around a number, in points.
const AROUND: f64 = 0.8;

/// A point as it is drawn.
struct Drawn {
    /// The middle of its mark.
    place: (f64, f64),
    /// The first point at this place, by number: the point itself, mostly.
    first: usize,
    radius: f64,
    upright: Option<Stretch>,
    level: Option<Stretch>,
}

impl Drawn {
    fn has_moved_interval(&self) -> bool {
        let is_beside = |own: Option<Stretch>, mark: f64| own.is_some_and(|own| own.at != mark);
        is_beside(self.upright, self.place.0) || is_beside(self.level, self.place.1)
    }

    /// The rectangles that its mark and its intervals cover, with room around the lines.
    fn covered(&self) -> impl Iterator<Item = [f64; 4]> {
        let ((x, y), r) = (self.place, self.radius + 0.8);
        let upright = self.upright.map(|own| [own.at - 1.8, own.from, own.at + 1.8, own.to]);
        let level = self.level.map(|own| [own.from, own.at - 1.8, own.to, own.at + 1.8]);
        [Some([x - r, y - r, x + r, y + r]), upright, level].into_iter().flatten()
    }
}

/// An interval on the sheet: where it lies, and its ends in the other direction.
#[derive(Clone, Copy)]
struct Stretch {
    at: f64,
    from: f64,
    to: f64,
}

impl Stretch {
    fn of(estimate: &Estimate, scale: &Scale, at: f64) -> Option<Self> {
        let (low, high) = estimate.interval?;
        let (one, other) = (scale.at(low), scale.at(high));
        Some(Self { at, from: one.min(other), to: one.max(other) })
    }

    /// The interval next to those that it would lie on, if that is within these ends.
    fn beside(self, others: &[Self], (first, last): (f64, f64)) -> Self {
        let steps = (1..=MOST_STEPS).flat_map(|step| [1.0, -1.0].map(|side| side * step as f64));
        let mut tried = [0.0].into_iter().chain(steps).map(|step| self.at + step * BESIDE);
        let is_free = |at: &f64| {
            let lies_on = |other: &Self| {
                (other.at - at).abs() < BESIDE - 1e-6
                    && other.from < self.to
                    && self.from < other.to
            };
            (*at == self.at || (first..=last).contains(at)) && !others.iter().any(lies_on)
        };
        tried.find(is_free).map_or(self, |at| Self { at, ..self })
    }
}

/// True if marks at two places would hide each other.
fn is_near_to(one: (f64, f64), other: (f64, f64)) -> bool {
    (one.0 - other.0).hypot(one.1 - other.1) < RADIUS
}

/// The intervals of a point.
fn intervals(
    canvas: &mut Canvas,
    (x, y): (&Scale, &Scale),
    at: usize,
    (point, own): (&Point, &Drawn),
) {
    if let Some(level) = own.level {
        whisker(canvas, x, level.at, &point.x, Ink::Series(at));
    }
    if let Some(upright) = own.upright {
        upright_whisker(canvas, y, upright.at, &point.y, Ink::Series(at));
    }
}

/// The numbers of the points, those of one place together: where they hide neither a mark, nor an interval, nor
/// other numbers, and are nearer to their own mark than to another.
fn numbers(canvas: &mut Canvas, drawn: &[Drawn], (x, y): (&Scale, &Scale)) {
    let mut taken: Vec<[f64; 4]> = drawn.iter().flat_map(Drawn::covered).collect();
    for (at, own) in drawn.iter().enumerate().filter(|(at, own)| own.first == *at) {
        let same = drawn.iter().enumerate().filter(|(_, other)| other.first == at);
        let words: Vec<String> = same.map(|(other, _)| (other + 1).to_string()).collect();
        let words = words.join(", ");
        let half = text::width(&words, SIZE) / 2.0;
        let place = own.place;
        let boxed =
            |middle: (f64, f64)| [middle.0 - half, middle.1 - 3.5, middle.0 + half, middle.1 + 3.5];
        let ways = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, 0.0), (-1.0, 0.0)];
        // Further from the mark by steps, if intervals next to it leave no room.
        let further = [0.0, 2.5, 5.0, 7.5];
        let tried = further.into_iter().flat_map(|more| {
            let (aside, apart) = (half + own.radius + 2.1 + more, own.radius + 3.4);
            ways.map(|(across, down)| boxed((place.0 + across * aside, place.1 + down * apart)))
        });
        let tried: Vec<[f64; 4]> = tried.collect();
        let is_inside = |own: &[f64; 4]| {
            own[0] >= x.from && own[2] <= x.to && own[1] >= y.to && own[3] <= y.from
        };
        let is_free = |own: &[f64; 4]| {
            let meets = |other: &[f64; 4]| {
                own[0] - AROUND < other[2]
                    && other[0] < own[2] + AROUND
                    && own[1] < other[3]
                    && other[1] < own[3]
            };
            is_inside(own) && !taken.iter().any(meets)
        };
        let is_nearest = |own: &[f64; 4]| {
            let middle = (f64::midpoint(own[0], own[2]), f64::midpoint(own[1], own[3]));
            let distance = |mark: (f64, f64)| (mark.0 - middle.0).hypot(mark.1 - middle.1);
            let others = drawn.iter().filter(|other| other.first != at);
            others.map(|other| distance(other.place)).all(|other| 1.4 * distance(place) < other)
        };
        // If no place is free, the number goes towards the inside, next to its mark.
        let fallback = tried[if place.0 + 14.0 > x.to { 3 } else { 2 }];
        let best = tried.iter().find(|own| is_free(own) && is_nearest(own));
        let own =
            best.or_else(|| tried.iter().find(|own| is_free(own))).copied().unwrap_or(fallback);
        let middle = (f64::midpoint(own[0], own[2]), f64::midpoint(own[1], own[3]));
        canvas.text(middle, &words, Type::label(Anchor::Middle), 2.0 * half + 6.0);
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
