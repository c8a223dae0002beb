//! Arguments of the commands about stores: `worker`, `merge`, `cache` and `doctor`.

use super::{FlowOptions, LiveArgs};
use clap::{Args, Subcommand};
use peirast_store::{Address, AddressError};
use peirast_study::{StoreLocation, WorkerOptions};
use std::path::PathBuf;
use std::time::Duration;

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

/// Arguments of `worker`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias --model openai:llama3 --base-url http://gpu1:8000/v1 \\
    --store 'postgres://me@db.lab/peirast?run=token-bias' --plan-only
  peirast worker --store 'postgres://me@db.lab/peirast?run=token-bias' --base-url http://gpu1:8000/v1
  peirast worker runs/token-bias

A worker asks what `peirast run --plan-only` planned and nobody answered. Any number of them can work
for one run on PostgreSQL, on any machines: each question is leased to one of them, and a worker that
dies loses its leases to the others. The password of the database comes from PGPASSWORD or ~/.pgpass.")]
pub struct WorkerArgs {
    /// A run directory.
    #[arg(required_unless_present = "store", conflicts_with = "store")]
    pub dir: Option<PathBuf>,
    /// The database: postgres://USER@HOST:PORT/DATABASE?run=NAME.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
    /// Ask only this subject; may be repeated. All that are planned unless given.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Attempts per question before it is left for a later worker. Four times as many that a limit refused may be made
    /// besides; those made while a server answers nobody do not count.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub attempts: u32,
    /// Seconds to wait for one answer.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub timeout: u64,
    /// Seconds without a sign of life after which others take over what a worker holds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub lease: u64,
    /// Wait for questions that are planned later, until interrupted.
    #[arg(long)]
    pub wait: bool,
    #[command(flatten)]
    pub flow: FlowOptions,
}

impl WorkerArgs {
    /// The same for the library.
    pub fn options(&self) -> WorkerOptions {
        WorkerOptions {
            subjects: self.models.clone(),
            access: self.live.access(),
            timeout: Duration::from_secs(self.timeout),
            attempts: self.attempts,
            lease: Duration::from_secs(self.lease),
            wait: self.wait,
            limits: self.flow.limits(),
        }
    }
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast merge runs/monday runs/tuesday --into runs/both
  peirast merge runs/mine --into runs/shared --store postgres://me@db.lab/peirast

The result holds whatever one of them holds, in whatever order they are named. Two answers to one
question: the one received first counts, the other is kept beside it. A run directory that is there
already takes the others in, and its own answers stay.")]
pub struct MergeArgs {
    /// Run directories of one study.
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    /// The run directory that takes them up.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// Keep the result on PostgreSQL: postgres://USER@HOST:PORT/DATABASE?run=NAME.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
}

/// Arguments of `cache`.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: CacheAction,
}

/// What to do with stored answers.
#[derive(Debug, Subcommand)]
pub enum CacheAction {
    /// Why two questions are not one: the fields in which they differ.
    Explain(ExplainKeysArgs),
}

/// Arguments of `cache explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast cache explain runs/token-bias 3f9a 77c1
  peirast cache explain runs/token-bias 3f9a
  peirast cache explain runs/monday 3f9a --other runs/tuesday

A stored answer is used again only if everything that shapes an answer is the same: messages, subject,
endpoint, every setting and the repetition. Without a second key, the question is compared with the
others that were put to the same subject about the same problem under the same protocol.")]
pub struct ExplainKeysArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The beginning of a question's key.
    pub key: String,
    /// The beginning of another's.
    pub with: Option<String>,
    /// The run directory of the other; the same unless given.
    #[arg(long, value_name = "DIR")]
    pub other: Option<PathBuf>,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
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
