//! Reads runs for the viewer.

use crate::args::{Choices, GRADERS, TREATMENTS, choice};
use anyhow::{Context as _, Result, anyhow};
use peirast_fallacy::Notion;
use peirast_measure::{ExplainedQuestion, Opened, Translated, posed};
use peirast_read::{Context, read};
use peirast_record::{Key, Message, Problem, Task};
use peirast_serve::{RunLoader, TextSearch, last_change};
use peirast_store::{FailedAttempt, Store, SubjectCounts, TrialDetails};
use peirast_study::run_dir::{self, StoredKind};
use peirast_study::{AnalysisOptions, NoEvents, RunDir, SharedSink, how_to_continue};
use peirast_view::{
    GradingRules, Moment, OpenReading, Run, RunStatus, RunSummary, Scope, StoredTrial,
    SubjectProgress,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Open answers read from a translation, by trial.
type TranslatedAnswers = BTreeMap<Key, Opened>;

/// The condition under which an open answer counts as predicted.
const NOTION: Notion = Notion::RegardlessOfIssues;

/// Reads the stores of run directories.
pub struct StoreLoader;

impl RunLoader for StoreLoader {
    type Memo = TranslatedAnswers;

    async fn summary(&self, dir: &Path) -> Result<RunSummary, String> {
        let summary = async {
            let store = Store::open_read_only(dir).await?;
            let summary = summary(&store).await;
            store.close().await;
            summary
        };
        summary.await.map_err(in_words)
    }

    fn load(&self, dir: &Path, rules: &GradingRules) -> Result<(Run, TranslatedAnswers), String> {
        let run = options(rules).and_then(|rules| Handle::current().block_on(load(dir, &rules)));
        run.map_err(in_words)
    }

    async fn trials(
        &self,
        dir: &Path,
        keys: Vec<Key>,
        translated: &TranslatedAnswers,
    ) -> BTreeMap<Key, Result<StoredTrial, String>> {
        let store = match Store::open_read_only(dir).await {
            Ok(store) => store,
            Err(error) => {
                return keys.into_iter().map(|key| (key, Err(error.to_string()))).collect();
            }
        };
        let mut all = BTreeMap::new();
        for key in keys {
            let one = trial(&store, &key, translated.get(&key)).await.map_err(in_words);
            all.insert(key, one);
        }
        store.close().await;
        all
    }

    async fn search(&self, dir: &Path, search: &mut TextSearch<'_>) -> Result<(), String> {
        let found = async {
            let store = Store::open_read_only(dir).await?;
            while let Some(keys) = search.next_batch() {
                search.read(&texts(&store, &keys, search.scope()).await?);
            }
            store.close().await;
            anyhow::Ok(())
        };
        found.await.map_err(in_words)
    }
}

/// Renders an error with its causes, for a page.
fn in_words(error: anyhow::Error) -> String {
    format!("{error:#}")
}

/// The options of an analysis under these rules.
fn options(rules: &GradingRules) -> Result<AnalysisOptions> {
    Ok(AnalysisOptions {
        grader: value(GRADERS, rules.grader)?,
        treatment: value(TREATMENTS, rules.treatment)?,
        rule: rules.rule.map(str::to_owned),
        ..AnalysisOptions::default()
    })
}

/// The value of an option by its name.
fn value<T: Copy>(choices: Choices<T>, name: Option<&str>) -> Result<Option<T>> {
    let read = |name| choice(choices, name).ok_or_else(|| anyhow!("`{name}` is no such rule"));
    name.map(read).transpose()
}

/// Reads and grades every answer of a run directory.
async fn load(dir: &Path, options: &AnalysisOptions) -> Result<(Run, TranslatedAnswers)> {
    // Count first, so that an answer stored meanwhile causes another read of the run.
    let store = Store::open_read_only(dir).await?;
    let responses = store.counts().await?.responses;
    store.close().await;
    let events: SharedSink = Arc::new(NoEvents);
    let whole = RunDir::new(dir).analyse(options, &events).await?;
    let seconds = jiff::Timestamp::now().as_second();
    let moment = Moment { at: jiff::Timestamp::from_second(seconds)?.to_string(), responses };
    let counted = &whole.outcomes;
    let single = whole.single.as_ref().unwrap_or(counted);
    Ok((Run::new(whole.report, whole.contrasts, single, counted, moment)?, whole.translated))
}

async fn summary(store: &Store) -> Result<RunSummary> {
    // Read the time before counting, so that an answer stored meanwhile counts as a later change.
    let changed = last_change(store.dir());
    // A run whose plan is still being stored also has a summary.
    let kind = match store.plan_state().await?.is_complete() {
        true => Some(run_dir::kind(store).await?),
        false => None,
    };
    let progress = |(name, counts): (String, SubjectCounts)| SubjectProgress {
        name,
        planned: counts.trials,
        answered: counts.responses,
    };
    let subjects = store.counts_by_subject().await?.into_iter().map(progress).collect();
    let failures = store.counts().await?.failures;
    let (title, study) = match kind.as_ref().map(StoredKind::study) {
        Some(Some(study)) => (study.title.clone(), study.id.clone()),
        Some(None) => ("Answers recorded elsewhere".to_owned(), String::new()),
        None => ("A plan that is not stored completely".to_owned(), String::new()),
    };
    let mut summary = RunSummary {
        title,
        study,
        failures: failures.into_iter().map(|(kind, n)| (kind.as_str().to_owned(), n)).collect(),
        subjects,
        changed,
        state: RunStatus::Stopped,
        resume: None,
    };
    summary.state = status(store, kind.as_ref(), &summary).await?;
    if let (RunStatus::Stopped, Some(kind)) = (summary.state, &kind) {
        summary.resume = how_to_continue(store, kind).await?;
    }
    Ok(summary)
}

async fn status(
    store: &Store,
    kind: Option<&StoredKind>,
    summary: &RunSummary,
) -> Result<RunStatus> {
    Ok(match kind {
        Some(StoredKind::Recorded) => RunStatus::Imported,
        Some(StoredKind::Study { .. }) if summary.answered() == summary.planned() => {
            RunStatus::Finished
        }
        _ if store.is_under_way().await? => RunStatus::UnderWay,
        _ => RunStatus::Stopped,
    })
}

async fn trial(store: &Store, key: &Key, translated: Option<&Opened>) -> Result<StoredTrial> {
    let exchange = store.find(&key.text()).await?;
    let id = &exchange.trial.problem;
    let problem = store.load_problem(id).await?;
    let problem = problem.with_context(|| format!("the store holds no problem `{id}`"))?;
    let opened = match translated {
        Some(opened) => Some(opened.clone()),
        None => untranslated(&exchange, &problem)?,
    };
    // The page shows the answer even if it cannot be explained.
    let explained = exchange.response.as_ref().and_then(|response| {
        let text = Some(response.text.clone());
        let question = ExplainedQuestion::new(problem.clone(), text, response.finish).ok()?;
        question.with_opened(opened.clone()).text(NOTION).ok()
    });
    let reading =
        exchange.response.as_ref().filter(|_| problem.task != Task::Conclusion).map(|response| {
            read(problem.task, &response.text, &Context::of_problem(&problem, response.finish))
        });
    let failure = |one: &FailedAttempt| {
        format!("attempt {}: {}: {}", one.attempt, one.kind.as_str(), one.message)
    };
    Ok(StoredTrial {
        failures: exchange.failures.iter().map(failure).collect(),
        endpoint: exchange.endpoint,
        messages: exchange.messages,
        response: exchange.response,
        heard: opened.map(open_reading),
        trial: exchange.trial,
        problem,
        reading,
        explained,
    })
}

/// The reading of an open answer without a translation.
fn untranslated(exchange: &TrialDetails, problem: &Problem) -> Result<Option<Opened>> {
    let answer = exchange.response.as_ref().filter(|_| problem.task == Task::Conclusion);
    let Some(response) = answer else { return Ok(None) };
    let (posed, by, notion) = (posed(problem)?, Translated::default(), NOTION);
    Ok(Some(Opened::new(&posed, &response.text, response.finish, by, notion)))
}

fn open_reading(opened: Opened) -> OpenReading {
    OpenReading {
        view: opened.read.map(|(view, _)| view),
        rule: opened.rule,
        translation: opened.translation,
    }
}

/// The answers or prompts of some trials.
async fn texts(store: &Store, keys: &[Key], scope: Scope) -> Result<BTreeMap<Key, String>> {
    Ok(match scope {
        Scope::Answers => store.answer_texts(keys).await?,
        Scope::Prompts => store
            .prompts_of(keys)
            .await?
            .into_iter()
            .map(|(key, messages)| (key, joined(&messages)))
            .collect(),
    })
}

fn joined(messages: &[Message]) -> String {
    messages.iter().map(|one| one.content.as_str()).collect::<Vec<_>>().join("\n\n")
}
