//! The erotetic theory's predictions for an argument, as parts of a page.

use crate::page::prose::prose;
use crate::page::shown::head;
use crate::play::{Cures, Prediction};
use maud::{Markup, html};
use peirast_etr::Step;
use peirast_words::capitalised;

/// The story of an inference.
pub(crate) fn explained(predicted: &Result<Prediction, String>) -> Markup {
    let predicted = match predicted {
        Ok(predicted) => predicted,
        Err(why) => return refused(why),
    };
    html! {
        ol { @for sentence in &predicted.sentences { li { (sentence) } } }
        p { "What follows: " @if let Some(said) = &predicted.said { strong { (capitalised(said)) } ", " }
            code { (predicted.conclusion) } @if predicted.is_nothing { ", no new conclusion" } "." }
        @if predicted.lacks_issue { p.notice role="note" {
            "A premise is about all things of a kind, but no star marks the same place in two premises. So the theory \
             applies it to nothing. Mark what each premise is about: " code { "Ax {Mortal(x)}^{Man(x*)}" } " and " code { "{Man(socrates()*)}" } "."
        } }
    }
}

/// Questions that keep people from their conclusion.
pub(crate) fn equilibrium(cures: &Result<Cures, String>) -> Markup {
    let found = match cures {
        Ok(found) => found,
        Err(why) => return refused(why),
    };
    html! {
        @if found.is_nothing {
            p { "Nothing is concluded, so no question can prevent it." }
        } @else if found.cures.is_empty() && found.complete {
            p { "No question, and no two questions, about the contents of the premises prevent it (" (found.tried) " sets were tried). \
                By these, " code { (found.conclusion) } " is in erotetic equilibrium." }
        } @else if found.cures.is_empty() {
            p { "None of the first " (found.tried) " sets of questions prevents it. The command tries more." }
        } @else {
            p { "People who ask one of these before they hear the second premise do not conclude " code { (found.conclusion) } "." }
            div.wide tabindex="0" { table {
                (head(&["Question", "Conclusion after it"]))
                tbody { @for (questions, then) in &found.cures { tr {
                    td { @for (at, question) in questions.iter().enumerate() { @if at > 0 { " and " } code { (question) } } }
                    td { code { (then) } @if then == "{0}" { " (nothing)" } }
                } } }
            } }
        }
    }
}

/// Every step, those that changed nothing on one line.
pub(crate) fn trace(predicted: &Result<Prediction, String>) -> Markup {
    let predicted = match predicted {
        Ok(predicted) => predicted,
        Err(why) => return refused(why),
    };
    html! {
        div.wide tabindex="0" { table.rows.trace {
            caption { "Numbers show which step is part of which: 2.1 is part of 2." }
            (head(&["Step", "Operation", "Input", "Second input", "Result"]))
            tbody { @for (number, step) in numbered(&predicted.steps) { tr data-depth=(step.depth.min(6)) {
                th scope="row" { (number) }
                td { (step.operation.replace('_', " ")) }
                td { @if let Some(of) = step.inputs.first() { code { (of) } } }
                td { @if let Some(with) = step.inputs.get(1) { code { (with) } } }
                td { @match &step.unchanged {
                    Some(why) => { "unchanged" span.small { ", " (why) } },
                    None => code { (step.output) },
                } }
            } } }
        } }
        @if predicted.omitted > 0 { p.notice role="note" { (predicted.omitted) " more steps are left out. The command shows them." } }
    }
}

/// Steps with their numbers: 1, 1.1, 1.2, 2.
fn numbered(steps: &[Step]) -> impl Iterator<Item = (String, &Step)> {
    let mut counts: Vec<usize> = Vec::new();
    steps.iter().map(move |step| {
        counts.resize(step.depth + 1, 0);
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
        let number: Vec<String> = counts.iter().map(usize::to_string).collect();
        (number.join("."), step)
    })
}

fn refused(why: &str) -> Markup {
    html! { p.notice role="note" { "Not computed: " (prose(why)) } }
}
