//! English grammar for templates: articles, capitals, pronouns, word stems.

use peirast_words::capitalised;
use std::borrow::Cow;

/// The pronouns of a protagonist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pronouns {
    /// *she, he, they*
    pub subject: &'static str,
    /// *her, him, them*
    pub object: &'static str,
    /// *her, his, their*
    pub possessive: &'static str,
    /// *herself, himself, themselves*
    pub reflexive: &'static str,
}

/// She, her, her, herself.
pub const SHE: Pronouns =
    Pronouns { subject: "she", object: "her", possessive: "her", reflexive: "herself" };
/// He, him, his, himself.
pub const HE: Pronouns =
    Pronouns { subject: "he", object: "him", possessive: "his", reflexive: "himself" };
/// They, them, their, themselves.
pub const THEY: Pronouns =
    Pronouns { subject: "they", object: "them", possessive: "their", reflexive: "themselves" };

impl Pronouns {
    /// Fills `{He} {he} {his} {His} {him} {himself}` in a template.
    ///
    /// ```
    /// assert_eq!(peirast_task::SHE.fill("{He} lost {his} keys"), "She lost her keys");
    /// ```
    pub fn fill(&self, template: &str) -> String {
        filled(template, |slot| self.word(slot))
    }

    /// Fills these, and every slot that has one of these values, by its name.
    pub(crate) fn fill_with(&self, template: &str, values: &[(&str, &str)]) -> String {
        filled(template, |slot| {
            let valued = values.iter().find(|(name, _)| *name == slot);
            valued.map(|(_, value)| Cow::from(*value)).or_else(|| self.word(slot))
        })
    }

    /// Returns the text of a slot for a pronoun.
    fn word(&self, slot: &str) -> Option<Cow<'static, str>> {
        Some(match slot {
            "himself" => self.reflexive.into(),
            "him" => self.object.into(),
            "his" => self.possessive.into(),
            "he" => self.subject.into(),
            "His" => capitalised(self.possessive).into(),
            "He" => capitalised(self.subject).into(),
            _ => return None,
        })
    }
}

/// Number of bytes by which a filled template is longer than the template, if it is.
const ROOM: usize = 32;

/// Returns a template filled with the value of every slot that has one.
fn filled<'v>(template: &str, value: impl Fn(&str) -> Option<Cow<'v, str>>) -> String {
    let mut filled = String::with_capacity(template.len() + ROOM);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let slot = after.split_once('}').map_or("", |(slot, _)| slot);
        match value(slot) {
            Some(value) => {
                filled.push_str(&value);
                rest = after.get(slot.len() + 1..).unwrap_or_default();
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// Returns true if two texts are equal except for the case of their first letter, which may change
/// if a sentence ends or begins before them.
pub fn equal_but_for_first_capital(a: &str, b: &str) -> bool {
    a == b || capitalised(a) == capitalised(b)
}

/// Returns *a* or *an* for `word`.
pub fn article(word: &str) -> &'static str {
    const SOUNDS_LIKE_A_CONSONANT: [&str; 8] = ["eu", "one", "uni", "us", "ut", "ur", "ubi", "ewe"];
    const BUT_NOT: [&str; 6] = ["unin", "unim", "usher", "ush", "urban", "utter"];
    const SILENT_H: [&str; 4] = ["hour", "honest", "honor", "heir"];
    let lower = word.to_lowercase();
    let starts = |list: &[&str]| list.iter().any(|prefix| lower.starts_with(prefix));
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) || lower.starts_with("x-ray");
    let consonant_sound = starts(&SOUNDS_LIKE_A_CONSONANT) && !starts(&BUT_NOT);
    if (vowel && !consonant_sound) || starts(&SILENT_H) { "an" } else { "a" }
}

/// The first letters of a content word, in lower case: their codes packed into one number, which is
/// fast to compare.
type Stem = u128;

/// Letters of a stem.
const LETTERS: usize = 5;
/// Bits of the code of a letter.
const BITS: u32 = 21;

/// The stems of the content words of a text: the first five letters of words longer than four,
/// without common function words. The method is rough on purpose: two texts without a common stem
/// have no common content word in any inflection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stems(Vec<Stem>);

impl Stems {
    /// Collects the stems of one text in several parts.
    pub fn new(parts: &[&str]) -> Self {
        let words = parts.iter().flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
        let mut stems: Vec<Stem> = words.filter_map(stem).collect();
        // A million stories are made: for a few words a sorted list is faster than a set.
        stems.sort_unstable();
        stems.dedup();
        Self(stems)
    }

    /// Returns the number of stems.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of common stems of two texts.
    pub fn shared(&self, other: &Self) -> usize {
        self.0.iter().filter(|stem| other.0.binary_search(stem).is_ok()).count()
    }

    /// Returns true if another text has none of these stems.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.shared(other) == 0
    }
}

/// Returns the stem of a word, if it is a content word.
fn stem(word: &str) -> Option<Stem> {
    const FUNCTION_WORDS: [&str; 28] = [
        // Sorted.
        "about", "above", "across", "after", "again", "against", "along", "among", "around",
        "before", "behind", "being", "between", "could", "during", "every", "other", "their",
        "there", "these", "those", "through", "under", "until", "where", "which", "while", "would",
    ];
    const LONGEST_FUNCTION_WORD: usize = 7;
    let add = |stem, letter| stem << BITS | Stem::from(u32::from(letter));
    let stem = match word.as_bytes().first_chunk::<LETTERS>() {
        // Most words do not need the table of all letters.
        Some(first) if first.is_ascii() => {
            first.iter().fold(0, |stem, byte| add(stem, char::from(byte.to_ascii_lowercase())))
        }
        _ => {
            let mut letters = word.chars().flat_map(char::to_lowercase);
            (0..LETTERS).try_fold(0, |stem, _| Some(add(stem, letters.next()?)))?
        }
    };
    let may_be_one = word.len() <= LONGEST_FUNCTION_WORD;
    let lower = || word.bytes().map(|byte| byte.to_ascii_lowercase());
    let is_function_word =
        may_be_one && FUNCTION_WORDS.binary_search_by(|known| known.bytes().cmp(lower())).is_ok();
    (!is_function_word).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_sound() {
        for (word, expected) in [
            ("bank teller", "a"),
            ("actuary", "an"),
            ("university lecturer", "a"),
            ("urban planner", "an"),
            ("usher", "an"),
            ("umpire", "an"),
            ("utility worker", "a"),
            ("hourly worker", "an"),
            ("X-ray technician", "an"),
            ("one-man band", "a"),
            ("optician", "an"),
            ("urologist", "a"),
            ("unimpressed", "an"),
        ] {
            assert_eq!(article(word), expected, "{word}");
        }
    }

    #[test]
    fn pronoun_placeholders_do_not_eat_each_other() {
        assert_eq!(
            HE.fill("{He} saw {himself}, {his} dog and {him}"),
            "He saw himself, his dog and him"
        );
        assert_eq!(THEY.fill("{His} idea"), "Their idea");
        assert_eq!(SHE.fill("{Name} { {he}} {him"), "{Name} { she} {him");
        let values = [("Name", "Ann"), ("thing", "{he}")];
        assert_eq!(SHE.fill_with("{Name} { saw {His} {thing}}", &values), "Ann { saw Her {he}}");
    }

    #[test]
    fn stems_ignore_inflection() {
        assert!(!Stems::new(&["gardening clubs"]).is_disjoint(&Stems::new(&["a garden"])));
    }

    #[test]
    fn stems_are_of_content_words_alone() {
        let text = "After that, ÜBERALL: 12 Clubs' club, while Überall another While-boat";
        let stems = Stems::new(&[text]);
        assert_eq!(stems, Stems::new(&["anothe", "CLUBSTERS", "übera"]));
        assert_eq!(stems.len(), 3);
        let (one, other) = text.split_at(text.find("while").expect("a word"));
        assert_eq!(Stems::new(&[one, other]), stems);
        assert_eq!(stems.shared(&Stems::new(&["clubsters of another kind"])), 2);
        assert!(stems.is_disjoint(&Stems::new(&["Their clues after all"])));
    }
}
