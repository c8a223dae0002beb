//! The cost of a run directory, and the forecast of finishing it.

use super::RunDir;
use crate::error::Result;
use crate::event::SharedSink;
use crate::money::{
    Bill, ForecastInputs, Prices, PromptTokens, QuestionStatus, SubjectForecast, TokenCensus,
    VerdictCost, under_way,
};
use crate::options::{AnalysisOptions, PriceOptions};
use crate::run_dir;
use futures::TryStreamExt as _;
use peirast_cost::Amount;
use peirast_record::is_simulated;
use peirast_store::{PlanState, Store, SubjectPlan, SubmissionStage};
use std::collections::BTreeMap;

/// The cost of a run directory, and the forecast of finishing it.
pub struct CostReport {
    /// Cost by subject.
    pub bill: Bill,
    /// Cost of each verdict; empty while the plan is not complete.
    pub verdicts: Vec<VerdictCost>,
    /// Forecast of each subject's questions without an answer.
    pub forecasts: Vec<SubjectForecast>,
    /// Most that open batches may cost, if there are any.
    pub batches: Option<Amount>,
    /// Number of stored answers.
    pub responses: u64,
    /// True if the plan is stored to its end.
    pub is_complete: bool,
}

impl RunDir {
    /// Computes the cost of the answers, at the prices of the days on which they were requested.
    ///
    /// # Errors
    /// A store that cannot be read, prices that cannot be read.
    pub async fn cost(&self, prices: &PriceOptions, events: &SharedSink) -> Result<CostReport> {
        let given = Prices::load(prices)?;
        let store = Store::open_read_only(&self.path).await?;
        run_dir::check_merged(&store).await?;
        let known = given.knowing(&store).await?;
        let mut bill = Bill::read(&store, &known).await?;
        // Answers were paid for even if the plan is not complete.
        let is_complete = !matches!(store.plan_state().await?, PlanState::Partial { .. });
        let is_tested = is_complete && run_dir::kind(&store).await?.study().is_some();
        let verdicts = match is_tested && !bill.is_empty() {
            true => {
                let prices = prices.clone();
                let options = AnalysisOptions { prices, ..AnalysisOptions::default() };
                self.analyse_store(&store, &options, events).await?.verdicts
            }
            false => Vec::new(),
        };
        let forecasts = open_forecasts(&store, &known, &bill).await?;
        bill.add_planned(&store.subject_plans().await?);
        let batches = under_way(&store, &known, &bill.subjects).await?;
        let batches = Some(batches).filter(|all| *all != Amount::default());
        let tariffs = forecasts.iter().map(|one| (one.subject.as_str(), &one.tariff));
        known.warn_of_age(tariffs, events.as_ref());
        let subjects =
            forecasts.iter().map(|one| (one.subject.as_str(), one.endpoint.as_str(), &one.tariff));
        known.warn_of_dates(subjects, events.as_ref());
        let responses = store.counts().await?.responses;
        store.close().await;
        Ok(CostReport { bill, verdicts, forecasts, batches, responses, is_complete })
    }
}

/// Forecasts each subject's questions without an answer.
async fn open_forecasts(
    store: &Store,
    prices: &Prices,
    bill: &Bill,
) -> Result<Vec<SubjectForecast>> {
    let handed_in = store.submitted_at(SubmissionStage::is_open).await?;
    let endpoints = run_dir::all_endpoints(store).await?;
    let mut censuses: BTreeMap<String, TokenCensus> = BTreeMap::new();
    let plans = store.subject_plans().await?;
    let is_open = |plan: &&SubjectPlan| plan.answered < plan.trials;
    for plan in plans.iter().filter(is_open).filter(|plan| !is_simulated(&plan.subject)) {
        let endpoint = endpoints.get(&plan.subject).map_or("", String::as_str);
        // Trials planned for a server that the run no longer uses are not asked.
        if !endpoint.is_empty() && plan.endpoint != endpoint {
            continue;
        }
        let census = || TokenCensus::new(&plan.subject, endpoint);
        let census = censuses.entry(plan.subject.clone()).or_insert_with(census);
        let mut open = store.open_stretches((&plan.subject, &plan.endpoint));
        while let Some((trials, prompts)) = open.try_next().await? {
            let counts = PromptTokens::count(&prompts, std::iter::once(plan.subject.as_str()));
            for trial in &trials {
                let status = match handed_in.contains(&trial.key) {
                    true => QuestionStatus::HandedIn,
                    false => QuestionStatus::Open,
                };
                census.add(trial, status, &counts);
            }
        }
    }
    for plan in &plans {
        if let Some(census) = censuses.get_mut(&plan.subject) {
            census.add_answered(plan.answered);
        }
    }
    let forecast = |(subject, census): (String, TokenCensus)| {
        let history = bill.subjects.get(&subject);
        census.into_forecast(ForecastInputs { history, ..ForecastInputs::default() }, prices)
    };
    Ok(censuses.into_iter().map(forecast).collect())
}
