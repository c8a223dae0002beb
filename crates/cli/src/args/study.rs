//! Arguments of `peirast study`.

use clap::{Args, Subcommand};

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: StudyAction,
}

/// What to do with a study.
#[derive(Debug, Subcommand)]
pub enum StudyAction {
    /// Print a built-in study as a file to start from.
    Show {
        /// Its id.
        id: String,
    },
    /// Check a study file: its syntax, its families and protocols, and that every pair varies one
    /// factor.
    Check {
        /// A study file, or the id of a built-in study.
        study: String,
    },
    /// Print the JSON Schema of study files, by which an editor completes and checks them.
    #[command(after_help = "Example:
  peirast study schema > study.schema.json

With the line `#:schema ./study.schema.json` at its top, a study file is completed and checked by editors
that know TOML.")]
    Schema,
}
