//! `peirast run`: a study from problems to verdicts.

use super::forecast_text::{forecast_json, forecast_text};
use super::run_again::run_again;
use super::{commit, exit_code};
use super::{measure, runtime};
use crate::args::{
    BudgetOptions, DesignArgs, FlowOptions, LiveArgs, PriceOptions, SourceArgs, StoreUrl, conflict,
};
use crate::interrupt::{Interrupts, RUNNING, STORING};
use crate::observer::{self, Phase, RunObserver};
use crate::{column, console};
use anyhow::Result;
use clap::Args;
use peirast_decimals::counted;
use peirast_record::{ErrorKind, Study};
use peirast_report::{
    Report, SubjectSummary, escape_control, escape_line, findings_text, form_or_belief, json_lines,
    limitations, subjects_text,
};
use peirast_run::Summary;
use peirast_study::{
    Analysis, AnalysisOptions, PlanOptions, PlanReport, RunDir, RunOptions, RunOutcome, RunReport,
    SharedSink, more_than_asked, override_study, read_registration,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
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
  peirast run mine.csv --model openai/gpt-4o-mini --limit 50

Answers are stored as they arrive. You can interrupt the run at any time; the same command asks only the
questions that are still open. `peirast --help` lists the exit codes; docs/running.md describes unattended
runs.")]
pub struct RunArgs {
    /// A built-in study (see `peirast studies`), a study file (TOML), or a file of your own problems (CSV, TSV,
    /// JSON, JSON lines, Parquet; see `peirast pairs check`).
    pub study: String,
    /// Run directory. Default: `runs/<study>`.
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    #[command(flatten)]
    pub design: DesignArgs,
    #[command(flatten)]
    pub live: LiveArgs,
    #[command(flatten)]
    pub source: SourceArgs,
    /// Attempts per question before it is left for the next run. Attempts that a rate limit refused
    /// count separately, up to four times this number. Attempts made while a server answers nobody
    /// do not count.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub attempts: u32,
    /// Seconds to wait for one answer.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub timeout: u64,
    /// Keep the answers on PostgreSQL: postgres://USER@HOST:PORT/DATABASE. ?run=NAME names the run;
    /// the default is the name of the directory. Other processes can then ask too: see `peirast
    /// worker`.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
    /// Store the questions and ask none; workers ask them.
    #[arg(long, conflicts_with_all = ["dry_run", "sequential"])]
    pub plan_only: bool,
    /// The preregistration of this run, as `peirast study register` wrote it. The directory records it,
    /// and its reports say whether the run agrees with it.
    #[arg(long, value_name = "FILE")]
    pub registration: Option<PathBuf>,
    /// Reuse answers to the same questions from another run directory; may be repeated.
    #[arg(long, value_name = "DIR")]
    pub reuse: Vec<PathBuf>,
    /// Print the questions and their cost, and ask nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub prices: PriceOptions,
    #[command(flatten)]
    pub budget: BudgetOptions,
    /// Print the result rows as JSON lines instead of the verdicts; with --dry-run, the cost per
    /// subject.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub flow: FlowOptions,
}

impl RunArgs {
    /// The options of the run.
    pub fn options(&self) -> RunOptions {
        RunOptions {
            plan: PlanOptions {
                problems: self.source.problems.clone(),
                truths: self.source.truths.truths(),
                access: self.live.access(),
                timeout: Duration::from_secs(self.timeout),
                allow_unsent: self.design.settings.allow_unsent,
                ..PlanOptions::default()
            },
            attempts: self.attempts,
            limits: self.flow.limits(),
            reuse: self.reuse.clone(),
            prices: self.prices.options(),
            budget: self.budget.budget(),
            grace: self.flow.grace(),
            registration: None,
        }
    }
}

/// Runs a study, or resumes it. `given` are the arguments of the program.
pub fn run(args: &RunArgs, given: &[OsString]) -> Result<ExitCode> {
    if args.json && args.flow.fills_stdout() && !args.dry_run && !args.plan_only {
        return conflict("--json and --json-events - both write to stdout: give the events a file");
    }
    let plain = RunObserver::plain();
    let study = override_study(
        args.source.load_study(&args.study, args.design.seed)?,
        &args.design.overrides(),
        plain.as_ref(),
    )?;
    let path = args.into.clone().unwrap_or_else(|| PathBuf::from("runs").join(&study.id));
    let mut dir = RunDir::new(path);
    if let Some(url) = &args.store {
        dir = dir.kept_at(url.location()?);
    }
    let mut options = args.options();
    options.registration = args.registration.as_deref().map(read_registration).transpose()?;
    if args.dry_run {
        return forecast(&dir, &study, &options, args);
    }
    if args.plan_only {
        return plan_only(&dir, &study, &options, args);
    }
    let observer = RunObserver::new(&args.flow)?;
    let ended = carried_out(&dir, &study, &options, &observer, args, given);
    ended.inspect_err(|error| observer.failed(error))
}

/// Plans a study, asks it, tests the answers and writes the report.
fn carried_out(
    dir: &RunDir,
    study: &Study,
    options: &RunOptions,
    observer: &Arc<RunObserver>,
    args: &RunArgs,
    given: &[OsString],
) -> Result<ExitCode> {
    let events: SharedSink = observer.clone();
    runtime()?.block_on(async {
        let interrupts = Interrupts::listen(observer, RUNNING);
        observer.begun("run", dir.path(), Some(&study.id));
        let run = dir.run(study, options, &events, &interrupts.cancel()).await?;
        let RunReport { summary, asked, stored } = run;
        tell(&summary);
        if !summary.is_complete() {
            console::note(&run_again(given, args, RunOutcome::from_summary(&summary))?);
        }
        if let Some(more) = more_than_asked(&asked, &stored) {
            let path = dir.path().display();
            console::note(&format!("{path} holds more, and all of it is tested: {more}"));
        }
        observer.enter(Phase::Reporting);
        let analysis = dir.write_report(&AnalysisOptions::default(), commit(), &events).await?;
        show(dir.path(), &stored, &analysis, args)?;
        observer.finished(&summary);
        Ok(exit_code(RunOutcome::from_summary(&summary)))
    })
}

/// Prints the questions of a run and their cost.
fn forecast(dir: &RunDir, study: &Study, options: &RunOptions, args: &RunArgs) -> Result<ExitCode> {
    let events: SharedSink = RunObserver::plain();
    let forecast = runtime()?.block_on(dir.forecast(study, options, &events))?;
    if args.json {
        if let Some(why) = &forecast.refusal {
            console::note(&format!("A run would be refused: {why}."));
        }
        console::result(&forecast_json(&forecast.forecasts))?;
    } else {
        console::result(&forecast_text(&forecast))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Stores the questions, and prints the command that starts workers.
fn plan_only(
    dir: &RunDir,
    study: &Study,
    options: &RunOptions,
    args: &RunArgs,
) -> Result<ExitCode> {
    let observer = RunObserver::plain();
    let events: SharedSink = observer.clone();
    let (text, is_interrupted) = runtime()?.block_on(async {
        let interrupts = Interrupts::listen(&observer, STORING);
        let planned = dir.plan(study, options, &events).await?;
        let text = plan_text(dir.path(), &planned, args).await?;
        planned.store.close().await;
        anyhow::Ok((text, interrupts.cancel().is_cancelled()))
    })?;
    console::result(&text)?;
    Ok(match is_interrupted {
        true => exit_code(RunOutcome::Interrupted),
        false => ExitCode::SUCCESS,
    })
}

/// Describes the planned and open questions, and how to ask them.
async fn plan_text(dir: &Path, planned: &PlanReport, args: &RunArgs) -> Result<String> {
    let PlanReport { stored: study, store, announced } = planned;
    let lanes = store.subject_plans().await?;
    let names: Vec<_> = lanes.iter().map(|lane| escape_line(&lane.subject)).collect();
    let width = column::width(&names);
    let mut text =
        format!("{:<width$} {:>10} {:>10} {:>10}\n", "subject", "planned", "answered", "open");
    for (name, lane) in names.iter().zip(&lanes) {
        text.push_str(&format!(
            "{name:<width$} {:>10} {:>10} {:>10}\n",
            lane.trials,
            lane.answered,
            lane.trials - lane.answered
        ));
    }
    if let Some(announced) = announced {
        text.push_str(&format!("{announced}\n"));
    }
    let place = match store.is_shared() {
        true => format!("--store '{}'", store.path().display()),
        false => dir.display().to_string(),
    };
    text.push_str(&match lanes.iter().any(|lane| lane.answered < lane.trials) {
        true => {
            let live = args.live.access().as_arguments();
            format!("Nothing was asked. To ask: peirast worker {place}{live}\n")
        }
        false => format!(
            "Nothing was asked, and nothing is left to ask. To test the answers: peirast test {}\n",
            dir.display()
        ),
    });
    if study.voting.is_some() {
        text.push_str(
            "`peirast run` plans the further questions that the votes need, once these are answered.\n",
        );
    }
    Ok(text)
}

/// True if a model stopped for a reason that does not pass with time.
fn needs_mending(summary: &Summary) -> bool {
    let passes = summary.limited && summary.stopped.iter().all(|one| one.kind.is_transient());
    !summary.stopped.is_empty() && !passes
}

fn tell(summary: &Summary) {
    console::note(&format!(
        "{} stored, {} were there before, {}",
        counted(summary.answered, "answer", "answers"),
        summary.already,
        observer::retries(summary)
    ));
    if summary.elsewhere + summary.wasted > 0 {
        console::note(&format!(
            "{} answers came from other workers; {} of ours came second and are kept apart",
            summary.elsewhere, summary.wasted
        ));
    }
    observer::tell(summary);
    let again = match RunOutcome::from_summary(summary) {
        RunOutcome::Budget => "run the same command again with a larger budget",
        RunOutcome::Partial | RunOutcome::Failed | RunOutcome::Limit if needs_mending(summary) => {
            "fix the problem that stopped a model, and run the same command again"
        }
        RunOutcome::Failed => "see why they are refused, and run the same command again",
        _ => "run the same command again",
    };
    observer::tell_lacking(summary, again);
    if let Some(refused) = summary.failed.get(&ErrorKind::BadRequest) {
        console::note(&format!(
            "{refused} of them were refused by the server, which says why in the failures that \
             `peirast show` prints; another run asks these last"
        ));
        if summary.answered == 0 && summary.already > 0 && summary.failed.len() == 1 {
            console::note(
                "nothing that was asked this time was answered: what is left may be refused for good",
            );
        }
    }
}

/// Prints the verdicts, unless events fill stdout.
fn show(dir: &Path, study: &Study, analysis: &Analysis, args: &RunArgs) -> Result<()> {
    let report = &analysis.report;
    for trouble in report.subjects.iter().filter_map(SubjectSummary::trouble) {
        console::note(&format!(
            "{trouble}: look at one of them with `peirast show` before more are asked"
        ));
    }
    if args.flow.fills_stdout() {
        return Ok(());
    }
    let text = if args.json { json_lines(&report.rows) } else { overview(study, report, dir)? };
    console::outcome(&text)
}

/// The main tables of measures, and the command that explains them; empty without tables.
fn measured(report: &Report, dir: &Path) -> String {
    let tables = measure::main_tables(&report.measured);
    match tables.is_empty() {
        true => tables,
        false => format!(
            "{tables}\nWhat the columns mean: peirast measure {}\n",
            escape_line(&dir.display().to_string())
        ),
    }
}

/// Sentences on the basis of judgements, the form or the conclusion; empty without such answers.
fn judged(report: &Report) -> String {
    let sentences = form_or_belief(report);
    let lines: Vec<String> = sentences.iter().map(|one| escape_line(one) + "\n").collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("\nBy the form or by the conclusion?\n{}", lines.concat()),
    }
}

fn overview(study: &Study, report: &Report, dir: &Path) -> Result<String> {
    let simulated = if report.simulated {
        "Subjects named sim: are simulated programs with known behaviour, not language models.\n\n"
    } else {
        ""
    };
    let registered = report.registration.as_ref().map(|check| {
        let lines = check.paragraphs().into_iter().map(|line| escape_line(&line) + "\n");
        lines.collect::<String>() + "\n"
    });
    Ok(format!(
        "{}\n\n{}{simulated}{}\n{}\nstudy {} · hash {} · seed {} · version {}\nreport: {}\n",
        escape_line(&report.title),
        registered.unwrap_or_default(),
        findings_text(&report.findings) + &measured(report, dir) + &judged(report),
        subjects_text(&report.subjects, report.counted_noun())
            + &super::test::controls_text(report)
            + &escape_control(&limitations(report).warnings()),
        study.id,
        study.hash()?,
        study.seed,
        peirast_record::VERSION,
        escape_line(&dir.join("report.html").display().to_string())
    ))
}
