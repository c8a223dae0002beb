//! Texts before the question that may turn it round: "Which is less likely, or rather:".

use super::refused::{first_phrase, is_of};

/// Words of questions, of chances, and of instructions. No story of the data files has one.
const WORDS: &str = "\
    question questions answer option options choice choices choose pick select statements events sentence \
    sentences alternative alternatives opposite reverse reversed inverse inverted backwards contrary negate \
    negated negation lie lies false untrue true means mean meant reads treat replace interpret ignore \
    disregard rank less least fewer fewest worse worst lowest smaller smallest rarer rarest harder hardest \
    likely unlikely likelier likeliest unlikelier unlikeliest probable improbable probably improbably \
    probability likelihood improbability plausible implausible credible incredible believable unbelievable \
    believe bet betting odds chance chances risky doubt doubtful impossible possible possibly surprising \
    surprised surprises surprisingly astonish astonishing astonished amaze amazing amazed shock shocking \
    shocked stun stunning startle startling baffle expect expects unexpected expectation you your yours we \
    our us my i hereafter";

/// Words that begin a question, of several words.
const PHRASES: [&str; 13] = [
    "which is",
    "which one",
    "which of",
    "which would",
    "which seems",
    "which looks",
    "which are",
    "surprise more",
    "more surprise",
    "of a surprise",
    "the surprise",
    "bigger surprise",
    "greater surprise",
];

/// Marks that no sentence of a story ends in, or that make an option.
const MARKS: [char; 5] = ['?', '!', '(', ')', ':'];

/// The word or the mark for which a text before the question may ask something else; `None` if there
/// is none.
pub(in super::super) fn other_question(opening: &str) -> Option<String> {
    let small = opening.to_lowercase();
    let words = small.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let mark = || opening.chars().find(|c| MARKS.contains(c)).map(|mark| mark.to_string());
    let word = words.iter().find(|word| is_of(WORDS, word)).map(|word| (*word).to_owned());
    first_phrase(&words, &PHRASES).or(word).or_else(mark)
}
