//! `peirast-mock`: the server as a program.

use anyhow::{Context as _, Result};
use clap::Parser;
use peirast_mock::{Config, Mock};
use std::io::Write as _;

/// A server that answers like a model and fails as it is told.
///
/// It speaks the OpenAI chat format on 127.0.0.1, costs nothing to ask, and gives the same answer to
/// the same question every time. With it you can see what a client does with slow, limited, broken
/// and hostile servers, and how much of the machine the client itself needs.
///
/// What happens to a request follows from --seed, the question (model and messages) and how often it
/// was asked before: run a client again and it meets the same faults. Only the limits look at other
/// requests.
#[derive(Debug, Parser)]
#[command(name = "peirast-mock", version, after_help = AFTER)]
struct Line {
    /// Port on 127.0.0.1; 0 is any that is free. The base URL is printed.
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

  A tenth of all requests fails, in every way there is; hangs end after three seconds:
    peirast-mock --faults 0.1 --hang-ms 3000

  Answers that fit questions of yes or no, which those that are given otherwise leave open:
    peirast-mock --answer Yes --answer No

  A server that can do 100 at a time, and says 429 to the rest:
    peirast-mock --latency-ms 200 --max-inflight 100

Paths:
  POST /v1/chat/completions   a question
  GET  /v1/models             the one model, `mock`; every other name is answered too
  GET  /stats                 what was asked, answered, answered again, in flight, and every fault met
  GET  /config                the settings
  POST /config                changes settings: {\"latency_ms\": 20, \"faults\": 0.1}
  POST /reset                 forgets what was asked, so that the same faults come again

    curl -s http://127.0.0.1:8399/stats
    curl -s http://127.0.0.1:8399/config -d '{\"failing\": 0.05}'";

fn main() -> Result<()> {
    let line = Line::parse();
    let mock = Mock::start_at(line.port, line.config)
        .with_context(|| format!("cannot serve on 127.0.0.1:{}", line.port))?;
    // A reader that has gone is no reason not to serve.
    let _ = writeln!(std::io::stdout(), "{}", mock.base_url());
    mock.wait();
    Ok(())
}
