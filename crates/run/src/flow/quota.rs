//! A quota: what a server's headers say is left, and until when.
//!
//! OpenAI and most others send `x-ratelimit-remaining-requests` with `x-ratelimit-reset-requests`, and
//! the same for tokens; Anthropic `anthropic-ratelimit-requests-remaining` and `-reset`, with tokens
//! apart by direction; proxies `ratelimit-remaining` and `ratelimit-reset` (draft-ietf-httpapi-ratelimit-
//! headers). Whatever cannot be read counts as not sent: a header can delay a run, and no more.

use jiff::Timestamp;
use reqwest::header::{HeaderMap, HeaderName};
use std::time::{Duration, SystemTime};

/// The longest wait that a header can name. Whoever heeds it sets a limit of his own.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// Numbers from here are seconds since 1970, and from a thousand times this, milliseconds.
const EPOCH_SECONDS: f64 = 1e9;

/// Names of headers for what is left, and for when it is whole again: made once, for they are looked for in every
/// response.
static REQUESTS: [(HeaderName, HeaderName); 4] = [
    named("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    named("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
    named("x-ratelimit-remaining", "x-ratelimit-reset"),
    named("ratelimit-remaining", "ratelimit-reset"),
];
static TOKENS: [(HeaderName, HeaderName); 4] = [
    named("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    named("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
    named("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
    named("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
];

const fn named(left: &'static str, reset: &'static str) -> (HeaderName, HeaderName) {
    (HeaderName::from_static(left), HeaderName::from_static(reset))
}

/// What is left of an account's limits, as the headers of a response tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quota {
    /// Requests.
    pub requests: Option<Left>,
    /// Tokens, of the prompt or the answer: the scarcest that is told.
    pub tokens: Option<Left>,
}

/// How much of a limit is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// How many requests or tokens.
    pub count: u64,
    /// How long until the limit is whole again; at most a day.
    pub reset: Duration,
}

impl Quota {
    /// Reads the headers of a response that came at `now`.
    ///
    /// ```
    /// use peirast_run::Quota;
    /// use reqwest::header::HeaderMap;
    /// use std::time::{Duration, SystemTime};
    /// let mut headers = HeaderMap::new();
    /// headers.insert("x-ratelimit-remaining-requests", "12".parse()?);
    /// headers.insert("x-ratelimit-reset-requests", "1m30s".parse()?);
    /// let left = Quota::read(&headers, SystemTime::now()).requests.expect("requests");
    /// assert_eq!((left.count, left.reset), (12, Duration::from_secs(90)));
    /// # Ok::<(), reqwest::header::InvalidHeaderValue>(())
    /// ```
    pub fn read(headers: &HeaderMap, now: SystemTime) -> Self {
        let scarcest = |names: &[(HeaderName, HeaderName)]| {
            let told = names.iter().filter_map(|(left, reset)| {
                let count = text(headers, left)?.parse::<u64>().ok()?;
                Some(Left { count, reset: wait(text(headers, reset)?, now)? })
            });
            told.min_by_key(|left| left.count)
        };
        Self { requests: scarcest(&REQUESTS), tokens: scarcest(&TOKENS) }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    Some(headers.get(name)?.to_str().ok()?.trim())
}

/// How long until what a header names: a number of seconds, a span such as `6m0.5s`, or a moment.
fn wait(text: &str, now: SystemTime) -> Option<Duration> {
    let wait = number(text, now).or_else(|| span(text)).or_else(|| until(text, now))?;
    Some(wait.min(LONGEST))
}

/// A plain number: seconds from now, or since 1970.
fn number(text: &str, now: SystemTime) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    let seconds = match number {
        n if n < EPOCH_SECONDS => return Duration::try_from_secs_f64(n).ok(),
        n if n < EPOCH_SECONDS * 1e3 => n,
        n => n / 1e3,
    };
    let moment = SystemTime::UNIX_EPOCH.checked_add(Duration::try_from_secs_f64(seconds).ok()?)?;
    Some(moment.duration_since(now).unwrap_or_default())
}

/// A span as Go writes it: `1h2m3.5s`, `20ms`.
fn span(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, tail) = rest.split_at(digits);
        let unit = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(unit);
        let each = match unit {
            "d" => 86_400.0,
            "h" => 3600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 1e-3,
            "us" => 1e-6,
            "ns" => 1e-9,
            _ => return None,
        };
        seconds += number.parse::<f64>().ok()? * each;
        rest = tail;
    }
    // An empty text names no wait.
    (!text.is_empty()).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
}

/// The wait until a moment in the form of RFC 3339; one in the past is over.
fn until(text: &str, now: SystemTime) -> Option<Duration> {
    let moment = SystemTime::from(text.parse::<Timestamp>().ok()?);
    Some(moment.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> SystemTime {
        SystemTime::from(text.parse::<Timestamp>().expect("a moment"))
    }

    fn read(pairs: &[(&'static str, &str)]) -> Quota {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().expect("a value"));
        }
        Quota::read(&headers, at("2026-11-21T12:00:00Z"))
    }

    #[test]
    fn resets_are_read_in_every_form_that_servers_use() {
        let seconds = |s: f64| Some(Duration::from_secs_f64(s));
        for (text, expected) in [
            ("1s", seconds(1.0)),
            ("6m0s", seconds(360.0)),
            ("2m59.56s", seconds(179.56)),
            ("20ms", seconds(0.02)),
            ("1h2m3s", seconds(3723.0)),
            ("0.5", seconds(0.5)),
            ("30", seconds(30.0)),
            ("2026-11-21T12:00:45Z", seconds(45.0)),
            ("2026-11-21T11:00:00Z", seconds(0.0)),
            ("1795262430", seconds(30.0)),
            ("1795262430000", seconds(30.0)),
            ("9999d", Some(LONGEST)),
            ("1e300", None),
            ("-1", None),
            ("NaN", None),
            ("inf", None),
            ("soon", None),
            ("", None),
            ("5", seconds(5.0)),
            ("5x", None),
            ("1.2.3s", None),
            ("s", None),
        ] {
            assert_eq!(wait(text, at("2026-11-21T12:00:00Z")), expected, "{text}");
        }
    }

    #[test]
    fn the_scarcest_tokens_count() {
        let quota = read(&[
            ("anthropic-ratelimit-requests-remaining", "49"),
            ("anthropic-ratelimit-requests-reset", "2026-11-21T12:00:02Z"),
            ("anthropic-ratelimit-input-tokens-remaining", "30000"),
            ("anthropic-ratelimit-input-tokens-reset", "2026-11-21T12:01:00Z"),
            ("anthropic-ratelimit-output-tokens-remaining", "800"),
            ("anthropic-ratelimit-output-tokens-reset", "2026-11-21T12:00:10Z"),
        ]);
        let left = |count, seconds| Some(Left { count, reset: Duration::from_secs(seconds) });
        assert_eq!(quota, Quota { requests: left(49, 2), tokens: left(800, 10) });
    }

    #[test]
    fn half_a_quota_is_none() {
        assert_eq!(read(&[("x-ratelimit-remaining-requests", "0")]), Quota::default());
        assert_eq!(read(&[("x-ratelimit-reset-requests", "1s")]), Quota::default());
        let wrong = [("ratelimit-remaining", "-3"), ("ratelimit-reset", "1s")];
        assert_eq!(read(&wrong), Quota::default());
    }

    proptest! {
        #[test]
        fn whatever_a_server_sends_is_a_bounded_wait_or_none(text in ".{0,40}") {
            if let Some(wait) = wait(&text, SystemTime::now()) {
                prop_assert!(wait <= LONGEST);
            }
        }
    }
}
