//! The same questions in two runs: who answered better, and where they differ.

use super::better::better;
use super::{Both, Side};
use crate::Route;
use crate::index::{Fate, Match, Matches, Row, Tally};
use crate::page::labels::method;
use crate::page::list::{Paging, select, without};
use crate::page::shown::{answer, grade, head, p_shown};
use crate::query::Query;
use crate::route::RunRoute;
use maud::{Markup, html};
use peirast_decimals::{counted, grouped};
use peirast_stats::{Alternative, mcnemar};
use peirast_task::method_label;
use peirast_words::capitalised;

/// Name in addresses of the questions with different answers.
const OTHERWISE: &str = "otherwise";

/// Renders the test of both subjects, and the questions on which they differ.
pub(super) fn questions(both: &Both<'_>, query: &Query) -> Markup {
    let (first, second) = (&both.a.run.index, &both.b.run.index);
    let same = first.same_trials(second).len();
    let Some((one, other)) = both.chosen else { return html! { p { "A run has no subject." } } };
    let matches = first.matches(one, second, other);
    let are_strangers = matches.all.is_empty() && !both.is_one_design();
    let matches = both.share_problems().then_some(matches);
    html! {
        @match matches {
            _ if are_strangers => p.notice role="note" { "The runs are of different studies, and no question is common to \
                both. This page cannot compare their answers." },
            Some(matches) => {
                (unknown(both, query))
                (subjects(both, one, other, query))
                @if one == other && both.a.entry.id == both.b.entry.id { p.notice role="note" {
                    @if both.a.subjects().len() == 1 { "This run has only one subject, so there is no other \
                        subject to compare it with. Choose another run." }
                    @else { "Both sides are the same subject of the same run. Choose another subject." }
                } }
                h2 { "Is one better?" }
                (better(both, (one, other), query))
                h2 { "Questions on which they differ" }
                p {
                    @if both.has_repeats() {
                        "Pairs of answers, with the same problem, protocol, levels and repeat: " (grouped(matches.all.len() as u64))
                        ", to " (counted(both.matched_questions(&matches) as u64, "question", "questions"))
                        ". A question may have more answers of one subject. Answers only of A: "
                    } @else {
                        "Questions asked of both, with the same problem, protocol and levels: " (grouped(matches.all.len() as u64))
                        ". Only of A: "
                    }
                    (grouped(matches.only_first as u64)) ". Only of B: " (grouped(matches.only_second as u64)) "."
                }
                @if !matches.all.is_empty() {
                    (tallies(both, &matches, query))
                    (list(both, &matches, query))
                }
            }
            None => p.notice role="note" { "The runs differ in their seed or profile, so problems of one name have \
                different texts. This page does not compare their answers one by one. " code { "peirast compare" }
                " matches questions by their texts." },
        }
        p.small { (counted(same as u64, "question has", "questions have")) " the same key in both runs: the same text, asked of \
            the same subject in the same way." }
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
    let is_by = |by: &&str| {
        let factor = by.strip_prefix("f.");
        ["item", "nothing"].contains(by)
            || factor.is_some_and(|factor| both.a.run.index.factors().contains_key(factor))
    };
    html! {
        (subject("subject-a", &both.a)) (subject("subject-b", &both.b))
        (notice("fate", "Outcome", query.get("fate").filter(|fate| !is_fate(fate))))
        (notice("protocol", "Protocol", protocol))
        (notice("by", "Clusters", query.get("by").filter(|by| !is_by(by))))
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
            @for name in ["a", "b", "by"] {
                @if let Some(value) = query.get(name) { input type="hidden" name=(name) value=(value); }
            }
            (choice("Subject of A", "subject-a", &both.a, one))
            (choice("Subject of B", "subject-b", &both.b, other))
            button type="submit" { "Compare these subjects" }
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
        html! { td.number { a href={ (query.after(&Route::Compare.path())) "#answers" } { (grouped(count)) } } }
    };
    html! {
        div.wide tabindex="0" { table.rows {
            caption { (capitalised(both.units()[1])) " by the subject that answered correctly. p and mid-p are McNemar's, two-sided. They are \
                       not adjusted, and treat " (both.units()[1]) " as unrelated." }
            thead { tr {
                th scope="col" { "Protocol" } th.number scope="col" { (capitalised(both.units()[1])) }
                @for fate in Fate::ALL { th.number scope="col" { (capitalised(fate.words())) } }
                th.number scope="col" { "Answered differently" } th.number scope="col" { "p" } th.number scope="col" { "mid-p" }
            } }
            tbody { @for (protocol, tally) in &by_protocol { tr {
                th scope="row" { (method(protocol)) } td.number { (grouped(tally.total())) }
                @for fate in Fate::ALL { (link(protocol, Some(fate), tally.count(fate))) }
                (link(protocol, None, tally.otherwise))
                @for p in tested(tally) { td.number { (p_shown(Some(p))) } }
            } } }
        } }
    }
}

/// Returns the exact p-value and mid-p.
fn tested(tally: &Tally) -> [f64; 2] {
    let (first, second) = (tally.count(Fate::OnlyFirst), tally.count(Fate::OnlySecond));
    [mcnemar::exact, mcnemar::mid_p].map(|test| test(first, second, Alternative::TwoSided).p)
}

/// Returns the questions of one cell, or those with different answers: first those that only A
/// answered correctly, then those that only B did.
pub(super) fn chosen(both: &Both<'_>, matches: &Matches, query: &Query) -> Vec<Match> {
    let wanted = query.get("fate").unwrap_or(OTHERWISE);
    let is_wanted = |one: &&Match| {
        let protocol = query.get("protocol");
        protocol.is_none_or(|protocol| both.a.run.index.is_under(one, protocol))
            && if wanted == OTHERWISE { !one.is_same } else { one.fate.name() == wanted }
    };
    let mut chosen: Vec<Match> = matches.all.iter().filter(is_wanted).copied().collect();
    chosen.sort_by_key(|one| match one.fate {
        Fate::OnlyFirst => 0,
        Fate::OnlySecond => 1,
        Fate::Lost => 2,
        Fate::BothRight | Fate::BothWrong => 3,
    });
    chosen
}

/// Returns the address of both answers to a question, in the list that the query describes.
pub(super) fn address(both: &Both<'_>, query: &Query, one: &Match) -> Option<String> {
    let (a, b) = (both.a.run.index.key(one.rows.0)?, both.b.run.index.key(one.rows.1)?);
    let query = query.without(&["page"]).with("key-a", a.text()).with("key-b", b.text());
    Some(query.after(&Route::ComparedAnswers.path()))
}

/// Renders the questions of one cell, or the questions with different answers.
fn list(both: &Both<'_>, matches: &Matches, query: &Query) -> Markup {
    let wanted = query.get("fate").unwrap_or(OTHERWISE);
    let chosen = chosen(both, matches, query);
    let path = Route::Compare.path();
    let paging = Paging::new(query, chosen.len());
    let other = if wanted == OTHERWISE { "answered differently" } else { wanted };
    let fate = Fate::ALL.into_iter().find(|fate| fate.name() == wanted);
    let words = fate.map_or(other, |fate| fate.words());
    html! {
        h3 #answers { (counted(chosen.len() as u64, both.units()[0], both.units()[1])) ": " (words)
            @if let Some(protocol) = query.get("protocol") { ", under " (method_label(protocol)) } }
        @if fate.is_none() { p.small { "First those that only A answered correctly, then those that only B answered correctly." } }
        (paging.links(query, &path))
        div.wide tabindex="0" { table.rows {
            caption { "One row for each " (both.units()[0]) "; the problem links to both answers side by side" }
            (head(&["Problem", "Result", "Right", "Answer in A", "Answer in B", "Protocol", "#Repeat"]))
            tbody { @for one in paging.of_all(&chosen) {
                @if let (Some(a), Some(b)) = (both.a.run.index.row(one.rows.0), both.b.run.index.row(one.rows.1)) { tr {
                    th scope="row" { a href=(address(both, query, one).unwrap_or_default()) { (a.problem) } }
                    td { (one.fate.words()) } td { (a.truth) }
                    (given(&both.a, &a)) (given(&both.b, &b))
                    td { (method(a.protocol())) } td.number { (a.repeat) }
                } }
            } }
        } }
        (paging.links(query, &path))
    }
}

/// Renders an answer with its grade, as a link to its page.
pub(in crate::page) fn given(side: &Side<'_>, row: &Row<'_>) -> Markup {
    let route = RunRoute::Answer(row.key.to_string());
    html! { td { a href=(Route::Run(side.entry.id.clone(), route).path()) { (answer(row)) } " " (grade(row.standing)) } }
}
