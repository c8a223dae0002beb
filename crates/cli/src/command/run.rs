//! `peirast run`: a study from problems to verdicts.

use super::forecast_text::{forecast_json, forecast_text};
use super::{measure, runtime};
use crate::args::RunArgs;
use crate::column;
use crate::interrupt::{Interrupts, RUNNING, STORING};
use crate::observer::{self, Phase, RunObserver};
use crate::{commit, console, exit_code};
use anyhow::{Result, bail};
use peirast_record::{ErrorKind, Study};
use peirast_report::{
    Report, SubjectSummary, counted, escape_line, findings_text, json_lines, subjects_text,
};
use peirast_run::Summary;
use peirast_study::{
    Analysis, AnalysisOptions, PlanReport, RunDir, RunOptions, RunOutcome, RunReport, SharedSink,
    load_study, more_than_asked, override_study,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Runs a study, or goes on with it.
pub fn run(args: &RunArgs) -> Result<ExitCode> {
    if args.json && args.flow.fills_stdout() && !args.dry_run && !args.plan_only {
        bail!("--json and --json-events - both write to stdout: give the events a file");
    }
    let plain = RunObserver::plain();
    let study = override_study(load_study(&args.study)?, &args.overrides(), plain.as_ref())?;
    let path = args.into.clone().unwrap_or_else(|| PathBuf::from("runs").join(&study.id));
    let mut dir = RunDir::new(path);
    if let Some(url) = &args.store {
        dir = dir.kept_at(url.location()?);
    }
    let options = args.options();
    if args.dry_run {
        return forecast(&dir, &study, &options, args);
    }
    if args.plan_only {
        return plan_only(&dir, &study, &options, args);
    }
    let observer = RunObserver::new(&args.flow)?;
    let ended = carried_out(&dir, &study, &options, &observer, args);
    ended.inspect_err(|error| observer.failed(error))
}

/// Plans a study, asks it, tests the answers and writes the report.
fn carried_out(
    dir: &RunDir,
    study: &Study,
    options: &RunOptions,
    observer: &Arc<RunObserver>,
    args: &RunArgs,
) -> Result<ExitCode> {
    let events: SharedSink = observer.clone();
    runtime()?.block_on(async {
        let interrupts = Interrupts::listen(observer, RUNNING);
        observer.begun("run", dir.path(), Some(&study.id));
        let run = dir.run(study, options, &events, &interrupts.cancel()).await?;
        let RunReport { summary, asked, stored } = run;
        tell(&summary);
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

/// Prints what a run would ask and what that would cost.
fn forecast(dir: &RunDir, study: &Study, options: &RunOptions, args: &RunArgs) -> Result<ExitCode> {
    let events: SharedSink = RunObserver::plain();
    let forecast = runtime()?.block_on(dir.forecast(study, options, &events))?;
    if args.json {
        if let Some(why) = &forecast.refusal {
            console::note(&format!("A run would be refused: {why}."));
        }
        console::result(&forecast_json(&forecast.forecasts)?)?;
    } else {
        console::result(&forecast_text(&forecast))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Stores what is to be asked, and says how workers are started.
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

/// What is planned and open, and how it is asked.
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
            "What the votes call for besides is planned by `peirast run`, once these are answered.\n",
        );
    }
    Ok(text)
}

/// Whether something stopped a model that does not pass with time.
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
            "mend what stopped a model, and run the same command again"
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

fn overview(study: &Study, report: &Report, dir: &Path) -> Result<String> {
    let simulated = if report.simulated {
        "Subjects named sim: are simulated programs with known behaviour, not language models.\n\n"
    } else {
        ""
    };
    Ok(format!(
        "{}\n\n{simulated}{}\n{}\nstudy {} · hash {} · seed {} · version {}\nreport: {}\n",
        escape_line(&report.title),
        findings_text(&report.findings) + &measure::main_tables(&report.measured),
        subjects_text(&report.subjects) + &super::test::controls_text(report),
        study.id,
        study.hash()?,
        study.seed,
        peirast_record::VERSION,
        escape_line(&dir.join("report.html").display().to_string())
    ))
}
