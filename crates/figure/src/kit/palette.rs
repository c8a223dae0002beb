//! Colours that the colour-blind tell apart, and that a page can replace.

use std::fmt::Write as _;

/// The palette of Okabe and Ito (2008), without the yellow that vanishes on paper; the first two
/// differ in lightness too.
const SERIES: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];

/// The colour of an element, by its role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ink {
    /// Words and numbers.
    Text,
    /// Words of less weight.
    Muted,
    /// Axes and lines that count.
    Axis,
    /// Lines to guide the eye.
    Grid,
    /// The background of the figure.
    Paper,
    /// One of the series, by its number; they repeat after seven.
    Series(usize),
    /// A colour that stands for a number.
    Shade([u8; 3]),
}

/// The number of series that have a colour of their own.
pub const COLOURS: usize = SERIES.len();

impl Ink {
    /// The colour on white paper.
    pub fn colour(self) -> String {
        match self {
            Self::Text => "#1a1a1a".to_owned(),
            Self::Muted => "#595959".to_owned(),
            Self::Axis => "#404040".to_owned(),
            Self::Grid => "#d9d9d9".to_owned(),
            Self::Paper => "#ffffff".to_owned(),
            Self::Series(at) => SERIES.get(at % COLOURS).copied().unwrap_or("#000000").to_owned(),
            Self::Shade([r, g, b]) => format!("#{r:02x}{g:02x}{b:02x}"),
        }
    }

    /// The name of its class and variable; a shade has none, because its number is in it.
    pub fn name(self) -> Option<String> {
        match self {
            Self::Text => Some("text".to_owned()),
            Self::Muted => Some("muted".to_owned()),
            Self::Axis => Some("axis".to_owned()),
            Self::Grid => Some("grid".to_owned()),
            Self::Paper => Some("paper".to_owned()),
            Self::Series(at) => Some((at % COLOURS + 1).to_string()),
            Self::Shade(_) => None,
        }
    }
}

/// The style sheet of every figure: a page sets `--figure-text`, `--figure-muted`, `--figure-axis`,
/// `--figure-grid`, `--figure-paper` and `--figure-1` to `--figure-7` to give figures another look.
/// A reader that does not know variables skips it, and keeps the colours of the attributes.
///
/// ```
/// assert!(peirast_figure::style_sheet().contains("var(--figure-1,#0072b2)"));
/// ```
pub fn style_sheet() -> String {
    let named = [Ink::Text, Ink::Muted, Ink::Axis, Ink::Grid, Ink::Paper];
    let mut sheet = "@supports (fill:var(--a)){".to_owned();
    for ink in named.into_iter().chain((0..COLOURS).map(Ink::Series)) {
        let (name, colour) = (ink.name().unwrap_or_default(), ink.colour());
        for (role, property) in [('f', "fill"), ('s', "stroke")] {
            // Writing to a string does not fail.
            let _ = write!(sheet, ".pf-{role}-{name}{{{property}:var(--figure-{name},{colour})}}");
        }
    }
    sheet + "}"
}

/// A colour between stops, for a part from 0 to 1.
fn between(stops: &[[f64; 3]], part: f64) -> [u8; 3] {
    let spans = stops.len().saturating_sub(1);
    let place = part.clamp(0.0, 1.0) * spans as f64;
    let at = (place.floor() as usize).min(spans.saturating_sub(1));
    let (Some(low), Some(high)) = (stops.get(at), stops.get(at + 1)) else { return [0; 3] };
    let share = place - at as f64;
    let mut colour = [0; 3];
    for ((own, low), high) in colour.iter_mut().zip(low).zip(high) {
        *own = (low + share * (high - low)).round() as u8;
    }
    colour
}

/// From nearly white to dark blue: the lightness falls evenly, in grey too.
pub fn sequential(part: f64) -> [u8; 3] {
    between(&[[247.0, 251.0, 255.0], [107.0, 174.0, 214.0], [8.0, 48.0, 107.0]], part)
}

/// From vermilion over white to blue, for numbers from -1 to 1.
pub fn diverging(value: f64) -> [u8; 3] {
    let stops = [
        [166.0, 54.0, 3.0],
        [253.0, 174.0, 107.0],
        [250.0, 250.0, 250.0],
        [107.0, 174.0, 214.0],
        [8.0, 48.0, 107.0],
    ];
    between(&stops, f64::midpoint(value, 1.0))
}

/// Black or white, whichever is read better on a shade.
pub fn on(shade: [u8; 3]) -> Ink {
    let [r, g, b] = shade.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    // The contrasts of WCAG 2 with white and black are equal at this luminance.
    if light > 0.179 { Ink::Shade([0; 3]) } else { Ink::Shade([255; 3]) }
}
