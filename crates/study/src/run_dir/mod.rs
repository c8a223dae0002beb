//! A run directory: its store, and the metadata of its study.

use crate::error::{Context as _, Error, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::open_retry::open_with_notice;
use peirast_cost::Announcement;
use peirast_record::{Contrast, Hypothesis, Key, Problem, Setting, Study, Trial};
use peirast_report::{Registration, escape_line};
use peirast_store::{Address, STUDY, Store};
use peirast_task::{GENERATION, Plan};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Stored kind: answers recorded elsewhere.
pub(crate) const RECORDED: &str = "recorded";
/// Stored kind: texts of a model that wrote problems.
pub(crate) const WRITTEN: &str = "written";

/// Advice on a plan that is not complete.
pub(crate) const UNFINISHED: &str = "a running process there finishes it; if there is none, run \
                                     the same command again, with --plan-only to ask nothing";
/// Metadata name that marks a store into which others are being merged.
pub(crate) const MERGING: &str = "merging";

/// Metadata name of the figures that each account achieved in the last run.
pub(crate) const FLOW: &str = "flow";

/// Metadata name of the preregistration of a run.
const REGISTRATION: &str = "registration";

/// Returns an error for a directory whose content conflicts.
macro_rules! refuse {
    ($($message:tt)*) => { $crate::error::bail!(Conflict, $($message)*) };
}

mod paired;

pub(crate) use paired::{check_strategies, check_temperatures};

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
            "other directories are being merged into {}, or a merge was interrupted: if no merge \
             is running there, run the same `peirast merge` again, which continues",
            store.dir().display()
        );
    }
    Ok(())
}

/// Records that a merge into a store begins.
pub(crate) async fn begin_merging(target: &Store) -> Result<()> {
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

/// Returns a value of the metadata.
pub(crate) async fn parsed<T: DeserializeOwned>(store: &Store, name: &str) -> Result<T> {
    let text = store.meta(name).await?.unwrap_or_default();
    serde_json::from_str(&text).with_context(|| {
        format!(
            "the {name} stored in {} cannot be read: it was written by another version; run the \
             study again into another directory",
            store.path().display()
        )
    })
}

/// Returns a value of the metadata; the default if it is not stored.
async fn parsed_or_default<T: DeserializeOwned + Default>(store: &Store, name: &str) -> Result<T> {
    match store.meta(name).await?.is_some() {
        true => parsed(store, name).await,
        false => Ok(T::default()),
    }
}

/// Stores a value of the metadata.
async fn set(store: &Store, name: &str, value: &impl Serialize) -> Result<()> {
    Ok(store.set_meta(name, &serde_json::to_string(value)?).await?)
}

/// Returns the study of a store, if it has one.
pub(crate) async fn stored_study(store: &Store) -> Result<Option<Study>> {
    match store.meta("study").await?.is_some() {
        true => parsed(store, "study").await.map(Some),
        false => Ok(None),
    }
}

/// Returns a study with the subjects and items of the one that a store has.
async fn continued(store: &Store, study: &Study) -> Result<Study> {
    Ok(match stored_study(store).await? {
        Some(before) => study.clone().continuing(&before),
        None => study.clone(),
    })
}

/// Stores the description of a study, with its comparisons.
pub(crate) async fn set_study(store: &Store, study: &Study, contrasts: &[Contrast]) -> Result<()> {
    store.set_meta("design", &design(study)?).await?;
    for (name, value) in about(study)? {
        store.set_meta(name, &value).await?;
    }
    set(store, "contrasts", &contrasts).await?;
    Ok(store.set_meta("version", peirast_record::VERSION).await?)
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

/// Opens or creates the store of a run directory, in a file or at an address.
pub(crate) async fn open_or_create(
    dir: &Path,
    address: Option<&Address>,
    events: &dyn EventSink,
) -> Result<Store> {
    Ok(match address {
        Some(address) => {
            open_with_notice(address, events, Store::open_or_create_at(dir, address)).await?
        }
        None => Store::open_or_create(dir).await?,
    })
}

/// Checks that the content of a store fits a run. A directory can take more subjects, items and
/// hypotheses, but no other design. See [`describe`].
pub(crate) async fn check_fits(
    store: &Store,
    study: &Study,
    plan: &Plan,
    asked: impl Iterator<Item = &Trial>,
    events: &dyn EventSink,
) -> Result<()> {
    let _turn = store.lock_changes().await?;
    check_outputs(store).await?;
    check_design(store, study).await?;
    check_problems(store, &plan.problems).await?;
    check_asked(store, asked).await?;
    let before = stored_study(store).await?;
    if study.sequential.is_none() && before.is_some_and(|before| before.sequential.is_some()) {
        events.notice(
            NoticeCode::Sequential,
            "the answers here were tested while they arrived: they are still tested by e-values, \
             although all questions are now asked",
        );
    }
    Ok(())
}

/// Records the study of a run; returns the study that the directory now holds: this one, with the
/// subjects and items of earlier ones. Answers can be tested once the plan is complete, too.
pub(crate) async fn describe(store: &Store, study: &Study, plan: &Plan) -> Result<Study> {
    let _turn = store.lock_changes().await?;
    let study = continued(store, study).await?;
    set_study(store, &study, &plan.contrasts).await?;
    Ok(study)
}

/// Returns the metadata of a study, as names and values.
pub(crate) fn about(study: &Study) -> Result<[(&'static str, String); 2]> {
    let hash = study.hash()?.to_string();
    Ok([("study", serde_json::to_string(study)?), ("study_hash", hash)])
}

/// Checks that an empty store has no outputs of a run next to it: then the store was lost, and
/// everything would be asked and paid for again.
async fn check_outputs(store: &Store) -> Result<()> {
    const OUTPUT: &str = "manifest.json";
    let dir = store.dir();
    if store.meta("design").await?.is_none() && dir.join(OUTPUT).exists() {
        refuse!(
            "{} has the outputs of a run ({OUTPUT}), and its store is empty: answered questions \
             would be asked and paid for again. Put the store back, name another directory, or \
             remove {OUTPUT} to start again",
            dir.display()
        );
    }
    Ok(())
}

/// Checks that all answers of a directory belong to this design.
pub(crate) async fn check_design(store: &Store, study: &Study) -> Result<()> {
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
    let Some(before) = stored_study(store).await? else { return Ok(()) };
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

/// Checks that no stored problem has the id of a different one, which would mix up grades.
pub(crate) async fn check_problems(store: &Store, problems: &[Problem]) -> Result<()> {
    match store.other_problem(problems).await? {
        None => Ok(()),
        Some(id) => refuse!(
            "{} holds another problem under the id {id}, made by another version of Peirast or \
             from another file: use the same version or file, or choose another directory with \
             --into. Its answers can be tested and reported as before",
            store.dir().display()
        ),
    }
}

/// Checks that no question was answered otherwise, such as at another endpoint.
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
                "{} holds an answer of {} to {} under {} from another endpoint or to another \
                 prompt: use the same --base-url as before, or choose another directory with --into",
                store.dir().display(),
                trial.subject,
                trial.problem,
                trial.protocol
            );
        }
    }
    Ok(())
}

/// Returns the preregistration that a run recorded.
pub(crate) async fn registration(store: &Store) -> Result<Option<Registration>> {
    parsed_or_default(store, REGISTRATION).await
}

/// Records the preregistration of a run, which then never changes.
pub(crate) async fn set_registration(store: &Store, registration: &Registration) -> Result<()> {
    if let Some(before) = self::registration(store).await? {
        let (before, now) = (before.hash()?, registration.hash()?);
        if before != now {
            refuse!(
                "{} has a preregistration (hash {before}), and this one is another (hash {now}): use the                  first one, or choose another directory with --into",
                store.dir().display()
            );
        }
        return Ok(());
    }
    set(store, REGISTRATION, registration).await
}

/// Returns the endpoint of each subject of a run, as far as it is stored.
pub(crate) async fn endpoints(store: &Store) -> Result<BTreeMap<String, String>> {
    parsed_or_default(store, "endpoints").await
}

/// Adds endpoints of subjects.
pub(crate) async fn set_endpoints<'a>(
    store: &Store,
    more: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<()> {
    let mut all = endpoints(store).await?;
    all.extend(more.map(|(subject, endpoint)| (subject.to_owned(), endpoint.to_owned())));
    set(store, "endpoints", &all).await
}

/// Returns the settings that each subject of a run was not sent, because it does not take them.
///
/// # Errors
/// A store that cannot be read.
pub async fn unsent(store: &Store) -> Result<BTreeMap<String, BTreeSet<Setting>>> {
    parsed_or_default(store, "unsent").await
}

/// Adds settings that subjects were not sent.
pub(crate) async fn set_unsent(
    store: &Store,
    more: &BTreeMap<String, BTreeSet<Setting>>,
) -> Result<()> {
    let mut all = unsent(store).await?;
    for (subject, settings) in more.iter().filter(|(_, settings)| !settings.is_empty()) {
        all.entry(subject.clone()).or_default().extend(settings);
    }
    match all.is_empty() {
        true => Ok(()),
        false => set(store, "unsent", &all).await,
    }
}

/// Returns the endpoints of all subjects and translators.
pub(crate) async fn all_endpoints(store: &Store) -> Result<BTreeMap<String, String>> {
    let mut all = translators(store).await?;
    all.extend(endpoints(store).await?);
    Ok(all)
}

/// Returns the endpoint of each translator.
pub(crate) async fn translators(store: &Store) -> Result<BTreeMap<String, String>> {
    parsed_or_default(store, "translators").await
}

/// Stores the endpoint of a translator.
pub(crate) async fn set_translator(store: &Store, subject: &str, endpoint: &str) -> Result<()> {
    let mut all = translators(store).await?;
    all.insert(subject.to_owned(), endpoint.to_owned());
    set(store, "translators", &all).await
}

/// Returns the announced cost of each subject.
pub(crate) async fn announcement(store: &Store) -> Result<Announcement> {
    parsed_or_default(store, "announcement").await
}

/// Stores the announced cost of each subject.
pub(crate) async fn set_announcement(store: &Store, announcement: &Announcement) -> Result<()> {
    set(store, "announcement", announcement).await
}

/// Opens or creates the store of imported answers to a study, and records the study.
pub(crate) async fn prepare_imported(
    dir: &Path,
    study: &Study,
    problems: &[Problem],
) -> Result<Store> {
    let store = Store::open_or_create(dir).await?;
    check_merged(&store).await?;
    check_kind(&store, STUDY).await?;
    check_id(&store, study).await?;
    check_problems(&store, problems).await?;
    set_study(&store, &continued(&store, study).await?, &[]).await?;
    store.set_meta("kind", STUDY).await?;
    Ok(store)
}

/// Stores the hypotheses about all imported answers of a store.
pub(crate) async fn set_claims(
    store: &Store,
    claims: impl FnOnce(&Study, &[Problem]) -> Result<Vec<Hypothesis>>,
) -> Result<()> {
    let mut study: Study = parsed(store, "study").await?;
    let problems: Vec<Problem> = store.load_problems().await?.into_values().collect();
    study.hypotheses = claims(&study, &problems)?;
    let plan = Plan::with_problems(&study, problems)?;
    set_study(store, &study, &plan.contrasts).await
}

/// Opens or creates the store of answers of a kind that is no study.
pub(crate) async fn prepare_kind(dir: &Path, kind: &str) -> Result<Store> {
    let store = Store::open_or_create(dir).await?;
    check_merged(&store).await?;
    check_kind(&store, kind).await?;
    store.set_meta("version", peirast_record::VERSION).await?;
    store.set_meta("kind", kind).await?;
    Ok(store)
}
