//! Requirements on a theme: enough words, and no words that could be confused with others.

use super::{FEWEST, preamble};
use crate::error::{Place, ThemeError};
use crate::role::Role;
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// The most letters of a name, spaces included.
pub const MOST_LETTERS: usize = 48;

/// The most words of a name.
const MOST_WORDS: usize = 8;

/// The largest number of objects of a theme, and of predicates, relations and facts.
pub const MOST_NAMES: usize = 2_000;

/// The level that means all themes together.
const POOLED: &str = "all";

/// Words of the sentences: in a name they would be confused with those.
const RESERVED: [&str; 50] = [
    "and",
    "or",
    "nor",
    "if",
    "then",
    "either",
    "both",
    "neither",
    "every",
    "everything",
    "each",
    "all",
    "some",
    "something",
    "any",
    "anything",
    "none",
    "nothing",
    "there",
    "that",
    "such",
    "unless",
    "only",
    "because",
    "since",
    "therefore",
    "hence",
    "thus",
    "so",
    "identical",
    "when",
    "whenever",
    "while",
    "but",
    "which",
    "who",
    "things",
    "follows",
    "conclude",
    "conclusion",
    "premise",
    "premises",
    "answer",
    "be",
    "whether",
    "implies",
    "provided",
    "true",
    "false",
    "unknown",
];

/// Negating prefixes: *invisible* negates *visible*.
const DENYING: [&str; 7] = ["un", "in", "im", "il", "ir", "dis", "non"];

/// The fewest bytes of a word after a negating prefix: *into* does not negate *to*.
const SHORTEST_DENIED: usize = 3;

/// Words that only facts may contain.
const RESERVED_BUT_IN_FACTS: [&str; 4] = ["is", "are", "not", "no"];

/// Words of a theme, with their place.
#[derive(Clone, Copy)]
pub(super) struct ThemeName<'t> {
    pub role: Role,
    pub words: &'t str,
    /// The place as a byte offset, if there is a file.
    pub at: Option<usize>,
}

/// A theme during its check.
pub(super) struct Check<'t> {
    file: &'t str,
    /// The content of the file.
    text: &'t str,
    counts: BTreeMap<Role, usize>,
    /// By their words.
    whole: BTreeMap<Vec<String>, &'t str>,
    /// By their letters.
    joined: BTreeMap<String, &'t str>,
    all: Vec<(Vec<String>, ThemeName<'t>)>,
    preamble: Option<(&'t str, Option<usize>)>,
    kind: Kind,
}

impl<'t> Check<'t> {
    pub fn new(file: &'t str, text: &'t str) -> Check<'t> {
        Check {
            file,
            text,
            counts: BTreeMap::new(),
            whole: BTreeMap::new(),
            joined: BTreeMap::new(),
            all: Vec::new(),
            preamble: None,
            kind: Kind::default(),
        }
    }

    pub fn fault(&self, at: Option<usize>, problem: String, mend: &str) -> ThemeError {
        let place = at.map(|offset| Place::new(self.text, offset));
        ThemeError { file: self.file.to_owned(), place, problem, mend: mend.to_owned() }
    }

    /// Checks the name of the theme, which is part of names of levels and tables.
    pub fn name(&self, name: &str, at: Option<usize>) -> Result<(), ThemeError> {
        let word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphanumeric);
        if name.chars().count() > MOST_LETTERS || !name.split(['-', ' ']).all(word) {
            let problem = format!("the name \"{}\" is none", clip(name));
            let mend = format!(
                "use at most {MOST_LETTERS} letters and digits, with single hyphens or spaces between"
            );
            return Err(self.fault(at, problem, &mend));
        }
        if name == POOLED {
            let problem = format!("the name \"{POOLED}\" is reserved for pooled results");
            return Err(self.fault(at, problem, "use another"));
        }
        Ok(())
    }

    pub fn preamble(&mut self, text: &'t str, at: Option<usize>) -> Result<(), ThemeError> {
        self.preamble = Some((text, at));
        match preamble::fault(text) {
            None => Ok(()),
            Some((problem, mend)) => Err(self.fault(at, problem, mend)),
        }
    }

    /// Checks that no list is longer than problems can use.
    pub fn count(&self, role: Role, names: usize, at: Option<usize>) -> Result<(), ThemeError> {
        if names <= MOST_NAMES {
            return Ok(());
        }
        let problem = format!("there are {names} {role}s");
        Err(self.fault(at, problem, &format!("keep {MOST_NAMES} at most")))
    }

    /// Checks the noun for the things like a name: no name may contain it.
    pub fn kind(&mut self, words: [(&'t str, Option<usize>); 2]) -> Result<(), ThemeError> {
        let [one, many] = words.map(|(words, _)| words.to_owned());
        self.kind = Kind { one, many };
        for (words, at) in words {
            self.add(ThemeName { role: Role::Object, words, at })?;
        }
        self.counts.clear();
        Ok(())
    }

    pub fn add(&mut self, found: ThemeName<'t>) -> Result<(), ThemeError> {
        self.letters(found)?;
        let words = parts(found.words);
        self.language(found, &words)?;
        let known = self.whole.get(&words).or_else(|| self.joined.get(&words.concat()));
        if let Some(other) = known {
            let problem = format!("\"{}\" and \"{other}\" are the same words", found.words);
            return Err(self.fault(found.at, problem, "leave one out"));
        }
        self.whole.insert(words.clone(), found.words);
        self.joined.insert(words.concat(), found.words);
        *self.counts.entry(found.role).or_default() += 1;
        self.all.push((words, found));
        Ok(())
    }

    fn letters(&self, found: ThemeName<'t>) -> Result<(), ThemeError> {
        let ThemeName { words, at, .. } = found;
        if words.chars().count() > MOST_LETTERS || parts(words).len() > MOST_WORDS {
            let problem = format!("\"{}…\" is too long", clip(words));
            let mend = format!("use at most {MOST_WORDS} words and {MOST_LETTERS} letters");
            return Err(self.fault(at, problem, &mend));
        }
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'');
        if let Some(sign) = words.chars().find(|c| !fits(*c)) {
            let problem = format!("\"{}\" has the sign {sign:?} in it", words.escape_debug());
            let mend = "use letters, digits, single spaces, hyphens and apostrophes";
            return Err(self.fault(at, problem, mend));
        }
        let spaced = words.split(' ').all(|word| word.chars().any(char::is_alphabetic));
        if words.is_empty() || !spaced {
            let problem = format!("\"{words}\" has a word without letters, or a space too many");
            return Err(self.fault(at, problem, "put single spaces between words"));
        }
        Ok(())
    }

    fn language(&self, found: ThemeName<'t>, words: &[String]) -> Result<(), ThemeError> {
        let ThemeName { role, at, .. } = found;
        let reserved = |word: &&String| {
            RESERVED.contains(&word.as_str())
                || role != Role::Fact && RESERVED_BUT_IN_FACTS.contains(&word.as_str())
        };
        if let Some(word) = words.iter().find(reserved) {
            let problem = format!("\"{}\" has `{word}` in it, a word of the language", found.words);
            return Err(self.fault(at, problem, "say it without that word"));
        }
        let letter = |word: &&String| word.chars().count() == 1 && *word != "a";
        if let Some(word) = words.iter().find(letter) {
            let problem = format!("\"{}\" has the single letter `{word}` in it", found.words);
            let mend = "use longer words; letters stand for arbitrary things";
            return Err(self.fault(at, problem, mend));
        }
        if words.is_empty() {
            let problem = format!("\"{}\" is an article and nothing else", found.words);
            return Err(self.fault(at, problem, "add a noun"));
        }
        Ok(())
    }

    /// Checks conditions on all words together: none contains or negates another, there are enough,
    /// and the preamble makes no statement with them.
    pub fn finish(self) -> Result<(), ThemeError> {
        for (words, found) in &self.all {
            if let Some(inner) = self.inside(words) {
                let problem = format!("\"{inner}\" is inside \"{}\"", found.words);
                let mend = "change one of them so that neither can be taken for the other";
                return Err(self.fault(found.at, problem, mend));
            }
        }
        self.denials()?;
        for role in [Role::Object, Role::Predicate] {
            let has = self.counts.get(&role).copied().unwrap_or(0);
            if has < FEWEST {
                let problem = format!("there are {has} {role}s");
                return Err(self.fault(None, problem, &format!("give it {FEWEST} at least")));
            }
        }
        self.says_nothing()
    }

    /// Checks that no word is another of its role with a negating prefix, except for facts, which
    /// have denials.
    fn denials(&self) -> Result<(), ThemeError> {
        let each = || self.all.iter().filter(|(_, found)| found.role != Role::Fact);
        let mut known: BTreeMap<(Role, &str), &str> = BTreeMap::new();
        for (words, found) in each() {
            known.extend(words.iter().map(|word| ((found.role, word.as_str()), found.words)));
        }
        for (words, found) in each() {
            let bare = words.iter().flat_map(|word| {
                let bare = DENYING.iter().filter_map(move |prefix| word.strip_prefix(prefix));
                bare.filter(|bare| bare.len() >= SHORTEST_DENIED)
            });
            for word in bare {
                if let Some(other) = known.get(&(found.role, word)) {
                    let problem = format!("\"{}\" denies \"{other}\"", found.words);
                    let mend = "no name may exclude another by its meaning; change one of them";
                    return Err(self.fault(found.at, problem, mend));
                }
            }
        }
        Ok(())
    }

    /// Checks that the preamble has no text that would be read in an answer.
    fn says_nothing(&self) -> Result<(), ThemeError> {
        let Some((text, at)) = self.preamble else { return Ok(()) };
        let letters = text.to_lowercase();
        let mut vocabulary = Vocabulary::new(self.kind.clone());
        let is_kind = |found: &ThemeName<'_>| {
            [&self.kind.one, &self.kind.many].iter().any(|it| *it == found.words)
        };
        for (number, (words, found)) in self.all.iter().enumerate() {
            if !is_kind(found)
                && words.first().is_some_and(|first| letters.contains(first.as_str()))
            {
                let name = format!("n{number}");
                let added = match found.role {
                    Role::Fact => vocabulary.with_fact(&name, found.words, &format!("not {name}")),
                    role => vocabulary.with(role, &name, found.words),
                };
                vocabulary =
                    added.map_err(|error| self.fault(found.at, error.to_string(), "change it"))?;
            }
        }
        match vocabulary.said_in(text).and_then(|place| text.get(place)) {
            None => Ok(()),
            Some(said) => {
                let problem = format!(
                    "the preamble says \"{}\", which would be read as an answer",
                    clip(said)
                );
                Err(self.fault(at, problem, "set the scene, and claim nothing"))
            }
        }
    }

    /// Returns another name that is a sequence of some of these words.
    fn inside(&self, words: &[String]) -> Option<&'t str> {
        let spans =
            (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| from..to));
        let others = spans.filter(|span| span.len() < words.len());
        others.filter_map(|span| self.whole.get(&words[span])).next().copied()
    }
}

/// Returns the words of a name in lower case, divided at hyphens, without apostrophes and the
/// initial article.
pub(crate) fn parts(words: &str) -> Vec<String> {
    let lower = words.to_lowercase().replace('\'', "");
    let parts = lower.split(|c: char| c.is_whitespace() || c == '-').filter(|it| !it.is_empty());
    let mut parts: Vec<String> = parts.map(str::to_owned).collect();
    if matches!(parts.first().map(String::as_str), Some("the" | "a" | "an")) {
        parts.remove(0);
    }
    parts
}

fn clip(text: &str) -> String {
    text.chars().take(MOST_LETTERS).flat_map(char::escape_debug).collect()
}
