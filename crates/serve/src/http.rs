//! HTTP: converts requests of browsers to requests for pages, and responses back.

use crate::{RunLoader, Viewer};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_LENGTH, COOKIE, HOST, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Time that open responses get when the server ends.
const SHUTDOWN_TIME: Duration = Duration::from_secs(2);
/// Time in which a browser has to send the head of a request. hyper applies it also to idle
/// connections.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum number of simultaneous connections.
const MAX_CONNECTIONS: usize = 256;
/// Pause after a connection could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Answers requests until `shutdown` is ready.
pub(crate) async fn serve<L: RunLoader, E>(
    listener: TcpListener,
    viewer: Viewer<L>,
    shutdown: impl Future<Output = Result<(), E>>,
) -> Result<(), E> {
    let (viewer, open) = (Arc::new(viewer), GracefulShutdown::new());
    tokio::select! {
        () = accept(listener, viewer, &open) => {}
        done = shutdown => done?,
    }
    // A browser keeps its connections open: the server does not wait for them.
    let _ = timeout(SHUTDOWN_TIME, open.shutdown()).await;
    Ok(())
}

/// Accepts connections up to the maximum number; further ones wait in the backlog.
async fn accept<L: RunLoader>(
    listener: TcpListener,
    viewer: Arc<Viewer<L>>,
    open: &GracefulShutdown,
) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // For example too many open files, which is transient.
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let viewer = Arc::clone(&viewer);
        let service = service_fn(move |request| respond(Arc::clone(&viewer), request));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // A closed browser is not an error of the server.
            let _ = connection.await;
            drop(permit);
        });
    }
}

async fn respond<L: RunLoader>(
    viewer: Arc<Viewer<L>>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let is_head = request.method() == Method::HEAD;
    let page = viewer.respond(&page_request(&request)).await;
    let mut response = Response::new(Full::default());
    *response.status_mut() =
        StatusCode::from_u16(page.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in page.headers() {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().append(name, value);
        }
    }
    match is_head {
        true => {
            response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(page.body.len()));
        }
        false => *response.body_mut() = Full::from(page.body),
    }
    Ok(response)
}

/// Returns the parts of a request that pages depend on.
fn page_request(request: &Request<Incoming>) -> peirast_view::Request {
    let headers = request.headers();
    let cookies: Vec<&str> =
        headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).collect();
    peirast_view::Request {
        method: request.method().as_str().to_owned(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        host: host(headers).filter(|host| is_of(request.uri(), host)),
        cookies: cookies.join("; "),
    }
}

/// Returns true if a request line is for this host. A request line with a whole URL
/// (`GET http://host/ HTTP/1.1`) names its own host, which takes precedence over the header.
fn is_of(uri: &Uri, host: &str) -> bool {
    let scheme_fits = uri.scheme_str().is_none_or(|scheme| scheme == "http");
    scheme_fits && uri.authority().is_none_or(|own| own.as_str().eq_ignore_ascii_case(host))
}

/// Returns the `Host` header, if there is exactly one.
fn host(headers: &HeaderMap) -> Option<String> {
    let mut all = headers.get_all(HOST).iter();
    match (all.next(), all.next()) {
        (Some(one), None) => one.to_str().ok().map(str::to_owned),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_line_names_no_other_host_than_the_header() {
        let is_of = |uri: &str| is_of(&uri.parse().expect("a URI"), "localhost:7878");
        for own in
            ["/", "/runs/a?b=http://evil/", "http://localhost:7878/", "http://LOCALHOST:7878/a"]
        {
            assert!(is_of(own), "{own}");
        }
        for other in [
            "http://evil/",
            "http://evil:7878/",
            "http://localhost/",
            "http://localhost:7878@evil/",
            "http://a@localhost:7878/",
            "https://localhost:7878/",
            "evil:80",
        ] {
            assert!(!is_of(other), "{other}");
        }
    }
}
