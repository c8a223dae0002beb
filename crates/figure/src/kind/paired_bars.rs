//! The two discordant counts per subject and method, as pairs of bars.

mod rows;

use super::Kind;
use crate::FigureError;
use crate::error::some;
use crate::kit::axis;
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::bar;
use crate::kit::palette::Ink;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text::{self, SIZE};
use peirast_decimals::counted;

/// The discordant counts of matched pairs: for each subject a panel, for each method two bars. The
/// form of Figure 3 of Jiang et al. (2024), "A Peek into Token Bias".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedBars {
    /// The subjects.
    pub panels: Vec<PairedPanel>,
    /// The names of the two members of a pair: original and perturbed.
    pub members: [String; 2],
    /// The counted outcome of a member: `right`.
    pub outcome: String,
    /// The expectation of the hypothesis: `n12 < n21`. May be empty.
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
    /// Pairs of which what is counted holds for the first member alone.
    pub n12: u64,
    /// Pairs of which it holds for the second member alone.
    pub n21: u64,
    /// All pairs that count.
    pub n: u64,
    /// True if "no effect" is rejected.
    pub is_rejected: bool,
}

/// The least room of a method.
const SLOT: f64 = 27.0;
/// The most room that a method takes so that its name is level, on one line or on two.
const WIDEST_SLOT: f64 = 76.0;
/// The most room of upright names, in points.
const LONGEST: f64 = 150.0;
/// Height of the bars' area, and of what is above it: the name of the subject, counts and a star.
const HEIGHT: f64 = 78.0;
const ABOVE: f64 = 30.0;
const STAR: f64 = 8.0;
/// The title of the axis, above its numbers.
const PAIRS: &str = "pairs";
const GAP: f64 = 12.0;
/// Room between the names of two methods.
const NAME_GAP: f64 = 6.0;
/// On a narrower sheet, bars are level in rows rather than names upright. A column of two is narrower.
const NARROW: f64 = 300.0;
const MOST: usize = 300;

/// The width of a method, in points, and if the names of methods are level.
#[derive(Clone, Copy)]
struct BarLayout {
    slot: f64,
    is_level: bool,
    /// Height of the names.
    below: f64,
    /// Height of the room above the bars.
    above: f64,
}

/// A panel, or the part of it that fits next to the axis.
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
        legend(canvas, &self.keys());
        let counts = || self.bars().flat_map(|bar| [bar.n12, bar.n21]);
        let ceiling = counts().max().unwrap_or(0).max(1) as f64;
        let probe = Scale::linear((0.0, ceiling), (HEIGHT, 0.0));
        let room_left = axis::left_room(&probe, Unit::Count).max(text::width(PAIRS, SIZE) + 4.0);
        let left = canvas.left() + room_left;
        let room = canvas.right() - left;
        let layout = self.layout(room);
        if !layout.is_level && canvas.width < NARROW {
            rows::drawn(canvas, self);
            return Ok(());
        }
        let parts = self.parts(((room - GAP) / layout.slot).floor().max(1.0) as usize);
        for line in balanced(&parts, room, layout) {
            drawn(canvas, line, left, ceiling, layout);
        }
        Ok(())
    }

    fn says(&self) -> String {
        let rejected = self.bars().filter(|bar| bar.is_rejected).count();
        format!(
            "Bars of discordant pairs: {} in {}, {rejected} rejected.",
            counted(self.bars().count() as u64, "comparison", "comparisons"),
            counted(self.panels.len() as u64, "panel", "panels")
        )
    }
}

impl PairedBars {
    fn keys(&self) -> Vec<(Key, String)> {
        let [first, second] = self.members.each_ref().map(|name| text::clean(name));
        let outcome = text::clean(&self.outcome);
        let mut keys = vec![
            (Key::Bar(0), format!("n₁₂: only the {first} is {outcome}")),
            (Key::Bar(1), format!("n₂₁: only the {second} is {outcome}")),
        ];
        if self.bars().any(|bar| bar.is_rejected) {
            keys.push((Key::Sign("*"), "significant: equality is rejected".to_owned()));
        }
        if !self.expected.is_empty() {
            keys.push((
                Key::Words,
                format!("the hypothesis predicts {}", text::clean(&self.expected)),
            ));
        }
        keys
    }

    /// Names of methods are level, on one line or on two, where the panel with most of them has the room.
    fn layout(&self, room: f64) -> BarLayout {
        let names: Vec<String> = self.bars().map(|bar| text::clean(&bar.method)).collect();
        let width = |line: &String| text::width(line, SIZE);
        let widest = |lines: Vec<String>| lines.iter().map(width).fold(0.0, f64::max);
        let most = self.panels.iter().map(|panel| panel.bars.len()).max().unwrap_or(1).max(1);
        let above = if self.bars().any(|bar| bar.is_rejected) { ABOVE + STAR } else { ABOVE };
        let fits = |slot: &f64| *slot <= WIDEST_SLOT && slot * most as f64 + GAP <= room;
        let one_line = SLOT.max(widest(names.clone()) + NAME_GAP);
        if fits(&one_line) {
            return BarLayout { slot: one_line, is_level: true, below: SIZE, above };
        }
        let in_two = names.iter().map(|name| widest(text::halves(name, WIDEST_SLOT - NAME_GAP)));
        let two_lines = SLOT.max(in_two.fold(0.0, f64::max) + NAME_GAP);
        if fits(&two_lines) {
            return BarLayout { slot: two_lines, is_level: true, below: 2.0 * SIZE, above };
        }
        let below = widest(names).min(LONGEST);
        BarLayout { slot: SLOT, is_level: false, below, above }
    }

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

fn part_width(part: &Part<'_>, layout: BarLayout) -> f64 {
    let name = text::width(&text::clean(&part.subject), SIZE);
    (layout.slot * part.bars.len() as f64).max(name.min(3.0 * SLOT))
}

/// As many parts to a line as fit.
fn lines<'a, 'b>(parts: &'b [Part<'a>], room: f64, layout: BarLayout) -> Vec<&'b [Part<'a>]> {
    let (mut lines, mut first, mut used) = (Vec::new(), 0, 0.0);
    for (at, part) in parts.iter().enumerate() {
        let width = part_width(part, layout) + GAP;
        if at > first && used + width > room {
            lines.extend(parts.get(first..at));
            (first, used) = (at, 0.0);
        }
        used += width;
    }
    lines.extend(parts.get(first..));
    lines
}

/// Panels in lines: no more lines than needed, about equally full, so that no panel is alone on the
/// last.
fn balanced<'a, 'b>(parts: &'b [Part<'a>], room: f64, layout: BarLayout) -> Vec<&'b [Part<'a>]> {
    let needed = lines(parts, room, layout).len();
    let narrower = (1..=32).map(|step| room * f64::from(step) / 32.0);
    let mut tried = narrower.map(|room| lines(parts, room, layout));
    tried.find(|lines| lines.len() == needed).unwrap_or_default()
}

fn drawn(canvas: &mut Canvas, parts: &[Part<'_>], left: f64, ceiling: f64, layout: BarLayout) {
    let head = canvas.y;
    let (top, bottom) = (head + layout.above, head + layout.above + HEIGHT);
    let scale = Scale::linear((0.0, ceiling), (bottom, top));
    let whole: f64 = parts.iter().map(|part| part_width(part, layout) + GAP).sum();
    axis::left(canvas, &scale, (left, left + whole), Unit::Count, "");
    canvas.text((left - 2.0, top - 10.0), PAIRS, Type::small(Anchor::End), f64::INFINITY);
    let mut x = left + GAP / 2.0;
    for part in parts {
        let width = part_width(part, layout);
        canvas.text((x, head + 5.5), &part.subject, Type::label(Anchor::Start), width);
        for (at, pair) in part.bars.iter().enumerate() {
            one(canvas, x + layout.slot * at as f64, &scale, pair, layout);
        }
        canvas.line((x, bottom), (x + width, bottom), Ink::Axis, 0.7);
        x += width + GAP;
    }
    canvas.y = bottom + layout.below + 14.0;
}

fn one(canvas: &mut Canvas, left: f64, scale: &Scale, pair: &PairedBar, layout: BarLayout) {
    let (bottom, middle) = (scale.from, left + layout.slot / 2.0);
    let title = pair_title(pair);
    let wide = ((layout.slot - 4.0) / 2.0).min(13.0);
    canvas.titled(&title, |canvas| {
        let counts = [pair.n12, pair.n21];
        let tops = counts.map(|count| scale.at(count as f64));
        let shown = counts.map(shown);
        let heights = label_heights(tops, shown.each_ref().map(|one| text::width(one, SIZE)), wide);
        let kind = Type::label(Anchor::Middle);
        for series in [0, 1] {
            let x = middle - wide - 0.5 + (wide + 1.0) * series as f64;
            bar(canvas, [x, tops[series], wide, bottom - tops[series]], series);
            canvas.text((x + wide / 2.0, heights[series]), &shown[series], kind, layout.slot);
        }
        if pair.is_rejected {
            let star = heights[0].min(heights[1]) - 7.0;
            canvas.text((middle, star), "*", kind, layout.slot);
        }
        match layout.is_level {
            true => {
                let room = layout.slot - NAME_GAP;
                for (at, line) in text::halves(&pair.method, room + 1e-6).iter().enumerate() {
                    let y = bottom + 8.0 + at as f64 * SIZE;
                    canvas.text((middle, y), line, kind, layout.slot);
                }
            }
            false => {
                let kind = Type::label(Anchor::End).upright();
                canvas.text((middle, bottom + 5.0), &pair.method, kind, layout.below);
            }
        }
    });
}

fn pair_title(pair: &PairedBar) -> String {
    format!(
        "{}: n12 {}, n21 {}, of {}{}",
        text::clean(&pair.method),
        pair.n12,
        pair.n21,
        counted(pair.n, "pair", "pairs"),
        if pair.is_rejected { ", rejected" } else { "" }
    )
}

fn shown(count: u64) -> String {
    if count < 10_000 { count.to_string() } else { text::number(count as f64) }
}

/// The middle lines of the counts above two bars. Counts that would touch are above each other.
fn label_heights(tops: [f64; 2], widths: [f64; 2], bar: f64) -> [f64; 2] {
    let [first, second] = tops.map(|top| top - 5.0);
    let is_wide = (widths[0] + widths[1]) / 2.0 > bar - 0.5;
    match is_wide && (first - second).abs() < SIZE {
        true if second < first => [first, first - SIZE],
        true => [second - SIZE, second],
        false => [first, second],
    }
}
