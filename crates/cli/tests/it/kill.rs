//! Interrupted runs: after every kind of end, the next run continues and asks nothing twice.
#![cfg(unix)]

use crate::support::chat::Chat;
use crate::support::{Place, QUESTIONS, says, until};
use std::time::Duration;

/// Questions of the small study with twenty items per variant.
const ALL: usize = 80;
const IN_FLIGHT: usize = 4;
/// The most questions that are asked again after a kill: those in flight, and those whose answers
/// were on their way to the disk.
const LOST_BY_A_KILL: usize = 3 * IN_FLIGHT;

fn line(chat: &Chat, model: &str) -> String {
    format!("run small.toml --n 20 --into r --concurrency {IN_FLIGHT} {}", chat.model(model))
}

/// Asserts that every question has exactly one answer, and that the reports are there.
fn is_complete(place: &Place) {
    assert_eq!(place.counts("r").responses, ALL as u64);
    assert_eq!(place.counts("r").trials, ALL as u64);
    assert_eq!(place.read("r/outcomes.csv").lines().count(), ALL + 1);
}

#[test]
fn a_killed_run_is_continued() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let moments = [1, 20, 45, 70];
    for moment in moments {
        let running = place.start(&line(&chat, "slow"));
        until("the moment", || chat.requests() >= moment);
        running.signal("KILL");
        assert_eq!(running.end().code, None, "killed");
    }
    let before = chat.requests();
    let stored = place.counts("r").responses as usize;
    assert!(
        stored < ALL && stored + moments.len() * LOST_BY_A_KILL >= before,
        "{stored} of {before}"
    );

    place.ok(&line(&chat, "slow"));
    is_complete(&place);
    assert_eq!(chat.requests(), before + ALL - stored, "the last run asks what is missing");
    assert!(chat.repeats() <= moments.len() * LOST_BY_A_KILL, "{} repeats", chat.repeats());
}

#[test]
fn a_killed_run_can_be_read() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start(&line(&chat, "slow"));
    until("some answers", || chat.requests() >= 40);
    running.signal("KILL");
    running.end();
    place.ok("test r");
    place.ok("report r");
    let dry = place.ok(&format!("{} --dry-run", line(&chat, "slow")));
    says(&dry, &["Nothing was asked"]);
}

#[test]
fn an_interrupted_run_stores_what_is_in_flight() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start(&line(&chat, "slow"));
    until("some answers", || chat.requests() >= 20);
    running.signal("INT");
    let done = running.end();
    assert_eq!(done.code, Some(130), "{}", done.err);
    says(&done.err, &["interrupted", "run the same command again"]);
    let asked = chat.requests();
    assert!(asked < ALL);
    assert_eq!(place.counts("r").responses, asked as u64, "nothing that was asked is lost");
    says(&done.out, &["A small study"]);

    place.ok(&line(&chat, "slow"));
    is_complete(&place);
    assert_eq!((chat.requests(), chat.repeats()), (ALL, 0));
}

/// True if these tests were started with hangups ignored, as under `nohup`; their child processes
/// inherit this.
fn outlives_terminals() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_none_or(|mask| mask & 1 == 1)
}

/// Schedulers and `docker stop` send SIGTERM, a closed terminal SIGHUP.
#[test]
fn a_request_to_end_is_heeded_as_an_interrupt_is() {
    let signals = if outlives_terminals() { &["TERM"][..] } else { &["TERM", "HUP"] };
    for signal in signals {
        let (place, chat) = (Place::with_study(), Chat::start());
        let running = place.start(&line(&chat, "slow"));
        until("some answers", || chat.requests() >= 20);
        running.signal(signal);
        let done = running.end();
        assert_eq!(done.code, Some(130), "{signal}: {}", done.err);
        assert_eq!(place.counts("r").responses, chat.requests() as u64, "{signal}");
        assert!(chat.requests() < ALL);
    }
}

#[test]
fn a_run_outlives_its_terminal_where_it_is_told_to() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let program = env!("CARGO_BIN_EXE_peirast");
    let mut child = std::process::Command::new("sh")
        .args(["-c", r#"trap '' HUP; exec "$0" "$@""#, program])
        .args(line(&chat, "slow").split_whitespace())
        .current_dir(place.path("."))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    until("some answers", || chat.requests() >= 20);
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-s", "HUP", &id]).status();
    assert!(sent.expect("kill runs").success());
    assert!(child.wait().expect("it ends").success());
    is_complete(&place);
}

#[test]
fn a_second_interrupt_does_not_wait() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start_telling("told.txt", &line(&chat, "hanging"));
    until("some questions", || chat.requests() >= IN_FLIGHT);
    running.signal("INT");
    let waits = "waiting up to 30 s for 4 requests to openai:hanging in flight";
    until("it waits", || place.read("told.txt").contains(waits));
    running.signal("INT");
    let begun = std::time::Instant::now();
    let done = running.end();
    let told = place.read("told.txt");
    assert_eq!(done.code, Some(130), "{told}");
    // The server hangs for five minutes.
    assert!(begun.elapsed() < Duration::from_secs(60), "it waited {:?}", begun.elapsed());
    says(
        &told,
        &["interrupted", "4 requests in flight are dropped", "give the same command to continue"],
    );
}

/// The final message counts the same possibly charged requests as the later costs, even if some of
/// them were answered meanwhile.
#[test]
fn a_second_interrupt_counts_what_the_costs_count() {
    let place = Place::with_study();
    for (model, requests) in [("hanging", IN_FLIGHT), ("slow", 10)] {
        let chat = Chat::start();
        let (into, told) = (format!("paid-{model}"), format!("{model}.txt"));
        let line = format!(
            "run small.toml --n 20 --into {into} --concurrency {IN_FLIGHT} --price-input 1 --price-output 2 {}",
            chat.model(model)
        );
        let running = place.start_telling(&told, &line);
        until("some questions", || chat.requests() >= requests);
        running.signal("INT");
        until("the first", || {
            place.read(&told).contains("interrupted; no further question is asked")
        });
        running.signal("INT");
        assert_eq!(running.end().code, Some(130));
        let told = place.read(&told);
        let Some((_, said)) = told.split_once("interrupted again: ") else {
            assert_eq!(model, "slow", "it ended in order before the second: {told}");
            continue;
        };
        let said: u64 = match said.strip_prefix("up to ").and_then(|said| said.split_once(' ')) {
            Some((number, _)) => number.parse().expect("a number"),
            None => 0,
        };
        let cost = place.ok(&format!("cost {into} --price-input 1 --price-output 2 --json"));
        let cost: serde_json::Value = serde_json::from_str(&cost).expect("JSON");
        let subject = &cost["subjects"][format!("openai:{model}")];
        let unsure = subject["unsure"]["attempts"].as_u64().unwrap_or(0);
        match model {
            "hanging" => assert_eq!((said, unsure), (IN_FLIGHT as u64, IN_FLIGHT as u64), "{told}"),
            // An answer may be stored between the words and the end.
            _ => assert!(unsure <= said, "{unsure}: {told}"),
        }
    }
}

#[test]
fn what_is_dropped_after_the_grace_is_counted() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start_telling("told.txt", &(line(&chat, "hanging") + " --grace 1"));
    until("some questions", || chat.requests() >= IN_FLIGHT);
    running.signal("INT");
    let done = running.end();
    let told = place.read("told.txt");
    assert_eq!(done.code, Some(130), "{told}");
    says(
        &told,
        &[
            "waiting up to 1 s for 4 requests to openai:hanging in flight",
            "4 requests to openai:hanging were dropped after 1 s, unanswered",
            "--grace SECONDS",
        ],
    );
}

#[test]
fn one_run_at_a_time_writes_to_a_directory() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start(&line(&chat, "hanging"));
    until("some questions", || chat.requests() >= IN_FLIGHT);
    let err = place.fails(1, &line(&chat, "plain"));
    says(&err, &["another process is running a study in r", "PostgreSQL (--store)"]);
    // Reading is free, as soon as the plan is stored.
    until("a finished plan", || place.run("test r").code == Some(0));
    running.signal("KILL");
    running.end();
    place.ok(&line(&chat, "plain"));
}

/// The error of a run that fails because no file may exceed this number of blocks of 512 bytes,
/// which SQLite sees as a disk failure.
fn limited(place: &Place, line: &str, blocks: usize) -> String {
    let limited = format!(r#"ulimit -f {blocks}; exec "$0" "$@""#);
    let program = env!("CARGO_BIN_EXE_peirast");
    let output = std::process::Command::new("sh")
        .args(["-c", &limited, program])
        .args(line.split_whitespace())
        .current_dir(place.path("."))
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{err}");
    err
}

#[test]
fn wherever_a_disk_is_full_nothing_is_asked_that_cannot_be_stored() {
    let (place, chat) = (Place::with_study(), Chat::start());
    // From where not even the plan fits to where some answers do.
    for blocks in (512..).step_by(64) {
        let before = chat.requests();
        let dir = format!("r{blocks}");
        let prices = "--price-input 1 --price-output 1 --budget 1";
        let line = line(&chat, "slow").replace("--into r ", &format!("--into {dir} "));
        limited(&place, &format!("{line} {prices}"), blocks);
        let asked = chat.requests() - before;
        let stored = match asked {
            0 => 0,
            _ => place.counts(&dir).responses as usize,
        };
        assert!(asked <= stored + LOST_BY_A_KILL, "{blocks} blocks: {stored} of {asked}");
        if stored > IN_FLIGHT {
            return;
        }
    }
}

#[test]
fn a_disk_that_fails_is_named_and_nothing_is_lost() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("run small.toml --into r --concurrency 2 {}", chat.model("huge"));
    let err = limited(&place, &line, 16384);
    says(&err, &["store.sqlite failed (disk I/O error, code 778)", "over a quota, and run again"]);
    let (stored, asked) = (place.counts("r").responses as usize, chat.requests());
    assert!(stored > 0 && stored < asked && asked < QUESTIONS, "{stored} of {asked}");

    place.ok(&line);
    assert_eq!(place.counts("r").responses as usize, QUESTIONS);
    assert_eq!(chat.requests(), asked + QUESTIONS - stored, "what was stored is not asked again");
}
