//! `peirast batch`: many questions at once, through a provider's batches or files for an engine.

use super::exit_code;
use super::runtime;
use crate::args::{LiveArgs, PartArg, PriceOptions, SHARD_FORMATS, one_of, price};
use crate::interrupt::{ASKING, Interrupts};
use crate::observer::{Phase, RunObserver};
use crate::{column, console};
use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};
use peirast_cost::Span;
use peirast_decimals::counted;
use peirast_report::{escape_json, escape_line};
use peirast_store::{Store, Submission};
use peirast_study::batch::{
    self, CollectOptions, QuestionPart, ResultCounts, ShardFolder, ShardFormat, ShardWriter,
    Submissions, SubmitOptions, open_store,
};
use peirast_study::{RunOutcome, SharedSink};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `batch`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run etr --model openai/gpt-4o --max-tokens 500 --plan-only
  peirast batch submit runs/etr --dry-run
  peirast batch submit runs/etr
  peirast batch collect runs/etr --wait
  peirast run etr --model openai/gpt-4o --max-tokens 500      the same command, to test the answers

  peirast run etr --model vllm/meta-llama/Llama-3.1-8B-Instruct --plan-only
  peirast batch export runs/etr > questions.jsonl
  vllm run-batch -i questions.jsonl -o results.jsonl --model meta-llama/Llama-3.1-8B-Instruct
  peirast batch import runs/etr results.jsonl

The questions of a batch have the same keys as single questions. Questions that a batch answered are not
asked again, and the others can be asked singly.")]
pub struct BatchesArgs {
    /// The action.
    #[command(subcommand)]
    pub action: BatchAction,
}

/// Actions on batches.
#[derive(Debug, Subcommand)]
pub enum BatchAction {
    /// Print the open questions as a file for `vllm run-batch` and other engines.
    Export(BatchExportArgs),
    /// Store the answers from the result files of an engine.
    Import(BatchImportArgs),
    /// Submit the open questions to their provider.
    Submit(BatchSubmitArgs),
    /// Show the progress of the batches.
    Status(BatchStatusArgs),
    /// Store the answers of batches that have ended.
    Collect(BatchCollectArgs),
    /// Ask the provider to stop a batch. Its existing answers can still be collected.
    Cancel(BatchOneArgs),
    /// Name the provider's batch of a submission that was interrupted.
    Adopt(BatchAdoptArgs),
    /// Give up a batch as lost; its questions are open again.
    Forget(BatchOneArgs),
}

/// The questions of a run directory, or of some of its subjects.
#[derive(Debug, Args)]
pub struct BatchOf {
    /// A run directory.
    pub dir: PathBuf,
    /// Only this subject; may be repeated. Default: all.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `batch export`.
#[derive(Debug, Args)]
pub struct BatchExportArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// The most questions.
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Only this part of the questions, for example 3/64. Each of 64 jobs takes its own part, and
    /// together they ask every question once.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<PartArg>,
    /// Write all parts into a folder, one file per part, instead of printing the questions.
    #[arg(long, value_name = "DIR", requires = "shards")]
    pub into: Option<PathBuf>,
    /// The number of files of --into.
    #[arg(long, value_name = "N", requires = "into", conflicts_with_all = ["shard", "most"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub shards: Option<u32>,
    /// The format of the questions.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = one_of(SHARD_FORMATS))]
    pub format: ShardFormat,
}

/// Arguments of `batch import`.
#[derive(Debug, Args)]
pub struct BatchImportArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// Result files in the format of OpenAI's batches (JSON lines, or Parquet with the same fields
    /// as columns), or folders of them; `-` for JSON lines on stdin.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `batch submit`.
#[derive(Debug, Args)]
pub struct BatchSubmitArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// The most questions.
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Print the batches and their cost, and submit nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// The most that all answers of the run directory may cost. Batches that could cost more are
    /// not submitted.
    #[arg(long, value_name = "USD", value_parser = price, allow_negative_numbers = true)]
    pub budget: Option<f64>,
    #[command(flatten)]
    pub prices: PriceOptions,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `batch status`.
#[derive(Debug, Args)]
pub struct BatchStatusArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// Contact no provider: show the last known state.
    #[arg(long)]
    pub offline: bool,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `batch collect`.
#[derive(Debug, Args)]
pub struct BatchCollectArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// Wait until every batch has ended.
    #[arg(long)]
    pub wait: bool,
    /// Seconds between two requests for the state.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub every: u64,
}

/// Arguments of commands on one batch.
#[derive(Debug, Args)]
pub struct BatchOneArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The number of the batch, as `peirast batch status` shows it.
    pub number: u32,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `batch adopt`.
#[derive(Debug, Args)]
pub struct BatchAdoptArgs {
    #[command(flatten)]
    pub one: BatchOneArgs,
    /// The provider's name of the batch.
    pub job: String,
}

/// Runs one action on batches.
pub fn batch(args: &BatchesArgs) -> Result<ExitCode> {
    let observer = RunObserver::plain();
    observer.enter(Phase::Asking);
    let events: SharedSink = observer.clone();
    runtime()?.block_on(async {
        match &args.action {
            BatchAction::Export(args) => export(args, &events).await,
            BatchAction::Import(args) => import(args, &events).await,
            BatchAction::Submit(args) => submit(args, &events).await,
            BatchAction::Status(args) => status(args, &events).await,
            BatchAction::Collect(args) => {
                let interrupts = Interrupts::listen(&observer, ASKING);
                collect(args, &events, &interrupts).await
            }
            BatchAction::Cancel(args) => cancel(args, &events).await,
            BatchAction::Adopt(args) => adopt(args, &events).await,
            BatchAction::Forget(args) => forget(args, &events).await,
        }
    })
}

async fn export(args: &BatchExportArgs, events: &SharedSink) -> Result<ExitCode> {
    let store = open_store(&args.of.dir, false, events.as_ref()).await?;
    let (subjects, most, access) = (&args.of.models, args.most, args.of.live.access());
    if let (Some(path), Some(shards)) = (&args.into, args.shards) {
        let into = ShardFolder { path, shards, format: args.format };
        return export_parts(args, &store, into, events).await;
    }
    // A Parquet file can be read only when complete, so it is printed as a whole.
    let mut file = ShardWriter::new(args.format, Vec::new())?;
    let write = |_, lines: &str| match args.format {
        ShardFormat::Jsonl => Ok(console::result(lines)?),
        ShardFormat::Parquet => Ok(file.write(lines)?),
    };
    let part = args.shard.map_or(Some(QuestionPart::WHOLE), |part| {
        QuestionPart::new(part.index.try_into().ok()?, part.of.try_into().ok()?)
    });
    let part = part.context("--shard: there are at most 4294967295 parts")?;
    let exported = batch::export(&store, subjects, &[part], most, &access, events, write).await?;
    console::file(&file.finish()?)?;
    if exported.is_under_way {
        console::note(&format!(
            "a run is at work in {}: those of these questions that it asks meanwhile are asked twice if an engine \
             is given them, too",
            store.path().display()
        ));
    }
    for one in &exported.subjects {
        console::note(&format!(
            "{} open questions to {} (model {})",
            one.questions, one.subject, one.model
        ));
    }
    if exported.subjects.len() > 1 {
        console::note(
            "an engine executes the questions to one model: export each with --model into a file of its own",
        );
    }
    let dir = args.of.dir.display();
    console::note(&format!(
        "store what comes back with: peirast batch import {dir} RESULTS.{}",
        args.format.ending()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Writes every part of the questions into a folder.
async fn export_parts(
    args: &BatchExportArgs,
    store: &Store,
    into: ShardFolder<'_>,
    events: &SharedSink,
) -> Result<ExitCode> {
    let access = args.of.live.access();
    let exported = batch::export_into(store, &args.of.models, into, &access, events).await?;
    let questions = exported.subjects.iter().map(|one| one.questions as u64).sum::<u64>();
    console::note(&format!(
        "{} in {}; store what comes back with: peirast batch import {} RESULTS",
        counted(questions, "open question", "open questions"),
        counted(u64::from(into.shards), "file", "files"),
        args.of.dir.display()
    ));
    Ok(ExitCode::SUCCESS)
}

async fn import(args: &BatchImportArgs, events: &SharedSink) -> Result<ExitCode> {
    let store = open_store(&args.dir, true, events.as_ref()).await?;
    let counts = batch::import(&store, &args.files, &args.live.access(), events).await;
    let held = store.counts().await;
    store.close().await;
    let (counts, held) = (counts?, held?);
    tell(&counts);
    let open = held.trials.saturating_sub(held.responses);
    if open > 0 {
        let planned = counted(held.trials, "question", "questions");
        console::note(&format!(
            "{open} of {planned} in this directory are still without an answer"
        ));
    }
    console::note("run the study's command again, or `peirast test`, to test what came");
    Ok(if counts.is_whole() { ExitCode::SUCCESS } else { exit_code(RunOutcome::Partial) })
}

fn tell(counts: &ResultCounts) {
    counts.lines().iter().for_each(|line| console::note(line));
}

async fn submit(args: &BatchSubmitArgs, events: &SharedSink) -> Result<ExitCode> {
    let options = SubmitOptions {
        subjects: args.of.models.clone(),
        access: args.of.live.access(),
        most: args.most,
        budget: args.budget.and_then(peirast_cost::Usd::new),
        prices: args.prices.options(),
        dry_run: args.dry_run,
    };
    let store = open_store(&args.of.dir, !args.dry_run, events.as_ref()).await?;
    let done = async {
        let mut submissions = batch::prepare(&store, &options, events).await?;
        console::result(&submissions_text(&submissions, args.json)?)?;
        if args.dry_run {
            console::note("nothing was handed in");
            return Ok(());
        }
        submissions.submit(&store, events).await?;
        if !submissions.is_empty() {
            let (dir, live) = (args.of.dir.display(), options.access.as_arguments());
            console::note(&format!(
                "pick the answers up with: peirast batch collect {dir} --wait{live}"
            ));
        }
        anyhow::Ok(())
    };
    let done = done.await;
    store.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

/// Describes the batches to submit, and their cost.
fn submissions_text(submissions: &Submissions, as_json: bool) -> Result<String> {
    let all = &submissions.subjects;
    let names: Vec<_> = all.iter().map(|one| escape_line(one.subject())).collect();
    let width = column::width(&names);
    let mut text = match as_json {
        true => String::new(),
        false => format!(
            "{:<width$} {:>9} {:>8} {:>14} {:>20}  cost in batches\n",
            "subject", "questions", "batches", "input tokens", "output tokens"
        ),
    };
    for (name, one) in names.iter().zip(all) {
        let (forecast, cost) = (&one.forecast, one.cost());
        if as_json {
            let line = json!({
                "subject": one.subject(), "endpoint": one.endpoint(),
                "form": one.form(), "questions": one.questions(),
                "batches": one.batches.len(), "cost": cost, "forecast": forecast,
            });
            text.push_str(&format!("{}\n", escape_json(&serde_json::to_string(&line)?)));
            continue;
        }
        let cost = match (cost, &forecast.free) {
            (_, Some(why)) => format!("free ({why})"),
            (Some(Span { expected, most }), None) => format!("{expected}, at most {most}"),
            (None, None) => "no price known".to_owned(),
        };
        let output = format!("{} to {}", forecast.output.expected, forecast.output.most);
        text.push_str(&format!(
            "{name:<width$} {:>9} {:>8} {:>14} {output:>20}  {cost}\n",
            one.questions(),
            one.batches.len(),
            forecast.input.tokens,
        ));
    }
    Ok(text)
}

async fn status(args: &BatchStatusArgs, events: &SharedSink) -> Result<ExitCode> {
    let store = open_store(&args.of.dir, false, events.as_ref()).await?;
    let mut all = batch::submissions(&store, &args.of.models).await?;
    if !args.offline {
        batch::refresh(&mut all, &args.of.live.access(), events).await?;
    }
    console::finish(&if args.json { status_json(&all)? } else { status_text(&all) })
}

fn status_text(all: &[Submission]) -> String {
    if all.is_empty() {
        return "No batch was handed in.\n".to_owned();
    }
    let names: Vec<_> = all.iter().map(|one| escape_line(&one.subject)).collect();
    let width = column::width(&names);
    let mut text = format!(
        "{:>5}  {:<width$} {:<12} {:>9} {:>9} {:>7}  name\n",
        "batch", "subject", "stage", "questions", "answered", "failed"
    );
    for (name, one) in names.iter().zip(all) {
        let job = one.job.as_deref().unwrap_or("-");
        text.push_str(&format!(
            "{:>5}  {name:<width$} {:<12} {:>9} {:>9} {:>7}  {}\n",
            one.number,
            one.stage.as_str(),
            one.questions,
            one.tally.answered,
            one.tally.failed,
            escape_line(job)
        ));
        if let Some(trouble) = &one.trouble {
            text.push_str(&format!("       {}\n", escape_line(trouble)));
        }
    }
    text
}

fn status_json(all: &[Submission]) -> Result<String> {
    let mut text = String::new();
    for one in all {
        let line = json!({
            "batch": one.number, "subject": one.subject, "endpoint": one.endpoint,
            "stage": one.stage, "questions": one.questions, "tally": one.tally, "job": one.job,
            "handed_in_us": one.handed_in_us, "trouble": one.trouble,
        });
        text.push_str(&format!("{}\n", escape_json(&serde_json::to_string(&line)?)));
    }
    Ok(text)
}

async fn collect(
    args: &BatchCollectArgs,
    events: &SharedSink,
    interrupts: &Interrupts,
) -> Result<ExitCode> {
    let options = CollectOptions {
        subjects: args.of.models.clone(),
        access: args.of.live.access(),
        wait: args.wait.then(|| Duration::from_secs(args.every)),
    };
    let store = open_store(&args.of.dir, true, events.as_ref()).await?;
    let done = batch::collect(&store, &options, events, &interrupts.cancel()).await;
    store.close().await;
    let done = done?;
    tell(&done.counts);
    if done.left > 0 {
        let left = counted(done.left as u64, "batch is", "batches are");
        console::note(&format!("{left} still under way: collect again later, or with --wait"));
    } else {
        console::note("run the study's command again, or `peirast test`, to test what came");
    }
    let open = done.left + done.failed + done.incomplete.len();
    Ok(match (done.interrupted, open > 0 || !done.counts.is_whole()) {
        (true, _) => exit_code(RunOutcome::Interrupted),
        (false, true) => exit_code(RunOutcome::Partial),
        (false, false) => ExitCode::SUCCESS,
    })
}

async fn cancel(args: &BatchOneArgs, events: &SharedSink) -> Result<ExitCode> {
    let store = open_store(&args.dir, false, events.as_ref()).await?;
    batch::cancel(&store, args.number, &args.live.access(), events).await?;
    console::note(&format!(
        "asked to stop; what it answered can be picked up with: peirast batch collect {}{}",
        args.dir.display(),
        args.live.access().as_arguments()
    ));
    Ok(ExitCode::SUCCESS)
}

async fn adopt(args: &BatchAdoptArgs, events: &SharedSink) -> Result<ExitCode> {
    let (dir, access) = (&args.one.dir, args.one.live.access());
    let store = open_store(dir, true, events.as_ref()).await?;
    batch::adopt(&store, args.one.number, &args.job, &access, events).await?;
    store.close().await;
    let live = access.as_arguments();
    console::note(&format!("adopted; peirast batch collect {}{live}", dir.display()));
    Ok(ExitCode::SUCCESS)
}

async fn forget(args: &BatchOneArgs, events: &SharedSink) -> Result<ExitCode> {
    let store = open_store(&args.dir, true, events.as_ref()).await?;
    let questions = batch::forget(&store, args.number).await?;
    store.close().await;
    console::note(&format!(
        "forgotten: those of its {questions} questions that have no answer are open again; if the \
         provider has the batch after all, it is paid for and its other answers are lost: it counts against \
         a budget as what may have been charged"
    ));
    Ok(ExitCode::SUCCESS)
}
