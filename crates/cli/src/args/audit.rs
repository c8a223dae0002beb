//! Arguments of `peirast audit`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `audit`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast audit results.csv                 what the numbers of a table show without being told
  peirast audit README.md --all             the same of all tables and the prose of a document
  peirast audit paper.txt --stated 10       and what changes if p is exact up to 10 discordant pairs
  peirast audit my-audit.toml               tables, what their columns hold, and the claims of a text
  peirast audit --example token-bias        an audit of a published study
  peirast audit --example token-bias --show its description, to start from

Heads such as n12, n21, n*, z, p, p (Holm), reject, Acc (%), n, Mean, SD, Min, Max, CI Lower, t, df
say what columns hold. A description (TOML) names others, and states claims as expressions:
docs/audit.md tells how.")]
pub struct AuditArgs {
    /// A table or document: CSV, Markdown, the text of a paper, or a description (TOML); - is stdin.
    #[arg(required_unless_present = "example")]
    pub file: Option<PathBuf>,
    /// What the file is, unless its name says it.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<AuditFormat>,
    /// The text states: p is exact up to so many discordant pairs, and normal beyond.
    #[arg(long, value_name = "N")]
    pub stated: Option<u64>,
    /// A published study that comes with the program: token-bias, token-bias-workshop, syllogisms or
    /// erotetic.
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    pub example: Option<String>,
    /// Print the description of the example instead of auditing it.
    #[arg(long, requires = "example")]
    pub show: bool,
    /// Also list what recomputes.
    #[arg(long)]
    pub all: bool,
    /// Exit with 1 if anything does not recompute.
    #[arg(long)]
    pub strict: bool,
    /// The whole audit as JSON.
    #[arg(long)]
    pub json: bool,
}

/// What a file to be audited is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// Separated values with a line of heads.
    Csv,
    /// Markdown, or text with tables.
    Markdown,
    /// A description.
    Toml,
}
