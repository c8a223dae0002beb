//! The content effect: the difference in accuracy between items where belief helps and where it
//! does not, and the score that SemEval-2026 Task 11 derives from it.

use crate::accuracy::CONFIDENCE;
use crate::table::{Record, table};
use crate::{Group, Judgement};
use peirast_stats::{
    ContentCell, ContentCounts, ContentEffect, ContentExchange, Error, Interval, content_effect,
};
use peirast_table::Table;
use peirast_table::Value;
use serde::Serialize;
use std::collections::BTreeMap;

/// The content effect on one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContentScore {
    /// The group.
    pub group: Group,
    /// Accuracy, effect and score; `None` if a cell has no verdict.
    pub effect: Option<ContentEffect>,
    /// The 95 % interval of the score: percentiles of a bootstrap over items within the cells.
    /// `None` if a cell has a single item, or if all resamples are the same.
    pub interval: Option<Interval>,
    /// The distribution of the score by chance alone. `None` for a subject that gives one answer to
    /// everything: its effect is 50 points whatever it believes, and no sign of belief.
    pub by_chance: Option<ContentExchange>,
    /// Items with a verdict.
    pub items: u64,
    /// Answers without a verdict.
    pub unscored: u64,
}

/// Number of resamples and of exchanges.
const RESAMPLES: u64 = 10_000;
const SEED: u64 = 1;

/// Computes the content effect on every subject, from items with real words and conclusions that
/// are believable or not.
///
/// # Errors
/// Only a bug: counts of right answers are no larger than those of all.
pub fn content_scores(groups: &[(Group, Vec<&Judgement>)]) -> Result<Vec<ContentScore>, Error> {
    let subjects = groups.iter().filter(|(group, _)| group.is_subject());
    let is_in_a_cell = |one: &&Judgement| one.variant.is_real() && one.believable.is_some();
    subjects
        .filter(|(_, judgements)| judgements.iter().copied().any(|one| is_in_a_cell(&one)))
        .map(|(group, judgements)| content_score(group, judgements))
        .collect()
}

fn content_score(group: &Group, judgements: &[&Judgement]) -> Result<ContentScore, Error> {
    let mut items: BTreeMap<&str, ContentCounts> = BTreeMap::new();
    let mut unscored = 0;
    // True if anything was rejected, and if anything was accepted.
    let mut said = [false; 2];
    for judgement in judgements.iter().filter(|one| one.variant.is_real()) {
        let Some(is_plausible) = judgement.believable else { continue };
        match judgement.is_right() {
            Some(is_right) => {
                said[usize::from(is_right == judgement.valid)] = true;
                let cell = ContentCell::new(is_plausible, judgement.valid);
                items.entry(&judgement.item).or_default().record(cell, is_right);
            }
            None => unscored += 1,
        }
    }
    let clusters: Vec<ContentCounts> = items.into_values().collect();
    let effect = match ContentEffect::new(&ContentCounts::sum(&clusters)) {
        Ok(found) => Some(found),
        Err(Error::EmptyCell { .. }) => None,
        Err(error) => return Err(error),
    };
    let interval = match content_effect::bootstrap(&clusters, RESAMPLES, SEED) {
        Ok(drawn) => Some(drawn.percentile(CONFIDENCE)?),
        Err(Error::EmptyCell { .. } | Error::Undefined(_)) => None,
        Err(error) => return Err(error),
    };
    let by_chance = match effect {
        Some(_) if said == [true; 2] => {
            Some(content_effect::exchanged(&clusters, RESAMPLES, SEED)?)
        }
        _ => None,
    };
    let items = clusters.len() as u64;
    Ok(ContentScore { group: group.clone(), effect, interval, by_chance, items, unscored })
}

/// The table of content effects.
pub fn content_table(rows: &[ContentScore]) -> Table<'static> {
    // Without any effect, the counts alone say nothing, except that verdicts are missing.
    let is_told = rows.iter().any(|row| row.effect.is_some() || row.unscored > 0);
    let record = |row: &ContentScore| {
        let effect = row.effect;
        let cell = |cell: ContentCell| effect.map(|effect| effect.cells[cell as usize]);
        Record::new(false)
            .cell("subject", row.group.names()[0])
            .share("accuracy", effect.map(|effect| effect.accuracy))
            .share("VB", cell(ContentCell::PlausibleValid))
            .share("VU", cell(ContentCell::ImplausibleValid))
            .share("IB", cell(ContentCell::PlausibleInvalid))
            .share("IU", cell(ContentCell::ImplausibleInvalid))
            .share("content_effect", effect.map(|effect| effect.effect))
            .p("p", row.by_chance.map(|chance| chance.p))
            .number("score", effect.map(|effect| effect.score))
            .interval(["low", "high"], row.interval, Value::Number)
            .number("by_chance", row.by_chance.map(|chance| chance.score))
            .count("items", row.items)
            .count("no_verdict", row.unscored)
    };
    table(
        "content-effect",
        "Content effect",
        "Accuracy on valid (V) or invalid (I) syllogisms whose conclusion is believable (B) or \
         unbelievable (U), with real words only. These are the conditions of the table of belief bias, \
         which has the acceptance in each instead. The content effect has no direction: it is the mean of \
         the sizes |VB - VU|, |IB - IU|, |VB - IB| and |VU - IU|. Its p-value exchanges items between the \
         four conditions (10,000 times). A subject that gives one answer to everything has a content \
         effect of 50 %, which is no sign of belief: it has no p. The score is \
         that of SemEval-2026 Task 11, accuracy / (1 + ln(1 + content effect)) in percent, from 0 \
         to 100. Its 95 % interval is by a bootstrap over items within the conditions (10,000 \
         resamples, percentiles). Conditions differ by chance alone, and small differences reduce the \
         score a lot; by chance is the mean score of a subject with this accuracy and no content \
         effect. If the score is near that, score and interval are too low. There is no \
         interval if a condition has a single item, or if all resamples are the same. Answers without \
         a verdict are left out.",
        rows.iter().filter(|_| is_told).map(record),
    )
}
