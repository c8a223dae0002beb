//! Sentences in the words of a theme.

use peirast_words::{Role, Theme, Vocabulary, WordsError};
use std::collections::BTreeMap;

/// The words of a theme, each with a name made of it: *the Folded Valley* is `foldedValley`.
#[derive(Default)]
pub(crate) struct ThemeWords {
    vocabulary: Vocabulary,
}

impl ThemeWords {
    /// All words of a theme.
    pub(crate) fn new(theme: &str) -> Self {
        let vocabulary = Theme::named(theme).map(|theme| named(theme).unwrap_or_default());
        Self { vocabulary: vocabulary.unwrap_or_default() }
    }

    /// The view of a sentence.
    pub(crate) fn read(&self, text: &str) -> Result<String, WordsError> {
        Ok(self.vocabulary.read(text)?.to_string())
    }

    /// The words of each name.
    pub(crate) fn words(&self) -> BTreeMap<String, String> {
        let entries = self.vocabulary.entries();
        entries.map(|(_, name, words)| (name.to_owned(), words.to_owned())).collect()
    }

    /// A sentence that is read, as an example.
    pub(crate) fn example(&self) -> Option<String> {
        let first = |role| self.vocabulary.entries().find(|entry| entry.0 == role);
        let (object, predicate) = (first(Role::Object)?.1, first(Role::Predicate)?.1);
        self.vocabulary.write(&format!("{{{predicate}({object}())}}").parse().ok()?).ok()
    }
}

fn named(theme: &Theme) -> Result<Vocabulary, WordsError> {
    let mut vocabulary = Vocabulary::new(theme.kind.clone());
    let groups = [
        (Role::Object, &theme.objects),
        (Role::Predicate, &theme.predicates),
        (Role::Relation, &theme.relations),
    ];
    for (role, all) in groups {
        for words in all {
            vocabulary = vocabulary.with(role, &name(role, words), words)?;
        }
    }
    for fact in &theme.facts {
        vocabulary =
            vocabulary.with_fact(&name(Role::Fact, &fact.holds), &fact.holds, &fact.fails)?;
    }
    Ok(vocabulary)
}

/// A name made of words, without their articles. Names of predicates begin with a capital.
fn name(role: Role, words: &str) -> String {
    let parts = words.split(|c: char| !c.is_ascii_alphanumeric());
    let parts = parts.filter(|part| !matches!(*part, "" | "a" | "an" | "the"));
    let capital = |part: &str| -> String {
        let mut letters = part.chars();
        letters.next().map_or(String::new(), |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    };
    let joined: String = parts.map(capital).collect();
    if role != Role::Object {
        return joined;
    }
    let mut letters = joined.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_ascii_lowercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_can_be_spoken() {
        for theme in Theme::all() {
            let spoken = ThemeWords::new(&theme.name);
            let words = theme.objects.len()
                + theme.predicates.len()
                + theme.relations.len()
                + theme.facts.len();
            assert_eq!(spoken.words().len(), words, "{}: names that stand for two", theme.name);
            let example = spoken.example().unwrap();
            assert!(spoken.read(&example).is_ok(), "{example}");
        }
    }

    #[test]
    fn sentences_are_read() {
        let spoken = ThemeWords::new("regions");
        let view = spoken.read("Either the Rim is stormy, or the Folded Valley is hard to leave.");
        assert_eq!(view.unwrap(), "{HardToLeave(foldedValley()),Stormy(rim())}");
        assert!(ThemeWords::new("ships").read("The ace is red.").is_err());
    }
}
