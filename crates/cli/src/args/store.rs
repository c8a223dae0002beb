//! Arguments of the commands about stores: `worker`, `merge`, `cache` and `doctor`.

use super::LiveArgs;
use clap::Args;
use peirast_store::{Address, AddressError};
use peirast_study::StoreLocation;
use std::path::PathBuf;

/// The address of a store on PostgreSQL, as it was given. It is parsed later, because the parser of the
/// command line would repeat a wrong address together with its password.
#[derive(Clone, Debug)]
pub struct StoreUrl(Result<Address, AddressError>);

impl StoreUrl {
    /// Returns the location of the run's store.
    pub fn location(&self) -> anyhow::Result<StoreLocation> {
        Ok(StoreLocation::Postgres(self.address()?))
    }

    /// Returns the address.
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
  peirast doctor runs/token-bias --model openai/gpt-4o
  peirast doctor --store 'postgres://me@db.lab/peirast?run=token-bias' --offline --json

The exit code is 1 if something is wrong. The command checks that keys exist. It never shows them, and
sends them nowhere.")]
pub struct DoctorArgs {
    /// A run directory to check.
    #[arg(conflicts_with = "store")]
    pub dir: Option<PathBuf>,
    /// A database to check.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
    /// A subject of the planned run; may be repeated.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Contact no endpoint of a model.
    #[arg(long)]
    pub offline: bool,
    /// Print one JSON object per finding, one per line.
    #[arg(long)]
    pub json: bool,
}
