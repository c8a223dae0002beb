//! Fallbacks: what can be said about a response without any form of verdict.

use super::chosen;
use crate::Context;
use crate::decided::Decided;
use crate::finding::Said;
use crate::text::{Document, Word};
use peirast_record::{Answer, Reading};

/// An answer that is the text of an option, however short: "18" where an option is 18.
pub(super) fn whole_option(text: &str, context: &Context<'_>) -> Option<Reading> {
    const LONGEST: usize = 40;
    let sign = |c: char| c.is_whitespace() || "*_`\"'“”.,;:!()[]{}\\$".contains(c);
    let bare = |text: &str| text.trim_matches(sign).trim_start_matches("boxed{").to_owned();
    let said = bare(text);
    let letter = said.chars().count() == 1 && said.starts_with(char::is_alphabetic);
    if said.is_empty() || text.len() > LONGEST || letter {
        return None;
    }
    let is_same = |(_, option): &&(char, String)| bare(option).eq_ignore_ascii_case(&said);
    let mut same = context.options.iter().filter(is_same);
    let (letter, _) = same.next().filter(|_| same.next().is_none() && !context.numbered)?;
    let start = text.find(said.as_str())?;
    Some(Reading::at(Answer::Choice(*letter), start, start + said.len(), "option-alone"))
}

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
