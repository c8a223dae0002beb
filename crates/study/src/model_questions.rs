//! Questions to one model in addition to a study's: translations of answers, paraphrases of
//! questions. Each is stored, and asked only once.

use crate::custom::CustomSubjects;
use crate::error::Result;
use crate::event::{RoundSubject, SharedSink};
use crate::money::{
    ForecastInputs, Prices, PromptTokens, QuestionStatus, SubjectForecast, TokenCensus, longest,
    subject_histories,
};
use crate::open_files::accounts;
use crate::options::{ModelAccess, PriceOptions};
use crate::run::{RunMoney, emit_budget, observed, with_budget};
use crate::sampling::sendable;
use crate::subjects::{ProblemContext, SubjectFactory, subject};
use peirast_cost::Budget;
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Sampling, Trial};
use peirast_run::{Cancel, Runner, Summary};
use peirast_store::{Batch, Store};
use peirast_throttle::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Timeout of one answer.
const TIMEOUT: Duration = Duration::from_secs(300);

/// A model that is asked outside a study, and its limits.
#[derive(Clone, Debug)]
pub struct ModelOptions {
    /// The model by name.
    pub model: String,
    /// Access to the model.
    pub access: ModelAccess,
    /// Subjects that the caller made, which `model` may name.
    pub custom: CustomSubjects,
    /// Prices that the built-in table does not have.
    pub prices: PriceOptions,
    /// Most that the answers of the directory may cost.
    pub budget: Budget,
    /// Limits of its account.
    pub limits: Limits,
    /// Time that a cancelled run waits for requests in flight before it drops them.
    pub grace: Duration,
}

impl ModelOptions {
    /// Returns the model; it needs no key unless it is asked.
    pub(crate) fn subject(&self, needs_key: bool, events: &SharedSink) -> Result<Arc<dyn Subject>> {
        let factory = SubjectFactory::new(&self.access, TIMEOUT, needs_key, events)?
            .with_custom(self.custom.clone());
        subject(&self.model, &factory, 0, &ProblemContext::empty())
    }
}

/// Prompts to one model, each once.
pub(crate) struct ModelQuestions {
    pub(crate) prompts: Vec<Arc<Prompt>>,
    pub(crate) sampling: Sampling,
    pub(crate) repeat: u32,
}

impl ModelQuestions {
    /// Returns the trials of the prompts, in order.
    pub(crate) fn trials(&self, subject: &dyn Subject, events: &SharedSink) -> Result<Vec<Trial>> {
        let sampling = sendable(subject, &self.sampling, events.as_ref())?;
        let trial = |prompt: &Arc<Prompt>| {
            Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, self.repeat)
        };
        Ok(self.prompts.iter().map(trial).collect())
    }

    /// Returns the trials without an answer.
    pub(crate) fn open(
        self,
        answered: &BTreeSet<Key>,
        options: &ModelOptions,
        events: &SharedSink,
    ) -> Result<Self> {
        let trials = self.trials(options.subject(false, events)?.as_ref(), events)?;
        let pairs = self.prompts.iter().zip(&trials);
        let open = pairs.filter(|(_, trial)| !answered.contains(&trial.key));
        let prompts = open.map(|(prompt, _)| Arc::clone(prompt)).collect();
        Ok(Self { prompts, ..self })
    }

    /// Forecasts the cost of asking all; earlier answers in a store show the length of answers.
    pub(crate) async fn forecast(
        &self,
        store: Option<&Store>,
        options: &ModelOptions,
        events: &SharedSink,
    ) -> Result<SubjectForecast> {
        let prices = Prices::load(&options.prices)?;
        let subject = options.subject(false, events)?;
        let trials = self.trials(subject.as_ref(), events)?;
        let by_key: BTreeMap<Key, Arc<Prompt>> =
            self.prompts.iter().map(|prompt| (prompt.key(), Arc::clone(prompt))).collect();
        let counts = PromptTokens::count(&by_key, std::iter::once(subject.name()));
        let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
        let histories = match store {
            Some(store) => subject_histories(store, &prices, &counting).await?,
            None => BTreeMap::new(),
        };
        let census = TokenCensus::new(subject.name(), subject.endpoint());
        let history = histories.get(subject.name());
        let inputs = ForecastInputs { history, ..ForecastInputs::default() };
        let census = census.with(&trials, |_| QuestionStatus::Open, &counts);
        let forecast = census.into_forecast(inputs, &prices);
        let tariff = std::iter::once((subject.name(), &forecast.tariff));
        prices.warn_of_age(tariff, events.as_ref());
        prices.check_rows(subject.name(), subject.endpoint())?;
        let priced = std::iter::once((subject.name(), subject.endpoint(), &forecast.tariff));
        prices.warn_of_dates(priced, events.as_ref());
        Ok(forecast)
    }

    /// Asks every question that has no answer in the store.
    pub(crate) async fn ask(
        self,
        store: &Store,
        options: &ModelOptions,
        events: &SharedSink,
        cancel: &Cancel,
    ) -> Result<Summary> {
        let subject = options.subject(true, events)?;
        let subjects = || std::iter::once(&subject);
        let money = RunMoney::for_store(
            &options.prices,
            options.budget,
            store,
            subjects(),
            events.as_ref(),
        )
        .await?;
        let trials = self.trials(subject.as_ref(), events)?;
        let Self { prompts, sampling, .. } = self;
        let endpoint = subject.endpoint().to_owned();
        let batch =
            Batch { prompts: &prompts, trials: &[(&endpoint, &trials)], ..Batch::default() };
        store.write(&batch).await?;
        let by_key: BTreeMap<Key, Arc<Prompt>> =
            prompts.into_iter().map(|p| (p.key(), p)).collect();
        let open = trials.len() as u64;
        let asked = subjects().map(|subject| (subject, open));
        let width = options.limits.concurrency;
        let tracker = money
            .open_budget(store, &by_key, longest(&by_key), asked, sampling.max_tokens, width)
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
}
