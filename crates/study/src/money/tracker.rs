//! The budget of a run: a ledger behind the guard that the runner asks.

use super::exposure_model::{ExposureModel, ExposureRequest};
use super::exposure_rows::ExposureRow;
use super::longest_prompt::{length, longest};
use super::uncertain::has_uncertain_charges;
use super::under_way::under_way;
use super::{DirectoryUsage, Prices, unpriced};
use crate::error::{Result, bail};
use crate::run_dir;
use crate::spending::{SpendingMeter, SpendingSummary};
use peirast_cost::{
    Amount, Balance, Budget, BudgetLedger, Ending, Exposure, Exposures, Grant, Refusal, Tariff,
    Terms, Usd,
};
use peirast_record::{Key, Prompt, Trial, Usage};
use peirast_report::escape_line;
use peirast_run::{Admission, BudgetGuard, UnansweredAttempt};
use peirast_store::Store;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Share of the budget after whose use the stored exposure is rewritten.
const REWRITE_SHARE: f64 = 1.0 / 64.0;

/// Returns the share of a budget that is left, from 0 to 1; the smaller of both units.
fn share(left: Budget, budget: Budget) -> f64 {
    let usd = left.usd.zip(budget.usd).map(|(left, all)| left.dollars() / all.dollars());
    let tokens = left.tokens.zip(budget.tokens).map(|(left, all)| left as f64 / all as f64);
    let is_number = |share: &f64| share.is_finite();
    [usd, tokens].into_iter().flatten().filter(is_number).fold(1.0, f64::min)
}

/// Budget ledger shared by the tasks of a run, with the exposure that the store holds for it.
pub struct BudgetTracker {
    ledger: Mutex<BudgetLedger>,
    model: ExposureModel,
    /// Exposure that the store holds.
    stored: tokio::sync::Mutex<StoredExposure>,
    /// Length in bytes of the longest prompt that the stored exposure covers.
    longest: AtomicUsize,
    /// Most that was used before the run.
    before: Amount,
    /// Reason of the last refusal.
    refusal: Mutex<Option<Refusal>>,
}

/// The exposure that the store holds for a run.
struct StoredExposure {
    row: ExposureRow,
    /// Exposures without the bound of a budget.
    exposures: Vec<Exposure>,
    /// Rest of the budget when the exposure was written.
    left: Budget,
    /// Whether the end of the run is recorded.
    is_closed: bool,
}

/// Opens the ledger of a run directory; returns it with the terms that answers may have changed.
/// With a budget, earlier answers count at their cost, open batches and uncertain charges at most.
pub async fn ledger(
    store: Option<&Store>,
    mut terms: BTreeMap<String, Terms>,
    prompts: &BTreeMap<Key, Arc<Prompt>>,
    budget: Budget,
    prices: &Prices,
) -> Result<(BudgetLedger, BTreeMap<String, Terms>)> {
    let mut ledger = BudgetLedger::new(budget);
    if let Some(store) = store.filter(|_| budget != Budget::default()) {
        let used = DirectoryUsage::read(store, prices, terms, prompts).await?;
        if budget.usd.is_some() {
            check_priced(store, &used).await?;
        }
        let batches = under_way(store, prices, &used.histories).await?;
        ledger = ledger.after(used.settled(), used.uncertain() + batches);
        note_paid(&mut ledger, &used);
        terms = used.terms;
    }
    for (subject, terms) in &terms {
        ledger.serve(subject, terms.clone());
    }
    Ok((ledger, terms))
}

/// Checks that everything used has a known price. Without one it would count as nothing.
async fn check_priced(store: &Store, used: &DirectoryUsage) -> Result<()> {
    let Some(subject) = used.unpriced() else { return Ok(()) };
    let endpoints = run_dir::all_endpoints(store).await?;
    let endpoint = endpoints.get(subject).map_or("an unknown endpoint", String::as_str);
    bail!(
        Budget,
        "--budget counts what {} has used, too, and there is {}",
        escape_line(&store.dir().display().to_string()),
        unpriced(subject, endpoint)
    )
}

/// Records the cost of each subject's stored answers in the ledger.
fn note_paid(ledger: &mut BudgetLedger, used: &DirectoryUsage) {
    for (subject, history) in &used.histories {
        ledger.note_paid(subject, history.paid());
    }
}

impl std::fmt::Debug for BudgetTracker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BudgetTracker").field("balance", &self.balance()).finish_non_exhaustive()
    }
}

impl BudgetTracker {
    /// Opens the budget of a run directory and stores the exposure of the run, with or without a
    /// budget: a later run may have one.
    pub async fn open(
        store: &Store,
        request: &ExposureRequest<'_>,
        budget: Budget,
        prices: &Prices,
    ) -> Result<Self> {
        let (terms, prompts) = (request.terms(), request.prompts);
        let (ledger, terms) = ledger(Some(store), terms, prompts, budget, prices).await?;
        let model = request.model(terms);
        let longest = longest(prompts.values());
        let exposures = longest.map_or_else(Vec::new, |prompt| model.exposures(prompt));
        let before = ledger.balance().spent();
        let left = budget.less(before);
        let within = model.within(&exposures, left);
        let row = ExposureRow::begin(store, &within).await?;
        let stored = StoredExposure { row, exposures, left, is_closed: false };
        let longest = longest.map_or(0, |prompt| length(prompt)).into();
        let (ledger, stored) = (Mutex::new(ledger), stored.into());
        let refusal = Mutex::default();
        Ok(Self { ledger, model, stored, longest, before, refusal })
    }

    /// Extends the stored exposure to prompts of which `longest` is the longest, before any of them
    /// is asked. Returns whether it is the longest of all so far.
    pub async fn cover_prompt(&self, store: &Store, longest: &Prompt) -> Result<bool> {
        let is_longer =
            self.longest.fetch_max(length(longest), Ordering::Relaxed) < length(longest);
        if is_longer {
            let mut stored = self.stored.lock().await;
            stored.exposures = self.model.exposures(longest);
            self.rewrite(store, &mut stored).await?;
        }
        Ok(is_longer)
    }

    /// Lowers the stored exposure when the budget leaves room for less; raises it to the full
    /// exposure when the rest of the budget is no longer known.
    pub async fn lower(&self, store: &Store) -> Result<()> {
        let mut stored = self.stored.lock().await;
        let (budget, left) = self.left();
        let is_less = share(left, budget) + REWRITE_SHARE <= share(stored.left, budget);
        let is_bound = |left| self.model.within(&stored.exposures, left).is_bound();
        match (is_less && is_bound(left)) || (is_bound(stored.left) && !is_bound(left)) {
            true => self.rewrite(store, &mut stored).await,
            false => Ok(()),
        }
    }

    /// Rewrites the stored exposure, unless the end of the run is recorded already.
    async fn rewrite(&self, store: &Store, stored: &mut StoredExposure) -> Result<()> {
        if stored.is_closed {
            return Ok(());
        }
        stored.left = self.left().1;
        stored.row.rewrite(store, &self.model.within(&stored.exposures, stored.left)).await
    }

    /// Returns the budget and its rest; no limit where the rest is not known.
    fn left(&self) -> (Budget, Budget) {
        let ledger = self.ledger();
        (ledger.budget(), ledger.left().unwrap_or_default())
    }

    /// Records the end of the run, with the attempts dropped in flight.
    pub async fn finish(&self, store: &Store) -> Result<()> {
        let mut stored = self.stored.lock().await;
        stored.is_closed = true;
        let left = {
            let mut ledger = self.ledger();
            ledger.drop_all();
            ledger.abandoned()
        };
        stored.row.end(store, &Exposures::new(left)).await
    }

    /// Recounts the balance from the store at the end of a run, uncertain charges included. With a
    /// budget it includes the answers of other runs.
    pub async fn recount(
        &self,
        store: &Store,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        prices: &Prices,
    ) -> Result<()> {
        let (budget, balance) = self.budget();
        let is_limited = budget != Budget::default();
        // Earlier runs may have left uncertain charges, which a bill reports.
        let is_sure = balance.uncertain == Amount::default();
        if !is_limited && is_sure && !has_uncertain_charges(store, &BTreeMap::new()).await? {
            return Ok(());
        }
        let used = DirectoryUsage::read(store, prices, BTreeMap::new(), prompts).await?;
        let (mut settled, mut uncertain) = (balance.settled, used.uncertain());
        if is_limited {
            settled = used.settled();
            uncertain += under_way(store, prices, &used.histories).await?;
        }
        let mut ledger = self.ledger();
        ledger.restate(settled, uncertain);
        if is_limited {
            note_paid(&mut ledger, &used);
        }
        Ok(())
    }

    /// Returns the most that was used before the run.
    pub fn before(&self) -> Amount {
        self.before
    }

    /// Returns the balance: settled, uncertain and reserved amounts.
    pub fn balance(&self) -> Balance {
        self.ledger().balance()
    }

    /// Returns the subjects of the run without a known price.
    pub fn unpriced(&self) -> Vec<&str> {
        let is_unpriced = |terms: &Terms| terms.tariff == Tariff::Unknown;
        let terms = self.model.terms.iter().filter(|(_, terms)| is_unpriced(terms));
        terms.map(|(subject, _)| subject.as_str()).collect()
    }

    /// Returns the subjects with answers beyond the output limit, and the longest in tokens.
    pub fn beyond(&self) -> Vec<(String, u64)> {
        self.ledger().beyond().map(|(subject, longest)| (subject.to_owned(), longest)).collect()
    }

    /// Returns the budget, and its balance.
    fn budget(&self) -> (Budget, Balance) {
        let ledger = self.ledger();
        (ledger.budget(), ledger.balance())
    }

    fn ledger(&self) -> MutexGuard<'_, BudgetLedger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SpendingMeter for BudgetTracker {
    fn spent(&self) -> SpendingSummary {
        let (budget, balance) = self.budget();
        SpendingSummary::new(balance, budget, self.unpriced().is_empty())
    }

    fn paid(&self, subject: &str) -> Option<Usd> {
        let is_known = |terms: &Terms| terms.tariff != Tariff::Unknown;
        let is_priced = self.model.terms.get(subject).is_none_or(is_known);
        is_priced.then(|| self.ledger().paid(subject).usd)
    }
}

impl BudgetGuard for BudgetTracker {
    fn admit(&self, trial: &Trial, prompt: &Prompt) -> Admission {
        match self.ledger().admit(trial, prompt) {
            Grant::Granted => Admission::Go,
            Grant::Later => Admission::Wait,
            Grant::Refused(why) => {
                *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                Admission::Stop(why.to_string())
            }
        }
    }

    fn stopped_for(&self) -> Option<String> {
        let why = (*self.refusal.lock().unwrap_or_else(PoisonError::into_inner))?;
        Some(Refusal { spent: self.balance().spent(), ..why }.to_string())
    }

    fn charges(&self, subject: &str) -> bool {
        let terms = self.model.terms.get(subject);
        terms.is_some_and(|terms| !matches!(terms.tariff, Tariff::Free(_)))
    }

    fn settle(&self, trial: &Trial, usage: Usage) {
        self.ledger().settle(trial, usage);
    }

    fn release(&self, trial: &Trial, end: UnansweredAttempt<'_>) {
        let end = match end {
            UnansweredAttempt::Failed(failure) if failure.was_sent() => match failure.reported() {
                Some(usage) => Ending::Reported(usage),
                None => Ending::Failed(failure.kind, failure.status),
            },
            UnansweredAttempt::Failed(_) | UnansweredAttempt::NotMade => Ending::NotSent,
            UnansweredAttempt::Abandoned => Ending::Abandoned,
        };
        self.ledger().release(trial, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::exposure_model::SubjectExposure;
    use crate::money::exposure_rows::left;
    use crate::options::PriceOptions;
    use peirast_cost::Price;
    use peirast_record::{Message, Sampling};

    fn tariff() -> Tariff {
        Tariff::Priced(Box::new(Price::given(0.0, 1000.0, "given").expect("a price")))
    }

    /// Most dollars of the stored exposure.
    async fn written(store: &Store) -> Usd {
        let rows = left(store).await.expect("rows");
        rows.values()
            .flat_map(|exposures| exposures.most(|_| tariff()))
            .map(|(.., most)| most.usd)
            .sum()
    }

    #[tokio::test]
    async fn no_more_is_written_down_than_a_budget_has_room_for() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::create(dir.path()).await.expect("a store");
        let prompt = Arc::new(Prompt::new("q", "baseline", vec![Message::user("Is this sound?")]));
        let prompts = [(prompt.key(), Arc::clone(&prompt))].into();
        let (name, place) = ("openai:a", "https://example.org/v1");
        let (tariff, width) = (tariff(), None);
        let one =
            SubjectExposure { name, endpoint: place, account: place, width, tariff, open: 9999 };
        let request = ExposureRequest {
            prompts: &prompts,
            subjects: vec![one],
            max_tokens: Some(100),
            concurrency: 400,
        };
        // An attempt costs 0.1 dollars at most, so that four hundred of them might cost 40.
        let dollars = |dollars| Usd::new(dollars).expect("dollars");
        let budget = Budget { usd: Some(dollars(3.0)), tokens: None };
        let prices = Prices::load(&PriceOptions::default()).expect("prices");
        let tracker =
            BudgetTracker::open(&store, &request, budget, &prices).await.expect("a purse");
        assert_eq!(written(&store).await, dollars(3.0));

        let sampling = Sampling { max_tokens: Some(100), ..Sampling::default() };
        let ask = |repeat, output_tokens| {
            let trial = Trial::new(&prompt, name, place, &sampling, repeat);
            assert!(matches!(tracker.admit(&trial, &prompt), Admission::Go));
            let input_tokens = Some(9);
            tracker.settle(&trial, Usage { input_tokens, output_tokens, ..Usage::default() });
        };
        ask(0, Some(10));
        tracker.lower(&store).await.expect("narrowed");
        assert_eq!(written(&store).await, dollars(3.0), "a cent is not worth it");
        (1..11).for_each(|repeat| ask(repeat, Some(100)));
        tracker.lower(&store).await.expect("narrowed");
        assert_eq!(written(&store).await, dollars(1.99));
        // Uncertain charges reduce the rest as well.
        ask(11, None);
        tracker.lower(&store).await.expect("narrowed");
        assert_eq!(written(&store).await, dollars(1.89));

        // After an answer beyond its limit, the bounds of other attempts are unknown.
        ask(12, Some(150));
        tracker.lower(&store).await.expect("widened");
        assert!(written(&store).await >= dollars(40.0), "{}", written(&store).await);
        tracker.finish(&store).await.expect("closed");
        tracker.lower(&store).await.expect("nothing");
        assert_eq!(written(&store).await, Usd::ZERO);
    }
}
