//! Any JSON is a view or is refused; a view's JSON reads back as the same view.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::Engine;

fuzz_target!(|text: &str| {
    let mut engine = Engine::default();
    let Ok(view) = engine.read_json(text) else { return };
    let again = engine.read_json(&engine.show_json(&view)).expect("JSON of a view is read");
    assert_eq!(engine.show(&again), engine.show(&view));
});
