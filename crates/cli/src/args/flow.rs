//! Arguments on concurrency and on the reporting of events.

use super::{ON_LIMIT, one_of};
use clap::Args;
use peirast_study::GRACE;
use peirast_throttle::{Limits, OnLimit};
use std::path::PathBuf;
use std::time::Duration;

/// Limits on concurrency and rates.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How much at once")]
pub struct FlowOptions {
    /// The most requests in flight at each account. Within this limit, concurrency adapts to the
    /// server.
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub concurrency: u16,
    /// The most requests per minute at each account.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rpm: Option<u64>,
    /// The most tokens per minute at each account, prompts and answers together.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub tpm: Option<u64>,
    /// Reaction to a rate limit that asks for a wait of more than a minute.
    #[arg(long, value_name = "WHAT", value_parser = one_of(ON_LIMIT), default_value = "wait")]
    pub on_limit: OnLimit,
    /// Seconds that an interrupted run waits for requests in flight before it drops them; 0 drops
    /// them at once. A slow local server may need more. A second Ctrl-C drops them at once.
    #[arg(long, value_name = "SECONDS", default_value_t = GRACE.as_secs(), value_parser = clap::value_parser!(u64).range(0..=86400))]
    pub grace: u64,
    /// Write the events of the run to a file, one JSON object per line; - is stdout, which then
    /// contains nothing else. See docs/events.md.
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

    /// Returns the time that an interrupted run waits for requests in flight.
    pub fn grace(&self) -> Duration {
        Duration::from_secs(self.grace)
    }

    /// True if the events go to stdout.
    pub fn fills_stdout(&self) -> bool {
        self.json_events.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}
