//! Fallbacks: what can be said about a response without any form of verdict.

use super::chosen;
use crate::decided::Decided;
use crate::finding::Said;
use crate::text::{Document, Word};
use peirast_record::{Answer, Reading};

/// Most words of a text in which naming an option is enough.
const MOST: usize = 24;

/// The only option named, if nothing in its sentence turns it down.
pub(super) fn only_letter(document: &Document) -> Option<Decided> {
    if document.words() > MOST {
        return None;
    }
    let first = document.mentions().next()?;
    if document.mentions().any(|mention| mention.letter != first.letter) {
        return None;
    }
    let turned_down = [
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
        Word::Kidding,
        Word::Let,
    ];
    let sentence = document.sentences().find(|sentence| {
        sentence.tokens.iter().any(|t| t.mention().is_some())
            && !sentence.question
            && !sentence.supposes()
            && !sentence.has(&turned_down)
    })?;
    let token = sentence.tokens.iter().find(|token| token.mention().is_some())?;
    match chosen(first) {
        Said::Verdict(answer @ Answer::Choice(_)) => {
            let reading = Reading::at(answer, token.start, token.end, "only-option-named");
            Some(Decided::stated(reading))
        }
        _ => None,
    }
}
