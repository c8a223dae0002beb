//! Errors that a server reports, and their meaning for the question.

use super::HostedModel;
use crate::wire::Complaint;
use crate::{Failure, HttpResponse, Meaning, Reply};
use peirast_record::{ErrorKind, FinishReason, Usage};
use peirast_throttle::Quota;
use std::time::Duration;

/// Characters shown of a body that reports an error in an unknown form.
const EXCERPT: usize = 200;

impl HostedModel {
    /// The result of an error: a refusal of the question is an answer, every other error a failure.
    pub(super) fn complained(
        &self,
        kind: ErrorKind,
        complaint: &Complaint,
        request: String,
        received: HttpResponse,
    ) -> Result<Reply, Failure> {
        let meaning = self.terms.meaning(received.status, complaint);
        if meaning == Some(Meaning::Refusal) {
            return Ok(withheld(request, received));
        }
        let kind = meaning.and_then(Meaning::kind).unwrap_or(kind);
        let status = received.status;
        let body = self.auth.mask_message(&received.body);
        let said = match complaint.message.as_str() {
            "" => excerpt(&body),
            words => self.auth.mask_message(words),
        };
        let colon = if said.is_empty() { "" } else { ": " };
        let form = match kind {
            ErrorKind::BadRequest => {
                self.learnt_form.learn(self.wire(), &self.knobs, &request, complaint)
            }
            _ => None,
        };
        let remedy = match &form {
            Some(form) => format!(" ({form})"),
            None => remedy(kind, meaning, status).to_owned(),
        };
        let asked = asked_wait(kind, &received, complaint);
        let message = format!("{} answered {status}{colon}{said}{remedy}", self.endpoint);
        Err(Failure::new(kind, message)
            .with_status(status)
            .with_retry_after(asked)
            .with_quota(received.quota)
            .with_form(form)
            .with_body(&body))
    }

    /// Returns true if a body of any form reports that a filter withheld the answer.
    pub(super) fn is_withheld(&self, received: &HttpResponse) -> bool {
        let complaint = self.wire().complaint(&received.body);
        let meaning =
            complaint.and_then(|complaint| self.terms.meaning(received.status, &complaint));
        meaning == Some(Meaning::Refusal)
    }
}

/// The answer that a provider withheld.
pub(super) fn withheld(request: String, received: HttpResponse) -> Reply {
    Reply {
        request,
        body: received.body,
        text: String::new(),
        finish: FinishReason::ContentFilter,
        usage: Usage::default(),
        model: None,
        quota: received.quota,
        room: received.room,
        simulated: false,
    }
}

/// The wait that a server asks for: in its headers or in the body, whichever is longer. If the
/// refusing limit resets only later, the wait lasts until then, since an earlier request would be
/// refused as well.
fn asked_wait(kind: ErrorKind, received: &HttpResponse, complaint: &Complaint) -> Option<Duration> {
    match kind {
        ErrorKind::RateLimit => {
            let asked = received.retry_after.max(complaint.wait)?;
            Some(asked.max(reset_of_refused(&received.quota, complaint)))
        }
        ErrorKind::Server => received.retry_after.max(complaint.wait),
        _ => received.retry_after,
    }
}

/// The time until the reset of the limits that refused a request: those with nothing left, and the
/// one that the error names.
fn reset_of_refused(quota: &Quota, complaint: &Complaint) -> Duration {
    let limits = [("requests", quota.requests), ("tokens", quota.tokens)];
    let refused = limits.into_iter().filter_map(|(name, left)| {
        let is_named = complaint.codes.iter().any(|code| code == name);
        left.filter(|left| left.count == 0 || is_named)
    });
    refused.map(|left| left.reset).max().unwrap_or_default()
}

/// The beginning of a body with an error of unknown form, on one line.
fn excerpt(body: &str) -> String {
    let words: Vec<&str> = body.split_whitespace().take(EXCERPT).collect();
    let line = words.join(" ");
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A remedy for a failure that retries do not remove.
fn remedy(kind: ErrorKind, meaning: Option<Meaning>, status: u16) -> &'static str {
    match (kind, status) {
        _ if meaning == Some(Meaning::Credit) => " (add credit to the account)",
        (ErrorKind::Auth, 402) => " (add credit to the account)",
        (ErrorKind::Auth, _) => " (check the API key and its permissions)",
        (ErrorKind::NotFound, 300..=399) => {
            " (redirects are not followed: give the base URL that this one leads to)"
        }
        (ErrorKind::NotFound, 100..=199 | 426) => {
            " (it requires another protocol: check the base URL)"
        }
        (ErrorKind::NotFound, _) => " (check the model's name and the base URL)",
        (ErrorKind::Network, 407) => " (a proxy requires authentication: see HTTPS_PROXY)",
        (ErrorKind::BadRequest, 413) => " (the prompt is too long for this server)",
        (ErrorKind::BadRequest, _) => " (check the length of the prompt and the sampling settings)",
        _ => "",
    }
}
