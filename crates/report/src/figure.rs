//! The paper's kind of figure: for each subject and method, the two discordant counts as a pair
//! of bars.

use crate::ResultRow;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use thiserror::Error;

/// A figure that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the figure of {hypothesis} cannot be drawn: {message}")]
pub struct FigureError {
    /// Which hypothesis.
    pub hypothesis: String,
    /// What the drawing library said.
    pub message: String,
}

/// Blue and vermilion of the Okabe-Ito palette: told apart by the colour-blind, and in grey.
const ORIGINAL_COLOUR: RGBColor = RGBColor(0, 114, 178);
const PERTURBED_COLOUR: RGBColor = RGBColor(213, 94, 0);
const INK: RGBColor = RGBColor(60, 60, 60);

/// Width of the plotting area per row, in pixels.
const ROW_WIDTH: u32 = 56;
const MARGIN_LEFT: u32 = 64;
const MARGIN_RIGHT: u32 = 16;
const BASE: u32 = 200;
const TOP: u32 = 56;
/// Height that a character of a method's label takes, as it stands on its side.
const LABEL_CHARACTER: u32 = 7;
const LABEL_SIZE: u32 = 13;
const COUNT_SIZE: u32 = 11;
const BAR_WIDTH: i32 = 17;

/// Paired bars n12 and n21 per method of one subject, as SVG. `ceiling` is the count at the top of
/// the axis, so that the figures of several subjects can share a scale.
///
/// # Errors
/// The drawing library refuses.
pub fn paired_bars(
    hypothesis: &str,
    rows: &[&ResultRow],
    ceiling: u64,
) -> Result<String, FigureError> {
    let width = MARGIN_LEFT + MARGIN_RIGHT + ROW_WIDTH * rows.len().max(3) as u32;
    let mut svg = String::new();
    draw(&mut svg, width, rows, ceiling.max(1))
        .map_err(|message| FigureError { hypothesis: hypothesis.to_owned(), message })?;
    Ok(svg)
}

fn draw(svg: &mut String, width: u32, rows: &[&ResultRow], ceiling: u64) -> Result<(), String> {
    let longest = rows.iter().map(|row| row.method.chars().count() + 2).max().unwrap_or(0);
    let height = BASE + 16 + LABEL_CHARACTER * longest as u32;
    let area = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    let show = |e: DrawingAreaErrorKind<_>| format!("{e:?}");
    draw_axis(&area, width, ceiling)?;
    draw_legend(&area)?;
    for (index, row) in rows.iter().enumerate() {
        let left = (MARGIN_LEFT + ROW_WIDTH * index as u32 + 10) as i32;
        let bars = [(row.n12, ORIGINAL_COLOUR), (row.n21, PERTURBED_COLOUR)];
        for (bar, (count, colour)) in bars.into_iter().enumerate() {
            let x = left + (BAR_WIDTH + 1) * bar as i32;
            let top = y_of(count, ceiling);
            let corners = [(x, top), (x + BAR_WIDTH, BASE as i32)];
            area.draw(&Rectangle::new(corners, colour.filled())).map_err(show)?;
            let style = text_style(COUNT_SIZE, HPos::Center, VPos::Bottom);
            area.draw_text(&count.to_string(), &style, (x + BAR_WIDTH / 2, top - 1))
                .map_err(show)?;
        }
        let label = if row.reject { format!("{} *", row.method) } else { row.method.clone() };
        let style =
            text_style(LABEL_SIZE, HPos::Right, VPos::Center).transform(FontTransform::Rotate270);
        area.draw_text(&label, &style, (left + BAR_WIDTH, BASE as i32 + 8)).map_err(show)?;
    }
    area.present().map_err(show)
}

fn y_of(count: u64, ceiling: u64) -> i32 {
    let share = (count as f64 / ceiling as f64).min(1.0);
    (f64::from(BASE) - share * f64::from(BASE - TOP)).round() as i32
}

fn text_style(size: u32, h: HPos, v: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(h, v))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_axis(area: &Area<'_>, width: u32, ceiling: u64) -> Result<(), String> {
    let show = |e: DrawingAreaErrorKind<_>| format!("{e:?}");
    let step = tick_step(ceiling);
    let mut tick = 0;
    while tick <= ceiling {
        let y = y_of(tick, ceiling);
        let line = [(MARGIN_LEFT as i32 - 4, y), ((width - MARGIN_RIGHT) as i32, y)];
        let shade = if tick == 0 { INK.stroke_width(1) } else { INK.mix(0.15).stroke_width(1) };
        area.draw(&PathElement::new(line, shade)).map_err(show)?;
        let style = text_style(LABEL_SIZE, HPos::Right, VPos::Center);
        area.draw_text(&tick.to_string(), &style, (MARGIN_LEFT as i32 - 8, y)).map_err(show)?;
        tick += step;
    }
    let style =
        text_style(LABEL_SIZE, HPos::Center, VPos::Center).transform(FontTransform::Rotate270);
    area.draw_text("pairs", &style, (14, ((TOP + BASE) / 2) as i32)).map_err(show)
}

fn draw_legend(area: &Area<'_>) -> Result<(), String> {
    let show = |e: DrawingAreaErrorKind<_>| format!("{e:?}");
    let entries = [
        ("n12: only the original right", ORIGINAL_COLOUR, 6),
        ("n21: only the perturbed right", PERTURBED_COLOUR, 24),
    ];
    for (label, colour, y) in entries {
        let corners = [(MARGIN_LEFT as i32, y), (MARGIN_LEFT as i32 + 10, y + 10)];
        area.draw(&Rectangle::new(corners, colour.filled())).map_err(show)?;
        let style = text_style(LABEL_SIZE, HPos::Left, VPos::Center);
        area.draw_text(label, &style, (MARGIN_LEFT as i32 + 15, y + 5)).map_err(show)?;
    }
    Ok(())
}

/// A round step that gives about five ticks.
fn tick_step(ceiling: u64) -> u64 {
    let rough = (ceiling / 5).max(1);
    let power = 10u64.pow(rough.ilog10());
    [1, 2, 5, 10].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(rough)
}
