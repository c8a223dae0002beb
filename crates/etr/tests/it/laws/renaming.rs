//! The names of arbitrary objects make no difference.

use crate::support::config;
use crate::support::dice::Dice;
use crate::support::draft::Draft;
use crate::support::operations::{LIMITS, OPERATIONS, engine, is_limit};
use crate::support::profile::{EVERYTHING, Objects, Profile, QUANTIFIED};
use crate::support::shrinking::view;
use peirast_etr::Limits;
use proptest::prelude::*;

const SHARED: Profile = Profile { objects: Objects::Shared, ..EVERYTHING };

/// Other names, in another order, some of which operations like to give themselves.
fn names(seed: u64) -> impl Fn(&str) -> String {
    let mut names = ["a", "b", "x", "x1", "_c", "y", "w", "nm"];
    Dice(seed).shuffle(&mut names);
    move |old: &str| {
        let at = ["x", "y", "z", "w"].iter().position(|base| *base == old).expect("a base");
        names[at].to_owned()
    }
}

fn check_all(one: &Draft, two: &Draft, seed: u64) -> Result<(), TestCaseError> {
    let mut engine = engine();
    let name = names(seed);
    let drafts = [one.clone(), two.clone(), one.clone().renamed(&name), two.clone().renamed(&name)];
    let [one, two, other, another] =
        drafts.map(|draft| engine.read(&draft.to_string()).expect("a view"));
    for (operation, run) in OPERATIONS {
        let (left, right) = (run(&mut engine, &one, &two), run(&mut engine, &other, &another));
        match (left, right) {
            (Err(left), _) | (_, Err(left)) if is_limit(&left) => {}
            (Ok(left), Ok(right)) => {
                // Results may have many objects that are alike.
                engine = engine.with_limits(Limits::default());
                let equivalent =
                    engine.equivalent(&left, &right).expect("no more steps than usual");
                engine = engine.with_limits(LIMITS);
                let (left, right) = (engine.show(&left), engine.show(&right));
                prop_assert!(equivalent, "{}: {} and {}", operation, left, right);
            }
            (left, right) => prop_assert_eq!(left.err(), right.err()),
        }
    }
    Ok(())
}

/// A fresh name is none of a premise's that has been used and is used again.
#[test]
fn a_conclusion_does_not_depend_on_the_names_in_premises() {
    let mut engine = engine();
    let mut infer = |premises: [&str; 2]| {
        let premises = premises.map(|text| engine.read(text).expect("a view"));
        let conclusion = engine.default_inference(&premises).expect("a conclusion");
        let [first, second] = premises;
        let probability = engine.what_is_the_probability(&[first], &second).expect("an answer");
        (engine.export(&conclusion), engine.export(&probability))
    };
    let (conclusion, probability) = infer(["Ax Ew {P(w*)P(x*)}", "Ey {C()~Q(x()*),P(c())P(y*)}"]);
    for [x, w, y] in [["b", "a", "x"], ["b", "a", "c"], ["a", "b", "c"], ["c", "a", "b"]] {
        let first = format!("A{x} E{w} {{P({w}*)P({x}*)}}");
        let (other, its_probability) =
            infer([&first, &format!("E{y} {{C()~Q(x()*),P(c())P({y}*)}}")]);
        assert_eq!(conclusion.equivalent(&other), Ok(true), "{other}");
        assert_eq!(probability.equivalent(&its_probability), Ok(true), "{its_probability}");
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn results_are_renamed_as_their_inputs_are(
        one in view(SHARED), two in view(SHARED), seed in any::<u64>(),
    ) {
        check_all(&one, &two, seed)?;
    }

    #[test]
    fn results_of_quantified_views_are_renamed_as_their_inputs_are(
        one in view(QUANTIFIED), two in view(QUANTIFIED), seed in any::<u64>(),
    ) {
        check_all(&one, &two, seed)?;
    }

    #[test]
    fn a_view_is_equivalent_to_its_renaming_and_to_no_smaller_view(
        one in view(QUANTIFIED), seed in any::<u64>(),
    ) {
        let mut engine = engine();
        let other = one.clone().renamed(&names(seed));
        let [view, other] = [&one, &other].map(|draft| engine.read(&draft.to_string()).expect("a view"));
        prop_assert!(engine.equivalent(&view, &other).expect("few objects"));
        prop_assert!(engine.equivalent(&other, &view).expect("few objects"));
        prop_assume!(!one.stage.is_empty());
        let smaller = Draft { stage: one.stage[1..].to_vec(), ..one }.tidied();
        let smaller = engine.read(&smaller.to_string()).expect("a view");
        if smaller.states() < view.states() {
            prop_assert!(!engine.equivalent(&smaller, &other).expect("few objects"));
        }
    }

    #[test]
    fn what_follows_does_not_depend_on_the_names_in_the_conclusion(
        one in view(QUANTIFIED), two in view(QUANTIFIED), seed in any::<u64>(), of_itself: bool,
    ) {
        let mut engine = engine();
        let target = if of_itself { one.clone() } else { two };
        let other = target.clone().renamed(&names(seed));
        let [one, target, other] =
            [one, target, other].map(|draft| engine.read(&draft.to_string()).expect("a view"));
        let premises = [one];
        let (first, second) =
            (engine.does_it_follow(&premises, &target), engine.does_it_follow(&premises, &other));
        match (first, second) {
            (Ok(first), Ok(second)) => prop_assert_eq!(first, second, "{}", engine.show(&other)),
            (Err(error), _) | (_, Err(error)) => prop_assert!(is_limit(&error), "{}", error),
        }
    }
}
