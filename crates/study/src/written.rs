//! Problems whose added events a model writes and Peirast checks.

use crate::artifact::write;
use crate::error::{Result, bail};
use crate::event::{RoundSubject, SharedSink};
use crate::options::ModelAccess;
use crate::run::observed;
use crate::run_dir;
use crate::subjects::{ProblemContext, SubjectFactory, subject};
use peirast_record::{Key, Problem, Prompt, Sampling, Setting, Trial};
use peirast_report::json_lines;
use peirast_run::{Cancel, Runner, Summary};
use peirast_store::Batch;
use peirast_task::{Editor, writing_prompt};
use peirast_throttle::{Accounts, Limits};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Texts that a model writes concurrently.
const CONCURRENCY: usize = 16;
/// Most tokens of a written event, for writers that need a limit: far more than a sentence has.
const MOST_TOKENS: u32 = 1000;
/// Timeout of one text.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Problems with their added events written by a model.
pub struct WrittenProblems {
    /// Problems of items whose versions were all accepted, so that pairs stay complete.
    pub problems: Vec<Problem>,
    /// Number of complete items.
    pub items: usize,
    /// Number of rejected texts.
    pub rejected: usize,
    /// File with the reasons of the rejections.
    pub reasons: PathBuf,
    /// Counts of questions and answers.
    pub summary: Summary,
}

/// A model that writes problems.
#[derive(Clone, Copy)]
pub struct ProblemWriter<'a> {
    /// Name of the model.
    pub model: &'a str,
    /// Access to the model.
    pub access: &'a ModelAccess,
    /// Seed of a simulated model.
    pub seed: u64,
    /// Directory in which its answers are stored.
    pub dir: &'a Path,
}

/// Lets a model write the added events of problems. Its answers are stored in a directory like
/// those of any run, so that nothing is asked twice.
///
/// # Errors
/// Problems without a slot that a model can write, a model that cannot be reached, a store that
/// cannot be written.
pub async fn write_problems(
    writer: ProblemWriter<'_>,
    problems: &[Problem],
    events: &SharedSink,
    cancel: &Cancel,
) -> Result<WrittenProblems> {
    let (texts, summary) = ask(writer, problems, events, cancel).await?;
    let mut editor = Editor::default();
    let mut rejected = Vec::new();
    let mut kept: BTreeMap<String, Vec<Problem>> = BTreeMap::new();
    for problem in problems {
        let outcome = match texts.get(problem.id.as_str()) {
            None => Err("the writer gave no answer".to_owned()),
            Some(text) => editor.accept(problem, text).map_err(|r| r.to_string()),
        };
        match outcome {
            Ok(changed) => kept.entry(problem.item.to_string()).or_default().push(changed),
            Err(why) => rejected.push(serde_json::json!({
                "problem": problem.id, "text": texts.get(problem.id.as_str()), "why": why,
            })),
        }
    }
    let versions = |item: &str| problems.iter().filter(|p| p.item == item).count();
    kept.retain(|item, accepted| accepted.len() == versions(item));
    let reasons = writer.dir.join("rejected.jsonl");
    write(&reasons, &json_lines(&rejected))?;
    let items = kept.len();
    let problems = kept.into_values().flatten().collect();
    Ok(WrittenProblems { problems, items, rejected: rejected.len(), reasons, summary })
}

/// Asks the writer for every added event; returns the texts by the ids of their problems.
async fn ask(
    writer: ProblemWriter<'_>,
    problems: &[Problem],
    events: &SharedSink,
    cancel: &Cancel,
) -> Result<(BTreeMap<String, String>, Summary)> {
    let factory = SubjectFactory::new(writer.access, TIMEOUT, true, events)?;
    let prompts: Vec<Arc<Prompt>> =
        problems.iter().filter_map(writing_prompt).map(Arc::new).collect();
    if prompts.is_empty() {
        let family = problems.first().map_or("", |problem| problem.family.as_str());
        bail!(
            Study,
            "`{family}` has no slot that a model can write: only conjunction problems have"
        );
    }
    let subject = subject(writer.model, &factory, writer.seed, &ProblemContext::empty())?;
    let mut sampling = Sampling::default();
    if subject.fit(&sampling).missing.contains(&Setting::MaxTokens) {
        sampling.max_tokens = Some(MOST_TOKENS);
    }
    let trial = |p: &Arc<Prompt>| Trial::new(p, subject.name(), subject.endpoint(), &sampling, 0);
    let trials: Vec<Trial> = prompts.iter().map(trial).collect();
    let store = run_dir::prepare_kind(writer.dir, run_dir::WRITTEN).await?;
    let endpoint = subject.endpoint().to_owned();
    let batch =
        Batch { problems, prompts: &prompts, trials: &[(&endpoint, &trials)], ..Batch::default() };
    store.write(&batch).await?;
    let by_key: BTreeMap<Key, Arc<Prompt>> = prompts.into_iter().map(|p| (p.key(), p)).collect();
    let wanted: BTreeMap<Key, String> =
        trials.iter().map(|t| (t.key.clone(), t.problem.to_string())).collect();
    let round = [RoundSubject::new(&*subject, trials.len() as u64)];
    let accounts = Accounts::new(Limits { concurrency: CONCURRENCY, ..Limits::default() });
    let runner = Runner::new(store.clone(), by_key).cancel(cancel.clone()).subject(subject, trials);
    let summary = observed(runner, &round, &accounts, events, &Arc::default()).await?;
    let answered = store.load_answered().await?;
    store.close().await;
    let texts = answered
        .into_iter()
        .filter_map(|a| wanted.get(&a.trial.key).map(|id| (id.clone(), a.text)))
        .collect();
    Ok((texts, summary))
}
