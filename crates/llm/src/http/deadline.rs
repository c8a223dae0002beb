//! Deadlines that measure the server's delay and not our own.

use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The time to read what arrived before the deadline.
const GRACE: Duration = Duration::from_millis(250);

/// The time by which an answer has to be complete.
///
/// This process may be suspended (stopped, or its machine overloaded) until long after the
/// deadline, while the answer has already arrived. The deadline therefore counts only after data
/// that has arrived had time to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    end: Instant,
    /// True if the deadline has passed, and only the grace time for arrived data is left.
    is_over: bool,
}

impl Deadline {
    /// A deadline this far from now.
    pub(crate) fn after(time: Duration) -> Self {
        let now = Instant::now();
        // A deadline beyond the range of clocks becomes one of a century.
        let end = now.checked_add(time).unwrap_or(now + Duration::from_secs(100 * 365 * 24 * 3600));
        Self { end, is_over: false }
    }

    /// Extends the deadline.
    pub(crate) fn extend(&mut self, time: Duration) {
        self.end = self.end.checked_add(time).unwrap_or(self.end);
    }

    /// Returns true if both the time and the grace time are over. A reader of data that is always
    /// available, which never waits, has to call this.
    pub(crate) fn is_past(&mut self) -> bool {
        let now = Instant::now();
        if now <= self.end || self.is_over {
            return now > self.end;
        }
        *self = Self { end: now + GRACE, is_over: true };
        false
    }

    /// Waits for a future until the deadline.
    pub(crate) async fn keep<F: Future>(&mut self, mut what: Pin<&mut F>) -> Option<F::Output> {
        if let Ok(done) = timeout_at(self.end, what.as_mut()).await {
            return Some(done);
        }
        if self.is_over {
            return None;
        }
        *self = Self { end: Instant::now() + GRACE, is_over: true };
        timeout_at(self.end, what).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use std::pin::pin;
    use tokio::task::yield_now;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn what_came_while_nothing_ran_is_taken() {
        let mut deadline = Deadline::after(Duration::from_millis(5));
        let arrived = async {
            // Nothing runs until after the deadline; then other futures are polled before the data
            // is read.
            advance(Duration::from_millis(20)).await;
            for _ in 0..3 {
                yield_now().await;
            }
            7
        };
        assert_eq!(deadline.keep(pin!(arrived)).await, Some(7));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_always_there_is_taken_for_a_while_and_no_longer() {
        let mut deadline = Deadline::after(Duration::from_millis(5));
        assert!(!deadline.is_past());
        advance(Duration::from_millis(20)).await;
        assert!(!deadline.is_past(), "it may have been there for long");
        advance(GRACE + Duration::from_millis(5)).await;
        assert!(deadline.is_past());
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_waited_for_elsewhere_does_not_count() {
        let mut deadline = Deadline::after(Duration::from_millis(5));
        advance(Duration::from_secs(60)).await;
        deadline.extend(Duration::from_secs(60));
        assert!(!deadline.is_past() && !deadline.is_over);
        advance(Duration::from_millis(6)).await;
        assert!(!deadline.is_past() && deadline.is_over, "time for what has come");
    }

    #[tokio::test]
    async fn nothing_is_waited_for_twice() {
        let mut deadline = Deadline::after(Duration::ZERO);
        assert_eq!(deadline.keep(pin!(pending::<()>())).await, None);
        assert!(deadline.is_over && deadline.end <= Instant::now());
        assert_eq!(deadline.keep(pin!(async { 7 })).await, Some(7), "what is there is taken");
        assert_eq!(deadline.keep(pin!(pending::<()>())).await, None);
    }
}
