//! Forecasts: the questions that a run would ask, and their cost.

use crate::batch::under_way;
use crate::error::{Error, Result};
use crate::event::{RunEvent, SharedSink};
use crate::money::{
    ForecastInputs, PlanTokenCounter, Prices, PromptTokens, QuestionStatus, SpendingHistory,
    SubjectForecast, TokenCensus, history_where, lacking, ledger,
};
use crate::options::RunOptions;
use crate::plan::{PlanRest, PlanStream, QuestionSet, SubjectTrials};
use crate::rounds::Schedule;
use crate::run_dir;
use crate::votes::VoteTally;
use peirast_cost::{Balance, Budget, BudgetLedger, Ending, Grant};
use peirast_record::{Catalogue, Key, Study, Trial, is_simulated};
use peirast_store::{Store, StoreError, SubmissionStage};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

mod reused;

pub(crate) use reused::ReusedRuns;

/// The questions that a run would ask, and their forecast cost.
pub struct ForecastReport {
    /// Forecast of each subject.
    pub forecasts: Vec<SubjectForecast>,
    /// Reason for which a run would be refused, if there is one.
    pub refusal: Option<String>,
    /// Rest of the budget, where one was given.
    pub budget: Option<BudgetForecast>,
    /// Rule that decides how much is asked beyond the expected questions.
    pub extent: Extent,
}

/// The rest of a budget before a run.
#[derive(Clone, Debug)]
pub struct BudgetForecast {
    /// The budget.
    pub budget: Budget,
    /// Spending, and uncertain charges.
    pub balance: Balance,
    /// Reason for which the next question would not be asked, if it does not fit.
    pub refused: Option<String>,
    /// Message if the run is expected to cost more than is left.
    pub lacking: Option<String>,
}

/// The rule that decides how much of a plan is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The whole plan is asked.
    Fixed,
    /// Questions stop when their comparisons are decided.
    Sequential {
        /// True if answers of earlier steps are stored.
        is_begun: bool,
    },
    /// Votes ask again where the first answers differ.
    Votes,
}

/// Forecasts a run into a directory.
pub(crate) async fn forecast(
    dir: &Path,
    plan: PlanStream,
    options: &RunOptions,
    events: &SharedSink,
) -> Result<ForecastReport> {
    let schedule = match plan.study.sequential {
        Some(steps) => Some(Schedule::new(steps.block, &plan.study, &plan.plan, &plan.questions)?),
        None => None,
    };
    let PlanStream { study, mut questions, rest, .. } = plan;
    let mut prices = Prices::load(&options.prices)?;
    let (store, other) = opened(dir, &study, &questions.problems).await?;
    if let Some(store) = &store {
        prices = prices.knowing(store).await?;
    }
    let reused = ReusedRuns::open(&options.reuse).await?;
    let mut before = StoreSnapshot::take(store.as_ref(), &study, &questions).await?;
    if let Some(store) = &store {
        before.handed_in = store.submitted_at(SubmissionStage::is_open).await?;
        before.handed_in.retain(|key| !before.answered.contains(key));
    }
    let mut later = Vec::new();
    if let Some(schedule) = &schedule {
        let answered = &before.answered;
        let upcoming = schedule.upcoming(store.as_ref(), answered, &study, &questions).await?;
        for ((_, trials), next) in questions.subjects.iter_mut().zip(upcoming) {
            *trials = Arc::new(next.planned);
            later.push(next.later);
        }
    }
    let forecasts = match rest {
        // Nothing of it is answered anywhere.
        Some(rest) => all_counted(rest, &questions, events)?.forecasts(&prices),
        None => {
            let asked = UpcomingQuestions { questions: &questions, later: &later };
            forecasts(store.as_ref(), &before, asked, &prices, &reused).await?
        }
    };
    let tariffs = forecasts.iter().map(|one| (one.subject.as_str(), &one.tariff));
    prices.warn_of_age(tariffs, events.as_ref());
    let subjects =
        forecasts.iter().map(|one| (one.subject.as_str(), one.endpoint.as_str(), &one.tariff));
    let budget = options.budget;
    prices.check_budget(budget, subjects.clone())?;
    prices.warn_of_dates(subjects.clone(), events.as_ref());
    prices.note_free(budget, subjects, events.as_ref());
    let refusal = match (&store, other) {
        (_, Some(why)) => Some(format!("{why}. The numbers are those for an empty directory")),
        (Some(store), None) => {
            let names = questions.subjects.iter().map(|(one, _)| one.name());
            under_way(store, names, &options.plan.access).await?
        }
        (None, None) => None,
    };
    let budget = match budget == Budget::default() {
        true => None,
        false => {
            let asked = BudgetedQuestions { questions: &questions, before: &before };
            Some(asked.forecast(store.as_ref(), &forecasts, &prices, &reused, options).await?)
        }
    };
    let extent = extent(&study, &before, &forecasts);
    Ok(ForecastReport { forecasts, refusal, budget, extent })
}

fn extent(study: &Study, before: &StoreSnapshot, forecasts: &[SubjectForecast]) -> Extent {
    let questions = || forecasts.iter().map(|one| one.forecast.questions);
    if study.sequential.is_some() && questions().any(|one| one.most > 0) {
        Extent::Sequential { is_begun: !before.answered.is_empty() }
    } else if questions().any(|one| one.most > one.expected) {
        Extent::Votes
    } else {
        Extent::Fixed
    }
}

/// Counts the tokens of all chunks of a plan.
fn all_counted(
    rest: PlanRest,
    first: &QuestionSet,
    events: &SharedSink,
) -> Result<PlanTokenCounter> {
    let subjects = first.subjects.iter().map(|(subject, _)| (subject, true));
    let total = first.total();
    let counter = PlanTokenCounter::new(subjects);
    let planned = |questions| events.emit(&RunEvent::Planning { questions, total });
    let counted = rest.counted(first, counter, planned);
    events.emit(&RunEvent::Planning { questions: 0, total: 0 });
    counted
}

/// Questions that a budget has to pay for.
struct BudgetedQuestions<'a> {
    questions: &'a QuestionSet,
    before: &'a StoreSnapshot,
}

impl BudgetedQuestions<'_> {
    /// Returns the rest of the budget by the ledger that a run uses.
    async fn forecast(
        &self,
        store: Option<&Store>,
        forecasts: &[SubjectForecast],
        prices: &Prices,
        reused: &ReusedRuns,
        options: &RunOptions,
    ) -> Result<BudgetForecast> {
        let live = forecasts.iter().filter(|one| !is_simulated(&one.subject));
        let terms =
            live.map(|one| (one.subject.clone(), prices.terms(&one.subject, &one.endpoint)));
        let (terms, prompts) = (terms.collect(), &self.questions.prompts);
        let mut ledger = ledger(store, terms, prompts, options.budget, prices).await?.0;
        // A run knows which answers it reused before it asks.
        for one in forecasts.iter().filter(|_| !options.reuse.is_empty()) {
            one.terms().into_iter().for_each(|terms| ledger.serve(&one.subject, terms));
        }
        let balance = ledger.balance();
        let lacking = lacking(options.budget, balance.spent(), forecasts);
        let refused = self.refused(&mut ledger, reused);
        Ok(BudgetForecast { budget: options.budget, balance, refused, lacking })
    }

    /// Returns the reason for which the next question of a subject does not fit into the budget.
    fn refused(&self, ledger: &mut BudgetLedger, reused: &ReusedRuns) -> Option<String> {
        let is_open = |key: &Key| self.before.is_open(key) && !reused.answered.contains(key);
        for (subject, trials) in &self.questions.subjects {
            let mut trials = trials.iter().chain(self.before.called(subject.name()));
            let next = trials.find(|trial| is_open(&trial.key));
            let prompts = &self.questions.prompts;
            let next = next.and_then(|next| Some((next, prompts.get(&next.prompt)?)));
            let Some((trial, prompt)) = next else { continue };
            match ledger.admit(trial, prompt) {
                Grant::Refused(why) => return Some(why.to_string()),
                Grant::Granted | Grant::Later => ledger.release(trial, Ending::NotSent),
            }
        }
        None
    }
}

/// Opens the store of a directory, if there is one; or returns why it does not fit the study.
async fn opened(
    dir: &Path,
    study: &Study,
    problems: &Catalogue,
) -> Result<(Option<Store>, Option<String>)> {
    let store = match Store::open_read_only(dir).await {
        Err(StoreError::Missing { .. }) => return Ok((None, None)),
        store => store?,
    };
    let fits = match run_dir::check_design(&store, study).await {
        Ok(()) => run_dir::check_problems(&store, problems.all()).await,
        refused => refused,
    };
    match fits {
        Ok(()) => Ok((Some(store), None)),
        Err(error @ Error::Conflict(_)) => Ok((None, Some(error.to_string()))),
        Err(error) => Err(error),
    }
}

/// Content of a store before a run asks anything. Announcements that are computed while a run goes
/// on use it, so that the run's own answers do not count.
#[derive(Default)]
pub(crate) struct StoreSnapshot {
    answered: BTreeSet<Key>,
    /// Trials in open batches; they are announced all the same.
    handed_in: BTreeSet<Key>,
    /// Trials that the votes call for beyond the first answers, by subject.
    called: BTreeMap<String, Vec<Trial>>,
    votes: bool,
}

impl StoreSnapshot {
    /// Returns true if anything is left to ask, or may be called for by votes.
    pub(crate) fn leaves_open(&self, questions: &QuestionSet) -> bool {
        let first = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
        let mut trials = first.chain(self.called.values().flatten());
        trials.any(|trial| self.is_open(&trial.key))
    }

    /// Excludes some trials from the questions to ask.
    pub(crate) fn leave_out(&mut self, trials: impl Iterator<Item = Key>) {
        let answered = &self.answered;
        self.handed_in.extend(trials.filter(|key| !answered.contains(key)));
    }

    /// Returns true if a trial is neither answered nor in a batch under way.
    fn is_open(&self, key: &Key) -> bool {
        !self.answered.contains(key) && !self.handed_in.contains(key)
    }

    /// Reads the snapshot of a store: the keys alone, unless votes are to be counted.
    pub(crate) async fn take(
        store: Option<&Store>,
        study: &Study,
        questions: &QuestionSet,
    ) -> Result<Self> {
        let votes = study.voting.is_some();
        let mut held = Self { votes, ..Self::default() };
        let Some(store) = store else { return Ok(held) };
        held.answered = store.answered_keys().await?;
        if !votes || held.answered.is_empty() {
            return Ok(held);
        }
        let tally = VoteTally::read(store, study, &questions.problems).await?;
        for (subject, trials) in &questions.subjects {
            let again = |trial: &Trial, repeat| questions.again(subject.as_ref(), trial, repeat);
            let mut more = tally.more(trials, again);
            let first: BTreeSet<&Key> = trials.iter().map(|trial| &trial.key).collect();
            more.retain(|trial| !first.contains(&trial.key));
            held.called.insert(subject.name().to_owned(), more);
        }
        Ok(held)
    }

    /// Returns the trials that the votes call for beyond a subject's first answers.
    fn called(&self, subject: &str) -> &[Trial] {
        self.called.get(subject).map_or(&[], Vec::as_slice)
    }
}

/// Questions, with the trials that later steps of a sequential test may ask of each subject; empty
/// where all are among the questions.
#[derive(Clone, Copy)]
pub(crate) struct UpcomingQuestions<'a> {
    pub(crate) questions: &'a QuestionSet,
    pub(crate) later: &'a [Vec<Trial>],
}

/// Forecasts the questions to each subject.
pub(crate) async fn forecasts(
    store: Option<&Store>,
    held: &StoreSnapshot,
    asked: UpcomingQuestions<'_>,
    prices: &Prices,
    elsewhere: &ReusedRuns,
) -> Result<Vec<SubjectForecast>> {
    let UpcomingQuestions { questions, later } = asked;
    let counts = count(questions).await?;
    let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
    let mut histories = SpendingHistory::empty(prices);
    let mut there: BTreeMap<String, u64> = BTreeMap::new();
    if let Some(store) = store.filter(|_| !held.answered.is_empty()) {
        let then = |key: &Key| held.answered.contains(key);
        histories = history_where(store, prices, &counting, &then).await?;
        there = answered_by_subject(store, held, questions).await?;
    }
    elsewhere.teach(&mut histories, questions, &held.answered, &counting).await?;
    let histories = histories.into_subjects();
    let elsewhere = &elsewhere.answered;
    let forecast = |(at, (subject, trials)): (usize, &SubjectTrials)| {
        let taken =
            |trial: &&Trial| elsewhere.contains(&trial.key) && !held.answered.contains(&trial.key);
        let called = held.called(subject.name());
        let now = || trials.iter().chain(called);
        let reused = now().filter(taken).count() as u64;
        let open = |trial: &&Trial| held.is_open(&trial.key) && !taken(trial);
        let least = now().filter(open).count() as u64;
        let there = there.get(subject.name()).copied().unwrap_or_default();
        let handed_in = now().filter(|trial| held.handed_in.contains(&trial.key)).count() as u64;
        // Open trials that votes and later steps may ask for.
        let more = match later.get(at) {
            Some(later) => later.iter().filter(open).count() as u64,
            None if least > 0 => questions.most.saturating_sub(there + reused + handed_in + least),
            None => 0,
        };
        let first = trials.iter().filter(|trial| held.answered.contains(&trial.key)).count() as u64;
        let voted = if held.votes { there.saturating_sub(first) } else { 0 };
        let status = |key: &Key| match held.answered.contains(key) || elsewhere.contains(key) {
            true => QuestionStatus::Answered,
            false if held.handed_in.contains(key) => QuestionStatus::HandedIn,
            false => QuestionStatus::Open,
        };
        let census = TokenCensus::new(subject.name(), subject.endpoint());
        let (history, called) = (histories.get(subject.name()), called.len() as u64);
        let inputs = ForecastInputs { history, called, voted, more, taken_over: reused };
        census.with(now(), status, &counts).into_forecast(inputs, prices)
    };
    Ok(questions.subjects.iter().enumerate().map(forecast).collect())
}

/// Counts the tokens of every prompt on another thread: a run may go on meanwhile.
async fn count(questions: &QuestionSet) -> Result<PromptTokens> {
    let names = questions.subjects.iter().map(|(subject, _)| subject.name().to_owned());
    let (prompts, names) = (Arc::clone(&questions.prompts), names.collect::<Vec<String>>());
    let count = move || PromptTokens::count(&prompts, names.iter().map(String::as_str));
    Ok(tokio::task::spawn_blocking(count).await?)
}

/// Returns the number of each subject's stored answers to prompts of this study, at its
/// temperatures. A directory may also hold answers to other strategies and at other temperatures.
async fn answered_by_subject(
    store: &Store,
    held: &StoreSnapshot,
    questions: &QuestionSet,
) -> Result<BTreeMap<String, u64>> {
    let temperatures: BTreeMap<&str, BTreeSet<Option<u64>>> = questions
        .subjects
        .iter()
        .map(|(subject, trials)| (subject.name(), trials.iter().map(temperature_bits).collect()))
        .collect();
    let is_counted = |trial: &Trial| {
        questions.prompts.contains_key(&trial.prompt)
            && held.answered.contains(&trial.key)
            && temperatures
                .get(&*trial.subject)
                .is_some_and(|bits| bits.contains(&temperature_bits(trial)))
    };
    let mut counts = BTreeMap::new();
    for trial in store.load_trials().await?.into_iter().filter(is_counted) {
        *counts.entry(trial.subject.to_string()).or_default() += 1;
    }
    Ok(counts)
}

/// The temperature of a trial, by its bits.
fn temperature_bits(trial: &Trial) -> Option<u64> {
    trial.sampling.temperature.map(f64::to_bits)
}
