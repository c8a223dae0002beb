//! Themes from their files.

use super::check::{Check, Found};
use super::{Fact, Theme};
use crate::error::ThemeError;
use crate::role::Role;
use crate::vocabulary::Kind;
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    name: String,
    preamble: Spanned<String>,
    kind: Spanned<Kind>,
    objects: Vec<Spanned<String>>,
    predicates: Vec<Spanned<String>>,
    #[serde(default)]
    relations: Vec<Spanned<String>>,
    #[serde(default, rename = "fact")]
    facts: Vec<FactEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactEntry {
    holds: Spanned<String>,
    fails: Spanned<String>,
}

impl Theme {
    /// Reads a theme from a file's text and checks it. `file` is what errors call the file.
    ///
    /// ```
    /// use peirast_words::Theme;
    ///
    /// let error = Theme::read("mine.toml", "name = \"mine\"\npreamble = 3").expect_err("a number");
    /// assert!(error.to_string().starts_with("mine.toml, line 2: "), "{error}");
    /// ```
    ///
    /// # Errors
    ///
    /// [`ThemeError`] with the line and the mend: if the file is no TOML or has other fields; if
    /// there are too few words; if words occur twice, inside others, or are of the language that
    /// sentences are made of; if they are too long or have signs in them.
    pub fn read(file: &str, text: &str) -> Result<Theme, ThemeError> {
        let parsed: ThemeFile = toml::from_str(text).map_err(|error| ThemeError {
            file: file.to_owned(),
            line: error.span().map(|span| line_of(text, span.start)),
            problem: error.message().trim().replace('\n', " "),
            mend: "see crates/words/data/cards.toml for a theme with all fields".to_owned(),
        })?;
        let mut check = Check::new(file);
        let line = |span: std::ops::Range<usize>| Some(line_of(text, span.start));
        check.preamble(parsed.preamble.get_ref(), line(parsed.preamble.span()))?;
        check.kind(parsed.kind.get_ref(), line(parsed.kind.span()))?;
        let lists = [
            (Role::Object, &parsed.objects),
            (Role::Predicate, &parsed.predicates),
            (Role::Relation, &parsed.relations),
        ];
        for (role, list) in lists {
            for words in list {
                check.add(Found { role, words: words.get_ref(), line: line(words.span()) })?;
            }
        }
        for fact in &parsed.facts {
            for words in [&fact.holds, &fact.fails] {
                let line = line(words.span());
                check.add(Found { role: Role::Fact, words: words.get_ref(), line })?;
            }
        }
        check.finish()?;
        Ok(parsed.into())
    }
}

impl From<ThemeFile> for Theme {
    fn from(file: ThemeFile) -> Theme {
        let plain =
            |list: Vec<Spanned<String>>| list.into_iter().map(Spanned::into_inner).collect();
        let fact = |fact: FactEntry| Fact {
            holds: fact.holds.into_inner(),
            fails: fact.fails.into_inner(),
        };
        Theme {
            name: file.name,
            preamble: file.preamble.into_inner(),
            kind: file.kind.into_inner(),
            objects: plain(file.objects),
            predicates: plain(file.predicates),
            relations: plain(file.relations),
            facts: file.facts.into_iter().map(fact).collect(),
        }
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    before.filter(|byte| **byte == b'\n').count() + 1
}
