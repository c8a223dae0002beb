//! Names in views for the words of sentences, and words for the names of views.

use super::nouns::{third_person, with_article};
use crate::claim::{Claim, Literal, Term};
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The form of a predicate in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Frame {
    /// *Mary has an ace.*
    Has,
    /// *Mary is tall*, *Socrates is a man*.
    Is,
    /// *Mary smokes.*
    Verb,
    /// *John loves Mary.*
    Relation,
    /// *John is taller than Mary.*
    IsRelation,
    /// *There is an ace.*
    There,
    /// *It rains.*
    It,
    /// *It is raining.*
    ItIs,
    /// *p*.
    Fact,
}

impl Frame {
    /// The beginning of the keys of this frame's predicates.
    fn tag(self) -> &'static str {
        match self {
            Frame::Has => "has",
            Frame::Is => "is",
            Frame::Verb => "does",
            Frame::Relation => "does-to",
            Frame::IsRelation => "is-to",
            Frame::There => "there",
            Frame::It => "it",
            Frame::ItIs => "it-is",
            Frame::Fact => "fact",
        }
    }

    /// The beginning of a name if the word alone is taken.
    fn prefix(self) -> &'static str {
        match self {
            Frame::Has => "Has",
            Frame::Is | Frame::IsRelation => "Is",
            Frame::There => "ThereIs",
            Frame::It | Frame::ItIs => "It",
            Frame::Verb | Frame::Relation => "Does",
            Frame::Fact => "Fact",
        }
    }
}

/// A predicate of sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Predicate {
    pub(super) frame: Frame,
    /// The noun, adjective or verb, which has its base form.
    pub(super) words: String,
    /// True if an article goes before the noun.
    pub(super) counts: bool,
    /// The name in views.
    pub(super) name: String,
}

/// The words of the sentences of a question, and their names in views.
///
/// Names are made as words come: *Mary has an ace* is `Ace(mary())`. Where a name is taken, a second
/// one says more: *Mary is an ace* is then `IsAce(mary())`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// By frame and words.
    predicates: BTreeMap<String, Predicate>,
    /// By words without capitals.
    things: BTreeMap<String, Thing>,
    /// Names that formulas have as they are, next to names that have to be spelled.
    taken: BTreeSet<String>,
    /// True if a sentence says *everyone*, *someone* or *nobody*.
    speaks_of_people: bool,
    /// True if a sentence says *everything*, *something* or *nothing*.
    speaks_of_things: bool,
}

/// Somebody or something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Thing {
    /// The words, as they were first written.
    words: String,
    /// The name in views.
    name: String,
}

impl Dictionary {
    /// The key of a predicate, which is new if it was not said before.
    pub(super) fn predicate(&mut self, frame: Frame, words: &str, counts: bool) -> String {
        let key = format!("{}:{}", frame.tag(), words.to_lowercase());
        if let Some(known) = self.predicates.get_mut(&key) {
            known.counts |= counts;
            return key;
        }
        let said = match frame {
            Frame::Verb | Frame::Relation | Frame::It => in_third_person(words),
            _ => words.to_owned(),
        };
        let name =
            if frame == Frame::Fact { symbol(&said, None) } else { symbol(&said, Some(true)) };
        let name = name.map_or_else(|| self.numbered(), |name| self.free(name, frame));
        self.predicates
            .insert(key.clone(), Predicate { frame, words: words.to_owned(), counts, name });
        key
    }

    /// A name that no other predicate has.
    fn free(&self, name: String, frame: Frame) -> String {
        let taken = |name: &str| self.predicates.values().any(|other| other.name == name);
        if !taken(&name) {
            return name;
        }
        let longer = format!("{}{name}", frame.prefix());
        let numbered = (2..).map(|number| format!("{longer}{number}"));
        std::iter::once(longer.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(longer)
    }

    /// A name that nothing else has.
    fn free_thing(&self, name: String) -> String {
        let taken = |name: &str| self.things.values().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name));
        free.unwrap_or(name)
    }

    /// The next name for words with letters that names cannot have: `N1`, `N2`.
    fn numbered(&self) -> String {
        let taken = |name: &str| {
            self.predicates.values().any(|other| other.name == name)
                || self.things.values().any(|other| other.name == name)
                || self.taken.contains(name)
        };
        let mut names = (1_usize..).map(|number| format!("N{number}"));
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// The name in views for a name of a formula: that of a fact of sentences.
    pub(super) fn spelled(&mut self, word: &str) -> String {
        let word: String = word.nfc().collect();
        let key = self.predicate(Frame::Fact, &word, false);
        self.predicates.get(&key).map_or_else(String::new, |fact| fact.name.clone())
    }

    /// Takes a name of a formula, which no other word may have.
    pub(super) fn take(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// The word of a formula that has this name; the name, if none has.
    fn word_of(&self, name: &str) -> String {
        let mut facts = self.predicates.values().filter(|known| known.frame == Frame::Fact);
        let fact = facts.find(|known| known.name == name);
        fact.map_or_else(|| name.to_owned(), |known| known.words.clone())
    }

    /// The names that share no letters with their words, and these words, in the order of the names.
    /// Names in views have the letters a to z; words of other alphabets are numbered.
    ///
    /// ```
    /// use peirast_etr::{Conditional, Engine};
    /// use peirast_words::{Hearing, TextReader};
    ///
    /// let mut engine = Engine::default();
    /// let mut reader =
    ///     TextReader::new(&mut engine, Hearing { said: Conditional::Book, logic: None });
    /// reader.premise("Сократ is tall.")?;
    /// let read = reader.finish()?;
    /// assert_eq!(engine.show(&read.texts[0][0].view), "{Tall(N1())}");
    /// assert!(read.dictionary.numbered_names().into_iter().eq([("N1", "Сократ")]));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn numbered_names(&self) -> Vec<(&str, &str)> {
        let predicates = self.predicates.values().map(|it| (it.name.as_str(), it.words.as_str()));
        let things = self.things.values().map(|it| (it.name.as_str(), it.words.as_str()));
        let mut all: Vec<_> =
            predicates.chain(things).filter(|(_, words)| symbol(words, None).is_none()).collect();
        all.sort_by_key(|(name, _)| (name.len(), *name));
        all
    }

    /// The constant of what is called so. Capitals make no difference, except in a letter: *Wind* at the
    /// beginning of a sentence is *wind*.
    pub(super) fn thing(&mut self, words: &str) -> Term {
        let key = if words.len() == 1 { words.to_owned() } else { words.to_lowercase() };
        if !self.things.contains_key(&key) {
            let bare = words.strip_prefix("the ").unwrap_or(words);
            let name = symbol(bare, Some(false));
            let name = name.map_or_else(|| self.numbered(), |name| self.free_thing(name));
            self.things.insert(key.clone(), Thing { words: words.to_owned(), name });
        }
        Term::Constant(key)
    }

    /// True if the word was a sentence by itself before.
    pub(super) fn knows_fact(&self, word: &str) -> bool {
        let key = format!("{}:{}", Frame::Fact.tag(), word.to_lowercase());
        self.predicates.contains_key(&key)
    }

    /// True if the word, with the same capitals, was a sentence by itself before.
    pub(super) fn is_fact(&self, word: &str) -> bool {
        let key = format!("{}:{}", Frame::Fact.tag(), word.to_lowercase());
        self.predicates.get(&key).is_some_and(|known| known.words == word)
    }

    /// A sentence speaks of everybody or somebody, or else of everything or something.
    pub(super) fn quantifies(&mut self, of_people: bool) {
        self.speaks_of_people |= of_people;
        self.speaks_of_things |= !of_people;
    }

    /// True if those of whom sentences say something in general are people.
    pub(super) fn is_of_people(&self) -> bool {
        self.speaks_of_people && !self.speaks_of_things
    }

    /// The key of a noun that sentences apply to things, so that *there is an ace* speaks of one of
    /// them.
    pub(super) fn is_said_of_things(&self, noun: &str) -> Option<String> {
        let key = format!("{}:{}", Frame::Is.tag(), noun.to_lowercase());
        self.predicates.contains_key(&key).then_some(key)
    }

    /// The noun of *there is an ace*, if a key is of that form.
    pub(super) fn noun_of_there(&self, key: &str) -> Option<&str> {
        let known = self.predicates.get(key).filter(|known| known.frame == Frame::There)?;
        Some(&known.words)
    }

    /// The claim with the names of views for the keys.
    pub(super) fn named(&self, claim: &Claim) -> Claim {
        let states = |all: &[Vec<Literal>]| -> Vec<Vec<Literal>> {
            all.iter()
                .map(|one| one.iter().map(|literal| self.named_literal(literal)).collect())
                .collect()
        };
        Claim {
            prefix: claim.prefix.clone(),
            supposition: states(&claim.supposition),
            stage: states(&claim.stage),
        }
    }

    fn named_literal(&self, literal: &Literal) -> Literal {
        let predicate = self.predicates.get(&literal.predicate);
        let predicate = predicate.map_or_else(|| literal.predicate.clone(), |it| it.name.clone());
        let term = |term: &Term| match term {
            Term::Constant(words) => {
                Term::Constant(self.things.get(words).map_or(words, |thing| &thing.name).clone())
            }
            Term::Object(object) => Term::Object(*object),
        };
        Literal {
            negated: literal.negated,
            predicate,
            arguments: literal.arguments.iter().map(term).collect(),
        }
    }

    /// The names of predicates in views, for keys.
    pub(super) fn names_of(&self, keys: &BTreeSet<String>) -> BTreeSet<String> {
        keys.iter().filter_map(|key| self.predicates.get(key)).map(|it| it.name.clone()).collect()
    }

    /// The predicate of this name with this number of arguments. A predicate of no sentence has its
    /// name for its words.
    pub(super) fn said(&self, name: &str, arguments: usize) -> Predicate {
        let takes = |frame| match frame {
            Frame::Has | Frame::Is | Frame::Verb => 1,
            Frame::Relation | Frame::IsRelation => 2,
            Frame::There | Frame::It | Frame::ItIs | Frame::Fact => 0,
        };
        let known = self.predicates.values();
        let mut known = known.filter(|it| it.name == name && takes(it.frame) == arguments);
        known.next().cloned().unwrap_or_else(|| Predicate {
            frame: [Frame::Fact, Frame::Is, Frame::IsRelation][arguments.min(2)],
            words: self.word_of(name),
            counts: false,
            name: name.to_owned(),
        })
    }

    /// The words for a constant.
    pub(super) fn called(&self, name: &str) -> String {
        let known = self.things.values().find(|its| its.name == name);
        known.map_or_else(|| self.word_of(name), |thing| thing.words.clone())
    }
}

impl Predicate {
    /// A verb phrase without its subject: *has an ace*, *is not tall*.
    pub(super) fn verb_phrase(&self, negated: bool, object: Option<&str>) -> String {
        let object = object.map(|object| format!(" {object}")).unwrap_or_default();
        let words = with_article(&self.words, self.counts);
        match (self.frame, negated) {
            (Frame::Has, false) => format!("has {words}"),
            (Frame::Has, true) => format!("does not have {words}"),
            (Frame::Verb | Frame::Relation, false) => {
                format!("{}{object}", in_third_person(&self.words))
            }
            (Frame::Verb | Frame::Relation, true) => format!("does not {}{object}", self.words),
            (_, false) => format!("is {words}{object}"),
            (_, true) => format!("is not {words}{object}"),
        }
    }

    /// A clause without a subject: *there is an ace*, *it rains*, *p*.
    pub(super) fn clause(&self, negated: bool) -> String {
        let words = &self.words;
        match (self.frame, negated) {
            (Frame::There, false) => format!("there is {}", with_article(words, self.counts)),
            (Frame::There, true) => format!("there is no {words}"),
            (Frame::It, false) => format!("it {}", in_third_person(words)),
            (Frame::It, true) => format!("it does not {words}"),
            (Frame::ItIs, false) => format!("it is {words}"),
            (Frame::ItIs, true) => format!("it is not {words}"),
            (_, false) => words.clone(),
            (_, true) => format!("not {words}"),
        }
    }
}

/// A phrase with its verb, the first word, in the third person.
fn in_third_person(words: &str) -> String {
    match words.split_once(' ') {
        Some((verb, rest)) => format!("{} {rest}", third_person(verb)),
        None => third_person(words),
    }
}

/// Latin letters that are no letter with an accent, and how they are usually written without them.
const LATIN: [(char, &str); 18] = [
    ('Æ', "Ae"),
    ('æ', "ae"),
    ('Ð', "D"),
    ('ð', "d"),
    ('Đ', "D"),
    ('đ', "d"),
    ('Ħ', "H"),
    ('ħ', "h"),
    ('ı', "i"),
    ('Ł', "L"),
    ('ł', "l"),
    ('Ø', "O"),
    ('ø', "o"),
    ('Œ', "Oe"),
    ('œ', "oe"),
    ('Þ', "Th"),
    ('þ', "th"),
    ('ß', "ss"),
];

/// A name made of words; `capital` says how it begins, if not as the word does. Names are ASCII, so
/// letters lose their accents, and *ø* is `o`; `None` if a letter is of another alphabet.
fn symbol(words: &str, capital: Option<bool>) -> Option<String> {
    let mut name = String::new();
    let bare = words.nfd().filter(|c| !is_combining_mark(*c));
    let mut plain = String::with_capacity(words.len());
    for letter in bare {
        match LATIN.iter().find(|(special, _)| *special == letter) {
            Some((_, letters)) => plain.push_str(letters),
            None => plain.push(letter),
        }
    }
    if plain.contains(|c: char| c.is_alphanumeric() && !c.is_ascii()) {
        return None;
    }
    for part in plain.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
        let mut letters = part.chars();
        let Some(first) = letters.next() else { continue };
        let lower = name.is_empty() && capital == Some(false);
        let upper = !name.is_empty() || capital == Some(true);
        name.push(match (lower, upper) {
            (true, _) => first.to_ascii_lowercase(),
            (_, true) => first.to_ascii_uppercase(),
            _ => first,
        });
        // *the TV* is `tv`.
        let shouts = lower && part.chars().all(|c| c.is_ascii_uppercase());
        match shouts {
            true => name.push_str(&letters.as_str().to_ascii_lowercase()),
            false => name.push_str(letters.as_str()),
        }
    }
    // Names begin with a letter, and `do` is no name of a fact.
    Some(match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() && name != "do" => name,
        _ => format!("N{name}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken_are_told_apart() {
        let mut dictionary = Dictionary::default();
        let has = dictionary.predicate(Frame::Has, "ace", true);
        let is = dictionary.predicate(Frame::Is, "ace", true);
        let keys = BTreeSet::from([has, is]);
        assert!(dictionary.names_of(&keys).into_iter().eq(["Ace", "IsAce"]));
        assert_eq!(dictionary.said("IsAce", 1).verb_phrase(true, None), "is not an ace");
        assert_eq!(dictionary.said("Ace", 1).verb_phrase(false, None), "has an ace");
        assert_eq!(dictionary.said("Ace", 0).clause(true), "not Ace");
    }

    #[test]
    fn names_are_made_of_any_words() {
        for (words, capital, name) in [
            ("well-worn", Some(true), "WellWorn"),
            ("New York", Some(false), "newYork"),
            ("TV", Some(false), "tv"),
            ("3 of clubs", Some(true), "N3OfClubs"),
            ("Márta", Some(false), "marta"),
            ("jemand Ärgerliches", Some(true), "JemandArgerliches"),
            ("Øyvind", Some(false), "oyvind"),
            ("Þór", Some(false), "thor"),
            ("do", None, "Ndo"),
            ("p", None, "p"),
        ] {
            assert_eq!(symbol(words, capital).as_deref(), Some(name));
        }
    }

    #[test]
    fn words_of_other_alphabets_are_numbered() {
        let mut dictionary = Dictionary::default();
        for words in ["漢", "Король", "βασιλεύς", "سلام"] {
            assert_eq!(symbol(words, Some(true)), None);
            dictionary.predicate(Frame::Fact, words, false);
        }
        dictionary.thing("漢");
        dictionary.thing("Zoë");
        let expected =
            [("N1", "漢"), ("N2", "Король"), ("N3", "βασιλεύς"), ("N4", "سلام"), ("N5", "漢")];
        assert_eq!(dictionary.numbered_names(), expected);
        dictionary.predicate(Frame::Fact, "король", false);
        assert_eq!(dictionary.numbered_names().len(), 5, "capitals make no difference");
    }
}
