//! Laws of taking in and asking: update, answer, factor, depose, query.

use crate::support::config;
use crate::support::draft::Draft;
use crate::support::operations::{engine, is_limit, same};
use crate::support::profile::{CONSTANTS, EVERYTHING, Objects, Profile, Weights};
use crate::support::shrinking::view;
use crate::support::written::{Written, names_without_brackets};
use peirast_etr::{Engine, InternedView, Unchanged};
use proptest::prelude::*;
use std::collections::BTreeSet;

const SHARED: Profile = Profile { objects: Objects::Shared, ..EVERYTHING };
const SYMBOLIC: Profile = Profile { weights: Weights::Terms, ..SHARED };

fn read(engine: &mut Engine, draft: &Draft) -> InternedView {
    engine.read(&draft.to_string()).expect("a view")
}

fn written(engine: &Engine, view: &InternedView) -> Written {
    Written::of(&engine.show(view))
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn update_with_verum_changes_nothing(one in view(EVERYTHING)) {
        let mut engine = engine();
        let one = read(&mut engine, &one);
        let updated = engine.update(&one, &InternedView::verum()).expect("small");
        prop_assert!(same(&mut engine, &one, &updated));
    }

    #[test]
    fn answer_keeps_some_states_and_adds_none(one in view(SYMBOLIC), two in view(SYMBOLIC)) {
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| read(&mut engine, &draft));
        for answer in [Engine::answer, Engine::equilibrium_answer, Engine::atomic_answer] {
            let kept = answer(&mut engine, &one, &two).expect("small");
            prop_assert!(kept.states() <= one.states());
            prop_assert_eq!(kept.states() == 0, one.states() == 0);
            let (before, after) = (written(&engine, &one), written(&engine, &kept));
            prop_assert!(after.stage_set().is_subset(&before.stage_set()));
            prop_assert_eq!(after.supposition, before.supposition);
        }
    }

    #[test]
    fn answer_is_idempotent(one in view(SHARED), two in view(SHARED)) {
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| read(&mut engine, &draft));
        for answer in [Engine::answer, Engine::equilibrium_answer, Engine::atomic_answer] {
            let once = answer(&mut engine, &one, &two).expect("small");
            let twice = answer(&mut engine, &once, &two).expect("small");
            prop_assert!(same(&mut engine, &once, &twice));
        }
    }

    #[test]
    fn factor_falsum_leaves_nothing_absurd_and_is_idempotent(one in view(SHARED)) {
        let mut engine = engine();
        let one = read(&mut engine, &one);
        let once = engine.factor(&one, &InternedView::falsum()).expect("small");
        let twice = engine.factor(&once, &InternedView::falsum()).expect("small");
        prop_assert!(same(&mut engine, &once, &twice));
        let written = written(&engine, &once);
        let mut left = BTreeSet::new();
        for state in &written.stage {
            let state: String = state.iter().map(String::as_str).collect();
            let names: BTreeSet<String> = names_without_brackets(&state).into_iter().collect();
            let prefix: String = names.iter().map(|name| format!("∃{name} ")).collect();
            let state = if state.is_empty() { "0".to_owned() } else { state };
            let single = engine.read(&format!("{prefix}{{{state}}}")).expect("a state");
            prop_assert!(!engine.is_absurd(&single).expect("small"), "{state}");
            left.insert(state);
        }
        prop_assert_eq!(left.len(), once.states());
    }

    #[test]
    fn factor_verum_changes_nothing(one in view(EVERYTHING)) {
        let mut engine = engine();
        let one = read(&mut engine, &one);
        let factored = engine.factor(&one, &InternedView::verum()).expect("small");
        prop_assert!(same(&mut engine, &one, &factored));
    }

    #[test]
    fn depose_of_a_view_without_supposition_changes_nothing(one in view(EVERYTHING)) {
        let mut engine = engine();
        let draft = Draft { supposition: None, ..one }.tidied();
        let plain = read(&mut engine, &draft.clone().unmarked());
        let deposed = engine.depose(&plain).expect("small");
        prop_assert!(same(&mut engine, &plain, &deposed));
        // Marks may come to be in an atom together with its marked negation too.
        let marked = read(&mut engine, &draft);
        let deposed = engine.depose(&marked).expect("small");
        let again = engine.depose(&deposed).expect("small");
        prop_assert!(same(&mut engine, &deposed, &again));
        prop_assert_eq!(written(&engine, &marked).stage_set(), written(&engine, &deposed).stage_set());
    }

    #[test]
    fn depose_leaves_nothing_supposed(one in view(EVERYTHING)) {
        let mut engine = engine();
        let one = read(&mut engine, &one);
        let deposed = engine.depose(&one).expect("small");
        let nothing = vec![BTreeSet::new()];
        prop_assert_eq!(written(&engine, &deposed).supposition, nothing);
        let (before, after) = (written(&engine, &one).stage_set(), written(&engine, &deposed).stage_set());
        prop_assert!(before.is_subset(&after));
    }

    #[test]
    fn query_finds_states_of_what_is_asked_and_the_empty_one(
        one in view(SYMBOLIC), two in view(SYMBOLIC),
    ) {
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| read(&mut engine, &draft));
        let answer = match engine.query(&one, &two) {
            Ok(answer) => answer,
            Err(error) => {
                prop_assert!(is_limit(&error), "{error}");
                return Ok(());
            }
        };
        if engine.unchanged() == Some(Unchanged::ForeignUniversals) {
            prop_assert!(same(&mut engine, &one, &answer));
            return Ok(());
        }
        let mut known = written(&engine, &two).stage_set();
        known.insert(BTreeSet::new());
        prop_assert!(written(&engine, &answer).stage_set().is_subset(&known));
        prop_assert_eq!(answer.states() == 0, one.states() == 0);
    }

    #[test]
    fn a_view_supports_each_of_its_own_states(one in view(Profile { supposition: false, ..CONSTANTS })) {
        let mut engine = engine();
        let one = read(&mut engine, &one);
        let answer = engine.query(&one, &one).expect("small");
        prop_assert!(same(&mut engine, &one, &answer));
    }
}

#[test]
fn a_symbolic_potential_keeps_answer_from_being_idempotent() {
    let mut engine = engine();
    let view = engine.read("{A()X(),B()X(),C()}").unwrap();
    let answer = engine.read("{2=* A(),3=* B(),w()=* C(),X()}").unwrap();
    // Weights count for nothing as long as one of them is no number ...
    let once = engine.answer(&view, &answer).unwrap();
    assert_eq!(engine.show(&once), "{A()X(),B()X()}");
    // ... and the state that is asked about it is gone the second time.
    let twice = engine.answer(&once, &answer).unwrap();
    assert_eq!(engine.show(&twice), "{B()X()}");
}
