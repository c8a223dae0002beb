//! `peirast import`.

use super::runtime;
use crate::args::{LABELS, ProblemRowOptions, TruthOptions, VIEWS, one_of};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use peirast_exchange::PromptCheck;
use peirast_exchange::brought::{ForeignAnswers, KnownProblems};
use peirast_exchange::etr_eval::{AnswerRecords, DocumentSet, Views, collect, labels_csv};
use peirast_exchange::inspect::{RunAnswers, log_files, pair_counts};
use peirast_exchange::syllogism_eval::{Dataset, Labels, read_answers, read_dataset};
use peirast_exchange::token_bias::{self, TokenBiasAnswer, read_files};
use peirast_record::Problem;
use peirast_report::{escape_line, json_lines};
use peirast_study::artifact::write;
use peirast_study::{EtrImport, ForeignImport, ImportSummary, RunDir, SyllogismImport};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The source of the answers.
    #[command(subcommand)]
    pub source: ImportSource,
}

/// Sources of recorded answers.
#[derive(Debug, Subcommand)]
pub enum ImportSource {
    /// Answers of the token-bias study: JSON lines (also gzip), or the original repository's
    /// output folders.
    TokenBias(ImportTokenBiasArgs),
    /// Syllogisms of the benchmark "Logic in LLMs", or of a file with its layout, and recorded
    /// answers to them.
    Syllogism(ImportSyllogismArgs),
    /// Answers to problems of the family etr: sample logs of the lm-evaluation-harness, data sets
    /// of the public fallacy evaluation, and replays of it.
    Etr(ImportEtrArgs),
    /// Answers to exported problems of any family: sample logs of the lm-evaluation-harness.
    LmEval(Box<ImportLmEvalArgs>),
    /// Answers in logs of Inspect, written by Peirast or by other programs.
    Inspect(Box<ImportInspectArgs>),
}

/// Arguments of `import token-bias`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import token-bias gpt-4o.jsonl.gz --questions questions.jsonl.gz --into runs/recorded
  peirast import token-bias outputs/gpt-4o --into runs/original

Lines of an answer file have the fields model, dataset, mode, question_id, response, their_grade,
and also qid if it differs from \"dataset:question_id\". Output folders of the original repository
contain their questions.")]
pub struct ImportTokenBiasArgs {
    /// Answer files, or output folders.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Question files, for answer files.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub questions: Vec<PathBuf>,
    /// Run directory for the answers.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
}

/// Imports recorded answers.
pub fn import(args: &ImportArgs) -> Result<ExitCode> {
    match &args.source {
        ImportSource::TokenBias(args) => token_bias_answers(args),
        ImportSource::Syllogism(args) => syllogism(args),
        ImportSource::Etr(args) => etr(args),
        ImportSource::LmEval(args) => lm_eval(args),
        ImportSource::Inspect(args) => inspect(args),
    }
}

fn token_bias_answers(args: &ImportTokenBiasArgs) -> Result<ExitCode> {
    let imported = read_files(&args.files, &args.questions)?;
    if imported.answers.is_empty() {
        bail!("the files hold no answer");
    }
    let dir = RunDir::new(&args.into);
    let ImportSummary { new } = runtime()?.block_on(dir.import(&imported))?;
    for line in token_bias::unused(&imported.problems, &imported.answers)? {
        console::note(&line);
    }
    let problems: BTreeMap<&str, &Problem> =
        imported.problems.iter().map(|problem| (problem.id.as_str(), problem)).collect();
    let answers =
        imported.answers.iter().filter_map(|TokenBiasAnswer { trial, response, .. }| {
            let problem = *problems.get(trial.problem.as_str())?;
            Some((problem, trial.subject.as_str(), trial.protocol.as_str(), response.text.as_str()))
        });
    for file in token_bias::misprompted(answers) {
        console::note(&file.to_string());
    }
    console::finish(&format!(
        "{} answers to {} questions read, {new} of them new, into {}\n",
        imported.answers.len(),
        imported.problems.len(),
        args.into.display()
    ))
}

/// Arguments of `import syllogism`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import syllogism syllogisms_master_dataset.json
  peirast import syllogism syllogisms_master_dataset.json --problems > problems.jsonl
  peirast run syllogism --problems problems.jsonl --model openai/gpt-4o
  peirast import syllogism syllogisms_master_dataset.json --responses raw_responses --into runs/published
  peirast measure runs/published --grader published-2025

Peirast checks every label by logic, if it can read the text. It lists the labels that logic
contradicts, with countermodels. The import then stops until --labels chooses the labels to use.")]
pub struct ImportSyllogismArgs {
    /// The data set, a JSON document.
    pub dataset: PathBuf,
    /// Recorded answers: the folder raw_responses, or files in it.
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "into")]
    pub responses: Vec<PathBuf>,
    /// Run directory for the answers.
    #[arg(long, value_name = "DIR", requires = "responses")]
    pub into: Option<PathBuf>,
    /// The labels to use where logic contradicts the data set.
    #[arg(long, value_parser = one_of(LABELS))]
    pub labels: Option<Labels>,
    /// Print the syllogisms as problems, for `peirast run --problems`.
    #[arg(long, conflicts_with_all = ["responses", "into"])]
    pub problems: bool,
}

/// Checks a data set, prints it as problems, or imports answers to it.
fn syllogism(args: &ImportSyllogismArgs) -> Result<ExitCode> {
    let dataset = read_dataset(&args.dataset, args.labels.unwrap_or(Labels::Proved))?;
    dataset.remarks().iter().for_each(|line| console::note(line));
    if !dataset.contradictions.is_empty() && args.labels.is_none() {
        bail!(
            "{}: {} labels are contradicted by logic: correct them, or go on with --labels proved or \
             --labels given",
            args.dataset.display(),
            dataset.contradictions.len()
        );
    }
    if args.problems {
        return console::finish(&json_lines(&dataset.problems.values().collect::<Vec<_>>()));
    }
    let mut text = dataset.summary();
    if let Some(into) = &args.into {
        text.push_str(&syllogism_answers(&dataset, &args.responses, into)?);
    }
    console::finish(&text)
}

fn syllogism_answers(dataset: &Dataset, paths: &[PathBuf], into: &Path) -> Result<String> {
    let imported = read_answers(paths, dataset)?;
    if imported.trials.is_empty() {
        bail!("the files hold no answer");
    }
    imported.remarks().iter().for_each(|line| console::note(line));
    let import = SyllogismImport { dataset, answers: &imported };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    Ok(format!(
        "{} answers of {} models in {} files read, {new} of them new, into {}\n",
        imported.responses.len(),
        imported.models.len(),
        imported.files,
        into.display()
    ))
}

/// Arguments of `import etr`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import etr out --into runs/lm-eval
  peirast import etr samples_mine.jsonl --model my-model --into runs/mine
  peirast import etr dataset.jsonl --check > labels.csv
  peirast import etr answers.jsonl.gz --with-recorded-views all --into runs/replay
  peirast measure runs/replay --notion strict

Lines are sample logs of the harness (doc, resps), plain data sets (question, scoring_guide), or
replays (prompt, premises, response). Peirast recomputes every label, and writes wrong labels with
countermodels to labels.csv in the run directory. It lists the lines that it cannot read, and imports
the others. Documents with reversed premises are paired with those in the original order.")]
pub struct ImportEtrArgs {
    /// Files of JSON lines, plain or gzip, or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory for the answers.
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    pub into: Option<PathBuf>,
    /// The name of the subject. Default: as given in the files, or in the results next to them.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Only check labels, and print wrong labels as CSV; the exit code is 1 if any is wrong.
    #[arg(long, conflicts_with = "into")]
    pub check: bool,
    /// Use recorded views in place of Peirast's readings: only for answers that Peirast cannot
    /// read, or, with `all`, for all answers.
    #[arg(long, value_name = "WHICH", value_parser = one_of(VIEWS), num_args = 0..=1,
          default_missing_value = "unread")]
    pub with_recorded_views: Option<Views>,
}

/// Checks documents, and imports answers to them.
fn etr(args: &ImportEtrArgs) -> Result<ExitCode> {
    let collected = collect(&args.files, args.model.as_deref())?;
    list(&collected.left_out, "left out");
    collected.check.notes().iter().for_each(|line| console::note(&escape_line(line)));
    if collected.problems.is_empty() {
        bail!("the files hold no document that is understood");
    }
    match &args.into {
        None => check_labels(&collected),
        Some(into) => {
            store_records(collected, into, args.with_recorded_views.unwrap_or(Views::Aside))
        }
    }
}

/// Prints wrong labels.
fn check_labels(collected: &DocumentSet) -> Result<ExitCode> {
    console::result(&labels_csv(&collected.labels)?)?;
    console::note(&collected.summary());
    let fine = collected.labels.is_empty() && collected.left_out.is_empty();
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn store_records(collected: DocumentSet, into: &Path, views: Views) -> Result<ExitCode> {
    if collected.answers.is_empty() {
        let taken = match collected.left_out.is_empty() {
            true => "",
            false => " that could be imported (the lines above list what was left out)",
        };
        bail!(
            "the files hold no answer{taken}; --check instead of --into checks documents without answers"
        );
    }
    let (summary, labels) = (collected.summary(), labels_csv(&collected.labels)?);
    let wrong: Vec<String> = collected.labels.iter().map(ToString::to_string).collect();
    let stored = AnswerRecords::new(collected, views);
    let import = EtrImport { records: &stored, views };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    list(&wrong, "wrong label");
    write(&into.join("labels.csv"), &labels)?;
    console::note(&summary);
    let AnswerRecords { answers, models, problems, views, .. } = &stored;
    let read = match views {
        0 => String::new(),
        views => format!(", {views} with the view that they were read as"),
    };
    console::finish(&format!(
        "{answers} answers of {} models to {} problems{read}, {new} of them new, into {}\n",
        models.len(),
        problems.len(),
        into.display()
    ))
}

/// Arguments of `import lm-eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast make conjunction/2 --n 100 > linda.jsonl
  peirast export lm-eval linda.jsonl --into tasks
  lm_eval --model hf --model_args pretrained=gpt2 --tasks linda --include_path tasks --log_samples --output_path out
  peirast import lm-eval out --into runs/linda
  peirast test runs/linda

Peirast reads and grades the answers itself, and ignores the scores of the harness. It compares prompts
and options with the problems: it maps options in another order, and leaves out other questions. It
tests the hypotheses of the built-in studies for which the problems contain pairs.")]
pub struct ImportLmEvalArgs {
    /// Sample logs, plain or gzip, or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory for the answers.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// The name of the subject. Default: as given in the results next to the logs.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// The problems, for logs whose documents do not contain them; matched by id, number or text.
    #[arg(long, value_name = "FILE")]
    pub problems: Option<PathBuf>,
    #[command(flatten)]
    pub truths: TruthOptions,
    #[command(flatten)]
    pub rows: ProblemRowOptions,
    /// Print imported and left-out samples as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The most lines that are listed.
const SHOWN: usize = 20;

/// Imports sample logs of the harness.
fn lm_eval(args: &ImportLmEvalArgs) -> Result<ExitCode> {
    let known = known(args.problems.as_deref(), args.truths, &args.rows)?;
    let answers = peirast_exchange::lm_eval::read_logs(&args.files, args.model.as_deref(), known)?;
    let found = Found::new(&answers.left_out, &answers.check, args.json);
    keep(&answers.brought, ("lm-eval-imported", "the lm-evaluation-harness"), &args.into, &found)
}

/// Samples that an import left out or changed, for its summary.
struct Found<'a> {
    left_out: &'a [String],
    check: &'a PromptCheck,
    json: bool,
}

impl<'a> Found<'a> {
    /// Prints the findings on stderr, and keeps them for the summary.
    fn new(left_out: &'a [String], check: &'a PromptCheck, json: bool) -> Self {
        list(left_out, "left out");
        check.notes().iter().for_each(|line| console::note(&escape_line(line)));
        Self { left_out, check, json }
    }

    /// Prints a summary as a text, or its fields as JSON.
    fn finish(&self, text: &str, fields: Value) -> Result<ExitCode> {
        if !self.json {
            return console::finish(text);
        }
        let Self { left_out, check, .. } = self;
        let first: Vec<&String> = left_out.iter().take(SHOWN).collect();
        let left_out = json!({"count": left_out.len(), "first": first});
        let all = json!({"imported": fields, "left_out": left_out, "compared": check});
        console::finish(&(serde_json::to_string_pretty(&all)? + "\n"))
    }
}

/// Returns the problems of a file; none without a file.
fn known(
    file: Option<&Path>,
    truths: TruthOptions,
    rows: &ProblemRowOptions,
) -> Result<KnownProblems> {
    match file {
        Some(file) => Ok(KnownProblems::new(rows.problems(file, truths.truths())?)),
        None if !rows.data.is_empty() => {
            bail!(
                "columns and transformations are those of a file of problems: name it with --problems"
            )
        }
        None => Ok(KnownProblems::default()),
    }
}

/// Lists the first of many lines, such as samples that are left out.
fn list(lines: &[String], what: &str) {
    for line in lines.iter().take(SHOWN) {
        console::note(&format!("{what}: {}", escape_line(line)));
    }
    if lines.len() > SHOWN {
        console::note(&format!("{what}: {} more", lines.len() - SHOWN));
    }
}

/// Stores answers as a run of the study with this id, asked by this tool.
fn keep(
    brought: &ForeignAnswers,
    (id, tool): (&str, &str),
    into: &Path,
    found: &Found<'_>,
) -> Result<ExitCode> {
    if brought.trials().is_empty() {
        bail!("there is no answer that could be taken");
    }
    let import = ForeignImport { answers: brought, id, tool };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    let (answers, models) = (brought.trials().len(), brought.models());
    let problems = brought.problems().len();
    let text = format!(
        "{answers} answers of {models} models to {problems} problems, {new} of them new, into {}\n",
        into.display()
    );
    let fields = json!({
        "answers": answers, "models": models, "problems": problems, "new": new, "into": into,
    });
    found.finish(&text, fields)
}

/// Arguments of `import inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import inspect logs --into runs/again
  peirast import inspect theirs.eval --problems linda.jsonl --into runs/theirs
  peirast import inspect before.eval after.eval --pair-by id > counts.csv
  peirast import inspect pairs.eval --pair-by pair --members variant=original,perturbed > counts.csv
  peirast test --counts counts.csv

Logs written by `peirast export inspect` give back the original answers. Samples of other logs are
matched with --problems by the field `problem` or `problem_id` of their metadata, by their id, or by
their prompt; Peirast then reads and grades the answers. It compares each prompt with the problem: it
maps options in another order, and leaves out other questions. With --pair-by, it takes the scores in
the logs as they are, and prints the counts of each scorer's pairs as CSV.")]
pub struct ImportInspectArgs {
    /// Logs (.eval, .json), or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory for the answers.
    #[arg(long, value_name = "DIR", required_unless_present = "pair_by")]
    pub into: Option<PathBuf>,
    /// The problems to match with samples of other logs.
    #[arg(long, value_name = "FILE", conflicts_with = "pair_by")]
    pub problems: Option<PathBuf>,
    #[command(flatten)]
    pub truths: TruthOptions,
    #[command(flatten)]
    pub rows: ProblemRowOptions,
    /// Count pairs instead: samples with the same value of `id`, or of a field of their metadata.
    /// With two logs, the first has the originals.
    #[arg(long, value_name = "FIELD", conflicts_with = "into")]
    pub pair_by: Option<String>,
    /// For pairs within one log: the metadata field that separates originals from perturbed
    /// versions, and its values for both.
    #[arg(long, value_name = "FIELD=ORIGINAL,PERTURBED", requires = "pair_by")]
    pub members: Option<String>,
    /// Print imported and left-out samples as JSON.
    #[arg(long, conflicts_with = "pair_by")]
    pub json: bool,
}

/// Imports logs, or counts the pairs of their samples.
fn inspect(args: &ImportInspectArgs) -> Result<ExitCode> {
    let files = log_files(&args.files)?;
    if let Some(by) = &args.pair_by {
        return console::finish(&pair_counts(&files, by, args.members.as_deref())?);
    }
    let into = args.into.as_deref().context("--into names the run directory")?;
    let import = peirast_exchange::inspect::read_logs(
        &files,
        known(args.problems.as_deref(), args.truths, &args.rows)?,
    )?;
    let found = Found::new(&import.left_out, &import.check, args.json);
    let is_own = !import.own.trials.is_empty();
    if is_own && !import.brought.trials().is_empty() {
        bail!(
            "the logs hold answers of a run of ours, and others: import them one after the other, into \
             directories of their own"
        );
    }
    match is_own {
        true => restore(&import.own, into, files.len(), &found),
        false => keep(&import.brought, ("inspect-imported", "Inspect"), into, &found),
    }
}

/// Stores the answers of an exported run unchanged.
fn restore(own: &RunAnswers, into: &Path, logs: usize, found: &Found<'_>) -> Result<ExitCode> {
    let study = own.study.as_ref().context("a log of ours names its study")?;
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(own))?;
    let (answers, problems) = (own.responses.len(), own.problems.len());
    let text = format!(
        "{answers} answers to {problems} problems of the study `{}` in {logs} logs, {new} of them new, \
         into {}\n",
        escape_line(&study.id),
        into.display()
    );
    let fields = json!({
        "answers": answers, "problems": problems, "study": study.id, "logs": logs, "new": new,
        "into": into,
    });
    found.finish(&text, fields)
}
