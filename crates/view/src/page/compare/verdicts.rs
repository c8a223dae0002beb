//! Verdicts of two runs, or of one run by two rules.

use super::Side;
use crate::Route;
use crate::page::board::verdict;
use crate::route::RunRoute;
use maud::{Markup, html};
use peirast_report::{Finding, Verdict};

/// A hypothesis about two subjects, or one.
struct Line<'a> {
    hypothesis: &'a str,
    title: &'a str,
    subjects: (&'a str, &'a str),
    findings: (Option<&'a Finding>, Option<&'a Finding>),
}

impl Line<'_> {
    /// Whether the verdicts differ.
    fn changes(&self) -> bool {
        let said =
            |finding: Option<&Finding>| finding.map(|one| (rank(one.verdict()), one.rejected));
        said(self.findings.0) != said(self.findings.1)
    }
}

fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::TooFew => 0,
        Verdict::None => 1,
        Verdict::Part => 2,
        Verdict::All => 3,
    }
}

/// Each hypothesis and pair of subjects, with what was found in both.
pub(in crate::page) fn verdicts(a: &Side<'_>, b: &Side<'_>, subjects: &[(&str, &str)]) -> Markup {
    let lines = lines(a, b, subjects);
    let changed = lines.iter().filter(|line| line.changes()).count();
    if lines.is_empty() {
        return html! { p { "There is no hypothesis that both have, of subjects that are compared." } };
    }
    html! {
        p { (changed) " of " (lines.len()) " verdicts differ." }
        div.wide { table.rows {
            caption { "Effects are differences in the share of right answers, in percentage points, with their 95 % intervals." }
            thead { tr {
                th scope="col" { "Hypothesis" } th scope="col" { "Subject" }
                th scope="col" { "Verdict in " (a.name) } th scope="col" { "Verdict in " (b.name) } th scope="col" { "Same" }
                th.number scope="col" { "Largest effect in " (a.name) } th.number scope="col" { "Largest effect in " (b.name) }
                th.number scope="col" { "Pairs in " (a.name) } th.number scope="col" { "Pairs in " (b.name) }
            } }
            tbody { @for line in &lines { tr {
                th scope="row" { (line.hypothesis) " " span.small { (line.title) } }
                td { (line.subjects.0) @if line.subjects.0 != line.subjects.1 { " / " (line.subjects.1) } }
                td { (found(a, line.hypothesis, line.findings.0)) }
                td { (found(b, line.hypothesis, line.findings.1)) }
                td.same { @if line.changes() { strong { "≠ differs" } } @else { span.none { "= same" } } }
                @for finding in [line.findings.0, line.findings.1] { td.number { (effect(finding)) } }
                @for finding in [line.findings.0, line.findings.1] {
                    td.number { @match finding { None => "–", Some(one) => { (one.pairs) div.small { (one.lost) " lost" } } } }
                }
            } } }
        } }
    }
}

fn lines<'a>(a: &Side<'a>, b: &Side<'a>, subjects: &[(&'a str, &'a str)]) -> Vec<Line<'a>> {
    let of = |side: &Side<'a>, hypothesis: &str, subject: &str| {
        let all = side.run.report.findings.iter();
        all.into_iter().find(|one| one.hypothesis == hypothesis && one.model == subject)
    };
    let mut claims: Vec<(&str, &str)> = Vec::new();
    for claim in a.run.report.claims.iter().chain(&b.run.report.claims) {
        if claims.iter().all(|(own, _)| *own != claim.hypothesis) {
            claims.push((&claim.hypothesis, &claim.title));
        }
    }
    let mut lines = Vec::new();
    for (hypothesis, title) in claims {
        for subjects in subjects {
            let findings = (of(a, hypothesis, subjects.0), of(b, hypothesis, subjects.1));
            if findings.0.is_some() || findings.1.is_some() {
                lines.push(Line { hypothesis, title, subjects: *subjects, findings });
            }
        }
    }
    lines
}

/// A verdict that leads to its comparisons.
fn found(side: &Side<'_>, hypothesis: &str, finding: Option<&Finding>) -> Markup {
    let path =
        Route::Run(side.shelf.id.clone(), RunRoute::Hypothesis(hypothesis.to_owned())).path();
    html! { @match finding {
        None => "–",
        Some(finding) => {
            a href=(path) { (verdict(finding)) }
            div.small { "rejected " (finding.rejected) "/" (finding.tests) }
        },
    } }
}

fn effect(finding: Option<&Finding>) -> String {
    let largest = finding.and_then(|finding| finding.largest.as_ref());
    largest.map_or_else(|| "–".to_owned(), |effect| effect.in_points())
}
