//! The two discordant counts per subject and method, as pairs of bars.

use super::Kind;
use crate::FigureError;
use crate::error::some;
use crate::kit::axis;
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::bar;
use crate::kit::palette::Ink;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text::{self, SIZE, SMALL};

/// The discordant counts of matched pairs: for each subject a panel, for each method two bars. The
/// form of Figure 3 of Jiang et al. (2024), "A Peek into Token Bias".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedBars {
    /// The subjects.
    pub panels: Vec<PairedPanel>,
    /// What the two members of a pair are called: original and perturbed.
    pub members: [String; 2],
    /// What is expected where the hypothesis holds: `n12 < n21`. May be empty.
    pub expected: String,
}

/// A subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedPanel {
    /// Its name.
    pub subject: String,
    /// Its methods.
    pub bars: Vec<PairedBar>,
}

/// A method of a subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedBar {
    /// Its name.
    pub method: String,
    /// Pairs of which only the first member was answered rightly.
    pub n12: u64,
    /// Pairs of which only the second member was answered rightly.
    pub n21: u64,
    /// All pairs that count.
    pub n: u64,
    /// Whether "no effect" is rejected.
    pub is_rejected: bool,
}

const SLOT: f64 = 21.0;
const BAR: f64 = 8.0;
const HEIGHT: f64 = 78.0;
const GAP: f64 = 10.0;
const MOST: usize = 300;

/// A panel, or as much of it as fits beside the axis.
struct Part<'a> {
    subject: String,
    bars: &'a [PairedBar],
}

impl Kind for PairedBars {
    fn check(&self) -> Result<(), FigureError> {
        some("bars", self.panels.iter().map(|panel| panel.bars.len()).sum(), MOST)?;
        for bar in self.panels.iter().flat_map(|panel| &panel.bars) {
            let discordant = bar.n12.saturating_add(bar.n21);
            if discordant > bar.n {
                let (of, count) = (text::clean(&bar.method), discordant.try_into());
                let expected = bar.n.try_into().unwrap_or(usize::MAX);
                let what = "discordant pairs beyond all pairs";
                let count = count.unwrap_or(usize::MAX);
                return Err(FigureError::Shape { what, of, count, expected });
            }
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let [first, second] = self.members.each_ref().map(|name| text::clean(name));
        let mut entries = vec![
            (Key::Bar(0), format!("n₁₂: only the {first} right")),
            (Key::Bar(1), format!("n₂₁: only the {second} right")),
            (Key::Sign("*"), "rejected".to_owned()),
        ];
        if !self.expected.is_empty() {
            entries.push((Key::Sign("›"), format!("expected: {}", text::clean(&self.expected))));
        }
        legend(canvas, &entries);
        let counts = || self.bars().flat_map(|bar| [bar.n12, bar.n21]);
        let ceiling = counts().max().unwrap_or(0).max(1) as f64;
        let probe = Scale::linear((0.0, ceiling), (HEIGHT, 0.0));
        let left = canvas.left() + axis::left_room(&probe, Unit::Number);
        let most = ((canvas.right() - left - GAP) / SLOT).floor().max(1.0) as usize;
        let parts = self.parts(most);
        for line in lines(&parts, canvas.right() - left) {
            drawn(canvas, line, left, ceiling);
        }
        Ok(())
    }

    fn says(&self) -> String {
        let rejected = self.bars().filter(|bar| bar.is_rejected).count();
        format!(
            "Bars of discordant pairs: {} of {}, {rejected} rejected.",
            text::counted(self.bars().count() as u64, "comparison", "comparisons"),
            text::counted(self.panels.len() as u64, "subject", "subjects")
        )
    }
}

impl PairedBars {
    fn bars(&self) -> impl Iterator<Item = &PairedBar> {
        self.panels.iter().flat_map(|panel| &panel.bars)
    }

    /// The panels, those with more bars than fit on a line in parts.
    fn parts(&self, most: usize) -> Vec<Part<'_>> {
        let of = |panel: &PairedPanel, at: usize| match at {
            0 => panel.subject.clone(),
            _ => format!("{} (continued)", text::clean(&panel.subject)),
        };
        let parts = self.panels.iter().flat_map(|panel| {
            let chunks = panel.bars.chunks(most).enumerate();
            chunks.map(move |(at, bars)| Part { subject: of(panel, at), bars })
        });
        parts.collect()
    }
}

fn part_width(part: &Part<'_>) -> f64 {
    // A name has at least the room of three bars.
    SLOT * part.bars.len().max(3) as f64
}

/// As many parts to a line as fit.
fn lines<'a, 'b>(parts: &'b [Part<'a>], room: f64) -> Vec<&'b [Part<'a>]> {
    let (mut lines, mut first, mut used) = (Vec::new(), 0, 0.0);
    for (at, part) in parts.iter().enumerate() {
        let width = part_width(part) + GAP;
        if at > first && used + width > room {
            lines.extend(parts.get(first..at));
            (first, used) = (at, 0.0);
        }
        used += width;
    }
    lines.extend(parts.get(first..));
    lines
}

fn drawn(canvas: &mut Canvas, parts: &[Part<'_>], left: f64, ceiling: f64) {
    let head = canvas.y;
    let (top, bottom) = (head + 20.0, head + 20.0 + HEIGHT);
    let scale = Scale::linear((0.0, ceiling), (bottom, top));
    let whole: f64 = parts.iter().map(|part| part_width(part) + GAP).sum();
    axis::left(canvas, &scale, (left, left + whole), Unit::Number, "discordant pairs");
    let methods = parts.iter().flat_map(|part| part.bars);
    let longest =
        methods.map(|bar| text::width(&text::clean(&bar.method), SIZE)).fold(0.0, f64::max);
    let below = longest.min(70.0);
    let mut x = left + GAP / 2.0;
    for part in parts {
        let width = part_width(part);
        canvas.text((x, head + 5.0), &part.subject, Type::label(Anchor::Start).bold(), width);
        for (at, pair) in part.bars.iter().enumerate() {
            one(canvas, x + SLOT * at as f64, &scale, pair, below);
        }
        canvas.line((x, bottom), (x + width, bottom), Ink::Axis, 0.7);
        x += width + GAP;
    }
    canvas.y = bottom + below + 12.0;
}

fn one(canvas: &mut Canvas, left: f64, scale: &Scale, pair: &PairedBar, below: f64) {
    let bottom = scale.from;
    let title = format!(
        "{}: n12 {}, n21 {}, of {}{}",
        text::clean(&pair.method),
        pair.n12,
        pair.n21,
        text::counted(pair.n, "pair", "pairs"),
        if pair.is_rejected { ", rejected" } else { "" }
    );
    let first = left + (SLOT - 2.0 * BAR - 1.0) / 2.0;
    canvas.titled(&title, |canvas| {
        let counts = [pair.n12, pair.n21];
        for (series, count) in counts.into_iter().enumerate() {
            let x = first + (BAR + 1.0) * series as f64;
            let top = scale.at(count as f64);
            bar(canvas, [x, top, BAR, bottom - top], series);
            let kind = Type { size: SMALL - 1.0, ..Type::small(Anchor::Middle).ink(Ink::Text) };
            let shown = if count < 10_000 { count.to_string() } else { text::number(count as f64) };
            // Long counts stand above each other, so that they do not touch.
            let lift = if series == 0 && shown.len() > 2 { 5.0 } else { 0.0 };
            canvas.text((x + BAR / 2.0, top - 3.5 - lift), &shown, kind, SLOT);
        }
        let middle = left + SLOT / 2.0;
        if pair.is_rejected {
            canvas.text((middle, bottom + 5.5), "*", Type::label(Anchor::Middle).bold(), SLOT);
        }
        let kind = Type::label(Anchor::End).upright();
        canvas.text((middle, bottom + 8.0), &pair.method, kind, below);
    });
}
