//! Places in a text of sentences, as readers count them.

use super::token::{TypedToken, sentences};

/// The place of a byte offset in a text of sentences, in words: *sentence 2, word 3*, or the end of a
/// sentence. Readers count words, not characters. A text that has no sentences has the number of the
/// character instead.
///
/// ```
/// use peirast_words::place_in_sentences;
///
/// let text = "Mary is tall. Most men are mortal.";
/// assert_eq!(place_in_sentences(text, 14), "sentence 2, word 1");
/// assert_eq!(place_in_sentences(text, text.len()), "sentence 2, at the end");
/// ```
pub fn place_in_sentences(text: &str, offset: usize) -> String {
    let offset = text.floor_char_boundary(offset);
    let all = sentences(text).unwrap_or_default();
    let start = |tokens: &[TypedToken<'_>]| tokens.first().map_or(0, |token| token.at);
    let number = all.iter().filter(|sentence| start(&sentence.tokens) <= offset).count().max(1);
    let Some(sentence) = all.get(number - 1) else {
        return format!("column {}", text[..offset].chars().count() + 1);
    };
    let end = sentence.tokens.last().map_or(0, TypedToken::end);
    if offset >= end {
        return format!("sentence {number}, at the end");
    }
    let before = text.get(start(&sentence.tokens)..offset).unwrap_or_default();
    let is_inside = before.chars().next_back().is_some_and(|last| !last.is_whitespace());
    let word = before.split_whitespace().count() + usize::from(!is_inside);
    format!("sentence {number}, word {word}")
}

#[cfg(test)]
mod tests {
    use super::place_in_sentences;

    #[test]
    fn words_are_counted_as_they_are_written() {
        let text = "  Mary doesn't smoke, or \"John\" does. It rains";
        let at = |word: &str| place_in_sentences(text, text.find(word).unwrap());
        assert_eq!(at("Mary"), "sentence 1, word 1");
        assert_eq!(at("doesn't"), "sentence 1, word 2");
        assert_eq!(at("or"), "sentence 1, word 4");
        assert_eq!(at("John"), "sentence 1, word 5");
        assert_eq!(at("rains"), "sentence 2, word 2");
        assert_eq!(place_in_sentences(text, text.len()), "sentence 2, at the end");
        assert_eq!(place_in_sentences("", 3), "column 1");
        assert_eq!(place_in_sentences("Mary has é #", 12), "column 12");
        assert_eq!(place_in_sentences("Mary is tall. ...", 17), "sentence 1, at the end");
    }
}
