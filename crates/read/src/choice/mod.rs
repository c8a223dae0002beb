//! Reading a choice among lettered options.

mod announced;
mod compared;
mod decide;
mod echoed;
mod ordinal;
mod placed;
mod rejected;
mod short;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::finding::{Finding, Hit, Said, Strength};
use crate::rule::Rule;
use crate::text::{Document, Kind, Mention, Sentence, Token};
use peirast_record::{Answer, Reading};

/// The rules for one sentence; the first that finds something speaks for the sentence.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Strength::Declared, find: rejected::corrected },
    Rule { name: "boxed", strength: Strength::Declared, find: announced::boxed },
    Rule { name: "set-against", strength: Strength::Declared, find: rejected::set_against },
    Rule { name: "answer-is", strength: Strength::Declared, find: announced::answer_is },
    Rule { name: "is-the-answer", strength: Strength::Declared, find: announced::is_the_answer },
    Rule { name: "chosen", strength: Strength::Declared, find: announced::chosen },
    Rule { name: "no-difference", strength: Strength::Stated, find: compared::no_difference },
    Rule { name: "which-is", strength: Strength::Stated, find: announced::which_is },
    Rule { name: "more-likely", strength: Strength::Stated, find: compared::more_likely },
    Rule { name: "greater-probability", strength: Strength::Stated, find: compared::greater },
    Rule { name: "therefore", strength: Strength::Stated, find: short::therefore },
    Rule { name: "it-is", strength: Strength::Stated, find: short::it_is },
    Rule { name: "is-it", strength: Strength::Stated, find: short::is_it },
    Rule { name: "less-likely", strength: Strength::Implied, find: compared::less_likely },
    Rule { name: "rejected", strength: Strength::Implied, find: rejected::rejected },
    Rule { name: "ordered", strength: Strength::Implied, find: short::ordered },
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
    let kind = |token: &Token| matches!(token.kind, Kind::Mention(_) | Kind::Chance(_));
    if !sentence.tokens.iter().any(kind) {
        return ordinal::find(sentence, context)
            .or_else(|| placed::referring(document, sentence, context));
    }
    let found = RULES.iter().find_map(|rule| {
        let hit = (rule.find)(sentence, context)?;
        let listed = placed::is_listed(document, sentence, hit.last);
        (!listed).then(|| settled(rule, sentence, hit))
    });
    found.or_else(|| placed::find(document, sentence))
}

/// What a rule found, unless the rest of the sentence takes it back.
fn settled(rule: &Rule, sentence: &Sentence<'_>, hit: Hit) -> Finding {
    if rejected::is_taken_back(sentence, hit.last) || rejected::is_corrected(sentence, hit.last) {
        let none = Hit { said: Said::None, ..hit };
        return Finding::new(none, Strength::Implied, "taken-back", sentence);
    }
    Finding::new(hit, rule.strength, rule.name, sentence)
}

/// What naming an option says.
fn chosen(mention: Mention) -> Said {
    if mention.offered { Said::Verdict(Answer::Choice(mention.letter)) } else { Said::None }
}
