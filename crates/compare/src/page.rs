//! Comparisons as one self-contained page.

use crate::numbers::{bracketed, item_score, mean};
use crate::remarks::comparison_remarks;
use crate::sentence::{capital, correction_words, interval_words, sentence, short_p, verdict};
use crate::terminal::{simulated_note, told, untold};
use crate::{
    BetterScore, CompareOptions, DiscordantItem, PassScores, RunComparison, RunComparisons,
    ScoreEstimate, ScoredUnit, comparison_figures,
};
use maud::{Markup, PreEscaped, html};
use peirast_decimals::grouped;
use peirast_report::{framed_page, p_value, screen_svg, typeset};
use peirast_stats::Correction;
use serde_json::Value;
use std::collections::BTreeMap;

/// The most items that the page shows of each comparison in each direction.
const MOST_ITEMS: usize = 25;
/// The most characters that the page shows of a text.
const MOST_TEXT: usize = 1500;

/// The comparisons as a page: verdicts, differences, discordant items, methods and sources.
/// Everything that comes from outside is escaped.
pub fn comparison_page(of: &RunComparisons<'_>) -> String {
    let names: Vec<&str> = of.runs.iter().map(|run| run.name.as_str()).collect();
    let title = match names.as_slice() {
        [a, b] => format!("Comparison of {a} and {b}"),
        _ => format!("Comparison of {}", names.join(", ")),
    };
    let body = html! {
        (simulated(of))
        div.abstract {
            h2 { "Verdicts" }
            (verdicts(of))
        }
        section #comparisons {
            h2 { "Comparisons" }
            (comparisons(of))
        }
        section #passes { (passes(of)) }
        section #figures { (figures(of)) }
        (notes(of))
        section #items {
            h2 { (capital(unit(of).many())) " on which the runs differ" }
            @for row in of.rows.iter().filter(|row| !row.tasks.is_pooled()) { (items(row)) }
        }
        section #methods { h2 { "Methods" } (methods(of)) }
        section #provenance { h2 { "Provenance" } (provenance(of)) }
    };
    framed_page(&title, &body)
}

/// The beginning of the page, as a part of another page: verdicts in sentences, the table of
/// comparisons, and the remarks. Everything that comes from outside is escaped; control characters
/// are left to the caller ([`peirast_report::escape_control`]).
///
/// ```
/// use peirast_compare::{CompareOptions, RunComparisons, comparison_summary};
/// let none = RunComparisons {
///     runs: &[],
///     options: CompareOptions::default(),
///     rows: Vec::new(),
///     left_out: Vec::new(),
/// };
/// assert!(comparison_summary(&none).into_string().contains("p adjusted"));
/// ```
pub fn comparison_summary(of: &RunComparisons<'_>) -> Markup {
    html! { (simulated(of)) (verdicts(of)) (comparisons(of)) (notes(of)) }
}

/// The warning that runs are of simulated subjects, if any is.
fn simulated(of: &RunComparisons<'_>) -> Markup {
    html! { @if let Some(note) = simulated_note(of) {
        p.notice role="note" { strong { "Simulated subjects. " } (note) ". They say nothing about any model." }
    } }
}

fn verdicts(of: &RunComparisons<'_>) -> Markup {
    html! {
        @for row in told(of) { p { (typeset(&sentence(row, of))) } }
        @if let Some(more) = untold(of) { p { (more) } }
    }
}

fn comparisons(of: &RunComparisons<'_>) -> Markup {
    html! {
        (table(of))
        p.small {
            @if let Some((a, b)) = only_pair(of).filter(|names| *names != ("A", "B")) {
                "A is " (a) ", B is " (b) ". "
            }
            "B minus A is the mean score of B minus that of A, on the " (unit(of).many()) " of both \
             (for shares, in percentage points). Only p adjusted is adjusted for the number of comparisons; intervals are not."
        }
    }
}

fn notes(of: &RunComparisons<'_>) -> Markup {
    let is_above = |remark: &String| simulated_note(of).as_ref() == Some(remark);
    let remarks: Vec<String> =
        comparison_remarks(of).into_iter().filter(|remark| !is_above(remark)).collect();
    html! {
        @if !remarks.is_empty() { section #notes {
            h2 { "Remarks" }
            ul.limitations { @for remark in &remarks { li { (typeset(remark)) } } }
        } }
    }
}

/// The names of the two runs, if all comparisons are of the same two.
fn only_pair<'a>(of: &'a RunComparisons<'_>) -> Option<(&'a str, &'a str)> {
    let (a, b) = of.rows.first().map(|row| (row.a, row.b))?;
    of.rows.iter().all(|row| (row.a, row.b) == (a, b)).then_some((a, b))
}

/// The unit of all comparisons: questions if no comparison is of items.
pub(crate) fn unit(of: &RunComparisons<'_>) -> ScoredUnit {
    let other = of.rows.iter().map(|row| row.unit).find(|unit| *unit == ScoredUnit::Items);
    other.or(of.rows.first().map(|row| row.unit)).unwrap_or_default()
}

/// A row for each comparison. On a narrow screen a row is a block of lines, its result first.
fn table(of: &RunComparisons<'_>) -> Markup {
    let several = only_pair(of).is_none();
    let mid_p = of.rows.iter().any(|row| row.p_mid.is_some());
    html! {
        div.wide tabindex="0" { table.compared {
            thead { tr {
                th { "Task" } th { "Metric" } @if several { th { "A" } th { "B" } } th { "B is" }
                th.number { (capital(unit(of).many())) } th.number { "A scores" } th.number { "B scores" }
                th.number { "B minus A" } th.number { "p" } @if mid_p { th.number { "mid-p" } }
                th.number { "p adjusted" }
            } }
            tbody { @for row in &of.rows { (table_row(row, several, mid_p)) } }
        } }
    }
}

fn table_row(row: &RunComparison<'_>, several: bool, mid_p: bool) -> Markup {
    html! { tr {
        td.about { @if row.tasks.is_pooled() { strong { "all tasks" } } @else { (row.tasks.name()) } }
        td data-label="Metric" { (row.metric) @if !row.is_primary { " (secondary)" }
            @if row.better == BetterScore::Lower { " (lower is better)" } }
        @if several { td.about data-label="A" { (row.a) } td.about data-label="B" { (row.b) } }
        td.result data-label="B is" { (verdict(row)) }
        td.number data-label=(capital(row.unit.many())) { (grouped(row.n)) }
        td.number data-label="A scores" { (breakable(&score(row, &row.score_a))) }
        td.number data-label="B scores" { (breakable(&score(row, &row.score_b))) }
        td.number.result data-label="B minus A" { (breakable(&bracketed(row, &row.difference))) }
        td.number data-label="p" { (short_p(row, row.p)) }
        @if mid_p { td.number data-label="mid-p" { @if row.p_mid.is_some() { (p_value(row.p_mid)) } @else { "–" } } }
        td.number.result data-label="p adjusted" { (short_p(row, row.p_adjusted)) }
    } }
}

/// A value with its interval, which goes to a line of its own where the table has no room for both.
fn breakable(text: &str) -> Markup {
    let (value, interval) = text.split_at(text.find(" [").unwrap_or(text.len()));
    html! {
        span.keep { (typeset(value)) }
        @if !interval.is_empty() { " " span.keep { (typeset(interval.trim_start())) } }
    }
}

/// A mean score with its interval.
fn score(row: &RunComparison<'_>, score: &ScoreEstimate) -> String {
    let mean = |value| mean(row, value);
    match (score.low, score.high) {
        (Some(low), Some(high)) => {
            let end = |value| mean(value).trim_end_matches(" %").to_owned();
            format!("{} [{}, {}]", mean(score.estimate), end(low), end(high))
        }
        _ => mean(score.estimate),
    }
}

/// The differences between passes of a run over the same items; empty if each item was answered
/// once.
fn passes(of: &RunComparisons<'_>) -> Markup {
    let mut lines: BTreeMap<(&str, &str, &str), (&RunComparison<'_>, &PassScores)> =
        BTreeMap::new();
    for row in of.rows.iter().filter(|row| !row.tasks.is_pooled()) {
        for (run, passes) in [(row.a, &row.passes.0), (row.b, &row.passes.1)] {
            if passes.deviation.is_some() {
                lines.entry((run, row.tasks.name(), &row.metric)).or_insert((row, passes));
            }
        }
    }
    html! {
        @if !lines.is_empty() {
            h2 { "Passes over the same " (unit(of).many()) }
            div.wide tabindex="0" { table {
                thead { tr {
                    th { "Run" } th { "Task" } th { "Metric" } th.number { "Passes" } th { "Mean score of each" }
                    th.number { "Standard deviation" }
                } }
                tbody { @for ((run, task, metric), (row, passes)) in &lines { tr {
                    td { (run) } td { (task) } td { (metric) }
                    td.number { (passes.means.len()) }
                    td { (passes.means.iter().map(|one| mean(row, *one)).collect::<Vec<_>>().join(", ")) }
                    td.number { @if let Some(deviation) = passes.deviation { (mean(row, deviation)) } }
                } } }
            } }
            p.small {
                "Passes cover only the " (unit(of).many()) " with a score in every pass. If the difference between runs is no larger than the difference between passes, \
                 sampling may explain it. Tests use the mean score of each " (unit(of).one()) " over its passes."
            }
        }
    }
}

fn figures(of: &RunComparisons<'_>) -> Markup {
    html! {
        h2 { "Differences" }
        div.figures { @for figure in comparison_figures(of) {
            figure id=(format!("figure-{}", figure.stem())) {
                @match screen_svg(&figure) {
                    Ok(svg) => (PreEscaped(svg)),
                    Err(why) => p.small { "Not drawn: " (why) "." },
                }
                figcaption { strong { (figure.title) ". " } (typeset(&figure.caption)) }
            }
        } }
    }
}

/// The discordant items of a comparison: the items that the second run lost, then those that it
/// gained.
fn items(row: &RunComparison<'_>) -> Markup {
    let is_loss = |item: &&DiscordantItem<'_>| match row.better {
        BetterScore::Higher => item.scores.0 > item.scores.1,
        BetterScore::Lower => item.scores.0 < item.scores.1,
    };
    let (lost, gained): (Vec<_>, Vec<_>) = row.discordant.iter().partition(is_loss);
    let part = |title: String, items: &[&DiscordantItem<'_>]| {
        html! {
            @if !items.is_empty() { details {
                summary { (title) }
                @for item in items.iter().take(MOST_ITEMS) { (side_by_side(row, item)) }
                @if items.len() > MOST_ITEMS {
                    p.small { (grouped((items.len() - MOST_ITEMS) as u64)) " more are in the table " code { "discordant-items" } "." }
                }
            } }
        }
    };
    let count = |items: &[&DiscordantItem<'_>]| row.unit.counted(items.len() as u64);
    html! {
        @if !row.discordant.is_empty() {
            h3 { (row.tasks.name()) ", " (row.metric) ": " (row.a) " and " (row.b) }
            (part(format!("{} on which {} is better", count(&lost), row.a), &lost))
            (part(format!("{} on which {} is better", count(&gained), row.b), &gained.iter().rev().copied().collect::<Vec<_>>()))
        }
    }
}

fn side_by_side(row: &RunComparison<'_>, item: &DiscordantItem<'_>) -> Markup {
    let texts = [item.a.texts(), item.b.texts()];
    html! {
        p.small { strong { (capital(row.unit.one())) " " (item.a.id) } @if !texts[0].target.is_empty() {
            ". Right answer: " (clipped(&texts[0].target))
        } }
        @if !texts[0].question.is_empty() { div.pair { pre { (clipped(&texts[0].question)) } } }
        div.pair {
            @for ((name, text), score) in
                [(row.a, texts[0]), (row.b, texts[1])].into_iter().zip([item.scores.0, item.scores.1]) {
                div { p.small { (name) ": " (item_score(score)) } pre { (clipped(&text.answer)) } }
            }
        }
    }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

fn methods(of: &RunComparisons<'_>) -> Markup {
    let (options, many) = (&of.options, unit(of).many());
    let tests: std::collections::BTreeSet<&str> =
        of.rows.iter().map(|row| row.test.words()).collect();
    let intervals: std::collections::BTreeSet<&str> =
        of.rows.iter().map(|row| interval_words(row.interval)).collect();
    let join = |names: &std::collections::BTreeSet<&str>| {
        names.iter().copied().collect::<Vec<_>>().join(", ")
    };
    html! {
        p {
            (capital(many)) " were matched by " (match options.matching {
                crate::MatchRule::Auto => "their ids if contents do not contradict them, \
                                           otherwise by their contents",
                crate::MatchRule::Id => "their ids alone",
                crate::MatchRule::Content => "their contents alone",
            }) ". If a run has several answers to one " (unit(of).one()) ", their mean counts. Tests, two-sided at "
            (options.alpha) ": " (join(&tests)) ". Intervals of differences: " (join(&intervals)) ". "
            @if options.correction == Correction::Unadjusted { "p was not adjusted." } @else {
                "p was adjusted (" (correction_words(options.correction)) ") over the main metrics of all tasks and pairs of \
                 runs. Other metrics, and comparisons over all tasks, are adjusted separately."
            }
            @if let Some(column) = &options.by { " The " (many) " of one " (column) " count as related." }
            @if let Some(margin) = options.margin {
                " Runs are called equivalent if two one-sided tests, each at " (options.alpha) ", reject a difference of " (margin)
                " or more. The test is Tango's score test. If scores are other numbers, or the " (many) " are related, it is the \
                 less favourable of Student's t and Gaffke's test of bounded scores."
            }
            " \u{201c}Undecided\u{201d} gives the number of further " (many) " for a power of " (options.power)
            ", if the true difference is the observed one."
        }
    }
}

fn provenance(of: &RunComparisons<'_>) -> Markup {
    html! {
        dl {
            dt { "Version" } dd { "Peirast " (env!("CARGO_PKG_VERSION")) }
            @for run in of.runs {
                dt { (run.name) }
                dd { @for source in &run.sources { (source.path) " " code { (source.digest) } br; } }
            }
        }
        h3 { "Settings" }
        div.wide tabindex="0" { table {
            thead { tr { th { "Setting" } th { "Value" } } }
            tbody { @for (name, value) in settings(&of.options) { tr { td { (name) } td { (value) } } } }
        } }
    }
}

/// The settings that have a value, with their values in words.
fn settings(options: &CompareOptions) -> Vec<(String, String)> {
    let Ok(Value::Object(all)) = serde_json::to_value(options) else { return Vec::new() };
    let named = all.into_iter().map(|(name, value)| match name.as_str() {
        "correction" => (name, correction_words(options.correction)),
        _ => (name.replace('_', " "), plain(&value)),
    });
    named.filter(|(_, value)| !value.is_empty()).collect()
}

/// A value without the marks of JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
