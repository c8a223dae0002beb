//! Retry-After: the wait that a server asks for.

use crate::asked_wait::from_seconds;
use httpdate::parse_http_date;
use reqwest::header::{HeaderMap, HeaderName, RETRY_AFTER};
use std::time::{Duration, SystemTime};

static RETRY_AFTER_MS: HeaderName = HeaderName::from_static("retry-after-ms");

/// The wait that a server asks for: milliseconds in `retry-after-ms`, the finer unit, which OpenAI
/// and Azure send; otherwise seconds or a date in `Retry-After`.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let millis = headers.get(&RETRY_AFTER_MS).and_then(|value| value.to_str().ok());
    let millis = millis.and_then(|text| text.trim().parse::<f64>().ok());
    if let Some(wait) = millis.and_then(|ms| from_seconds(ms / 1e3)) {
        return Some(wait);
    }
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return from_seconds(seconds);
    }
    // A date in the past means no wait.
    parse_http_date(text).ok().map(|date| date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked_wait::LONGEST_ASKED;

    fn asked(value: &str, now: SystemTime) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, value.parse().expect("a header"));
        retry_after(&headers, now)
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = parse_http_date("Wed, 21 Oct 2015 07:28:00 GMT").expect("a date");
        let seconds = |s| Some(Duration::from_secs(s));
        assert_eq!(asked("7", now), seconds(7));
        assert_eq!(asked(" 0.5 ", now), Some(Duration::from_millis(500)));
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:30 GMT", now), seconds(30));
        assert_eq!(asked("Wed, 21 Oct 2015 07:27:00 GMT", now), seconds(0));
        assert_eq!(asked("-1", now), None);
        assert_eq!(asked("NaN", now), None);
        for endless in ["1e300", "inf", "99999999999999999999"] {
            assert_eq!(asked(endless, now), Some(LONGEST_ASKED), "{endless}");
        }
        assert_eq!(asked("soon", now), None);
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }

    #[test]
    fn milliseconds_are_finer_than_seconds() {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, "2".parse().expect("a header"));
        headers.insert("retry-after-ms", "1250".parse().expect("a header"));
        let now = SystemTime::now();
        assert_eq!(retry_after(&headers, now), Some(Duration::from_millis(1250)));
        for unreadable in ["-5", "soon"] {
            headers.insert("retry-after-ms", unreadable.parse().expect("a header"));
            assert_eq!(retry_after(&headers, now), Some(Duration::from_secs(2)), "{unreadable}");
        }
    }
}
