//! The p-values of a family, and the line that decides.

use super::Kind;
use crate::FigureError;
use crate::error::{check, share, some};
use crate::kit::axis::{self, HEAD, OVERHANG};
use crate::kit::canvas::{Anchor, Canvas, Paint, Type};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, SHAPES, mark};
use crate::kit::palette::Ink;
use crate::kit::rows::dodged;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;

/// The p-values of a family by rank, on a scale of powers, with the line of Benjamini and Hochberg
/// (1995): every p-value up to the last one on or below it is rejected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PValues {
    /// The p-values, in any order.
    pub values: Vec<PValue>,
    /// The level.
    pub alpha: f64,
    /// True if each group is a family of its own, with ranks of its own.
    pub is_by_group: bool,
}

/// A p-value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PValue {
    /// The name of the test.
    pub name: String,
    /// The group of the test: a subject, say. Seven groups have shapes of their own.
    pub group: String,
    /// The p-value before any adjustment, from 0 to 1.
    pub p: f64,
    /// True if the hypothesis of no effect is rejected.
    pub is_rejected: bool,
}

const MOST: usize = 5000;
/// Smaller p-values are drawn at the bottom.
const FLOOR: f64 = 1e-20;
const HEIGHT: f64 = 170.0;

impl Kind for PValues {
    fn check(&self) -> Result<(), FigureError> {
        some("p-values", self.values.len(), MOST)?;
        let holds = self.alpha > 0.0 && self.alpha < 1.0;
        check("the level", "the family", self.alpha, "a number between 0 and 1", holds)?;
        self.values.iter().try_for_each(|value| share("p", &value.name, value.p))
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let groups = self.groups();
        let mut keys = keys(&groups, self.alpha);
        let floor = self.floor();
        if self.values.iter().any(|value| value.p < floor) {
            keys.push((Key::Sign("↓"), format!("below {}", text::number(floor))));
        }
        legend(canvas, &keys);
        let families = self.families();
        let most = families.iter().map(Vec::len).max().unwrap_or(1);
        let (top, bottom) = (canvas.y + HEAD, canvas.y + HEAD + HEIGHT);
        let y = Scale::log((floor, 1.0), (bottom, top));
        let left = canvas.left() + axis::left_room(&y, Unit::Number);
        let ends = (left, canvas.right() - OVERHANG);
        let x = Scale::linear((0.4, most as f64 + 0.6), ends);
        axis::left(canvas, &y, (left, x.to), Unit::Number, "p");
        axis::bottom(canvas, &x, (top, bottom), Unit::Count, "rank of p in its family");
        let mut sizes: Vec<usize> = families.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes {
            // The scale curves a straight line; up to 120 pieces make it smooth.
            let pieces = size.clamp(2, 120);
            let rank = |at: usize| 1.0 + (size - 1) as f64 * at as f64 / (pieces - 1) as f64;
            let place = |rank: f64| (x.at(rank), y.at(self.alpha * rank / size as f64));
            let line: Vec<(f64, f64)> = (0..pieces).map(|at| place(rank(at))).collect();
            canvas.path(&line, false, Paint::stroke(Ink::Axis, 1.0), "3 2");
        }
        for rank in 0..most {
            // P-values of one rank that are near to each other are drawn side by side.
            let own: Vec<&PValue> =
                families.iter().filter_map(|one| one.get(rank).copied()).collect();
            let (beside, lanes) =
                dodged(&own.iter().map(|value| y.at(value.p)).collect::<Vec<_>>());
            canvas.has_moved_marks |= lanes > 1;
            // Not beyond the middle between two ranks.
            let part = 0.14 * (x.at(2.0) - x.at(1.0)) / lanes.max(1) as f64;
            for (value, beside) in own.into_iter().zip(beside) {
                let series = groups.iter().position(|group| *group == value.group).unwrap_or(0);
                point(
                    canvas,
                    series,
                    (x.at(rank as f64 + 1.0) + beside * part.min(1.0), &y),
                    value,
                );
            }
        }
        Ok(())
    }

    fn says(&self) -> String {
        let rejected = self.values.iter().filter(|value| value.is_rejected).count();
        format!("{} p-values by rank, {rejected} rejected.", self.values.len())
    }
}

impl PValues {
    /// The families, each with its p-values by rank.
    fn families(&self) -> Vec<Vec<&PValue>> {
        let mut families: Vec<Vec<&PValue>> = Vec::new();
        for value in &self.values {
            let is_own = |family: &&mut Vec<&PValue>| {
                !self.is_by_group || family.iter().any(|other| other.group == value.group)
            };
            match families.iter_mut().find(is_own) {
                Some(family) => family.push(value),
                None => families.push(vec![value]),
            }
        }
        for family in &mut families {
            family.sort_by(|a, b| a.p.total_cmp(&b.p).then_with(|| a.name.cmp(&b.name)));
        }
        families
    }

    /// The groups in the order of their first p-value; none if they are too many for shapes.
    fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for value in &self.values {
            if groups.len() <= SHAPES && !groups.contains(&value.group.as_str()) {
                groups.push(&value.group);
            }
        }
        if groups.len() > SHAPES { Vec::new() } else { groups }
    }

    /// A power of ten below every p-value and the line, but not below the floor.
    fn floor(&self) -> f64 {
        let first = self.alpha / self.values.len().max(1) as f64;
        let positive = self.values.iter().map(|value| value.p).filter(|p| *p > 0.0);
        let least = positive.fold(first, f64::min).max(FLOOR);
        10f64.powf((least.log10() - 0.3).floor()).max(FLOOR)
    }
}

fn keys(groups: &[&str], alpha: f64) -> Vec<(Key, String)> {
    let named = groups.iter().enumerate().filter(|(_, group)| !group.is_empty());
    let mut keys: Vec<(Key, String)> =
        named.map(|(at, group)| (Key::Mark(at), (*group).to_owned())).collect();
    keys.push((Key::Hollow(0), "not rejected".to_owned()));
    keys.push((Key::Dashed, format!("Benjamini–Hochberg at {}", text::number(alpha))));
    keys
}

fn point(canvas: &mut Canvas, series: usize, (x, y): (f64, &Scale), value: &PValue) {
    let group = text::clean(&value.group);
    let title = format!("{group} {}: p = {}", text::clean(&value.name), text::number(value.p));
    let place = y.at(value.p);
    canvas.titled(title.trim(), |canvas| {
        mark(canvas, series, (x, place), RADIUS, value.is_rejected);
        if value.p < y.low() {
            // Smaller than the axis shows.
            canvas.text((x, place - 7.0), "↓", Type::label(Anchor::Middle), f64::INFINITY);
        }
    });
}
