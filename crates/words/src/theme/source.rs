//! Themes by name or from files.

use super::{MOST_BYTES, Theme};
use crate::ThemeError;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::string::FromUtf8Error;
use thiserror::Error;

/// The reason why themes cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ThemeSourceError {
    /// A theme is named twice.
    #[error("the theme {source_name} is named twice: name it once")]
    Twice {
        /// The name or file.
        source_name: String,
    },
    /// Two files have themes of one name.
    #[error("{first} and {second} both hold the theme `{name}`: give one of them another `name`")]
    SameName {
        /// One file.
        first: String,
        /// The other.
        second: String,
        /// The name of both themes.
        name: String,
    },
    /// There is no theme with this name.
    #[error("there is no theme `{name}`: there are {}, or name a file", known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The names of the built-in themes.
        known: Vec<&'static str>,
    },
    /// A file has a theme with the name of a built-in one.
    #[error(
        "{file} holds a theme of the name `{name}`, and one of that name comes with the program: \
         give it another `name`"
    )]
    BuiltIn {
        /// The file.
        file: String,
        /// The name.
        name: String,
    },
    /// A file that cannot be read.
    #[error("reading the theme in {file}")]
    Io {
        /// The file.
        file: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A file that is not text.
    #[error("reading the theme in {file}")]
    NoText {
        /// The file.
        file: String,
        /// The position of the error.
        source: FromUtf8Error,
    },
    /// An invalid theme.
    #[error(transparent)]
    Theme(#[from] ThemeError),
}

impl Theme {
    /// Loads themes, each by its name or from its file. Their names must differ.
    ///
    /// # Errors
    /// An unknown name, a file without a theme, or two themes of one name.
    pub fn load_all(sources: &[String]) -> Result<Vec<Theme>, ThemeSourceError> {
        let mut themes: Vec<(&str, Theme)> = Vec::new();
        for source in sources {
            let theme = load(source)?;
            if let Some((other, _)) = themes.iter().find(|(_, known)| known.name == theme.name) {
                return Err(match *other == source {
                    true => ThemeSourceError::Twice { source_name: source.clone() },
                    false => ThemeSourceError::SameName {
                        first: (*other).to_owned(),
                        second: source.clone(),
                        name: theme.name,
                    },
                });
            }
            themes.push((source, theme));
        }
        Ok(themes.into_iter().map(|(_, theme)| theme).collect())
    }
}

/// Loads a theme by its name, or from a file.
fn load(source: &str) -> Result<Theme, ThemeSourceError> {
    if let Some(theme) = Theme::named(source) {
        return Ok(theme.clone());
    }
    let path = Path::new(source);
    if path.extension().is_none() && !path.exists() {
        let known = Theme::all().iter().map(|theme| theme.name.as_str()).collect();
        return Err(ThemeSourceError::Unknown { name: source.to_owned(), known });
    }
    let theme = Theme::read(source, &text(path)?)?;
    match Theme::named(&theme.name) {
        Some(_) => Err(ThemeSourceError::BuiltIn { file: source.to_owned(), name: theme.name }),
        None => Ok(theme),
    }
}

/// Reads the text of a file, up to one byte more than a theme may have.
fn text(path: &Path) -> Result<String, ThemeSourceError> {
    let file = || path.display().to_string();
    let in_file = |source| ThemeSourceError::Io { file: file(), source };
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(in_file)?;
    opened.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(in_file)?;
    if bytes.len() > MOST_BYTES {
        // It may be cut within a letter, and is then refused for its size.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|source| ThemeSourceError::NoText { file: file(), source })
}
