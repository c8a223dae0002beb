//! Laws of the product.

use crate::support::config;
use crate::support::draft::Draft;
use crate::support::operations::{engine, same};
use crate::support::profile::{
    CONSTANTS, EVERYTHING, Objects, PROPOSITIONAL, Profile, QUANTIFIED, Weights,
};
use crate::support::shrinking::view;
use peirast_etr::{Engine, InternedView};
use proptest::prelude::*;

const WEIGHTED: Profile = Profile { weights: Weights::Numbers, ..PROPOSITIONAL };
const MULTIPLIED: Profile = Profile { weights: Weights::Multiplied, ..PROPOSITIONAL };
const X: Profile = Profile { objects: Objects::Own("1"), ..QUANTIFIED };
const Y: Profile = Profile { objects: Objects::Own("2"), ..QUANTIFIED };
const Z: Profile = Profile { objects: Objects::Own("3"), ..QUANTIFIED };

fn read<const N: usize>(engine: &mut Engine, drafts: [&Draft; N]) -> [InternedView; N] {
    drafts.map(|draft| engine.read(&draft.to_string()).expect("a view"))
}

fn commutes(one: &Draft, two: &Draft) -> bool {
    let mut engine = engine();
    let [one, two] = read(&mut engine, [one, two]);
    match (engine.product(&one, &two), engine.product(&two, &one)) {
        (Ok(left), Ok(right)) => same(&mut engine, &left, &right),
        (left, right) => left.err() == right.err(),
    }
}

fn associates(one: &Draft, two: &Draft, three: &Draft) -> bool {
    let mut engine = engine();
    let [one, two, three] = read(&mut engine, [one, two, three]);
    let left = engine.product(&one, &two).expect("small");
    let left = engine.product(&left, &three).expect("small");
    let right = engine.product(&two, &three).expect("small");
    let right = engine.product(&one, &right).expect("small");
    same(&mut engine, &left, &right)
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn product_is_commutative(one in view(CONSTANTS), two in view(CONSTANTS)) {
        prop_assert!(commutes(&one, &two));
    }

    #[test]
    fn product_of_quantified_views_is_commutative(one in view(QUANTIFIED), two in view(QUANTIFIED)) {
        prop_assert!(commutes(&one, &two));
    }

    #[test]
    fn weights_that_are_numbers_commute(one in view(WEIGHTED), two in view(WEIGHTED)) {
        prop_assert!(commutes(&one, &two));
    }

    #[test]
    fn product_is_associative(
        one in view(CONSTANTS), two in view(CONSTANTS), three in view(CONSTANTS),
    ) {
        prop_assert!(associates(&one, &two, &three));
    }

    #[test]
    fn product_of_views_without_common_objects_is_associative(
        one in view(X), two in view(Y), three in view(Z),
    ) {
        prop_assert!(associates(&one, &two, &three));
    }

    #[test]
    fn factors_that_every_state_has_associate(
        one in view(MULTIPLIED), two in view(MULTIPLIED), three in view(MULTIPLIED),
    ) {
        prop_assert!(associates(&one, &two, &three));
    }

    #[test]
    fn verum_is_a_right_unit(one in view(EVERYTHING)) {
        let mut engine = engine();
        let [one] = read(&mut engine, [&one]);
        let product = engine.product(&one, &InternedView::verum()).expect("small");
        prop_assert!(same(&mut engine, &one, &product));
    }

    #[test]
    fn verum_is_a_left_unit_where_nothing_is_supposed(one in view(EVERYTHING)) {
        let mut engine = engine();
        let draft = Draft { supposition: None, ..one }.tidied();
        let [one] = read(&mut engine, [&draft]);
        let product = engine.product(&InternedView::verum(), &one).expect("small");
        prop_assert!(same(&mut engine, &one, &product));
    }

    #[test]
    fn what_supposes_anything_leaves_verum_as_it_is(
        one in view(Profile { empty: false, ..EVERYTHING }),
    ) {
        let mut engine = engine();
        let given = one.supposition.clone().unwrap_or_default();
        let one = Draft { supposition: Some(given), ..one };
        let [one] = read(&mut engine, [&one]);
        prop_assert!(engine.product(&InternedView::verum(), &one).expect("small").is_verum());
    }

    #[test]
    fn falsum_absorbs(one in view(EVERYTHING)) {
        let mut engine = engine();
        let [one] = read(&mut engine, [&one]);
        let falsum = InternedView::falsum();
        prop_assert!(engine.product(&falsum, &one).expect("small").is_falsum());
        // From the right it leaves what is supposed.
        let product = engine.product(&one, &falsum).expect("small");
        prop_assert_eq!(product.states(), 0);
    }

    #[test]
    fn product_distributes_over_sum(
        one in view(X), two in view(Profile { empty: false, ..Y }),
        three in view(Profile { empty: false, ..Z }),
    ) {
        let mut engine = engine();
        let [one, two, three] = read(&mut engine, [&one, &two, &three]);
        let sum = engine.sum(&two, &three).expect("small");
        let left = engine.product(&one, &sum).expect("small");
        let (right, more) = (engine.product(&one, &two), engine.product(&one, &three));
        let right = engine.sum(&right.expect("small"), &more.expect("small")).expect("small");
        prop_assert!(same(&mut engine, &left, &right));
    }

    #[test]
    fn a_product_with_itself_keeps_every_state(one in view(EVERYTHING)) {
        let mut engine = engine();
        let draft = Draft { supposition: None, ..one }.unweighted().tidied();
        let [one] = read(&mut engine, [&draft]);
        let product = engine.product(&one, &one).expect("small");
        let again = engine.sum(&product, &one).expect("small");
        prop_assert!(same(&mut engine, &product, &again));
    }
}

#[test]
fn weights_that_are_terms_do_not_commute() {
    let mut engine = engine();
    let one = engine.read("{a()=* A()}").unwrap();
    let two = engine.read("{b()=* B()}").unwrap();
    let (left, right) = (engine.product(&one, &two), engine.product(&two, &one));
    assert_eq!(engine.show(&left.unwrap()), "{a()**b()=* A()B()}");
    assert_eq!(engine.show(&right.unwrap()), "{b()**a()=* A()B()}");
}

#[test]
fn weights_do_not_associate_where_states_coincide() {
    let mut engine = engine();
    let [one, two, three] =
        ["{2=* A(),A()B()}", "{A(),B()}", "{3=* C()}"].map(|text| engine.read(text).unwrap());
    let left = engine.product(&one, &two).unwrap();
    let left = engine.product(&left, &three).unwrap();
    let right = engine.product(&two, &three).unwrap();
    let right = engine.product(&one, &right).unwrap();
    // 2 and nothing, times 3, is 6; 2 times 3, and nothing times 3, is 6 and 3.
    assert_eq!(engine.show(&left), "{6.0=* A()B()C(),6.0=* A()C()}");
    assert_eq!(engine.show(&right), "{3.0|3.0|6.0=* A()B()C(),6.0=* A()C()}");
}

#[test]
fn what_the_right_side_supposes_filters_the_left() {
    let mut engine = engine();
    let conditional = engine.read("{A()}^{B()}").unwrap();
    let plain = engine.read("{C()}").unwrap();
    let (left, right) =
        (engine.product(&conditional, &plain), engine.product(&plain, &conditional));
    assert_eq!(engine.show(&left.unwrap()), "{A()C()}^{B()}");
    assert_eq!(engine.show(&right.unwrap()), "{C()}");
}
