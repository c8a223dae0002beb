//! Exchanges: decides the reaction to a request.

use crate::Config;
use crate::fault::{Fault, fraction};
use crate::http::{Head, response};
use crate::ledger::{Ledger, Stats};
use crate::limit::{LimitReached, Limits};
use crate::wire::{self, Query, Wire};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The purposes of random draws.
const FAULT: u64 = 0;
const JITTER: u64 = 1;

/// The state that all connections share.
#[derive(Debug)]
pub(crate) struct Desk {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    config: Arc<Config>,
    ledger: Ledger,
    limits: Limits,
}

/// The reaction to a request.
#[derive(Debug)]
pub(crate) enum Act {
    /// Write this reply.
    Reply(String),
    /// Work on this request.
    Work(Work),
}

/// A request in progress. It occupies its slot until it is dropped.
#[derive(Debug)]
pub(crate) struct Work {
    desk: Arc<Desk>,
    pub(crate) question: u128,
    /// Its duration.
    pub(crate) wait: Duration,
    pub(crate) end: End,
}

/// The result of a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The right answer.
    Answer(String),
    /// The right answer, over this time.
    Drip(String, Duration),
    /// Another reply.
    Other(String),
    /// The first half of the right answer, and the end of the connection.
    Half(String),
    /// The end of the connection.
    Drop,
    /// A reset of the connection.
    Reset,
}

impl Desk {
    pub(crate) fn new(config: Config) -> Self {
        let inner = Inner {
            config: Arc::new(config),
            ledger: Ledger::default(),
            limits: Limits::new(Instant::now()),
        };
        Self { inner: Mutex::new(inner) }
    }

    pub(crate) fn stats(&self) -> Stats {
        self.lock().ledger.stats()
    }

    pub(crate) fn config(&self) -> Arc<Config> {
        Arc::clone(&self.lock().config)
    }

    pub(crate) fn configure(&self, config: Config) {
        let mut inner = self.lock();
        inner.config = Arc::new(config);
    }

    pub(crate) fn reset(&self) {
        self.lock().ledger.reset();
    }

    pub(crate) fn connected(&self) {
        self.lock().ledger.connected();
    }

    pub(crate) fn answered(&self, question: u128) {
        self.lock().ledger.answered(question, Instant::now());
    }

    pub(crate) fn abandoned(&self) {
        self.lock().ledger.abandoned();
    }

    /// Handles a request.
    pub(crate) fn take(self: &Arc<Self>, head: &Head, body: &[u8]) -> Act {
        if head.method == "POST"
            && let Some(wire) = wire::of_path(&head.path)
        {
            return match wire.read(body) {
                Ok(asked) => self.ask(wire, &asked),
                Err(what) => {
                    self.lock().ledger.bad_request();
                    Act::Reply(response(400, None, &wire.trouble(400, &what)))
                }
            };
        }
        Act::Reply(self.control(head, body))
    }

    /// The reply to a request for statistics, or to change the configuration.
    fn control(&self, head: &Head, body: &[u8]) -> String {
        const MODELS: &str = r#"{"object":"list","data":[{"id":"mock","object":"model","owned_by":"peirast-mock"}]}"#;
        match (head.method.as_str(), head.path.as_str()) {
            ("GET", "/stats") => json_response(&self.stats()),
            ("GET", "/config") => json_response(&*self.config()),
            ("POST", "/config") => {
                let changed = str::from_utf8(body)
                    .map_err(|e| e.to_string())
                    .and_then(|body| self.config().with(body));
                match changed {
                    Ok(config) => {
                        self.configure(config);
                        json_response(&*self.config())
                    }
                    Err(what) => response(400, None, &error(&what)),
                }
            }
            ("POST", "/reset") => {
                self.reset();
                json_response(&self.stats())
            }
            ("GET", path) if path.ends_with("/models") => response(200, None, MODELS),
            (method, path) => {
                self.lock().ledger.bad_request();
                let what = format!("there is no {method} {path}; see peirast-mock --help");
                response(404, None, &error(&what))
            }
        }
    }

    fn ask(self: &Arc<Self>, wire: &dyn Wire, asked: &Query) -> Act {
        let (question, now) = (asked.question, Instant::now());
        let mut inner = self.lock();
        let config = Arc::clone(&inner.config);
        let times = inner.ledger.asked(question, now);
        if let Err(refused) = inner.limits.enter(&config, now) {
            return Act::Reply(inner.refuse(wire, &config, refused));
        }
        let in_flight = inner.limits.in_flight();
        inner.ledger.in_flight(in_flight);
        let fault = Fault::drawn(&config, fraction(config.seed, question, times, FAULT));
        if let Some(fault) = fault {
            inner.ledger.met(fault);
        }
        drop(inner);
        let either_side = 2.0 * fraction(config.seed, question, times, JITTER) - 1.0;
        let ms = match fault {
            Some(Fault::Hanging) => config.hang_ms,
            _ => config.latency_ms + config.jitter_ms * either_side,
        };
        Act::Work(Work {
            desk: Arc::clone(self),
            question,
            wait: Duration::from_secs_f64(ms.max(0.0) / 1000.0),
            end: end(wire, &config, asked, fault),
        })
    }

    fn leave(&self) {
        let mut inner = self.lock();
        inner.limits.leave();
        let in_flight = inner.limits.in_flight();
        inner.ledger.in_flight(in_flight);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn refuse(&mut self, wire: &dyn Wire, config: &Config, refused: LimitReached) -> String {
        let (wait, what) = match refused {
            LimitReached::Full => {
                self.ledger.full();
                ((!config.no_hint).then_some(config.retry_after), "too many requests at once")
            }
            LimitReached::Fast(wait) => {
                self.ledger.too_fast();
                // Rounded up, so that a client that waits this long is not refused again.
                let ms = (wait.as_secs_f64() * 1000.0).ceil();
                (Some(ms / 1000.0), "too many requests a second")
            }
        };
        response(429, wait, &wire.trouble(429, what))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.desk.leave();
    }
}

/// The result of a question with this fault, or without one.
fn end(wire: &dyn Wire, config: &Config, asked: &Query, fault: Option<Fault>) -> End {
    let answer = || wire.answer(asked, &wire::text(config, asked.question));
    let whole = || response(200, None, &answer());
    let wait = Some(config.retry_after);
    let trouble =
        |status, wait, what| End::Other(response(status, wait, &wire.trouble(status, what)));
    match fault {
        None => End::Answer(whole()),
        Some(Fault::Slow) => End::Drip(whole(), Duration::from_secs_f64(config.slow_ms / 1000.0)),
        Some(Fault::Limited) => trouble(429, wait, "rate limit reached"),
        Some(Fault::LimitedBare) => trouble(429, None, "rate limit reached"),
        Some(Fault::Failing) => trouble(500, None, "the server had an error"),
        Some(Fault::Unavailable) => trouble(503, wait, "unavailable for the moment"),
        Some(Fault::Overloaded) => trouble(529, None, "overloaded"),
        Some(Fault::Hanging) => End::Drop,
        Some(Fault::Reset) => End::Reset,
        Some(Fault::Broken) => End::Half(whole()),
        Some(Fault::Truncated) => {
            let mut body = answer();
            body.truncate(body.floor_char_boundary(body.len() / 2));
            End::Other(response(200, None, &body))
        }
        Some(Fault::WrongJson) => End::Other(response(200, None, wire.wrong())),
    }
}

fn json_response<T: serde::Serialize>(what: &T) -> String {
    match serde_json::to_string(what) {
        Ok(body) => response(200, None, &body),
        Err(e) => response(500, None, &error(&e.to_string())),
    }
}

fn error(what: &str) -> String {
    serde_json::json!({ "error": { "message": what } }).to_string()
}
