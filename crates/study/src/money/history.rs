//! Spending history of a run directory: the cost of its answers, and the experience drawn from
//! them.

use super::Prices;
use crate::error::Result;
use crate::run_dir;
use futures::TryStreamExt as _;
use peirast_cost::{
    Amount, AnswerCost, Counter, Experience, Spending, Tariff, TokenCount, Tokens, Usd,
};
use peirast_record::{Key, Trial, Usage};
use peirast_store::{BatchQuestions, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Answers per subject by which token counts are calibrated. Keys are hashes, so the first keys in
/// order are a random sample.
pub(super) const MOST_COMPARED: u64 = 2_000;
/// Microseconds of a day.
const DAY_US: i64 = 86_400_000_000;

/// The answers of one subject in a run directory: their cost, and the experience drawn from them.
#[derive(Clone, Debug, Default)]
pub struct SubjectHistory {
    /// Endpoint; empty if the store does not know it.
    pub endpoint: String,
    /// Cost of the answers.
    pub spent: Spending,
    /// Cost of duplicate answers, which came after the first to the same question.
    pub second: Spending,
    /// Cost of the answers by protocol.
    pub by_protocol: BTreeMap<String, Spending>,
    /// Answers reused from other directories, which paid for them; not part of `spent`.
    pub taken_over: u64,
    /// Token counts and answer lengths learned from answers, reused ones included.
    pub experience: Experience,
    /// Answers whose tokens were not reported, or only in part: prompt, output limit, reported
    /// usage.
    pub unreported: Vec<(Key, Option<u32>, Usage)>,
    /// Prices by day and by whether they are batch prices.
    tariffs: BTreeMap<(i64, bool), Arc<Tariff>>,
    /// Token counter of the subject, once it is needed.
    counter: Option<Counter>,
    compared: u64,
}

impl SubjectHistory {
    /// Creates the empty history of a subject at an endpoint.
    pub(super) fn new(endpoint: &str) -> Self {
        let (spent, second) = (Spending::nothing(), Spending::nothing());
        let endpoint = endpoint.to_owned();
        Self { endpoint, spent, second, ..Self::default() }
    }

    /// Returns the cost of all answers, duplicates included.
    pub(super) fn paid(&self) -> Amount {
        self.spent.amount() + self.second.amount()
    }

    /// Adds a duplicate answer. It may have come in a batch; the dearer price is taken.
    fn add_second(&mut self, prices: &Prices, trial: &Trial, sent_us: i64, usage: Usage) {
        let tariff = self.tariff(prices, trial, sent_us, false);
        self.second.add(&tariff, usage);
        self.note_unreported(trial, usage);
    }

    /// Returns the price of an answer that was requested at a time, alone or in a batch.
    fn tariff(
        &mut self,
        prices: &Prices,
        trial: &Trial,
        sent_us: i64,
        in_batch: bool,
    ) -> Arc<Tariff> {
        let tariff = self.tariffs.entry((sent_us.div_euclid(DAY_US), in_batch));
        Arc::clone(tariff.or_insert_with(|| {
            let tariff = prices.tariff_at(&trial.subject, &self.endpoint, sent_us);
            Arc::new(if in_batch { tariff.in_batch() } else { tariff })
        }))
    }

    fn note_unreported(&mut self, trial: &Trial, usage: Usage) {
        if Tokens::reported(usage).is_none() {
            self.unreported.push((trial.prompt.clone(), trial.sampling.max_tokens, usage));
        }
    }

    /// Adds a paid answer, and returns its tokens and cost.
    fn add(
        &mut self,
        prices: &Prices,
        trial: &Trial,
        sent_us: i64,
        usage: Usage,
        in_batch: bool,
    ) -> AnswerCost {
        let tariff = self.tariff(prices, trial, sent_us, in_batch);
        let tokens = Tokens::reported(usage).unwrap_or_default();
        let taken = AnswerCost::new(tokens.total(), tariff.cost(tokens).unwrap_or_default());
        self.spent.add(&tariff, usage);
        let by_protocol = self.by_protocol.entry(trial.protocol.to_string());
        by_protocol.or_insert_with(Spending::nothing).add(&tariff, usage);
        self.note_unreported(trial, usage);
        taken
    }

    /// Updates the experience by an answer.
    fn learn(&mut self, trial: &Trial, usage: Usage, counting: &Counting<'_>) {
        let endpoint = &self.endpoint;
        let counter =
            *self.counter.get_or_insert_with(|| Counter::for_subject(&trial.subject).at(endpoint));
        let counted = match self.compared < MOST_COMPARED {
            true => counting(counter, trial),
            false => None,
        };
        self.compared += u64::from(counted.is_some());
        self.experience.add(counter, counted, &trial.protocol, trial.sampling.max_tokens, usage);
    }
}

/// Function that counts the tokens of a trial's prompt; `None` if the prompt is not at hand.
pub type Counting<'a> = dyn Fn(Counter, &Trial) -> Option<TokenCount> + Sync + 'a;

/// Reads the history of each subject that answered, duplicates included. Simulated subjects are
/// left out.
pub async fn subject_histories(
    store: &Store,
    prices: &Prices,
    counting: &Counting<'_>,
) -> Result<BTreeMap<String, SubjectHistory>> {
    history_where(store, prices, counting, &|_| true).await?.into_subjects_with_second(store).await
}

/// Reads the history of the trials for which `answered` is true, without duplicates.
pub async fn history_where<'p>(
    store: &Store,
    prices: &'p Prices,
    counting: &Counting<'_>,
    answered: &(dyn Fn(&Key) -> bool + Sync),
) -> Result<SpendingHistory<'p>> {
    let mut histories = SpendingHistory::open(store, prices).await?;
    let mut answers = store.billed();
    while let Some(one) = answers.try_next().await? {
        if answered(&one.trial.key) {
            histories.add(&one.trial, one.sent_us, one.usage, counting);
        }
    }
    Ok(histories)
}

/// The histories of all subjects, built answer by answer.
pub struct SpendingHistory<'p> {
    prices: &'p Prices,
    endpoints: BTreeMap<String, String>,
    batched: BatchQuestions,
    /// Trials whose answers were reused from other directories.
    taken_over: BTreeSet<Key>,
    all: BTreeMap<String, SubjectHistory>,
}

impl<'p> SpendingHistory<'p> {
    /// Creates an empty history without a run directory.
    pub fn empty(prices: &'p Prices) -> Self {
        Self {
            prices,
            endpoints: BTreeMap::new(),
            batched: BatchQuestions::default(),
            taken_over: BTreeSet::new(),
            all: BTreeMap::new(),
        }
    }

    /// Creates the history of a run directory, without its answers yet.
    pub async fn open(store: &Store, prices: &'p Prices) -> Result<Self> {
        Ok(Self {
            endpoints: run_dir::all_endpoints(store).await?,
            batched: store.batched().await?,
            taken_over: store.reused_keys().await?,
            ..Self::empty(prices)
        })
    }

    /// Adds an answer, and returns its tokens and cost; `None` for a simulated subject.
    pub fn add(
        &mut self,
        trial: &Trial,
        sent_us: i64,
        usage: Usage,
        counting: &Counting<'_>,
    ) -> Option<AnswerCost> {
        if self.taken_over.contains(&trial.key) {
            return self.add_taken_over(trial, usage, counting);
        }
        let in_batch = self.batched.contains(&trial.key, sent_us);
        let history = subject_entry(&mut self.all, &self.endpoints, &trial.subject)?;
        history.learn(trial, usage, counting);
        Some(history.add(self.prices, trial, sent_us, usage, in_batch))
    }

    /// Adds a reused answer.
    fn add_taken_over(
        &mut self,
        trial: &Trial,
        usage: Usage,
        counting: &Counting<'_>,
    ) -> Option<AnswerCost> {
        let history = subject_entry(&mut self.all, &self.endpoints, &trial.subject)?;
        history.taken_over += 1;
        history.learn(trial, usage, counting);
        Some(AnswerCost::new(Tokens::reported(usage).unwrap_or_default().total(), Usd::ZERO))
    }

    /// Adds the `wanted` answers of another directory as reused ones. `endpoints` has the endpoints
    /// of subjects that this directory does not know yet.
    pub async fn add_elsewhere(
        &mut self,
        source: &Store,
        endpoints: &BTreeMap<String, String>,
        counting: &Counting<'_>,
        mut wanted: impl FnMut(&Key) -> bool,
    ) -> Result<()> {
        for (subject, endpoint) in endpoints {
            self.endpoints.entry(subject.clone()).or_insert_with(|| endpoint.clone());
        }
        let mut answers = source.billed();
        while let Some(one) = answers.try_next().await? {
            if wanted(&one.trial.key) {
                self.add_taken_over(&one.trial, one.usage, counting);
            }
        }
        Ok(())
    }

    pub fn into_subjects(self) -> BTreeMap<String, SubjectHistory> {
        self.all
    }

    /// Adds the duplicate answers of the store, and returns the histories by subject.
    pub async fn into_subjects_with_second(
        mut self,
        store: &Store,
    ) -> Result<BTreeMap<String, SubjectHistory>> {
        let mut second = store.billed_second();
        while let Some(one) = second.try_next().await? {
            if let Some(history) = self.all.get_mut(one.trial.subject.as_str()) {
                history.add_second(self.prices, &one.trial, one.sent_us, one.usage);
            }
        }
        Ok(self.all)
    }
}

/// Returns the history of a subject, created if missing; `None` for a simulated one.
fn subject_entry<'a>(
    all: &'a mut BTreeMap<String, SubjectHistory>,
    endpoints: &BTreeMap<String, String>,
    subject: &str,
) -> Option<&'a mut SubjectHistory> {
    if peirast_record::is_simulated(subject) {
        return None;
    }
    if !all.contains_key(subject) {
        let endpoint = endpoints.get(subject).map_or("", String::as_str);
        all.insert(subject.to_owned(), SubjectHistory::new(endpoint));
    }
    all.get_mut(subject)
}
