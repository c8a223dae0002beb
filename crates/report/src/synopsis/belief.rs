//! Belief bias in plain words: whether a subject judges by form or by conclusion.

use crate::Report;
use crate::figures::sheet::{Line, Sheet};
use crate::wording::points;
use peirast_decimals::percent_decimals;
use peirast_figure::Estimate;

/// The accuracy of guesses.
const CHANCE: f64 = 0.5;

/// Says of every subject whether it judges syllogisms by their form or by their conclusion, in a
/// sentence each with its numbers. Empty if the report has no table of belief bias.
///
/// ```
/// use peirast_report::{Report, form_or_belief};
/// fn print(report: &Report) {
///     form_or_belief(report).iter().for_each(|sentence| println!("{sentence}"));
/// }
/// ```
pub fn form_or_belief(report: &Report) -> Vec<String> {
    let sheet = Sheet::find(report, "belief-bias");
    sheet.into_iter().flat_map(Sheet::subjects).filter_map(sentence).collect()
}

fn sentence(line: Line<'_>) -> Option<String> {
    let agree = line.estimate("agree", "agree_low", "agree_high")?;
    let differ = line.estimate("differ", "differ_low", "differ_high")?;
    let belief = line.estimate("belief", "low", "high")?;
    let (low, high) = belief.interval.unwrap_or((belief.value, belief.value));
    let share = |of: Estimate| percent_decimals(of.value, 1) + " %";
    Some(format!(
        "{} judges {}: with real words it is right in {} of its verdicts where belief and logic agree, and in {} \
         where they differ ({} points [{}, {}]).",
        line.text("subject"),
        basis([agree, differ], (low, high)),
        share(agree),
        share(differ),
        points(belief.value),
        points(low),
        points(high)
    ))
}

/// The basis of judgements, from the accuracies where belief and logic agree and where they differ, and from
/// the interval of their difference.
fn basis([agree, differ]: [Estimate; 2], (low, high): (f64, f64)) -> &'static str {
    let lower = |of: Estimate| of.interval.map_or(of.value, |(low, _)| low);
    let upper = |of: Estimate| of.interval.map_or(of.value, |(_, high)| high);
    let is_right = lower(differ) > CHANCE;
    match (low > 0.0, high < 0.0) {
        (true, _) if upper(differ) < CHANCE => "by the conclusion",
        (true, _) if is_right => "by the form, and is swayed by the conclusion",
        (true, _) => "more by the conclusion than by the form",
        (_, true) => "against belief",
        _ if is_right && lower(agree) > CHANCE => {
            "by the form, and no effect of the conclusion was found"
        }
        _ => "neither by the form nor by the conclusion, as far as these answers show",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basis_follows_from_the_intervals() {
        let of = |value: f64, half: f64| Estimate::within(value, value - half, value + half);
        for (agree, differ, belief, words) in [
            (of(0.9, 0.1), of(0.1, 0.1), (0.6, 1.0), "by the conclusion"),
            (
                of(0.9, 0.1),
                of(0.7, 0.1),
                (0.05, 0.3),
                "by the form, and is swayed by the conclusion",
            ),
            (of(0.9, 0.1), of(0.5, 0.1), (0.2, 0.6), "more by the conclusion than by the form"),
            (
                of(0.9, 0.1),
                of(0.9, 0.1),
                (-0.2, 0.2),
                "by the form, and no effect of the conclusion was found",
            ),
            (of(0.3, 0.1), of(0.7, 0.1), (-0.6, -0.2), "against belief"),
            (
                of(0.5, 0.1),
                of(0.5, 0.1),
                (-0.2, 0.2),
                "neither by the form nor by the conclusion, as far as these answers show",
            ),
        ] {
            assert_eq!(basis([agree, differ], belief), words);
        }
    }
}
