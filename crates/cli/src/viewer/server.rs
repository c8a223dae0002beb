//! HTTP: requests of browsers to those that pages are made of, and back.

use super::Viewer;
use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, COOKIE, HOST};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use futures::poll;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long what is being answered may take when the viewer ends.
const LAST_WORDS: Duration = Duration::from_secs(2);

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
    let routes = Router::new().fallback(answer).with_state(Arc::new(viewer));
    let (end, ended) = tokio::sync::watch::channel(false);
    let mut gone = ended.clone();
    let server = axum::serve(listener, routes).with_graceful_shutdown(async move {
        let _ = gone.wait_for(|ended| *ended).await;
    });
    let interrupted = async {
        interrupt.0.await.context("cannot listen for interrupts")?;
        // A browser keeps its connections open: they are not waited for.
        let _ = end.send(true);
        tokio::time::sleep(LAST_WORDS).await;
        Ok(())
    };
    tokio::select! {
        done = async { server.await.context("the server ended") } => done,
        done = interrupted => done,
    }
}

async fn answer(State(viewer): State<Arc<Viewer>>, request: Request) -> Response<Body> {
    let is_head = request.method() == Method::HEAD;
    let response = viewer.answer(&asked(&request)).await;
    let mut answer = Response::new(Body::empty());
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
        false => *answer.body_mut() = Body::from(response.body),
    }
    answer
}

/// What pages depend on of a request.
fn asked(request: &Request) -> peirast_view::Request {
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
