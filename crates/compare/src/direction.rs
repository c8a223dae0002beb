//! The better direction of a metric: more or less.

use crate::metrics::names_metric;
use crate::{BetterScore, CompareOptions, ScoredRun};

/// Words in the names of metrics of which less is better.
const LOWER: [&str; 34] = [
    "perplexity",
    "ppl",
    "bits_per_byte",
    "bpb",
    "wer",
    "cer",
    "ter",
    "mer",
    "eer",
    "fpr",
    "fnr",
    "loss",
    "losses",
    "nll",
    "entropy",
    "surprisal",
    "brier",
    "ece",
    "mse",
    "rmse",
    "mae",
    "mape",
    "error",
    "errors",
    "err",
    "distance",
    "edit_distance",
    "regret",
    "latency",
    "duration",
    "seconds",
    "cost",
    "toxicity",
    "hallucination",
];

/// Words after which more is better, even next to a word of `LOWER`: accuracy of detecting errors.
const HIGHER: [&str; 14] = [
    "acc",
    "accuracy",
    "anti",
    "avoided",
    "correct",
    "f1",
    "free",
    "match",
    "pass",
    "precision",
    "recall",
    "score",
    "success",
    "without",
];

/// The better direction of the metric: from the options, or else the logs, or else its name.
pub(crate) fn direction(
    metric: &str,
    runs: [&ScoredRun; 2],
    options: &CompareOptions,
) -> BetterScore {
    if options.lower_is_better.iter().any(|name| names_metric(name, metric)) {
        return BetterScore::Lower;
    }
    if options.higher_is_better.iter().any(|name| names_metric(name, metric)) {
        return BetterScore::Higher;
    }
    let told = |run: &ScoredRun| run.directions.get(metric).copied();
    if let Some(told) = runs.into_iter().find_map(told) {
        return told;
    }
    let bare = metric.split(',').next().unwrap_or_default().to_lowercase();
    let words: Vec<&str> = bare.split(['_', '-', ' ', '.', '/']).collect();
    let is_lower = LOWER.contains(&bare.as_str()) || words.iter().any(|word| LOWER.contains(word));
    match is_lower && !words.iter().any(|word| HIGHER.contains(word)) {
        true => BetterScore::Lower,
        false => BetterScore::Higher,
    }
}

/// True if the direction follows only from the name of the metric.
pub(crate) fn is_guessed(metric: &str, runs: [&ScoredRun; 2], options: &CompareOptions) -> bool {
    let named = options.lower_is_better.iter().chain(&options.higher_is_better);
    !named.into_iter().any(|name| names_metric(name, metric))
        && !runs.iter().any(|run| run.directions.contains_key(metric))
}
