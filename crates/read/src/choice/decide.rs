//! Decides which of several findings is the verdict.

use crate::finding::{Finding, Strength, announced, standing};
use crate::text::Document;

/// The verdict among `findings`, which are in the order of the text. It may be that no option is
/// the answer.
pub(super) fn decide(document: &Document, findings: &[Finding], cut_off: bool) -> Option<Finding> {
    let findings = without_headings(document, findings);
    let findings = standing(document, &findings);
    if let Some(finding) = announced(document, findings, cut_off).ok()? {
        return Some(finding);
    }
    last_conclusion(findings)
        .or_else(|| last(findings, Strength::Stated))
        .or_else(|| last(findings, Strength::Implied).filter(|_| !rejects_all(findings)))
        .copied()
}

/// Returns true if the rejected options leave no common other one.
fn rejects_all(findings: &[Finding]) -> bool {
    let mut rejected = findings.iter().filter(|f| f.rule == "rejected").map(|f| f.said);
    let first = rejected.next();
    rejected.any(|said| Some(said) != first)
}

/// Drops options on lines of their own if several of them are headings of a discussion of each
/// option. The one that ends the response stays.
fn without_headings(document: &Document, findings: &[Finding]) -> Vec<Finding> {
    let placed = |f: &&Finding| super::placed::NAMES.contains(&f.rule);
    let first = findings.iter().find(placed).map(|f| f.said);
    let differ = findings.iter().filter(placed).any(|f| Some(f.said) != first);
    let headed = document.heading_letters() > 1;
    let kept = |f: &&Finding| {
        let heads = f.rule == "opening"
            || (f.rule == "alone-on-line" && f.sentence > 0 && f.sentence + 1 < document.len());
        if headed && heads {
            return false;
        }
        !differ || !placed(f) || f.sentence + 1 == document.len() || f.rule == "opening"
    };
    findings.iter().filter(kept).copied().collect()
}

fn last(findings: &[Finding], strength: Strength) -> Option<&Finding> {
    findings.iter().rev().find(|f| f.strength == strength)
}

fn last_conclusion(findings: &[Finding]) -> Option<&Finding> {
    let concluding = |f: &&Finding| f.concludes && f.strength == Strength::Stated;
    findings.iter().rev().find(concluding)
}
