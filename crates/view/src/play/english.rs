//! Sentences in words of the writer's own: the views that they are understood as.

use super::read::{Fault, InputLine, LineView, Notation, fault};
use super::short;
use peirast_etr::{Conditional, Engine};
use peirast_words::{Dictionary, Hearing, TextReader, Understanding, Understood};

/// Arguments in English to begin with: a name, the premises, a conclusion to judge.
pub(crate) const SPOKEN_EXAMPLES: [(&str, &str, &str); 4] = [
    (
        "An ace and a king, or else a queen and a jack",
        "Mary has an ace and a king, or else a queen and a jack.\nMary has an ace.",
        "Mary has a king.",
    ),
    (
        "If it rains, the street is wet",
        "If it rains, then the street is wet.\nThe street is wet.",
        "It rains.",
    ),
    ("Socrates", "All men are mortal.\nSocrates is a man.", "Socrates is mortal."),
    (
        "Artists and beekeepers",
        "Some artists are beekeepers.\nAll beekeepers are chemists.",
        "Some artists are chemists.",
    ),
];

/// The lines of an argument, and the words of those that are English.
pub(super) struct Lines {
    pub(super) premises: Vec<InputLine>,
    pub(super) conclusion: Option<InputLine>,
    /// None if no line is English.
    pub(super) dictionary: Option<Dictionary>,
}

impl Lines {
    /// Reads as English what is no view, no formula, and no sentence of the theme. A premise of several
    /// sentences becomes several premises.
    pub(super) fn understood(mut self, engine: &mut Engine) -> Lines {
        let hearing = Hearing { said: Conditional::Book, logic: None };
        let mut reader = TextReader::new(engine, hearing);
        let mut are_read = Vec::with_capacity(self.premises.len());
        for line in &mut self.premises {
            are_read.push(is_taken(line, |text| reader.premise(text)));
        }
        let conclusion = self.conclusion.as_mut();
        let is_conclusion_read =
            conclusion.is_some_and(|line| is_taken(line, |text| reader.other(text)));
        if !is_conclusion_read && !are_read.contains(&true) {
            return self;
        }
        let Ok(Understanding { texts, dictionary }) = reader.finish() else { return self };
        let mut texts = texts.into_iter();
        let mut premises = Vec::with_capacity(self.premises.len());
        for (line, is_read) in self.premises.into_iter().zip(are_read) {
            let said = if is_read { texts.next() } else { None };
            match said {
                Some(all) => {
                    let lines = all.into_iter().map(|one| spoken(engine, &dictionary, one));
                    premises.extend(lines);
                }
                None => premises.push(line),
            }
        }
        for (at, line) in premises.iter_mut().enumerate() {
            line.label = format!("Premise {}", at + 1);
        }
        let said = texts.next().filter(|_| is_conclusion_read);
        let conclusion = match (self.conclusion, said) {
            (Some(line), Some(all)) => Some(concluded(engine, &dictionary, line, all)),
            (line, _) => line,
        };
        Lines { premises, conclusion, dictionary: Some(dictionary) }
    }
}

/// True if a line is English that reads; if it does not, the line says why.
fn is_taken(
    line: &mut InputLine,
    take: impl FnOnce(&str) -> Result<(), peirast_etr::Error>,
) -> bool {
    if !line.may_be_english() {
        return false;
    }
    let taken = take(&line.text);
    match taken {
        Ok(()) => true,
        Err(error) => {
            line.read = Err(fault(error));
            false
        }
    }
}

/// A conclusion, which is one sentence.
fn concluded(
    engine: &Engine,
    dictionary: &Dictionary,
    line: InputLine,
    mut all: Vec<Understood>,
) -> InputLine {
    let InputLine { label, text, .. } = line;
    match (all.pop(), all.is_empty()) {
        (Some(one), true) => InputLine { label, ..spoken(engine, dictionary, one) },
        _ => {
            let fault = Fault {
                column: None,
                message: "expected one sentence".to_owned(),
                help: Some("join them with \u{201c}and\u{201d}".to_owned()),
            };
            InputLine { label, text, read: Err(fault) }
        }
    }
}

/// A sentence as a line.
fn spoken(engine: &Engine, dictionary: &Dictionary, one: Understood) -> InputLine {
    let whole = engine.show(&one.view);
    let read = LineView {
        english: dictionary.say(&engine.export(&one.view)).map(short),
        shown: short(whole.clone()),
        whole,
        notation: Notation::English,
        repairs: Vec::new(),
        heard: one.heard,
        view: one.view,
    };
    InputLine { label: String::new(), text: one.text, read: Ok(read) }
}
