//! One form of syllogism: its words, its diagram, and the conclusions of people.

use super::square::{address, titled};
use super::theory::{equilibrium, explained, trace};
use crate::drawing::inline;
use crate::frame::{Frame, copied};
use crate::play::{Erotetic, Validity};
use crate::query::Query;
use crate::{PlayRoute, Response, Route};
use maud::{Markup, PreEscaped, html};
use peirast_decimals::percent_decimals;
use peirast_etr::Allowance;
use peirast_logic::categorical::{Categorical, Import};
use peirast_logic::syllogism::{Figure, Form, Settled, Witness};
use peirast_record::shell_line;
use peirast_report::venn;
use peirast_task::{Conclusion, HumanResponses, PremisePair, Sample, Theory};

/// The most characters of a term.
const MOST_LETTERS: usize = 40;

/// The page.
pub(crate) fn form(form: Form, query: &Query, allowance: &Allowance) -> Response {
    let words = terms(query);
    let terms = words.as_ref().map_or(["S", "M", "P"], |all| all.each_ref().map(String::as_str));
    let content = html! {
        (argument(form, &terms))
        (wording(form, words.as_ref()))
        h2 { "Whether it follows" }
        (validity(form, &terms))
        h2 { "What people conclude" }
        (people(form, &terms))
        h2 { "What the erotetic theory predicts" }
        @match Erotetic::new(form, allowance) {
            Ok(found) => (erotetic(&found)),
            Err(why) => p { "Not computed: " (why) },
        }
    };
    let shown = form.to_string();
    let joined = terms.join(",");
    let mut command = vec!["peirast", "logic", "syllogism", &shown];
    command.extend(words.iter().flat_map(|_| ["--terms", joined.as_str()]));
    let all: Vec<Form> = Form::all().collect();
    let at = all.iter().position(|one| *one == form).unwrap_or_default();
    let beside =
        |at: Option<usize>| at.and_then(|at| all.get(at)).map(|form| query.after(&address(*form)));
    let mut frame = Frame::new(titled(form), content)
        .below("Runs", Route::Runs.path())
        .below("Syllogisms", Route::Play(PlayRoute::Syllogisms).path())
        .with_command(shell_line(command));
    frame.beside = (beside(at.checked_sub(1)), beside(Some(at + 1)));
    frame.response(200)
}

/// There is no form of this name.
pub(crate) fn none(name: &str) -> Response {
    let shown: String = name.chars().take(MOST_LETTERS).collect();
    let example = Route::Play(PlayRoute::Syllogisms).path() + "/AAA-1";
    let content = html! {
        p { code { (shown) } " is not a form of a syllogism. A form has three of the letters A, E, I and O, for the major \
            premise, the minor premise and the conclusion, and a figure from 1 to 4: " a href=(example) { "AAA-1" } ". Valid \
            forms also have names, such as Barbara." }
        p { a href=(Route::Play(PlayRoute::Syllogisms).path()) { "All 256 forms" } }
    };
    Frame::new("No such form", content)
        .below("Runs", Route::Runs.path())
        .below("Syllogisms", Route::Play(PlayRoute::Syllogisms).path())
        .response(404)
}

/// Words for subject, middle term and predicate, if an address gives three.
fn terms(query: &Query) -> Option<[String; 3]> {
    let word = |name| {
        let text: String = query.get(name)?.trim().chars().take(MOST_LETTERS).collect();
        // A comma parts the terms of the command.
        Some(text.replace(',', " ")).filter(|text| !text.trim().is_empty())
    };
    Some([word("subject")?, word("middle")?, word("predicate")?])
}

/// A proposition as a sentence.
pub(crate) fn sentence(one: Categorical, terms: &[&str]) -> String {
    started(&one.in_words(terms))
}

/// A clause as a sentence.
fn started(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// The premises in their usual order, and the conclusion.
fn argument(form: Form, terms: &[&str; 3]) -> Markup {
    let mut premises =
        [(form.major_premise(), " (major premise)"), (form.minor_premise(), " (minor premise)")];
    if is_minor_first(form) {
        premises.reverse();
    }
    html! {
        ul.formulas {
            @for (premise, name) in premises {
                li { (sentence(premise, terms)) span.small { (name) } }
            }
            li { "∴ " strong { (sentence(form.conclusion(), terms)) } }
        }
        (what_follows(form, terms))
    }
}

/// True if the minor premise is shown first: the subject of the conclusion is in it.
fn is_minor_first(form: Form) -> bool {
    matches!(PremisePair::usual(form).1, Conclusion::FirstToSecond(_))
}

fn wording(form: Form, own: Option<&[String; 3]>) -> Markup {
    let value = |at: usize| own.and_then(|own| own.get(at)).map_or("", String::as_str);
    html! {
        form.filters method="get" action=(address(form)) {
            @for (at, (label, name)) in [("Subject", "subject"), ("Middle term", "middle"), ("Predicate", "predicate")].into_iter().enumerate() {
                label { span { (label) " (a plural noun)" }
                    input type="text" name=(name) value=(value(at)) maxlength=(MOST_LETTERS) autocomplete="off"; }
            }
            button type="submit" { "Use these words" }
        }
    }
}

fn validity(form: Form, terms: &[&str; 3]) -> Markup {
    let verdict = Validity::new(form);
    // Among 256 cells an invalid form is the rule; by itself it is a verdict.
    let (sign, class) = match verdict {
        Validity::Invalid => ("✗", "bad"),
        _ => verdict.sign(),
    };
    html! {
        p { strong class=(class) { span aria-hidden="true" { (sign) " " } (verdict.words()) } }
        @for fallacy in form.fallacies(Import::Modern) { p { strong { (fallacy.name()) } ": " (fallacy.explanation()) "." } }
        div.pair {
            @match verdict {
                Validity::WithImport => {
                    section { h3 { "Where terms may be empty" } (diagram(form, Import::Modern, *terms)) }
                    section { h3 { "Where no term is empty" } (diagram(form, Import::Traditional, *terms)) }
                },
                // Terms that apply to something make the better example.
                Validity::Invalid => section { (diagram(form, Import::Traditional, *terms)) },
                Validity::Valid => section { (diagram(form, Import::Modern, *terms)) },
            }
        }
    }
}

fn diagram(form: Form, import: Import, terms: [&str; 3]) -> Markup {
    let figure = venn(form, import, terms);
    let words = form.countermodel(import).map(|model| model.in_words(&terms));
    html! {
        figure.venn {
            @if let Some(svg) = inline(&figure) { (PreEscaped(svg)) }
            figcaption { strong { (figure.title) ". " } (figure.caption) " A cross marks where something is; a hatched region is \
                empty" @if words.is_none() { "; a question mark is where the premises leave it open" } "." }
        }
        @match words {
            Some(words) => p { "Countermodel: " (words) "." },
            None => ol { @for reason in reasons(form, import, terms) { li { (reason) } } },
        }
    }
}

/// The reasons for the regions of a valid form's diagram, and what the conclusion reads off them.
fn reasons(form: Form, import: Import, terms: [&str; 3]) -> Vec<String> {
    let settled = form.settled(import);
    let by = |is: fn(&Settled) -> bool| settled.iter().any(is);
    let (major, minor) = (form.major_premise(), form.minor_premise());
    let mut found = Vec::new();
    if by(|one| matches!(one, Settled::Empty { major: true, .. })) {
        found.push(format!(
            "“{}” leaves no {}.",
            sentence(major, &terms),
            major.individuals_in_words(&terms)
        ));
    }
    if by(|one| matches!(one, Settled::Empty { minor: true, .. })) {
        found.push(format!(
            "“{}” leaves no {}.",
            sentence(minor, &terms),
            minor.individuals_in_words(&terms)
        ));
    }
    let fills = |premise: Categorical| {
        let said = sentence(premise, &terms);
        let individuals = premise.individuals_in_words(&terms);
        format!("“{said}” says that there are {individuals}, and one region is left for them.")
    };
    if by(|one| matches!(one, Settled::Inhabited(Witness::MajorPremise))) {
        found.push(fills(major));
    }
    if by(|one| matches!(one, Settled::Inhabited(Witness::MinorPremise))) {
        found.push(fills(minor));
    }
    for one in &settled {
        if let Settled::Inhabited(Witness::Term(term)) = one {
            let term = terms.get(*term).copied().unwrap_or("?");
            found.push(format!("There are {term}, and one region is left for them."));
        }
    }
    let conclusion = form.conclusion();
    let are = if conclusion.quantity.is_universal() { "no" } else { "some" };
    let individuals = conclusion.individuals_in_words(&terms);
    found.push(format!("So there are {are} {individuals}: “{}”", sentence(conclusion, &terms)));
    found
}

/// Conclusions that people drew from these premises, and those that theories predict.
fn people(form: Form, terms: &[&str; 3]) -> Markup {
    let Ok(data) = HumanResponses::get() else {
        return html! { p { "There are no data on people." } };
    };
    let (pair, own) = PremisePair::usual(form);
    html! {
        (order(form))
        div.wide tabindex="0" { table.rows {
            caption { "The percentage of people who drew each conclusion from these premises in this order, and the theories \
                that predict it" }
            thead { tr {
                th scope="col" { "Conclusion" } th scope="col" { "Follows" }
                @for sample in Sample::ALL { th.number scope="col" { "People (" (sample.cited()) ")" } }
                th scope="col" { "Predicted by" }
            } }
            tbody { @for answer in Conclusion::ALL { tr class=[(answer == own).then_some("own")] {
                th scope="row" { (answered(form, answer, terms)) @if answer == own { " ← this form" } }
                td { (follows(pair, answer)) }
                @for sample in Sample::ALL { td.number { (percent_decimals(data.share(sample, pair, answer), 0)) " %" } }
                td.text { (theories(data, pair, answer)) }
            } } }
        } }
        (other_order(form, data))
        ul.small { @for sample in Sample::ALL {
            li { strong { (sample.cited()) } ": " (sample.source()) "; " (data.size(sample, pair)) " people" }
        } }
    }
}

/// The conclusions that follow from the premises, in words.
fn what_follows(form: Form, terms: &[&str; 3]) -> Markup {
    let (pair, _) = PremisePair::usual(form);
    let said = |import| -> String {
        let all = pair.valid_conclusions(import);
        let all: Vec<String> = all.into_iter().map(|one| answered(form, one, terms)).collect();
        all.join(" ")
    };
    let (modern, traditional) = (said(Import::Modern), said(Import::Traditional));
    html! {
        p { "What follows from the premises: " strong { (modern) }
            @if traditional != modern { " If no term is empty: " strong { (traditional) } } }
    }
}

/// The order of the premises. People find premises easier if the first ends with the term that the
/// second begins with.
fn order(form: Form) -> Markup {
    html! { p { @match form.figure {
        Figure::First => "The premises are in natural order: the first ends with the term that the second begins with (S M, M P). \
            Textbooks put the major premise first.",
        Figure::Fourth => "The premises are in natural order: the first ends with the term that the second begins with (P M, M S).",
        _ => "Neither order of these premises is natural, so the major premise comes first, as in textbooks.",
    } } }
}

/// The share of people who draw the conclusion of the form if the premises come in the other order.
fn other_order(form: Form, data: &HumanResponses) -> Markup {
    let (pair, own) = PremisePair::from_form(form, is_minor_first(form));
    html! { p {
        "In the other order of the premises, "
        @for (at, sample) in Sample::ALL.into_iter().enumerate() {
            @if at > 0 { ", " }
            (percent_decimals(data.share(sample, pair, own), 0)) " % (" (sample.cited()) ")"
        }
        " of people drew the conclusion of this form."
    } }
}

/// The sign and words for an answer that is right, or is not.
fn follows(pair: PremisePair, answer: Conclusion) -> Markup {
    let is_right = |import| pair.valid_conclusions(import).contains(&answer);
    html! { @match (is_right(Import::Modern), is_right(Import::Traditional)) {
        (true, true) => span.good { "✓ right" },
        (false, true) => span.import { "∃ right if no term is empty" },
        (true, false) => span.import { "∅ right if terms may be empty" },
        (false, false) => span.none { "·" },
    } }
}

/// An answer in words; the first term of the data is the end term of the premise shown first.
fn answered(form: Form, answer: Conclusion, [subject, _, predicate]: &[&str; 3]) -> String {
    let [first, second] =
        if is_minor_first(form) { [subject, predicate] } else { [predicate, subject] };
    started(&answer.in_words(first, second))
}

fn theories(data: &HumanResponses, pair: PremisePair, answer: Conclusion) -> String {
    let predict = |theory: &Theory| data.predicted(*theory, pair).contains(&answer);
    let names = Theory::ALL.into_iter().filter(predict).map(Theory::name);
    names.collect::<Vec<_>>().join(", ")
}

fn erotetic(found: &Erotetic) -> Markup {
    let premises = found.premises.join("\n");
    let query = Query::default().with("premises", premises).with("conclusion", &found.conclusion);
    let [major, minor] = found.premises.each_ref().map(String::as_str);
    html! {
        p { "Both premises are about the middle term, so it is marked as at issue: "
            code { (major) } ", " code { (minor) } "." }
        p { "The prediction for people who are asked about " code { (found.conclusion) } ": "
            @match &found.accepted {
                Err(why) => { "not computed, " (why) },
                Ok(None) => { "they " strong { "reject" } " it" },
                Ok(Some(_)) => { "they " strong { "accept" } " it" },
            }
            "." }
        @if let Ok(Some(sentences)) = &found.accepted { ol { @for one in sentences { li { (one) } } } }
        h3 { "Asked what follows" }
        (explained(&found.predicted))
        h3 { "Questions that prevent the conclusion" }
        (equilibrium(&found.cures))
        details { summary { "Every step of the theory" } (trace(&found.predicted)) }
        p { a href=(query.after(&Route::Play(PlayRoute::Premises).path())) { "Change the premises" } }
        (copied(&shell_line(["peirast", "etr", "explain", major, minor])))
    }
}
