//! A response on its way, from either client.

use super::broken::Broken;
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{CONTENT_LENGTH, HeaderMap};
use hyper::{Response, StatusCode};
use std::future::poll_fn;
use std::pin::Pin;
use tokio::time::{Instant, timeout_at};

/// The beginning of a response, and what is still to come of it.
pub(super) enum Coming {
    /// With the layers of a network.
    Layered(reqwest::Response),
    /// Without them, to be complete by then.
    Plain(Response<Incoming>, Instant),
}

impl Coming {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Layered(response) => response.status(),
            Self::Plain(response, _) => response.status(),
        }
    }

    pub(super) fn headers(&self) -> &HeaderMap {
        match self {
            Self::Layered(response) => response.headers(),
            Self::Plain(response, _) => response.headers(),
        }
    }

    /// How many bytes the server said that there are.
    pub(super) fn promised(&self) -> Option<u64> {
        match self {
            Self::Layered(response) => response.content_length(),
            Self::Plain(response, _) => {
                response.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
            }
        }
    }

    /// Some bytes more of the body; none after the last.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, Broken> {
        match self {
            Self::Layered(response) => Ok(response.chunk().await?),
            Self::Plain(response, end) => {
                let body = response.body_mut();
                timeout_at(*end, data(body)).await.unwrap_or_else(|_| Err(Broken::late()))
            }
        }
    }
}

/// The next data of a body; what stands behind the data of one is no answer.
async fn data(body: &mut Incoming) -> Result<Option<Bytes>, Broken> {
    while let Some(frame) = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
        if let Ok(bytes) = frame?.into_data() {
            return Ok(Some(bytes));
        }
    }
    Ok(None)
}
