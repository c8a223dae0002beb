//! The open questions of a live subject, and the bodies that ask them.

use super::part::QuestionPart;
use crate::error::{Context as _, Error, Result, bail};
use crate::event::{EventSink, SharedSink};
use crate::open_retry::open_with_notice;
use crate::options::ModelAccess;
use crate::run_dir::{self, StoredKind};
use crate::subjects::{SubjectFactory, hosted};
use peirast_llm::batch::BatchRequest;
use peirast_llm::{HostedModel, Subject as _};
use peirast_record::{Key, Prompt, Trial, is_simulated};
use peirast_store::{Store, SubjectPlan, SubmissionStage};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Timeout of a request about a batch.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The open questions of a live subject that are in no batch.
pub struct OpenQuestions {
    pub(crate) hosted: HostedModel,
    pub(crate) subject: String,
    pub(crate) endpoint: String,
    pub(crate) trials: Vec<Trial>,
    pub(crate) prompts: BTreeMap<Key, Arc<Prompt>>,
}

impl OpenQuestions {
    /// Returns the bodies of the first questions of a part one by one: a million would fill the memory.
    pub(crate) fn asked(
        &self,
        part: QuestionPart,
        most: usize,
    ) -> impl Iterator<Item = Result<BatchRequest>> {
        let of_part = self.trials.iter().filter(move |trial| part.holds(&trial.key));
        of_part.take(most).map(|trial| self.asks(trial))
    }

    /// Returns the bodies that ask some of its questions.
    pub(crate) fn asked_at(&self, places: Range<usize>) -> Result<Vec<BatchRequest>> {
        self.trials.get(places).unwrap_or_default().iter().map(|trial| self.asks(trial)).collect()
    }

    fn asks(&self, trial: &Trial) -> Result<BatchRequest> {
        Ok(BatchRequest { trial: trial.key.clone(), body: self.body(trial)? })
    }

    /// Returns the body that asks a question.
    pub(crate) fn body(&self, trial: &Trial) -> Result<String> {
        let prompt = self.prompts.get(&trial.prompt);
        let prompt =
            prompt.with_context(|| format!("the store holds no prompt of {}", trial.key))?;
        self.puts(trial, prompt)
    }

    /// Returns the body that asks a prompt as a question of this subject.
    pub(crate) fn puts(&self, trial: &Trial, prompt: &Prompt) -> Result<String> {
        self.hosted.request(trial, prompt).map_err(|failure| {
            Error::Batch(format!(
                "{} cannot be asked {}: {}: plan the run anew without that setting, or with \
                 --allow-unsent",
                self.subject, trial.key, failure.message
            ))
        })
    }
}

/// Opens the store of a run directory to read or to write.
///
/// # Errors
/// A directory without a store, or one that holds no study.
pub async fn open_store(dir: &Path, to_write: bool, events: &dyn EventSink) -> Result<Store> {
    let store = match (to_write, Store::address_of(dir)?) {
        (true, Some(address)) => {
            open_with_notice(&address, events, Store::connect(&address)).await?
        }
        (true, None) => Store::open(dir).await?,
        (false, _) => Store::open_read_only(dir).await?,
    };
    match run_dir::kind(&store).await? {
        StoredKind::Study { .. } => Ok(store),
        StoredKind::Recorded => {
            bail!(Batch, "{} holds imported answers: there is nothing to ask", dir.display())
        }
    }
}

/// Creates a factory of subjects for requests about batches.
pub(crate) fn factory(
    live: &ModelAccess,
    needs_key: bool,
    events: &SharedSink,
) -> Result<SubjectFactory> {
    SubjectFactory::new(live, TIMEOUT, needs_key, events)
}

/// Returns the planned live subjects among `models`; all if it is empty.
pub(crate) async fn planned(store: &Store, models: &[String]) -> Result<Vec<SubjectPlan>> {
    let plans = store.subject_plans().await?;
    if let Some(unknown) =
        models.iter().find(|name| !plans.iter().any(|plan| plan.subject == **name))
    {
        bail!(Batch, "nothing is planned for `{unknown}` in {}", store.path().display());
    }
    if let Some(simulated) = models.iter().find(|name| is_simulated(name)) {
        bail!(Batch, "`{simulated}` is simulated and answers at once: ask it with `peirast run`");
    }
    let wanted = |plan: &SubjectPlan| {
        !is_simulated(&plan.subject) && (models.is_empty() || models.contains(&plan.subject))
    };
    Ok(plans.into_iter().filter(wanted).collect())
}

/// Returns a subject to write questions and read answers, at any address: nothing is sent.
pub(crate) fn reader(
    subject: &str,
    endpoint: &str,
    factory: &SubjectFactory,
) -> Result<HostedModel> {
    let simulated = || format!("`{subject}` is simulated and asked in no batch");
    let plain = hosted(subject, factory)?.with_context(simulated)?;
    if plain.endpoint() == endpoint {
        return Ok(plain);
    }
    let url = endpoint.split('#').next().unwrap_or_default();
    let there = hosted(subject, &factory.at(url))?.with_context(simulated)?;
    if there.endpoint() != endpoint {
        bail!(
            Batch,
            "{subject} was planned with fields of its own in every body ({endpoint}): name the file \
             that has them with --providers"
        );
    }
    Ok(there)
}

/// Returns a subject to send requests. A key is never sent to an address because a store names it.
pub(crate) fn sender(
    subject: &str,
    endpoint: &str,
    factory: &SubjectFactory,
) -> Result<HostedModel> {
    let simulated = || format!("`{subject}` is simulated and asked in no batch");
    // A missing key is an error only if the address is right.
    let there = hosted(subject, &factory.keyless())?.with_context(simulated)?;
    if there.endpoint() != endpoint {
        let url = endpoint.split('#').next().unwrap_or_default();
        bail!(
            Batch,
            "{subject} was planned at {endpoint}, and would be reached at {}: add --base-url {url}",
            there.endpoint()
        );
    }
    hosted(subject, factory)?.with_context(simulated)
}

/// Reads the open questions of a subject at an endpoint that are in no open batch.
pub(crate) async fn open_questions(
    store: &Store,
    planned: &SubjectPlan,
    hosted: HostedModel,
) -> Result<OpenQuestions> {
    let mut open = all_open_questions(store, (&planned.subject, &planned.endpoint), hosted).await?;
    let under_way = store.submitted_at(SubmissionStage::is_open).await?;
    open.trials.retain(|trial| !under_way.contains(&trial.key));
    Ok(open)
}

/// Reads all open questions of a subject, those in batches included.
pub(crate) async fn all_open_questions(
    store: &Store,
    (subject, endpoint): (&str, &str),
    hosted: HostedModel,
) -> Result<OpenQuestions> {
    let (trials, prompts) = store.open_trials((subject, endpoint)).await?;
    let (subject, endpoint) = (subject.to_owned(), endpoint.to_owned());
    Ok(OpenQuestions { hosted, subject, endpoint, trials, prompts })
}
