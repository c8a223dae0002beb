//! Round of questions, and its events.

use crate::error::Result;
use crate::event::{EventSink, RoundSubject, RunEvent, SharedSink};
use crate::money::BudgetTracker;
use crate::spending::SpendingMeter;
use peirast_run::{BudgetGuard, Event, Runner, Summary};
use peirast_throttle::Accounts;
use std::sync::Arc;
use tokio::sync::Notify;

/// Emits the event that the budget is open.
pub(crate) fn emit_budget(tracker: Option<&Arc<BudgetTracker>>, events: &dyn EventSink) {
    let meter = tracker.map(|tracker| Arc::clone(tracker) as Arc<dyn SpendingMeter>);
    events.emit(&RunEvent::BudgetOpened { meter });
}

/// Lets a budget decide about each attempt of a runner.
pub(crate) fn with_budget(runner: Runner, tracker: Option<&Arc<BudgetTracker>>) -> Runner {
    match tracker {
        Some(tracker) => runner.budget(Arc::clone(tracker) as Arc<dyn BudgetGuard>),
        None => runner,
    }
}

/// Runs a round and forwards its events; notifies `drained` when nothing is in flight.
pub(crate) async fn observed(
    runner: Runner,
    subjects: &[RoundSubject],
    accounts: &Accounts,
    events: &SharedSink,
    drained: &Arc<Notify>,
) -> Result<Summary> {
    events.emit(&RunEvent::RoundStarted { subjects, accounts });
    let (sink, drained) = (Arc::clone(events), Arc::clone(drained));
    let runner = runner.accounts(accounts.clone()).on_event(move |event| {
        sink.emit(&RunEvent::Asking(event));
        if matches!(event, Event::Drained) {
            drained.notify_one();
        }
    });
    let summary = runner.run().await;
    events.emit(&RunEvent::RoundEnded);
    Ok(summary?)
}

/// Returns the name of this process among workers: its machine and its process number.
pub(crate) fn process_name() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = kernel.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
    let host: String = host.trim().chars().filter(|c| !c.is_control()).take(60).collect();
    let host = if host.is_empty() { "somewhere" } else { &host };
    format!("{host}/{}", std::process::id())
}
