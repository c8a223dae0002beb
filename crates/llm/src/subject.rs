//! Subjects: everything that answers trials, live or simulated.

use crate::{BodyRoom, BoxFuture, Fit, FormRefusal};
use peirast_record::{ErrorKind, FinishReason, Key, Prompt, Response, Sampling, Trial, Usage};
use peirast_throttle::{FailureReport, Quota};
use std::fmt::Write as _;
use std::time::Duration;

/// Number of characters of a failure's message that are kept.
const MESSAGE_LIMIT: usize = 600;
/// Number of bytes of a failure's body that are kept: enough for a diagnosis, and few enough that a
/// server that fails all night does not fill the disk.
const BODY_LIMIT: usize = 64 * 1024;

/// A live or simulated subject, which answers trials.
///
/// A subject does not retry, limit its own rate or store anything. It makes one attempt and returns
/// the result. Dropping the future abandons the attempt.
pub trait Subject: Send + Sync {
    /// The subject's name as the user gave it, for example `openai:gpt-4o`.
    fn name(&self) -> &str;

    /// The base URL, or the parameters of a simulated subject's answers. It is part of the trial
    /// key, so two endpoints never share an answer; it must contain no secret.
    fn endpoint(&self) -> &str;

    /// The account: subjects of one account share its rate limits and the measured capacity of its
    /// server. It is the endpoint by default. It is shown, and must contain no secret.
    fn account(&self) -> &str {
        self.endpoint()
    }

    /// The most attempts that may be in flight on this subject, if it has its own limit.
    fn max_in_flight(&self) -> Option<usize> {
        None
    }

    /// Initial number of attempts in flight at its account, for servers that may not handle more,
    /// such as one on the user's own machine. It then grows as for others.
    fn first_in_flight(&self) -> Option<usize> {
        None
    }

    /// Checks a sampling: the settings that this subject cannot take, and those that it lacks. A
    /// trial whose sampling does not fit is refused.
    fn fit(&self, _sampling: &Sampling) -> Fit {
        Fit::default()
    }

    /// Returns true if a failed attempt is repeated only after a wait. A server needs the relief; a
    /// simulated subject does not, and its study should take no longer.
    fn backs_off(&self) -> bool {
        true
    }

    /// Makes one attempt at `trial`, with `prompt`.
    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>>;
}

/// The answer of a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The request body exactly as sent. A simulated subject puts a short JSON note here.
    pub request: String,
    /// The response body exactly as received.
    pub body: String,
    /// The text of the answer, from the body.
    pub text: String,
    /// The reason why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub model: Option<String>,
    /// The quota that the server advertises.
    pub quota: Quota,
    /// The memory of the answer, as part of the memory for all answers, until it is stored.
    pub room: BodyRoom,
    /// True if no network was involved. Times of simulated replies are stored as 0, so that a
    /// simulated run gives the same rows every time.
    pub simulated: bool,
}

impl Reply {
    /// The stored form of a reply after `attempts` attempts. The last was sent `sent_us`
    /// microseconds after 1970 UTC and took `elapsed_us` microseconds.
    pub fn into_response(
        self,
        trial: Key,
        attempts: u32,
        sent_us: i64,
        elapsed_us: i64,
    ) -> Response {
        // A simulated run must give the same rows every time.
        let (sent_us, elapsed_us) = if self.simulated { (0, 0) } else { (sent_us, elapsed_us) };
        Response {
            trial,
            attempts,
            request: self.request,
            body: self.body,
            text: self.text,
            finish: self.finish,
            usage: self.usage,
            model: self.model,
            sent_us,
            elapsed_us,
        }
    }
}

/// The stage at which an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureStage {
    /// This machine had no room for another connection. Fewer concurrent attempts help, and it is
    /// temporary.
    Local,
    /// There was no connection to the server; nothing was sent.
    Connecting,
    /// There was a connection, so the request may have reached the server.
    Exchange,
}

/// The failure of an attempt.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind, which decides if the trial is tried again.
    pub kind: ErrorKind,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The cause and a remedy. Safe to show: no key, bounded, one line.
    pub message: String,
    /// The wait that the server asks for.
    pub retry_after: Option<Duration>,
    /// The quota that the server advertises.
    pub quota: Quota,
    /// The response of the server, or the first part of it.
    pub body: Option<String>,
    /// The stage at which the attempt failed.
    pub stage: FailureStage,
    /// The complaint of a failure about the form of requests, if any.
    pub form: Option<FormRefusal>,
}

impl Failure {
    /// A failure with a message that is safe to show: control characters are escaped, and its
    /// length is bounded.
    ///
    /// ```
    /// use peirast_record::ErrorKind;
    /// let failure = peirast_llm::Failure::new(ErrorKind::Server, "over\u{1b}[31mload\n");
    /// assert_eq!(failure.message, r"over\u{1b}[31mload");
    /// ```
    pub fn new(kind: ErrorKind, message: impl AsRef<str>) -> Self {
        let message = printable(message.as_ref().trim(), MESSAGE_LIMIT);
        let (status, retry_after, quota, body) = (None, None, Quota::default(), None);
        let stage = FailureStage::Exchange;
        Self { kind, status, message, retry_after, quota, body, stage, form: None }
    }

    /// Returns true if the request may have reached the server; false if there was no connection.
    pub fn was_sent(&self) -> bool {
        self.stage == FailureStage::Exchange
    }

    /// Returns true if this machine had no room for the attempt.
    pub fn is_local(&self) -> bool {
        self.stage == FailureStage::Local
    }

    /// The tokens that the server reports in spite of the failure, if any; they may have been
    /// charged.
    pub fn reported(&self) -> Option<Usage> {
        self.body.as_deref().and_then(crate::wire::reported)
    }

    /// The failure in the form that rate control uses.
    pub fn report(&self) -> FailureReport<'_> {
        FailureReport {
            kind: self.kind,
            status: self.status,
            message: &self.message,
            retry_after: self.retry_after,
            quota: self.quota,
            sent: self.was_sent(),
            local_shortage: self.is_local(),
        }
    }

    /// Sets the stage that the attempt reached.
    pub fn with_stage(mut self, stage: FailureStage) -> Self {
        self.stage = stage;
        self
    }

    /// Sets the HTTP status.
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Sets the wait that the server asks for.
    pub fn with_retry_after(mut self, wait: Option<Duration>) -> Self {
        self.retry_after = wait;
        self
    }

    /// Sets the remaining limits of the account according to the server.
    pub fn with_quota(mut self, quota: Quota) -> Self {
        self.quota = quota;
        self
    }

    /// Sets the complaint about the form of requests.
    pub fn with_form(mut self, form: Option<FormRefusal>) -> Self {
        self.form = form;
        self
    }

    /// Sets the response of the server, cut to its first 64 KiB.
    pub fn with_body(mut self, body: &str) -> Self {
        let end = body.floor_char_boundary(BODY_LIMIT);
        self.body = Some(body[..end].to_owned());
        self
    }
}

/// `text` with characters escaped that move the cursor, colour a terminal or reorder a line, and
/// cut to `limit` characters.
fn printable(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == limit {
            out.push('…');
            break;
        }
        match c {
            c if c.is_control() || reorders(c) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "{}", c.escape_default());
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns true for line separators and for marks that change the direction of text.
fn reorders(c: char) -> bool {
    matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_bounded_line() {
        let failure = Failure::new(ErrorKind::Server, format!("a\nb\u{202e}{}", "x".repeat(5000)));
        assert!(failure.message.starts_with(r"a\nb\u{202e}xxx"));
        assert!(failure.message.chars().count() < 700);
        assert!(failure.message.ends_with('…'));
    }

    #[test]
    fn a_body_is_cut_between_characters() {
        let failure = Failure::new(ErrorKind::Malformed, "").with_body(&"é".repeat(BODY_LIMIT));
        let body = failure.body.expect("a body");
        assert!(body.len() <= BODY_LIMIT && body.chars().all(|c| c == 'é'));
    }
}
