//! A graded run in the formats of other tools.

use crate::error::{Context as _, Result};
use crate::event::SharedSink;
use crate::grade::{Answers, Loading, Texts};
use crate::options::AnalysisOptions;
use crate::providers;
use crate::run::RunDir;
use crate::run_dir;
use peirast_exchange::every_eval_ever::{Deployment, EvaluationRecord, Host, RecordOptions};
use peirast_exchange::inspect::{AnswerLookup, ExportedAnswer, ExportedRun, RunRecord};
use peirast_llm::Providers;
use peirast_record::{Key, Message, Problem, Trial};
use peirast_report::Outcomes;
use peirast_store::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The answers of a store.
pub struct StoredAnswers(Answers);

impl StoredAnswers {
    /// Creates stored answers from the answers that were loaded.
    pub(crate) fn new(answers: Answers) -> Self {
        Self(answers)
    }
}

impl AnswerLookup for StoredAnswers {
    fn answer(&self, trial: &Key) -> Option<ExportedAnswer<'_>> {
        let all = self.0.answered();
        let at = all.binary_search_by(|one| one.trial.key.cmp(trial)).ok()?;
        let stored = all.get(at)?;
        Some(ExportedAnswer {
            trial: &stored.trial,
            text: &stored.text,
            finish: stored.finish,
            usage: stored.usage,
            model: stored.model.as_deref(),
            sent_us: stored.sent_us,
            elapsed_us: stored.elapsed_us,
        })
    }

    fn problem(&self, id: &str) -> Option<&Problem> {
        self.0.problem(id).ok()
    }

    fn open_reading(&self, trial: &Key) -> Option<(Option<String>, String)> {
        let opened = self.0.opened(trial)?;
        let view = opened.read.as_ref().map(|(view, _)| view.clone());
        Some((view, opened.rule.clone()))
    }
}

impl RunDir {
    /// Reads and grades the run, with everything that the logs of other tools contain.
    ///
    /// # Errors
    /// As [`RunDir::analyse`].
    pub async fn exported(
        &self,
        options: &AnalysisOptions,
        events: &SharedSink,
    ) -> Result<ExportedRun<StoredAnswers>> {
        let analysis = self.analyse(options, events).await?;
        let (store, kind) = run_dir::open(self.path()).await?;
        let study = kind.study();
        let (notion, grader, texts) = (options.notion(), analysis.grader, Texts::All);
        let loading = Loading { notion, grader, texts, ..Loading::new(study) };
        let (answers, single) = loading.load(&store, |_, _, _| ()).await?;
        let failed = failed(&store, &single).await?;
        let keys: BTreeSet<Key> = answers
            .answered()
            .iter()
            .map(|one| one.trial.prompt.clone())
            .chain(failed.values().map(|(trial, _)| trial.prompt.clone()))
            .collect();
        Ok(ExportedRun {
            prompts: prompts(&store, keys).await?,
            endpoints: run_dir::endpoints(&store).await?,
            is_under_way: store.is_under_way().await?,
            carried: RunRecord {
                version: peirast_record::VERSION.to_owned(),
                study: study.cloned().map(Box::new),
            },
            sampling: study.map(|study| study.sampling.clone()).unwrap_or_default(),
            report: analysis.report,
            counted: analysis.outcomes,
            single,
            answers: StoredAnswers(answers),
            contrasts: analysis.contrasts,
            treatment: analysis.treatment,
            failed,
        })
    }
}

impl RunDir {
    /// Reads and grades the run as records of Every Eval Ever, one for each subject. The servers of
    /// subjects are added to the options, as far as the table of providers knows them.
    ///
    /// # Errors
    /// As [`RunDir::analyse`]; two subjects whose names denote one model.
    pub async fn evaluation_records(
        &self,
        options: &AnalysisOptions,
        mut record: RecordOptions,
        events: &SharedSink,
    ) -> Result<Vec<EvaluationRecord>> {
        let run = self.exported(options, events).await?;
        let table = providers::load(&[])?;
        for (subject, endpoint) in &run.endpoints {
            record.deployments.insert(subject.clone(), deployment(&table, subject, endpoint));
        }
        Ok(run.evaluation_records(&record)?)
    }
}

/// Returns the kind of server at which a subject answers: its provider, the usual address of a
/// local server, or another one. The address itself is private.
fn deployment(table: &Providers, subject: &str, endpoint: &str) -> Deployment {
    let name = subject.split([':', '/']).next().unwrap_or_default();
    let Ok(provider) = table.named(name) else { return Deployment::default() };
    // Some addresses depend on the account.
    let is_known = match provider.url.contains('{') {
        true => endpoint.starts_with("https://"),
        false => endpoint.starts_with(&provider.url),
    };
    let host = match (is_known, provider.local) {
        (true, true) => Host::Own,
        (true, false) => Host::Provider,
        (false, _) => Host::Unknown,
    };
    Deployment { provider: Some(name.to_owned()), host }
}

async fn prompts(store: &Store, keys: BTreeSet<Key>) -> Result<BTreeMap<Key, Arc<Vec<Message>>>> {
    let mut prompts = BTreeMap::new();
    for key in keys {
        let messages = store.load_messages(&key).await?.unwrap_or_default();
        prompts.insert(key, Arc::new(messages));
    }
    Ok(prompts)
}

/// Returns the questions without an answer whose attempts failed, with the last reason.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_who_runs_a_server() {
        let table = Providers::built_in().expect("the table");
        for (subject, endpoint, host) in [
            ("openai/gpt-4o", "https://api.openai.com/v1", Host::Provider),
            ("openai:llama3", "http://localhost:8080/v1", Host::Unknown),
            ("ollama/llama3", "http://localhost:11434", Host::Own),
            ("ollama/llama3", "http://gpu.lab:11434", Host::Unknown),
        ] {
            let found = deployment(&table, subject, endpoint);
            assert_eq!((found.host, found.provider.is_some()), (host, true), "{subject}");
        }
        let none = deployment(&table, "lab/model", "http://localhost:1/v1");
        assert_eq!(none, Deployment::default());
    }
}
