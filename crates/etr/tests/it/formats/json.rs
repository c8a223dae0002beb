//! JSON.

use crate::support::config;
use crate::support::dice::Dice;
use crate::support::draft::Draft;
use crate::support::profile::{EVERYTHING, Profile, QUANTIFIED, Weights};
use crate::support::shrinking::view;
use peirast_etr::{Engine, Reading};
use proptest::prelude::*;

const ANYTHING: Profile = Profile { weights: Weights::Terms, states: 4, atoms: 4, ..EVERYTHING };

/// Does the view come back, into the engine that wrote it and into a new one?
fn check(draft: &Draft, reading: Reading) -> Result<(), TestCaseError> {
    let mut engine = Engine::new(reading);
    let view = engine.read(&draft.to_string()).expect("a view");
    let json = engine.show_json(&view);
    let back = engine.read_json(&json).expect("what was written can be read");
    prop_assert_eq!(engine.export(&back), engine.export(&view), "{}", json);
    prop_assert_eq!(engine.show_json(&back), json.clone());
    let mut other = Engine::new(reading);
    let back = other.read_json(&json).expect("what was written can be read");
    prop_assert_eq!(other.export(&back), engine.export(&view), "{}", json);
    prop_assert_eq!(other.show_json(&back), json);
    Ok(())
}

/// The text with one thing in it changed.
fn damaged(text: &str, seed: u64) -> String {
    let mut dice = Dice(seed);
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let at = places[dice.below(places.len())];
    let end = (at + dice.below(12)).min(text.len());
    let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(at);
    let instead =
        dice.pick(["", "{}", "[]", "null", "0", "\"x\"", ",", "true", "\"arity\":1", "é"]);
    format!("{}{instead}{}", &text[..at], &text[end..])
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn what_is_written_reads_back(draft in view(ANYTHING)) {
        check(&draft, Reading::SOUND)?;
    }

    #[test]
    fn quantified_views_read_back(draft in view(QUANTIFIED)) {
        check(&draft, Reading::BOOK)?;
    }

    #[test]
    fn damaged_text_is_refused_or_makes_a_view(draft in view(ANYTHING), seed in any::<u64>()) {
        let mut engine = Engine::default();
        let view = engine.read(&draft.to_string()).expect("a view");
        let text = damaged(&engine.show_json(&view), seed);
        if let Ok(view) = engine.read_json(&text) {
            let json = engine.show_json(&view);
            let back = engine.read_json(&json).expect("what was written can be read");
            prop_assert_eq!(engine.export(&back), engine.export(&view), "{}", text);
        }
    }
}

/// The empty sum of PyETR is a symbol of its own, and written like zero.
#[test]
fn views_of_pyetr_read_back() {
    let mut dice = Dice(7);
    for _ in 0..3_000 {
        let draft = ANYTHING.draw(&mut dice);
        if !draft.to_string().contains("++()") {
            check(&draft, Reading::PYETR_1_0_0).expect("it comes back");
        }
    }
}
