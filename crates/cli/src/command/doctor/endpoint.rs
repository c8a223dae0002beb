//! Keys and endpoints: whether what a model needs is there, without showing or sending it.

use super::check::{Check, State};
use crate::args::DoctorArgs;
use crate::subjects::{OPENAI_URL, is_simulated};
use peirast_run::probe;
use std::time::Duration;

/// How long an endpoint may take to say anything.
const PATIENCE: Duration = Duration::from_secs(10);
/// A clock that is further off spoils times in the store and waits until a date.
const MOST_AHEAD_S: i64 = 30;

/// What a provider needs.
struct Provider {
    name: &'static str,
    /// The environment variable of its key; none where it needs none.
    key: Option<String>,
    url: String,
}

/// The providers of the models that are going to be asked; without models, those of which something
/// is said.
fn providers(args: &DoctorArgs) -> Vec<Provider> {
    let live = args.models.iter().any(|name| !is_simulated(name));
    if !live && !args.models.is_empty() {
        return Vec::new();
    }
    match &args.base_url {
        Some(url) => vec![Provider { name: "server", key: None, url: url.clone() }],
        None => vec![Provider {
            name: "openai",
            key: Some(args.key_env.clone()),
            url: OPENAI_URL.to_owned(),
        }],
    }
}

/// Whether keys are set. They are never shown.
pub(super) fn keys(args: &DoctorArgs) -> Vec<Check> {
    let mut checks = Vec::new();
    for provider in providers(args) {
        let Some(variable) = provider.key else { continue };
        let set = std::env::var(&variable).is_ok_and(|key| !key.trim().is_empty());
        checks.push(match (set, args.models.is_empty()) {
            (true, _) => {
                Check::new("key", State::Well, format!("{}: {variable} is set", provider.name))
            }
            (false, wanted) => {
                let state = if wanted { State::Note } else { State::Wrong };
                Check::new("key", state, format!("{}: {variable} is not set", provider.name))
                    .mend("set it, or name another variable with --key-env")
            }
        });
    }
    checks
}

/// Whether endpoints answer; gives how far their clocks are ahead.
pub(super) async fn reach(args: &DoctorArgs, checks: &mut Vec<Check>) -> Vec<(String, i64)> {
    let mut clocks = Vec::new();
    for provider in providers(args) {
        let url = shown(&provider.url);
        if args.offline {
            checks.push(Check::new("endpoint", State::Skipped, format!("{url} was not asked")));
            continue;
        }
        checks.push(match probe(&provider.url, PATIENCE).await {
            Ok(answer) => {
                clocks.extend(answer.ahead_s.map(|ahead| (url.clone(), ahead)));
                let took = answer.elapsed.as_millis();
                let found = format!("{url} answers in {took} ms (HTTP {})", answer.status);
                Check::new("endpoint", State::Well, found)
            }
            Err(why) => {
                let state = if args.models.is_empty() { State::Note } else { State::Wrong };
                Check::new("endpoint", state, format!("{url} cannot be reached ({why})"))
                    .mend("check the address, the network and the proxy, or use --offline")
            }
        });
    }
    clocks
}

/// A URL without what may stand before its host.
fn shown(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
    }
}

/// Whether the clock agrees with those of others.
pub(super) fn clock(endpoints: &[(String, i64)], database: Option<i64>) -> Check {
    let database = database.map(|ahead| ("the database".to_owned(), ahead));
    let all: Vec<_> = endpoints.iter().cloned().chain(database).collect();
    let Some((who, ahead)) = all.iter().max_by_key(|(_, ahead)| ahead.abs()) else {
        return Check::new("clock", State::Skipped, "no other clock was asked");
    };
    let off = ahead.abs();
    let side = if *ahead > 0 { "behind" } else { "ahead of" };
    if off <= MOST_AHEAD_S {
        return Check::new("clock", State::Well, format!("within {off} s of {who}"));
    }
    Check::new("clock", State::Wrong, format!("this machine is {off} s {side} {who}"))
        .mend("set the clock: waits that servers ask for by date would go wrong")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_in_a_url_are_not_shown() {
        assert_eq!(shown("http://me:secret@h/v1"), "http://h/v1");
        assert_eq!(shown("http://h/v1"), "http://h/v1");
    }

    #[test]
    fn the_clock_that_is_furthest_off_decides() {
        let near = [("a".to_owned(), 2), ("b".to_owned(), -3)];
        assert_eq!(clock(&near, None).state, State::Well);
        let far = clock(&near, Some(-90));
        assert_eq!(far.state, State::Wrong);
        assert_eq!(far.found, "this machine is 90 s ahead of the database");
        assert_eq!(clock(&[], None).state, State::Skipped);
    }
}
