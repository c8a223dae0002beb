//! The outcome by which pairs are compared, in words: an answer is right, or it is free of the
//! fallacy.

use super::shown::grade;
use crate::index::Row;
use crate::pairs::Cell;
use maud::{Markup, html};
use peirast_record::{Conclusion, Event};

/// Returns the name of an answer for which the event holds.
pub(super) fn good(event: Event) -> &'static str {
    match event {
        Event::Correct => "right",
        Event::NoFallacy => "without the fallacy",
    }
}

/// Returns the name of an answer for which the event does not hold.
pub(super) fn bad(event: Event) -> &'static str {
    match event {
        Event::Correct => "wrong",
        Event::NoFallacy => "with the fallacy",
    }
}

/// Returns the name of the outcome that shares and effects refer to.
pub(super) fn shares(event: Event) -> &'static str {
    match event {
        Event::Correct => "right answers",
        Event::NoFallacy => "answers without the fallacy",
    }
}

/// Returns the same for a table with several hypotheses.
pub(super) fn shares_of_all(events: impl Iterator<Item = Event>) -> &'static str {
    let (mut correct, mut other) = (false, false);
    events.for_each(|event| match event {
        Event::Correct => correct = true,
        Event::NoFallacy => other = true,
    });
    match (correct, other) {
        (_, false) => shares(Event::Correct),
        (false, true) => shares(Event::NoFallacy),
        (true, true) => "right answers, or, where that is said, of answers without the fallacy",
    }
}

/// Returns the meaning of a cell of a contingency table.
pub(super) fn meaning(cell: Cell, event: Event) -> String {
    let (good, bad) = (good(event), bad(event));
    match cell {
        Cell::BothRight => format!("both {good}"),
        Cell::OnlyOriginal => format!("only the original {good}"),
        Cell::OnlyPerturbed => format!("only the perturbed version {good}"),
        Cell::BothWrong => format!("both {bad}"),
        Cell::Lost(cause) => format!("lost: a member {}", lost(cause, event)),
    }
}

fn lost(cause: &str, event: Event) -> String {
    match cause {
        "unanswered" => "has no answer".to_owned(),
        "refused" => "was refused".to_owned(),
        "empty" => "has no text".to_owned(),
        "truncated" => "was cut off".to_owned(),
        "split" => format!("was as often {} as {}", good(event), bad(event)),
        _ => "could not be read".to_owned(),
    }
}

/// Renders how an answer counts in pairs that are compared by an event: a sign and words.
pub(super) fn outcome(row: &Row<'_>, event: Event) -> Markup {
    let concluded = Conclusion::ALL.into_iter().find(|one| one.to_string() == row.answer);
    match (event, concluded) {
        (Event::NoFallacy, Some(Conclusion::Fallacy)) => signed("bad", "✗", bad(event)),
        (Event::NoFallacy, Some(_)) => signed("good", "✓", good(event)),
        _ => grade(row.standing),
    }
}

fn signed(class: &str, sign: &str, words: &str) -> Markup {
    html! { span class=(class) { span aria-hidden="true" { (sign) " " } (words) } }
}
