//! Interrupts: the first request to end ends a run in order, the second the program.

use crate::ending::Ending;
use crate::voice;
use peirast_run::Cancel;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

/// Listens for interrupts until it is dropped.
pub struct Interrupts {
    cancel: Cancel,
    listening: JoinHandle<()>,
}

impl Interrupts {
    /// Begins to listen, for a run, whose display `says` what there is to say. Only within a runtime.
    pub fn listen(says: impl Fn(&str) + Send + 'static) -> Self {
        Self::heard(
            "interrupted; what is in flight is still stored, and the plan to its end (interrupt again to drop \
             them)",
            says,
        )
    }

    /// The same for what asks without a plan of its own.
    pub fn asking(says: impl Fn(&str) + Send + 'static) -> Self {
        let words = "interrupted; what is in flight is still stored (interrupt again to drop it)";
        Self::heard(words, says)
    }

    /// The same for what is not a run; the first interrupt is answered by these words.
    pub fn saying(words: &'static str) -> Self {
        Self::heard(words, voice::note)
    }

    fn heard(words: &'static str, says: impl Fn(&str) + Send + 'static) -> Self {
        let cancel = Cancel::new();
        let (requests, thrown) = (Requests::listen(), cancel.clone());
        let listening = tokio::spawn(async {
            if let Ok(requests) = requests {
                heed(requests, thrown, words, says).await;
            }
        });
        Self { cancel, listening }
    }

    /// The same where nothing is in flight, and nothing under way that is not made again: the first interrupt ends
    /// the program at once, after these words and what is to be `told`.
    pub fn ending(words: &'static str, told: impl FnOnce() + Send + 'static) -> Self {
        let requests = Requests::listen();
        let listening = tokio::spawn(async move {
            if let Ok(mut requests) = requests {
                requests.next().await;
                voice::note(words);
                told();
                end();
            }
        });
        Self { cancel: Cancel::new(), listening }
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

async fn heed(mut requests: Requests, cancel: Cancel, words: &str, says: impl Fn(&str)) {
    requests.next().await;
    says(words);
    cancel.cancel();
    requests.next().await;
    says(
        "interrupted again: whatever was in flight is dropped, and may have been charged for; the same command goes on",
    );
    end();
}

/// Ends the program. What is being written to a store is written whole or not at all.
fn end() -> ! {
    std::process::exit(i32::from(Ending::Interrupted.code()))
}

/// Requests to end: Ctrl-C, what a scheduler or `docker stop` sends, and a terminal that was closed.
#[cfg(unix)]
struct Requests {
    interrupt: Signal,
    terminate: Signal,
    /// None if the program is to outlive its terminal, as `nohup` asks.
    hangup: Option<Signal>,
}

#[cfg(unix)]
impl Requests {
    fn listen() -> std::io::Result<Self> {
        let hangup = match is_ignored(SignalKind::hangup()) {
            true => None,
            false => Some(signal(SignalKind::hangup())?),
        };
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())?, hangup })
    }

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

#[cfg(not(unix))]
struct Requests;

#[cfg(not(unix))]
impl Requests {
    fn listen() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
