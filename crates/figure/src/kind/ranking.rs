//! Subjects by rank, with intervals.

use super::Kind;
use crate::error::{finite, some};
use crate::kit::canvas::Canvas;
use crate::kit::mark::{RADIUS, mark, whisker};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::Unit;
use crate::kit::text;
use crate::{Estimate, FigureError};
use peirast_decimals::percent_decimals;

/// Subjects by rank, each with its accuracy and the interval of it: where intervals overlap, ranks
/// are not settled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The rows, in the order in which they are drawn.
    pub rows: Vec<Ranked>,
}

/// A subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// Its name.
    pub name: String,
    /// Its rank; equal ones share the mean of theirs.
    pub rank: f64,
    /// Its accuracy, from 0 to 1.
    pub accuracy: Estimate,
}

impl Kind for Ranking {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            finite("the rank", &row.name, row.rank)?;
            row.accuracy.are_shares("the accuracy", &row.name)?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let row = |of: &Ranked| Row {
            remark: percent(of.accuracy),
            ..Row::named(&format!("{}  {}", text::number(of.rank), text::clean(&of.name)))
        };
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale((0.0, 1.0));
        places.frame(canvas, &rows, &scale, Unit::Share, "accuracy (%)");
        for (row, y) in self.rows.iter().zip(&places.middles) {
            let title = format!("{}: {}", text::clean(&row.name), percent(row.accuracy));
            canvas.titled(&title, |canvas| {
                whisker(canvas, &scale, *y, &row.accuracy, Ink::Series(0));
                mark(canvas, 0, (scale.at(row.accuracy.value), *y), RADIUS, true);
            });
        }
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "{} by rank.",
            peirast_decimals::counted(self.rows.len() as u64, "subject", "subjects")
        )
    }
}

fn percent(accuracy: Estimate) -> String {
    accuracy.text(|share| percent_decimals(share, 1))
}
