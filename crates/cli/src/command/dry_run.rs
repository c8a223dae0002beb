//! `peirast run --dry-run`: what would be asked, and what it would cost.

mod told;

pub(super) use told::told;

use super::batch::under_way;
use super::censuses::Censuses;
use super::growing::Growing;
use super::questions::{Questions, SubjectTrials};
use super::reuse::Elsewhere;
use super::sequential::Schedule;
use crate::args::RunArgs;
use crate::ballot_box::Cast;
use crate::costs::{
    Asked, Asking, Counts, Outlook, Pasts, Prices, Seen, budget, in_batches, lacking, pasts_until,
    purser,
};
use crate::{run_dir, voice};
use anyhow::Result;
use peirast_cost::{Amount, Budget, Ending, Grant, Purser};
use peirast_record::{Catalogue, Key, Study, Trial};
use peirast_report::escape_line;
use peirast_store::{Store, StoreError};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What would be asked, and what it would cost.
pub(super) async fn dry_run(
    dir: &Path,
    study: &Study,
    mut questions: Questions,
    growing: Option<Growing>,
    schedule: Option<&Schedule>,
    args: &RunArgs,
) -> Result<String> {
    let mut prices = Prices::load(&args.prices)?;
    let (store, other) = match opened(dir, study, &questions.problems).await? {
        Found::Own(store) => (Some(store), None),
        Found::None => (None, None),
        Found::Other(why) => (None, Some(why)),
    };
    if let Some(store) = &store {
        prices = prices.knowing(store).await?;
    }
    let elsewhere = Elsewhere::of(args).await?;
    let mut held = Held::look(store.as_ref(), study, &questions).await?;
    if let Some(store) = &store {
        held.handed_in = in_batches(store).await?;
        held.handed_in.retain(|key| !held.answered.contains(key));
    }
    if let Some(schedule) = schedule {
        let upcoming = schedule.upcoming(store.as_ref(), &held.answered, study, &questions).await?;
        questions.narrow(upcoming);
    }
    let outlooks = match growing {
        // Nothing of it is answered anywhere.
        Some(growing) => all_counted(growing, &questions)?.outlooks(&prices),
        None => outlooks(store.as_ref(), &held, &questions, &prices, &elsewhere).await?,
    };
    let tariffs = outlooks.iter().map(|one| (one.subject.as_str(), &one.tariff));
    prices.warn_of_age(tariffs);
    let subjects =
        outlooks.iter().map(|one| (one.subject.as_str(), one.endpoint.as_str(), &one.tariff));
    let budget = budget(&args.budget, subjects.clone())?;
    prices.note_free(budget, subjects);
    let refusal = match (&store, other) {
        (_, Some(why)) => Some(format!("{why}. The numbers are those for an empty directory")),
        (Some(store), None) => {
            under_way(store, questions.subjects.iter().map(|(one, _)| one.name()), &args.live)
                .await?
        }
        (None, None) => None,
    };
    let refusal = refusal.map(|why| format!("A run would be refused: {why}."));
    if args.json {
        refusal.iter().for_each(|line| voice::note(line));
        return lines(&outlooks);
    }
    let mut text = told(&outlooks);
    if budget != Budget::default() {
        let subjects = questions.subjects.iter().zip(&outlooks);
        let asking = Asking {
            prompts: &questions.prompts,
            subjects: subjects
                .map(|((s, _), one)| Asked::new(&**s, one.tariff.clone(), one.trials))
                .collect(),
            max_tokens: questions.limit(study),
            concurrency: u64::from(args.flow.concurrency),
        };
        let mut purser = purser(store.as_ref(), &asking, budget, &prices).await?.0;
        // A run knows what it took over before it asks.
        for one in outlooks.iter().filter(|_| !args.reuse.is_empty()) {
            one.terms().into_iter().for_each(|terms| purser.serve(&one.subject, terms));
        }
        let open = |key: &Key| held.is_open(key) && !elsewhere.answered.contains(key);
        let balance = purser.balance();
        text.push_str(&room(purser, &questions, &held, open));
        let lacking = lacking(budget, balance.spent(), &outlooks);
        lacking.iter().for_each(|line| text.push_str(&format!("{line}.\n")));
    }
    if study.sequential.is_some() && outlooks.iter().any(|one| one.forecast.questions.most > 0) {
        let least = match held.answered.is_empty() {
            true => "the first step and all of them",
            false => "the steps under way and all that may follow",
        };
        text.push_str(&format!(
            "Questions stop when their comparisons are decided: between {least} are asked; the most is for \
             all.\n",
        ));
    } else if outlooks
        .iter()
        .any(|one| one.forecast.questions.most > one.forecast.questions.expected)
    {
        text.push_str(
            "Where the first answers differ, the voting asks again: the most is for the most that it may \
             ask.\n",
        );
    }
    if let Some(line) = refusal {
        text.push_str(&format!("{}\n", escape_line(&line)));
    }
    text.push_str("Nothing was asked.\n");
    Ok(text)
}

/// All questions of a plan that begins with these, counted.
fn all_counted(growing: Growing, begun: &Questions) -> Result<Censuses> {
    let subjects = begun.subjects.iter().map(|(subject, _)| (subject, true));
    growing.counted(begun, Censuses::of(subjects))
}

/// What is spent of a budget, and whether the next question fits: by the same count that a run would
/// keep.
fn room(
    mut purser: Purser,
    questions: &Questions,
    held: &Held,
    is_open: impl Fn(&Key) -> bool,
) -> String {
    let (budget, balance) = (purser.budget(), purser.balance());
    let mut text =
        format!("The budget is {budget}; {} of it are spent", budget.told(balance.settled));
    if balance.uncertain != Amount::default() {
        let besides = budget.told(balance.uncertain);
        text.push_str(&format!(", and up to {besides} may have been charged besides"));
    }
    text.push_str(".\n");
    for (subject, trials) in &questions.subjects {
        let mut trials = trials.iter().chain(held.called(subject.name()));
        let next = trials.find(|trial| is_open(&trial.key));
        let next = next.and_then(|next| Some((next, questions.prompts.get(&next.prompt)?)));
        let Some((trial, prompt)) = next else { continue };
        match purser.admit(trial, prompt) {
            Grant::Refused(why) => return format!("{text}A run would ask nothing: {why}.\n"),
            Grant::Granted | Grant::Later => purser.release(trial, Ending::NotSent),
        }
    }
    text
}

/// What there is where answers would be kept.
enum Found {
    /// Nothing yet.
    None,
    /// Answers to this study.
    Own(Store),
    /// Something else, and why that cannot be taken up.
    Other(String),
}

async fn opened(dir: &Path, study: &Study, problems: &Catalogue) -> Result<Found> {
    let store = match Store::open_read_only(dir).await {
        Err(StoreError::Missing { .. }) => return Ok(Found::None),
        store => store?,
    };
    let fits = match run_dir::check_design(&store, study).await {
        Ok(()) => run_dir::check_problems(&store, problems.all()).await,
        refused => refused,
    };
    match fits {
        Ok(()) => Ok(Found::Own(store)),
        Err(error) if error.is::<run_dir::Refused>() => Ok(Found::Other(error.to_string())),
        Err(error) => Err(error),
    }
}

/// What a store holds before anything is asked. Whoever looks ahead while a run goes on goes by this,
/// so that its own answers are no news to it.
#[derive(Default)]
pub(super) struct Held {
    /// The trials that have an answer.
    answered: BTreeSet<Key>,
    /// The trials that are in batches under way; they are announced all the same.
    handed_in: BTreeSet<Key>,
    /// What the votes so far call for beyond the first answers, by subject.
    called: BTreeMap<String, Vec<Trial>>,
    /// Whether there are votes.
    votes: bool,
}

impl Held {
    /// Whether anything is left to ask, or may be called for by votes.
    pub(super) fn leaves_open(&self, questions: &Questions) -> bool {
        let first = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
        let mut trials = first.chain(self.called.values().flatten());
        trials.any(|trial| self.is_open(&trial.key))
    }

    /// Takes some trials for such as are not to be asked.
    pub(super) fn leave_out(&mut self, trials: impl Iterator<Item = Key>) {
        let answered = &self.answered;
        self.handed_in.extend(trials.filter(|key| !answered.contains(key)));
    }

    /// Whether a trial is neither answered nor in a batch under way.
    fn is_open(&self, key: &Key) -> bool {
        !self.answered.contains(key) && !self.handed_in.contains(key)
    }

    /// Looks at the keys alone, unless votes are to be counted.
    pub(super) async fn look(
        store: Option<&Store>,
        study: &Study,
        questions: &Questions,
    ) -> Result<Self> {
        let votes = study.voting.is_some();
        let mut held = Self { votes, ..Self::default() };
        let Some(store) = store else { return Ok(held) };
        held.answered = store.answered_keys().await?;
        if !votes || held.answered.is_empty() {
            return Ok(held);
        }
        let cast = Cast::of(store, study, &questions.problems).await?;
        for (subject, trials) in &questions.subjects {
            let again = |trial: &Trial, repeat| questions.again(subject.as_ref(), trial, repeat);
            let mut more = cast.more(trials, again);
            let first: BTreeSet<&Key> = trials.iter().map(|trial| &trial.key).collect();
            more.retain(|trial| !first.contains(&trial.key));
            held.called.insert(subject.name().to_owned(), more);
        }
        Ok(held)
    }

    /// What the votes so far call for of a subject, beyond its first answers.
    fn called(&self, subject: &str) -> &[Trial] {
        self.called.get(subject).map_or(&[], Vec::as_slice)
    }
}

/// What each subject is still to be asked, and what that will cost.
pub(super) async fn outlooks(
    store: Option<&Store>,
    held: &Held,
    questions: &Questions,
    prices: &Prices,
    elsewhere: &Elsewhere,
) -> Result<Vec<Outlook>> {
    let counts = count(questions).await?;
    let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
    let mut pasts = Pasts::nowhere(prices);
    let mut there: BTreeMap<String, u64> = BTreeMap::new();
    if let Some(store) = store.filter(|_| !held.answered.is_empty()) {
        let then = |key: &Key| held.answered.contains(key);
        pasts = pasts_until(store, prices, &counting, &then).await?;
        there = answered_by_subject(store, held, questions).await?;
    }
    elsewhere.teach(&mut pasts, questions, &held.answered, &counting).await?;
    let pasts = pasts.all();
    let elsewhere = &elsewhere.answered;
    let outlook = |(at, (subject, trials)): (usize, &SubjectTrials)| {
        let taken =
            |trial: &&Trial| elsewhere.contains(&trial.key) && !held.answered.contains(&trial.key);
        let called = held.called(subject.name());
        let now = || trials.iter().chain(called);
        let reused = now().filter(taken).count() as u64;
        let open = |trial: &&Trial| held.is_open(&trial.key) && !taken(trial);
        let least = now().filter(open).count() as u64;
        let there = there.get(subject.name()).copied().unwrap_or_default();
        let handed_in = now().filter(|trial| held.handed_in.contains(&trial.key)).count() as u64;
        // What votes and later steps may ask for besides, as far as it is not answered.
        let more = match questions.later.get(at) {
            Some(later) => later.iter().filter(open).count() as u64,
            None if least > 0 => questions.most.saturating_sub(there + reused + handed_in + least),
            None => 0,
        };
        let first = trials.iter().filter(|trial| held.answered.contains(&trial.key)).count() as u64;
        let voted = if held.votes { there.saturating_sub(first) } else { 0 };
        let seen = Seen::new(subject.name(), subject.endpoint(), trials);
        let (taken_over, handed_in) = (reused, Some(&held.handed_in));
        let seen = Seen { called, voted, more, taken_over, handed_in, ..seen };
        let answered = |key: &Key| held.answered.contains(key) || elsewhere.contains(key);
        Outlook::new(&seen, &answered, pasts.get(subject.name()), &counts, prices)
    };
    Ok(questions.subjects.iter().enumerate().map(outlook).collect())
}

/// The tokens of every prompt. A run goes on meanwhile.
async fn count(questions: &Questions) -> Result<Counts> {
    let names = questions.subjects.iter().map(|(subject, _)| subject.name().to_owned());
    let (prompts, names) = (Arc::clone(&questions.prompts), names.collect::<Vec<String>>());
    let of = move || Counts::of(&prompts, names.iter().map(String::as_str));
    Ok(tokio::task::spawn_blocking(of).await?)
}

/// How many answers of each subject the study asks for. A directory may hold answers to other
/// strategies and at other temperatures too.
async fn answered_by_subject(
    store: &Store,
    held: &Held,
    questions: &Questions,
) -> Result<BTreeMap<String, u64>> {
    let warmths: BTreeMap<&str, BTreeSet<Option<u64>>> = questions
        .subjects
        .iter()
        .map(|(subject, trials)| (subject.name(), trials.iter().map(warmth).collect()))
        .collect();
    let own = |trial: &Trial| {
        questions.prompts.contains_key(&trial.prompt)
            && held.answered.contains(&trial.key)
            && warmths.get(&*trial.subject).is_some_and(|warm| warm.contains(&warmth(trial)))
    };
    let mut counts = BTreeMap::new();
    for trial in store.load_trials().await?.into_iter().filter(own) {
        *counts.entry(trial.subject.to_string()).or_default() += 1;
    }
    Ok(counts)
}

/// The outlooks as JSON lines.
fn lines(outlooks: &[Outlook]) -> Result<String> {
    let mut text = String::new();
    for one in outlooks {
        let line = json!({
            "subject": one.subject, "endpoint": one.endpoint, "trials": one.trials,
            "answered": one.answered, "taken_over": one.taken_over, "in_batches": one.handed_in,
            "spent": one.spent, "forecast": one.forecast,
        });
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    Ok(text)
}

/// The temperature of a trial, by its bits.
fn warmth(trial: &Trial) -> Option<u64> {
    trial.sampling.temperature.map(f64::to_bits)
}
