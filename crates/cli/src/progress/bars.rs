//! Bars on a terminal: one per subject if there is room, and one for all.

use super::row::Snapshot;
use super::style;
use super::wording::{beside, more, shortened};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget};
use std::time::Duration;

/// Assumed number of lines of a terminal of unknown size.
const LINES: usize = 24;
/// Lines not available to subjects: the bar for all, the line about subjects without a bar, and the
/// cursor.
const OTHERS: usize = 3;
/// Drawings per second, as often as the state changes. Each redraws all bars.
const DRAWN: u8 = 5;

/// The contents of a bar.
pub(super) struct BarContents<'a> {
    pub(super) name: &'a str,
    pub(super) seen: Snapshot,
    pub(super) left: Option<Duration>,
    /// The state next to the count.
    pub(super) state: String,
}

/// The bars of a terminal; none if there is no terminal.
pub(super) struct Bars {
    drawn: MultiProgress,
    /// Bars of subjects; if there are fewer bars than subjects, a bar switches between them.
    subjects: Vec<ProgressBar>,
    /// A line about the subjects without a bar.
    rest: Option<ProgressBar>,
    all: Option<ProgressBar>,
}

impl Bars {
    /// Creates bars for subjects with these names.
    pub(super) fn new(names: &[&str], terminal: bool) -> Self {
        if !terminal {
            let drawn = MultiProgress::with_draw_target(ProgressDrawTarget::hidden());
            return Self { drawn, subjects: Vec::new(), rest: None, all: None };
        }
        let drawn = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(DRAWN));
        let lines = terminal_size::terminal_size_of(std::io::stderr());
        let room = room(names.len(), lines.map_or(LINES, |(_, height)| height.0.into()));
        // The text before a bar takes width from the text after it.
        let width = names.iter().map(|name| shortened(name).chars().count()).max().unwrap_or(0);
        let add = |template: &str| {
            let bar = drawn.add(ProgressBar::new(0));
            bar.set_style(style(&format!("{{prefix:{width}}} {template}")));
            bar
        };
        let bar = "{bar:10} {wide_msg}";
        let bars = (0..room).map(|_| add(bar)).collect();
        let rest = (0 < room && room < names.len()).then(|| add("{wide_msg}"));
        let all = Some(add(bar));
        Self { drawn, subjects: bars, rest, all }
    }

    /// Draws the bar of each subject, ordered by name, and the bar for all.
    pub(super) fn draw(&self, mut subjects: Vec<BarContents<'_>>, all: &BarContents<'_>) {
        if self.rest.is_some() {
            subjects.sort_by_key(|subject| subject.seen.is_over());
        }
        for (bar, subject) in self.subjects.iter().zip(&subjects) {
            move_to(bar, subject);
        }
        if let Some(rest) = &self.rest {
            let others: Vec<Snapshot> =
                subjects.iter().skip(self.subjects.len()).map(|one| one.seen).collect();
            rest.set_message(more(&others));
        }
        self.all.iter().for_each(|bar| move_to(bar, all));
    }

    /// Runs `what` while the bars are hidden.
    pub(super) fn suspend(&self, what: impl FnOnce()) {
        self.drawn.suspend(what);
    }

    /// Removes the bars.
    pub(super) fn clear(&self) {
        let _ = self.drawn.clear();
    }
}

/// The number of subjects with a bar on a terminal with this number of lines. A single subject
/// needs no bar besides the bar for all.
fn room(subjects: usize, lines: usize) -> usize {
    match subjects {
        0 | 1 => 0,
        // Without the line for subjects without a bar.
        few if few < lines.saturating_sub(OTHERS - 1) => few,
        _ => lines.saturating_sub(OTHERS).max(1),
    }
}

fn move_to(bar: &ProgressBar, BarContents { name, seen, left, state }: &BarContents<'_>) {
    bar.set_prefix(shortened(name));
    bar.set_length(seen.total);
    bar.set_position(seen.done);
    bar.set_message(beside(*seen, *left, state));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_have_a_bar_as_there_is_room_for() {
        assert_eq!([0, 1, 2, 21, 22, 30].map(|subjects| room(subjects, 24)), [0, 0, 2, 21, 21, 21]);
        assert_eq!((room(30, 40), room(30, 3), room(30, 0)), (30, 1, 1));
    }

    #[test]
    fn who_is_done_makes_room_for_others() {
        let hidden = || Some(ProgressBar::hidden());
        let shown = vec![ProgressBar::hidden(), ProgressBar::hidden()];
        let bars = Bars { subjects: shown, rest: hidden(), all: hidden(), ..Bars::new(&[], false) };
        let subject = |name, done| {
            let seen = Snapshot { total: 9, done, ..Snapshot::default() };
            BarContents { name, seen, left: None, state: String::new() }
        };
        let names = |a, b, c, d| {
            let subjects = vec![subject("a", a), subject("b", b), subject("c", c), subject("d", d)];
            bars.draw(subjects, &subject("all", a + b + c + d));
            let names: Vec<String> = bars.subjects.iter().map(ProgressBar::prefix).collect();
            let rest = bars.rest.as_ref().map(ProgressBar::message).unwrap_or_default();
            (names.join(" "), rest)
        };
        let said = |own: &str, rest: &str| (own.to_owned(), rest.to_owned());
        assert_eq!(names(1, 1, 9, 2), said("a b", "and 2 more, 1 of them done"));
        assert_eq!(names(9, 1, 9, 2), said("b d", "and 2 more, all of them done"));
        assert_eq!(names(9, 9, 9, 9), said("a b", "and 2 more, all of them done"));
        assert_eq!(bars.all.as_ref().map(ProgressBar::position), Some(36));
    }
}
