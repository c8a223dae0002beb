//! `peirast pairs`: the user's own problems, in several versions.

use super::forecast_text::forecasts_text;
use super::{exit_code, runtime};
use crate::args::{BudgetOptions, DataOptions, FlowOptions, LiveArgs, PriceOptions, conflict};
use crate::console;
use crate::interrupt::{ASKING, Interrupts};
use crate::observer::{self, Phase, RunObserver};
use anyhow::Result;
use clap::{Args, Subcommand};
use peirast_decimals::counted;
use peirast_pairs::{EXAMPLE, Understood};
use peirast_record::Problem;
use peirast_report::{escape_control, escape_line};
use peirast_study::{
    CheckedPairs, CustomSubjects, ModelOptions, Paraphrases, RunOutcome, SEED, SharedSink,
    check_pairs, written_items,
};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `pairs`.
#[derive(Debug, Args)]
pub struct PairsArgs {
    /// The action.
    #[command(subcommand)]
    pub action: PairsAction,
}

/// Actions on a file of the user's own problems.
#[derive(Debug, Subcommand)]
pub enum PairsAction {
    /// Print a file to start from (CSV): twenty items in two versions.
    #[command(after_help = "Example:
  peirast pairs example > mine.csv
  peirast run mine.csv")]
    Example,
    /// Print the JSON Schema of problem lines, as `peirast make` writes and `run --problems` reads them.
    #[command(after_help = "Example:
  peirast pairs schema > problem.schema.json

A data file does not need this schema: `peirast run mine.csv` makes problems from its rows. Problem lines are
for programs that make problems with their own segments, factors and lures.")]
    Schema,
    /// Make further versions of the items of a file, by transformations or by a model that writes
    /// paraphrases, and print all versions as JSON lines.
    Make(Box<PairsMakeArgs>),
    /// Show how a file is understood: items, versions, answers, pairs, a sample prompt for each
    /// version (at most three), and possible mistakes.
    #[command(after_help = "Examples:
  peirast pairs check mine.csv
  peirast pairs check mine.jsonl --json
  peirast pairs check wide.tsv --versions plain,reworded --answer key

The file is CSV, TSV, JSON, JSON lines or Parquet. It has one row per version of an item, or one column per
version. docs/own-problems.md lists the recognised columns and the notations of answers.")]
    Check {
        /// The file.
        file: String,
        #[command(flatten)]
        data: Box<DataOptions>,
        /// Seed of transformations.
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        /// Print one JSON object: items, versions, task, pairs, clusters, warnings, columns,
        /// unused_columns, marks, samples.
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `pairs make`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast pairs make mine.csv --with shuffle-options,names > more.jsonl
  peirast pairs make mine.csv --with irrelevant,irrelevant=number,relevant > more.jsonl
  peirast pairs make mine.csv --writer openai/gpt-4o-mini --dry-run
  peirast run more.jsonl

Every version made by a transformation is certified: independent code checks that nothing changed except
what the transformation may change. docs/transformations.md lists the transformations and their permitted
changes. A paraphrase by a model is not certified, and every page marks it as such.")]
pub struct PairsMakeArgs {
    /// The file.
    pub file: String,
    #[command(flatten)]
    pub data: DataOptions,
    /// Seed of transformations. With --writer, another seed asks for other paraphrases.
    #[arg(long, default_value_t = SEED)]
    pub seed: u64,
    /// Use only the first items.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,
    /// A live model that paraphrases each question: a version `paraphrase`, which is not certified.
    #[arg(long, value_name = "MODEL")]
    pub writer: Option<String>,
    /// The directory that keeps the writer's answers, so that nothing is asked twice. Default:
    /// FILE.paraphrases.
    #[arg(long, value_name = "DIR", requires = "writer")]
    pub answers: Option<PathBuf>,
    /// Print the questions to the writer and their cost, and ask nothing.
    #[arg(long, requires = "writer")]
    pub dry_run: bool,
    #[command(flatten)]
    pub live: LiveArgs,
    #[command(flatten)]
    pub prices: PriceOptions,
    #[command(flatten)]
    pub budget: BudgetOptions,
    #[command(flatten)]
    pub flow: FlowOptions,
}

/// Works on a file of the user's own problems.
pub fn pairs(args: &PairsArgs) -> Result<ExitCode> {
    match &args.action {
        PairsAction::Example => console::finish(EXAMPLE),
        PairsAction::Schema => {
            console::finish(&format!("{}\n", serde_json::to_string_pretty(&Problem::schema())?))
        }
        PairsAction::Make(args) => make(args),
        PairsAction::Check { file, data, seed, json } => {
            let checked = check_pairs(&data.plan(file), *seed)?;
            console::finish(&match json {
                true => format!("{}\n", serde_json::to_string_pretty(&checked)?),
                false => text(&checked),
            })
        }
    }
}

/// Prints the items of a file with further versions.
fn make(args: &PairsMakeArgs) -> Result<ExitCode> {
    let plan = args.data.plan(&args.file);
    let Some(writer) = &args.writer else {
        let (lines, notes) = written_items(&plan, args.limit.unwrap_or(0), args.seed)?;
        notes.iter().for_each(|note| console::note(note));
        return console::finish(&lines);
    };
    if args.flow.fills_stdout() {
        return conflict(
            "--json-events - and the versions would both be written to stdout: name a file of events",
        );
    }
    let options = ModelOptions {
        model: writer.clone(),
        access: args.live.access(),
        custom: CustomSubjects::default(),
        prices: args.prices.options(),
        budget: args.budget.budget(),
        limits: args.flow.limits(),
        grace: args.flow.grace(),
    };
    let plain: SharedSink = RunObserver::plain();
    runtime()?.block_on(async {
        let dir = args.answers.as_deref();
        let limit = args.limit.unwrap_or(0);
        let found = Paraphrases::find(&plan, limit, args.seed, dir, &options, &plain).await?;
        if args.dry_run {
            return console::finish(&dry_run(&found, &options, &plain).await?);
        }
        let mut outcome = RunOutcome::Complete;
        if found.open() > 0 {
            let observer = RunObserver::new(&args.flow)?;
            observer.begun("pairs make", found.dir(), None);
            let asked = ask(&found, &options, &observer).await;
            outcome = asked.inspect_err(|error| observer.failed(error))?;
        }
        // A refused paraphrase stays missing; the same command asks for all others again.
        if matches!(outcome, RunOutcome::Complete | RunOutcome::Partial) {
            let (lines, notes) = found.written(&options, &plain).await?;
            notes.iter().for_each(|note| console::note(note));
            console::finish(&lines)?;
        }
        Ok(exit_code(outcome))
    })
}

/// Prints the planned questions to a writer.
async fn dry_run(
    found: &Paraphrases,
    options: &ModelOptions,
    events: &SharedSink,
) -> Result<String> {
    let there = found.questions() - found.open();
    let calls = counted(found.open() as u64, "call", "calls");
    let cost = match found.open() {
        0 => String::new(),
        _ => forecasts_text(&[found.forecast(options, events).await?]),
    };
    Ok(format!(
        "{calls} to {}; {there} of {} paraphrases are there already.\n{cost}Nothing was asked.\n",
        escape_line(&options.model),
        found.questions()
    ))
}

/// Asks a writer, and reports the outcome.
async fn ask(
    found: &Paraphrases,
    options: &ModelOptions,
    observer: &Arc<RunObserver>,
) -> Result<RunOutcome> {
    let events: SharedSink = observer.clone();
    observer.enter(Phase::Asking);
    let interrupts = Interrupts::listen(observer, ASKING);
    let summary = found.ask(options, &events, &interrupts.cancel()).await?;
    observer::tell(&summary);
    observer.finished(&summary);
    if summary.unanswered() > 0 {
        console::note(&format!(
            "{} of {} paraphrases are missing: the same command asks for them",
            summary.unanswered(),
            found.questions()
        ));
    }
    Ok(RunOutcome::from_summary(&summary))
}

/// Describes how the file was understood, with the sample prompts.
fn text(checked: &CheckedPairs) -> String {
    let CheckedPairs { understood, samples } = checked;
    let mut text = understood_text(understood);
    for sample in samples {
        let (item, version) = (escape_line(&sample.item), escape_line(&sample.version));
        text.push_str(&format!("\n--- item {item}, version {version}\n"));
        for message in &sample.messages {
            text.push_str(&format!("{}\n", escape_control(message)));
        }
        text.push_str(&format!("right: {}\n", escape_line(&sample.answer)));
    }
    text.push('\n');
    match understood.warnings.as_slice() {
        [] => text.push_str("No warnings.\n"),
        warnings => {
            text.push_str("Warnings:\n");
            warnings.iter().for_each(|warning| text.push_str(&format!("- {warning}\n")));
        }
    }
    text
}

/// Describes items, versions, answers and columns.
pub fn understood_text(understood: &Understood) -> String {
    let mut text = format!(
        "{} in {}: {}\n",
        counted(understood.items as u64, "item", "items"),
        counted(understood.versions.len() as u64, "version", "versions"),
        understood.versions.iter().map(|name| escape_line(name)).collect::<Vec<_>>().join(", ")
    );
    text.push_str(&format!(
        "task {}; {}; {}\n",
        understood.task,
        counted(understood.pairs as u64, "matched pair", "matched pairs"),
        counted(understood.clusters as u64, "cluster", "clusters"),
    ));
    for (role, column) in &understood.columns {
        text.push_str(&format!("  {role:<12} {}\n", escape_line(column)));
    }
    if !understood.unused_columns.is_empty() {
        let unused: Vec<String> =
            understood.unused_columns.iter().map(|name| escape_line(name)).collect();
        text.push_str(&format!("  {:<12} {}\n", "unused", unused.join(", ")));
    }
    text
}
