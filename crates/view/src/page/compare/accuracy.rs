//! The accuracy of subjects in two runs.

use super::{Both, Side};
use crate::page::labels::method;
use crate::page::shown::{head, percent};
use maud::{Markup, html};
use peirast_decimals::{grouped, percent_decimals, signed};
use peirast_report::{ProtocolSummary, typeset};
use std::collections::BTreeSet;

/// Renders each pair of subjects under each protocol, and over all protocols.
pub(super) fn accuracy(both: &Both<'_>) -> Markup {
    html! {
        @for (side, other) in [(&both.a, &both.b), (&both.b, &both.a)] {
            @let alone: Vec<&str> = side.subjects().difference(&other.subjects()).copied().collect();
            @if !alone.is_empty() { p { "Only in " (side.name) ": " (alone.join(", ")) "." } }
        }
        div.wide tabindex="0" { table.rows {
            caption { "Shares of right answers among right and wrong ones. The difference is B minus A, in percentage points. \
                Its test is under “Is one better?”" }
            (head(&["Subject", "Protocol", "#A", "#B", "#B minus A", "#n in A", "#n in B"]))
            tbody { @for (one, other) in &both.subjects { @for line in lines(both, one, other) { (row(one, other, &line)) } } }
        } }
    }
}

/// Right and wrong verdicts of both under one protocol.
struct ProtocolLine<'a> {
    protocol: &'a str,
    counts: [(u64, u64); 2],
}

fn lines<'a>(both: &Both<'a>, one: &str, other: &str) -> Vec<ProtocolLine<'a>> {
    let sides = [(&both.a, one), (&both.b, other)];
    let of_subject = |(side, subject): (&Side<'a>, &str)| -> Vec<&'a ProtocolSummary> {
        let all = side.run.report.protocols.iter();
        all.filter(|summary| summary.model == subject).collect()
    };
    let summaries = sides.map(of_subject);
    let protocols: BTreeSet<&str> =
        summaries.iter().flatten().map(|summary| summary.protocol.as_str()).collect();
    let counts = |protocol: &str| {
        summaries.each_ref().map(|own| {
            let found = own.iter().find(|summary| summary.protocol == protocol);
            found.map_or((0, 0), |summary| (summary.correct, summary.wrong))
        })
    };
    let mut lines: Vec<ProtocolLine<'_>> = protocols
        .into_iter()
        .map(|protocol| ProtocolLine { protocol, counts: counts(protocol) })
        .collect();
    let whole = |(side, subject): (&Side<'a>, &str)| {
        let found = side.run.report.subjects.iter().find(|summary| summary.model == subject);
        found.map_or((0, 0), |summary| (summary.correct, summary.wrong))
    };
    lines.insert(0, ProtocolLine { protocol: "all", counts: sides.map(whole) });
    lines
}

fn row(one: &str, other: &str, line: &ProtocolLine<'_>) -> Markup {
    let share = |(correct, wrong): (u64, u64)| {
        (correct + wrong > 0).then(|| correct as f64 / (correct + wrong) as f64)
    };
    let [a, b] = line.counts;
    let difference =
        share(a).zip(share(b)).map(|(a, b)| typeset(&signed(percent_decimals(b - a, 1))));
    html! { tr {
        th scope="row" { (one) @if one != other { " / " (other) } }
        td { @if line.protocol == "all" { "all" } @else { (method(line.protocol)) } }
        td.number { (percent(share(a))) } td.number { (percent(share(b))) }
        td.number { @match difference { None => "–", Some(points) => (points) } }
        td.number { (grouped(a.0 + a.1)) } td.number { (grouped(b.0 + b.1)) }
    } }
}
