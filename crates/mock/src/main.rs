//! `peirast-mock`: the server as a program.

use anyhow::{Context as _, Result};
use clap::Parser;
use peirast_mock::{Config, Mock};
use std::io::Write as _;

/// A server that answers like a model and produces configured faults.
///
/// It serves the OpenAI chat format on 127.0.0.1, costs nothing, and gives the same answer to the
/// same question every time. It shows how a client behaves with slow, limited, broken and hostile
/// servers, and how much of the machine the client itself needs.
///
/// The result of a request depends on --seed, the question (model and messages), and the number of
/// times that the question was asked before: a client that runs again meets the same faults. Only
/// the limits depend on other requests.
#[derive(Debug, Parser)]
#[command(name = "peirast-mock", version, after_help = AFTER)]
struct Line {
    /// Port on 127.0.0.1; 0 means any free port. The base URL is printed.
    #[arg(long, default_value_t = 8399)]
    port: u16,
    #[command(flatten)]
    config: Config,
}

const AFTER: &str = "\
Examples:
  A server with 50 ms latency, and a study against it:
    peirast-mock --port 8399 --latency-ms 50 &
    peirast run token-bias --model openai:mock --base-url http://127.0.0.1:8399/v1

  A tenth of all requests fails, with every kind of fault; hangs end after three seconds:
    peirast-mock --faults 0.1 --hang-ms 3000

  Answers to yes-no questions (the default answers name options):
    peirast-mock --answer Yes --answer No

  A server that handles 100 requests at a time, and answers the rest with 429:
    peirast-mock --latency-ms 200 --max-inflight 100

Paths:
  POST /v1/chat/completions   a question
  GET  /v1/models             the model `mock`; any other name is accepted too
  GET  /stats                 counts of questions, answers, repeated answers, requests in flight, and faults
  GET  /config                the settings
  POST /config                changes settings: {\"latency_ms\": 20, \"faults\": 0.1}
  POST /reset                 resets the counts, so that the same faults occur again

    curl -s http://127.0.0.1:8399/stats
    curl -s http://127.0.0.1:8399/config -d '{\"failing\": 0.05}'";

fn main() -> Result<()> {
    let line = Line::parse();
    let mock = Mock::start_at(line.port, line.config)
        .with_context(|| format!("cannot serve on 127.0.0.1:{}", line.port))?;
    // A closed standard output does not stop the server.
    let _ = writeln!(std::io::stdout(), "{}", mock.base_url());
    mock.wait();
    Ok(())
}
