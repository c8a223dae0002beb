//! `peirast run`: a study from problems to verdicts.

use super::asking::{Asked, ask};
use super::dry_run::dry_run;
use super::growing::{self, Growing};
use super::money::Money;
use super::planned::plan_only;
use super::problems::{drawn, narrowed, read_problems, rest};
use super::questions::Questions;
use super::rendering::Rendering;
use super::report::{Early, Whole, analyse_run, write, write_tables};
use super::resumed::{self, Held};
use super::sequential::{self, Schedule};
use super::{measure, runtime};
use crate::args::RunArgs;
use crate::ballot_box::{self, Asking};
use crate::ending::Ending;
use crate::interrupt::Interrupts;
use crate::manifest::manifest;
use crate::sampling::samplings;
use crate::watch::{self, Watch};
use crate::{study_file, voice};
use anyhow::{Context as _, Result, bail};
use peirast_record::{Catalogue, ErrorKind, Problem, Sampling, Sequential, Study, Voting};
use peirast_report::{
    Report, SubjectSummary, counted, escape_line, findings_text, json_lines, page, subjects_text,
};
use peirast_run::Summary;
use peirast_store::Store;
use peirast_task::{LeftOut, Narrowed, Plan};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Runs a study, or goes on with it.
pub fn run(args: &RunArgs) -> Result<ExitCode> {
    let mut study = overridden(study_file::load(&args.study)?, args)?;
    let dir = args.into.clone().unwrap_or_else(|| PathBuf::from("runs").join(&study.id));
    if args.dry_run {
        let Planned { plan, questions, growing } = planning(&mut study, &dir, args)?;
        let schedule = scheduled(&study, &plan, &questions)?;
        let text = dry_run(&dir, &study, questions, growing, schedule.as_ref(), args);
        let text = runtime()?.block_on(text)?;
        voice::result(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.plan_only {
        let runtime = runtime()?;
        let waiting = runtime.block_on(async { Interrupts::ending(PLANNING, || {}) });
        let planned = planning(&mut study, &dir, args)?;
        return plan_only(&runtime, waiting, (&dir, &study), planned, args);
    }
    if args.json && args.flow.fills_stdout() {
        bail!("--json and --json-events - both write to stdout: give the events a file");
    }
    let watch = Watch::new(&args.flow)?;
    let ended = carried_out(study, &dir, &watch, args);
    ended.inspect_err(|error| watch.failed(error))
}

/// Plans a study, asks it, tests the answers and writes the report.
fn carried_out(mut study: Study, dir: &Path, watch: &Watch, args: &RunArgs) -> Result<ExitCode> {
    let runtime = runtime()?;
    let told = watch.clone();
    let waiting =
        runtime.block_on(async { Interrupts::ending(PLANNING, move || told.interrupted()) });
    watch.begun("run", dir, Some(&study.id));
    let Planned { plan, mut questions, growing } = planning(&mut study, dir, args)?;
    let schedule = scheduled(&study, &plan, &questions)?;
    let subjects = questions.subjects.iter().map(|(subject, _)| subject);
    runtime.block_on(Money::check(dir, &args.prices, &args.budget, subjects))?;
    questions.watch = watch.clone();
    let problems = questions.problems.clone();
    runtime.block_on(async {
        let shown = watch.clone();
        let interrupts = Interrupts::listen(move |words| shown.say(words));
        drop(waiting);
        let planned = Planned { plan, questions, growing };
        let cancel = interrupts.cancel();
        let Asked { summary, held, early, store } =
            ask(dir, &study, planned, schedule.as_ref(), &cancel, args).await?;
        tell(&summary);
        if let Some(more) = more_than_asked(&study, &held) {
            voice::note(&format!("{} holds more, and all of it is tested: {more}", dir.display()));
        }
        let told = watch.clone();
        let _waiting = Interrupts::ending(ALL_STORED, move || told.interrupted());
        drop(interrupts);
        finish(dir, &held, store, problems, early, args).await?;
        watch.finished(&summary);
        Ok(Ending::of(&summary).into())
    })
}

/// What is said to who interrupts the making of a plan.
const PLANNING: &str = "interrupted while planning; nothing new was stored";
/// What is said to who interrupts the testing of what was answered.
const ALL_STORED: &str =
    "interrupted; every answer is stored, and the same command or `peirast report` tests them";

/// In which order a study is asked that is tested while its answers come in.
fn scheduled(study: &Study, plan: &Plan, questions: &Questions) -> Result<Option<Schedule>> {
    let schedule = |own: Sequential| Schedule::new(own.block, study, plan, questions);
    study.sequential.map(schedule).transpose()
}

/// What a run asks.
pub(super) struct Planned {
    pub(super) plan: Plan,
    pub(super) questions: Questions,
    /// What is made while the beginning of a large study is asked.
    pub(super) growing: Option<Growing>,
}

/// The plan of a study: all of it, or its beginning where the rest can be made while that is asked, or is in
/// the store already.
fn planning(study: &mut Study, dir: &Path, args: &RunArgs) -> Result<Planned> {
    let Some((plan, growth)) = growing::begin(study, args) else {
        return whole(study, None, args);
    };
    check_size(study, &plan, growth.factor())?;
    let problems = Catalogue::of(Arc::clone(&plan.problems));
    let rendering = Rendering::of(study, &plan, &problems, args)?;
    let mut questions = Questions::new(study, &plan, problems, &rendering, args)?;
    questions.most = (questions.most as f64 * growth.factor()).ceil() as u64;
    let begun = resumed::Begun { study, plan: &plan, questions: &questions };
    let held = runtime()?.block_on(resumed::held(dir, &begun, &rendering, args));
    let Some(held) = held else { return whole(study, Some(rendering), args) };
    questions.in_store = held != Held::Nothing;
    questions.stored_later = held == Held::Beginning;
    questions.plan_of = (held == Held::Beginning).then(|| study.hash());
    if held == Held::All {
        return Ok(Planned { plan, questions, growing: None });
    }
    let growing = Some(Growing::after(questions.prompts.keys(), study, growth, rendering));
    Ok(Planned { plan, questions, growing })
}

/// All of a study; without the hypotheses for which it turns out to have no problems.
fn whole(study: &mut Study, rendering: Option<Rendering>, args: &RunArgs) -> Result<Planned> {
    let problems = args.problems.as_deref().map(read_problems).transpose()?;
    if let (Some(problems), Some(file)) = (&problems, &args.problems) {
        *study = narrowed(study, problems, file)?;
    }
    let problems = match problems {
        Some(problems) => problems,
        None => {
            let made = Plan::problems(study);
            let made = made.with_context(|| format!("planning study `{}`", study.id))?;
            *study = drawn(study, &made);
            made
        }
    };
    let plan = plan(study, problems)?;
    ballot_box::check(study, &plan.problems)?;
    check_size(study, &plan, 1.0)?;
    let problems = Catalogue::of(Arc::clone(&plan.problems));
    let rendering = match rendering {
        Some(rendering) => rendering,
        None => Rendering::of(study, &plan, &problems, args)?,
    };
    let questions = Questions::new(study, &plan, problems, &rendering, args)?;
    Ok(Planned { plan, questions, growing: None })
}

/// The study with what the command line replaces.
fn overridden(mut study: Study, args: &RunArgs) -> Result<Study> {
    if !args.models.is_empty() {
        study.subjects.clone_from(&args.models);
    }
    if let Some(n) = args.n {
        study.families.iter_mut().for_each(|family| family.n = n);
    }
    study.seed = args.seed.unwrap_or(study.seed);
    study.profile = args.profile.map_or(study.profile, Into::into);
    study.ask = args.ask.map_or(study.ask, Into::into);
    match args.temperature.as_slice() {
        [] => {}
        [one] if study.temperatures.is_empty() => study.sampling.temperature = Some(*one),
        several => {
            study.temperatures = several.to_vec();
            study.sampling.temperature = None;
        }
    }
    if let Some(rule) = &args.voting {
        study.voting = Some(Voting { rule: rule.clone(), first: None, most: None, odds: None });
    }
    choose_strategies(&mut study, &args.strategies)?;
    if args.sequential {
        study.sequential = Some(study.sequential.unwrap_or_else(|| sequential::suited(&study)));
    }
    if let Some(block) = args.block {
        study.sequential = Some(Sequential { block });
    }
    study.aa = args.aa.or(study.aa).filter(|share| *share > 0.0);
    args.settings.replace(&mut study.sampling);
    study_file::check(&study)?;
    Ok(study)
}

/// Keeps the strategies that were asked for, and the hypotheses about them.
fn choose_strategies(study: &mut Study, wanted: &[String]) -> Result<()> {
    let known: Vec<&str> = study.strategies.iter().map(|one| one.name.as_str()).collect();
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(&name.as_str())) {
        match known.as_slice() {
            [] => bail!(
                "study `{}` writes out no strategies: --strategy needs one that does",
                study.id
            ),
            known => bail!("there is no strategy `{unknown}`; the study has {}", known.join(", ")),
        }
    }
    if wanted.is_empty() {
        return Ok(());
    }
    let narrowed = Narrowed::to_strategies(study, wanted);
    for LeftOut { hypothesis, part, lacks, in_part, .. } in &narrowed.left_out {
        let what = if *in_part {
            format!("`{hypothesis}` under `{part}`")
        } else {
            format!("`{hypothesis}`")
        };
        voice::note(&format!(
            "left out: {what}, which compares answers to the strategy `{lacks}`: add --strategy {lacks}"
        ));
    }
    *study = rest(narrowed);
    Ok(())
}

fn plan(study: &Study, problems: Vec<Problem>) -> Result<Plan> {
    let plan = Plan::with_problems(study, problems);
    plan.with_context(|| format!("planning study `{}`", study.id))
}

/// Questions that one run directory holds: what a machine of a laboratory keeps in memory.
const MOST_QUESTIONS: u64 = 20_000_000;

/// Refuses what would not fit in memory before any of it is made: so many times what is planned.
fn check_size(study: &Study, plan: &Plan, growth: f64) -> Result<()> {
    let asking = Asking::of(study)?;
    let of = |sampling: &Sampling| u64::from(asking.bounds(sampling.temperature).1);
    let each = (plan.questions.len() as f64 * growth) as u64;
    let repeats = samplings(study).iter().map(of).sum();
    let subjects = study.subjects.len() as u64;
    let total = each.saturating_mul(repeats).saturating_mul(subjects);
    if total > MOST_QUESTIONS {
        bail!(
            "study `{}` asks {each} questions {repeats} times of {subjects} subjects, {total} in \
             all, and a run holds at most {MOST_QUESTIONS}: lower n or repeats, or run the \
             subjects into directories of their own",
            study.id
        );
    }
    Ok(())
}

/// What a directory holds from earlier runs beside what this one asks for.
fn more_than_asked(asked: &Study, held: &Study) -> Option<String> {
    let mut more = Vec::new();
    for family in &held.families {
        let own = asked
            .families
            .iter()
            .find(|f| (&f.name, &f.variants) == (&family.name, &family.variants));
        if own.is_none_or(|own| own.n < family.n) {
            more.push(format!("{} with n = {}", family.name, family.n));
        }
    }
    if held.repeats > asked.repeats {
        more.push(format!("{} repeats", held.repeats));
    }
    let temperatures: Vec<String> = held
        .temperatures
        .iter()
        .filter(|t| !asked.temperatures.contains(t))
        .map(ToString::to_string)
        .collect();
    if !temperatures.is_empty() {
        more.push(format!("temperatures {}", temperatures.join(", ")));
    }
    let strategies: Vec<&str> = held
        .strategies
        .iter()
        .filter(|one| !asked.strategies.iter().any(|own| own.name == one.name))
        .map(|one| one.name.as_str())
        .collect();
    if !strategies.is_empty() {
        more.push(format!("strategies {}", strategies.join(", ")));
    }
    if let Some(share) = held.aa.filter(|held| asked.aa.is_none_or(|own| own < *held)) {
        more.push(format!("controls of a share of {share}"));
    }
    let others = held.subjects.iter().filter(|subject| !asked.subjects.contains(subject));
    more.extend(others.map(|subject| format!("answers of {}", escape_line(subject))));
    (!more.is_empty()).then(|| more.join(", "))
}

/// Whether something stopped a model that does not pass with time.
fn needs_mending(summary: &Summary) -> bool {
    let passes = summary.limited && summary.stopped.iter().all(|one| one.kind.is_transient());
    !summary.stopped.is_empty() && !passes
}

fn tell(summary: &Summary) {
    voice::note(&format!(
        "{} stored, {} were there before, {}",
        counted(summary.answered, "answer", "answers"),
        summary.already,
        watch::retries(summary)
    ));
    if summary.elsewhere + summary.wasted > 0 {
        voice::note(&format!(
            "{} answers came from other workers; {} of ours came second and are kept apart",
            summary.elsewhere, summary.wasted
        ));
    }
    watch::tell(summary);
    let again = match Ending::of(summary) {
        Ending::Budget => "run the same command again with a larger budget",
        Ending::Partial | Ending::Failed | Ending::Limit if needs_mending(summary) => {
            "mend what stopped a model, and run the same command again"
        }
        Ending::Failed => "see why they are refused, and run the same command again",
        _ => "run the same command again",
    };
    watch::tell_lacking(summary, again);
    if let Some(refused) = summary.failed.get(&ErrorKind::BadRequest) {
        voice::note(&format!(
            "{refused} of them were refused by the server, which says why in the failures that \
             `peirast show` prints; another run asks these last"
        ));
        if summary.answered == 0 && summary.already > 0 && summary.failed.len() == 1 {
            voice::note(
                "nothing that was asked this time was answered: what is left may be refused for good",
            );
        }
    }
}

/// Tests what has been answered and writes every artifact. A store that is still open is closed meanwhile.
async fn finish(
    dir: &Path,
    study: &Study,
    store: Option<Store>,
    problems: Catalogue,
    early: Option<Early>,
    args: &RunArgs,
) -> Result<()> {
    let store = match store {
        Some(store) => store,
        None => Store::open_read_only(dir).await?,
    };
    let analysed = async {
        let Whole { report, outcomes, served, .. } =
            analyse_run(dir, &store, problems, early).await?;
        let manifest = manifest(&store, &report, served).await?;
        anyhow::Ok((report, outcomes, manifest))
    };
    let analysed = analysed.await;
    let closing = tokio::spawn(async move { store.close().await });
    let written = analysed.and_then(|(report, outcomes, manifest)| {
        let (paged, tabled) = rayon::join(
            || write(&dir.join("report.html"), &page(&report)),
            || write_tables(dir, &report, &outcomes),
        );
        paged.and(tabled).map(|()| (report, manifest))
    });
    // Whatever became of the report, the store is one file again.
    closing.await?;
    let (report, manifest) = written?;
    write(&dir.join("manifest.json"), &manifest)?;
    for trouble in report.subjects.iter().filter_map(SubjectSummary::trouble) {
        voice::note(&format!(
            "{trouble}: look at one of them with `peirast show` before more are asked"
        ));
    }
    if args.flow.fills_stdout() {
        return Ok(());
    }
    let text = if args.json { json_lines(&report.rows) } else { overview(study, &report, dir) };
    voice::outcome(&text)
}

fn overview(study: &Study, report: &Report, dir: &Path) -> String {
    let simulated = if report.simulated {
        "Subjects named sim: are simulated programs with known behaviour, not language models.\n\n"
    } else {
        ""
    };
    format!(
        "{}\n\n{simulated}{}\n{}\nstudy {} · hash {} · seed {} · version {}\nreport: {}\n",
        escape_line(&report.title),
        findings_text(&report.findings) + &measure::main_tables(&report.measured),
        subjects_text(&report.subjects) + &super::test::controls_text(report),
        study.id,
        study.hash(),
        study.seed,
        peirast_record::VERSION,
        escape_line(&dir.join("report.html").display().to_string())
    )
}
