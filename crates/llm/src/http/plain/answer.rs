//! A response as it comes.

use super::connection::Connection;
use super::idle::Idle;
use crate::http::broken::Broken;
use crate::http::deadline::Deadline;
use http::header::TRANSFER_ENCODING;
use http::{Response, Version};
use std::io::{Error, ErrorKind};
use std::pin::pin;
use std::sync::Arc;
use ureq_proto::BodyMode;
use ureq_proto::client::state::{RecvBody, RecvResponse};
use ureq_proto::client::{Call, RecvBodyResult, RecvResponseResult};

/// The most bytes of a head, with all that announces it, and of what stands around a body.
const HEAD: usize = 416 * 1024;
/// So many more may stand around its pieces for each byte of a body.
const AROUND: usize = 32;

/// A response that began, to be complete before a deadline, and the connection that it comes by.
pub(in crate::http) struct Answer {
    /// Its status and headers.
    pub(in crate::http) head: Response<()>,
    /// What is still to come; none after the end.
    rest: Option<Rest>,
    deadline: Deadline,
    idle: Arc<Idle>,
}

/// What is still to come of a response.
struct Rest {
    call: Call<RecvBody>,
    connection: Connection,
    /// Bytes of the body so far, and of what stood around them.
    body: usize,
    around: usize,
}

impl Answer {
    /// Waits for the head of a response.
    pub(super) async fn begin(
        mut call: Box<Call<RecvResponse>>,
        mut connection: Connection,
        idle: Arc<Idle>,
        mut deadline: Deadline,
    ) -> Result<Self, Broken> {
        let mut came = connection.unread.len();
        let head = loop {
            if let Some(head) = head_of(&mut call, &mut connection)? {
                break head;
            }
            if came > HEAD {
                return Err(strange("the head of the response is too large"));
            }
            match received(&mut connection, &mut deadline).await? {
                0 => return Err(ended("connection closed before message completed")),
                more => came += more,
            }
        };
        if head.version() == Version::HTTP_10 && head.headers().contains_key(TRANSFER_ENCODING) {
            return Err(strange("a transfer encoding that HTTP/1.0 does not have"));
        }
        let rest = match call.proceed() {
            Some(RecvResponseResult::RecvBody(call)) => {
                Some(Rest { call, connection, body: 0, around: 0 })
            }
            Some(RecvResponseResult::Cleanup(call)) => {
                if !call.must_close_connection() {
                    idle.put(connection);
                }
                None
            }
            Some(RecvResponseResult::Redirect(_)) | None => None,
        };
        Ok(Self { head, rest, deadline, idle })
    }

    /// Some bytes more of the body; none after the last.
    pub(in crate::http) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        while let Some(rest) = &mut self.rest {
            let some = rest.read()?;
            if !some.is_empty() {
                return Ok(Some(some));
            }
            if rest.is_complete() {
                self.end();
            } else if received(&mut rest.connection, &mut self.deadline).await? == 0 {
                if !rest.ends_with_connection() {
                    return Err(ended("end of file before message length reached"));
                }
                self.rest = None;
            }
        }
        Ok(None)
    }

    /// All of it is there. The connection waits for the next request, unless its server wants it closed.
    fn end(&mut self) {
        if let Some(Rest { call, connection, .. }) = self.rest.take()
            && let Some(RecvBodyResult::Cleanup(call)) = call.proceed()
            && !call.must_close_connection()
        {
            self.idle.put(connection);
        }
    }
}

impl Rest {
    /// What has come of the body and was not read yet.
    fn read(&mut self) -> Result<Vec<u8>, Broken> {
        let unread = &mut self.connection.unread;
        // What stands around the pieces of a body makes it longer, never shorter.
        let mut body = vec![0; unread.len()];
        let (mut used, mut made) = (0, 0);
        loop {
            let (from, to) = (unread.get(used..), body.get_mut(made..));
            let (some, more) = self.call.read(from.unwrap_or_default(), to.unwrap_or_default())?;
            (used, made) = (used + some, made + more);
            if some == 0 {
                break;
            }
        }
        unread.drain(..used);
        body.truncate(made);
        self.body += made;
        self.around += used - made;
        self.check().map(|()| body)
    }

    /// Refuses what could go on for ever without a body, or waits for a sign that will not come.
    fn check(&self) -> Result<(), Broken> {
        if self.is_complete() {
            return Ok(());
        }
        let unread = &self.connection.unread;
        // Only framing is left unread, and of that only a line that is not complete.
        if unread.contains(&b'\n') {
            return Err(strange(
                "a line between the pieces of the response does not end as it should",
            ));
        }
        match self.around + unread.len() > HEAD + self.body.saturating_mul(AROUND) {
            true => Err(strange("what stands between the pieces of the response is too large")),
            false => Ok(()),
        }
    }

    /// Whether all of the body has been read.
    fn is_complete(&self) -> bool {
        self.call.can_proceed() && !self.ends_with_connection()
    }

    /// Whether only the end of the connection tells where the body ends.
    fn ends_with_connection(&self) -> bool {
        self.call.body_mode() == BodyMode::CloseDelimited
    }
}

/// The head of a response, once all of it has come. What only announces one is passed over.
fn head_of(
    call: &mut Call<RecvResponse>,
    connection: &mut Connection,
) -> Result<Option<Response<()>>, Broken> {
    while !connection.unread.is_empty() {
        let (used, head) = call.try_response(&connection.unread, false)?;
        connection.unread.drain(..used);
        if head.is_some() || used == 0 {
            return Ok(head);
        }
    }
    Ok(None)
}

/// Waits for some bytes more, as long as there is time.
async fn received(connection: &mut Connection, deadline: &mut Deadline) -> Result<usize, Broken> {
    let received = deadline.keep(pin!(connection.receive())).await;
    match received {
        Some(received) if !deadline.is_past() => Ok(received?),
        _ => Err(Broken::late()),
    }
}

/// The connection ended where the response did not.
fn ended(what: &'static str) -> Broken {
    Error::new(ErrorKind::UnexpectedEof, what).into()
}

/// What came is no response.
fn strange(what: &'static str) -> Broken {
    Error::new(ErrorKind::InvalidData, what).into()
}
