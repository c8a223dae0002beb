//! A graded run with all data for logs.

use super::RunRecord;
use peirast_record::{
    Contrast, FinishReason, Key, Message, Problem, Sampling, Study, Treatment, Trial, Usage,
};
use peirast_report::{Outcomes, Report};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A graded run.
#[derive(Debug)]
pub struct ExportedRun<A> {
    /// The report.
    pub report: Report,
    /// Outcomes as tests count them: ballots, if questions were voted on.
    pub counted: Outcomes,
    /// Outcomes of single answers.
    pub single: Outcomes,
    /// The stored answers.
    pub answers: A,
    /// The contrasts that tests compare.
    pub contrasts: Vec<Contrast>,
    /// The treatment of answers without a verdict.
    pub treatment: Treatment,
    /// Prompts by key.
    pub prompts: BTreeMap<Key, Arc<Vec<Message>>>,
    /// Questions without an answer whose attempts failed, with the last reason.
    pub failed: BTreeMap<Key, (Trial, String)>,
    /// The endpoint of each subject.
    pub endpoints: BTreeMap<String, String>,
    /// Data of the run that an import needs.
    pub carried: RunRecord,
    /// The sampling settings.
    pub sampling: Sampling,
    /// True if a process is now asking questions of the run.
    pub is_under_way: bool,
}

/// The stored answers of a run, with their problems.
pub trait AnswerLookup {
    /// The answer to a trial.
    fn answer(&self, trial: &Key) -> Option<ExportedAnswer<'_>>;

    /// The problem with this id.
    fn problem(&self, id: &str) -> Option<&Problem>;

    /// The view that was read in an open answer, and the rule of the reading. `None` for answers to
    /// closed questions.
    fn open_reading(&self, trial: &Key) -> Option<(Option<String>, String)>;
}

/// A stored answer.
#[derive(Clone, Copy, Debug)]
pub struct ExportedAnswer<'a> {
    /// The trial.
    pub trial: &'a Trial,
    /// The text.
    pub text: &'a str,
    /// The reason why the subject stopped writing.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model as the provider names it.
    pub model: Option<&'a str>,
    /// Time of the last request in microseconds since 1970 UTC; 0 for simulated subjects.
    pub sent_us: i64,
    /// Duration of the last request in microseconds.
    pub elapsed_us: i64,
}

impl<A> ExportedRun<A> {
    /// The study, unless another tool collected the answers.
    pub(super) fn study(&self) -> Option<&Study> {
        self.carried.study.as_deref()
    }
}
