//! One draw of one item: its random streams, its cell, and the construction of its versions.

use super::exemplars::AS_PUBLISHED;
use crate::{Cell, Design};
use peirast_random::Stream;
use peirast_record::{Factors, Labels, Name, Problem, Profile, Segment, Task, Truth};
use std::borrow::Cow;

/// An attempt to make item `index` of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// The design of the study.
    pub design: &'a Design,
    pub(super) family: &'static str,
    pub(super) variant: &'static str,
    /// The number of the item, from 0.
    pub index: u32,
    pub(super) attempt: u32,
    /// The cell of the balanced design; the same for every attempt.
    pub cell: Cell,
}

/// A version of an item without its name and its levels.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The task.
    pub task: Task,
    /// Its text, in the segments that factors may change.
    pub segments: Vec<Segment>,
    /// Its options; empty if it has none.
    pub options: Vec<(char, String)>,
    /// The right answer, and the reason.
    pub truth: Truth,
}

/// Returns a segment of text with its role, by which factors refer to it.
pub fn segment(role: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Segment {
    Segment { role: role.into(), text: text.into() }
}

/// Returns the name of a version of an item: `conjunction/2/00017/context=relevant`.
fn id(item: &str, varied: &Factors) -> Name {
    let mut levels = String::with_capacity(64);
    for (at, (factor, level)) in varied.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        levels.extend([comma, factor, "=", level]);
    }
    // No white space after a comma, also within a level.
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

    /// Returns a random stream for one purpose within this draw.
    pub fn stream(&self, purpose: &str) -> Stream {
        self.design.stream(&self.path(), purpose, self.index, self.attempt)
    }

    /// Returns the pair key of the item.
    pub(super) fn item(&self) -> String {
        format!("{}/{:05}", self.path(), self.index)
    }

    /// Returns true if the item is made like the published ones.
    pub(super) fn is_published_design(&self) -> bool {
        self.design.profile == Profile::Paper2024
    }

    /// Returns true if the right option is first: balanced, or with the published share of (a) for
    /// this variant (`published_share`, measured on the published items).
    pub(super) fn right_first(&self, published_share: f64) -> bool {
        match self.design.profile {
            Profile::Balanced | Profile::Paper2025 => self.cell.right_first,
            Profile::Paper2024 => {
                self.design.stream(&self.path(), "position", self.index, 0).chance(published_share)
            }
        }
    }

    /// Returns the level of the factor `exemplar-answer`: the first of two answers or the second,
    /// balanced over the items; in the published design exemplars have their published answers.
    pub fn exemplar_answer(&self, answers: [&'static str; 2]) -> &'static str {
        match (self.design.profile, self.cell.exemplar_first) {
            (Profile::Paper2024, _) => AS_PUBLISHED,
            (_, true) => answers[0],
            (_, false) => answers[1],
        }
    }

    /// Returns a version of the item with these levels, named by the varied ones.
    pub fn problem(&self, varied: &Factors, levels: Factors, draft: Draft) -> Problem {
        let item = self.item();
        let Draft { task, segments, options, truth } = draft;
        Problem {
            id: id(&item, varied),
            item: item.into(),
            family: self.family.into(),
            variant: self.variant.into(),
            task,
            factors: levels,
            segments,
            options,
            labels: Labels::default(),
            truth,
            accepts: None,
            worded: None,
        }
    }
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
