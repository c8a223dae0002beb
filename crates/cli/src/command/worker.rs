//! `peirast worker`: asks what was planned for one run, beside any number of others.

use super::batch::check_free;
use super::runtime;
use crate::args::WorkerArgs;
use crate::ending::Ending;
use crate::hints::leading_to;
use crate::interrupt::Interrupts;
use crate::patience::opening;
use crate::run_dir::{self, Kind};
use crate::subjects::{Asked, Reach, is_simulated, subject};
use crate::voice;
use crate::watch::{self, Watch};
use anyhow::{Context as _, Result, bail};
use peirast_llm::Subject;
use peirast_record::{Catalogue, Study};
use peirast_report::counted;
use peirast_run::{Runner, Summary};
use peirast_store::{Address, Store, SubjectPlan};
use peirast_task::Protocols;
use peirast_throttle::RetryPolicy;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Asks what was planned and has no answer.
pub fn worker(args: &WorkerArgs) -> Result<ExitCode> {
    let watch = Watch::new(&args.flow)?;
    let done = runtime()?.block_on(async {
        let store = store(args).await?;
        watch.begun("worker", store.dir(), study_of(&store).await.as_deref());
        let done = work(&store, args, &watch).await;
        store.close().await;
        done
    });
    let summary = done.inspect_err(|error| watch.failed(error))?;
    tell(&summary);
    watch.finished(&summary);
    Ok(Ending::of(&summary).into())
}

/// The study that is asked, as far as it can be told.
async fn study_of(store: &Store) -> Option<String> {
    Some(run_dir::kind(store).await.ok()?.study()?.id.clone())
}

async fn store(args: &WorkerArgs) -> Result<Store> {
    let address = match (&args.store, &args.dir) {
        (Some(url), _) => Some(the_run(url.address()?).await?),
        (None, Some(dir)) => Store::address_of(dir)?,
        (None, None) => None,
    };
    Ok(match address {
        Some(address) => opening(&address, Store::connect(&address)).await?,
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

async fn work(store: &Store, args: &WorkerArgs, watch: &Watch) -> Result<Summary> {
    let kind = run_dir::kind(store).await?;
    let Kind::Study { study, .. } = &kind else {
        bail!("{} holds imported answers: there is nothing to ask", store.path().display());
    };
    let subjects = subjects(store, study, args).await?;
    let names = subjects.iter().map(|(subject, _)| subject.name());
    check_free(store, names, &args.live).await?;
    let shown = watch.clone();
    let interrupts = Interrupts::asking(move |words| shown.say(words));
    let runner = Runner::new(store.clone(), BTreeMap::new())
        .retry(RetryPolicy { max_attempts: args.attempts, ..RetryPolicy::default() })
        .name(process_name())
        .lease(Duration::from_secs(args.lease))
        .forever(args.wait && store.is_shared())
        .cancel(interrupts.cancel());
    let sizes = subjects.iter().map(|(subject, lane)| (Arc::clone(subject), lane.trials));
    let (mut runner, progress) = watch.over(runner, &sizes.collect::<Vec<_>>(), None);
    for (subject, _) in subjects {
        runner = runner.planned(subject);
    }
    let summary = runner.run().await;
    progress.finish();
    Ok(summary?)
}

/// The subjects with open questions that this worker can ask.
async fn subjects(
    store: &Store,
    study: &Study,
    args: &WorkerArgs,
) -> Result<Vec<(Arc<dyn Subject>, SubjectPlan)>> {
    let lanes = store.subject_plans().await?;
    if let Some(unknown) =
        args.models.iter().find(|name| !lanes.iter().any(|lane| lane.subject == **name))
    {
        bail!("nothing is planned for `{unknown}` in {}", store.path().display());
    }
    // Simulated subjects know the problems; there may be very many of them.
    let problems = match lanes.iter().any(|lane| is_simulated(&lane.subject)) {
        true => store.load_problems().await?.into_values().collect(),
        false => Vec::new(),
    };
    let asked = Asked {
        problems: Catalogue::of(Arc::new(problems)),
        protocols: Arc::new(Protocols::of(study)),
    };
    let reach = Reach::new(&args.live, Duration::from_secs(args.timeout), true)?;
    let (mut subjects, mut left_out) = (Vec::new(), false);
    for lane in lanes {
        let wanted = args.models.is_empty() || args.models.contains(&lane.subject);
        if !wanted || (lane.answered == lane.trials && !args.wait) {
            continue;
        }
        let of = |reach: &Reach| {
            subject(&lane.subject, reach, study.seed, &asked)
                .with_context(|| format!("asking what is planned in {}", store.path().display()))
        };
        // A key goes nowhere because a database says so: whoever starts a worker names the server. Only
        // for the right one is a key missing.
        let reached = of(&reach.keyless())?;
        if reached.endpoint() == lane.endpoint {
            subjects.push((of(&reach)?, lane));
        } else {
            left_out = true;
            voice::note(&format!(
                "{} is planned at {}, and this worker would reach it at {}: left out; start one with{}",
                lane.subject,
                lane.endpoint,
                reached.endpoint(),
                leading_to(&args.live, &lane.subject, &lane.endpoint).repeated()
            ));
        }
    }
    if subjects.is_empty() && (args.wait || left_out) {
        bail!("nothing is planned that this worker can ask: plan first, then start it");
    }
    Ok(subjects)
}

fn tell(summary: &Summary) {
    voice::note(&format!(
        "{} stored, {} came from other workers, {}",
        counted(summary.answered, "answer", "answers"),
        summary.elsewhere,
        watch::retries(summary)
    ));
    if summary.wasted > 0 {
        voice::note(&format!(
            "{} answers came when another worker had stored one: they are kept apart and not counted",
            summary.wasted
        ));
    }
    watch::tell(summary);
    watch::tell_lacking(summary, "start a worker again");
}

/// What this process is called among workers: its machine and its number.
pub(super) fn process_name() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = kernel.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
    let host: String = host.trim().chars().filter(|c| !c.is_control()).take(60).collect();
    let host = if host.is_empty() { "somewhere" } else { &host };
    format!("{host}/{}", std::process::id())
}
