//! The levels that tests select trials by.

use crate::error::Result;
use hashbrown::HashMap;
use peirast_record::{Factors, Name, Names, Problem, Trial, Version};
use peirast_task::{Protocols, TEMPERATURE, temperature_level};
use std::hash::RandomState;
use std::sync::Arc;

/// Returns the levels of a trial: of its problem, its protocol and, as a factor, its temperature.
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

/// Levels of many trials and versions of their problems, each made once and shared.
pub(super) struct Levels {
    protocols: Arc<Protocols>,
    by_temperature: bool,
    known: HashMap<LevelKey, Arc<Factors>, RandomState>,
    versions: Names,
}

/// Determinants of a trial's levels: family and variant of its problem, its protocol, the bits of
/// its temperature, whether it is a recorded trial, and the problem's own levels.
type LevelKey = (Name, Name, Name, Option<u64>, bool, Factors);

impl Levels {
    /// Creates the empty cache of trials under these protocols.
    pub(super) fn of_trials(protocols: &Arc<Protocols>, by_temperature: bool) -> Self {
        Self {
            protocols: Arc::clone(protocols),
            by_temperature,
            known: HashMap::default(),
            versions: Names::default(),
        }
    }

    /// Returns the version of a problem within its item.
    pub(super) fn version(&mut self, problem: &Problem) -> Version {
        Version::shared(&problem.id, &problem.item, &mut self.versions)
    }

    /// Returns the levels of a trial of `problem`. In a recorded trial the protocol is the
    /// publication's mode, which becomes a level.
    pub(super) fn get(
        &mut self,
        problem: &Problem,
        trial: &Trial,
        is_recorded: bool,
    ) -> Result<Arc<Factors>> {
        let Problem { family, variant, factors, .. } = problem;
        let temperature = trial.sampling.temperature.filter(|_| self.by_temperature);
        let temperature = temperature.map(f64::to_bits);
        let protocol = trial.protocol.clone();
        let key =
            (family.clone(), variant.clone(), protocol, temperature, is_recorded, factors.clone());
        if let Some(same) = self.known.get(&key) {
            return Ok(Arc::clone(same));
        }
        let levels = Arc::new(match is_recorded {
            true => factors.with("mode", &trial.protocol),
            false => levels(&self.protocols, problem, trial, self.by_temperature)?,
        });
        self.known.insert(key, Arc::clone(&levels));
        Ok(levels)
    }
}
