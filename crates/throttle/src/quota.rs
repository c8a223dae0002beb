//! The quota that a server's headers advertise, and the time of its reset.
//!
//! OpenAI and most other vendors send `x-ratelimit-remaining-requests` with
//! `x-ratelimit-reset-requests`, and the same for tokens. Anthropic sends
//! `anthropic-ratelimit-requests-remaining` and `-reset`, with input and output tokens separately.
//! Proxies send `ratelimit-remaining` and `ratelimit-reset` (draft-ietf-httpapi-ratelimit-headers).
//! A header that cannot be read is treated as absent: it can only delay a run.

use http::{HeaderMap, HeaderName};
use jiff::{Span, SpanRelativeTo, Timestamp};
use std::cmp::Reverse;
use std::time::{Duration, SystemTime};

/// The longest time to a reset. Rate control applies a lower limit.
const MAX_RESET: Duration = Duration::from_secs(24 * 60 * 60);
/// Numbers from here on are seconds since 1970, and from a thousand times this on, milliseconds.
const EPOCH_SECONDS: f64 = 1e9;

/// Names of the headers for the remaining requests and their reset. They are made once, because
/// each response is searched for them.
static REQUESTS: [(HeaderName, HeaderName); 4] = [
    names("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    names("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
    names("x-ratelimit-remaining", "x-ratelimit-reset"),
    names("ratelimit-remaining", "ratelimit-reset"),
];
/// The same for tokens.
static TOKENS: [(HeaderName, HeaderName); 4] = [
    names("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    names("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
    names("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
    names("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
];

const fn names(remaining: &'static str, reset: &'static str) -> (HeaderName, HeaderName) {
    (HeaderName::from_static(remaining), HeaderName::from_static(reset))
}

/// The quota of an account, as the headers of a response advertise it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quota {
    /// Remaining requests.
    pub requests: Option<Remaining>,
    /// Remaining tokens. If input and output have separate quotas, it is the smaller one.
    pub tokens: Option<Remaining>,
}

/// The remaining units of a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The number of requests or tokens.
    pub count: u64,
    /// The time until the quota resets; at most a day.
    pub reset: Duration,
}

impl Quota {
    /// Reads the headers of a response that arrived at `now`.
    ///
    /// ```
    /// use http::HeaderMap;
    /// use peirast_throttle::Quota;
    /// use std::time::{Duration, SystemTime};
    /// let mut headers = HeaderMap::new();
    /// headers.insert("x-ratelimit-remaining-requests", "12".parse()?);
    /// headers.insert("x-ratelimit-reset-requests", "1m30s".parse()?);
    /// let quota = Quota::from_headers(&headers, SystemTime::now());
    /// let requests = quota.requests.expect("requests");
    /// assert_eq!((requests.count, requests.reset), (12, Duration::from_secs(90)));
    /// # Ok::<(), http::header::InvalidHeaderValue>(())
    /// ```
    pub fn from_headers(headers: &HeaderMap, now: SystemTime) -> Self {
        Self::read(headers, now, None)
    }

    /// Reads the headers of a refusal by a rate limit. A limit with only a reset has nothing left.
    ///
    /// ```
    /// use http::HeaderMap;
    /// use peirast_throttle::Quota;
    /// use std::time::SystemTime;
    /// let mut headers = HeaderMap::new();
    /// headers.insert("x-ratelimit-reset-requests", "1m30s".parse()?);
    /// let now = SystemTime::now();
    /// assert_eq!(Quota::from_headers(&headers, now).requests, None);
    /// assert_eq!(Quota::from_refusal(&headers, now).requests.map(|left| left.count), Some(0));
    /// # Ok::<(), http::header::InvalidHeaderValue>(())
    /// ```
    pub fn from_refusal(headers: &HeaderMap, now: SystemTime) -> Self {
        Self::read(headers, now, Some(0))
    }

    /// Reads the headers, with this count for a limit with only a reset.
    fn read(headers: &HeaderMap, now: SystemTime, unnamed: Option<u64>) -> Self {
        let smallest = |names: &[(HeaderName, HeaderName)]| {
            let all = names.iter().filter_map(|(remaining, reset)| {
                let count = match header_text(headers, remaining) {
                    Some(text) => text.parse::<u64>().ok()?,
                    None => unnamed?,
                };
                let reset = parse_reset(header_text(headers, reset)?, now)?;
                Some(Remaining { count, reset })
            });
            // Among limits with the same count, the one with the latest reset.
            all.min_by_key(|left| (left.count, Reverse(left.reset)))
        };
        Self { requests: smallest(&REQUESTS), tokens: smallest(&TOKENS) }
    }
}

fn header_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    Some(headers.get(name)?.to_str().ok()?.trim())
}

/// Returns the time until a reset: a number of seconds, a duration such as `6m0.5s`, or a moment.
fn parse_reset(text: &str, now: SystemTime) -> Option<Duration> {
    let wait = parse_number(text, now);
    let wait = wait.or_else(|| parse_duration(text)).or_else(|| parse_timestamp(text, now))?;
    Some(wait.min(MAX_RESET))
}

/// Returns the time until a reset in a plain number: seconds from now, or a moment since 1970.
fn parse_number(text: &str, now: SystemTime) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    let seconds = match number {
        n if n < EPOCH_SECONDS => return Duration::try_from_secs_f64(n).ok(),
        n if n < EPOCH_SECONDS * 1e3 => n,
        n => n / 1e3,
    };
    let moment = SystemTime::UNIX_EPOCH.checked_add(Duration::try_from_secs_f64(seconds).ok()?)?;
    Some(moment.duration_since(now).unwrap_or_default())
}

/// Parses a duration in Go's form: `1h2m3.5s`, `20ms`.
fn parse_duration(text: &str) -> Option<Duration> {
    let span: Span = text.parse().ok()?;
    let duration = span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?;
    duration.try_into().ok()
}

/// Returns the time until a time in RFC 3339 form; zero if it is in the past.
fn parse_timestamp(text: &str, now: SystemTime) -> Option<Duration> {
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
        Quota::from_headers(&headers, at("2026-11-21T12:00:00Z"))
    }

    #[test]
    fn resets_are_read_in_every_form_in_use() {
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
            ("9999d", Some(MAX_RESET)),
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
            assert_eq!(parse_reset(text, at("2026-11-21T12:00:00Z")), expected, "{text}");
        }
    }

    #[test]
    fn the_smallest_token_quota_counts() {
        let quota = read(&[
            ("anthropic-ratelimit-requests-remaining", "49"),
            ("anthropic-ratelimit-requests-reset", "2026-11-21T12:00:02Z"),
            ("anthropic-ratelimit-input-tokens-remaining", "30000"),
            ("anthropic-ratelimit-input-tokens-reset", "2026-11-21T12:01:00Z"),
            ("anthropic-ratelimit-output-tokens-remaining", "800"),
            ("anthropic-ratelimit-output-tokens-reset", "2026-11-21T12:00:10Z"),
        ]);
        let left = |count, seconds| Some(Remaining { count, reset: Duration::from_secs(seconds) });
        assert_eq!(quota, Quota { requests: left(49, 2), tokens: left(800, 10) });
    }

    #[test]
    fn of_limits_with_nothing_left_the_latest_reset_counts() {
        let quota = read(&[
            ("anthropic-ratelimit-input-tokens-remaining", "0"),
            ("anthropic-ratelimit-input-tokens-reset", "2026-11-21T12:00:10Z"),
            ("anthropic-ratelimit-output-tokens-remaining", "0"),
            ("anthropic-ratelimit-output-tokens-reset", "2026-11-21T12:01:00Z"),
        ]);
        let reset = Duration::from_secs(60);
        assert_eq!(quota.tokens, Some(Remaining { count: 0, reset }));
    }

    #[test]
    fn an_incomplete_quota_is_none() {
        assert_eq!(read(&[("x-ratelimit-remaining-requests", "0")]), Quota::default());
        assert_eq!(read(&[("x-ratelimit-reset-requests", "1s")]), Quota::default());
        let wrong = [("ratelimit-remaining", "-3"), ("ratelimit-reset", "1s")];
        assert_eq!(read(&wrong), Quota::default());
    }

    proptest! {
        #[test]
        fn any_header_gives_a_bounded_wait_or_none(text in ".{0,40}") {
            if let Some(wait) = parse_reset(&text, SystemTime::now()) {
                prop_assert!(wait <= MAX_RESET);
            }
        }
    }
}
