//! `peirast make`: problems as JSON lines, generated, or written by a model and checked.

use super::exit_code;
use super::{make_etr, runtime};
use crate::args::MakeArgs;
use crate::console;
use crate::interrupt::{ASKING, Interrupts};
use crate::observer::{self, Phase, RunObserver};
use anyhow::{Context as _, Result, bail};
use peirast_record::{Factors, Problem};
use peirast_study::{ProblemWriter, RunOutcome, SharedSink, write_problems};
use peirast_task::{Design, Erotetic, Family};
use std::process::ExitCode;

/// Prints the problems of a family or a variant.
pub fn make(args: &MakeArgs) -> Result<ExitCode> {
    if make_etr::is_meant(args) {
        return make_etr::make_etr(args);
    }
    if let Some(option) = make_etr::own_option(args) {
        bail!("--{option} is for the family `{}`, not for `{}`", Erotetic::FAMILY, args.family);
    }
    let design = Design { seed: args.seed, profile: args.profile };
    let (family, variant) = match args.family.split_once('/') {
        Some((family, variant)) => (family, Some(variant)),
        None => (args.family.as_str(), None),
    };
    let family = Family::named(family)?;
    let variants: Vec<&str> = match variant {
        Some(variant) => vec![variant],
        None => family.variants.iter().map(|v| v.name).collect(),
    };
    let mut problems = Vec::new();
    let given = levels(&args.given)?;
    for variant in variants {
        problems.extend(match given.is_empty() {
            true => family.make(&design, variant, args.n)?,
            false => family.make_with(&design, variant, args.n, &given)?,
        });
    }
    let mut code = ExitCode::SUCCESS;
    if let Some(writer) = &args.writer {
        (problems, code) = written(writer, &problems, args)?;
    }
    console::result(&make_etr::render_problems(&problems, args.text))?;
    Ok(code)
}

/// Parses the requested levels.
fn levels(given: &[String]) -> Result<Factors> {
    let level = |text: &String| match text.split_once('=') {
        Some((factor, level)) => Ok((factor.trim().to_owned(), level.trim().to_owned())),
        None => bail!("--where {text}: write a factor and its level, for example form=AAI-1"),
    };
    given.iter().map(level).collect()
}

/// Makes problems whose added events a model writes, and gives the exit code.
fn written(
    writer: &str,
    problems: &[Problem],
    args: &MakeArgs,
) -> Result<(Vec<Problem>, ExitCode)> {
    let dir =
        args.into.as_deref().context("--writer needs --into DIR, where its answers are kept")?;
    let observer = RunObserver::plain();
    observer.enter(Phase::Asking);
    let events: SharedSink = observer.clone();
    let written = runtime()?.block_on(async {
        let interrupts = Interrupts::listen(&observer, ASKING);
        let (access, cancel) = (args.live.access(), interrupts.cancel());
        let writer = ProblemWriter { model: writer, access: &access, seed: args.seed, dir };
        write_problems(writer, problems, &events, &cancel).await
    })?;
    observer::tell(&written.summary);
    if !written.summary.is_complete() {
        console::note(&format!(
            "{} texts are missing; run again to ask for them",
            written.summary.unanswered()
        ));
    }
    console::note(&format!(
        "{} texts rejected (see {}), {} items complete",
        written.rejected,
        written.reasons.display(),
        written.items
    ));
    let outcome = RunOutcome::from_summary(&written.summary);
    if written.items == 0 && outcome == RunOutcome::Complete {
        let reasons = written.reasons.display();
        bail!("no item is left: every text was rejected, and {reasons} says why");
    }
    Ok((written.problems, exit_code(outcome)))
}
