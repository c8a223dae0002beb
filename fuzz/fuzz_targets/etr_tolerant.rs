//! Any text is repaired or refused; a text that the strict reader accepts is not changed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::Engine;

fuzz_target!(|text: &str| {
    let mut engine = Engine::default();
    let strict = engine.read(text).map(|view| engine.show(&view));
    let Ok((view, repairs)) = engine.read_tolerant(text) else {
        assert!(strict.is_err());
        return;
    };
    assert_eq!(repairs.is_empty(), strict.is_ok());
    let shown = engine.show(&view);
    if let Ok(strict) = strict {
        assert_eq!(shown, strict);
    }
    engine.read(&shown).expect("what is shown can be read");
    for repair in repairs {
        assert!(text.is_char_boundary(repair.offset), "{repair}");
    }
});
