//! The verdicts of logic, next to the conclusions of people.

use crate::drawing::inline;
use crate::frame::copied;
use crate::page::prose::prose;
use crate::page::shown::head;
use crate::play::{Acceptance, Classical, Entailment, PlayAnswer, PlayConclusion, Situation};
use maud::{Markup, PreEscaped, html};
use peirast_record::shell_line;

/// The conclusions, with the predicted answer of people and the verdict of logic on each.
pub(crate) fn verdicts(played: &PlayAnswer, made: &PlayConclusion) -> Markup {
    let typed = played.conclusion.as_ref().and_then(|line| line.read.as_ref().ok());
    html! {
        div.wide tabindex="0" { table {
            caption { "What people do by the theory, and whether logic agrees" }
            (head(&["Conclusion", "People", "Logic"]))
            tbody {
                @match &made.predicted {
                    Err(why) => tr { td colspan="3" { "Not computed: " (prose(why)) } },
                    Ok(predicted) if predicted.is_nothing => tr {
                        th scope="row" { "nothing new" } td { "conclude this when asked what follows" }
                        td { @if made.contradict { "the premises contradict each other" } @else { "–" } }
                    },
                    Ok(predicted) => tr {
                        th scope="row" { code { (predicted.conclusion) } }
                        td { "conclude this when asked what follows" }
                        td { (judged(made.of_predicted.as_ref())) }
                    },
                }
                @if let Some(typed) = typed { tr {
                    th scope="row" { code { (typed.shown) } }
                    td { (acceptance(made.accepted.as_ref())) }
                    td { (judged(made.of_own.as_ref())) }
                } }
            }
        } }
    }
}

fn acceptance(accepted: Option<&Result<Acceptance, String>>) -> Markup {
    html! { @match accepted {
        None => "–",
        Some(Err(why)) => { "not computed: " (prose(why)) },
        Some(Ok(None)) => { "do " strong { "not" } " accept this when asked about it" },
        Some(Ok(Some(sentences))) => {
            "accept this when asked about it"
            ol.small { @for sentence in sentences { li { (sentence) } } }
        },
    } }
}

fn judged(classical: Option<&Result<Classical, String>>) -> Markup {
    html! { @match classical {
        None => "–",
        Some(Err(why)) => { "– " span.small { (prose(why)) } },
        Some(Ok(classical)) => {
            @let (class, sign, words) = classical.said();
            strong class=(class) { span aria-hidden="true" { (sign) " " } (words) }
            @if let Entailment::Unknown(why) = &classical.judged { div.small { (prose(why)) } }
            @if let Some(fallacy) = classical.fallacy { div.small { (fallacy) } }
        },
    } }
}

/// The arguments in symbols, each with the situation that refutes it.
pub(crate) fn classical(played: &PlayAnswer, made: &PlayConclusion, premises: &[&str]) -> Markup {
    let typed = played.conclusion.as_ref().and_then(|line| line.read.as_ref().ok());
    let conclusion = typed.map_or("", |read| read.whole.as_str());
    let predicted = made.predicted.as_ref().map_or("", |one| one.whole.as_str());
    let both = [
        ("The predicted conclusion in classical logic", &made.of_predicted, predicted),
        ("Your conclusion in classical logic", &made.of_own, conclusion),
    ];
    html! {
        @for (heading, classical, conclusion) in both {
            @if let Some(Ok(classical)) = classical {
                h2 { (heading) }
                (argument(classical))
                @let words = ["peirast", "logic", "check"].into_iter().chain(premises.iter().copied());
                (copied(&shell_line(words.chain(["--conclusion", conclusion]))))
            }
        }
    }
}

fn argument(classical: &Classical) -> Markup {
    let (class, sign, words) = classical.said();
    html! {
        ul.formulas {
            @for premise in &classical.premises { li { code { (premise) } } }
            li { "∴ " code { (classical.conclusion) } " "
                strong class=(class) { span aria-hidden="true" { (sign) " " } (words) } }
        }
        @if classical.contradict { p { "The premises contradict each other, so everything follows." } }
        @if classical.says_nothing { p { "The conclusion is true whatever the premises say." } }
        @if let Some(fallacy) = classical.fallacy { p { "The argument has the form of " (fallacy) "." } }
        @match &classical.judged {
            Entailment::Refuted(found) => (situation(found)),
            Entailment::Unknown(why) => p { "Not decided: " (prose(why)) "." },
            Entailment::Follows => {},
        }
    }
}

/// A countermodel: its picture if there is one, and everything that it holds.
fn situation(found: &Situation) -> Markup {
    html! {
        @if let Some(figure) = &found.picture {
            @if let Some(svg) = inline(figure) {
                figure.venn { (PreEscaped(svg)) figcaption { strong { (figure.title) ". " } (figure.caption) } }
            }
        }
        @if !found.facts.is_empty() { div.wide tabindex="0" { table {
            caption { "A situation in which the premises are true and the conclusion is false: the facts" }
            thead { tr { @for (name, _) in &found.facts { th scope="col" { (name) } } } }
            tbody { tr { @for (_, holds) in &found.facts { td { (truth(*holds, "true", "false")) } } } }
        } } }
        @if !found.terms.is_empty() { div.wide tabindex="0" { table {
            caption { "A situation in which the premises are true and the conclusion is false: the things" }
            thead { tr { th scope="col" { "Thing" } @for term in &found.terms { th scope="col" { (term) } } } }
            tbody { @for (name, applies) in &found.things { tr {
                th scope="row" { (name) }
                @for applies in applies { td { (truth(*applies, "yes", "no")) } }
            } } }
        } } }
        @if !found.relations.is_empty() {
            @if found.terms.is_empty() { p { "The things: "
                (found.things.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join("; ")) "." } }
            ul { @for line in &found.relations { li { (line) } } }
        }
    }
}

fn truth(holds: bool, yes: &str, no: &str) -> Markup {
    html! { @if holds { strong { (yes) } } @else { span.none { (no) } } }
}
