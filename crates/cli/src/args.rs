//! The command line.

mod audit;
mod batch;
mod choices;
mod cost;
mod etr;
mod export;
mod fallacy;
mod figures;
mod flow;
mod import;
mod live;
mod logic;
mod make;
mod measure;
mod models;
mod power;
mod reference;
mod report;
mod run;
mod show;
mod stats;
mod store;
mod study;
mod tables;
mod test;
mod view;

pub use audit::*;
pub use batch::*;
pub use choices::*;
pub use cost::*;
pub use etr::*;
pub use export::*;
pub use fallacy::*;
pub use figures::*;
pub use flow::*;
pub use import::*;
pub use live::*;
pub use logic::*;
pub use make::*;
pub use measure::*;
pub use models::*;
pub use power::*;
pub use reference::*;
pub use report::*;
pub use run::*;
pub use show::*;
pub use stats::*;
pub use store::*;
pub use study::*;
pub use tables::*;
pub use test::*;
pub use view::*;

use clap::{Args, Parser, Subcommand};

const EXAMPLES: &str = "Examples:
  peirast run token-bias                              a complete study with simulated subjects
  peirast run token-bias --model openai:gpt-4o --dry-run    what would be asked, and what it costs
  peirast run token-bias --model openai:llama3 --base-url http://localhost:11434/v1 --into runs/llama
  peirast test runs/token-bias --json                 tables and tests, for programs
  peirast study show token-bias > my-study.toml       a study file to start from
  peirast make conjunction/2 --n 3                    problems as JSON lines
  peirast etr case e1                                 a worked example of a theory of reasoning

Exit codes: 0 done, 1 error, 2 wrong usage, 3 some questions are still without an answer,
4 the budget has room for no other answer, 5 a rate limit ended the run (--on-limit stop),
130 interrupted. After 3, 4, 5 and 130 the same command goes on with what is missing.";

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
    Run(Box<RunArgs>),
    /// Ask what `run --plan-only` planned, beside any number of other workers.
    Worker(WorkerArgs),
    /// Ask in batches: a provider's, at its price for them, or files that an engine executes.
    Batch(BatchesArgs),
    /// Bring run directories of one study together.
    Merge(MergeArgs),
    /// Why a question was asked although it looks like one that was answered.
    Cache(CacheArgs),
    /// Look over keys, endpoints, a store, the clock and the disk.
    Doctor(DoctorArgs),
    /// Test the answers of a run or an import, or a table of counts.
    Test(TestArgs),
    /// Measure answers: fallacies that a theory predicts, or judgements of syllogisms.
    Measure(MeasureArgs),
    /// Write the HTML report of a run or an import.
    Report(ReportArgs),
    /// Write the figures of a run or an import, for papers and slides.
    Figures(FiguresArgs),
    /// Write the tables of a run or an import, for papers and other programs.
    Tables(TablesArgs),
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
    /// List the providers of live models: where they are, what they take, whether their key is set.
    Models(ModelsArgs),
    /// Show one stored answer: prompt, response, what was read, grade and why.
    Show(ShowArgs),
    /// Look at runs in the browser, also while they are under way.
    View(ViewArgs),
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
    /// Print the reference of commands or study files, as Markdown.
    Reference(ReferenceArgs),
    /// Print a shell completion script.
    Completions(CompletionsArgs),
}

/// Arguments of commands that only list.
#[derive(Debug, Args)]
pub struct JsonArgs {
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
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

/// What may be spent.
fn dollars(text: &str) -> Result<f64, String> {
    price(text).map_err(|_| "a budget is a number of dollars from 0, for example 2.5".to_owned())
}
