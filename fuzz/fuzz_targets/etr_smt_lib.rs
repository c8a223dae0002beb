//! Any script is read or refused; what was read can be shown and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::Engine;

fuzz_target!(|text: &str| {
    let mut engine = Engine::default();
    let mut views: Vec<_> = engine.read_smt_lib(text).into_iter().collect();
    views.extend(engine.read_smt_lib_views(text).into_iter().flatten());
    for view in views {
        engine.read(&engine.show(&view)).expect("what is shown can be read");
        if let Ok(script) = engine.show_smt_lib(&view) {
            let _ = engine.read_smt_lib(&script);
        }
    }
});
