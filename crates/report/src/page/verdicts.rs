//! Verdicts on the page: a table for each standing, with the hypotheses as headings.

use super::board::VerdictLinks;
use super::summary::compared_answers;
use crate::wording::{counted, grouped, number};
use crate::{Claim, Finding, Report, STANDINGS};
use maud::{Markup, html};
use peirast_decimals::percent_decimals;
use peirast_record::Standing;

/// More verdicts than this are folded: the table at the top of the page has them all.
const MOST_SHOWN: usize = 48;

/// The verdicts of all subjects on all hypotheses: confirmatory ones shown, others folded.
pub(super) fn verdicts(report: &Report, links: VerdictLinks<'_>) -> Markup {
    html! {
        @for (standing, heading) in STANDINGS {
            @let own: Vec<&Finding> =
                report.findings.iter().filter(|f| f.standing == standing).collect();
            @if !own.is_empty() {
                h3 { (heading) }
                @if standing == Standing::Confirmatory && own.len() <= MOST_SHOWN {
                    (table(report, standing, &own, links))
                } @else {
                    details { summary { (summary(&own)) } (table(report, standing, &own, links)) }
                }
            }
        }
        @if !report.findings.is_empty() {
            @let claims: Vec<&Claim> = report.claims.iter().collect();
            details {
                summary { "How to read these tables" }
                ul.small {
                    li { "A verdict unfolds to a sentence." }
                    li {
                        "Tests: how many of the tests of the hypothesis reject equal performance, and how "
                        "many there are."
                    }
                    li {
                        "Largest effect: " (compared_answers(&claims)) " to the perturbed member less those to the "
                        "original, in percentage points, with the protocol that shows it. If some tests reject, this "
                        "is the largest effect among those. Its 95 % interval is not adjusted for the number of "
                        "tests, so that it may leave out 0 although no test rejects."
                    }
                    li {
                        "Original and Perturbed: the share of " (compared_answers(&claims)) " among these members, over "
                        "the pairs of all protocols, of which Pairs is the number. The largest effect is that of one "
                        "protocol."
                    }
                }
            }
        }
    }
}

/// The number of folded verdicts, and of those that found something.
fn summary(own: &[&Finding]) -> String {
    let found = own.iter().filter(|finding| finding.rejected > 0).count();
    format!(
        "{}, {} with a difference",
        counted(own.len() as u64, "verdict", "verdicts"),
        if found == 0 { "none".to_owned() } else { number(found as u64) }
    )
}

fn table(report: &Report, standing: Standing, own: &[&Finding], links: VerdictLinks<'_>) -> Markup {
    html! {
        table.verdicts {
            thead { tr {
                th { "Subject" } th { "Verdict" } th.number { "Tests" }
                th.number { "Largest effect [95 %]" } th.number { "Pairs" }
                th.number { "Lost" } th.number { "Original" } th.number { "Perturbed" }
            } }
            @for claim in report.claims.iter().filter(|c| c.standing == standing) {
                (claim_rows(claim, own, links))
            }
        }
    }
}

fn claim_rows(claim: &Claim, findings: &[&Finding], links: VerdictLinks<'_>) -> Markup {
    let own: Vec<&&Finding> =
        findings.iter().filter(|f| f.hypothesis == claim.hypothesis).collect();
    html! {
        @if !own.is_empty() { tbody {
            tr.claim { th colspan="8" scope="rowgroup" {
                (links.linked(&claim.hypothesis, html! { (claim.hypothesis) ": " (claim.title) }))
                @if !claim.bias_sign().is_empty() { span.small { " (" (claim.bias_sign()) ")" } }
                @if !claim.definition.event.is_default() {
                    span.small { " Shares are of answers " (claim.definition.event.share()) "." }
                }
                @if !claim.published.is_empty() {
                    span.small { " Published: " (claim.published) }
                }
            } }
            @for finding in own { (row(finding)) }
        } }
    }
}

fn row(finding: &Finding) -> Markup {
    let share =
        |share: Option<f64>| share.map_or("–".to_owned(), |s| percent_decimals(s, 1) + " %");
    let lost = match finding.lost.total() {
        0 => "0".to_owned(),
        lost => format!("{} ({})", grouped(lost), finding.lost.causes()),
    };
    html! {
        tr {
            td { (finding.model) }
            td.verdict data-label="Verdict" { (verdict(finding)) }
            td.number data-label="Tests" { (finding.rejected) " of " (finding.tests) }
            td.effect data-label="Largest effect" {
                @if let Some(effect) = &finding.largest {
                    span.number { (effect.in_points()) } " " span.small { (effect.method) }
                } @else { "–" }
            }
            td.number data-label="Pairs" { (grouped(finding.pairs)) }
            td.lost data-label="Lost" { (lost) }
            td.number data-label="Original" { (share(finding.accuracy_original)) }
            td.number data-label="Perturbed" { (share(finding.accuracy_perturbed)) }
        }
    }
}

/// The verdict as a word, its sentence folded, and notes against it unfolded.
fn verdict(finding: &Finding) -> Markup {
    let verdict = finding.verdict();
    html! {
        details {
            summary { span class=(verdict.class()) { (verdict.mark()) " " (verdict.words(&finding.bias)) } }
            p { (finding.sentence) }
        }
        @for note in notes(finding) { p.against { (note) } }
    }
}

/// Notes that a reader of the word alone should know.
fn notes(finding: &Finding) -> Vec<String> {
    let counted = |count: usize, what: &str| {
        (count > 0).then(|| format!("{count} of {} {what}", finding.tests))
    };
    [
        finding.warning.clone(),
        counted(finding.against, "significant the other way"),
        counted(finding.open, "open: lost pairs could decide otherwise"),
        counted(finding.fragile, "depend on how answers without a verdict are counted"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
