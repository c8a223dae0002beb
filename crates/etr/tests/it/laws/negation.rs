//! Laws of negation.

use crate::support::config;
use crate::support::draft::{Atom, Draft, Item, State};
use crate::support::operations::{engine, same};
use crate::support::profile::{CONSTANTS, EVERYTHING, PROPOSITIONAL, Profile, QUANTIFIED};
use crate::support::shrinking::view;
use crate::support::written::Written;
use peirast_etr::{Engine, InternedView};
use proptest::prelude::*;
use std::collections::BTreeSet;

const SINGLE: Profile = Profile { atoms: 1, empty: false, ..QUANTIFIED };
const SINGLE_CONSTANTS: Profile = Profile { atoms: 1, empty: false, ..CONSTANTS };

fn read(engine: &mut Engine, draft: &Draft) -> InternedView {
    engine.read(&draft.to_string()).expect("a view")
}

fn stage(engine: &Engine, view: &InternedView) -> BTreeSet<BTreeSet<String>> {
    Written::of(&engine.show(view)).stage_set()
}

/// The states of which no other is a part.
fn least(states: &BTreeSet<BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let covered = |state| states.iter().any(|part| part != state && part.is_subset(state));
    states.iter().filter(|state| !covered(*state)).cloned().collect()
}

fn denied(item: &Item) -> Item {
    match item.clone() {
        Item::Atom(atom) => Item::Atom(Atom { negated: !atom.negated, ..atom }),
        Item::Do(negated, atoms) => Item::Do(!negated, atoms),
    }
}

/// The states without repetition.
fn different<'a>(states: impl Iterator<Item = &'a State>) -> Vec<State> {
    let mut known = BTreeSet::new();
    let mut different = Vec::new();
    for state in states {
        let atoms: BTreeSet<String> = state.iter().map(ToString::to_string).collect();
        if known.insert(atoms) {
            different.push(state.clone());
        }
    }
    different
}

/// Every way of choosing one denied atom from each state.
fn denials(states: &[State]) -> Vec<State> {
    states.iter().fold(vec![State::new()], |denials, state| {
        let longer = |denial: &State, item: &Item| [denial.as_slice(), &[denied(item)]].concat();
        denials.iter().flat_map(|denial| state.iter().map(|item| longer(denial, item))).collect()
    })
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn negation_denies_one_atom_of_each_state(one in view(CONSTANTS)) {
        let mut engine = engine();
        let one = one.unmarked();
        let states = different(one.stage.iter().map(|(_, state)| state));
        let stage = denials(&states).into_iter().map(|state| (Default::default(), state));
        let expected = Draft { stage: stage.collect(), ..Draft::default() };
        let (one, expected) = (read(&mut engine, &one), read(&mut engine, &expected));
        let negation = engine.negation(&one).expect("small");
        prop_assert!(same(&mut engine, &negation, &expected));
    }

    #[test]
    fn the_negation_of_a_sum_is_the_product_of_negations(
        one in view(PROPOSITIONAL), two in view(PROPOSITIONAL),
    ) {
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| read(&mut engine, &draft));
        let sum = engine.sum(&one, &two).expect("small");
        let left = engine.negation(&sum).expect("small");
        let apart = sum.states() == one.states() + two.states();
        let [one, two] = [one, two].map(|view| engine.negation(&view).expect("small"));
        let right = engine.product(&one, &two).expect("small");
        if apart {
            prop_assert!(same(&mut engine, &left, &right));
        }
        // An atom of both sides is denied once in the sum and twice in the product.
        prop_assert_eq!(least(&stage(&engine, &left)), least(&stage(&engine, &right)));
    }

    #[test]
    fn the_negation_of_a_product_is_the_sum_of_negations_but_for_longer_states(
        one in view(PROPOSITIONAL), two in view(PROPOSITIONAL),
    ) {
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| read(&mut engine, &draft));
        let product = engine.product(&one, &two).expect("small");
        let negation = engine.negation(&product).expect("small");
        let single = one.states() == 1 && two.states() == 1;
        let [one, two] = [one, two].map(|view| engine.negation(&view).expect("small"));
        let sum = engine.sum(&one, &two).expect("small");
        if single {
            prop_assert!(same(&mut engine, &negation, &sum));
        }
        let (negation, sum) = (stage(&engine, &negation), stage(&engine, &sum));
        prop_assert_eq!(least(&negation), least(&sum));
    }

    #[test]
    fn double_negation_changes_nothing_where_states_are_atoms(
        one in view(SINGLE), two in view(SINGLE_CONSTANTS),
    ) {
        for draft in [one, two] {
            prop_assume!(draft.stage.iter().all(|(_, state)| !state.is_empty()));
            let mut engine = engine();
            let view = read(&mut engine, &draft);
            let negation = engine.negation(&view).expect("small");
            let again = engine.negation(&negation).expect("small");
            prop_assert_eq!(stage(&engine, &again), stage(&engine, &view));
        }
    }

    #[test]
    fn double_negation_keeps_what_no_other_state_is_part_of(one in view(PROPOSITIONAL)) {
        let mut engine = engine();
        let view = read(&mut engine, &one);
        let negation = engine.negation(&view).expect("small");
        let again = engine.negation(&negation).expect("small");
        prop_assert_eq!(least(&stage(&engine, &view)), least(&stage(&engine, &again)));
    }

    #[test]
    fn negation_drops_weights(one in view(EVERYTHING)) {
        let mut engine = engine();
        let (view, plain) = (read(&mut engine, &one), read(&mut engine, &one.unweighted()));
        let (left, right) = (engine.negation(&view), engine.negation(&plain));
        prop_assert!(same(&mut engine, &left.expect("small"), &right.expect("small")));
    }

    #[test]
    fn negation_affirms_what_was_supposed(one in view(Profile { supposition: true, ..CONSTANTS })) {
        let mut engine = engine();
        let one = one.unmarked();
        let given = one.supposition.clone().unwrap_or_else(|| vec![State::new()]);
        let given = given.into_iter().map(|state| (Default::default(), state)).collect();
        let given = read(&mut engine, &Draft { stage: given, ..Draft::default() });
        let view = read(&mut engine, &one);
        let plain = read(&mut engine, &Draft { supposition: None, ..one });
        let left = engine.negation(&view).expect("small");
        let right = engine.negation(&plain).expect("small");
        let right = engine.product(&given, &right).expect("small");
        prop_assert!(same(&mut engine, &left, &right));
    }
}

#[test]
fn double_negation_adds_states() {
    let mut engine = engine();
    let view = engine.read("{A()B(),C()}").unwrap();
    let once = engine.negation(&view).unwrap();
    let twice = engine.negation(&once).unwrap();
    assert_eq!(engine.show(&twice), "{A()B(),A()C(),B()C(),C()}");
}
