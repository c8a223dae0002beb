//! The built-in themes.

use super::Theme;
use crate::error::ThemeError;
use std::sync::OnceLock;

macro_rules! files {
    ($($file:literal),* $(,)?) => {
        [$(($file, include_str!(concat!("../../data/", $file)))),*]
    };
}

const FILES: [(&str, &str); 16] = files![
    "animals.toml",
    "cards.toml",
    "creatures.toml",
    "dreams.toml",
    "machines.toml",
    "materials.toml",
    "office.toml",
    "organisms.toml",
    "particles.toml",
    "planets.toml",
    "potions.toml",
    "powers.toml",
    "programs.toml",
    "regions.toml",
    "ships.toml",
    "tools.toml",
];

/// The seed of the built-in theme of made-up words.
const MADE_UP: u64 = 1;

fn parsed() -> &'static Result<Vec<Theme>, ThemeError> {
    static THEMES: OnceLock<Result<Vec<Theme>, ThemeError>> = OnceLock::new();
    THEMES.get_or_init(|| {
        let themes = FILES.iter().map(|(file, text)| Theme::read(file, text));
        themes.chain(std::iter::once_with(|| Theme::made_up(MADE_UP))).collect()
    })
}

impl Theme {
    /// Returns the built-in themes, with the theme of made-up words last.
    pub fn all() -> &'static [Theme] {
        // The files are tested: none of them is refused.
        parsed().as_ref().map_or(&[], Vec::as_slice)
    }

    /// Returns the theme with this name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::all().iter().find(|theme| theme.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_a_theme_of_its_name() {
        for (file, text) in FILES {
            let theme = Theme::read(file, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(format!("{}.toml", theme.name), file);
        }
        assert_eq!(Theme::all().len(), FILES.len() + 1);
    }
}
