//! Everything that logs are made of, out of a run directory.

use crate::args::TestOptions;
use anyhow::{Context as _, Result, anyhow};
use peirast_exchange::inspect::CarriedRun;
use peirast_record::{Contrast, Key, Message, Sampling, Study, Treatment, Trial};
use peirast_report::{Outcomes, Report};
use peirast_store::Store;
use peirast_study::grade::Grader;
use peirast_study::grade::{Answers, Loading, Texts};
use peirast_study::run_dir::{self, StoredKind};
use peirast_study::{Analysis, AnalysisOptions, NoEvents, RunDir, SharedSink};
use peirast_task::built_in_analysis;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A run directory, loaded.
pub(super) struct Gathered {
    pub(super) report: Report,
    /// As tests count them: ballots where there was voting.
    pub(super) counted: Outcomes,
    /// One for each answer.
    pub(super) single: Outcomes,
    pub(super) answers: Answers,
    pub(super) contrasts: Vec<Contrast>,
    pub(super) treatment: Treatment,
    pub(super) prompts: BTreeMap<Key, Arc<Vec<Message>>>,
    /// Questions without an answer that were asked in vain, with the last reason.
    pub(super) failed: BTreeMap<Key, (Trial, String)>,
    pub(super) endpoints: BTreeMap<String, String>,
    pub(super) carried: CarriedRun,
    pub(super) sampling: Sampling,
    /// Whether a process has the run directory to itself now.
    pub(super) is_under_way: bool,
}

impl Gathered {
    pub(super) async fn of(dir: &Path, options: &TestOptions) -> Result<Self> {
        let events: SharedSink = Arc::new(NoEvents);
        let options = &options.options();
        let analysis = RunDir::new(dir).analyse(options, &events).await?;
        let Analysis { report, outcomes: counted, .. } = analysis;
        let (store, kind) = run_dir::open(dir).await?;
        let study = kind.study();
        let (contrasts, treatment, own) = comparisons(&kind, options)?;
        let grader = options.grader.unwrap_or(own);
        let (notion, texts) = (options.notion(), Texts::All);
        let loading = Loading { notion, grader, texts, ..Loading::new(study) };
        let (answers, single) = loading.load(&store, |_, _, _| ()).await?;
        let failed = failed(&store, &single).await?;
        let keys: BTreeSet<Key> = answers
            .answered()
            .iter()
            .map(|one| one.trial.prompt.clone())
            .chain(failed.values().map(|(trial, _)| trial.prompt.clone()))
            .collect();
        Ok(Self {
            prompts: prompts(&store, keys).await?,
            endpoints: run_dir::endpoints(&store).await?,
            is_under_way: store.is_under_way().await?,
            carried: CarriedRun {
                version: peirast_record::VERSION.to_owned(),
                study: study.cloned().map(Box::new),
            },
            sampling: study.map(|study| study.sampling.clone()).unwrap_or_default(),
            report,
            counted,
            single,
            answers,
            contrasts,
            treatment,
            failed,
        })
    }

    /// The study, if the answers are to one of ours.
    pub(super) fn study(&self) -> Option<&Study> {
        self.carried.study.as_deref()
    }
}

/// What is compared, and how answers are read and counted for that.
fn comparisons(
    kind: &StoredKind,
    options: &AnalysisOptions,
) -> Result<(Vec<Contrast>, Treatment, Grader)> {
    let (contrasts, treatment, grader) = match kind {
        StoredKind::Study { study, contrasts } => {
            (contrasts.clone(), study.treatment, Grader::for_study(study))
        }
        StoredKind::Recorded => {
            let id = options.profile.as_deref().unwrap_or("corrected");
            let missing = || anyhow!("there is no analysis `{id}` of recorded answers");
            let analysis = built_in_analysis(id).ok_or_else(missing)??;
            let grader = match analysis.grader.as_str() {
                "default" => Grader::Default,
                _ => Grader::Published2024,
            };
            (analysis.contrasts(), analysis.treatment, grader)
        }
    };
    Ok((contrasts, options.treatment.map_or(treatment, Into::into), grader))
}

async fn prompts(store: &Store, keys: BTreeSet<Key>) -> Result<BTreeMap<Key, Arc<Vec<Message>>>> {
    let mut prompts = BTreeMap::new();
    for key in keys {
        let messages = store.load_messages(&key).await?.unwrap_or_default();
        prompts.insert(key, Arc::new(messages));
    }
    Ok(prompts)
}

/// Open questions that were asked in vain, and why the last attempt failed.
async fn failed(store: &Store, single: &Outcomes) -> Result<BTreeMap<Key, (Trial, String)>> {
    let open: BTreeSet<&Key> = single.open().iter().map(|question| &question.trial).collect();
    let tried = store.load_failed(peirast_llm::wire::reported).await?;
    let tried: BTreeSet<Key> = tried
        .into_iter()
        .map(|failure| failure.trial.key)
        .filter(|key| open.contains(key))
        .collect();
    let mut failed = BTreeMap::new();
    for key in tried {
        let exchange = store.find(&key.text()).await?;
        let last = exchange.failures.last().context("a failure of a failed trial")?;
        let why = format!("{}: {}", last.kind.as_str(), last.message);
        failed.insert(key, (exchange.trial, why));
    }
    Ok(failed)
}
