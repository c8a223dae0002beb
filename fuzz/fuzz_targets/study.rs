//! Any study file is parsed or refused, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_record::{Analysis, Study};

fuzz_target!(|text: &str| {
    let _ = Study::parse(text);
    let _ = Analysis::parse(text);
});
