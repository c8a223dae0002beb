//! A small study, a subject that counts its questions, and a directory to run in.

use peirast_llm::{BodyRoom, BoxFuture, Failure, Reply, Subject};
use peirast_record::{FinishReason, Key, Prompt, Study, Trial, Usage};
use peirast_store::{Store, StoreCounts};
use peirast_study::{
    Analysis, AnalysisOptions, Cancel, CustomSubjects, NoEvents, PlanOptions, Result, RunDir,
    RunOptions, RunReport, SharedSink,
};
use peirast_throttle::{Limits, Quota};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A study of one family and one hypothesis, with two questions for each item.
const SMALL: &str = r#"id = "small"
title = "A small study"
seed = 7
subjects = ["sim:flawless"]

[[family]]
name = "conjunction"
variants = ["2"]
n = 6

[[hypothesis]]
id = "H1"
title = "Context"
over = ["conjunction/2"]
factor = "context"
original = { context = "relevant" }
perturbed = { context = "irrelevant" }
protocols = ["baseline"]
direction = "perturbed-better"
"#;

/// Questions of the small study to one subject.
pub const QUESTIONS: u64 = 12;

/// Returns the small study for these subjects.
pub fn small(subjects: &[&str]) -> Study {
    let mut study = Study::parse(SMALL).expect("a study");
    study.subjects = subjects.iter().map(|name| (*name).to_owned()).collect();
    study
}

/// Returns the small study with `n` items, for these subjects.
pub fn with_items(n: u32, subjects: &[&str]) -> Study {
    let mut study = small(subjects);
    study.families.iter_mut().for_each(|family| family.n = n);
    study
}

/// No events.
pub fn no_events() -> SharedSink {
    Arc::new(NoEvents)
}

/// A subject that counts how often it is asked each question.
pub struct Respondent {
    name: String,
    answer: fn(&Trial) -> &'static str,
    usage: Usage,
    asked: Mutex<BTreeMap<Key, u32>>,
    stop: Mutex<Option<(usize, Cancel)>>,
}

impl Respondent {
    /// Creates a subject that always answers `(a)`.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            answer: |_| "The answer is (a).",
            usage: Usage::default(),
            asked: Mutex::default(),
            stop: Mutex::default(),
        }
    }

    /// Returns the same subject with other answers.
    pub fn answering(self, answer: fn(&Trial) -> &'static str) -> Self {
        Self { answer, ..self }
    }

    /// Returns the same subject, which reports these token counts with each answer.
    pub fn using(self, input: u64, output: u64) -> Self {
        let usage =
            Usage { input_tokens: Some(input), output_tokens: Some(output), ..Usage::default() };
        Self { usage, ..self }
    }

    /// Cancels a run after this number of questions.
    pub fn cancel_after(&self, questions: usize, cancel: &Cancel) {
        let stop = Some((questions, cancel.clone()));
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    }

    /// Returns the number of questions, and of repetitions of the most frequent one.
    pub fn asked(&self) -> (u64, u32) {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        (asked.len() as u64, asked.values().copied().max().unwrap_or(0))
    }
}

impl Subject for Respondent {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> &str {
        "respondent"
    }

    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, std::result::Result<Reply, Failure>> {
        Box::pin(async move {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            *asked.entry(trial.key.clone()).or_default() += 1;
            let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, cancel)) = stop.as_ref().filter(|(at, _)| asked.len() >= *at) {
                cancel.cancel();
            }
            let text = (self.answer)(trial).to_owned();
            Ok(Reply {
                request: prompt.key().to_string(),
                body: text.clone(),
                text,
                finish: FinishReason::Stop,
                usage: self.usage,
                model: None,
                quota: Quota::default(),
                room: BodyRoom::default(),
                simulated: true,
            })
        })
    }
}

/// Returns options for a run that asks these subjects in addition to simulated ones.
pub fn asking<'a>(subjects: impl IntoIterator<Item = &'a Arc<Respondent>>) -> RunOptions {
    let subjects = subjects.into_iter().map(|one| Arc::clone(one) as Arc<dyn Subject>);
    let custom = CustomSubjects::new(subjects);
    RunOptions { plan: PlanOptions { custom, ..PlanOptions::default() }, ..RunOptions::default() }
}

/// Returns the same options with this number of requests in flight.
pub fn in_flight(concurrency: usize, options: RunOptions) -> RunOptions {
    RunOptions { limits: Limits { concurrency, ..options.limits }, ..options }
}

/// A temporary directory with run directories in it.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    /// The run directory with this name.
    pub fn dir(&self, name: &str) -> RunDir {
        RunDir::new(self.0.path().join(name))
    }
}

/// Runs a study to its end.
pub async fn run(dir: &RunDir, study: &Study, options: &RunOptions) -> RunReport {
    dir.run(study, options, &no_events(), &Cancel::new()).await.expect("a run")
}

/// Runs a study with these numbers of threads and of requests in flight; returns the value that
/// `leaves` computes from the run directory.
pub fn run_by<T>(
    (threads, concurrency): (usize, usize),
    study: &Study,
    leaves: impl AsyncFnOnce(&RunDir) -> T,
) -> T {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(threads).enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let place = Place::new();
        let dir = place.dir("r");
        run(&dir, study, &in_flight(concurrency, RunOptions::default())).await;
        leaves(&dir).await
    })
}

/// Runs a study until one of its subjects cancels it.
pub async fn run_until(
    dir: &RunDir,
    study: &Study,
    options: &RunOptions,
    cancel: &Cancel,
) -> RunReport {
    dir.run(study, options, &no_events(), cancel).await.expect("a run")
}

/// Grades and tests what a directory holds.
pub async fn analyse(dir: &RunDir) -> Analysis {
    dir.analyse(&AnalysisOptions::default(), &no_events()).await.expect("an analysis")
}

/// Returns the counts of a directory's content.
pub async fn counts(dir: &RunDir) -> StoreCounts {
    let store = Store::open_read_only(dir.path()).await.expect("a store");
    let counts = store.counts().await.expect("counts");
    store.close().await;
    counts
}

/// Returns the error of a step; panics if there is none.
pub fn refused<T>(result: Result<T>) -> peirast_study::Error {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => error,
    }
}

/// Returns the rows of `outcomes.csv`, with only these columns.
pub fn columns<const N: usize>(dir: &RunDir, names: [&str; N]) -> Vec<[String; N]> {
    let mut reader = csv::Reader::from_path(dir.path().join("outcomes.csv")).expect("a file");
    let head = reader.headers().expect("a head").clone();
    let at = names.map(|name| head.iter().position(|one| one == name).expect(name));
    reader
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| at.map(|at| row[at].to_owned()))
        .collect()
}
