//! Decides which of several findings is the verdict.

use crate::finding::{Finding, Strength, announced, standing};
use crate::text::{Document, Word};

/// The verdict among `findings`, which are in the order of the text.
pub(crate) fn decide(document: &Document, findings: &[Finding]) -> Option<Finding> {
    let findings = standing(document, findings);
    let bare = |f: &Finding| document.sentence(f.sentence).is_some_and(|s| s.len() == 1);
    let differ =
        findings.first().is_some_and(|first| findings.iter().any(|f| f.said != first.said));
    if differ && document.len() == findings.len() && findings.iter().all(bare) {
        return None;
    }
    if let Some(finding) = announced(document, findings, false).ok()? {
        return Some(finding);
    }
    conclusion(document, findings)
        .or_else(|| opening(document, findings))
        .or_else(|| last(findings, Strength::Stated))
        .or_else(|| last(findings, Strength::Implied))
        .copied()
}

/// A verdict on the argument in the first sentence.
fn opening<'f>(document: &Document, findings: &'f [Finding]) -> Option<&'f Finding> {
    const OPENINGS: &[&str] = &["says-yes-or-no", "argument-is", "soundness", "follows-a-fallacy"];
    let subjects = [Word::Argument, Word::This, Word::It, Word::Conclusion];
    let of_it = || document.sentence(0).is_some_and(|first| first.has_in(0, 6, &subjects));
    let opens = |f: &&Finding| f.sentence == 0 && OPENINGS.contains(&f.rule);
    findings.first().filter(opens).filter(|f| f.rule == "says-yes-or-no" || of_it())
}

fn last(findings: &[Finding], strength: Strength) -> Option<&Finding> {
    findings.iter().rev().find(|f| f.strength == strength)
}

/// The last conclusion, unless it contradicts the opening and the text reconsiders it.
fn conclusion<'f>(document: &Document, findings: &'f [Finding]) -> Option<&'f Finding> {
    let concluding = |f: &Finding| f.concludes && f.strength == Strength::Stated;
    let at = findings.iter().rposition(concluding)?;
    let found = findings.get(at)?;
    let withdrawn = opening(document, findings).is_some_and(|opening| {
        let later = findings.get(at + 1..).unwrap_or_default();
        opening.said != found.said && later.iter().any(|f| f.said == opening.said)
    });
    Some(found).filter(|_| !withdrawn)
}
