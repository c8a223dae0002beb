//! Arguments of `peirast reference`.

use clap::{Args, ValueEnum};

/// Arguments of `reference`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast reference commands > commands.md
  peirast reference study-file | less

Both pages are part of the documents. They follow from the program, so that they are true of the one that prints
them.")]
pub struct ReferenceArgs {
    /// Which page.
    #[arg(value_enum)]
    pub page: ReferencePage,
}

/// A page of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReferencePage {
    /// Every command with its arguments, defaults and examples.
    Commands,
    /// Every field of a study file.
    StudyFile,
}
