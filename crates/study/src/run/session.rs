//! A session: the state that all rounds of one run share, and the one way through them.

use super::money::RunMoney;
use super::open::{OpenedStore, PlanUse, TrialSource, open};
use super::recorder::ForecastRecorder;
use super::reuse::{take_over, warn_of_unused};
use super::round::{emit_budget, observed, process_name, with_budget};
use super::study_file::write_study;
use super::summary::{accounts_achieved, count_earlier_votes, voted_before};
use super::{PlanReport, RunDir, RunReport};
use crate::batch::check_free;
use crate::error::{Context as _, Result};
use crate::event::{RoundSubject, RunEvent, SharedSink};
use crate::forecast::StoreSnapshot;
use crate::money::{BudgetTracker, PlanTokenCounter, longest, note_longest, noted_longest};
use crate::open_files::accounts;
use crate::options::RunOptions;
use crate::plan::{
    ChunkObserver, PlanRest, PlanStream, QuestionSet, SharedObserver, SubjectTrials,
};
use crate::register::record_registration;
use crate::rounds::{Round, RoundPolicy, RoundState};
use crate::run_dir;
use futures::stream::StreamExt as _;
use peirast_record::{Key, Prompt, Study, Trial};
use peirast_run::{Cancel, PlanChunk, Runner, Summary};
use peirast_store::{Batch, PlanState, Store};
use peirast_throttle::{Accounts, RetryPolicy};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Interval for re-checking the stored exposure against the budget.
const EXPOSURE_CHECK: Duration = Duration::from_millis(50);
/// Open questions of a stored plan that are not counted one by one.
const MANY_OPEN: u64 = 65_536;

/// The state that all rounds of a run share.
pub(crate) struct Session {
    pub(crate) path: PathBuf,
    pub(crate) store: Store,
    pub(crate) asked: Study,
    /// The study that the directory holds when all of the plan is stored.
    pub(crate) held: Study,
    pub(crate) questions: QuestionSet,
    rest: Option<PlanRest>,
    source: TrialSource,
    unplanned: Option<BTreeSet<Key>>,
    pub(crate) money: Arc<RunMoney>,
    tracker: Option<Arc<BudgetTracker>>,
    /// Content of the store before the run, where its cost is still to be announced.
    before: Option<StoreSnapshot>,
    /// Answers of earlier runs that no round asks about, by subject.
    answered_before: BTreeMap<String, u64>,
    accounts: Accounts,
    pub(crate) options: RunOptions,
    pub(crate) events: SharedSink,
    /// Notified when no attempt of a round is in flight any more.
    drained: Arc<Notify>,
}

impl Session {
    /// Opens the directory, and stores and reserves what must precede the first question.
    pub(crate) async fn open(
        dir: &RunDir,
        prepared: (PlanStream, PlanState),
        steps: bool,
        options: &RunOptions,
        events: &SharedSink,
    ) -> Result<Self> {
        let plan_use = match (steps, options.reuse.is_empty()) {
            (true, _) => PlanUse::Steps,
            (false, true) => PlanUse::Ask,
            (false, false) => PlanUse::StoreFirst,
        };
        let mut session = Self::opened(dir, prepared, plan_use, options, events).await?;
        session.take_over_all().await?;
        session.read_before().await?;
        session.store_for_others().await?;
        session.open_budget().await?;
        Ok(session)
    }

    /// Stores the whole plan and asks nothing.
    pub(crate) async fn store_only(
        dir: &RunDir,
        prepared: (PlanStream, PlanState),
        options: &RunOptions,
        events: &SharedSink,
    ) -> Result<PlanReport> {
        let plan_use = PlanUse::StoreFirst;
        let mut session = Self::opened(dir, prepared, plan_use, options, events).await?;
        session.take_over_all().await?;
        // Workers know no prices, so this is the last chance to announce costs.
        if session.rest.is_some() {
            session.store_rest().await?;
        } else if !session.source.is_stored() {
            session.read_before().await?;
            let before = session.before.take();
            session.announce(before).await?;
        }
        let announced = session.money.announced(&session.store).await?;
        Ok(PlanReport { stored: session.held, store: session.store, announced })
    }

    async fn opened(
        dir: &RunDir,
        (plan, state): (PlanStream, PlanState),
        plan_use: PlanUse,
        options: &RunOptions,
        events: &SharedSink,
    ) -> Result<Self> {
        let opened = open(dir, &plan, &state, plan_use, events.as_ref()).await?;
        let OpenedStore { store, held, source, unplanned } = opened;
        let PlanStream { study: asked, plan: made, questions, rest } = plan;
        if let Some(registration) = &options.registration {
            let planned = (&held, made.contrasts.as_slice());
            record_registration(&store, registration, planned, events.as_ref()).await?;
        }
        // The plan holds all problems a second time.
        drop(made);
        // A complete plan is asked from the store; its later chunks are not made again.
        let rest = if source == TrialSource::Stored { None } else { rest };
        let names = questions.subjects.iter().map(|(subject, _)| subject.name());
        check_free(&store, names, &options.plan.access).await?;
        let subjects = questions.subjects.iter().map(|(subject, _)| subject);
        let money =
            RunMoney::for_store(&options.prices, options.budget, &store, subjects, events.as_ref());
        let money = Arc::new(money.await?);
        let accounts = accounts(options.limits, events.as_ref());
        Ok(Self {
            path: dir.path().to_owned(),
            store,
            asked,
            held,
            questions,
            rest,
            source,
            unplanned,
            money,
            tracker: None,
            before: None,
            answered_before: BTreeMap::new(),
            accounts,
            options: options.clone(),
            events: Arc::clone(events),
            drained: Arc::default(),
        })
    }

    /// Reuses the answers of other directories. They cost nothing here, and are not announced.
    async fn take_over_all(&self) -> Result<()> {
        let round = &self.questions.subjects;
        let taken = take_over(self, round).await?;
        warn_of_unused(&self.options.reuse, &taken, self.events.as_ref()).await
    }

    /// Returns true if the whole plan is in memory, and its cost not announced yet.
    fn is_at_hand(&self) -> bool {
        self.rest.is_none() && !self.source.is_stored()
    }

    /// Reads the content of the store before anything is asked.
    async fn read_before(&mut self) -> Result<()> {
        if self.is_at_hand() {
            let unplanned = self.unplanned.as_ref();
            let before = self.money.snapshot(&self.store, &self.held, &self.questions, unplanned);
            self.before = before.await?;
        }
        if self.asked.voting.is_some() {
            let answered = self.store.answered_keys().await?;
            self.answered_before = voted_before(&self.store, &self.questions, &answered).await?;
        }
        Ok(())
    }

    /// Stores the whole plan on PostgreSQL first, so that other processes can ask it.
    async fn store_for_others(&mut self) -> Result<()> {
        if let (Some(rest), false) = (&self.rest, self.source.is_stored()) {
            for (subject, trials) in &self.questions.subjects {
                self.accounts.expect_requests(subject.account(), rest.in_all(trials.len()));
            }
        }
        if self.store.is_shared() && self.rest.is_some() {
            self.store_rest().await?;
        }
        Ok(())
    }

    /// Writes the study of the complete plan.
    fn write_study(&self) -> Result<()> {
        write_study(&self.path, &self.held)
    }

    /// Stores the rest of the plan before any of it is asked, and that it is complete.
    async fn store_rest(&mut self) -> Result<()> {
        let Some(rest) = self.rest.take() else { return Ok(()) };
        let observer = self.observer();
        let counter = self.token_counter();
        let facts = run_dir::about(&self.held)?;
        let total = self.questions.total();
        let planned = |questions| self.events.emit(&RunEvent::Planning { questions, total });
        planned(self.questions.len());
        let mut chunks = pin!(rest.chunks(observer, &self.questions, counter)?);
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.context("the plan cannot be made")?;
            planned(chunk.questions() as u64);
            let PlanChunk { problems, prompts, trials } = chunk;
            let prompts: Vec<Arc<Prompt>> = prompts.into_values().collect();
            let endpoints = self.questions.subjects.iter().map(|(subject, _)| subject.endpoint());
            let trials: Vec<(&str, &[Trial])> =
                endpoints.zip(&trials).map(|(endpoint, trials)| (endpoint, &trials[..])).collect();
            let problems = problems.all();
            let batch = Batch { problems, prompts: &prompts, trials: &trials, ..Batch::default() };
            self.store.write(&batch).await?;
        }
        self.events.emit(&RunEvent::Planning { questions: 0, total: 0 });
        for (name, value) in facts {
            self.store.set_meta(name, &value).await?;
        }
        self.store.complete_plan(Some(&self.held.hash()?)).await?;
        self.source = TrialSource::Stored;
        self.write_study()
    }

    /// Returns the observer that records the possible cost of each chunk, unless all is free.
    fn observer(&self) -> SharedObserver {
        self.money.is_counted().then(|| {
            let recorder = ForecastRecorder {
                store: self.store.clone(),
                money: Arc::clone(&self.money),
                tracker: self.tracker.clone(),
                events: Arc::clone(&self.events),
            };
            Arc::new(recorder) as Arc<dyn ChunkObserver>
        })
    }

    /// Returns the counter of all chunks' tokens, where their cost is to be announced.
    fn token_counter(&self) -> Option<PlanTokenCounter> {
        self.money.token_counter(self.questions.subjects.iter().map(|(subject, _)| subject))
    }

    /// Opens the budget and reserves the possible cost of the questions, unless all is free.
    async fn open_budget(&mut self) -> Result<()> {
        if self.money.is_counted() {
            let open = self.open_questions().await?;
            let questions = &self.questions;
            let subjects = questions.subjects.iter().map(|(subject, _)| subject).zip(open);
            let limit = questions.limit(&self.held);
            // The limit that the user gave, even if this machine allows less.
            let width = self.options.limits.concurrency;
            let prompts = &questions.prompts;
            let longest = longest(prompts);
            let tracker = self
                .money
                .open_budget(&self.store, prompts, longest, subjects, limit, width)
                .await?;
            if let (Some(tracker), true) = (&tracker, self.source.is_stored())
                && let Some(noted) = noted_longest(&self.store).await?
            {
                tracker.cover_prompt(&noted).await?;
            }
            if let Some(longest) = longest {
                note_longest(&self.store, longest).await?;
            }
            self.tracker = tracker;
        }
        emit_budget(self.tracker.as_ref(), self.events.as_ref());
        Ok(())
    }

    /// Returns the most questions that each subject may still be asked. Large numbers need not be exact.
    async fn open_questions(&self) -> Result<Vec<u64>> {
        let subjects = &self.questions.subjects;
        if self.source != TrialSource::Stored {
            let answered = match self.is_at_hand() {
                true => self.store.answered_keys().await?,
                false => BTreeSet::new(),
            };
            let mut open = self.questions.open(&answered);
            if self.source == TrialSource::Resumed {
                // The store has only the beginning of this plan.
                for plan in self.store.subject_plans().await? {
                    let at = subjects.iter().position(|(one, _)| one.name() == plan.subject);
                    if let Some(open) = at.and_then(|at| open.get_mut(at)) {
                        *open = open.saturating_sub(plan.answered);
                    }
                }
            }
            return Ok(open);
        }
        let in_flight = self.options.limits.concurrency as u64 * subjects.len() as u64;
        let Some(open) = self.store.open_unless_many(in_flight.max(MANY_OPEN)).await? else {
            return Ok(vec![u64::MAX; subjects.len()]);
        };
        let open = |(subject, _): &SubjectTrials| open.get(subject.name()).copied().unwrap_or(0);
        Ok(subjects.iter().map(open).collect())
    }

    /// Asks round after round, as the policy decides.
    pub(crate) async fn run(
        mut self,
        mut policy: Box<dyn RoundPolicy>,
        cancel: &Cancel,
    ) -> Result<RunReport> {
        let streams = self.rest.is_some();
        let rest = self.rest.take();
        let before = self.before.take();
        let ended = Cancel::new();
        let asking = async {
            let asked = self.ask_rounds(policy.as_mut(), rest, cancel).await;
            ended.cancel();
            asked
        };
        let announcing = async {
            let announced = self.announce(before).await;
            if announced.is_err() {
                cancel.cancel();
            }
            announced
        };
        let (summary, exposed, announced) =
            tokio::join!(asking, self.keep_exposure(&ended, streams), announcing);
        exposed?;
        if let Ok(summary) = &summary {
            policy.close(&self.round_state(summary)).await?;
        }
        let summary = self.settle(summary).await;
        announced?;
        let summary = summary?;
        if streams {
            self.write_study()?;
        }
        if summary.asked > 0 {
            self.store.set_meta(run_dir::FLOW, &accounts_achieved(&summary).to_string()).await?;
        }
        let Self { store, asked, held, questions, .. } = self;
        // Closing a thousand connections takes as long as writing a report.
        tokio::task::spawn_blocking(move || drop(questions));
        store.close().await;
        Ok(RunReport { summary, asked, stored: held })
    }

    /// Recounts the spending. After an error, the whole exposure stays recorded: answers that could
    /// not be stored may have been charged.
    async fn settle(&self, summary: Result<Summary>) -> Result<Summary> {
        if let Some(tracker) = &self.tracker {
            if summary.is_ok() {
                tracker.finish().await?;
                let prices = &self.money.prices;
                tracker.recount(&self.store, &self.questions.prompts, prices).await?;
            }
            self.money.report_cost(&self.store, tracker, true, self.events.as_ref()).await?;
        }
        let mut summary = match summary {
            Ok(summary) => summary,
            Err(error) => {
                if let Some(tracker) = &self.tracker {
                    tracker.close().await;
                }
                self.store.clone().close().await;
                return Err(error);
            }
        };
        if self.asked.voting.is_some() {
            count_earlier_votes(&self.store, &self.questions, &mut summary).await?;
        }
        Ok(summary)
    }

    /// Announces the cost of the questions, if it is still to be announced.
    async fn announce(&self, before: Option<StoreSnapshot>) -> Result<()> {
        let used = self.tracker.as_ref().map(|tracker| tracker.before()).unwrap_or_default();
        let unplanned = self.unplanned.as_ref();
        let (questions, events) = (&self.questions, self.events.as_ref());
        self.money.announce(&self.store, before, questions, unplanned, used, events).await
    }

    /// Keeps the stored exposure within the rest of the budget until the rounds have ended. The
    /// rest of a large plan is stored when nothing is in flight any more.
    async fn keep_exposure(&self, ended: &Cancel, streams: bool) -> Result<()> {
        let Some(tracker) = &self.tracker else { return Ok(()) };
        loop {
            tokio::select! {
                () = ended.cancelled() => return tracker.check(),
                () = self.drained.notified(), if streams => tracker.finish().await?,
                () = tokio::time::sleep(EXPOSURE_CHECK) => tracker.lower().await?,
            }
        }
    }

    fn round_state<'s>(&'s self, summary: &'s Summary) -> RoundState<'s> {
        RoundState {
            dir: &self.path,
            store: &self.store,
            study: &self.held,
            questions: &self.questions,
            prices: &self.money.prices,
            events: self.events.as_ref(),
            summary,
        }
    }

    async fn ask_rounds(
        &self,
        policy: &mut dyn RoundPolicy,
        mut rest: Option<PlanRest>,
        cancel: &Cancel,
    ) -> Result<Summary> {
        let mut summary = Summary::default();
        // Trials of several rounds; each counts once, in however many rounds it came up.
        let mut asked: Option<BTreeSet<Key>> = None;
        loop {
            let round = match policy.next(&self.round_state(&summary)).await? {
                Round::Done => break,
                Round::Plan => {
                    let subjects = self.questions.subjects.clone();
                    summary.add(self.ask_round(&subjects, rest.take(), cancel).await?);
                    if policy.has_one_round() {
                        return Ok(summary);
                    }
                    subjects
                }
                Round::Trials(round) => {
                    summary.add(self.ask_round(&round, None, cancel).await?);
                    round
                }
            };
            let keys = round.iter().flat_map(|(_, trials)| &**trials).map(|one| one.key.clone());
            asked.get_or_insert_default().extend(keys);
            if summary.cancelled || summary.spent.is_some() {
                policy.interrupted(&self.round_state(&summary)).await?;
                break;
            }
        }
        if let Some(asked) = asked {
            let answered = self.store.answered_keys().await?;
            let open = asked.iter().filter(|key| !answered.contains(*key)).count() as u64;
            let came = summary.answered + summary.elsewhere;
            summary.trials = asked.len() as u64;
            summary.already = summary.trials.saturating_sub(open + came);
        }
        Ok(summary)
    }

    async fn ask_round(
        &self,
        round: &[SubjectTrials],
        rest: Option<PlanRest>,
        cancel: &Cancel,
    ) -> Result<Summary> {
        take_over(self, round).await?;
        let attempts = self.options.attempts;
        let mut runner = Runner::new(self.store.clone(), Arc::clone(&self.questions.prompts))
            .retry(RetryPolicy { max_attempts: attempts, ..RetryPolicy::default() })
            .name(process_name())
            .grace(self.options.grace)
            .problems(self.questions.problems.clone())
            .cancel(cancel.clone());
        for (name, value) in self.source.seal(&self.held, rest.is_some())? {
            runner = runner.sealed_by(name, value);
        }
        for (subject, trials) in round {
            runner = match self.source.is_stored() {
                true => runner.planned(Arc::clone(subject)),
                false => runner.subject(Arc::clone(subject), Arc::clone(trials)),
            };
        }
        if let Some(rest) = rest {
            let counter = self.token_counter();
            runner = runner.growing(rest.chunks(self.observer(), &self.questions, counter)?);
        }
        let subject = |(subject, trials): &SubjectTrials| RoundSubject {
            answered_before: self.answered_before.get(subject.name()).copied().unwrap_or(0),
            ..RoundSubject::new(&**subject, trials.len() as u64)
        };
        let subjects: Vec<RoundSubject> = round.iter().map(subject).collect();
        let runner = with_budget(runner, self.tracker.as_ref());
        observed(runner, &subjects, &self.accounts, &self.events, &self.drained).await
    }
}
