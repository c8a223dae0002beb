//! The command line.

use crate::args::{DoctorArgs, JsonArgs, MakeArgs};
use crate::command::{
    audit, batch, cache, compare, completions, cost, etr, explain, export, figures, import, logic,
    measure, merge, models, pairs, power, prompts, read, reference, report, run, show, stats,
    studies, tables, test, translate, verify, view, worker,
};
use clap::{Parser, Subcommand};

const EXAMPLES: &str = "Examples:
  peirast run token-bias                              a complete study with simulated subjects
  peirast run token-bias --model openai:gpt-4o --dry-run    what would be asked, and what it costs
  peirast run token-bias --model openai:llama3 --base-url http://localhost:11434/v1 --into runs/llama
  peirast test runs/token-bias --json                 tables and tests, for programs
  peirast run mine.csv --model openai/gpt-4o          your own problems in two or more versions
  peirast study show token-bias > my-study.toml       a study file to start from
  peirast make conjunction/2 --n 3                    problems as JSON lines
  peirast etr case e1                                 a worked example of a theory of reasoning

Exit codes: 0 done, 1 error, 2 wrong usage, 3 some questions are still without an answer,
4 the budget has room for no other answer, 5 a rate limit ended the run (--on-limit stop),
6 a gate did not pass (compare --gate), 130 interrupted. After 3, 4, 5 and 130 the same command goes on with what is missing.";

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
    Run(Box<run::RunArgs>),
    /// Ask what `run --plan-only` planned, beside any number of other workers.
    Worker(worker::WorkerArgs),
    /// Ask in batches: a provider's, at its price for them, or files that an engine executes.
    Batch(batch::BatchesArgs),
    /// Bring run directories of one study together.
    Merge(merge::MergeArgs),
    /// Why a question was asked although it looks like one that was answered.
    Cache(cache::CacheArgs),
    /// Look over keys, endpoints, a store, the clock and the disk.
    Doctor(DoctorArgs),
    /// Test the answers of a run or an import, or a table of counts.
    Test(test::TestArgs),
    /// Compare two or more runs of any tool: is one better, or is it noise?
    Compare(compare::CompareArgs),
    /// Measure answers: fallacies that a theory predicts, or judgements of syllogisms.
    Measure(measure::MeasureArgs),
    /// Write the HTML report of a run or an import.
    Report(report::ReportArgs),
    /// Write the figures of a run or an import, for papers and slides.
    Figures(figures::FiguresArgs),
    /// Write the tables of a run or an import, for papers and other programs.
    Tables(tables::TablesArgs),
    /// What a run cost: by subject, protocol and verdict; and what finishing it would.
    Cost(cost::CostArgs),
    /// Import recorded answers.
    Import(import::ImportArgs),
    /// Export problems for other programs to ask.
    Export(export::ExportArgs),
    /// Make problems and print them as JSON lines.
    Make(MakeArgs),
    /// Problems of your own in several versions: what is understood of a file of them.
    Pairs(pairs::PairsArgs),
    /// Check problems that `peirast make` wrote: work them out again from the file alone.
    Verify(verify::VerifyArgs),
    /// Why an answer to a problem of the theory is judged as it is: the reasons of both engines.
    Explain(explain::ExplainArgs),
    /// Let a model restate open answers that no rule could read.
    Translate(translate::TranslateArgs),
    /// List the built-in studies.
    Studies(JsonArgs),
    /// Show or check a study file.
    Study(studies::StudyArgs),
    /// List the simulated subjects and how to name live ones.
    Subjects(JsonArgs),
    /// List the providers of live models: where they are, what they take, whether their key is set.
    Models(models::ModelsArgs),
    /// Show one stored answer: prompt, response, what was read, grade and why.
    Show(show::ShowArgs),
    /// Make prompts as the programs of published studies send them, or compare recorded ones.
    Prompts(prompts::PromptsArgs),
    /// Read the answer that a text gives, and say what decided it.
    Read(read::ReadArgs),
    /// Look at runs in the browser, also while they are under way.
    View(view::ViewArgs),
    /// Statistics on numbers of your own.
    Stats(stats::StatsArgs),
    /// Power of a planned study, or the pairs it needs.
    Power(power::PowerArgs),
    /// Recompute a published table: what agrees, what cannot, which rule its p-values follow.
    Audit(audit::AuditArgs),
    /// What people conclude, after the erotetic theory of reasoning.
    Etr(etr::EtrArgs),
    /// What follows from what: countermodels, syllogisms, fallacies by name.
    Logic(logic::LogicArgs),
    /// Print the reference of commands or study files, as Markdown.
    Reference(reference::ReferenceArgs),
    /// Print a shell completion script.
    Completions(completions::CompletionsArgs),
}
