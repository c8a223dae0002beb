//! Names of persons.

use super::inapplicable::Inapplicable;
use super::sentences::{sentences, statements};
use super::words::{WordList, data_lines, is_word_char, words};
use crate::{AnswerKey, ItemVersion};
use peirast_random::Stream;
use peirast_record::Accepted;
use peirast_table::escape_line;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The gender of a first name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gender {
    /// Women's.
    Female,
    /// Men's.
    Male,
    /// Both.
    Neutral,
}

/// A first name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName {
    /// The name.
    pub name: String,
    /// Its gender.
    pub gender: Gender,
}

/// The sources of replacement names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameSource {
    /// The built-in list.
    BuiltIn,
    /// A list of the user's.
    Listed {
        /// Its file, as the user named it.
        file: String,
        /// Its names.
        names: Vec<PersonName>,
    },
}

static BUILT_IN: LazyLock<Vec<PersonName>> =
    LazyLock::new(|| persons(include_str!("../../data/names.txt")).collect());

/// The kinds of all known names: of the built-in ones, and of further ones that replace none.
static KNOWN: LazyLock<BTreeMap<String, NameKind>> = LazyLock::new(|| {
    let further = persons(include_str!("../../data/further-names.txt"));
    let all = further.chain(BUILT_IN.iter().cloned());
    all.map(|person| (person.name.clone(), NameKind::of(&person))).collect()
});

fn persons(data: &'static str) -> impl Iterator<Item = PersonName> {
    data_lines(data).filter_map(|(gender, name)| person(gender, name))
}

fn person(gender: &str, name: &str) -> Option<PersonName> {
    let gender = match gender {
        "f" => Gender::Female,
        "m" => Gender::Male,
        "n" => Gender::Neutral,
        _ => return None,
    };
    let is_name = name.chars().count() > 1
        && name.chars().all(is_word_char)
        && name.starts_with(char::is_uppercase);
    is_name.then(|| PersonName { name: name.to_owned(), gender })
}

impl NameSource {
    /// The names in a file: in each line `f`, `m` or `n` (female, male, neutral), a space and a
    /// name. Empty lines and those that begin with `#` are ignored.
    pub(super) fn listed(file: &str, text: &str) -> Result<Self, String> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let mut names: Vec<PersonName> = Vec::new();
        for (number, line) in
            lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let name = line
                .trim()
                .split_once([' ', '\t', ','])
                .and_then(|(gender, name)| person(gender, name.trim()));
            let name = name.ok_or_else(|| {
                let line = escape_line(line.trim());
                format!("line {number} of the list is `{line}`: write f, m or n, a space and one name, as in `f Anna`")
            })?;
            if names.iter().any(|other| other.name == name.name) {
                return Err(format!(
                    "line {number} of the list has `{}` a second time: take it out",
                    name.name
                ));
            }
            names.push(name);
        }
        match names.len() {
            0 | 1 => Err("the list has fewer than two names: give it more".to_owned()),
            _ => Ok(Self::Listed { file: file.to_owned(), names }),
        }
    }

    /// The replacement names.
    pub(super) fn names(&self) -> &[PersonName] {
        match self {
            Self::BuiltIn => &BUILT_IN,
            Self::Listed { names, .. } => names,
        }
    }

    /// The kind of a known name: one of the program, or one of the user's list.
    pub(super) fn kind(&self, word: &str) -> Option<NameKind> {
        let listed = || match self {
            Self::BuiltIn => None,
            Self::Listed { names, .. } => names.iter().find(|person| person.name == word),
        };
        KNOWN.get(word).copied().or_else(|| listed().map(NameKind::of))
    }
}

/// The properties that a name shares with its replacement, so that pronouns and the possessive of
/// `James'` stay right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameKind {
    gender: Gender,
    ends_in_s: bool,
}

impl NameKind {
    pub(super) fn of(person: &PersonName) -> Self {
        Self { gender: person.gender, ends_in_s: person.name.ends_with('s') }
    }
}

/// Checks that names are those of persons whom the text itself introduces, and that the question is
/// not about the names. Questions about real persons change with their names.
pub(super) fn may_be_renamed(
    version: &ItemVersion,
    source: &NameSource,
) -> Result<(), Inapplicable> {
    let texts = version.texts();
    let all = || texts.iter().copied().flat_map(words).map(|(_, word)| word);
    if all().any(|word| WordList::Naming.has(word)) {
        return Err(Inapplicable::AsksAboutNames);
    }
    let introduced: BTreeSet<&str> =
        statements(version).flat_map(words).map(|(_, word)| word).collect();
    if all().any(|word| source.kind(word).is_some() && !introduced.contains(word)) {
        return Err(Inapplicable::NotIntroduced);
    }
    // A capitalised word within a sentence is a proper name.
    let is_other = |sentence: &str| {
        words(sentence).skip(1).any(|(_, word)| {
            let is_capital = word.starts_with(char::is_uppercase) && word.chars().count() > 1;
            is_capital && source.kind(word).is_none() && !WordList::Calendar.has(word)
        })
    };
    match version.before.iter().flat_map(|segment| sentences(&segment.text)).any(is_other) {
        true => Err(Inapplicable::OtherNames),
        false => Ok(()),
    }
}

/// Gives every known person another name, in the question, the options and the answers.
pub(super) fn rename(
    version: &mut ItemVersion,
    source: &NameSource,
    stream: &mut Stream,
) -> Result<(), Inapplicable> {
    let answers = version.answer_texts();
    let mut found: Vec<&str> = Vec::new();
    let texts = version.texts();
    for text in &texts {
        for (at, word) in words(text) {
            if source.kind(word).is_some() {
                if is_in_longer_name(text, at, word) {
                    return Err(Inapplicable::LongerName);
                }
                if !found.contains(&word) {
                    found.push(word);
                }
            }
        }
    }
    if found.is_empty() {
        return Err(Inapplicable::NoName);
    }
    let all = || {
        texts
            .iter()
            .copied()
            .chain(answers.iter().map(String::as_str))
            .flat_map(words)
            .map(|(_, word)| word)
    };
    let own: BTreeSet<String> = all().map(str::to_lowercase).collect();
    let is_otherwise = |word: &str| {
        !found.contains(&word)
            && found.iter().any(|name| name.to_lowercase() == word.to_lowercase())
    };
    let in_patterns = version.patterns().any(|pattern| {
        found.iter().any(|name| pattern.to_lowercase().contains(&name.to_lowercase()))
    });
    if all().any(is_otherwise) || in_patterns {
        return Err(Inapplicable::NameOtherwise);
    }
    let mut others: BTreeMap<String, String> = BTreeMap::new();
    for name in found {
        let kind = source.kind(name);
        let is_free = |person: &&PersonName| {
            kind == Some(NameKind::of(person))
                && !own.contains(&person.name.to_lowercase())
                && others.values().all(|taken| *taken != person.name)
        };
        let free: Vec<&PersonName> = source.names().iter().filter(is_free).collect();
        let other = stream.choose(&free).ok_or(Inapplicable::NoFreeName)?;
        others.insert(name.to_owned(), other.name.clone());
    }
    let replace = |text: &mut String| *text = replaced(text, &others);
    version
        .before
        .iter_mut()
        .chain(&mut version.after)
        .for_each(|segment| replace(&mut segment.text));
    version.choices.iter_mut().for_each(replace);
    for key in [Some(&mut version.key), version.lure.as_mut()].into_iter().flatten() {
        let AnswerKey::Text(texts) = key else { continue };
        for accepted in texts {
            if let Accepted::Text(text) = accepted {
                *text = replaced(text, &others);
            }
        }
    }
    Ok(())
}

fn replaced(text: &str, others: &BTreeMap<String, String>) -> String {
    let mut made = String::new();
    let mut done = 0;
    for (at, word) in words(text) {
        if let Some(other) = others.get(word) {
            made.push_str(&text[done..at]);
            made.push_str(other);
            done = at + word.len();
        }
    }
    made.push_str(&text[done..]);
    made
}

/// Returns true if a name may be part of a longer one, or of another thing: `Anna Schmidt`,
/// `Anna-Lena`, `Lake George`, `anna@example.org`.
pub(super) fn is_in_longer_name(text: &str, at: usize, name: &str) -> bool {
    let (before, behind) = (&text[..at], &text[at + name.len()..]);
    let mut next = behind.chars();
    let joins = |c: Option<char>| {
        c.is_some_and(|c| matches!(c, '-' | '@' | '/' | '\\' | '#' | '&' | '=' | '<' | '>'))
    };
    let is_joined = joins(before.chars().next_back())
        || joins(behind.chars().next())
        || next.next() == Some('.') && next.next().is_some_and(is_word_char)
        || before.ends_with('.');
    let is_capital = |word: &str| word.starts_with(char::is_uppercase) && word != "I";
    let spaced = |gap: &str| !gap.is_empty() && gap.chars().all(|c| c.is_whitespace() && c != '\n');
    let follows = words(behind)
        .next()
        .is_some_and(|(place, word)| spaced(&behind[..place]) && is_capital(word));
    let precedes = words(before).last().is_some_and(|(place, word)| {
        spaced(&before[place + word.len()..]) && is_capital(word) && !WordList::Starter.has(word)
    });
    is_joined || follows || precedes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_balanced_and_has_no_name_twice() {
        let of = |gender| BUILT_IN.iter().filter(|person| person.gender == gender).count();
        assert_eq!(of(Gender::Female), of(Gender::Male));
        assert!(of(Gender::Female) > 100 && of(Gender::Neutral) > 10);
        let names: BTreeSet<String> =
            BUILT_IN.iter().map(|person| person.name.to_lowercase()).collect();
        assert_eq!(names.len(), BUILT_IN.len());
        assert_eq!(data_lines(include_str!("../../data/names.txt")).count(), BUILT_IN.len());
        for gender in [Gender::Female, Gender::Male, Gender::Neutral] {
            let ends = BUILT_IN
                .iter()
                .filter(|person| person.gender == gender && person.name.ends_with('s'))
                .count();
            assert!(ends >= 2, "{gender:?}");
        }
    }

    #[test]
    fn further_names_are_names_once() {
        let data = include_str!("../../data/further-names.txt");
        let further: Vec<PersonName> = persons(data).collect();
        assert_eq!(data_lines(data).count(), further.len());
        assert_eq!(KNOWN.len(), BUILT_IN.len() + further.len());
        for gender in [Gender::Female, Gender::Male] {
            let count = further.iter().filter(|person| person.gender == gender).count();
            assert!(count > 500, "{gender:?} {count}");
        }
        // Words that begin sentences, days and months are no names.
        let is_word = |name: &str| {
            [WordList::Starter, WordList::Calendar, WordList::Common, WordList::Meaning]
                .iter()
                .any(|list| list.has(name))
        };
        let words: Vec<&String> = KNOWN.keys().filter(|name| is_word(name)).collect();
        assert!(words.is_empty(), "{words:?}");
    }

    #[test]
    fn longer_names_are_seen() {
        let is_longer =
            |text: &str| is_in_longer_name(text, text.find("Anna").expect("the name"), "Anna");
        for text in [
            "Anna Schmidt left.",
            "Is Lake Anna deep?",
            "Lake Anna is deep.",
            "Anna-Lena",
            "Santa Anna",
            "Anna.b@c.org",
            "@Anna",
        ] {
            assert!(is_longer(text), "{text}");
        }
        for text in [
            "Anna left.",
            "Does Anna sing?",
            "“Anna’s” hat",
            "If Anna and I go",
            "It was Anna. She left.",
            "Today, Anna Monday".split(" Mon").next().expect("a part"),
            "Ms. Anna left",
        ] {
            assert!(!is_longer(text), "{text}");
        }
    }
}
