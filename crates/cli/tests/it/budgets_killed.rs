//! The effect of a killed run on budgets: about what it had sent, until somebody settles it.
#![cfg(unix)]

use crate::budgets::{IN_FLIGHT, PRICES, cost, killed, run};
use crate::support::chat::Chat;
use crate::support::{Place, says, until};
use serde_json::Value;

#[test]
fn a_run_that_is_killed_at_any_moment_leaves_about_what_it_sent() {
    let chat = Chat::start();
    for moment in [0, 2, 10, 30, 60, 100, 150, 250] {
        let place = Place::with_study();
        let line = format!(
            "run small.toml --into r --concurrency 64 {} {PRICES} --budget 0.01",
            chat.model("hanging")
        );
        let before = chat.requests();
        let running = place.start(&line);
        std::thread::sleep(std::time::Duration::from_millis(moment));
        running.signal("KILL");
        running.end();
        // Requests on their way arrive all the same.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let sent = chat.requests() - before;
        let out = place.run("cost r --json");
        if out.code != Some(0) {
            continue; // Killed before there was a store to read.
        }
        let all: Value = serde_json::from_str(&out.out).expect("JSON");
        let unsure = all["subjects"]["openai:hanging"]["unsure"]["attempts"].as_u64().unwrap_or(0);
        // One may be stored and not sent yet.
        assert!(unsure <= sent as u64 + 1, "{unsure} of {sent} sent after {moment} ms");
        assert!(unsure >= sent as u64, "{unsure} of {sent} sent after {moment} ms");
    }
}

#[test]
fn what_a_killed_run_leaves_falls_with_the_answers() {
    const ITEMS: usize = 20;
    const PLAN: u64 = 2 * ITEMS as u64;
    let chat = Chat::start();
    for moment in [700, 900, 1050, 1150, 1250, 1350] {
        let place = Place::with_many();
        let line = format!(
            "run many.toml --into r --n {ITEMS} --concurrency 24 {} {PRICES} --budget 0.1",
            chat.model("late")
        );
        let (mut sent, mut left) = (0, 0);
        // A run that is killed, and the one that goes on with it.
        for start in [moment, 500] {
            let before = chat.requests();
            let running = place.start(&line);
            std::thread::sleep(std::time::Duration::from_millis(start));
            running.signal("KILL");
            running.end();
            // Requests on their way arrive all the same.
            std::thread::sleep(std::time::Duration::from_millis(100));
            sent += (chat.requests() - before) as u64;
            let subject = cost(&place, "r")["subjects"]["openai:late"].clone();
            let unsure = subject["unsure"]["attempts"].as_u64().unwrap_or(0);
            let answered = place.counts("r").responses;
            // A few are stored and not sent yet.
            let unknown = sent - answered;
            let what =
                format!("{answered} answered, {unsure} unsure of {sent} sent at {moment} ms");
            assert!(unsure >= unknown, "{what}");
            assert!(unsure <= unknown + 8, "{what}");
            assert!(answered + unsure - left <= PLAN, "{what}");
            left = unsure;
        }
    }
}

#[test]
fn what_a_killed_run_left_is_settled_when_its_user_says_so() {
    let (place, chat) = (Place::with_study(), Chat::start());
    killed(&place, &chat, "r");
    let unsure = |place: &Place| cost(place, "r")["subjects"]["openai:hanging"]["unsure"].clone();
    assert_eq!(unsure(&place)["attempts"], IN_FLIGHT);
    let line = "to openai:hanging that the run of 2";
    let dry = place.ok("cost r --settle --dry-run");
    says(
        &dry,
        &["would be settled as never charged: up to 4 requests", line, "Nothing was changed"],
    );
    assert_eq!(unsure(&place)["attempts"], IN_FLIGHT);

    let json: Value =
        serde_json::from_str(&place.ok("cost r --settle --dry-run --json")).expect("JSON");
    assert_eq!((&json["as"], &json["settled"][0]["attempts"]), (&"not-charged".into(), &4.into()));
    says(
        &place.ok("cost r --settle"),
        &["settled as never charged: up to 4 requests", line, "USD"],
    );
    assert!(unsure(&place).is_null(), "{}", unsure(&place));
    says(&place.ok("cost r --settle"), &["Nothing to settle"]);
    // The whole budget is there again.
    let budget = run(&chat, "r", "plain", &format!("{PRICES} --budget 0.01"));
    assert_eq!(place.run(&budget).code, Some(0));

    let running = place.start(&run(&chat, "r", "hanging", &format!("--n 4 {PRICES}")));
    let before = chat.requests();
    until("all in flight", || chat.requests() > before);
    says(&place.fails(1, "cost r --settle"), &["another process is running"]);
    running.signal("KILL");
    running.end();
}
