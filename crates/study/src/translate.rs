//! Translation: a model restates answers that no rule could read.

use crate::error::{Context as _, Result};
use crate::event::{RoundSubject, SharedSink};
use crate::grade::Answers;
use crate::money::{
    ForecastInputs, Prices, PromptTokens, QuestionStatus, SubjectForecast, TokenCensus, longest,
    subject_histories,
};
use crate::open_files::accounts;
use crate::options::{ModelAccess, PriceOptions};
use crate::run::{RunMoney, emit_budget, observed, with_budget};
use crate::run_dir;
use crate::sampling::sendable;
use crate::subjects::{ProblemContext, SubjectFactory, subject};
use peirast_cost::Budget;
use peirast_fallacy::Notion;
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Sampling, Trial};
use peirast_run::{Cancel, Runner, Summary};
use peirast_store::{Batch, Store};
use peirast_task::translation;
use peirast_throttle::Limits;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Most tokens of a translation, which is one line.
const MOST_TOKENS: u32 = 300;
/// Timeout of one translation.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Options of a translation.
#[derive(Clone, Debug)]
pub struct TranslateOptions {
    /// The subject that translates.
    pub model: String,
    /// Access to the translator.
    pub access: ModelAccess,
    /// Prices that the built-in table does not have.
    pub prices: PriceOptions,
    /// Most that the answers of the run directory may cost.
    pub budget: Budget,
    /// Limits of its account.
    pub limits: Limits,
    /// How long a cancelled run waits for requests in flight before it drops them.
    pub grace: Duration,
}

/// The unread answers of a run directory.
pub struct UntranslatedAnswers {
    /// Prompts, one for each different answer.
    prompts: Vec<Arc<Prompt>>,
    /// Prompts that the translator was not asked yet.
    open: Vec<Arc<Prompt>>,
}

impl UntranslatedAnswers {
    /// Finds the answers of a run directory that no rule could read.
    ///
    /// # Errors
    /// A directory without answers, a translator that cannot be reached as asked.
    pub async fn find(dir: &Path, options: &TranslateOptions, events: &SharedSink) -> Result<Self> {
        let (store, kind) = run_dir::open(dir).await?;
        let answers = Answers::load(&store, kind.study(), Notion::RegardlessOfIssues).await?;
        let prompts = prompts(&answers)?;
        let asked = trials(&prompts, translator(options, false, events)?.as_ref(), events)?;
        let answered = store.answered_keys().await?;
        let pairs = prompts.iter().zip(&asked).filter(|(_, trial)| !answered.contains(&trial.key));
        let open = pairs.map(|(prompt, _)| Arc::clone(prompt)).collect();
        store.close().await;
        Ok(Self { prompts, open })
    }

    /// Returns the number of different answers that no rule could read.
    pub fn answers(&self) -> usize {
        self.prompts.len()
    }

    /// Returns the number of answers that the translator was not asked yet.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Forecasts the cost of translating.
    ///
    /// # Errors
    /// As [`UntranslatedAnswers::find`], and prices that cannot be read.
    pub async fn forecast(
        &self,
        dir: &Path,
        options: &TranslateOptions,
        events: &SharedSink,
    ) -> Result<SubjectForecast> {
        let store = Store::open_read_only(dir).await?;
        let prices = Prices::load(&options.prices)?;
        let subject = translator(options, false, events)?;
        let trials = trials(&self.open, subject.as_ref(), events)?;
        let by_key: BTreeMap<Key, Arc<Prompt>> =
            self.open.iter().map(|prompt| (prompt.key(), Arc::clone(prompt))).collect();
        let counts = PromptTokens::count(&by_key, std::iter::once(subject.name()));
        let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
        let histories = subject_histories(&store, &prices, &counting).await?;
        let answered = store.answered_keys().await?;
        let status = |key: &Key| match answered.contains(key) {
            true => QuestionStatus::Answered,
            false => QuestionStatus::Open,
        };
        let census = TokenCensus::new(subject.name(), subject.endpoint());
        let history = histories.get(subject.name());
        let inputs = ForecastInputs { history, ..ForecastInputs::default() };
        let forecast = census.with(&trials, status, &counts).into_forecast(inputs, &prices);
        let tariff = std::iter::once((subject.name(), &forecast.tariff));
        prices.warn_of_age(tariff, events.as_ref());
        prices.check_rows(subject.name(), subject.endpoint())?;
        let priced = std::iter::once((subject.name(), subject.endpoint(), &forecast.tariff));
        prices.warn_of_dates(priced, events.as_ref());
        store.close().await;
        Ok(forecast)
    }

    /// Asks the translator about the answers that it was not asked yet.
    ///
    /// # Errors
    /// A budget that cannot be kept, a store that cannot be written.
    pub async fn ask(
        self,
        dir: &Path,
        options: &TranslateOptions,
        events: &SharedSink,
        cancel: &Cancel,
    ) -> Result<Summary> {
        let store = Store::open_or_create(dir).await?;
        let asked = ask(&store, self.prompts, options, events, cancel).await;
        store.close().await;
        asked
    }
}

async fn ask(
    store: &Store,
    prompts: Vec<Arc<Prompt>>,
    options: &TranslateOptions,
    events: &SharedSink,
    cancel: &Cancel,
) -> Result<Summary> {
    let subject = translator(options, true, events)?;
    let subjects = || std::iter::once(&subject);
    let money =
        RunMoney::for_store(&options.prices, options.budget, store, subjects(), events.as_ref())
            .await?;
    let trials = trials(&prompts, subject.as_ref(), events)?;
    let endpoint = subject.endpoint().to_owned();
    let batch = Batch { prompts: &prompts, trials: &[(&endpoint, &trials)], ..Batch::default() };
    store.write(&batch).await?;
    let by_key: BTreeMap<Key, Arc<Prompt>> = prompts.into_iter().map(|p| (p.key(), p)).collect();
    run_dir::set_translator(store, subject.name(), subject.endpoint()).await?;
    let open = trials.len() as u64;
    let asked = subjects().map(|subject| (subject, open));
    let width = options.limits.concurrency;
    let tracker = money
        .open_budget(store, &by_key, longest(&by_key), asked, Some(MOST_TOKENS), width)
        .await?;
    emit_budget(tracker.as_ref(), events.as_ref());
    let round = [RoundSubject::new(&*subject, open)];
    let accounts = accounts(options.limits, events.as_ref());
    let runner = Runner::new(store.clone(), by_key)
        .grace(options.grace)
        .cancel(cancel.clone())
        .subject(Arc::clone(&subject), trials);
    let runner = with_budget(runner, tracker.as_ref());
    let summary = observed(runner, &round, &accounts, events, &Arc::default()).await;
    if let Some(tracker) = tracker {
        // Answers that could not be stored may have been charged: then the whole exposure stays
        // recorded.
        if summary.is_ok() {
            tracker.finish().await?;
            tracker.recount(store, &BTreeMap::new(), &money.prices).await?;
        }
        money.report_cost(store, &tracker, false, events.as_ref()).await?;
    }
    summary
}

fn translator(
    options: &TranslateOptions,
    needs_key: bool,
    events: &SharedSink,
) -> Result<Arc<dyn Subject>> {
    let factory = SubjectFactory::new(&options.access, TIMEOUT, needs_key, events)?;
    subject(&options.model, &factory, 0, &ProblemContext::empty())
}

fn trials(
    prompts: &[Arc<Prompt>],
    subject: &dyn Subject,
    events: &SharedSink,
) -> Result<Vec<Trial>> {
    let sampling =
        Sampling { temperature: Some(0.0), max_tokens: Some(MOST_TOKENS), ..Sampling::default() };
    let sampling = sendable(subject, &sampling, events.as_ref())?;
    let trial =
        |prompt: &Arc<Prompt>| Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, 0);
    Ok(prompts.iter().map(trial).collect())
}

/// Creates the questions, one for each different answer.
fn prompts(answers: &Answers) -> Result<Vec<Arc<Prompt>>> {
    let prompt =
        |(answered, problem): (&peirast_store::AnsweredTrial, &peirast_record::Problem)| {
            let worded = problem.worded.as_deref();
            let worded = worded.with_context(|| format!("problem {} has no words", problem.id))?;
            let prompt = translation::prompt(&problem.id, &worded.lexicon, &answered.text);
            Ok((prompt.key(), Arc::new(prompt)))
        };
    let prompts: BTreeMap<Key, Arc<Prompt>> =
        answers.untranslated()?.into_iter().map(prompt).collect::<Result<_>>()?;
    Ok(prompts.into_values().collect())
}
