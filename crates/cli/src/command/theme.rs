//! Themes by name or of files.

use anyhow::{Context as _, Result, bail};
use peirast_words::{MOST_BYTES, Theme};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Themes, each by its name or in a file of its own, no two of one name.
pub fn themes(wanted: &[String]) -> Result<Vec<Theme>> {
    let mut themes: Vec<(&str, Theme)> = Vec::new();
    for source in wanted {
        let theme = theme(source)?;
        if let Some((other, _)) = themes.iter().find(|(_, known)| known.name == theme.name) {
            match *other == source {
                true => bail!("the theme {source} is named twice: name it once"),
                false => bail!(
                    "{other} and {source} both hold the theme `{}`: give one of them another `name`",
                    theme.name
                ),
            }
        }
        themes.push((source, theme));
    }
    Ok(themes.into_iter().map(|(_, theme)| theme).collect())
}

/// A theme by its name, or of a file.
fn theme(source: &str) -> Result<Theme> {
    if let Some(theme) = Theme::named(source) {
        return Ok(theme.clone());
    }
    let path = Path::new(source);
    if path.extension().is_none() && !path.exists() {
        let known: Vec<&str> = Theme::all().iter().map(|theme| theme.name.as_str()).collect();
        bail!("there is no theme `{source}`: there are {}, or name a file", known.join(", "));
    }
    let theme = Theme::read(source, &text(path)?)?;
    if Theme::named(&theme.name).is_some() {
        bail!(
            "{source} holds a theme of the name `{0}`, and one of that name comes with the program: \
             give it another `name`",
            theme.name
        );
    }
    Ok(theme)
}

/// The text of a file, a byte more than a theme may have at most.
fn text(path: &Path) -> Result<String> {
    let place = || format!("reading the theme in {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(place)?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).with_context(place)?;
    if bytes.len() > MOST_BYTES {
        // It may be cut within a letter, and is refused for its size.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).with_context(place)
}
