//! Which of several findings is the verdict.

use crate::finding::{Finding, Strength, standing};
use crate::text::Document;

/// The verdict among `findings`, which stand in the order of the text.
pub(crate) fn decide(document: &Document, findings: &[Finding]) -> Option<Finding> {
    let findings = standing(document, findings);
    last(findings, Strength::Declared)
        .or_else(|| conclusion(findings))
        .or_else(|| opening(findings))
        .or_else(|| last(findings, Strength::Stated))
        .or_else(|| last(findings, Strength::Implied))
        .copied()
}

fn opening(findings: &[Finding]) -> Option<&Finding> {
    findings.first().filter(|f| f.sentence == 0 && f.rule == "says-yes-or-no")
}

fn last(findings: &[Finding], strength: Strength) -> Option<&Finding> {
    findings.iter().rev().find(|f| f.strength == strength)
}

/// The last conclusion, unless it contradicts the opening and the text goes back on it.
fn conclusion(findings: &[Finding]) -> Option<&Finding> {
    let concluding = |f: &Finding| f.concludes && f.strength == Strength::Stated;
    let at = findings.iter().rposition(concluding)?;
    let found = findings.get(at)?;
    let withdrawn = opening(findings).is_some_and(|opening| {
        let later = findings.get(at + 1..).unwrap_or_default();
        opening.said != found.said && later.iter().any(|f| f.said == opening.said)
    });
    Some(found).filter(|_| !withdrawn)
}
