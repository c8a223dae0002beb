//! `peirast worker`: asks the planned questions of one run, together with other workers.

use super::exit_code;
use super::runtime;
use crate::args::{FlowOptions, LiveArgs, StoreUrl};
use crate::console;
use crate::interrupt::{ASKING, Interrupts};
use crate::observer::{self, Phase, RunObserver};
use anyhow::{Result, bail};
use clap::Args;
use peirast_decimals::counted;
use peirast_run::Summary;
use peirast_store::{Address, Store};
use peirast_study::{RunOutcome, SharedSink, WorkerOptions, open_with_notice, run_dir, work};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `worker`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias --model openai/llama3 --base-url http://gpu1:8000/v1 \\
    --store 'postgres://me@db.lab/peirast?run=token-bias' --plan-only
  peirast worker --store 'postgres://me@db.lab/peirast?run=token-bias' --base-url http://gpu1:8000/v1
  peirast worker runs/token-bias

A worker asks the open questions that `peirast run --plan-only` stored. Any number of workers, on any
machines, can share one run on PostgreSQL. Each question is leased to one worker; if that worker dies, the
others take over its questions. The password of the database comes from PGPASSWORD or ~/.pgpass.")]
pub struct WorkerArgs {
    /// A run directory.
    #[arg(required_unless_present = "store", conflicts_with = "store")]
    pub dir: Option<PathBuf>,
    /// The database: postgres://USER@HOST:PORT/DATABASE?run=NAME.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
    /// Ask only this subject; may be repeated. Default: all planned subjects.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Attempts per question before it is left for a later worker. Attempts that a rate limit
    /// refused count separately, up to four times this number. Attempts made while a server answers
    /// nobody do not count.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub attempts: u32,
    /// Seconds to wait for one answer.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub timeout: u64,
    /// Seconds without a sign of life before other workers take over the questions of this one.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub lease: u64,
    /// Wait for questions that are planned later, until interrupted.
    #[arg(long)]
    pub wait: bool,
    #[command(flatten)]
    pub flow: FlowOptions,
}

impl WorkerArgs {
    /// The corresponding options of the library.
    pub fn options(&self) -> WorkerOptions {
        WorkerOptions {
            subjects: self.models.clone(),
            access: self.live.access(),
            timeout: Duration::from_secs(self.timeout),
            attempts: self.attempts,
            lease: Duration::from_secs(self.lease),
            wait: self.wait,
            limits: self.flow.limits(),
            grace: self.flow.grace(),
        }
    }
}

/// Asks the planned questions that have no answer.
pub fn worker(args: &WorkerArgs) -> Result<ExitCode> {
    let observer = RunObserver::new(&args.flow)?;
    let events: SharedSink = observer.clone();
    let done = runtime()?.block_on(async {
        let store = store(args, &events).await?;
        observer.begun("worker", store.dir(), study_of(&store).await.as_deref());
        observer.enter(Phase::Asking);
        let interrupts = Interrupts::listen(&observer, ASKING);
        let done = work(&store, &args.options(), &events, &interrupts.cancel()).await;
        store.close().await;
        Ok(done?)
    });
    let summary = done.inspect_err(|error| observer.failed(error))?;
    tell(&summary);
    observer.finished(&summary);
    Ok(exit_code(RunOutcome::from_summary(&summary)))
}

/// The id of the study, if the store contains it.
async fn study_of(store: &Store) -> Option<String> {
    Some(run_dir::kind(store).await.ok()?.study()?.id.clone())
}

async fn store(args: &WorkerArgs, events: &SharedSink) -> Result<Store> {
    let address = match (&args.store, &args.dir) {
        (Some(url), _) => Some(the_run(url.address()?).await?),
        (None, Some(dir)) => Store::address_of(dir)?,
        (None, None) => None,
    };
    Ok(match address {
        Some(address) => {
            open_with_notice(&address, events.as_ref(), Store::connect(&address)).await?
        }
        // A file has exactly one writing process: this worker.
        None => Store::open(args.dir.as_deref().unwrap_or(Path::new("."))).await?,
    })
}

/// Returns the address with its run; if it names none, with the only run of the database.
pub(super) async fn the_run(address: Address) -> Result<Address> {
    if address.run().is_some() {
        return Ok(address);
    }
    let runs = Store::runs_at(&address).await?;
    match runs.as_slice() {
        [only] => Ok(address.of_run(only)?),
        [] => bail!("{address} holds no run yet: plan one with `peirast run STUDY --store URL`"),
        several => bail!(
            "{address} holds the runs {}: say which with ?run=NAME at the end of the URL",
            several.join(", ")
        ),
    }
}

fn tell(summary: &Summary) {
    console::note(&format!(
        "{} stored, {} came from other workers, {}",
        counted(summary.answered, "answer", "answers"),
        summary.elsewhere,
        observer::retries(summary)
    ));
    if summary.wasted > 0 {
        console::note(&format!(
            "{} answers came when another worker had stored one: they are kept apart and not counted",
            summary.wasted
        ));
    }
    observer::tell(summary);
    observer::tell_lacking(summary, "start a worker again");
}
