//! A response on its way, from either client.

use super::broken::Broken;
use super::deadline::Deadline;
use super::plain::Answer;
use http::StatusCode;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap};
use std::pin::pin;

/// The beginning of a response, and what is still to come of it.
pub(super) enum Coming {
    /// With the layers of a network, to be complete before a deadline.
    Layered(reqwest::Response, Deadline),
    /// Without them. On the heap: it takes hundreds of bytes, which an attempt that waits for it does without.
    Plain(Box<Answer>),
}

impl Coming {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Layered(response, _) => response.status(),
            Self::Plain(answer) => answer.head.status(),
        }
    }

    pub(super) fn headers(&self) -> &HeaderMap {
        match self {
            Self::Layered(response, _) => response.headers(),
            Self::Plain(answer) => answer.head.headers(),
        }
    }

    /// How many bytes the server said that there are.
    pub(super) fn promised(&self) -> Option<u64> {
        match self {
            Self::Layered(response, _) => response.content_length(),
            Self::Plain(answer) => {
                answer.head.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
            }
        }
    }

    /// How the body is still encoded; none if it is not, or by a name that is none.
    pub(super) fn coding(&self) -> Option<String> {
        let name = self.headers().get(CONTENT_ENCODING)?.to_str().ok()?;
        let is_name =
            name.len() < 20 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (is_name && !name.is_empty() && name != "identity").then(|| name.to_owned())
    }

    /// Some bytes more of the body; none after the last.
    pub(super) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        match self {
            Self::Layered(response, deadline) => {
                let chunk = deadline.keep(pin!(response.chunk())).await;
                Ok(chunk.ok_or_else(Broken::late)??.map(Vec::from))
            }
            Self::Plain(answer) => answer.chunk().await,
        }
    }
}
