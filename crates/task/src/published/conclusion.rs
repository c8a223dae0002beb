//! The question of the ETR study's program ("Theory-Grounded Evaluation", 2025).

use super::PublishedError;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The texts of the program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    edition: Vec<Edition>,
    theme: Vec<Theme>,
}

/// How a question ends, which changed between its data sets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edition {
    name: String,
    end: String,
}

/// A theme and the words by which it is known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Theme {
    introduction: String,
    words: BTreeSet<String>,
}

fn texts() -> Result<&'static Texts, PublishedError> {
    static TEXTS: LazyLock<Result<Texts, PublishedError>> = LazyLock::new(|| {
        toml::from_str(include_str!("../../data/published/etr-2025.toml"))
            .map_err(|error| PublishedError::Data(error.to_string()))
    });
    TEXTS.as_ref().map_err(Clone::clone)
}

/// Every question that the program could have put with these premises and the words of this theme:
/// one for each introduction and edition, with the edition's name.
pub(super) fn questions<'n>(
    premises: &[&str],
    names: impl Iterator<Item = &'n str>,
) -> Result<Vec<(&'static str, String)>, PublishedError> {
    let names: BTreeSet<&str> = names.collect();
    let texts = texts()?;
    let known =
        |theme: &Theme| theme.words.iter().filter(|word| names.contains(word.as_str())).count();
    let most = texts.theme.iter().map(known).max().unwrap_or(0);
    let lines: String = premises.iter().map(|premise| format!("* {premise}\n")).collect();
    let mut questions = Vec::new();
    for theme in texts.theme.iter().filter(|theme| most > 0 && known(theme) == most) {
        for edition in &texts.edition {
            let question = format!("{}\n\n{lines}\n{}", theme.introduction, edition.end);
            questions.push((edition.name.as_str(), question));
        }
    }
    Ok(questions)
}
