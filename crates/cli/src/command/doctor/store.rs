//! The store: checks that it opens and is consistent, and estimates the data to come.

use super::super::worker::the_run;
use super::check::{Check, State};
use crate::args::{DoctorArgs, StoreUrl};
use peirast_store::{PlanState, ServerHealth, Store, StoreHealth, SubjectPlan};
use peirast_study::run_dir;

/// Assumed bytes per answer if none is stored yet: question and answer, with the data sent around
/// them.
const ASSUMED: u64 = 8 << 10;
/// Bytes per answer in addition to its long texts: its key, its numbers, its index entry.
const ROW: u64 = 512;
/// A write-ahead log with more bytes was not checkpointed for a long time.
const LONG_LOG: u64 = 1 << 30;
/// A database that is slower than this slows down every worker.
const SLOW_US: u64 = 100_000;

/// Facts about the store that other checks need.
#[derive(Default)]
pub(super) struct StoreFacts {
    /// Bytes still to be written to this machine's disk, if known.
    pub(super) needs: Option<u64>,
    /// Seconds by which the clock of its server is ahead.
    pub(super) ahead_s: Option<i64>,
}

/// Opens the store to check, if one was named.
pub(super) async fn opened(args: &DoctorArgs) -> Option<anyhow::Result<StoreState>> {
    match (&args.dir, &args.store) {
        (Some(dir), _) => {
            let store = Store::open_read_only(dir).await;
            Some(store.map(StoreState::Run).map_err(anyhow::Error::from))
        }
        (None, Some(url)) => Some(connect(url).await),
        (None, None) => None,
    }
}

/// A store, or the state of a database without the run.
pub(super) enum StoreState {
    /// A run.
    Run(Store),
    /// The address of a reachable database without the requested run, and the names of its runs.
    Database(String, Vec<String>),
}

/// The planned subjects and their endpoints; [`look`] reports faults.
pub(super) async fn lanes(opened: Option<&anyhow::Result<StoreState>>) -> Vec<SubjectPlan> {
    match opened {
        Some(Ok(StoreState::Run(store))) => store.subject_plans().await.unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Checks the store.
pub(super) async fn look(
    args: &DoctorArgs,
    opened: Option<anyhow::Result<StoreState>>,
    checks: &mut Vec<Check>,
) -> StoreFacts {
    let looked = match opened {
        Some(Ok(StoreState::Run(store))) => examine(&store, checks).await,
        Some(Ok(StoreState::Database(address, runs))) => {
            checks.push(without_run(&address, &runs));
            checks.extend(encoding(args).await);
            return StoreFacts { needs: Some(0), ahead_s: None };
        }
        Some(Err(error)) => {
            checks.extend(encoding(args).await);
            Err(error)
        }
        None => return StoreFacts::default(),
    };
    looked.unwrap_or_else(|error| {
        // Errors of the store already name the place and the remedy.
        checks.push(Check::new("store", State::Wrong, error.to_string()));
        StoreFacts::default()
    })
}

/// Connects to the requested run of a database, or to a database that will contain it.
async fn connect(url: &StoreUrl) -> anyhow::Result<StoreState> {
    let address = url.address()?;
    let runs = Store::runs_at(&address).await?;
    let is_there = address.run().map_or(!runs.is_empty(), |run| runs.iter().any(|one| one == run));
    if !is_there {
        return Ok(StoreState::Database(address.to_string(), runs));
    }
    let store = Store::connect_read_only(&the_run(address).await?).await?;
    Ok(StoreState::Run(store))
}

/// The check of a database without the requested run, as before the first run.
fn without_run(address: &str, runs: &[String]) -> Check {
    let held = match runs {
        [] => "and holds no run yet".to_owned(),
        runs => format!("and does not hold this run yet, but {}", runs.join(", ")),
    };
    Check::new("store", State::Note, format!("{address} answers, {held}"))
        .mend("plan one with `peirast run STUDY --store URL`")
}

/// The check of the encoding of a database without a run, if it fails.
async fn encoding(args: &DoctorArgs) -> Option<Check> {
    let url = args.store.as_ref().filter(|_| args.dir.is_none())?;
    of_encoding(&Store::encoding_at(&url.address().ok()?).await.ok()?)
}

async fn examine(store: &Store, checks: &mut Vec<Check>) -> anyhow::Result<StoreFacts> {
    let place = store.path().display().to_string();
    let (health, counts) = (store.health().await?, store.counts().await?);
    checks.push(Check::new(
        "store",
        State::Well,
        format!(
            "{place}: schema {}, {} of {} questions answered, {} second answers kept apart",
            store.schema(),
            counts.responses,
            counts.trials,
            counts.duplicates
        ),
    ));
    if let Err(error) = run_dir::check_merged(store).await {
        checks.push(Check::new("store", State::Wrong, error.to_string()));
    }
    let plan_state = store.plan_state().await?;
    let is_begun = matches!(plan_state, PlanState::Partial { .. });
    if is_begun {
        checks.push(
            Check::new("store", State::Note, "its plan is not finished, and more questions will come")
                .mend("a run that is at work there finishes it; if there is none, run the same command again"),
        );
    }
    checks.extend(pages(&health));
    checks.extend(rows(&health));
    if let Some(server) = &health.server {
        checks.extend(of_server(server));
        for worker in store.workers().await? {
            let left = worker.expires_in_us / 1_000_000;
            let found = match worker.expires_in_us >= 0 {
                true => format!("{} holds {} questions, seen lately", worker.name, worker.holds),
                false => format!(
                    "{} holds {} questions and was last heard of {} s too long ago; the next worker \
                     without work takes them over",
                    worker.name, worker.holds, -left
                ),
            };
            let state = if worker.expires_in_us >= 0 { State::Well } else { State::Note };
            checks.push(Check::new("worker", state, found));
        }
    }
    let open = counts.trials.saturating_sub(counts.responses);
    // Pages are not filled completely.
    let each = health.answer_bytes.map_or(ASSUMED, |bytes| ROW + bytes + bytes / 4);
    let needs = if store.is_shared() { 0 } else { open.saturating_mul(each) };
    let ahead_s = health.server.map(|server| server.ahead_us / 1_000_000);
    // The size of questions that are still to be planned is unknown.
    Ok(StoreFacts { needs: (!is_begun).then_some(needs), ahead_s })
}

fn pages(health: &StoreHealth) -> Vec<Check> {
    if let Some(first) = health.damage.first() {
        let found = format!("{} faults in its pages, the first: {first}", health.damage.len());
        return vec![Check::new("store", State::Wrong, found).mend(
            "restore a copy; `peirast merge` takes what can still be read into another directory",
        )];
    }
    let mut checks = Vec::new();
    if health.server.is_none() {
        checks.push(Check::new("store", State::Well, "its pages hold together"));
    }
    if health.log_bytes > LONG_LOG {
        let found = format!("{} MiB wait in its write-ahead log", health.log_bytes >> 20);
        checks.push(
            Check::new("store", State::Note, found)
                .mend("let the run finish, or run it again: a run that ends folds its log"),
        );
    }
    checks
}

fn rows(health: &StoreHealth) -> Vec<Check> {
    let orphan = |(what, count): &(&str, u64)| {
        Check::new("store", State::Wrong, format!("{count} {what} belong to no question"))
            .mend("the store was changed by hand or by another program: restore a copy")
    };
    health.orphans.iter().map(orphan).collect()
}

/// The check of the encoding of a database, if it fails.
fn of_encoding(encoding: &str) -> Option<Check> {
    if ServerHealth::keeps_any_text(encoding) {
        return None;
    }
    let found = format!("the database keeps text as {encoding}: no run is stored in it");
    let check = Check::new("server", State::Wrong, found);
    Some(check.mend("make one with: createdb -E UTF8 -T template0 NAME"))
}

fn of_server(server: &ServerHealth) -> Vec<Check> {
    let mut checks = Vec::new();
    let ms = server.latency_us / 1000;
    let found = format!("PostgreSQL {} answers in {ms} ms", server.version);
    checks.push(match server.latency_us > SLOW_US {
        false => Check::new("server", State::Well, found),
        true => Check::new("server", State::Note, found)
            .mend("a database nearer to the workers would let them store faster"),
    });
    checks.extend(of_encoding(&server.encoding));
    if !server.durable {
        checks.push(
            Check::new("server", State::Note, "it runs with fsync = off")
                .mend("turn it on: with a power failure, stored answers can be lost"),
        );
    }
    if server.unqueued > 0 {
        let found = format!("{} open questions are not in the queue", server.unqueued);
        checks.push(
            Check::new("server", State::Wrong, found)
                .mend("run the study again with --plan-only: that queues them"),
        );
    }
    if server.abandoned > 0 {
        let found = format!("{} questions are leased to workers that are gone", server.abandoned);
        let mend = "nothing: the next worker without work takes them over";
        checks.push(Check::new("server", State::Note, found).mend(mend));
    }
    checks
}
