//! Kinds of scores: right and wrong, shares, or other numbers; and scores on different scales.

use crate::DiscordantItem;
use crate::numbers::item_score;

/// A remark on scores that seem to be on two scales: between 0 and 1 in one run, larger in the other.
pub(crate) fn scale_remark(items: &[DiscordantItem<'_>], names: [&str; 2]) -> Option<String> {
    let largest = |score: fn(&DiscordantItem<'_>) -> f64| {
        items.iter().map(score).fold(f64::NEG_INFINITY, f64::max)
    };
    let [a, b] = names;
    let (shares, other, most) = match [largest(|item| item.scores.0), largest(|item| item.scores.1)]
    {
        [first, second] if first <= 1.0 && second > 2.0 => (a, b, second),
        [first, second] if second <= 1.0 && first > 2.0 => (b, a, first),
        _ => return None,
    };
    let most = item_score(most);
    Some(format!(
        "no score of {shares} is above 1, and {other} has scores up to {most}: are they on one scale?"
    ))
}

/// True if every answer is right or wrong: each score of each pass is 0 or 1.
pub(crate) fn are_marks(items: &[DiscordantItem<'_>], (in_a, in_b): (usize, usize)) -> bool {
    let is_mark = |(_, score): (u32, Option<f64>)| score.is_none_or(|s| s == 0.0 || s == 1.0);
    items.iter().all(|item| item.a.scores(in_a).all(is_mark) && item.b.scores(in_b).all(is_mark))
}

/// True if every score lies between 0 and 1.
pub(crate) fn are_between_0_and_1(items: &[DiscordantItem<'_>]) -> bool {
    let is_inside = |score: f64| (0.0..=1.0).contains(&score);
    items.iter().all(|item| is_inside(item.scores.0) && is_inside(item.scores.1))
}

/// Names of metrics that are shares of right answers, of words or of parts, and are read in
/// percent.
const SHARES: [&str; 20] = [
    "acc",
    "accuracy",
    "anls",
    "bleu",
    "chrf",
    "coverage",
    "correct",
    "em",
    "f1",
    "match",
    "meteor",
    "pass",
    "precision",
    "rate",
    "recall",
    "rouge",
    "rouge1",
    "rouge2",
    "rougel",
    "share",
];

/// True if the name of a metric says that it is a share.
pub(crate) fn is_share(metric: &str) -> bool {
    let bare = metric.split(',').next().unwrap_or_default().to_lowercase();
    bare.split(['_', '-', ' ', '.', '/', '@']).any(|word| SHARES.contains(&word))
}
