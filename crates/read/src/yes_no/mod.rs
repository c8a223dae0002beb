//! Reading a yes or no.

mod decide;
mod said;
mod soundness;
#[cfg(test)]
mod tests;

use crate::finding::{Finding, Hit, Said, Strength};
use crate::text::{Document, Sentence};
use peirast_record::{Answer, Reading};

/// A way of saying yes or no.
pub(crate) struct Rule {
    /// Name in the reading.
    pub name: &'static str,
    /// How much it commits.
    pub strength: Strength,
    /// Looks for it in one sentence.
    pub find: fn(&Sentence<'_>) -> Option<Hit>,
}

/// The rules for one sentence; the first that finds something speaks for the sentence.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "boxed", strength: Strength::Declared, find: said::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: said::answer_is },
    Rule { name: "says-yes-or-no", strength: Strength::Stated, find: said::opens },
    Rule { name: "soundness", strength: Strength::Stated, find: soundness::predicate },
    Rule { name: "follows", strength: Strength::Stated, find: soundness::follows },
    Rule { name: "leads-to-yes-or-no", strength: Strength::Implied, find: said::led_to },
    Rule { name: "not-established", strength: Strength::Implied, find: soundness::not_established },
];

/// Reads a yes or no.
pub(crate) fn read(document: &Document) -> Option<Reading> {
    let mut findings = Vec::new();
    for sentence in document.sentences().filter(|sentence| !sentence.question) {
        let found = RULES.iter().find_map(|rule| {
            let hit = (rule.find)(&sentence)?;
            Some(Finding::new(hit, rule.strength, rule.name, &sentence))
        });
        findings.extend(found);
    }
    decide::decide(document, &findings)
}

/// A yes or no.
fn says(yes: bool) -> Said {
    Said::Verdict(Answer::YesNo(yes))
}
