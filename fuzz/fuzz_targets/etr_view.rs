//! Any text is a view or is refused; a view's text reads back as the same view.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::{Engine, Reading};

fuzz_target!(|text: &str| {
    let mut engine = Engine::new(Reading::PYETR_1_0_0);
    if let Ok(view) = engine.read(text) {
        let _ = (engine.show(&view), engine.show_base(&view));
    }
    let mut engine = Engine::default();
    if let Ok(view) = engine.read(text) {
        let shown = engine.show(&view);
        let again = engine.read(&shown).expect("what is shown can be read");
        assert_eq!(engine.export(&view), engine.export(&again));
        assert_eq!(engine.show(&again), shown);
    }
});
