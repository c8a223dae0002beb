//! Search for the conclusion of an answer.

mod marked;

use crate::answer::apart::claims_apart;
use crate::answer::formula::Formula;
use crate::answer::marker;
use crate::answer::names::Names;
use crate::answer::piece::Piece;
use crate::answer::sentences::{Sentence, sentences};
use crate::answer::token::{Lexeme, Token, tokens};
use crate::answer::{Answered, Rule, Unread, afterwards, grammar, lead, nothing, refusal, view_of};
use crate::claim::Claim;
use crate::vocabulary::Vocabulary;
use std::ops::Range;

/// The most tokens of a sentence that is read.
const LONGEST: usize = 1_000;
/// The most sentences and items that one claim may have.
const MOST_PARTS: usize = 24;

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A text that contains the conclusion somewhere.
    Free,
    /// A text that is announced as the conclusion: the inside of a tag, the value of a field.
    Announced(Rule),
}

/// Reads the conclusion of the visible text of a response.
pub(super) fn read(
    vocabulary: &Vocabulary,
    text: &str,
    kind: TextKind,
) -> Result<Answered, Unread> {
    let document = Document::new(vocabulary, text);
    if !document.has_words() {
        return Err(Unread::Empty);
    }
    match kind {
        TextKind::Free => document.read(),
        TextKind::Announced(rule) => document.announced(rule),
    }
}

/// Returns true if a text has any words.
pub(super) fn has_words(text: &str) -> bool {
    tokens(text).iter().any(|token| matches!(token.lexeme, Lexeme::Word(_)))
}

/// Returns true if a text announces a conclusion, and completes its sentence.
pub(super) fn announces(vocabulary: &Vocabulary, text: &str) -> bool {
    let document = Document::new(vocabulary, text);
    [ANSWER, CONCLUSION].iter().any(|words| {
        let last = document.marked(words).first().map(|it| &document.sentences[it.sentence]);
        last.is_some_and(|sentence| document.tokens.len() > sentence.tokens.end)
    })
}

/// Returns the position of the first text that would be read in an answer, if there is one: a
/// sentence that claims something or says that nothing follows, or a marker of answers.
pub(super) fn said_in(vocabulary: &Vocabulary, text: &str) -> Option<Range<usize>> {
    let document = Document::new(vocabulary, text);
    let place = |sentence: &Sentence| {
        let tokens = &document.tokens[sentence.tokens.clone()];
        let marked = [ANSWER, CONCLUSION].iter().any(|it| marker::marker(tokens, it).is_some());
        let read =
            || !document.asks(sentence) && document.sentence(sentence.tokens.clone()).is_ok();
        let found = marked || read();
        let (first, last) = tokens.first().zip(tokens.last())?;
        found.then_some(first.start..last.end)
    };
    document.sentences.iter().find_map(place)
}

struct Document<'d> {
    vocabulary: &'d Vocabulary,
    text: &'d str,
    names: Names,
    tokens: Vec<Token>,
    sentences: Vec<Sentence>,
}

/// A claim, or that nothing follows, with its position.
enum Found {
    Claim(Formula, Range<usize>),
    Nothing(Range<usize>),
}

impl<'d> Document<'d> {
    fn new(vocabulary: &'d Vocabulary, text: &'d str) -> Document<'d> {
        let tokens = tokens(text);
        let sentences = sentences(&tokens);
        Document { vocabulary, text, names: Names::new(vocabulary), tokens, sentences }
    }

    fn has_words(&self) -> bool {
        self.tokens.iter().any(|token| matches!(token.lexeme, Lexeme::Word(_)))
    }

    fn read(&self) -> Result<Answered, Unread> {
        if let Some(read) = self.marked_answer() {
            return read;
        }
        if let Some(sentence) = self.concluding() {
            return self.from(Rule::Concluding, sentence, self.sentences[sentence].tokens.start);
        }
        if refusal::refuses(&self.tokens) {
            return Err(Unread::Refusal);
        }
        if self.sentences.iter().any(|it| self.is_disowned(it)) {
            return Err(Unread::Disowned);
        }
        if self.sentences.len() == 1 {
            return self.from(Rule::Sentence, 0, self.sentences[0].tokens.start);
        }
        self.nothing_anywhere()
    }

    /// Returns the last sentence that concludes from the premises, as requested, or otherwise the
    /// last that concludes.
    fn concluding(&self) -> Option<usize> {
        let last = |asked| (0..self.sentences.len()).rev().find(|at| self.concludes(*at, asked));
        last(true).or_else(|| last(false))
    }

    fn concludes(&self, index: usize, as_asked: bool) -> bool {
        if self.asks(&self.sentences[index]) || self.is_disowned(&self.sentences[index]) {
            return false;
        }
        let tokens = &self.tokens[self.sentences[index].tokens.clone()];
        let words: Vec<&str> = tokens.iter().take(40).filter_map(word).collect();
        let opens = matches!(
            words.first(),
            Some(&("therefore" | "thus" | "hence" | "consequently" | "so"))
        );
        let concludes = words.windows(2).any(|two| {
            matches!(two, ["conclude" | "follows" | "infer" | "deduce" | "concluded", "that"])
        });
        match as_asked {
            true => {
                concludes
                    && words.starts_with(&["from", "the"])
                    && words[..4.min(words.len())].contains(&"premises")
            }
            false => opens || concludes,
        }
    }

    /// Reads the claim that begins in a sentence.
    fn from(&self, rule: Rule, index: usize, from: usize) -> Result<Answered, Unread> {
        let read = self.freely(rule, index, from);
        read.or_else(|unread| match unread {
            Unread::Ambiguous { how: TAKEN_BACK | ONE_OF_TWO } | Unread::Question => Err(unread),
            _ => {
                let read = self.as_written(rule, index, from).ok_or(unread)?;
                // Any further claim is another claim.
                self.stands(Some(&Formula::And(Vec::new())), index + 1)?;
                Ok(read)
            }
        })
    }

    /// Reads a claim in the written language, up to the end of the line, with or without *we can
    /// conclude that* before it.
    fn as_written(&self, rule: Rule, index: usize, from: usize) -> Option<Answered> {
        let end = self.sentences.get(index)?.tokens.end.min(from + LONGEST);
        let pieces = self.names.pieces(self.tokens.get(from..end)?);
        let (lead, _) = lead::lead(&pieces);
        let starts = [Some(self.tokens.get(from)?.start), pieces.get(lead).map(|it| it.start)];
        starts.into_iter().flatten().find_map(|start| {
            let line = self.text.get(start..)?.lines().next()?.trim_end();
            let view = self.vocabulary.read(line).ok()?;
            let span = start..start + line.len();
            Some(Answered { view, span, rule, announced: false })
        })
    }

    /// Reads the claim that begins in a sentence, with its additions.
    fn freely(&self, rule: Rule, index: usize, from: usize) -> Result<Answered, Unread> {
        let end = self.sentences[index].tokens.end;
        if self.is_empty(from, end) {
            return Err(Unread::Empty);
        }
        if refusal::refuses(&self.tokens[from..end]) {
            return Err(Unread::Refusal);
        }
        if self.asks(&self.sentences[index]) {
            return Err(Unread::Question);
        }
        if self.opens_list(index, end) {
            let (formula, span, next) = self.items(index, from)?;
            self.stands(Some(&formula), next)?;
            return answered(Some(formula), span, rule);
        }
        match self.sentence(from..end)? {
            Found::Nothing(span) => {
                self.stands(None, index + 1)?;
                answered(None, span, Rule::Nothing)
            }
            Found::Claim(formula, span) => {
                let (formula, span, next) = self.added_to(formula, span, index)?;
                self.stands(Some(&formula), next)?;
                answered(Some(formula), span, rule)
            }
        }
    }

    fn is_empty(&self, from: usize, end: usize) -> bool {
        !self.tokens[from..end]
            .iter()
            .any(|token| matches!(token.lexeme, Lexeme::Word(_) | Lexeme::Letter(_)))
    }

    /// Returns true if a list follows this sentence and contains what it announces.
    fn opens_list(&self, index: usize, end: usize) -> bool {
        let colon = self.tokens[..end].last().is_some_and(|it| it.lexeme == Lexeme::Colon);
        let that = self.tokens[..end].last().and_then(word) == Some("that");
        let item = self.sentences.get(index + 1).is_some_and(|next| next.item);
        item && (colon || that) || self.sentences[index].item && !self.is_last_item(index)
    }

    /// Returns true if no other item follows closely in the same paragraph.
    fn is_last_item(&self, index: usize) -> bool {
        !more_items(&self.sentences[index + 1..])
    }

    /// Returns all items of a list, and the sentence after them.
    fn items(&self, index: usize, from: usize) -> Result<(Formula, Range<usize>, usize), Unread> {
        let first = if self.sentences[index].item { index } else { index + 1 };
        let any = self.announces_any(from, self.sentences[index].tokens.end, first > index)?;
        let count = self.sentences[first..].iter().take_while(|it| it.item).count();
        let (items, rest) = self.sentences[first..].split_at(count);
        // Items of more than one sentence would be read in part.
        if more_items(rest) {
            return Err(Unread::Ambiguous { how: "where the list ends" });
        }
        let mut formulas = Vec::new();
        let mut span: Option<Range<usize>> = None;
        for item in items {
            if formulas.len() >= MOST_PARTS {
                return Err(Unread::TooMuch);
            }
            if self.asks(item) {
                return Err(Unread::Question);
            }
            match self.sentence(item.tokens.clone())? {
                Found::Claim(formula, place) => {
                    formulas.push(formula);
                    span = Some(span.map_or(place.clone(), |span| span.start..place.end));
                }
                Found::Nothing(_) => return Err(Unread::Ambiguous { how: "what the list says" }),
            }
        }
        let formula = if any { Formula::or(formulas) } else { Formula::and(formulas) };
        Ok((formula, span.unwrap_or(0..0), first + count))
    }

    /// Returns whether the words before a list say that one of its items holds, and not all.
    fn announces_any(&self, from: usize, end: usize, apart: bool) -> Result<bool, Unread> {
        const LIMITS: [&str; 14] = [
            "either", "or", "any", "some", "not", "neither", "none", "no", "if", "false",
            "possible", "may", "might", "cannot",
        ];
        let tokens = self.tokens.get(from..end).unwrap_or(&[]);
        let words: Vec<&str> = tokens.iter().filter_map(word).collect();
        if !apart {
            return Ok(false);
        }
        if words.iter().any(|word| LIMITS.contains(word)) {
            return Err(Unread::Ambiguous { how: "how the list is meant" });
        }
        let one_of = |four: &[&str]| four == ["at", "least", "one", "of"];
        match words.windows(4).any(one_of) {
            false if words.contains(&"one") => {
                Err(Unread::Ambiguous { how: "how the list is meant" })
            }
            any => Ok(any),
        }
    }

    /// Returns the claim with the following sentences that extend it: *additionally, …*, and the
    /// sentence after them.
    fn added_to(
        &self,
        formula: Formula,
        mut span: Range<usize>,
        index: usize,
    ) -> Result<(Formula, Range<usize>, usize), Unread> {
        let mut all = vec![formula];
        for sentence in self.sentences[index + 1..].iter().take(MOST_PARTS) {
            let first = self.tokens[sentence.tokens.clone()].iter().find_map(word);
            let adds = first.is_some_and(|word| ADDING.contains(&word));
            if !adds || sentence.paragraph || self.asks(sentence) || self.is_disowned(sentence) {
                break;
            }
            match self.sentence(sentence.tokens.clone())? {
                Found::Claim(formula, place) => {
                    all.push(formula);
                    span.end = place.end;
                }
                Found::Nothing(_) => break,
            }
        }
        let next = index + all.len();
        Ok((Formula::and(all), span, next))
    }

    /// Checks that a claim, or that nothing follows, is not withdrawn by the next sentences.
    fn stands(&self, formula: Option<&Formula>, next: usize) -> Result<(), Unread> {
        let mut reasons = false;
        let mut paragraph = false;
        for sentence in self.sentences.iter().skip(next).take(MOST_PARTS) {
            if paragraph && sentence.paragraph {
                break;
            }
            // Only the first sentence of the next paragraph could withdraw it.
            paragraph |= sentence.paragraph;
            let tokens = &self.tokens[sentence.tokens.clone()];
            if tokens.len() > LONGEST {
                break;
            }
            if self.is_disowned(sentence) {
                continue;
            }
            let asks = self.asks(sentence);
            let pieces = self.names.pieces(tokens);
            let Some(formula) = formula else {
                if afterwards::takes_nothing_back(&pieces) {
                    return Err(Unread::Ambiguous { how: TAKEN_BACK });
                }
                if paragraph || afterwards::gives_reasons(&pieces) {
                    break;
                }
                let claims = matches!(self.sentence(sentence.tokens.clone()), Ok(Found::Claim(..)));
                if claims && !asks {
                    return Err(Unread::Ambiguous { how: ONE_OF_TWO });
                }
                continue;
            };
            let opens = afterwards::left_open(&pieces)
                .and_then(|open| grammar::claim(open).ok())
                .is_some_and(|(open, _)| says(formula, &open));
            if opens || afterwards::takes_back(&pieces, reasons || paragraph) {
                return Err(Unread::Ambiguous { how: TAKEN_BACK });
            }
            // *However, nothing follows.*
            let turns = afterwards::turns(&pieces) && !afterwards::says_no_more(&pieces);
            if turns && nothing::says_nothing(&pieces) {
                return Err(Unread::Ambiguous { how: TAKEN_BACK });
            }
            if paragraph {
                break;
            }
            reasons |= sentence.item || afterwards::gives_reasons(&pieces);
            if reasons || asks {
                continue;
            }
            // *In fact, …*
            let comma = tokens.iter().take(6).position(|token| token.lexeme == Lexeme::Comma);
            let behind = comma.map(|at| sentence.tokens.start + at + 1..sentence.tokens.end);
            let claimed = |range: Range<usize>| match self.sentence(range) {
                Ok(Found::Claim(again, _)) => again != *formula,
                _ => false,
            };
            if behind.is_some_and(claimed) {
                return Err(Unread::Ambiguous { how: ONE_OF_TWO });
            }
            match self.sentence(sentence.tokens.clone()) {
                Ok(Found::Claim(again, _)) if again != *formula => {
                    return Err(Unread::Ambiguous { how: ONE_OF_TWO });
                }
                Ok(Found::Nothing(_)) if !afterwards::says_no_more(&pieces) => {
                    return Err(Unread::Ambiguous { how: TAKEN_BACK });
                }
                _ => (),
            }
        }
        Ok(())
    }

    /// Reads the claim of a sentence.
    fn sentence(&self, range: Range<usize>) -> Result<Found, Unread> {
        if range.len() > LONGEST {
            return Err(Unread::TooMuch);
        }
        let whole = self.names.pieces(&self.tokens[range]);
        let (from, _) = lead::lead(&whole);
        let pieces = &whole[from..];
        let claim = if pieces.is_empty() { Err(Unread::NoClaim) } else { grammar::claim(pieces) };
        match claim {
            Ok((formula, end)) => {
                let start = pieces.first().map_or(0, |piece| piece.start);
                Ok(Found::Claim(formula, start..end))
            }
            Err(_) if nothing::says_nothing(&whole) && claims_apart(&whole) => {
                Err(Unread::Ambiguous { how: ONE_OF_TWO })
            }
            Err(_) if nothing::says_nothing(&whole) => Ok(Found::Nothing(place(&whole))),
            Err(_) if about_premises(pieces) => Err(Unread::AboutPremises),
            Err(unread) => Err(unread),
        }
    }

    /// Returns whether an answer without conclusions says in any sentence that nothing follows.
    fn nothing_anywhere(&self) -> Result<Answered, Unread> {
        for (at, sentence) in self.sentences.iter().enumerate().rev().take(MOST_PARTS) {
            if sentence.tokens.len() > LONGEST || self.asks(sentence) {
                continue;
            }
            let pieces = self.names.pieces(&self.tokens[sentence.tokens.clone()]);
            if nothing::says_nothing(&pieces) {
                // *The ace is red. Nothing else follows.*
                let more =
                    || self.sentences[..at].iter().rev().take(MOST_PARTS).any(|it| self.claims(it));
                if claims_apart(&pieces) || afterwards::says_no_more(&pieces) && more() {
                    return Err(Unread::Ambiguous { how: ONE_OF_TWO });
                }
                self.stands(None, at + 1)?;
                return answered(None, place(&pieces), Rule::Nothing);
            }
        }
        Err(Unread::NoClaim)
    }

    /// Returns true if a sentence makes a claim.
    fn claims(&self, sentence: &Sentence) -> bool {
        matches!(self.sentence(sentence.tokens.clone()), Ok(Found::Claim(..)))
            && !self.asks(sentence)
    }
}

const TAKEN_BACK: &str = "whether it is taken back";
pub(super) const ONE_OF_TWO: &str = "which of its sentences counts";
const ANSWER: &[&str] = &["answer"];
const CONCLUSION: &[&str] = &["conclusion"];
const ADDING: [&str; 6] = ["additionally", "also", "furthermore", "moreover", "and", "besides"];

/// Returns true if a claim equals another or contains it.
fn says(claim: &Formula, part: &Formula) -> bool {
    claim == part || matches!(claim, Formula::And(all) if all.contains(part))
}

fn more_items(rest: &[Sentence]) -> bool {
    rest.iter().take(4).take_while(|it| !it.paragraph).any(|it| it.item)
}

fn word(token: &Token) -> Option<&str> {
    match &token.lexeme {
        Lexeme::Word(word) => Some(word),
        _ => None,
    }
}

fn place(pieces: &[Piece]) -> Range<usize> {
    pieces.first().map_or(0, |it| it.start)..pieces.last().map_or(0, |it| it.end)
}

/// Returns true if a claim is about premises and logic, not about the things of the problem.
fn about_premises(pieces: &[Piece]) -> bool {
    const ABOUT: [&str; 12] = [
        "premise",
        "premises",
        "contradiction",
        "contradictory",
        "statement",
        "statements",
        "tautology",
        "inconsistent",
        "contradictions",
        "condition",
        "conditions",
        "contradict",
    ];
    pieces.iter().any(|piece| piece.word().is_some_and(|word| ABOUT.contains(&word)))
}

fn answered(formula: Option<Formula>, span: Range<usize>, rule: Rule) -> Result<Answered, Unread> {
    let claim = formula.map_or(Ok(Claim::verum()), Formula::claim)?;
    Ok(Answered { view: view_of(&claim)?, span, rule, announced: false })
}
