//! Many workers on one PostgreSQL: each question is answered once, for all kinds of failures.
#![cfg(unix)]

use crate::support::chat::Chat;
use crate::support::postgres::server;
use crate::support::{Done, Place, QUESTIONS, files_below, holds, json_lines, until};
use serde_json::Value;
use std::collections::BTreeSet;

/// Questions of the small study with a hundred items per variant.
const ALL: u64 = 400;
const IN_FLIGHT: usize = 4;

#[test]
fn three_workers_on_one_database_one_killed() {
    let Some(server) = server() else { return };
    let (place, chat) = (Place::with_study(), Chat::start());
    let store = format!("--store {}", server.url("three"));
    let run = format!("run small.toml --n 100 --into r {store} {}", chat.model("slow"));
    place.ok(&format!("{run} --plan-only"));
    assert_eq!(place.counts("r").trials, ALL);
    let worker = |events: usize| {
        let line = format!("worker {store} --concurrency {IN_FLIGHT} --lease 2 {}", chat.at());
        place.start(&format!("{line} --json-events {events}.jsonl"))
    };
    let mut workers: Vec<_> = (0..3).map(worker).collect();
    let holders = "SELECT COUNT(DISTINCT owner) FROM peirast_three.work WHERE owner IS NOT NULL";
    until("each holds questions", || server.psql(holders) == "3");
    let killed = workers.remove(1);
    killed.signal("KILL");
    assert_eq!(killed.end().code, None, "killed");
    let early = place.counts("r").responses;
    assert!(early < ALL, "killed too late to tell");
    for (worker, events) in workers.into_iter().zip([0, 2]) {
        let done = worker.end();
        assert_eq!(done.code, Some(0), "{}", done.err);
        let events = json_lines(&place.read(&format!("{events}.jsonl")));
        let summary = &events.last().expect("an event")["summary"];
        assert!(summary["elsewhere"].as_u64() > Some(0), "{summary}");
    }

    let counts = place.counts("r");
    assert_eq!((counts.trials, counts.responses, counts.duplicates), (ALL, ALL, 0));
    let trials: BTreeSet<_> = place.answered("r").into_iter().map(|one| one.trial.key).collect();
    assert_eq!(trials.len() as u64, ALL, "each question has one answer");
    assert_eq!(chat.contents().len() as u64, ALL, "each question was asked");
    // Only what the killed one had in flight, or on the way to the disk, is asked again.
    assert!(chat.repeats() <= 2 * IN_FLIGHT, "{} were asked again", chat.repeats());
    assert_eq!(server.psql("SELECT COUNT(*) FROM peirast_three.work"), "0");

    let asked = chat.requests();
    place.ok(&run);
    assert_eq!(chat.requests(), asked, "nothing is left to ask");
    assert_eq!(place.read("r/outcomes.csv").lines().count() as u64, ALL + 1);
    assert!(!place.path("r/store.sqlite").exists());
}

#[test]
fn progress_counts_the_answers_of_other_workers() {
    let Some(server) = server() else { return };
    let (place, chat) = (Place::with_study(), Chat::start());
    let store = format!("--store {}", server.url("together"));
    place
        .ok(&format!("run small.toml --n 100 --into r {store} --plan-only {}", chat.model("slow")));
    let worker = |events: &str| {
        let line = format!("worker {store} --rpm 2000 {} --json-events {events}", chat.at());
        place.start(&line)
    };
    let workers = [worker("one.jsonl"), worker("other.jsonl")];
    for worker in workers {
        let done = worker.end();
        assert_eq!(done.code, Some(0), "{}", done.err);
    }
    for file in ["one.jsonl", "other.jsonl"] {
        let events = json_lines(&place.read(file));
        let progress: Vec<_> = events.iter().filter(|event| event["event"] == "progress").collect();
        let last = &progress.last().expect("progress")["subjects"][0];
        assert_eq!((&last["answered"], &last["trials"]), (&ALL.into(), &ALL.into()), "{last}");
        assert_eq!(last["left_s"], 0.0, "{last}");
        let alone = events.last().expect("an event")["summary"]["answered"].as_u64();
        // Not at the end alone.
        let early = progress.iter().any(|event| {
            let answered = event["subjects"][0]["answered"].as_u64();
            answered > alone && answered < Some(ALL)
        });
        assert!(early, "{file}: {alone:?} of its own, and {} reports", progress.len());
    }
}

#[test]
fn a_run_on_a_database_is_read_like_any_other() {
    let Some(server) = server() else { return };
    let place = Place::with_study();
    let store = format!("--store {}", server.url("read"));
    place.ok("run small.toml --into file");
    place.ok(&format!("run small.toml --into base {store}"));
    assert_eq!(place.read("file/outcomes.csv"), place.read("base/outcomes.csv"));
    assert_eq!(place.rows("file"), place.rows("base"));
    assert_eq!(place.read("file/report.json"), place.read("base/report.json"));
    let key = place.some_trial("base");
    assert_eq!(place.ok(&format!("show base {key}")), place.ok(&format!("show file {key}")));
    place.ok("report base");
    // From a file into a database, and back.
    place.ok(&format!("merge file --into copied --store {}", server.url("copied")));
    assert_eq!(place.counts("copied").responses, QUESTIONS as u64);
    place.ok("merge copied --into back");
    assert_eq!(place.answered("back"), place.answered("file"));
    let before = place.answered("file");
    place.fails(1, &format!("run small.toml --into file {store}"));
    assert_eq!(place.answered("file"), before, "it keeps its answers elsewhere");
    let states = states(&place.run("doctor base --offline --json"), "server");
    assert!(!states.is_empty() && !states.contains(&"wrong".to_owned()), "{states:?}");
}

/// The states of the doctor's checks.
fn states(done: &Done, what: &str) -> Vec<String> {
    let state = |check: &Value| check["state"].as_str().expect("a state").to_owned();
    let checks = json_lines(&done.out);
    checks.iter().filter(|check| check["what"] == what).map(state).collect()
}

#[test]
fn a_database_without_a_run_is_healthy() {
    let Some(server) = server() else { return };
    let place = Place::with_study();
    server.psql("CREATE DATABASE fresh_cli");
    let any = server.url_in("fresh_cli", "r").replace("?run=r", "");
    let stores = |url: &str| {
        let done = place.run(&format!("doctor --store {url} --offline --json"));
        assert_eq!(done.code, Some(0), "{}", done.err);
        states(&done, "store")
    };
    assert_eq!(stores(&any), ["note"], "it holds no run yet");
    place.ok(&format!("run small.toml --into r --plan-only --store {any}"));
    assert_eq!(stores(&server.url_in("fresh_cli", "other")), ["note"], "it holds another run");
    assert_eq!(stores(&any), ["ok"]);
    let none = server.url_in("nowhere_cli", "r");
    place.fails(1, &format!("run small.toml --into s --plan-only --store {none}"));
}

#[test]
fn nothing_is_paid_for_that_its_database_could_not_keep() {
    let Some(server) = server() else { return };
    server.psql(
        "CREATE DATABASE latin_cli ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
    );
    let (place, chat) = (Place::with_study(), Chat::start());
    let store = format!("--store {}", server.url_in("latin_cli", "r"));
    let done = place.run(&format!("doctor {store} --offline --json"));
    assert_eq!(done.code, Some(1));
    assert_eq!(states(&done, "server"), ["wrong"]);
    place.fails(1, &format!("run small.toml --into r {store} {}", chat.model("plain")));
    assert_eq!(chat.requests(), 0, "nothing was asked");
}

#[test]
fn a_password_is_written_nowhere() {
    let Some(server) = server() else { return };
    let (place, chat) = (Place::with_study(), Chat::start());
    let url = server.url("secret").replace("peirast@", "peirast:pw-planted-77@");
    let mut said = String::new();
    for line in [
        format!("run small.toml --into r --store {url} {}", chat.model("plain")),
        format!("run small.toml --into r --store {url} --plan-only {}", chat.model("plain")),
        format!("worker --store {url} {}", chat.at()),
        format!("doctor --offline --store {url} --json"),
        "test r".to_owned(),
        format!("run small.toml --into x --store {}", url.replace("secret", "NO-SUCH")),
        format!("worker --store {}", url.replace("peirast:", "nobody:")),
        format!("worker --store {}", url.replace("run=secret", "run=absent")),
        format!("worker --store {}", url.replace("postgres:", "mysql:")),
    ] {
        let done = place.run(&line);
        said += &(done.out + &done.err);
    }
    assert!(!said.contains("pw-planted") && said.contains("postgres://peirast@"), "{said}");
    for file in files_below(&place.path(".")) {
        assert!(!holds(&std::fs::read(&file).expect("a file"), "pw-planted"), "{file:?}");
    }
    let rows = server.psql("SELECT string_agg(m::text, '') FROM \"peirast_secret\".meta m");
    assert!(!rows.contains("pw-planted"));
}

#[test]
fn a_worker_that_is_not_told_which_run_takes_the_only_one() {
    let Some(server) = server() else { return };
    let place = Place::with_study();
    let url = server.url("x").replace("?run=x", "");
    place.ok(&format!("run small.toml --into one-of-many --plan-only --store {url}"));
    place.ok(&format!("run small.toml --into another --plan-only --store {url}"));
    let err = place.fails(1, &format!("worker --store {url}"));
    assert!(err.contains("another") && err.contains("one-of-many"), "{err}");
    place.ok("worker one-of-many");
    assert_eq!(place.counts("one-of-many").responses, QUESTIONS as u64);
}

#[test]
fn runs_at_once_on_one_store_tell_what_both_have_used() {
    let Some(server) = server() else { return };
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = |dir: &str, model: &str, more: &str| {
        let store = format!("--store {}", server.url("shared-budget"));
        let prices = "--price-input 2 --price-output 8 --max-tokens 50 --budget 1";
        format!("run small.toml --into {dir} {store} {prices} {} {more}", chat.model(model))
    };
    // Twenty milliseconds an answer, one after the other.
    let running = place.start(&line("one", "slow", "--n 50 --concurrency 1"));
    until("one has begun", || chat.requests() > 0);
    let other = place.run(&line("two", "plain", "--n 50"));
    assert_eq!(other.code, Some(0), "{}", other.err);
    assert_eq!(running.end().code, Some(0));
    // Two hundred answers each, at 42 millionths of a dollar.
    let cost: Value = serde_json::from_str(&place.ok("cost one --json")).expect("JSON");
    let spent = |model: &str| cost["subjects"][model]["spent"]["cost"].as_f64().expect("a cost");
    let sum = spent("openai:slow") + spent("openai:plain");
    assert!((sum - 0.0168).abs() < 1e-9, "{cost}");
}

#[test]
fn a_large_plan_gets_into_a_database_from_its_beginning_to_its_end() {
    const ITEMS: usize = 600;
    let Some(server) = server() else { return };
    let (place, chat) = (Place::with_many(), Chat::start());
    let line =
        |into: &str| format!("run many.toml --n {ITEMS} --into {into} {}", chat.model("plain"));
    let planned = |into: &str, store: &str| {
        place.ok(&format!("{} {store} --plan-only", line(into)));
        assert_eq!(place.counts(into).trials, 1200);
    };
    let store = format!("--store {}", server.url("planned"));
    planned("planned", &store);
    // Again, as after a run that was killed before it came to its end, and from the store alone.
    server.psql("DELETE FROM peirast_planned.meta WHERE name = 'kind'");
    place.fails(1, "test planned");
    planned("planned", &store);
    planned("planned", "");
    assert_eq!(server.psql("SELECT COUNT(*) FROM peirast_planned.work"), "1200");
    place.ok(&line("planned"));
    assert_eq!((chat.requests(), chat.repeats()), (2 * ITEMS, 0));

    place.ok(&format!("{} --store {}", line("direct"), server.url("direct")));
    place.ok(&line("file"));
    assert_eq!((chat.requests(), chat.repeats()), (6 * ITEMS, 4 * ITEMS));
    for dir in ["planned", "direct"] {
        let counts = place.counts(dir);
        assert_eq!((counts.trials, counts.responses, counts.duplicates), (1200, 1200, 0), "{dir}");
        for file in ["outcomes.csv", "results.csv", "study.toml"] {
            let same =
                place.timeless(&format!("{dir}/{file}")) == place.timeless(&format!("file/{file}"));
            assert!(same, "{dir}: {file} differs");
        }
    }
    assert_eq!(server.psql("SELECT COUNT(*) FROM peirast_direct.work"), "0");
    // With a budget: that ends it, and a larger one goes on from the database.
    let paid = |budget: &str| {
        let prices = "--price-input 2 --price-output 8 --max-tokens 50";
        format!("{} {prices} --budget {budget}", line("paid"))
    };
    let before = chat.requests();
    let done = place.run(&format!("{} --store {}", paid("0.02"), server.url("paid")));
    assert_eq!(done.code, Some(4), "{}", done.err);
    place.ok(&paid("1"));
    assert_eq!((place.counts("paid").responses, chat.requests()), (1200, before + 2 * ITEMS));
    let cost: Value = serde_json::from_str(&place.ok("cost paid --json")).expect("JSON");
    assert_eq!(cost["subjects"]["openai:plain"]["announced"]["questions"], 1200, "{cost}");
    place.ok(&line("direct"));
    assert_eq!(chat.requests(), 8 * ITEMS, "nothing is asked again");
}
