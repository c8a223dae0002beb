//! The money of a run: its prices, its budget, what is announced and what came of it.

use super::plan_tokens::PlanTokenCounter;
use super::{
    BudgetTracker, ExposureRequest, Outlook, Prices, SubjectExposure, announced, check_budget,
    lacking,
};
use crate::error::Result;
use crate::event::{EventSink, NoticeCode};
use crate::forecast::{StoreSnapshot, Upcoming, outlooks};
use crate::options::PriceOptions;
use crate::plan::{QuestionSet, SubjectTrials};
use crate::run::ReusedRuns;
use crate::run_dir;
use peirast_cost::{Amount, Announcement, Budget, Tariff};
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Study, Trial};
use peirast_report::{counted, escape_line};
use peirast_store::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// The money of a run.
pub(crate) struct RunMoney {
    prices: Prices,
    budget: Budget,
    tariffs: Vec<Tariff>,
}

impl RunMoney {
    /// Looks up what the subjects of a run cost, by what a run directory knows if there is one, and
    /// refuses a budget that cannot be kept.
    pub(crate) async fn of<'a>(
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
        check_budget(budget, places.map(|(one, tariff)| (one.name(), one.endpoint(), tariff)))?;
        Ok(Self { prices, budget, tariffs })
    }

    /// Refuses a budget that cannot be kept before anything is made. What ails the store itself is said
    /// when it is opened to be asked from.
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
        Self::of(prices, budget, store.as_ref(), subjects).await.map(drop)
    }

    /// The same of an open store, in which the prices are kept that are given now.
    pub(crate) async fn kept<'a>(
        prices: &PriceOptions,
        budget: Budget,
        store: &Store,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>> + Clone,
        events: &dyn EventSink,
    ) -> Result<Self> {
        let mut money = Self::of(prices, budget, Some(store), subjects.clone()).await?;
        let tariffs = subjects.clone().map(|one| one.name()).zip(&money.tariffs);
        money.prices.warn_of_age(tariffs, events);
        let places = subjects.clone().zip(&money.tariffs);
        let places = places.map(|(one, tariff)| (one.name(), one.endpoint(), tariff));
        money.prices.note_free(money.budget, places, events);
        money.prices.keep(store, subjects.map(|one| (one.name(), one.endpoint()))).await?;
        Ok(money)
    }

    /// The prices.
    pub(crate) fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Whether every subject is free: then there is nothing to announce.
    fn is_free(&self) -> bool {
        self.tariffs.iter().all(|tariff| matches!(tariff, Tariff::Free(_)))
    }

    /// Whether a run costs anything or has a budget.
    pub(crate) fn is_counted(&self) -> bool {
        !self.is_free() || self.budget != Budget::default()
    }

    /// The purse of the run, if it costs anything or has a budget. Beside each subject stands how many
    /// questions it may still be asked.
    pub(crate) async fn open<'a>(
        &self,
        store: &Store,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
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
            subjects: terms
                .map(|((one, open), tariff)| SubjectExposure::new(&**one, tariff.clone(), open))
                .collect(),
            max_tokens,
            concurrency: concurrency as u64,
        };
        let tracker = BudgetTracker::open(store, &request, self.budget, &self.prices).await?;
        Ok(Some(Arc::new(tracker)))
    }

    /// Whether what all that is planned costs was announced, as far as it costs anything.
    pub(crate) async fn is_announced<'a>(
        &self,
        store: &Store,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>>,
    ) -> Result<bool> {
        let told = run_dir::announcement(store).await?;
        let subjects: Vec<_> = subjects.zip(&self.tariffs).collect();
        let of = |subject: &Arc<dyn Subject>| told.of(subject.name()).map(|one| one.questions);
        let all: Option<u64> = subjects.iter().map(|(subject, _)| of(subject)).sum();
        // Where all that is planned was announced, nobody need count what is planned for whom.
        if all == Some(store.counts().await?.trials) {
            return Ok(true);
        }
        let lanes = store.subject_plans().await?;
        let is_told = |(subject, tariff): &(&Arc<dyn Subject>, &Tariff)| {
            let lane = lanes.iter().find(|lane| lane.subject == subject.name());
            let trials = lane.map_or(0, |lane| lane.trials);
            matches!(tariff, Tariff::Free(_)) || told.is_announced(subject.name(), trials)
        };
        Ok(subjects.iter().all(is_told))
    }

    /// What the store holds before the run, by which its costs are announced; none if there is nothing
    /// to announce, or that was done.
    pub(crate) async fn before(
        &self,
        store: &Store,
        study: &Study,
        questions: &QuestionSet,
        unplanned: Option<&BTreeSet<Key>>,
    ) -> Result<Option<StoreSnapshot>> {
        let told = run_dir::announcement(store).await?;
        let old = |trial: &&Trial| match unplanned {
            Some(new) => !new.contains(&trial.key),
            None => false,
        };
        let is_told = |(subject, trials): &&SubjectTrials| {
            let is_known = adds(&told, unplanned, subject.name(), trials);
            told.is_announced(subject.name(), trials.len() as u64)
                || (is_known && trials.iter().all(|trial| old(&trial)))
        };
        if self.is_free() || questions.subjects.iter().all(|own| is_told(&own)) {
            return Ok(None);
        }
        let mut held = StoreSnapshot::take(Some(store), study, questions).await?;
        // What was announced stays as it was said.
        let known = questions.subjects.iter();
        let known = known.filter(|(one, trials)| adds(&told, unplanned, one.name(), trials));
        let known = known.flat_map(|(_, trials)| trials.iter().filter(old));
        held.leave_out(known.map(|trial| trial.key.clone()));
        // What is answered already is no longer announced.
        Ok(Some(held).filter(|held| held.leaves_open(questions)))
    }

    /// Writes down what all questions will cost. The run goes on meanwhile.
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
        let mut told = run_dir::announcement(store).await?;
        let asked = Upcoming { questions, later: &[] };
        let all = outlooks(Some(store), &held, asked, &self.prices, &ReusedRuns::default()).await?;
        self.warn(used, &all, events);
        for one in all {
            if matches!(one.tariff, Tariff::Free(_)) || one.forecast.questions.most == 0 {
                continue;
            }
            let own = questions.subjects.iter().find(|(subject, _)| subject.name() == one.subject);
            let adds = own.is_some_and(|(_, trials)| adds(&told, unplanned, &one.subject, trials));
            let open = || one.announced_open(&self.prices);
            let all = one.announced(&self.prices);
            match told.of(&one.subject).map(|before| before.questions) {
                None if unplanned.is_none() => told.announce(&one.subject, all),
                None => told.add(&one.subject, open()),
                Some(_) if adds => told.add(&one.subject, open()),
                // Of which questions it was told is not known, but of how many: what is open comes last.
                Some(before) if before < all.questions => {
                    told.add(&one.subject, open().part(all.questions - before));
                }
                Some(_) => {}
            }
        }
        run_dir::set_announcement(store, &told).await
    }

    /// The questions of a plan to those subjects whose answers are paid for, without any yet; none where all are
    /// free.
    pub(crate) fn token_counter<'a>(
        &self,
        subjects: impl Iterator<Item = &'a Arc<dyn Subject>>,
    ) -> Option<PlanTokenCounter> {
        let is_paid = |tariff: &Tariff| !matches!(tariff, Tariff::Free(_));
        let each = subjects.zip(self.tariffs.iter().map(is_paid));
        (!self.is_free()).then(|| PlanTokenCounter::new(each))
    }

    /// Says so if the budget is not enough for what is to be asked.
    fn warn(&self, used: Amount, all: &[Outlook], events: &dyn EventSink) {
        if let Some(line) = lacking(self.budget, used, all) {
            events.notice(NoticeCode::Cost, &line);
        }
    }

    /// Writes down what all questions will cost that were counted: as if none were answered.
    pub(crate) async fn announce_counted(
        &self,
        store: &Store,
        counted: PlanTokenCounter,
        used: Amount,
        events: &dyn EventSink,
    ) -> Result<()> {
        let mut told = run_dir::announcement(store).await?;
        let all = counted.outlooks(&self.prices);
        // Of a run that goes on it is not known here what is still open.
        if used == Amount::default() {
            self.warn(used, &all, events);
        }
        for one in all {
            told.announce(&one.subject, one.announced(&self.prices));
        }
        run_dir::set_announcement(store, &told).await
    }

    /// What questions were said to cost, if all of it is known.
    pub(crate) async fn announced(&self, store: &Store) -> Result<Option<String>> {
        Ok(announced(&run_dir::announcement(store).await?))
    }

    /// Says what the run cost, beside what was announced of the questions of a study.
    pub(crate) async fn tell(
        &self,
        store: &Store,
        tracker: &BudgetTracker,
        is_study: bool,
        events: &dyn EventSink,
    ) -> Result<()> {
        for (subject, longest) in tracker.beyond() {
            events.notice(NoticeCode::Cost, &format!(
                "{}: an answer had {longest} tokens, more than max_tokens allows: its server does not keep to \
                 the limit, and what its answers may cost is taken from their length instead; give it a \
                 larger --max-tokens in another directory, or another server",
                escape_line(&subject)
            ));
        }
        let balance = tracker.balance();
        let (settled, uncertain) = (balance.settled, balance.uncertain);
        let counts = |amount: Amount| {
            !amount.usd.is_zero() || (self.budget.tokens.is_some() && amount.tokens > 0)
        };
        if !counts(settled) && !counts(uncertain) {
            return Ok(());
        }
        let mut told = match self.budget == Budget::default() {
            true => "this run cost".to_owned(),
            false => format!("of the budget of {}, this directory has used", self.budget),
        };
        told.push_str(&format!(" {}", self.budget.told(settled)));
        if self.budget.usd.is_none() && self.budget.tokens.is_some() && !settled.usd.is_zero() {
            told.push_str(&format!(", which cost {}", settled.usd));
        }
        if !settled.usd.is_zero() {
            told.push_str(&without(&tracker.unpriced()));
        }
        if counts(uncertain) {
            let which = match self.budget == Budget::default() {
                true => "all attempts in this directory that broke off or reported no tokens",
                false => "attempts that broke off or reported no tokens, and batches under way,",
            };
            let uncertain = self.budget.told(uncertain);
            told.push_str(&format!("; {which} may have been charged up to {uncertain} besides"));
        }
        if let Some(announced) = self.announced(store).await?.filter(|_| is_study) {
            told.push_str(&format!("; {announced}"));
        }
        events.notice(NoticeCode::Cost, &escape_line(&told));
        Ok(())
    }
}

/// Says of which subjects no price is known, so that what they cost stands in no sum.
fn without(unpriced: &[&str]) -> String {
    match unpriced {
        [] => String::new(),
        [one] => format!(" without {one}, of which no price is known"),
        [one, others @ ..] => {
            let others = counted(others.len() as u64, "other", "others");
            format!(" without {one} and {others}, of which no price is known")
        }
    }
}

/// Whether questions are added to those of which it was announced what they cost: then what was announced stays.
/// A plan whose making was cut off may have stored some of which nobody was told.
fn adds(
    told: &Announcement,
    unplanned: Option<&BTreeSet<Key>>,
    subject: &str,
    trials: &[Trial],
) -> bool {
    let (Some(new), Some(one)) = (unplanned, told.of(subject)) else { return false };
    one.questions >= trials.iter().filter(|trial| !new.contains(&trial.key)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_no_sum_is_named() {
        assert_eq!(without(&[]), "");
        assert_eq!(without(&["a"]), " without a, of which no price is known");
        assert_eq!(
            without(&["a", "b", "c"]),
            " without a and 2 others, of which no price is known"
        );
    }
}
