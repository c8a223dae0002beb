//! A verdict on each option: "(a) No (b) Yes", check lists, tables, shares.
//!
//! Two options or more, each with a verdict of its own, are one statement. The answer is the only
//! option that is confirmed, or the only one that is rated highest. If there is none, the list
//! gives no answer.

use super::grades::{BETWEEN, Grade, WORDS};
use crate::Context;
use crate::decided::Decided;
use crate::marks::BOXES;
use crate::text::echoed;
use peirast_record::{Answer, Number, Reading};

/// A list of options, each with its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The option that the list confirms, if it confirms one.
    pub letter: Option<char>,
    /// First byte of the list.
    pub start: usize,
    /// One past its last verdict.
    pub end: usize,
    /// The item that decided, or the whole list.
    pub span: (usize, usize),
}

/// Longest text, in bytes, in which options within a line count as a list.
const SHORT: usize = 240;

impl Judged {
    /// The option that the list confirms, as the announced answer.
    pub fn decided(&self) -> Option<Decided> {
        let (start, end) = self.span;
        let reading = Reading::at(Answer::Choice(self.letter?), start, end, "verdict-on-each");
        Some(Decided::announced(reading))
    }
}

/// An option in the place of an item, with the text about it.
struct Item {
    letter: char,
    grade: Option<Grade>,
    start: usize,
    end: usize,
    /// True if it begins its line.
    line: bool,
}

/// The list of options with verdicts in `text`, if there is one. Linear in the text.
pub(crate) fn find(text: &str, context: &Context<'_>) -> Option<Judged> {
    let items = items(text, context);
    let graded: Vec<&Item> = items.iter().filter(|item| item.grade.is_some()).collect();
    let first = graded.first()?;
    let last = graded.last()?;
    let mut letters: Vec<char> = graded.iter().map(|item| item.letter).collect();
    letters.sort_unstable();
    letters.dedup();
    let open = items
        .iter()
        .any(|item| item.grade.is_none() && item.line && !letters.contains(&item.letter));
    // Only its length distinguishes a list in running text from prose.
    let prose = text.contains(" if ") || text.starts_with("If ");
    let listed = (text.len() <= SHORT && !prose) || graded.iter().all(|item| item.line);
    if letters.len() < 2 || letters.len() != graded.len() || open || !listed {
        return None;
    }
    let best = best(&graded);
    let span = best.map_or((first.start, last.end), |item| (item.start, item.end));
    Some(Judged { letter: best.map(|item| item.letter), start: first.start, end: last.end, span })
}

/// The only item that is confirmed, or that is rated above all others.
fn best<'i>(graded: &[&'i Item]) -> Option<&'i Item> {
    let holds = |item: &&&Item| item.grade == Some(Grade::Holds(true));
    let binary = graded.iter().any(|item| matches!(item.grade, Some(Grade::Holds(_))));
    if binary {
        let mut confirmed = graded.iter().filter(holds);
        let found = confirmed.next()?;
        return confirmed.next().is_none().then_some(*found);
    }
    let rank = |item: &Item| match item.grade {
        Some(Grade::Degree(degree)) => Some((0, Number::from(i64::from(degree)))),
        Some(Grade::Share(share)) => Some((1, share)),
        _ => None,
    };
    let top = graded.iter().filter_map(|item| rank(item)).max()?;
    let same_kind = graded.iter().all(|item| rank(item).is_some_and(|(kind, _)| kind == top.0));
    let mut tops = graded.iter().filter(|item| rank(item) == Some(top));
    let found = tops.next()?;
    (same_kind && tops.next().is_none() && top.1 > Number::from(0)).then_some(*found)
}

/// The options in the places where the items of a list are.
fn items(text: &str, context: &Context<'_>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut at = 0;
    let mut line = true;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let (begins, ticked) = decoration(rest, line && !context.numbered);
        let place = at + begins;
        let found = text.get(place..).and_then(|rest| {
            let named = || by_text(rest, ticked.is_some(), context).filter(|_| line);
            let labelled =
                label(rest, context).or_else(|| ticked.and_then(|_| letter_alone(rest, context)));
            labelled.map(|found| (found, false)).or_else(|| Some((named()?, true)))
        });
        if let Some(((letter, length), by_text)) = found {
            let body = place + length;
            // The box before an option belongs to it, the one behind it to the next option.
            let own = |end: usize| ticked.is_none() || !text.get(..end).is_some_and(ends_with_box);
            let (grade, end) = graded(text, body, letter, context)
                .filter(|(_, end)| own(*end))
                .or_else(|| ends_line(text, body).filter(|_| line))
                .map_or((None, body), |(grade, end)| (Some(grade), end));
            let boxed = grade.is_none().then_some(ticked).flatten().map(Grade::Holds);
            let gap =
                text.get(items.last().map_or(0, |item: &Item| item.end)..at).unwrap_or_default();
            let apart = line
                || (gap.len() <= SHORT
                    && (!gap.contains(char::is_alphabetic) || gap.trim_end().ends_with(':')));
            if apart && (grade.is_some() || boxed.is_some() || (line && !by_text)) {
                items.push(Item { letter, grade: grade.or(boxed), start: place, end, line });
            }
            at = if apart { end.max(place + 1) } else { place + length };
            // "A ✗ C ✓", "A=0.1 B=0.2": the next item begins where the verdict ends.
            let closed = |c: char| matches!(c, '✓' | '✗' | '%' | ']' | ')') || c.is_ascii_digit();
            let ended =
                || grade.is_some() && text.get(..at).is_some_and(|said| said.ends_with(closed));
            if apart && (boxed.is_some() || ended()) {
                line = false;
                continue;
            }
        } else {
            at = place;
        }
        (at, line) = next_place(text, at);
    }
    items
}

/// The next place where an item may begin: a line, or the text after a sign that ends an item.
fn next_place(text: &str, from: usize) -> (usize, bool) {
    let rest = text.get(from..).unwrap_or_default();
    let ends = |(at, c): &(usize, char)| {
        let spaced =
            || rest.get(at + c.len_utf8()..).is_some_and(|rest| rest.starts_with([' ', '\n']));
        match c {
            '\n' => true,
            ',' | ';' | '.' | ':' | '!' => spaced(),
            '✓' | '✗' | '|' | '%' => true,
            ' ' => {
                rest.get(at + 1..).is_some_and(|rest| rest.starts_with('(') || opens_inline(rest))
            }
            _ => false,
        }
    };
    match rest.char_indices().find(ends) {
        Some((at, c)) => (from + at + c.len_utf8(), c == '\n'),
        None => (text.len(), false),
    }
}

/// `b) ` within a line.
fn opens_inline(rest: &str) -> bool {
    let mut chars = rest.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphanumeric()) && chars.next() == Some(')')
}

fn begins_with_box(text: &str) -> bool {
    BOXES.iter().any(|(sign, _)| text.starts_with(sign))
}

fn ends_with_box(text: &str) -> bool {
    BOXES.iter().any(|(sign, _)| text.ends_with(sign))
}

/// Length of the signs before an item, and the meaning of a box or mark among them.
fn decoration(text: &str, line: bool) -> (usize, Option<bool>) {
    let (mut at, mut ticked) = (0, None);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let said = ["False:", "True:", "Correct:", "Incorrect:", "Yes:", "No:", "Wrong:", "Right:"];
        if let Some(word) = said.iter().find(|word| line && rest.starts_with(**word)) {
            let holds = ["True:", "Correct:", "Yes:", "Right:"].contains(word);
            (at, ticked) = (at + word.len(), Some(holds));
            continue;
        }
        if let Some((sign, holds)) = BOXES.iter().find(|(sign, _)| rest.starts_with(sign)) {
            (at, ticked) = (at + sign.len(), Some(*holds));
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let numbered = line
            && digits > 0
            && rest
                .get(digits..)
                .is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") "));
        match c {
            ' ' | '\t' | '\r' | '{' | '*' | '_' | '#' | '>' | '-' | '•' | '–' | '+' | '|' | '"'
            | '`' => {
                at += c.len_utf8();
            }
            _ if numbered => at += digits + 1,
            _ => break,
        }
    }
    (at, ticked)
}

/// An option's label at the beginning of `text`, with its length: `(a)`, `a)`, `A.`, `Option A:`.
fn label(text: &str, context: &Context<'_>) -> Option<(char, usize)> {
    let named =
        ["Option ", "option ", "Choice ", "choice ", "Statement ", "Answer ", "OPTION ", "P", "Pr"];
    let noun = named.iter().find(|noun| text.starts_with(*noun)).map_or(0, |noun| noun.len());
    let rest = text.get(noun..)?;
    let signs = |c: char| matches!(c, '*' | '_' | '`' | '"' | ' ');
    let bare = rest.trim_start_matches(signs);
    let open = bare.strip_prefix(['(', '[', '{']).map(|rest| rest.trim_start_matches(signs));
    let inner = open.unwrap_or(bare);
    let written = inner.chars().next().filter(char::is_ascii_alphanumeric)?;
    let (letter, length) = context.labelled(inner)?;
    let after = inner.get(length..)?;
    let after_signs = after.trim_start_matches(['*', '_', '`', '"']);
    let closed = after_signs.strip_prefix([')', ']', '}']);
    let end = |rest: &str| text.len() - rest.len();
    match (open.is_some(), closed) {
        (true, Some(rest)) | (false, Some(rest)) => Some((letter, end(rest))),
        (true, None) => None,
        (false, None) => {
            let spaced = after_signs.trim_start_matches(' ');
            let sign = spaced.chars().next();
            // "1.5" is a number.
            let places = after
                .strip_prefix('.')
                .is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
            let dotted = after_signs.starts_with(['.', ':']) && !places;
            let parted =
                matches!(sign, Some('—' | '–' | '|' | '✓' | '✗' | '=' | '→' | '\n') | None)
                    || begins_with_box(spaced);
            let dashed = spaced.starts_with("- ") || spaced.starts_with("->");
            let said = || word(spaced).is_some() || percent(spaced);
            let verdict = noun > 1 || (spaced.len() < after_signs.len() && said());
            let worded =
                verdict && (written != 'a') && !after_signs.starts_with(char::is_alphanumeric);
            let is = spaced.starts_with("is ") && written.is_ascii_uppercase();
            let worded = worded || is;
            let named = dotted || parted || dashed || worded;
            named.then(|| (letter, end(after_signs)))
        }
    }
}

/// A letter alone behind a box: "[x] A [ ] B".
fn letter_alone(text: &str, context: &Context<'_>) -> Option<(char, usize)> {
    let (letter, length) = context.labelled(text)?;
    let ended = !text.get(length..)?.starts_with(|c: char| c.is_alphanumeric() || c == '\'');
    ended.then_some((letter, length))
}

/// An option named by its whole text, with the length of that text. A sign must separate it from
/// its verdict, unless a box before it is the verdict.
fn by_text(text: &str, ticked: bool, context: &Context<'_>) -> Option<(char, usize)> {
    let signs = |c: char| matches!(c, '*' | '_' | '`' | '"' | '.' | ' ');
    let begins = |(letter, option): &(char, String)| {
        let option = option.trim_end_matches('.');
        let same = text.get(..option.len()).is_some_and(|said| said.eq_ignore_ascii_case(option));
        let rest = text.get(option.len()..).filter(|_| same && option.len() > 1)?;
        let parted = rest.trim_start_matches(signs);
        let parted = parted.starts_with([':', '-', '–', '—', '|', '✓', '✗', '→', '(', '[', '=']);
        let whole = !rest.starts_with(char::is_alphanumeric);
        (whole && (parted || ticked)).then_some((*letter, option.len()))
    };
    context.options.iter().filter_map(begins).max_by_key(|(_, length)| *length)
}

/// The verdict at the end of the line of an item: "(b) red: 700 nm - yes", "C. A myth. [False]".
fn ends_line(text: &str, from: usize) -> Option<(Grade, usize)> {
    const LONGEST: usize = 24;
    let rest = text.get(from..)?;
    let line = rest.get(..rest.find('\n').unwrap_or(rest.len()))?;
    let signs = |c: char| c.is_whitespace() || ".!*_)]\"'”`\u{fe0f}".contains(c);
    let line = line.trim_end_matches(signs);
    let end = from + line.len();
    if let Some(holds) = line.chars().next_back().and_then(|c| match c {
        '✓' => Some(true),
        '✗' => Some(false),
        _ => None,
    }) {
        return Some((Grade::Holds(holds), end));
    }
    let parted = |(_, c): &(usize, char)| "-–—→:([,.;|=".contains(*c);
    let (at, sign) = line.char_indices().rev().take(LONGEST).find(parted)?;
    let said = line.get(at + sign.len_utf8()..)?.trim_start_matches(['*', '_', ' ', '>']);
    let said =
        ["so ", "thus ", "hence "].iter().find_map(|so| said.strip_prefix(so)).unwrap_or(said);
    let (grade, length) = word(said)?;
    let denied = said.starts_with("not ") || said.starts_with("Not ");
    (length == said.len() || denied).then_some((grade, end))
}

/// The verdict right after an option, and the byte after the verdict.
fn graded(text: &str, from: usize, letter: char, context: &Context<'_>) -> Option<(Grade, usize)> {
    let mut at = skip_signs(text, from, context);
    if let Some(end) = echoed(text, at, letter, context) {
        at = skip_signs(text, end, context);
    }
    for _ in 0..4 {
        let rest = text.get(at..)?;
        if let Some((grade, length)) = word(rest).or_else(|| share(rest)) {
            return Some((grade, at + length));
        }
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let name = rest.get(..length)?.to_ascii_lowercase();
        if !BETWEEN.contains(&name.as_str()) {
            return None;
        }
        at = skip_signs(text, at + length, context);
    }
    None
}

/// Skips signs between an option and its verdict.
fn skip_signs(text: &str, from: usize, context: &Context<'_>) -> usize {
    let rest = window(text, from);
    let sign = |c: char| c.is_whitespace() || ":-–—→=>|*_.~()[]\"'`”“≈,".contains(c);
    // An option that follows in brackets is the next item.
    let next = rest.find(['(', '[']).filter(|at| {
        rest.get(at + 2..).is_some_and(|rest| rest.starts_with([')', ']']))
            && !rest.get(*at..).is_some_and(begins_with_box)
    });
    let end = rest.find(|c| !sign(c)).unwrap_or(rest.len());
    let end = next.map_or(end, |next| end.min(next));
    // A box has a meaning, and is no sign to skip.
    let end =
        BOXES.iter().filter_map(|(sign, _)| rest.find(sign)).min().map_or(end, |at| end.min(at));
    // The next line may hold the verdict, unless it is an item itself.
    let line = rest.get(..end).and_then(|signs| signs.find('\n'));
    let item = line.filter(|at| {
        let next = rest.get(at + 1..).unwrap_or_default();
        let (signs, _) = decoration(next, true);
        next.get(signs..).is_some_and(|next| label(next, context).is_some())
    });
    from + item.unwrap_or(end)
}

/// The text from `from` on, up to the last sign that is checked before a verdict.
fn window(text: &str, from: usize) -> &str {
    let rest = text.get(from..).unwrap_or_default();
    rest.char_indices().nth(64).map_or(rest, |(end, _)| rest.get(..end).unwrap_or_default())
}

/// A verdict in words at the beginning of `text`, with its length.
fn word(text: &str) -> Option<(Grade, usize)> {
    let head: String = text.chars().take(20).collect::<String>().to_ascii_lowercase();
    let fits = |(word, _): &&(&str, Grade)| {
        let rest = head.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric) || !word.is_ascii())
    };
    let (word, grade) = WORDS.iter().filter(fits).max_by_key(|(word, _)| word.len())?;
    Some((*grade, word.len()))
}

/// A share or chance at the beginning of `text`: `30%`, `0.3`, with its length.
pub(crate) fn share(text: &str) -> Option<(Grade, usize)> {
    let digits = text.bytes().take(18).take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = text.get(..digits)?.trim_end_matches('.');
    let rest = text.get(number.len()..)?;
    let percent = rest.trim_start_matches(' ').strip_prefix('%');
    let value: Number = number.parse().ok()?;
    let ends = |rest: &str| {
        let mut chars = rest.chars();
        match chars.next() {
            None | Some('\n' | '|' | ',' | ';' | ')' | ' ') => true,
            Some('.') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        }
    };
    if let Some((below, length)) = out_of(rest) {
        let ends_here = ends(rest.get(length..).unwrap_or_default());
        let value = value.times(Number::ratio(1, below)?)?;
        return ends_here.then(|| (Grade::Share(value), number.len() + length));
    }
    let share = percent.is_some() || (value <= Number::from(1) && number.contains('.'));
    let rest = percent.unwrap_or(rest);
    (share && ends(rest)).then(|| (Grade::Share(value), text.len() - rest.len()))
}

/// True if `text` begins with a number of per cent.
fn percent(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    rest.len() < text.len() && rest.trim_start_matches(' ').starts_with('%')
}

/// "/10", " out of 10": the maximum of a score, with its length.
fn out_of(text: &str) -> Option<(i64, usize)> {
    let rest = text.strip_prefix('/').or_else(|| text.strip_prefix(" out of "))?;
    let digits = rest.bytes().take(6).take_while(u8::is_ascii_digit).count();
    let below = rest.get(..digits)?.parse().ok().filter(|below| *below > 0)?;
    Some((below, text.len() - rest.len() + digits))
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::Context;
    use peirast_record::FinishReason;

    fn letter(text: &str) -> Option<Option<char>> {
        let texts = ["Ada sings.", "Ada sings and is tall.", "Ada is tall.", "None of these."];
        let options: Vec<_> =
            ('a'..).zip(texts).map(|(letter, text)| (letter, text.to_owned())).collect();
        find(text, &Context::new(&options, FinishReason::Stop)).map(|list| list.letter)
    }

    #[test]
    fn the_only_confirmed_option() {
        for text in [
            "(a) No (b) Yes (c) No (d) No",
            "a: no, b: yes",
            "A: false\nB: true\nC: false",
            "- (a) ✗\n- (b) ✓",
            "[ ] a\n[x] b\n[ ] c",
            "| (a) | no |\n| (b) | yes |",
            "(a) Ada sings. — False.\n(b) Ada sings and is tall. — True.",
            "### (a)\nNot necessarily.\n\n### (b)\nYes, this follows.\n\n### (c)\nNo, since (b) does.",
            "(a): 30%\n(b): 70%",
            "a) 0.1 b) 0.7 c) 0.2",
            "(a) possible\n(b) most likely",
            "**Option A**: Incorrect\n**Option B**: Correct",
            "(a) is out. (b) is fine. (c) is out.",
            "A — No\nB — Yes",
            "1. (a): No\n2. (b): Yes",
            "(a) Probability: 0.2\n(b) Probability: 0.6",
            "P(a)=0.10, P(b)=0.80, P(c)=0.10",
            "(a) Her voice: nothing is said - no\n(b) Her voice and size - yes",
            "A. It is a story. [Myth]\nB. It was recorded. [True]",
            "* a. voice → talk ✗\n* b. size → fact ✓",
            "- Ada sings: ✗\n- Ada sings and is tall: ✓",
            "- [ ] Ada sings\n- [x] Ada sings and is tall",
        ] {
            assert_eq!(letter(text), Some(Some('b')), "{text}");
        }
    }

    #[test]
    fn none_or_several() {
        for text in
            ["(a) No (b) No", "(a) yes\n(b) yes", "(a) 50%\n(b) 50%", "(a) likely (b) likely"]
        {
            assert_eq!(letter(text), Some(None), "{text}");
        }
    }

    #[test]
    fn no_list() {
        for text in [
            "(b)",
            "(b) is correct.",
            "(a) Ada sings.\n(b) Ada sings and is tall.",
            "(a) No\n(b) Ada is a person of whom nothing is known.",
            "The answer is (b), since (a) is about her voice.",
            "Ada sings: this is said.\nAda is tall: this is not said at all of her.",
        ] {
            assert_eq!(letter(text), None, "{text}");
        }
    }
}
