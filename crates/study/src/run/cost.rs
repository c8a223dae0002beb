//! What a run directory cost, and what finishing it would.

use super::RunDir;
use crate::error::Result;
use crate::event::SharedSink;
use crate::money::{
    Beside, Bill, Counts, Outlook, Prices, Standing, TokenCensus, VerdictCost, in_batches,
    under_way,
};
use crate::options::{AnalysisOptions, PriceOptions};
use crate::run_dir;
use futures::TryStreamExt as _;
use peirast_cost::{Amount, is_simulated};
use peirast_store::{PlanState, Store, SubjectPlan};
use std::collections::BTreeMap;

/// What a run directory cost, and what finishing it would.
pub struct CostReport {
    /// What each subject cost.
    pub bill: Bill,
    /// What each verdict cost; none while the plan is not complete.
    pub verdicts: Vec<VerdictCost>,
    /// What the questions without an answer would cost, of each subject that has any.
    pub outlooks: Vec<Outlook>,
    /// The most that batches under way may come to, where there are any.
    pub batches: Option<Amount>,
    /// The number of stored answers.
    pub responses: u64,
    /// Whether the plan is stored to its end.
    pub is_complete: bool,
}

impl RunDir {
    /// Works out what the answers cost, at the prices of the days on which they were asked for.
    ///
    /// # Errors
    /// A store that cannot be read, prices that cannot be read.
    pub async fn cost(&self, prices: &PriceOptions, events: &SharedSink) -> Result<CostReport> {
        let given = Prices::load(prices)?;
        let store = Store::open_read_only(&self.path).await?;
        run_dir::check_merged(&store).await?;
        let known = given.knowing(&store).await?;
        let bill = Bill::of(&store, &known).await?;
        // What was paid before a plan was complete was paid all the same.
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
        let outlooks = rest(&store, &known, &bill).await?;
        let batches = under_way(&store, &known, &bill.subjects).await?;
        let batches = Some(batches).filter(|all| *all != Amount::default());
        let tariffs = outlooks.iter().map(|one| (one.subject.as_str(), &one.tariff));
        known.warn_of_age(tariffs, events.as_ref());
        let responses = store.counts().await?.responses;
        store.close().await;
        Ok(CostReport { bill, verdicts, outlooks, batches, responses, is_complete })
    }
}

/// What the questions without an answer would cost, of each subject that has any.
async fn rest(store: &Store, prices: &Prices, bill: &Bill) -> Result<Vec<Outlook>> {
    let handed_in = in_batches(store).await?;
    let endpoints = run_dir::all_endpoints(store).await?;
    let mut censuses: BTreeMap<String, TokenCensus> = BTreeMap::new();
    let lanes = store.subject_plans().await?;
    let is_open = |lane: &&SubjectPlan| lane.answered < lane.trials;
    for lane in lanes.iter().filter(is_open).filter(|lane| !is_simulated(&lane.subject)) {
        let endpoint = endpoints.get(&lane.subject).map_or("", String::as_str);
        // What was planned for a server that the run has left is not asked by it any more.
        if !endpoint.is_empty() && lane.endpoint != endpoint {
            continue;
        }
        let census = || TokenCensus::of(&lane.subject, endpoint);
        let census = censuses.entry(lane.subject.clone()).or_insert_with(census);
        let mut open = store.open_stretches((&lane.subject, &lane.endpoint));
        while let Some((trials, prompts)) = open.try_next().await? {
            let counts = Counts::of(&prompts, std::iter::once(lane.subject.as_str()));
            for trial in &trials {
                let standing = match handed_in.contains(&trial.key) {
                    true => Standing::HandedIn,
                    false => Standing::Open,
                };
                census.add(trial, standing, &counts);
            }
        }
    }
    for lane in &lanes {
        if let Some(census) = censuses.get_mut(&lane.subject) {
            census.add_answered(lane.answered);
        }
    }
    let outlook = |(subject, census): (String, TokenCensus)| {
        let past = bill.subjects.get(&subject);
        census.outlook(Beside { past, ..Beside::default() }, prices)
    };
    Ok(censuses.into_iter().map(outlook).collect())
}
