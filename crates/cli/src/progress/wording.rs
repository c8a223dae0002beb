//! Texts of the progress display.

use super::row::Snapshot;
use peirast_cost::Usd;
use peirast_decimals::counted;
use peirast_report::escape_line;
use peirast_throttle::AccountStatus;
use std::time::Duration;

/// Number of characters of a subject's name in a bar.
pub(super) const NAME: usize = 28;

/// The state next to the count.
pub(super) fn state(seen: Snapshot, accounts: &[&AccountStatus], spent: Option<String>) -> String {
    let limit: usize = accounts.iter().map(|account| account.limit).sum();
    // Money first: on a narrow terminal the rest is cut off.
    let mut parts: Vec<String> = spent.into_iter().collect();
    // A limit that was lowered does not end the requests that it would no longer allow.
    parts.push(match seen.in_flight > limit as u64 {
        true => format!("{} in flight, limit {limit}", seen.in_flight),
        false => format!("{} of {limit} in flight", seen.in_flight),
    });
    // A few answers are on their way to the disk at any time.
    if seen.storing > limit as u64 {
        parts.push(format!("{} answers waiting for the disk", seen.storing));
    }
    if seen.retries > 0 {
        parts.push(counted(seen.retries, "retry", "retries"));
    }
    if seen.failed > 0 {
        parts.push(format!("{} failed", seen.failed));
    }
    if seen.stops && seen.grows {
        // Questions are counted when stored.
        parts.push("storing the rest of the plan".to_owned());
    }
    if let Some(wait) = waits(accounts) {
        parts.push(format!("waiting {}", seconds(wait)));
    }
    parts.join(", ")
}

/// The cost of the answers of a subject.
pub(super) fn cost(usd: Usd) -> String {
    format!("{usd} spent")
}

/// The line about subjects without a bar.
pub(super) fn more(subjects: &[Snapshot]) -> String {
    let all = subjects.len();
    match subjects.iter().filter(|seen| seen.is_over()).count() {
        0 => format!("and {all} more"),
        done if done == all => format!("and {all} more, all of them done"),
        done => format!("and {all} more, {done} of them done"),
    }
}

/// The current wait: over several accounts, the shortest.
pub(super) fn waits(accounts: &[&AccountStatus]) -> Option<Duration> {
    accounts.iter().map(|account| account.waits).min().flatten()
}

/// The longest remaining time of several subjects, each after its wait; none if one is unknown, or
/// if nothing is left.
pub(super) fn longest(all: impl Iterator<Item = (Snapshot, Option<Duration>)>) -> Option<Duration> {
    let lasts = |(seen, waits): (Snapshot, Option<Duration>)| seen.left(waits);
    let left: Option<Vec<Duration>> =
        all.filter(|(seen, _)| seen.grows || seen.open() > 0).map(lasts).collect();
    left?.into_iter().max()
}

/// The text after a bar.
pub(super) fn beside(seen: Snapshot, left: Option<Duration>, state: &str) -> String {
    let left = left.filter(|_| seen.open() > 0);
    let left = left.map_or_else(String::new, |left| format!(", {} left", lasting(left)));
    format!("{}/{} {}{left}, {state}", seen.done, seen.total, rate(seen.rate))
}

/// Describes the progress of a run in one line.
pub(super) fn line(
    seen: Snapshot,
    left: Option<Duration>,
    elapsed: Duration,
    state: &str,
) -> String {
    let share = match seen.grows {
        true => "planned so far".to_owned(),
        false => format!("{} %", 100 * seen.done / seen.total.max(1)),
    };
    let left = left.map_or_else(String::new, |left| format!("; about {} left", lasting(left)));
    format!(
        "{} of {} answers ({share}) after {}, {}, {state}{left}",
        seen.done,
        seen.total,
        lasting(elapsed),
        rate(seen.rate)
    )
}

/// Renders answers per second, or per minute or hour if there are few.
fn rate(rate: f64) -> String {
    match rate {
        r if r >= 9.95 => format!("{r:.0}/s"),
        r if r >= 0.995 => format!("{r:.1}/s"),
        r if r * 60.0 >= 0.995 => format!("{:.1}/min", r * 60.0),
        r if r > 0.0 => format!("{:.1}/h", r * 3600.0),
        _ => "none of late".to_owned(),
    }
}

/// Escapes and shortens a name, to fit before a bar.
pub(super) fn shortened(name: &str) -> String {
    let name = escape_line(name);
    match name.chars().count() > NAME {
        true => name.chars().take(NAME - 1).chain(['…']).collect(),
        false => name,
    }
}

/// Describes the wait that a server asks for, and the longer time that is not observed, if any.
pub(super) fn pausing(host: &str, status: Option<u16>, asked: Duration, wait: Duration) -> String {
    let more = if asked > wait { format!(" for {}", seconds(asked)) } else { String::new() };
    let asks = match status {
        Some(status) => format!("asked{more} (HTTP {status})"),
        None => "says that nothing is left of its limits until then".to_owned(),
    };
    format!("waiting {} because {host} {asks}", seconds(wait))
}

pub(super) fn seconds(wait: Duration) -> String {
    format!("{:.0} s", wait.as_secs_f64().ceil())
}

/// Renders a longer time in words.
fn lasting(time: Duration) -> String {
    match time.as_secs() {
        s if s < 120 => format!("{s} s"),
        s if s < 7200 => format!("{:.0} min", s as f64 / 60.0),
        s => format!("{:.1} h", s as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_cost::{Amount, Balance, Budget};
    use peirast_study::SpendingSummary;

    #[test]
    fn a_pause_names_who_asked_for_it() {
        let (short, long) = (Duration::from_millis(20_500), Duration::from_secs(3600));
        let told = pausing("host:80", Some(429), short, short);
        assert_eq!(told, "waiting 21 s because host:80 asked (HTTP 429)");
        let told = pausing("host", Some(503), long, Duration::from_secs(300));
        assert_eq!(told, "waiting 300 s because host asked for 3600 s (HTTP 503)");
        let told = pausing("host", None, short, short);
        assert_eq!(
            told,
            "waiting 21 s because host says that nothing is left of its limits until then"
        );
    }

    #[test]
    fn a_line_says_how_far_it_has_come() {
        let account = |limit, waits| {
            let account = "https://host/v1".to_owned();
            AccountStatus { account, in_flight: 90, limit, waits }
        };
        let seen = Snapshot {
            total: 20_000,
            done: 5000,
            in_flight: 90,
            rate: 50.0,
            ..Snapshot::default()
        };
        let after = Duration::from_secs(100);
        let plain = state(seen, &[&account(128, None)], None);
        assert_eq!(
            line(seen, seen.left(None), after, &plain),
            "5000 of 20000 answers (25 %) after 100 s, 50/s, 90 of 128 in flight; about 5 min left"
        );
        assert_eq!(
            beside(seen, seen.left(None), &plain),
            "5000/20000 50/s, 5 min left, 90 of 128 in flight"
        );
        let paused = waits(&[&account(128, Some(Duration::from_secs(900)))]);
        assert_eq!(
            beside(seen, seen.left(paused), "waiting 900 s"),
            "5000/20000 50/s, 20 min left, waiting 900 s"
        );

        let growing = Snapshot { grows: true, ..seen };
        assert_eq!(
            line(growing, growing.left(None), after, &plain),
            "5000 of 20000 answers (planned so far) after 100 s, 50/s, 90 of 128 in flight"
        );
        let stopping = Snapshot { stops: true, ..growing };
        assert_eq!(
            state(stopping, &[&account(128, None)], None),
            "90 of 128 in flight, storing the rest of the plan"
        );

        let seen = Snapshot { done: 0, retries: 3, failed: 1, rate: 0.0, ..seen };
        let settled = Amount { usd: Usd::new(1.234).unwrap_or_default(), tokens: 0 };
        let budget = Budget { usd: Usd::new(2.0), tokens: None };
        let spent = SpendingSummary::new(Balance { settled, ..Balance::default() }, budget, true);
        let waiting = account(64, Some(Duration::from_millis(1500)));
        let troubled = state(seen, &[&waiting], spent.render());
        assert_eq!(
            line(seen, None, Duration::from_secs(7), &troubled),
            "0 of 20000 answers (0 %) after 7 s, none of late, 1.23 USD spent, 0.77 USD left of the \
             budget, 90 in flight, limit 64, 3 retries, 1 failed, waiting 2 s"
        );
        assert!(beside(seen, None, &troubled).starts_with("0/20000 none of late, 1.23 USD spent"));
        let over = Snapshot { total: 12, done: 11, failed: 1, rate: 2.5, ..Snapshot::default() };
        assert_eq!(beside(over, None, "0 of 64 in flight"), "11/12 2.5/s, 0 of 64 in flight");
    }

    #[test]
    fn those_without_a_bar_are_counted() {
        let (open, over) = (Snapshot { total: 1, ..Snapshot::default() }, Snapshot::default());
        assert_eq!(more(&[open, open]), "and 2 more");
        assert_eq!(more(&[open, over, open]), "and 3 more, 1 of them done");
        assert_eq!(more(&[over, over]), "and 2 more, all of them done");
        let growing = Snapshot { grows: true, ..over };
        let (stopped, landing) =
            (Snapshot { stops: true, ..open }, Snapshot { in_flight: 1, ..over });
        assert_eq!(more(&[growing, stopped, landing]), "and 3 more, 1 of them done");
    }

    #[test]
    fn the_slowest_account_says_how_long_the_rest_takes() {
        let seen = |open: u64, rate| Snapshot {
            total: 100 + open,
            done: 100,
            rate,
            ..Snapshot::default()
        };
        let seconds = |time| Some(Duration::from_secs(time));
        let quick = (seen(1000, 100.0), None);
        let slow = (seen(300, 5.0), None);
        let paused = (seen(100, 10.0), seconds(60));
        let done = (seen(0, 0.0), None);
        let stuck = (seen(1, 0.0), None);
        let growing = (Snapshot { grows: true, ..seen(0, 1.0) }, None);
        let left = |all: &[_]| longest(all.iter().copied());
        assert_eq!(left(&[quick, slow, done]), seconds(60));
        assert_eq!(left(&[quick, paused]), seconds(70));
        assert_eq!(left(&[quick, stuck]), None);
        assert_eq!(left(&[quick, growing]), None);
        assert_eq!(left(&[done]), None);
    }

    #[test]
    fn rates_are_told_in_units_that_show_something() {
        let told = [1234.5, 9.95, 9.94, 1.0, 0.5, 0.02, 0.01].map(rate);
        assert_eq!(told, ["1234/s", "10/s", "9.9/s", "1.0/s", "30.0/min", "1.2/min", "36.0/h"]);
    }

    #[test]
    fn a_name_moves_no_cursor() {
        assert_eq!(shortened("openai:\u{1b}[2J\n"), r"openai:\u{1b}[2J\n");
        assert_eq!(shortened(&"x".repeat(99)).chars().count(), NAME);
    }
}
