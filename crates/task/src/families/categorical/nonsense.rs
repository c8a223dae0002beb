//! Made-up words.

use peirast_random::Stream;
use std::collections::BTreeSet;

const ONSETS: [&str; 26] = [
    "b", "bl", "br", "d", "dr", "f", "fl", "g", "gl", "gr", "h", "j", "k", "kl", "l", "m", "n",
    "p", "pl", "pr", "r", "s", "t", "tr", "v", "z",
];
const NUCLEI: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ou", "ee"];
const CODAS: [&str; 14] =
    ["b", "d", "f", "g", "k", "l", "m", "n", "p", "rt", "nd", "lk", "mp", "v"];

/// A made-up plural of about so many letters that is neither to be avoided nor in use already.
pub(super) fn word(
    letters: usize,
    avoid: &BTreeSet<String>,
    used: &[String],
    stream: &mut Stream,
) -> Option<String> {
    // Twelve letters in a term are already long for a word.
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
        let known = |text: &str| avoid.contains(text) || used.iter().any(|one| one == text);
        let stem_is_word = known(&word);
        (fits && !stem_is_word && !known(&plural)).then_some(plural)
    })
}
