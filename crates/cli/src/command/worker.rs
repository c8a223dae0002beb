//! `peirast worker`: asks what was planned for one run, beside any number of others.

use super::runtime;
use crate::args::WorkerArgs;
use crate::interrupt::{ASKING, Interrupts};
use crate::observer::{self, Phase, RunObserver};
use crate::{console, exit_code};
use anyhow::{Result, bail};
use peirast_report::counted;
use peirast_run::Summary;
use peirast_store::{Address, Store};
use peirast_study::open_retry::open_with_notice;
use peirast_study::{RunOutcome, SharedSink, run_dir, work};
use std::path::Path;
use std::process::ExitCode;

/// Asks what was planned and has no answer.
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

/// The study that is asked, as far as it can be told.
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
        // A file has one process that writes to it: this worker, and no other.
        None => Store::open(args.dir.as_deref().unwrap_or(Path::new("."))).await?,
    })
}

/// The address with its run; where it names none, that of the only run there is.
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
