//! Any text is audited, as a document or as separated values, without a panic; and audited again
//! it gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_audit::{Document, audit};

fuzz_target!(|text: &str| {
    let document = Document::from_markdown("fuzzed", text);
    assert_eq!(audit(&document, None), audit(&document, None));
    if let Ok(document) = Document::from_csv("fuzzed", text) {
        let _ = audit(&document, None);
    }
});
