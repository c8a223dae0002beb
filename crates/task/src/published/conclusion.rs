//! The question of the ETR study's program ("Theory-Grounded Evaluation", 2025).

use super::PublishedError;
use peirast_words::{Kind, Theme, capitalised};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The texts of the program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    edition: Vec<Edition>,
    theme: Vec<ThemeTexts>,
}

/// The end of a question, which changed between the program's data sets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edition {
    name: String,
    end: String,
}

/// A theme: the beginning of a question, and the words for things and their properties.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeTexts {
    name: String,
    /// The last one belongs to the last edition.
    introductions: Vec<String>,
    objects: Vec<String>,
    predicates: Vec<String>,
}

impl ThemeTexts {
    /// Returns the number of these names of views that are words of the theme.
    fn known(&self, names: &BTreeSet<&str>) -> usize {
        let words = self.objects.iter().chain(&self.predicates);
        words.filter(|words| names.contains(name_of(words).as_str())).count()
    }

    fn theme(&self) -> Theme {
        Theme {
            name: self.name.clone(),
            preamble: self.introductions.last().cloned().unwrap_or_default(),
            // The program says "for all X", without a noun.
            kind: Kind { one: String::new(), many: String::new() },
            objects: self.objects.clone(),
            predicates: self.predicates.clone(),
            relations: Vec::new(),
            facts: Vec::new(),
        }
    }
}

/// Returns the program's name of a word in views: *time-altering* is `timeAltering`.
fn name_of(words: &str) -> String {
    let mut name = String::new();
    for part in words.replace('\'', "").split([' ', '-', '_']) {
        name.push_str(&if name.is_empty() { part.to_lowercase() } else { capitalised(part) });
    }
    name
}

/// Returns the themes of the program. Its things have no noun.
pub(crate) fn themes() -> &'static [Theme] {
    static THEMES: LazyLock<Vec<Theme>> = LazyLock::new(|| {
        // A test reads the texts.
        texts().map_or_else(
            |_| Vec::new(),
            |texts| texts.theme.iter().map(ThemeTexts::theme).collect(),
        )
    });
    &THEMES
}

fn texts() -> Result<&'static Texts, PublishedError> {
    static TEXTS: LazyLock<Result<Texts, PublishedError>> = LazyLock::new(|| {
        toml::from_str(include_str!("../../data/published/etr-2025.toml"))
            .map_err(|error| PublishedError::Data(error.to_string()))
    });
    TEXTS.as_ref().map_err(Clone::clone)
}

/// Returns every question that the program could have asked with these premises and the words of
/// this theme: one for each introduction and edition, with the edition's name.
pub(super) fn questions<'n>(
    premises: &[&str],
    names: impl Iterator<Item = &'n str>,
) -> Result<Vec<(&'static str, String)>, PublishedError> {
    let names: BTreeSet<&str> = names.collect();
    let texts = texts()?;
    let most = texts.theme.iter().map(|theme| theme.known(&names)).max().unwrap_or(0);
    let lines: String = premises.iter().map(|premise| format!("* {premise}\n")).collect();
    let mut questions = Vec::new();
    for theme in texts.theme.iter().filter(|theme| most > 0 && theme.known(&names) == most) {
        for introduction in &theme.introductions {
            for edition in &texts.edition {
                let question = format!("{introduction}\n\n{lines}\n{}", edition.end);
                questions.push((edition.name.as_str(), question));
            }
        }
    }
    Ok(questions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_words_of_its_own() {
        let texts = texts().expect("the texts can be read");
        for theme in &texts.theme {
            let words: Vec<&String> = theme.objects.iter().chain(&theme.predicates).collect();
            let names: BTreeSet<String> = words.iter().map(|words| name_of(words)).collect();
            assert_eq!(names.len(), words.len(), "{}", theme.name);
            assert!(Theme::named(&theme.name).is_none(), "{} is a theme of ours", theme.name);
        }
        assert_eq!(themes().len(), 12);
        assert_eq!(name_of("The Philosopher's Stone"), "thePhilosophersStone");
    }
}
