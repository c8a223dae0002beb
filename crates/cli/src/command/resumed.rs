//! Resuming: a large study whose plan the store holds to its end is asked from there, and not planned again.

use super::growing::is_free_at;
use super::questions::Questions;
use super::rendering::Rendering;
use crate::args::RunArgs;
use crate::costs::Prices;
use crate::run_dir;
use anyhow::Result;
use peirast_record::{Key, Study, VERSION};
use peirast_run::Store;
use peirast_task::Plan;
use std::path::Path;

/// The beginning of a study.
pub(super) struct Begun<'a> {
    /// All of the study.
    pub(super) study: &'a Study,
    pub(super) plan: &'a Plan,
    pub(super) questions: &'a Questions,
}

/// Whether a directory holds the plan of this study and of no other, to its end, as this version makes it and
/// as its first questions are put now; and nobody is paid for the answers. Where anything is in doubt it does
/// not: all is planned then, and what is wrong is said.
pub(super) async fn is_planned(
    dir: &Path,
    begun: &Begun<'_>,
    rendering: &Rendering,
    args: &RunArgs,
) -> bool {
    let Ok(store) = Store::open_read_only(dir).await else { return false };
    let holds = !store.is_shared()
        && holds(&store, begun).await.unwrap_or(false)
        && is_free(&store, rendering, args).await.unwrap_or(false);
    store.close().await;
    holds
}

/// At the prices that were given for the directory, too.
async fn is_free(store: &Store, rendering: &Rendering, args: &RunArgs) -> Result<bool> {
    let prices = Prices::load(&args.prices)?.knowing(store).await?;
    Ok(is_free_at(&prices, rendering, args))
}

async fn holds(store: &Store, begun: &Begun<'_>) -> Result<bool> {
    let Begun { study, plan, questions } = begun;
    let (kind, whole) = run_dir::WHOLE;
    let mut facts = vec![(kind, whole.to_owned()), ("version", VERSION.to_owned())];
    facts.extend(run_dir::about(study)?);
    for (name, value) in facts {
        if store.meta(name).await? != Some(value) {
            return Ok(false);
        }
    }
    run_dir::check_design(store, study).await?;
    run_dir::check_problems(store, &plan.problems).await?;
    let trials = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
    let keys: Vec<&Key> = trials.map(|trial| &trial.key).collect();
    Ok(store.holds_trials(&keys).await?)
}
