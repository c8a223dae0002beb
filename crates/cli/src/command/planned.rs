//! Planning: what is stored before anything is asked, and `run --plan-only`, which stops there.

use super::books::Books;
use super::censuses::Censuses;
use super::growing::{Growing, Told};
use super::money::Money;
use super::questions::Questions;
use super::report::write;
use super::reuse::{take_over, tell_vain};
use super::run::Planned;
use super::sequential::Schedule;
use crate::args::{LiveArgs, RunArgs, StoreUrl};
use crate::ending::Ending;
use crate::interrupt::Interrupts;
use crate::{column, run_dir, voice};
use anyhow::{Result, anyhow, bail};
use futures::stream::StreamExt as _;
use peirast_record::{Key, Prompt, Study, Trial};
use peirast_report::escape_line;
use peirast_run::PlanChunk;
use peirast_store::{Address, Batch, Store};
use peirast_task::Plan;
use std::collections::BTreeSet;
use std::path::Path;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::runtime::Runtime;

/// Stores what is going to be asked, or leaves that to the run where the directory holds nothing yet:
/// then the first questions are asked while the others are stored. Gives the store, and the study that
/// the directory now holds, whose plan is whole unless it `grows`.
async fn planned(
    dir: &Path,
    study: &Study,
    plan: &Plan,
    questions: &mut Questions,
    schedule: Option<&Schedule>,
    grows: bool,
    args: &RunArgs,
) -> Result<(Store, Study)> {
    let asked = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
    let address = args.store.as_ref().map(|url| located(url, dir)).transpose()?;
    let store = run_dir::prepare(dir, address.as_ref(), study, plan, asked).await?;
    let alone = schedule.is_none() && args.reuse.is_empty() && !args.plan_only;
    let was_whole = run_dir::is_whole(&store).await?;
    run_dir::forget_plan_of(&store).await?;
    let described = match was_whole {
        true => None,
        false => Some(run_dir::describe(&store, study, plan).await?),
    };
    if store.counts().await?.trials == 0 {
        questions.plan_of = Some(study.hash());
    }
    questions.stored_later = alone && !store.is_shared() && !was_whole;
    if was_whole && schedule.is_none() {
        questions.unplanned = Some(unplanned(&store, questions).await?);
    }
    // On PostgreSQL the plan is the queue as well, and is looked through again.
    let is_stored = questions.unplanned.as_ref().is_some_and(BTreeSet::is_empty);
    if !questions.stored_later && (store.is_shared() || !is_stored) {
        store_plan(&store, plan, questions, schedule).await?;
        if !grows {
            run_dir::set_whole(&store).await?;
        }
    }
    let held = match described {
        Some(held) => held,
        None => run_dir::describe(&store, study, plan).await?,
    };
    if !questions.stored_later && !grows && schedule.is_none() {
        note_plan_of(&store, study, questions).await?;
    }
    let endpoints = questions.subjects.iter().map(|(s, _)| (s.name(), s.endpoint()));
    run_dir::set_endpoints(&store, endpoints).await?;
    run_dir::set_unsent(&store, &questions.unsent).await?;
    write(&dir.join("study.toml"), &toml::to_string(&held)?)?;
    Ok((store, held))
}

/// Writes down that all that is stored is the plan of this study, if nothing else is there than its questions,
/// which all are.
async fn note_plan_of(store: &Store, study: &Study, questions: &Questions) -> Result<()> {
    let own: usize = questions.subjects.iter().map(|(_, trials)| trials.len()).sum();
    match store.counts().await?.trials == own as u64 {
        true => run_dir::set_plan_of(store, study).await,
        false => Ok(()),
    }
}

/// The address of a run on PostgreSQL, which is called like its directory unless it has a name.
pub(super) fn located(url: &StoreUrl, dir: &Path) -> Result<Address> {
    let address = url.address()?;
    if address.run().is_some() {
        return Ok(address);
    }
    let name = dir.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    Ok(address.of_run(&name)?)
}

/// Opens the store of what is going to be asked, of which it may hold the plan already, to its end or from its
/// beginning. Gives it with the study that the directory holds when all of that is stored.
pub(super) async fn opened(
    dir: &Path,
    study: &Study,
    asked: &mut Planned,
    schedule: Option<&Schedule>,
    args: &RunArgs,
) -> Result<(Store, Study)> {
    let Planned { plan, questions, growing } = asked;
    let begun = growing.as_ref().map(Growing::begun);
    if questions.in_store {
        let store = Store::open_or_create(dir).await?;
        let now = begun.as_ref().unwrap_or(study);
        // What cannot be written at the end is said before anything is asked.
        write(&dir.join("study.toml"), &toml::to_string(now)?)?;
        return Ok((store, study.clone()));
    }
    let Some(begun) = begun else {
        return planned(dir, study, plan, questions, schedule, false, args).await;
    };
    let (store, _) = planned(dir, &begun, plan, questions, schedule, true, args).await?;
    questions.plan_of = questions.plan_of.take().map(|_| study.hash());
    run_dir::set_grows_to(&store, study).await?;
    Ok((store, study.clone()))
}

/// Stores the rest of a plan before any of it is asked, a stretch after the other, and that it is whole.
pub(super) async fn store_rest(
    store: &Store,
    growing: Growing,
    questions: &Questions,
    told: Told,
    counted: Option<Censuses>,
) -> Result<()> {
    let study = growing.study().clone();
    let facts = run_dir::about(&study)?;
    let mut additions = pin!(growing.additions(told, questions, counted)?);
    let shown = questions.planning();
    while let Some(addition) = additions.next().await {
        let addition =
            addition.map_err(|error| anyhow!(error).context("the plan cannot be made"))?;
        shown.inc(addition.questions() as u64);
        let PlanChunk { problems, prompts, trials } = addition;
        let prompts: Vec<Arc<Prompt>> = prompts.into_values().collect();
        let subjects = questions.subjects.iter().map(|(subject, _)| subject.endpoint());
        let trials: Vec<(&str, &[Trial])> =
            subjects.zip(&trials).map(|(endpoint, trials)| (endpoint, trials.as_slice())).collect();
        let problems = problems.all();
        let batch = Batch { problems, prompts: &prompts, trials: &trials, ..Batch::default() };
        store.write(&batch).await?;
    }
    shown.finish_and_clear();
    for (name, value) in facts {
        store.set_meta(name, &value).await?;
    }
    run_dir::set_whole(store).await?;
    run_dir::set_plan_of(store, &study).await
}

/// What is said to who interrupts the storing of a plan.
const INTERRUPTED: &str = "interrupted; the plan is still stored to its end (interrupt again to end at once: the same command goes \
     on then)";

/// Stores what is to be asked, and says how workers are started. Somebody is `waiting` for interrupts until anything
/// is stored.
pub(super) fn plan_only(
    runtime: &Runtime,
    waiting: Interrupts,
    (dir, study): (&Path, &Study),
    mut asked: Planned,
    args: &RunArgs,
) -> Result<ExitCode> {
    if study.sequential.is_some() {
        bail!(
            "study `{}` is tested while its answers come in, and what is asked next follows from \
             them: run it without --plan-only; workers can help with --wait",
            study.id
        );
    }
    let (text, is_interrupted) = runtime.block_on(async {
        let interrupts = Interrupts::saying(INTERRUPTED);
        drop(waiting);
        let subjects = asked.questions.subjects.iter().map(|(subject, _)| subject);
        Money::check(dir, &args.prices, &args.budget, subjects).await?;
        let (store, held) = opened(dir, study, &mut asked, None, args).await?;
        let Planned { questions, growing, .. } = asked;
        let taken = take_over(&store, &questions, &questions.subjects, args).await?;
        tell_vain(args, &taken).await?;
        let subjects = || questions.subjects.iter().map(|(subject, _)| subject);
        let money = Money::kept(&args.prices, &args.budget, &store, subjects()).await?;
        let money = Arc::new(money);
        // Workers know no prices: what is not announced now is not announced.
        match growing {
            Some(growing) => {
                let books =
                    money.is_counted().then(|| Books::of(&store, &money, None, &questions.watch));
                let told = Told { ear: None, books };
                store_rest(&store, growing, &questions, told, money.censuses(subjects())).await?;
                write(&dir.join("study.toml"), &toml::to_string(&held)?)?;
            }
            None if questions.in_store => {}
            None => {
                let before = money.before(&store, &held, &questions).await?;
                money.announce(&store, before, &questions).await?;
            }
        }
        let text = overview(dir, &store, &held, &money, &args.live).await?;
        store.close().await;
        Ok::<_, anyhow::Error>((text, interrupts.cancel().is_cancelled()))
    })?;
    voice::result(&text)?;
    Ok(if is_interrupted { Ending::Interrupted.into() } else { ExitCode::SUCCESS })
}

/// What is planned and open, and how it is asked.
async fn overview(
    dir: &Path,
    store: &Store,
    study: &Study,
    money: &Money,
    live: &LiveArgs,
) -> Result<String> {
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
    if let Some(announced) = money.announced(store).await? {
        text.push_str(&format!("{announced}\n"));
    }
    let place = match store.is_shared() {
        true => format!("--store '{}'", store.path().display()),
        false => dir.display().to_string(),
    };
    text.push_str(&match lanes.iter().any(|lane| lane.answered < lane.trials) {
        true => {
            format!("Nothing was asked. To ask: peirast worker {place}{}\n", live.repeated())
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

/// The questions that are not in the store.
async fn unplanned(store: &Store, questions: &Questions) -> Result<BTreeSet<Key>> {
    let stored = store.trial_keys().await?;
    let trials = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
    let new = trials.filter(|trial| !stored.contains(&trial.key));
    Ok(new.map(|trial| trial.key.clone()).collect())
}

async fn store_plan(
    store: &Store,
    plan: &Plan,
    questions: &Questions,
    schedule: Option<&Schedule>,
) -> Result<()> {
    let prompts: Vec<Arc<Prompt>> = questions.prompts.values().cloned().collect();
    // What is asked only if it is still needed then is registered then.
    let trials: Vec<(&str, &[Trial])> = match schedule {
        Some(_) => Vec::new(),
        None => questions.subjects.iter().map(|(s, t)| (s.endpoint(), t.as_slice())).collect(),
    };
    let batch =
        Batch { problems: &plan.problems, prompts: &prompts, trials: &trials, ..Batch::default() };
    store.write(&batch).await?;
    Ok(())
}
