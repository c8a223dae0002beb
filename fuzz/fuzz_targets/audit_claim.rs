//! Any text is an expression of a claim, or refused without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_audit::Description;

fuzz_target!(|text: &str| {
    let table = "[[table]]\nname = 't'\ncsv = 'a,b\n1,2.5\nx,3 %\n'\n";
    for way in ["holds", "each"] {
        let claim = format!("[[claim]]\nsays = 'x'\ntable = 't'\n{way} = {text:?}\n");
        if let Ok(description) = Description::parse("fuzzed", &(table.to_owned() + &claim)) {
            let _ = description.audit(|_| Err("there are no files".to_owned()));
        }
    }
});
