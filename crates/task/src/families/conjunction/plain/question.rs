//! Texts before the question that may reverse it ("Which is less likely, or rather:") or say how to
//! answer it ("Circle whichever seldom happens.").

use super::refused::{first_phrase, is_of};

/// Words of questions, of probabilities, and of instructions. No story of the data files has one.
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
    our us my i hereafter seldom rarely scarcely infrequent infrequently uncommon uncommonly latter backward flip \
    flips flipped flipping swapped swapping switch switched invert inverts reader readers respondent respondents \
    examiner examiners solver solvers grader graders instruction instructions instructed yes replies respond \
    responds responses correct correctly incorrect incorrectly wrongly rightly counts";

/// Verbs of an instruction, if they begin a sentence or a part after a comma. A story in statements
/// begins no sentence with them.
const INSTRUCTIONS: &str = "\
    act add announce assume avoid be call change check circle consider copy cross declare deduct determine do don't \
    enter exchange favor favour fill find flip follow give go guess highlight identify imagine indicate insert \
    invert judge keep label leave let list look make mark multiply name note order output pass point prefer present \
    pretend print provide put rate read remember repeat reply report respond return say see select send set settle \
    show skip sort speak state stick submit subtract swap switch take tell tick turn type underline use vote \
    write";

/// Those of these verbs that can also report an event: "She sat down, read a book, and left".
const PAST_TOO: &str = "let put read set";

/// First words of the object of an instruction.
const OBJECTS: &str = "\
    a an the this that these those it its them either neither both one whichever whatever what which with by as no b";

/// Words before the verb of an instruction: "and then please mark".
const OPENERS: &str =
    "please kindly now then and but so or just also always instead rather simply only never";

/// Beginnings of a question, and references to options, of several words.
const PHRASES: [&str; 22] = [
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
    "vice versa",
    "is wanted",
    "wanted is",
    "the other one",
    "the one that",
    "the one which",
    "the one to",
    "stands for",
    "stand for",
];

/// Marks that do not end a sentence of a story, or that mark an option.
const MARKS: [char; 5] = ['?', '!', '(', ')', ':'];

/// Returns the word or mark because of which a text before the question may ask something else, or
/// say how to answer; `None` if there is none.
pub(in crate::families) fn other_question(opening: &str) -> Option<String> {
    let small = opening.to_lowercase();
    let words = small.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let mark = || opening.chars().find(|c| MARKS.contains(c)).map(|mark| mark.to_string());
    let word = words.iter().find(|word| is_of(WORDS, word)).map(|word| (*word).to_owned());
    first_phrase(&words, &PHRASES).or(word).or_else(mark).or_else(|| instruction(opening))
}

/// Returns the first verb of an instruction.
fn instruction(opening: &str) -> Option<String> {
    opening.split(['.', ';', '\n']).find_map(|sentence| {
        let mut parts = sentence.split([',', '—', '–']).enumerate();
        parts.find_map(|(number, part)| instructing_verb(part, number > 0))
    })
}

/// Returns the verb with which a part of a sentence begins, if it is an instruction.
fn instructing_verb(part: &str, is_behind_comma: bool) -> Option<String> {
    let part = part.replace('’', "'").to_lowercase();
    let words = part.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let mut words = words.filter(|word| !word.is_empty()).map(str::to_owned);
    let verb = words.find(|word| !is_of(OPENERS, word))?;
    let next = words.next();
    // "Mark bakes", but "Mark the first".
    let is_person = verb == "mark" && next.is_some_and(|next| !is_of(OBJECTS, &next));
    let is_told = is_behind_comma && is_of(PAST_TOO, &verb);
    (is_of(INSTRUCTIONS, &verb) && !is_person && !is_told).then_some(verb)
}
