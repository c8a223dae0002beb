//! Scores of two runs on different scales.

use crate::DiscordantItem;
use crate::sentence::item_score;

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
