//! A test server that answers like a model and produces configured faults.
//!
//! It serves the OpenAI chat format on this machine only. A [`Config`] sets latency, capacity, rate
//! and every kind of fault, and can be changed at any time. The result of a request depends only on
//! the seed, the question, and the number of times that the question was asked before. So a
//! repeated run meets the same faults, with its requests in any order. Only capacity and rate
//! depend on other requests.
//!
//! It uses little time, because it shares the machine with the measured program: one thread, its
//! own HTTP/1.1, about twenty microseconds for each request.
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
