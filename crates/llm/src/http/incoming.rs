//! Responses that are being received.

use super::body_memory::GrowingRoom;
use super::broken::Broken;
use super::deadline::Deadline;
use reqwest::Response;
use reqwest::header::CONTENT_ENCODING;
use std::pin::pin;
use tokio::time::Instant;

/// The beginning of a response, and the rest of it before a deadline.
pub(super) struct Incoming {
    pub(super) response: Response,
    deadline: Deadline,
}

impl Incoming {
    pub(super) fn new(response: Response, deadline: Deadline) -> Self {
        Self { response, deadline }
    }

    /// The encoding of the body; `None` if there is none, or if its name means none.
    pub(super) fn coding(&self) -> Option<String> {
        let name = self.response.headers().get(CONTENT_ENCODING)?.to_str().ok()?;
        let is_name =
            name.len() < 20 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (is_name && !name.is_empty() && name != "identity").then(|| name.to_owned())
    }

    /// Waits for the room of a body of this many bytes. The server is not responsible for this
    /// delay, so it does not count against the deadline.
    pub(super) async fn wait_for(&mut self, room: &mut GrowingRoom, bytes: usize) {
        if !room.fits(bytes) {
            let begun = Instant::now();
            room.grow(bytes).await;
            self.deadline.extend(begun.elapsed());
        }
    }

    /// The next bytes of the body; `None` after the last.
    pub(super) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        let chunk = self.deadline.keep(pin!(self.response.chunk())).await;
        match chunk {
            Some(chunk) if !self.deadline.is_past() => Ok(chunk?.map(Vec::from)),
            _ => Err(Broken::late()),
        }
    }
}
