//! The trials that a run begins with.

use peirast_record::{Key, Prompt, Sampling, Series, Study, Trial};
use peirast_run::Subject;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Questions whose trials are made at once. There may be very many trials, and they are to be in memory
/// once.
const STRETCH: usize = 1024;

/// Adds the trials that each question begins with, `repeats` of each.
pub(super) fn add_first(
    trials: &mut Vec<Trial>,
    rendered: &[(Key, Arc<Prompt>)],
    subject: &dyn Subject,
    sampling: &Sampling,
    repeats: u32,
) {
    let series = Series::new(subject.name(), subject.endpoint(), sampling);
    let each = |(key, prompt): &(Key, Arc<Prompt>)| -> Vec<Trial> {
        (0..repeats).map(|repeat| series.trial(key, prompt, repeat)).collect()
    };
    for some in rendered.chunks(STRETCH) {
        let made: Vec<Vec<Trial>> = some.par_iter().map(each).collect();
        trials.extend(made.into_iter().flatten());
    }
}

/// The A/A controls of a study: the share of its questions that the seed picks. More items bring
/// controls of their own and leave those that were picked before as good as all in place.
pub(super) fn controls(
    first: &[Trial],
    rendered: &[(Key, Arc<Prompt>)],
    endpoint: &str,
    study: &Study,
) -> Vec<Trial> {
    let Some(share) = study.aa else { return Vec::new() };
    let mut drawn: Vec<(Key, &(Key, Arc<Prompt>))> =
        rendered.iter().map(|one| (Key::of("control", &(study.seed, &one.0)), one)).collect();
    drawn.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    drawn.truncate((share * rendered.len() as f64).ceil() as usize);
    let picked: BTreeMap<&Key, &Arc<Prompt>> =
        drawn.into_iter().map(|(_, (key, prompt))| (key, prompt)).collect();
    let asked_first = first.iter().filter(|trial| trial.repeat == 0);
    asked_first
        .filter_map(|trial| Some(trial.control(picked.get(&trial.prompt)?, endpoint)))
        .collect()
}
