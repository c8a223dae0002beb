//! Reading a whole number.

mod amount;
#[cfg(test)]
mod tests;

use crate::finding::{Finding, Hit, Strength, standing};
use crate::text::{Document, Kind, Sentence};
use peirast_record::{Answer, Reading};

/// A way of stating a number.
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
    Rule { name: "boxed", strength: Strength::Declared, find: amount::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: amount::answer_is },
    Rule { name: "total", strength: Strength::Stated, find: amount::total },
    Rule { name: "number-needed", strength: Strength::Implied, find: amount::needed },
    Rule { name: "equals", strength: Strength::Implied, find: amount::equals },
    Rule { name: "alone-on-line", strength: Strength::Implied, find: amount::alone },
];

/// Reads a number.
pub(crate) fn read(document: &Document) -> Option<Reading> {
    let mut findings = Vec::new();
    for sentence in document.sentences().filter(|sentence| !sentence.question) {
        let found = RULES.iter().find_map(|rule| {
            let hit = (rule.find)(&sentence)?;
            Some(Finding::new(hit, rule.strength, rule.name, &sentence))
        });
        findings.extend(found);
    }
    decide(standing(document, &findings)).or_else(|| only_number(document))
}

fn decide(findings: &[Finding]) -> Option<Reading> {
    let last = |wanted: &dyn Fn(&Finding) -> bool| findings.iter().rev().find(|f| wanted(f));
    last(&|f| f.strength == Strength::Declared)
        .or_else(|| last(&|f| f.concludes && f.strength == Strength::Stated))
        .or_else(|| last(&|f| f.strength == Strength::Stated))
        .or_else(|| last(&|f| f.concludes))
        .or_else(|| findings.last())
        .map(Finding::reading)
}

/// The only number in the whole response.
fn only_number(document: &Document) -> Option<Reading> {
    let mut numbers = document.tokens().iter().filter_map(|token| match token.kind {
        Kind::Number(Some(number)) => Some((number, token)),
        _ => None,
    });
    let (number, token) = numbers.next()?;
    let same = numbers.all(|(other, _)| other == number);
    same.then(|| Reading::at(Answer::Number(number), token.start, token.end, "only-number"))
}
