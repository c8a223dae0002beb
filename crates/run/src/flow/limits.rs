//! Limits: what an account may be asked at most.

/// Attempts in flight at most, unless said otherwise.
const CONCURRENCY: usize = 128;

/// So many attempts hold their slots until their answers are on disk, whoever is asked.
const HELD: usize = 256;

/// What an account may be asked at most. What a server is found to bear, or says is left, is heeded
/// besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Attempts in flight. How many of these a server bears is found by trying.
    pub concurrency: usize,
    /// Requests per minute.
    pub requests_per_minute: Option<u64>,
    /// Tokens per minute, of prompts and answers.
    pub tokens_per_minute: Option<u64>,
    /// What to do when a server makes us wait for long.
    pub on_limit: OnLimit,
}

impl Limits {
    /// How many answers may wait for the disk beside as many attempts as may be in flight, where they cost nothing
    /// but time. Each of the others is one of those until it is stored, so that a crash costs no more of them than
    /// may be in flight.
    ///
    /// ```
    /// use peirast_run::Limits;
    /// let of = |concurrency| Limits { concurrency, ..Limits::default() };
    /// assert_eq!(of(256).unstored(), 0);
    /// assert_eq!(of(1000).unstored(), 744);
    /// ```
    pub fn unstored(&self) -> usize {
        self.concurrency.saturating_sub(HELD)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            concurrency: CONCURRENCY,
            requests_per_minute: None,
            tokens_per_minute: None,
            on_limit: OnLimit::Wait,
        }
    }
}

/// What to do when a rate limit asks for more than a minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLimit {
    /// Wait, and go on.
    #[default]
    Wait,
    /// Ask nothing more of the account in this run.
    Stop,
}
