//! A guesser: a conditional logit over sparse features, fitted on some items and tested on others.

use peirast_random::Stream;
use std::collections::BTreeMap;

/// A problem as a guesser sees it.
pub(crate) struct Case {
    /// The features of each possible answer.
    pub features: Vec<Vec<String>>,
    /// The index of the right answer.
    pub right: usize,
    /// The number of its item.
    pub item: u64,
}

/// Number of parts into which the items are divided: the fit uses four of five.
const FOLDS: usize = 5;

/// Number of passes of the fit over all cases.
const PASSES: usize = 12;

/// The length of a step before AdaGrad shortens it.
const STEP: f64 = 0.4;

/// Each step shrinks a weight by this share of it.
const SHRINKAGE: f64 = 1e-3;

/// Scores a guesser on each case, after a fit on other items: 1, 0, or between for a tie.
pub(crate) fn hits(cases: &[Case], seed: u64) -> Vec<f64> {
    let (encoded, size) = encode(cases);
    let items: BTreeMap<u64, usize> = folds(cases, seed);
    let fold = |case: &Case| items.get(&case.item).copied().unwrap_or(0);
    let mut hits = vec![0.0; cases.len()];
    for held_out in 0..FOLDS {
        let fit: Vec<usize> = (0..cases.len())
            .filter(|at| cases.get(*at).is_some_and(|c| fold(c) != held_out))
            .collect();
        let weights = fitted(&encoded, fit, size, seed);
        for ((case, encoded), hit) in cases.iter().zip(&encoded).zip(&mut hits) {
            if fold(case) == held_out {
                *hit = right_share(encoded, &weights);
            }
        }
    }
    hits
}

/// A case in numbers.
struct Encoded {
    answers: Vec<Vec<u32>>,
    right: usize,
}

fn encode(cases: &[Case]) -> (Vec<Encoded>, usize) {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut encoded = Vec::with_capacity(cases.len());
    for case in cases {
        let answers = case.features.iter().map(|features| {
            let mut known: Vec<u32> = features
                .iter()
                .map(|feature| {
                    let next = numbers.len() as u32;
                    *numbers.entry(feature.as_str()).or_insert(next)
                })
                .collect();
            known.sort_unstable();
            known.dedup();
            known
        });
        encoded.push(Encoded { answers: answers.collect(), right: case.right });
    }
    let size = numbers.len();
    (encoded, size)
}

/// Returns the part of each item: all its versions are in the same part.
fn folds(cases: &[Case], seed: u64) -> BTreeMap<u64, usize> {
    let mut items: Vec<u64> = cases.iter().map(|case| case.item).collect();
    items.sort_unstable();
    items.dedup();
    Stream::named(seed, &["artefact", "folds"]).shuffle(&mut items);
    items.into_iter().enumerate().map(|(at, item)| (item, at % FOLDS)).collect()
}

/// Weights by AdaGrad (Duchi, Hazan & Singer 2011).
fn fitted(cases: &[Encoded], mut order: Vec<usize>, size: usize, seed: u64) -> Vec<f64> {
    let mut weights = vec![0.0; size];
    let mut squares = vec![1e-6; size];
    let mut stream = Stream::named(seed, &["artefact", "order"]);
    for _ in 0..PASSES {
        stream.shuffle(&mut order);
        for case in order.iter().filter_map(|at| cases.get(*at)) {
            let chances = chances(case, &weights);
            for (place, (answer, chance)) in case.answers.iter().zip(chances).enumerate() {
                let gradient = chance - if place == case.right { 1.0 } else { 0.0 };
                for feature in answer {
                    let at = *feature as usize;
                    let (Some(weight), Some(square)) = (weights.get_mut(at), squares.get_mut(at))
                    else {
                        continue;
                    };
                    let slope: f64 = gradient + SHRINKAGE * *weight;
                    *square += slope * slope;
                    *weight -= STEP * slope / f64::sqrt(*square);
                }
            }
        }
    }
    weights
}

fn values(case: &Encoded, weights: &[f64]) -> Vec<f64> {
    let value = |features: &Vec<u32>| {
        features.iter().filter_map(|feature| weights.get(*feature as usize)).sum::<f64>()
    };
    case.answers.iter().map(value).collect()
}

fn chances(case: &Encoded, weights: &[f64]) -> Vec<f64> {
    let values = values(case, weights);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = values.iter().map(|value| (value - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// Returns 1 if the guess is right, 0 if not; for answers with equal features, the share that is
/// right.
fn right_share(case: &Encoded, weights: &[f64]) -> f64 {
    let values = values(case, weights);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best = |value: &f64| most - value < 1e-9;
    let ties = values.iter().filter(|value| best(value)).count();
    match values.get(case.right) {
        Some(value) if best(value) => 1.0 / ties as f64,
        _ => 0.0,
    }
}
