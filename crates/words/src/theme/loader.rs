//! Loading of themes from files.

use super::check::{Check, ThemeName};
use super::{Fact, Theme};
use crate::error::ThemeError;
use crate::role::Role;
use crate::vocabulary::Kind;
use serde::Deserialize;
use toml::Spanned;

/// The most bytes of a theme's file.
pub const MOST_BYTES: usize = 1 << 19;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    name: Spanned<String>,
    preamble: Spanned<String>,
    kind: KindEntry,
    objects: Spanned<Vec<Spanned<String>>>,
    predicates: Spanned<Vec<Spanned<String>>>,
    #[serde(default = "none")]
    relations: Spanned<Vec<Spanned<String>>>,
    #[serde(default, rename = "fact")]
    facts: Vec<FactEntry>,
}

fn none() -> Spanned<Vec<Spanned<String>>> {
    Spanned::new(0..0, Vec::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindEntry {
    one: Spanned<String>,
    many: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactEntry {
    holds: Spanned<String>,
    fails: Spanned<String>,
}

impl Theme {
    /// Reads a theme from a file's text and checks it. `file` is the name of the file in errors.
    ///
    /// ```
    /// use peirast_words::Theme;
    ///
    /// let error = Theme::read("mine.toml", "name = \"mine\"\npreamble = 3").expect_err("a number");
    /// assert!(error.to_string().starts_with("mine.toml, line 2, column 12: "), "{error}");
    /// ```
    ///
    /// # Errors
    ///
    /// [`ThemeError`] with the place and the remedy: if the file is not TOML, too large or has
    /// other fields; if the preamble is not one line of prose; if there are too few words or too
    /// many; if words occur twice, inside others, or belong to the language of the sentences; if
    /// they are too long or contain signs.
    pub fn read(file: &str, text: &str) -> Result<Theme, ThemeError> {
        let mut check = Check::new(file, text);
        if text.len() > MOST_BYTES {
            let problem = format!("the file has more than {MOST_BYTES} bytes");
            return Err(check.fault(None, problem, "leave words out"));
        }
        let parsed: ThemeFile = toml::from_str(text).map_err(|error| {
            let problem = error.message().trim().replace('\n', " ");
            let mend = "docs/fallacies.md shows a theme with all fields";
            check.fault(error.span().map(|span| span.start), problem, mend)
        })?;
        parsed.check(&mut check)?;
        check.finish()?;
        Ok(parsed.into())
    }
}

impl ThemeFile {
    fn check<'t>(&'t self, check: &mut Check<'t>) -> Result<(), ThemeError> {
        let at = |words: &Spanned<String>| Some(words.span().start);
        check.name(self.name.get_ref(), at(&self.name))?;
        check.preamble(self.preamble.get_ref(), at(&self.preamble))?;
        let KindEntry { one, many } = &self.kind;
        check.kind([(one.get_ref(), at(one)), (many.get_ref(), at(many))])?;
        let lists = [
            (Role::Object, &self.objects),
            (Role::Predicate, &self.predicates),
            (Role::Relation, &self.relations),
        ];
        for (role, list) in lists {
            check.count(role, list.get_ref().len(), Some(list.span().start))?;
            for words in list.get_ref() {
                check.add(ThemeName { role, words: words.get_ref(), at: at(words) })?;
            }
        }
        let first = self.facts.first().and_then(|fact| at(&fact.holds));
        check.count(Role::Fact, self.facts.len(), first)?;
        for words in self.facts.iter().flat_map(|fact| [&fact.holds, &fact.fails]) {
            check.add(ThemeName { role: Role::Fact, words: words.get_ref(), at: at(words) })?;
        }
        Ok(())
    }
}

impl From<ThemeFile> for Theme {
    fn from(file: ThemeFile) -> Theme {
        let plain = |list: Spanned<Vec<Spanned<String>>>| {
            list.into_inner().into_iter().map(Spanned::into_inner).collect()
        };
        let fact = |fact: FactEntry| Fact {
            holds: fact.holds.into_inner(),
            fails: fact.fails.into_inner(),
        };
        let KindEntry { one, many } = file.kind;
        Theme {
            name: file.name.into_inner(),
            preamble: file.preamble.into_inner().trim().to_owned(),
            kind: Kind { one: one.into_inner(), many: many.into_inner() },
            objects: plain(file.objects),
            predicates: plain(file.predicates),
            relations: plain(file.relations),
            facts: file.facts.into_iter().map(fact).collect(),
        }
    }
}
