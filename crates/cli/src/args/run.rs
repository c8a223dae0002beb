//! Arguments of `peirast run`.

use super::{
    ASKS, BudgetOptions, FlowOptions, LiveArgs, PROFILES, PriceOptions, SettingArgs, StoreUrl,
    one_of, share,
};
use clap::Args;
use peirast_record::{Ask, Profile};
use peirast_study::{PlanOptions, RunOptions, StudyOverrides};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias
  peirast run token-bias --n 20 --model sim:flawless --model sim:biased:context=0.3
  peirast run syllogism --strategy zero_shot --temperature 0,0.7 --voting sequential
  OPENAI_API_KEY=... peirast run token-bias --model openai/gpt-4o --dry-run
  peirast run etr --model anthropic/claude-sonnet-4-5 --max-tokens 3000 --thinking-budget 2400
  OPENAI_API_KEY=... peirast run token-bias --model openai/gpt-4o --max-tokens 500 --budget 20
  peirast run token-bias --sequential --into runs/early
  peirast run my-study.toml --into runs/mine

An answer is stored before it counts. Interrupt the run when you like; the same command goes on
with what is missing and asks nothing twice. `peirast --help` lists the exit codes; docs/running.md says
how to leave a run alone.")]
pub struct RunArgs {
    /// A built-in study (see `peirast studies`) or a study file (TOML).
    pub study: String,
    /// Run directory; `runs/<study>` unless given.
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// A subject, for example sim:flawless or anthropic/claude-sonnet-4-5; may be repeated. Replaces the
    /// study's.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Items per variant. Replaces the study's.
    #[arg(long)]
    pub n: Option<u32>,
    /// Seed. Replaces the study's.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Design of the stimuli. Replaces the study's.
    #[arg(long, value_parser = one_of(PROFILES))]
    pub profile: Option<Profile>,
    /// Which problem and protocol combinations to ask. Replaces the study's.
    #[arg(long, value_parser = one_of(ASKS))]
    pub ask: Option<Ask>,
    /// Sampling temperature; several, with commas between them, to ask at each. Replaces the study's.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_delimiter = ',')]
    pub temperature: Vec<f64>,
    /// A strategy of the study, where it writes strategies out; may be repeated. The others are left
    /// out.
    #[arg(long = "strategy", value_name = "NAME", value_delimiter = ',')]
    pub strategies: Vec<String>,
    /// How often a question is asked at temperatures above 0: published-2025 (five times, ten if they
    /// differ), sequential (until the odds of the majority are 19 to 1), single. Replaces the study's.
    #[arg(long, value_name = "RULE")]
    pub voting: Option<String>,
    /// Test while the answers come in, by e-values: ask item after item, and of each comparison no more
    /// than its verdict needs. Looking does not spend the level; see docs/statistics.md.
    #[arg(long)]
    pub sequential: bool,
    /// Items of each variant between two looks; ten, or a fortieth of the items, unless given.
    #[arg(long, value_name = "ITEMS", requires = "sequential")]
    pub block: Option<u32>,
    /// Share of the questions that is asked once more, to the letter, to see how often a subject
    /// contradicts itself (A/A control); for example 0.05. From 256 items of a variant on, each question
    /// is picked by its own lot, and the share holds on average. Replaces the study's.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub aa: Option<f64>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Problems from a file made by `peirast make`, instead of generating them.
    #[arg(long, value_name = "FILE")]
    pub problems: Option<PathBuf>,
    /// Attempts per question before it is left for the next run. Four times as many that a limit refused may be made
    /// besides; those made while a server answers nobody do not count.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub attempts: u32,
    /// Seconds to wait for one answer.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub timeout: u64,
    /// Keep the answers on PostgreSQL: postgres://USER@HOST:PORT/DATABASE, where the run is named by
    /// ?run=NAME or like its directory. Other processes can then ask too: see `peirast worker`.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
    /// Store what is to be asked and ask nothing: workers will.
    #[arg(long, conflicts_with_all = ["dry_run", "sequential"])]
    pub plan_only: bool,
    /// Take over answers to the same questions from another run directory; may be repeated.
    #[arg(long, value_name = "DIR")]
    pub reuse: Vec<PathBuf>,
    /// Say what would be asked and what it would cost, and ask nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub prices: PriceOptions,
    #[command(flatten)]
    pub budget: BudgetOptions,
    /// Print the result rows as JSON lines instead of the verdicts; with --dry-run, what each subject
    /// would cost.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub flow: FlowOptions,
}

impl RunArgs {
    /// What replaces parts of the study.
    pub fn overrides(&self) -> StudyOverrides {
        StudyOverrides {
            subjects: self.models.clone(),
            n: self.n,
            seed: self.seed,
            profile: self.profile,
            ask: self.ask,
            temperatures: self.temperature.clone(),
            strategies: self.strategies.clone(),
            voting: self.voting.clone(),
            sequential: self.sequential,
            block: self.block,
            aa: self.aa,
            sampling: self.settings.sampling(),
        }
    }

    /// How the study is run.
    pub fn options(&self) -> RunOptions {
        RunOptions {
            plan: PlanOptions {
                problems: self.problems.clone(),
                access: self.live.access(),
                timeout: Duration::from_secs(self.timeout),
                allow_unsent: self.settings.allow_unsent,
                ..PlanOptions::default()
            },
            attempts: self.attempts,
            limits: self.flow.limits(),
            reuse: self.reuse.clone(),
            prices: self.prices.options(),
            budget: self.budget.budget(),
        }
    }
}
