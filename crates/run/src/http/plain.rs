//! A plain client: HTTP/1.1 to a server on this machine, without the layers that a network needs. An
//! attempt in flight takes a fraction of the memory, which counts where there are a thousand of them.

use super::broken::Broken;
use super::deadline::Deadline;
use super::{Timeouts, USER_AGENT, is_loopback};
use crate::Auth;
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST, HeaderValue, USER_AGENT as NAME};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use reqwest::Url;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A client of one server, which follows no redirect, asks for nothing compressed, and repeats nothing.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    host: String,
    port: u16,
    /// Host and port, as a request names them.
    authority: HeaderValue,
    connect: Duration,
    /// Connections that wait for a request.
    idle: Arc<Mutex<Vec<Connection>>>,
}

/// A connection that stands, as far as is known.
type Connection = SendRequest<String>;

/// A response that began, to be complete before a deadline, and the connection that it comes by.
pub(super) struct Answer {
    pub(super) response: Response<Incoming>,
    deadline: Deadline,
    connection: Option<Connection>,
    idle: Arc<Mutex<Vec<Connection>>>,
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
        let mut request = self.request(url, auth, headers, body)?;
        loop {
            let waited = self.waiting();
            let is_new = waited.is_none();
            let mut connection = match waited {
                Some(connection) => connection,
                None => self.connected().await?,
            };
            let sent = deadline.keep(pin!(connection.try_send_request(request))).await;
            let mut refused = match sent.ok_or_else(Broken::late)? {
                Ok(response) => {
                    let (connection, idle) = (Some(connection), Arc::clone(&self.idle));
                    return Ok(Answer { response, deadline, connection, idle });
                }
                Err(refused) => refused,
            };
            match refused.take_message() {
                // The server had closed it while it waited: nothing was sent.
                Some(unsent) if !is_new => request = unsent,
                _ => return Err(refused.into_error().into()),
            }
        }
    }

    fn request(
        &self,
        url: &Url,
        auth: &Auth,
        headers: &[(&'static str, &'static str)],
        body: &str,
    ) -> Result<Request<String>, Broken> {
        let path = url.path();
        let place = url.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
        let mut request = Request::post(place)
            .header(HOST, self.authority.clone())
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(ACCEPT, HeaderValue::from_static("*/*"))
            .header(NAME, HeaderValue::from_static(USER_AGENT));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some((name, value)) = auth.header() {
            request = request.header(name, value);
        }
        request.body(body.to_owned()).map_err(|e| Broken::unsendable(e.to_string()))
    }

    /// A connection that waits, if one still stands.
    fn waiting(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        std::iter::from_fn(|| idle.pop()).find(Connection::is_ready)
    }

    /// A new connection.
    async fn connected(&self) -> Result<Connection, Broken> {
        let connecting = TcpStream::connect((self.host.as_str(), self.port));
        let stream = timeout(self.connect, connecting).await.map_err(|_| Broken::unreached())?;
        let stream = stream.map_err(Broken::unconnected)?;
        // A request goes out at once, and is small.
        let _ = stream.set_nodelay(true);
        let (connection, driver) = Builder::new().handshake(TokioIo::new(stream)).await?;
        // Whoever waits for a response hears what goes wrong. Within a block of its own the driver would be held
        // twice.
        tokio::spawn(driver);
        Ok(connection)
    }
}

impl Answer {
    /// Some bytes more of the body; none after the last.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, Broken> {
        let data = self.deadline.keep(pin!(data(self.response.body_mut()))).await;
        let data = data.ok_or_else(Broken::late)??;
        if data.is_none()
            && let Some(mut connection) = self.connection.take()
            && self.deadline.keep(pin!(connection.ready())).await.is_some_and(|ready| ready.is_ok())
        {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        Ok(data)
    }
}

/// The next data of a body. What stands behind all data is no part of an answer.
async fn data(body: &mut Incoming) -> Result<Option<Bytes>, Broken> {
    while let Some(frame) = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
        if let Ok(bytes) = frame?.into_data() {
            return Ok(Some(bytes));
        }
    }
    Ok(None)
}
