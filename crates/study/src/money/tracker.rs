//! The purse of a run: the ledger behind the door that the runner asks at.

use super::exposure_rows::ExposureRow;
use super::longest::{length, longest};
use super::under_way::under_way;
use super::unsure::may_be_unsure;
use super::{Prices, Spent, Used, unpriced};
use crate::error::{Result, bail};
use crate::run_dir;
use peirast_cost::{
    Amount, Balance, Budget, BudgetLedger, Ending, Exposure, Exposures, Grant, Refusal, Tariff,
    Terms, Usd, is_simulated,
};
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Trial, Usage};
use peirast_report::escape_line;
use peirast_run::{Admission, BudgetGuard, UnansweredAttempt};
use peirast_store::Store;
use peirast_throttle::Limits;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What may be in flight is written down anew when so large a share of the budget is used.
const WRITTEN_ANEW: f64 = 1.0 / 64.0;

/// How large a share of a budget is left: of dollars or of tokens, whichever is less.
fn share(left: Budget, budget: Budget) -> f64 {
    let usd = left.usd.zip(budget.usd).map(|(left, all)| left.dollars() / all.dollars());
    let tokens = left.tokens.zip(budget.tokens).map(|(left, all)| left as f64 / all as f64);
    let is_number = |share: &f64| share.is_finite();
    [usd, tokens].into_iter().flatten().filter(is_number).fold(1.0, f64::min)
}

/// A ledger that several tasks ask.
pub struct BudgetTracker {
    ledger: Mutex<BudgetLedger>,
    /// Whether every subject has a price.
    is_priced: bool,
    model: ExposureModel,
    /// What is written down of it.
    told: tokio::sync::Mutex<StoredExposure>,
    /// The length of the longest prompt that is written down.
    longest: AtomicUsize,
    /// What was used before the run, at worst.
    before: Amount,
    /// Why no more was granted.
    refusal: Mutex<Option<Refusal>>,
}

/// What a run has written down that it may have in flight.
struct StoredExposure {
    row: ExposureRow,
    /// All of it, if a budget did not hold it to less.
    exposures: Vec<Exposure>,
    /// What was left of the budget then.
    left: Budget,
    /// Whether nothing is in flight any more, which was written down.
    is_closed: bool,
}

/// A subject that a run asks, as far as its purse needs to know.
pub struct SubjectExposure<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it answers.
    pub endpoint: &'a str,
    /// Whose limits hold for it.
    pub account: &'a str,
    /// The most attempts at it in flight, if it has a limit of its own.
    pub width: Option<usize>,
    /// What its tokens cost.
    pub tariff: Tariff,
    /// The most questions that it may still be asked: of each at most one attempt is in flight.
    pub open: u64,
}

impl<'a> SubjectExposure<'a> {
    /// A subject whose tokens cost so much, and that may still be asked so many questions.
    pub fn new(subject: &'a dyn Subject, tariff: Tariff, open: u64) -> Self {
        Self {
            name: subject.name(),
            endpoint: subject.endpoint(),
            account: subject.account(),
            width: subject.max_in_flight(),
            tariff,
            open,
        }
    }
}

/// What a run asks, as far as its purse needs to know.
pub struct ExposureRequest<'a> {
    /// Prompts that are at hand.
    pub prompts: &'a BTreeMap<Key, Arc<Prompt>>,
    /// The subjects.
    pub subjects: Vec<SubjectExposure<'a>>,
    /// The limit on each answer that is sent along.
    pub max_tokens: Option<u32>,
    /// The most attempts in flight at each account.
    pub concurrency: u64,
}

impl ExposureRequest<'_> {
    /// On which terms those subjects are asked that are not simulated.
    fn terms(&self) -> BTreeMap<String, Terms> {
        let live = self.subjects.iter().filter(|one| !is_simulated(one.name));
        let terms =
            |one: &SubjectExposure<'_>| Terms::new(one.name, one.tariff.clone()).at(one.endpoint);
        live.map(|one| (one.name.to_owned(), terms(one))).collect()
    }

    /// Who may be under way to whom.
    fn model(&self, terms: BTreeMap<String, Terms>) -> ExposureModel {
        let mut accounts: BTreeMap<&str, AccountExposure> = BTreeMap::new();
        for one in self.subjects.iter().filter(|one| one.open > 0 && terms.contains_key(one.name)) {
            let width = one.width.map_or(self.concurrency, |width| width as u64);
            let unstored = self.unstored(&one.tariff);
            let account = accounts.entry(one.account).or_default();
            account.unstored = account.unstored.max(unstored);
            let own = width.saturating_add(unstored).min(one.open);
            let most = self.concurrency.saturating_add(account.unstored);
            account.attempts = account.attempts.saturating_add(own).min(most);
            account.subjects.push(one.name.to_owned());
        }
        let accounts = accounts.into_values().collect();
        ExposureModel { accounts, terms, max_tokens: self.max_tokens }
    }

    /// How many answers at such a price may wait for the disk beside what is in flight.
    fn unstored(&self, tariff: &Tariff) -> u64 {
        let concurrency = usize::try_from(self.concurrency).unwrap_or(usize::MAX);
        match tariff {
            Tariff::Free(_) => {
                Limits { concurrency, ..Limits::default() }.max_unstored_answers() as u64
            }
            Tariff::Priced(_) | Tariff::Unknown => 0,
        }
    }
}

/// What may be in flight at once, or answered and not stored: at each account as many attempts as it may have and
/// there are open questions, each put to any of its subjects.
struct ExposureModel {
    accounts: Vec<AccountExposure>,
    terms: BTreeMap<String, Terms>,
    max_tokens: Option<u32>,
}

/// The attempts that one account may have in flight, and its subjects.
#[derive(Default)]
struct AccountExposure {
    attempts: u64,
    /// Answers that may wait for the disk besides.
    unstored: u64,
    subjects: Vec<String>,
}

impl ExposureModel {
    /// Exposures, of which no more may be under way than what is left of a budget.
    fn within(&self, exposures: &[Exposure], left: Budget) -> Exposures {
        let tariff = |subject: &str| self.terms.get(subject).map(|one| one.tariff.clone());
        let exposures = Exposures::of(exposures.to_vec());
        exposures.within(left, |subject| tariff(subject).unwrap_or(Tariff::Unknown))
    }

    /// All that may be in flight, each with the longest prompt.
    fn exposures(&self, longest: &Prompt) -> Vec<Exposure> {
        let most = |subject: &String| {
            let terms = self.terms.get(subject)?;
            let counted = terms.counter.count(&longest.messages);
            Some((subject.clone(), terms.most(counted, self.max_tokens)))
        };
        let exposure = |account: &AccountExposure| Exposure {
            attempts: account.attempts,
            each: account.subjects.iter().filter_map(most).collect(),
        };
        self.accounts.iter().map(exposure).collect()
    }
}

/// The ledger of a run directory. With a budget, what was spent there before counts: what answers cost,
/// those that came second too, and at worst batches under way and what may have been charged besides.
pub async fn ledger(
    store: Option<&Store>,
    asking: &ExposureRequest<'_>,
    budget: Budget,
    prices: &Prices,
) -> Result<(BudgetLedger, BTreeMap<String, Terms>)> {
    let mut ledger = BudgetLedger::new(budget);
    let mut terms = asking.terms();
    if let Some(store) = store.filter(|_| budget != Budget::default()) {
        let used = Used::of(store, prices, terms, asking.prompts).await?;
        if budget.usd.is_some() {
            check_priced(store, &used).await?;
        }
        let batches = under_way(store, prices, &used.pasts).await?;
        ledger = ledger.after(used.settled(), used.uncertain() + batches);
        note_paid(&mut ledger, &used);
        terms = used.terms;
    }
    for (subject, terms) in &terms {
        ledger.serve(subject, terms.clone());
    }
    Ok((ledger, terms))
}

/// Refuses a budget in dollars where something was used of which no price is known: it would count as nothing.
async fn check_priced(store: &Store, used: &Used) -> Result<()> {
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

/// What the answers of each subject cost that the store holds.
fn note_paid(ledger: &mut BudgetLedger, used: &Used) {
    for (subject, past) in &used.pasts {
        ledger.note_paid(subject, past.paid());
    }
}

impl std::fmt::Debug for BudgetTracker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BudgetTracker").field("balance", &self.balance()).finish_non_exhaustive()
    }
}

impl BudgetTracker {
    /// Opens the purse of a run directory, and writes down what the run may have in flight: with or
    /// without a budget, since one may be given later.
    pub async fn open(
        store: &Store,
        asking: &ExposureRequest<'_>,
        budget: Budget,
        prices: &Prices,
    ) -> Result<Self> {
        let (ledger, terms) = ledger(Some(store), asking, budget, prices).await?;
        let is_priced = terms.values().all(|terms| terms.tariff != Tariff::Unknown);
        let model = asking.model(terms);
        let longest = longest(asking.prompts.values());
        let exposures = longest.map_or_else(Vec::new, |prompt| model.exposures(prompt));
        let before = ledger.balance().spent();
        let left = budget.less(before);
        let within = model.within(&exposures, left);
        let row = ExposureRow::begin(store, &within).await?;
        let told = StoredExposure { row, exposures, left, is_closed: false };
        let longest = longest.map_or(0, |prompt| length(prompt)).into();
        let (ledger, told) = (Mutex::new(ledger), told.into());
        let refusal = Mutex::default();
        Ok(Self { ledger, is_priced, model, told, longest, before, refusal })
    }

    /// Writes down that other prompts may be in flight, the longest of which is this one, before any of them is
    /// put. Tells whether it is the longest of all.
    pub async fn cover_prompt(&self, store: &Store, longest: &Prompt) -> Result<bool> {
        let is_longer =
            self.longest.fetch_max(length(longest), Ordering::Relaxed) < length(longest);
        if is_longer {
            let mut told = self.told.lock().await;
            told.exposures = self.model.exposures(longest);
            self.rewrite(store, &mut told).await?;
        }
        Ok(is_longer)
    }

    /// Writes down that less may be in flight than was said, where so much of the budget is used meanwhile that it
    /// has room for less; or again all that there may be, where nobody knows any more how much it has room for.
    pub async fn lower(&self, store: &Store) -> Result<()> {
        let mut told = self.told.lock().await;
        let (budget, left) = self.left();
        let is_less = share(left, budget) + WRITTEN_ANEW <= share(told.left, budget);
        let is_bound = |left| self.model.within(&told.exposures, left).is_bound();
        match (is_less && is_bound(left)) || (is_bound(told.left) && !is_bound(left)) {
            true => self.rewrite(store, &mut told).await,
            false => Ok(()),
        }
    }

    /// Writes down what may be in flight from now on. A plan may grow on when nothing of it is asked any more.
    async fn rewrite(&self, store: &Store, told: &mut StoredExposure) -> Result<()> {
        if told.is_closed {
            return Ok(());
        }
        told.left = self.left().1;
        told.row.rewrite(store, &self.model.within(&told.exposures, told.left)).await
    }

    /// The budget, and what is left of it; no limit where that is not known.
    fn left(&self) -> (Budget, Budget) {
        let ledger = self.ledger();
        (ledger.budget(), ledger.left().unwrap_or_default())
    }

    /// Writes down that the run came to its end, and what was dropped in flight.
    pub async fn finish(&self, store: &Store) -> Result<()> {
        let mut told = self.told.lock().await;
        told.is_closed = true;
        let left = {
            let mut ledger = self.ledger();
            ledger.drop_all();
            ledger.abandoned()
        };
        told.row.end(store, &Exposures::of(left)).await
    }

    /// Counts anew by what the store holds at the end: what other runs did meanwhile, and what may have
    /// been charged as a bill and the next run will count it. Without a budget the answers of this run
    /// alone stay told.
    pub async fn recount(
        &self,
        store: &Store,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        prices: &Prices,
    ) -> Result<()> {
        let (balance, budget) = {
            let ledger = self.ledger();
            (ledger.balance(), ledger.budget())
        };
        let is_limited = budget != Budget::default();
        // Earlier runs may have left something, too, of which a bill tells.
        let is_sure = balance.uncertain == Amount::default();
        if !is_limited && is_sure && !may_be_unsure(store, &BTreeMap::new()).await? {
            return Ok(());
        }
        let used = Used::of(store, prices, BTreeMap::new(), prompts).await?;
        let (mut settled, mut uncertain) = (balance.settled, used.uncertain());
        if is_limited {
            settled = used.settled();
            uncertain += under_way(store, prices, &used.pasts).await?;
        }
        let mut ledger = self.ledger();
        ledger.restate(settled, uncertain);
        if is_limited {
            note_paid(&mut ledger, &used);
        }
        Ok(())
    }

    /// What was used before the run, at worst.
    pub fn before(&self) -> Amount {
        self.before
    }

    /// What is spent, may have been charged, and is set controls.
    pub fn balance(&self) -> Balance {
        self.ledger().balance()
    }

    /// Subjects of the run that have no known price.
    pub fn unpriced(&self) -> Vec<&str> {
        let is_unpriced = |terms: &Terms| terms.tariff == Tariff::Unknown;
        let terms = self.model.terms.iter().filter(|(_, terms)| is_unpriced(terms));
        terms.map(|(subject, _)| subject.as_str()).collect()
    }

    /// Subjects that answered at greater length than they were allowed, with their longest such answer.
    pub fn beyond(&self) -> Vec<(String, u64)> {
        self.ledger().beyond().map(|(subject, longest)| (subject.to_owned(), longest)).collect()
    }

    /// What is spent, in the words of whoever watches.
    pub fn spent(&self) -> Spent {
        let (balance, budget) = {
            let ledger = self.ledger();
            (ledger.balance(), ledger.budget())
        };
        Spent::of(balance, budget, self.is_priced)
    }

    /// What the answers of a subject cost, those of this run or, with a budget, of its directory; none if it has no
    /// known price.
    pub fn paid(&self, subject: &str) -> Option<Usd> {
        let is_known = |terms: &Terms| terms.tariff != Tariff::Unknown;
        let is_priced = self.model.terms.get(subject).is_none_or(is_known);
        is_priced.then(|| self.ledger().paid(subject).usd)
    }

    fn ledger(&self) -> MutexGuard<'_, BudgetLedger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
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
    use crate::money::exposure_rows::left;
    use crate::options::PriceOptions;
    use peirast_cost::Price;
    use peirast_record::{Message, Sampling};

    #[test]
    fn every_account_may_have_as_many_in_flight() {
        let prompt = Arc::new(Prompt::new("q", "baseline", vec![Message::user("Is this sound?")]));
        let prompts = [(prompt.key(), Arc::clone(&prompt))].into();
        let price = Price::given(1.0, 10.0, "given").expect("a price");
        let tariff = Tariff::Priced(Box::new(price));
        let asked = |name, account, width, open| {
            let tariff = tariff.clone();
            SubjectExposure { name, endpoint: account, account, width, tariff, open }
        };
        let subjects = vec![
            asked("openai:a", "one", None, 9),
            asked("openai:b", "one", None, 9),
            asked("openai:c", "two", None, 9),
            asked("openai:d", "three", Some(1), 9),
            asked("sim:logic", "here", None, 9),
            // Never more than there are questions, of all subjects of an account together.
            asked("openai:e", "four", None, 2),
            asked("openai:f", "four", None, 1),
            asked("openai:g", "five", None, 0),
        ];
        let asking =
            ExposureRequest { prompts: &prompts, subjects, max_tokens: Some(100), concurrency: 4 };
        let exposures = asking.model(asking.terms()).exposures(&prompt);
        let attempts: Vec<u64> = exposures.iter().map(|exposure| exposure.attempts).collect();
        assert_eq!(attempts, [3, 4, 1, 4], "four, one, three, two; simulated ones are free");
        assert_eq!(exposures[1].each.len(), 2, "any of its subjects");
        let asked = |tariff| {
            let one = SubjectExposure {
                name: "local:a",
                endpoint: "one",
                account: "one",
                width: None,
                tariff,
                open: 9999,
            };
            let subjects = vec![one];
            let asking = ExposureRequest {
                prompts: &prompts,
                subjects,
                max_tokens: None,
                concurrency: 1000,
            };
            asking.model(asking.terms()).exposures(&prompt)[0].attempts
        };
        assert_eq!(asked(Tariff::Free("one's own".to_owned())), 1744, "with what is not stored");
        assert_eq!((asked(Tariff::Unknown), asked(tariff)), (1000, 1000));
        assert!(exposures[1].tokens() > 400, "100 tokens of answers each, and their prompts");
    }

    fn tariff() -> Tariff {
        Tariff::Priced(Box::new(Price::given(0.0, 1000.0, "given").expect("a price")))
    }

    /// What is written down that a run may have in flight.
    async fn written(store: &Store) -> Usd {
        let rows = left(store).await.expect("rows");
        rows.iter()
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
        let asking = ExposureRequest {
            prompts: &prompts,
            subjects: vec![one],
            max_tokens: Some(100),
            concurrency: 400,
        };
        // An attempt costs 0.1 dollars at most, so that four hundred of them might cost 40.
        let dollars = |dollars| Usd::new(dollars).expect("dollars");
        let budget = Budget { usd: Some(dollars(3.0)), tokens: None };
        let prices = Prices::load(&PriceOptions::default()).expect("prices");
        let tracker = BudgetTracker::open(&store, &asking, budget, &prices).await.expect("a purse");
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
        // What may have been charged leaves as little room.
        ask(11, None);
        tracker.lower(&store).await.expect("narrowed");
        assert_eq!(written(&store).await, dollars(1.89));

        // Once an answer takes more than it may, it is not known how much is set controls for others.
        ask(12, Some(150));
        tracker.lower(&store).await.expect("widened");
        assert!(written(&store).await >= dollars(40.0), "{}", written(&store).await);
        tracker.finish(&store).await.expect("closed");
        tracker.lower(&store).await.expect("nothing");
        assert_eq!(written(&store).await, Usd::ZERO);
    }
}
