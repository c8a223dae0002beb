//! Reading a yes or no.

mod decide;
pub(crate) mod labelled;
mod marked;
pub(crate) mod reply;
pub(crate) mod said;
pub(crate) mod soundness;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::decided::Decided;
use crate::finding::{Finding, Said, Strength};
use crate::rule::{self, Rule};
use crate::text::Document;
use peirast_record::Answer;

pub(crate) use decide::decide;

/// The rules for one sentence; the first rule with a finding decides.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Strength::Declared, find: said::corrected },
    Rule { name: "boxed", strength: Strength::Declared, find: said::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: said::answer_is },
    Rule { name: "is-the-answer", strength: Strength::Declared, find: said::is_right },
    Rule { name: "labelled", strength: Strength::Declared, find: labelled::labelled },
    Rule { name: "opening-at-odds", strength: Strength::Stated, find: said::at_odds },
    Rule { name: "called-false", strength: Strength::Stated, find: labelled::called_false },
    Rule { name: "but-is-not", strength: Strength::Stated, find: labelled::but_is_not },
    Rule { name: "only-if", strength: Strength::Stated, find: labelled::only_if },
    Rule { name: "neither", strength: Strength::Stated, find: labelled::neither },
    Rule { name: "named-fallacy", strength: Strength::Stated, find: labelled::named_fallacy },
    Rule { name: "inverted", strength: Strength::Stated, find: labelled::inverted },
    Rule { name: "turns", strength: Strength::Declared, find: said::turns },
    Rule { name: "says-yes-or-no", strength: Strength::Stated, find: said::opens },
    Rule { name: "says-yes-or-no", strength: Strength::Stated, find: reply::opens_foreign },
    Rule { name: "short-reply", strength: Strength::Stated, find: reply::short },
    Rule { name: "argument-fails", strength: Strength::Stated, find: soundness::fails },
    Rule { name: "bare-verdict", strength: Strength::Stated, find: soundness::bare },
    Rule { name: "soundness", strength: Strength::Stated, find: soundness::predicate },
    Rule {
        name: "follows-a-fallacy",
        strength: Strength::Stated,
        find: soundness::follows_a_fallacy,
    },
    Rule { name: "follows", strength: Strength::Stated, find: soundness::follows },
    Rule { name: "established", strength: Strength::Implied, find: soundness::established },
    Rule { name: "leads-to-yes-or-no", strength: Strength::Implied, find: said::led_to },
    Rule { name: "not-established", strength: Strength::Implied, find: soundness::not_established },
];

/// Reads a yes or no.
pub(crate) fn read(text: &str, document: &Document, context: &Context<'_>) -> Option<Decided> {
    if let Some(reading) = reply::letter(text) {
        return Some(Decided::announced(reading));
    }
    let sentences = document.sentences().filter(|sentence| !sentence.question);
    let mut findings: Vec<_> = sentences
        .filter_map(|sentence| {
            reply::taken_back(document, &sentence)
                .or_else(|| reply::own_question(document, &sentence))
                .or_else(|| rule::first(RULES, &sentence, context))
        })
        .collect();
    if let Some(list) = marked::find(text) {
        findings.retain(|finding| finding.end <= list.start || finding.start >= list.end);
        let overrides = |finding: &Finding| {
            finding.strength == Strength::Declared
                || (finding.start >= list.end && finding.strength == Strength::Stated)
        };
        if !findings.iter().any(overrides) {
            return list.reading().map(Decided::announced);
        }
    }
    if is_contradicted(document, &findings) {
        return None;
    }
    let restated = || {
        let labelled = reply::label_of_question(text, context.question);
        let restated = || reply::restated(text, document, context.question);
        labelled.or_else(restated).map(Decided::announced)
    };
    decide(document, &findings).map(|finding| decided(&finding)).or_else(restated)
}

/// "Yes. The conclusion does not follow.": two sentences that contradict each other.
fn is_contradicted(document: &Document, findings: &[Finding]) -> bool {
    match findings {
        [first, second] => {
            document.len() == 2
                && first.rule == "says-yes-or-no"
                && second.strength == Strength::Stated
                && second.said != first.said
                && document.last_correction().is_none()
        }
        _ => false,
    }
}

/// A finding as a verdict. In the first sentence it opens the answer, and counts as announced.
pub(crate) fn decided(finding: &Finding) -> Decided {
    let opens = finding.sentence == 0 && finding.strength >= Strength::Stated;
    let reading = finding.reading();
    match finding.strength == Strength::Declared || opens {
        true => Decided::announced(reading),
        false => Decided::stated(reading).concluding(finding.concludes),
    }
}

/// A yes or no.
pub(crate) fn says(yes: bool) -> Said {
    Said::Verdict(Answer::YesNo(yes))
}
