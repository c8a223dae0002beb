//! Any text that people type is read or refused; what is read of English can be shown, and what is said
//! of it has no control characters.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::{Conditional, Engine, Limits};
use peirast_words::{Hearing, TextFormat, TextReader};

fuzz_target!(|text: &str| {
    let mut engine = Engine::default().with_limits(Limits { states: 1_000, steps: 1_000_000 });
    let hearing = Hearing { said: Conditional::Book, logic: None };
    let mut reader = TextReader::new(&mut engine, hearing);
    if let Err(error) = reader.premise(text) {
        if TextFormat::guess(text) == TextFormat::English {
            assert!(!error.to_string().contains(char::is_control));
        }
        return;
    }
    let Ok(understanding) = reader.finish() else { return };
    for understood in understanding.texts.iter().flatten() {
        let view = engine.export(&understood.view);
        let shown = engine.show(&understood.view);
        engine.read(&shown).expect("what is shown is read");
        if let Some(said) = understanding.dictionary.say(&view) {
            assert!(!said.contains(char::is_control));
        }
    }
});
