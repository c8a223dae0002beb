//! Answers after markers: the choice of the one that counts, and the exclusion of others.

use super::{ANSWER, CONCLUSION, Document, Found, ONE_OF_TWO, answered};
use crate::answer::announcement::{Announcement, announcement};
use crate::answer::marker::{self, Marker};
use crate::answer::sentences::Sentence;
use crate::answer::token::Lexeme;
use crate::answer::{Answered, Rule, Unread};
use crate::claim::{Claim, Literal};
use peirast_etr::View;

/// The most earlier answers that are compared with the last.
const MOST_EARLIER: usize = 4;

/// An answer that a marker announces.
#[derive(Clone, Copy)]
pub(super) struct Marked {
    /// The sentence of the marker.
    pub at: usize,
    /// The sentence of the answer, and its first token.
    pub sentence: usize,
    pub from: usize,
    pub in_place: bool,
}

impl Document<'_> {
    /// Reads a text that is announced as the conclusion; another announcement in it takes
    /// precedence.
    pub(super) fn announced(&self, rule: Rule) -> Result<Answered, Unread> {
        let free = match self.sentences.len() {
            0 => return Err(Unread::Empty),
            1 => self
                .marked_answer()
                .unwrap_or_else(|| self.from(rule, 0, self.sentences[0].tokens.start)),
            _ => self.read().or_else(|unread| {
                let first = self.from(rule, 0, self.sentences[0].tokens.start);
                first.map_err(|_| unread)
            }),
        };
        let named = |read: Rule| if read == Rule::Nothing { read } else { rule };
        free.map(|read| Answered { announced: true, rule: named(read.rule), ..read })
    }

    /// Returns the conclusion after the last marker, if there is one.
    pub(super) fn marked_answer(&self) -> Option<Result<Answered, Unread>> {
        let marked = [(Rule::Answer, ANSWER), (Rule::Conclusion, CONCLUSION)];
        let marked = marked.into_iter().map(|(rule, words)| (rule, self.marked(words)));
        let (rule, marked) = marked.into_iter().find(|(_, marked)| !marked.is_empty())?;
        let last = marked.first()?;
        let read = self.from(rule, last.sentence, last.from).and_then(|read| {
            self.stands_alone(&read, &marked)?;
            Ok(Answered { announced: true, ..read })
        });
        Some(read)
    }

    /// Returns the last answers with a marker, in reverse order. Unfilled templates do not count,
    /// nor answers that are not the speaker's own.
    pub(super) fn marked(&self, words: &[&str]) -> Vec<Marked> {
        let mark = |at: usize| {
            let range = self.sentences[at].tokens.clone();
            let sentence = &self.tokens[range.clone()];
            let Some(Marker { behind, own, in_place }) = marker::marker(sentence, words) else {
                return self.announced_late(at, words);
            };
            let from = range.start + behind;
            let found = |sentence, from| own.then_some(Marked { at, sentence, from, in_place });
            if from < range.end {
                return found(at, from).filter(|_| self.tokens[from].lexeme != Lexeme::Brace);
            }
            found(at + 1, self.sentences.get(at + 1)?.tokens.start)
        };
        (0..self.sentences.len()).rev().filter_map(mark).take(1 + MOST_EARLIER).collect()
    }

    /// Returns a conclusion that a sentence announces in other words: *the conclusion is that …*.
    /// Ambiguous words count only if a conclusion can be read there.
    fn announced_late(&self, at: usize, words: &[&str]) -> Option<Marked> {
        let range = self.sentences[at].tokens.clone();
        let what = words == CONCLUSION;
        let tokens = &self.tokens[range.clone()];
        let Announcement { behind, doubtful, in_place } =
            announcement(tokens, self.text, words, what)?;
        let here = behind < range.len();
        let sentence = if here { at } else { at + 1 };
        let next = self.sentences.get(sentence)?;
        let from = if here { range.start + behind } else { next.tokens.start };
        // A first line in the requested form is the answer; reasons follow.
        let opened = at > 0 && !in_place && self.concludes(0, true);
        let asks = !here && self.asks(&self.sentences[at]);
        let reads = || {
            let list = self.opens_list(sentence, next.tokens.end);
            !self.asks(next) && (list || self.sentence(from..next.tokens.end).is_ok())
        };
        let counts = !opened && !asks && (!doubtful || reads());
        counts.then_some(Marked { at, sentence, from, in_place })
    }

    /// Returns true if a sentence has a marker of an answer that is not the speaker's own.
    pub(super) fn is_disowned(&self, sentence: &Sentence) -> bool {
        let tokens = &self.tokens[sentence.tokens.clone()];
        [ANSWER, CONCLUSION].iter().any(|it| marker::marker(tokens, it).is_some_and(|it| !it.own))
    }

    /// Returns true if a sentence ends in a question mark.
    pub(super) fn asks(&self, sentence: &Sentence) -> bool {
        let stop = self.tokens.get(sentence.tokens.end).filter(|it| it.lexeme == Lexeme::Stop);
        let rest = stop.and_then(|stop| self.text.get(stop.start..)).unwrap_or("");
        rest.chars().take_while(|c| !c.is_whitespace() && !c.is_alphanumeric()).any(|c| c == '?')
    }

    /// Checks that no earlier answer contradicts the last, unless the last replaces it.
    pub(super) fn stands_alone(&self, last: &Answered, marked: &[Marked]) -> Result<(), Unread> {
        let Some((first, earlier)) = marked.split_first() else { return Ok(()) };
        let mut in_place = first.in_place;
        let mut until = self.sentences[first.at].tokens.start;
        for one in earlier {
            let between = self.tokens.get(one.from..until).unwrap_or(&[]);
            in_place |= marker::reconsiders(between);
            if in_place {
                return Ok(());
            }
            until = self.sentences[one.at].tokens.start;
            let said = self.said_at(one);
            if said.is_some_and(|said| contradict(&said, &last.view)) {
                return Err(Unread::Ambiguous { how: ONE_OF_TWO });
            }
        }
        Ok(())
    }

    /// Returns the claim after a marker, in its sentence or list.
    fn said_at(&self, marked: &Marked) -> Option<View> {
        let Marked { at, sentence: index, from, .. } = *marked;
        let end = self.sentences[index].tokens.end;
        // If each item has a marker, every item is an answer.
        let item = at == index && self.sentences[index].item;
        let formula = match !item && self.opens_list(index, end) {
            true => Some(self.items(index, from).ok()?.0),
            false => match self.sentence(from..end).ok()? {
                Found::Claim(formula, _) => Some(formula),
                Found::Nothing(_) => None,
            },
        };
        Some(answered(formula, from..end, Rule::Answer).ok()?.view)
    }
}

/// Returns true if two answers are incompatible: they differ, and are not two consecutive parts of
/// one list of literals.
fn contradict(one: &View, other: &View) -> bool {
    let sorted = |view: &View| {
        let mut claim = Claim::new(view).ok()?;
        for states in [&mut claim.supposition, &mut claim.stage] {
            states.iter_mut().for_each(|state| state.sort());
            states.sort();
        }
        Some(claim)
    };
    let (Some(one), Some(other)) = (sorted(one), sorted(other)) else { return false };
    let list = |claim: &Claim| match (&claim.stage[..], claim.prefix.is_empty()) {
        ([state], true) if !claim.is_conditional() && !state.is_empty() => Some(state.clone()),
        _ => None,
    };
    let goes_on = match (list(&one), list(&other)) {
        (Some(one), Some(other)) => {
            let has = |all: &[Literal], part: &[Literal]| part.iter().all(|it| all.contains(it));
            has(&one, &other) || has(&other, &one)
        }
        _ => false,
    };
    one != other && !goes_on
}
