//! The leaderboard: rows are models, columns are paradigms.

use super::labels::treatment;
use crate::frame::Frame;
use crate::leaderboard::{ItemSet, Leaderboard, LeaderboardCell, ModelRow, ParadigmNumber};
use crate::query::Query;
use crate::{Library, LoadState, Need, Reply, Response, Route, RunRoute};
use maud::{Markup, html};
use peirast_decimals::{counted, grouped, percent_decimals, signed};
use peirast_report::typeset;
use peirast_words::capitalised;
use serde_json::{Value, json};

/// Renders the page, or returns the data that it needs.
pub(crate) fn leaderboard(library: &Library, query: &Query) -> Reply {
    if let Some(needs) = needs(library) {
        return Reply::Needs(needs);
    }
    let board = Leaderboard::new(library, query.get("sort"));
    let content = html! {
        (reading(library, &board))
        @if board.columns.is_empty() && board.unread.is_empty() {
            p { "No run has a measure to show yet." }
        }
        @if !board.columns.is_empty() {
            p { "One row for each model, one column for each set of questions. All numbers of a column come from the \
                 same questions, asked and graded in the same way. " strong { "Numbers in different columns \
                 cannot be compared." } }
            (table(&board))
            @if board.has_warnings() { p.small { "! A model that nearly always gives the same answer does not show \
                reasoning, whatever its number is." } }
            p.small { "Brackets give 95 % intervals, with items as clusters. They are not adjusted for the number of \
                 models. To test whether two models differ, " a href=(Route::Compare.path()) { "compare their runs" } "." }
            (sets(&board))
        }
        (left_out(&board))
    };
    let frame = Frame::new("Leaderboard", content).below("Runs", Route::Runs.path());
    Reply::Page(match board.unread.is_empty() {
        true => frame.response(200),
        false => frame.again_after(1).response(202),
    })
}

/// Returns the same as JSON.
pub(crate) fn leaderboard_json(library: &Library) -> Reply {
    if let Some(needs) = needs(library) {
        return Reply::Needs(needs);
    }
    let board = Leaderboard::new(library, None);
    let rows = board.rows.iter().map(|row| {
        let cells = (0..board.columns.len()).flat_map(|at| {
            let id = board.columns.get(at).map(ItemSet::id).unwrap_or_default();
            row.cell(at).iter().map(move |cell| cell_json(&id, cell))
        });
        json!({
            "model": row.model, "simulated": row.is_simulated, "cells": cells.collect::<Vec<_>>(),
        })
    });
    let left_out = board.left_out.iter().map(|(run, why)| json!({ "run": run, "why": why }));
    let value = json!({
        "columns": board.columns.iter().map(column_json).collect::<Vec<_>>(),
        "sorted_by": board.sorted_by.and_then(|at| board.columns.get(at)).map(ItemSet::id),
        "rows": rows.collect::<Vec<_>>(),
        "left_out": left_out.collect::<Vec<_>>(),
        "unread": board.unread,
    });
    let mut response = Response::json(&value);
    if !board.unread.is_empty() {
        response.status = 202;
    }
    Reply::Page(response)
}

/// Returns the runs that must be read, unless one is being read already.
fn needs(library: &Library) -> Option<Need> {
    let is =
        |state: fn(&LoadState) -> bool| library.runs.iter().filter(move |one| state(&one.answers));
    if is(|state| matches!(state, LoadState::Loading)).next().is_some() {
        return None;
    }
    let open = is(|state| matches!(state, LoadState::NotLoaded));
    let open: Vec<String> = open.map(|entry| entry.id.clone()).collect();
    (!open.is_empty()).then_some(Need::Runs(open))
}

fn reading(library: &Library, board: &Leaderboard) -> Markup {
    html! { @if !board.unread.is_empty() { p role="status" {
        (library.runs.len() - board.unread.len()) " of " (library.runs.len()) " runs were read; this page reloads until all are."
    } } }
}

fn table(board: &Leaderboard) -> Markup {
    html! {
        div.wide tabindex="0" { table.rows.leaderboard {
            caption { "Sorted by "
                @match board.sorted_by.and_then(|at| board.columns.get(at)) {
                    Some(set) => { (set.title()) ", " (set.facts.paradigm.order()) ". "
                        @if board.has_warnings() { "Models with a warning (!) come after the others. " } },
                    None => "name. ",
                }
                "Simulated subjects come last."
            }
            thead { tr {
                th scope="col" aria-sort=[board.sorted_by.is_none().then_some("ascending")] {
                    a href=(sorted("model")) { "Model" }
                }
                @for (at, set) in board.columns_shown() {
                    th.number scope="col" aria-sort=[(board.sorted_by == Some(at)).then_some("other")] {
                        a href=(sorted(&set.id())) { (set.title()) }
                        div.small { (set.facts.paradigm.measure()) }
                    }
                }
            } }
            tbody { @for row in &board.rows { (line(board, row)) } }
        } }
    }
}

fn sorted(column: &str) -> String {
    Query::default().with("sort", column).after(&Route::Leaderboard.path())
}

fn line(board: &Leaderboard, row: &ModelRow) -> Markup {
    html! { tr {
        th scope="row" { (row.model) @if row.is_simulated { span.small { " (simulated)" } } }
        @for (at, set) in board.columns_shown() {
            td.number {
                @let cells = row.cell(at);
                @if cells.is_empty() { span.none { "–" } }
                @for cell in cells { (number(cell, set, cells.len() > 1)) }
            }
        }
    } }
}

/// Renders a number as a link to its run.
fn number(cell: &LeaderboardCell, set: &ItemSet, is_one_of_several: bool) -> Markup {
    let ParadigmNumber { n, open, warning, .. } = &cell.number;
    let board = Route::Run(cell.run.clone(), RunRoute::Board).path();
    html! { div {
        a href=(board) { (shown(&cell.number)) }
        div.small { "n = " (grouped(*n))
            @if is_one_of_several { ", run " (cell.run) }
            @if *open > 0 { br; strong { "unfinished: " (grouped(*open)) " of " (grouped(set.facts.questions.0)) " questions unanswered" } }
            @if let Some(warning) = warning { br; strong.warning { "! " (typeset(warning)) } }
        }
    } }
}

/// Returns a number with its interval, as reports set it: shares in percent, differences in points.
fn shown(number: &ParadigmNumber) -> String {
    let is_difference = number.paradigm.is_difference();
    let one = |value: f64| match percent_decimals(value, 1) {
        text if is_difference => signed(text),
        text => text,
    };
    let unit = if is_difference { "" } else { " %" };
    typeset(&match number.interval {
        Some((low, high)) => {
            format!("{}{unit} [{}, {}]", one(number.value), one(low), one(high))
        }
        None => format!("{}{unit} (no interval)", one(number.value)),
    })
}

/// Renders what each column stands for, and why columns of one paradigm cannot be compared.
fn sets(board: &Leaderboard) -> Markup {
    html! {
        h2 { "The columns" }
        @for set in &board.columns {
            @let facts = &set.facts;
            section id=(set.id()) {
                h3 { (set.title()) }
                p {
                    (capitalised(facts.paradigm.measure())) ", "
                    @if facts.paradigm.is_difference() { "in percentage points" } @else { "in percent" }
                    "; n counts " (facts.paradigm.unit()) ". " (facts.paradigm.scope())
                    @if !facts.study.is_empty() { "Study " (facts.study) ", " }
                    @if let Some(seed) = facts.seed { "seed " (seed) ", " }
                    @if !facts.profile.is_empty() { "profile " (facts.profile) ", " }
                    (counted(facts.questions.0, "question", "questions")) " to each model. "
                    @if !set.differences.is_empty() {
                        strong { "Not comparable with set 1: " (set.differences.join(", ")) "." }
                    }
                }
                p.small { "Design " code { (facts.design_hash) } "; " (facts.grader) "; answers without a verdict: "
                    (treatment(&facts.treatment)) "; Peirast " (facts.version) ". Runs: "
                    @for (at, run) in set.runs.iter().enumerate() {
                        @if at > 0 { ", " }
                        a href=(Route::Run(run.clone(), RunRoute::Board).path()) { (run) }
                    } "." }
            }
        }
    }
}

fn left_out(board: &Leaderboard) -> Markup {
    html! { @if !board.left_out.is_empty() {
        h2 { "Runs without a number" }
        ul { @for (run, why) in &board.left_out { li {
            a href=(Route::Run(run.clone(), RunRoute::Board).path()) { (run) } ": " (why) "."
        } } }
    } }
}

fn column_json(set: &ItemSet) -> Value {
    let facts = &set.facts;
    json!({
        "id": set.id(),
        "paradigm": facts.paradigm.name(),
        "measure": facts.paradigm.measure(),
        "is_difference": facts.paradigm.is_difference(),
        "n_counts": facts.paradigm.unit(),
        "set": set.number,
        "not_comparable_with_set_1": set.differences,
        "study": facts.study,
        "design_hash": facts.design_hash,
        "seed": facts.seed,
        "profile": facts.profile,
        "grader": facts.grader,
        "treatment": facts.treatment,
        "version": facts.version,
        "questions": facts.questions.0,
        "runs": set.runs,
    })
}

fn cell_json(column: &str, cell: &LeaderboardCell) -> Value {
    let number = &cell.number;
    json!({
        "column": column,
        "run": cell.run,
        "value": number.value,
        "low": number.interval.map(|(low, _)| low),
        "high": number.interval.map(|(_, high)| high),
        "n": number.n,
        "unanswered": number.open,
        "warning": number.warning,
    })
}
