//! Reading a whole number.

mod amount;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::finding::{Finding, Strength, standing};
use crate::rule::{self, Rule};
use crate::text::{Document, Sentence};
use peirast_record::{Answer, Reading};

/// The rules for one sentence; the first that finds something speaks for the sentence.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Strength::Declared, find: amount::corrected },
    Rule { name: "boxed", strength: Strength::Declared, find: amount::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: amount::answer_is },
    Rule { name: "total", strength: Strength::Stated, find: amount::total },
    Rule { name: "therefore", strength: Strength::Stated, find: amount::therefore },
    Rule { name: "number-needed", strength: Strength::Implied, find: amount::needed },
    Rule { name: "equals", strength: Strength::Implied, find: amount::equals },
    Rule { name: "alone-on-line", strength: Strength::Implied, find: amount::alone },
];

/// Reads a number.
pub(crate) fn read(document: &Document, context: &Context<'_>) -> Option<Reading> {
    let sentences = document.sentences().filter(|sentence| !sentence.question);
    let findings: Vec<_> =
        sentences.filter_map(|sentence| rule::first(RULES, &sentence, context)).collect();
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

/// The only number in the whole response, those left aside that are denied: "7 races, not 6". If
/// the response begins with it, it may go on with what it is for: "7 races for 25 horses".
fn only_number(document: &Document) -> Option<Reading> {
    let mut stated: Option<(i64, usize, usize)> = None;
    for sentence in document.sentences() {
        for at in amount::numbers(&sentence) {
            let opens = stated.is_some_and(|(_, start, _)| Some(start) == first_byte(document));
            if amount::is_denied(&sentence, at) || (opens && amount::is_given(&sentence, at)) {
                continue;
            }
            let number = amount::stated(&sentence, at)?;
            let token = sentence.tokens.get(at)?;
            if stated.is_some_and(|(other, ..)| other != number) {
                return None;
            }
            stated = stated.or(Some((number, token.start, token.end)));
        }
    }
    let (number, start, end) = stated?;
    Some(Reading::at(Answer::Number(number), start, end, "only-number"))
}

/// Where the first sentence begins.
fn first_byte(document: &Document) -> Option<usize> {
    let first: Sentence<'_> = document.sentence(0)?;
    first.tokens.first().map(|token| token.start)
}
