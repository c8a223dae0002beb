//! The command line.

mod audit;
mod cost;
mod etr;
mod export;
mod fallacy;
mod import;
mod logic;
mod make;
mod measure;
mod power;
mod stats;

pub use audit::*;
pub use cost::*;
pub use etr::*;
pub use export::*;
pub use fallacy::*;
pub use import::*;
pub use logic::*;
pub use make::*;
pub use measure::*;
pub use power::*;
pub use stats::*;

use clap::{Args, Parser, Subcommand, ValueEnum};
use peirast_record::{Ask, Profile, Treatment};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  peirast run token-bias                              a complete study with simulated subjects
  peirast run token-bias --model openai:gpt-4o --dry-run    what would be asked, and what it costs
  peirast run token-bias --model openai:llama3 --base-url http://localhost:11434/v1 --into runs/llama
  peirast test runs/token-bias --json                 tables and tests, for programs
  peirast study show token-bias > my-study.toml       a study file to start from
  peirast make conjunction/2 --n 3                    problems as JSON lines
  peirast etr case e1                                 a worked example of a theory of reasoning

Exit codes: 0 done, 1 error, 2 wrong usage, 3 some questions are still without an answer,
130 interrupted (run the same command again to go on).";

/// Does a language model reason, or does it follow surface tokens and human-like shortcuts?
#[derive(Debug, Parser)]
#[command(name = "peirast", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a study: make problems, ask subjects, grade, test, report. Run again to resume.
    Run(RunArgs),
    /// Test the answers of a run or an import, or a table of counts.
    Test(TestArgs),
    /// Measure answers: fallacies that a theory predicts, or judgements of syllogisms.
    Measure(MeasureArgs),
    /// Write the HTML report of a run or an import.
    Report(ReportArgs),
    /// What a run cost: by subject, protocol and verdict; and what finishing it would.
    Cost(CostArgs),
    /// Import recorded answers.
    Import(ImportArgs),
    /// Export problems for other programs to ask.
    Export(ExportArgs),
    /// Make problems and print them as JSON lines.
    Make(MakeArgs),
    /// Check problems that `peirast make etr` wrote: work everything out again from the file alone.
    Verify(VerifyArgs),
    /// Why an answer to a problem of the theory is judged as it is: the reasons of both engines.
    Explain(ExplainArgs),
    /// Let a model restate open answers that no rule could read.
    Translate(TranslateArgs),
    /// List the built-in studies.
    Studies(JsonArgs),
    /// Show or check a study file.
    Study(StudyArgs),
    /// List the simulated subjects and how to name live ones.
    Subjects(JsonArgs),
    /// Show one stored answer: prompt, response, what was read, grade and why.
    Show(ShowArgs),
    /// Statistics on numbers of your own.
    Stats(StatsArgs),
    /// Power of a planned study, or the pairs it needs.
    Power(PowerArgs),
    /// Recompute a published table: what agrees, what cannot, which rule its p-values follow.
    Audit(AuditArgs),
    /// What people conclude, after the erotetic theory of reasoning.
    Etr(EtrArgs),
    /// What follows from what: countermodels, syllogisms, fallacies by name.
    Logic(LogicArgs),
    /// Print a shell completion script.
    Completions(CompletionsArgs),
}

/// Arguments of `run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias
  peirast run token-bias --n 20 --model sim:flawless --model sim:biased:context=0.3
  peirast run syllogism --strategy zero_shot --temperature 0,0.7 --voting sequential
  OPENAI_API_KEY=... peirast run token-bias --model openai:gpt-4o --dry-run
  OPENAI_API_KEY=... peirast run token-bias --model openai:gpt-4o --max-tokens 500 --budget 20
  peirast run token-bias --sequential --into runs/early
  peirast run my-study.toml --into runs/mine

An answer is stored before it counts. Interrupt the run when you like; the same command goes on
with what is missing and asks nothing twice.")]
pub struct RunArgs {
    /// A built-in study (see `peirast studies`) or a study file (TOML).
    pub study: String,
    /// Run directory; `runs/<study>` unless given.
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// A subject, for example sim:flawless or openai:gpt-4o; may be repeated. Replaces the study's.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    /// Base URL of an OpenAI-compatible server, the part before /chat/completions.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Environment variable that holds the API key.
    #[arg(long, value_name = "NAME", default_value = "OPENAI_API_KEY")]
    pub key_env: String,
    /// Items per variant. Replaces the study's.
    #[arg(long)]
    pub n: Option<u32>,
    /// Seed. Replaces the study's.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Design of the stimuli. Replaces the study's.
    #[arg(long, value_enum)]
    pub profile: Option<ProfileArg>,
    /// Which problem and protocol combinations to ask. Replaces the study's.
    #[arg(long, value_enum)]
    pub ask: Option<AskArg>,
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
    /// contradicts itself (A/A control); for example 0.05. Replaces the study's.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub aa: Option<f64>,
    /// The most tokens per answer. Replaces the study's.
    #[arg(long)]
    pub max_tokens: Option<u32>,
    /// Problems from a file made by `peirast make`, instead of generating them.
    #[arg(long, value_name = "FILE")]
    pub problems: Option<PathBuf>,
    /// The most questions in flight.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub concurrency: u16,
    /// Attempts per question before it is left for the next run.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub attempts: u32,
    /// Seconds to wait for one answer.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub timeout: u64,
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
}

/// How outcomes are tested.
#[derive(Clone, Debug, Default, Args)]
pub struct TestOptions {
    /// Test rule: exact, mid-p, normal, published-2024 or published-icml.
    #[arg(long, value_name = "RULE")]
    pub rule: Option<String>,
    /// Level of significance.
    #[arg(long)]
    pub alpha: Option<f64>,
    /// What becomes of answers without a verdict.
    #[arg(long, value_enum)]
    pub treatment: Option<TreatmentArg>,
    /// For imported answers: published-2024 (the counts as printed) or corrected (each pair once).
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// Which grader decides.
    #[arg(long, value_enum)]
    pub grader: Option<GraderArg>,
    /// Scores of the models on other benchmarks (CSV: a column `model`, others with numbers such as
    /// lmarena_rank or mmlu), to be compared with their accuracy on syllogisms.
    #[arg(long, value_name = "FILE")]
    pub benchmarks: Option<PathBuf>,
    /// Another rule for counting votes, where there are any.
    #[arg(long, value_name = "RULE", hide = true)]
    pub voting: Option<String>,
    /// When an open answer counts as predicted by the theory; issue-insensitive unless given.
    #[arg(long, value_enum)]
    pub notion: Option<NotionArg>,
    /// Where subjects are compared, leave out those that lost more than this share of their open
    /// answers; 0.2 in the publication.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub exclude_above: Option<f64>,
}

impl TestOptions {
    /// When an open answer counts as predicted.
    pub fn notion(&self) -> NotionArg {
        self.notion.unwrap_or(NotionArg::IssueInsensitive)
    }
}

/// When an open answer counts as predicted by the erotetic theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NotionArg {
    /// Accepted when asked about, by exact equality of views, as published.
    Strict,
    /// The same, whatever is marked as at issue and whatever arbitrary objects are called.
    IssueInsensitive,
    /// Only the predicted conclusion itself, marks and names aside.
    Exact,
    /// Only what is logically equivalent to the predicted conclusion.
    Equivalent,
}

impl From<NotionArg> for peirast_fallacy::Notion {
    fn from(arg: NotionArg) -> Self {
        match arg {
            NotionArg::Strict => Self::Strict,
            NotionArg::IssueInsensitive => Self::RegardlessOfIssues,
            NotionArg::Exact => Self::Exact,
            NotionArg::Equivalent => Self::Equivalent,
        }
    }
}

impl From<NotionArg> for peirast_measure::Notion {
    fn from(arg: NotionArg) -> Self {
        match arg {
            NotionArg::Strict => Self::Strict,
            NotionArg::IssueInsensitive => Self::Regardless,
            NotionArg::Exact => Self::Exact,
            NotionArg::Equivalent => Self::Equivalent,
        }
    }
}

/// Arguments of `test`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast test runs/token-bias
  peirast test runs/imported --profile published-2024 --json
  peirast test runs/imported --pooled
  peirast test --counts counts.csv --rule published-2024 --json

A file of counts needs the columns hypothesis, model, method, n12, n21. The p-values of a
hypothesis are adjusted together, or those of a table where a `table` column names one; a `source`
column splits that family. An `alternative` column (two-sided, greater, less) or --alternative says
what was expected: greater means n21 > n12. The published rules know the alternatives of their own
hypotheses.")]
pub struct TestArgs {
    /// A run directory.
    #[arg(required_unless_present = "counts", conflicts_with = "counts")]
    pub dir: Option<PathBuf>,
    /// A CSV file of counts.
    #[arg(long, value_name = "FILE")]
    pub counts: Option<PathBuf>,
    /// The alternative of rows that do not say: two-sided, greater (n21 > n12) or less.
    #[arg(long, requires = "counts")]
    pub alternative: Option<String>,
    #[command(flatten)]
    pub options: TestOptions,
    /// Each hypothesis over all its methods instead: pairs as if independent, and beside that with
    /// those of an item, and over all subjects those of a subject, taken as related.
    #[arg(long, conflicts_with = "counts")]
    pub pooled: bool,
    /// With --pooled: the odds ratio of the perturbation too, by mixed logistic regression with a
    /// random intercept for each item. Takes a while.
    #[arg(long, requires = "pooled", conflicts_with = "csv")]
    pub mixed: bool,
    /// One JSON object per row, on a line of its own.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// CSV.
    #[arg(long)]
    pub csv: bool,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast report runs/token-bias --out report.html")]
pub struct ReportArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// Where to write the page; `report.html` in the run directory unless given.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub options: TestOptions,
    #[command(flatten)]
    pub prices: PriceOptions,
}

/// Arguments of commands that only list.
#[derive(Debug, Args)]
pub struct JsonArgs {
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: StudyAction,
}

/// What to do with a study.
#[derive(Debug, Subcommand)]
pub enum StudyAction {
    /// Print a built-in study as a file to start from.
    Show {
        /// Its id.
        id: String,
    },
    /// Check a study file: its syntax, its families and protocols, and that every pair varies one
    /// factor.
    Check {
        /// A study file, or the id of a built-in study.
        study: String,
    },
}

/// Arguments of `show`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast show runs/token-bias 3f9a

Keys stand in the first column of outcomes.csv; a beginning that no other key shares is enough.")]
pub struct ShowArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The beginning of a trial's key.
    pub key: String,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// Design of the stimuli.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProfileArg {
    /// Position, exemplar letter and validity balanced; of `etr`, with coverage and controls.
    #[value(alias = "default")]
    Balanced,
    /// The published design of the token-bias study, confounds included.
    #[value(name = "paper-2024")]
    Paper2024,
    /// The published design of the family `etr`.
    #[value(name = "paper-2025")]
    Paper2025,
}

impl From<ProfileArg> for Profile {
    fn from(arg: ProfileArg) -> Self {
        match arg {
            ProfileArg::Balanced => Self::Balanced,
            ProfileArg::Paper2024 => Self::Paper2024,
            ProfileArg::Paper2025 => Self::Paper2025,
        }
    }
}

/// Which combinations to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AskArg {
    /// Those that some hypothesis compares.
    Needed,
    /// Every problem under every protocol.
    All,
}

impl From<AskArg> for Ask {
    fn from(arg: AskArg) -> Self {
        match arg {
            AskArg::Needed => Self::Needed,
            AskArg::All => Self::All,
        }
    }
}

/// What becomes of answers without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreatmentArg {
    /// The pair is lost.
    Exclude,
    /// It counts as wrong.
    AsWrong,
}

impl From<TreatmentArg> for Treatment {
    fn from(arg: TreatmentArg) -> Self {
        match arg {
            TreatmentArg::Exclude => Self::Exclude,
            TreatmentArg::AsWrong => Self::AsWrong,
        }
    }
}

/// Which grader decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraderArg {
    /// Peirast's deterministic reader.
    #[value(alias = "default")]
    Reader,
    /// The published rule; where it needed an extraction that was not kept, the recorded grade.
    #[value(name = "published-2024")]
    Published2024,
    /// The substring rule of the syllogism benchmark: "incorrect" anywhere, else "correct".
    #[value(name = "published-2025")]
    Published2025,
}

/// A share, from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1, for example 0.2".to_owned()),
    }
}

/// A price that sums can be made of.
fn price(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(price) if price.is_finite() && price >= 0.0 => Ok(price),
        _ => Err("a price is a number from 0, for example 2.5".to_owned()),
    }
}
