//! Examples: one matched pair per hypothesis, as it was asked.

use crate::Outcomes;
use peirast_record::{Contrast, Outcome, Unit};

/// One matched pair with what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The item of both members.
    pub item: String,
    /// The original member.
    pub original: Asked,
    /// The perturbed member.
    pub perturbed: Asked,
}

/// The question of one member of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The problem, by id.
    pub problem: String,
    /// The protocol or mode under which it was asked.
    pub protocol: String,
    /// True if the text is the whole prompt; it is the bare question if no prompt was recorded.
    pub is_prompt: bool,
    /// The text of the question.
    pub text: String,
}

/// The first answered pair of a hypothesis, original and perturbed: of its first method, in order
/// of subjects and items.
pub fn example_pair<'a>(
    hypothesis: &str,
    contrasts: &'a [Contrast],
    outcomes: &'a Outcomes,
) -> Option<(&'a Outcome, &'a Outcome)> {
    let mut units = contrasts
        .iter()
        .filter(|contrast| contrast.hypothesis == hypothesis)
        .flat_map(|contrast| &contrast.units);
    units.find_map(|unit| {
        outcomes.subjects().find_map(|subject| first_pair(unit, outcomes, subject))
    })
}

fn first_pair<'a>(
    unit: &'a Unit,
    outcomes: &'a Outcomes,
    subject: &str,
) -> Option<(&'a Outcome, &'a Outcome)> {
    let members = |wanted| -> Vec<&Outcome> {
        let mut members: Vec<&Outcome> = outcomes.select(subject, wanted).collect();
        members.sort_by(|a, b| (&a.item, a.repeat).cmp(&(&b.item, b.repeat)));
        members
    };
    let perturbed = members(&unit.perturbed);
    let other = |original: &Outcome| {
        let own = (&original.item, original.repeat);
        let at = perturbed.binary_search_by(|one| (&one.item, one.repeat).cmp(&own)).ok()?;
        perturbed.get(at).copied()
    };
    let mut original = members(&unit.original).into_iter();
    original.find_map(|original| Some((original, other(original)?)))
}
