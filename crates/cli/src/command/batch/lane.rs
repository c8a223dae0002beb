//! The open questions of a live subject, and how they are put.

use crate::args::LiveArgs;
use crate::patience::opening;
use crate::run_dir::{self, Kind};
use crate::subjects::{Reach, hosted, is_simulated};
use anyhow::{Context as _, Result, bail};
use peirast_llm::batch::Asked;
use peirast_llm::{HostedModel, Subject as _};
use peirast_record::{Key, Prompt, Trial};
use peirast_store::{Store, SubjectPlan, SubmissionStage};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long a provider may take to answer a question about a batch.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The open questions of a live subject that are in no batch.
pub(super) struct Lane {
    pub(super) hosted: HostedModel,
    pub(super) subject: String,
    pub(super) endpoint: String,
    pub(super) trials: Vec<Trial>,
    pub(super) prompts: BTreeMap<Key, Arc<Prompt>>,
}

impl Lane {
    /// The bodies that ask its first questions, in order of their keys, one at a time: those of a
    /// million questions would fill the memory.
    pub(super) fn asked(&self, most: usize) -> impl Iterator<Item = Result<Asked>> {
        self.trials.iter().take(most).map(|trial| self.asks(trial))
    }

    /// The bodies that ask some of its questions.
    pub(super) fn asked_at(&self, places: Range<usize>) -> Result<Vec<Asked>> {
        self.trials.get(places).unwrap_or_default().iter().map(|trial| self.asks(trial)).collect()
    }

    fn asks(&self, trial: &Trial) -> Result<Asked> {
        Ok(Asked { trial: trial.key.clone(), body: self.body(trial)? })
    }

    /// The body that asks a question.
    pub(super) fn body(&self, trial: &Trial) -> Result<String> {
        let prompt = self.prompts.get(&trial.prompt);
        let prompt =
            prompt.with_context(|| format!("the store holds no prompt of {}", trial.key))?;
        self.puts(trial, prompt)
    }

    /// The body that puts a prompt as a question of this lane.
    pub(super) fn puts(&self, trial: &Trial, prompt: &Prompt) -> Result<String> {
        self.hosted.request(trial, prompt).map_err(|failure| {
            anyhow::anyhow!(
                "{} cannot be asked {}: {}: plan the run anew without that setting, or with \
                 --allow-unsent",
                self.subject,
                trial.key,
                failure.message
            )
        })
    }
}

/// Opens a run directory to read or to write.
pub(super) async fn opened(dir: &Path, to_write: bool) -> Result<Store> {
    let store = match (to_write, Store::address_of(dir)?) {
        (true, Some(address)) => opening(&address, Store::connect(&address)).await?,
        (true, None) => Store::open(dir).await?,
        (false, _) => Store::open_read_only(dir).await?,
    };
    match run_dir::kind(&store).await? {
        Kind::Study { .. } => Ok(store),
        Kind::Recorded => {
            bail!("{} holds imported answers: there is nothing to ask", dir.display())
        }
    }
}

/// Whether a key is needed for what is to be done.
pub(super) fn reach(live: &LiveArgs, needs_key: bool) -> Result<Reach> {
    Reach::new(live, TIMEOUT, needs_key)
}

/// The live subjects that are planned, of those that were named.
pub(super) async fn planned(store: &Store, models: &[String]) -> Result<Vec<SubjectPlan>> {
    let lanes = store.subject_plans().await?;
    if let Some(unknown) =
        models.iter().find(|name| !lanes.iter().any(|lane| lane.subject == **name))
    {
        bail!("nothing is planned for `{unknown}` in {}", store.path().display());
    }
    if let Some(simulated) = models.iter().find(|name| is_simulated(name)) {
        bail!("`{simulated}` is simulated and answers at once: ask it with `peirast run`");
    }
    let wanted = |lane: &SubjectPlan| {
        !is_simulated(&lane.subject) && (models.is_empty() || models.contains(&lane.subject))
    };
    Ok(lanes.into_iter().filter(wanted).collect())
}

/// The subject of a lane, to write questions and to read answers: nothing is sent, so that it does
/// not matter where its server is.
pub(super) fn reader(subject: &str, endpoint: &str, reach: &Reach) -> Result<HostedModel> {
    let simulated = || format!("`{subject}` is simulated and asked in no batch");
    let plain = hosted(subject, reach)?.with_context(simulated)?;
    if plain.endpoint() == endpoint {
        return Ok(plain);
    }
    let url = endpoint.split('#').next().unwrap_or_default();
    let there = hosted(subject, &reach.at(url))?.with_context(simulated)?;
    if there.endpoint() != endpoint {
        bail!(
            "{subject} was planned with fields of its own in every body ({endpoint}): name the file \
             that has them with --providers"
        );
    }
    Ok(there)
}

/// The subject of a lane, to be sent something. A key goes nowhere because a store says so.
pub(super) fn sender(subject: &str, endpoint: &str, reach: &Reach) -> Result<HostedModel> {
    let simulated = || format!("`{subject}` is simulated and asked in no batch");
    // Only for the right address is a key missing.
    let there = hosted(subject, &reach.keyless())?.with_context(simulated)?;
    if there.endpoint() != endpoint {
        let url = endpoint.split('#').next().unwrap_or_default();
        bail!(
            "{subject} was planned at {endpoint}, and would be reached at {}: add --base-url {url}",
            there.endpoint()
        );
    }
    hosted(subject, reach)?.with_context(simulated)
}

/// The open questions of a subject at an endpoint that are in no batch under way.
pub(super) async fn lane(
    store: &Store,
    planned: &SubjectPlan,
    hosted: HostedModel,
) -> Result<Lane> {
    let mut lane = whole_lane(store, (&planned.subject, &planned.endpoint), hosted).await?;
    let under_way = store.submitted_at(SubmissionStage::is_open).await?;
    lane.trials.retain(|trial| !under_way.contains(&trial.key));
    Ok(lane)
}

/// All its open questions, those in batches included.
pub(super) async fn whole_lane(
    store: &Store,
    (subject, endpoint): (&str, &str),
    hosted: HostedModel,
) -> Result<Lane> {
    let (trials, prompts) = store.open_trials((subject, endpoint)).await?;
    let (subject, endpoint) = (subject.to_owned(), endpoint.to_owned());
    Ok(Lane { hosted, subject, endpoint, trials, prompts })
}
