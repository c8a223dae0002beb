//! One run: from a study to stored answers.

mod cost;
mod join;
mod merge;
mod money;
mod open;
mod recorder;
mod reuse;
mod round;
mod session;
mod settle;
mod study_file;
mod summary;
mod worker;

pub use cost::CostReport;
pub use merge::MergeReport;
pub(crate) use money::RunMoney;
pub use open::StoreLocation;
pub(crate) use open::planned_beginning;
pub(crate) use round::{emit_budget, observed, with_budget};
pub(crate) use session::Session;
pub use settle::{SettleReport, SettledExposure};
pub use summary::{accounts_achieved, more_than_asked};
pub use worker::{WorkerOptions, work};

use crate::analyse::{Analyser, Analysis};
use crate::error::Result;
use crate::event::{EventSink, SharedSink};
use crate::forecast::{ForecastReport, forecast};
use crate::open_retry::open_with_notice;
use crate::options::{AnalysisOptions, RunOptions};
use crate::plan::{Chunking, PlanStream, begin};
use crate::rounds;
use peirast_record::Study;
use peirast_run::{Cancel, Summary};
use peirast_store::{Address, PlanState, Store};
use std::path::{Path, PathBuf};

/// A run directory: where a study, its questions and their answers are kept.
///
/// A run into a directory that has answers already asks what is missing. Nothing is asked twice.
#[derive(Clone, Debug)]
pub struct RunDir {
    path: PathBuf,
    location: StoreLocation,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// Counts of questions and answers.
    pub summary: Summary,
    /// The study that was asked: without hypotheses for which there are no problems.
    pub asked: Study,
    /// The study that the directory now holds, with the subjects and items of earlier runs.
    pub stored: Study,
}

/// A plan that was stored without asking.
#[derive(Debug)]
pub struct PlanReport {
    /// The study that the directory now holds.
    pub stored: Study,
    /// The store, still open.
    pub store: Store,
    /// Announced cost in words, if all of it is known.
    pub announced: Option<String>,
}

impl RunDir {
    /// Creates a handle of the run directory at a path, which need not exist yet. Answers are
    /// stored in a file in it.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), location: StoreLocation::File }
    }

    /// Returns the same directory with its answers stored elsewhere.
    #[must_use]
    pub fn kept_at(self, location: StoreLocation) -> Self {
        Self { location, ..self }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Forecasts the questions of a run and their cost. Nothing is asked or stored.
    ///
    /// # Errors
    /// A study that cannot be planned; a budget that cannot be kept; a store that cannot be read.
    pub async fn forecast(
        &self,
        study: &Study,
        options: &RunOptions,
        events: &SharedSink,
    ) -> Result<ForecastReport> {
        let mut options = options.clone();
        options.plan.needs_keys = false;
        // The forecast of a directory that has answers needs the whole plan.
        let chunking = match Store::is_in(&self.path) {
            true => Chunking::Whole,
            false => self.chunking(study, &options, events.as_ref()).await,
        };
        let plan = begin(study, &options.plan, chunking, events)?;
        forecast(&self.path, plan, &options, events).await
    }

    /// Stores the plan of a study and asks nothing: workers and batches can.
    ///
    /// # Errors
    /// As [`RunDir::run`].
    pub async fn plan(
        &self,
        study: &Study,
        options: &RunOptions,
        events: &SharedSink,
    ) -> Result<PlanReport> {
        if study.sequential.is_some() {
            crate::error::bail!(
                Study,
                "study `{}` is tested while its answers arrive, and they determine the next \
                 questions: run it without --plan-only; workers can help with --wait",
                study.id
            );
        }
        let prepared = self.prepared(study, options, events).await?;
        Session::store_only(self, prepared, options, events).await
    }

    /// Asks the questions of a study that have no answer yet, and stores each answer before it
    /// counts.
    ///
    /// # Errors
    /// A study that cannot be planned; a directory that holds something else; a budget that cannot
    /// be kept; a store that cannot be read or written. Troubles of a subject are no errors: they
    /// are in the summary.
    pub async fn run(
        &self,
        study: &Study,
        options: &RunOptions,
        events: &SharedSink,
        cancel: &Cancel,
    ) -> Result<RunReport> {
        let prepared = self.prepared(study, options, events).await?;
        let policy = rounds::policy(&prepared.0)?;
        let session = Session::open(self, prepared, policy.steps(), options, events).await?;
        session.run(policy, cancel).await
    }

    /// Reads, grades, tests and measures every stored answer. Nothing is asked.
    ///
    /// # Errors
    /// A directory without a finished plan; options that do not fit its answers; a store that
    /// cannot be read.
    pub async fn analyse(
        &self,
        options: &AnalysisOptions,
        events: &SharedSink,
    ) -> Result<Analysis> {
        let store = Store::open_read_only(&self.path).await?;
        let analysed = self.analyse_store(&store, options, events).await;
        store.close().await;
        analysed
    }

    /// Analyses the open store of this directory.
    async fn analyse_store(
        &self,
        store: &Store,
        options: &AnalysisOptions,
        events: &SharedSink,
    ) -> Result<Analysis> {
        Analyser::new(options, events, store).await?.analyse(&self.path, store).await
    }

    /// Analyses the stored answers and writes every artifact into the directory: `report.html`, the
    /// tables and `manifest.json`, which names the `commit` of the program.
    ///
    /// # Errors
    /// As [`RunDir::analyse`], and a file that cannot be written.
    pub async fn write_report(
        &self,
        options: &AnalysisOptions,
        commit: Option<&str>,
        events: &SharedSink,
    ) -> Result<Analysis> {
        let store = Store::open_read_only(&self.path).await?;
        let written = async {
            let options = AnalysisOptions { surface: true, ..options.clone() };
            let analysis = self.analyse_store(&store, &options, events).await?;
            analysis.write(&self.path, &store, commit).await?;
            Ok(analysis)
        };
        let written = written.await;
        store.close().await;
        written
    }

    /// Returns the plan of a study, and how much of it the directory holds.
    async fn prepared(
        &self,
        study: &Study,
        options: &RunOptions,
        events: &SharedSink,
    ) -> Result<(PlanStream, PlanState)> {
        let chunking = self.chunking(study, options, events.as_ref()).await;
        let mut plan = begin(study, &options.plan, chunking, events)?;
        let mut state = PlanState::Empty;
        if plan.rest.is_some() && Store::is_in(&self.path) {
            match planned_beginning(&self.path, &plan, options).await {
                Some(held) => state = held,
                // In doubt the plan is made as one chunk, whose checks report what is wrong.
                None => plan = begin(study, &options.plan, Chunking::Whole, events)?,
            }
        }
        let subjects = plan.questions.subjects.iter().map(|(subject, _)| subject);
        RunMoney::check(&self.path, &options.prices, options.budget, subjects).await?;
        Ok((plan, state))
    }

    /// Returns whether a plan may come in several chunks: into a directory that holds nothing, or
    /// only the plan of this very study.
    async fn chunking(
        &self,
        study: &Study,
        options: &RunOptions,
        events: &dyn EventSink,
    ) -> Chunking {
        if !options.reuse.is_empty() {
            return Chunking::Whole;
        }
        if !Store::is_in(&self.path) {
            return match self.is_free(events).await {
                Ok(true) => Chunking::Auto,
                _ => Chunking::Whole,
            };
        }
        let Ok(store) = Store::open_read_only(&self.path).await else { return Chunking::Whole };
        let state = store.plan_state().await;
        store.close().await;
        match state {
            Ok(state) if study.hash().is_ok_and(|hash| state.is_of(&hash)) => Chunking::Auto,
            _ => Chunking::Whole,
        }
    }

    /// Returns the address of the run's database, named like its directory by default.
    fn address(&self) -> Result<Option<Address>> {
        let StoreLocation::Postgres(address) = &self.location else { return Ok(None) };
        if address.run().is_some() {
            return Ok(Some(address.clone()));
        }
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        Ok(Some(address.clone().of_run(&name)?))
    }

    /// Returns whether nothing is stored in the database that the directory is to point to.
    async fn is_free(&self, events: &dyn EventSink) -> Result<bool> {
        let Some(address) = self.address()? else { return Ok(true) };
        let runs = open_with_notice(&address, events, Store::runs_at(&address)).await?;
        Ok(!runs.iter().any(|run| Some(run.as_str()) == address.run()))
    }
}
