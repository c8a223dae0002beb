//! Made-up words.

use peirast_random::Stream;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// English words of these parts.
static ENGLISH: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("data/english.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

const ONSETS: [&str; 26] = [
    "b", "bl", "br", "d", "dr", "f", "fl", "g", "gl", "gr", "h", "j", "k", "kl", "l", "m", "n",
    "p", "pl", "pr", "r", "s", "t", "tr", "v", "z",
];
const NUCLEI: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ou", "ee"];
const CODAS: [&str; 14] =
    ["b", "d", "f", "g", "k", "l", "m", "n", "p", "rt", "nd", "lk", "mp", "v"];

/// Words and parts of words that made-up words avoid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avoided<'a> {
    /// Whole words.
    pub(super) words: &'a BTreeSet<String>,
    /// Parts that a reader may find offensive.
    pub(super) parts: &'a [String],
    /// True to avoid words that end in a visible English word or consist of two.
    pub(super) visible: bool,
}

/// Returns a made-up plural of about this number of letters that is not an English word, is not to
/// be avoided, and is not used yet.
pub(super) fn word(
    letters: usize,
    avoid: Avoided<'_>,
    used: &[String],
    stream: &mut Stream,
) -> Option<String> {
    // A term of twelve letters is already long for one word.
    let letters = letters.clamp(5, 10);
    (0..200).find_map(|_| {
        let mut word = String::new();
        while word.len() + 3 < letters {
            word.push_str(stream.choose(&ONSETS)?);
            word.push_str(stream.choose(&NUCLEI)?);
        }
        word.push_str(stream.choose(&CODAS)?);
        let plural = format!("{word}s");
        let fits = plural.len().abs_diff(letters) <= 2;
        let known = |text: &str| {
            ENGLISH.contains(text)
                || avoid.words.contains(text)
                || used.iter().any(|one| one == text)
        };
        let stem_is_word = known(&word);
        let is_amiss = avoid.parts.iter().any(|part| plural.contains(part.as_str()));
        let is_fit = fits && !stem_is_word && !is_amiss && !known(&plural);
        (is_fit && !(avoid.visible && shows_english(&word))).then_some(plural)
    })
}

/// The fewest letters by which the end of a made-up word looks like a word of its own.
const VISIBLE: usize = 4;
/// The fewest letters of each half of a compound.
const HALF: usize = 3;

/// Returns true if a word ends in a visible English word (*naklamp*) or consists of two of them
/// (*dogrig*). All its letters are ASCII.
fn shows_english(word: &str) -> bool {
    (1..word.len()).any(|at| {
        let Some((first, last)) = word.split_at_checked(at) else { return false };
        let is_compound = first.len() >= HALF && last.len() >= HALF && ENGLISH.contains(first);
        ENGLISH.contains(last) && (last.len() >= VISIBLE || is_compound)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_made_up_word_has_a_part_to_be_avoided() {
        let parts = ["ai", "puk"].map(str::to_owned);
        let no_words = BTreeSet::new();
        let made = |parts: &[String]| -> Vec<String> {
            let mut stream = Stream::named(2, &["nonsense"]);
            let avoid = Avoided { words: &no_words, parts, visible: true };
            let all = (5..11).cycle().take(3000);
            all.filter_map(|letters| word(letters, avoid, &[], &mut stream)).collect()
        };
        let amiss = |word: &String| parts.iter().any(|part| word.contains(part.as_str()));
        assert!(made(&[]).iter().any(amiss));
        assert!(!made(&parts).iter().any(amiss));
    }

    #[test]
    fn no_made_up_word_is_english() {
        let mut stream = Stream::named(1, &["nonsense"]);
        let mut words = Vec::new();
        let none = Avoided { words: &BTreeSet::new(), parts: &[], visible: true };
        for letters in (5..11).cycle().take(3000) {
            words.extend(word(letters, none, &[], &mut stream));
        }
        assert_eq!(words.len(), 3000, "there are enough");
        for word in &words {
            let stem = word.trim_end_matches('s');
            assert!(!ENGLISH.contains(stem) && !ENGLISH.contains(word.as_str()), "{word}");
            assert!(!shows_english(stem), "{word}");
        }
        for (word, shows) in [("dogrig", true), ("naklamp", true), ("drunnak", false)] {
            assert_eq!(shows_english(word), shows, "{word}");
        }
        for known in ["pram", "grim", "meek", "began"] {
            assert!(ENGLISH.contains(known), "{known}");
        }
    }
}
