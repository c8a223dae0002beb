//! Keys and endpoints: checks what a model needs, without showing or sending a key.

use super::check::{Check, State};
use crate::args::DoctorArgs;
use anyhow::{Context as _, Result};
use peirast_llm::wire::Wire;
use peirast_llm::{Probe, Provider, Providers, probe};
use peirast_record::is_simulated;
use peirast_store::SubjectPlan;
use peirast_study::{ModelAccess, leading_to, providers};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The longest wait for any response of an endpoint.
const PATIENCE: Duration = Duration::from_secs(10);
/// A clock that is further off falsifies times in the store and waits until a date.
const MOST_AHEAD_S: i64 = 30;

/// A provider to check.
struct Target {
    name: String,
    /// The environment variables that can contain its key; none if it needs no key.
    keys: Vec<String>,
    /// The URL of its endpoint, or the reason why there is none.
    url: Result<String>,
    /// True if a model of this provider will be asked.
    is_asked: bool,
    /// True if it speaks OpenAI's format, and so lists its models.
    has_list: bool,
}

impl Target {
    /// The variable that contains its key.
    fn key(&self) -> Option<&String> {
        self.keys.iter().find(|name| providers::variable(name).is_some())
    }

    /// The state to report for a problem with it.
    fn trouble(&self) -> State {
        if self.is_asked { State::Wrong } else { State::Note }
    }
}

/// Returns the providers of the named models. Without models: those of the planned subjects.
/// Without these: those with a key.
fn wanted(
    args: &DoctorArgs,
    lanes: &[SubjectPlan],
    unknown: &mut Vec<String>,
) -> Result<Vec<Target>> {
    let table = providers::load(&args.live.access().providers)?;
    let mut wanted: Vec<Target> = Vec::new();
    for name in args.models.iter().filter(|name| !is_simulated(name)) {
        let (provider, model) = name
            .split_once([':', '/'])
            .with_context(|| format!("unknown model `{name}`: name it as provider/name"))?;
        let one = behind(&table, &args.live.access(), provider, model)?;
        if !wanted.iter().any(|other| other.name == one.name) {
            wanted.push(one);
        }
    }
    if !args.models.is_empty() {
        return Ok(wanted);
    }
    wanted = planned(&table, args, lanes, unknown);
    if !wanted.is_empty() || !unknown.is_empty() {
        return Ok(wanted);
    }
    for provider in table.all().iter().filter(|provider| !provider.keys.is_empty()) {
        let mut one = behind(&table, &args.live.access(), &provider.name, "any")?;
        one.is_asked = false;
        if one.key().is_some() {
            wanted.push(one);
        }
    }
    Ok(wanted)
}

/// Returns the providers of planned subjects, if any; first those with open questions.
fn planned(
    table: &Providers,
    args: &DoctorArgs,
    lanes: &[SubjectPlan],
    unknown: &mut Vec<String>,
) -> Vec<Target> {
    let usual = ModelAccess { base_url: None, base_urls: BTreeMap::new(), ..args.live.access() };
    // Recorded answers have no endpoint that could be asked.
    let live = lanes.iter().filter(|one| one.endpoint.starts_with("http"));
    let mut wanted: Vec<Target> = Vec::new();
    for lane in live.filter(|one| !is_simulated(&one.subject)) {
        let Some((provider, model)) = lane.subject.split_once([':', '/']) else { continue };
        let live = leading_to(&usual, &lane.subject, &lane.endpoint);
        let mut one = match behind(table, &live, provider, model) {
            Ok(one) => one,
            Err(error) => {
                unknown.push(error.to_string());
                continue;
            }
        };
        one.is_asked = lane.answered < lane.trials;
        wanted.push(one);
    }
    wanted.sort_by_key(|one| !one.is_asked);
    let mut seen = BTreeSet::new();
    wanted.retain(|one| seen.insert((one.name.clone(), one.url.as_ref().ok().cloned())));
    wanted
}

/// Returns the checks of a model of a provider.
fn behind(table: &Providers, live: &ModelAccess, provider: &str, model: &str) -> Result<Target> {
    let names = [format!("{provider}/{model}"), format!("{provider}:{model}")];
    let own = names.iter().find(|name| live.base_urls.contains_key(*name));
    let base_url = live.base_url_of(own.unwrap_or(&names[0]));
    let terms = table.terms_at(provider, model, base_url)?;
    let Provider { name, keys, local, wire, .. } = terms.provider();
    let keys_here = live.key_env.as_ref().map_or(keys.as_slice(), std::slice::from_ref);
    let url = terms.url_at(base_url, keys_here, &providers::variable);
    let url = url.and_then(|url| terms.check_url(&url).map(|()| url)).map_err(anyhow::Error::from);
    let has_list = matches!(wire, Wire::OpenAiChat | Wire::OpenAiResponses);
    let keys = match &live.key_env {
        Some(named) => vec![named.clone()],
        None if *local || base_url.is_some() => Vec::new(),
        None => keys.clone(),
    };
    Ok(Target { name: name.clone(), keys, url, is_asked: true, has_list })
}

/// Checks keys, without showing them, and endpoints, without sending them a key. Returns how far
/// the clocks of endpoints are ahead.
pub(super) async fn look(
    args: &DoctorArgs,
    lanes: &[SubjectPlan],
    checks: &mut Vec<Check>,
) -> Vec<(String, i64)> {
    let mut unknown = Vec::new();
    let wanted = match wanted(args, lanes, &mut unknown) {
        Ok(wanted) => wanted,
        Err(error) => {
            checks.push(Check::new("model", State::Wrong, error.to_string()));
            return Vec::new();
        }
    };
    unknown.sort();
    unknown.dedup();
    let is_known = unknown.is_empty();
    checks.extend(unknown.into_iter().map(|why| Check::new("endpoint", State::Wrong, why)));
    if is_known && wanted.is_empty() && args.models.is_empty() {
        let found = "no key of a provider is set";
        checks.push(Check::new("key", State::Note, found).mend("`peirast models` lists them"));
    }
    for one in wanted.iter().filter(|one| !one.keys.is_empty()) {
        checks.push(match one.key() {
            Some(name) => Check::new("key", State::Well, format!("{}: {name} is set", one.name)),
            None => {
                let found = format!("{}: {} is not set", one.name, one.keys.join(" or "));
                Check::new("key", one.trouble(), found)
                    .mend("set it, or name another variable with --key-env")
            }
        });
    }
    let (mut clocks, mut asked) = (Vec::new(), BTreeSet::new());
    for one in &wanted {
        // Several providers may share one endpoint.
        if one.url.as_ref().is_ok_and(|url| !asked.insert((url, one.has_list))) {
            continue;
        }
        checks.push(reached(one, args.offline, &mut clocks).await);
    }
    clocks
}

async fn reached(one: &Target, offline: bool, clocks: &mut Vec<(String, i64)>) -> Check {
    let url = match &one.url {
        Ok(url) => url,
        Err(error) => {
            return Check::new("endpoint", one.trouble(), format!("{}: {error}", one.name));
        }
    };
    let said = without_credentials(url);
    if offline {
        return Check::new("endpoint", State::Skipped, format!("{said} was not asked"));
    }
    let place = match one.has_list {
        true => format!("{}/models", url.trim_end_matches('/')),
        false => url.clone(),
    };
    match probe(&place, PATIENCE).await {
        Ok(Probe { status: 404, .. }) if one.has_list => {
            let found = format!("{said} answers, but has no list of models (HTTP 404)");
            Check::new("endpoint", State::Note, found)
                .mend("see that the URL ends where /chat/completions is to follow, mostly with /v1")
        }
        Ok(answer) => {
            clocks.extend(answer.ahead_s.map(|ahead| (said.clone(), ahead)));
            let took = answer.elapsed.as_millis();
            let found = format!("{said} answers in {took} ms (HTTP {})", answer.status);
            Check::new("endpoint", State::Well, found)
        }
        Err(why) => {
            Check::new("endpoint", one.trouble(), format!("{said} cannot be reached ({why})"))
                .mend("check the address, the network and the proxy, or use --offline")
        }
    }
}

/// A URL without the credentials before its host.
fn without_credentials(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
    }
}

/// Compares this machine's clock with other clocks.
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
        assert_eq!(without_credentials("http://me:secret@h/v1"), "http://h/v1");
        assert_eq!(without_credentials("http://h/v1"), "http://h/v1");
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
