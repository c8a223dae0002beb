//! Replies that say yes or no without these words: "Correct.", "It is.", "I agree", "Not at all",
//! "Nein", and replies that repeat the question.

use super::says;
use crate::Context;
use crate::fields::Stems;
use crate::finding::{Finding, Hit, Strength};
use crate::text::{Document, Kind, Sentence, Word};
use peirast_record::{Answer, Reading};

/// Longest reply, in words.
const SHORT: usize = 6;

/// "Yes" or "no" in another language at the beginning: "Nein, das ist nicht so."
pub(crate) fn opens_foreign(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let yes = match sentence.word(0) {
        Word::Ja => true,
        Word::Nein => false,
        _ => return None,
    };
    let ended = sentence.len() == 1 || sentence.mark(1).is_some();
    // "Ja, aber nein"
    let both = yes && sentence.has_in(1, sentence.len(), &[Word::No]);
    (sentence.index == 0 && ended && !both).then(|| Hit::new(says(yes), 0, 0))
}

/// A short reply at the beginning of an answer.
pub(crate) fn short(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let words = clause(sentence);
    let last = words.checked_sub(1).filter(|_| sentence.index == 0 && words <= SHORT)?;
    // "Sure, let me think.", "OK. It does not hold."
    let polite = sentence.is(last, &[Word::Sure, Word::Certain, Word::Correct]);
    if polite && (words < sentence.len() || !sentence.closed) {
        return None;
    }
    let all = |from: usize, allowed: &[Word]| {
        (from..words).all(|at| sentence.is(at, allowed) || sentence.is_plain(at))
    };
    let word = |at: usize| sentence.word(at);
    let [it, this, that] = [Word::It, Word::This, Word::That];
    let subject = [it, this, that, Word::Argument, Word::Sure, Word::Of, word(last)];
    let denial =
        [it, this, that, Word::Is, Word::Do, Word::Of, Word::Sure, Word::Apologize, Word::Not];
    let yes = match word(last) {
        // "Correct.", "Absolutely true."
        Word::Certain if last == 0 => true,
        // "Negative."
        Word::Minus if last == 0 => false,
        Word::Correct | Word::True | Word::Sure
            if last <= 1 && all(0, &[word(last), Word::Of, Word::Sure]) =>
        {
            true
        }
        Word::Wrong if last == 3 && word(2) == Word::Not && word(1) == Word::Is => true,
        Word::Wrong if last <= 1 && all(0, &[Word::Wrong]) => false,
        // "It is.", "Indeed it is.", "It does."
        Word::Is | Word::Do | Word::Follow
            if last <= 3
                && all(0, &subject)
                && sentence.has_in(0, last, &[Word::It, Word::This]) =>
        {
            true
        }
        // "Absolutely not.", "It's not.", "It does not."
        Word::Not if all(0, &denial) => false,
        Word::Way | Word::Probability if (1..=2).contains(&last) && word(last - 1) == Word::No => {
            false
        }
        // "I agree", "I think so"
        Word::Agree if word(0) == Word::I => !sentence.has(&[Word::Not]),
        Word::Disagree if word(0) == Word::I => sentence.has(&[Word::Not]),
        Word::Therefore if word(0) == Word::I && sentence.has(&[Word::Say]) => {
            !sentence.has(&[Word::Not])
        }
        // "Not at all", "Not ok", "Not really"
        _ if word(0) == Word::Not
            && (1..=2).contains(&last)
            && all(1, &[Word::All, Word::Sure]) =>
        {
            let open = sentence.is(1, &[Word::Enough, Word::Only, Word::Necessary]);
            (!open).then_some(false)?
        }
        _ => return None,
    };
    Some(Hit::new(says(yes), 0, last))
}

/// Number of words before the first sign.
fn clause(sentence: &Sentence<'_>) -> usize {
    let sign = (0..sentence.len()).find(|at| sentence.mark(*at).is_some());
    sign.unwrap_or(sentence.len())
}

/// "The argument appears valid at first. It isn't."
pub(crate) fn taken_back(document: &Document, sentence: &Sentence<'_>) -> Option<Finding> {
    let subject = sentence.is(0, &[Word::It, Word::This]);
    let denied = sentence.len() == 3
        && sentence.is(1, &[Word::Is, Word::Do])
        && sentence.word(2) == Word::Not;
    let before = document.sentence(sentence.index.checked_sub(1)?).filter(|_| subject && denied)?;
    let sound = (0..before.len()).rev().find_map(|at| match before.word(at) {
        Word::Sound => Some(true),
        Word::Unsound => Some(false),
        _ => None,
    })?;
    (before.has(&[Word::Seem])).then(|| {
        Finding::new(Hit::new(says(!sound), 0, 2), Strength::Declared, "taken-back", sentence)
    })
}

/// "Is it sound? No.": the answer to the author's own question, if it asks for the verdict.
pub(crate) fn own_question(document: &Document, sentence: &Sentence<'_>) -> Option<Finding> {
    let before = document.sentence(sentence.index.checked_sub(1)?)?;
    if !before.question || before.has(&[Word::Premise, Word::If]) && !before.has(&[Word::Argument])
    {
        return None;
    }
    let sound = (0..before.len()).find_map(|at| match before.word(at) {
        Word::Sound | Word::Follow => Some(true),
        Word::Correct | Word::True if before.len() <= 6 => Some(true),
        Word::Unsound => Some(false),
        _ => None,
    })?;
    // "Correct? I don't think so."
    let doubts = sentence.word(0) == Word::I && sentence.has_in(0, 5, &[Word::Not]);
    let so = sentence.word(sentence.len() - 1) == Word::Therefore && sentence.len() <= 6;
    if sentence.word(0) == Word::I && so && sentence.has(&[Word::Say]) {
        let hit = Hit::new(says(doubts != sound), 0, sentence.len() - 1);
        return Some(Finding::new(hit, Strength::Stated, "own-question", sentence));
    }
    let at = (0..3).find(|at| sentence.is(*at, &[Word::Yes, Word::No]))?;
    let led = (0..at).all(|at| sentence.mark(at).is_some() || sentence.is(at, &[Word::An]));
    let yes = match sentence.word(at) {
        Word::Yes => true,
        Word::No => false,
        _ => return None,
    };
    let ended = at + 1 >= sentence.len() || sentence.mark(at + 1).is_some();
    let hit = Hit::new(says(yes == sound), at, at);
    (ended && led).then(|| Finding::new(hit, Strength::Stated, "own-question", sentence))
}

/// A reply of one letter: "Y", "n".
pub(crate) fn letter(text: &str) -> Option<Reading> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let yes = match bare {
        "Y" | "y" => true,
        "N" | "n" => false,
        _ => return None,
    };
    let start = text.find(bare)?;
    Some(Reading::at(Answer::YesNo(yes), start, start + bare.len(), "letter"))
}

/// A whole answer that labels what the question asks about, with yes or no: "Prime number? ✗",
/// "Paraphrases: false".
pub(crate) fn label_of_question(text: &str, question: &str) -> Option<Reading> {
    const LONGEST: usize = 120;
    let text = Some(text).filter(|text| text.len() <= LONGEST)?;
    let at = text.find([':', '?', '='])?;
    let label = text.get(..at)?;
    let signs = |c: char| c.is_whitespace() || "*_`\"?:=".contains(c);
    let value = text.get(at..)?.trim_start_matches(signs);
    let start = text.len() - value.len();
    let length = value.find(|c: char| !c.is_alphanumeric() && c != '✓' && c != '✗');
    let said = value.get(..length.unwrap_or(value.len()))?;
    let yes = match said.to_ascii_lowercase().as_str() {
        "yes" | "true" | "✓" => true,
        "no" | "false" | "✗" => false,
        _ => return None,
    };
    let reading = Reading::at(Answer::YesNo(yes), start, start + said.len(), "label-of-question");
    Stems::new(question).has(label).then_some(reading)
}

/// A reply that repeats the question as a statement: "76 is larger than 60" to "Is 76 larger than
/// 60?"
pub(crate) fn restated(text: &str, document: &Document, question: &str) -> Option<Reading> {
    const MOST: usize = 24;
    let question = question.split_inclusive('?').next().filter(|asked| asked.ends_with('?'))?;
    let sentence = document.sentence(0).filter(|sentence| !sentence.question)?;
    // "76 is larger than 60, because ..."
    let reason = |at: &usize| {
        sentence.mark(*at).is_some() && sentence.is(at + 1, &[Word::As, Word::Because])
    };
    let end = (0..sentence.len()).find(reason).unwrap_or(sentence.len());
    let (first, last) = (sentence.tokens.first()?, sentence.tokens.get(end.checked_sub(1)?)?);
    let said = text.get(first.start..last.end)?;
    let asked = content(question, MOST)?;
    let told = content(said, MOST)?;
    let signs = |token: &crate::text::Token| matches!(token.kind, Kind::Word(Word::Not | Word::No));
    let denied = sentence.tokens.iter().any(signs);
    let same = asked.len() >= 2 && asked == told;
    same.then(|| Reading::at(Answer::YesNo(!denied), first.start, last.end, "question-repeated"))
}

/// The content words of a sentence, in lower case; `None` if there are more than `most`.
fn content(text: &str, most: usize) -> Option<Vec<String>> {
    const GLUE: &[&str] = &[
        "is",
        "are",
        "was",
        "were",
        "do",
        "does",
        "did",
        "can",
        "could",
        "will",
        "would",
        "has",
        "have",
        "the",
        "a",
        "an",
        "not",
        "indeed",
        "actually",
        "in",
        "fact",
        "therefore",
        "so",
        "yes",
        "no",
        "of",
        "course",
        "clearly",
        "it",
        "that",
        "true",
        "t",
    ];
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut found = Vec::new();
    for word in words {
        let word = word.to_lowercase();
        if !GLUE.contains(&word.as_str()) {
            found.push(word);
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}
