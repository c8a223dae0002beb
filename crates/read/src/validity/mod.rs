//! Reads verdicts on an argument: correct or incorrect.
//!
//! The rules are those of yes and no. The words of the question, "correct" and "incorrect", count
//! like "valid" and "invalid".

mod announced;
mod described;
mod doubtful;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::decided::Decided;
use crate::finding::Finding;
use crate::finding::Strength::{Declared, Implied, Stated};
use crate::rule::{self, Rule};
use crate::text::Document;
use crate::yes_no::{self, labelled, reply, said, soundness};
use peirast_record::Answer;
use std::borrow::Cow;

/// The rules for one sentence; the first rule with a finding decides.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "keyed", strength: Declared, find: announced::keyed },
    Rule { name: "corrected", strength: Declared, find: announced::corrected },
    Rule { name: "labelled-predicate", strength: Declared, find: labelled::labelled },
    Rule { name: "only-if", strength: Stated, find: labelled::only_if },
    Rule { name: "neither", strength: Stated, find: labelled::neither },
    Rule { name: "named-fallacy", strength: Stated, find: labelled::named_fallacy },
    Rule { name: "called-false", strength: Stated, find: labelled::called_false },
    Rule { name: "boxed", strength: Declared, find: announced::boxed },
    Rule { name: "answer-is", strength: Declared, find: announced::answer_is },
    Rule { name: "i-say", strength: Declared, find: announced::i_say },
    Rule { name: "whole-answer", strength: Declared, find: announced::whole },
    Rule { name: "one-word", strength: Declared, find: announced::alone },
    Rule { name: "bare-verdict", strength: Stated, find: described::bare },
    Rule { name: "wrong-to-say", strength: Implied, find: described::wrong_to_say },
    Rule { name: "but-is-not", strength: Stated, find: described::elliptic },
    Rule { name: "labelled", strength: Stated, find: announced::labelled },
    Rule { name: "argument-is", strength: Stated, find: described::argument_is },
    Rule { name: "soundness", strength: Stated, find: described::predicate },
    Rule { name: "conclusion-is", strength: Implied, find: described::conclusion_is },
    Rule { name: "follows", strength: Stated, find: described::follows },
    Rule { name: "established", strength: Implied, find: soundness::established },
    Rule { name: "not-established", strength: Implied, find: soundness::not_established },
];

/// Yes and no, for texts that use no other words.
pub(crate) const YES_OR_NO: &[Rule] = &[
    Rule { name: "corrected-yes-or-no", strength: Declared, find: said::corrected },
    Rule { name: "boxed-yes-or-no", strength: Declared, find: said::boxed },
    Rule { name: "answer-is-yes-or-no", strength: Declared, find: said::answer_is },
    Rule { name: "says-yes-or-no", strength: Stated, find: announced::opens },
];

/// Reads the verdict on an argument. If two verdicts contradict each other and nothing decides
/// between them, there is none.
pub(crate) fn read(document: &Document, context: &Context<'_>) -> Option<Decided> {
    let found = |rules: &'static [Rule]| -> Vec<Finding> {
        let sentences = document.sentences().filter(|sentence| !sentence.question);
        sentences.filter_map(|sentence| rule::first(rules, &sentence, context)).collect()
    };
    let answered = document.sentences().filter_map(|sentence| {
        reply::taken_back(document, &sentence).or_else(|| reply::own_question(document, &sentence))
    });
    let mut words: Vec<Finding> = found(RULES).into_iter().chain(answered).collect();
    words.sort_by_key(|finding| finding.start);
    let yes_or_no = found(YES_OR_NO);
    let verdict = yes_no::decide(document, &words);
    let opening = yes_no::decide(document, &yes_or_no);
    let finding = match (verdict, opening) {
        (Some(verdict), Some(opening)) if verdict.said != opening.said => {
            // "No. The syllogism is correct." answers two questions, or contradicts itself.
            if document.len() <= SHORT { None } else { Some(verdict) }
        }
        (Some(verdict), _) => Some(verdict),
        (None, Some(opening)) => {
            // "Is there a counterexample? Yes." answers another question.
            let asks = document.sentences().any(|sentence| sentence.question);
            Some(opening).filter(|_| !asks && words.is_empty())
        }
        (None, None) => None,
    }?;
    let mut decided = yes_no::decided(&finding);
    if doubtful::is_doubtful(document, &decided.reading) {
        return None;
    }
    if let Answer::YesNo(valid) = decided.reading.answer {
        decided.reading.answer = Answer::Valid(valid);
    }
    Some(decided)
}

/// The text without check marks that only repeat its verdict: "correct ✓". `None` if they
/// contradict it ("correct ✗") or leave a box empty. Marks that are the answer stay.
pub(crate) fn without_marks(text: &str) -> Option<Cow<'_, str>> {
    const MOST: usize = 200;
    let marks = ['✓', '✗'];
    let short = text.len() < MOST;
    if !text.contains(marks) && (!short || !text.contains("[ ]")) {
        return Some(Cow::Borrowed(text));
    }
    let answers = |at: usize| {
        let before = text.get(..at).unwrap_or_default().trim_end();
        before.ends_with(['?', ':', '|']) || before.ends_with("sound") || before.ends_with("valid")
    };
    if text.match_indices(marks).any(|(at, _)| answers(at)) {
        return Some(Cow::Borrowed(text));
    }
    let lower = text.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let unsound = says(&["incorrect", "invalid", "wrong", "false", "not correct"]);
    let sound = !unsound && says(&["correct", "valid", "true"]);
    let contradicts = (text.contains('✗') && sound) || (text.contains('✓') && unsound);
    let boxes = text.contains("[ ]") && !text.contains("[x]");
    if short && (contradicts || boxes) {
        return None;
    }
    Some(Cow::Owned(text.replace(marks, "   ")))
}

/// Longest text, in sentences, whose opening and verdict have to agree.
const SHORT: usize = 2;
