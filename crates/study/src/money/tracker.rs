//! The budget of a run: a ledger behind the guard that the runner asks.

mod lowered;
#[cfg(test)]
mod tests;

use self::lowered::Lowered;
use super::cover::{Cover, limited};
use super::exposure_model::{ExposureModel, ExposureRequest};
use super::exposure_rows::ExposureRow;
use super::longest_prompt::length;
use super::uncertain::has_uncertain_charges;
use super::under_way::under_way;
use super::{DirectoryUsage, Prices, unpriced};
use crate::error::{Error, Result, bail};
use crate::run_dir;
use crate::spending::{SpendingMeter, SpendingSummary};
use peirast_cost::{
    Amount, Balance, Budget, BudgetLedger, Ending, Exposure, Exposures, Grant, Refusal, Tariff,
    Terms, Usd,
};
use peirast_llm::BoxFuture;
use peirast_record::{Key, Prompt, Trial, Usage};
use peirast_report::escape_line;
use peirast_run::{Admission, BudgetGuard, GuardRecord, UnansweredAttempt};
use peirast_store::Store;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

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
    /// Itself, for the task that stores a larger exposure.
    this: Weak<Self>,
    ledger: Mutex<BudgetLedger>,
    model: ExposureModel,
    /// Attempts that the stored exposure covers.
    cover: Mutex<Cover>,
    /// Exposure that the store holds.
    stored: Arc<tokio::sync::Mutex<StoredExposure>>,
    /// True if a task is storing a larger exposure.
    is_raising: AtomicBool,
    /// Error of that task, until it is reported.
    failure: Mutex<Option<Error>>,
    /// Length in tokens of the longest prompt that the stored exposure covers.
    longest: AtomicU64,
    /// Most that was used before the run.
    before: Amount,
    /// Reason of the last refusal.
    refusal: Mutex<Option<Refusal>>,
    /// Amounts that attempts used and that the store does not record yet: the stored exposure still
    /// counts it. Locked after the ledger.
    unrecorded: Mutex<BTreeMap<Key, Amount>>,
}

/// The exposure that the store holds for a run.
struct StoredExposure {
    row: ExposureRow,
    /// Exposures without the bound of a budget.
    exposures: Vec<Exposure>,
    /// Rest of the budget when the exposure was written.
    left: Budget,
    /// The store; `None` once the end of the run is recorded. The display of the spending keeps the
    /// tracker, and must not keep the store.
    store: Option<Store>,
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

/// Checks that everything used has a known price. Without a price it would count as nothing.
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
    /// Opens the budget of a run directory. The exposure of the run is stored as it sends questions, with
    /// or without a budget: a later run may have one.
    pub async fn open(
        store: &Store,
        request: &ExposureRequest<'_>,
        budget: Budget,
        prices: &Prices,
    ) -> Result<Arc<Self>> {
        let (terms, prompts) = (request.terms(), request.prompts);
        let (ledger, terms) = ledger(Some(store), terms, prompts, budget, prices).await?;
        let model = request.model(terms);
        let longest = request.longest;
        let exposures = longest.map_or_else(Vec::new, |prompt| model.exposures(prompt));
        let before = ledger.balance().spent();
        let left = budget.less(before);
        let (row, store) = (ExposureRow::new(), Some(store.clone()));
        let stored = StoredExposure { row, exposures, left, store };
        let length = longest.map_or(0, |prompt| length(prompt));
        Ok(Arc::new_cyclic(|this| Self {
            this: Weak::clone(this),
            ledger: Mutex::new(ledger),
            cover: Mutex::new(Cover::new(&model)),
            model,
            stored: Arc::new(stored.into()),
            is_raising: AtomicBool::new(false),
            failure: Mutex::default(),
            longest: length.into(),
            before,
            refusal: Mutex::default(),
            unrecorded: Mutex::default(),
        }))
    }

    /// Extends the stored exposure to prompts of which `longest` is the longest, before any of them
    /// is asked. Returns true if it is the longest of all so far.
    pub async fn cover_prompt(&self, longest: &Prompt) -> Result<bool> {
        let length = length(longest);
        let is_longer = self.longest.fetch_max(length, Ordering::Relaxed) < length;
        if is_longer {
            let mut stored = self.stored.lock().await;
            stored.exposures = self.model.exposures(longest);
            self.rewrite(&mut stored).await?;
        }
        Ok(is_longer)
    }

    /// Lowers the stored exposure when fewer attempts are in flight or the budget leaves room for less;
    /// raises it to the full exposure when the rest of the budget is no longer known. Fails if the
    /// exposure could not be stored since.
    pub async fn lower(&self) -> Result<()> {
        self.check()?;
        let mut stored = self.stored.lock().await;
        let (budget, left) = self.left();
        let is_less = share(left, budget) + REWRITE_SHARE <= share(stored.left, budget);
        let is_lower = self.cover().lower();
        let exposures = limited(&stored.exposures, &self.cover().covered());
        let is_bound = |left| self.model.within(&exposures, left).is_bound();
        match is_lower || (is_less && is_bound(left)) || (is_bound(stored.left) && !is_bound(left))
        {
            true => self.rewrite(&mut stored).await,
            false => Ok(()),
        }
    }

    /// Reports that the exposure could not be stored, if it could not: nothing was sent since.
    pub fn check(&self) -> Result<()> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), Err)
    }

    /// Rewrites the stored exposure, unless the end of the run is recorded already.
    async fn rewrite(&self, stored: &mut StoredExposure) -> Result<()> {
        let covered = self.cover().covered();
        self.write(stored, &covered).await?;
        self.cover().written(&covered);
        Ok(())
    }

    /// Stores the exposure of these numbers of attempts, by account.
    async fn write(&self, stored: &mut StoredExposure, attempts: &[u64]) -> Result<()> {
        let within = self.bounded(stored, attempts);
        match &stored.store {
            Some(store) => stored.row.rewrite(store, &within).await,
            None => Ok(()),
        }
    }

    /// Returns the exposure of these numbers of attempts, by account, within the rest of the
    /// budget.
    fn bounded(&self, stored: &mut StoredExposure, attempts: &[u64]) -> Exposures {
        stored.left = self.left().1;
        self.model.within(&limited(&stored.exposures, attempts), stored.left)
    }

    /// Returns the exposure without answers and failures that are about to be stored, if it has to
    /// fall with them. If a budget bounds it, it always falls: the cost of the answers is then
    /// spent, and no longer part of the rest.
    async fn record(&self, answered: &[&Trial], failed: &[&Trial]) -> Result<GuardRecord> {
        let is_lower = {
            let mut cover = self.cover();
            answered.iter().fold(false, |is_lower, one| cover.record(&one.subject) | is_lower)
        };
        let used = answered.iter().chain(failed).fold(Amount::default(), |sum, trial| {
            sum + self.unrecorded().remove(&trial.key).unwrap_or_default()
        });
        let is_limited = self.ledger().budget() != Budget::default();
        if !(is_lower || is_limited && used != Amount::default()) {
            return Ok(GuardRecord::default());
        }
        let mut stored = Arc::clone(&self.stored).lock_owned().await;
        if stored.store.is_none() {
            return Ok(GuardRecord::default());
        }
        if is_lower {
            self.cover().lower_to_open();
        }
        let covered = self.cover().covered();
        let within = self.bounded(&mut stored, &covered);
        let facts = vec![stored.row.change(&within)?];
        let lowered = Lowered { _stored: stored, tracker: self.this.upgrade(), covered };
        Ok(GuardRecord { facts, hold: Some(Box::new(lowered)) })
    }

    /// Notes why the exposure could not be stored.
    fn fail(&self, error: Error) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// Begins to store a larger exposure, unless that is under way.
    fn raise_soon(&self) {
        let Some(this) = self.this.upgrade() else { return };
        if self.is_raising.swap(true, Ordering::SeqCst) {
            return;
        }
        tokio::spawn(async move {
            if let Err(error) = this.raise().await {
                this.fail(error);
            }
            this.is_raising.store(false, Ordering::SeqCst);
        });
    }

    /// Stores the exposure that attempts wait for. They are sent when it is on disk.
    async fn raise(&self) -> Result<()> {
        let mut stored = self.stored.lock().await;
        loop {
            let Some(wanted) = self.cover().wanted() else { return Ok(()) };
            self.write(&mut stored, &wanted).await?;
            self.cover().cover(&wanted);
        }
    }

    fn cover(&self) -> MutexGuard<'_, Cover> {
        self.cover.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the budget and its rest as the store records them; no limit if the rest is unknown.
    fn left(&self) -> (Budget, Budget) {
        let ledger = self.ledger();
        let waiting = self.unrecorded().values().fold(Amount::default(), |sum, one| sum + *one);
        let left = ledger.left().map(|left| Budget {
            usd: left.usd.map(|usd| usd + waiting.usd),
            tokens: left.tokens.map(|tokens| tokens.saturating_add(waiting.tokens)),
        });
        (ledger.budget(), left.unwrap_or_default())
    }

    /// Updates the ledger at the end of an attempt, and notes the amount used.
    fn charge(&self, trial: &Trial, change: impl FnOnce(&mut BudgetLedger)) {
        let mut ledger = self.ledger();
        let before = ledger.balance().spent();
        change(&mut ledger);
        let used = ledger.balance().spent().less(before);
        if used != Amount::default() {
            *self.unrecorded().entry(trial.key.clone()).or_default() += used;
        }
    }

    fn unrecorded(&self) -> MutexGuard<'_, BTreeMap<Key, Amount>> {
        self.unrecorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the end of the run, with the attempts dropped in flight.
    pub async fn finish(&self) -> Result<()> {
        self.check()?;
        let mut stored = self.stored.lock().await;
        let Some(store) = stored.store.take() else { return Ok(()) };
        let left = {
            let mut ledger = self.ledger();
            ledger.drop_all();
            ledger.abandoned()
        };
        stored.row.end(&store, &Exposures::new(left)).await
    }

    /// Releases the store. The exposure that it holds stays.
    pub async fn close(&self) {
        self.stored.lock().await.store = None;
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

    fn possibly_charged(&self) -> u64 {
        self.cover().held()
    }
}

impl BudgetGuard for BudgetTracker {
    fn admit(&self, trial: &Trial, prompt: &Prompt) -> Admission {
        let grant = self.ledger().admit(trial, prompt);
        match grant {
            Grant::Granted if self.cover().begin(&trial.subject) => Admission::Go,
            Grant::Granted => {
                self.ledger().release(trial, Ending::NotSent);
                let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(error) = &*failure {
                    return Admission::Stop(format!(
                        "the possible charges cannot be stored: {error}"
                    ));
                }
                drop(failure);
                self.raise_soon();
                Admission::NotYet
            }
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
        self.charge(trial, |ledger| ledger.settle(trial, usage));
    }

    fn record_with<'a>(
        &'a self,
        answered: &'a [&'a Trial],
        failed: &'a [&'a Trial],
    ) -> BoxFuture<'a, GuardRecord> {
        Box::pin(async {
            // Nothing more is sent, and the store never records too little.
            self.record(answered, failed).await.unwrap_or_else(|error| {
                self.fail(error);
                GuardRecord::default()
            })
        })
    }

    fn stored(&self, trial: &Trial) {
        self.unrecorded().remove(&trial.key);
        self.cover().store(&trial.subject);
    }

    fn failure_stored(&self, trial: &Trial) {
        self.unrecorded().remove(&trial.key);
        self.cover().store_failure(&trial.subject);
    }

    fn release(&self, trial: &Trial, end: UnansweredAttempt<'_>) {
        match end {
            UnansweredAttempt::Failed(failure) if failure.was_sent() => {
                self.cover().fail(&trial.subject);
            }
            UnansweredAttempt::Failed(_) | UnansweredAttempt::NotMade => {
                self.cover().end(&trial.subject);
            }
            // It stays in the row of the run until that records its end.
            UnansweredAttempt::Abandoned => {}
        }
        let end = match end {
            UnansweredAttempt::Failed(failure) if failure.was_sent() => match failure.reported() {
                Some(usage) => Ending::Reported(usage),
                None => Ending::Failed(failure.kind, failure.status),
            },
            UnansweredAttempt::Failed(_) | UnansweredAttempt::NotMade => Ending::NotSent,
            UnansweredAttempt::Abandoned => Ending::Abandoned,
        };
        self.charge(trial, |ledger| ledger.release(trial, end));
    }
}
