//! Opening the store of a run, and storing the facts that must precede its questions.

use super::study_file::write_study;
use super::{RunDir, RunMoney};
use crate::error::Result;
use crate::event::{EventSink, RunEvent};
use crate::money::noted_longest;
use crate::options::RunOptions;
use crate::plan::{PlanStream, QuestionSet};
use crate::run_dir;
use peirast_record::{Key, Prompt, Study, Trial, VERSION};
use peirast_store::{Address, Batch, PlanState, Store};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The place where the answers of a run directory are stored.
#[allow(clippy::large_enum_variant, reason = "a run has one location")]
#[derive(Clone, Debug, Default)]
pub enum StoreLocation {
    /// A SQLite file in the directory.
    #[default]
    File,
    /// A PostgreSQL database, where other processes can ask too.
    Postgres(Address),
}

/// The source of a run's trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrialSource {
    /// The plan. Each chunk is stored while earlier ones are asked; the last facts seal it.
    Streamed {
        /// True if the store then holds the plan of this study alone.
        is_alone: bool,
    },
    /// The plan, which is stored before anything is asked.
    Listed,
    /// The store, which holds the whole plan and nothing else.
    Stored,
    /// The store, which has the beginning of the plan, then the rest as it is streamed.
    Resumed,
}

impl TrialSource {
    /// Returns true if the first questions are taken from the store.
    pub(crate) fn is_stored(self) -> bool {
        matches!(self, Self::Stored | Self::Resumed)
    }

    /// Returns the facts that seal the stored plan; with the study, where its plan `grows`.
    pub(crate) fn seal(self, study: &Study, grows: bool) -> Result<Vec<(&'static str, String)>> {
        let is_alone = match self {
            Self::Streamed { is_alone } => is_alone,
            Self::Resumed => true,
            Self::Listed | Self::Stored => return Ok(Vec::new()),
        };
        let about = if grows { run_dir::about(study)?.to_vec() } else { Vec::new() };
        let hash = study.hash()?;
        let facts = Store::plan_facts(is_alone.then_some(&hash));
        Ok(about.into_iter().chain(facts).collect())
    }
}

/// An opened store, and its state of the plan.
pub(crate) struct OpenedStore {
    pub(crate) store: Store,
    /// The study that the directory holds when all of the plan is stored.
    pub(crate) held: Study,
    pub(crate) source: TrialSource,
    /// Trials that an earlier complete plan did not have; `None` if there was none.
    pub(crate) unplanned: Option<BTreeSet<Key>>,
}

/// The way in which a run uses its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanUse {
    /// Ask it as it comes.
    Ask,
    /// Store it first: to reuse answers of other directories, or for other processes to ask.
    StoreFirst,
    /// Ask step by step: later steps are stored once they are needed.
    Steps,
}

/// Opens the store of a run, which may hold the plan already, to its end or from its beginning.
pub(crate) async fn open(
    dir: &RunDir,
    plan: &PlanStream,
    state: &PlanState,
    plan_use: PlanUse,
    events: &dyn EventSink,
) -> Result<OpenedStore> {
    let beginning = plan.beginning();
    // Until the store is there, nothing is stored, and an interrupt may end the program at once.
    let planned = || events.emit(&RunEvent::Planned { questions: plan.questions() });
    match state {
        PlanState::Empty => {
            let store = run_dir::open_or_create(&dir.path, dir.address()?.as_ref(), events).await?;
            planned();
            create(store, dir, plan, &beginning, plan_use, events).await
        }
        PlanState::Partial { .. } | PlanState::Complete { .. } => {
            let store = Store::open_or_create(&dir.path).await?;
            planned();
            // Written now so that a read-only directory is reported before anything is asked.
            let now = if state.is_complete() { &plan.study } else { &beginning };
            write_study(&dir.path, now)?;
            let source = match state.is_complete() {
                true => TrialSource::Stored,
                false => TrialSource::Resumed,
            };
            Ok(OpenedStore { store, held: plan.study.clone(), source, unplanned: None })
        }
    }
}

/// Checks that the content of a store is compatible with this plan, and records the study of
/// the run. In a directory without a complete plan, the questions are stored while they are asked.
async fn create(
    store: Store,
    dir: &RunDir,
    plan: &PlanStream,
    study: &Study,
    plan_use: PlanUse,
    events: &dyn EventSink,
) -> Result<OpenedStore> {
    let PlanStream { plan: made, questions, .. } = plan;
    let trials = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
    run_dir::check_fits(&store, study, made, trials, events).await?;
    let was_complete = store.plan_state().await?.is_complete();
    store.open_plan_to_others().await?;
    // If a plan is complete, the study is described only after the new plan is stored: a run that
    // ended in between would leave a description of questions that nobody planned.
    let described = match was_complete {
        true => None,
        false => Some(run_dir::describe(&store, study, made).await?),
    };
    let is_alone = store.counts().await?.trials == 0;
    let unplanned = match was_complete && plan_use != PlanUse::Steps {
        true => Some(unplanned(&store, questions).await?),
        false => None,
    };
    let streams = plan_use == PlanUse::Ask && !store.is_shared() && !was_complete;
    if !streams {
        // On PostgreSQL the plan is also the queue, and is checked again.
        let is_stored = unplanned.as_ref().is_some_and(BTreeSet::is_empty);
        if store.is_shared() || !is_stored {
            store_questions(&store, plan, plan_use).await?;
            if plan.rest.is_none() {
                store.complete_plan(None).await?;
            }
        }
    }
    let mut held = match described {
        Some(held) => held,
        None => run_dir::describe(&store, study, made).await?,
    };
    if !streams && plan.rest.is_none() && plan_use != PlanUse::Steps {
        // The store holds the plan of this study alone if it has no other trials.
        if store.counts().await?.trials == questions.len() {
            store.complete_plan(Some(&plan.study.hash()?)).await?;
        }
    }
    let endpoints = questions.subjects.iter().map(|(s, _)| (s.name(), s.endpoint()));
    run_dir::set_endpoints(&store, endpoints).await?;
    run_dir::set_unsent(&store, &questions.unsent).await?;
    write_study(&dir.path, &held)?;
    if plan.rest.is_some() {
        store.begin_plan(&plan.study.hash()?).await?;
        held = plan.study.clone();
    }
    let source = match streams {
        true => TrialSource::Streamed { is_alone },
        false => TrialSource::Listed,
    };
    Ok(OpenedStore { store, held, source, unplanned })
}

/// Returns the trials that are not in the store.
async fn unplanned(store: &Store, questions: &QuestionSet) -> Result<BTreeSet<Key>> {
    let stored = store.trial_keys().await?;
    Ok(questions.keys().filter(|key| !stored.contains(*key)).cloned().collect())
}

/// Stores the first chunk of a plan.
async fn store_questions(store: &Store, plan: &PlanStream, plan_use: PlanUse) -> Result<()> {
    let questions = &plan.questions;
    let prompts: Vec<Arc<Prompt>> = questions.prompts.values().cloned().collect();
    let trials: Vec<(&str, &[Trial])> = match plan_use {
        PlanUse::Steps => Vec::new(),
        _ => questions.subjects.iter().map(|(s, t)| (s.endpoint(), t.as_slice())).collect(),
    };
    let problems = &plan.plan.problems;
    let batch = Batch { problems, prompts: &prompts, trials: &trials, ..Batch::default() };
    store.write(&batch).await?;
    Ok(())
}

/// Returns how much of a plan a directory holds; `None` unless all of this is certain: it holds the
/// plan of this study alone, this version makes the same plan and the same first questions, and the
/// costs that must be known before asking are known.
pub(crate) async fn planned_beginning(
    dir: &Path,
    plan: &PlanStream,
    options: &RunOptions,
) -> Option<PlanState> {
    let store = Store::open_read_only(dir).await.ok()?;
    let state = verified(&store, plan).await.ok().flatten();
    let state = match state {
        Some(state) if is_counted(&store, &state, plan, options).await.unwrap_or(false) => {
            Some(state)
        }
        _ => None,
    };
    store.close().await;
    state
}

/// Returns whether the longest prompt and the announced cost are stored, as far as they are needed.
async fn is_counted(
    store: &Store,
    state: &PlanState,
    plan: &PlanStream,
    options: &RunOptions,
) -> Result<bool> {
    let subjects = || plan.questions.subjects.iter().map(|(subject, _)| subject);
    let money = RunMoney::new(&options.prices, options.budget, Some(store), subjects()).await?;
    if !money.is_counted() {
        return Ok(true);
    }
    Ok(noted_longest(store).await?.is_some()
        && (!state.is_complete() || money.is_announced(store, subjects()).await?))
}

async fn verified(store: &Store, plan: &PlanStream) -> Result<Option<PlanState>> {
    let state = store.plan_state().await?;
    if !state.is_of(&plan.study.hash()?) {
        return Ok(None);
    }
    let described = if state.is_complete() { plan.study.clone() } else { plan.beginning() };
    let mut facts = vec![("version", VERSION.to_owned())];
    facts.extend(run_dir::about(&described)?);
    for (name, value) in facts {
        if store.meta(name).await? != Some(value) {
            return Ok(None);
        }
    }
    run_dir::check_design(store, &described).await?;
    run_dir::check_problems(store, &plan.plan.problems).await?;
    let keys: Vec<&Key> = plan.questions.keys().collect();
    Ok(store.holds_trials(&keys).await?.then_some(state))
}
