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
  peirast run token-bias --model openai/gpt-4o --dry-run    the questions and their cost, asking nothing
  peirast run token-bias --model openai/llama3 --base-url http://localhost:11434/v1 --into runs/llama
  peirast test runs/token-bias --json                 tables and tests, for programs
  peirast run mine.csv --model openai/gpt-4o          your own problems in two or more versions
  peirast study show token-bias > my-study.toml       a study file to start from
  peirast make conjunction/2 --n 3                    problems as JSON lines
  peirast etr case e1                                 a worked example of a theory of reasoning

Exit codes: 0 done, 1 error, 2 wrong usage, 3 some questions have no answer yet,
4 the budget has no room for another answer, 5 a rate limit ended the run (--on-limit stop),
6 a gate did not pass (compare --gate), 130 interrupted. After 3, 4, 5 and 130 the same command
asks the questions that are still open.";

/// Does a language model reason, or does it follow surface tokens and human-like shortcuts?
#[derive(Debug, Parser)]
#[command(name = "peirast", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a study: make problems, ask subjects, grade, test, report. The same command resumes it.
    Run(Box<run::RunArgs>),
    /// Ask the questions that `run --plan-only` stored, together with any number of other workers.
    Worker(worker::WorkerArgs),
    /// Ask in batches: at a provider, for its batch price, or as files that an engine executes.
    Batch(batch::BatchesArgs),
    /// Merge run directories of one study into one.
    Merge(merge::MergeArgs),
    /// Explain a cache miss: why a question was asked again although a similar one has an answer.
    Cache(cache::CacheArgs),
    /// Check what a run needs: keys, endpoints, store, clock and disk.
    Doctor(DoctorArgs),
    /// Test the answers of a run or an import, or a table of counts.
    Test(test::TestArgs),
    /// Compare two or more runs of any tool: is one better, or is it noise?
    Compare(compare::CompareArgs),
    /// Print measures of the answers: fallacies that a theory predicts, or judgements of
    /// syllogisms.
    Measure(measure::MeasureArgs),
    /// Write the HTML report of a run or an import.
    Report(report::ReportArgs),
    /// Write the figures of a run or an import, for papers and slides.
    Figures(figures::FiguresArgs),
    /// Write the tables of a run or an import, for papers and other programs.
    Tables(tables::TablesArgs),
    /// Print the cost of a run by subject, protocol and verdict, and the cost of finishing it.
    Cost(cost::CostArgs),
    /// Import recorded answers.
    Import(import::ImportArgs),
    /// Export problems for other programs to ask.
    Export(export::ExportArgs),
    /// Make problems and print them as JSON lines.
    Make(MakeArgs),
    /// Problems of your own in several versions: check a file of them, or make further versions.
    Pairs(pairs::PairsArgs),
    /// Check problems that `peirast make` wrote: recompute them from the file alone.
    Verify(verify::VerifyArgs),
    /// Explain why an answer to a problem of the theory is right or wrong, by both engines.
    Explain(explain::ExplainArgs),
    /// Let a model restate open answers that the reader could not read.
    Translate(translate::TranslateArgs),
    /// List the built-in studies.
    Studies(JsonArgs),
    /// Show or check a study file.
    Study(studies::StudyArgs),
    /// List the simulated subjects and how to name live ones.
    Subjects(JsonArgs),
    /// List the providers of live models: addresses, accepted settings, and whether a key is set.
    Models(models::ModelsArgs),
    /// Show one stored answer: prompt, response, reading, and grade with its reason.
    Show(show::ShowArgs),
    /// Make prompts as the programs of published studies send them, or compare recorded ones.
    Prompts(prompts::PromptsArgs),
    /// Read the answer in a text, and say which words decided it.
    Read(read::ReadArgs),
    /// Show runs in the browser, also while they are running.
    View(view::ViewArgs),
    /// Compute statistics on your own numbers.
    Stats(stats::StatsArgs),
    /// Compute the power of a planned study, or the pairs that it needs.
    Power(power::PowerArgs),
    /// Recompute a published table: which numbers agree, which are impossible, which rule gave its
    /// p-values.
    Audit(audit::AuditArgs),
    /// Predict what people conclude, according to the erotetic theory of reasoning.
    ///
    /// To predict: `infer`, `follows`, `probability`, `decide`. To explain: `explain`, `equilibrium`, `trace`,
    /// `conditionals`. To look up and to check: `parse`, `cases`, `case`, `batch`. All other commands are single
    /// operations of the theory.
    Etr(etr::EtrArgs),
    /// Decide what follows from premises: countermodels, syllogisms, named fallacies.
    Logic(logic::LogicArgs),
    /// Print the reference of commands or study files, as Markdown.
    Reference(reference::ReferenceArgs),
    /// Print a shell completion script.
    Completions(completions::CompletionsArgs),
}
