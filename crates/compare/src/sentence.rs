//! A comparison in a sentence.

use crate::numbers::{difference, fixed, mean, number, size};
use crate::verdict::{MOST_NEEDED, more};
use crate::{BetterScore, ComparedTasks, ComparisonVerdict, RunComparison, RunComparisons};
use peirast_decimals::{counted, grouped};
use peirast_report::{listed, p_value};
use peirast_stats::Correction;

/// Describes a comparison in a sentence or two, with its numbers.
pub fn sentence(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> String {
    let (a, b) = (row.a, row.b);
    let confidence = fixed(100.0 * of.options.confidence());
    let verdict = match row.verdict {
        ComparisonVerdict::Better => format!("{b} is better than {a}"),
        ComparisonVerdict::Worse => format!("{b} is worse than {a}"),
        ComparisonVerdict::Equivalent { margin } => {
            let equivalent = format!("{b} and {a} are equivalent within {}", size(row, margin));
            equivalent + small_difference(row, of)
        }
        ComparisonVerdict::Undecided { .. } => String::new(),
    };
    let lower = if row.better == BetterScore::Lower { ", lower is better" } else { "" };
    let metric = format!("({}{lower})", row.metric);
    let start = match (&row.tasks, verdict.is_empty()) {
        (ComparedTasks::One(task), true) => format!("{task} {metric}: undecided;"),
        (ComparedTasks::Pooled(tasks), true) => {
            format!("{} tasks {metric}: undecided;", tasks.len())
        }
        (ComparedTasks::One(task), false) => format!("{verdict} on {task} {metric}:"),
        (ComparedTasks::Pooled(tasks), false) => {
            format!("{verdict} over {} tasks {metric}:", tasks.len())
        }
    };
    let mut text = format!(
        "{start} {a} {}, {b} {}, a difference of {}{}, {} p {}",
        mean(row, row.score_a.estimate),
        mean(row, row.score_b.estimate),
        difference(row, row.difference.estimate),
        match (row.difference.low, row.difference.high) {
            (Some(low), Some(high)) => {
                let (low, high) = (number(row, low), number(row, high));
                format!(
                    " [{confidence} % interval {low} to {high}, {}]",
                    interval_words(row.interval)
                )
            }
            _ => String::new(),
        },
        row.test.words(),
        equals(row, row.p),
    );
    text.push_str(&further_p(row, of));
    text.push_str(&format!("; {}", row.unit.counted(row.n)));
    if let Some(counts) = row.counts {
        text.push_str(&format!(
            ", {} right in {a} alone and {} in {b} alone",
            grouped(counts.n12),
            grouped(counts.n21)
        ));
    }
    if let Some(clusters) = row.clusters {
        text.push_str(&format!(" in {}", counted(clusters, "cluster", "clusters")));
    }
    text.push('.');
    text.push_str(&needs(row, of.options.power));
    text
}

/// The p-values in addition to the p-value of the test.
fn further_p(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> String {
    let mut text = String::new();
    if let Some(p) = row.p_mid {
        text.push_str(&format!(", mid-p {}", p_value(Some(p))));
    }
    if let Some(p) = row.p_wilcoxon {
        text.push_str(&format!(", Wilcoxon {}", p_value(Some(p))));
    }
    if row.family > 1 {
        text.push_str(&adjusted(row, of));
    }
    if let Some(p) = row.p_equivalence {
        text.push_str(&format!(", equivalence p = {}", p_value(Some(p))));
    }
    if let Some(p) = row.p_inferiority {
        text.push_str(&format!(", non-inferiority p = {}", p_value(Some(p))));
    }
    text
}

/// The same to be cited: with the version of the program.
pub(crate) fn citation(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> String {
    format!("{} Computed by Peirast {}.", sentence(row, of), env!("CARGO_PKG_VERSION"))
}

/// Runs that are equivalent although the difference is certain.
fn small_difference(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> &'static str {
    let is_gain = (row.difference.estimate > 0.0) == (row.better == BetterScore::Higher);
    match row.p_adjusted <= of.options.alpha && row.difference.estimate != 0.0 {
        true if is_gain => " (better, but by less than the margin)",
        true => " (worse, but by less than the margin)",
        false => "",
    }
}

/// `= 0.0313`, or `at most 2.0e-5` where random sign flips show no more.
fn equals(row: &RunComparison<'_>, p: f64) -> String {
    let is = if row.p_is_limit { "at most" } else { "=" };
    format!("{is} {}", p_value(Some(p)))
}

/// A p-value of a row for a table: `<=2.0e-5` where random sign flips show no more.
pub(crate) fn short_p(row: &RunComparison<'_>, p: f64) -> String {
    let is = if row.p_is_limit { "<=" } else { "" };
    format!("{is}{}", p_value(Some(p)))
}

fn adjusted(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> String {
    let secondary = if row.is_primary { "" } else { " of secondary metrics" };
    match of.options.correction {
        Correction::Unadjusted => {
            format!(", not adjusted for {} tests{secondary}", grouped(row.family))
        }
        correction => format!(
            ", adjusted p {} ({}, {} tests{secondary})",
            equals(row, row.p_adjusted),
            correction_words(correction),
            grouped(row.family)
        ),
    }
}

/// The name of a correction in a text, with the names of people in capitals: `Benjamini-Hochberg`.
pub(crate) fn correction_words(correction: Correction) -> String {
    match correction {
        Correction::Unadjusted => correction.to_string(),
        named => named.to_string().split('-').map(capital).collect::<Vec<_>>().join("-"),
    }
}

/// A word with a capital letter at its beginning.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// The name of an interval in a text.
pub(crate) fn interval_words(name: &str) -> &str {
    match name {
        "newcombe" => "Newcombe",
        "tango" => "Tango",
        "newcombe-clustered" => "Newcombe for clusters",
        "bootstrap-bca" => "BCa bootstrap",
        "bootstrap-percentile" => "percentile bootstrap",
        "t" => "Student's t",
        "t-clustered" => "Student's t over clusters",
        other => other,
    }
}

fn needs(row: &RunComparison<'_>, power: f64) -> String {
    match row.verdict {
        ComparisonVerdict::Undecided { needs: Some(needs) } if needs > MOST_NEEDED => format!(
            " If the true difference is the one found, it is too small to be shown in practice: that takes {}.",
            more(needs, row.unit)
        ),
        ComparisonVerdict::Undecided { needs: Some(needs) } => format!(
            " If the true difference is the one found, about {}{} would decide with a power of {} %.",
            more(needs, row.unit),
            if row.clusters.is_some() { " in further clusters" } else { "" },
            fixed(100.0 * power)
        ),
        ComparisonVerdict::Undecided { needs: None }
            if row.difference.estimate == 0.0 && row.p_equivalence.is_none() =>
        {
            let margin = if row.are_shares { "0.02" } else { "NUMBER" };
            format!(
                " No difference was found. To test equivalence: peirast compare … --margin {margin}, with the same \
                 runs and options."
            )
        }
        _ => String::new(),
    }
}

/// The verdict as a phrase.
pub(crate) fn verdict(row: &RunComparison<'_>) -> String {
    match row.verdict {
        ComparisonVerdict::Equivalent { margin } => {
            format!("equivalent within {}", size(row, margin))
        }
        other => other.in_words(row.unit),
    }
}

/// Remarks on the matching and scoring of the items of two runs; empty if all went well.
pub(crate) fn matching_remarks(row: &RunComparison<'_>) -> Vec<String> {
    let counts = row.matching;
    let said =
        |count: u64, what: &str| (count > 0).then(|| format!("{} {what}", row.unit.counted(count)));
    let both = |(a, b): (u64, u64), what: &str| match (a, b) {
        (0, 0) => None,
        (a, b) => Some(format!("{what}: {} in {}, {} in {}", grouped(a), row.a, grouped(b), row.b)),
    };
    [
        said(counts.by_content, "matched by content"),
        said(counts.reworded, "with the same id but different texts in the two runs"),
        said(counts.only_a, &without_partner(row.a, counts.only_a, &row.alone[0])),
        said(counts.only_b, &without_partner(row.b, counts.only_b, &row.alone[1])),
        said(
            counts.other_content,
            "with the same number but different texts in the two runs: left out",
        ),
        said(
            counts.ambiguous,
            "that occur several times, so that their partners are unclear: left out",
        ),
        both(row.unscored, &format!("{} without a score", row.unit.many())),
    ]
    .into_iter()
    .flatten()
    .chain(row.remarks.iter().cloned())
    .collect()
}

/// That items of a run have no partner, with the first of them.
fn without_partner(run: &str, count: u64, first: &[String]) -> String {
    let more = count.saturating_sub(first.len() as u64);
    let mut names = first.to_vec();
    names.extend((more > 0).then(|| format!("{} more", grouped(more))));
    format!("of {run} without a partner ({})", listed(&names))
}

/// Answers of a run to items that it had answered before: a remark on the run in every comparison.
pub(crate) fn repeated_answers(row: &RunComparison<'_>) -> Vec<String> {
    let said = |(run, count): (&str, u64)| {
        let answers = counted(count, "answer", "answers");
        format!(
            "{answers} of {run} repeat {}: each counts with the mean of its answers (right for several runs, wrong for \
             copies)",
            row.unit.many()
        )
    };
    let runs = [(row.a, row.repeated.0), (row.b, row.repeated.1)];
    runs.into_iter().filter(|(_, count)| *count > 0).map(said).collect()
}
