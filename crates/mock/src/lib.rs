//! A server that answers like a model and fails as it is told: a test tool.
//!
//! It speaks the OpenAI chat format on this machine alone. Latency, capacity, rate and every kind of
//! fault are set by a [`Config`], which can be changed while it serves. What happens to a request
//! follows from the seed, the question and how often it was asked before, and from nothing else: a
//! run that is repeated meets the same faults, whatever the order of its requests. Only capacity and
//! rate look at other requests.
//!
//! It is made to cost little, because it shares the machine with the program that is measured: one
//! thread, its own HTTP/1.1, about twenty microseconds a request.
//!
//! ```
//! use peirast_mock::{Config, Mock};
//! use std::io::{Read as _, Write as _};
//!
//! # fn main() -> std::io::Result<()> {
//! let mock = Mock::start(Config { answers: vec!["Yes.".to_owned()], ..Config::default() })?;
//! let mut stream = std::net::TcpStream::connect(mock.address())?;
//! let body = r#"{"model":"m","messages":[{"role":"user","content":"Is this sound?"}]}"#;
//! write!(
//!     stream,
//!     "POST /v1/chat/completions HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
//!     body.len()
//! )?;
//! let mut answer = String::new();
//! stream.read_to_string(&mut answer)?;
//! assert!(answer.contains(r#""content":"Yes.""#));
//! assert_eq!(mock.stats().answered, 1);
//! # Ok(()) }
//! ```

mod config;
mod connection;
mod exchange;
mod fault;
mod http;
mod ledger;
mod limit;
mod server;
mod wire;

pub use config::Config;
pub use fault::Fault;
pub use ledger::Stats;
pub use server::Mock;
