//! The board of hypotheses: a verdict per hypothesis and subject.

use super::outcome::{good, shares_of_all};
use super::run::At;
use super::shown::{head, percent};
use crate::Response;
use crate::route::RunRoute;
use maud::{Markup, html};
use peirast_record::shell_line;
use peirast_report::{Claim, Finding, STANDINGS, SubjectSummary, Verdict};

/// Renders the findings of a run.
pub(crate) fn board(at: &At<'_>) -> Response {
    let report = &at.run.report;
    let content = html! {
        @if report.simulated { p.notice role="note" {
            "Subjects whose name begins with " code { "sim:" } " are programs with known behaviour, not language models."
        } }
        p { (report.about.split("\n\n").next().unwrap_or_default()) }
        @for (standing, heading) in STANDINGS {
            @let claims: Vec<&Claim> = report.claims.iter().filter(|one| one.standing == standing).collect();
            @if !claims.is_empty() {
                h2 { (heading) }
                (verdicts(at, heading, &claims))
            }
        }
        @if report.claims.is_empty() { p { "This run has no hypotheses: its answers are measured, \
            and not compared in pairs." } }
        @if !report.claims.is_empty() && report.findings.iter().all(|one| one.tests == 0) { p.notice role="note" {
            "Nothing is tested yet: no pair has two verdicts. The answers are counted below."
        } }
        h2 { "Subjects" }
        (subjects(at))
    };
    at.frame(report.title.clone(), content)
        .with_command(shell_line(["peirast", "test", &at.entry.dir]))
        .response(200)
}

fn verdicts(at: &At<'_>, heading: &str, claims: &[&Claim]) -> Markup {
    let shares = shares_of_all(claims.iter().map(|claim| claim.definition.event));
    html! {
        div.wide { table.rows {
            caption { (heading) ", by subject. Effects are differences in the share of " (shares) ", in percentage \
                points, with their 95 % intervals." }
            (head(&[
                "Hypothesis", "Subject", "Verdict", "#Rejected", "#Original", "#Perturbed", "#Largest effect",
                "#Pairs used", "#Lost"
            ]))
            tbody { @for claim in claims { (claimed(at, claim)) } }
        } }
    }
}

fn claimed(at: &At<'_>, claim: &Claim) -> Markup {
    let findings = at.run.report.findings.iter().filter(|one| one.hypothesis == claim.hypothesis);
    let path = at.path(RunRoute::Hypothesis(claim.hypothesis.clone()));
    html! {
        @for finding in findings { tr {
            th scope="row" { a href=(path) { (claim.hypothesis) } " " span.small { (claim.title) }
                @if !finding.event.is_default() { div.small { "share " (good(finding.event)) } } }
            td { (finding.model) }
            td { (verdict(finding)) @if let Some(warning) = &finding.warning { div.small { "! " (warning) } } }
            td.number { (finding.rejected) "/" (finding.tests) }
            td.number { (percent(finding.accuracy_original)) }
            td.number { (percent(finding.accuracy_perturbed)) }
            td.number { @match &finding.largest {
                Some(effect) => { (effect.in_points()) div.small { (effect.method) } },
                None => "–",
            } }
            td.number { (finding.pairs) }
            td.number { (finding.lost) }
        } }
    }
}

/// The verdict in a word or two, with its sign.
pub(super) fn verdict(finding: &Finding) -> Markup {
    let own = finding.verdict();
    let words = format!("{} {}", own.mark(), own.words(&finding.bias));
    html! { @match own {
        Verdict::TooFew | Verdict::None => span.none { (words) },
        Verdict::Part | Verdict::All => strong.bad { (words) },
    } }
}

fn subjects(at: &At<'_>) -> Markup {
    let answers = at.path(RunRoute::Answers);
    let of = |one: &SubjectSummary, grade: &str| {
        crate::query::Query::default()
            .with("subject", &one.model)
            .with("grade", grade)
            .after(&answers)
    };
    let scored = |one: &SubjectSummary| {
        let all = one.correct + one.wrong;
        (all > 0).then(|| one.correct as f64 / all as f64)
    };
    let concluded = at.run.report.subjects.iter().any(|one| one.concluded > 0);
    html! {
        div.wide { table.rows {
            caption { "Answers by subject. Accuracy counts verdicts only."
                @if concluded { " Conclusions from open questions are not verdicts: they are \
                    judged by logic and by the theory, and counted under Measures." } }
            thead { tr {
                th scope="col" { "Subject" } th.number scope="col" { "Answers" } th.number scope="col" { "Accuracy" }
                th.number scope="col" { "Right" } th.number scope="col" { "Wrong" } th.number scope="col" { "No verdict" }
                @if concluded { th.number scope="col" { "Concluded" } }
                th scope="col" { "Warning" }
            } }
            tbody { @for one in &at.run.report.subjects { tr {
                th scope="row" { a href=(of(one, "")) { (one.model) } }
                td.number { (one.answers) } td.number { (percent(scored(one))) }
                td.number { a href=(of(one, "correct")) { (one.correct) } }
                td.number { a href=(of(one, "wrong")) { (one.wrong) } }
                td.number { a href=(of(one, "unscored")) {
                    (one.refused + one.empty + one.truncated + one.unread + one.tied)
                } }
                @if concluded { td.number { a href=(of(one, "")) { (one.concluded) } } }
                td { (one.remark().unwrap_or_default()) }
            } } }
        } }
    }
}
