//! Selection of answers by strategy and temperature.

use crate::Placed;
use std::collections::BTreeSet;
use thiserror::Error;

/// The strategies and temperatures whose answers are measured; an empty list selects all.
///
/// ```
/// use peirast_measure::Selection;
/// let selection = Selection { temperatures: vec![0.0], ..Selection::default() };
/// assert!(selection.has_temperature("0.0") && !selection.has_temperature("0.5"));
/// assert!(Selection::default().has_temperature("-"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Strategies, or protocols, by name.
    pub strategies: Vec<String>,
    /// Sampling temperatures.
    pub temperatures: Vec<f64>,
}

/// A strategy or a temperature that no answer has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no answer has the {factor} `{wanted}`: {}", known(.there))]
pub struct NoSuchLevel {
    /// `strategy` or `temperature`.
    factor: &'static str,
    /// The requested level.
    wanted: String,
    /// The levels of the answers.
    there: BTreeSet<String>,
}

/// The levels to choose from.
fn known(there: &BTreeSet<String>) -> String {
    // Something that is no factor has the level `-`.
    let levels: Vec<&str> =
        there.iter().map(String::as_str).filter(|level| *level != "-").collect();
    match levels.is_empty() {
        true => "these answers have none, so leave the option out".to_owned(),
        false => format!("there are {}", levels.join(", ")),
    }
}

impl Selection {
    /// Returns true if answers under this strategy are measured.
    pub fn has_strategy(&self, strategy: &str) -> bool {
        self.strategies.is_empty() || self.strategies.iter().any(|one| one == strategy)
    }

    /// Returns true if answers at the temperature with this level are measured.
    pub fn has_temperature(&self, level: &str) -> bool {
        let is_it = |one: &f64| level.parse() == Ok(*one);
        self.temperatures.is_empty() || self.temperatures.iter().any(is_it)
    }

    /// Returns true if an answer is measured.
    pub fn holds(&self, answer: &impl Placed) -> bool {
        let [_, strategy, temperature, _] = answer.place();
        self.has_strategy(strategy) && self.has_temperature(temperature)
    }

    /// Checks that some answer has each strategy and each temperature. `places` are those of all
    /// answers ([`Placed::place`]).
    ///
    /// # Errors
    /// [`NoSuchLevel`] for the first level that no answer has.
    pub fn check<'a>(&self, places: impl Iterator<Item = [&'a str; 4]>) -> Result<(), NoSuchLevel> {
        let (mut strategies, mut temperatures) = (BTreeSet::new(), BTreeSet::new());
        for [_, strategy, temperature, _] in places {
            strategies.insert(strategy);
            temperatures.insert(temperature);
        }
        let missing = |factor, wanted: String, there: &BTreeSet<&str>| {
            let there = there.iter().map(|level| (*level).to_owned()).collect();
            Err(NoSuchLevel { factor, wanted, there })
        };
        if let Some(name) = self.strategies.iter().find(|name| !strategies.contains(name.as_str()))
        {
            return missing("strategy", name.clone(), &strategies);
        }
        let is_there = |one: &f64| temperatures.iter().any(|level| level.parse() == Ok(*one));
        match self.temperatures.iter().find(|one| !is_there(one)) {
            Some(one) => missing("temperature", one.to_string(), &temperatures),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Selection;

    #[test]
    fn a_level_that_no_answer_has_is_named_with_those_that_there_are() {
        let places = [["m", "zero_shot", "0.0", "i"], ["m", "few_shot", "0.5", "i"]];
        let check = |strategies: &[&str], temperatures: &[f64]| {
            let strategies = strategies.iter().map(|name| (*name).to_owned()).collect();
            let selection = Selection { strategies, temperatures: temperatures.to_vec() };
            selection.check(places.into_iter()).map_err(|error| error.to_string())
        };
        assert_eq!(check(&["few_shot"], &[0.0, 0.5]), Ok(()));
        assert_eq!(check(&[], &[]), Ok(()));
        let error = check(&["one_shot"], &[]).expect_err("no such strategy");
        assert_eq!(error, "no answer has the strategy `one_shot`: there are few_shot, zero_shot");
        let error = check(&[], &[1.0]).expect_err("no such temperature");
        assert_eq!(error, "no answer has the temperature `1`: there are 0.0, 0.5");
        let none = Selection { temperatures: vec![0.0], ..Selection::default() };
        let error = none.check([["m", "zero_shot", "-", "i"]].into_iter()).expect_err("no factor");
        assert!(error.to_string().ends_with("these answers have none, so leave the option out"));
    }
}
