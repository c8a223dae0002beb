//! A log: the answers of one subject to the questions of one hypothesis.

use super::config::generate;
use super::recalled::RunRecord;
use super::results::results;
use super::sample::{Sample, usage};
use super::view::viewer;
use super::{VERSION, score};
use peirast_record::{Sampling, Usage};
use serde_json::{Map, Value, json};

/// The time of samples without times. It makes exports of simulated answers reproducible.
pub(super) const NEVER: &str = "1970-01-01T00:00:00+00:00";

/// The progress of a run, in Inspect's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every question was asked; those that failed are samples with an error.
    Success,
    /// The run is in progress.
    Started,
    /// It ended before every question was asked.
    Cancelled,
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Started => "started",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The result of one test of the log's pairs, for one method of its hypothesis.
#[derive(Clone, Debug, PartialEq)]
pub struct TestSummary {
    /// The method.
    pub method: String,
    /// Number of pairs in which only the original is answered correctly.
    pub b: u64,
    /// Number of pairs in which only the perturbed version is answered correctly.
    pub c: u64,
    /// Number of pairs that count.
    pub n: u64,
    /// The p-value of the declared alternative; `None` without pairs.
    pub p: Option<f64>,
    /// The p-value adjusted over its family of tests.
    pub p_adjusted: Option<f64>,
    /// True if the hypothesis of no difference is rejected.
    pub rejected: bool,
}

/// A log to be written.
#[derive(Clone, Debug)]
pub struct Log<'a> {
    /// The name of the task, [`task_name`](super::task_name).
    pub task: String,
    /// Its id, [`task_id`](super::task_id).
    pub task_id: String,
    /// The name of the study.
    pub study: &'a str,
    /// The hash that identifies the study.
    pub study_hash: &'a str,
    /// The subject, as Peirast names it.
    pub subject: &'a str,
    /// The subject as Inspect names models.
    pub model: String,
    /// Its endpoint, if known.
    pub endpoint: Option<&'a str>,
    /// The times of the first question and of the last answer, as Inspect writes times. `None` for
    /// simulated subjects.
    pub times: Option<(String, String)>,
    /// The progress of the run.
    pub status: Status,
    /// The sampling settings of the subject.
    pub sampling: Sampling,
    /// The largest number of repetitions of a question.
    pub epochs: u32,
    /// Number of questions, with those without an answer.
    pub planned: u64,
    /// The results of the tests.
    pub tested: Vec<TestSummary>,
    /// The rows of the tests and their provenance, for readers.
    pub about: Map<String, Value>,
    /// The data of the run that an import needs.
    pub carried: &'a RunRecord,
    /// The answers and failures.
    pub samples: Vec<Sample<'a>>,
}

impl Log<'_> {
    /// The name of the scorer.
    pub(super) fn scorer(&self) -> &'static str {
        score::scorer(self.samples.iter().map(|sample| sample.problem.task))
    }

    /// The log without its samples.
    pub(super) fn header(&self) -> Value {
        let mut header = json!({"version": VERSION, "status": self.status.as_str()});
        header["eval"] = self.eval();
        header["plan"] = self.plan();
        header["results"] = results(self);
        header["stats"] = self.stats();
        header
    }

    /// The whole log in one text, in Inspect's format `json`.
    pub fn json(&self) -> Value {
        let mut log = self.header();
        let scorer = self.scorer();
        let samples = self.samples.iter().map(|one| one.value(&self.task_id, &self.model, scorer));
        log["samples"] = samples.collect();
        log
    }

    /// The time of creation: when the first question was asked.
    pub fn created(&self) -> &str {
        self.times.as_ref().map_or(NEVER, |(first, _)| first)
    }

    pub(super) fn eval(&self) -> Value {
        let has_pairs = self.samples.iter().any(|sample| !sample.places.is_empty());
        let mut ids: Vec<&str> = self.samples.iter().map(|sample| sample.id.as_str()).collect();
        ids.dedup();
        let mut metadata = self.about.clone();
        metadata.insert(
            "peirast".to_owned(),
            json!(serde_json::to_string(self.carried).unwrap_or_default()),
        );
        let mut eval = json!({
            "created": self.created(),
            "task": self.task,
            "task_id": self.task_id,
            "eval_id": self.task_id,
            "run_id": self.study_hash,
            "task_version": 0,
            "dataset": {
                "name": self.study,
                "samples": self.planned,
                "sample_ids": ids,
                "shuffled": false,
            },
            "model": self.model,
            "config": {"epochs": self.epochs, "fail_on_error": false},
            "model_generate_config": generate(&self.sampling),
            "packages": {"peirast": peirast_record::VERSION},
            "tags": ["peirast"],
            "metadata": metadata,
            "viewer": viewer(self.scorer(), has_pairs),
        });
        if let Some(url) = self.endpoint.filter(|url| url.starts_with("http")) {
            eval["model_base_url"] = json!(url);
        }
        eval
    }

    pub(super) fn plan(&self) -> Value {
        json!({
            "name": "plan",
            "steps": [{"solver": "generate", "params": {}}],
            "config": generate(&self.sampling),
        })
    }

    fn stats(&self) -> Value {
        let mut sum = Usage::default();
        let add = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        };
        for used in self.samples.iter().filter_map(|one| Some(one.answered.as_ref().ok()?.usage)) {
            add(&mut sum.input_tokens, used.input_tokens);
            add(&mut sum.output_tokens, used.output_tokens);
            add(&mut sum.reasoning_tokens, used.reasoning_tokens);
            add(&mut sum.cached_tokens, used.cached_tokens);
        }
        let (started, completed) =
            self.times.as_ref().map_or((NEVER, NEVER), |(a, b)| (a.as_str(), b.as_str()));
        let used = usage(sum).map_or(json!({}), |usage| json!({ self.model.as_str(): usage }));
        json!({"started_at": started, "completed_at": completed, "model_usage": used})
    }
}
