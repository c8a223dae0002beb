//! The past of a run directory: what its answers cost, and what they teach about those to come.

use super::{Prices, day_of};
use crate::run_dir;
use anyhow::Result;
use futures::TryStreamExt as _;
use peirast_cost::{Amount, Counted, Counter, Experience, Spending, Taken, Tariff, Tokens, Usd};
use peirast_record::{Key, Trial, Usage};
use peirast_run::{Batched, Store};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Answers of a subject by which its token counts are corrected. Keys are hashes, so that the first
/// in their order are as good as drawn by lot.
pub(super) const MOST_COMPARED: u64 = 2_000;

/// What a run directory holds of one subject.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Where it answers; empty if that was not written down.
    pub endpoint: String,
    /// What its answers cost.
    pub spent: Spending,
    /// What answers cost that came when there was one already.
    pub second: Spending,
    /// What the answers cost, by protocol.
    pub by_protocol: BTreeMap<String, Spending>,
    /// Answers that were taken over from other directories, and paid for there; no part of what is spent.
    pub taken_over: u64,
    /// What they teach, those among them.
    pub experience: Experience,
    /// Prompts and limits of the answers whose tokens were not reported.
    pub unreported: Vec<(Key, Option<u32>)>,
    tariffs: Tariffs,
    /// What counts its tokens, once it was wanted.
    counter: Option<Counter>,
    compared: u64,
    most_compared: u64,
}

impl Past {
    /// Nothing of a subject that answers at an endpoint.
    pub(super) fn none(endpoint: &str) -> Self {
        let (spent, second) = (Spending::nothing(), Spending::nothing());
        let endpoint = endpoint.to_owned();
        Self { endpoint, spent, second, most_compared: MOST_COMPARED, ..Self::default() }
    }

    /// What all its answers cost.
    pub fn paid(&self) -> Amount {
        self.spent.amount() + self.second.amount()
    }

    /// Takes in an answer that came second. It may have come in a batch; the dearer price is taken.
    fn add_second(&mut self, prices: &Prices, trial: &Trial, sent_us: i64, usage: Usage) {
        let tariff = self.tariffs.at(prices, &trial.subject, &self.endpoint, sent_us, false);
        self.second.add(tariff, usage);
        self.note_unreported(trial, usage);
    }

    fn note_unreported(&mut self, trial: &Trial, usage: Usage) {
        if Tokens::reported(usage).is_none() {
            self.unreported.push((trial.prompt.clone(), trial.sampling.max_tokens));
        }
    }

    /// Takes in an answer that was paid for, and gives what it took.
    fn add(
        &mut self,
        prices: &Prices,
        trial: &Trial,
        sent_us: i64,
        usage: Usage,
        of: &Counting<'_>,
        in_batch: bool,
    ) -> Taken {
        let subject = &trial.subject;
        let tariff = self.tariffs.at(prices, subject, &self.endpoint, sent_us, in_batch);
        let tokens = Tokens::reported(usage).unwrap_or_default();
        let taken = Taken::new(tokens.total(), tariff.of(tokens).unwrap_or_default());
        self.spent.add(tariff, usage);
        match self.by_protocol.get_mut(trial.protocol.as_str()) {
            Some(spending) => spending.add(tariff, usage),
            None => {
                let mut spending = Spending::nothing();
                spending.add(tariff, usage);
                self.by_protocol.insert(trial.protocol.to_string(), spending);
            }
        }
        self.learn(trial, usage, of);
        self.note_unreported(trial, usage);
        taken
    }

    /// Takes in an answer that was taken over.
    fn add_taken_over(&mut self, trial: &Trial, usage: Usage, of: &Counting<'_>) -> Taken {
        self.taken_over += 1;
        self.learn(trial, usage, of);
        Taken::new(Tokens::reported(usage).unwrap_or_default().total(), Usd::ZERO)
    }

    /// Learns from an answer.
    fn learn(&mut self, trial: &Trial, usage: Usage, of: &Counting<'_>) {
        let endpoint = &self.endpoint;
        let counter = *self.counter.get_or_insert_with(|| Counter::of(&trial.subject).at(endpoint));
        let counted = match self.compared < self.most_compared {
            true => of(counter, trial),
            false => None,
        };
        self.compared += u64::from(counted.is_some());
        self.experience.add(counter, counted, &trial.protocol, trial.sampling.max_tokens, usage);
    }
}

/// The prices of one subject by day, alone and in batches, each looked up once.
#[derive(Clone, Debug, Default)]
struct Tariffs(BTreeMap<(i64, bool), Tariff>);

impl Tariffs {
    /// The price of an answer that was asked for at a time, alone or in a batch.
    fn at(
        &mut self,
        prices: &Prices,
        subject: &str,
        endpoint: &str,
        sent_us: i64,
        in_batch: bool,
    ) -> &Tariff {
        self.0.entry((day_of(sent_us), in_batch)).or_insert_with(|| {
            let tariff = prices.tariff_at(subject, endpoint, sent_us);
            if in_batch { tariff.in_batch() } else { tariff }
        })
    }
}

/// Counts the tokens of the prompt of a trial, if it is at hand.
pub type Counting<'a> = dyn Fn(Counter, &Trial) -> Option<Counted> + 'a;

/// What a run directory holds of each subject that answered. Simulated subjects are left out.
pub async fn past(
    store: &Store,
    prices: &Prices,
    counting: &Counting<'_>,
) -> Result<BTreeMap<String, Past>> {
    pasts_until(store, prices, counting, &|_| true).await?.with_second(store).await
}

/// The same where prompts are at hand by which counts are corrected, and no others: then answers need no
/// order.
pub async fn past_compared(
    store: &Store,
    prices: &Prices,
    compared: &Counting<'_>,
) -> Result<BTreeMap<String, Past>> {
    let mut pasts = Pasts::of(store, Cow::Borrowed(prices)).await?;
    pasts.most_compared = u64::MAX;
    let mut answers = store.billed_unordered();
    while let Some(one) = answers.try_next().await? {
        pasts.add(&one.trial, one.sent_us, one.usage, compared);
    }
    pasts.with_second(store).await
}

/// The same of some moment: of the trials that were `answered` then, without the answers that came second.
pub async fn pasts_until<'p>(
    store: &Store,
    prices: &'p Prices,
    counting: &Counting<'_>,
    answered: &dyn Fn(&Key) -> bool,
) -> Result<Pasts<'p>> {
    let mut pasts = Pasts::of(store, Cow::Borrowed(prices)).await?;
    let mut answers = store.billed();
    while let Some(one) = answers.try_next().await? {
        if answered(&one.trial.key) {
            pasts.add(&one.trial, one.sent_us, one.usage, counting);
        }
    }
    Ok(pasts)
}

/// The past of every subject, taken in answer by answer.
pub struct Pasts<'p> {
    prices: Cow<'p, Prices>,
    endpoints: BTreeMap<String, String>,
    batched: Batched,
    /// The trials whose answers were taken over.
    taken_over: BTreeSet<Key>,
    /// By how many answers of a subject its counts are corrected.
    most_compared: u64,
    all: BTreeMap<String, Past>,
}

impl<'p> Pasts<'p> {
    /// Of no run directory.
    pub fn nowhere(prices: &'p Prices) -> Self {
        Self {
            prices: Cow::Borrowed(prices),
            endpoints: BTreeMap::new(),
            batched: Batched::default(),
            taken_over: BTreeSet::new(),
            most_compared: MOST_COMPARED,
            all: BTreeMap::new(),
        }
    }

    /// Of a run directory, without its answers yet.
    pub async fn of(store: &Store, prices: Cow<'p, Prices>) -> Result<Self> {
        Ok(Self {
            prices,
            endpoints: run_dir::all_endpoints(store).await?,
            batched: store.batched().await?,
            taken_over: store.reused_keys().await?,
            most_compared: MOST_COMPARED,
            all: BTreeMap::new(),
        })
    }

    /// Takes in an answer, and gives what it took; none of a simulated subject.
    pub fn add(
        &mut self,
        trial: &Trial,
        sent_us: i64,
        usage: Usage,
        counting: &Counting<'_>,
    ) -> Option<Taken> {
        let in_batch = self.batched.contains(&trial.key, sent_us);
        let is_taken_over = self.taken_over.contains(&trial.key);
        let past = of_subject(&mut self.all, &self.endpoints, trial.subject.as_str())?;
        past.most_compared = self.most_compared;
        if is_taken_over {
            return Some(past.add_taken_over(trial, usage, counting));
        }
        Some(past.add(&self.prices, trial, sent_us, usage, counting, in_batch))
    }

    /// Takes in those answers of another directory that are `wanted`, as answers that are taken over.
    /// `endpoints` says where subjects answer that the directory does not know yet.
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
            if wanted(&one.trial.key)
                && let Some(past) = of_subject(&mut self.all, &self.endpoints, &one.trial.subject)
            {
                past.add_taken_over(&one.trial, one.usage, counting);
            }
        }
        Ok(())
    }

    /// All of them.
    pub fn all(self) -> BTreeMap<String, Past> {
        self.all
    }

    /// All of them, with the answers that came second.
    pub async fn with_second(mut self, store: &Store) -> Result<BTreeMap<String, Past>> {
        let mut second = store.billed_second();
        while let Some(one) = second.try_next().await? {
            if let Some(past) = self.all.get_mut(one.trial.subject.as_str()) {
                past.add_second(&self.prices, &one.trial, one.sent_us, one.usage);
            }
        }
        Ok(self.all)
    }
}

/// What is known of a subject, which answers at one of these endpoints; none of a simulated one.
fn of_subject<'a>(
    all: &'a mut BTreeMap<String, Past>,
    endpoints: &BTreeMap<String, String>,
    subject: &str,
) -> Option<&'a mut Past> {
    if peirast_cost::is_simulated(subject) {
        return None;
    }
    if !all.contains_key(subject) {
        let endpoint = endpoints.get(subject).map_or("", String::as_str);
        all.insert(subject.to_owned(), Past::none(endpoint));
    }
    all.get_mut(subject)
}
