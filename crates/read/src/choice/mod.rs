//! Reading a choice among lettered options.

mod announced;
mod compared;
mod decide;
mod disowned;
mod echoed;
mod exclusive;
pub(crate) mod grades;
pub(crate) mod judged;
mod ordinal;
mod placed;
mod rejected;
mod short;
#[cfg(test)]
mod tests;

use crate::Context;
use crate::decided::Decided;
use crate::finding::{Finding, Hit, Said, Strength};
use crate::rule::Rule;
use crate::text::{Document, Kind, Mention, Sentence, Token, Word};
use peirast_record::{Answer, FinishReason, LETTER_AGAINST_WORDS, Reading};

/// Words of a sentence that names an option without choosing it.
const AGAINST_AN_OPTION: [Word; 15] = [
    Word::Not,
    Word::Neither,
    Word::Less,
    Word::Least,
    Word::Unlikely,
    Word::If,
    Word::Wrong,
    Word::Wrongly,
    Word::Reject,
    Word::Rule,
    Word::Decline,
    Word::Shunned,
    Word::Disagree,
    Word::People,
    Word::Fallacy,
];

/// The rules for one sentence; the first rule with a finding decides.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "corrected", strength: Strength::Declared, find: rejected::corrected },
    Rule { name: "changed", strength: Strength::Declared, find: short::changed },
    Rule { name: "asked-for", strength: Strength::Declared, find: short::asked_for },
    Rule { name: "taken-back", strength: Strength::Implied, find: rejected::headed },
    Rule { name: "boxed", strength: Strength::Declared, find: announced::boxed },
    Rule { name: "set-against", strength: Strength::Declared, find: rejected::set_against },
    Rule { name: "granted", strength: Strength::Stated, find: rejected::granted },
    Rule { name: "answer-is", strength: Strength::Declared, find: announced::answer_is },
    Rule { name: "is-the-answer", strength: Strength::Declared, find: announced::is_the_answer },
    Rule { name: "chosen", strength: Strength::Declared, find: announced::chosen },
    Rule { name: "no-difference", strength: Strength::Stated, find: compared::no_difference },
    Rule { name: "which-is", strength: Strength::Stated, find: announced::which_is },
    Rule { name: "more-likely", strength: Strength::Stated, find: compared::more_likely },
    Rule { name: "greater-probability", strength: Strength::Stated, find: compared::greater },
    Rule { name: "therefore", strength: Strength::Stated, find: short::therefore },
    Rule { name: "it-is", strength: Strength::Stated, find: short::it_is },
    Rule { name: "it-is-at-last", strength: Strength::Stated, find: short::it_is_at_last },
    Rule { name: "only-one", strength: Strength::Stated, find: exclusive::only },
    Rule { name: "all-but", strength: Strength::Stated, find: exclusive::all_but },
    Rule { name: "leaves", strength: Strength::Stated, find: exclusive::leaves },
    Rule { name: "ranked-first", strength: Strength::Stated, find: exclusive::ranked },
    Rule { name: "follows", strength: Strength::Stated, find: exclusive::follows },
    Rule { name: "is-it", strength: Strength::Stated, find: short::is_it },
    Rule { name: "less-likely", strength: Strength::Implied, find: compared::less_likely },
    Rule { name: "rejected", strength: Strength::Implied, find: rejected::rejected },
    Rule { name: "ordered", strength: Strength::Implied, find: short::ordered },
];

/// Rules that find rejected options.
const TURN_DOWN: [&str; 2] = ["rejected", "all-but"];

/// Reads a choice.
pub(crate) fn read(text: &str, document: &Document, context: &Context<'_>) -> Option<Decided> {
    if let Some(reading) = echoed::whole_option(text, context) {
        return Some(Decided::announced(reading));
    }
    let list = judged::find(text, context);
    let mut findings = Vec::new();
    for sentence in document.sentences().filter(|sentence| !sentence.question) {
        findings.extend(find(document, &sentence, context));
    }
    if let Some(list) = list {
        findings.retain(|finding| finding.end <= list.start || finding.start >= list.end);
        let overrides = |finding: &Finding| {
            finding.strength == Strength::Declared
                || (finding.start >= list.end && finding.strength == Strength::Stated)
        };
        if !findings.iter().any(overrides) {
            return list.decided();
        }
    }
    let cut_off = context.finish == FinishReason::Length;
    match decide::decide(document, &findings, cut_off) {
        Some(finding) if finding.said == Said::None => contradicted(document),
        Some(finding) if placed::is_replaced(document, &finding) => None,
        Some(finding) => {
            // The last statement before the cut may have become the answer.
            let differs = |later: &Finding| {
                later.start >= finding.end
                    && later.strength >= Strength::Stated
                    && later.said != finding.said
            };
            match cut_off && findings.iter().any(differs) {
                true => Some(Decided::stated(finding.reading())),
                false => Some(decided(&finding)),
            }
        }
        None => ordinal::alone(text, document, context)
            .or_else(|| none_option(document, context))
            .or_else(|| echoed::announced_option(text, context))
            .or_else(|| echoed::numeric_option(text, context))
            .or_else(|| asked_back(document))
            .or_else(|| echoed::only_letter(document))
            .or_else(|| contradicted(document)),
    }
}

/// The verdict of a list of options alone.
pub(crate) fn judged_in(text: &str, context: &Context<'_>) -> Option<Decided> {
    judged::find(text, context)?.decided()
}

/// A finding as a verdict. One that opens the answer announces it.
fn decided(finding: &Finding) -> Decided {
    let opens = ["opening", "alone-on-line"].contains(&finding.rule) && finding.sentence == 0;
    let reading = finding.reading();
    match finding.strength == Strength::Declared || opens {
        true => Decided::announced(reading),
        false => Decided::stated(reading).concluding(finding.concludes),
    }
}

/// "None of these", if an option has this meaning.
fn none_option(document: &Document, context: &Context<'_>) -> Option<Decided> {
    let says_none = |text: &str| {
        let text = text.to_ascii_lowercase();
        ["none ", "neither ", "no option", "nothing "].iter().any(|begun| text.starts_with(begun))
    };
    let mut options = context.options.iter().filter(|(_, text)| says_none(text));
    let (letter, _) = options.next().filter(|_| options.next().is_none())?;
    let sentence = document.sentence(0).filter(|sentence| sentence.len() <= 10)?;
    let at = (0..sentence.len()).find(|at| sentence.word(*at) == Word::Neither)?;
    let led = at == 0 || sentence.links(at - 1) || sentence.is(at - 1, &[Word::Therefore]);
    let glue = [
        Word::Of,
        Word::This,
        Word::It,
        Word::The,
        Word::Option,
        Word::Follow,
        Word::Is,
        Word::Bound,
        Word::Correct,
        Word::That,
        Word::True,
        Word::Logically,
    ];
    let plain = (at + 1..sentence.len()).all(|at| sentence.is(at, &glue) || sentence.is_plain(at));
    let (first, last) = (sentence.tokens.get(at)?, sentence.tokens.last()?);
    let reading = Reading::at(Answer::Choice(*letter), first.start, last.end, "none-of-these");
    (led && plain && document.len() == 1).then(|| Decided::announced(reading))
}

/// A whole answer of one option with a question mark: "B?"
fn asked_back(document: &Document) -> Option<Decided> {
    let sentence = document.sentence(0).filter(|s| document.len() == 1 && s.len() == 1)?;
    let token = sentence.tokens.first()?;
    match chosen(token.mention()?) {
        Said::Verdict(answer) => {
            Some(Decided::announced(Reading::at(answer, token.start, token.end, "opening")))
        }
        Said::None => None,
    }
}

/// A letter next to the words of another option. It is kept as a finding, and is no verdict.
fn contradicted(document: &Document) -> Option<Decided> {
    let (start, end) = document.contradiction()?;
    Some(Decided::announced(Reading::at(Answer::Unread, start, end, LETTER_AGAINST_WORDS)))
}

/// The finding in one sentence.
fn find(document: &Document, sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
    let kind = |token: &Token| matches!(token.kind, Kind::Mention(_) | Kind::Chance(_));
    if !sentence.tokens.iter().any(kind) {
        return compared::no_difference_at_all(sentence)
            .map(|hit| Finding::new(hit, Strength::Stated, "no-difference", sentence))
            .or_else(|| ordinal::find(sentence, context))
            .or_else(|| placed::referring(document, sentence, context));
    }
    let found = RULES.iter().find_map(|rule| {
        let hit = hit(rule, sentence, context)?;
        let listed = placed::is_listed(document, sentence, hit.last);
        (!listed).then(|| settled(rule, sentence, hit))
    });
    let excepted = (0..sentence.len()).find(|at| exclusive::is_excepted(sentence, *at));
    if let Some(at) = excepted.filter(|_| found.is_none()) {
        return Some(taken_back(sentence, Hit::new(Said::None, at, at)));
    }
    // An option that opens the answer counts more than rejected options.
    let implied = found.as_ref().is_none_or(|found| found.rule == "rejected");
    let opening = || placed::find(document, sentence).filter(|f| f.rule == "opening");
    match implied && sentence.index == 0 {
        true => opening().or(found).or_else(|| placed::find(document, sentence)),
        false => found.or_else(|| placed::find(document, sentence)),
    }
}

/// The finding of the first rule with a finding in a sentence.
fn stated(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
    RULES.iter().find_map(|rule| Some(settled(rule, sentence, hit(rule, sentence, context)?)))
}

/// The finding of a rule, unless it is an option that the sentence excludes: "everything but (b) is
/// right".
fn hit(rule: &Rule, sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let hit = (rule.find)(sentence, context)?;
    let excepted = (hit.first..=hit.last).any(|at| {
        sentence.mention(at).is_some_and(|mention| chosen(mention) == hit.said)
            && exclusive::is_excepted(sentence, at)
    });
    (!excepted || TURN_DOWN.contains(&rule.name)).then_some(hit)
}

/// The finding of a rule, unless the rest of the sentence takes it back.
fn settled(rule: &Rule, sentence: &Sentence<'_>, hit: Hit) -> Finding {
    if rejected::is_taken_back(sentence, hit.last)
        || rejected::is_corrected(sentence, hit.last)
        || rejected::is_denied_claim(sentence, hit)
        || disowned::is_disowned(sentence, hit)
        || !TURN_DOWN.contains(&rule.name) && rejected::is_ruled_out(sentence, hit)
    {
        return taken_back(sentence, hit);
    }
    Finding::new(hit, rule.strength, rule.name, sentence)
}

/// An option that its sentence names without choosing it.
fn taken_back(sentence: &Sentence<'_>, hit: Hit) -> Finding {
    let none = Hit { said: Said::None, ..hit };
    Finding::new(none, Strength::Implied, "taken-back", sentence)
}

/// The statement made by naming an option.
fn chosen(mention: Mention) -> Said {
    if mention.offered && !mention.contradicted {
        Said::Verdict(Answer::Choice(mention.letter))
    } else {
        Said::None
    }
}
