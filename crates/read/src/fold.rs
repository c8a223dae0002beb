//! Letters, digits and marks of other scripts and typefaces, as data.

/// The replacement of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Another sign.
    Same(char),
    /// A Latin letter that it looks like, if it is alone.
    Alone(char),
    /// A few signs, or nothing.
    Text(&'static str),
    /// A fraction.
    Fraction(&'static str),
    /// A letter in a circle, square or bracket.
    Enclosed(char),
}

/// Runs of characters: the first, the last, and the replacement of the first. The others follow in
/// order.
const RUNS: &[(char, char, char)] = &[
    // Full width.
    ('！', '～', '!'),
    // Digits: Arabic, Persian, Devanagari, Bengali, Tamil, Thai, Burmese, Khmer, subscript.
    ('٠', '٩', '0'),
    ('۰', '۹', '0'),
    ('०', '९', '0'),
    ('০', '৯', '0'),
    ('௦', '௯', '0'),
    ('๐', '๙', '0'),
    ('၀', '၉', '0'),
    ('០', '៩', '0'),
    ('₀', '₉', '0'),
    // Squared and negative letters that are read as letters.
    ('🄰', '🅉', 'A'),
    ('🅰', '🆉', 'A'),
    // Mathematical typefaces of letters are folded by `mathematical`, digits here.
    ('𝟎', '𝟗', '0'),
    ('𝟘', '𝟡', '0'),
    ('𝟢', '𝟫', '0'),
    ('𝟬', '𝟵', '0'),
    ('𝟶', '𝟿', '0'),
    // Mathematical capitals and small letters that are no part of the blocks of 52.
    ('ᴀ', 'ᴀ', 'a'),
    ('ʙ', 'ʙ', 'b'),
    ('ᴄ', 'ᴄ', 'c'),
    ('ᴅ', 'ᴅ', 'd'),
    ('ℂ', 'ℂ', 'C'),
    ('ℬ', 'ℬ', 'B'),
    ('ℰ', 'ℰ', 'E'),
    ('ⅅ', 'ⅅ', 'D'),
    ('ⅾ', 'ⅾ', 'd'),
];

/// Runs of enclosed letters, as in [`RUNS`].
const ENCLOSED: &[(char, char, char)] =
    &[('Ⓐ', 'Ⓩ', 'A'), ('ⓐ', 'ⓩ', 'a'), ('⒜', '⒵', 'a'), ('🅐', '🅩', 'A'), ('🄐', '🄩', 'A')];

/// Letters of other alphabets that look like Latin ones.
const ALIKE: &[(char, char)] = &[
    ('А', 'A'),
    ('В', 'B'),
    ('С', 'C'),
    ('Е', 'E'),
    ('а', 'a'),
    ('с', 'c'),
    ('е', 'e'),
    ('ԁ', 'd'),
    ('Ь', 'b'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('α', 'a'),
    ('ϲ', 'c'),
    ('Ꭰ', 'D'),
    ('Ꭺ', 'A'),
    ('Ᏼ', 'B'),
    ('Ꮯ', 'C'),
    ('Ꭼ', 'E'),
    ('ꓐ', 'B'),
    ('ꓚ', 'C'),
    ('ꓓ', 'D'),
    ('ꓮ', 'A'),
];

/// Signs that become several, or none.
const TEXTS: &[(&str, &str)] = &[
    // Nothing: joiners, marks of direction, soft hyphen, variation selectors, key caps.
    ("\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2060}\u{feff}\u{ad}\u{fe0e}\u{fe0f}\u{20e3}", ""),
    // Spaces.
    (
        "\u{a0}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}",
        " ",
    ),
    ("✔✅🗸👍🟢", "✓"),
    ("☑", "[x]"),
    ("❌✘✖❎👎🔴🚫", "✗"),
    ("☒●◉⦿🔘", "[x]"),
    ("○◯⭕", "[ ]"),
    ("☐⬜🔲◻", "[ ]"),
    ("⁄∕", "/"),
    ("−\u{2010}\u{2011}\u{2012}\u{fe63}", "-"),
    ("⟹⟶⇒➡➔➜", "→"),
    ("≧⩾≳", "≥"),
    ("≦⩽≲", "≤"),
    ("∼", "≈"),
    ("⁰", "^0"),
    ("¹", "^1"),
    ("²", "^2"),
    ("³", "^3"),
    ("⁴", "^4"),
    ("⁵", "^5"),
    ("⁶", "^6"),
    ("⁷", "^7"),
    ("⁸", "^8"),
    ("⁹", "^9"),
];

/// Fractions of one sign.
const FRACTIONS: &[(char, &str)] = &[
    ('½', "1/2"),
    ('⅓', "1/3"),
    ('⅔', "2/3"),
    ('¼', "1/4"),
    ('¾', "3/4"),
    ('⅕', "1/5"),
    ('⅖', "2/5"),
    ('⅗', "3/5"),
    ('⅘', "4/5"),
    ('⅙', "1/6"),
    ('⅛', "1/8"),
    ('⅚', "5/6"),
    ('⅜', "3/8"),
    ('⅝', "5/8"),
    ('⅞', "7/8"),
    ('⅐', "1/7"),
    ('⅑', "1/9"),
    ('⅒', "1/10"),
];

/// The replacement of `c`; `None` for a sign that stays.
pub(crate) fn sign(c: char) -> Option<Sign> {
    let listed = TEXTS.iter().find(|(signs, _)| signs.contains(c));
    if let Some((_, text)) = listed {
        return Some(Sign::Text(text));
    }
    if let Some((_, fraction)) = FRACTIONS.iter().find(|(sign, _)| *sign == c) {
        return Some(Sign::Fraction(fraction));
    }
    if let Some((_, letter)) = ALIKE.iter().find(|(alike, _)| *alike == c) {
        return Some(Sign::Alone(*letter));
    }
    let run = |runs: &[(char, char, char)]| {
        let (first, _, into) =
            runs.iter().find(|(first, last, _)| (*first..=*last).contains(&c))?;
        char::from_u32(u32::from(*into) + (u32::from(c) - u32::from(*first)))
    };
    run(RUNS)
        .or_else(|| mathematical(c))
        .map(Sign::Same)
        .or_else(|| run(ENCLOSED).map(Sign::Enclosed))
}

/// A letter of a mathematical typeface: blocks of 26 capitals and 26 small letters.
fn mathematical(c: char) -> Option<char> {
    let at = u32::from(c).checked_sub(0x1D400).filter(|at| *at < 0x2A4)? % 52;
    char::from_u32(if at < 26 { u32::from('A') + at } else { u32::from('a') + at - 26 })
}

#[cfg(test)]
mod tests {
    use super::{Sign, sign};

    #[test]
    fn signs() {
        assert_eq!(sign('Ｚ'), Some(Sign::Same('Z')));
        assert_eq!(sign('𝓫'), Some(Sign::Same('b')));
        assert_eq!(sign('𝖢'), Some(Sign::Same('C')));
        assert_eq!(sign('ｄ'), Some(Sign::Same('d')));
        assert_eq!(sign('९'), Some(Sign::Same('9')));
        assert_eq!(sign('ⓓ'), Some(Sign::Enclosed('d')));
        assert_eq!(sign('В'), Some(Sign::Alone('B')));
        assert_eq!(sign('½'), Some(Sign::Fraction("1/2")));
        assert_eq!(sign('é'), None);
        assert_eq!(sign('b'), None);
    }
}
