//! Imports logs of Peirast's own runs and of others, one after another.

use super::header::Header;
use super::recalled::{ReadSample, SampleRecord, recalled};
use crate::brought::{ForeignAnswer, ForeignAnswers, KnownProblems};
use crate::shown::{PromptCheck, ShownLabels};
use crate::{ExchangeError, recorded};
use peirast_record::{Key, Problem, Prompt, Response, Study, Trial};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The endpoint of answers that Inspect recorded.
const ENDPOINT: &str = "recorded/inspect";

/// An import of logs in progress.
#[derive(Debug)]
pub struct LogImport {
    known: KnownProblems,
    /// Answers to a study of Peirast that come back.
    pub own: RunAnswers,
    /// Answers that Inspect collected.
    pub brought: ForeignAnswers,
    /// Everything that was left out, with its place and the reason.
    pub left_out: Vec<String>,
    /// Counts of samples that were left out or mapped when Peirast compared them with their
    /// problems.
    pub check: PromptCheck,
    /// Trials of Peirast among them. The logs of several hypotheses may contain one answer.
    brought_keys: BTreeSet<Key>,
}

/// The answers of a run of Peirast, unchanged.
#[derive(Debug, Default)]
pub struct RunAnswers {
    /// The study.
    pub study: Option<Study>,
    /// The problems.
    pub problems: BTreeMap<String, Problem>,
    /// The prompts.
    pub prompts: BTreeMap<Key, Arc<Prompt>>,
    /// The trials, by the endpoint of their subject.
    pub trials: BTreeMap<String, Vec<Trial>>,
    /// The endpoint of each subject.
    pub endpoints: BTreeMap<String, String>,
    /// The answers; questions that failed have none.
    pub responses: BTreeMap<Key, Response>,
    /// The keys of all trials.
    seen: BTreeSet<Key>,
}

impl LogImport {
    /// Starts an import. Samples without a problem record are matched with these problems.
    pub fn new(known: KnownProblems) -> Self {
        Self {
            known,
            own: RunAnswers::default(),
            brought: ForeignAnswers::new(ENDPOINT),
            left_out: Vec::new(),
            check: PromptCheck::default(),
            brought_keys: BTreeSet::new(),
        }
    }

    /// Adds the header of a log, before its samples.
    ///
    /// # Errors
    /// If the log is of another study of Peirast than earlier logs.
    pub fn begin(&mut self, header: &Header) -> Result<(), ExchangeError> {
        let Some(study) = header.carried.as_ref().and_then(|run| run.study.as_deref()) else {
            return Ok(());
        };
        study.check()?;
        match &self.own.study {
            None => self.own.study = Some(study.clone()),
            Some(first) if first.hash()? == study.hash()? => {}
            Some(first) => {
                return Err(ExchangeError::Layout(format!(
                    "its answers belong to the study `{}`, but those of an earlier log to `{}` or \
                     to another version of the study: import the logs of one export at a time",
                    study.id, first.id
                )));
            }
        }
        Ok(())
    }

    /// Adds a sample. Invalid samples are left out and listed at the end.
    pub fn take(&mut self, sample: &Value, header: &Header, place: &str) {
        let taken = recalled(sample, header).and_then(|recalled| self.taken(recalled, header));
        if let Err(error) = taken {
            self.check.add_error(&error);
            self.left_out.push(format!("{place}: {error}"));
        }
    }

    fn taken(&mut self, recalled: ReadSample, header: &Header) -> Result<(), ExchangeError> {
        let is_own = header.carried.as_ref().is_some_and(|run| run.study.is_some());
        match (&recalled.carried, is_own) {
            (Some(carried), true) => {
                let carried = carried.clone();
                let held = self.held(&recalled, &carried.problem)?;
                self.own.take(ReadSample { text: held.text, ..recalled }, &carried, held.body)
            }
            _ => self.bring(recalled),
        }
    }

    /// Adds an answer that Inspect collected.
    fn bring(&mut self, recalled: ReadSample) -> Result<(), ExchangeError> {
        if let Some(SampleRecord { trial, .. }) = &recalled.carried
            && !self.brought_keys.insert(trial.clone())
        {
            return Ok(());
        }
        let in_sample =
            |what: &str| ExchangeError::layout(what).at(format!("sample {}", recalled.id));
        let (problem, strategy) = match (&recalled.carried, &recalled.document) {
            (Some(SampleRecord { problem, protocol, .. }), _) => {
                (problem.clone(), recorded::strategy(protocol.clone(), None, "{problem}", false))
            }
            (_, Some(document)) => (document.problem.clone(), document.strategy.clone()),
            _ => {
                let problem = self.problem(&recalled).ok_or_else(|| in_sample(UNKNOWN))?;
                (problem, recorded::strategy("inspect", None, "{problem}", false))
            }
        };
        let HeldText { text, body } = self.held(&recalled, &problem)?;
        let Some(text) = text else {
            return Err(in_sample("it failed and has no answer"));
        };
        let given = ForeignAnswer {
            messages: recalled.messages,
            model: recalled.carried.map_or(recalled.model, |carried| carried.subject),
            text,
            body,
            finish: recalled.finish,
            usage: recalled.usage,
            sampling: recalled.sampling,
        };
        self.brought.add(&problem, &strategy, given)
    }

    /// Compares the question of a sample with its problem. Returns the answer in the letters of the
    /// problem.
    fn held(
        &mut self,
        recalled: &ReadSample,
        problem: &Problem,
    ) -> Result<HeldText, ExchangeError> {
        let text = recalled.text.clone();
        let body = String::new();
        if recalled.is_proved() {
            return Ok(HeldText { text, body });
        }
        let labels = recalled.shown.labels(problem);
        let labels = labels.map_err(|error| error.at(format!("sample {}", recalled.id)))?;
        // An answer that was imported before was already mapped.
        let labels = if recalled.is_recorded() { ShownLabels::default() } else { labels };
        if let Some(target) = &recalled.target
            && let Err(error) = labels.check_target(problem, target)
        {
            self.check.add_error(&error);
        }
        let mapped = text.as_deref().and_then(|text| labels.mapped(problem, text, recalled.finish));
        Ok(match mapped {
            None => HeldText { text, body },
            Some(mapped) => {
                self.check.reordered.add(&problem.id);
                HeldText { text: Some(mapped), body: text.unwrap_or_default() }
            }
        })
    }

    fn problem(&self, recalled: &ReadSample) -> Option<Problem> {
        let by_id = [recalled.problem.as_deref(), Some(recalled.id.as_str())];
        let by_id = by_id.into_iter().flatten().find_map(|id| self.known.of_id(id));
        let by_text = || {
            let last = recalled.messages.last()?;
            self.known.of_text(&last.content)
        };
        let by_options = || self.known.of_options(&recalled.shown);
        by_id.or_else(by_text).or_else(by_options).cloned()
    }
}

/// An answer in the letters of its problem.
struct HeldText {
    /// The text; `None` if the sample failed.
    text: Option<String>,
    /// The recorded text, if this one was derived from it; otherwise empty.
    body: String,
}

/// The reason why a sample matches no problem.
const UNKNOWN: &str = "it has no problem record of Peirast, and no known problem has its id or \
                       text: pass the file of problems with --problems, or count the scores of the \
                       log with --pair-by";

impl RunAnswers {
    /// Adds a sample of Peirast. Several logs may contain it, one for each hypothesis.
    fn take(
        &mut self,
        recalled: ReadSample,
        carried: &SampleRecord,
        body: String,
    ) -> Result<(), ExchangeError> {
        let in_sample =
            |what: String| ExchangeError::Layout(what).at(format!("sample {}", recalled.id));
        let Some(trial) = recalled.trial() else {
            return Err(in_sample("it has no trial record".to_owned()));
        };
        let problem = &carried.problem;
        if self.problems.get(problem.id.as_str()).is_some_and(|known| known != problem) {
            return Err(in_sample(format!("another problem has the id {}", problem.id)));
        }
        self.problems.entry(problem.id.to_string()).or_insert_with(|| problem.clone());
        let key = trial.key.clone();
        if let Some(text) = recalled.text {
            match self.responses.get(&key) {
                Some(known) if known.text != text => {
                    return Err(in_sample(format!(
                        "another log has another answer to trial {key}"
                    )));
                }
                Some(_) => return Ok(()),
                None => {}
            }
            let response = Response {
                body,
                finish: recalled.finish,
                usage: recalled.usage,
                model: carried.served_as.clone(),
                ..recorded::response(&key, "", text)
            };
            self.responses.insert(key.clone(), response);
        }
        if carried.has_messages {
            let prompt = Prompt::new(&problem.id, &carried.protocol, recalled.messages);
            self.prompts.insert(prompt.key(), Arc::new(prompt));
        }
        let endpoint = carried.endpoint.clone().unwrap_or_else(|| ENDPOINT.to_owned());
        if carried.endpoint.is_some() {
            self.endpoints.insert(carried.subject.clone(), endpoint.clone());
        }
        if self.seen.insert(key) {
            self.trials.entry(endpoint).or_default().push(trial);
        }
        Ok(())
    }
}
