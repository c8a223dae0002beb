//! Events as names and members, for programs.

use crate::Event;
use peirast_throttle::AccountEvent;
use serde_json::{Value, json};
use std::time::Duration;

/// The name and the members of an event, as `docs/events.md` describes them; `None` for events that
/// come with every answer, and that progress sums up.
///
/// ```
/// use peirast_record::ErrorKind;
/// use peirast_run::{Event, event_members};
/// let event = Event::Stopped { subject: "openai:m", kind: ErrorKind::Auth, reason: "no key" };
/// let (name, members) = event_members(event).expect("an event");
/// assert_eq!((name, &members["subject"]), ("stopped", &"openai:m".into()));
/// ```
pub fn event_members(event: Event<'_>) -> Option<(&'static str, Value)> {
    Some(match event {
        Event::Planned { subject, trials, already } => {
            ("planned", json!({ "subject": subject, "trials": trials, "already": already }))
        }
        Event::Retrying { trial, attempt, kind, message, wait } => (
            "retry",
            json!({
                "subject": trial.subject, "trial": trial.key, "attempt": attempt, "kind": kind,
                "message": message, "wait_s": seconds(wait),
            }),
        ),
        Event::FormChanged { subject, from, to } => {
            ("form", json!({ "subject": subject, "from": from, "to": to }))
        }
        Event::RetryAbandoned { trial, attempt, kind, message } => (
            "left",
            json!({
                "subject": trial.subject, "trial": trial.key, "attempt": attempt, "kind": kind,
                "message": message,
            }),
        ),
        Event::Account { account, host, event } => account_event(account, host, event),
        Event::Failed { trial, attempts, kind, message } => (
            "failed",
            json!({
                "subject": trial.subject, "trial": trial.key, "attempts": attempts, "kind": kind,
                "message": message,
            }),
        ),
        Event::Stopped { subject, kind, reason } => {
            ("stopped", json!({ "subject": subject, "kind": kind, "reason": reason }))
        }
        Event::BudgetExhausted { reason } => ("budget", json!({ "reason": reason })),
        Event::Cancelling { subject, in_flight, grace } => (
            "cancelling",
            json!({ "subject": subject, "in_flight": in_flight, "grace_s": seconds(grace) }),
        ),
        Event::Dropped { subject, in_flight, grace, may_cost } => (
            "dropped",
            json!({
                "subject": subject, "in_flight": in_flight, "waited_s": seconds(grace),
                "may_cost": may_cost,
            }),
        ),
        _ => return None,
    })
}

/// The name and the members of an account's event.
fn account_event(account: &str, host: &str, event: &AccountEvent) -> (&'static str, Value) {
    match event {
        &AccountEvent::Paused { status, asked, wait } => (
            "pause",
            json!({
                "account": account, "host": host, "status": status, "asked_s": seconds(asked),
                "wait_s": seconds(wait),
            }),
        ),
        AccountEvent::LimitChanged { from, to } => {
            ("limit", json!({ "account": account, "from": from, "to": to }))
        }
        AccountEvent::Outage { attempts, message } => (
            "outage",
            json!({ "account": account, "host": host, "attempts": attempts, "message": message }),
        ),
        &AccountEvent::Recovered { after } => {
            ("recovered", json!({ "account": account, "host": host, "after_s": seconds(after) }))
        }
        AccountEvent::SubjectIsolated { subject, rejected } => {
            let why = if *rejected { "refused" } else { "late" };
            ("apart", json!({ "account": account, "host": host, "subject": subject, "why": why }))
        }
    }
}

fn seconds(wait: Duration) -> f64 {
    (wait.as_secs_f64() * 1e3).round() / 1e3
}
