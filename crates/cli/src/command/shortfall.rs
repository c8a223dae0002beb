//! Versions that `peirast make etr` was asked for and could not make of every problem.

use peirast_record::{Argument, ArgumentKind, Problem, Versions};
use std::collections::{BTreeMap, BTreeSet};

/// The problems of which there are versions, by the levels that were asked for.
#[derive(Debug, Default)]
pub struct Shortfall {
    any: BTreeSet<u64>,
    levels: BTreeMap<(String, String), BTreeSet<u64>>,
}

/// The level that stands for every order.
const ALL: &str = "all";

impl Shortfall {
    /// Nothing made yet, of versions with these levels.
    pub fn new(wanted: &Versions) -> Self {
        let mut levels = BTreeMap::new();
        for (factor, names) in wanted.iter().filter(|(factor, _)| *factor != "theme") {
            for level in names.iter().filter(|level| *level != ALL) {
                levels.insert((factor.to_owned(), named(level)), BTreeSet::new());
            }
        }
        Self { any: BTreeSet::new(), levels }
    }

    /// Takes in what was made.
    pub fn count(&mut self, problems: &[Problem]) {
        for problem in problems {
            let Some(worded) = problem.worded.as_deref() else { continue };
            let number = worded.argument.number;
            self.any.insert(number);
            for ((factor, level), numbers) in &mut self.levels {
                if problem.factors.get(factor) == Some(level) {
                    numbers.insert(number);
                }
            }
        }
    }

    /// Whether nothing was made.
    pub fn is_empty(&self) -> bool {
        self.any.is_empty()
    }

    /// Lines on how many of these problems have the wanted versions, and why not all; none if
    /// all have them. Controls are no problems of their own.
    pub fn lines(&self, problems: &[Argument]) -> Vec<String> {
        let count = |is: &dyn Fn(&Argument) -> bool| {
            let numbers = problems.iter().filter(|one| is(one)).map(|one| one.number);
            numbers.collect::<BTreeSet<u64>>().len()
        };
        let all = count(&|_| true);
        let line = |what: &str, made: usize, why: &str| {
            (made < all).then(|| format!("{made} of {all} problems have a version {what}: {why}"))
        };
        let of_level = |((factor, level), numbers): (&(String, String), &BTreeSet<u64>)| {
            let (made, why) = match (factor.as_str(), places(level)) {
                ("kind", _) => (count(&|one| kind(one) == level), KIND),
                ("order", Some(places)) => (count(&|one| one.premises.len() == places), ORDER),
                ("inquiry", _) => (numbers.len(), INQUIRY),
                _ => return None,
            };
            line(&format!("with {factor}={level}"), made, why)
        };
        let mut lines: Vec<String> = self.levels.iter().filter_map(of_level).collect();
        if lines.is_empty() {
            lines.extend(line(
                "as asked for",
                self.any.len(),
                "the others leave nothing to ask about",
            ));
        }
        lines
    }
}

const KIND: &str =
    "others are not of that kind, and controls are made by the profile `balanced` only";
const ORDER: &str = "an order of places is for problems of so many premises";
const INQUIRY: &str = "a question is found for some fallacies only, and put between premises in their \
                       original order";

/// The level of what an argument is for.
fn kind(argument: &Argument) -> &'static str {
    match argument.kind {
        ArgumentKind::Fallacy => "fallacy",
        ArgumentKind::ControlValid => "control-valid",
        ArgumentKind::ControlBlocked => "control-blocked",
    }
}

/// How many places a level names, if it names any.
fn places(level: &str) -> Option<usize> {
    let places = level.split('-').map(|place| place.parse::<usize>().ok());
    Some(places.collect::<Option<Vec<_>>>()?.len())
}

/// Places in their order, or the reverse, have names of their own.
fn named(level: &str) -> String {
    let places: Option<Vec<usize>> = level.split('-').map(|place| place.parse().ok()).collect();
    match places {
        Some(places) if places.is_sorted() => "original".to_owned(),
        Some(places) if places.is_sorted_by(|a, b| a > b) => "reversed".to_owned(),
        _ => level.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_names_of_their_levels() {
        for (places, level) in
            [("1-2-3", "original"), ("2-1", "reversed"), ("2-1-3", "2-1-3"), ("idle", "idle")]
        {
            assert_eq!(named(places), level);
        }
    }
}
