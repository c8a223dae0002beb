//! Waits that servers ask for, in numbers and in words.

use std::time::Duration;

/// The longest wait that is recorded; no run waits this long.
pub(crate) const LONGEST_ASKED: Duration = Duration::from_secs(u32::MAX as u64);

/// Words of a message before the time to wait, in lower case.
const BEFORE_A_TIME: [&str; 9] = [
    "try again in ",
    "try again after ",
    "retry in ",
    "retry after ",
    "retry again in ",
    "retry again after ",
    "available in ",
    "quota will reset after ",
    "wait ",
];
/// Words between these words and the time.
const BETWEEN: [&str; 7] =
    ["for ", "about ", "around ", "approximately ", "at least ", "another ", "~"];
/// Names of a field in a message with the seconds, or the milliseconds, of a wait. Longer names are
/// first.
const FIELDS: [(&str, f64); 5] = [
    ("retry_after_ms", 1e-3),
    ("retry-after-ms", 1e-3),
    ("retry_after", 1.0),
    ("retry-after", 1.0),
    ("retrydelay", 1.0),
];

/// A wait of this many seconds; `None` if the number is negative or not a number.
pub(crate) fn from_seconds(seconds: f64) -> Option<Duration> {
    (seconds >= 0.0)
        .then(|| Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_ASKED).min(LONGEST_ASKED))
}

/// A wait in a text of its own: a number, in units of this many seconds unless the text names its
/// unit.
pub(crate) fn from_value(text: &str, unit: f64) -> Option<Duration> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        return from_seconds(number * unit);
    }
    let text = text.to_ascii_lowercase();
    let (seconds, rest) = leading_time(&text)?;
    rest.trim().is_empty().then(|| from_seconds(seconds)).flatten()
}

/// The longest wait that a message asks for: `Please try again in 6m0s`, `retry after 20 seconds`.
pub(crate) fn from_message(message: &str) -> Option<Duration> {
    let text = message.to_ascii_lowercase();
    let in_words = BEFORE_A_TIME.iter().flat_map(|words| after_each(&text, words));
    let in_words = in_words.filter_map(time_in_words);
    let in_fields = FIELDS.iter().flat_map(|(name, unit)| {
        after_each(&text, name).filter_map(|rest| time_in_field(rest, *unit))
    });
    in_words.chain(in_fields).filter_map(from_seconds).max()
}

/// The rest of a text after each place of these words in it.
fn after_each<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = &'t str> {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let places = text.match_indices(words).filter(move |(at, _)| begins(*at));
    places.map(move |(at, _)| &text[at + words.len()..])
}

/// The seconds at the beginning of a text, which names its unit.
fn time_in_words(mut text: &str) -> Option<f64> {
    while let Some(rest) = BETWEEN.iter().find_map(|words| text.strip_prefix(words)) {
        text = rest;
    }
    leading_time(text).map(|(seconds, _)| seconds)
}

/// The seconds after the name of a field: `: 3`, `=250`, `": "3"`, `\": \"3s\"`.
fn time_in_field(text: &str, unit: f64) -> Option<f64> {
    let quotes = ['"', '\'', '\\'];
    let text = text.trim_start_matches(quotes).trim_start();
    let text = text.strip_prefix([':', '='])?.trim_start().trim_start_matches(quotes);
    if let Some((seconds, _)) = leading_time(text) {
        return Some(seconds);
    }
    let (number, rest) = leading_number(text)?;
    // An unknown unit is not taken for another.
    (!rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')).then_some(number * unit)
}

/// The seconds at the beginning of a text in lower case, as `6m0.5s` or `1 minute and 30 seconds`,
/// and the rest of the text.
fn leading_time(text: &str) -> Option<(f64, &str)> {
    let (mut seconds, mut rest, mut found) = (0.0, text, false);
    while let Some((number, after)) = leading_number(rest) {
        let after = after.trim_start();
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let Some(unit) = seconds_of_unit(&after[..letters]) else { break };
        (seconds, found) = (seconds + number * unit, true);
        rest = &after[letters..];
        let next = rest.trim_start_matches([' ', ',']);
        let next = next.strip_prefix("and ").unwrap_or(next).trim_start();
        if !next.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        rest = next;
    }
    found.then_some((seconds, rest))
}

/// The number at the beginning of a text, and the rest.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    // A full stop may follow the number.
    let digits = text[..end].trim_end_matches('.');
    Some((digits.parse().ok()?, &text[digits.len()..]))
}

fn seconds_of_unit(unit: &str) -> Option<f64> {
    Some(match unit {
        "ms" | "msec" | "msecs" | "millis" | "millisecond" | "milliseconds" => 1e-3,
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86_400.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_wait_is_found_in_the_words_of_a_message() {
        for (message, seconds) in [
            ("Rate limit reached for m: Limit 3, Used 3. Please try again in 20s. Visit x", 20.0),
            ("Please try again in 6m0s.", 360.0),
            ("please TRY AGAIN IN 1h2m3.5s", 3723.5),
            ("Please try again in 250ms.", 0.25),
            ("Please retry after 20 seconds.", 20.0),
            ("Please retry after 1 second.", 1.0),
            ("You exceeded your quota.\nPlease retry in 36.528s.", 36.528),
            ("Try again in 1 minute and 30 seconds", 90.0),
            ("try again in 1 hour, 2 minutes", 3720.0),
            ("try again in about 5 minutes", 300.0),
            ("wait for at least 2 min before the next request", 120.0),
            ("slow down (retry_after: 3)", 3.0),
            ("slow down {\"retry_after_ms\": \"250\"}", 0.25),
            ("slow down, retry-after=7.", 7.0),
            ("retry after 1s, or try again in 9s", 9.0),
            ("Your quota will reset after 12h34m16s.", 45_256.0),
            (r#"b'{\n  \"details\": [{\"retryDelay\": \"44s\"}]}'"#, 44.0),
        ] {
            let wait = from_message(message).map(|wait| wait.as_secs_f64());
            assert_eq!(wait, Some(seconds), "{message}");
        }
    }

    #[test]
    fn other_words_and_numbers_are_no_wait() {
        for message in [
            "",
            "Please try again in a moment.",
            "try again in -5s",
            "try again in 5 parsecs",
            "retry after 3 requests",
            "try again in 2026-11-28T02:00:00Z",
            "try again in ...s",
            "try again in 1.2.3s",
            "retry_after: -3",
            "retry_after: soon",
            "retry_after 3",
            "retry_after: 5x",
            "cannot await 5s",
            "it took 20 seconds",
        ] {
            assert_eq!(from_message(message), None, "{message}");
        }
    }

    #[test]
    fn a_wait_beyond_all_clocks_is_bounded() {
        for endless in [
            format!("try again in {}s", "9".repeat(400)),
            "try again in 99999999999999999999 hours".to_owned(),
            format!("retry_after: {}", "9".repeat(40)),
        ] {
            assert_eq!(from_message(&endless), Some(LONGEST_ASKED), "{endless}");
        }
        assert_eq!(from_seconds(f64::NAN), None);
        assert_eq!(from_seconds(-0.1), None);
        assert_eq!(from_seconds(f64::INFINITY), Some(LONGEST_ASKED));
    }

    #[test]
    fn a_value_has_its_own_unit_or_that_of_its_field() {
        let seconds = |text: &str, unit| from_value(text, unit).map(|wait| wait.as_secs_f64());
        assert_eq!(seconds("12.5s", 1.0), Some(12.5));
        assert_eq!(seconds(" 3 ", 1.0), Some(3.0));
        assert_eq!(seconds("250", 1e-3), Some(0.25));
        assert_eq!(seconds("1m30s", 1e-3), Some(90.0));
        for none in ["", "-1s", "-1", "NaN", "soon", "3s later", "Sat, 28 Nov 2026 02:00:00 GMT"] {
            assert_eq!(seconds(none, 1.0), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn any_message_has_a_bounded_wait_or_none(text in "(try again in |retry_after)?.{0,40}") {
            for wait in [from_message(&text), from_value(&text, 1.0)].into_iter().flatten() {
                prop_assert!(wait <= LONGEST_ASKED);
            }
        }
    }
}
