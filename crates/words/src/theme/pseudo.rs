//! Made-up words.

use super::Theme;
use crate::error::ThemeError;
use crate::vocabulary::Kind;
use peirast_random::{SplitMix64, Stream};
use std::collections::BTreeSet;

const ONSETS: [&str; 20] = [
    "b", "bl", "d", "dr", "f", "fl", "g", "gr", "h", "k", "kl", "m", "n", "p", "pr", "s", "t",
    "tr", "v", "z",
];
const NUCLEI: [&str; 7] = ["a", "e", "i", "o", "u", "au", "ee"];
const CODAS: [&str; 10] = ["b", "d", "g", "k", "lm", "nd", "rt", "sk", "x", "mp"];
const NOUN_ENDINGS: [&str; 4] = ["", "", "et", "or"];
const ADJECTIVE_ENDINGS: [&str; 4] = ["ish", "ous", "ic", "al"];

/// Parts of words from these sounds that a reader could find offensive.
const OFFENSIVE: [&str; 36] = [
    "anal", "bum", "dago", "dik", "dumb", "fag", "fart", "gimp", "heeb", "homo", "kak", "kauk",
    "kik", "klan", "klit", "kok", "kum", "muf", "nazi", "neeg", "negr", "nig", "paki", "pedo",
    "pee", "peni", "pimp", "pis", "puk", "sex", "suk", "tard", "tit", "tramp", "vag", "vomi",
];

/// English words and known names from these sounds.
const KNOWN: &str = "\
    batik behind bimodal bipedal bipod bobux bogart botox bozak dahab damask datuk davidic debug \
    deepak defend defib defog defund dehart demand demob depart depend deport desert desig detox \
    devaux dimond divert donegal dudek fanart fenix fetid flaubert gibert gobind gonad gonadal \
    govind gravid grimaud habib hadad hadid hamid hanibal hapag hasek hasidic havok hebert \
    hobart honed honig hotrod hubert hudak hudud humid humidor kabab kabob kanak kapok kazak \
    kebab kitab kleenex kodak konig kotex madox madrid madrigal magid magik magog mamak manik \
    masud matador medik megid midrand minix modok monad monadic moped mozart mufid musab musik \
    mutex muzak nabob nagib namib nanak napalm nasik naveed navid nomad nomadic nomex nonad novak \
    pagod panax panik pasek patak patek patrik posix pramod prasad prebend prefab prefix pretax \
    pretend prodigal prodrug prosodic protag provid publix pudendal putrid sadik sahib sanad \
    savak semak senegal senex sepik sibert sigrid sinek sobek sobibor sukuk tabak tenax tepid \
    tetrad timex timid tomek topek topix trebek tremendous tripod tumid vapid vasik vinod vitek \
    vitex vivax vivek vivid zadok zagreb zahid zizek";

/// The number of words of each role.
const WORDS: usize = 24;

impl Theme {
    /// Makes a theme of words without meaning; the same seed gives the same words.
    ///
    /// ```
    /// use peirast_words::Theme;
    ///
    /// let theme = Theme::made_up(7)?;
    /// assert_eq!(theme, Theme::made_up(7)?);
    /// assert_ne!(theme.objects, Theme::made_up(8)?.objects);
    /// # Ok::<(), peirast_words::ThemeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No such seed is known: the words of every seed tried are compatible.
    pub fn made_up(seed: u64) -> Result<Theme, ThemeError> {
        let mut maker = Maker { stream: Stream::split_mix(seed), used: BTreeSet::new() };
        let objects = maker.words("the ", &NOUN_ENDINGS);
        let predicates = maker.words("", &ADJECTIVE_ENDINGS);
        let theme = Theme {
            name: "made-up".to_owned(),
            preamble: "You learn a game with tokens whose names and marks come from a language \
                       that you do not speak. The rules tell you this about them."
                .to_owned(),
            kind: Kind { one: "token".to_owned(), many: "tokens".to_owned() },
            objects,
            predicates,
            relations: Vec::new(),
            facts: Vec::new(),
        };
        theme.checked("made-up words")
    }

    /// Returns the theme, if it is valid.
    fn checked(self, file: &str) -> Result<Theme, ThemeError> {
        use super::check::{Check, ThemeName};
        use crate::role::Role;
        let mut check = Check::new(file, "");
        check.kind([(&self.kind.one, None), (&self.kind.many, None)])?;
        for words in &self.objects {
            check.add(ThemeName { role: Role::Object, words, at: None })?;
        }
        for words in &self.predicates {
            check.add(ThemeName { role: Role::Predicate, words, at: None })?;
        }
        check.finish()?;
        Ok(self)
    }
}

struct Maker {
    stream: Stream<SplitMix64>,
    /// The beginnings of words: they are so different that no misspelling of one word gives
    /// another.
    used: BTreeSet<String>,
}

impl Maker {
    /// Makes this number of words, none of them offensive.
    fn words(&mut self, article: &str, endings: &[&str]) -> Vec<String> {
        let mut words = Vec::new();
        // There are nine thousand stems, and few have a common beginning.
        for _ in 0..100 * WORDS {
            if words.len() == WORDS {
                break;
            }
            let (opening, stem) = self.stem();
            // "Moded" would be read as the participle of a verb.
            if OFFENSIVE.iter().any(|part| stem.contains(part)) || stem.ends_with("ed") {
                continue;
            }
            if self.used.insert(opening) {
                let ending = self.stream.choose(endings).copied().unwrap_or("");
                let word = [stem.as_str(), ending].concat();
                if !KNOWN.split_whitespace().any(|known| known == stem || known == word) {
                    words.push(format!("{article}{word}"));
                }
            }
        }
        words
    }

    /// Makes a stem of two syllables, and its first syllable with the second's onset.
    fn stem(&mut self) -> (String, String) {
        let mut draw = |list: &[&'static str]| self.stream.choose(list).copied().unwrap_or("");
        let opening = [draw(&ONSETS), draw(&NUCLEI), draw(&ONSETS)].concat();
        let stem = [opening.as_str(), draw(&NUCLEI), draw(&CODAS)].concat();
        (opening, stem)
    }
}
