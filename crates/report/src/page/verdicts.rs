//! Verdicts on the page: a table per standing, with the claims as headings.

use crate::{Claim, Finding, Report};
use maud::{Markup, html};
use peirast_record::Standing;

/// The verdicts of all subjects on all hypotheses.
pub(super) fn verdicts(report: &Report) -> Markup {
    let groups = [
        (Standing::Confirmatory, "Hypotheses"),
        (Standing::Control, "Controls"),
        (Standing::Exploratory, "Exploratory"),
    ];
    html! {
        @for (standing, heading) in groups {
            @let own: Vec<&Finding> =
                report.findings.iter().filter(|f| f.standing == standing).collect();
            @if !own.is_empty() {
                h3 { (heading) }
                table {
                    thead { tr {
                        th { "Subject" } th.number { "Rejected" }
                        th.number { "Original" } th.number { "Perturbed" } th { "Verdict" }
                    } }
                    @for claim in report.claims.iter().filter(|c| c.standing == standing) {
                        (claim_rows(claim, &own))
                    }
                }
            }
        }
        @if !report.findings.is_empty() { p.small {
            "Original and Perturbed: the share of right answers among the members of that kind, over all "
            "pairs counted; where pairs are compared by something else, the share for which that holds."
        } }
    }
}

fn claim_rows(claim: &Claim, findings: &[&Finding]) -> Markup {
    let own: Vec<&&Finding> =
        findings.iter().filter(|f| f.hypothesis == claim.hypothesis).collect();
    let share =
        |share: Option<f64>| share.map_or("–".to_owned(), |s| format!("{:.1} %", 100.0 * s));
    html! {
        @if !own.is_empty() { tbody {
            tr.claim { th colspan="5" scope="rowgroup" {
                (claim.hypothesis) ": " (claim.title)
                @if !claim.published.is_empty() {
                    span.small { " Claimed: " (claim.published) }
                }
            } }
            @for finding in own {
                tr {
                    td { (finding.model) }
                    td.number { (finding.rejected) "/" (finding.tests) }
                    td.number { (share(finding.accuracy_original)) }
                    td.number { (share(finding.accuracy_perturbed)) }
                    td { (finding.sentence) }
                }
            }
        } }
    }
}
