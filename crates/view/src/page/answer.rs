//! One answer: the prompt, the answer, its reading, and everything stored about it.

use super::beginnings::{by_key, unreadable};
use super::labels::{levels, sampling};
use super::pair::others;
use super::run::At;
use super::shown::entries;
use super::story::{commands, prompt_shown, story};
use crate::frame::copied;
use crate::query::Query;
use crate::route::{RawText, RunRoute};
use crate::{Reply, StoredTrial};
use maud::{Markup, html};
use peirast_decimals::grouped;
use peirast_task::{family_label, method_label};

/// Returns the page of the answer whose key has this beginning.
pub(crate) fn answer(at: &At<'_>, key: &str) -> Reply {
    let key = match by_key(at, key, |key| RunRoute::Answer(key.to_owned())) {
        Ok(key) => key,
        Err(reply) => return *reply,
    };
    let stored = match at.trial(&key) {
        None => return at.stored(vec![key]),
        Some(Err(why)) => return Reply::Page(unreadable(at, &key, why)),
        Some(Ok(stored)) => stored,
    };
    let (show, explain) = commands(at, stored);
    let content = html! {
        @if let Some(explain) = explain { (copied(&explain)) }
        (asked(at, stored))
        h2 { "Answer" }
        (story(at, stored))
        h2 { "Question" }
        (question(stored))
        (exchange(at, stored))
        p { a href=(again(at, stored)) { "All answers of " (stored.trial.subject) " to this problem" } }
        p { a href=(others(at, &stored.problem.item)) { "All answers to the item " (stored.problem.item) } }
    };
    let frame = at
        .frame(format!("Answer {}", key.text().get(..8).unwrap_or_default()), content)
        .below("Answers", at.path(RunRoute::Answers))
        .with_command(show);
    Reply::Page(frame.response(200))
}

/// Returns the address of every answer of the same subject to the same problem.
fn again(at: &At<'_>, stored: &StoredTrial) -> String {
    let query = Query::default().with("problem", &stored.problem.id);
    query.with("subject", &stored.trial.subject).after(&at.path(RunRoute::Answers))
}

fn asked(at: &At<'_>, stored: &StoredTrial) -> Markup {
    let raw = at.path(RunRoute::Raw(stored.trial.key.to_string(), RawText::Prompt));
    html! {
        h2 { "Prompt" }
        @if stored.messages.is_empty() { p.small { "This is the question alone. Its prompt was not recorded." } }
        pre.text tabindex="0" aria-label="The prompt" { (prompt_shown(stored)) }
        p.small { a href=(raw) { "The whole prompt" } }
    }
}

/// Renders the facts about the question.
fn question(stored: &StoredTrial) -> Markup {
    let (trial, problem) = (&stored.trial, &stored.problem);
    entries([
        ("problem", problem.id.to_string()),
        ("family", format!("{} {}", family_label(&problem.family), problem.variant)),
        ("protocol", method_label(&trial.protocol)),
        ("factors", levels(&problem.factors)),
        ("repeat", trial.repeat.to_string()),
    ])
}

/// Renders the request and the response.
fn exchange(at: &At<'_>, stored: &StoredTrial) -> Markup {
    let Some(response) = &stored.response else { return html! {} };
    let key = &response.trial;
    let raw = |text: RawText| at.path(RunRoute::Raw(key.to_string(), text));
    let tokens = |count: Option<u64>| count.map_or_else(|| "–".to_owned(), grouped);
    html! {
        h2 { "Exchange" }
        (entries([
            ("endpoint", stored.endpoint.clone()),
            ("served as", response.model.clone().unwrap_or_else(|| "–".to_owned())),
            ("sampling", sampling(&serde_json::to_string(&stored.trial.sampling).unwrap_or_default())),
            ("attempts", response.attempts.to_string()),
            ("ended", format!("{:?}", response.finish).to_lowercase()),
            ("tokens in, out", format!("{}, {}", tokens(response.usage.input_tokens), tokens(response.usage.output_tokens))),
            ("took", format!("{:.3} s", response.elapsed_us as f64 / 1e6)),
        ]))
        p { a href=(raw(RawText::Request)) { "The request as it was sent" } " "
            a href=(raw(RawText::Body)) { "The response as it was received" } }
    }
}
