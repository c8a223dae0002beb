//! A plain client: HTTP/1.1 to a server on this machine, without the layers that a network needs. An
//! attempt in flight takes a fraction of the memory, which counts where there are a thousand of them.

use super::broken::Broken;
use super::{Timeouts, USER_AGENT};
use crate::Auth;
use hyper::body::Incoming;
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderValue, USER_AGENT as NAME};
use hyper::{Request, Response, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use reqwest::Url;

/// Bytes that are read at a time. Answers are short, and each connection keeps a buffer of this size.
const BUFFER: usize = 4096;

/// A client that follows no redirect, and asks for nothing compressed.
#[derive(Clone, Debug)]
pub(super) struct Plain(Client<HttpConnector, String>);

impl Plain {
    pub(super) fn new(timeouts: &Timeouts) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(timeouts.connect));
        connector.set_nodelay(true);
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_timer(TokioTimer::new()).http1_read_buf_exact_size(BUFFER);
        Self(client.build(connector))
    }

    /// Whether a URL is one for this client.
    pub(super) fn suits(url: &Url) -> bool {
        url.scheme() == "http" && super::is_loopback(url)
    }

    /// Posts JSON; gives the beginning of the response.
    pub(super) async fn post(
        &self,
        url: &Url,
        auth: &Auth,
        headers: &[(&'static str, &'static str)],
        body: &str,
    ) -> Result<Response<Incoming>, Broken> {
        let uri: Uri = url.as_str().parse().map_err(|e| Broken::unsendable(format!("{e}")))?;
        let mut request = Request::post(uri)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(ACCEPT, HeaderValue::from_static("*/*"))
            .header(NAME, HeaderValue::from_static(USER_AGENT));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some((name, value)) = auth.header() {
            request = request.header(name, value);
        }
        let request =
            request.body(body.to_owned()).map_err(|e| Broken::unsendable(format!("{e}")))?;
        self.0.request(request).await.map_err(Broken::from)
    }
}
