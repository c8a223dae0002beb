//! Unattended runs: their ends, their events, and the limits that they keep.

use crate::support::chat::Chat;
use crate::support::{Done, Place, QUESTIONS, Wording, json_lines, says};
use peirast_mock::{Config, Mock};
use serde_json::Value;
use std::time::Duration;

const KEY: &str = "sk-PLANTED-0123456789abcdefghij";
/// The option that writes events to a file.
const EVENTS: &str = "--json-events events.jsonl";

fn run(chat: &Chat, model: &str, more: &str) -> String {
    format!("run small.toml --into r {} {EVENTS} {more}", chat.model(model))
}

/// The events so far. Each has its version, its name and its time.
fn events(place: &Place) -> Vec<Value> {
    let events = json_lines(&place.read("events.jsonl"));
    for event in &events {
        assert_eq!(event["v"], 1, "{event}");
        assert!(event["event"].is_string(), "{event}");
        assert!(event["run"].as_str().is_some_and(|run| !run.is_empty()), "{event}");
        let at = event["at"].as_str().unwrap_or_default();
        assert!(at.len() >= 20 && at.ends_with('Z'), "{event}");
    }
    events
}

fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

/// Asserts that a run ended in this way, and that its last event agrees. Returns its messages and
/// its events.
fn ends(place: &Place, done: &Done, code: i32, outcome: &str) -> Vec<Value> {
    assert_eq!(done.code, Some(code), "{}", done.err);
    let events = events(place);
    assert_eq!(events[0]["event"], "begun");
    let last = events.last().expect("an event");
    assert_eq!((&last["event"], &last["outcome"]), (&"finished".into(), &outcome.into()), "{last}");
    assert_eq!(last["exit_code"], code, "{last}");
    events
}

#[test]
fn events_say_of_which_run_they_are() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let codes = [(); 2].map(|()| place.run(&run(&chat, "plain", "")).code);
    assert_eq!(codes, [Some(0); 2]);
    let all = events(&place);
    let mut runs: Vec<&Value> = all.iter().map(|event| &event["run"]).collect();
    runs.dedup();
    assert_eq!(runs.len(), 2, "{runs:?}");
    assert_ne!(runs[0], runs[1], "{runs:?}");
}

#[test]
fn complete_is_0() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let done = place.run(&run(&chat, "plain", "--price-input 2 --price-output 8"));
    let events = ends(&place, &done, 0, "complete");
    assert_eq!((&events[0]["command"], &events[0]["study"]), (&"run".into(), &"small".into()));
    let planned = named(&events, "planned");
    assert_eq!((&planned[0]["trials"], &planned[0]["already"]), (&12.into(), &0.into()));

    let progress = *named(&events, "progress").last().expect("at the end at least");
    let subject = &progress["subjects"][0];
    assert_eq!((&subject["subject"], &subject["answered"]), (&"openai:plain".into(), &12.into()));
    assert_eq!((&subject["in_flight"], &subject["left_s"]), (&0.into(), &0.0.into()));
    assert!(subject["per_s"].as_f64() > Some(0.0), "{progress}");
    assert_eq!(subject["cost_usd"], 0.000504, "what it costs beside the others");

    let last = events.last().expect("an event");
    assert_eq!(last["cost_usd"], 0.000504, "twelve answers, 42 millionths each");
    assert_eq!(last["summary"]["answered"], 12);
    let account = &last["summary"]["accounts"][chat.at().trim_start_matches("--base-url ")];
    assert_eq!((&account["sent"], &account["refused"]), (&12.into(), &0.into()), "{last}");
    assert!(account["mean_in_flight"].as_f64() > Some(0.0), "{last}");
    let manifest: Value = serde_json::from_str(&place.read("r/manifest.json")).expect("JSON");
    assert_eq!(&manifest["accounts"], &last["summary"]["accounts"]);
}

#[test]
fn an_error_is_1_and_wrong_usage_2() {
    let (place, chat, other) = (Place::with_study(), Chat::start(), Chat::start());
    place.ok(&run(&chat, "plain", ""));
    // The same answers, but of another server.
    let done = place.run(&run(&other, "plain", ""));
    let events = ends(&place, &done, 1, "failed");
    assert!(events.last().expect("an event")["message"].is_string());
    assert_eq!(other.requests(), 0);
    place.fails(2, &run(&chat, "plain", "--on-limit cry"));
    place.fails(2, &run(&chat, "plain", "--rpm 0"));
}

#[test]
fn partial_is_3() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let done = place.run(&run(&chat, "moody", "--attempts 1 --concurrency 1"));
    let events = ends(&place, &done, 3, "partial");
    let failed = named(&events, "failed");
    assert_eq!((failed.len(), &failed[0]["kind"]), (3, &"server".into()));
    says(&place.ok(&format!("show r {}", failed[0]["trial"].as_str().expect("a key"))), &["500"]);
    let summary = &events.last().expect("an event")["summary"];
    assert_eq!((&summary["answered"], &summary["unanswered"]), (&9.into(), &3.into()));
    assert_eq!(summary["failed"]["server"], 3);
}

#[test]
fn budget_is_4_and_said_once() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let dear = "--price-input 2 --price-output 8 --max-tokens 50 --concurrency 2";
    let done = place.run(&run(&chat, "plain", &format!("{dear} --budget 0.0011")));
    let events = ends(&place, &done, 4, "budget");
    wording.shape("run", &done.err);
    insta::assert_snapshot!(wording.text());
    let last = events.last().expect("an event");
    // The event has the figures of its moment. Those at the end count what was under way then, too.
    let exhausted = named(&events, "budget");
    assert_eq!(exhausted.len(), 1, "{exhausted:?}");
    let room = "the budget of 0.00110 USD has room for no other answer";
    let reason = last["summary"]["budget"].as_str().expect("a reason");
    for reason in [exhausted[0]["reason"].as_str().expect("a reason"), reason] {
        assert!(reason.starts_with(room), "{reason}");
    }
    assert_eq!(done.err.matches(reason).count(), 1, "{reason}\n{}", done.err);
    assert_eq!(done.err.matches(room).count(), 1, "{}", done.err);
    let (cost, left) = (last["cost_usd"].as_f64(), last["budget_left_usd"].as_f64());
    let sum = cost.expect("a cost") + left.expect("what is left");
    assert!((sum - 0.0011).abs() < 1e-9, "{last}");
    assert!(cost > Some(0.0), "{last}");
}

#[test]
fn a_limit_is_5_if_it_is_to_end_the_run() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let begun = std::time::Instant::now();
    let done = place.run(&run(&chat, "busy", "--on-limit stop"));
    let events = ends(&place, &done, 5, "limit");
    assert!(begun.elapsed() < Duration::from_secs(60), "it waited {:?}", begun.elapsed());
    assert!(chat.requests() <= QUESTIONS, "nothing is tried again");
    // Several were under way, and end after the first has stopped the run.
    let sent = chat.requests();
    let last = events.last().expect("an event");
    let summary = &last["summary"];
    assert_eq!((&summary["unanswered"], &summary["retries"]), (&12.into(), &0.into()), "{last}");
    assert_eq!(summary["retried"]["rate-limit"], sent, "{last}");
    let account = &summary["accounts"][chat.at().trim_start_matches("--base-url ")];
    assert_eq!(account["refused"], sent, "{last}");
    assert_eq!(named(&events, "retry").len() + named(&events, "left").len(), sent);
    let progress = *named(&events, "progress").last().expect("at the end at least");
    assert_eq!(progress["subjects"][0]["in_flight"], 0, "{progress}");
    let stopped = named(&events, "stopped");
    assert_eq!((stopped.len(), &stopped[0]["kind"]), (1, &"rate-limit".into()));

    // Answers are not lost, and the next run goes on.
    let rest = place.run(&run(&chat, "busy", "--on-limit stop"));
    ends(&place, &rest, 5, "limit");
}

#[test]
#[cfg(unix)]
fn an_interrupt_is_130_and_the_next_run_asks_the_rest() {
    const ALL: usize = 80;
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = run(&chat, "slow", "--n 20 --concurrency 4");
    let running = place.start(&line);
    crate::support::until("some answers", || chat.requests() >= 20);
    running.signal("INT");
    let done = running.end();
    let events = ends(&place, &done, 130, "interrupted");
    assert_eq!(named(&events, "cancelling").len(), 1);
    let stored = place.counts("r").responses;
    let summary = &events.last().expect("an event")["summary"];
    assert_eq!((&summary["answered"], chat.requests() as u64), (&stored.into(), stored));

    let done = place.run(&line);
    let events = ends(&place, &done, 0, "complete");
    assert_eq!(named(&events, "begun").len(), 2, "events are added at the end");
    let planned = named(&events, "planned");
    assert_eq!(planned[1]["already"], stored);
    assert_eq!((chat.requests(), chat.repeats()), (ALL, 0));
}

#[test]
#[cfg(unix)]
fn an_interrupt_while_a_study_is_planned_ends_at_once() {
    const INT: u32 = 2;
    const TERM: u32 = 15;
    let place = Place::with_many();
    let study = "run many.toml --n 50000 --model sim:flawless --into r";
    let running = place.start(&format!("{study} {EVENTS}"));
    let events_of = || std::fs::read_to_string(place.path("events.jsonl")).unwrap_or_default();
    crate::support::until("the beginning", || events_of().contains("begun"));
    crate::support::until("it listens", || running.catches(TERM));
    running.signal("TERM");
    let done = running.end();
    let events = ends(&place, &done, 130, "interrupted");
    assert_eq!(events.len(), 2, "{events:?}");
    assert!(!place.path("r").exists());

    let running = place.start(&format!("{study} --plan-only"));
    crate::support::until("it listens", || running.catches(INT));
    running.signal("INT");
    let done = running.end();
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(!place.path("r").exists());
    let mut wording = Wording::default();
    wording.add("interrupted", &done.err);
    insta::assert_snapshot!(wording.text());
}

#[test]
#[cfg(unix)]
fn a_pause_is_told_as_long_as_it_was() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start(&run(&chat, "busy", ""));
    let pauses =
        || place.path("events.jsonl").exists() && place.read("events.jsonl").contains("\"pause\"");
    crate::support::until("a pause", pauses);
    running.signal("INT");
    let done = running.end();
    let events = ends(&place, &done, 130, "interrupted");
    assert_eq!(named(&events, "pause")[0]["wait_s"], 120.0);
    let accounts = &events.last().expect("an event")["summary"]["accounts"];
    let account = &accounts[chat.at().trim_start_matches("--base-url ")];
    let paused = account["paused_s"].as_f64().expect("a time");
    assert!(paused < 60.0, "two minutes were asked for, and not waited: {account}");
}

#[test]
fn no_event_holds_a_key() {
    for (model, attempts, code) in
        [("closed", 1, 1), ("echo", 1, 0), ("failing", 2, 0), ("garbled", 1, 3)]
    {
        let (place, chat) = (Place::with_study().env("OPENAI_API_KEY", KEY), Chat::start());
        let done = place.run(&run(&chat, model, &format!("--attempts {attempts}")));
        assert_eq!(done.code, Some(code), "{}", done.err);
        let text = place.read("events.jsonl");
        assert!(!text.contains("PLANTED") && !done.err.contains("PLANTED"), "{model}: {text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{model}: {text}");
        let events = events(&place);
        match model {
            "closed" => {
                let reason = named(&events, "stopped")[0]["reason"].to_string();
                says(&reason, &["401"]);
            }
            "failing" => assert_eq!(named(&events, "retry").len(), QUESTIONS),
            _ => {}
        }
    }
}

#[test]
fn events_on_stdout_are_alone_there() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("run small.toml --into r {} --json-events -", chat.model("plain"));
    let events = json_lines(&place.ok(&line));
    assert_eq!(events.last().expect("an event")["event"], "finished");
    assert!(place.path("r/report.html").exists());
    let mut wording = Wording::default();
    wording.fails(&place, 2, &format!("{line} --json"));
    wording.fails(&place, 1, &line.replace("--json-events -", "--json-events no/such/place"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn translations_have_the_same_endings_and_events() {
    let (place, chat) = (Place::new(), Chat::start());
    place.ok(&format!("run etr --n 2 --into r {}", chat.model("mumbler")));
    let line = format!("translate r {} {EVENTS}", chat.model("busy"));
    let done = place.run(&format!("{line} --on-limit stop"));
    let events = ends(&place, &done, 5, "limit");
    assert_eq!(events[0]["command"], "translate");
}

#[test]
fn requests_a_minute_are_kept() {
    let place = Place::with_study();
    let mock = Mock::start(Config::default()).expect("a server");
    let line =
        format!("run small.toml --n 2 --into r --model openai:m --base-url {}", mock.base_url());
    place.ok(&format!("{line} --rpm 240"));
    let stats = mock.stats();
    assert_eq!((stats.requests, stats.answered), (8, 8));
    // A quarter of a second apart; the first goes out at once.
    assert!((1.7..15.0).contains(&stats.span_s), "{} s", stats.span_s);
}

#[test]
fn what_a_server_bears_is_found() {
    const AT_A_TIME: u64 = 100;
    const ALL: u64 = 2000;
    let place = Place::with_study();
    let config = Config {
        max_inflight: AT_A_TIME,
        no_hint: true,
        latency_ms: 100.0,
        jitter_ms: 20.0,
        ..Config::default()
    };
    let mock = Mock::start(config).expect("a server");
    let base = mock.base_url();
    let done = place.run(&format!(
        "run small.toml --n 500 --into r --model openai:m --base-url {base} --concurrency 1000 {EVENTS}"
    ));
    assert_eq!(done.code, Some(0), "{}", done.err);
    let stats = mock.stats();
    assert_eq!((stats.answered, stats.answered_again), (ALL, 0));
    assert!(20 * stats.full <= stats.requests, "at most 5 % in vain: {stats:?}");
    // On a machine with nothing else to do it is 90 % and more.
    let possible = AT_A_TIME as f64 / 0.1;
    let rate = stats.answered as f64 / stats.span_s;
    assert!(rate >= 0.4 * possible, "{rate} of {possible} a second: {stats:?}\n{}", done.err);
    let events = events(&place);
    assert!(!named(&events, "limit").is_empty(), "the limit was moved");
    let account = &events.last().expect("an event")["summary"]["accounts"][&base];
    let counts = (&account["sent"], &account["refused"]);
    assert_eq!(counts, (&stats.requests.into(), &stats.full.into()), "{account}");
}

#[test]
fn counts_go_on_over_the_rounds_of_a_command() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let voting = format!(
        "run syllogism --n 1 --strategy zero_shot --temperature 0.5 --voting published-2025 --into r {} {EVENTS}",
        chat.model("wavering")
    );
    let done = place.run(&voting);
    let first = ends(&place, &done, 0, "complete");
    let all = counts_grow(&first);

    // A later run announces all rounds that it finds from its first event on.
    std::fs::remove_file(place.path("events.jsonl")).expect("events");
    let again = ends(&place, &place.run(&voting), 0, "complete");
    let planned = named(&again, "planned");
    assert_eq!((&planned[0]["trials"], &planned[0]["already"]), (&all.into(), &all.into()));
    assert_eq!(counts_grow(&again), all);
}

/// Asserts that the counts in events never fall, and end at those of the last one, which is
/// returned.
fn counts_grow(events: &[Value]) -> u64 {
    let subject = |event: &Value| match event["event"].as_str() {
        Some("planned") => Some((event["trials"].clone(), event["already"].clone())),
        Some("progress") => {
            let subject = &event["subjects"][0];
            Some((subject["trials"].clone(), subject["answered"].clone()))
        }
        _ => None,
    };
    let counts: Vec<(u64, u64)> = events
        .iter()
        .filter_map(subject)
        .map(|(trials, answered)| {
            (trials.as_u64().expect("a count"), answered.as_u64().expect("a count"))
        })
        .collect();
    assert!(counts.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1), "{counts:?}");
    let elapsed = |event: &&Value| event["elapsed_s"].as_f64();
    let times: Vec<f64> = named(events, "progress").iter().filter_map(elapsed).collect();
    assert!(times.is_sorted(), "{times:?}");
    let last = events.last().expect("an event")["summary"]["trials"].as_u64().expect("a count");
    assert_eq!(counts.last(), Some(&(last, last)), "{counts:?}");
    last
}
