//! Interrupts: the first one stops a run in order, the second ends the program.

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
pub const RUNNING: &str = "interrupted; no further question is asked. Peirast waits for the requests in flight, and stores \
     their answers and the rest of the plan (interrupt again to end at once)";
/// Message at the first interrupt of a command that asks without its own plan.
pub const ASKING: &str = "interrupted; no further question is asked. Peirast waits for the requests in flight, and stores \
     their answers (interrupt again to end at once)";
/// Message at the first interrupt while a plan is stored.
pub const STORING: &str = "interrupted; Peirast stores the rest of the plan first (interrupt again to end at once; the same \
     command continues)";

/// Listens for interrupts until dropped.
pub struct Interrupts {
    cancel: Cancel,
    listening: JoinHandle<()>,
}

impl Interrupts {
    /// Starts to listen, for a command with an observer. While the command asks, the first
    /// interrupt stops it in order, after the message `asking`. Before and after, when nothing is
    /// in flight and all work can be repeated, an interrupt ends the program at once. Needs a
    /// runtime.
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

    /// The cancellation that the first interrupt triggers.
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
                observer.say(&format!(
                    "interrupted again: {dropped}; give the same command to continue"
                ));
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

/// Ends a command with nothing in flight.
fn end_early(observer: &RunObserver, words: &str) {
    observer.say(words);
    observer.interrupted();
    end();
}

/// Ends the program. Writes to a store are complete or do not happen.
fn end() -> ! {
    std::process::exit(i32::from(RunOutcome::Interrupted.code()))
}

/// Requests to end: Ctrl-C, the signal of a scheduler or of `docker stop`, and a closed terminal.
/// Without signals, only Ctrl-C.
struct Requests {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    /// None if the program should outlive its terminal, as with `nohup`.
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

/// True if the program was started with this signal ignored. If the system does not say, the signal
/// counts as ignored.
#[cfg(unix)]
fn is_ignored(kind: SignalKind) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let bit = u32::try_from(kind.as_raw_value() - 1).unwrap_or(u32::MAX);
    mask.is_none_or(|mask| mask.checked_shr(bit).is_none_or(|rest| rest & 1 == 1))
}
