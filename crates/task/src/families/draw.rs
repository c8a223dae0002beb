//! One draw of one item: its random streams, its cell, and the assembly of its versions.

use crate::{Cell, Data, Design, HE, Pronouns, SHE, THEY};
use peirast_random::Stream;
use peirast_record::{Answer, Factors, Name, Problem, Profile, Segment, Task, Truth};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The attempt to make item `index` of a variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw<'a> {
    pub(super) design: &'a Design,
    pub(super) family: &'static str,
    pub(super) variant: &'static str,
    pub(super) index: u32,
    pub(super) attempt: u32,
    /// The cell of the balanced design; the same for every attempt.
    pub(super) cell: Cell,
}

/// A protagonist.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person<'a> {
    pub(super) name: &'a str,
    pub(super) pronouns: Pronouns,
}

/// The text of a two-option conjunction problem, before its options are put in order.
#[derive(Clone, Debug)]
pub(super) struct Conjunction {
    /// Everything before the options.
    pub(super) opening: Vec<Segment>,
    /// The event that both options share, without a full stop.
    pub(super) shared: String,
    /// What joins the added event, with the spaces around it.
    pub(super) connective: String,
    /// The added event.
    pub(super) added: String,
    /// Whether the single event stands first, as (a).
    pub(super) right_first: bool,
}

/// Segments of two options, one of which is a conjunction.
const OPTION_SEGMENTS: usize = 8;

/// Why a conjunction is no more probable than one of its events.
fn why(right: char, lure: char, single: &str, joint: &str) -> String {
    const AROUND: usize = 128;
    let mut why = String::with_capacity(AROUND + single.len() + joint.len());
    // Writing to a string cannot fail.
    let _ = write!(
        why,
        "({lure}) says all that ({right}) says and more: whenever \"{joint}\" is true, \
         \"{single}\" is true, so ({right}) cannot be less probable"
    );
    why
}

pub(super) fn segment(role: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Segment {
    Segment { role: role.into(), text: text.into() }
}

/// The name of a version of an item: `conjunction/2/00017/context=relevant`.
fn id(item: &str, varied: &Factors) -> Name {
    let mut levels = String::with_capacity(64);
    for (at, (factor, level)) in varied.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        levels.extend([comma, factor, "=", level]);
    }
    // No white space behind a comma, also within a level.
    let levels = if levels.contains(", ") { levels.replace(", ", ",") } else { levels };
    [item, "/", &levels].concat().into()
}

impl<'a> Draw<'a> {
    pub(super) fn new(
        design: &'a Design,
        (family, variant): (&'static str, &'static str),
        index: u32,
        attempt: u32,
    ) -> Self {
        let cell = design.cell(&format!("{family}/{variant}"), index);
        Self { design, family, variant, index, attempt, cell }
    }

    fn path(&self) -> String {
        format!("{}/{}", self.family, self.variant)
    }

    /// A random stream for one purpose within this draw.
    pub(super) fn stream(&self, purpose: &str) -> Stream {
        self.design.stream(&self.path(), purpose, self.index, self.attempt)
    }

    /// The pair key of the item.
    pub(super) fn item(&self) -> String {
        format!("{}/{:05}", self.path(), self.index)
    }

    pub(super) fn is_published_design(&self) -> bool {
        self.design.profile == Profile::Paper2024
    }

    /// Whether the right option stands first: balanced, or with the published share of (a)
    /// for this variant (`published_share`, measured on the published items).
    pub(super) fn right_first(&self, published_share: f64) -> bool {
        match self.design.profile {
            Profile::Balanced | Profile::Paper2025 => self.cell.right_first,
            Profile::Paper2024 => {
                self.design.stream(&self.path(), "position", self.index, 0).chance(published_share)
            }
        }
    }

    /// A version of the item with these levels, named by those that are varied.
    pub(super) fn problem(
        &self,
        varied: &Factors,
        levels: &Factors,
        task: Task,
        segments: Vec<Segment>,
        options: Vec<(char, String)>,
        truth: Truth,
    ) -> Problem {
        let item = self.item();
        Problem {
            id: id(&item, varied),
            item: item.into(),
            family: self.family.into(),
            variant: self.variant.into(),
            task,
            factors: levels.clone(),
            segments,
            options,
            truth,
            worded: None,
        }
    }

    /// A version of a conjunction item.
    pub(super) fn conjunction(&self, varied: &Factors, text: Conjunction) -> Problem {
        let (right, lure) = if text.right_first { ('a', 'b') } else { ('b', 'a') };
        let single = [&text.shared, "."].concat();
        let joint = [&text.shared, &text.connective, &text.added, "."].concat();
        let mut segments = text.opening;
        segments.reserve(OPTION_SEGMENTS);
        for (letter, mark) in [('a', "(a) "), ('b', "(b) ")] {
            segments.push(segment("option-mark", mark));
            segments.push(segment("shared-event", text.shared.clone()));
            if letter == lure {
                segments.push(segment("connective", text.connective.clone()));
                segments.push(segment("added-event", text.added.clone()));
            }
            segments.push(segment("option-end", ".\n"));
        }
        let truth = Truth {
            answer: Answer::Choice(right),
            lure: Answer::Choice(lure),
            form: "P(A) >= P(A and B)".to_owned(),
            why: why(right, lure, &single, &joint),
        };
        let mut options = vec![(right, single), (lure, joint)];
        options.sort();
        let position = if right == 'a' { "a" } else { "b" };
        let mut levels = varied.clone();
        levels.set("position", position);
        levels.set("exemplar-answer", self.exemplar_letter());
        self.problem(varied, &levels, Task::Choice, segments, options, truth)
    }

    fn exemplar_letter(&self) -> &'static str {
        match (self.design.profile, self.cell.exemplar_first) {
            (Profile::Paper2024, _) => "as-published",
            (_, true) => "a",
            (_, false) => "b",
        }
    }
}

/// A protagonist: a woman or a man with equal chance, or, where `neutral` is allowed, sometimes
/// a person of neutral pronouns.
pub(super) fn person<'a>(data: &'a Data, stream: &mut Stream, neutral: bool) -> Option<Person<'a>> {
    let people = data.people.drawn()?;
    let (names, pronouns) = match stream.below(if neutral { 10 } else { 8 }) {
        0..=3 => (&people.female, SHE),
        4..=7 => (&people.male, HE),
        _ => (&people.neutral, THEY),
    };
    stream.choose(names).map(|name| Person { name, pronouns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_version_has_no_white_space_behind_a_comma() {
        let varied = Factors::from_iter([("context", "a, b"), ("source", "c")]);
        assert_eq!(id("conjunction/2/00017", &varied), "conjunction/2/00017/context=a,b,source=c");
        assert_eq!(id("conjunction/2/00017", &Factors::new()), "conjunction/2/00017/");
    }
}
