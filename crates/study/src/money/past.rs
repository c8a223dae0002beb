//! The past of a run directory: what its answers cost, and what they teach about those to come.

use super::{Prices, day_of};
use crate::error::Result;
use crate::run_dir;
use futures::TryStreamExt as _;
use peirast_cost::{
    Amount, Counted, Counter, Experience, Moments, Spending, Taken, Tariff, Tokens, Usd,
};
use peirast_record::{Key, Trial, Usage};
use peirast_store::{BatchQuestions, Store, UsageSum};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Answers of a subject by which its token counts are corrected. Keys are hashes, so that the first
/// in their order are as good as drawn by lot.
pub(crate) const MOST_COMPARED: u64 = 2_000;

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
    /// Prompts and limits of the answers whose tokens were not reported, or not all of them.
    pub unreported: Vec<(Key, Option<u32>, Usage)>,
    tariffs: Tariffs,
    /// What counts its tokens, once it was wanted.
    counter: Option<Counter>,
    compared: u64,
}

impl Past {
    /// Nothing of a subject that answers at an endpoint.
    pub(crate) fn none(endpoint: &str) -> Self {
        let (spent, second) = (Spending::nothing(), Spending::nothing());
        let endpoint = endpoint.to_owned();
        Self { endpoint, spent, second, ..Self::default() }
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
            self.unreported.push((trial.prompt.clone(), trial.sampling.max_tokens, usage));
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

    /// Takes in answers that were added up, and tells whether what they cost follows from that.
    fn add_sum(&mut self, prices: &Prices, sum: &UsageSum) -> bool {
        let (n, most) = (sum.answers, sum.sampling.max_tokens);
        let lengths = Moments::of(n, sum.output_tokens, sum.output_squares, sum.longest_output);
        self.experience.add_lengths(&sum.protocol, most, &lengths);
        if sum.is_taken_over {
            self.taken_over += n;
            return true;
        }
        let tariff = self.tariffs.at(prices, &sum.subject, &self.endpoint, sum.day_us, false);
        let (input, cached, output) = (sum.input_tokens, sum.cached_tokens, sum.output_tokens);
        let tokens = Tokens { input, cached, output };
        let Some(cost) = tariff.of_many(tokens, sum.longest_input) else { return false };
        let spent = Spending { answers: n, tokens, cost, unreported: 0 };
        self.spent.merge(&spent);
        let own = self.by_protocol.entry(sum.protocol.to_string());
        own.or_insert_with(Spending::nothing).merge(&spent);
        true
    }

    /// Learns how its tokens are counted from the prompt of an answer.
    fn compare(&mut self, trial: &Trial, usage: Usage, of: &Counting<'_>) {
        let endpoint = &self.endpoint;
        let counter = *self.counter.get_or_insert_with(|| Counter::of(&trial.subject).at(endpoint));
        if let Some(counted) = of(counter, trial) {
            self.experience.compare(counter, counted, usage);
        }
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
        let counted = match self.compared < MOST_COMPARED {
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
pub type Counting<'a> = dyn Fn(Counter, &Trial) -> Option<Counted> + Sync + 'a;

/// What a run directory holds of each subject that answered. Simulated subjects are left out.
pub async fn past(
    store: &Store,
    prices: &Prices,
    counting: &Counting<'_>,
) -> Result<BTreeMap<String, Past>> {
    pasts_until(store, prices, counting, &|_| true).await?.with_second(store).await
}

/// The same by what the database adds up, which takes half the time where there are very many answers. Counts
/// are corrected by the first answers of each subject, for whose prompts there is a count.
pub(crate) async fn past_summed(
    store: &Store,
    prices: &Prices,
    subjects: impl Iterator<Item = &str>,
    first: &Counting<'_>,
) -> Result<BTreeMap<String, Past>> {
    let prices = Cow::Borrowed(prices);
    let mut pasts = Pasts::of(store, Cow::clone(&prices)).await?;
    let times = pasts.batched.times();
    let sums = store.billed_sums(&times).await?;
    let mut answers = match sums.iter().all(|sum| pasts.add_sum(sum)) {
        true => store.billed_apart(&times),
        false => {
            pasts = Pasts::of(store, prices).await?;
            store.billed_unordered()
        }
    };
    while let Some(one) = answers.try_next().await? {
        pasts.add(&one.trial, one.sent_us, one.usage, &|_, _| None);
    }
    drop(answers);
    for subject in subjects {
        let mut answers = store.billed_first(subject, MOST_COMPARED);
        while let Some(one) = answers.try_next().await? {
            if let Some(past) = pasts.all.get_mut(subject) {
                past.compare(&one.trial, one.usage, first);
            }
        }
    }
    pasts.with_second(store).await
}

/// The same of some moment: of the trials that were `answered` then, without the answers that came second.
pub async fn pasts_until<'p>(
    store: &Store,
    prices: &'p Prices,
    counting: &Counting<'_>,
    answered: &(dyn Fn(&Key) -> bool + Sync),
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
    batched: BatchQuestions,
    /// The trials whose answers were taken over.
    taken_over: BTreeSet<Key>,
    all: BTreeMap<String, Past>,
}

impl<'p> Pasts<'p> {
    /// Of no run directory.
    pub fn nowhere(prices: &'p Prices) -> Self {
        Self {
            prices: Cow::Borrowed(prices),
            endpoints: BTreeMap::new(),
            batched: BatchQuestions::default(),
            taken_over: BTreeSet::new(),
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
        if is_taken_over {
            return Some(past.add_taken_over(trial, usage, counting));
        }
        Some(past.add(&self.prices, trial, sent_us, usage, counting, in_batch))
    }

    /// Takes in answers that were added up, and tells whether what they cost follows from that.
    fn add_sum(&mut self, sum: &UsageSum) -> bool {
        let past = of_subject(&mut self.all, &self.endpoints, sum.subject.as_str());
        past.is_none_or(|past| past.add_sum(&self.prices, sum))
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

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::money::Counts;
    use crate::options::PriceOptions;
    use peirast_record::{FinishReason, Message, Prompt, Response, Sampling};
    use peirast_store::Batch;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    const SUBJECTS: [&str; 3] = ["openai:a", "openai:b", "sim:logic"];
    const PLACE: &str = "https://example.org/v1";
    const DAY: i64 = 86_400_000_000;
    /// 2026-11-20.
    const SENT: i64 = 20_777 * DAY;

    fn answer(trial: &Trial, at: u64) -> Response {
        let one = |of: &[Option<u64>], at: u64| of.get(at as usize % 9).copied();
        let usage = Usage {
            input_tokens: one(&[Some(700), None, Some(0), Some(120_000)], at)
                .unwrap_or(Some(10 + at % 7)),
            output_tokens: one(&[Some(3), Some(90), None], at / 2).unwrap_or(Some(at % 60)),
            cached_tokens: [None, Some(4), Some(900)][at as usize % 3],
            ..Usage::default()
        };
        Response {
            trial: trial.key.clone(),
            attempts: 1,
            request: String::new(),
            body: String::new(),
            text: "yes".to_owned(),
            finish: FinishReason::Stop,
            usage,
            model: None,
            sent_us: SENT + [0, 5, DAY, 2 * DAY][at as usize % 4],
            elapsed_us: 1,
        }
    }

    /// A store with answers of all sorts, and the prompts.
    async fn stored(dir: &Path) -> (Store, BTreeMap<Key, Arc<Prompt>>) {
        let store = Store::create(dir).await.expect("a store");
        run_dir::set_endpoints(&store, SUBJECTS.into_iter().map(|one| (one, PLACE)))
            .await
            .expect("endpoints");
        let prompt = |n: usize| {
            let messages = vec![Message::user(format!("Is {n} sound? ").repeat(n % 5 + 1))];
            Arc::new(Prompt::new(format!("q{n}"), ["baseline", "why"][n % 2], messages))
        };
        let prompts: Vec<Arc<Prompt>> = (0..400).map(prompt).collect();
        for (round, max_tokens) in [None, Some(40)].into_iter().enumerate() {
            let sampling = Sampling { max_tokens, ..Sampling::default() };
            for subject in SUBJECTS {
                let put = |prompt: &Arc<Prompt>| {
                    Trial::new(prompt, subject, PLACE, &sampling, round as u32)
                };
                let trials: Vec<Trial> = prompts.iter().map(put).collect();
                let answers = trials.iter().zip(0..).map(|(trial, at)| answer(trial, at));
                let responses: Vec<Response> = answers.collect();
                let batch = Batch {
                    prompts: &prompts,
                    trials: &[(PLACE, trials.as_slice())],
                    responses: &responses,
                    reused_from: (round == 1 && subject == "openai:b").then_some("elsewhere"),
                    ..Batch::default()
                };
                store.write(&batch).await.expect("answers");
            }
        }
        (store, prompts.into_iter().map(|prompt| (prompt.key(), prompt)).collect())
    }

    fn priced(dir: &Path, rows: &str) -> Prices {
        let file: PathBuf = dir.join("prices.toml");
        std::fs::write(&file, rows).expect("a table");
        Prices::load(&PriceOptions { table: Some(file), ..PriceOptions::default() })
            .expect("prices")
    }

    /// What is known of a subject, but for the order of answers.
    fn told(pasts: BTreeMap<String, Past>) -> BTreeMap<String, String> {
        let text = |(subject, mut past): (String, Past)| {
            past.unreported
                .sort_by_key(|(prompt, most, usage)| (prompt.clone(), *most, usage.output_tokens));
            let Past { endpoint, spent, second, by_protocol, taken_over, .. } = &past;
            let parts = (endpoint, spent, second, by_protocol, taken_over);
            (subject, format!("{parts:?} {:?} {:?}", past.experience, past.unreported))
        };
        pasts.into_iter().map(text).collect()
    }

    #[tokio::test]
    async fn sums_come_to_what_answers_come_to_one_by_one() {
        const PLAIN: &str = "[[price]]\nmodels = ['*']\ninput = 2.5\ncached = 1.0\noutput = 10.0\n\
             until = 2026-11-21\nsource = 'a'\n[[price]]\nmodels = ['*']\ninput = 5.0\n\
             output = 7.0\nsince = 2026-11-21\nsource = 'b'\n";
        let dir = tempfile::tempdir().expect("a directory");
        let (store, prompts) = stored(&dir.path().join("run")).await;
        let counts = Counts::of(&prompts, SUBJECTS.into_iter());
        let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
        // With prompts that cost more when they are long, and are, nothing can be added up.
        let long = format!("{PLAIN}long = {{ over = 300, input = 9.0, output = 20.0 }}\n");
        let mut costs = Vec::new();
        for rows in [PLAIN, &long] {
            let prices = priced(dir.path(), rows);
            let one_by_one = past(&store, &prices, &counting).await.expect("a past");
            let subjects = SUBJECTS.into_iter().take(2);
            let summed = past_summed(&store, &prices, subjects, &counting).await.expect("a past");
            costs.push(one_by_one["openai:a"].spent.cost);
            let answers: Vec<u64> = summed.values().map(|past| past.spent.answers).collect();
            assert_eq!(answers, [800, 400], "what is simulated costs nothing");
            assert_eq!(told(summed), told(one_by_one));
        }
        assert!(costs[0].is_some() && costs[0] < costs[1], "{costs:?}");
    }
}
