//! The odds ratio of a perturbation over all methods and subjects, items having random intercepts.

use super::{CONFIDENCE, PooledRow, count, numbered};
use crate::matched::each_pair;
use crate::{Outcomes, PairError, ReportError};
use peirast_record::{Contrast, Treatment, is_simulated};
use peirast_stats::{TestResult, result};
use std::collections::{BTreeMap, BTreeSet};

/// A pair with both verdicts.
struct Pair<'a> {
    subject: &'a str,
    method: &'a str,
    item: &'a str,
    right: [bool; 2],
}

/// Fills in the mixed logistic regression of every row: right and wrong answers by perturbation, with
/// fixed effects of methods and subjects and a random intercept for each item. Pairs that an analysis
/// counts several times enter once. Takes seconds for thousands of pairs.
///
/// # Errors
/// Outcomes that cannot be paired.
pub(crate) fn with_mixed<'a>(
    rows: &mut [PooledRow],
    contrasts: &'a [Contrast],
    outcomes: &'a Outcomes,
    treatment: Treatment,
) -> Result<(), ReportError> {
    for row in rows {
        let is_in = |subject: &&str| row.model.as_ref().is_none_or(|model| model == subject);
        let own = contrasts.iter().filter(|contrast| contrast.hypothesis == row.hypothesis);
        let mut pairs = Vec::new();
        for contrast in own {
            for subject in outcomes.subjects().filter(is_in) {
                pairs.extend(complete(contrast, outcomes, subject, treatment)?);
            }
        }
        if row.model.is_none() && pairs.iter().any(|pair| !is_simulated(pair.subject)) {
            pairs.retain(|pair| !is_simulated(pair.subject));
        }
        let silent = |of: fn(&Pair<'a>) -> &'a str| silent(&pairs, of);
        let (subjects, methods) = (silent(|pair| pair.subject), silent(|pair| pair.method));
        pairs.retain(|pair| !subjects.contains(pair.subject) && !methods.contains(pair.method));
        let mut fitted = fitted(&pairs)?;
        if subjects.len() + methods.len() > 0 {
            fitted.warnings.push(format!(
                "subjects and methods that were always right or always wrong say nothing ({})",
                subjects.len() + methods.len()
            ));
        }
        row.mixed = Some(fitted);
    }
    Ok(())
}

/// The subjects or methods of which every answer is right, or every one wrong: their fixed effect is
/// infinite, and leaves nothing to the perturbation.
fn silent<'a>(pairs: &[Pair<'a>], of: fn(&Pair<'a>) -> &'a str) -> BTreeSet<&'a str> {
    let mut seen: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    for pair in pairs {
        seen.entry(of(pair)).or_default().extend(pair.right);
    }
    seen.into_iter().filter(|(_, answers)| answers.len() == 1).map(|(name, _)| name).collect()
}

fn complete<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &'a str,
    treatment: Treatment,
) -> Result<Vec<Pair<'a>>, PairError> {
    let mut complete = Vec::new();
    each_pair(contrast, outcomes, subject, treatment, |pair| {
        if let (Ok((original, perturbed)), true) = (pair.verdicts(), pair.weight > 0) {
            let method = contrast.method.as_str();
            complete.push(Pair { subject, method, item: pair.item, right: [original, perturbed] });
        }
    })?;
    Ok(complete)
}

/// The perturbation comes first, then an indicator of each method and subject but the first.
fn fitted(pairs: &[Pair<'_>]) -> Result<TestResult, ReportError> {
    let methods = pairs.iter().map(|pair| pair.method);
    let subjects = pairs.iter().map(|pair| pair.subject);
    let (kinds, others) = (count(methods.clone()), count(subjects.clone()));
    let places = numbered(methods).into_iter().zip(numbered(subjects));
    let items = numbered(pairs.iter().map(|pair| pair.item));
    let (mut rows, mut right, mut groups) = (Vec::new(), Vec::new(), Vec::new());
    for ((pair, (method, subject)), item) in pairs.iter().zip(places).zip(items) {
        for (perturbed, answer) in [0.0, 1.0].into_iter().zip(pair.right) {
            let is = |place: u64, own: u64| f64::from(u8::from(place == own));
            let methods = (1..kinds).map(|place| is(place, method));
            let subjects = (1..others).map(|place| is(place, subject));
            rows.push([perturbed].into_iter().chain(methods).chain(subjects).collect::<Vec<f64>>());
            right.push(answer);
            groups.push(item);
        }
    }
    Ok(result::mixed_logistic(&rows, &right, &groups, 0, CONFIDENCE)?)
}
