//! Arguments about how much is asked at once, and who is told of it.

use super::{ON_LIMIT, one_of};
use clap::Args;
use peirast_study::GRACE;
use peirast_throttle::{Limits, OnLimit};
use std::path::PathBuf;
use std::time::Duration;

/// How much is asked at once.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How much at once")]
pub struct FlowOptions {
    /// The most questions in flight at each account. How many of them a server bears is found by
    /// trying.
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub concurrency: u16,
    /// The most requests per minute at each account.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rpm: Option<u64>,
    /// The most tokens per minute at each account, of prompts and answers.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub tpm: Option<u64>,
    /// What to do when a rate limit asks for more than a minute.
    #[arg(long, value_name = "WHAT", value_parser = one_of(ON_LIMIT), default_value = "wait")]
    pub on_limit: OnLimit,
    /// Seconds that an interrupted run waits for requests in flight before it drops them; 0 drops them
    /// at once. A slow server on your own machine may need more. A second Ctrl-C never waits.
    #[arg(long, value_name = "SECONDS", default_value_t = GRACE.as_secs(), value_parser = clap::value_parser!(u64).range(0..=86400))]
    pub grace: u64,
    /// Write what happens to a file, a JSON object to a line; - is stdout, which then holds nothing
    /// else. See docs/events.md.
    #[arg(long, value_name = "FILE")]
    pub json_events: Option<PathBuf>,
}

impl FlowOptions {
    /// The limits of every account.
    pub fn limits(&self) -> Limits {
        Limits {
            concurrency: usize::from(self.concurrency),
            requests_per_minute: self.rpm,
            tokens_per_minute: self.tpm,
            on_limit: self.on_limit,
        }
    }

    /// How long an interrupted run waits for requests in flight.
    pub fn grace(&self) -> Duration {
        Duration::from_secs(self.grace)
    }

    /// Whether the events go to stdout.
    pub fn fills_stdout(&self) -> bool {
        self.json_events.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}
