//! Options of the steps of a study, with the defaults of the command line.

use crate::custom::CustomSubjects;
use crate::grade::Grader;
use crate::item_count::ItemCount;
use crate::plan::Truths;
use peirast_cost::Budget;
use peirast_fallacy::Notion;
use peirast_measure::Selection;
use peirast_record::{AdjustOver, Ask, Profile, Sampling, Treatment, shell_line};
use peirast_report::Registration;
use peirast_throttle::Limits;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Access to live models: server, key and table of providers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelAccess {
    /// Base URL of the server, in place of the provider's, of every model that has none of its own.
    pub base_url: Option<String>,
    /// Base URLs of single models, by the models' names.
    pub base_urls: BTreeMap<String, String>,
    /// Environment variable that holds the key, in place of the provider's.
    pub key_env: Option<String>,
    /// Files of providers (TOML) that add to the built-in table, or change it.
    pub providers: Vec<PathBuf>,
}

impl ModelAccess {
    /// Returns the base URL at which a model is reached, where it is not the provider's.
    pub fn base_url_of(&self, name: &str) -> Option<&str> {
        self.base_urls.get(name).or(self.base_url.as_ref()).map(String::as_str)
    }

    /// Returns the options as command-line arguments, each after a space.
    pub fn as_arguments(&self) -> String {
        let one = |name, value: &Option<String>| value.as_ref().map(|value| (name, value.clone()));
        let given = [one("--base-url", &self.base_url), one("--key-env", &self.key_env)];
        let own = self.base_urls.iter().map(|(name, url)| ("--base-url", format!("{name}={url}")));
        let files = self.providers.iter().map(|file| ("--providers", file.display().to_string()));
        let all = given.into_iter().flatten().chain(own).chain(files);
        all.map(|(name, value)| format!(" {}", shell_line([name, &value]))).collect()
    }
}

/// Prices that complete or replace the built-in table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PriceOptions {
    /// A price table (TOML) whose rows go before the built-in ones.
    pub table: Option<PathBuf>,
    /// US dollars per million input and output tokens, of every live subject without a row in
    /// `table`.
    pub per_million: Option<(f64, f64)>,
}

/// Replacements of parts of a study, as the options of `peirast run` make them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StudyOverrides {
    /// Subjects, in place of the study's; empty to keep them.
    pub subjects: Vec<String>,
    /// Items per variant, of a family or of all; empty to keep the study's.
    pub items: Vec<ItemCount>,
    /// Seed of the problems.
    pub seed: Option<u64>,
    /// Design of the stimuli.
    pub profile: Option<Profile>,
    /// Combinations of problems and protocols that are asked.
    pub ask: Option<Ask>,
    /// Sampling temperatures; empty to keep the study's.
    pub temperatures: Vec<f64>,
    /// Strategies that are kept; empty to keep all.
    pub strategies: Vec<String>,
    /// A voting rule: `published-2025`, `sequential` or `single`.
    pub voting: Option<String>,
    /// True to test while answers come in, by e-values.
    pub sequential: bool,
    /// Items of each variant between two looks of a sequential test.
    pub block: Option<u32>,
    /// Share of the questions that is asked once more, as a control; from 0 to 1.
    pub aa: Option<f64>,
    /// Sampling settings that replace the study's where they are set. Its temperature is not used:
    /// see `temperatures`.
    pub sampling: Sampling,
}

/// Options of planning: the problems, and the access to subjects.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// A file of problems (JSON lines) to ask about, in place of generated ones.
    pub problems: Option<PathBuf>,
    /// The source of the right answers of these problems.
    pub truths: Truths,
    /// Access to live models: server, key and table of providers.
    pub access: ModelAccess,
    /// Timeout of one answer.
    pub timeout: Duration,
    /// True if a setting that a subject does not take is left out and recorded, rather than an
    /// error.
    pub allow_unsent: bool,
    /// True if live subjects need their keys; `false` where nothing is asked.
    pub needs_keys: bool,
    /// Subjects that the caller made, which the study may name.
    pub custom: CustomSubjects,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            problems: None,
            truths: Truths::Checked,
            access: ModelAccess::default(),
            timeout: Duration::from_secs(300),
            allow_unsent: false,
            needs_keys: true,
            custom: CustomSubjects::default(),
        }
    }
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Options of planning.
    pub plan: PlanOptions,
    /// Attempts per question before it is left for the next run.
    pub attempts: u32,
    /// Limits of every account: attempts in flight, requests and tokens per minute.
    pub limits: Limits,
    /// Other run directories whose answers to the same questions are reused.
    pub reuse: Vec<PathBuf>,
    /// Prices that the built-in table does not have.
    pub prices: PriceOptions,
    /// Most that the answers of the run directory may cost; no limit by default.
    pub budget: Budget,
    /// Time that a cancelled run waits for requests in flight before it drops them.
    pub grace: Duration,
    /// The preregistration of the run, which the directory records and its reports use.
    pub registration: Option<Registration>,
}

/// Default time that a cancelled run waits for requests in flight.
pub const GRACE: Duration = Duration::from_secs(30);

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            plan: PlanOptions::default(),
            attempts: 6,
            limits: Limits::default(),
            reuse: Vec::new(),
            prices: PriceOptions::default(),
            budget: Budget::default(),
            grace: GRACE,
            registration: None,
        }
    }
}

/// Options of an analysis: grading, tests and measures.
#[derive(Clone, Debug, Default)]
pub struct AnalysisOptions {
    /// Test rule, by its name (`exact`, `mid-p`, `normal`, ...); the study's unless given.
    pub rule: Option<String>,
    /// Level of significance; the study's unless given.
    pub alpha: Option<f64>,
    /// Treatment of answers without a verdict; the study's unless given.
    pub treatment: Option<Treatment>,
    /// The scope in which tests are adjusted together; the study's choice unless given.
    pub adjust_over: Option<AdjustOver>,
    /// For imported answers: the built-in analysis, by its id.
    pub profile: Option<String>,
    /// Grader; the study's unless given.
    pub grader: Option<Grader>,
    /// A CSV file with scores of the subjects on other benchmarks.
    pub benchmarks: Option<PathBuf>,
    /// Strategies and temperatures whose answers are measured; tests use all answers.
    pub selection: Selection,
    /// Another rule for counting votes.
    pub voting: Option<String>,
    /// Sense in which an open answer counts as predicted by the erotetic theory.
    pub notion: Option<Notion>,
    /// Greatest share of lost open answers, from 0 to 1; subjects above it are left out.
    pub exclude_above: Option<f64>,
    /// True if mixed regressions are fitted for the pooled hypotheses, which takes a while.
    pub mixed: bool,
    /// True if the analysis looks for surface cues in the problems that were asked: methods quote
    /// them.
    pub surface: bool,
    /// Prices that the built-in table does not have.
    pub prices: PriceOptions,
    /// The preregistration with which the run is compared; by default the one that the run
    /// recorded, if there is one.
    pub registration: Option<Registration>,
}

impl AnalysisOptions {
    /// Returns the sense in which an open answer counts as predicted; regardless of issues unless
    /// given.
    pub fn notion(&self) -> Notion {
        self.notion.unwrap_or(Notion::RegardlessOfIssues)
    }
}
