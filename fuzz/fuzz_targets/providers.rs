//! Any file of providers is read or refused, and what it holds answers for any model.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_llm::Providers;

fuzz_target!(|text: &str| {
    if let Ok(providers) = Providers::default().with("file", text) {
        for row in providers.all() {
            if let Ok(terms) = providers.terms_of(&row.name, text) {
                let _ = terms.url(&|_| None);
            }
        }
    }
});
