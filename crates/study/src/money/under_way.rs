//! What batches under way may cost.

use super::exposure_rows::ExposureRow;
use super::{Counts, Outlook, Past, Prices, Seen, unpriced};
use crate::error::{Context as _, Result};
use peirast_cost::{Amount, Exposure, Exposures, Tariff, Terms};
use peirast_record::Key;
use peirast_store::{Store, Submission, SubmissionStage};
use std::collections::{BTreeMap, BTreeSet};

/// The most that the questions of batches cost that are under way, or of which nobody knows whether they
/// arrived: as much as was said when they were handed in, by what is known today.
pub async fn under_way(
    store: &Store,
    prices: &Prices,
    pasts: &BTreeMap<String, Past>,
) -> Result<Amount> {
    let (asked, mut lanes) = (in_batches(store).await?, BTreeSet::new());
    for one in store.submissions().await?.into_iter().filter(|one| one.stage.is_open()) {
        lanes.insert((one.subject, one.endpoint));
    }
    let mut sum = Amount::default();
    for (subject, endpoint) in lanes {
        sum += most(store, prices, pasts.get(&subject), (&subject, &endpoint), &asked).await?;
    }
    Ok(sum)
}

/// The questions of those batches.
pub async fn in_batches(store: &Store) -> Result<BTreeSet<Key>> {
    Ok(store.submitted_at(SubmissionStage::is_open).await?)
}

/// Writes down that those questions of a batch that have no answer may have been charged, since it is to be
/// forgotten.
pub async fn note_forgotten(store: &Store, one: &Submission) -> Result<()> {
    let asked: BTreeSet<Key> = store.submitted(one.number).await?.into_iter().collect();
    let (trials, prompts) = store.open_trials((&one.subject, &one.endpoint)).await?;
    let terms = Terms::new(&one.subject, Tariff::Unknown).at(&one.endpoint);
    let most = tokio::task::block_in_place(|| {
        let lost = trials.iter().filter(|trial| asked.contains(&trial.key));
        let lost = lost.filter_map(|trial| Some((trial, prompts.get(&trial.prompt)?)));
        let most = lost.map(|(trial, prompt)| {
            let counted = terms.counter.count(&prompt.messages);
            (one.subject.clone(), terms.most(counted, trial.sampling.max_tokens))
        });
        Exposures::of(Exposure::gathered(most))
    });
    if !most.is_empty() {
        ExposureRow::begin(store, &most).await?;
    }
    Ok(())
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
    let seen = Seen::new(subject, endpoint, &trials);
    let outlook = Outlook::new(&seen, &|key| !asked.contains(key), past, &counts, prices);
    let forecast = outlook.forecast;
    let tokens = forecast.input.high.saturating_add(forecast.output.most);
    let cost = forecast.batch.or(forecast.cost);
    let cost = cost.with_context(|| {
        format!("a batch is under way, and there is {}", unpriced(subject, endpoint))
    })?;
    Ok(Amount { usd: cost.most, tokens })
}
