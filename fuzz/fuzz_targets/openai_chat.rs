//! Any response body is parsed or refused, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_run::wire::openai_chat;

fuzz_target!(|body: &str| {
    let _ = openai_chat::parse(body);
    let _ = openai_chat::complaint(body);
});
