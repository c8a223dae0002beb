//! Resuming: a large study whose plan the store holds is asked from there, and not planned again.

use super::growing::{beginning_of, is_free_at};
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

/// What a directory holds of the plan of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// All of it.
    All,
    /// Its beginning: it was being made when the run that made it ended before its time.
    Beginning,
}

/// Whether a directory holds the plan of this study and of no other, to its end or from its beginning, as this
/// version makes it and as its first questions are put now; and nobody is paid for the answers. Where anything is
/// in doubt it does not: all is planned then, and what is wrong is said.
pub(super) async fn held(
    dir: &Path,
    begun: &Begun<'_>,
    rendering: &Rendering,
    args: &RunArgs,
) -> Option<Held> {
    let store = Store::open_read_only(dir).await.ok()?;
    let held = match is_free(&store, rendering, args).await {
        Ok(true) if !store.is_shared() => of(&store, begun).await.unwrap_or_default(),
        _ => None,
    };
    store.close().await;
    held
}

/// At the prices that were given for the directory, too.
async fn is_free(store: &Store, rendering: &Rendering, args: &RunArgs) -> Result<bool> {
    let prices = Prices::load(&args.prices)?.knowing(store).await?;
    Ok(is_free_at(&prices, rendering, args))
}

async fn of(store: &Store, begun: &Begun<'_>) -> Result<Option<Held>> {
    let Begun { study, plan, questions } = begun;
    let (held, told) = match run_dir::is_whole(store).await? {
        true => (Held::All, Study::clone(study)),
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
