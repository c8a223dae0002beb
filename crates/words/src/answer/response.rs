//! A whole response: its visible text, and the part with the conclusion.

use super::candidates::{self, TextKind};
use super::{Answered, Rule, Unread};
use crate::vocabulary::Vocabulary;
use peirast_read::{ConclusionField, SaidText, conclusion_field, is_plain};

/// Reads the conclusion of a response to a question, which may be empty.
pub(super) fn read(
    vocabulary: &Vocabulary,
    question: &str,
    text: &str,
) -> Result<Answered, Unread> {
    let said = said(vocabulary, question, text).ok_or(Unread::Reasoning)?;
    let empty = if said.has_before() { Unread::Reasoning } else { Unread::Empty };
    if !candidates::has_words(said.whole()) {
        return Err(empty);
    }
    // Text before another question counts if a conclusion is read in it.
    let read = match in_part(vocabulary, &said, said.text()) {
        Err(_) if said.runs_on() => in_part(vocabulary, &said, said.whole()),
        read => read,
    }?;
    Ok(Answered { span: said.span(read.span.clone()), ..read })
}

/// Returns true if a response announces a conclusion and completes its sentence.
pub(super) fn announces(vocabulary: &Vocabulary, question: &str, text: &str) -> bool {
    said(vocabulary, question, text).is_some_and(|said| {
        let part = said.text();
        let ended = |field: ConclusionField| part.len() > field.value.end;
        conclusion_field(part).is_some_and(ended) || candidates::announces(vocabulary, part)
    })
}

/// Returns the visible text in plain signs, unless these would change a word of the problem.
fn said<'t>(vocabulary: &Vocabulary, question: &str, text: &'t str) -> Option<SaidText<'t>> {
    let words = vocabulary.entries().map(|(_, _, words)| words);
    let mut words = words.chain(vocabulary.denials().map(|(_, words)| words));
    match words.all(is_plain) {
        true => SaidText::new(text, question),
        false => SaidText::unfolded(text, question),
    }
}

fn in_part(vocabulary: &Vocabulary, said: &SaidText<'_>, part: &str) -> Result<Answered, Unread> {
    match conclusion_field(part) {
        Some(field) => in_field(vocabulary, part, &field),
        None if said.is_block() => {
            candidates::read(vocabulary, part, TextKind::Announced(Rule::Answer))
        }
        None => candidates::read(vocabulary, part, TextKind::Free),
    }
}

/// Reads the field of a record, unless an announced answer around it differs.
fn in_field(
    vocabulary: &Vocabulary,
    part: &str,
    field: &ConclusionField,
) -> Result<Answered, Unread> {
    let around = [part.get(..field.record.start), part.get(field.record.end..)];
    for text in around.into_iter().flatten() {
        if candidates::read(vocabulary, text, TextKind::Free).is_ok_and(|other| other.announced) {
            return Err(Unread::Ambiguous { how: candidates::ONE_OF_TWO });
        }
    }
    let value = part.get(field.value.clone()).unwrap_or_default();
    let read = candidates::read(vocabulary, value, TextKind::Announced(Rule::Field))?;
    let start = field.value.start;
    Ok(Answered { span: read.span.start + start..read.span.end + start, ..read })
}
