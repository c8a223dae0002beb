//! Requested versions that `peirast make etr` could not make for every problem.

use peirast_record::{Argument, ArgumentKind, Problem, Versions};
use std::collections::{BTreeMap, BTreeSet};

/// The problems that have a version, by the requested level.
#[derive(Debug, Default)]
pub struct Shortfall {
    any: BTreeSet<u64>,
    levels: BTreeMap<(String, String), BTreeSet<u64>>,
}

/// The level that means every order.
const ALL: &str = "all";

impl Shortfall {
    /// Starts with no problem made, for versions with these levels.
    pub fn new(wanted: &Versions) -> Self {
        let mut levels = BTreeMap::new();
        for (factor, names) in wanted.iter().filter(|(factor, _)| *factor != "theme") {
            for level in names.iter().filter(|level| *level != ALL) {
                levels.insert((factor.to_owned(), named(level)), BTreeSet::new());
            }
        }
        Self { any: BTreeSet::new(), levels }
    }

    /// Counts the made problems.
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

    /// True if nothing was made.
    pub fn is_empty(&self) -> bool {
        self.any.is_empty()
    }

    /// Returns lines on the number of problems that have the requested versions, and on the reasons
    /// why others lack them; none if all have them. Controls do not count as problems.
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
const ORDER: &str = "an order of positions needs problems with this number of premises";
const INQUIRY: &str = "a question is found for some fallacies only, and put between premises in their \
                       original order";

/// The level that corresponds to the kind of an argument.
fn kind(argument: &Argument) -> &'static str {
    match argument.kind {
        ArgumentKind::Fallacy => "fallacy",
        ArgumentKind::ControlValid => "control-valid",
        ArgumentKind::ControlBlocked => "control-blocked",
    }
}

/// The number of positions that a level names, if any.
fn places(level: &str) -> Option<usize> {
    let places = level.split('-').map(|place| place.parse::<usize>().ok());
    Some(places.collect::<Option<Vec<_>>>()?.len())
}

/// The name of an order: positions in order, or reversed, have names of their own.
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
