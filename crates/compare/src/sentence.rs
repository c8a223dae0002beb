//! A comparison in a sentence.

use crate::{
    BetterScore, ComparedTasks, ComparisonVerdict, RunComparison, RunComparisons, ScoreEstimate,
};
use peirast_decimals::{fixed_decimals, percent_decimals, signed};
use peirast_report::{counted, p_value};

/// Describes a comparison in a sentence or two, with its numbers.
pub fn sentence(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> String {
    let (a, b) = (row.a, row.b);
    let confidence = fixed(100.0 * of.options.confidence());
    let verdict = match row.verdict {
        ComparisonVerdict::Better => format!("{b} is better than {a}"),
        ComparisonVerdict::Worse => format!("{b} is worse than {a}"),
        ComparisonVerdict::Equivalent { margin } => {
            format!("{b} and {a} are equivalent within {}", size(row, margin))
        }
        ComparisonVerdict::Undecided { .. } => format!("{a} or {b}: undecided"),
    };
    let lower = if row.better == BetterScore::Lower { ", less is better" } else { "" };
    let mut text = format!(
        "{verdict} {} ({}{lower}): {} against {}, a difference of {}{}, {} p = {}",
        match &row.tasks {
            ComparedTasks::One(task) => format!("on {task}"),
            ComparedTasks::Pooled(tasks) => format!("over {} tasks", tasks.len()),
        },
        row.metric,
        mean(row, row.score_b.estimate),
        mean(row, row.score_a.estimate),
        difference(row, row.difference.estimate),
        match (row.difference.low, row.difference.high) {
            (Some(low), Some(high)) => {
                format!(" [{confidence} % interval {} to {}]", number(row, low), number(row, high))
            }
            _ => String::new(),
        },
        row.test.words(),
        p_value(Some(row.p)),
    );
    if let Some(p) = row.p_mid {
        text.push_str(&format!(", mid-p {}", p_value(Some(p))));
    }
    if let Some(p) = row.p_wilcoxon {
        text.push_str(&format!(", Wilcoxon {}", p_value(Some(p))));
    }
    if row.family > 1 {
        let (p, tests) = (p_value(Some(row.p_adjusted)), row.family);
        text.push_str(&format!(", adjusted {p} over {tests} tests"));
    }
    if let Some(p) = row.p_equivalence {
        text.push_str(&format!(", equivalence p = {}", p_value(Some(p))));
    }
    if let Some(p) = row.p_inferiority {
        text.push_str(&format!(", non-inferiority p = {}", p_value(Some(p))));
    }
    text.push_str(&format!("; {}", counted(row.n, "item", "items")));
    if let Some(clusters) = row.clusters {
        text.push_str(&format!(" in {}", counted(clusters, "cluster", "clusters")));
    }
    text.push('.');
    text.push_str(&needs(row));
    text
}

fn needs(row: &RunComparison<'_>) -> String {
    match row.verdict {
        ComparisonVerdict::Undecided { needs: Some(needs) } => format!(
            " If the true difference is the observed one, about {}{} would probably decide.",
            counted(needs, "more item", "more items"),
            if row.clusters.is_some() { " in further clusters" } else { "" }
        ),
        ComparisonVerdict::Undecided { needs: None }
            if row.difference.estimate == 0.0 && row.p_equivalence.is_none() =>
        {
            " No difference was found, and no number of items would show one; a margin tests whether the two \
             are equivalent."
                .to_owned()
        }
        _ => String::new(),
    }
}

fn fixed(value: f64) -> String {
    trimmed(&fixed_decimals(value, 2)).to_owned()
}

fn trimmed(decimals: &str) -> &str {
    match decimals.contains('.') && !decimals.contains('e') {
        true => decimals.trim_end_matches('0').trim_end_matches('.'),
        false => decimals,
    }
}

/// A score of one item, without trailing zeros.
pub(crate) fn item_score(score: f64) -> String {
    trimmed(&decimal(score)).to_owned()
}

/// A number of any size with three decimals, or with three digits and a power of ten.
pub(crate) fn decimal(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 || (size > 0.0 && size < 5e-4) => format!("{value:.2e}"),
        _ => fixed_decimals(value, 3),
    }
}

/// A mean score, in percent if scores are shares.
pub(crate) fn mean(row: &RunComparison<'_>, value: f64) -> String {
    match row.are_shares {
        true => percent_decimals(value, 1) + " %",
        false => decimal(value),
    }
}

/// A difference of means with its sign, in percentage points if scores are shares.
fn difference(row: &RunComparison<'_>, value: f64) -> String {
    number(row, value) + if row.are_shares { " points" } else { "" }
}

/// A difference of means without its unit.
fn number(row: &RunComparison<'_>, value: f64) -> String {
    match row.are_shares {
        true => signed(percent_decimals(value, 1)),
        false => signed(decimal(value)),
    }
}

/// A margin with its unit.
pub(crate) fn size(row: &RunComparison<'_>, margin: f64) -> String {
    match row.are_shares {
        true => fixed(100.0 * margin) + " points",
        false => decimal(margin),
    }
}

/// The verdict as a phrase.
pub(crate) fn verdict(row: &RunComparison<'_>) -> String {
    match row.verdict {
        ComparisonVerdict::Equivalent { margin } => {
            format!("equivalent within {}", size(row, margin))
        }
        other => other.to_string(),
    }
}

/// A difference with its interval, short: `+7.5 [2.1, 12.9]`.
pub(crate) fn bracketed(row: &RunComparison<'_>, value: &ScoreEstimate) -> String {
    let number = |value: f64| number(row, value);
    match (value.low, value.high) {
        (Some(low), Some(high)) => {
            format!("{} [{}, {}]", number(value.estimate), number(low), number(high))
        }
        _ => number(value.estimate),
    }
}

/// Remarks on how items were matched and scored; empty if there were no problems.
pub(crate) fn matching_remarks(row: &RunComparison<'_>) -> Vec<String> {
    let counts = row.matching;
    let said = |count: u64, one: &str, many: &str| (count > 0).then(|| counted(count, one, many));
    let both = |(a, b): (u64, u64), what: &str| match (a, b) {
        (0, 0) => None,
        (a, b) => Some(format!("{what}: {a} in {}, {b} in {}", row.a, row.b)),
    };
    [
        said(
            counts.by_content,
            "item was matched by its content",
            "items were matched by their content",
        ),
        said(
            counts.reworded,
            "item with the same id has different questions in the two runs",
            "items with the same ids have different questions in the two runs",
        ),
        said(counts.only_a, "item", "items")
            .map(|count| format!("{count} of {} without a partner", row.a)),
        said(counts.only_b, "item", "items")
            .map(|count| format!("{count} of {} without a partner", row.b)),
        said(
            counts.other_content,
            "item has the same number but another question in the second run, and is left out",
            "items have the same numbers but other questions in the second run, and are left out",
        ),
        said(
            counts.ambiguous,
            "item occurs several times, so its match is ambiguous, and is left out",
            "items occur several times, so their matches are ambiguous, and are left out",
        ),
        both(row.unscored, "items without a score"),
        both(
            row.repeated,
            "repeated answers to an item, whose rows are averaged (right for several runs, wrong \
             for copies)",
        ),
    ]
    .into_iter()
    .flatten()
    .chain(row.remarks.iter().cloned())
    .collect()
}
