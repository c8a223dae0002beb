//! The English words for the names of a problem, and the reverse.

use crate::error::WordsError;
use crate::role::Role;
use std::collections::BTreeMap;

/// The noun for the things of a problem: *card*, *cards*. Both are empty if there is no noun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The singular.
    pub one: String,
    /// The plural.
    pub many: String,
}

/// Nouns of people, for which English says *who* and not *that*.
const PEOPLE: [&str; 12] = [
    "boy",
    "child",
    "colleague",
    "girl",
    "guest",
    "man",
    "neighbor",
    "person",
    "player",
    "student",
    "teacher",
    "woman",
];

impl Kind {
    /// Returns the word that begins a relative clause: *colleague who is*, *card that is*.
    ///
    /// ```
    /// use peirast_words::Kind;
    ///
    /// let kind = Kind { one: "colleague".to_owned(), many: "colleagues".to_owned() };
    /// assert_eq!(kind.relative(), "who");
    /// assert_eq!(Kind::default().relative(), "that");
    /// ```
    pub fn relative(&self) -> &'static str {
        if PEOPLE.contains(&self.one.as_str()) { "who" } else { "that" }
    }
}

impl Default for Kind {
    fn default() -> Kind {
        Kind { one: "thing".to_owned(), many: "things".to_owned() }
    }
}

/// The words of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// The words.
    pub said: String,
    /// The denial of a fact.
    pub denied: Option<String>,
}

/// The names of a problem with their words, one to one for each [`Role`].
///
/// Names belong to views, words to English. Sentences written with a vocabulary can be read with
/// certainty if its words pass the checks of a [`Theme`](crate::Theme); here only duplicates are
/// refused, so that vocabularies of other programs can be used to read answers.
///
/// ```
/// use peirast_words::{Role, Vocabulary};
///
/// let vocabulary = Vocabulary::default()
///     .with(Role::Object, "a", "the ace")?
///     .with(Role::Predicate, "P", "red")?
///     .with_fact("R", "the bell rings", "the bell does not ring")?;
/// assert_eq!(vocabulary.words(Role::Object, "a"), Some("the ace"));
/// assert_eq!(vocabulary.name(Role::Predicate, "Red"), Some("P"));
/// assert_eq!(vocabulary.name(Role::Object, "the king"), None);
/// # Ok::<(), peirast_words::WordsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    kind: Kind,
    words: BTreeMap<(Role, String), Words>,
    /// By role and words in lower case.
    names: BTreeMap<(Role, String), String>,
}

impl Vocabulary {
    /// Creates an empty vocabulary for things of this kind.
    pub fn new(kind: Kind) -> Vocabulary {
        Vocabulary { kind, ..Vocabulary::default() }
    }

    /// Adds an object, a predicate or a relation.
    ///
    /// # Errors
    ///
    /// [`WordsError::Taken`] if the name already has words or the words a name, if there are no
    /// words, or if it is a fact: facts also need a denial, see [`Vocabulary::with_fact`].
    pub fn with(self, role: Role, name: &str, words: &str) -> Result<Vocabulary, WordsError> {
        if role == Role::Fact {
            let why = "a fact needs words for its denial too; add it as a fact".to_owned();
            return Err(taken(role, name, words, why));
        }
        self.added(role, name, Words { said: words.to_owned(), denied: None })
    }

    /// Adds a predicate without arguments, with the clauses that affirm and deny it.
    ///
    /// # Errors
    ///
    /// As [`Vocabulary::with`].
    pub fn with_fact(self, name: &str, holds: &str, fails: &str) -> Result<Vocabulary, WordsError> {
        let words = Words { said: holds.to_owned(), denied: Some(fails.to_owned()) };
        self.added(Role::Fact, name, words)
    }

    fn added(mut self, role: Role, name: &str, words: Words) -> Result<Vocabulary, WordsError> {
        for said in std::iter::once(&words.said).chain(&words.denied) {
            if said.trim().is_empty() {
                return Err(taken(role, name, said, "there are no words in it".to_owned()));
            }
            let key = (role, said.to_lowercase());
            if let Some(other) = self.names.get(&key) {
                let why = format!("that is what `{other}` is called; use other words");
                return Err(taken(role, name, said, why));
            }
            self.names.insert(key, name.to_owned());
        }
        let key = (role, name.to_owned());
        if let Some(other) = self.words.get(&key) {
            let why = format!("it is called \"{}\" already; add each name once", other.said);
            return Err(taken(role, name, &words.said, why));
        }
        self.words.insert(key, words);
        Ok(self)
    }

    /// Returns the noun for the things.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Returns the words for a name; the affirmation, if it is a fact.
    pub fn words(&self, role: Role, name: &str) -> Option<&str> {
        Some(self.entry(role, name).ok()?.said.as_str())
    }

    /// Returns the name for these words, in any case; the name of a fact also for its denial.
    pub fn name(&self, role: Role, words: &str) -> Option<&str> {
        self.names.get(&(role, words.to_lowercase())).map(String::as_str)
    }

    /// Returns the denial of a fact.
    pub fn denial(&self, name: &str) -> Option<&str> {
        self.entry(Role::Fact, name).ok()?.denied.as_deref()
    }

    /// Returns every role and name with its words, in order.
    pub fn entries(&self) -> impl Iterator<Item = (Role, &str, &str)> {
        self.words.iter().map(|((role, name), words)| (*role, name.as_str(), words.said.as_str()))
    }

    /// Returns the denials of facts, with their names.
    pub(crate) fn denials(&self) -> impl Iterator<Item = (&str, &str)> {
        self.words
            .iter()
            .filter_map(|((_, name), words)| Some((name.as_str(), words.denied.as_deref()?)))
    }

    pub(crate) fn entry(&self, role: Role, name: &str) -> Result<&Words, WordsError> {
        let key = (role, name.to_owned());
        self.words.get(&key).ok_or(WordsError::Unnamed { role, name: key.1 })
    }
}

fn taken(role: Role, name: &str, words: &str, why: String) -> WordsError {
    WordsError::Taken { role, name: name.to_owned(), words: words.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_given_once() {
        let vocabulary = Vocabulary::default().with(Role::Object, "a", "the ace").expect("new");
        for (role, name, words, why) in [
            (Role::Object, "a", "the king", "it is called \"the ace\" already"),
            (Role::Object, "b", "The Ace", "that is what `a` is called"),
            (Role::Object, "b", " ", "no words"),
            (Role::Fact, "b", "it rains", "denial"),
        ] {
            let error = vocabulary.clone().with(role, name, words).expect_err("refused");
            assert!(error.to_string().contains(why), "{error}");
        }
        assert!(vocabulary.with(Role::Predicate, "a", "the ace").is_ok(), "roles are apart");
    }
}
