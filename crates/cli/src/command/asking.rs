//! Asking: what a run does between its plan and its report.

use super::batch::check_free;
use super::books::Books;
use super::censuses::Censuses;
use super::growing::{Growing, Told};
use super::money::Money;
use super::planned::{opened, store_rest};
use super::questions::{Questions, SubjectTrials};
use super::report::{Early, write};
use super::reuse::{take_over, tell_vain};
use super::run::Planned;
use super::sequential::{self, Schedule};
use super::worker::process_name;
use crate::args::RunArgs;
use crate::ballot_box::Cast;
use crate::costs::{RunPurse, longest, note_longest, noted_longest};
use crate::ear::Ear;
use crate::subjects::is_simulated;
use crate::watch::{FLOW, achieved};
use crate::{run_dir, voice};
use anyhow::Result;
use peirast_record::{Key, Study, Trial};
use peirast_run::{BudgetGuard, Cancel, Runner, Summary};
use peirast_store::Store;
use peirast_throttle::RetryPolicy;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked at whether a budget leaves room for less in flight than is written down.
const NARROWED: Duration = Duration::from_secs(1);

/// What came of asking.
pub(super) struct Asked {
    pub(super) summary: Summary,
    /// The study that the directory now holds.
    pub(super) held: Study,
    /// What was made of the answers already, where they could be read as they came.
    pub(super) early: Option<Early>,
    /// The store, still open where little of it is read any more.
    pub(super) store: Option<Store>,
}

/// Asks what has no answer yet.
pub(super) async fn ask(
    dir: &Path,
    study: &Study,
    mut asked: Planned,
    schedule: Option<&Schedule>,
    cancel: &Cancel,
    args: &RunArgs,
) -> Result<Asked> {
    let (store, study) = opened(dir, study, &mut asked, schedule, args).await?;
    let Planned { plan, mut questions, mut growing } = asked;
    let grows = growing.is_some();
    drop(plan);
    let names = questions.subjects.iter().map(|(subject, _)| subject.name());
    check_free(&store, names, &args.live).await?;
    // What is taken over costs nothing here, and is not announced.
    let taken = take_over(&store, &questions, &questions.subjects, args).await?;
    tell_vain(args, &taken).await?;
    let subjects = questions.subjects.iter().map(|(subject, _)| subject);
    let money = Arc::new(Money::kept(&args.prices, &args.budget, &store, subjects).await?);
    // All that a plan costs is announced when all of it is made, and was if it is in the store.
    let is_at_hand = growing.is_none() && !questions.in_store;
    let before = match is_at_hand {
        true => money.before(&store, &study, &questions).await?,
        false => None,
    };
    let answered = match is_at_hand && (money.is_counted() || study.voting.is_some()) {
        true => store.answered_keys().await?,
        false => BTreeSet::new(),
    };
    if study.voting.is_some() {
        // Votes of earlier runs, for which no round looks.
        questions.watch.counting_besides(voted_before(&store, &questions, &answered).await?);
    }
    let subjects = questions.subjects.iter().map(|(subject, _)| subject);
    let mut counted = money.censuses(subjects);
    if let (Some(growing), false) = (&growing, questions.in_store) {
        for (subject, trials) in &questions.subjects {
            questions.watch.anticipate(subject.account(), growing.in_all(trials.len()));
        }
    }
    if store.is_shared()
        && let Some(growing) = growing.take()
    {
        // All that others are to ask as well is in their queue before the first question.
        let books = money.is_counted().then(|| Books::of(&store, &money, None, &questions.watch));
        let told = Told { ear: None, books };
        store_rest(&store, growing, &questions, told, counted.take()).await?;
        questions.in_store = true;
    }
    if money.is_counted() {
        let open = open(&store, &questions, &answered, growing.is_some(), args).await?;
        questions.purse = purse(&store, &money, &study, &questions, open, args).await?;
    }
    questions.watch.costing(questions.purse.as_ref());
    let books =
        questions.purse.as_ref().map(|own| Books::of(&store, &money, Some(own), &questions.watch));

    let early = match is_read_early(&study, schedule) {
        true => {
            let problems = is_at_hand.then(|| questions.problems.clone());
            Early::begin(&store, &study, problems).await?
        }
        false => None,
    };
    let (ear, news) = early.is_some().then(Ear::new).unzip();
    let told = Told { ear: ear.clone(), books };
    let growing = growing.map(|growing| Grown { growing, told, counted });
    let besides = Besides { growing, ear };

    let asking = async {
        match schedule {
            Some(schedule) => {
                let asked = sequential::ask(&store, &study, schedule, &questions, args, cancel);
                let (summary, ended) = asked.await?;
                sequential::tell(dir, &store, &study, &ended, money.prices()).await?;
                Ok(summary)
            }
            None => ask_in_rounds(&store, &study, &questions, besides, args, cancel).await,
        }
    };
    let over = Cancel::new();
    let asking = async {
        let asked = asking.await;
        over.cancel();
        asked
    };
    // The rest of a large plan is stored when nothing is in flight any more.
    let landing = async {
        tokio::select! {
            () = questions.watch.landed() => match &questions.purse {
                Some(purse) if grows => purse.close(&store).await,
                _ => Ok(()),
            },
            () = over.cancelled() => Ok(()),
        }
    };
    // What may be in flight is less when less is left of a budget.
    let narrowing = async {
        while let Some(purse) = &questions.purse {
            tokio::select! {
                () = over.cancelled() => break,
                () = tokio::time::sleep(NARROWED) => purse.narrow(&store).await?,
            }
        }
        anyhow::Ok(())
    };
    let announcing = async {
        let announced = money.announce(&store, before, &questions).await;
        if announced.is_err() {
            cancel.cancel();
        }
        announced
    };
    let reading = async {
        match early.zip(news) {
            Some((early, news)) => early.listen(&store, news).await,
            None => None,
        }
    };
    let (mut summary, landed, narrowed, announced, early) =
        tokio::join!(asking, landing, narrowing, announcing, reading);
    landed.and(narrowed)?;
    if let Some(purse) = &questions.purse {
        // What could not be stored may have been charged: then all stays written down that may be in flight.
        if summary.is_ok() {
            purse.close(&store).await?;
            purse.recount(&store, &questions.prompts, money.prices()).await?;
        }
        money.tell(&store, purse, true).await?;
    }
    announced?;
    if let (Ok(summary), true) = (&mut summary, study.voting.is_some()) {
        count_earlier_votes(&store, &questions, summary).await?;
    }
    if summary.is_ok() && grows {
        write(&dir.join("study.toml"), &toml::to_string(&study)?)?;
    }
    if let Some(run) = summary.as_ref().ok().filter(|run| run.asked > 0) {
        store.set_meta(FLOW, &achieved(run).to_string()).await?;
    }
    // A thousand connections take as long to be closed as a report to be written.
    tokio::task::spawn_blocking(move || drop(questions));
    let store = match (&early, &summary) {
        (Some(_), Ok(_)) => Some(store),
        _ => {
            store.close().await;
            None
        }
    };
    Ok(Asked { summary: summary?, held: study, early, store })
}

/// How many questions each subject may still be asked at most, of which these were `answered`. Of more than can
/// be in flight it need not be known how many there are.
async fn open(
    store: &Store,
    questions: &Questions,
    answered: &BTreeSet<Key>,
    grows: bool,
    args: &RunArgs,
) -> Result<Vec<u64>> {
    if !questions.in_store || grows {
        return Ok(questions.open(answered));
    }
    let in_flight = u64::from(args.flow.concurrency) * questions.subjects.len() as u64;
    let Some(open) = store.open_unless_many(in_flight).await? else {
        return Ok(vec![u64::MAX; questions.subjects.len()]);
    };
    let of = |(subject, _): &SubjectTrials| open.get(subject.name()).copied().unwrap_or(0);
    Ok(questions.subjects.iter().map(of).collect())
}

/// The purse of a run whose subjects may still be asked so many questions each.
async fn purse(
    store: &Store,
    money: &Money,
    study: &Study,
    questions: &Questions,
    open: Vec<u64>,
    args: &RunArgs,
) -> Result<Option<Arc<RunPurse>>> {
    let subjects = questions.subjects.iter().map(|(subject, _)| subject).zip(open);
    let (limit, width) = (questions.limit(study), args.flow.concurrency);
    let purse = money.open(store, &questions.prompts, subjects, limit, width).await?;
    if let (Some(purse), true) = (&purse, questions.in_store)
        && let Some(longest) = noted_longest(store).await?
    {
        purse.widen(store, &longest).await?;
    }
    if let Some(longest) = longest(questions.prompts.values()) {
        note_longest(store, longest).await?;
    }
    Ok(purse)
}

/// How many answers each subject has beside those to its first questions.
async fn voted_before(
    store: &Store,
    questions: &Questions,
    answered: &BTreeSet<Key>,
) -> Result<BTreeMap<String, u64>> {
    let counts = store.counts_by_subject().await?;
    let beside = |(subject, trials): &SubjectTrials| {
        let first = trials.iter().filter(|trial| answered.contains(&trial.key)).count() as u64;
        let all = counts.get(subject.name()).map_or(0, |counts| counts.responses);
        (subject.name().to_owned(), all.saturating_sub(first))
    };
    Ok(questions.subjects.iter().map(beside).collect())
}

/// Votes of earlier runs that this one did not have to look for were there as well.
async fn count_earlier_votes(
    store: &Store,
    questions: &Questions,
    summary: &mut Summary,
) -> Result<()> {
    let counts = store.counts_by_subject().await?;
    let asked = questions.subjects.iter().filter_map(|(s, _)| counts.get(s.name()));
    let stored: u64 = asked.map(|counts| counts.responses).sum();
    let before = stored.saturating_sub(summary.answered + summary.elsewhere);
    summary.trials += before.saturating_sub(summary.already);
    summary.already = summary.already.max(before);
    Ok(())
}

/// Whether all answers are graded by what is known before the first one, and servers need longer to give one
/// than it takes to read it.
fn is_read_early(study: &Study, schedule: Option<&Schedule>) -> bool {
    let by_answers = schedule.is_some() || study.voting.is_some() || study.aa.is_some();
    !by_answers && !study.subjects.iter().any(|name| is_simulated(name))
}

/// Asks the first questions, then those that the votes call for, until they call for none.
async fn ask_in_rounds(
    store: &Store,
    study: &Study,
    questions: &Questions,
    besides: Besides,
    args: &RunArgs,
    cancel: &Cancel,
) -> Result<Summary> {
    let keys = |round: &[SubjectTrials]| -> Vec<Key> {
        round.iter().flat_map(|(_, trials)| &**trials).map(|trial| trial.key.clone()).collect()
    };
    let first = ask_round(store, questions, &questions.subjects, besides, args, cancel);
    let mut summary = first.await?;
    if study.voting.is_none() {
        return Ok(summary);
    }
    let mut asked: BTreeSet<Key> = keys(&questions.subjects).into_iter().collect();
    while !summary.cancelled && summary.spent.is_none() {
        let mut more = Vec::new();
        let cast = Cast::of(store, study, &questions.problems).await?;
        for (subject, first) in &questions.subjects {
            let again = |trial: &Trial, repeat| questions.again(subject.as_ref(), trial, repeat);
            let stopped = summary.stopped.iter().any(|s| s.subject == subject.name());
            let first = if stopped { &[] } else { first.as_slice() };
            // What could not be answered in this run is asked in the next one.
            let new =
                cast.more(first, again).into_iter().filter(|trial| !asked.contains(&trial.key));
            more.push((Arc::clone(subject), Arc::new(new.collect())));
        }
        drop(cast);
        let count: usize = more.iter().map(|(_, trials): &(_, Arc<Vec<Trial>>)| trials.len()).sum();
        if count == 0 {
            break;
        }
        voice::note(&format!("the votes so far call for {count} answers more"));
        asked.extend(keys(&more));
        summary.add(ask_round(store, questions, &more, Besides::default(), args, cancel).await?);
    }
    // Each question once, in however many rounds it came up.
    let answered = store.answered_keys().await?;
    let open = asked.iter().filter(|key| !answered.contains(*key)).count() as u64;
    summary.trials = asked.len() as u64;
    summary.already = summary.trials.saturating_sub(open + summary.answered + summary.elsewhere);
    Ok(summary)
}

/// What there is to a round besides its questions.
#[derive(Default)]
pub(super) struct Besides {
    /// What is made while they are asked.
    growing: Option<Grown>,
    /// Who hears of the answers.
    ear: Option<Ear>,
}

/// What is made while a round goes on, and who hears of it.
struct Grown {
    growing: Growing,
    told: Told,
    /// Its questions, if what they cost is to be announced.
    counted: Option<Censuses>,
}

pub(super) async fn ask_round(
    store: &Store,
    questions: &Questions,
    round: &[SubjectTrials],
    besides: Besides,
    args: &RunArgs,
    cancel: &Cancel,
) -> Result<Summary> {
    take_over(store, questions, round, args).await?;
    let runner = Runner::new(store.clone(), Arc::clone(&questions.prompts))
        .retry(RetryPolicy { max_attempts: args.attempts, ..RetryPolicy::default() })
        .name(process_name())
        .problems(questions.problems.clone())
        .cancel(cancel.clone());
    let sizes = round.iter().map(|(s, trials)| (Arc::clone(s), trials.len() as u64));
    let Besides { growing, ear } = besides;
    let (mut runner, progress) = questions.watch.over(runner, &sizes.collect::<Vec<_>>(), ear);
    if questions.stored_later {
        let about =
            growing.as_ref().map(|grown| run_dir::about(grown.growing.study())).transpose()?;
        for (name, value) in about.into_iter().flatten() {
            runner = runner.sealed_by(name, value);
        }
        let (name, value) = run_dir::WHOLE;
        runner = runner.sealed_by(name, value);
        if let Some(hash) = &questions.plan_of {
            runner = runner.sealed_by(run_dir::PLAN_OF, &*hash.text());
        }
    }
    if let Some(purse) = &questions.purse {
        let purse: Arc<dyn BudgetGuard> = purse.clone();
        runner = runner.budget(purse);
    }
    for (subject, trials) in round {
        runner = match questions.in_store {
            true => runner.planned(Arc::clone(subject)),
            false => runner.subject(Arc::clone(subject), Arc::clone(trials)),
        };
    }
    if let Some(Grown { growing, told, counted }) = growing {
        runner = runner.growing(growing.additions(told, questions, counted)?);
    }
    let summary = runner.run().await;
    progress.finish();
    Ok(summary?)
}
