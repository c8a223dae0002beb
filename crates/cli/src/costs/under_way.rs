//! What batches under way may cost.

use super::{Counts, Outlook, Past, Prices, Seen, unpriced};
use anyhow::{Context as _, Result};
use peirast_cost::Amount;
use peirast_record::Key;
use peirast_run::Store;
use std::collections::{BTreeMap, BTreeSet};

/// The most that the questions of batches cost that are under way, or of which nobody knows whether they
/// arrived: as much as was said when they were handed in, by what is known today.
pub async fn under_way(
    store: &Store,
    prices: &Prices,
    pasts: &BTreeMap<String, Past>,
) -> Result<Amount> {
    let (mut asked, mut lanes) = (BTreeSet::new(), BTreeSet::new());
    for one in store.submissions().await?.into_iter().filter(|one| one.stage.is_open()) {
        asked.extend(store.submitted(one.number).await?);
        lanes.insert((one.subject, one.endpoint));
    }
    let mut sum = Amount::default();
    for (subject, endpoint) in lanes {
        sum += most(store, prices, pasts.get(&subject), (&subject, &endpoint), &asked).await?;
    }
    Ok(sum)
}

/// The most that those questions to one subject cost that were asked and have no answer.
async fn most(
    store: &Store,
    prices: &Prices,
    past: Option<&Past>,
    (subject, endpoint): (&str, &str),
    asked: &BTreeSet<Key>,
) -> Result<Amount> {
    let (trials, prompts) = store.open_trials((subject, endpoint)).await?;
    let counts = tokio::task::block_in_place(|| Counts::of(&prompts, [subject].into_iter()));
    let seen = Seen { subject, endpoint, trials: &trials, more: 0 };
    let outlook = Outlook::new(&seen, &|key| !asked.contains(key), past, &counts, prices);
    let forecast = outlook.forecast;
    let tokens = forecast.input.high.saturating_add(forecast.output.most);
    let cost = forecast.batch.or(forecast.cost);
    let cost = cost.with_context(|| {
        format!("a batch is under way, and there is {}", unpriced(subject, endpoint))
    })?;
    Ok(Amount { usd: cost.most, tokens })
}
