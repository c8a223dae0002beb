//! The order in which a view is written makes no difference.

use crate::support::config;
use crate::support::dice::Dice;
use crate::support::draft::Draft;
use crate::support::operations::{OPERATIONS, Run, engine, full_text, is_limit};
use crate::support::profile::{EVERYTHING, Objects, Profile, QUANTIFIED, Weights};
use crate::support::shrinking::view;
use peirast_etr::Error;
use proptest::prelude::*;

const SHARED: Profile = Profile { objects: Objects::Shared, ..EVERYTHING };
const SYMBOLIC: Profile = Profile { weights: Weights::Terms, ..SHARED };

fn result(run: Run, one: &Draft, two: &Draft) -> Result<String, Error> {
    let mut engine = engine();
    let [one, two] = [one, two].map(|draft| engine.read(&draft.to_string()).expect("a view"));
    let view = run(&mut engine, &one, &two)?;
    Ok(full_text(&engine, &view))
}

fn check_all(one: &Draft, two: &Draft, seed: u64) -> Result<(), TestCaseError> {
    let mut dice = Dice(seed);
    let [other, another] = [one, two].map(|draft| draft.clone().shuffled(&mut dice));
    for (name, run) in OPERATIONS {
        match (result(run, one, two), result(run, &other, &another)) {
            (Err(left), _) | (_, Err(left)) if is_limit(&left) => {}
            // Numbers beyond all bounds are met in another order, and named in the message.
            (Err(Error::Arithmetic { .. }), Err(Error::Arithmetic { .. })) => {}
            (left, right) => {
                prop_assert_eq!(left, right, "{}: {} and {}", name, other, another);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn reading_forgets_order(one in view(SYMBOLIC), seed in any::<u64>()) {
        let mut engine = engine();
        let other = one.clone().shuffled(&mut Dice(seed));
        let [one, two] = [&one, &other].map(|draft| engine.read(&draft.to_string()).expect("a view"));
        prop_assert_eq!(full_text(&engine, &one), full_text(&engine, &two));
        prop_assert_eq!(engine.export(&one), engine.export(&two));
    }

    #[test]
    fn results_forget_order(one in view(SYMBOLIC), two in view(SYMBOLIC), seed in any::<u64>()) {
        check_all(&one, &two, seed)?;
    }

    #[test]
    fn results_of_quantified_views_forget_order(
        one in view(QUANTIFIED), two in view(QUANTIFIED), seed in any::<u64>(),
    ) {
        check_all(&one, &two, seed)?;
    }
}
