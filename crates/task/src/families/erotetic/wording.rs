//! The sentences around a problem of the theory.

use super::QuestionKind;
use crate::families::draw::segment;
use peirast_record::Segment;

/// Roles of the segments, in their order.
pub(super) const FIRST: &str = "first-premise";
pub(super) const INQUIRY: &str = "inquiry";
pub(super) const REST: &str = "other-premises";
pub(super) const NOTE: &str = "note";
pub(super) const ASKED: &str = "asked";

/// Roles of the segments with the scene and with the premises, the questions between them and the
/// note on their interpretation.
pub(crate) const PREAMBLE: &str = "preamble";
pub(crate) const PREMISES: [&str; 4] = [FIRST, INQUIRY, REST, NOTE];

/// The mark before a premise.
pub(crate) const BULLET: &str = "* ";
/// The text before the conclusion in question.
pub(crate) const CONCLUSION: &str = "Conclusion: ";
/// The text before an inserted question.
pub(crate) const ASKING: &str = "ask yourself whether this is so: ";

/// The note on the interpretation of alternatives, if there are any: a separate paragraph, so that
/// it is not taken for a premise.
const EITHER_OR: &str =
    "\n(Here \"either ... or\" means that at least one of the alternatives holds, perhaps more.)\n";

const OPEN: &str = "What, if anything, follows from this? More than one answer can be right.

Write your conclusion in English, as one statement, in this form:
Answer: From the premises, we can conclude that ...";

const YES_NO: &str = "Does the following conclusion necessarily follow from this?\n\n";

const YES_NO_FORM: &str = "\n\nGive your answer in this form:\nAnswer: Yes\nor\nAnswer: No";

const CHOICE: &str = "Which of the following necessarily follows from this?\n\n";

const CHOICE_FORM: &str =
    "\nGive your answer in this form, with the letter of one option:\nAnswer: (letter)";

/// The last option of a choice.
pub(super) const NONE: &str = "None of these follows.";

/// The parts of a text.
pub(super) struct Parts<'a> {
    pub preamble: &'a str,
    pub premises: &'a [String],
    /// The questions after the first premise.
    pub questions: &'a [String],
    /// The conclusion in question.
    pub asked: &'a [String],
    /// The options.
    pub options: &'a [(char, String)],
    /// True if the note on the interpretation of alternatives is included. The published program
    /// does not include it.
    pub explained: bool,
}

impl Parts<'_> {
    /// Returns the note on *either ... or*, if any sentence uses it.
    fn note(&self) -> &'static str {
        let options = self.options.iter().map(|(_, text)| text);
        let sentences = self.premises.iter().chain(self.questions).chain(self.asked).chain(options);
        let mut words = sentences.flat_map(|sentence| sentence.split_whitespace());
        let said = words.any(|word| word.eq_ignore_ascii_case("either"));
        if said && self.explained { EITHER_OR } else { "" }
    }
}

/// The text in segments. All versions of an item have the same ones.
pub(super) fn segments(question: QuestionKind, parts: &Parts<'_>) -> Vec<Segment> {
    let bullets = |sentences: &[String]| -> String {
        sentences.iter().map(|sentence| format!("{BULLET}{sentence}\n")).collect()
    };
    let (first, rest) = parts.premises.split_at(parts.premises.len().min(1));
    let inquiry = parts.questions.iter().map(|question| asking(question)).collect::<String>();
    let mut segments = vec![
        segment(PREAMBLE, format!("{}\n\n", parts.preamble.trim())),
        segment(FIRST, bullets(first)),
        segment(INQUIRY, inquiry),
        segment(REST, bullets(rest)),
        segment(NOTE, parts.note()),
        segment("break", "\n"),
    ];
    segments.extend(match question {
        QuestionKind::Open => vec![segment("question", OPEN)],
        QuestionKind::YesNo => vec![
            segment("question", YES_NO),
            segment(ASKED, format!("{CONCLUSION}{}", parts.asked.concat())),
            segment("form", YES_NO_FORM),
        ],
        QuestionKind::Choice => {
            let text = parts.options.iter().map(|(letter, text)| format!("({letter}) {text}\n"));
            vec![
                segment("question", CHOICE),
                segment(ASKED, text.collect::<String>()),
                segment("form", CHOICE_FORM),
            ]
        }
    });
    segments
}

/// Renders the question that may follow the first premise.
fn asking(sentence: &str) -> String {
    format!("  (Before you read on, {ASKING}{sentence})\n")
}

/// Options with their letters.
pub(super) fn lettered(options: &[String]) -> Vec<(char, String)> {
    ('a'..='z').zip(options.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_explained_where_there_are_any() {
        let text = |premise: &str, asked: &str| -> String {
            let parts = Parts {
                preamble: "A scene.",
                premises: &[premise.to_owned()],
                questions: &[],
                asked: &[asked.to_owned()],
                options: &[],
                explained: true,
            };
            segments(QuestionKind::YesNo, &parts).into_iter().map(|one| one.text).collect()
        };
        let plain = "The ace is red.";
        for sentence in
            ["Either the ace is red, or the king is.", "Some card either is red, or is old."]
        {
            assert!(text(sentence, plain).contains(EITHER_OR), "{sentence}");
            assert!(text(plain, sentence).contains(EITHER_OR), "{sentence}");
        }
        assert!(!text(plain, plain).to_lowercase().contains("either"));
    }
}
