//! Stores: merging, reusing answers, explaining differences of questions, checking.

use crate::support::chat::Chat;
use crate::support::{Place, QUESTIONS, Wording, json_lines, says, until};
use serde_json::Value;

const OTHER: &str = "sim:biased:context=0.5";

fn with_two_runs() -> Place {
    let place = Place::with_study();
    place.ok("run small.toml --into a");
    place.ok(&format!("run small.toml --into b --model {OTHER}"));
    place
}

#[test]
fn merged_runs_are_one_run() {
    let place = with_two_runs();
    let out = place.ok("merge a b --into c");
    says(&out, &["c:", "24 questions, 24 answers"]);
    place.ok(&format!("run small.toml --into both --model sim:flawless --model {OTHER}"));
    assert_eq!(place.rows("c"), place.rows("both"));
    // The other way round, and once more.
    place.ok("merge b a --into d");
    assert_eq!(place.answered("d"), place.answered("c"));
    let again = place.ok("merge a b --into c");
    says(&again, &["new were 0, 0 and 0"]);
    place.ok("report c");
    let further = place.ok("run small.toml --into c");
    says(&further, &["A small study"]);
}

#[test]
fn a_merge_that_was_cut_off_is_finished_by_merging_alone() {
    let (place, chat) = (with_two_runs(), Chat::start());
    place.ok("merge a b --into c");
    let whole = place.answered("c");
    place.set_fact("c", "merging", "");
    let told = ["other directories are being merged into c", "run the same `peirast merge` again"];
    for line in [
        &*format!("run small.toml --into c {}", chat.model("plain")),
        "test c",
        "report c",
        "cost c",
        "tables c --into t",
        "worker c",
        "merge c --into d",
    ] {
        says(&place.fails(1, line), &told);
    }
    assert_eq!(chat.requests(), 0, "nothing is paid for twice");
    says(&place.run("doctor c --offline").out, &told);
    place.ok("merge a b --into c");
    assert_eq!(place.answered("c"), whole);
    place.ok("test c");
}

#[test]
fn a_store_is_not_written_over() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --into a");
    let before = place.answered("a");
    for line in
        ["report a --out a/store.sqlite", "run small.toml --into a --json-events a/store.sqlite"]
    {
        wording.fails(&place, 1, line);
    }
    assert_eq!(place.answered("a"), before);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn runs_of_different_studies_are_not_merged() {
    let mut wording = Wording::default();
    let place = with_two_runs();
    place.ok("run small.toml --into other --seed 8");
    wording.fails(&place, 1, "merge a other --into c");
    place.ok("run small.toml --into warm --temperature 0,0.5");
    wording.fails(&place, 1, "merge a warm --into c");
    assert!(!place.path("c").exists(), "nothing was begun");
    wording.fails(&place, 1, "merge a none --into c");
    wording.fails(&place, 1, "merge a b --into a");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_question_asked_again_is_a_question_answered() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&format!("run small.toml --into a {}", chat.model("plain")));
    assert_eq!(chat.requests(), QUESTIONS);
    let larger = format!("run small.toml --n 5 --into b --reuse a {}", chat.model("plain"));
    let dry = place.ok(&format!("{larger} --dry-run"));
    let before: usize = chat.requests();
    let done = place.run(&larger);
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(&done.err, &["12 answers reused from a"]);
    let counts = place.counts("b");
    assert_eq!(counts.reused, 12);
    assert_eq!(chat.requests() - before, (counts.responses - counts.reused) as usize);
    assert_eq!(chat.repeats(), 0);
    says(&dry, &["12"]);
    let key = place.some_trial("a");
    let same = place.ok(&format!("cache explain a {key} --other b"));
    says(&same, &["the same question: its answer is used again"]);
    // At another temperature it is another question.
    let warm = format!("run small.toml --temperature 1 --into c --reuse a {}", chat.model("plain"));
    let done = place.run(&warm);
    says(
        &done.err,
        &["no answers were reused from a: none of its 12 answers belongs to a question"],
    );
    assert_eq!((done.code, place.counts("c").reused), (Some(0), 0));
}

#[test]
fn two_keys_are_told_apart_field_by_field() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --into a --temperature 0,0.5");
    let key = place.some_trial("a");
    let text = place.ok(&format!("cache explain a {key}"));
    says(&text, &[&key, "sampling.temperature", "this   0", "other  0"]);
    assert!(!text.contains("messages"), "{text}");
    let rows = json_lines(&place.ok(&format!("cache explain a {key} --json")));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["differences"][0]["field"], "sampling.temperature");
    let same = place.ok(&format!("cache explain a {key} {key}"));
    says(&same, &["the same question: its answer is used again"]);

    place.ok("run small.toml --into b --seed 8 --temperature 0");
    let other = place.ok(&format!("cache explain a {key} --other b"));
    says(&other, &["endpoint"]);
    // Without a question to compare it with, all fields that shape its answer are shown.
    let alone = place.some_trial("b");
    let text = place.ok(&format!("cache explain b {alone}"));
    says(&text, &[&alone, "sampling.temperature", "messages[0].content", "no other question"]);
    let rows = json_lines(&place.ok(&format!("cache explain b {alone} --json")));
    assert_eq!((rows.len(), &rows[0]["other"]), (1, &Value::Null));
    assert_eq!(rows[0]["fields"]["sampling.temperature"], "0.0");
    wording.fails(&place, 1, &format!("cache explain a {key} ffffffffffffffffffffffff"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_plan_is_asked_by_a_worker() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("run small.toml --into a {}", chat.model("plain"));
    let planned = place.ok(&format!("{line} --plan-only"));
    says(&planned, &["openai:plain", "12", "Nothing was asked", "peirast worker a"]);
    assert_eq!(chat.requests(), 0);
    let hint = planned.split_once("To ask: peirast ").expect("a command").1.trim();
    assert_eq!(hint, format!("worker a {}", chat.at()), "what is printed can be run");
    wording.fails(&place, 1, "worker a --base-url http://127.0.0.1:9/v1");
    let done = place.run(&format!("worker a {}", chat.at()));
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(&done.err, &["12 answers stored"]);
    assert_eq!((chat.requests(), chat.repeats()), (12, 0));
    place.ok(&line);
    assert_eq!(chat.requests(), 12, "the run finds everything answered");
    wording.fails(&place, 1, "worker a --model openai:unknown");
    place.fails(2, "run small.toml --into b --sequential --plan-only");
    let early =
        crate::support::SMALL.replacen("[[family]]", "[sequential]\nblock = 1\n\n[[family]]", 1);
    place.write("early.toml", early);
    wording.fails(&place, 1, "run early.toml --into b --plan-only");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_healthy_place_is_said_to_be_so() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let place = place.env("A_KEY", "sk-planted-0123456789");
    place.ok(&format!("run small.toml --into a {}", chat.model("plain")));
    let out = place.ok(&format!("doctor a {} --key-env A_KEY", chat.model("plain")));
    says(&out, &["ok       endpoint", "12 of 12 questions answered", "hold together"]);
    says(&out, &["ok       disk"]);
    let line = "doctor a --offline --model mistral/m --key-env A_KEY --json";
    let rows = json_lines(&place.ok(line));
    assert!(rows.iter().any(|row| row["what"] == "key" && row["state"] == "ok"), "{rows:?}");
    assert!(rows.iter().any(|row| row["what"] == "endpoint" && row["state"] == "skipped"));
    let all = place.ok(line) + &out;
    assert!(!all.contains("planted"), "{all}");
}

#[test]
fn what_is_wrong_is_said_with_its_mend() {
    let place = Place::with_study();
    place.ok("run small.toml --into a");
    let done = place.run("doctor a --offline --model openai:m --key-env NOT_SET_ANYWHERE");
    assert_eq!(done.code, Some(1), "{}", done.out);
    says(&done.out, &["wrong    key", "NOT_SET_ANYWHERE is not set", "set it, or name another"]);
    // Skipped checks do not count.
    let looked_at = done.out.lines().filter(|line| !line.starts_with("skipped")).count();
    assert!(looked_at < done.out.lines().count(), "{}", done.out);
    says(&done.err, &[&format!("1 of {looked_at} things are wrong")]);
    let chat = Chat::start();
    let astray = place.ok(&format!("doctor a --model openai:m {}/nowhere", chat.at()));
    says(&astray, &["note     endpoint", "no list of models (HTTP 404)", "/chat/completions"]);
    let gone = place.run("doctor a --model openai:m --base-url http://127.0.0.1:9/v1");
    assert_eq!(gone.code, Some(1), "{}", gone.out);
    says(&gone.out, &["wrong    endpoint", "cannot be reached"]);
    let none = place.run("doctor nowhere --offline");
    assert_eq!(none.code, Some(1), "{}", none.out);
    says(
        &none.out,
        &["wrong    store", "no store in nowhere", "free for nowhere, which is not there yet"],
    );
    assert!(!none.out.contains("needed"), "{}", none.out);

    let mut bytes = place.bytes("a/store.sqlite");
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    place.write("a/store.sqlite", bytes);
    let damaged = place.run("doctor a --offline");
    assert_eq!(damaged.code, Some(1), "{}", damaged.out);
    says(&damaged.out, &["wrong    store"]);
}

#[test]
fn the_servers_of_a_directory_are_looked_at() {
    let (place, chat) =
        (Place::with_study().env("OPENAI_API_KEY", "sk-planted-01234"), Chat::start());
    let url = chat.at().replace("--base-url ", "");
    place.ok(&format!("run small.toml --into a --plan-only {}", chat.model("plain")));
    let out = place.ok("doctor a");
    says(&out, &[&format!("ok       endpoint  {url} answers in")]);
    assert!(!out.contains("api.openai.com") && !out.contains("key "), "{out}");

    // One server is well, the other is gone.
    let gone = "http://127.0.0.1:9/v1";
    place.ok(&format!("run small.toml --into a --plan-only --model openai:m --base-url {gone}"));
    let done = place.run("doctor a");
    assert_eq!(done.code, Some(1), "{}", done.out);
    says(&done.out, &[&format!("{url} answers in"), "wrong    endpoint"]);
    says(&done.out, &[&format!("{gone} cannot be reached")]);
    // It is the model that is named which counts.
    assert!(!place.ok(&format!("doctor a {}", chat.model("plain"))).contains(gone));

    // If several providers share a place and a key, the place is checked once.
    let out = place.ok("doctor --offline");
    assert_eq!(out.matches("https://api.openai.com/v1 was not asked").count(), 1, "{out}");
    // The provider's own place needs its key.
    place.ok("run small.toml --into b --plan-only --model openai:m");
    let out = place.ok("doctor b --offline");
    says(&out, &["OPENAI_API_KEY is set", "https://api.openai.com/v1 was not asked"]);
}

#[test]
fn what_the_disk_is_to_hold_follows_from_answers_and_not_from_the_plan() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let needed = || -> u64 {
        let out = place.ok("doctor a --offline --json");
        let disk = json_lines(&out).into_iter().find(|row| row["what"] == "disk").expect("a row");
        let found = disk["found"].as_str().expect("what was found").to_owned();
        let mib = found.split("about ").nth(1).and_then(|rest| rest.strip_suffix(" MiB needed"));
        mib.and_then(|mib| mib.parse().ok()).expect(&found)
    };
    // A few answers for a plan of 1,600 questions.
    place.ok(&format!("run small.toml --n 1 --into a {}", chat.model("plain")));
    assert_eq!(needed(), 0);
    place.ok(&format!("run small.toml --n 400 --into a --plan-only {}", chat.model("plain")));
    assert_eq!((place.counts("a").trials, place.counts("a").responses), (1600, 4));
    assert!((1..16).contains(&needed()), "{} MiB", needed());
}

#[test]
fn a_lost_store_is_not_begun_anew_beside_what_was_made_of_it() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let store = place.path("r/store.sqlite");
    for lose in [
        |store: &std::path::Path| std::fs::write(store, ""),
        |store: &std::path::Path| std::fs::remove_file(store),
    ] {
        lose(&store).expect("a store to lose");
        for rest in ["r/store.sqlite-wal", "r/store.sqlite-shm"] {
            let _ = std::fs::remove_file(place.path(rest));
        }
        wording.fails(&place, 1, "run small.toml --into r");
    }
    std::fs::remove_file(place.path("r/manifest.json")).expect("outputs");
    place.ok("run small.toml --into r");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_store_that_says_what_nobody_knows_is_told_so() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    crate::support::wait(async {
        let store = peirast_store::Store::open(place.path("r")).await?;
        store.set_meta("kind", "junk\u{1b}[2J").await?;
        store.close().await;
        Ok::<_, peirast_store::StoreError>(())
    })
    .expect("a fact");
    for line in ["run small.toml --into r", "test r"] {
        let err = place.fails(1, line);
        wording.error(line, &err);
        assert!(!err.contains("written problems") && !err.contains('\u{1b}'), "{err}");
    }
    insta::assert_snapshot!(wording.text());
}

#[cfg(unix)]
#[test]
fn a_database_that_does_not_answer_is_not_waited_for_in_silence() {
    // Connections are taken and nothing is said, as where one is starting behind a proxy.
    let mute = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("postgres://me@{}/runs", mute.local_addr().expect("an address"));
    let place = Place::with_study();
    let line = format!("run small.toml --into here --store {address}?run=small");
    let _running = place.start_telling("words", &line);
    until("that it is told", || place.read("words").contains("it does not answer yet"));
    says(&place.read("words"), &["waiting for postgres://"]);
}

/// The address of a port at which nobody listens.
fn closed_address() -> String {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    format!("postgres://me@{}/runs?run=small", free.local_addr().expect("an address"))
}

#[test]
fn a_database_that_refuses_connections_is_told_at_once_with_the_cause() {
    let place = Place::with_study();
    let address = closed_address();
    let begun = std::time::Instant::now();
    for line in [
        format!("run small.toml --into here --store {address}"),
        format!("run small.toml --into here --plan-only --store {address}"),
        format!("worker --store {address}"),
    ] {
        let err = place.fails(1, &line);
        says(&err, &["cannot be reached", "refused", "check host and port"]);
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    assert!(!place.path("here").exists());
}

#[cfg(unix)]
#[test]
fn waiting_for_a_database_ends_at_the_first_interrupt() {
    let mute = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("postgres://me@{}/runs?run=small", mute.local_addr().expect("one"));
    let place = Place::with_study();
    for more in ["", " --plan-only"] {
        let line = format!("run small.toml --into here{more} --store {address}");
        let running = place.start_telling("words", &line);
        until("that it is told", || place.read("words").contains("it does not answer yet"));
        running.signal("INT");
        let begun = std::time::Instant::now();
        running.end();
        assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
        says(&place.read("words"), &["interrupted"]);
    }
}

#[test]
fn an_address_in_place_of_a_run_directory_is_told() {
    let place = Place::new();
    for line in ["report", "test", "cost", "measure", "view"] {
        let err = place.fails(1, &format!("{line} postgres://me:hunter22@127.0.0.1:1/d?run=r"));
        says(&err, &["a run directory is wanted", "name the directory"]);
        assert!(!err.contains("hunter22"), "{err}");
    }
}
