//! A run directory: its store, and the metadata of its study.

mod join;

pub use join::{check_joins, check_mergeable, join};

use crate::error::{Context as _, Error, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::open_retry::open_with_notice;
use peirast_cost::Announcement;
use peirast_record::{Contrast, Hypothesis, Key, Problem, Setting, Study, Trial};
use peirast_report::escape_line;
use peirast_store::{Address, STUDY, Store};
use peirast_task::{GENERATION, Plan};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Stored kind: answers recorded elsewhere.
const RECORDED: &str = "recorded";
/// Stored kind: texts of a model that wrote problems.
const WRITTEN: &str = "written";

/// Advice on a plan that is not complete.
const UNFINISHED: &str = "a run that is at work there finishes it; if there is none, run the same command again, \
     with --plan-only if nothing is to be asked";
/// Metadata name that marks a store into which others are being merged.
const MERGING: &str = "merging";

/// Metadata name of the figures that each account achieved in the last run.
pub(crate) const FLOW: &str = "flow";

/// Returns an error for a directory whose content conflicts.
macro_rules! refuse {
    ($($message:tt)*) => { $crate::error::bail!(Conflict, $($message)*) };
}

mod paired;

use paired::{check_strategies, check_temperatures};

/// The kind of the answers in a run directory.
#[derive(Debug)]
pub enum StoredKind {
    /// Answers to a study of Peirast.
    Study {
        /// The study.
        study: Box<Study>,
        /// Comparisons of the study.
        contrasts: Vec<Contrast>,
    },
    /// Answers recorded elsewhere.
    Recorded,
}

impl StoredKind {
    /// Returns the study; `None` for recorded answers.
    pub fn study(&self) -> Option<&Study> {
        match self {
            StoredKind::Study { study, .. } => Some(study),
            StoredKind::Recorded => None,
        }
    }
}

/// Opens the store of a run directory for reading.
///
/// # Errors
/// A directory without a store or without a complete plan; an unfinished merge.
pub async fn open(dir: &Path) -> Result<(Store, StoredKind)> {
    let store = Store::open_read_only(dir).await?;
    let kind = kind(&store).await?;
    Ok((store, kind))
}

/// Returns the kind of the answers in an open store.
///
/// # Errors
/// A store without a complete plan, an unfinished merge, an unknown kind.
pub async fn kind(store: &Store) -> Result<StoredKind> {
    check_merged(store).await?;
    let dir = store.dir().display();
    Ok(match store.meta("kind").await?.as_deref() {
        Some(STUDY) => StoredKind::Study {
            study: Box::new(parsed(store, "study").await?),
            contrasts: parsed(store, "contrasts").await?,
        },
        Some(RECORDED) => StoredKind::Recorded,
        Some(WRITTEN) => bail!(Conflict, "{dir} holds written problems, and no answers"),
        Some(other) => return Err(unknown(store, other)),
        None => bail!(Conflict, "{dir} holds no finished plan: {UNFINISHED}"),
    })
}

/// Checks that no merge into a store is unfinished: the missing part would be asked, and paid for,
/// again.
///
/// # Errors
/// An unfinished merge.
pub async fn check_merged(store: &Store) -> Result<()> {
    if store.meta(MERGING).await?.is_some() {
        refuse!(
            "other directories are being merged into {}, or that was cut off: when no merge is at work there, give \
             the same `peirast merge` again, which goes on",
            store.dir().display()
        );
    }
    Ok(())
}

/// Records that a merge into a store begins; its content is then no longer the plan of one study
/// alone.
///
/// # Errors
/// A store that cannot be written.
pub async fn begin_merging(target: &Store) -> Result<()> {
    target.set_meta(MERGING, "").await?;
    Ok(target.open_plan_to_others().await?)
}

/// Returns the error for a store of an unknown kind.
fn unknown(store: &Store, kind: &str) -> Error {
    Error::Conflict(format!(
        "the store in {} says that it holds `{}`, which this version does not know: it was changed by \
         another program or written by a later version; restore a copy, or choose another directory",
        store.dir().display(),
        escape_line(&kind.chars().take(80).collect::<String>())
    ))
}

async fn parsed<T: serde::de::DeserializeOwned>(store: &Store, name: &str) -> Result<T> {
    let text = store.meta(name).await?.unwrap_or_default();
    serde_json::from_str(&text).with_context(|| {
        format!(
            "the {name} stored in {} cannot be read: it was written by another version; run the \
             study again into another directory",
            store.path().display()
        )
    })
}

/// Returns the design of a study, which must not change between runs into one directory: otherwise
/// the same problem ids would name different problems.
fn design(study: &Study) -> Result<String> {
    Ok(format!(
        "generation {GENERATION}, seed {}, profile {}, sampling {}",
        study.seed,
        study.profile.as_str(),
        serde_json::to_string(&study.sampling)?
    ))
}

/// Opens or creates the store of a run, and checks that its content fits. A directory can take more
/// subjects, items and hypotheses, but no other design. See [`describe`].
///
/// # Errors
/// A store that cannot be opened; content that conflicts with this run.
pub async fn prepare(
    dir: &Path,
    address: Option<&Address>,
    study: &Study,
    plan: &Plan,
    asked: impl Iterator<Item = &Trial>,
    events: &dyn EventSink,
) -> Result<Store> {
    let store = match address {
        Some(address) => {
            open_with_notice(address, events, Store::open_or_create_at(dir, address)).await?
        }
        None => Store::open_or_create(dir).await?,
    };
    let _turn = store.lock_changes().await?;
    check_outputs(dir, &store).await?;
    check_design(&store, study).await?;
    check_problems(&store, &plan.problems).await?;
    check_asked(&store, asked).await?;
    if study.sequential.is_none()
        && store.meta("study").await?.is_some()
        && parsed::<Study>(&store, "study").await?.sequential.is_some()
    {
        events.notice(
            NoticeCode::Sequential,
            "the answers here were looked at while they came in: they are still tested by e-values, although \
             all questions are asked now",
        );
    }
    Ok(store)
}

/// Records the study of a run; returns the study that the directory now holds: this one, with the
/// subjects and items of earlier ones. Answers can be tested once the plan is complete, too: see
/// [`Store::complete_plan`]. If the directory has a complete plan, the new plan is stored before the
/// description: a run that ended in between would leave a description of questions that nobody
/// planned.
///
/// # Errors
/// A store that cannot be read or written.
pub async fn describe(store: &Store, study: &Study, plan: &Plan) -> Result<Study> {
    let _turn = store.lock_changes().await?;
    let study = match store.meta("study").await? {
        Some(_) => study.clone().continuing(&parsed(store, "study").await?),
        None => study.clone(),
    };
    store.set_meta("design", &design(&study)?).await?;
    for (name, value) in about(&study)? {
        store.set_meta(name, &value).await?;
    }
    store.set_meta("contrasts", &serde_json::to_string(&plan.contrasts)?).await?;
    store.set_meta("version", peirast_record::VERSION).await?;
    Ok(study)
}

/// Returns the metadata of a study, as names and values.
///
/// # Errors
/// A study that cannot be serialised.
pub fn about(study: &Study) -> Result<[(&'static str, String); 2]> {
    let hash = study.hash()?.to_string();
    Ok([("study", serde_json::to_string(study)?), ("study_hash", hash)])
}

/// Checks that an empty store has no outputs of a run next to it: then the store was lost, and
/// everything would be asked and paid for again.
async fn check_outputs(dir: &Path, store: &Store) -> Result<()> {
    const OUTPUT: &str = "manifest.json";
    if store.meta("design").await?.is_none() && dir.join(OUTPUT).exists() {
        refuse!(
            "{} has the outputs of a run ({OUTPUT}), and its store holds nothing: what was answered would be \
             asked and paid for again. Put the store back, name another directory, or remove {OUTPUT} to \
             begin anew",
            dir.display()
        );
    }
    Ok(())
}

/// Checks that a directory holds nothing but answers to this design.
///
/// # Errors
/// Content that conflicts; a store that cannot be read.
pub async fn check_design(store: &Store, study: &Study) -> Result<()> {
    check_merged(store).await?;
    check_kind(store, STUDY).await?;
    check_id(store, study).await?;
    let design = design(study)?;
    match store.meta("design").await? {
        Some(before) if before != design => refuse!(
            "{} holds answers to another design ({before}; this one is {design}): choose another \
             directory with --into",
            store.dir().display()
        ),
        _ => Ok(()),
    }
}

/// Checks that a directory is of this study, with the same strategies: otherwise its answers would
/// appear in this study's tables, and its hypotheses would be lost.
async fn check_id(store: &Store, study: &Study) -> Result<()> {
    if store.meta("study").await?.is_none() {
        return Ok(());
    }
    let before: Study = parsed(store, "study").await?;
    if before.id == study.id {
        check_temperatures(store, study, &before)?;
        return check_strategies(store, study, &before);
    }
    refuse!(
        "{} holds answers to the study `{}`, not to `{}`: choose another directory with --into",
        store.dir().display(),
        before.id,
        study.id
    )
}

/// Checks that a directory holds this kind of answers, or none.
async fn check_kind(store: &Store, wanted: &str) -> Result<()> {
    let holds = match store.meta("kind").await? {
        Some(kind) if kind != wanted => kind,
        _ => return Ok(()),
    };
    let what = match holds.as_str() {
        STUDY => "a study of its own",
        RECORDED => "imported answers",
        WRITTEN => "written problems",
        other => return Err(unknown(store, other)),
    };
    refuse!("{} holds {what}: choose another directory with --into", store.dir().display())
}

/// Checks that no stored problem has the id of a different one: answers would be graded against the
/// wrong text.
///
/// # Errors
/// A different problem under a stored id; a store that cannot be read.
pub async fn check_problems(store: &Store, problems: &[Problem]) -> Result<()> {
    match store.other_problem(problems).await? {
        None => Ok(()),
        Some(id) => refuse!(
            "{} holds another problem under the id {id}: choose another directory with --into",
            store.dir().display()
        ),
    }
}

/// Checks that no question was answered in another way, such as at another endpoint: two answers to
/// one question cannot be paired.
async fn check_asked(store: &Store, asked: impl Iterator<Item = &Trial>) -> Result<()> {
    fn question(trial: &Trial) -> (&str, &str, &str, u32, Option<u64>) {
        let temperature = trial.sampling.temperature.map(f64::to_bits);
        (&trial.subject, &trial.problem, &trial.protocol, trial.repeat, temperature)
    }
    let answered = store.answered_keys().await?;
    let trials = store.load_trials().await?;
    let stored: BTreeMap<_, &Key> = trials
        .iter()
        .filter(|trial| answered.contains(&trial.key))
        .map(|trial| (question(trial), &trial.key))
        .collect();
    for trial in asked {
        if stored.get(&question(trial)).is_some_and(|key| **key != trial.key) {
            refuse!(
                "{} holds an answer of {} to {} under {} from another endpoint or to another prompt: \
                 go on with the --base-url of before, or choose another directory with --into",
                store.dir().display(),
                trial.subject,
                trial.problem,
                trial.protocol
            );
        }
    }
    Ok(())
}

/// Returns the endpoint of each subject of a run, as far as it is stored.
///
/// # Errors
/// A store that cannot be read.
pub async fn endpoints(store: &Store) -> Result<BTreeMap<String, String>> {
    match store.meta("endpoints").await? {
        Some(_) => parsed(store, "endpoints").await,
        None => Ok(BTreeMap::new()),
    }
}

/// Adds endpoints of subjects.
///
/// # Errors
/// A store that cannot be read or written.
pub async fn set_endpoints<'a>(
    store: &Store,
    more: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<()> {
    let mut all = endpoints(store).await?;
    all.extend(more.map(|(subject, endpoint)| (subject.to_owned(), endpoint.to_owned())));
    Ok(store.set_meta("endpoints", &serde_json::to_string(&all)?).await?)
}

/// Returns the settings that each subject of a run was not sent, because it does not take them.
///
/// # Errors
/// A store that cannot be read.
pub async fn unsent(store: &Store) -> Result<BTreeMap<String, BTreeSet<Setting>>> {
    match store.meta("unsent").await? {
        Some(_) => parsed(store, "unsent").await,
        None => Ok(BTreeMap::new()),
    }
}

/// Adds settings that subjects were not sent.
///
/// # Errors
/// A store that cannot be read or written.
pub async fn set_unsent(store: &Store, more: &BTreeMap<String, BTreeSet<Setting>>) -> Result<()> {
    let mut all = unsent(store).await?;
    for (subject, settings) in more.iter().filter(|(_, settings)| !settings.is_empty()) {
        all.entry(subject.clone()).or_default().extend(settings);
    }
    match all.is_empty() {
        true => Ok(()),
        false => Ok(store.set_meta("unsent", &serde_json::to_string(&all)?).await?),
    }
}

/// Returns the endpoints of all subjects and translators.
///
/// # Errors
/// A store that cannot be read.
pub async fn all_endpoints(store: &Store) -> Result<BTreeMap<String, String>> {
    let mut all = translators(store).await?;
    all.extend(endpoints(store).await?);
    Ok(all)
}

/// Returns the endpoint of each translator.
async fn translators(store: &Store) -> Result<BTreeMap<String, String>> {
    match store.meta("translators").await? {
        Some(_) => parsed(store, "translators").await,
        None => Ok(BTreeMap::new()),
    }
}

/// Stores the endpoint of a translator.
///
/// # Errors
/// A store that cannot be read or written.
pub async fn set_translator(store: &Store, subject: &str, endpoint: &str) -> Result<()> {
    let mut all = translators(store).await?;
    all.insert(subject.to_owned(), endpoint.to_owned());
    Ok(store.set_meta("translators", &serde_json::to_string(&all)?).await?)
}

/// Returns the announced cost of each subject.
///
/// # Errors
/// A store that cannot be read.
pub async fn announcement(store: &Store) -> Result<Announcement> {
    match store.meta("announcement").await? {
        Some(_) => parsed(store, "announcement").await,
        None => Ok(Announcement::default()),
    }
}

/// Stores the announced cost of each subject.
///
/// # Errors
/// A store that cannot be written.
pub async fn set_announcement(store: &Store, announcement: &Announcement) -> Result<()> {
    Ok(store.set_meta("announcement", &serde_json::to_string(announcement)?).await?)
}

/// Opens or creates the store of imported answers to a study, and records the study. Later imports
/// are added.
///
/// # Errors
/// A store that cannot be opened; content that conflicts.
pub async fn prepare_imported(dir: &Path, study: &Study, problems: &[Problem]) -> Result<Store> {
    let store = Store::open_or_create(dir).await?;
    check_merged(&store).await?;
    check_kind(&store, STUDY).await?;
    check_id(&store, study).await?;
    check_problems(&store, problems).await?;
    let study = match store.meta("study").await? {
        Some(_) => study.clone().continuing(&parsed(&store, "study").await?),
        None => study.clone(),
    };
    store.set_meta("design", &design(&study)?).await?;
    store.set_meta("study", &serde_json::to_string(&study)?).await?;
    store.set_meta("study_hash", &study.hash()?.text()).await?;
    store.set_meta("contrasts", "[]").await?;
    store.set_meta("version", peirast_record::VERSION).await?;
    store.set_meta("kind", STUDY).await?;
    Ok(store)
}

/// Stores the hypotheses about all imported answers of a store.
///
/// # Errors
/// A store that cannot be read or written; an error of `claims`.
pub async fn set_claims(
    store: &Store,
    claims: impl FnOnce(&Study, &[Problem]) -> Result<Vec<Hypothesis>>,
) -> Result<()> {
    let mut study: Study = parsed(store, "study").await?;
    let problems: Vec<Problem> = store.load_problems().await?.into_values().collect();
    study.hypotheses = claims(&study, &problems)?;
    let plan = Plan::with_problems(&study, problems)?;
    store.set_meta("study", &serde_json::to_string(&study)?).await?;
    store.set_meta("study_hash", &study.hash()?.text()).await?;
    Ok(store.set_meta("contrasts", &serde_json::to_string(&plan.contrasts)?).await?)
}

/// Opens or creates the store of recorded answers.
///
/// # Errors
/// A store that cannot be opened; content that conflicts.
pub async fn prepare_recorded(dir: &Path) -> Result<Store> {
    prepare_kind(dir, RECORDED).await
}

/// Opens or creates the store of a writer's texts.
///
/// # Errors
/// A store that cannot be opened; content that conflicts.
pub async fn prepare_written(dir: &Path) -> Result<Store> {
    prepare_kind(dir, WRITTEN).await
}

async fn prepare_kind(dir: &Path, kind: &str) -> Result<Store> {
    let store = Store::open_or_create(dir).await?;
    check_merged(&store).await?;
    check_kind(&store, kind).await?;
    store.set_meta("version", peirast_record::VERSION).await?;
    store.set_meta("kind", kind).await?;
    Ok(store)
}
