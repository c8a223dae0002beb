//! Words of sentences: names in a row, counts and shares as prose has them.

use peirast_decimals::{counted, grouped, percent_decimals, signed};
use peirast_record::strategy_words;

/// Names in a row: `a`, `a and b`, `a, b and c`.
///
/// ```
/// assert_eq!(peirast_report::listed(&["a", "b", "c"]), "a, b and c");
/// ```
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// The same for the first few names; the number of names left out comes last: `a, b and 7 more`.
///
/// ```
/// assert_eq!(peirast_report::abridged(&["a", "b", "c", "d"], 2), "a, b and 2 more");
/// ```
pub fn abridged<T: AsRef<str>>(names: &[T], most: usize) -> String {
    // One further name takes no more room than "1 more".
    if names.len() <= most + 1 {
        return listed(names);
    }
    let mut shown: Vec<String> = names.iter().take(most).map(|n| n.as_ref().to_owned()).collect();
    shown.push(format!("{} more", names.len() - most));
    listed(&shown)
}

/// A part of a number of things, and the share: `3 of 40 answers (7.5 %)`.
pub(crate) fn part(count: u64, of: u64, one: &str, many: &str) -> String {
    format!("{} of {} ({})", grouped(count), counted(of, one, many), share(count, of))
}

/// The same with a small number as a word: `one test`, `six tests`, `75,200 answers`.
pub(crate) fn in_words(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// A number, a small one as a word: `no`, `one`, `twelve`, `75,200`.
pub(crate) fn number(count: u64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = usize::try_from(count).ok().and_then(|at| WORDS.get(at));
    word.map_or_else(|| grouped(count), |word| (*word).to_owned())
}

/// The smallest to the largest: `4`, `4 or 5`, `4 to 6`; empty for none.
pub(crate) fn range(counts: impl IntoIterator<Item = u64>) -> String {
    let ends = counts.into_iter().map(|count| (count, count));
    match ends.reduce(|(low, high), (count, _)| (low.min(count), high.max(count))) {
        None => String::new(),
        Some((low, high)) if low == high => grouped(low),
        Some((low, high)) => {
            let between = if high == low + 1 { "or" } else { "to" };
            format!("{} {between} {}", grouped(low), grouped(high))
        }
    }
}

/// The same with its noun: `1 pair`, `4 to 6 pairs`.
pub(crate) fn counted_range(
    counts: impl IntoIterator<Item = u64>,
    one: &str,
    many: &str,
) -> String {
    let range = range(counts);
    let noun = if range == "1" { one } else { many };
    format!("{range} {noun}")
}

/// A part of a whole in percent: `12.5 %`, and `below 0.1 %` where that would be rounded to nothing.
pub(crate) fn share(part: u64, whole: u64) -> String {
    match (part, whole) {
        (_, 0) => "–".to_owned(),
        (0, _) => "0 %".to_owned(),
        (part, whole) if 2000 * part <= whole => "below 0.1 %".to_owned(),
        (part, whole) => percent_decimals(part as f64 / whole as f64, 1) + " %",
    }
}

/// A difference in percentage points, with its sign.
pub(crate) fn points(difference: f64) -> String {
    signed(percent_decimals(difference, 1))
}

/// The same with its interval.
pub(crate) fn in_points(estimate: f64, low: f64, high: f64) -> String {
    format!("{} [{}, {}]", points(estimate), points(low), points(high))
}

/// The name of a strategy or of a form of question in words; another name without its underscores. The two
/// names of a pair of protocols keep their arrow.
pub(crate) fn plain_method(name: &str) -> String {
    if let Some((original, perturbed)) = name.split_once("->") {
        return format!("{}->{}", plain_method(original.trim()), plain_method(perturbed.trim()));
    }
    if let Some(words) = strategy_words(name) {
        return words.to_owned();
    }
    match name {
        // The names of the paper call prompts with a hint controls, which are something else here.
        "weak-control-zs-cot" | "weak_control_zs_cot" => "zs-cot with weak hint",
        "weak-control-os-cot" | "weak_control_os_cot" => "os-cot with weak hint",
        "control-zs-cot" | "control_zs_cot" => "zs-cot with strong hint",
        "control-os-cot" | "control_os_cot" => "os-cot with strong hint",
        other => return other.replace('_', " "),
    }
    .to_owned()
}

/// A text in lines of at most `width` characters, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split_whitespace() {
        let own = word.chars().count();
        if length > 0 && length + 1 + own > width {
            lines.push(String::new());
            length = 0;
        }
        if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
            }
            line.push_str(word);
            length += own + usize::from(length > 0);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_a_row() {
        let names = ["a", "b", "c", "d", "e"];
        for (count, whole, short) in [
            (0, "", ""),
            (1, "a", "a"),
            (2, "a and b", "a and b"),
            (3, "a, b and c", "a, b and c"),
            (4, "a, b, c and d", "a, b and 2 more"),
            (5, "a, b, c, d and e", "a, b and 3 more"),
        ] {
            assert_eq!(listed(&names[..count]), whole);
            assert_eq!(abridged(&names[..count], 2), short);
        }
    }

    #[test]
    fn one_is_singular() {
        for (count, words) in [
            (0, "no tests"),
            (1, "one test"),
            (2, "two tests"),
            (12, "twelve tests"),
            (13, "13 tests"),
            (75_200, "75,200 tests"),
        ] {
            assert_eq!(in_words(count, "test", "tests"), words);
        }
    }

    #[test]
    fn names_of_methods_are_words() {
        for (name, words) in [
            ("at_once", "at once"),
            ("zero_shot_cot", "no example, step by step"),
            ("os-cot", "os-cot"),
            ("control-os-cot", "os-cot with strong hint"),
            ("zs-cot->weak-control-zs-cot", "zs-cot->zs-cot with weak hint"),
        ] {
            assert_eq!(plain_method(name), words);
        }
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("  one\ntwo ", 100), "one two");
        assert_eq!(wrapped("unbroken one", 4), "unbroken\none");
        assert_eq!(wrapped("", 4), "");
    }

    #[test]
    fn ends_and_shares() {
        assert_eq!(range([6, 4, 5]), "4 to 6");
        assert_eq!(range([5, 4]), "4 or 5");
        assert_eq!(range([4, 4]), "4");
        assert_eq!(range([]), "");
        let pairs = |counts: [u64; 2]| counted_range(counts, "pair", "pairs");
        assert_eq!([pairs([1, 1]), pairs([1, 3])], ["1 pair", "1 to 3 pairs"]);
        for (part, whole, text) in [
            (1, 8, "12.5 %"),
            (0, 8, "0 %"),
            (1, 2000, "below 0.1 %"),
            (1, 1999, "0.1 %"),
            (3, 2000, "0.2 %"),
            (285, 1000, "28.5 %"),
            (0, 0, "–"),
        ] {
            assert_eq!(share(part, whole), text, "{part} of {whole}");
        }
    }
}
