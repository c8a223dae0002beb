//! Resuming: a large study whose plan the store holds is asked from there, and not planned again.

use super::growing::beginning_of;
use super::money::Money;
use super::planned::located;
use super::questions::Questions;
use super::rendering::Rendering;
use crate::args::RunArgs;
use crate::costs::noted_longest;
use crate::run_dir;
use anyhow::Result;
use peirast_record::{Key, Study, VERSION};
use peirast_store::Store;
use peirast_task::Plan;
use std::path::Path;

/// The beginning of a study.
pub(super) struct Begun<'a> {
    /// All of the study.
    pub(super) study: &'a Study,
    pub(super) plan: &'a Plan,
    pub(super) questions: &'a Questions,
}

/// What a directory holds of the plan of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Nothing: there is nothing in it at all.
    Nothing,
    /// All of it.
    All,
    /// Its beginning: it was being made when the run that made it ended before its time.
    Beginning,
}

/// What a directory holds of the plan of this study and of no other, to its end or from its beginning, as this
/// version makes it and as its first questions are put now; and if what is to be known of money before anything
/// is asked is known. Where anything is in doubt there is no answer: all is planned then, and what is wrong is
/// said.
pub(super) async fn held(
    dir: &Path,
    begun: &Begun<'_>,
    rendering: &Rendering,
    args: &RunArgs,
) -> Option<Held> {
    if !Store::is_in(dir) {
        return is_new(dir, args).await.unwrap_or(false).then_some(Held::Nothing);
    }
    // What it would cost to go on is told of the whole plan.
    if args.dry_run {
        return None;
    }
    let store = Store::open_read_only(dir).await.ok()?;
    let held = match of(&store, begun).await.unwrap_or_default() {
        Some(held) if is_counted(&store, held, rendering, args).await.unwrap_or(false) => {
            Some(held)
        }
        _ => None,
    };
    store.close().await;
    held
}

/// Whether nothing is stored either where a directory is to point to.
async fn is_new(dir: &Path, args: &RunArgs) -> Result<bool> {
    let Some(url) = &args.store else { return Ok(true) };
    let address = located(url, dir)?;
    let runs = Store::runs_at(&address).await?;
    Ok(!runs.iter().any(|run| Some(run.as_str()) == address.run()))
}

/// Whether the longest prompt is known where anything is paid for, and all that the plan costs was announced.
async fn is_counted(
    store: &Store,
    held: Held,
    rendering: &Rendering,
    args: &RunArgs,
) -> Result<bool> {
    let subjects = rendering.subjects();
    let money = Money::of(&args.prices, &args.budget, Some(store), subjects).await?;
    if !money.is_counted() {
        return Ok(true);
    }
    let is_known = noted_longest(store).await?.is_some();
    Ok(is_known
        && (held == Held::Beginning || money.is_announced(store, rendering.subjects()).await?))
}

async fn of(store: &Store, begun: &Begun<'_>) -> Result<Option<Held>> {
    let Begun { study, plan, questions } = begun;
    let (held, told) = match run_dir::is_whole(store).await? {
        // Where others have questions there as well, those of this study are looked for one by one.
        true if !run_dir::is_plan_of(store, study).await? => return Ok(None),
        true => (Held::All, Study::clone(study)),
        // Of a larger study there may be more than this one asks.
        false if !run_dir::grows_to(store, study).await? => return Ok(None),
        false => (Held::Beginning, beginning_of(study)),
    };
    let mut facts = vec![("version", VERSION.to_owned())];
    facts.extend(run_dir::about(&told)?);
    for (name, value) in facts {
        if store.meta(name).await? != Some(value) {
            return Ok(None);
        }
    }
    run_dir::check_design(store, &told).await?;
    run_dir::check_problems(store, &plan.problems).await?;
    let trials = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
    let keys: Vec<&Key> = trials.map(|trial| &trial.key).collect();
    Ok(store.holds_trials(&keys).await?.then_some(held))
}
