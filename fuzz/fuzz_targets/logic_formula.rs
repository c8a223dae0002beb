//! Any text is a formula or is refused; a formula's text reads back as the same formula.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_logic::{Signature, parse, show};

fuzz_target!(|text: &str| {
    let mut signature = Signature::default();
    if let Ok(formula) = parse(text, &mut signature) {
        let shown = show(&formula, &signature);
        let again = parse(&shown, &mut signature).expect("what is shown can be read");
        assert_eq!(show(&again, &signature), shown);
    }
});
