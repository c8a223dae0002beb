//! Text: made harmless, measured, shortened, broken into lines.

use super::widths::WIDTHS;
use peirast_decimals::{fixed_decimals, percent_decimals, scientific_decimals};
use std::fmt::Write as _;

/// Size of all text but titles, in points: the least that journals print.
pub const SIZE: f64 = 8.0;
/// Size of titles, in points.
pub const TITLE: f64 = 9.5;
/// Height of a line, per size.
pub const LEADING: f64 = 1.3;
/// The most characters of a text that are kept: names come from outside.
const MOST: usize = 400;
/// The most lines of a paragraph that are kept.
const MOST_LINES: usize = 60;

/// Text without control characters, and that XML may hold. Control characters, and those that
/// reorder, end or hide the text around them, are shown by their code. A hyphen that begins a
/// number is a minus sign.
pub fn clean(text: &str) -> String {
    let mut shown = String::new();
    let mut chars = text.chars().take(MOST).peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\t' => shown.push(' '),
            '-' if begins(&shown) && chars.peek().is_some_and(char::is_ascii_digit) => {
                shown.push('−');
            }
            // Writing to a string does not fail.
            c if steers(c) => drop(write!(shown, "\\u{{{:x}}}", u32::from(c))),
            c => shown.push(c),
        }
    }
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// True if a number may begin after this text: a hyphen before a digit within a name is no minus
/// sign.
fn begins(text: &str) -> bool {
    text.chars().next_back().is_none_or(|before| matches!(before, ' ' | '[' | '('))
}

fn steers(c: char) -> bool {
    let code = u32::from(c);
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(code, 0xe0000..=0xe0fff)
        || code & 0xfffe == 0xfffe
}

/// Clean text as it is written between tags and in attributes.
pub fn escape(clean: &str) -> String {
    let mut safe = String::with_capacity(clean.len());
    for c in clean.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// The width of a text on one line, in points, set in Arimo, Arial, Helvetica or Liberation Sans of
/// that size. Characters that these lack are taken for one em each.
///
/// ```
/// use peirast_figure::text_width;
/// assert!((text_width("n", 10.0) - 5.56).abs() < 0.01);
/// assert!(text_width("iiii", 10.0) < text_width("mm", 10.0));
/// ```
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| f64::from(advance(c))).sum::<f64>() * size / 1000.0
}

/// The width of a text of which every character is known; `None` if some width is a guess, or there is
/// nothing between characters that could be set otherwise.
pub fn known_width(text: &str, size: f64) -> Option<f64> {
    let is_known = text.chars().all(|c| known(c).is_some());
    (is_known && text.chars().nth(1).is_some()).then(|| width(text, size))
}

fn advance(c: char) -> u16 {
    known(c).unwrap_or(1000)
}

fn known(c: char) -> Option<u16> {
    let code = u32::from(c);
    let run = WIDTHS.partition_point(|(first, _)| *first <= code).checked_sub(1);
    let found = run.and_then(|run| WIDTHS.get(run)).and_then(|(first, widths)| {
        widths.get(usize::try_from(code - first).unwrap_or(usize::MAX))
    });
    found.copied()
}

/// Clean text that is no wider than `room`: its middle gives way to an ellipsis, because names of
/// models differ at both ends. Empty if not even that has room.
pub fn shorten(text: &str, size: f64, room: f64) -> String {
    let text = clean(text);
    // A text always fits into room that was made for it, in spite of rounding.
    if width(&text, size) <= room + 1e-6 {
        return text;
    }
    let left = room - width("…", size);
    if left < 0.0 {
        return String::new();
    }
    let chars: Vec<char> = text.chars().collect();
    let (mut head, mut tail, mut used) = (0, 0, 0.0);
    while head + tail < chars.len() {
        let from_head = head <= tail;
        let next = if from_head { chars.get(head) } else { chars.iter().rev().nth(tail) };
        used += next.map_or(0.0, |c| width(c.encode_utf8(&mut [0; 4]), size));
        if used > left {
            break;
        }
        if from_head { head += 1 } else { tail += 1 }
    }
    let start: String = chars.iter().take(head).collect();
    let end: String = chars.iter().skip(chars.len() - tail).collect();
    format!("{}…{}", start.trim_end(), end.trim_start())
}

/// Clean text in lines no wider than `room`; a word that is wider is broken.
pub fn lines(text: &str, room: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace().map(clean) {
        if lines.len() > MOST_LINES {
            lines.pop();
            lines.push("…".to_owned());
            break;
        }
        let joined = match lines.last() {
            Some(line) if !line.is_empty() => format!("{line} {word}"),
            _ => word.clone(),
        };
        if measure(&joined) <= room {
            lines.pop();
            lines.push(joined);
        } else {
            broken(&word, room, &measure, &mut lines);
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Clean text in lines no wider than `room`, broken at blanks and after the signs that join the parts of
/// names; empty if a part is wider.
pub fn joints(text: &str, room: f64) -> Vec<String> {
    let text = clean(text);
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(|c| " -_:/".contains(c)) {
        if width(part.trim_end(), SIZE) > room {
            return Vec::new();
        }
        match lines.last_mut() {
            Some(line) if width(format!("{line}{part}").trim_end(), SIZE) <= room => {
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Clean text on one line if it is no wider than `room`, else on the two lines of similar widths that it
/// has if it is broken at a blank; on one line that is too wide if neither fits.
pub fn halves(text: &str, room: f64) -> Vec<String> {
    let text = clean(text);
    let wider = |(one, other): &(&str, &str)| width(one, SIZE).max(width(other, SIZE));
    let blanks = text.match_indices(' ').map(|(at, _)| (text[..at].trim(), text[at..].trim()));
    let best = blanks.min_by(|a, b| wider(a).total_cmp(&wider(b)));
    match best {
        Some(two) if width(&text, SIZE) > room && wider(&two) <= room => {
            vec![two.0.to_owned(), two.1.to_owned()]
        }
        _ => vec![text],
    }
}

/// A word on a line of its own, or on as many as it needs.
fn broken(word: &str, room: f64, measure: &impl Fn(&str) -> f64, lines: &mut Vec<String>) {
    let mut line = String::new();
    for c in word.chars() {
        line.push(c);
        if measure(&line) > room && line.chars().count() > 1 {
            line.pop();
            lines.push(std::mem::replace(&mut line, c.to_string()));
        }
    }
    lines.push(line);
}

/// A number in three digits that count; ten to some power where it is far from 1.
pub fn number(value: f64) -> String {
    let size = value.abs();
    match value {
        v if v.is_nan() => "–".to_owned(),
        v if v.is_infinite() => minus(if v > 0.0 { "∞" } else { "-∞" }),
        0.0 => "0".to_owned(),
        _ if (0.001..100_000.0).contains(&size) => {
            let digits = (2.0 - size.log10().floor()).clamp(0.0, 5.0) as usize;
            let shown = fixed_decimals(value, digits);
            let trimmed = match shown.contains('.') {
                true => shown.trim_end_matches('0').trim_end_matches('.'),
                false => &shown,
            };
            minus(trimmed)
        }
        _ => {
            let shown = scientific_decimals(value, 1);
            let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
            let mantissa = mantissa.trim_end_matches(".0");
            match mantissa {
                "1" => format!("10{}", raised(exponent)),
                mantissa => format!("{}×10{}", minus(mantissa), raised(exponent)),
            }
        }
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    minus(&percent_decimals(share, 0)).replace("−0", "0")
}

/// A difference of shares in points, with a decimal and its sign; without a sign where it rounds to none.
pub fn points(difference: f64) -> String {
    let shown = percent_decimals(difference, 1);
    match shown.trim_start_matches('-') {
        "0.0" => "0.0".to_owned(),
        _ if difference > 0.0 => format!("+{shown}"),
        _ => minus(&shown),
    }
}

/// A ratio: as many decimals for all that are near to each other.
pub fn ratio(value: f64) -> String {
    match value {
        value if (0.01..10.0).contains(&value) => fixed_decimals(value, 2),
        value if (10.0..100.0).contains(&value) => fixed_decimals(value, 1),
        value => number(value),
    }
}

/// A share in percent with its sign, or `none`.
pub fn share(share: Option<f64>) -> String {
    share.map_or("none".to_owned(), |share| format!("{} %", percent(share)))
}

/// A hyphen before digits as a minus sign.
fn minus(shown: &str) -> String {
    shown.replace('-', "−")
}

fn raised(exponent: &str) -> String {
    let of = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => c.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(c),
    };
    exponent.chars().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_at_their_joints() {
        for (name, room, lines) in [
            ("sim:always-first", 36.0, vec!["sim:", "always-", "first"]),
            ("zero_shot_cot", 36.0, vec!["zero_", "shot_cot"]),
            ("os-cot → os-bob-cot", 50.0, vec!["os-cot → os-", "bob-cot"]),
            ("unbroken", 20.0, vec![]),
            ("", 20.0, vec![]),
        ] {
            assert_eq!(joints(name, room), lines, "{name}");
        }
    }

    #[test]
    fn names_are_broken_at_the_blank_nearest_to_their_middle() {
        for (name, room, lines) in [
            ("os-cot with sketch hint", 60.0, vec!["os-cot with", "sketch hint"]),
            ("os-cot with sketch hint", 200.0, vec!["os-cot with sketch hint"]),
            ("os-cot with sketch hint", 20.0, vec!["os-cot with sketch hint"]),
            ("unbroken", 20.0, vec!["unbroken"]),
        ] {
            assert_eq!(halves(name, room), lines, "{name} in {room}");
        }
    }

    #[test]
    fn text_from_outside_is_made_harmless() {
        assert_eq!(clean("a\u{202e}b\u{7}c\nd\u{ffff}"), "a\\u{202e}b\\u{7}c d\\u{ffff}");
        assert_eq!(escape("<a b='c'>&\""), "&lt;a b=&#39;c&#39;&gt;&amp;&quot;");
        assert_eq!(clean("-1 [-2.5, gpt-4o -x"), "−1 [−2.5, gpt-4o -x");
        assert!(clean(&"x".repeat(1_000_000)).chars().count() <= MOST + 1);
    }

    #[test]
    fn numbers_are_rounded_as_decimals() {
        assert_eq!([2.675, 1.125, 1.35e-7].map(number), ["2.68", "1.12", "1.4×10⁻⁷"]);
        assert_eq!([0.575, 0.285, -0.145].map(percent), ["58", "28", "−14"]);
    }

    #[test]
    fn what_is_too_long_keeps_both_ends() {
        let short = shorten("meta-llama-3-70b-instruct-turbo", SIZE, 60.0);
        assert!(short.starts_with("meta") && short.ends_with("turbo"), "{short}");
        assert!(width(&short, SIZE) <= 60.0);
        assert_eq!(shorten("short", SIZE, 60.0), "short");
    }

    #[test]
    fn lines_fit_whatever_the_words() {
        let text = format!("a word and then {} and more", "x".repeat(200));
        let lines = lines(&text, 80.0, |t| width(t, SIZE));
        assert!(lines.iter().all(|line| width(line, SIZE) <= 80.0), "{lines:?}");
        let whole: String = lines.concat().split_whitespace().collect();
        assert_eq!(whole, text.split_whitespace().collect::<String>());
    }

    #[test]
    fn numbers_are_shown_with_the_digits_that_count() {
        let cases = [
            (0.0, "0"),
            (0.5, "0.5"),
            (12.0, "12"),
            (-1.25, "−1.25"),
            (0.0012, "0.0012"),
            (1e-16, "10⁻¹⁶"),
            (2.5e7, "2.5×10⁷"),
            (f64::INFINITY, "∞"),
            (f64::NAN, "–"),
            (99_999.9, "100000"),
        ];
        for (value, shown) in cases {
            assert_eq!(number(value), shown);
        }
        assert_eq!([percent(0.5), percent(-0.001), percent(-0.1)], ["50", "0", "−10"]);
        assert_eq!([points(0.05), points(-0.0001), points(-0.1)], ["+5.0", "0.0", "−10.0"]);
        assert_eq!([ratio(3.0), ratio(0.962), ratio(12.34)], ["3.00", "0.96", "12.3"]);
    }
}
