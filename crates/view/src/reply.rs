//! What a page may need beyond the library, and what becomes of a request.

use crate::Response;

/// What was fetched for a page.
#[derive(Clone, Debug, Default)]
pub struct Material {}

/// What a page needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The answers of the run of this name.
    Run(String),
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is answered.
    Page(Response),
    /// Something is wanted first. Who has fetched it asks again.
    Wants(Wanted),
}
