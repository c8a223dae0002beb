//! The result of every operation is a view, and its text reads back.

use crate::support::config;
use crate::support::draft::Draft;
use crate::support::operations::{OPERATIONS, engine, full_text, is_limit, same};
use crate::support::profile::{EVERYTHING, Objects, Profile, QUANTIFIED, Weights};
use crate::support::shrinking::view;
use crate::support::written::Written;
use peirast_etr::{Engine, Error, InternedView, Reading, View};
use proptest::prelude::*;
use std::collections::BTreeSet;

const SHARED: Profile = Profile { objects: Objects::Shared, ..EVERYTHING };
const WEIGHTED: Profile = Profile { weights: Weights::Terms, marks: true, ..SHARED };

fn check_objects(text: &str) -> Result<(), TestCaseError> {
    let written = Written::of(text);
    let quantified: BTreeSet<String> =
        written.prefix.iter().map(|(_, name)| name.clone()).collect();
    prop_assert_eq!(quantified.len(), written.prefix.len(), "quantified twice: {}", text);
    prop_assert_eq!(quantified, written.objects(), "objects: {}", text);
    Ok(())
}

/// Every issue, plugged, is an atom of the view.
fn check_issues(base: &str) -> Result<(), TestCaseError> {
    let Some((states, rest)) = base.split_once(" issues={") else { return Ok(()) };
    let issues = rest.rsplit_once('}').expect("an end").0;
    let issues = issues.split("} U={").next().expect("a start");
    for pair in issues.trim_matches(['(', ')']).split("),(") {
        let mut depth = 0;
        let comma = pair.bytes().position(|byte| {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            byte == b',' && depth == 0
        });
        let (term, open) = pair.split_at(comma.expect("a pair"));
        prop_assert_eq!(open.matches('?').count(), 1, "{}", base);
        let atom = open[1..].replace('?', term);
        prop_assert!(states.contains(&atom), "{} is not in {}", atom, base);
    }
    Ok(())
}

fn check_read_back(engine: &mut Engine, view: &InternedView) -> Result<(), TestCaseError> {
    let text = engine.show(view);
    let again =
        engine.read(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
    prop_assert!(same(engine, view, &again), "{}", full_text(engine, view));
    let mut other = Engine::new(*engine.reading());
    let again = other.read(&text).expect("what one engine reads, another reads");
    prop_assert_eq!(other.show(&again), text);
    Ok(())
}

fn check_all(one: &Draft, two: &Draft) -> Result<(), TestCaseError> {
    let mut engine = engine();
    let [one, two] = [one, two].map(|draft| engine.read(&draft.to_string()).expect("a view"));
    for (name, run) in OPERATIONS {
        match run(&mut engine, &one, &two) {
            Ok(view) => {
                check_objects(&engine.show(&view))?;
                let sums = full_text(&engine, &view).contains('σ');
                if !sums {
                    check_issues(&engine.show_base(&view))?;
                }
                check_read_back(&mut engine, &view)?;
            }
            Err(Error::Clash | Error::Undefined { .. }) => {}
            Err(error) => prop_assert!(is_limit(&error), "{}: {}", name, error),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn results_are_views_that_read_back(one in view(WEIGHTED), two in view(WEIGHTED)) {
        check_all(&one, &two)?;
    }

    #[test]
    fn results_of_quantified_views_are_views_that_read_back(
        one in view(QUANTIFIED), two in view(QUANTIFIED),
    ) {
        check_all(&one, &two)?;
    }

    #[test]
    fn a_clash_of_quantifiers_is_an_error(one in view(EVERYTHING), two in view(EVERYTHING)) {
        check_all(&one, &two)?;
    }

    #[test]
    fn what_is_read_prints_as_itself(one in view(WEIGHTED)) {
        let mut engine = engine();
        let view = engine.read(&one.to_string()).expect("a view");
        let text = engine.show(&view);
        let again = engine.read(&text).expect("a view");
        prop_assert_eq!(engine.show(&again), text);
        prop_assert!(same(&mut engine, &view, &again));
        // The other reading prints what it cannot always read back, but always as a view, unless
        // a third factor went unread.
        let mut engine = Engine::new(Reading::PYETR_1_0_0);
        let view = engine.read(&one.to_string()).expect("a view");
        if engine.show(&view).matches("**").count() < 2 {
            engine.read(&engine.show(&view)).expect("a view");
        }
    }

    #[test]
    fn views_go_from_engine_to_engine(one in view(EVERYTHING), two in view(EVERYTHING)) {
        let mut engine = engine();
        let [one, _] = [one, two].map(|draft| engine.read(&draft.to_string()).expect("a view"));
        let exported = engine.export(&one);
        prop_assert_eq!(exported.to_string(), engine.show(&one));
        prop_assert_eq!(&exported, &exported.to_string().parse::<View>().expect("a view"));
        let mut other = Engine::default();
        let there = other.import(&exported).expect("a view");
        prop_assert_eq!(full_text(&other, &there), full_text(&engine, &one));
    }

    #[test]
    fn an_engine_left_behind_changes_no_view(one in view(EVERYTHING), two in view(EVERYTHING)) {
        let mut engine = engine();
        let [one, two] = [one, two].map(|draft| engine.read(&draft.to_string()).expect("a view"));
        if let Ok(result) = engine.update(&one, &two) {
            let (copied, moved) = (engine.export(&result), engine.clone().into_view(result));
            prop_assert_eq!(&copied, &moved);
            prop_assert_eq!(copied.to_string(), moved.to_string());
            let inquiries = [copied, moved].map(|view| view.inquire(&view).map(|view| view.to_string()));
            prop_assert_eq!(&inquiries[0], &inquiries[1]);
        }
    }
}
