//! Arguments of `peirast stats`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// What to compute.
    #[command(subcommand)]
    pub action: StatsAction,
}

/// What to compute.
#[derive(Debug, Subcommand)]
pub enum StatsAction {
    /// Answer many calls in one JSON document, or compare them with the answers that it records.
    Batch(StatsBatchArgs),
}

/// Arguments of `stats batch`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats batch calls.json
  peirast stats batch --check < oracles.json

The document is an object with a list `suites`; each has a name `suite` (such as mcnemar) and a list
`vectors` of objects with `id` and `input`. To be compared, a vector has `expect`, numbers by field, and
`undefined`, reasons by field; `fields` of the suite and `tolerance` of the vector hold rel_tol and
abs_tol by field.")]
pub struct StatsBatchArgs {
    /// The document; stdin unless given.
    pub file: Option<PathBuf>,
    /// Compare, say how many vectors agree, and fail if any does not.
    #[arg(long)]
    pub check: bool,
    /// Show every vector that differs.
    #[arg(long, requires = "check")]
    pub all: bool,
}
