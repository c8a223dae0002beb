//! The top of the page: every verdict in one table, and what the run cannot say.

use super::board::VerdictLinks;
use crate::limitation::{Check, Limitation, Limitations};
use crate::wording::{capitalised, points};
use crate::{Claim, Finding, Report, Verdict};
use maud::{Markup, html};
use peirast_record::Standing;

/// More subjects than this are rows of the table instead of columns.
const MOST_COLUMNS: usize = 5;

/// The checks whose findings limit what a reader may conclude at all.
const DECISIVE: [Check; 10] = [
    Check::OneAnswer,
    Check::RarelyChosen,
    Check::OneClass,
    Check::Unbalanced,
    Check::FewItems,
    Check::FewPairs,
    Check::FewDiscordant,
    Check::NoRoom,
    Check::OpenDecisions,
    Check::WrongPrompt,
];

/// The checks for what is missing. They limit the conclusions if much is missing.
const MISSING: [Check; 6] = [
    Check::Refused,
    Check::Empty,
    Check::Truncated,
    Check::Unread,
    Check::Unanswered,
    Check::LostPairs,
];

/// From this share on, much is missing.
const MUCH: f64 = 0.1;

/// The comparison of the run with its preregistration: the verdict, and each departure.
pub(super) fn registered(report: &Report) -> Markup {
    html! {
        @if let Some(check) = &report.registration {
            section class=(if check.agrees { "registered" } else { "notice" }) aria-label="Preregistration" {
                p { strong { (check.sentence) } }
                @if !check.agrees { ul { @for one in &check.departures { li { (one.sentence) "." } } } }
                p.small { (check.identity()) }
            }
        }
    }
}

/// The verdict of every confirmatory hypothesis and subject, in one small table.
pub(super) fn at_a_glance(report: &Report, links: VerdictLinks<'_>) -> Markup {
    let is_confirmatory = |claim: &&Claim| claim.standing == Standing::Confirmatory;
    let own = |claim: &&Claim| report.findings.iter().any(|f| f.hypothesis == claim.hypothesis);
    let claims: Vec<&Claim> = report.claims.iter().filter(is_confirmatory).filter(own).collect();
    let subjects = crate::group::once_each(report.findings.iter().map(|f| f.model.as_str()));
    let found = |claim: &Claim, subject: &str| {
        let is_it = |f: &&Finding| f.hypothesis == claim.hypothesis && f.model == subject;
        report.findings.iter().find(is_it)
    };
    html! {
        @if !claims.is_empty() {
            h2 #at-a-glance { "At a glance" }
            div.wide tabindex="0" { table.glance {
                @if subjects.len() <= MOST_COLUMNS {
                    thead { tr { th { "Hypothesis" } @for subject in &subjects { th { (subject) } } } }
                    tbody { @for claim in &claims { tr {
                        th scope="row" { (links.linked(&claim.hypothesis, named(claim))) }
                        @for subject in &subjects { (cell(subject, found(claim, subject))) }
                    } } }
                } @else {
                    thead { tr { th { "Subject" } @for claim in &claims {
                        th title=(claim.title) { (links.linked(&claim.hypothesis, html! { (claim.hypothesis) })) }
                    } } }
                    tbody { @for subject in &subjects { tr {
                        th scope="row" { (subject) }
                        @for claim in &claims { (cell(&claim.hypothesis, found(claim, subject))) }
                    } } }
                }
            } }
            p.small {
                "● all tests find a difference, ◐ some do, ○ none does, – too few pairs to tell. "
                "The number is the largest difference in one protocol: " (compared_answers(&claims))
                " to the perturbed member less those to the original, in percentage points."
            }
        }
    }
}

/// The answers that effects count: right ones, unless a hypothesis compares something else.
pub(super) fn compared_answers(claims: &[&Claim]) -> String {
    let others = claims.iter().map(|claim| claim.definition.event).filter(|own| !own.is_default());
    let others: Vec<&str> = crate::group::once_each(others.map(|event| event.share()));
    match others.as_slice() {
        [] => "right answers".to_owned(),
        others if claims.iter().all(|claim| !claim.definition.event.is_default()) => {
            format!("answers {}", others.join(" or "))
        }
        others => {
            format!("right answers (where Verdicts say so, answers {})", others.join(" or "))
        }
    }
}

/// The id and the title of a hypothesis; the title alone if it begins with the id.
fn named(claim: &Claim) -> Markup {
    html! { @match claim.title.strip_prefix(&claim.hypothesis) {
        Some(rest) if rest.starts_with(' ') => { (claim.hypothesis) span.title { (rest) } },
        _ => { (claim.hypothesis) " " span.title { (claim.title) } },
    } }
}

/// A verdict. On a narrow screen, where the table has no head, `head` is next to it.
fn cell(head: &str, finding: Option<&Finding>) -> Markup {
    let Some(finding) = finding else { return html! { td data-label=(head) { "–" } } };
    let verdict = finding.verdict();
    html! {
        td class=(verdict.class()) data-label=(head) title=(verdict.words(&finding.bias)) {
            (verdict.mark())
            @if let (true, Some(effect)) = (verdict != Verdict::TooFew, &finding.largest) {
                " " (super::prose::typeset(&points(effect.estimate)))
            }
            @if finding.warning.is_some() { "\u{a0}!" }
        }
    }
}

/// The conclusions that a reader must not draw from the run: the decisive limitations, a line each.
pub(super) fn cannot_say(all: &Limitations) -> Markup {
    let is_much = |one: &Limitation| {
        one.cases.iter().any(|case| case.share().is_some_and(|share| share >= MUCH))
    };
    let is_decisive = |one: &&Limitation| {
        DECISIVE.contains(&one.check) || (MISSING.contains(&one.check) && is_much(one))
    };
    let found: Vec<&Limitation> = all.found.iter().filter(is_decisive).collect();
    html! {
        @if !found.is_empty() {
            section.notice aria-label="What this run cannot say" {
                h2 { "What this run cannot say" }
                ul { @for one in found {
                    li { strong { (capitalised(one.check.title())) ": " } (super::prose::typeset(&one.brief())) "." }
                } }
                p.small { "What each of these means: " a href="#limitations" { "Limitations" } "." }
            }
        }
    }
}
