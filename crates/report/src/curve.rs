//! A curve of power over numbers of pairs.

use crate::FigureError;
use plotters::prelude::*;

/// Blue of the Okabe-Ito palette.
const CURVE: RGBColor = RGBColor(0, 114, 178);
const INK: RGBColor = RGBColor(60, 60, 60);
const SIZE: (u32, u32) = (640, 400);

/// Power from 0 to 1 over pairs, as SVG, with a note below that says what was planned and by which
/// version.
///
/// # Errors
/// The drawing library refuses.
///
/// ```
/// let svg = peirast_report::power_curve(&[(20, 0.2), (40, 0.5)], "p12 < p21")?;
/// assert!(svg.starts_with("<svg") && svg.contains("p12 &lt; p21"));
/// # Ok::<(), peirast_report::FigureError>(())
/// ```
pub fn power_curve(points: &[(u64, f64)], note: &str) -> Result<String, FigureError> {
    let mut svg = String::new();
    draw(&mut svg, points, note)
        .map_err(|message| FigureError { hypothesis: "the power".to_owned(), message })?;
    Ok(svg)
}

fn draw(svg: &mut String, points: &[(u64, f64)], note: &str) -> Result<(), String> {
    let show = |e: DrawingAreaErrorKind<_>| format!("{e:?}");
    let least = points.iter().map(|(pairs, _)| *pairs as f64).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|(pairs, _)| *pairs as f64).fold(0.0, f64::max);
    let (least, most) = if least < most { (least, most) } else { (most - 1.0, most + 1.0) };
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let (figure, foot) = area.split_vertically(SIZE.1 - 24);
    foot.draw_text(note, &("sans-serif", 11).into_font().color(&INK), (12, 4)).map_err(show)?;
    let mut chart = ChartBuilder::on(&figure)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(least..most, 0.0..1.0)
        .map_err(show)?;
    chart
        .configure_mesh()
        .x_desc("pairs")
        .y_desc("power")
        .x_label_formatter(&|pairs| format!("{pairs:.0}"))
        .y_label_formatter(&|power| format!("{power:.1}"))
        .light_line_style(WHITE)
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .draw()
        .map_err(show)?;
    let mut line: Vec<(f64, f64)> = points.iter().map(|(n, power)| (*n as f64, *power)).collect();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    let path = PathElement::new(line.clone(), CURVE.stroke_width(2));
    chart.draw_series([path]).map_err(show)?;
    let dots = line.iter().map(|point| Circle::new(*point, 3, CURVE.filled()));
    chart.draw_series(dots).map_err(show)?;
    area.present().map_err(show)
}
