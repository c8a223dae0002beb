//! A text on a page: the whole text, or the relevant parts of a very long one.

use std::borrow::Cow;
use std::ops::Range;

/// The most bytes of a text on a page.
const MOST: usize = 24 * 1024;
/// The bytes shown around the words that were read, if a text is cut.
const AROUND: usize = 4 * 1024;

/// A part of a displayed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    /// Text.
    Text(&'a str),
    /// The words that were read.
    Read(&'a str),
    /// Number of bytes left out.
    Gap(usize),
}

/// Returns a text with the words that were read. A long text is cut to its beginning and the
/// surroundings of these words, or its end.
pub(crate) fn excerpt(text: &str, read: Option<Range<usize>>) -> Vec<Part<'_>> {
    let read = read.filter(|span| span.start < span.end && text.get(span.clone()).is_some());
    let last = read.clone().unwrap_or(text.len()..text.len());
    let (head, near) = kept(text, &last);
    let (mut parts, mut at) = (Vec::new(), 0);
    for stretch in [Some(head), near].into_iter().flatten() {
        gap(&mut parts, stretch.start - at);
        at = stretch.end;
        add(&mut parts, text, stretch, read.as_ref());
    }
    gap(&mut parts, text.len() - at);
    parts
}

/// Returns the ranges to show: the beginning of a text, and the surroundings of its part `last` if
/// that is further on.
fn kept(text: &str, last: &Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    if text.len() <= MOST {
        return (0..text.len(), None);
    }
    let head = boundary(text, MOST - 3 * AROUND);
    // The words that were read may themselves be very long.
    let end = last.end.min(last.start + AROUND);
    let near = boundary(text, last.start.saturating_sub(AROUND))..boundary(text, end + AROUND);
    if near.start <= head { (0..near.end.max(head), None) } else { (0..head, Some(near)) }
}

/// Returns the beginning of a text; a longer text ends with a note on the number of bytes left out.
pub(crate) fn cut(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST {
        return Cow::Borrowed(text);
    }
    let end = boundary(text, MOST);
    let shown = text.get(..end).unwrap_or_default();
    Cow::Owned(format!("{shown} […{} bytes left out…]", text.len() - end))
}

fn gap(parts: &mut Vec<Part<'_>>, bytes: usize) {
    if bytes > 0 {
        parts.push(Part::Gap(bytes));
    }
}

/// Adds a range, with the words that were read as a separate part.
fn add<'a>(
    parts: &mut Vec<Part<'a>>,
    text: &'a str,
    stretch: Range<usize>,
    read: Option<&Range<usize>>,
) {
    let mut push = |range: Range<usize>, part: fn(&'a str) -> Part<'a>| {
        if let Some(own) = text.get(range).filter(|own| !own.is_empty()) {
            parts.push(part(own));
        }
    };
    match read {
        Some(read) if read.start < stretch.end && read.end > stretch.start => {
            let inner = read.start.max(stretch.start)..read.end.min(stretch.end);
            push(stretch.start..inner.start, Part::Text);
            push(inner.clone(), Part::Read);
            push(inner.end..stretch.end, Part::Text);
        }
        _ => push(stretch, Part::Text),
    }
}

/// Returns the last boundary between characters at or before a byte.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_whole() {
        assert_eq!(
            excerpt("I say (a).", Some(6..9)),
            [Part::Text("I say "), Part::Read("(a)"), Part::Text(".")]
        );
        assert_eq!(excerpt("", None), []);
        assert_eq!(excerpt("ä", Some(1..2)), [Part::Text("ä")]);
    }

    #[test]
    fn of_long_texts_what_was_read_is_shown() {
        let text = format!("{}(a){}", "ä".repeat(500_000), "b".repeat(500_000));
        let parts = excerpt(&text, Some(1_000_000..1_000_003));
        assert!(parts.contains(&Part::Read("(a)")));
        let shown: usize = parts
            .iter()
            .map(|part| match part {
                Part::Text(text) | Part::Read(text) => text.len(),
                Part::Gap(_) => 0,
            })
            .sum();
        let left: usize =
            parts.iter().map(|part| if let Part::Gap(n) = part { *n } else { 0 }).sum();
        assert!(shown <= MOST, "{shown}");
        assert_eq!(shown + left, text.len());
    }

    #[test]
    fn what_was_read_may_be_very_long_itself() {
        let text = "x".repeat(1_000_000);
        for span in [0..1_000_000, 999_000..1_000_000, 100..900_000] {
            let parts = excerpt(&text, Some(span));
            let shown = |part: &Part<'_>| matches!(part, Part::Text(_) | Part::Read(_));
            let bytes: usize = parts
                .iter()
                .filter(|part| shown(part))
                .map(|part| match part {
                    Part::Text(text) | Part::Read(text) => text.len(),
                    Part::Gap(_) => 0,
                })
                .sum();
            assert!(
                bytes <= MOST && parts.iter().any(|part| matches!(part, Part::Read(_))),
                "{bytes}"
            );
        }
    }
}
