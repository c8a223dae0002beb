//! The trials that a run begins with.

use super::rest::is_large;
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Sampling, Series, Study, Trial};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Questions whose trials are made in parallel. Small chunks avoid holding all trials twice.
const STRETCH: usize = 1024;

/// Adds the trials that each question begins with, `repeats` of each.
pub(crate) fn add_first(
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

/// Returns the A/A controls of a study: the share of its questions that the seed draws. Adding
/// items adds controls and keeps nearly all earlier ones.
///
/// In a large study, which may be asked while it is made, each question is drawn independently, so
/// the share holds on average. In a small study it holds exactly.
pub(crate) fn controls(
    first: &[Trial],
    rendered: &[(Key, Arc<Prompt>)],
    endpoint: &str,
    study: &Study,
) -> Vec<Trial> {
    let Some(share) = study.aa else { return Vec::new() };
    let mut drawn: Vec<(Key, &(Key, Arc<Prompt>))> =
        rendered.iter().map(|one| (lot(study.seed, &one.0), one)).collect();
    match is_large(study) {
        true => drawn.retain(|(lot, _)| is_within(lot, share)),
        false => {
            drawn.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            drawn.truncate((share * rendered.len() as f64).ceil() as usize);
        }
    }
    let picked: BTreeMap<&Key, &Arc<Prompt>> =
        drawn.into_iter().map(|(_, (key, prompt))| (key, prompt)).collect();
    let asked_first = first.iter().filter(|trial| trial.repeat == 0);
    asked_first
        .filter_map(|trial| Some(trial.control(picked.get(&trial.prompt)?, endpoint)))
        .collect()
}

/// Returns the random number that decides whether a prompt is drawn as a control.
fn lot(seed: u64, prompt: &Key) -> Key {
    Key::from_json("control", json!([seed, prompt]))
}

/// Returns true if a lot is among this share of all lots.
fn is_within(lot: &Key, share: f64) -> bool {
    lot.number().is_some_and(|number| number as f64 <= share * u128::MAX as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_lots_is_within_it() {
        let lots: Vec<Key> = (0..20_000)
            .map(|number| lot(7, &Key::from_content("trial", &number).expect("a key")))
            .collect();
        let within = |share| lots.iter().filter(|lot| is_within(lot, share)).count();
        // Six standard deviations of a binomial with n = 20,000 and p = 0.05.
        assert!(within(0.05).abs_diff(1000) < 185, "{}", within(0.05));
        assert_eq!(within(1.0), lots.len());
        assert!(lots.iter().all(|lot| !is_within(lot, 0.05) || is_within(lot, 0.06)));
    }
}
