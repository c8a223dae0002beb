//! Reading a choice among lettered options.

mod announced;
mod compared;
mod decide;
mod echoed;
mod placed;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::finding::{Finding, Hit, Said, Strength};
use crate::text::{Document, Mention, Sentence};
use peirast_record::{Answer, Reading};

/// A way of stating a choice.
pub(crate) struct Rule {
    /// Name in the reading.
    pub name: &'static str,
    /// How much it commits.
    pub strength: Strength,
    /// Looks for it in one sentence.
    pub find: fn(&Sentence<'_>, &Context<'_>) -> Option<Hit>,
}

/// The rules for one sentence; the first that finds something speaks for the sentence.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "boxed", strength: Strength::Declared, find: announced::boxed },
    Rule { name: "answer-is", strength: Strength::Declared, find: announced::answer_is },
    Rule { name: "is-the-answer", strength: Strength::Declared, find: announced::is_the_answer },
    Rule { name: "chosen", strength: Strength::Declared, find: announced::chosen },
    Rule { name: "no-difference", strength: Strength::Stated, find: compared::no_difference },
    Rule { name: "which-is", strength: Strength::Stated, find: announced::which_is },
    Rule { name: "more-likely", strength: Strength::Stated, find: compared::more_likely },
    Rule { name: "greater-probability", strength: Strength::Stated, find: compared::greater },
    Rule { name: "less-likely", strength: Strength::Implied, find: compared::less_likely },
];

/// Reads a choice.
pub(crate) fn read(document: &Document, context: &Context<'_>) -> Option<Reading> {
    let mut findings = Vec::new();
    for sentence in document.sentences().filter(|sentence| !sentence.question) {
        findings.extend(find(document, &sentence, context));
    }
    match decide::decide(document, &findings) {
        Some(finding) if finding.said == Said::None => None,
        Some(finding) => Some(finding.reading()),
        None => echoed::only_letter(document),
    }
}

/// What one sentence says.
fn find(document: &Document, sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
    if sentence.tokens.iter().all(|token| token.mention().is_none()) {
        return placed::referring(document, sentence, context);
    }
    let found = RULES.iter().find_map(|rule| {
        let hit = (rule.find)(sentence, context)?;
        let listed = placed::is_listed(document, sentence, hit.last);
        (!listed).then(|| Finding::new(hit, rule.strength, rule.name, sentence))
    });
    found.or_else(|| placed::find(document, sentence))
}

/// What naming an option says.
fn chosen(mention: Mention) -> Said {
    if mention.offered { Said::Verdict(Answer::Choice(mention.letter)) } else { Said::None }
}
