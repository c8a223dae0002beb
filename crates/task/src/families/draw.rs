//! One draw of one item: its random streams, its cell, and the assembly of its versions.

use crate::{Cell, Data, Design, HE, Pronouns, SHE, Stream, THEY};
use peirast_record::{Answer, Factors, Problem, Profile, Segment, Task, Truth};
use std::borrow::Cow;

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

pub(super) fn segment(role: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Segment {
    Segment { role: role.into(), text: text.into() }
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
            id: format!("{item}/{}", varied.to_string().replace(", ", ",")).into(),
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
    pub(super) fn conjunction(&self, varied: &Factors, text: &Conjunction) -> Problem {
        let (right, lure) = if text.right_first { ('a', 'b') } else { ('b', 'a') };
        let single = format!("{}.", text.shared);
        let joint = format!("{}{}{}.", text.shared, text.connective, text.added);
        let mut segments = text.opening.clone();
        for letter in ['a', 'b'] {
            segments.push(segment("option-mark", format!("({letter}) ")));
            segments.push(segment("shared-event", text.shared.clone()));
            if letter == lure {
                segments.push(segment("connective", text.connective.clone()));
                segments.push(segment("added-event", text.added.clone()));
            }
            segments.push(segment("option-end", ".\n"));
        }
        let mut options = vec![(right, single.clone()), (lure, joint.clone())];
        options.sort();
        let truth = Truth {
            answer: Answer::Choice(right),
            lure: Answer::Choice(lure),
            form: "P(A) >= P(A and B)".to_owned(),
            why: format!(
                "({lure}) says all that ({right}) says and more: whenever \"{joint}\" is true, \
                 \"{single}\" is true, so ({right}) cannot be less probable"
            ),
        };
        let position = if right == 'a' { "a" } else { "b" };
        let levels =
            varied.with("position", position).with("exemplar-answer", self.exemplar_letter());
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
