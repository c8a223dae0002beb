//! Reading whether an argument was called correct or incorrect.
//!
//! The verdict is looked for as with yes and no, in a document in which the words of the question,
//! "correct" and "incorrect", count as "valid" and "invalid" do.

mod announced;
mod described;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::finding::Strength::{Declared, Implied, Stated};
use crate::rule::{self, Rule};
use crate::text::Document;
use crate::yes_no::{self, said, soundness};
use peirast_record::{Answer, Reading};

/// The rules for one sentence; the first that finds something speaks for the sentence.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Declared, find: announced::corrected },
    Rule { name: "boxed", strength: Declared, find: announced::boxed },
    Rule { name: "answer-is", strength: Declared, find: announced::answer_is },
    Rule { name: "i-say", strength: Declared, find: announced::i_say },
    Rule { name: "one-word", strength: Declared, find: announced::alone },
    Rule { name: "corrected-yes-or-no", strength: Declared, find: said::corrected },
    Rule { name: "boxed-yes-or-no", strength: Declared, find: said::boxed },
    Rule { name: "answer-is-yes-or-no", strength: Declared, find: said::answer_is },
    Rule { name: "opening-at-odds", strength: Stated, find: said::at_odds },
    Rule { name: "says-yes-or-no", strength: Stated, find: announced::opens },
    Rule { name: "bare-verdict", strength: Stated, find: soundness::bare },
    Rule { name: "wrong-to-say", strength: Implied, find: described::wrong_to_say },
    Rule { name: "labelled", strength: Stated, find: announced::labelled },
    Rule { name: "argument-is", strength: Stated, find: described::argument_is },
    Rule { name: "soundness", strength: Stated, find: described::predicate },
    Rule { name: "follows", strength: Stated, find: soundness::follows },
    Rule { name: "yes-or-no-on-the-way", strength: Implied, find: said::opens },
    Rule { name: "established", strength: Implied, find: soundness::established },
    Rule { name: "leads-to-yes-or-no", strength: Implied, find: said::led_to },
    Rule { name: "not-established", strength: Implied, find: soundness::not_established },
];

/// Reads whether an argument was called correct.
pub(crate) fn read(document: &Document, context: &Context<'_>) -> Option<Reading> {
    let sentences = document.sentences().filter(|sentence| !sentence.question);
    let findings: Vec<_> =
        sentences.filter_map(|sentence| rule::first(RULES, &sentence, context)).collect();
    let reading = yes_no::decide(document, &findings);
    let mut reading = reading.or_else(|| described::only_word(document))?;
    if let Answer::YesNo(valid) = reading.answer {
        reading.answer = Answer::Valid(valid);
    }
    Some(reading)
}
