//! Texts that match a regular expression, used as answers of simulated subjects.

use crate::short_text::{is_whole_answer, matches};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Number of attempts. Each takes other branches and other characters.
const TRIES: usize = 24;
/// Longest such text, in bytes.
const LONGEST: usize = 200;
/// Deepest nesting of groups that is tried.
const DEEPEST: u32 = 60;
/// Characters for a class, in order of preference.
const PREFERRED: [&str; 4] =
    ["abcdefghijklmnopqrstuvwxyz", "1234567890", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", " -,/"];

/// A short answer that a pattern matches as a whole; `None` if none is found. Patterns that ask for
/// white space at an end, or for several lines, match no short answer.
///
/// ```
/// use peirast_read::text_matching;
/// assert_eq!(text_matching("colou?r").as_deref(), Some("color"));
/// assert_eq!(text_matching("den haag|'s-gravenhage").as_deref(), Some("den haag"));
/// assert_eq!(text_matching(r"\d{4}").as_deref(), Some("1111"));
/// assert_eq!(text_matching(r"a\bb"), None);
/// ```
pub fn text_matching(pattern: &str) -> Option<String> {
    let hir = ParserBuilder::new().nest_limit(DEEPEST).build().parse(pattern).ok()?;
    (0..TRIES).find_map(|attempt| {
        let mut text = String::new();
        write(&hir, attempt, &mut text)?;
        (is_whole_answer(&text) && matches(pattern, &text)).then_some(text)
    })
}

/// Adds a text that may match an expression; `None` if there is none, or only long ones.
fn write(hir: &Hir, attempt: usize, text: &mut String) -> Option<()> {
    match hir.kind() {
        // Boundaries are checked when the whole text is matched with the pattern.
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class, attempt)?),
        HirKind::Capture(group) => write(&group.sub, attempt, text)?,
        HirKind::Concat(parts) => {
            parts.iter().try_for_each(|part| write(part, attempt, text))?;
        }
        HirKind::Alternation(branches) => {
            let first = attempt % branches.len().max(1);
            write(branches.get(first)?, attempt / branches.len().max(1), text)?;
        }
        HirKind::Repetition(repetition) => {
            // Every second attempt includes optional parts.
            let once = u32::from(attempt % 2 == 1 && repetition.max != Some(0));
            for _ in 0..repetition.min.max(once) {
                write(&repetition.sub, attempt, text)?;
                if text.len() > LONGEST {
                    return None;
                }
            }
        }
    }
    (text.len() <= LONGEST).then_some(())
}

/// A character of a class.
fn character(class: &Class, attempt: usize) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.ranges().iter().map(|r| (r.start(), r.end())).collect(),
        Class::Bytes(class) => {
            class.ranges().iter().map(|r| (char::from(r.start()), char::from(r.end()))).collect()
        }
    };
    let has = |c: &char| ranges.iter().any(|(first, last)| first <= c && c <= last);
    let preferred = PREFERRED.iter().cycle().skip(attempt % PREFERRED.len()).take(PREFERRED.len());
    let first = preferred.flat_map(|some| some.chars()).find(has);
    first.or_else(|| ranges.first().map(|(first, _)| *first))
}
