//! The appearance of names: tests whether a reader can distinguish two of them.

use crate::hides;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// Letters that look like a Latin letter or a sign, beyond Unicode's list of confusables (UTS #39):
/// small letters of scripts that keyboards have next to Latin, small capitals, and signs.
const ALIKE: &[(&str, char)] = &[
    ("\u{430}\u{3b1}\u{251}\u{391}\u{410}\u{1d00}", 'a'),
    ("\u{432}\u{412}\u{392}\u{3b2}\u{299}", 'b'),
    ("\u{441}\u{421}\u{3f2}\u{3f9}\u{1d04}", 'c'),
    ("\u{501}\u{500}\u{1d05}", 'd'),
    ("\u{435}\u{415}\u{395}\u{3b5}\u{454}\u{404}\u{1d07}", 'e'),
    ("\u{3dc}\u{3dd}\u{a730}", 'f'),
    ("\u{50d}\u{50c}\u{261}\u{262}", 'g'),
    ("\u{4bb}\u{4ba}\u{43d}\u{41d}\u{397}\u{570}\u{29c}", 'h'),
    ("\u{456}\u{406}\u{3b9}\u{399}\u{131}\u{4c0}\u{4cf}\u{26a}\u{a4f2}", 'i'),
    ("\u{458}\u{408}\u{3f3}\u{37f}\u{1d0a}", 'j'),
    ("\u{43a}\u{41a}\u{3ba}\u{39a}\u{1d0b}\u{138}", 'k'),
    ("\u{29f}", 'l'),
    ("\u{43c}\u{41c}\u{39c}\u{3fa}\u{1d0d}", 'm'),
    ("\u{39d}\u{578}\u{274}", 'n'),
    ("\u{43e}\u{41e}\u{3bf}\u{39f}\u{585}\u{555}\u{3c3}\u{1d0f}", 'o'),
    ("\u{440}\u{420}\u{3c1}\u{3a1}\u{1d18}", 'p'),
    ("\u{51b}\u{51a}\u{566}\u{a7af}", 'q'),
    ("\u{433}\u{280}", 'r'),
    ("\u{455}\u{405}\u{54f}\u{a731}", 's'),
    ("\u{442}\u{422}\u{3c4}\u{3a4}\u{1d1b}", 't'),
    ("\u{3c5}\u{57d}\u{54d}\u{1d1c}", 'u'),
    ("\u{3bd}\u{475}\u{474}\u{1d20}", 'v'),
    ("\u{51d}\u{51c}\u{461}\u{460}\u{3c9}\u{1d21}", 'w'),
    ("\u{445}\u{425}\u{3c7}\u{3a7}\u{d7}", 'x'),
    ("\u{443}\u{423}\u{3b3}\u{3a5}\u{4af}\u{4ae}\u{28f}", 'y'),
    ("\u{396}\u{3b6}\u{1d22}", 'z'),
    ("\u{437}\u{417}\u{4e0}\u{4e1}", '3'),
    ("\u{431}", '6'),
    ("\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{fe63}\u{ff0d}", '-'),
    ("\u{2019}\u{2018}\u{2bc}\u{60}\u{ff07}", '\''),
    ("\u{ff0e}\u{2024}", '.'),
    ("\u{2215}\u{2044}\u{ff0f}", '/'),
];

/// The letter of [`ALIKE`] that a character looks like, or the character itself.
fn listed(c: char) -> char {
    if c.is_ascii() && c != '`' {
        return c;
    }
    alike(c).unwrap_or(c)
}

/// The character that a character looks like, by both lists, or the character itself.
fn plain(c: char) -> char {
    let listed = listed(c);
    // The marks of Unicode's list look like each other; on a letter they are not replaced.
    if listed.is_ascii() || is_mark(listed) {
        return listed;
    }
    // Small letters of Cherokee are small forms of its capitals.
    let capital = match u32::from(listed) {
        small @ 0xab70..=0xabbf => char::from_u32(small - 0xab70 + 0x13a0).unwrap_or(listed),
        _ => listed,
    };
    let mut text = [0; 4];
    let mut prototype = skeleton(capital.encode_utf8(&mut text));
    match (prototype.next(), prototype.next()) {
        (Some(like), None) => self::listed(like),
        // A character that looks like several is not replaced.
        _ => listed,
    }
}

/// Returns true if a character is a mark that goes on or through any letter.
fn is_mark(c: char) -> bool {
    matches!(
        u32::from(c),
        0x300..=0x36f | 0x483..=0x489 | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0xfe20..=0xfe2f
    )
}

/// A name as it looks: two names that a reader may confuse have the same result. The following make
/// no difference: capitals, white space, invisible characters, marks on letters (composed or not),
/// marks without letters, and letters of other scripts or styles that look like Latin ones. Source
/// of the letters: Unicode's confusables (UTS #39), and our own list.
/// difference. Source of the letters: Unicode's confusables (UTS #39), and a list of ours.
///
/// ```
/// use peirast_record::looks;
/// assert_eq!(looks("H1"), looks(" h1"));
/// assert_eq!(looks("H1"), looks("\u{41d}1"), "a Cyrillic letter");
/// assert_eq!(looks("H1"), looks("\u{13bb}1"), "a Cherokee letter");
/// assert_eq!(looks("T1"), looks("T1\u{301}"), "an accent that no digit has");
/// assert_eq!(looks("H1"), looks("\u{ff28}\u{ff11}"), "full width");
/// assert_eq!(looks("\u{e9}1"), looks("e\u{301}1"));
/// assert_ne!(looks("H1"), looks("H2"));
/// assert!(looks(" \u{200b}").is_empty());
/// ```
pub fn looks(name: &str) -> String {
    let shows = |c: &char| !c.is_whitespace() && !hides(*c) && !c.is_control() && !is_blank(*c);
    if name.is_ascii() {
        return name.chars().filter(shows).map(|c| listed(c.to_ascii_lowercase())).collect();
    }
    name.nfc()
        .filter(|c| !is_mark(*c))
        .map(listed)
        .nfkd()
        .map(plain)
        .filter(shows)
        .flat_map(char::to_lowercase)
        .map(plain)
        .nfc()
        .collect()
}

/// The ASCII letter or sign that another character looks like, or is another style of; `None` for a
/// character that looks like none.
///
/// ```
/// use peirast_record::ascii_look;
/// assert_eq!(ascii_look('\u{ff53}'), Some('s'), "full width");
/// assert_eq!(ascii_look('\u{2011}'), Some('-'));
/// assert_eq!(ascii_look('\u{430}'), Some('a'), "Cyrillic");
/// assert_eq!((ascii_look('a'), ascii_look('\u{e9}')), (Some('a'), None));
/// ```
pub fn ascii_look(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c);
    }
    if let Some(alike) = alike(c) {
        return Some(alike);
    }
    let mut styled = std::iter::once(c).nfkd();
    let (first, next) = (styled.next()?, styled.next());
    let plain = if first.is_ascii() { Some(first) } else { alike(first) };
    plain.filter(|_| next.is_none())
}

/// The Latin letter or sign in the table of similar characters.
fn alike(c: char) -> Option<char> {
    ALIKE.iter().find(|(others, _)| others.contains(c)).map(|one| one.1)
}

/// A name as it looks at a glance. Like [`looks`], and without differences between signs and pairs
/// of letters that many typefaces hardly distinguish (`0` and `O`; `1`, `I`, `l` and `|`; `rn` and
/// `m`; `vv` and `w`).
///
/// ```
/// use peirast_record::looks_at_a_glance;
/// assert_eq!(looks_at_a_glance("H0"), looks_at_a_glance("HO"));
/// assert_eq!(looks_at_a_glance("H1"), looks_at_a_glance("Hl"));
/// assert_eq!(looks_at_a_glance("m"), looks_at_a_glance("rn"));
/// assert_ne!(looks_at_a_glance("H1"), looks_at_a_glance("H2"));
/// ```
pub fn looks_at_a_glance(name: &str) -> String {
    let sign = |c: char| match c {
        '0' => 'o',
        '1' | 'i' | '|' => 'l',
        other => other,
    };
    looks(name).chars().map(sign).collect::<String>().replace("rn", "m").replace("vv", "w")
}

/// The indices of the first two different names of a list that look the same. A repeated name
/// counts as one. `look` returns the appearance of a name, like [`looks_at_a_glance`].
///
/// ```
/// use peirast_record::{first_alike, looks_at_a_glance};
/// assert_eq!(first_alike(["H1", "H2", "Hl"], looks_at_a_glance), Some((0, 2)));
/// assert_eq!(first_alike(["cells", "\u{441}ells"], looks_at_a_glance), Some((0, 1)));
/// assert_eq!(first_alike(["H1", "H2", "H1"], looks_at_a_glance), None);
/// ```
pub fn first_alike<'n>(
    names: impl IntoIterator<Item = &'n str>,
    look: fn(&str) -> String,
) -> Option<(usize, usize)> {
    let mut seen = SeenNames::by(look);
    names.into_iter().enumerate().find_map(|(at, name)| {
        let (other, first) = seen.take(name, at)?;
        (other != name).then_some((first, at))
    })
}

/// The reason why nobody could read or write a short name; `None` if there is none.
///
/// ```
/// use peirast_record::unreadable_name;
/// assert_eq!(unreadable_name("E1-order"), None);
/// for wrong in ["", "\u{2800}", "\u{301}", "a\u{7}", "H\u{200b}1", &"x".repeat(101)] {
///     assert!(unreadable_name(wrong).is_some(), "{wrong:?}");
/// }
/// ```
pub fn unreadable_name(name: &str) -> Option<String> {
    let length = name.chars().count();
    unseen_name(name).or_else(|| {
        (length > LONGEST_NAME)
            .then(|| format!("is {length} letters long, and may be {LONGEST_NAME}"))
    })
}

/// The reason why a name of any length cannot be seen as it is; `None` if there is none.
pub(crate) fn unseen_name(name: &str) -> Option<String> {
    if looks(name).is_empty() {
        return Some("shows nothing".to_owned());
    }
    let is_sign = |c: &char| c.is_control() || hides(*c) || is_blank(*c);
    if let Some(sign) = name.chars().find(is_sign) {
        return Some(format!("has an invisible sign in it, U+{:04X}", u32::from(sign)));
    }
    if name.trim_start().starts_with(is_combining_mark) {
        return Some("begins with an accent that is on no letter".to_owned());
    }
    None
}

/// The names of one kind so far, each with its place, to find names that a reader may confuse.
#[derive(Clone, Debug)]
pub(crate) struct SeenNames<P> {
    look: fn(&str) -> String,
    seen: BTreeMap<String, (String, P)>,
}

impl<P: Clone> SeenNames<P> {
    /// No names yet; they are compared by [`looks`] or [`looks_at_a_glance`].
    pub(crate) fn by(look: fn(&str) -> String) -> Self {
        Self { look, seen: BTreeMap::new() }
    }

    /// Adds a name. Returns the first name that looks like it, with its place, if there is one.
    pub(crate) fn take(&mut self, name: &str, place: P) -> Option<(&str, P)> {
        match self.seen.entry((self.look)(name)) {
            Entry::Occupied(first) => {
                let (name, place) = &*first.into_mut();
                Some((name, place.clone()))
            }
            Entry::Vacant(free) => {
                free.insert((name.to_owned(), place));
                None
            }
        }
    }
}

/// Largest number of letters of a short name.
const LONGEST_NAME: usize = 100;

/// Returns true if a character is invisible and no white space.
fn is_blank(c: char) -> bool {
    matches!(c, '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{1d159}' | '\u{fffc}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_letter_looks_like_one() {
        for (letters, like) in ALIKE {
            for letter in letters.chars() {
                let (one, other) = (looks(&format!("x{letter}")), looks(&format!("x{like}")));
                assert!(one == other || hides(letter), "U+{:04X} {like}", u32::from(letter));
            }
        }
        for (one, other) in [("a", "b"), ("H1", "H11"), ("E1-order", "E1-orders"), ("\u{e9}", "e")]
        {
            assert_ne!(looks(one), looks(other));
        }
    }

    #[test]
    fn letters_of_every_script_and_style_look_as_they_do() {
        for (one, other) in [
            ("T1", "\u{13a2}1"),
            ("H1", "\u{13bb}1"),
            ("D1", "\u{13a0}1"),
            ("S1", "\u{13da}1"),
            ("s1", "\u{abaa}1"),
            ("T1", "\u{a4d4}1"),
            ("H1", "\u{a4e7}1"),
            ("I1", "\u{a4f2}1"),
            ("O1", "\u{1d0f}1"),
            ("E1", "\u{2d39}1"),
            ("T1", "\u{22a4}1"),
            ("v1", "\u{22c1}1"),
            ("T1", "T1\u{301}"),
            ("T1", "T\u{336}1"),
            ("T1", "T\u{20dd}1"),
            ("H1", "\u{1d407}1"),
            ("I1", "\u{2160}1"),
        ] {
            assert_eq!(looks(one), looks(other), "{}", other.escape_unicode());
        }
        for small in ('a'..='z').filter(|letter| *letter != 'x') {
            let capital = ALIKE.iter().find(|(_, like)| *like == small).map(|(others, _)| *others);
            for letter in capital.unwrap_or_default().chars() {
                assert_eq!(looks(&letter.to_string()), small.to_string());
            }
        }
        for (one, other) in
            [("\u{915}\u{93f}", "\u{915}\u{93e}"), ("\u{f8}", "o"), ("\u{e6}", "ae")]
        {
            assert_ne!(looks(one), looks(other));
        }
    }

    #[test]
    fn names_that_were_seen_are_found_by_their_look() {
        let mut seen = SeenNames::by(looks);
        assert_eq!(seen.take("H1", 1), None);
        assert_eq!(seen.take("H2", 2), None);
        assert_eq!(seen.take(" h\u{200b}1", 3), Some(("H1", 1)));
        assert_eq!(seen.take("H1", 4), Some(("H1", 1)));
    }

    proptest! {
        #[test]
        fn a_look_does_not_depend_on_how_a_name_is_encoded(name in "\\PC{0,8}") {
            let look = looks(&name);
            prop_assert_eq!(&looks(&name.nfd().collect::<String>()), &look);
            prop_assert_eq!(&looks(&name.nfc().collect::<String>()), &look);
            prop_assert!(!look.contains(char::is_whitespace));
        }

        #[test]
        fn ascii_names_look_alike_by_capitals_and_space_alone(one in "[ -~]{0,6}", other in "[ -~]{0,6}") {
            // A grave accent looks like an apostrophe.
            let plain = |name: &str| name.replace(' ', "").to_lowercase().replace('`', "'");
            prop_assert_eq!(looks(&one) == looks(&other), plain(&one) == plain(&other));
        }
    }
}
