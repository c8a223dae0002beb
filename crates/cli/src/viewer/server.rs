//! HTTP: requests of browsers to those that pages are made of, and back.

use super::Viewer;
use anyhow::{Context as _, Result};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use futures::poll;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_LENGTH, COOKIE, HOST, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// How long what is being answered may take when the viewer ends.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How long a browser may take to send the head of a request, and to think of the next one.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most connections at a time.
const MOST_CONNECTIONS: usize = 256;
/// How long nobody is let in after somebody could not be.
const FALTER: Duration = Duration::from_millis(200);

/// The interrupt that ends the viewer.
pub struct Interrupt(BoxFuture<'static, std::io::Result<()>>);

impl Interrupt {
    /// Listens from now on: whoever reads the address may interrupt at once.
    pub async fn listen() -> Self {
        let mut interrupt = tokio::signal::ctrl_c().boxed();
        // The first look at it is what makes it listen.
        match poll!(interrupt.as_mut()) {
            Poll::Ready(done) => Self(std::future::ready(done).boxed()),
            Poll::Pending => Self(interrupt),
        }
    }
}

/// Answers requests until the program is interrupted.
pub async fn serve(listener: TcpListener, viewer: Viewer, interrupt: Interrupt) -> Result<()> {
    let (viewer, open) = (Arc::new(viewer), GracefulShutdown::new());
    tokio::select! {
        () = accept(listener, viewer, &open) => {}
        done = interrupt.0 => done.context("cannot listen for interrupts")?,
    }
    // A browser keeps its connections open: they are not waited for.
    let _ = timeout(LAST_WORDS, open.shutdown()).await;
    Ok(())
}

/// Takes connections, so many at a time: those that are too many wait at the door.
async fn accept(listener: TcpListener, viewer: Arc<Viewer>, open: &GracefulShutdown) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // As when there are too many open files: that passes.
            tokio::time::sleep(FALTER).await;
            continue;
        };
        let viewer = Arc::clone(&viewer);
        let service = service_fn(move |request| answer(Arc::clone(&viewer), request));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // A browser that goes away is no error of ours.
            let _ = connection.await;
            drop(place);
        });
    }
}

async fn answer(
    viewer: Arc<Viewer>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let is_head = request.method() == Method::HEAD;
    let response = viewer.answer(&asked(&request)).await;
    let mut answer = Response::new(Full::default());
    *answer.status_mut() =
        StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers() {
        if let Ok(value) = HeaderValue::from_str(value) {
            answer.headers_mut().append(name, value);
        }
    }
    match is_head {
        true => {
            answer.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(response.body.len()));
        }
        false => *answer.body_mut() = Full::from(response.body),
    }
    Ok(answer)
}

/// What pages depend on of a request.
fn asked(request: &Request<Incoming>) -> peirast_view::Request {
    let headers = request.headers();
    let cookies: Vec<&str> =
        headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).collect();
    peirast_view::Request {
        method: request.method().as_str().to_owned(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        host: host(headers),
        cookies: cookies.join("; "),
    }
}

/// The one `Host` header.
fn host(headers: &HeaderMap) -> Option<String> {
    let mut all = headers.get_all(HOST).iter();
    match (all.next(), all.next()) {
        (Some(one), None) => one.to_str().ok().map(str::to_owned),
        _ => None,
    }
}
