//! Rows: a name each at the left, marks in the middle, a remark at the right.

use super::axis::{self, OVERHANG};
use super::canvas::{Anchor, Canvas, Type};
use super::scale::{Scale, Unit};
use super::text::{self, SIZE};

/// The group, name, remark and height of a row, without its marks.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The group of the row. A change of group adds a heading. May be empty.
    pub group: String,
    /// Its name.
    pub name: String,
    /// A remark at the right. May be empty.
    pub remark: String,
    /// Its height, in points; at least the usual one.
    pub height: f64,
}

impl Row {
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// A row with room for `lanes` marks above each other.
    pub fn of_lanes(self, lanes: usize) -> Self {
        Self { height: lanes as f64 * LANE + 3.0, ..self }
    }
}

/// Most rows of one sheet.
pub const MOST: usize = 300;
const HEIGHT: f64 = 12.5;
/// The indentation of the rows under a heading, in points.
const INDENT: f64 = 7.0;
/// From one mark to the next above it.
const LANE: f64 = 5.8;

/// The places of rows and their marks.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The ends of the marks' area.
    pub left: f64,
    pub right: f64,
    /// Top and bottom of it.
    pub top: f64,
    pub bottom: f64,
    /// The middle of each row.
    pub middles: Vec<f64>,
    headings: Vec<(usize, f64)>,
}

impl Rows {
    /// The ends of the marks' area between names and remarks.
    pub fn ends(canvas: &Canvas, rows: &[Row]) -> (f64, f64) {
        let whole = canvas.right() - canvas.left();
        let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let width = |row: &Row| indent(row) + text::width(&text::clean(&row.name), SIZE);
        let names = widest(&mut rows.iter().map(width));
        let remarks =
            widest(&mut rows.iter().map(|row| text::width(&text::clean(&row.remark), SIZE)));
        let names = names.min(0.38 * whole);
        let remarks = if remarks > 0.0 { remarks.min(0.34 * whole) + 5.0 } else { 0.0 };
        (canvas.left() + names + 8.0, canvas.right() - remarks - OVERHANG)
    }

    /// Gives the rows their places, from where the canvas is.
    pub fn lay(canvas: &mut Canvas, rows: &[Row]) -> Self {
        let (left, right) = Self::ends(canvas, rows);
        let top = canvas.y;
        let (mut y, mut middles, mut headings) = (top, Vec::new(), Vec::new());
        let mut group = "";
        for (at, row) in rows.iter().enumerate() {
            if row.group != group {
                headings.push((at, y + HEIGHT / 2.0));
                y += HEIGHT;
                group = &row.group;
            }
            let height = row.height.max(HEIGHT);
            middles.push(y + height / 2.0);
            y += height;
        }
        Self { left, right, top, bottom: y, middles, headings }
    }

    /// A scale over the marks' area.
    pub fn scale(&self, ends: (f64, f64)) -> Scale {
        Scale::linear(ends, (self.left, self.right))
    }

    /// The axis below, then the names and remarks; moves the canvas below them.
    pub fn frame(&self, canvas: &mut Canvas, rows: &[Row], scale: &Scale, unit: Unit, title: &str) {
        axis::bottom(canvas, scale, (self.top, self.bottom), unit, title);
        self.names(canvas, rows);
    }

    /// The names and remarks.
    pub fn names(&self, canvas: &mut Canvas, rows: &[Row]) {
        for (row, y) in rows.iter().zip(&self.middles) {
            let from = canvas.left() + indent(row);
            let room = self.left - 6.0 - from;
            let lines = name_lines(row, room);
            for (at, line) in lines.iter().enumerate() {
                let below = (at as f64 - (lines.len() as f64 - 1.0) / 2.0) * SIZE;
                canvas.text((from, y + below), line, Type::label(Anchor::Start), room);
            }
            if !row.remark.is_empty() {
                let (from, to) = (self.right + OVERHANG, canvas.right());
                canvas.text((to, *y), &row.remark, Type::small(Anchor::End), to - from);
            }
        }
        for (at, y) in &self.headings {
            let group = rows.get(*at).map_or("", |row| &row.group);
            let kind = Type::label(Anchor::Start);
            canvas.text((canvas.left(), *y), group, kind, self.right - canvas.left());
        }
    }
}

/// The name of a row in lines: one that is too wide has two if its row is high enough and they hold it.
fn name_lines(row: &Row, room: f64) -> Vec<String> {
    let whole = vec![row.name.clone()];
    if row.height < 2.0 * SIZE || text::width(&text::clean(&row.name), SIZE) <= room {
        return whole;
    }
    let lines = text::joints(&row.name, room);
    if lines.len() == 2 { lines } else { whole }
}

fn indent(row: &Row) -> f64 {
    if row.group.is_empty() { 0.0 } else { INDENT }
}

/// The distance of one of several marks below the middle of its row, in points, if each has its own
/// lane.
pub fn lane(at: usize, of: usize) -> f64 {
    (at as f64 - (of as f64 - 1.0) / 2.0) * LANE
}

/// The distance of each mark below the middle of its row, so that none hides another, and the
/// largest number of marks above each other. A mark that is alone is in the middle.
pub fn dodged(places: &[f64]) -> (Vec<f64>, usize) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let place = |at: &usize| places.get(*at).copied().unwrap_or_default();
    order.sort_by(|a, b| place(a).total_cmp(&place(b)).then(a.cmp(b)));
    let mut offsets = vec![0.0; places.len()];
    let mut most = 0;
    for near in order.chunk_by(|a, b| place(b) - place(a) < APART) {
        // Each mark on the first lane that is free at its place.
        let mut ends: Vec<f64> = Vec::new();
        let mut lanes = Vec::new();
        for at in near {
            let free = ends.iter().position(|end| place(at) - end >= APART);
            let lane = free.unwrap_or(ends.len());
            match ends.get_mut(lane) {
                Some(end) => *end = place(at),
                None => ends.push(place(at)),
            }
            lanes.push(lane);
        }
        for (at, own) in near.iter().zip(lanes) {
            if let Some(offset) = offsets.get_mut(*at) {
                *offset = lane(own, ends.len());
            }
        }
        most = most.max(ends.len());
    }
    (offsets, most)
}

/// Marks that are nearer than this hide each other.
const APART: f64 = 6.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mark_hides_another() {
        let (offsets, most) = dodged(&[10.0, 10.0, 50.0, 12.0, 90.0, 96.0]);
        assert_eq!((offsets[2], offsets[4], offsets[5], most), (0.0, 0.0, 0.0, 3));
        let mut pile = [offsets[0], offsets[1], offsets[3]];
        pile.sort_by(f64::total_cmp);
        assert_eq!(pile, [-LANE, 0.0, LANE]);
        assert_eq!(dodged(&[]), (Vec::new(), 0));
    }
}
