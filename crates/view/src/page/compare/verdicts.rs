//! Verdicts of two runs, or of one run by two sets of rules.

use super::Side;
use crate::Route;
use crate::page::board::verdict;
use crate::page::outcome::shares_of_all;
use crate::route::RunRoute;
use maud::{Markup, html};
use peirast_decimals::{counted, grouped};
use peirast_report::{Finding, typeset};

/// A hypothesis about two subjects, or one.
struct HypothesisLine<'a> {
    hypothesis: &'a str,
    title: &'a str,
    subjects: (&'a str, &'a str),
    findings: (Option<&'a Finding>, Option<&'a Finding>),
}

impl HypothesisLine<'_> {
    /// Returns the side that alone has it, if only one does.
    fn alone<'s>(&self, names: (&'s str, &'s str)) -> Option<&'s str> {
        match self.findings {
            (Some(_), None) => Some(names.0),
            (None, Some(_)) => Some(names.1),
            _ => None,
        }
    }

    /// Returns true if there are two verdicts that differ.
    fn changes(&self) -> bool {
        let said = |finding: Option<&Finding>| finding.map(|one| (one.verdict(), one.rejected));
        self.alone(("", "")).is_none() && said(self.findings.0) != said(self.findings.1)
    }
}

/// Returns each hypothesis and pair of subjects, with the findings of both.
pub(in crate::page) fn verdicts(a: &Side<'_>, b: &Side<'_>, subjects: &[(&str, &str)]) -> Markup {
    let lines = lines(a, b, subjects);
    let names = (a.name, b.name);
    let alone = lines.iter().filter(|line| line.alone(names).is_some()).count();
    let changed = lines.iter().filter(|line| line.changes()).count();
    let shown = lines.iter().flat_map(|line| [line.findings.0, line.findings.1]).flatten();
    let shares = shares_of_all(shown.map(|finding| finding.event));
    if lines.is_empty() {
        return html! { p { "The runs have no hypothesis in common about the compared subjects." } };
    }
    html! {
        p {
            @match lines.len() - alone {
                0 => "No verdict is in both runs.",
                both => { (changed) " of " (counted(both as u64, "verdict differs", "verdicts differ")) "." }
            }
            @if alone > 0 { " Only one run has " (counted(alone as u64, "other verdict", "other verdicts")) "." }
            @if a.subjects() != b.subjects() { " Only subjects that are in both runs, and the pair that you chose, are counted." }
        }
        div.wide tabindex="0" { table.rows {
            caption { "Effects are differences in the share of " (shares) ", in percentage points, with 95 % intervals." }
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
                td.same { @match line.alone(names) {
                    Some(name) => span.none { "only in " (name) },
                    None if line.changes() => strong { "≠ differs" },
                    None => span.none { "= same" },
                } }
                @for finding in [line.findings.0, line.findings.1] { td.number { (effect(finding)) } }
                @for finding in [line.findings.0, line.findings.1] {
                    td.number { @match finding { None => "–", Some(one) => { (grouped(one.pairs)) @if one.lost.total() > 0 { div.small { "lost: " (one.lost) } } } } }
                }
            } } }
        } }
    }
}

fn lines<'a>(
    a: &Side<'a>,
    b: &Side<'a>,
    subjects: &[(&'a str, &'a str)],
) -> Vec<HypothesisLine<'a>> {
    let find = |side: &Side<'a>, hypothesis: &str, subject: &str| {
        let mut all = side.run.report.findings.iter();
        all.find(|one| one.hypothesis == hypothesis && one.model == subject)
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
            let findings = (find(a, hypothesis, subjects.0), find(b, hypothesis, subjects.1));
            if findings.0.is_some() || findings.1.is_some() {
                lines.push(HypothesisLine { hypothesis, title, subjects: *subjects, findings });
            }
        }
    }
    lines
}

/// Renders a verdict as a link to its comparisons.
fn found(side: &Side<'_>, hypothesis: &str, finding: Option<&Finding>) -> Markup {
    let path =
        Route::Run(side.entry.id.clone(), RunRoute::Hypothesis(hypothesis.to_owned())).path();
    html! { @match finding {
        None => "–",
        Some(finding) => {
            a href=(path) { (verdict(finding)) }
            div.small { "rejected in " (finding.rejected) " of " (counted(finding.tests as u64, "test", "tests")) }
        },
    } }
}

fn effect(finding: Option<&Finding>) -> String {
    let largest = finding.and_then(|finding| finding.largest.as_ref());
    largest.map_or_else(|| "–".to_owned(), |effect| typeset(&effect.in_points()))
}
