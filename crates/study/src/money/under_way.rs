//! Costs of open batches.

use super::exposure_rows::ExposureRow;
use super::{
    ForecastInputs, Prices, PromptTokens, QuestionStatus, SubjectHistory, TokenCensus, unpriced,
};
use crate::error::{Context as _, Result};
use peirast_cost::{Amount, Exposure, Exposures, Tariff, Terms};
use peirast_record::Key;
use peirast_store::{Store, Submission, SubmissionStage};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the most that the open batches may cost, by today's experience. Batches whose hand-in
/// broke off count as well.
pub async fn under_way(
    store: &Store,
    prices: &Prices,
    histories: &BTreeMap<String, SubjectHistory>,
) -> Result<Amount> {
    let asked = store.submitted_at(SubmissionStage::is_open).await?;
    let mut places = BTreeSet::new();
    for one in store.submissions().await?.into_iter().filter(|one| one.stage.is_open()) {
        places.insert((one.subject, one.endpoint));
    }
    let mut sum = Amount::default();
    for (subject, endpoint) in places {
        sum += most(store, prices, histories.get(&subject), (&subject, &endpoint), &asked).await?;
    }
    Ok(sum)
}

/// Stores the exposure of a batch's unanswered questions, before the batch is forgotten: they may
/// have been charged.
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
        Exposures::new(Exposure::gathered(most))
    });
    if !most.is_empty() {
        ExposureRow::begin(store, &most).await?;
    }
    Ok(())
}

/// Returns the most that the unanswered questions to one subject in batches may cost.
async fn most(
    store: &Store,
    prices: &Prices,
    history: Option<&SubjectHistory>,
    (subject, endpoint): (&str, &str),
    asked: &BTreeSet<Key>,
) -> Result<Amount> {
    let (trials, prompts) = store.open_trials((subject, endpoint)).await?;
    let counts =
        tokio::task::block_in_place(|| PromptTokens::count(&prompts, [subject].into_iter()));
    let asked = trials.iter().filter(|trial| asked.contains(&trial.key));
    let census = TokenCensus::new(subject, endpoint).with(asked, |_| QuestionStatus::Open, &counts);
    let inputs = ForecastInputs { history, ..ForecastInputs::default() };
    let forecast = census.into_forecast(inputs, prices).forecast;
    let tokens = forecast.input.high.saturating_add(forecast.output.most);
    let cost = forecast.batch.or(forecast.cost);
    let cost = cost.with_context(|| {
        format!("a batch is under way, and there is {}", unpriced(subject, endpoint))
    })?;
    Ok(Amount { usd: cost.most, tokens })
}
