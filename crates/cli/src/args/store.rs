//! Arguments of the commands about stores: `worker`, `merge`, `cache` and `doctor`.

use super::LiveArgs;
use clap::Args;
use peirast_store::{Address, AddressError};
use peirast_study::StoreLocation;
use std::path::PathBuf;

/// The address of a store on PostgreSQL, as it was given. It is read later: the parser of the command
/// line would repeat one that is wrong, with the password in it.
#[derive(Clone, Debug)]
pub struct StoreUrl(Result<Address, AddressError>);

impl StoreUrl {
    /// Where it keeps a run.
    pub fn location(&self) -> anyhow::Result<StoreLocation> {
        Ok(StoreLocation::Postgres(self.address()?))
    }

    /// The address.
    pub fn address(&self) -> anyhow::Result<Address> {
        Ok(self.0.clone()?)
    }
}

impl From<&str> for StoreUrl {
    fn from(text: &str) -> Self {
        Self(Address::parse(text))
    }
}

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast doctor
  peirast doctor runs/token-bias --model openai:gpt-4o
  peirast doctor --store 'postgres://me@db.lab/peirast?run=token-bias' --offline --json

Exit code 1 if something is wrong. Keys are looked for and never shown, nor sent anywhere.")]
pub struct DoctorArgs {
    /// A run directory to look over.
    #[arg(conflicts_with = "store")]
    pub dir: Option<PathBuf>,
    /// A database to look over.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
    /// A subject that is going to be asked; may be repeated.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Reach no endpoint of a model.
    #[arg(long)]
    pub offline: bool,
    /// One JSON object per finding, on a line of its own.
    #[arg(long)]
    pub json: bool,
}
