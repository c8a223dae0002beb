//! The laws of the algebra of views, over random views.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail that way"
)]

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod history;
mod negation;
mod order;
mod product;
mod relations;
mod renaming;
mod sum;
mod well_formed;
