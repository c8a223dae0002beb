//! Any formula is read or refused; what was read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::Engine;

fuzz_target!(|text: &str| {
    let mut engine = Engine::default();
    let Ok(view) = engine.read_fol(text) else { return };
    engine.read(&engine.show(&view)).expect("what is shown can be read");
    if let Ok(formula) = engine.show_fol(&view) {
        let _ = engine.read_fol(&formula);
    }
});
