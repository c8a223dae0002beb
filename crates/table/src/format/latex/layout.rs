//! Layout of a table: unchanged if it fits a page, otherwise with columns that break their lines,
//! in smaller type, or on its side.

use super::width::width;

/// The text area of a page of the class `article` at 10 points, in points: upright and on its side.
const UPRIGHT: f64 = 345.0;
const SIDEWAYS: f64 = 540.0;
/// The least width of a column with longer text, at 10 points.
const NARROWEST: f64 = 70.0;
/// A reserve, because widths are those of one font.
const RESERVE: f64 = 1.04;
/// Lines that break are not full: a text needs this multiple of its width.
const RAGGED: f64 = 1.15;
/// Width from which a word without a break point is broken, at 10 points.
const MOST_UNBROKEN: f64 = 80.0;

/// A column to lay out: its heading and its cells, as displayed.
pub struct Shape<'a> {
    pub is_number: bool,
    pub head: &'a str,
    pub cells: Vec<&'a str>,
}

/// A layout: size, orientation, and widths of the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The command of its size.
    pub size: &'static str,
    /// Ratio of this size to 10 points.
    pub scale: f64,
    /// Half the space between two columns, in points.
    pub gap: f64,
    pub is_sideways: bool,
    /// Shares of the text width, from 0 to 1; `None` for columns with their natural width.
    pub widths: Option<Vec<f64>>,
}

impl Layout {
    /// Estimates the number of lines of a row.
    pub fn lines(&self, cells: &[String]) -> usize {
        let Some(widths) = &self.widths else { return 1 };
        let room = if self.is_sideways { SIDEWAYS } else { UPRIGHT };
        let of = |(cell, part): (&String, &f64)| {
            let lines = width(cell) * self.scale * RAGGED / (part * room).max(1.0);
            lines.ceil().clamp(1.0, 1000.0) as usize
        };
        cells.iter().zip(widths).map(of).max().unwrap_or(1)
    }
}

/// Sizes, with their ratio to 10 points and their gaps.
const SIZES: [(&str, f64, f64); 4] = [
    ("\\small", 0.925, 6.0),
    ("\\small", 0.925, 3.0),
    ("\\footnotesize", 0.85, 3.0),
    ("\\scriptsize", 0.8, 2.0),
];

/// Returns the first layout that fits; `None` if none does.
pub fn layout(columns: &[Shape<'_>]) -> Option<Layout> {
    let natural: Vec<f64> = columns.iter().map(natural).collect();
    let least: Vec<f64> = columns.iter().map(least).collect();
    let gaps = |gap: f64| 2.0 * gap * columns.len().saturating_sub(1) as f64;
    for (room, is_sideways) in [(UPRIGHT, false), (SIDEWAYS, true)] {
        for (size, scale, gap) in SIZES.into_iter().take(if is_sideways { 4 } else { 3 }) {
            let free = (room - gaps(gap)) / scale;
            if natural.iter().sum::<f64>() <= free {
                return Some(Layout { size, scale, gap, is_sideways, widths: None });
            }
            if least.iter().sum::<f64>() <= free {
                let widths = shared(&least, &natural, free);
                let widths = Some(widths.iter().map(|own| own * scale / room).collect());
                return Some(Layout { size, scale, gap, is_sideways, widths });
            }
        }
    }
    None
}

/// Returns the narrowest layout, which something may exceed.
pub fn forced(columns: &[Shape<'_>]) -> Layout {
    let (size, scale, gap) = SIZES[3];
    let gaps = 2.0 * gap * columns.len().saturating_sub(1) as f64;
    let free = (SIDEWAYS - gaps).max(1.0) / scale;
    let least: Vec<f64> = columns.iter().map(least).collect();
    let all: f64 = least.iter().sum();
    let widths = least.iter().map(|own| own / all * free * scale / SIDEWAYS).collect();
    Layout { size, scale, gap, is_sideways: true, widths: Some(widths) }
}

/// Gives every column its least width, and divides the rest among those that need more.
fn shared(least: &[f64], natural: &[f64], room: f64) -> Vec<f64> {
    let left = room - least.iter().sum::<f64>();
    let wanted: f64 = least.iter().zip(natural).map(|(least, natural)| natural - least).sum();
    let part = (left / wanted.max(1.0)).clamp(0.0, 1.0);
    least.iter().zip(natural).map(|(least, natural)| least + (natural - least) * part).collect()
}

/// Returns the width of a column without line breaks.
fn natural(column: &Shape<'_>) -> f64 {
    let texts = column.cells.iter().chain([&column.head]);
    texts.map(|text| width(text)).fold(0.0, f64::max) * RESERVE
}

/// Returns the least width of a column: its widest word, or somewhat more for long texts.
fn least(column: &Shape<'_>) -> f64 {
    let texts = column.cells.iter().chain([&column.head]);
    let words = texts.flat_map(|text| pieces(text)).map(|piece| width(piece.trim_end()));
    let widest = words.fold(0.0, f64::max) * RESERVE;
    let natural = natural(column);
    if column.is_number { widest } else { widest.max(natural.min(NARROWEST)) }
}

/// Divides a text into the pieces between which a line may break.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut length, mut wide) = (0, 0, 0.0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        length += 1;
        let end = at + c.len_utf8();
        wide += width(&text[at..end]);
        let is_place = match c {
            ' ' => true,
            '/' | ':' | '_' | '-' | '>' | '+' | '=' | ',' | ';' => length > 3,
            _ => false,
        };
        // A number is not broken after its sign, nor an arrow inside.
        let goes_on =
            chars.peek().is_some_and(|(_, next)| matches!(next, ' ' | '%' | '>' | ',' | ';' | ':'));
        if (is_place && !goes_on) || wide >= MOST_UNBROKEN {
            pieces.push(&text[start..end]);
            (start, length, wide) = (end, 0, 0.0);
        }
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail so")]
mod tests {
    use super::*;

    fn shape<'a>(is_number: bool, head: &'a str, cell: &'a str) -> Shape<'a> {
        Shape { is_number, head, cells: vec![cell] }
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let own = [shape(false, "subject", "sim:guesser"), shape(true, "n", "12")];
        let expected =
            Layout { size: "\\small", scale: 0.925, gap: 6.0, is_sideways: false, widths: None };
        assert_eq!(layout(&own), Some(expected));
    }

    #[test]
    fn long_texts_break_and_many_columns_lie_on_their_side() {
        let sentence = "a sentence of many words ".repeat(5);
        let own = [shape(false, "subject", "m"), shape(false, "sentence", &sentence)];
        let broken = layout(&own).unwrap();
        assert!(!broken.is_sideways, "{broken:?}");
        assert_eq!(broken.size, "\\small", "{broken:?}");
        assert!(broken.widths.is_some_and(|widths| widths.iter().sum::<f64>() < 1.0));
        let many: Vec<Shape<'_>> = (0..14).map(|_| shape(true, "accuracy (%)", "100.0")).collect();
        let aside = layout(&many).unwrap();
        assert!(aside.is_sideways, "{aside:?}");
        // For all inputs, the parts are at most as wide as the page.
        let flood: Vec<Shape<'_>> = (0..200).map(|_| shape(true, "accuracy", "100.0")).collect();
        assert_eq!(layout(&flood), None);
        let widths = forced(&flood).widths.unwrap();
        assert_eq!(widths.len(), 200);
        assert!(widths.iter().sum::<f64>() <= 1.0);
    }

    #[test]
    fn lines_break_between_words_and_in_long_names() {
        for (text, expected) in [
            ("two words", vec!["two ", "words"]),
            ("openai/gpt-4o", vec!["openai/", "gpt-", "4o"]),
            ("+12.5", vec!["+12.5"]),
            ("os->os-bob", vec!["os->", "os-bob"]),
            ("aaaaaaaaaaaaaaaaaaaa", vec!["aaaaaaaaaaaaaaaa", "aaaa"]),
            ("日本語", vec!["日本", "語"]),
            ("", vec![]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }
}
