//! Premises that somebody types in: the conclusions of people, and those of logic.

use super::theory::{equilibrium, explained, trace};
use super::verdict::{classical, verdicts};
use crate::frame::{Frame, copied};
use crate::page::prose::prose;
use crate::page::shown::head;
use crate::play::{
    EXAMPLES, Fault, InputLine, Notation, PlayAnswer, PlayConclusion, PlayInput, SPOKEN,
    SPOKEN_EXAMPLES, inferences,
};
use crate::query::Query;
use crate::{PlayRoute, Response, Route};
use maud::{Markup, html};
use peirast_etr::Allowance;
use peirast_record::shell_line;
use peirast_words::Theme;

/// The page.
pub(crate) fn premises(query: &Query, allowance: &Allowance) -> Response {
    let asked = PlayInput::from_query(query);
    let played = (!asked.is_empty()).then(|| PlayAnswer::new(&asked, allowance));
    let content = html! {
        p { "This page predicts by the erotetic theory of reasoning what people conclude from premises, step by step. It \
            also says what follows in classical logic. If the two differ, it describes a situation in which the premises are \
            true and the conclusion is false." }
        (form(&asked))
        (examples())
        @match &played {
            None => (notations()),
            Some(played) => (answered(played)),
        }
    };
    let frame = Frame::new("Premises", content).below("Runs", Route::Runs.path());
    match &asked.case {
        Some(case) => frame.with_command(shell_line(["peirast", "etr", "case", case])),
        None => frame,
    }
    .response(200)
}

fn form(asked: &PlayInput) -> Markup {
    let path = Route::Play(PlayRoute::Premises).path();
    let lines = asked.premises.lines().count().clamp(3, 8);
    html! {
        form.play method="get" action=(path) {
            label { span { "Premises, one per line" }
                textarea name="premises" rows=(lines) spellcheck="false" autocomplete="off" { "\n" (asked.premises) }
            }
            label { span { "A conclusion to judge (optional)" }
                input type="text" name="conclusion" value=(asked.conclusion) spellcheck="false" autocomplete="off";
            }
            div.filters {
                label { span { "Small errors of notation" }
                    select name="repairs" {
                        option value="" { "are corrected, with a note" }
                        option value="no" selected[!asked.repairs] { "are refused" }
                    }
                }
                label { span { "Words of sentences" }
                    select name="words" { @for theme in Theme::all() {
                        @let value = if theme.name == SPOKEN { "" } else { theme.name.as_str() };
                        option value=(value) selected[theme.name == asked.theme] { (theme.name) }
                    } }
                }
                button type="submit" { "What follows?" }
            }
        }
    }
}

fn examples() -> Markup {
    let address = |case: &str| {
        let path = Route::Play(PlayRoute::Premises).path();
        Query::default().with("case", case).after(&path)
    };
    html! {
        nav.examples aria-label="Examples in English" {
            span.small { "In English: " }
            @for (name, premises, conclusion) in SPOKEN_EXAMPLES {
                a href=(spoken_address(premises, conclusion)) { (name) } " "
            }
        }
        nav.examples aria-label="Examples" {
            span.small { "Examples: " }
            @for (case, name) in EXAMPLES { a href=(address(case)) { (name) } " " }
        }
        details { summary { "All worked examples of arguments" }
            div.wide tabindex="0" { table.rows {
                (head(&["Case", "What it shows"]))
                tbody { @for case in inferences() {
                    tr { th scope="row" { a href=(address(&case.id)) { (case.id) } } td { (case.shows) } }
                } }
            } }
        }
    }
}

fn spoken_address(premises: &str, conclusion: &str) -> String {
    let path = Route::Play(PlayRoute::Premises).path();
    Query::default().with("premises", premises).with("conclusion", conclusion).after(&path)
}

/// The notations of lines.
fn notations() -> Markup {
    html! {
        h2 { "How premises are written" }
        dl {
            dt { "Views" }
            dd { code { "{King()Ace(), Queen()Jack()}" } " has two alternatives. " code { "{Wet()}^{Rain()}" }
                " supposes rain. " code { "Ax {Mortal(x)Man(x*)}^{Man(x*)}" } " or " code { "∀x …" }
                " is about all, " code { "Ex" } " or " code { "∃x" } " about some. A star marks what is at issue; "
                code { "~" } " is a denial" }
            dt { "Formulas" }
            dd { code { "∀x (Man(x*) → Mortal(x))" } ", " code { "(King() ∧ Ace()) ∨ Queen()" } }
            dt { "English" }
            dd { em { "Mary has an ace and a king, or else a queen and a jack." } ", "
                em { "If it rains, then the street is wet." } ", " em { "No man is a stone." }
                " The page shows how it understands them." }
            dt { "Sentences" }
            dd { "in the words of a theme: " em { "Either the ace is red, or the king is gilded." } }
        }
    }
}

fn answered(played: &PlayAnswer) -> Markup {
    html! {
        h2 { "As it was read" }
        (lines(played))
        @if played.ignored > 0 { p.notice role="note" {
            "The last " (played.ignored) " lines were left out. The page reads at most eight premises with 4,000 characters in all."
        } }
        @match &played.made {
            None => p.notice role="alert" { "A line cannot be read. Correct it to see what follows." },
            Some(made) => (made_of(played, made)),
        }
    }
}

fn lines(played: &PlayAnswer) -> Markup {
    html! {
        div.wide tabindex="0" { table {
            (head(&["Line", "As it was understood", "Notation"]))
            tbody { @for line in played.premises.iter().chain(&played.conclusion) { tr {
                th scope="row" { (line.label) }
                @match &line.read {
                    Err(fault) => td colspan="2" { (faulty(line, fault)) },
                    Ok(read) => {
                        td {
                            code { (read.shown) }
                            @if let Some(english) = &read.english { div.small { (english) } }
                            @for repair in &read.repairs { div.small { "corrected: " (prose(repair)) } }
                            @if let Some(heard) = read.heard {
                                div.small { "if A then B is understood as " code { (heard.form()) } }
                            }
                        }
                        td { (read.notation.word())
                            @if read.notation == Notation::Sentence { div.small { "what is at issue is not shown in words" } } }
                    }
                }
            } } }
        } }
    }
}

/// A line with the place where it stops making sense.
fn faulty(line: &InputLine, fault: &Fault) -> Markup {
    let at = fault.column.map(|column| column.saturating_sub(1));
    let part =
        |skip: usize, take: usize| -> String { line.text.chars().skip(skip).take(take).collect() };
    html! {
        @if let Some(at) = at {
            // The neighbourhood of the place is enough of a long line.
            @let from = at.saturating_sub(60);
            pre.text { @if from > 0 { "…" } (part(from, at - from))
                mark { (Some(part(at, 1)).filter(|c| !c.is_empty()).unwrap_or_else(|| "⌷".to_owned())) }
                (part(at + 1, 60)) @if line.text.chars().count() > at + 61 { "…" } }
        } @else { code { (part(0, 60)) "…" } }
        p { strong.bad { "✗ Cannot be read. " } @if let Some(column) = fault.column { "Column " (column) ": " } (prose(&fault.message)) "." }
        @if let Some(help) = &fault.help { p { "To correct it: " (prose(help)) "." } }
    }
}

fn made_of(played: &PlayAnswer, made: &PlayConclusion) -> Markup {
    let texts = texts(played);
    html! {
        h2 { "Verdicts" }
        (verdicts(played, made))
        h2 { "How people reach the conclusion, by the theory" }
        (explained(&made.predicted))
        (copied(&command(&["explain"], &texts)))
        h2 { "Questions that prevent the conclusion" }
        (equilibrium(&made.cures))
        (copied(&command(&["equilibrium"], &texts)))
        (classical(played, made, &texts))
        h2 { "Every step of the theory" }
        (trace(&made.predicted))
        (copied(&command(&["trace", "infer"], &texts)))
    }
}

/// The premises as a command takes them.
fn texts(played: &PlayAnswer) -> Vec<&str> {
    let read = played.premises.iter().filter_map(|line| line.read.as_ref().ok());
    read.map(|read| read.whole.as_str()).collect()
}

fn command(what: &[&str], texts: &[&str]) -> String {
    shell_line(["peirast", "etr"].iter().chain(what).chain(texts).copied())
}
