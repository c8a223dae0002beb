//! `peirast export`.

use super::runtime;
use crate::args::{
    LOG_FORMATS, ProblemRowOptions, RELATIONSHIPS, TestOptions, TruthOptions, one_of,
};
use crate::console;
use crate::observer::RunObserver;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use peirast_decimals::counted;
use peirast_exchange::every_eval_ever::{ModelNames, RecordOptions, Relationship};
use peirast_exchange::inspect::LogFormat;
use peirast_exchange::lm_eval::{TaskFolder, TaskName, TaskOptions};
use peirast_report::escape_line;
use peirast_store::make_folder;
use peirast_study::artifact::write;
use peirast_study::{RunDir, SharedSink, artifact};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The target format.
    #[command(subcommand)]
    pub target: ExportTarget,
}

/// Programs that can ask these problems or show these answers.
#[derive(Debug, Subcommand)]
pub enum ExportTarget {
    /// The answers of a run as logs of Inspect.
    Inspect(Box<ExportInspectArgs>),
    /// The results and answers of a run as records of Every Eval Ever.
    EveryEvalEver(Box<ExportEveryEvalEverArgs>),
    /// A task for EleutherAI's lm-evaluation-harness.
    LmEval(Box<ExportLmEvalArgs>),
}

/// Writes problems or answers in the layout of another program.
pub fn export(args: &ExportArgs) -> Result<ExitCode> {
    match &args.target {
        ExportTarget::Inspect(args) => inspect(args),
        ExportTarget::EveryEvalEver(args) => every_eval_ever(args),
        ExportTarget::LmEval(args) => lm_eval(args),
    }
}

/// Arguments of `export inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias --n 20 --into runs/token-bias
  peirast export inspect runs/token-bias --into logs
  inspect view --log-dir logs
  peirast import inspect logs --into runs/again

There is one log per subject and hypothesis. It contains the answers in its pairs: prompts and responses in
full, the reading, the grade with its reason, the result of the pair, and the tests. A separate log
contains the answers that are in no pair. The same run gives the same bytes.")]
pub struct ExportInspectArgs {
    /// A run directory, finished or not.
    pub dir: PathBuf,
    /// The folder of the logs.
    #[arg(long, value_name = "LOGDIR")]
    pub into: PathBuf,
    /// Archives, of which Inspect reads only the parts it shows, or plain JSON.
    #[arg(long, value_parser = one_of(LOG_FORMATS), default_value = "eval")]
    pub format: LogFormat,
    #[command(flatten)]
    pub options: TestOptions,
}

/// Writes the answers of a run directory as logs of Inspect.
fn inspect(args: &ExportInspectArgs) -> Result<ExitCode> {
    let events: SharedSink = RunObserver::plain();
    let run =
        runtime()?.block_on(RunDir::new(&args.dir).exported(&args.options.options(), &events))?;
    let logs = run.logs()?;
    if logs.is_empty() {
        bail!("{} holds no answer yet: there is nothing to show", args.dir.display());
    }
    let dir = &args.into;
    check_apart(&args.dir, dir, "logs")?;
    make_folder(dir)?;
    let (format, mut samples) = (args.format, 0);
    for log in &logs {
        let path = dir.join(log.file_name(format));
        artifact::replace(&path, log.bytes(format)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        samples += log.samples.len();
    }
    let logs = counted(logs.len() as u64, "log", "logs");
    let samples = counted(samples as u64, "sample", "samples");
    console::finish(&format!("{logs} of {samples}, into {}\n", dir.display()))
}

/// Refuses a run directory as the output folder; `example` is the name of a better one.
fn check_apart(run: &Path, into: &Path, example: &str) -> Result<()> {
    let is_run = ["store.sqlite", "store.json"].iter().any(|mark| into.join(mark).exists());
    let is_same = || Some(run.canonicalize().ok()? == into.canonicalize().ok()?);
    if is_run || is_same().unwrap_or_default() {
        bail!(
            "{} is a run directory: name a folder of its own with --into, such as {}",
            into.display(),
            into.join(example).display()
        );
    }
    Ok(())
}

/// Arguments of `export every-eval-ever`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias --n 20 --into runs/token-bias
  peirast export every-eval-ever runs/token-bias --into eee --organization \"My lab\"
  peirast compare eee

  peirast export every-eval-ever runs/llama --into eee --model ollama/llama3=meta-llama/Meta-Llama-3-8B

There is one record per subject, DIR/data/STUDY/DEVELOPER/MODEL/UUID.json, with the accuracy for each
family of problems and its interval, and UUID_samples.jsonl with the answers: prompt, response, reading
and grade. The files contain the texts of prompts and responses. They contain no server addresses, keys
or local paths. The same run gives the same bytes.")]
pub struct ExportEveryEvalEverArgs {
    /// A run directory, finished or not.
    pub dir: PathBuf,
    /// The folder in which data/ is created.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// The organization that provides the data.
    #[arg(long, value_name = "NAME", default_value = "unknown")]
    pub organization: String,
    /// The relationship of the evaluator to the developers of the models.
    #[arg(long, value_parser = one_of(RELATIONSHIPS), default_value = "third-party")]
    pub relationship: Relationship,
    /// The name of a subject's model, as on Hugging Face or as DEVELOPER/MODEL. Needed for each
    /// subject whose own name does not contain the developer.
    #[arg(long, value_name = "SUBJECT=DEVELOPER/MODEL")]
    pub model: Vec<ModelNames>,
    #[command(flatten)]
    pub options: TestOptions,
}

/// Writes the results and answers of a run directory as records of Every Eval Ever.
fn every_eval_ever(args: &ExportEveryEvalEverArgs) -> Result<ExitCode> {
    let record = RecordOptions {
        organization: args.organization.clone(),
        relationship: args.relationship,
        models: args.model.iter().cloned().collect(),
        deployments: BTreeMap::new(),
    };
    let (run, events): (_, SharedSink) = (RunDir::new(&args.dir), RunObserver::plain());
    let options = args.options.options();
    let records = runtime()?.block_on(run.evaluation_records(&options, record, &events))?;
    if records.is_empty() {
        bail!("{} holds no answer yet: there is nothing to export", args.dir.display());
    }
    let dir = &args.into;
    check_apart(&args.dir, dir, "eee")?;
    let mut answers = 0;
    for record in &records {
        for (path, text) in [&record.instances, &record.results] {
            let path = dir.join(path);
            let folder = path.parent().unwrap_or(dir);
            make_folder(folder)?;
            artifact::replace(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if record.model.starts_with("unknown/") {
            let subject = escape_line(&record.subject);
            console::note(&format!(
                "the name of `{subject}` does not say who developed it: name it, as in --model \
                 {subject}=DEVELOPER/MODEL"
            ));
        }
        answers += record.answers;
    }
    let records = counted(records.len() as u64, "record", "records");
    let answers = counted(answers as u64, "answer", "answers");
    console::finish(&format!("{records} of {answers}, into {}\n", dir.display()))
}

/// Arguments of `export lm-eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast make etr --n 100 --where order=original --where order=reversed > problems.jsonl
  peirast export lm-eval problems.jsonl --into tasks --name etr_open
  lm_eval --model hf --model_args pretrained=gpt2 --tasks etr_open --include_path tasks --log_samples --output_path out
  peirast import etr out --into runs/lm-eval
  peirast measure runs/lm-eval

  peirast make conjunction/2 --n 100 > linda.jsonl
  peirast export lm-eval linda.jsonl --into tasks
  peirast import lm-eval out --into runs/linda

  peirast export lm-eval mine.csv --answer key --with shuffle-options --into tasks

The folder contains NAME.yaml, NAME.jsonl, and NAME.py, by which the harness finds the folder. You can move
the folder, and start the harness anywhere. The harness scores answers to closed questions only;
`peirast import` scores all answers.")]
pub struct ExportLmEvalArgs {
    /// Problems with one kind of question, as `peirast make` writes them, or a file of your own
    /// problems.
    pub problems: PathBuf,
    #[command(flatten)]
    pub truths: TruthOptions,
    #[command(flatten)]
    pub rows: ProblemRowOptions,
    /// The folder of the task.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// The name of the task. Default: the name of the file of problems.
    #[arg(long)]
    pub name: Option<String>,
    /// Ask for a few paragraphs of reasoning before the answer, instead of an immediate answer.
    #[arg(long)]
    pub cot: bool,
    /// The most tokens per answer.
    #[arg(long, value_name = "TOKENS", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_gen_toks: u32,
}

/// Writes a task folder of the lm-evaluation-harness.
fn lm_eval(args: &ExportLmEvalArgs) -> Result<ExitCode> {
    let name = match &args.name {
        Some(name) => TaskName::given(name)?,
        None => TaskName::of_file(&args.problems),
    };
    let problems = args.rows.problems(&args.problems, args.truths.truths())?;
    let options = TaskOptions { cot: args.cot, max_tokens: args.max_gen_toks };
    let task = TaskFolder::new(&name, &problems, &args.into, options)?;
    make_folder(&args.into)?;
    // Another task with this name would be overwritten; the same task gives the same files.
    if let Some(taken) = task.conflict() {
        bail!(
            "{} is there already and holds something else: give the task another --name, or remove it",
            taken.display()
        );
    }
    task.files.iter().try_for_each(|(path, text)| write(path, text))?;
    let (documents, into) = (task.documents, task.configuration.display());
    console::finish(&format!("{documents} documents, into {into}\n"))
}
