//! Test of the difference between a subject of one run and a subject of the other, on their common
//! questions.

use super::Both;
use crate::index::{Match, Standing};
use crate::page::shown::head;
use maud::{Markup, html};
use peirast_compare::{
    CompareOptions, ItemId, ItemTexts, RunComparisons, ScoreRow, ScoredRun, compare, sentence,
};
use peirast_decimals::{percent_decimals, signed};
use peirast_record::Grade;
use peirast_report::p_value;
use std::collections::BTreeMap;

/// The score.
const METRIC: &str = "correct";
/// The column that groups related questions.
const ITEM: &str = "item";

/// Renders the difference with its interval, tests and verdict, by protocol and over all; versions
/// of an item count as related. Empty if no question has a verdict in both runs.
pub(super) fn better(both: &Both<'_>, matches: &[Match]) -> Markup {
    let runs = [0, 1].map(|side| scored(both, matches, side));
    let options = CompareOptions { by: Some(ITEM.to_owned()), ..CompareOptions::default() };
    let Ok(found) = compare(&runs, &options) else { return html! {} };
    html! {
        h3 { "Is one better?" }
        @for row in found.rows.iter().filter(|row| row.tasks.is_pooled() || found.rows.len() == 1) {
            p { (sentence(row, &found)) }
        }
        (table(&found))
    }
}

/// Returns the verdicts of one side on the matched questions: one task for each protocol.
fn scored(both: &Both<'_>, matches: &[Match], side: usize) -> ScoredRun {
    let (run, name) = if side == 0 { (both.a.run, both.a.name) } else { (both.b.run, both.b.name) };
    let mut scored = ScoredRun::new(name);
    for (number, one) in (0..).zip(matches) {
        let place = if side == 0 { one.rows.0 } else { one.rows.1 };
        let Some(row) = run.index.row(place) else { continue };
        let score = match run.index.standing(place) {
            Standing::Graded(Grade::Correct) => Some(1.0),
            Standing::Graded(Grade::Wrong) => Some(0.0),
            Standing::Graded(Grade::Unscored) | Standing::Open => None,
        };
        scored.add(ScoreRow {
            task: row.protocol().to_owned(),
            id: ItemId::Number(number),
            pass: 0,
            content: None,
            texts: ItemTexts::default(),
            columns: BTreeMap::from([(ITEM.to_owned(), row.item.to_owned())]),
            scores: vec![(METRIC.to_owned(), score)],
        });
    }
    scored
}

fn table(found: &RunComparisons<'_>) -> Markup {
    let share = |share: f64| percent_decimals(share, 1) + " %";
    let points = |points: f64| signed(percent_decimals(points, 1));
    html! {
        div.wide { table.rows {
            caption { "Over the questions with a verdict in both. The interval, of 95 %, and p \
                       (sign flips of items, two-sided) treat versions of an item as related; p \
                       adjusted covers the protocols, by Holm's method." }
            (head(&["Protocol", "#Questions", "#Items", "#A right", "#B right", "#B less A", "#95 % interval", "#p",
                "#p adjusted", "B is"]))
            tbody { @for row in &found.rows { tr {
                th scope="row" { (row.tasks.name()) }
                td.number { (row.n) }
                td.number { @match row.clusters { None => "–", Some(count) => (count) } }
                td.number { (share(row.score_a.estimate)) } td.number { (share(row.score_b.estimate)) }
                td.number { (points(row.difference.estimate)) }
                td.number { @match row.difference.low.zip(row.difference.high) {
                    None => "–",
                    Some((low, high)) => { (points(low)) " to " (points(high)) },
                } }
                td.number { (p_value(Some(row.p))) } td.number { (p_value(Some(row.p_adjusted))) }
                td { (row.verdict) }
            } } }
        } }
    }
}
