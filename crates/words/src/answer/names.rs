//! The names of a problem in a text.

use super::distance::{allowed, slips};
use super::piece::{Known, Piece, What};
use super::token::{Lexeme, Token};
use super::words::is_known;
use crate::role::Role;
use crate::theme::parts;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// A vocabulary by the letters of its words: spaces, hyphens and capitals do not matter.
#[derive(Debug)]
pub(super) struct Names {
    by_letters: BTreeMap<String, Vec<Known>>,
    /// The letters of each name, for misspelt ones.
    letters: Vec<(Vec<char>, String)>,
    most_words: usize,
    /// The words for one thing and for several, by their letters.
    kind: [String; 2],
}

impl Names {
    pub fn new(vocabulary: &Vocabulary) -> Names {
        let said = vocabulary.entries().map(|(role, name, words)| (role, name, words, false));
        let denied = vocabulary.denials().map(|(name, words)| (Role::Fact, name, words, true));
        let kind = vocabulary.kind();
        let kind =
            [&kind.one, &kind.many].map(|words| words.to_lowercase().replace([' ', '-'], ""));
        let mut names =
            Names { by_letters: BTreeMap::new(), letters: Vec::new(), most_words: 1, kind };
        for (role, name, words, denial) in said.chain(denied) {
            let words = parts(&words.replace('_', " "));
            let key = run_together(words.iter().map(String::as_str));
            if key.is_empty() {
                continue;
            }
            names.most_words = names.most_words.max(words.len() + 1);
            names.letters.push((key.chars().collect(), key.clone()));
            let known = Known { role, name: name.to_owned(), denial };
            names.by_letters.entry(key).or_default().push(known);
        }
        names.add_plurals();
        names
    }

    /// *future predictors* for *a future predictor*, unless that is another name.
    fn add_plurals(&mut self) {
        let plurals: Vec<(String, Vec<Known>)> = self
            .by_letters
            .iter()
            .filter(|(_, known)| {
                known.iter().all(|it| matches!(it.role, Role::Object | Role::Predicate))
            })
            .map(|(key, known)| (format!("{key}s"), known.clone()))
            .filter(|(plural, _)| !self.by_letters.contains_key(plural))
            .collect();
        self.by_letters.extend(plurals);
    }

    /// Returns the tokens with names combined.
    pub fn pieces(&self, tokens: &[Token]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let article = is_article(token);
            let from = at + usize::from(article);
            let (what, next) = if let Some((known, count)) = self.exact(tokens, from, article) {
                (What::Name(known), from + count)
            } else if let Some((noun, count)) = self.kind(tokens, at) {
                (What::Other(Lexeme::Word(noun.to_owned())), at + count)
            } else if let Some((known, count)) = self.misspelt(tokens, from) {
                (What::Name(known), from + count)
            } else {
                (What::Other(token.lexeme.clone()), at + 1)
            };
            let end = tokens.get(next - 1).map_or(token.end, |last| last.end);
            pieces.push(Piece { what, start: token.start, end });
            at = next;
        }
        pieces
    }

    /// Returns the name with the most words from here on.
    fn exact(&self, tokens: &[Token], from: usize, article: bool) -> Option<(Vec<Known>, usize)> {
        (1..=self.most_words).rev().find_map(|count| {
            let window = window(tokens, from, count)?;
            // *the one* may be a card; *one* is a word of the language.
            let plain = count == 1 && !article && is_known(&window);
            let known = self.by_letters.get(&window).filter(|_| !plain)?;
            Some((known.clone(), count))
        })
    }

    /// Returns whether the words from here on are the noun for the things.
    fn kind(&self, tokens: &[Token], from: usize) -> Option<(&'static str, usize)> {
        (1..=MOST_KIND_WORDS).find_map(|count| {
            let window = window(tokens, from, count)?;
            let of = self.kind.iter().zip(["thing", "things"]);
            of.filter(|(words, _)| **words == window).map(|(_, noun)| (noun, count)).next()
        })
    }

    /// Returns the only name within one or two edits of the words from here on.
    fn misspelt(&self, tokens: &[Token], from: usize) -> Option<(Vec<Known>, usize)> {
        let Lexeme::Word(first) = &tokens.get(from)?.lexeme else { return None };
        if is_known(first) {
            return None;
        }
        (1..=self.most_words.min(4)).rev().find_map(|count| {
            let window: Vec<char> = window(tokens, from, count)?.chars().collect();
            let mut close = self.letters.iter().filter(|(letters, _)| {
                let most = allowed(letters.len().min(window.len()));
                // *untidy* is not a misspelling of *tidy*: first letters are seldom wrong.
                letters.first() == window.first()
                    && most > 0
                    && slips(letters, &window, most).is_some()
            });
            let key = &close.next()?.1;
            let unique = close.all(|(_, other)| other == key);
            let known = self.by_letters.get(key).filter(|_| unique)?;
            Some((known.clone(), count))
        })
    }
}

/// The most words of the noun for the things.
const MOST_KIND_WORDS: usize = 3;

const ARTICLES: [&str; 3] = ["the", "a", "an"];

fn is_article(token: &Token) -> bool {
    matches!(&token.lexeme, Lexeme::Word(word) if ARTICLES.contains(&word.as_str()))
}

/// Returns this number of words without spaces.
fn window(tokens: &[Token], from: usize, count: usize) -> Option<String> {
    let spelt = |token: &Token| match &token.lexeme {
        Lexeme::Word(word) => Some(word.clone()),
        Lexeme::Letter(letter) => Some(letter.to_ascii_lowercase().to_string()),
        _ => None,
    };
    let words: Vec<String> =
        tokens.get(from..from + count)?.iter().map(spelt).collect::<Option<_>>()?;
    Some(run_together(words.iter().map(String::as_str)))
}

/// Returns words without spaces and without the articles inside: *in orbit* for *in an orbit*. The
/// last word is kept, because an article there is a name: *asteroid A*.
fn run_together<'w>(words: impl DoubleEndedIterator<Item = &'w str> + Clone) -> String {
    let last = words.clone().next_back();
    let count = words.clone().count();
    let inner = words.take(count.saturating_sub(1)).filter(|word| !ARTICLES.contains(word));
    inner.chain(last).collect()
}
