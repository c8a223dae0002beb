//! A plain client: HTTP/1.1 to a server on this machine, without the layers that a network needs. An
//! attempt in flight takes a fraction of the memory, which counts where there are a thousand of them.
//!
//! What is sent and what comes is put together and taken apart by a library that does no I/O; here are the
//! connections.

mod answer;
mod connection;
mod idle;

pub(super) use answer::Answer;

use super::broken::Broken;
use super::deadline::Deadline;
use super::{Timeouts, USER_AGENT, is_loopback};
use crate::Auth;
use connection::{Connection, Sent};
use http::header::{
    ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, HeaderValue, USER_AGENT as NAME,
};
use http::{Method, Request};
use idle::Idle;
use reqwest::Url;
use std::pin::pin;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use ureq_proto::client::state::RecvResponse;
use ureq_proto::client::{Call, SendRequestResult};

/// Headers of every request.
const OWN_HEADERS: usize = 5;
/// What ends each line of a head.
const LINE_END: &[u8] = b"\r\n";

/// A client of one server, which follows no redirect, asks for nothing compressed, and repeats nothing.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    host: String,
    port: u16,
    /// Host and port, as a request names them.
    authority: HeaderValue,
    connect: Duration,
    /// Connections that wait for a request.
    idle: Arc<Idle>,
}

/// A request as it is sent, and what takes its response apart.
struct Message {
    bytes: Vec<u8>,
    /// On the heap, so that an attempt that waits holds it once.
    call: Box<Call<RecvResponse>>,
}

impl Plain {
    /// A client of this server; none if it needs more.
    pub(super) fn new(server: &Url, timeouts: &Timeouts) -> Option<Self> {
        let port = server.port_or_known_default()?;
        let host =
            server.host_str().filter(|_| server.scheme() == "http" && is_loopback(server))?;
        Some(Self {
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
            authority: HeaderValue::from_str(server.authority().rsplit('@').next()?).ok()?,
            connect: timeouts.connect,
            idle: Arc::default(),
        })
    }

    /// Whether a URL leads to its server.
    pub(super) fn serves(&self, url: &Url) -> bool {
        url.scheme() == "http"
            && url.host_str().is_some_and(|host| host.trim_matches(['[', ']']) == self.host)
            && url.port_or_known_default() == Some(self.port)
    }

    /// Posts JSON; gives the beginning of the response, which is to be complete before the deadline.
    pub(super) async fn post(
        &self,
        url: &Url,
        auth: &Auth,
        headers: &[(&'static str, &'static str)],
        body: &str,
        mut deadline: Deadline,
    ) -> Result<Answer, Broken> {
        let Message { bytes, call } = self.message(url, auth, headers, body)?;
        let connection = self.sent(bytes, &mut deadline).await?;
        Answer::begin(call, connection, Arc::clone(&self.idle), deadline).await
    }

    /// Sends a message; gives the connection that its response comes by. A message of which nothing went out,
    /// as the server had closed a connection while it waited, is sent by another.
    async fn sent(&self, message: Vec<u8>, deadline: &mut Deadline) -> Result<Connection, Broken> {
        loop {
            let (mut connection, is_new) = match self.idle.take() {
                Some(connection) => (connection, false),
                None => (self.connected().await?, true),
            };
            let sent = deadline.keep(pin!(connection.send(&message))).await;
            match sent.ok_or_else(Broken::late)? {
                Sent::Nothing(_) if !is_new => {}
                Sent::Nothing(error) | Sent::Broken(error) => return Err(error.into()),
                Sent::All | Sent::Part => return Ok(connection),
            }
        }
    }

    fn message(
        &self,
        url: &Url,
        auth: &Auth,
        headers: &[(&'static str, &'static str)],
        body: &str,
    ) -> Result<Message, Broken> {
        let request = self.request(url, headers, body.len());
        let request = request.map_err(|e| Broken::unsendable(e.to_string()))?;
        let message = Message::of(request, auth.header(), body);
        message.map_err(|e| Broken::unsendable(e.to_string()))
    }

    /// Put together in place: a builder moves all of it for every header.
    fn request(
        &self,
        url: &Url,
        headers: &[(&'static str, &'static str)],
        length: usize,
    ) -> Result<Request<()>, http::Error> {
        let mut request = Request::new(());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = match (url.path(), url.query()) {
            (path, None) => path.parse()?,
            (path, Some(query)) => format!("{path}?{query}").parse()?,
        };
        let fields = request.headers_mut();
        fields.reserve(OWN_HEADERS + headers.len());
        fields.insert(HOST, self.authority.clone());
        fields.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        fields.insert(CONTENT_LENGTH, HeaderValue::from(length));
        fields.insert(ACCEPT, HeaderValue::from_static("*/*"));
        fields.insert(NAME, HeaderValue::from_static(USER_AGENT));
        for (name, value) in headers {
            fields.append(HeaderName::from_str(name)?, HeaderValue::from_str(value)?);
        }
        Ok(request)
    }

    /// A new connection.
    async fn connected(&self) -> Result<Connection, Broken> {
        let connecting = Connection::open(&self.host, self.port);
        let opened = timeout(self.connect, connecting).await.map_err(|_| Broken::unreached())?;
        opened.map_err(Broken::unconnected)
    }
}

impl Message {
    /// The proof of who asks is a header that this puts in: the library wants text, and a key may have any letters.
    fn of(
        request: Request<()>,
        proof: Option<(HeaderName, HeaderValue)>,
        body: &str,
    ) -> Result<Self, ureq_proto::Error> {
        let length = head_at_most(&request);
        let mut call = Call::new(request)?.proceed();
        let mut bytes = vec![0; length];
        let head = call.write(&mut bytes)?;
        bytes.truncate(head);
        if let Some((name, value)) = proof {
            // Before the empty line at the end.
            bytes.truncate(head.saturating_sub(LINE_END.len()));
            for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), LINE_END, LINE_END] {
                bytes.extend_from_slice(part);
            }
        }
        bytes.extend_from_slice(body.as_bytes());
        let call = match call.proceed()? {
            Some(SendRequestResult::SendBody(mut call)) => {
                call.consume_direct_write(body.len())?;
                call.proceed()
            }
            Some(SendRequestResult::RecvResponse(call)) => Some(call),
            Some(SendRequestResult::Await100(_)) | None => None,
        };
        // It asks for no leave to send its body, and the buffer takes all of its head.
        call.map(|call| Self { bytes, call: Box::new(call) })
            .ok_or(ureq_proto::Error::OutputOverflow)
    }
}

/// The most bytes that the head of a request takes: its names and values, and what stands between them.
fn head_at_most(request: &Request<()>) -> usize {
    const BETWEEN: usize = 64;
    let path = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    let fields = request.headers().iter();
    path + BETWEEN + fields.map(|(n, v)| n.as_str().len() + v.len() + BETWEEN).sum::<usize>()
}
