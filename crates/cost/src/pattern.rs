//! Patterns of names: literal letters, `*` for any text, `#` for one digit.

use serde::{Deserialize, Serialize};

/// A pattern for names of models and hosts. Case makes no difference.
///
/// ```
/// use peirast_cost::Pattern;
/// let dated = Pattern::new("claude-opus-5-########");
/// assert!(dated.matches("claude-opus-5-20260724"));
/// assert!(!dated.matches("claude-opus-5-5"));
/// assert!(Pattern::new("*.openai.azure.com").matches("Mine.OpenAI.azure.com"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String")]
pub struct Pattern(String);

impl Pattern {
    /// Creates the pattern of this text. Several adjacent `*` count as one.
    pub fn new(text: impl Into<String>) -> Self {
        let mut text = text.into().to_lowercase();
        while text.contains("**") {
            text = text.replace("**", "*");
        }
        Self(text)
    }

    /// Returns the pattern as text, in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns true if a name matches as a whole.
    pub fn matches(&self, name: &str) -> bool {
        let (pattern, name) = (self.0.as_bytes(), name.to_lowercase());
        let name = name.as_bytes();
        let (mut at, mut seen) = (0, 0);
        // Position of the last `*`, and the end of the text that it matches.
        let mut star: Option<(usize, usize)> = None;
        while seen < name.len() {
            match pattern.get(at) {
                Some(b'*') => {
                    star = Some((at, seen));
                    at += 1;
                }
                Some(wanted) if fits(*wanted, name[seen]) => {
                    at += 1;
                    seen += 1;
                }
                _ => match star {
                    Some((place, reach)) => {
                        star = Some((place, reach + 1));
                        at = place + 1;
                        seen = reach + 1;
                    }
                    None => return false,
                },
            }
        }
        pattern[at.min(pattern.len())..].iter().all(|rest| *rest == b'*')
    }

    /// Returns the number of characters that are not `*`. The most specific pattern decides.
    pub fn weight(&self) -> usize {
        self.0.bytes().filter(|byte| *byte != b'*').count()
    }
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

fn fits(wanted: u8, found: u8) -> bool {
    if wanted == b'#' { found.is_ascii_digit() } else { wanted == found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, matches) in [
            ("gpt-4o", "gpt-4o", true),
            ("gpt-4o", "GPT-4o", true),
            ("gpt-4o", "gpt-4o-mini", false),
            ("gpt-4o*", "gpt-4o-mini", true),
            ("gpt-4o-####-##-##", "gpt-4o-2024-08-06", true),
            ("gpt-4o-####-##-##", "gpt-4o-audio-prev", false),
            ("*o4-mini*", "my-o4-mini-x", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b", false),
            ("**", "", true),
            ("", "", true),
            ("", "x", false),
            ("*é*", "caÉx", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches(name), matches, "{pattern} on {name}");
        }
    }

    proptest! {
        #[test]
        fn a_name_matches_itself_and_its_beginning_with_a_star(name in "[a-z0-9.:/-]{0,12}", cut in 0..12usize) {
            prop_assert!(Pattern::new(name.clone()).matches(&name));
            let beginning: String = name.chars().take(cut).collect();
            let pattern = Pattern::new(beginning + "*");
            prop_assert!(pattern.matches(&name));
        }

        #[test]
        fn matching_never_fails(pattern in "[*#a-b1]{0,12}", name in "[a-b1]{0,12}") {
            let _ = Pattern::new(pattern).matches(&name);
        }
    }
}
