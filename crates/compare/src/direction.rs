//! Whether more of a metric is better.

use crate::metrics::names_metric;
use crate::{BetterScore, CompareOptions, ScoredRun};

/// What metrics are called of which less is better.
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

/// Words that say that more is better, whatever it is of: the accuracy of detecting errors, say.
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

/// Whether more of the metric is better: as the options say, or the logs, or its name.
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

/// Whether only the name of the metric tells.
pub(crate) fn is_guessed(metric: &str, runs: [&ScoredRun; 2], options: &CompareOptions) -> bool {
    let named = options.lower_is_better.iter().chain(&options.higher_is_better);
    !named.into_iter().any(|name| names_metric(name, metric))
        && !runs.iter().any(|run| run.directions.contains_key(metric))
}
