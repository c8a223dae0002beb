//! Neither the history of an engine nor a recording makes a difference.

use crate::support::config;
use crate::support::draft::Draft;
use crate::support::operations::{LIMITS, OPERATIONS, Run, full_text, is_limit};
use crate::support::profile::{EVERYTHING, Objects, Profile, QUANTIFIED, Weights};
use crate::support::shrinking::view;
use peirast_etr::{Allowance, Engine, Error, Reading};
use proptest::prelude::*;

const SHARED: Profile = Profile { objects: Objects::Shared, ..EVERYTHING };
const SYMBOLIC: Profile = Profile { weights: Weights::Terms, ..SHARED };

fn result(mut engine: Engine, run: Run, one: &str, two: &str) -> Result<String, Error> {
    let (one, two) = (engine.read(one)?, engine.read(two)?);
    let view = run(&mut engine, &one, &two)?;
    Ok(full_text(&engine, &view))
}

/// An engine that has read the views before, the last first, and worked on them.
fn used(reading: Reading, views: [&str; 3]) -> Engine {
    let mut engine = Engine::new(reading).with_limits(LIMITS);
    let [one, two, three] = views.map(|text| engine.read(text).expect("a view"));
    for (_, run) in &OPERATIONS[..17] {
        let _ = run(&mut engine, &one, &two).and_then(|view| run(&mut engine, &view, &three));
    }
    engine
}

fn check_all(reading: Reading, drafts: [&Draft; 3]) -> Result<(), TestCaseError> {
    let [one, two, noise] = drafts.map(Draft::to_string);
    let used = used(reading, [&noise, &two, &one]);
    let fresh = Engine::new(reading).with_limits(LIMITS);
    for (name, run) in OPERATIONS {
        let before = result(fresh.clone(), run, &one, &two);
        let after = result(used.clone(), run, &one, &two);
        match (before, after) {
            (Err(left), _) | (_, Err(left)) if is_limit(&left) => {}
            (left, right) => prop_assert_eq!(left, right, "{}", name),
        }
    }
    Ok(())
}

fn follows(mut engine: Engine, one: &str, two: &str) -> Result<bool, Error> {
    let (one, two) = (engine.read(one)?, engine.read(two)?);
    engine.does_it_follow(&[one], &two)
}

/// The shortcuts that an engine takes while nothing is recorded make no difference.
fn check_watched(reading: Reading, one: &Draft, two: &Draft) -> Result<(), TestCaseError> {
    let (one, two) = (one.to_string(), two.to_string());
    let alone = Engine::new(reading).with_limits(LIMITS);
    let mut recorded = alone.clone();
    recorded.record();
    for watched in [recorded, alone.clone().with_allowance(Allowance::new(u64::MAX))] {
        for (name, run) in OPERATIONS {
            let alone = result(alone.clone(), run, &one, &two);
            prop_assert_eq!(alone, result(watched.clone(), run, &one, &two), "{}", name);
        }
        prop_assert_eq!(follows(alone.clone(), &one, &two), follows(watched, &one, &two));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn results_do_not_depend_on_who_looks_on(one in view(SYMBOLIC), two in view(SYMBOLIC)) {
        check_watched(Reading::SOUND, &one, &two)?;
        check_watched(Reading::PYETR_1_0_0, &one, &two)?;
    }

    #[test]
    fn results_do_not_depend_on_the_past(
        one in view(SYMBOLIC), two in view(SYMBOLIC), noise in view(SYMBOLIC),
    ) {
        check_all(Reading::SOUND, [&one, &two, &noise])?;
    }

    #[test]
    fn results_of_quantified_views_do_not_depend_on_the_past(
        one in view(QUANTIFIED), two in view(QUANTIFIED), noise in view(QUANTIFIED),
    ) {
        check_all(Reading::SOUND, [&one, &two, &noise])?;
    }

    #[test]
    fn nor_do_they_under_the_other_reading(
        one in view(SHARED), two in view(SHARED), noise in view(SHARED),
    ) {
        check_all(Reading::PYETR_1_0_0, [&one, &two, &noise])?;
    }
}
