//! Importing: answers that were asked for elsewhere become a run directory.

use crate::error::{Context as _, Result, bail};
use crate::run::RunDir;
use crate::run_dir;
use peirast_exchange::brought::{ForeignAnswers, claims};
use peirast_exchange::etr_eval::{self, AnswerRecords, Views};
use peirast_exchange::inspect::RunAnswers;
use peirast_exchange::syllogism_eval::{self, Dataset, SyllogismAnswers};
use peirast_exchange::token_bias::{self, TokenBiasAnswer, TokenBiasAnswers};
use peirast_record::{Problem, Response, Trial};
use peirast_report::escape_line;
use peirast_store::{Batch, Store};
use peirast_task::Narrowed;
use std::collections::BTreeMap;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;

/// Answers stored in one transaction.
const ANSWERS_PER_COMMIT: usize = 10_000;

/// The result of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportSummary {
    /// Answers that the directory did not have.
    pub new: u64,
}

/// Answers from elsewhere, in the format of another tool.
pub trait AnswerSource: Sync {
    /// Stores the answers in a directory; returns the number of new ones.
    ///
    /// # Errors
    /// A directory that holds something else, or another answer to one of the questions.
    fn store_into(&self, dir: &Path) -> impl Future<Output = Result<u64>> + Send;
}

impl RunDir {
    /// Imports answers that were asked for elsewhere. A second import of the same answers changes
    /// nothing.
    ///
    /// # Errors
    /// A directory that holds something else, or another answer to one of the questions.
    pub async fn import(&self, source: &impl AnswerSource) -> Result<ImportSummary> {
        Ok(ImportSummary { new: source.store_into(self.path()).await? })
    }
}

impl AnswerSource for TokenBiasAnswers {
    async fn store_into(&self, dir: &Path) -> Result<u64> {
        let store = run_dir::prepare_kind(dir, run_dir::RECORDED).await?;
        run_dir::check_problems(&store, &self.problems).await?;
        check_recorded(&store, &self.answers).await?;
        store.insert_problems(&self.problems).await?;
        let mut new = 0;
        for chunk in self.answers.chunks(ANSWERS_PER_COMMIT) {
            let trials: Vec<_> = chunk.iter().map(|a| a.trial.clone()).collect();
            let responses: Vec<_> = chunk.iter().map(|a| a.response.clone()).collect();
            let recorded: Vec<_> = chunk.iter().map(|a| a.recorded.clone()).collect();
            let batch = Batch {
                trials: &[(token_bias::ENDPOINT, &trials)],
                responses: &responses,
                recorded: &recorded,
                ..Batch::default()
            };
            // Each new answer is three rows: trial, response, recorded grade.
            new += store.write(&batch).await?.new / 3;
        }
        store.close().await;
        Ok(new)
    }
}

/// Refuses another answer to a question whose answer is stored, or another grade: which one counts
/// would depend on the order of the imports.
async fn check_recorded(store: &Store, answers: &[TokenBiasAnswer]) -> Result<()> {
    let pairs = answers.iter().map(|one| (&one.trial, &one.response)).collect();
    check_texts(store, pairs).await?;
    let recorded = store.load_recorded().await?;
    let grades: BTreeMap<_, _> = recorded.iter().map(|r| (&r.trial, r.grade)).collect();
    let differs = |one: &&TokenBiasAnswer| {
        grades.get(&one.trial.key).is_some_and(|grade| *grade != one.recorded.grade)
    };
    answers.iter().find(differs).map_or(Ok(()), |one| refuse(store, &one.trial))
}

/// Refuses another answer to a question whose answer is stored; the recorded grades do not matter.
async fn check_answers(store: &Store, trials: &[Trial], responses: &[Response]) -> Result<()> {
    check_texts(store, trials.iter().zip(responses).collect()).await
}

async fn check_texts(store: &Store, answers: Vec<(&Trial, &Response)>) -> Result<()> {
    let stored = store.load_answered().await?;
    let texts: BTreeMap<_, _> = stored.iter().map(|a| (&a.trial.key, a.text.as_str())).collect();
    let differs =
        |(t, r): &(&Trial, &Response)| texts.get(&t.key).is_some_and(|text| *text != r.text);
    answers.into_iter().find(differs).map_or(Ok(()), |(trial, _)| refuse(store, trial))
}

fn refuse(store: &Store, trial: &Trial) -> Result<()> {
    bail!(
        Conflict,
        "{} holds another answer of {} to `{}` under {}: choose another directory with --into",
        store.dir().display(),
        escape_line(&trial.subject),
        trial.problem,
        escape_line(&trial.protocol)
    )
}

/// Answers of the published syllogism benchmark, with its data set.
#[derive(Clone, Copy)]
pub struct SyllogismImport<'a> {
    /// The data set.
    pub dataset: &'a Dataset,
    /// The answers.
    pub answers: &'a SyllogismAnswers,
}

impl AnswerSource for SyllogismImport<'_> {
    async fn store_into(&self, dir: &Path) -> Result<u64> {
        let SyllogismAnswers { trials, responses, recorded, .. } = self.answers;
        let study = syllogism_eval::study(self.answers)?;
        let problems: Vec<Problem> = self.dataset.problems.values().cloned().collect();
        let store = run_dir::prepare_imported(dir, &study, &problems).await?;
        store.insert_problems(&problems).await?;
        check_answers(&store, trials, responses).await?;
        let mut new = 0;
        let chunks = trials.chunks(ANSWERS_PER_COMMIT);
        let answers = chunks.zip(responses.chunks(ANSWERS_PER_COMMIT));
        for ((trials, responses), recorded) in answers.zip(recorded.chunks(ANSWERS_PER_COMMIT)) {
            let trials = &[(syllogism_eval::ENDPOINT, trials)];
            let batch = Batch { trials, responses, recorded, ..Batch::default() };
            // Each new answer is three rows: trial, response, recorded vote.
            new += store.write(&batch).await?.new / 3;
        }
        store.close().await;
        Ok(new)
    }
}

/// Answers to problems of the erotetic theory, and the use of the views recorded with them.
#[derive(Clone, Copy)]
pub struct EtrImport<'a> {
    /// The answers.
    pub records: &'a AnswerRecords,
    /// The recorded views that count.
    pub views: Views,
}

impl AnswerSource for EtrImport<'_> {
    async fn store_into(&self, dir: &Path) -> Result<u64> {
        let records = self.records;
        let study = etr_eval::study(records, self.views)?;
        let store = run_dir::prepare_imported(dir, &study, &records.problems).await?;
        check_answers(&store, &records.trials, &records.responses).await?;
        store.insert_problems(&records.problems).await?;
        let known = store.answered_keys().await?;
        let new = records.trials.iter().filter(|trial| !known.contains(&trial.key));
        let new = new.filter(|trial| records.models.contains(trial.subject.as_str())).count();
        let AnswerRecords { prompts, trials, responses, .. } = records;
        store_all(&store, prompts, etr_eval::ENDPOINT, trials, responses).await?;
        for recorded in records.recorded.chunks(ANSWERS_PER_COMMIT) {
            store.write(&Batch { recorded, ..Batch::default() }).await?;
        }
        run_dir::set_claims(&store, |study, problems| {
            Ok(etr_eval::hypotheses(problems, &study.strategies)?)
        })
        .await?;
        store.close().await;
        Ok(new as u64)
    }
}

/// Stores prompts, and trials with their answers, one transaction after another.
async fn store_all(
    store: &Store,
    prompts: &[Arc<peirast_record::Prompt>],
    endpoint: &str,
    trials: &[Trial],
    responses: &[Response],
) -> Result<()> {
    for prompts in prompts.chunks(ANSWERS_PER_COMMIT) {
        store.write(&Batch { prompts, ..Batch::default() }).await?;
    }
    let trials = trials.chunks(ANSWERS_PER_COMMIT);
    for (trials, responses) in trials.zip(responses.chunks(ANSWERS_PER_COMMIT)) {
        let trials = [(endpoint, trials)];
        store.write(&Batch { trials: &trials, responses, ..Batch::default() }).await?;
    }
    Ok(())
}

/// Answers of a run of Peirast that another tool's logs returned.
impl AnswerSource for RunAnswers {
    async fn store_into(&self, dir: &Path) -> Result<u64> {
        let study = self.study.as_ref().context("a log of ours names its study")?;
        let problems: Vec<Problem> = self.problems.values().cloned().collect();
        let store = run_dir::prepare_imported(dir, study, &problems).await?;
        store.insert_problems(&problems).await?;
        let known = store.answered_keys().await?;
        let prompts: Vec<Arc<_>> = self.prompts.values().cloned().collect();
        for prompts in prompts.chunks(ANSWERS_PER_COMMIT) {
            store.write(&Batch { prompts, ..Batch::default() }).await?;
        }
        for (endpoint, trials) in &self.trials {
            for trials in trials.chunks(ANSWERS_PER_COMMIT) {
                let answered = trials.iter().filter_map(|trial| {
                    Some((trial.clone(), self.responses.get(&trial.key)?.clone()))
                });
                let (answered, responses): (Vec<Trial>, Vec<Response>) = answered.unzip();
                check_answers(&store, &answered, &responses).await?;
                let trials = [(endpoint.as_str(), trials)];
                let batch = Batch { trials: &trials, responses: &responses, ..Batch::default() };
                store.write(&batch).await?;
            }
        }
        let endpoints =
            self.endpoints.iter().map(|(subject, url)| (subject.as_str(), url.as_str()));
        run_dir::set_endpoints(&store, endpoints).await?;
        // The hypotheses of the study for which the returned problems contain pairs.
        run_dir::set_claims(&store, |study, problems| {
            Ok(Narrowed::new(study, problems).study.hypotheses)
        })
        .await?;
        store.close().await;
        Ok(self.responses.keys().filter(|key| !known.contains(*key)).count() as u64)
    }
}

/// Answers that another tool asked for, as a study of its own.
#[derive(Clone, Copy)]
pub struct ForeignImport<'a> {
    /// The answers.
    pub answers: &'a ForeignAnswers,
    /// The id of the study.
    pub id: &'a str,
    /// The tool, as titles name it.
    pub tool: &'a str,
}

impl AnswerSource for ForeignImport<'_> {
    async fn store_into(&self, dir: &Path) -> Result<u64> {
        let answers = self.answers;
        let study = answers.study(self.id, self.tool)?;
        let problems = answers.problems();
        let store = run_dir::prepare_imported(dir, &study, &problems).await?;
        let (trials, responses) = (answers.trials(), answers.responses());
        check_answers(&store, trials, responses).await?;
        store.insert_problems(&problems).await?;
        let known = store.answered_keys().await?;
        let new = trials.iter().filter(|trial| !known.contains(&trial.key)).count();
        store_all(&store, &answers.prompts(), answers.endpoint(), trials, responses).await?;
        run_dir::set_claims(&store, |study, problems| Ok(claims(study, problems)?)).await?;
        store.close().await;
        Ok(new as u64)
    }
}
