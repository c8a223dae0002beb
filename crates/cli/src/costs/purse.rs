//! The purse of a run: the ledger behind the door that the runner asks at.

use super::{Past, Prices, Spent, past};
use anyhow::Result;
use peirast_cost::{
    Amount, Balance, Budget, Counter, Ending, Grant, Purser, Tariff, Terms, may_be_charged,
};
use peirast_record::{Key, Prompt, Trial, Usage};
use peirast_run::{Admission, Purse, Store, Unanswered};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Under this name a store says what attempts in flight may cost at most while a run goes on, so that
/// a run that was killed is known by it.
const IN_FLIGHT: &str = "in_flight";
/// Under this name, what attempts may have cost that were in flight when runs were killed or dropped.
const ABANDONED: &str = "abandoned";

/// A purser that several tasks ask.
pub struct RunPurse {
    purser: Mutex<Purser>,
    /// Whether every subject has a price.
    is_priced: bool,
}

/// An amount as it is stored.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Stored {
    usd: peirast_cost::Usd,
    tokens: u64,
}

/// What a run asks, as far as its purse needs to know.
pub struct Asking<'a> {
    /// The prompts.
    pub prompts: &'a BTreeMap<Key, Arc<Prompt>>,
    /// The subjects, with their endpoints and what they cost.
    pub subjects: Vec<(&'a str, &'a str, Tariff)>,
    /// The limit on each answer that is sent along.
    pub max_tokens: Option<u32>,
    /// The most attempts in flight.
    pub concurrency: u64,
}

impl RunPurse {
    /// Opens the purse of a run directory. With a budget, what earlier runs spent there counts: what
    /// their answers cost, and at worst what failed, unreported and abandoned attempts may have.
    pub async fn open(
        store: &Store,
        asking: &Asking<'_>,
        budget: Budget,
        prices: &Prices,
    ) -> Result<Self> {
        let mut purser = Purser::new(budget);
        if budget == Budget::default() {
            for (subject, _, tariff) in &asking.subjects {
                purser.serve(subject, Terms::new(subject, tariff.clone()));
            }
            let is_priced = asking.subjects.iter().all(|(_, _, tariff)| *tariff != Tariff::Unknown);
            return Ok(Self { purser: Mutex::new(purser), is_priced });
        }
        let counting = |counter: Counter, prompt: &Key| {
            asking.prompts.get(prompt).map(|prompt| counter.count(&prompt.messages))
        };
        let mut all: BTreeMap<String, Terms> = BTreeMap::new();
        let mut settled = Amount::default();
        let mut uncertain = abandoned(store).await?;
        for (subject, past) in past(store, prices, &counting).await? {
            let asked = asking.subjects.iter().find(|(name, ..)| *name == subject);
            let tariff = asked.map_or_else(
                || prices.tariff(&subject, &past.endpoint),
                |(_, _, tariff)| tariff.clone(),
            );
            let is_free = matches!(tariff, Tariff::Free(_));
            let Past { experience, unreported, spent, .. } = past;
            let terms = Terms { experience, ..Terms::new(&subject, tariff) };
            settled += if is_free { Amount::default() } else { spent.amount() };
            for (prompt, max_tokens) in unreported {
                uncertain += bound(store, asking, &terms, &prompt, max_tokens).await?;
            }
            all.insert(subject, terms);
        }
        for (subject, _, tariff) in &asking.subjects {
            all.entry((*subject).to_owned()).or_insert_with(|| Terms::new(subject, tariff.clone()));
        }
        for failed in store.load_failed().await? {
            let Some(terms) = all.get(failed.trial.subject.as_str()) else { continue };
            if failed.was_sent && may_be_charged(failed.kind, failed.status) {
                let (prompt, max_tokens) = (&failed.trial.prompt, failed.trial.sampling.max_tokens);
                uncertain += bound(store, asking, terms, prompt, max_tokens).await?;
            }
        }
        let most = most_in_flight(asking, all.values());
        let most = Stored { usd: most.usd, tokens: most.tokens };
        store.set_meta(IN_FLIGHT, &serde_json::to_string(&most)?).await?;
        purser = purser.after(settled, uncertain);
        let is_priced = all.values().all(|terms| terms.tariff != Tariff::Unknown);
        for (subject, terms) in all {
            purser.serve(&subject, terms);
        }
        Ok(Self { purser: Mutex::new(purser), is_priced })
    }

    /// Writes down that the run came to its end, and what was dropped in flight.
    pub async fn close(&self, store: &Store) -> Result<()> {
        let dropped = self.balance().reserved;
        self.purser().drop_all();
        if store.meta(IN_FLIGHT).await?.is_none_or(|text| text.is_empty()) {
            return Ok(());
        }
        add_abandoned(store, dropped).await?;
        Ok(store.set_meta(IN_FLIGHT, "").await?)
    }

    /// What is spent, may have been charged, and is set aside.
    pub fn balance(&self) -> Balance {
        self.purser().balance()
    }

    /// What is spent, in the words of whoever watches.
    pub fn spent(&self) -> Spent {
        let (balance, budget) = {
            let purser = self.purser();
            (purser.balance(), purser.budget())
        };
        Spent::of(balance, budget, self.is_priced)
    }

    fn purser(&self) -> MutexGuard<'_, Purser> {
        self.purser.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Purse for RunPurse {
    fn admit(&self, trial: &Trial, prompt: &Prompt) -> Admission {
        match self.purser().admit(trial, prompt) {
            Grant::Granted => Admission::Go,
            Grant::Later => Admission::Wait,
            Grant::Refused(why) => Admission::Stop(why.to_string()),
        }
    }

    fn settle(&self, trial: &Trial, usage: Usage) {
        self.purser().settle(trial, usage);
    }

    fn release(&self, trial: &Trial, end: Unanswered<'_>) {
        let end = match end {
            Unanswered::Failed(failure) if failure.was_sent() => {
                Ending::Failed(failure.kind, failure.status)
            }
            Unanswered::Failed(_) | Unanswered::NotMade => Ending::NotSent,
            Unanswered::Abandoned => Ending::Abandoned,
        };
        self.purser().release(trial, end);
    }
}

/// What one attempt may have cost at most.
async fn bound(
    store: &Store,
    asking: &Asking<'_>,
    terms: &Terms,
    prompt: &Key,
    max_tokens: Option<u32>,
) -> Result<Amount> {
    let counted = match asking.prompts.get(prompt) {
        Some(prompt) => terms.counter.count(&prompt.messages),
        None => {
            let messages = store.load_messages(prompt).await?.unwrap_or_default();
            terms.counter.count(&messages)
        }
    };
    Ok(terms.bound(counted, max_tokens).amount)
}

/// What attempts in flight may cost together: as many as there may be, each with the longest prompt,
/// on the dearest terms.
fn most_in_flight<'a>(asking: &Asking<'_>, terms: impl Iterator<Item = &'a Terms>) -> Amount {
    let size = |prompt: &&Arc<Prompt>| -> usize {
        prompt.messages.iter().map(|message| message.content.len()).sum()
    };
    let Some(longest) = asking.prompts.values().max_by_key(size) else {
        return Amount::default();
    };
    let each = terms.map(|terms| {
        let counted = terms.counter.count(&longest.messages);
        terms.bound(counted, asking.max_tokens).amount
    });
    let each = each.fold(Amount::default(), |most, one| Amount {
        usd: most.usd.max(one.usd),
        tokens: most.tokens.max(one.tokens),
    });
    Amount {
        usd: each.usd * asking.concurrency,
        tokens: each.tokens.saturating_mul(asking.concurrency),
    }
}

/// What attempts may have cost that were in flight when earlier runs were killed or dropped.
async fn abandoned(store: &Store) -> Result<Amount> {
    if let Some(text) = store.meta(IN_FLIGHT).await?.filter(|text| !text.is_empty()) {
        let stored: Stored = serde_json::from_str(&text)?;
        add_abandoned(store, Amount { usd: stored.usd, tokens: stored.tokens }).await?;
        store.set_meta(IN_FLIGHT, "").await?;
    }
    let stored: Stored = match store.meta(ABANDONED).await? {
        Some(text) => serde_json::from_str(&text)?,
        None => Stored::default(),
    };
    Ok(Amount { usd: stored.usd, tokens: stored.tokens })
}

async fn add_abandoned(store: &Store, more: Amount) -> Result<()> {
    if more == Amount::default() {
        return Ok(());
    }
    let before: Stored = match store.meta(ABANDONED).await? {
        Some(text) => serde_json::from_str(&text)?,
        None => Stored::default(),
    };
    let sum =
        Stored { usd: before.usd + more.usd, tokens: before.tokens.saturating_add(more.tokens) };
    Ok(store.set_meta(ABANDONED, &serde_json::to_string(&sum)?).await?)
}
