//! Shares by two factors, as a map.

use super::Kind;
use crate::FigureError;
use crate::error::{fits, share, some};
use crate::kit::canvas::{Anchor, Canvas, Paint, Type};
use crate::kit::palette::{Ink, on, sequential};
use crate::kit::text::{self, SIZE, SMALL};

/// Shares by two factors, with their numbers in percent: accuracy by subject and protocol.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What the shares are: `accuracy`.
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
    /// Its shares, from 0 to 1, one for each column; `None` where there is none.
    pub shares: Vec<Option<f64>>,
}

const MOST_ROWS: usize = 120;
const LEAST_CELL: f64 = 15.0;
const HEIGHT: f64 = 13.0;

impl Kind for HeatMap {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST_ROWS)?;
        some("columns", self.columns.len(), 1000)?;
        for row in &self.rows {
            fits("shares", &row.name, row.shares.len(), self.columns.len())?;
            row.shares.iter().flatten().try_for_each(|cell| share("a share", &row.name, *cell))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let whole = canvas.right() - canvas.left();
        let names = self.rows.iter().map(|row| text::width(&text::clean(&row.name), SIZE));
        let left = canvas.left() + names.fold(16.0, f64::max).min(0.36 * whole) + 4.0;
        let cell = (canvas.right() - left) / self.columns.len() as f64;
        if cell < LEAST_CELL {
            let most = ((canvas.right() - left) / LEAST_CELL) as usize;
            return Err(FigureError::TooMany { what: "columns", count: self.columns.len(), most });
        }
        let cell = cell.min(60.0);
        shades(canvas, left, &self.measure);
        heads(canvas, &self.columns, left, cell);
        for row in &self.rows {
            let y = canvas.y;
            let place = (left - 4.0, y + HEIGHT / 2.0);
            canvas.text(place, &row.name, Type::label(Anchor::End), place.0 - canvas.left());
            for (at, (share, column)) in row.shares.iter().zip(&self.columns).enumerate() {
                let area = [left + cell * at as f64, y, cell, HEIGHT];
                let (name, column) = (text::clean(&row.name), text::clean(column));
                let title = format!("{name}, {column}: {}", text::share(*share));
                let colour = share.map(sequential);
                let number = share.map(text::percent);
                canvas.titled(&title, |canvas| tile(canvas, area, colour, number.as_deref()));
            }
            canvas.y += HEIGHT;
        }
        canvas.y += 2.0;
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "Map of {} for {} rows and {} columns.",
            text::clean(&self.measure),
            self.rows.len(),
            self.columns.len()
        )
    }
}

/// The shades from 0 to 100 %, and what they measure.
fn shades(canvas: &mut Canvas, left: f64, measure: &str) {
    let y = canvas.y;
    let kind = Type::label(Anchor::Start);
    let width = (canvas.right() - left).min(100.0) / 20.0;
    for step in 0..20 {
        let paint = Paint::fill(Ink::Shade(sequential((f64::from(step) + 0.5) / 20.0)));
        canvas.rect([left + width * f64::from(step), y, width, 6.0], paint);
    }
    let middle = y + 3.0;
    canvas.text((left - 3.0, middle), "0 %", Type::small(Anchor::End), f64::INFINITY);
    let after = left + 20.0 * width + 3.0;
    let words = format!("100 %  {}", text::clean(measure));
    if canvas.right() - after > 40.0 {
        canvas.text((after, middle), &words, Type { size: SMALL, ..kind }, canvas.right() - after);
    }
    canvas.y += 11.0;
}

/// The names of columns: level where they fit, else upright.
pub(super) fn heads(canvas: &mut Canvas, columns: &[String], left: f64, cell: f64) {
    let widths = columns.iter().map(|column| text::width(&text::clean(column), SIZE));
    let widest = widths.fold(0.0, f64::max);
    let is_upright = widest > cell - 3.0;
    let height = if is_upright { widest.min(80.0) + 4.0 } else { 10.0 };
    let bottom = canvas.y + height;
    for (at, column) in columns.iter().enumerate() {
        let x = left + cell * (at as f64 + 0.5);
        match is_upright {
            true => {
                let kind = Type::label(Anchor::Start).upright();
                canvas.text((x, bottom - 2.0), column, kind, height - 4.0);
            }
            false => canvas.text((x, bottom - 5.0), column, Type::label(Anchor::Middle), cell),
        }
    }
    canvas.y = bottom;
}

/// A tile with its number; one without is empty but for a dash.
pub(super) fn tile(
    canvas: &mut Canvas,
    area: [f64; 4],
    shade: Option<[u8; 3]>,
    number: Option<&str>,
) {
    let [x, y, width, height] = area;
    let Some(shade) = shade else {
        canvas.rect(area, Paint { fill: Some(Ink::Paper), stroke: Some((Ink::Grid, 0.5)) });
        let middle = (x + width / 2.0, y + height / 2.0);
        canvas.text(middle, "–", Type::small(Anchor::Middle), width);
        return;
    };
    canvas.rect(area, Paint { fill: Some(Ink::Shade(shade)), stroke: Some((Ink::Paper, 0.5)) });
    let kind = Type::label(Anchor::Middle).ink(on(shade));
    let middle = (x + width / 2.0, y + height / 2.0);
    canvas.text(middle, number.unwrap_or_default(), Type { size: SMALL, ..kind }, width);
}
