//! A pace: the time between requests, for servers that refuse by the second or by the minute what comes one
//! at a time. No window is narrow enough for them.
//!
//! It begins with the mean time between answers, becomes slower with every refusal and a little quicker with
//! every answer, so that about one request in twenty is refused where the limit is by time alone. It ends
//! when one request after the other is slower anyway, and when it does not help: some servers refuse a share of
//! all requests whatever the pace.

use super::mean::Mean;
use std::time::Duration;
use tokio::time::Instant;

/// How much slower a refusal makes it.
const SLOWER: f64 = 1.15;
/// The same if nothing was answered since the refusal before: then it is far too quick.
const MUCH_SLOWER: f64 = 1.5;
/// So many answers in a row show that it is not far too quick: more refusals after that are one.
const PROVEN: u32 = 8;
/// How much quicker an answer makes it: as many answers as come to one refusal in twenty undo it.
const QUICKER: f64 = 0.9927;
/// After so many answers in a row, each of the next makes it twice as much quicker, then three times and so on: a limit
/// by time would have refused one of them.
const SURE: u32 = 20;
/// Seconds that it begins with at most, those where nothing is known, and those that it is at most.
const FIRST: f64 = 1.0;
const GUESSED: f64 = 0.3;
const MOST: f64 = 60.0;
/// It ends when it is quicker than this share of the time of an answer.
const MOOT: f64 = 0.5;
/// After so many requests at so many times what it began with, it should have helped...
const TRIED: u32 = 40;
const TRIED_TIMES: f64 = 2.0;
/// ... so that no more than this part of the share is refused that was while it was quicker, or of this share where
/// that was less.
const HELPED: f64 = 0.6;
const LEAST: f64 = 0.05;
/// Where it did not help, it begins anew when so many times as much is refused, and so much more.
const ANEW_TIMES: f64 = 2.0;
const ANEW: f64 = 0.1;

/// The time between requests of one account, where there has to be any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    kept: Option<Kept>,
    /// The earliest moment of the next request.
    next: Option<Instant>,
    /// Mean seconds between answers, and when the latest came.
    between: Mean<8>,
    latest: Option<Instant>,
    /// Whether the latest end of a request was a refusal.
    is_refused: bool,
    /// Seconds of an answer.
    latency: f64,
    /// The share of the last requests that was refused.
    share: Mean<32>,
    /// The share that is refused whatever the pace, if that was found.
    by_chance: Option<f64>,
}

/// A pace that is kept, in seconds.
#[derive(Clone, Copy, Debug)]
struct Kept {
    interval: f64,
    first: f64,
    /// The largest share that was refused as long as it was little slower than at first.
    share: f64,
    /// Requests since it is far slower.
    tried: u32,
    /// The first request since it was last made slower.
    since: u64,
    /// Answers since the latest refusal, and whether there were many before the latest row of refusals: then it is
    /// about as quick as it may be.
    answers: u32,
    is_proven: bool,
}

impl Default for Pace {
    fn default() -> Self {
        let (kept, next, latest, by_chance, is_refused) = Default::default();
        let (between, share) = (Mean::default(), Mean::from(0.0));
        Self { kept, next, between, latest, is_refused, latency: 0.0, share, by_chance }
    }
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

    /// The request of this number was refused, that nothing else was in flight beside, or that kept the pace; with the
    /// number of the next one. Of those in flight together, the first makes it slower.
    pub(crate) fn refused(&mut self, number: u64, next: u64) {
        let again = std::mem::replace(&mut self.is_refused, true);
        self.share.note(1.0);
        self.kept = match self.kept {
            Some(kept) if number < kept.since => Some(kept),
            None if self.is_by_chance() => None,
            None => {
                // Where many were answered at once, the time between answers says little.
                let first = self.between.get().unwrap_or(GUESSED).max(self.latency).min(FIRST);
                let share = self.share().max(LEAST);
                Some(Kept { since: next, ..Kept::new(first, share) })
            }
            Some(kept) => {
                let share =
                    if kept.is_far_slower() { kept.share } else { kept.share.max(self.share()) };
                let is_proven = if again { kept.is_proven } else { kept.answers >= PROVEN };
                let times = match (again, is_proven) {
                    (false, _) => SLOWER,
                    (true, true) => 1.0,
                    (true, false) => MUCH_SLOWER,
                };
                let interval = (kept.interval * times).min(MOST);
                Some(Kept { interval, share, since: next, answers: 0, is_proven, ..kept })
            }
        };
        self.judge();
    }

    /// A request was answered; answers take so many seconds, and so many may be in flight.
    pub(crate) fn answered(&mut self, latency: Option<f64>, slots: usize, now: Instant) {
        self.is_refused = false;
        self.share.note(0.0);
        if let Some(latest) = self.latest.replace(now) {
            let took = now.saturating_duration_since(latest).as_secs_f64();
            self.between.note(took);
        }
        let quicker = self.kept.map(|kept| {
            let times = 1.0 + f64::from(kept.answers / SURE);
            let interval = kept.interval * QUICKER.powf(times);
            Kept { interval, answers: kept.answers.saturating_add(1), ..kept }
        });
        self.latency = latency.unwrap_or(0.0);
        let moot = self.latency * MOOT / slots.max(1) as f64;
        self.kept = quicker.filter(|kept| kept.interval >= moot && kept.interval > 0.0);
        self.judge();
    }

    /// The share that is refused whatever the pace, if that was found.
    pub(crate) fn by_chance(&self) -> Option<f64> {
        self.by_chance
    }

    /// The pace after a time in which all was refused: so many seconds between answers, on average since the one before.
    /// As many come if they are spread as came at once. With the number of the next request.
    pub(crate) fn spread(self, mean: f64, next: u64) -> Self {
        let kept = Kept { since: next, ..Kept::new(mean.min(MOST), self.share().max(LEAST)) };
        Self { kept: Some(kept), ..self.anew() }
    }

    /// This pace, kept from now on as if nothing had been sent.
    pub(crate) fn anew(self) -> Self {
        Self { next: None, latest: None, is_refused: false, ..self }
    }

    /// A request did not go out after all.
    pub(crate) fn unsent(&mut self) {
        self.next = None;
    }

    /// The share of the last requests that was refused.
    fn share(&self) -> f64 {
        self.share.get().unwrap_or_default()
    }

    /// Whether no more is refused than whatever the pace.
    fn is_by_chance(&self) -> bool {
        self.by_chance.is_some_and(|share| self.share() <= share * ANEW_TIMES + ANEW)
    }

    /// Lets the pace go if it did not help.
    fn judge(&mut self) {
        let share = self.share();
        let Some(kept) = self.kept.as_mut().filter(|kept| kept.is_far_slower()) else { return };
        kept.tried += 1;
        if kept.tried < TRIED {
            return;
        }
        kept.tried = 0;
        if share > kept.share * HELPED {
            (self.kept, self.next, self.by_chance) = (None, None, Some(share));
        }
    }
}

impl Kept {
    fn new(interval: f64, share: f64) -> Self {
        let (tried, since, answers, is_proven) = Default::default();
        Self { interval, first: interval, share, tried, since, answers, is_proven }
    }

    fn is_far_slower(&self) -> bool {
        self.interval >= self.first * TRIED_TIMES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A pace after so many answers a second apart.
    fn after(answers: u32, begun: Instant) -> Pace {
        let mut pace = Pace::default();
        (0..answers).for_each(|at| pace.answered(Some(0.05), 1, begun + SECOND / 5 * at));
        pace
    }

    #[test]
    fn there_is_none_until_something_is_refused() {
        let begun = Instant::now();
        let mut pace = after(10, begun);
        pace.sent(begun);
        assert_eq!((pace.is_kept(), pace.closed_until(begun)), (false, None));
        pace.refused(u64::MAX, 0);
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
        pace.refused(u64::MAX, 0);
        pace.refused(u64::MAX, 0);
        assert!((interval(&pace) - 0.3).abs() < 1e-6, "in a row: {pace:?}");
        pace.answered(Some(0.05), 1, begun + 3 * SECOND);
        pace.refused(u64::MAX, 0);
        assert!((interval(&pace) - 0.3 * QUICKER * SLOWER).abs() < 1e-6, "{pace:?}");
        // One refusal in twenty leaves it where it is.
        let before = interval(&pace);
        (0..19).for_each(|_| pace.answered(Some(0.05), 1, begun + 4 * SECOND));
        pace.refused(u64::MAX, 0);
        assert!((interval(&pace) / before - 1.0).abs() < 0.01, "{pace:?}");
        (0..400).for_each(|_| pace.answered(Some(0.05), 1, begun + 5 * SECOND));
        assert!(!pace.is_kept(), "{pace:?}");
    }

    /// Draws by lot, always in the same way.
    fn draws() -> impl FnMut() -> f64 {
        let mut state = 7_u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Asks so often, one request after the other, whoever answers or refuses what comes at some time; gives the
    /// share refused, of the second half of them, and the seconds that all took.
    fn asked(requests: u32, mut takes: impl FnMut(f64) -> bool) -> (f64, f64) {
        const LATENCY: f64 = 0.05;
        let begun = Instant::now();
        let (mut pace, mut now, mut refused) = (Pace::default(), begun, 0);
        for at in 0..requests {
            now = pace.closed_until(now).unwrap_or(now);
            pace.sent(now);
            let taken = takes((now - begun).as_secs_f64());
            now += Duration::from_secs_f64(if taken { LATENCY } else { LATENCY / 10.0 });
            match taken {
                true => pace.answered(Some(LATENCY), 1, now),
                false => pace.refused(u64::MAX, 0),
            }
            refused += u32::from(!taken && at >= requests / 2);
        }
        (f64::from(refused) / f64::from(requests / 2), (now - begun).as_secs_f64())
    }

    #[test]
    fn whoever_refuses_a_share_whatever_the_pace_is_asked_as_quickly_as_ever() {
        for share in [0.05, 0.1, 0.15, 0.3, 0.5] {
            let mut draw = draws();
            let (refused, took) = asked(4000, |_| draw() >= share);
            assert!((refused - share).abs() < 0.05, "{share}: {refused}");
            // It takes 200 s without any pace. Half of all is hard to tell from a limit.
            let most = if share < 0.5 { 300.0 } else { 1200.0 };
            assert!(took < most, "{share}: {took}");
        }
    }

    #[test]
    fn a_limit_by_time_is_kept_to() {
        // So many a second, of which so many may come at once.
        for (rate, burst) in
            [(5.0, 1.0), (1.0, 10.0), (0.2, 12.0), (10.0, 10.0), (5.0, 100.0), (18.0, 200.0)]
        {
            let (mut left, mut last) = (burst, 0.0);
            let (refused, took) = asked(2000, |at| {
                left = f64::min(burst, left + (at - last) * rate);
                last = at;
                let taken = left >= 1.0;
                left -= f64::from(u8::from(taken));
                taken
            });
            assert!(refused < 0.08, "{rate}/s, {burst}: {refused}");
            let least = 2000.0 / rate;
            assert!(took < least * 1.15, "{rate}/s, {burst}: {took} of {least} s");
        }
    }
}
