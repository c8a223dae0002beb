//! The money of a run: prices, budget, announcement and final cost.

use crate::error::Result;
use crate::event::{EventSink, NoticeCode};
use crate::forecast::{ReusedRuns, StoreSnapshot, UpcomingQuestions, forecasts};
use crate::money::{
    BudgetTracker, ExposureRequest, PlanTokenCounter, Prices, SubjectExposure, SubjectForecast,
    announced_line, lacking,
};
use crate::options::PriceOptions;
use crate::plan::{QuestionSet, SubjectTrials};
use crate::run_dir;
use peirast_cost::{Amount, Announcement, Budget, Tariff};
use peirast_decimals::counted;
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Study, Trial};
use peirast_report::escape_line;
use peirast_store::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

pub(crate) struct RunMoney {
    pub(crate) prices: Prices,
    budget: Budget,
    tariffs: Vec<Tariff>,
}

impl RunMoney {
    /// Looks up the prices of the subjects, those of the run directory included.
    pub(crate) async fn new<'a>(
        prices: &PriceOptions,
        budget: Budget,
        store: Option<&Store>,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>> + Clone,
    ) -> Result<Self> {
        let mut prices = Prices::load(prices)?;
        if let Some(store) = store {
            prices = prices.knowing(store).await?;
        }
        let tariffs: Vec<Tariff> =
            subjects.clone().map(|one| prices.tariff(one.name(), one.endpoint())).collect();
        let places = subjects.clone().zip(&tariffs);
        let places = places.map(|(one, tariff)| (one.name(), one.endpoint(), tariff));
        prices.check_budget(budget, places)?;
        Ok(Self { prices, budget, tariffs })
    }

    /// Checks before anything is planned that the budget can be kept. Errors of the store are
    /// reported later, when it is opened to ask.
    pub(crate) async fn check<'a>(
        dir: &Path,
        prices: &PriceOptions,
        budget: Budget,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>> + Clone,
    ) -> Result<()> {
        if budget.usd.is_none() {
            return Ok(());
        }
        let store = Store::open_read_only(dir).await.ok();
        Self::new(prices, budget, store.as_ref(), subjects).await.map(drop)
    }

    /// Looks up the prices with those of an open store, and stores the prices that are given now.
    pub(crate) async fn for_store<'a>(
        prices: &PriceOptions,
        budget: Budget,
        store: &Store,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>> + Clone,
        events: &dyn EventSink,
    ) -> Result<Self> {
        let mut money = Self::new(prices, budget, Some(store), subjects.clone()).await?;
        let tariffs = subjects.clone().map(|one| one.name()).zip(&money.tariffs);
        money.prices.warn_of_age(tariffs, events);
        let places = subjects.clone().zip(&money.tariffs);
        let places = places.map(|(one, tariff)| (one.name(), one.endpoint(), tariff));
        money.prices.warn_of_dates(places.clone(), events);
        money.prices.note_free(money.budget, places, events);
        money.prices.keep(store, subjects.map(|one| (one.name(), one.endpoint()))).await?;
        Ok(money)
    }

    /// Returns true if every subject is free, so that there is nothing to announce.
    fn is_free(&self) -> bool {
        self.tariffs.iter().all(|tariff| matches!(tariff, Tariff::Free(_)))
    }

    /// Returns true if a run costs anything or has a budget.
    pub(crate) fn is_counted(&self) -> bool {
        !self.is_free() || self.budget != Budget::default()
    }

    /// Opens the budget of the run; `None` if it is free and has no budget. `subjects` lists each
    /// subject with the most questions that it may still be asked.
    pub(crate) async fn open_budget<'a>(
        &self,
        store: &Store,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        longest: Option<&Arc<Prompt>>,
        subjects: impl Iterator<Item = (&'a Arc<dyn Subject>, u64)>,
        max_tokens: Option<u32>,
        concurrency: usize,
    ) -> Result<Option<Arc<BudgetTracker>>> {
        if !self.is_counted() {
            return Ok(None);
        }
        let terms = subjects.zip(&self.tariffs);
        let request = ExposureRequest {
            prompts,
            longest,
            subjects: terms
                .map(|((one, open), tariff)| SubjectExposure::new(&**one, tariff.clone(), open))
                .collect(),
            max_tokens,
            concurrency: concurrency as u64,
        };
        BudgetTracker::open(store, &request, self.budget, &self.prices).await.map(Some)
    }

    /// Returns whether the cost of everything planned was announced, as far as it costs anything.
    pub(crate) async fn is_announced<'a>(
        &self,
        store: &Store,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>>,
    ) -> Result<bool> {
        let announcement = run_dir::announcement(store).await?;
        let subjects: Vec<_> = subjects.zip(&self.tariffs).collect();
        let announced =
            |subject: &Arc<dyn Subject>| announcement.get(subject.name()).map(|one| one.questions);
        let all: Option<u64> = subjects.iter().map(|(subject, _)| announced(subject)).sum();
        // If all planned trials were announced, trials need not be counted by subject.
        if all == Some(store.counts().await?.trials) {
            return Ok(true);
        }
        let plans = store.subject_plans().await?;
        let is_announced = |(subject, tariff): &(&Arc<dyn Subject>, &Tariff)| {
            let plan = plans.iter().find(|plan| plan.subject == subject.name());
            let trials = plan.map_or(0, |plan| plan.trials);
            matches!(tariff, Tariff::Free(_)) || announcement.is_announced(subject.name(), trials)
        };
        Ok(subjects.iter().all(is_announced))
    }

    /// Returns the snapshot by which costs are announced, if any are still to be announced.
    pub(crate) async fn snapshot(
        &self,
        store: &Store,
        study: &Study,
        questions: &QuestionSet,
        unplanned: Option<&BTreeSet<Key>>,
    ) -> Result<Option<StoreSnapshot>> {
        let announcement = run_dir::announcement(store).await?;
        let old = |trial: &&Trial| match unplanned {
            Some(new) => !new.contains(&trial.key),
            None => false,
        };
        let is_announced = |(subject, trials): &&SubjectTrials| {
            let is_known = adds(&announcement, unplanned, subject.name(), trials);
            announcement.is_announced(subject.name(), trials.len() as u64)
                || (is_known && trials.iter().all(|trial| old(&trial)))
        };
        if self.is_free() || questions.subjects.iter().all(|one| is_announced(&one)) {
            return Ok(None);
        }
        let mut held = StoreSnapshot::take(Some(store), study, questions).await?;
        // Earlier announcements are kept unchanged.
        let known = questions.subjects.iter();
        let known =
            known.filter(|(one, trials)| adds(&announcement, unplanned, one.name(), trials));
        let known = known.flat_map(|(_, trials)| trials.iter().filter(old));
        held.leave_out(known.map(|trial| trial.key.clone()));
        // Answered questions are no longer announced.
        Ok(Some(held).filter(|held| held.leaves_open(questions)))
    }

    /// Announces the cost of all questions, while the run goes on.
    pub(crate) async fn announce(
        &self,
        store: &Store,
        before: Option<StoreSnapshot>,
        questions: &QuestionSet,
        unplanned: Option<&BTreeSet<Key>>,
        used: Amount,
        events: &dyn EventSink,
    ) -> Result<()> {
        let Some(held) = before else { return Ok(()) };
        let mut announcement = run_dir::announcement(store).await?;
        let asked = UpcomingQuestions { questions, later: &[] };
        let all =
            forecasts(Some(store), &held, asked, &self.prices, &ReusedRuns::default()).await?;
        self.warn(used, &all, events);
        for one in all {
            if matches!(one.tariff, Tariff::Free(_)) || one.forecast.questions.most == 0 {
                continue;
            }
            let planned =
                questions.subjects.iter().find(|(subject, _)| subject.name() == one.subject);
            let adds = planned
                .is_some_and(|(_, trials)| adds(&announcement, unplanned, &one.subject, trials));
            let open = || one.announced_open(&self.prices);
            let all = one.announced(&self.prices);
            match announcement.get(&one.subject).map(|before| before.questions) {
                None if unplanned.is_none() => announcement.announce(&one.subject, all),
                None => announcement.add(&one.subject, open()),
                Some(_) if adds => announcement.add(&one.subject, open()),
                // Only the number of announced questions is known: open ones are taken as the last.
                Some(before) if before < all.questions => {
                    announcement.add(&one.subject, open().part(all.questions - before));
                }
                Some(_) => {}
            }
        }
        run_dir::set_announcement(store, &announcement).await
    }

    /// Creates the counter of a plan's tokens, unless all subjects are free.
    pub(crate) fn token_counter<'a>(
        &self,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>>,
    ) -> Option<PlanTokenCounter> {
        let is_paid = |tariff: &Tariff| !matches!(tariff, Tariff::Free(_));
        let each = subjects.zip(self.tariffs.iter().map(is_paid));
        (!self.is_free()).then(|| PlanTokenCounter::new(each))
    }

    /// Emits a notice if the budget is not enough for the open questions.
    fn warn(&self, used: Amount, all: &[SubjectForecast], events: &dyn EventSink) {
        if let Some(line) = lacking(self.budget, used, all) {
            events.notice(NoticeCode::Cost, &line);
        }
    }

    /// Announces the cost of counted questions, as if none were answered.
    pub(crate) async fn announce_counted(
        &self,
        store: &Store,
        counted: PlanTokenCounter,
        used: Amount,
        events: &dyn EventSink,
    ) -> Result<()> {
        let mut announcement = run_dir::announcement(store).await?;
        let all = counted.forecasts(&self.prices);
        // A resumed run does not know here which questions are open.
        if used == Amount::default() {
            self.warn(used, &all, events);
        }
        for one in all {
            announcement.announce(&one.subject, one.announced(&self.prices));
        }
        run_dir::set_announcement(store, &announcement).await
    }

    /// Returns the announced cost in words, if all of it is known.
    pub(crate) async fn announced(&self, store: &Store) -> Result<Option<String>> {
        Ok(announced_line(&run_dir::announcement(store).await?))
    }

    /// Emits a notice with the cost of the run and, for a study, the announced cost.
    pub(crate) async fn report_cost(
        &self,
        store: &Store,
        tracker: &BudgetTracker,
        is_study: bool,
        events: &dyn EventSink,
    ) -> Result<()> {
        for (subject, longest) in tracker.beyond() {
            events.notice(
                NoticeCode::Cost,
                &format!(
                    "{}: an answer had {longest} tokens, more than max_tokens allows: its server \
                 ignores the limit, so the possible cost of its answers is estimated from their \
                 length; give it a larger --max-tokens in another directory, or another server",
                    escape_line(&subject)
                ),
            );
        }
        let balance = tracker.balance();
        let (settled, uncertain) = (balance.settled, balance.uncertain);
        let counts = |amount: Amount| {
            !amount.usd.is_zero() || (self.budget.tokens.is_some() && amount.tokens > 0)
        };
        if !counts(settled) && !counts(uncertain) {
            return Ok(());
        }
        let mut line = match self.budget == Budget::default() {
            true => "this run cost".to_owned(),
            false => format!("of the budget of {}, this directory has used", self.budget),
        };
        line.push_str(&format!(" {}", self.budget.render(settled)));
        if self.budget.usd.is_none() && self.budget.tokens.is_some() && !settled.usd.is_zero() {
            line.push_str(&format!(", which cost {}", settled.usd));
        }
        if !settled.usd.is_zero() {
            line.push_str(&without(&tracker.unpriced()));
        }
        if counts(uncertain) {
            let which = match self.budget == Budget::default() {
                true => "all attempts in this directory that broke off or reported no tokens",
                false => "attempts that broke off or reported no tokens, and batches under way,",
            };
            let uncertain = self.budget.render(uncertain);
            line.push_str(&format!(
                "; {which} may have been charged up to {uncertain} in addition"
            ));
        }
        if let Some(announced) = self.announced(store).await?.filter(|_| is_study) {
            line.push_str(&format!("; {announced}"));
        }
        events.notice(NoticeCode::Cost, &escape_line(&line));
        Ok(())
    }
}

/// Names the subjects without a known price, whose cost is in no sum.
fn without(unpriced: &[&str]) -> String {
    match unpriced {
        [] => String::new(),
        [one] => format!(" without {one}, whose price is unknown"),
        [one, others @ ..] => {
            let others = counted(others.len() as u64, "other", "others");
            format!(" without {one} and {others}, whose prices are unknown")
        }
    }
}

/// Returns true if questions are added to announced ones, whose announcement then stays. A plan
/// that was cut off may have stored questions that were not announced.
fn adds(
    announcement: &Announcement,
    unplanned: Option<&BTreeSet<Key>>,
    subject: &str,
    trials: &[Trial],
) -> bool {
    let (Some(new), Some(one)) = (unplanned, announcement.get(subject)) else { return false };
    one.questions >= trials.iter().filter(|trial| !new.contains(&trial.key)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_no_sum_is_named() {
        assert_eq!(without(&[]), "");
        assert_eq!(without(&["a"]), " without a, whose price is unknown");
        assert_eq!(without(&["a", "b", "c"]), " without a and 2 others, whose prices are unknown");
    }
}
