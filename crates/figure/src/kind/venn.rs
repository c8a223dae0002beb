//! Diagrams of Euler and Venn: the kinds of things that there are.

use super::Kind;
use crate::FigureError;
use crate::error::{fits, some};
use crate::kit::canvas::{Anchor, Canvas, Paint, Type};
use crate::kit::palette::Ink;
use crate::kit::text;

/// A situation in which up to three terms apply to things: for each combination of them, whether
/// something is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Venn {
    /// The terms, one to three.
    pub terms: Vec<String>,
    /// For each combination of terms what is known, 2 to the power of their number; the number of a
    /// combination has a bit for each term that applies, the lowest for the first.
    pub regions: Vec<Region>,
}

/// The content of a combination of terms, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Region {
    /// Nothing: there may be something, or not.
    #[default]
    Unknown,
    /// Nothing is there: hatched.
    Empty,
    /// Something is there: a cross.
    Occupied,
}

/// Circles, marks of regions and the outer rectangle, in points from the left upper corner.
struct Layout {
    centres: &'static [(f64, f64)],
    radius: f64,
    places: &'static [(f64, f64)],
    names: &'static [(f64, f64)],
    size: (f64, f64),
}

const LAYOUTS: [Layout; 3] = [
    Layout {
        centres: &[(100.0, 78.0)],
        radius: 45.0,
        places: &[(22.0, 118.0), (100.0, 78.0)],
        names: &[(100.0, 24.0)],
        size: (200.0, 136.0),
    },
    Layout {
        centres: &[(76.0, 78.0), (124.0, 78.0)],
        radius: 45.0,
        places: &[(16.0, 120.0), (54.0, 78.0), (146.0, 78.0), (100.0, 78.0)],
        names: &[(56.0, 24.0), (144.0, 24.0)],
        size: (200.0, 136.0),
    },
    Layout {
        centres: &[(76.0, 74.0), (124.0, 74.0), (100.0, 116.0)],
        radius: 45.0,
        places: &[
            (16.0, 158.0),
            (54.0, 62.0),
            (146.0, 62.0),
            (100.0, 52.0),
            (100.0, 142.0),
            (72.0, 102.0),
            (128.0, 102.0),
            (100.0, 88.0),
        ],
        names: &[(56.0, 20.0), (144.0, 20.0), (100.0, 170.0)],
        size: (200.0, 178.0),
    },
];
const LINE_GAP: f64 = 3.4;

impl Kind for Venn {
    fn check(&self) -> Result<(), FigureError> {
        some("terms", self.terms.len(), LAYOUTS.len())?;
        fits("regions", "the diagram", self.regions.len(), 1 << self.terms.len())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let Some(layout) = LAYOUTS.get(self.terms.len().wrapping_sub(1)) else {
            return Err(FigureError::Empty { what: "terms" });
        };
        let left = canvas.left() + ((canvas.right() - canvas.left()) - layout.size.0) / 2.0;
        let origin = (left, canvas.y + 2.0);
        let moved = |(x, y): (f64, f64)| (origin.0 + x, origin.1 + y);
        canvas.rect(
            [origin.0, origin.1, layout.size.0, layout.size.1],
            Paint::stroke(Ink::Axis, 0.8),
        );
        for ((number, title), region) in self.named().zip(&self.regions) {
            canvas.titled(&title, |canvas| {
                if *region == Region::Empty {
                    for (from, to) in layout.hatched(number) {
                        canvas.line(moved(from), moved(to), Ink::Muted, 0.6);
                    }
                }
                let place = layout.places.get(number).copied().unwrap_or_default();
                sign(canvas, moved(place), *region);
            });
        }
        for centre in layout.centres {
            canvas.circle(moved(*centre), layout.radius, Paint::stroke(Ink::Text, 1.1));
        }
        for (term, place) in self.terms.iter().zip(layout.names) {
            // The names of two circles next to each other share the width.
            let room = if layout.names.len() > 1 && place.1 < 100.0 { 84.0 } else { 160.0 };
            let place = moved(*place);
            let width = text::width(&text::shorten(term, text::SIZE, room), text::SIZE) + 4.0;
            // Nothing runs through a name.
            let area = [place.0 - width / 2.0, place.1 - 5.5, width, 11.0];
            canvas.rect(area, Paint::fill(Ink::Paper));
            canvas.text(place, term, Type::label(Anchor::Middle), room);
        }
        canvas.y = origin.1 + layout.size.1 + 5.0;
        self.keys(canvas);
        Ok(())
    }

    fn says(&self) -> String {
        let regions: Vec<String> = self.named().map(|(_, title)| title).collect();
        format!("Diagram of {} terms. {}.", self.terms.len(), regions.join("; "))
    }
}

impl Venn {
    /// The combinations by number, and what is known of each in words.
    fn named(&self) -> impl Iterator<Item = (usize, String)> {
        let regions = self.regions.iter().enumerate();
        regions.map(|(at, region)| (at, format!("{}: {}", self.combination(at), words(*region))))
    }

    /// A combination in words: `cats, not dogs`.
    fn combination(&self, number: usize) -> String {
        let of = |(at, term): (usize, &String)| {
            let term = text::clean(term);
            if number >> at & 1 == 1 { term } else { format!("not {term}") }
        };
        let terms: Vec<String> = self.terms.iter().enumerate().map(of).collect();
        terms.join(", ")
    }

    fn keys(&self, canvas: &mut Canvas) {
        let all = [Region::Occupied, Region::Empty, Region::Unknown];
        let mut x = canvas.left() + ((canvas.right() - canvas.left()) - 200.0) / 2.0;
        for region in all.into_iter().filter(|region| self.regions.contains(region)) {
            let y = canvas.y + 5.0;
            match region {
                Region::Empty => {
                    for step in 0..4 {
                        let at = x + 2.2 * f64::from(step);
                        canvas.line((at, y + 3.0), (at + 5.0, y - 3.0), Ink::Muted, 0.6);
                    }
                }
                region => sign(canvas, (x + 5.0, y), region),
            }
            canvas.text((x + 15.0, y), words(region), Type::label(Anchor::Start), 60.0);
            x += 24.0 + text::width(words(region), text::SIZE);
        }
        canvas.y += 11.0;
    }
}

fn words(region: Region) -> &'static str {
    match region {
        Region::Unknown => "not known",
        Region::Empty => "nothing",
        Region::Occupied => "something",
    }
}

fn sign(canvas: &mut Canvas, (x, y): (f64, f64), region: Region) {
    match region {
        Region::Occupied => {
            let ink = Ink::Series(1);
            canvas.line((x - 3.2, y - 3.2), (x + 3.2, y + 3.2), ink, 1.6);
            canvas.line((x - 3.2, y + 3.2), (x + 3.2, y - 3.2), ink, 1.6);
        }
        Region::Unknown => {
            canvas.text((x, y), "?", Type::label(Anchor::Middle).ink(Ink::Muted), 10.0)
        }
        Region::Empty => {}
    }
}

impl Layout {
    /// The combination of terms at a place.
    fn at(&self, (x, y): (f64, f64)) -> usize {
        let inside = |(cx, cy): &(f64, f64)| (x - cx).hypot(y - cy) < self.radius;
        self.centres.iter().enumerate().filter(|(_, c)| inside(c)).map(|(at, _)| 1 << at).sum()
    }

    /// The pieces of rising lines that lie in a region: each line is cut where it meets a circle, and
    /// the middle of a piece says which region the piece is in.
    fn hatched(&self, region: usize) -> Vec<((f64, f64), (f64, f64))> {
        let (width, height) = self.size;
        let mut pieces = Vec::new();
        let step = LINE_GAP * std::f64::consts::SQRT_2;
        let mut sum = step;
        while sum < width + height {
            // Places on the line are (x, sum - x).
            let (first, last) = ((sum - height).max(0.0), sum.min(width));
            let mut cuts = vec![first, last];
            for (cx, cy) in self.centres {
                let middle = f64::midpoint(*cx, sum - cy);
                let distance = (cx - (sum - cy)) / 2.0;
                let half = self.radius * self.radius / 2.0 - distance * distance;
                if half > 0.0 {
                    cuts.extend([middle - half.sqrt(), middle + half.sqrt()]);
                }
            }
            cuts.retain(|cut| (first..=last).contains(cut));
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.windows(2) {
                let &[from, to] = pair else { continue };
                let middle = f64::midpoint(from, to);
                if to - from > 0.3 && self.at((middle, sum - middle)) == region {
                    pieces.push(((from, sum - from), (to, sum - to)));
                }
            }
            sum += step;
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_and_every_line_is_in_its_region() {
        for layout in &LAYOUTS {
            for (number, place) in layout.places.iter().enumerate() {
                assert_eq!(layout.at(*place), number, "{place:?}");
                let pieces = layout.hatched(number);
                assert!(!pieces.is_empty(), "{number}");
                for ((x1, y1), (x2, y2)) in pieces {
                    let at = |part: f64| layout.at((x1 + part * (x2 - x1), y1 + part * (y2 - y1)));
                    assert!([0.01, 0.5, 0.99].iter().all(|part| at(*part) == number));
                }
            }
        }
    }
}
