//! Search for words that no plain event has.

use super::super::data::PEOPLE;
use super::Refusal;
use super::lists::{
    COPULAS, DENYING_VERBS, DOUBTFUL, LISTS, OF_A_NOUN, PHRASES, PLAIN_EST, PLAIN_LY, SINGLING,
    TIMES,
};
use super::verbs::is_form_of;
use crate::families::worked_out::Unplain;

/// The words of an event.
pub(super) struct Words {
    /// In their spelling.
    spelt: Vec<String>,
    /// In lower case.
    small: Vec<String>,
    /// The marks that belong to no word.
    marks: Vec<char>,
}

impl Words {
    pub(super) fn new(event: &str) -> Self {
        let event = event.replace('’', "'");
        let is_of_word = |c: char| c.is_alphanumeric() || "'-".contains(c);
        let words = event.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty());
        let spelt: Vec<String> = words.map(str::to_owned).collect();
        Self {
            small: spelt.iter().map(|word| word.to_lowercase()).collect(),
            spelt,
            marks: event.chars().filter(|c| !is_of_word(*c) && *c != ' ').collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.small.len()
    }

    /// Returns the word with this index in lower case; empty after the last one.
    pub(super) fn word(&self, at: usize) -> &str {
        self.small.get(at).map_or("", String::as_str)
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub(super) fn is_capitalised(&self, at: usize) -> bool {
        self.spelt.get(at).is_some_and(|word| word.starts_with(char::is_uppercase))
    }

    /// Returns a refusal for the word with this index.
    pub(super) fn refusal(&self, at: usize, fault: Unplain) -> Refusal {
        let word = self.word(at.min(self.len().saturating_sub(1)));
        Refusal { word: word.to_owned(), fault }
    }

    /// Refuses an event with a word or mark that no plain event has.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        self.check_but(|_| false)
    }

    /// Refuses a further event with a word or mark that no plain event has. After its verb it may
    /// have an infinitive: "travels to Rome to bake".
    pub(super) fn check_further(&self) -> Result<(), Refusal> {
        self.check_but(|fault| fault == Unplain::Infinitive)
    }

    /// Refuses a reason with a word or mark that may deny the event before it. It may itself deny,
    /// count, have clauses, and use modal verbs: it is about another event.
    pub(super) fn check_reason(&self) -> Result<(), Refusal> {
        use Unplain::{Adverb, Clause, Counts, Denies, Infinitive, Modal};
        self.check_but(|fault| {
            matches!(fault, Adverb | Clause | Counts | Denies | Infinitive | Modal)
        })
    }

    fn check_but(&self, is_free: fn(Unplain) -> bool) -> Result<(), Refusal> {
        let words: Vec<&str> = self.small.iter().map(String::as_str).collect();
        let phrases = || {
            PHRASES.iter().find_map(|(fault, phrases)| {
                let word = first_phrase(&words, phrases)?;
                Some(Refusal { word, fault: *fault })
            })
        };
        let word = || {
            let faults = (0..self.len()).filter_map(|at| Some((at, self.fault(at)?)));
            let mut refused = faults.filter(|(_, fault)| !is_free(*fault));
            refused.next().map(|(at, fault)| self.refusal(at, fault))
        };
        let mark = || {
            let faults = self.marks.iter().map(|mark| match mark {
                ',' => (mark, Unplain::Clause),
                _ => (mark, Unplain::Mark),
            });
            let (mark, fault) = faults.into_iter().find(|(_, fault)| !is_free(*fault))?;
            Some(Refusal { word: mark.to_string(), fault })
        };
        let is_loud = || {
            let is_small = |word: &String| word.contains(char::is_lowercase);
            (self.len() != 1 && !self.spelt.iter().any(is_small))
                .then(|| self.refusal(0, Unplain::Capitals))
        };
        phrases().or_else(word).or_else(mark).or_else(is_loud).map_or(Ok(()), Err)
    }

    /// Returns the effect of the word with this index on an event; `None` if it has none.
    fn fault(&self, at: usize) -> Option<Unplain> {
        let (before, next) = (self.before(at), self.word(at + 1));
        let word = self.word(at).strip_suffix("'s").unwrap_or(self.word(at));
        let is_every_day = ["every", "each", "all"].contains(&word) && is_of(TIMES, next);
        let is_given = word == "given" && !["is", "was", "were", "been"].contains(&before);
        let listed = || {
            let has = |list: &str| word.split('-').chain([word]).any(|part| is_of(list, part));
            LISTS.iter().find(|(_, list)| has(list)).map(|(fault, _)| *fault)
        };
        if is_every_day {
            None
        } else if denies(word) || (before == "from" && is_gerund(word)) {
            Some(Unplain::Denies)
        } else if is_given {
            Some(Unplain::Conditions)
        } else if let Some(fault) = listed() {
            Some(fault)
        } else if word.contains(char::is_numeric) || self.is_superlative(at) || self.singles_out(at)
        {
            Some(Unplain::Counts)
        } else if !self.is_plain_ly(at) {
            Some(Unplain::Adverb)
        } else if !self.is_english(at) {
            Some(Unplain::OtherLanguage)
        } else {
            (word == "to" && !self.leads_to_a_noun(at)).then_some(Unplain::Infinitive)
        }
    }

    fn singles_out(&self, at: usize) -> bool {
        let is_predicate = || self.small.iter().take(at).any(|word| is_of(COPULAS, word));
        is_of(SINGLING, self.word(at)) && is_predicate()
    }

    fn is_superlative(&self, at: usize) -> bool {
        let word = self.word(at);
        word.len() > "best".len()
            && word.ends_with("est")
            && !self.is_capitalised(at)
            && !is_of(PLAIN_EST, word)
    }

    /// Returns true except for an unknown adverb in -ly: too many of them exclude or doubt.
    fn is_plain_ly(&self, at: usize) -> bool {
        let word = self.word(at);
        let is_name = || self.spelt.get(at).is_some_and(|word| is_given_name(word));
        !word.ends_with("ly") || is_of(PLAIN_LY, word) || is_name()
    }

    /// Returns true for a name in Latin letters and for a word in plain ones.
    fn is_english(&self, at: usize) -> bool {
        let is_latin = |c: char| c.is_ascii() || ('À'..='ž').contains(&c);
        self.word(at).is_ascii() || (self.is_capitalised(at) && self.word(at).chars().all(is_latin))
    }

    fn leads_to_a_noun(&self, at: usize) -> bool {
        is_of(OF_A_NOUN, self.word(at + 1)) || self.is_capitalised(at + 1)
    }
}

/// Returns true for the name of a person: none of its words describes the person.
pub(super) fn is_name(name: &str) -> bool {
    let words = Words::new(name);
    let is_plain = |at: usize| {
        let is_given = words.spelt.get(at).is_some_and(|word| is_given_name(word));
        is_given || (words.is_capitalised(at) && words.fault(at).is_none())
    };
    (1..=MOST_NAMES).contains(&words.len()) && (0..words.len()).all(is_plain)
}

/// The most words of a name.
const MOST_NAMES: usize = 4;

fn is_given_name(word: &str) -> bool {
    PEOPLE.drawn().is_some_and(|people| {
        [&people.female, &people.male, &people.neutral].into_iter().flatten().any(|one| one == word)
    })
}

/// Returns true if a word is in a list of words separated by spaces.
pub(super) fn is_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// Returns the first of some phrases that occurs in some words.
pub(super) fn first_phrase(words: &[&str], phrases: &[&str]) -> Option<String> {
    let spaced = format!(" {} ", words.join(" "));
    let found = phrases.iter().find(|phrase| spaced.contains(&format!(" {phrase} ")));
    found.map(|phrase| (*phrase).to_owned())
}

fn denies(word: &str) -> bool {
    word.ends_with("n't")
        || DOUBTFUL.split_whitespace().any(|beginning| word.starts_with(beginning))
        || ((word.ends_with("ed") || word.ends_with("ing"))
            && DENYING_VERBS.split_whitespace().any(|verb| is_form_of(word, verb)))
}

/// Returns true for "baking", but not for "morning".
fn is_gerund(word: &str) -> bool {
    const NOUNS: [&str; 6] = ["morning", "evening", "king", "ring", "spring", "string"];
    word.len() > 4 && word.ends_with("ing") && !NOUNS.contains(&word)
}
