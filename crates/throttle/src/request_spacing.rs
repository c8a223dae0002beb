//! The minimum time between requests, for servers that limit requests by time without announcing
//! it. For such a limit no concurrency limit is low enough.
//!
//! Spacing starts at the mean time between answers. Each rejection makes it longer and each answer
//! a little shorter, so that a limit by time rejects about one request in twenty. It ends when
//! single consecutive requests would be slower anyway, or when it does not help: some servers
//! reject a share of all requests at any rate.

use crate::moving_average::MovingAverage;
use std::time::Duration;
use tokio::time::Instant;

/// The factor by which a rejection lengthens the interval.
const LENGTHEN: f64 = 1.15;
/// The same if there was no answer since the previous rejection: the interval is far too short.
const LENGTHEN_QUICKLY: f64 = 1.5;
/// The number of answers that show that the interval is about right. Consecutive rejections after
/// these count as one.
const CALIBRATING_ANSWERS: u32 = 8;
/// The factor by which an answer shortens the interval: nineteen of them undo one rejection.
const SHORTEN: f64 = 0.9927;
/// The longest first interval, in seconds.
const MAX_FIRST: f64 = 1.0;
/// The first interval if nothing is known, in seconds.
const DEFAULT_FIRST: f64 = 0.3;
/// The longest interval, in seconds.
const MAX_INTERVAL: f64 = 60.0;
/// Spacing ends when the interval is shorter than this share of the time of an answer.
const MIN_SHARE_OF_LATENCY: f64 = 0.5;
/// Spacing is judged after this many requests ...
const TRIAL_REQUESTS: u32 = 40;
/// ... at this multiple of its first interval, or more.
const TRIAL_FACTOR: f64 = 2.0;
/// Spacing helped if the rejection rate fell to this share of what it was at short intervals ...
const HELPFUL: f64 = 0.6;
/// ... where a rate below this one counts as this one.
const MIN_RATE: f64 = 0.05;
/// The number of requests over which the rejection rate is averaged.
const RATE_MEMORY: f64 = 32.0;
/// After spacing did not help, it starts again when the rejection rate is this many times the rate
/// found then, plus `RESTART_MARGIN`.
const RESTART_FACTOR: f64 = 2.0;
const RESTART_MARGIN: f64 = 0.1;

/// The minimum time between requests of one account, if any is needed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RequestSpacing {
    active: Option<ActiveSpacing>,
    /// The earliest time of the next request.
    next_at: Option<Instant>,
    /// Mean seconds between answers.
    answer_gap: MovingAverage<8>,
    latest_answer: Option<Instant>,
    /// True if the latest request to end was rejected.
    was_rejected: bool,
    /// Mean seconds of an answer.
    latency: f64,
    /// The share of the latest requests that was rejected: a moving average that starts at zero.
    rejection_rate: f64,
    /// The share rejected at any rate, if spacing found one.
    background_rate: Option<f64>,
}

/// The spacing in use.
#[derive(Clone, Copy, Debug)]
struct ActiveSpacing {
    /// Seconds between requests, now and at first.
    interval: f64,
    first: f64,
    /// The highest rejection rate at intervals close to the first.
    initial_rate: f64,
    /// Requests at intervals much longer than the first.
    requests_tried: u32,
    /// Answers since the latest rejection.
    answers: u32,
    /// True if many answers came before the latest consecutive rejections.
    is_calibrated: bool,
}

impl RequestSpacing {
    /// Returns the earliest time of the next request, if that is not now.
    pub(crate) fn blocked_until(&self, now: Instant) -> Option<Instant> {
        self.next_at.filter(|next| *next > now)
    }

    /// Returns true if requests are spaced.
    pub(crate) fn is_active(&self) -> bool {
        self.active.is_some()
    }

    /// Records that a request is sent.
    pub(crate) fn record_sent(&mut self, now: Instant) {
        let interval = self.active.and_then(|it| Duration::try_from_secs_f64(it.interval).ok());
        self.next_at = interval.and_then(|interval| now.checked_add(interval));
    }

    /// Records the rejection of a request that was spaced, or that was the only one in flight.
    pub(crate) fn record_rejection(&mut self) {
        let is_repeated = std::mem::replace(&mut self.was_rejected, true);
        self.record_outcome(1.0);
        self.active = match self.active {
            None if self.is_background() => None,
            None => {
                // After many simultaneous answers, the time between answers is no evidence.
                let gap = self.answer_gap.get().unwrap_or(DEFAULT_FIRST);
                let first = gap.max(self.latency).min(MAX_FIRST);
                Some(ActiveSpacing::new(first, self.rejection_rate.max(MIN_RATE)))
            }
            Some(active) => Some(active.lengthen(is_repeated, self.rejection_rate)),
        };
        self.judge();
    }

    /// Records an answer. `latency` is the mean time of an answer in seconds, and `slots` the
    /// concurrency limit.
    pub(crate) fn record_answer(&mut self, latency: Option<f64>, slots: usize, now: Instant) {
        self.was_rejected = false;
        self.record_outcome(0.0);
        if let Some(latest) = self.latest_answer.replace(now) {
            self.answer_gap.add(now.saturating_duration_since(latest).as_secs_f64());
        }
        self.latency = latency.unwrap_or(0.0);
        let shortest = self.latency * MIN_SHARE_OF_LATENCY / slots.max(1) as f64;
        let shorter = self.active.map(ActiveSpacing::shorten);
        self.active = shorter.filter(|it| it.interval >= shortest && it.interval > 0.0);
        self.judge();
    }

    /// Returns the share of requests that is rejected at any rate, if spacing found one.
    pub(crate) fn background_rate(&self) -> Option<f64> {
        self.background_rate
    }

    /// Returns the spacing after a time in which everything was rejected. Before it, the mean time
    /// between answers was `gap` seconds; evenly spaced requests get the same number of answers.
    pub(crate) fn spread_evenly(self, gap: f64) -> Self {
        let active = ActiveSpacing::new(gap.min(MAX_INTERVAL), self.rejection_rate.max(MIN_RATE));
        Self { active: Some(active), ..self.restart() }
    }

    /// Returns this spacing, applied from now on as if nothing had been sent.
    pub(crate) fn restart(self) -> Self {
        Self { next_at: None, latest_answer: None, was_rejected: false, ..self }
    }

    /// Takes back a request that was not sent.
    pub(crate) fn cancel_sent(&mut self) {
        self.next_at = None;
    }

    fn record_outcome(&mut self, rejections: f64) {
        self.rejection_rate += (rejections - self.rejection_rate) / RATE_MEMORY;
    }

    /// Returns true if the rejection rate is about the background rate.
    fn is_background(&self) -> bool {
        self.background_rate
            .is_some_and(|rate| self.rejection_rate <= rate * RESTART_FACTOR + RESTART_MARGIN)
    }

    /// Ends spacing if it did not help.
    fn judge(&mut self) {
        let rate = self.rejection_rate;
        let Some(active) = self.active.as_mut().filter(|it| it.is_much_longer()) else { return };
        active.requests_tried += 1;
        if active.requests_tried < TRIAL_REQUESTS {
            return;
        }
        active.requests_tried = 0;
        if rate > active.initial_rate * HELPFUL {
            (self.active, self.next_at, self.background_rate) = (None, None, Some(rate));
        }
    }
}

impl ActiveSpacing {
    fn new(interval: f64, initial_rate: f64) -> Self {
        let (first, requests_tried, answers) = (interval, 0, 0);
        Self { interval, first, initial_rate, requests_tried, answers, is_calibrated: false }
    }

    fn lengthen(self, is_repeated: bool, rate: f64) -> Self {
        let initial_rate =
            if self.is_much_longer() { self.initial_rate } else { self.initial_rate.max(rate) };
        let is_calibrated =
            if is_repeated { self.is_calibrated } else { self.answers >= CALIBRATING_ANSWERS };
        let factor = match (is_repeated, is_calibrated) {
            (false, _) => LENGTHEN,
            (true, true) => 1.0,
            (true, false) => LENGTHEN_QUICKLY,
        };
        let interval = (self.interval * factor).min(MAX_INTERVAL);
        Self { interval, initial_rate, answers: 0, is_calibrated, ..self }
    }

    fn shorten(self) -> Self {
        let interval = self.interval * SHORTEN;
        Self { interval, answers: self.answers.saturating_add(1), ..self }
    }

    fn is_much_longer(&self) -> bool {
        self.interval >= self.first * TRIAL_FACTOR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns the spacing after a number of answers at equal intervals.
    fn after(answers: u32, begun: Instant) -> RequestSpacing {
        let mut spacing = RequestSpacing::default();
        (0..answers).for_each(|at| spacing.record_answer(Some(0.05), 1, begun + SECOND / 5 * at));
        spacing
    }

    #[test]
    fn nothing_is_spaced_before_a_rejection() {
        let begun = Instant::now();
        let mut spacing = after(10, begun);
        spacing.record_sent(begun);
        assert_eq!((spacing.is_active(), spacing.blocked_until(begun)), (false, None));
        spacing.record_rejection();
        spacing.record_sent(begun);
        let wait = spacing.blocked_until(begun).expect("a wait") - begun;
        assert!((wait.as_secs_f64() - 0.2).abs() < 1e-6, "the time between answers: {wait:?}");
        assert_eq!(spacing.blocked_until(begun + wait), None);
    }

    #[test]
    fn rejections_lengthen_spacing_and_answers_end_it() {
        let begun = Instant::now();
        let mut spacing = after(10, begun);
        let interval = |spacing: &RequestSpacing| spacing.active.expect("spacing").interval;
        spacing.record_rejection();
        spacing.record_rejection();
        assert!((interval(&spacing) - 0.3).abs() < 1e-6, "in a row: {spacing:?}");
        spacing.record_answer(Some(0.05), 1, begun + 3 * SECOND);
        spacing.record_rejection();
        assert!((interval(&spacing) - 0.3 * SHORTEN * LENGTHEN).abs() < 1e-6, "{spacing:?}");
        // One rejection in twenty leaves the interval as it is.
        let before = interval(&spacing);
        (0..19).for_each(|_| spacing.record_answer(Some(0.05), 1, begun + 4 * SECOND));
        spacing.record_rejection();
        assert!((interval(&spacing) / before - 1.0).abs() < 0.01, "{spacing:?}");
        (0..400).for_each(|_| spacing.record_answer(Some(0.05), 1, begun + 5 * SECOND));
        assert!(!spacing.is_active(), "{spacing:?}");
    }

    /// Returns a pseudorandom generator that always gives the same numbers.
    fn draws() -> impl FnMut() -> f64 {
        let mut state = 7_u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Sends requests one after another; `takes` returns true if a request at that time is
    /// answered. Returns the share rejected in the second half, and the total time in seconds.
    fn asked(requests: u32, mut takes: impl FnMut(f64) -> bool) -> (f64, f64) {
        const LATENCY: f64 = 0.05;
        let begun = Instant::now();
        let (mut spacing, mut now, mut refused) = (RequestSpacing::default(), begun, 0);
        for at in 0..requests {
            now = spacing.blocked_until(now).unwrap_or(now);
            spacing.record_sent(now);
            let taken = takes((now - begun).as_secs_f64());
            now += Duration::from_secs_f64(if taken { LATENCY } else { LATENCY / 10.0 });
            match taken {
                true => spacing.record_answer(Some(LATENCY), 1, now),
                false => spacing.record_rejection(),
            }
            refused += u32::from(!taken && at >= requests / 2);
        }
        (f64::from(refused) / f64::from(requests / 2), (now - begun).as_secs_f64())
    }

    #[test]
    fn background_rejection_is_not_spaced() {
        for share in [0.05, 0.1, 0.15, 0.3, 0.5] {
            let mut draw = draws();
            let (refused, took) = asked(4000, |_| draw() >= share);
            assert!((refused - share).abs() < 0.05, "{share}: {refused}");
            // Without spacing it takes 200 s. A rejection rate of one half is hard to distinguish
            // from a limit.
            let most = if share < 0.5 { 300.0 } else { 1200.0 };
            assert!(took < most, "{share}: {took}");
        }
    }

    #[test]
    fn spacing_keeps_a_limit_by_time() {
        // Requests per second, and the size of a burst.
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
