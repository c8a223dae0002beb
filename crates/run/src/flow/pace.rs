//! A pace: the time between requests, for servers that refuse by the second or by the minute what comes one
//! at a time. No window is narrow enough for them.
//!
//! It begins with the mean time between answers, becomes slower with every refusal and a little quicker with
//! every answer, so that about one request in twenty is refused where the limit is by time alone. It ends
//! when one request after the other is slower anyway.

use std::time::Duration;
use tokio::time::Instant;

/// How much slower a refusal makes it.
const SLOWER: f64 = 1.15;
/// The same if nothing was answered since the refusal before: then it is far too quick.
const MUCH_SLOWER: f64 = 1.5;
/// How much quicker an answer makes it: as many answers as come to one refusal in twenty undo it.
const QUICKER: f64 = 0.9927;
/// No slower than so many times what it began with, unless refusals follow one another: some servers refuse
/// a share of all requests whatever the pace.
const MOST_TIMES: f64 = 4.0;
/// Seconds that it begins with at most, and that it is at most.
const FIRST: f64 = 1.0;
const MOST: f64 = 60.0;
/// How much of the mean time between answers the latest makes up.
const WEIGHT: f64 = 1.0 / 8.0;
/// It ends when it is quicker than this share of the time of an answer.
const MOOT: f64 = 0.5;

/// The time between requests of one account, where there has to be any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    kept: Option<Kept>,
    /// The earliest moment of the next request.
    next: Option<Instant>,
    /// Mean seconds between answers, and when the latest came.
    between: Option<f64>,
    latest: Option<Instant>,
    /// Whether the latest end of a request was a refusal.
    is_refused: bool,
}

/// A pace that is kept, in seconds.
#[derive(Clone, Copy, Debug)]
struct Kept {
    interval: f64,
    first: f64,
}

impl Pace {
    /// When the next request may go out, if not now.
    pub(crate) fn closed_until(&self, now: Instant) -> Option<Instant> {
        self.next.filter(|next| *next > now)
    }

    /// Whether one is kept.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// A request goes out.
    pub(crate) fn sent(&mut self, now: Instant) {
        let interval = self.kept.and_then(|kept| Duration::try_from_secs_f64(kept.interval).ok());
        self.next = interval.and_then(|interval| now.checked_add(interval));
    }

    /// A request was refused that nothing else was in flight beside, or that kept the pace.
    pub(crate) fn refused(&mut self) {
        let again = std::mem::replace(&mut self.is_refused, true);
        self.kept = Some(match self.kept {
            None => {
                let first = self.between.unwrap_or(FIRST).min(FIRST);
                Kept { interval: first, first }
            }
            Some(Kept { interval, first }) if again => {
                Kept { interval: (interval * MUCH_SLOWER).min(MOST), first }
            }
            Some(Kept { interval, first }) => {
                let most = (first * MOST_TIMES).max(interval).min(MOST);
                Kept { interval: (interval * SLOWER).min(most), first }
            }
        });
    }

    /// A request was answered; answers take so many seconds.
    pub(crate) fn answered(&mut self, latency: Option<f64>, now: Instant) {
        self.is_refused = false;
        if let Some(latest) = self.latest.replace(now) {
            let took = now.saturating_duration_since(latest).as_secs_f64();
            self.between = Some(self.between.map_or(took, |mean| mean + (took - mean) * WEIGHT));
        }
        let quicker = self.kept.map(|kept| Kept { interval: kept.interval * QUICKER, ..kept });
        let moot = latency.unwrap_or(0.0) * MOOT;
        self.kept = quicker.filter(|kept| kept.interval >= moot && kept.interval > 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A pace after so many answers a second apart.
    fn after(answers: u32, begun: Instant) -> Pace {
        let mut pace = Pace::default();
        (0..answers).for_each(|at| pace.answered(Some(0.05), begun + SECOND / 5 * at));
        pace
    }

    #[test]
    fn there_is_none_until_something_is_refused() {
        let begun = Instant::now();
        let mut pace = after(10, begun);
        pace.sent(begun);
        assert_eq!((pace.is_kept(), pace.closed_until(begun)), (false, None));
        pace.refused();
        pace.sent(begun);
        let wait = pace.closed_until(begun).expect("a wait") - begun;
        assert!((wait.as_secs_f64() - 0.2).abs() < 1e-6, "the time between answers: {wait:?}");
        assert_eq!(pace.closed_until(begun + wait), None);
    }

    #[test]
    fn refusals_make_it_slower_and_answers_quicker_until_it_is_moot() {
        let begun = Instant::now();
        let mut pace = after(10, begun);
        let interval = |pace: &Pace| pace.kept.expect("a pace").interval;
        pace.refused();
        pace.refused();
        assert!((interval(&pace) - 0.3).abs() < 1e-6, "in a row: {pace:?}");
        pace.answered(Some(0.05), begun + 3 * SECOND);
        pace.refused();
        assert!((interval(&pace) - 0.3 * QUICKER * SLOWER).abs() < 1e-6, "{pace:?}");
        // One refusal in twenty leaves it where it is.
        let before = interval(&pace);
        (0..19).for_each(|_| pace.answered(Some(0.05), begun + 4 * SECOND));
        pace.refused();
        assert!((interval(&pace) / before - 1.0).abs() < 0.01, "{pace:?}");
        (0..400).for_each(|_| pace.answered(Some(0.05), begun + 5 * SECOND));
        assert!(!pace.is_kept(), "{pace:?}");
    }

    #[test]
    fn whoever_refuses_now_and_then_is_not_left_alone_for_ever() {
        let begun = Instant::now();
        let mut pace = after(10, begun);
        for at in 0..10_000 {
            match at % 5 {
                0 => pace.refused(),
                _ => pace.answered(Some(0.2), begun),
            }
        }
        let kept = pace.kept.expect("a pace").interval;
        assert!(kept <= 0.2 * MOST_TIMES + 1e-9, "{kept}");
    }
}
