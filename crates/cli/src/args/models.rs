//! Arguments of `peirast models`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `models`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast models
  peirast models openai/o3 ollama/llama3:8b
  peirast models --json

A model is named as provider/name. Providers of your own go into a file: see docs/providers.md.")]
pub struct ModelsArgs {
    /// Providers or models, for example gemini or openai/o3, to say all about; every provider in a
    /// line unless given.
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// A file of providers (TOML) that adds to those that we know, or changes them.
    #[arg(long, value_name = "FILE")]
    pub providers: Vec<PathBuf>,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}
