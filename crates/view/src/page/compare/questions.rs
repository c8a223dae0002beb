//! The same questions in two runs: the results of both subjects.

use super::better::better;
use super::{Both, Side};
use crate::Route;
use crate::index::{Fate, Match, Matches, Row, Tally};
use crate::page::list::{Paging, select, without};
use crate::page::shown::{answer, grade, head};
use crate::query::Query;
use crate::route::RunRoute;
use maud::{Markup, html};
use peirast_report::p_value;
use peirast_stats::{Alternative, mcnemar};

/// Name in addresses of the questions with different answers.
const OTHERWISE: &str = "otherwise";

/// Renders the questions that both subjects were asked.
pub(super) fn questions(both: &Both<'_>, query: &Query) -> Markup {
    let (first, second) = (&both.a.run.index, &both.b.run.index);
    let same = first.same_trials(second).len();
    let Some((one, other)) = both.chosen else { return html! { p { "A run has no subject." } } };
    html! {
        p { (same) " trials are the same in both runs, with equal keys: the same text, asked of \
                    the same subject in the same way. "
            @if same > 0 { "Each has one answer, under any grading." } }
        @if both.share_problems() {
            @let matches = first.matches(one, second, other);
            (unknown(both, query))
            (subjects(both, one, other, query))
            p { (matches.all.len()) " questions were asked of both: the same problem with the same \
                protocol and levels. "
                (matches.only_first) " were asked only of A, " (matches.only_second) " only of B." }
            @if !matches.all.is_empty() {
                (better(both, &matches.all))
                (tallies(both, &matches, query))
                (list(both, &matches, query))
            }
        } @else {
            p.notice role="note" { "Seed or profile differ, so the same problem name means a \
                different text in each run. Answers are not compared one by one." }
        }
    }
}

/// Renders the conditions of an address that no question of the runs satisfies.
fn unknown(both: &Both<'_>, query: &Query) -> Markup {
    let path = Route::Compare.path();
    let is_fate =
        |fate: &&str| *fate == OTHERWISE || Fate::ALL.iter().any(|one| one.name() == *fate);
    let notice = |name: &str, label: &str, value: Option<&str>| {
        html! { @if let Some(value) = value { (without(query, &path, name, label, value)) } }
    };
    let subject = |name: &str, side: &Side<'_>| {
        let missing = query.get(name).filter(|subject| !side.subjects().contains(subject));
        notice(name, &format!("Subject of {}", side.name), missing)
    };
    let protocol = query.get("protocol").filter(|level| {
        let protocols = ["protocol", "mode"].map(|name| both.a.run.index.factors().get(name));
        protocols.into_iter().flatten().all(|levels| !levels.contains(*level))
    });
    html! {
        (subject("subject-a", &both.a)) (subject("subject-b", &both.b))
        (notice("fate", "Outcome", query.get("fate").filter(|fate| !is_fate(fate))))
        (notice("protocol", "Protocol", protocol))
    }
}

/// Renders a form that chooses two subjects.
fn subjects(both: &Both<'_>, one: &str, other: &str, query: &Query) -> Markup {
    let choice = |label: &str, name: &str, side: &Side<'_>, chosen: &str| {
        let subjects = side.subjects().into_iter();
        select(label, name, None, subjects.map(|subject| (subject, subject, subject == chosen)))
    };
    html! {
        form.filters method="get" action=(Route::Compare.path()) {
            @for name in ["a", "b"] { input type="hidden" name=(name) value=(query.get(name).unwrap_or_default()); }
            (choice("Subject of A", "subject-a", &both.a, one))
            (choice("Subject of B", "subject-b", &both.b, other))
            button type="submit" { "Compare their answers" }
        }
    }
}

/// Renders by protocol the numbers of questions that only one of them answered correctly, with
/// McNemar's test.
fn tallies(both: &Both<'_>, matches: &Matches, query: &Query) -> Markup {
    let by_protocol = both.a.run.index.tallies(&matches.all);
    let link = |protocol: &str, fate: Option<Fate>, count: u64| {
        let name = fate.map_or(OTHERWISE, Fate::name);
        let query = query.without(&["page"]).with("protocol", protocol).with("fate", name);
        html! { td.number { a href={ (query.after(&Route::Compare.path())) "#answers" } { (count) } } }
    };
    html! {
        div.wide { table.rows {
            caption { "Questions with a verdict in both runs, by who answered correctly; p is \
                       McNemar's exact test, two-sided, for each row separately and not adjusted." }
            thead { tr {
                th scope="col" { "Protocol" } th.number scope="col" { "Questions" }
                @for fate in Fate::ALL { th.number scope="col" { (fate.words()) } }
                th.number scope="col" { "Answered differently" } th.number scope="col" { "p" }
            } }
            tbody { @for (protocol, tally) in &by_protocol { tr {
                th scope="row" { (protocol) } td.number { (tally.total()) }
                @for fate in Fate::ALL { (link(protocol, Some(fate), tally.count(fate))) }
                (link(protocol, None, tally.otherwise))
                td.number { (tested(tally)) }
            } } }
        } }
    }
}

fn tested(tally: &Tally) -> String {
    let (first, second) = (tally.count(Fate::OnlyFirst), tally.count(Fate::OnlySecond));
    p_value(Some(mcnemar::exact(first, second, Alternative::TwoSided).p))
}

/// Renders the questions of one cell, or the questions with different answers.
fn list(both: &Both<'_>, matches: &Matches, query: &Query) -> Markup {
    let wanted = query.get("fate").unwrap_or(OTHERWISE);
    let is_wanted = |one: &&Match| {
        let protocol = query.get("protocol");
        protocol.is_none_or(|protocol| both.a.run.index.is_under(one, protocol))
            && if wanted == OTHERWISE { !one.is_same } else { one.fate.name() == wanted }
    };
    let chosen: Vec<Match> = matches.all.iter().filter(is_wanted).copied().collect();
    let path = Route::Compare.path();
    let paging = Paging::new(query, chosen.len());
    let other = if wanted == OTHERWISE { "answered otherwise" } else { wanted };
    let fate = Fate::ALL.into_iter().find(|fate| fate.name() == wanted);
    let words = fate.map_or(other, |fate| fate.words());
    html! {
        h3 #answers { (chosen.len()) " questions: " (words) @if let Some(protocol) = query.get("protocol") { ", under " (protocol) } }
        (paging.links(query, &path))
        div.wide { table.rows {
            (head(&["Problem", "Protocol", "#Repeat", "Right", "Answer in A", "Answer in B"]))
            tbody { @for one in paging.of_all(&chosen) {
                @if let (Some(a), Some(b)) = (both.a.run.index.row(one.rows.0), both.b.run.index.row(one.rows.1)) { tr {
                    th scope="row" { (a.problem) } td { (a.protocol()) } td.number { (a.repeat) } td { (a.truth) }
                    (given(&both.a, &a)) (given(&both.b, &b))
                } }
            } }
        } }
    }
}

/// Renders an answer with its grade, as a link to its page.
pub(in crate::page) fn given(side: &Side<'_>, row: &Row<'_>) -> Markup {
    let route = RunRoute::Answer(row.key.to_string());
    html! { td { a href=(Route::Run(side.entry.id.clone(), route).path()) { (answer(row)) } " " (grade(row.standing)) } }
}
