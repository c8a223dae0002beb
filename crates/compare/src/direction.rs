//! The better direction of a metric: higher or lower.

use crate::metrics::names_metric;
use crate::{BetterScore, CompareOptions, ScoredRun};

/// Words in the names of metrics for which lower is better. An underscore joins words that follow one
/// another.
const LOWER: &[&str] = &[
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
    "mistake",
    "mistakes",
    "failure",
    "failures",
    "violation",
    "violations",
    "penalty",
    "timeout",
    "timeouts",
    "distance",
    "edit_distance",
    "divergence",
    "regret",
    "latency",
    "latencies",
    "ttft",
    "tpot",
    "time_to",
    "time_per",
    "elapsed",
    "response_time",
    "run_time",
    "running_time",
    "runtime",
    "wall_time",
    "walltime",
    "duration",
    "seconds",
    "secs",
    "milliseconds",
    "ms",
    "cost",
    "costs",
    "toxic",
    "toxicity",
    "hallucination",
    "hallucinations",
    "harm",
    "harmful",
    "harmfulness",
];

/// Words after which more is better, even next to a word of `LOWER`: accuracy of detecting errors.
/// The word `score` is none of them: a Brier score is a loss.
const HIGHER: &[&str] = &[
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
    match is_loss(metric) {
        true => BetterScore::Lower,
        false => BetterScore::Higher,
    }
}

/// True if the words in the name of a metric say that lower is better.
fn is_loss(metric: &str) -> bool {
    let bare = metric.split(',').next().unwrap_or_default();
    let words = words(bare);
    let joined = format!("_{}_", words.join("_"));
    let is_lower = LOWER.iter().any(|name| joined.contains(&format!("_{name}_")));
    is_lower && !words.iter().any(|word| HIGHER.contains(&word.as_str()))
}

/// The words of a name in small letters: `brierScore`, `Brier score` and `brier_score` have the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_after_small = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || c.is_uppercase() && is_after_small;
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        is_after_small = c.is_lowercase();
    }
    words
}

/// True if the direction follows only from the name of the metric.
pub(crate) fn is_guessed(metric: &str, runs: [&ScoredRun; 2], options: &CompareOptions) -> bool {
    let named = options.lower_is_better.iter().chain(&options.higher_is_better);
    !named.into_iter().any(|name| names_metric(name, metric))
        && !runs.iter().any(|run| run.directions.contains_key(metric))
}
