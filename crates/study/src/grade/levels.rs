//! The levels that tests select trials by.

use crate::error::Result;
use peirast_record::{Factors, Name, Names, Problem, Trial, Version};
use peirast_task::{Protocols, TEMPERATURE, temperature_level};
use std::collections::BTreeMap;
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
pub(crate) struct Levels {
    protocols: Arc<Protocols>,
    by_temperature: bool,
    known: BTreeMap<Decisive, Arc<Factors>>,
    /// The same by where the memory of these things is, which is compared in no time. What is there is
    /// kept, so that nothing else can come to the same place.
    quick: BTreeMap<Place, (Decisive, Arc<Factors>)>,
    versions: Names,
}

/// What decides the levels of a trial: family and variant of its problem, its protocol, the bits of its
/// temperature, whether its protocol is called what a publication called it, and the problem's own levels.
type Decisive = (Name, Name, Name, Option<u64>, bool, Factors);

/// Where the names and levels of these stand in memory, and the others themselves.
type Place = ([usize; 4], Option<u64>, bool);

impl Levels {
    /// None yet, of trials under these protocols.
    pub(crate) fn of_trials(protocols: &Arc<Protocols>, by_temperature: bool) -> Self {
        Self {
            protocols: Arc::clone(protocols),
            by_temperature,
            known: BTreeMap::new(),
            quick: BTreeMap::new(),
            versions: Names::default(),
        }
    }

    /// Which of the problems of its item a problem is.
    pub(crate) fn version(&mut self, problem: &Problem) -> Version {
        Version::shared(&problem.id, &problem.item, &mut self.versions)
    }

    /// The levels of a trial of `problem`; of a recorded one, whose protocol is what a publication called
    /// its mode, with that.
    pub(crate) fn of(
        &mut self,
        problem: &Problem,
        trial: &Trial,
        is_recorded: bool,
    ) -> Result<Arc<Factors>> {
        let Problem { family, variant, factors, .. } = problem;
        let temperature = trial.sampling.temperature.filter(|_| self.by_temperature);
        let temperature = temperature.map(f64::to_bits);
        let names = [family, variant, &trial.protocol].map(|name| name.as_ptr().addr());
        let [a, b, c] = names;
        let place = ([a, b, c, factors.address()], temperature, is_recorded);
        if let Some((_, same)) = self.quick.get(&place) {
            return Ok(Arc::clone(same));
        }
        let protocol = trial.protocol.clone();
        let decisive =
            (family.clone(), variant.clone(), protocol, temperature, is_recorded, factors.clone());
        let levels = match self.known.get(&decisive) {
            Some(same) => Arc::clone(same),
            None => {
                let new = Arc::new(match is_recorded {
                    true => factors.with("mode", &trial.protocol),
                    false => levels(&self.protocols, problem, trial, self.by_temperature)?,
                });
                self.known.insert(decisive.clone(), Arc::clone(&new));
                new
            }
        };
        self.quick.insert(place, (decisive, Arc::clone(&levels)));
        Ok(levels)
    }
}
