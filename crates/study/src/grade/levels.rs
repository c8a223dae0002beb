//! The levels that tests select trials by.

use crate::error::Result;
use hashbrown::HashMap;
use peirast_record::{Factors, Name, Names, Problem, Trial, Version};
use peirast_task::{Protocols, TEMPERATURE, temperature_level};
use std::hash::RandomState;
use std::sync::Arc;

/// Every level that tests select a trial by: its problem's, its protocol's, and its temperature
/// where that is a factor.
pub fn levels(
    protocols: &Protocols,
    problem: &Problem,
    trial: &Trial,
    by_temperature: bool,
) -> Result<Factors> {
    let (_, protocol) = protocols.named(&trial.protocol)?;
    let mut levels = protocol.trial_factors(problem);
    if let Some(temperature) = trial.sampling.temperature.filter(|_| by_temperature) {
        levels.set(TEMPERATURE, temperature_level(temperature));
    }
    Ok(levels)
}

/// The levels of very many trials, and the versions of their problems: each is made once, and shared.
pub(super) struct Levels {
    protocols: Arc<Protocols>,
    by_temperature: bool,
    known: HashMap<Decisive, Arc<Factors>, RandomState>,
    versions: Names,
}

/// What decides the levels of a trial: family and variant of its problem, its protocol, the bits of its
/// temperature, whether its protocol is called what a publication called it, and the problem's own levels.
type Decisive = (Name, Name, Name, Option<u64>, bool, Factors);

impl Levels {
    /// None yet, of trials under these protocols.
    pub(super) fn of_trials(protocols: &Arc<Protocols>, by_temperature: bool) -> Self {
        Self {
            protocols: Arc::clone(protocols),
            by_temperature,
            known: HashMap::default(),
            versions: Names::default(),
        }
    }

    /// Which of the problems of its item a problem is.
    pub(super) fn version(&mut self, problem: &Problem) -> Version {
        Version::shared(&problem.id, &problem.item, &mut self.versions)
    }

    /// The levels of a trial of `problem`; of a recorded one, whose protocol is what a publication called
    /// its mode, with that.
    pub(super) fn of(
        &mut self,
        problem: &Problem,
        trial: &Trial,
        is_recorded: bool,
    ) -> Result<Arc<Factors>> {
        let Problem { family, variant, factors, .. } = problem;
        let temperature = trial.sampling.temperature.filter(|_| self.by_temperature);
        let temperature = temperature.map(f64::to_bits);
        let protocol = trial.protocol.clone();
        let decisive =
            (family.clone(), variant.clone(), protocol, temperature, is_recorded, factors.clone());
        if let Some(same) = self.known.get(&decisive) {
            return Ok(Arc::clone(same));
        }
        let levels = Arc::new(match is_recorded {
            true => factors.with("mode", &trial.protocol),
            false => levels(&self.protocols, problem, trial, self.by_temperature)?,
        });
        self.known.insert(decisive, Arc::clone(&levels));
        Ok(levels)
    }
}
