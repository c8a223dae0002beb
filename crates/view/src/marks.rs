//! Two texts next to each other, with the differing tokens marked.

use maud::{Markup, html};
use similar::{Algorithm, ChangeTag, TextDiff};
use std::time::Duration;

/// The most bytes of a text that are compared token by token.
const MOST: usize = 64 * 1024;
/// Time limit of the search for the fewest differences; after it, more differences than necessary
/// may be marked.
const PATIENCE: Duration = Duration::from_millis(20);

/// Side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkSide {
    Original,
    Perturbed,
}

/// A part of a text, and whether the other text lacks it.
type Stretch = (bool, String);

/// Renders two texts, and marks the tokens that only one of them has: not only by colour, but also
/// by underlining, and as deletions and insertions for screen readers.
pub(crate) fn compared(original: &str, perturbed: &str) -> (Markup, Markup) {
    let (one, other) = stretches(original, perturbed);
    (marked(&one, MarkSide::Original), marked(&other, MarkSide::Perturbed))
}

fn stretches(original: &str, perturbed: &str) -> (Vec<Stretch>, Vec<Stretch>) {
    if original.len() > MOST || perturbed.len() > MOST {
        return (vec![(false, original.to_owned())], vec![(false, perturbed.to_owned())]);
    }
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .timeout(PATIENCE)
        .diff_words(original, perturbed);
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for change in diff.iter_all_changes() {
        match change.tag() {
            ChangeTag::Equal => {
                add(&mut one, false, change.value());
                add(&mut other, false, change.value());
            }
            ChangeTag::Delete => add(&mut one, true, change.value()),
            ChangeTag::Insert => add(&mut other, true, change.value()),
        }
    }
    (one, other)
}

/// Adds to the last part, or begins another.
fn add(stretches: &mut Vec<Stretch>, differs: bool, text: &str) {
    match stretches.last_mut() {
        Some((own, last)) if *own == differs => last.push_str(text),
        _ => stretches.push((differs, text.to_owned())),
    }
}

fn marked(stretches: &[Stretch], side: MarkSide) -> Markup {
    html! {
        @for (differs, text) in stretches {
            @match (differs, side) {
                (false, _) => (text),
                (true, MarkSide::Original) => del { mark { (text) } },
                (true, MarkSide::Perturbed) => ins { mark { (text) } },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(one: &str, other: &str) -> (String, String) {
        let (one, other) = compared(one, other);
        (one.into_string(), other.into_string())
    }

    #[test]
    fn only_what_differs_is_marked() {
        let (one, other) = shown("Linda is 31 years old.", "Bob is 31 years young.");
        assert_eq!(one, "<del><mark>Linda</mark></del> is 31 years <del><mark>old.</mark></del>");
        assert_eq!(other, "<ins><mark>Bob</mark></ins> is 31 years <ins><mark>young.</mark></ins>");
        assert_eq!(shown("a b", "a b"), ("a b".to_owned(), "a b".to_owned()));
        assert_eq!(shown("", "x").1, "<ins><mark>x</mark></ins>");
    }

    #[test]
    fn marks_escape_what_they_mark() {
        let (one, other) = shown("<script>alert(1)</script>", "</mark><b>");
        assert!(!one.contains("<script>") && !other.contains("<b>"), "{one} {other}");
    }

    #[test]
    fn texts_too_long_to_compare_stay_whole() {
        let long = "word ".repeat(20_000);
        let (one, other) = shown(&long, "word");
        assert_eq!((one.len(), other.as_str()), (long.len(), "word"));
    }
}
