//! Labels of the options of a choice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The labels of the options of a choice in its text. Answers name an option by its lower-case
/// letter, for every kind of label: `b`, `B` and `2` are the second option of three kinds of
/// labels.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Labels {
    /// Lower-case letters: `(a)`.
    #[default]
    Lower,
    /// Upper-case letters: `(A)`.
    Upper,
    /// Numbers from 1: `(1)`.
    Numbers,
}

impl Labels {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Lower, Self::Upper, Self::Numbers];

    /// Returns true if this is the default, which files leave out.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The name in files and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::Numbers => "numbers",
        }
    }

    /// The label of an option, given by its lower-case letter.
    ///
    /// ```
    /// use peirast_record::Labels;
    /// assert_eq!(Labels::ALL.map(|labels| labels.label('b')), ["b", "B", "2"]);
    /// ```
    pub fn label(self, letter: char) -> String {
        match self {
            Self::Lower => letter.to_string(),
            Self::Upper => letter.to_ascii_uppercase().to_string(),
            Self::Numbers => (u32::from(letter).saturating_sub(u32::from('a')) + 1).to_string(),
        }
    }

    /// Returns true if a text contains an option behind its label: `(a) red`, `A. red`, `2: red`,
    /// `[B] red`. The label begins a line or follows white space or a bracket.
    ///
    /// ```
    /// use peirast_record::Labels;
    /// assert!(Labels::Upper.shows("Which?\nA. red\nB. blue", 'b', "blue"));
    /// assert!(!Labels::Upper.shows("Which? A blue B. red", 'b', "blue"));
    /// ```
    pub fn shows(self, text: &str, letter: char, option: &str) -> bool {
        let label = self.label(letter);
        let is_at = |at: usize| {
            let free = text[..at]
                .chars()
                .next_back()
                .is_none_or(|c| c.is_whitespace() || "([*".contains(c));
            let rest = &text[at + label.len()..];
            let behind = rest.trim_start_matches([')', ']', '.', ':', '*', '-']);
            free && behind.len() < rest.len()
                && behind
                    .strip_prefix(' ')
                    .is_some_and(|rest| rest.trim_start().starts_with(option))
        };
        text.match_indices(&label).any(|(at, _)| is_at(at))
    }
}
