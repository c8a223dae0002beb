//! Random views and what tests do with them.

pub mod dice;
pub mod draft;
pub mod operations;
pub mod profile;
pub mod shrinking;
pub mod written;

use proptest::prelude::ProptestConfig;

/// `cases` cases, or `LAWS_TIMES` as many if that is set: for long runs.
pub fn config(cases: u32) -> ProptestConfig {
    let times: u32 = std::env::var("LAWS_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let cases = cases * times;
    ProptestConfig {
        cases,
        max_global_rejects: cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
