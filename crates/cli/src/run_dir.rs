//! A run directory: the store with what the run is about.

use anyhow::{Context as _, Result, bail};
use peirast_record::{Contrast, Key, Study};
use peirast_run::Store;
use peirast_task::{GENERATION, Plan};
use std::path::Path;

/// What the answers of a run directory are.
#[derive(Debug)]
pub enum Kind {
    /// Answers to a study of ours.
    Study {
        /// The study.
        study: Box<Study>,
        /// Its comparisons.
        contrasts: Vec<Contrast>,
    },
    /// Answers recorded elsewhere.
    Recorded,
}

/// Opens the store of a run directory for reading.
pub async fn open(dir: &Path) -> Result<(Store, Kind)> {
    let store = Store::open_read_only(dir).await?;
    let kind = match store.meta("kind").await?.as_deref() {
        Some("study") => Kind::Study {
            study: Box::new(parsed(&store, "study").await?),
            contrasts: parsed(&store, "contrasts").await?,
        },
        Some("recorded") => Kind::Recorded,
        _ => bail!("{} holds no finished plan: run the study again", dir.display()),
    };
    Ok((store, kind))
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

/// What must not change between runs into one directory: otherwise the same problem ids would
/// name different problems.
fn design(study: &Study) -> String {
    let problems = Key::of("design", &(study.seed, study.profile, &study.sampling));
    format!("generation {GENERATION}, seed {}, {}, {problems}", study.seed, study.profile.as_str())
}

/// Opens or creates the store of a run and writes down what the run is about. A directory can
/// take up more subjects, items and hypotheses, but not another design.
pub async fn prepare(dir: &Path, study: &Study, plan: &Plan) -> Result<Store> {
    let store = Store::open_or_create(dir).await?;
    let design = design(study);
    if let Some(before) = store.meta("design").await?
        && before != design
    {
        bail!(
            "{} holds answers to another design ({before}; now {design}): choose another directory \
             with --into",
            dir.display()
        );
    }
    if store.meta("kind").await?.as_deref() == Some("recorded") {
        bail!("{} holds imported answers: choose another directory with --into", dir.display());
    }
    store.set_meta("design", &design).await?;
    store.set_meta("study", &serde_json::to_string(study)?).await?;
    store.set_meta("study_hash", study.hash().as_str()).await?;
    store.set_meta("contrasts", &serde_json::to_string(&plan.contrasts)?).await?;
    store.set_meta("version", peirast_record::VERSION).await?;
    store.set_meta("kind", "study").await?;
    Ok(store)
}

/// Opens or creates the store of an import.
pub async fn prepare_recorded(dir: &Path) -> Result<Store> {
    let store = Store::open_or_create(dir).await?;
    if store.meta("kind").await?.as_deref() == Some("study") {
        bail!("{} holds a study of its own: choose another directory with --into", dir.display());
    }
    store.set_meta("version", peirast_record::VERSION).await?;
    store.set_meta("kind", "recorded").await?;
    Ok(store)
}
