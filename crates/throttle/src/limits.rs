//! The limits that a user sets for an account.

/// The default limit on requests in flight.
const DEFAULT_CONCURRENCY: usize = 128;

/// The maximum number of requests that keep their slot until their answer is stored.
const SLOTS_UNTIL_STORED: usize = 256;

/// The limits that a user sets for an account. Peirast adapts to the server within them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of requests in flight. The limit in use adapts to the server and is never
    /// higher.
    pub concurrency: usize,
    /// Maximum number of requests per minute.
    pub requests_per_minute: Option<u64>,
    /// Maximum number of tokens per minute, in prompts and answers.
    pub tokens_per_minute: Option<u64>,
    /// The action when a rate limit requires a long wait.
    pub on_limit: OnLimit,
}

impl Limits {
    /// The number of answers that may wait for the disk without a slot, if answers are free.
    ///
    /// All other requests keep their slot until their answer is stored. A crash then loses at most
    /// as many answers as there are slots.
    ///
    /// ```
    /// use peirast_throttle::Limits;
    /// let limits = |concurrency| Limits { concurrency, ..Limits::default() };
    /// assert_eq!(limits(256).max_unstored_answers(), 0);
    /// assert_eq!(limits(1000).max_unstored_answers(), 744);
    /// ```
    pub fn max_unstored_answers(&self) -> usize {
        self.concurrency.saturating_sub(SLOTS_UNTIL_STORED)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            concurrency: DEFAULT_CONCURRENCY,
            requests_per_minute: None,
            tokens_per_minute: None,
            on_limit: OnLimit::Wait,
        }
    }
}

/// The action when a rate limit requires a wait of more than a minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLimit {
    /// Wait, then continue.
    #[default]
    Wait,
    /// Send nothing more to the account in this run.
    Stop,
}
