//! Words, tokens and the lists that decide which of them may be changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A list of `data/words.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordList {
    /// Words of questions about letters, words or sentences.
    Spelling,
    /// Words with which an option refers to its position.
    Place,
    /// Words with which a list item refers to another one.
    Order,
    /// Words that may not be misspelt.
    Meaning,
    /// Words without content.
    Common,
    /// Words after which a full stop ends no sentence.
    Abbreviation,
    /// Words that begin sentences and are no part of a name.
    Starter,
    /// Words that refer to the sentence before.
    Back,
    /// Words of questions about the numbers of a text.
    Counting,
    /// Words of questions about names.
    Naming,
    /// Days and months.
    Calendar,
    /// Symbols of units.
    Unit,
    /// Symbols of units that are also words.
    CountedUnit,
    /// Names of functions that are also words.
    Function,
    /// Words of two letters that begin sentences.
    Short,
}

static LISTS: LazyLock<BTreeMap<&str, BTreeSet<&str>>> = LazyLock::new(|| {
    let mut lists: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (kind, words) in data_lines(include_str!("../../data/words.txt")) {
        lists.entry(kind).or_default().extend(words.split_whitespace());
    }
    lists
});

impl WordList {
    fn name(self) -> &'static str {
        match self {
            Self::Spelling => "spelling",
            Self::Place => "place",
            Self::Order => "order",
            Self::Meaning => "meaning",
            Self::Common => "common",
            Self::Abbreviation => "abbreviation",
            Self::Starter => "starter",
            Self::Back => "back",
            Self::Counting => "counting",
            Self::Naming => "naming",
            Self::Calendar => "calendar",
            Self::Unit => "unit",
            Self::CountedUnit => "counted-unit",
            Self::Function => "function",
            Self::Short => "short",
        }
    }

    /// Returns true if the list has this word, in any case.
    pub(super) fn has(self, word: &str) -> bool {
        LISTS.get(self.name()).is_some_and(|words| words.contains(word.to_lowercase().as_str()))
    }
}

/// The lines of a data file: the first word of each, and the rest.
pub(super) fn data_lines(data: &str) -> impl Iterator<Item = (&str, &str)> {
    data.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.trim().split_once(' '))
}

/// Returns true if a character is part of a word: a letter, a numeral, a combining accent or an
/// underscore.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || ('\u{300}'..='\u{36f}').contains(&c)
}

/// The longest runs of characters that satisfy a condition, each with its place.
fn runs(text: &str, is_in: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_in)?;
        let end = text[start..].find(|c| !is_in(c)).map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}

/// The words of a text, each with its place.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(text, is_word_char)
}

/// The parts between white space, each with its place.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(text, |c| !c.is_whitespace())
}

/// The word of a token that is a word with at most punctuation around it, and its place in the
/// token: letters, apostrophes and hyphens. `None` for a number, an address or a formula.
pub(super) fn plain(token: &str) -> Option<(usize, &str)> {
    const AROUND: &str = ".,;:!?\"'()[]“”‘’«»„…–—¿¡";
    let start = token.find(|c| !AROUND.contains(c))?;
    let word = token[start..].trim_end_matches(|c| AROUND.contains(c));
    let is_plain =
        |c: char| is_word_char(c) && !c.is_numeric() && c != '_' || matches!(c, '\'' | '’' | '-');
    (word.chars().all(is_plain) && word.starts_with(char::is_alphabetic)).then_some((start, word))
}

/// The content words of some texts, in lower case: of four letters and more, without words that
/// have no content by themselves. An `s` at the end is removed, so that singular and plural are
/// equal.
pub(super) fn content_words<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    let all = texts.into_iter().flat_map(words).map(|(_, word)| word.to_lowercase());
    all.filter(|word| word.chars().count() >= 4 && !WordList::Common.has(word))
        .map(|word| word.strip_suffix('s').map(str::to_owned).unwrap_or(word))
        .collect()
}

/// The numbers of some texts: the runs of digits.
pub(super) fn numbers<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<&'t str> {
    texts
        .into_iter()
        .flat_map(|text| runs(text, |c| c.is_ascii_digit()))
        .map(|(_, digits)| digits)
        .collect()
}

/// The numbers of a text in ascending order, with repetitions.
pub(crate) fn numbers_of(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = runs(text, |c| c.is_ascii_digit()).map(|(_, digits)| digits).collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_that_are_no_words_are_no_words() {
        for (token, word) in [
            ("“Anna’s,”", Some("Anna’s")),
            ("(well-known)", Some("well-known")),
            ("cafe\u{301}!", Some("cafe\u{301}")),
            ("H2O", None),
            ("a@b.org", None),
            ("x=y", None),
            ("1.5", None),
            ("\\frac", None),
            ("...", None),
            ("snake_case", None),
        ] {
            assert_eq!(plain(token).map(|(_, word)| word), word, "{token}");
        }
    }

    #[test]
    fn singular_and_plural_are_one_content_word() {
        let words = content_words(["Lamps were there.", "a LAMP"]);
        assert_eq!(words.into_iter().collect::<Vec<_>>(), ["lamp"]);
        assert_eq!(numbers(["1,250.5 m"]).into_iter().collect::<Vec<_>>(), ["1", "250", "5"]);
    }
}
