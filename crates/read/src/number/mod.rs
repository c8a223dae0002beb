//! Reading a number.

mod amount;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::decided::Decided;
use crate::finding::{Finding, Said, Strength, announced, standing};
use crate::rule::{self, Rule};
use crate::text::numeral::in_digits;
use crate::text::{Document, Sentence};
use peirast_record::{Answer, FinishReason, Number, Reading};

/// The rules for one sentence; the first rule with a finding decides.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Strength::Declared, find: amount::corrected },
    Rule { name: "boxed", strength: Strength::Declared, find: amount::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: amount::answer_is },
    Rule { name: "total", strength: Strength::Stated, find: amount::total },
    Rule { name: "therefore", strength: Strength::Stated, find: amount::therefore },
    Rule { name: "it-is", strength: Strength::Stated, find: amount::it_is },
    Rule { name: "concluded", strength: Strength::Stated, find: amount::concluded },
    Rule { name: "comes-to", strength: Strength::Stated, find: amount::comes_to },
    Rule { name: "number-needed", strength: Strength::Stated, find: amount::needed },
    Rule { name: "worked-out", strength: Strength::Implied, find: amount::worked_out },
    Rule { name: "equals", strength: Strength::Implied, find: amount::equals },
    Rule { name: "labelled", strength: Strength::Implied, find: amount::labelled },
    Rule { name: "alone-on-line", strength: Strength::Implied, find: amount::alone },
    Rule { name: "opening", strength: Strength::Implied, find: amount::opening },
];

/// Reads a number.
pub(crate) fn read(text: &str, document: &Document, context: &Context<'_>) -> Option<Decided> {
    if let Some(reading) = marked(text) {
        return Some(Decided::announced(reading));
    }
    let sentences = document.sentences().filter(|sentence| !sentence.question);
    let findings: Vec<_> =
        sentences.filter_map(|sentence| rule::first(RULES, &sentence, context)).collect();
    decide(document, standing(document, &findings), context.finish == FinishReason::Length)
        .or_else(|| only_number(document).map(Decided::stated))
        .or_else(|| roman(text).map(Decided::announced))
}

/// A last line that is marked as the answer: "#### 18".
fn marked(text: &str) -> Option<Reading> {
    let line = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let rest = text.get(line..)?.strip_prefix("####")?;
    let number = rest.trim_start_matches([' ', '$']);
    let start = line + "####".len() + rest.len() - number.len();
    let digits = number.strip_prefix(['-', '\u{2212}']).unwrap_or(number);
    let read = in_digits(digits)?;
    let value = read.value.filter(|_| !read.percent)?;
    let value = if digits.len() < number.len() { value.negated()? } else { value };
    let end = start + number.len() - digits.len() + read.length;
    Some(Reading::at(Answer::Number(value), start, end, "marked"))
}

/// A whole answer in Roman numerals.
fn roman(text: &str) -> Option<Reading> {
    const DIGITS: &[(u8, i64)] =
        &[(b'M', 1000), (b'D', 500), (b'C', 100), (b'L', 50), (b'X', 10), (b'V', 5), (b'I', 1)];
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let worth = |b: u8| DIGITS.iter().find(|(digit, _)| *digit == b).map(|(_, worth)| *worth);
    let digits: Option<Vec<i64>> = bare.bytes().take(16).map(worth).collect();
    let digits =
        digits.filter(|digits| (2..16).contains(&digits.len()) || bare == "V" || bare == "X")?;
    let value: i64 = digits
        .iter()
        .enumerate()
        .map(
            |(at, worth)| {
                if digits.get(at + 1).is_some_and(|next| next > worth) { -worth } else { *worth }
            },
        )
        .sum();
    let start = text.find(bare)?;
    (value > 0)
        .then(|| Reading::at(Answer::Number(value.into()), start, start + bare.len(), "roman"))
}

fn decide(document: &Document, findings: &[Finding], cut_off: bool) -> Option<Decided> {
    let last = |wanted: &dyn Fn(&Finding) -> bool| findings.iter().rev().find(|f| wanted(f));
    if let Some(finding) = announced(document, findings, cut_off).ok()? {
        let stands = !is_superseded(document, &finding);
        return stands.then(|| Decided::announced(finding.reading()));
    }
    let decides = |f: &Finding| f.concludes || f.strength == Strength::Stated || f.rule == "equals";
    let found = last(&decides).or_else(|| findings.last())?;
    // An intermediate sum is no answer: "8000 · 1.25 = 10000. ... The town then has 9500
    // inhabitants."
    let on_the_way = found.rule == "equals" && !found.concludes && is_followed(document, found);
    (!on_the_way).then(|| Decided::stated(found.reading()).concluding(found.concludes))
}

/// Returns true if a later sentence replaces the number: "The answer was 11. Now it's 7."
fn is_superseded(document: &Document, found: &Finding) -> bool {
    let later = document.sentences().skip(found.sentence + 1);
    later.filter(|sentence| !sentence.question).any(|sentence| {
        let now = amount::by_now(&sentence);
        now.is_some_and(|number| found.said != Said::Verdict(Answer::Number(number)))
    })
}

/// Returns true if a later sentence states a number other than the one found, and only that.
fn is_followed(document: &Document, found: &Finding) -> bool {
    let later = document.sentences().skip(found.sentence + 1);
    later.filter(|sentence| !sentence.question).any(|sentence| {
        let mut numbers = amount::numbers(&sentence).filter(|at| !amount::is_given(&sentence, *at));
        let said = numbers.next().and_then(|at| amount::stated(&sentence, at));
        let alone = numbers.next().is_none();
        alone && said.is_some_and(|number| found.said != Said::Verdict(Answer::Number(number)))
    })
}

/// The only number in the whole response, without denied ones: "7 races, not 6". If the response
/// begins with it, it may continue with its purpose: "7 races for 25 horses".
fn only_number(document: &Document) -> Option<Reading> {
    let mut stated: Option<(Number, usize, usize)> = None;
    for sentence in document.sentences() {
        if sentence.question && amount::numbers(&sentence).next().is_some() {
            return None;
        }
        for at in amount::numbers(&sentence) {
            let opens = stated.is_some_and(|(_, start, _)| Some(start) == first_byte(document));
            if amount::is_denied(&sentence, at) || (opens && amount::is_given(&sentence, at)) {
                continue;
            }
            if amount::is_unasserted(&sentence, at) {
                return None;
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

/// The first byte of the first sentence.
fn first_byte(document: &Document) -> Option<usize> {
    let first: Sentence<'_> = document.sentence(0)?;
    first.tokens.first().map(|token| token.start)
}
