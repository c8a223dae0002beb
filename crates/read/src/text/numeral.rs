//! Numbers in digits and in words: how far they go and what they are worth.

use super::vocabulary::{Word, lookup};
use super::word::{spelled, word_length};

/// The value of digits with thousands separators, if it is whole and fits: `7.00` is whole.
pub(crate) fn whole(digits: &str) -> Option<i64> {
    let (digits, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if !fraction.bytes().all(|b| b == b'0') {
        return None;
    }
    let mut groups = digits.split(',');
    let first = groups.next()?;
    let mut value: i64 = first.parse().ok()?;
    for group in groups {
        let thousands = group.len() == 3 && first.len() <= 3;
        let group: i64 = group.parse().ok().filter(|_| thousands)?;
        value = value.checked_mul(1000)?.checked_add(group)?;
    }
    Some(value)
}

/// Length of what makes a number no whole count, at the beginning of the text after it: a per
/// cent sign, or the rest of a range or date.
pub(crate) fn unmaking(after: &str) -> Option<usize> {
    let percent = after.trim_start_matches([' ', '\\']);
    let spaces = after.len() - percent.len();
    if spaces <= 2 && percent.starts_with('%') {
        return Some(spaces + 1);
    }
    if spaces == 1 && lookup(percent.get(..word_length(percent))?) == Word::Multiple {
        return Some(spaces + word_length(percent));
    }
    let rest = after.strip_prefix(['-', '–', '/', '_'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(after.len() - rest.len() + digits)
}

/// A number in words at the beginning of `text`, from two on, with its length: "thirty-seven",
/// "one hundred and seven". "A hundred" is vague, and no number.
pub(crate) fn in_words(text: &str) -> Option<(Option<i64>, usize)> {
    let (mut total, mut part, mut end) = (0_i64, 0_i64, 0);
    let (mut words, mut place) = (0, 1000);
    let mut at = 0;
    while let Some(word) = word_at(text, at) {
        let value = match word {
            "and" if words > 0 && place >= 100 => {
                at = gap(text, at + word.len())?;
                continue;
            }
            _ => match worth(word) {
                Some(value) => value,
                None => break,
            },
        };
        match value {
            100 if (1..100).contains(&part) => (part, place) = (part * 100, 100),
            1000 if part > 0 && total == 0 => (total, part, place) = (part * 1000, 0, 1000),
            100 | 1000 if words == 0 => return Some((None, word.len())),
            ..=19 if place >= 20 => (part, place) = (part + value, 1),
            20..=90 if place >= 100 => (part, place) = (part + value, 20),
            _ => break,
        }
        words += 1;
        end = at + word.len();
        match gap(text, end) {
            Some(next) => at = next,
            None => break,
        }
    }
    let value = total + part;
    // "twenty-first", "seven-ish"
    let goes_on = text
        .get(end..)?
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    (value > 1 && !goes_on).then_some((Some(value), end))
}

/// The word at `at`, whatever its case, if it is short enough for a number.
fn word_at(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?;
    let length = rest.bytes().take(10).take_while(u8::is_ascii_alphabetic).count();
    let whole = !rest.get(length..)?.starts_with(char::is_alphanumeric);
    rest.get(..length).filter(|word| whole && !word.is_empty())
}

/// Where the next word begins, after one space or hyphen.
fn gap(text: &str, at: usize) -> Option<usize> {
    text.get(at..)?.starts_with([' ', '-']).then_some(at + 1)
}

fn worth(word: &str) -> Option<i64> {
    const TENS: [(&str, i64); 10] = [
        ("one", 1),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
        ("hundred", 100),
        ("thousand", 1000),
    ];
    let tens = || TENS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    spelled(word).or_else(|| tens().map(|(_, value)| *value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        for (text, value) in [
            ("1,024", Some(1024)),
            ("007", Some(7)),
            ("7.0", Some(7)),
            ("2.5", None),
            ("7,5", None),
            ("1.2.3", None),
            ("1234,567", None),
            ("9223372036854775808", None),
            ("", None),
        ] {
            assert_eq!(whole(text), value, "{text}");
        }
    }

    #[test]
    fn words() {
        for (text, value, length) in [
            ("two", 2, 3),
            ("Thirty-seven heats", 37, 12),
            ("twenty five", 25, 11),
            ("one hundred and seven.", 107, 21),
            ("two thousand one hundred and one", 2101, 32),
            ("seven and a half", 7, 5),
            ("seven eight", 7, 5),
            ("fifteen twenty", 15, 7),
        ] {
            assert_eq!(in_words(text), Some((Some(value), length)), "{text}");
        }
        assert_eq!(in_words("hundred"), Some((None, 7)));
        for text in ["one", "one of them", "tent", "", "and", "sevens", "twenty-first", "seven-ish"]
        {
            assert_eq!(in_words(text), None, "{text}");
        }
    }

    #[test]
    fn what_unmakes_a_number() {
        for (text, length) in
            [("%", 1), (" %", 2), (r"\%", 2), (" percent of", 8), ("-8", 2), ("/12/2024", 3)]
        {
            assert_eq!(unmaking(text), Some(length), "{text}");
        }
        for text in ["", " heats", "-fold", " - 8", ", 8"] {
            assert_eq!(unmaking(text), None, "{text}");
        }
    }
}
