//! Laws of the sum.

use crate::support::config;
use crate::support::draft::Draft;
use crate::support::operations::{engine, same};
use crate::support::profile::{CONSTANTS, EVERYTHING, Objects, Profile, QUANTIFIED, Weights};
use crate::support::shrinking::view;
use peirast_etr::{Engine, Error, InternedView};
use proptest::prelude::*;

const WEIGHTED: Profile = Profile { weights: Weights::Terms, ..CONSTANTS };
const MIXED: Profile = Profile { weights: Weights::Terms, ..QUANTIFIED };
const X: Profile = Profile { objects: Objects::Own("1"), ..MIXED };
const Y: Profile = Profile { objects: Objects::Own("2"), ..MIXED };
const Z: Profile = Profile { objects: Objects::Own("3"), ..MIXED };

fn read(engine: &mut Engine, draft: &Draft) -> InternedView {
    engine.read(&draft.to_string()).expect("a view")
}

fn commutes(one: &Draft, two: &Draft) -> bool {
    let mut engine = engine();
    let (one, two) = (read(&mut engine, one), read(&mut engine, two));
    match (engine.sum(&one, &two), engine.sum(&two, &one)) {
        (Ok(left), Ok(right)) => same(&mut engine, &left, &right),
        (left, right) => left.err() == right.err(),
    }
}

fn associates(one: &Draft, two: &Draft, three: &Draft) -> bool {
    let mut engine = engine();
    let [one, two, three] = [one, two, three].map(|draft| read(&mut engine, draft));
    let left = engine.sum(&one, &two).expect("small");
    let left = engine.sum(&left, &three).expect("small");
    let right = engine.sum(&two, &three).expect("small");
    let right = engine.sum(&one, &right).expect("small");
    same(&mut engine, &left, &right)
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn sum_is_commutative(one in view(WEIGHTED), two in view(WEIGHTED)) {
        prop_assert!(commutes(&one, &two));
    }

    #[test]
    fn sum_of_quantified_views_is_commutative(one in view(MIXED), two in view(MIXED)) {
        prop_assert!(commutes(&one, &two));
    }

    #[test]
    fn sum_is_associative(one in view(WEIGHTED), two in view(WEIGHTED), three in view(WEIGHTED)) {
        prop_assert!(associates(&one, &two, &three));
    }

    #[test]
    fn sum_of_views_without_common_objects_is_associative(
        one in view(X), two in view(Y), three in view(Z),
    ) {
        prop_assert!(associates(&one, &two, &three));
    }

    #[test]
    fn sum_is_idempotent_without_weights(one in view(EVERYTHING)) {
        let mut engine = engine();
        let one = read(&mut engine, &one.unweighted());
        let sum = engine.sum(&one, &one).expect("small");
        prop_assert!(same(&mut engine, &one, &sum));
    }

    #[test]
    fn the_view_without_states_is_neutral(one in view(EVERYTHING)) {
        let mut engine = engine();
        let nothing = Draft { stage: Vec::new(), ..one.clone() }.tidied();
        let (one, nothing) = (read(&mut engine, &one), read(&mut engine, &nothing));
        let (left, right) = (engine.sum(&nothing, &one), engine.sum(&one, &nothing));
        prop_assert!(same(&mut engine, &one, &left.expect("small")));
        prop_assert!(same(&mut engine, &one, &right.expect("small")));
    }

    #[test]
    fn sums_need_the_same_supposition(one in view(EVERYTHING), two in view(EVERYTHING)) {
        let given = |draft: &Draft| draft.supposition.clone().unwrap_or_else(|| vec![Vec::new()]);
        let (ours, theirs) = (given(&one), given(&two));
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| read(&mut engine, &draft));
        match engine.sum(&one, &two) {
            Ok(_) => prop_assert_eq!(ours.len().min(1), theirs.len().min(1)),
            Err(Error::Undefined { .. }) => prop_assert!(ours != theirs, "equal suppositions have a sum"),
            Err(error) => prop_assert_eq!(error, Error::Clash),
        }
    }
}

#[test]
fn weights_of_a_state_on_both_sides_add() {
    let mut engine = engine();
    let view = engine.read("{1=* A(),B()}").unwrap();
    let sum = engine.sum(&view, &view).unwrap();
    assert_eq!(engine.show(&sum), "{1.0|1.0=* A(),B()}");
}
