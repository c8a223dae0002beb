//! Verdicts on the page: a table per standing, with the claims as headings.

use crate::wording::grouped;
use crate::{Claim, Finding, Report, STANDINGS, Verdict};
use maud::{Markup, html};
use peirast_decimals::percent_decimals;

/// The verdicts of all subjects on all hypotheses.
pub(super) fn verdicts(report: &Report) -> Markup {
    html! {
        @for (standing, heading) in STANDINGS {
            @let own: Vec<&Finding> =
                report.findings.iter().filter(|f| f.standing == standing).collect();
            @if !own.is_empty() {
                h3 { (heading) }
                table.verdicts {
                    thead { tr {
                        th { "Subject" } th { "Verdict" } th.number { "Rejected" }
                        th.number { "Largest effect [95 %]" } th.number { "Pairs" }
                        th.number { "Lost" } th.number { "Original" } th.number { "Perturbed" }
                    } }
                    @for claim in report.claims.iter().filter(|c| c.standing == standing) {
                        (claim_rows(claim, &own))
                    }
                }
            }
        }
        @if !report.findings.is_empty() { p.small {
            "A verdict unfolds. Effect: the share of right answers among perturbed members less that among "
            "originals, in percentage points, with the method that shows it; of those that reject, where any does. Its 95 % "
            "interval is not adjusted for the number of tests. Original and Perturbed: the share of "
            "right answers among the members of that kind, over all pairs counted; where pairs are compared by "
            "something else, the share for which that holds."
        } }
    }
}

fn claim_rows(claim: &Claim, findings: &[&Finding]) -> Markup {
    let own: Vec<&&Finding> =
        findings.iter().filter(|f| f.hypothesis == claim.hypothesis).collect();
    html! {
        @if !own.is_empty() { tbody {
            tr.claim { th colspan="8" scope="rowgroup" {
                (claim.hypothesis) ": " (claim.title)
                @if !claim.published.is_empty() {
                    span.small { " Claimed: " (claim.published) }
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
            td.number data-label="Rejected" { (finding.rejected) "/" (finding.tests) }
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

/// The verdict as a word, its sentence folded, and whatever speaks against it unfolded.
fn verdict(finding: &Finding) -> Markup {
    let (mark, class, word) = match finding.verdict() {
        Verdict::All => ("●", "found", finding.bias.clone()),
        Verdict::Part => ("◐", "found", format!("{} in part", finding.bias)),
        Verdict::None => ("○", "none", "none found".to_owned()),
        Verdict::TooFew => ("–", "none", "too few pairs".to_owned()),
    };
    html! {
        details {
            summary { span class=(class) { (mark) " " (word) } }
            p { (finding.sentence) }
        }
        @for note in notes(finding) { p.against { (note) } }
    }
}

/// What a reader of the word alone should know.
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
