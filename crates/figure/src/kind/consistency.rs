//! Several shares of each row, as dots.

use super::Kind;
use crate::error::{fits, some};
use crate::kit::canvas::Canvas;
use crate::kit::legend::{legend, marks};
use crate::kit::mark::{RADIUS, SHAPES, mark, whisker};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows, lane};
use crate::kit::scale::Unit;
use crate::kit::text;
use crate::{Estimate, FigureError};
use peirast_decimals::counted;

/// The consistency of each subject, by several measures: all versions alike, the same with other
/// words, the same in another order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consistency {
    /// The measures, each with a mark of its own.
    pub measures: Vec<String>,
    /// The rows.
    pub rows: Vec<ConsistencyRow>,
}

/// A row of shares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsistencyRow {
    /// Its name.
    pub name: String,
    /// Its shares, from 0 to 1, one for each measure; `None` if there is none.
    pub shares: Vec<Option<Estimate>>,
    /// A remark: the number of items, say. May be empty.
    pub remark: String,
}

impl Kind for Consistency {
    fn check(&self) -> Result<(), FigureError> {
        some("measures", self.measures.len(), SHAPES)?;
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            fits("shares", &row.name, row.shares.len(), self.measures.len())?;
            row.shares.iter().flatten().try_for_each(|s| s.are_shares("a share", &row.name))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &marks(&self.measures));
        let lanes = self.measures.len();
        let row = |of: &ConsistencyRow| {
            Row { remark: of.remark.clone(), ..Row::named(&of.name) }.of_lanes(lanes)
        };
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale((0.0, 1.0));
        places.frame(canvas, &rows, &scale, Unit::Share, "answers alike (%)");
        for (row, y) in self.rows.iter().zip(&places.middles) {
            for (at, (share, measure)) in row.shares.iter().zip(&self.measures).enumerate() {
                let Some(share) = share else { continue };
                let (name, measure) = (text::clean(&row.name), text::clean(measure));
                let title = format!("{name}, {measure}: {} %", share.text(text::percent));
                // Each measure has a lane of its own, so that equal shares do not hide each other.
                let y = y + lane(at, lanes);
                canvas.titled(&title, |canvas| {
                    whisker(canvas, &scale, y, share, Ink::Series(at));
                    mark(canvas, at, (scale.at(share.value), y), RADIUS * 0.85, true);
                });
            }
        }
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "{} of consistency for {}.",
            counted(self.measures.len() as u64, "measure", "measures"),
            counted(self.rows.len() as u64, "row", "rows")
        )
    }
}
