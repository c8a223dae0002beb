//! The 256 forms of syllogisms as a square.

use crate::frame::Frame;
use crate::page::list::select;
use crate::page::play::form::sentence;
use crate::play::{FormFilter, Validity, Who};
use crate::query::Query;
use crate::{PlayRoute, Response, Route};
use maud::{Markup, html};
use peirast_decimals::percent_decimals;
use peirast_logic::categorical::Quantity;
use peirast_logic::syllogism::{Figure, Form};
use peirast_record::shell_line;

/// The page.
pub(crate) fn square(query: &Query) -> Response {
    let chosen = FormFilter::from_query(query);
    let content = html! {
        p { "A syllogism has two premises and a conclusion. Each is of one of four kinds: A (all S are P), E (no S is P), \
            I (some S are P), O (some S are not P). The figure is the position of the term that the premises share. Each \
            cell is a form. Its page has the premises in words, a diagram, and the conclusions of people." }
        (filters(&chosen))
        (legend(&chosen))
        (cells(&chosen))
        (list(&chosen))
    };
    let mut words = vec!["peirast", "logic", "syllogisms"];
    words.extend((chosen.validity == Some(Validity::Valid)).then_some("--valid"));
    Frame::new("The 256 syllogisms", content)
        .below("Runs", Route::Runs.path())
        .with_command(shell_line(words))
        .response(200)
}

fn letters(label: &str, name: &str, chosen: Option<Quantity>) -> Markup {
    let kinds = Quantity::ALL.map(|kind| (kind.letter(), kind.letter(), chosen == Some(kind)));
    select(label, name, Some("any"), kinds)
}

fn filters(chosen: &FormFilter) -> Markup {
    let path = Route::Play(PlayRoute::Syllogisms).path();
    let figures = Figure::ALL.map(|one| one.number());
    let figures = figures.map(|number| (number, number, chosen.figure == Some(number)));
    let validities =
        Validity::ALL.map(|one| (one.name(), one.words(), chosen.validity == Some(one)));
    let everyone = Who::all().map(|who| (who.name(), who.words(), chosen.who == Some(who)));
    html! {
        form.filters method="get" action=(path) {
            (select("Figure", "figure", Some("any"), figures))
            (letters("Major premise", "major", chosen.major))
            (letters("Minor premise", "minor", chosen.minor))
            (letters("Conclusion", "conclusion", chosen.conclusion))
            (select("Validity", "valid", Some("any"), validities))
            (select("Show who draws the conclusion", "who", Some("nobody"), everyone))
            label { span { "Least percentage of people" }
                input type="number" name="least" min="0" max="100" value=[chosen.least];
            }
            button type="submit" { "Show" }
            a href=(path) { "All forms" }
        }
    }
}

fn legend(chosen: &FormFilter) -> Markup {
    html! {
        ul.legend {
            @for one in Validity::ALL { @let (sign, class) = one.sign();
                li { span class=(class) { (sign) } " " (one.words()) } }
            @if let Some(who) = chosen.who {
                li { @match who {
                    Who::People(sample) => { "the number is the percentage of people who drew the conclusion (" (sample.source()) "); premises are in \
                        natural order if there is one, otherwise the major premise comes first" },
                    _ => "● the theory predicts the conclusion; ○ it does not; premises are in natural order if there is one",
                } }
            }
            @if !chosen.is_all() { li { "a blank cell is filtered out" } }
        }
    }
}

fn cells(chosen: &FormFilter) -> Markup {
    let pairs =
        Quantity::ALL.into_iter().flat_map(|major| Quantity::ALL.map(|minor| (major, minor)));
    html! {
        div.wide tabindex="0" { table.square {
            caption { "Rows: kinds of the major and of the minor premise. Columns: figure, and kind of the conclusion." }
            thead {
                tr { th rowspan="2" scope="col" { "Premises" }
                    @for figure in Figure::ALL { th colspan="4" scope="colgroup" { "Figure " (figure.number()) } } }
                tr { @for _ in Figure::ALL { @for kind in Quantity::ALL { th scope="col" { (kind.letter()) } } } }
            }
            tbody { @for (major, minor) in pairs { tr {
                th scope="row" { (major.letter()) (minor.letter()) }
                @for figure in Figure::ALL { @for conclusion in Quantity::ALL {
                    (cell(chosen, Form { major, minor, conclusion, figure }))
                } }
            } } }
        } }
    }
}

fn cell(chosen: &FormFilter, form: Form) -> Markup {
    if !chosen.has(form) {
        return html! { td {} };
    }
    let validity = Validity::new(form);
    let (sign, class) = validity.sign();
    let shown = chosen.who.and_then(|who| Some((who, who.share(form)?)));
    let told = match shown {
        None => String::new(),
        Some((Who::People(_), share)) => {
            format!(", concluded by {} % of people", percent_decimals(share, 0))
        }
        Some((_, share)) => {
            format!(", {} by the theory", if share > 0.0 { "predicted" } else { "not predicted" })
        }
    };
    let label = format!("{}: {}{told}", titled(form), validity.words());
    html! {
        td class=(class) { a href=(address(form)) title=(label) aria-label=(label) {
            (sign)
            @match shown {
                None => {},
                Some((Who::People(_), share)) => span.share { (percent_decimals(share, 0)) },
                Some((_, share)) => span.share { @if share > 0.0 { "●" } @else { "○" } },
            }
        } }
    }
}

/// The forms that the filters leave, with their words.
fn list(chosen: &FormFilter) -> Markup {
    if chosen.is_all() {
        return html! { p { "Choose a filter to list its forms in words." } };
    }
    let forms: Vec<Form> = Form::all().filter(|form| chosen.has(*form)).collect();
    html! {
        h2 { (forms.len()) @if forms.len() == 1 { " form" } @else { " forms" } }
        div.wide tabindex="0" { table.rows {
            thead { tr {
                th scope="col" { "Form" } th scope="col" { "Premises" } th scope="col" { "Conclusion" } th scope="col" { "Validity" }
                @if chosen.who.is_some() { th.number scope="col" { "Drawn by" } }
            } }
            tbody { @for form in forms { tr {
                th scope="row" { a href=(address(form)) { (titled(form)) } }
                td { (sentence(form.major_premise(), &TERMS)) " " (sentence(form.minor_premise(), &TERMS)) }
                td { (sentence(form.conclusion(), &TERMS)) }
                td { @let (sign, class) = Validity::new(form).sign();
                    span class=(class) { (sign) " " (Validity::new(form).words()) } }
                @if let Some(who) = chosen.who { td.number {
                    @match (who, who.share(form)) {
                        (_, None) => "–",
                        (Who::People(_), Some(share)) => (percent_decimals(share, 0) + " %"),
                        (_, Some(share)) => @if share > 0.0 { "predicted" } @else { "–" },
                    }
                } }
            } } }
        } }
    }
}

/// The letters for subject, middle term and predicate.
const TERMS: [&str; 3] = ["S", "M", "P"];

/// The form with its traditional name.
pub(crate) fn titled(form: Form) -> String {
    form.name().map_or_else(|| form.to_string(), |name| format!("{form} {name}"))
}

/// The page of a form.
pub(crate) fn address(form: Form) -> String {
    Route::Play(PlayRoute::Syllogism(form)).path()
}
