//! A mark or share on yes and on no: "[ ] Yes [x] No", "Yes: 30%, No: 70%".
//!
//! The two words with only marks, shares and signs around them are one statement. The answer is the
//! word that is marked, or that has the larger share. If there is none, the list gives no answer.

use crate::choice::grades::Grade;
use crate::choice::judged::share;
use crate::marks::BOXES;
use peirast_record::{Answer, Number, Reading};

/// A list of yes and no, with its answer.
pub(super) struct Marked {
    /// The word that is marked or has the larger share, with its first byte and one past its last.
    pub word: Option<(bool, usize, usize)>,
    /// First byte of the list.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Marked {
    /// The word as a reading.
    pub fn reading(&self) -> Option<Reading> {
        let (yes, start, end) = self.word?;
        Some(Reading::at(Answer::YesNo(yes), start, end, "verdict-on-each"))
    }
}

/// Words for yes and no, in lower case.
const WORDS: &[(&str, bool)] = &[
    ("yes", true),
    ("ja", true),
    ("oui", true),
    ("sí", true),
    ("sì", true),
    ("sim", true),
    ("да", true),
    ("是", true),
    ("はい", true),
    ("no", false),
    ("nein", false),
    ("non", false),
    ("não", false),
    ("нет", false),
    ("否", false),
    ("いいえ", false),
];

/// Words for yes and no about an argument, in lower case. One of them alone is a label: "Valid: ✗".
const PREDICATES: &[(&str, bool)] = &[
    ("true", true),
    ("valid", true),
    ("sound", true),
    ("correct", true),
    ("false", false),
    ("invalid", false),
    ("unsound", false),
    ("incorrect", false),
];

/// The elements of a list.
#[derive(Clone, Copy, PartialEq)]
enum PieceKind {
    Word(bool),
    Predicate(bool),
    /// A tick, a cross, or a box.
    Mark {
        holds: bool,
        boxed: bool,
    },
    /// A share of one, or in per cent.
    Share {
        share: Number,
        percent: bool,
    },
    /// Anything else.
    Other,
}

#[derive(Clone, Copy)]
struct Piece {
    kind: PieceKind,
    start: usize,
    end: usize,
}

/// The list of yes and no in `text`, if there is one. Linear in the text.
pub(super) fn find(text: &str) -> Option<Marked> {
    let pieces = pieces(text);
    let mut runs =
        pieces.split(|piece| piece.kind == PieceKind::Other).filter(|run| !run.is_empty());
    let whole = pieces.iter().all(|piece| piece.kind != PieceKind::Other);
    let run = runs.find(|run| {
        let words = run.iter().filter(|piece| said(piece.kind).is_some()).count();
        let says = |yes: bool| run.iter().any(|piece| said(piece.kind) == Some(yes));
        let single = words == 1 && run.iter().any(|piece| matches!(piece.kind, PieceKind::Word(_)));
        words < run.len() && (says(true) && says(false) || whole && single)
    })?;
    let word = chosen(run).and_then(|piece| Some((said(piece.kind)?, piece.start, piece.end)));
    Some(Marked { word, start: run.first()?.start, end: run.last()?.end })
}

/// Yes or no, in either kind of word.
fn said(kind: PieceKind) -> Option<bool> {
    match kind {
        PieceKind::Word(yes) | PieceKind::Predicate(yes) => Some(yes),
        _ => None,
    }
}

/// The word that a list chooses.
fn chosen(run: &[Piece]) -> Option<&Piece> {
    let is_word = |piece: &Piece| said(piece.kind).is_some();
    let pair = |one: &Piece, next: &Piece| is_word(one) != is_word(next);
    match run {
        [one, next] if pair(one, next) => {
            let (word, grade) = if is_word(one) { (one, next) } else { (next, one) };
            supports(word.kind, grade.kind).then_some(if is_word(one) { one } else { next })
        }
        [one, two, three, four] if pair(one, two) && pair(two, three) && pair(three, four) => {
            let (first, second) = if is_word(one) {
                ((one, two), (three, four))
            } else {
                ((two, one), (four, three))
            };
            match (first.1.kind, second.1.kind) {
                (PieceKind::Mark { holds: true, .. }, PieceKind::Mark { holds: false, .. }) => {
                    Some(first.0)
                }
                (PieceKind::Mark { holds: false, .. }, PieceKind::Mark { holds: true, .. }) => {
                    Some(second.0)
                }
                (
                    PieceKind::Share { share: one, percent: unit },
                    PieceKind::Share { share: other, percent: same },
                ) if unit == same && one != other => {
                    Some(if one > other { first.0 } else { second.0 })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// True if a mark or share supports the only word: "[x] No", "No ✗", "Yes: 90%".
fn supports(word: PieceKind, grade: PieceKind) -> bool {
    match grade {
        PieceKind::Mark { holds: true, .. } => true,
        PieceKind::Mark { holds: false, boxed } => said(word) == Some(false) && !boxed,
        PieceKind::Share { share, percent: true } => share > Number::from(50),
        PieceKind::Share { share, percent: false } => share.times(2.into()) > Some(1.into()),
        _ => false,
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let (kind, length) = piece(rest, c);
        if let Some(kind) = kind {
            pieces.push(Piece { kind, start: at, end: at + length });
        }
        at += length.max(c.len_utf8());
    }
    pieces
}

/// The element at the beginning of `rest`, and its length; no kind for white space and signs.
fn piece(rest: &str, c: char) -> (Option<PieceKind>, usize) {
    if let Some((sign, holds)) = BOXES.iter().find(|(sign, _)| rest.starts_with(sign)) {
        let boxed = sign.len() > 1 && !matches!(c, '✓' | '✗');
        return (Some(PieceKind::Mark { holds: *holds, boxed }), sign.len());
    }
    let decimal = c == '.'
        && rest.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if c.is_ascii_digit() || decimal {
        return match share(rest) {
            Some((Grade::Share(share), length)) => {
                let percent = rest.get(..length).is_some_and(|said| said.ends_with('%'));
                (Some(PieceKind::Share { share, percent }), length)
            }
            _ => (Some(PieceKind::Other), 1),
        };
    }
    if c.is_alphabetic() {
        let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        let lower = if length <= 16 { word.to_lowercase() } else { String::new() };
        let kind = match lower.as_str() {
            "p" | "pr" => None,
            "x" => Some(PieceKind::Mark { holds: true, boxed: true }),
            lower => {
                let find = |words: &[(&str, bool)]| {
                    words.iter().find(|(known, _)| *known == lower).map(|(_, yes)| *yes)
                };
                let word = find(WORDS).map(PieceKind::Word);
                Some(
                    word.or_else(|| find(PREDICATES).map(PieceKind::Predicate))
                        .unwrap_or(PieceKind::Other),
                )
            }
        };
        return (kind, length);
    }
    // A question, or a denial, is no sign of a list.
    let other = matches!(c, '?' | '¬' | '≠' | '<' | '>');
    (other.then_some(PieceKind::Other), c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::find;

    fn read(text: &str) -> Option<Option<bool>> {
        Some(find(text)?.word.map(|(yes, ..)| yes))
    }

    #[test]
    fn the_word_that_is_marked_or_has_the_larger_share() {
        for text in [
            "[ ] Yes [x] No",
            "Yes [ ]\nNo [X]",
            "- [ ] Yes\n- [x] No",
            "Yes ✗ No ✓",
            "Yes: ✗, No: ✓",
            "My answer:\n( ) Yes\n(x) No\n\nThat is all.",
            "Yes: 30%, No: 70%",
            "30% yes, 70% no",
            "P(yes) = 0.3, P(no) = 0.7",
            "| Yes | 30% |\n| No | 70% |",
            "Yes: 3/10, No: 7/10",
            "[ ] True [x] False",
            "[x] No",
            "✓ No",
            "No ✗",
            "No (80%)",
        ] {
            assert_eq!(read(text), Some(Some(false)), "{text}");
        }
        for text in ["[x] Yes [ ] No", "No: 30%, Yes: 70%", "Yes: 90%", "✓ Yes"] {
            assert_eq!(read(text), Some(Some(true)), "{text}");
        }
    }

    #[test]
    fn none_or_several() {
        for text in [
            "[x] Yes [x] No",
            "Yes: 50%, No: 50%",
            "Yes: 0.3, No: 70%",
            "[ ] Yes",
            "[ ] No",
            "Yes ✗",
            "Yes: 10%",
            "Yes __ No _X_",
        ] {
            assert_eq!(read(text), Some(None), "{text}");
        }
    }

    #[test]
    fn no_list() {
        for text in [
            "Yes",
            "Yes or no",
            "Yes, it is 30% sure, no",
            "No, 7 of 8 agree",
            "Sound? ✗",
            "Valid: ✗",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
