//! Rows: a name each at the left, marks in the middle, a remark at the right.

use super::axis::{self, OVERHANG};
use super::canvas::{Anchor, Canvas, Type};
use super::palette::Ink;
use super::scale::{Scale, Unit};
use super::text::{self, SIZE, SMALL};

/// What stands around the marks of a row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What it belongs to; a heading stands wherever this changes. May be empty.
    pub group: String,
    /// Its name.
    pub name: String,
    /// A remark at the right. May be empty.
    pub remark: String,
    /// Whether the name is set in bold.
    pub is_bold: bool,
}

impl Row {
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

/// Most rows of one sheet.
pub const MOST: usize = 300;
const HEIGHT: f64 = 11.0;

/// Where rows and their marks stand.
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
    /// Gives the rows their places, from where the canvas is.
    pub fn lay(canvas: &mut Canvas, rows: &[Row]) -> Self {
        let whole = canvas.right() - canvas.left();
        let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let names = widest(&mut rows.iter().map(|row| text::width(&text::clean(&row.name), SIZE)));
        let remarks =
            widest(&mut rows.iter().map(|row| text::width(&text::clean(&row.remark), SMALL)));
        let names = names.min(0.38 * whole);
        let remarks = if remarks > 0.0 { remarks.min(0.26 * whole) + 5.0 } else { 0.0 };
        let left = canvas.left() + names + 6.0;
        let right = canvas.right() - remarks - OVERHANG;
        let top = canvas.y;
        let (mut y, mut middles, mut headings) = (top, Vec::new(), Vec::new());
        let mut group = "";
        for (at, row) in rows.iter().enumerate() {
            if row.group != group {
                headings.push((at, y + HEIGHT / 2.0));
                y += HEIGHT;
                group = &row.group;
            }
            middles.push(y + HEIGHT / 2.0);
            y += HEIGHT;
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
            let kind = Type::label(Anchor::Start);
            let kind = if row.is_bold { kind.bold() } else { kind };
            let room = self.left - 4.0 - canvas.left();
            canvas.text((canvas.left(), *y), &row.name, kind, room);
            if !row.remark.is_empty() {
                let (from, to) = (self.right + OVERHANG, canvas.right());
                canvas.text((to, *y), &row.remark, Type::small(Anchor::End), to - from);
            }
        }
        for (at, y) in &self.headings {
            let group = rows.get(*at).map_or("", |row| &row.group);
            let kind = Type::label(Anchor::Start).bold().ink(Ink::Text);
            canvas.text((canvas.left(), *y), group, kind, self.right - canvas.left());
        }
    }
}
