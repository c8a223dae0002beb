//! Hints: commands that continue, as they have to be typed.

use crate::analyse::{imported_by, reached};
use crate::error::Result;
use crate::event::{NoEvents, SharedSink};
use crate::options::ModelAccess;
use crate::run_dir::{self, StoredKind};
use crate::subjects::{SubjectFactory, hosted};
use peirast_decimals::counted;
use peirast_llm::Subject as _;
use peirast_record::shell_line;
use peirast_report::escape_line;
use peirast_store::{Store, Submission, SubmissionStage};
use std::sync::Arc;
use std::time::Duration;

/// Returns the arguments with which a command reaches a subject at its planned endpoint: the given
/// ones, if they lead there.
pub fn leading_to(live: &ModelAccess, name: &str, endpoint: &str) -> ModelAccess {
    let factory =
        SubjectFactory::new(live, Duration::ZERO, false, &(Arc::new(NoEvents) as SharedSink));
    let there = factory.and_then(|factory| hosted(name, &factory)).ok().flatten();
    if there.is_some_and(|hosted| hosted.endpoint() == endpoint) {
        return live.clone();
    }
    // A `#` in an endpoint separates the URL from additional fields of every body.
    let url = endpoint.split('#').next().unwrap_or_default();
    let base_urls = live.base_urls.iter().filter(|(own, _)| *own != name);
    let base_urls = base_urls.map(|(name, url)| (name.clone(), url.clone())).collect();
    ModelAccess { base_url: Some(url.to_owned()), base_urls, ..live.clone() }
}

/// Returns a command that asks the open questions of a run: its study file holds all that was asked,
/// with the replacements of the command line. `None` if the answers were not asked by a run, and
/// before the plan is stored.
///
/// # Errors
/// A store that cannot be read.
pub async fn how_to_continue(store: &Store, kind: &StoredKind) -> Result<Option<String>> {
    let file = store.dir().join("study.toml");
    let is_asked = kind.study().is_some_and(|study| imported_by(study).is_none());
    if !is_asked || !file.is_file() {
        return Ok(None);
    }
    let (file, dir) = (file.display().to_string(), store.dir().display().to_string());
    let endpoints = run_dir::endpoints(store).await?;
    let asked = endpoints.iter().map(|(subject, url)| (subject.as_str(), url.as_str()));
    let command = ["peirast", "run", &file, "--into", &dir];
    Ok(Some(shell_line(command) + &reached(asked)))
}

/// Returns the next command for an open batch.
pub fn how_to_end(store: &Store, one: &Submission, live: &ModelAccess) -> String {
    let live = leading_to(live, &one.subject, &one.endpoint).as_arguments();
    let (dir, number) = (store.dir().display(), one.number);
    match one.stage {
        SubmissionStage::HandingIn => format!(
            "look for `{}` among the provider's batches; if it is there, `peirast batch adopt {dir} {number} \
             NAME{live}`, else `peirast batch forget {dir} {number}`",
            label(one)
        ),
        _ => format!(
            "collect it with `peirast batch collect {dir}{live}`, or stop it with `peirast batch cancel \
             {dir} {number}{live}`"
        ),
    }
}

/// Returns the message for a batch whose hand-in broke off, with the next command.
pub fn unheard_of(store: &Store, one: &Submission, live: &ModelAccess) -> String {
    format!(
        "it is unknown whether batch {} ({} to {}) reached the provider: {}",
        one.number,
        counted(one.questions, "question", "questions"),
        escape_line(&one.subject),
        how_to_end(store, one, live)
    )
}

/// Returns the label of a batch at its provider.
pub fn label(one: &Submission) -> String {
    format!("peirast-{}-{}", one.handed_in_us, one.number)
}
