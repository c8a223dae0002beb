//! Spending history of a run directory: the cost of its answers, and the experience drawn from
//! them.

use super::{Prices, day_of};
use crate::error::Result;
use crate::run_dir;
use futures::TryStreamExt as _;
use peirast_cost::{
    Amount, AnswerCost, Counter, Experience, Moments, Spending, Tariff, TokenCount, Tokens, Usd,
};
use peirast_record::{Key, Trial, Usage};
use peirast_store::{BatchQuestions, Store, UsageSum};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Answers per subject by which token counts are calibrated. Keys are hashes, so the first in order
/// of keys are a random sample.
pub(crate) const MOST_COMPARED: u64 = 2_000;

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
    tariffs: Tariffs,
    /// Token counter of the subject, once it is needed.
    counter: Option<Counter>,
    compared: u64,
}

impl SubjectHistory {
    /// Creates the empty history of a subject at an endpoint.
    pub(crate) fn new(endpoint: &str) -> Self {
        let (spent, second) = (Spending::nothing(), Spending::nothing());
        let endpoint = endpoint.to_owned();
        Self { endpoint, spent, second, ..Self::default() }
    }

    /// Returns the cost of all answers, duplicates included.
    pub fn paid(&self) -> Amount {
        self.spent.amount() + self.second.amount()
    }

    /// Adds a duplicate answer. It may have come in a batch; the dearer price is taken.
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

    /// Adds a paid answer, and returns its tokens and cost.
    fn add(
        &mut self,
        prices: &Prices,
        trial: &Trial,
        sent_us: i64,
        usage: Usage,
        counting: &Counting<'_>,
        in_batch: bool,
    ) -> AnswerCost {
        let subject = &trial.subject;
        let tariff = self.tariffs.at(prices, subject, &self.endpoint, sent_us, in_batch);
        let tokens = Tokens::reported(usage).unwrap_or_default();
        let taken = AnswerCost::new(tokens.total(), tariff.cost(tokens).unwrap_or_default());
        self.spent.add(tariff, usage);
        match self.by_protocol.get_mut(trial.protocol.as_str()) {
            Some(spending) => spending.add(tariff, usage),
            None => {
                let mut spending = Spending::nothing();
                spending.add(tariff, usage);
                self.by_protocol.insert(trial.protocol.to_string(), spending);
            }
        }
        self.learn(trial, usage, counting);
        self.note_unreported(trial, usage);
        taken
    }

    /// Adds a sum of answers. Returns whether their cost follows from the sum.
    fn add_sum(&mut self, prices: &Prices, sum: &UsageSum) -> bool {
        let (n, most) = (sum.answers, sum.sampling.max_tokens);
        let lengths =
            Moments::from_sums(n, sum.output_tokens, sum.output_squares, sum.longest_output);
        self.experience.add_lengths(&sum.protocol, most, &lengths);
        if sum.is_taken_over {
            self.taken_over += n;
            return true;
        }
        let tariff = self.tariffs.at(prices, &sum.subject, &self.endpoint, sum.day_us, false);
        let (input, cached, output) = (sum.input_tokens, sum.cached_tokens, sum.output_tokens);
        let tokens = Tokens { input, cached, output };
        let Some(cost) = tariff.cost_of_many(tokens, sum.longest_input) else { return false };
        let spent = Spending { answers: n, tokens, cost, unreported: 0 };
        self.spent.merge(&spent);
        let protocol = self.by_protocol.entry(sum.protocol.to_string());
        protocol.or_insert_with(Spending::nothing).merge(&spent);
        true
    }

    /// Calibrates the token count by the prompt of an answer.
    fn compare(&mut self, trial: &Trial, usage: Usage, counting: &Counting<'_>) {
        let endpoint = &self.endpoint;
        let counter =
            *self.counter.get_or_insert_with(|| Counter::for_subject(&trial.subject).at(endpoint));
        if let Some(counted) = counting(counter, trial) {
            self.experience.compare(counter, counted, usage);
        }
    }

    /// Adds a reused answer.
    fn add_taken_over(
        &mut self,
        trial: &Trial,
        usage: Usage,
        counting: &Counting<'_>,
    ) -> AnswerCost {
        self.taken_over += 1;
        self.learn(trial, usage, counting);
        AnswerCost::new(Tokens::reported(usage).unwrap_or_default().total(), Usd::ZERO)
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

/// Cached prices of one subject, by day and by whether they are batch prices.
#[derive(Clone, Debug, Default)]
struct Tariffs(BTreeMap<(i64, bool), Tariff>);

impl Tariffs {
    /// Returns the price of an answer that was requested at a time, alone or in a batch.
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

/// Function that counts the tokens of a trial's prompt; `None` if the prompt is not at hand.
pub type Counting<'a> = dyn Fn(Counter, &Trial) -> Option<TokenCount> + Sync + 'a;

/// Reads the history of each subject that answered, duplicates included. Simulated subjects are
/// left out.
///
/// # Errors
/// A store that cannot be read.
pub async fn subject_histories(
    store: &Store,
    prices: &Prices,
    counting: &Counting<'_>,
) -> Result<BTreeMap<String, SubjectHistory>> {
    history_where(store, prices, counting, &|_| true).await?.into_subjects_with_second(store).await
}

/// Reads the same from sums that the database computes, in half the time for millions of answers.
/// `first` counts the prompts of each subject's first answers, which calibrate token counts.
pub(crate) async fn summed_histories(
    store: &Store,
    prices: &Prices,
    subjects: impl Iterator<Item = &str>,
    first: &Counting<'_>,
) -> Result<BTreeMap<String, SubjectHistory>> {
    let prices = Cow::Borrowed(prices);
    let mut histories = SpendingHistory::open(store, Cow::clone(&prices)).await?;
    let times = histories.batched.times();
    let sums = store.billed_sums(&times).await?;
    let mut answers = match sums.iter().all(|sum| histories.add_sum(sum)) {
        true => store.billed_apart(&times),
        false => {
            histories = SpendingHistory::open(store, prices).await?;
            store.billed_unordered()
        }
    };
    while let Some(one) = answers.try_next().await? {
        histories.add(&one.trial, one.sent_us, one.usage, &|_, _| None);
    }
    drop(answers);
    for subject in subjects {
        let mut answers = store.billed_first(subject, MOST_COMPARED);
        while let Some(one) = answers.try_next().await? {
            if let Some(history) = histories.all.get_mut(subject) {
                history.compare(&one.trial, one.usage, first);
            }
        }
    }
    histories.into_subjects_with_second(store).await
}

/// Reads the history of the trials for which `answered` is true, without duplicates.
///
/// # Errors
/// A store that cannot be read.
pub async fn history_where<'p>(
    store: &Store,
    prices: &'p Prices,
    counting: &Counting<'_>,
    answered: &(dyn Fn(&Key) -> bool + Sync),
) -> Result<SpendingHistory<'p>> {
    let mut histories = SpendingHistory::open(store, Cow::Borrowed(prices)).await?;
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
    prices: Cow<'p, Prices>,
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
            prices: Cow::Borrowed(prices),
            endpoints: BTreeMap::new(),
            batched: BatchQuestions::default(),
            taken_over: BTreeSet::new(),
            all: BTreeMap::new(),
        }
    }

    /// Creates the history of a run directory, without its answers yet.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn open(store: &Store, prices: Cow<'p, Prices>) -> Result<Self> {
        Ok(Self {
            prices,
            endpoints: run_dir::all_endpoints(store).await?,
            batched: store.batched().await?,
            taken_over: store.reused_keys().await?,
            all: BTreeMap::new(),
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
        let in_batch = self.batched.contains(&trial.key, sent_us);
        let is_taken_over = self.taken_over.contains(&trial.key);
        let history = subject_entry(&mut self.all, &self.endpoints, trial.subject.as_str())?;
        if is_taken_over {
            return Some(history.add_taken_over(trial, usage, counting));
        }
        Some(history.add(&self.prices, trial, sent_us, usage, counting, in_batch))
    }

    /// Adds a sum of answers. Returns whether their cost follows from the sum.
    fn add_sum(&mut self, sum: &UsageSum) -> bool {
        let history = subject_entry(&mut self.all, &self.endpoints, sum.subject.as_str());
        history.is_none_or(|history| history.add_sum(&self.prices, sum))
    }

    /// Adds the `wanted` answers of another directory as reused ones. `endpoints` has the endpoints
    /// of subjects that this directory does not know yet.
    ///
    /// # Errors
    /// A store that cannot be read.
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
                && let Some(history) =
                    subject_entry(&mut self.all, &self.endpoints, &one.trial.subject)
            {
                history.add_taken_over(&one.trial, one.usage, counting);
            }
        }
        Ok(())
    }

    /// Returns the histories by subject.
    pub fn into_subjects(self) -> BTreeMap<String, SubjectHistory> {
        self.all
    }

    /// Adds the duplicate answers of the store, and returns the histories by subject.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn into_subjects_with_second(
        mut self,
        store: &Store,
    ) -> Result<BTreeMap<String, SubjectHistory>> {
        let mut second = store.billed_second();
        while let Some(one) = second.try_next().await? {
            if let Some(history) = self.all.get_mut(one.trial.subject.as_str()) {
                history.add_second(&self.prices, &one.trial, one.sent_us, one.usage);
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
    if peirast_cost::is_simulated(subject) {
        return None;
    }
    if !all.contains_key(subject) {
        let endpoint = endpoints.get(subject).map_or("", String::as_str);
        all.insert(subject.to_owned(), SubjectHistory::new(endpoint));
    }
    all.get_mut(subject)
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::money::PromptTokens;
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

    /// The histories as text, with answers in a fixed order.
    fn render(histories: BTreeMap<String, SubjectHistory>) -> BTreeMap<String, String> {
        let text = |(subject, mut history): (String, SubjectHistory)| {
            history
                .unreported
                .sort_by_key(|(prompt, most, usage)| (prompt.clone(), *most, usage.output_tokens));
            let SubjectHistory { endpoint, spent, second, by_protocol, taken_over, .. } = &history;
            let parts = (endpoint, spent, second, by_protocol, taken_over);
            (subject, format!("{parts:?} {:?} {:?}", history.experience, history.unreported))
        };
        histories.into_iter().map(text).collect()
    }

    #[tokio::test]
    async fn sums_come_to_what_answers_come_to_one_by_one() {
        const PLAIN: &str = "[[price]]\nmodels = ['*']\ninput = 2.5\ncached = 1.0\noutput = 10.0\n\
             until = 2026-11-21\nsource = 'a'\n[[price]]\nmodels = ['*']\ninput = 5.0\n\
             output = 7.0\nsince = 2026-11-21\nsource = 'b'\n";
        let dir = tempfile::tempdir().expect("a directory");
        let (store, prompts) = stored(&dir.path().join("run")).await;
        let counts = PromptTokens::count(&prompts, SUBJECTS.into_iter());
        let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
        // With prompts that cost more when they are long, and are, nothing can be added up.
        let long = format!("{PLAIN}long = {{ over = 300, input = 9.0, output = 20.0 }}\n");
        let mut costs = Vec::new();
        for rows in [PLAIN, &long] {
            let prices = priced(dir.path(), rows);
            let one_by_one = subject_histories(&store, &prices, &counting).await.expect("a past");
            let subjects = SUBJECTS.into_iter().take(2);
            let summed =
                summed_histories(&store, &prices, subjects, &counting).await.expect("a past");
            costs.push(one_by_one["openai:a"].spent.cost);
            let answers: Vec<u64> = summed.values().map(|history| history.spent.answers).collect();
            assert_eq!(answers, [800, 400], "what is simulated costs nothing");
            assert_eq!(render(summed), render(one_by_one));
        }
        assert!(costs[0].is_some() && costs[0] < costs[1], "{costs:?}");
    }
}
