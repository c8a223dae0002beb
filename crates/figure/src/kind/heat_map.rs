//! Shares by two factors, as a map.

use super::Kind;
use crate::error::{fits, some};
use crate::kit::canvas::{Anchor, Canvas, Paint, Type};
use crate::kit::palette::{Ink, on, sequential};
use crate::kit::text::{self, SIZE};
use crate::{Estimate, FigureError};
use peirast_decimals::{counted, grouped};

/// Shares by two factors, with their numbers in percent: accuracy by subject and protocol. Where there are
/// more columns than rows and names of columns would be upright, rows and columns change places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// The name of the shares: `accuracy`.
    pub measure: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<HeatRow>,
}

/// A row of shares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatRow {
    /// Its name.
    pub name: String,
    /// Its cells, one for each column; `None` if there is none.
    pub cells: Vec<Option<HeatCell>>,
}

/// A share by two factors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// The share, from 0 to 1.
    pub share: Estimate,
    /// The number of answers; shown at the name of a row of which all cells share it, else in the cell if the share
    /// has no interval.
    pub n: Option<u64>,
}

const MOST_ROWS: usize = 120;
const LEAST_CELL: f64 = 18.0;
const MOST_CELL: f64 = 90.0;
const HEIGHT: f64 = 14.0;
/// The height that a second line in a cell adds, in points.
const LINE: f64 = 9.5;

impl Kind for HeatMap {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST_ROWS)?;
        some("columns", self.columns.len(), 1000)?;
        for row in &self.rows {
            fits("cells", &row.name, row.cells.len(), self.columns.len())?;
            let mut cells = row.cells.iter().flatten();
            cells.try_for_each(|cell| cell.share.are_shares("a share", &row.name))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let (left, cell) = self.places(canvas);
        let is_wide = self.columns.len() > self.rows.len() && self.columns.len() <= MOST_ROWS;
        if is_wide && widest(&self.columns) > cell - 3.0 {
            return self.turned().drawn(canvas);
        }
        let room = canvas.right() - left;
        match cell < LEAST_CELL {
            true => Err(FigureError::TooMany {
                what: "columns",
                count: self.columns.len(),
                most: (room / LEAST_CELL) as usize,
            }),
            false => self.drawn(canvas),
        }
    }

    fn says(&self) -> String {
        format!(
            "Map of {} for {} and {}.",
            text::clean(&self.measure),
            counted(self.rows.len() as u64, "row", "rows"),
            counted(self.columns.len() as u64, "column", "columns")
        )
    }
}

impl HeatMap {
    /// The left end of the cells, and the width of one.
    fn places(&self, canvas: &Canvas) -> (f64, f64) {
        let whole = canvas.right() - canvas.left();
        let names: Vec<String> = self.rows.iter().map(named).collect();
        let left = canvas.left() + widest(&names).max(20.0).min(0.4 * whole) + 4.0;
        (left, (canvas.right() - left) / self.columns.len() as f64)
    }

    /// The same with rows and columns changed.
    fn turned(&self) -> Self {
        let row = |(at, name): (usize, &String)| HeatRow {
            name: name.clone(),
            cells: self.rows.iter().map(|row| row.cells.get(at).copied().flatten()).collect(),
        };
        Self {
            measure: self.measure.clone(),
            columns: self.rows.iter().map(|row| row.name.clone()).collect(),
            rows: self.columns.iter().enumerate().map(row).collect(),
        }
    }

    fn drawn(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let (left, cell) = self.places(canvas);
        if cell < LEAST_CELL {
            let most = ((canvas.right() - left) / LEAST_CELL) as usize;
            return Err(FigureError::TooMany { what: "columns", count: self.columns.len(), most });
        }
        let cell = cell.min(MOST_CELL);
        shades(canvas, left, &self.measure);
        heads(canvas, &self.columns, left, cell);
        let notes: Vec<Vec<String>> = self.rows.iter().map(notes).collect();
        let room = Room::of(&notes, cell);
        let names = left - 4.0 - canvas.left();
        let is_broken = |row: &HeatRow| text::halves(&named(row), names).len() > 1;
        let has_two_lines = room == Room::Below || self.rows.iter().any(is_broken);
        let height = if has_two_lines { HEIGHT + LINE } else { HEIGHT };
        for (row, notes) in self.rows.iter().zip(&notes) {
            let y = canvas.y;
            row_name(canvas, &named(row), left, height);
            let cells = row.cells.iter().zip(notes).zip(&self.columns).enumerate();
            for (at, ((own, note), column)) in cells {
                let area = [left + cell * at as f64, y, cell, height];
                let (name, column) = (text::clean(&row.name), text::clean(column));
                let words = own.map_or("none".to_owned(), |own| own.words());
                let lines = own.map_or(Vec::new(), |own| room.lines(own.share.value, note));
                canvas.titled(&format!("{name}, {column}: {words}"), |canvas| {
                    tile(canvas, area, own.map(|own| sequential(own.share.value)), &lines);
                });
            }
            canvas.y += height;
        }
        canvas.y += 2.0;
        Ok(())
    }
}

impl HeatCell {
    fn words(&self) -> String {
        let share = format!("{} %", self.share.text(text::percent));
        self.n.map_or(share.clone(), |n| format!("{share}, n = {n}"))
    }
}

/// The number that all cells of a row share.
fn common(row: &HeatRow) -> Option<u64> {
    let mut cells = row.cells.iter().flatten();
    let first = cells.next()?;
    first.n.filter(|_| cells.all(|cell| cell.n == first.n))
}

/// The name of a row, with the number that all of its cells share.
fn named(row: &HeatRow) -> String {
    let name = text::clean(&row.name);
    common(row).map_or(name.clone(), |n| format!("{name}, n = {}", grouped(n)))
}

/// The note of each share of a row: its interval, or the number of answers.
fn notes(row: &HeatRow) -> Vec<String> {
    let is_common = common(row).is_some();
    let note = |cell: &Option<HeatCell>| match cell {
        Some(HeatCell { share: Estimate { interval: Some((low, high)), .. }, .. }) => {
            format!("[{}, {}]", text::percent(*low), text::percent(*high))
        }
        Some(HeatCell { n: Some(n), .. }) if !is_common => format!("n = {n}"),
        _ => String::new(),
    };
    row.cells.iter().map(note).collect()
}

/// The place of the notes in their cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Nowhere,
    Beside,
    Below,
}

impl Room {
    fn of(notes: &[Vec<String>], cell: f64) -> Self {
        let widest = notes.iter().map(|row| widest(row)).fold(0.0, f64::max);
        match widest {
            0.0 => Self::Nowhere,
            widest if widest + text::width("100 ", SIZE) + 4.0 <= cell => Self::Beside,
            widest if widest + 2.0 <= cell => Self::Below,
            _ => Self::Nowhere,
        }
    }

    fn lines(self, share: f64, note: &str) -> Vec<String> {
        let share = text::percent(share);
        match self {
            _ if note.is_empty() => vec![share],
            Self::Nowhere => vec![share],
            Self::Beside => vec![format!("{share} {note}")],
            Self::Below => vec![share, note.to_owned()],
        }
    }
}

pub(super) fn widest(names: &[String]) -> f64 {
    names.iter().map(|name| text::width(&text::clean(name), SIZE)).fold(0.0, f64::max)
}

/// The shades from 0 to 100 %, and what they measure.
fn shades(canvas: &mut Canvas, left: f64, measure: &str) {
    let y = canvas.y;
    let width = (canvas.right() - left - 100.0).clamp(40.0, 100.0) / 20.0;
    for step in 0..20 {
        let paint = Paint::fill(Ink::Shade(sequential((f64::from(step) + 0.5) / 20.0)));
        canvas.rect([left + width * f64::from(step), y, width, 6.0], paint);
    }
    let middle = y + 3.0;
    canvas.text((left - 3.0, middle), "0 %", Type::small(Anchor::End), f64::INFINITY);
    let after = left + 20.0 * width + 3.0;
    let words = format!("100 %  {}", text::clean(measure));
    let kind = Type::label(Anchor::Start);
    let room = canvas.right() - after;
    if text::width(&words, SIZE) <= room {
        canvas.text((after, middle), &words, kind, room);
        canvas.y += 13.0;
        return;
    }
    // A narrow figure has the words below the shades.
    canvas.text((after, middle), "100 %", Type::small(Anchor::Start), f64::INFINITY);
    let whole = canvas.right() - canvas.left();
    canvas.y += 8.0;
    for line in text::lines(measure, whole, |line| text::width(line, SIZE)) {
        canvas.text((canvas.left(), canvas.y + SIZE / 2.0), &line, kind, whole);
        canvas.y += SIZE + 2.0;
    }
    canvas.y += 3.0;
}

/// The most lines of the name of a column.
const MOST_LINES: usize = 4;
/// Room between a name and the next column.
const APART: f64 = 3.0;

/// The names of columns in level lines, the same number for all: one where they fit, or several where they
/// fit if they are broken at their joints; empty if they do not fit at all.
pub(super) fn level_names(columns: &[String], cell: f64) -> Vec<Vec<String>> {
    let room = cell - APART;
    if widest(columns) <= room {
        return columns.iter().map(|column| vec![column.clone()]).collect();
    }
    let broken: Vec<Vec<String>> = columns.iter().map(|name| text::joints(name, room)).collect();
    let fits = |lines: &Vec<String>| (1..=MOST_LINES).contains(&lines.len());
    if broken.iter().all(fits) { broken } else { Vec::new() }
}

/// The names of columns: level where they fit, if need be in several lines, else upright.
pub(super) fn heads(canvas: &mut Canvas, columns: &[String], left: f64, cell: f64) {
    let level = level_names(columns, cell);
    let lines = level.iter().map(Vec::len).max().unwrap_or(0);
    let height = match lines {
        0 => widest(columns).min(80.0) + 4.0,
        lines => 11.5 + (lines - 1) as f64 * LINE,
    };
    let bottom = canvas.y + height;
    for (at, column) in columns.iter().enumerate() {
        let x = left + cell * (at as f64 + 0.5);
        match level.get(at) {
            None => {
                let kind = Type::label(Anchor::Start).upright();
                canvas.text((x, bottom - 2.0), column, kind, height - 4.0);
            }
            Some(own) => {
                for (line, words) in own.iter().rev().enumerate() {
                    let y = bottom - 5.5 - line as f64 * LINE;
                    canvas.text((x, y), words, Type::label(Anchor::Middle), cell);
                }
            }
        }
    }
    canvas.y = bottom;
}

/// The name of a row that is `height` high, to the left of its cells: in two lines if it is too wide for one
/// and they have room, else shortened.
pub(super) fn row_name(canvas: &mut Canvas, name: &str, left: f64, height: f64) {
    let right = left - 4.0;
    let room = right - canvas.left();
    let own = match height >= 2.0 * LINE {
        true => text::halves(name, room),
        false => vec![name.to_owned()],
    };
    let middle = canvas.y + height / 2.0;
    lines(canvas, (right, middle), &own, Type::label(Anchor::End), room);
}

/// Lines of text below each other, around this place.
fn lines(canvas: &mut Canvas, (x, middle): (f64, f64), lines: &[String], kind: Type, room: f64) {
    for (at, line) in lines.iter().enumerate() {
        let below = (at as f64 - (lines.len() as f64 - 1.0) / 2.0) * LINE;
        canvas.text((x, middle + below), line, kind, room);
    }
}

/// A tile with lines of text; one without a shade is empty but for a dash.
pub(super) fn tile(canvas: &mut Canvas, area: [f64; 4], shade: Option<[u8; 3]>, words: &[String]) {
    let [x, y, width, height] = area;
    let middle = (x + width / 2.0, y + height / 2.0);
    let Some(shade) = shade else {
        canvas.rect(area, Paint { fill: Some(Ink::Paper), stroke: Some((Ink::Grid, 0.5)) });
        canvas.text(middle, "–", Type::small(Anchor::Middle), width);
        return;
    };
    canvas.rect(area, Paint { fill: Some(Ink::Shade(shade)), stroke: Some((Ink::Paper, 0.5)) });
    let kind = Type::label(Anchor::Middle).ink(on(shade));
    lines(canvas, middle, words, kind, width);
}
