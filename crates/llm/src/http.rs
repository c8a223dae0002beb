//! The HTTP client: the only place that uses the network.

mod body_memory;
mod broken;
mod deadline;
mod incoming;
mod proxy;
mod retry_after;
mod setup_error;

use crate::lines::Lines;
use crate::{Auth, BoxFuture, Failure, FailureStage};
use body_memory::BodyMemory;
pub use body_memory::BodyRoom;
use broken::Broken;
use deadline::Deadline;
use incoming::Incoming;
use peirast_record::ErrorKind;
use peirast_throttle::Quota;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use retry_after::retry_after;
pub use setup_error::SetupError;
use std::pin::pin;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// The default limit on a response body in bytes: far more than any answer, far less than memory.
pub(crate) const RESPONSE_LIMIT: usize = 16 * MIB;
pub(crate) const MIB: usize = 1024 * 1024;
/// The name of this program in requests.
const USER_AGENT: &str = concat!("peirast/", env!("CARGO_PKG_VERSION"));

/// Timeouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Until the connection is made.
    pub connect: Duration,
    /// Until the last byte of the answer.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), total: Duration::from_secs(300) }
    }
}

/// The response of a server, with any status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// The HTTP status.
    pub status: u16,
    /// The wait that it asks for.
    pub retry_after: Option<Duration>,
    /// The quota that its headers advertise.
    pub quota: Quota,
    /// The body as received, decompressed; a key that the server echoes is masked.
    pub body: String,
    /// The memory of the body, as part of the memory for all bodies.
    pub room: BodyRoom,
}

impl HttpResponse {
    /// A response without any report, with an empty body.
    pub(crate) fn ok() -> Self {
        let (quota, room) = (Quota::default(), BodyRoom::default());
        Self { status: 200, retry_after: None, quota, body: String::new(), room }
    }
}

/// A request without its content.
#[derive(Clone, Copy, Debug)]
pub struct HttpRequest<'a> {
    /// Its URL.
    pub url: &'a Url,
    /// The key that is sent.
    pub auth: &'a Auth,
    /// Headers other than those for its content and the key.
    pub headers: &'static [(&'static str, &'static str)],
    /// The time until the last byte of the response; by default that of the client.
    pub time: Option<Duration>,
    /// The most bytes of its response.
    pub max_bytes: usize,
}

impl<'a> HttpRequest<'a> {
    /// A request without more headers, with a response of at most 16 MiB.
    pub fn new(url: &'a Url, auth: &'a Auth) -> Self {
        Self { url, auth, headers: &[], time: None, max_bytes: RESPONSE_LIMIT }
    }
}

/// Sends JSON and returns the response of the server. It follows no redirect and repeats nothing.
/// It reads at most 16 MiB unless a request sets another limit. Large responses of all clients of
/// the process wait for each other, so that they do not fill the memory together.
#[derive(Clone, Debug)]
pub struct Http {
    client: Client,
    timeouts: Timeouts,
    memory: BodyMemory,
}

impl Http {
    /// A client for `server`.
    ///
    /// # Errors
    /// [`SetupError::Client`] if the system has no trusted certificates, and [`SetupError::Proxy`].
    pub fn new(server: &Url, timeouts: Timeouts) -> Result<Self, SetupError> {
        Ok(Self { client: client(server, &timeouts)?, timeouts, memory: BodyMemory::shared() })
    }

    /// Posts JSON. A response that reports an error is no failure: see [`HttpResponse::status`].
    pub async fn post(
        &self,
        request: HttpRequest<'_>,
        body: &str,
    ) -> Result<HttpResponse, Failure> {
        let json = HeaderValue::from_static("application/json");
        let builder = self.client.post(request.url.clone()).header(CONTENT_TYPE, json);
        self.send(builder.body(body.to_owned()), request).await
    }

    /// Gets a document.
    pub async fn get(&self, request: HttpRequest<'_>) -> Result<HttpResponse, Failure> {
        self.send(self.client.get(request.url.clone()), request).await
    }

    /// Uploads a file, given by name and content, for a purpose.
    pub(crate) async fn upload(
        &self,
        request: HttpRequest<'_>,
        purpose: &'static str,
        (name, content): (String, String),
    ) -> Result<HttpResponse, Failure> {
        let file = Part::text(content).file_name(name);
        let form = Form::new().text("purpose", purpose).part("file", file);
        self.send(self.client.post(request.url.clone()).multipart(form), request).await
    }

    /// The lines of a response that may be large; an error response comes as a whole.
    pub(crate) async fn lines(
        &self,
        request: HttpRequest<'_>,
        time: Duration,
    ) -> Result<Result<Lines, HttpResponse>, Failure> {
        // Its lines are read elsewhere, within the timeout of the client.
        let builder = self.client.get(request.url.clone()).timeout(time);
        let mut deadline = Deadline::after(time);
        let response = self.begin(builder, &request, &mut deadline).await?;
        match response.status().is_success() {
            true => Ok(Ok(Lines::new(response, request.auth))),
            false => self.end(Incoming::new(response, deadline), &request).await.map(Err),
        }
    }

    /// Sends a request and reads its response. On the heap, since an attempt takes kilobytes.
    fn send<'a>(
        &'a self,
        builder: RequestBuilder,
        request: HttpRequest<'a>,
    ) -> BoxFuture<'a, Result<HttpResponse, Failure>> {
        Box::pin(async move {
            let mut deadline = Deadline::after(request.time.unwrap_or(self.timeouts.total));
            let response = self.begin(builder, &request, &mut deadline).await?;
            self.end(Incoming::new(response, deadline), &request).await
        })
    }

    /// Sends a request and returns the beginning of the response.
    async fn begin(
        &self,
        mut builder: RequestBuilder,
        request: &HttpRequest<'_>,
        deadline: &mut Deadline,
    ) -> Result<Response, Failure> {
        for (name, value) in request.headers {
            builder = builder.header(*name, *value);
        }
        if let Some((name, value)) = request.auth.header() {
            builder = builder.header(name, value);
        }
        let sent = deadline.keep(pin!(builder.send())).await;
        let sent = sent.ok_or_else(Broken::late).and_then(|sent| sent.map_err(Broken::from));
        sent.map_err(|broken| self.unreached(request, &broken))
    }

    /// Reads a response to its end.
    async fn end(
        &self,
        incoming: Incoming,
        request: &HttpRequest<'_>,
    ) -> Result<HttpResponse, Failure> {
        let (status, headers) = (incoming.response.status(), incoming.response.headers());
        let now = SystemTime::now();
        let retry_after = retry_after(headers, now);
        let quota = match status {
            StatusCode::TOO_MANY_REQUESTS => Quota::from_refusal(headers, now),
            _ => Quota::from_headers(headers, now),
        };
        let status_code = status.as_u16();
        let received =
            |(body, room)| HttpResponse { status: status_code, retry_after, quota, body, room };
        match self.body(incoming, request).await {
            Ok(body) => Ok(received(body)),
            // An error status says more than the loss of the words that came with it.
            Err(_) if !status.is_success() => Ok(received((String::new(), BodyRoom::default()))),
            Err(failure) => Err(failure.with_status(status.as_u16()).with_quota(quota)),
        }
    }

    async fn body(
        &self,
        mut incoming: Incoming,
        &HttpRequest { auth, max_bytes, .. }: &HttpRequest<'_>,
    ) -> Result<(String, BodyRoom), Failure> {
        let promised = incoming.response.content_length();
        let coding = incoming.coding();
        let mut bytes = Vec::new();
        let mut room = self.memory.begin();
        // A body of known size waits before any of it is read.
        let expected = promised.and_then(|promised| usize::try_from(promised).ok());
        incoming.wait_for(&mut room, expected.unwrap_or(0).min(max_bytes)).await;
        loop {
            match incoming.chunk().await {
                Ok(Some(chunk)) if bytes.len() + chunk.len() > max_bytes => {
                    return Err(too_large(max_bytes));
                }
                Ok(Some(chunk)) if !room.fits(bytes.len() + chunk.len()) => {
                    incoming.wait_for(&mut room, bytes.len() + chunk.len()).await;
                    bytes.extend_from_slice(&chunk);
                }
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(broken) => return Err(self.broken(&bytes, promised, auth, &broken)),
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok((auth.mask_body(text), room.into_room())),
            Err(e) => {
                let what = match coding {
                    Some(coding) => format!(
                        "the response has an encoding ({coding}) that was not requested: configure \
                         the server, or the proxy before it, to send plain text"
                    ),
                    None => "the response is not UTF-8 text".to_owned(),
                };
                let body = String::from_utf8_lossy(e.as_bytes()).into_owned();
                Err(Failure::new(ErrorKind::Malformed, what).with_body(&auth.mask_body(body)))
            }
        }
    }

    fn unreached(&self, request: &HttpRequest<'_>, broken: &Broken) -> Failure {
        let Broken { timeout, stage, cause, remedy } = broken;
        // A message shows only scheme, host and port of a URL.
        let server = request.url.origin().ascii_serialization();
        let cause = request.auth.mask_message(cause);
        let failure = match (timeout, stage) {
            (true, FailureStage::Exchange) => self.too_late(),
            (true, _) => Failure::new(
                ErrorKind::Timeout,
                format!("no connection to {server} within {:?}", self.timeouts.connect),
            ),
            (false, FailureStage::Exchange) => Failure::new(
                ErrorKind::Network,
                format!("the connection to {server} broke before an answer: {cause}"),
            ),
            (false, FailureStage::Connecting) => Failure::new(
                ErrorKind::Network,
                format!("cannot connect to {server}: {cause}: {}", remedy.in_words()),
            ),
            (false, FailureStage::Local) => Failure::new(
                ErrorKind::Network,
                format!(
                    "cannot connect to {server}: {cause}: lower --concurrency, or raise the limit \
                     on open files (ulimit -n)"
                ),
            ),
        };
        failure.with_stage(*stage)
    }

    fn broken(&self, bytes: &[u8], promised: Option<u64>, auth: &Auth, broken: &Broken) -> Failure {
        if broken.timeout {
            return self.too_late();
        }
        let of = promised.map(|all| format!(" of {all}")).unwrap_or_default();
        let cause = auth.mask_message(&broken.cause);
        let message = format!("the answer broke off after {}{of} bytes: {cause}", bytes.len());
        let body = auth.mask_body(String::from_utf8_lossy(bytes).into_owned());
        Failure::new(ErrorKind::Network, message).with_body(&body)
    }

    /// The failure of an attempt that timed out.
    pub(crate) fn too_late(&self) -> Failure {
        let waited = self.timeouts.total;
        Failure::new(ErrorKind::Timeout, format!("no complete answer within {waited:?}"))
    }
}

impl Http {
    /// The kind of failure that a status means; `None` for success.
    ///
    /// ```
    /// use peirast_record::ErrorKind;
    /// use peirast_llm::Http;
    /// assert_eq!(Http::kind_of(200), None);
    /// assert_eq!(Http::kind_of(429), Some(ErrorKind::RateLimit));
    /// ```
    pub fn kind_of(status: u16) -> Option<ErrorKind> {
        match status {
            200..=299 => None,
            // 402: no credit left; a later attempt does not help either.
            401..=403 => Some(ErrorKind::Auth),
            // A redirect is not followed. Like a method that is not allowed, or a page that is
            // gone, it shows that the base URL does not lead to a chat API.
            100..=199 | 300..=399 | 404 | 405 | 410 | 426 => Some(ErrorKind::NotFound),
            // 499: a proxy before the server stopped waiting for it.
            408 | 499 => Some(ErrorKind::Timeout),
            // A proxy wants authentication, or the connection leads to the wrong server: the
            // question is not at fault.
            407 | 421 => Some(ErrorKind::Network),
            // Another request is in the way, or came too early.
            409 | 425 => Some(ErrorKind::Server),
            429 => Some(ErrorKind::RateLimit),
            500.. => Some(ErrorKind::Server),
            _ => Some(ErrorKind::BadRequest),
        }
    }
}

/// The failure of an answer of more than `most` bytes.
pub(crate) fn too_large(most: usize) -> Failure {
    let most = most / MIB;
    let what = format!("the response is larger than {most} MiB, too large for an answer");
    Failure::new(ErrorKind::Malformed, what)
}

/// Installs the provider of cryptography once for the process, unless the program did.
fn install_tls() {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        // An error means that another provider is installed, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Returns true if a URL leads to this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host_str() {
        Some("localhost" | "[::1]") => true,
        Some(host) => host.parse::<std::net::Ipv4Addr>().is_ok_and(|ip| ip.is_loopback()),
        None => false,
    }
}

/// Host and port of an endpoint; the whole text if it is no URL.
pub fn host_of(endpoint: &str) -> String {
    let Ok(url) = Url::parse(endpoint) else { return endpoint.to_owned() };
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_owned(),
        (None, _) => endpoint.to_owned(),
    }
}

/// A client that follows no redirect and repeats nothing. It has no timeout for the answer, since
/// its own timer would fire before data that has already arrived is read; the caller keeps the
/// time.
pub(crate) fn client(server: &Url, timeouts: &Timeouts) -> Result<Client, SetupError> {
    install_tls();
    proxy::check(server, |name| std::env::var(name).ok())?;
    let mut builder = Client::builder()
        .user_agent(USER_AGENT)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(timeouts.connect);
    if is_loopback(server) {
        // A proxy of the network cannot reach a server on this machine, and compression saves
        // nothing there.
        builder = builder.no_proxy().no_gzip();
        if server.scheme() == "http" {
            // Without TLS, the system's certificates are not read.
            builder = builder.tls_certs_only([]);
        }
    }
    builder.build().map_err(|e| SetupError::Client(root_cause(&e.without_url())))
}

/// The innermost cause, which has the informative message.
pub(crate) fn root_cause(error: &reqwest::Error) -> String {
    broken::root(error).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_kind() {
        for (status, kind) in [
            (101, ErrorKind::NotFound),
            (301, ErrorKind::NotFound),
            (400, ErrorKind::BadRequest),
            (401, ErrorKind::Auth),
            (402, ErrorKind::Auth),
            (403, ErrorKind::Auth),
            (404, ErrorKind::NotFound),
            (405, ErrorKind::NotFound),
            (407, ErrorKind::Network),
            (408, ErrorKind::Timeout),
            (499, ErrorKind::Timeout),
            (409, ErrorKind::Server),
            (425, ErrorKind::Server),
            (413, ErrorKind::BadRequest),
            (422, ErrorKind::BadRequest),
            (429, ErrorKind::RateLimit),
            (500, ErrorKind::Server),
            (529, ErrorKind::Server),
        ] {
            assert_eq!(Http::kind_of(status), Some(kind), "{status}");
        }
    }

    #[test]
    fn an_endpoint_is_named_by_its_host() {
        assert_eq!(host_of("https://api.openai.com/v1"), "api.openai.com");
        assert_eq!(host_of("http://localhost:8080/v1"), "localhost:8080");
        assert_eq!(host_of("http://[::1]:8080"), "[::1]:8080");
        assert_eq!(host_of("simulated/v1/seed-1"), "simulated/v1/seed-1");
    }

    #[test]
    fn local_servers_are_known() {
        let local = |url: &str| is_loopback(&Url::parse(url).expect("a URL"));
        assert!(
            local("http://localhost:1/v1") && local("http://127.0.0.9") && local("http://[::1]")
        );
        assert!(!local("https://api.openai.com/v1") && !local("http://10.0.0.1"));
    }
}
