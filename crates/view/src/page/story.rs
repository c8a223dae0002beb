//! The result of one question: the answer with the words that were read, its grade, and the
//! reasons.

use super::run::At;
use super::shown::{entries, grade};
use crate::StoredTrial;
use crate::excerpt::{Part, cut, excerpt};
use crate::index::Row;
use crate::route::{RawText, RunRoute};
use maud::{Markup, PreEscaped, html};
use peirast_decimals::counted;
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::Form;
use peirast_record::{Answer, Scoring, shell_line};
use peirast_report::venn;

/// Returns the prompt, cut to the length that a page allows.
pub(super) fn prompt_shown(stored: &StoredTrial) -> String {
    cut(&prompt_of(stored)).into_owned()
}

/// Returns the prompt as one text; the bare question if the prompt was not stored.
pub(super) fn prompt_of(stored: &StoredTrial) -> String {
    match stored.messages.as_slice() {
        [] => stored.problem.text(),
        [only] => only.content.clone(),
        several => several
            .iter()
            .map(|message| format!("[{}]\n{}", message.role.as_str(), message.content))
            .collect::<Vec<_>>()
            .join("\n\n"),
    }
}

/// Renders the answer and everything derived from it.
pub(super) fn story(at: &At<'_>, stored: &StoredTrial) -> Markup {
    let key = &stored.trial.key;
    html! {
        p.small { a href=(at.path(RunRoute::Answer(key.to_string()))) { code { (key) } } " by " (stored.trial.subject) }
        (said(at, stored))
        (verdict(at, stored))
        (why(stored))
    }
}

/// Renders the text of the answer.
fn said(at: &At<'_>, stored: &StoredTrial) -> Markup {
    let Some(response) = &stored.response else {
        return html! { p { "Not answered yet." } (failures(stored)) };
    };
    let span = stored.reading.as_ref().and_then(|reading| reading.span);
    let span = span.map(|span| span.start..span.end);
    let parts = excerpt(&response.text, span);
    let raw = at.path(RunRoute::Raw(response.trial.to_string(), RawText::Text));
    html! {
        pre.text tabindex="0" aria-label="The answer" {
            @for part in &parts { @match part {
                Part::Text(text) => (text),
                Part::Read(text) => mark.read title="what was read" { (text) },
                Part::Gap(bytes) => em { " […" (bytes) " bytes left out…] " },
            } }
        }
        @if response.text.is_empty() { p.small { "The answer is empty." } }
        p.small {
            a href=(raw) { "The whole text as it was received" } " (" (response.text.len()) " bytes)"
        }
        (failures(stored))
    }
}

fn failures(stored: &StoredTrial) -> Markup {
    html! { @if !stored.failures.is_empty() {
        details { summary { (counted(stored.failures.len() as u64, "failed attempt", "failed attempts")) }
            ol { @for failure in &stored.failures { li { (cut(failure)) } } } }
    } }
}

/// Renders the reading of the answer, and its grade.
fn verdict(at: &At<'_>, stored: &StoredTrial) -> Markup {
    let row = at.run.index.find(&stored.trial.key).and_then(|row| at.run.index.row(row));
    let mut all: Vec<(&str, String)> = Vec::new();
    if let Some(row) = &row {
        all.push(("answer", super::shown::answer(row).to_owned()));
        all.push(("right answer", row.truth.to_owned()));
        all.extend(row.scoring.map(|scoring| ("graded by", graded_by(scoring).to_owned())));
        all.extend(votes(at, row).map(|votes| ("votes", votes)));
    }
    match (&stored.heard, &stored.reading) {
        (Some(heard), _) => {
            all.extend(heard.view.iter().map(|view| ("read as", view.clone())));
            all.push(("by rule", heard.rule.clone()));
            all.extend(
                heard.translation.iter().map(|text| ("restated as", text.trim().to_owned())),
            );
        }
        (None, Some(reading)) => {
            all.push(("read as", format!("{}, by rule {}", reading.answer, reading.rule)));
        }
        (None, None) => {}
    }
    html! {
        @if let Some(row) = &row { p { "Grade: " (grade(row.standing)) } }
        (entries(all))
    }
}

/// Returns the verdict of the votes of which this answer is one, if there are several.
fn votes(at: &At<'_>, row: &Row<'_>) -> Option<String> {
    let ballot = at.run.report.ballots.iter().find(|ballot| {
        ballot.subject == row.subject
            && ballot.problem == row.problem
            && *ballot.factors == *row.levels
    })?;
    let votes = ballot.votes;
    (ballot.most > 1).then(|| {
        format!(
            "{} for, {} against, {} neither; result: {}; this is answer {}",
            votes.ayes,
            votes.noes,
            votes.neither,
            ballot.answer,
            row.repeat + 1
        )
    })
}

fn graded_by(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Reader => "the reader",
        Scoring::Translation => "the reader, from a translator's restatement",
        Scoring::PublishedRule => "the published rule",
        Scoring::Recorded => "the grade that was recorded with it",
    }
}

/// Renders the reason why the right answer is right.
fn why(stored: &StoredTrial) -> Markup {
    let truth = &stored.problem.truth;
    let form = (!truth.form.is_empty()).then(|| ("form", truth.form.clone()));
    // The right answer stands for "no such answer".
    let lure = (truth.lure != truth.answer).then(|| ("the bias leads to", truth.lure.to_string()));
    html! {
        h4 { "Why" }
        p { (truth.why) }
        (entries(form.into_iter().chain(lure)))
        @if let Some(figure) = countermodel(stored) { (figure) }
        @if let Some(explained) = &stored.explained {
            details { summary { "The reasons of logic and of the erotetic theory" } pre.text { (cut(explained)) } }
        }
    }
}

/// Renders the situation that decides a syllogism, as a diagram.
fn countermodel(stored: &StoredTrial) -> Option<Markup> {
    let form: Form = stored.problem.factors.get("form")?.parse().ok()?;
    // The reading of the quantifiers on which the right answer depends.
    let is_valid = matches!(stored.problem.truth.answer, Answer::Valid(true) | Answer::YesNo(true));
    let kinds = [Import::Traditional, Import::Modern];
    let import =
        kinds.into_iter().find(|import| form.countermodel(*import).is_none() == is_valid)?;
    let figure = venn(form, import, ["S", "M", "P"]);
    let svg = crate::drawing::inline(&figure)?;
    Some(html! {
        figure.venn { (PreEscaped(svg)) figcaption { strong { (figure.title) ". " } (figure.caption)
            " A cross marks a region that is not empty." } }
    })
}

/// Returns the commands that show the same in a terminal.
pub(super) fn commands(at: &At<'_>, stored: &StoredTrial) -> (String, Option<String>) {
    let key = stored.trial.key.text();
    let words = |command| ["peirast", command, &at.entry.dir, &key];
    let explained = stored.explained.is_some().then(|| shell_line(words("explain")));
    (shell_line(words("show")), explained)
}
