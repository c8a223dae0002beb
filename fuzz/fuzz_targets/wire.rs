//! Any response body is parsed or refused by every wire format, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_llm::wire::Wire;

fuzz_target!(|body: &str| {
    for wire in Wire::ALL {
        let _ = wire.parse(body);
        let _ = wire.complaint(body);
        let _ = wire.pending(body);
    }
});
