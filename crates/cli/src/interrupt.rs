//! Interrupts: the first request to end ends a run in order, the second the program.

use crate::observer::{Phase, RunObserver};
use peirast_study::{Cancel, RunOutcome};
use std::sync::Arc;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

/// Message when planning is interrupted.
const PLANNING: &str = "interrupted while planning; nothing new was stored";
/// Message when the analysis after a run is interrupted.
const REPORTING: &str =
    "interrupted; every answer is stored, and the same command or `peirast report` tests them";
/// Message at the first interrupt of a run.
pub const RUNNING: &str = "interrupted; nothing more is asked: what is in flight is waited for and stored, and the plan is stored \
     to its end (interrupt again to end at once)";
/// Message at the first interrupt of a command that asks without a plan of its own.
pub const ASKING: &str = "interrupted; nothing more is asked: what is in flight is waited for and stored (interrupt again to end at \
     once)";
/// Message at the first interrupt while a plan is stored.
pub const STORING: &str = "interrupted; the plan is still stored to its end (interrupt again to end at once: the same command goes \
     on then)";

/// Listens for interrupts until it is dropped.
pub struct Interrupts {
    cancel: Cancel,
    listening: JoinHandle<()>,
}

impl Interrupts {
    /// Begins to listen, for a command that an observer watches. While it asks, the first interrupt
    /// ends it in order, after the words `asking`. Before and after, when nothing is in flight and nothing
    /// under way that is not made again, it ends the program at once. Only within a runtime.
    pub fn listen(observer: &Arc<RunObserver>, asking: &'static str) -> Self {
        let cancel = Cancel::new();
        let (requests, thrown) = (Requests::listen(), cancel.clone());
        let observer = Arc::clone(observer);
        let listening = tokio::spawn(async move {
            if let Ok(requests) = requests {
                heed(requests, thrown, asking, &observer).await;
            }
        });
        Self { cancel, listening }
    }

    /// The switch that the first interrupt throws.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn heed(mut requests: Requests, cancel: Cancel, asking: &str, observer: &RunObserver) {
    loop {
        requests.next().await;
        match observer.phase() {
            Phase::Asking if cancel.is_cancelled() => {
                let dropped = observer.droppable();
                observer.say(&format!("interrupted again: {dropped}; the same command goes on"));
                end();
            }
            Phase::Asking => {
                observer.say(asking);
                cancel.cancel();
            }
            Phase::Planning => end_early(observer, PLANNING),
            Phase::Reporting => end_early(observer, REPORTING),
        }
    }
}

/// Ends a command that has nothing in flight.
fn end_early(observer: &RunObserver, words: &str) {
    observer.say(words);
    observer.interrupted();
    end();
}

/// Ends the program. What is being written to a store is written whole or not at all.
fn end() -> ! {
    std::process::exit(i32::from(RunOutcome::Interrupted.code()))
}

/// Requests to end: Ctrl-C, what a scheduler or `docker stop` sends, and a terminal that was closed;
/// where there are no signals, Ctrl-C alone.
struct Requests {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    /// None if the program is to outlive its terminal, as `nohup` asks.
    #[cfg(unix)]
    hangup: Option<Signal>,
}

impl Requests {
    #[cfg(unix)]
    fn listen() -> std::io::Result<Self> {
        let hangup = match is_ignored(SignalKind::hangup()) {
            true => None,
            false => Some(signal(SignalKind::hangup())?),
        };
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())?, hangup })
    }

    #[cfg(not(unix))]
    fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hangup => {}
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}

/// Whether the program was started with a signal ignored. Where the system does not tell, one that it
/// may have been is left alone.
#[cfg(unix)]
fn is_ignored(kind: SignalKind) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let bit = u32::try_from(kind.as_raw_value() - 1).unwrap_or(u32::MAX);
    mask.is_none_or(|mask| mask.checked_shr(bit).is_none_or(|rest| rest & 1 == 1))
}
