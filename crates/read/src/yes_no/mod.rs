//! Reading a yes or no.

mod decide;
pub(crate) mod said;
pub(crate) mod soundness;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::finding::{Said, Strength};
use crate::rule::{self, Rule};
use crate::text::Document;
use peirast_record::{Answer, Reading};

pub(crate) use decide::decide;

/// The rules for one sentence; the first that finds something speaks for the sentence.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Strength::Declared, find: said::corrected },
    Rule { name: "boxed", strength: Strength::Declared, find: said::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: said::answer_is },
    Rule { name: "opening-at-odds", strength: Strength::Stated, find: said::at_odds },
    Rule { name: "says-yes-or-no", strength: Strength::Stated, find: said::opens },
    Rule { name: "bare-verdict", strength: Strength::Stated, find: soundness::bare },
    Rule { name: "soundness", strength: Strength::Stated, find: soundness::predicate },
    Rule { name: "follows", strength: Strength::Stated, find: soundness::follows },
    Rule { name: "established", strength: Strength::Implied, find: soundness::established },
    Rule { name: "leads-to-yes-or-no", strength: Strength::Implied, find: said::led_to },
    Rule { name: "not-established", strength: Strength::Implied, find: soundness::not_established },
];

/// Reads a yes or no.
pub(crate) fn read(document: &Document, context: &Context<'_>) -> Option<Reading> {
    let sentences = document.sentences().filter(|sentence| !sentence.question);
    let findings: Vec<_> =
        sentences.filter_map(|sentence| rule::first(RULES, &sentence, context)).collect();
    decide(document, &findings)
}

/// A yes or no.
pub(crate) fn says(yes: bool) -> Said {
    Said::Verdict(Answer::YesNo(yes))
}
