//! A subject: whatever answers a trial, live or simulated.

use crate::{BodyRoom, BoxFuture, Fit, FormRefusal};
use peirast_record::{ErrorKind, FinishReason, Key, Prompt, Response, Sampling, Trial, Usage};
use peirast_throttle::{FailureReport, Quota};
use std::fmt::Write as _;
use std::time::Duration;

/// Characters of a failure's message that are kept.
const MESSAGE_LIMIT: usize = 600;
/// Bytes of a failure's body that are kept: enough to see what went wrong, little enough that a
/// server that fails all night does not fill the disk.
const BODY_LIMIT: usize = 64 * 1024;

/// Whatever answers a trial.
///
/// A subject does not retry, limit its own rate or store anything: it makes one attempt and says
/// what came of it. Dropping the future abandons the attempt.
pub trait Subject: Send + Sync {
    /// The subject as the user names it, for example `openai:gpt-4o`.
    fn name(&self) -> &str;

    /// The base URL, or what determines a simulated subject's answers. It is part of the trial
    /// key, so two endpoints never share an answer; it must hold no secret.
    fn endpoint(&self) -> &str;

    /// Whose limits these are: subjects that share an account share its rate limits and what the
    /// server is found to handle. The endpoint, unless said otherwise; it is shown, and must hold
    /// no secret.
    fn account(&self) -> &str {
        self.endpoint()
    }

    /// The most attempts that may be in flight on this subject, where it has a limit of its own.
    fn max_in_flight(&self) -> Option<usize> {
        None
    }

    /// So few attempts are in flight at its account at first, where the server may handle no more,
    /// as one on the user's own machine. From there the number grows as for others.
    fn first_in_flight(&self) -> Option<usize> {
        None
    }

    /// How a sampling fits this subject: what of it cannot be sent, and what it lacks. A trial
    /// whose sampling does not fit is refused.
    fn fit(&self, _sampling: &Sampling) -> Fit {
        Fit::default()
    }

    /// Returns true if to wait before a failed attempt is made again. That relieves a server; a
    /// simulated subject needs no relief, and a study with one should not take longer for it.
    fn backs_off(&self) -> bool {
        true
    }

    /// One attempt at `trial`, which puts `prompt`.
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
    /// The answer's text, taken from the body.
    pub text: String,
    /// Why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub model: Option<String>,
    /// The quota that the server advertises.
    pub quota: Quota,
    /// The memory that the answer takes of what all answers may take together, until it is stored.
    pub room: BodyRoom,
    /// True if no network was involved. Times of simulated replies are stored as 0, so that a
    /// simulated run gives the same rows every time.
    pub simulated: bool,
}

impl Reply {
    /// What is stored of it: the reply to a trial after so many attempts, the last of them sent in
    /// that microsecond since 1970 UTC and answered in so many.
    pub fn into_response(
        self,
        trial: Key,
        attempts: u32,
        sent_us: i64,
        elapsed_us: i64,
    ) -> Response {
        // A simulated run must give the same rows whenever it is run.
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
    /// This machine had no room for another connection: fewer attempts at once, and it passes.
    Local,
    /// There was no connection to the server, so nothing was sent.
    Connecting,
    /// There was a connection, so the request may have reached the server.
    Exchange,
}

/// Why an attempt brought no answer.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind, which decides whether the trial is tried again.
    pub kind: ErrorKind,
    /// The HTTP status, where there was one.
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
    /// The complaint of a failure about the form of requests, if it makes one.
    pub form: Option<FormRefusal>,
}

impl Failure {
    /// A failure with a message made safe to show: control characters are escaped, and the
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

    /// Returns true if the request may have reached the server: false where there was no
    /// connection.
    pub fn was_sent(&self) -> bool {
        self.stage == FailureStage::Exchange
    }

    /// Returns true if this machine had no room for the attempt.
    pub fn is_local(&self) -> bool {
        self.stage == FailureStage::Local
    }

    /// The tokens that the server reports all the same, if it does: then they may have been
    /// charged.
    pub fn reported(&self) -> Option<Usage> {
        self.body.as_deref().and_then(crate::wire::reported)
    }

    /// The failure as rate control needs it.
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

    /// The same failure of an attempt that came so far.
    pub fn with_stage(mut self, stage: FailureStage) -> Self {
        self.stage = stage;
        self
    }

    /// The same failure with its HTTP status.
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// The same failure with the wait that the server asks for.
    pub fn with_retry_after(mut self, wait: Option<Duration>) -> Self {
        self.retry_after = wait;
        self
    }

    /// The same failure with what the server says is left of the account's limits.
    pub fn with_quota(mut self, quota: Quota) -> Self {
        self.quota = quota;
        self
    }

    /// The same failure with what it says about the form of requests.
    pub fn with_form(mut self, form: Option<FormRefusal>) -> Self {
        self.form = form;
        self
    }

    /// The same failure with what the server sent, cut to its first 64 KiB.
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

/// Line separators and the marks that change the direction of text.
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
