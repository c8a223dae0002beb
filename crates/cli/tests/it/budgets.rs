//! The spending of a directory, after every kind of end, with several workers, and after merges.
#![cfg(unix)]

use crate::support::chat::Chat;
use crate::support::{Place, QUESTIONS, Wording, column, says, until};
use serde_json::Value;

/// The server reports 9 and 3 tokens, so that an answer costs 42 millionths of a dollar.
pub const PRICES: &str = "--price-input 2 --price-output 8 --max-tokens 50";
const EACH: f64 = 42e-6;
pub const IN_FLIGHT: usize = 4;
/// Exit code of a run that a budget stopped.
const BUDGET: i32 = 4;

pub fn run(chat: &Chat, dir: &str, model: &str, more: &str) -> String {
    format!("run small.toml --into {dir} --concurrency {IN_FLIGHT} {} {more}", chat.model(model))
}

pub fn cost(place: &Place, dir: &str) -> Value {
    serde_json::from_str(&place.ok(&format!("cost {dir} --json"))).expect("JSON")
}

fn is_about(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9)
}

/// Kills a run while the maximum number of attempts is in flight.
pub fn killed(place: &Place, chat: &Chat, dir: &str) {
    place.ok(&run(chat, dir, "hanging", &format!("{PRICES} --plan-only")));
    let before = chat.requests();
    let running = place.start(&run(chat, dir, "hanging", PRICES));
    until("all in flight", || chat.requests() == before + IN_FLIGHT);
    running.signal("KILL");
    running.end();
}

#[test]
fn what_a_killed_run_had_in_flight_counts_for_a_later_budget() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    killed(&place, &chat, "r");
    let unsure = &cost(&place, "r")["subjects"]["openai:hanging"]["unsure"];
    assert_eq!(unsure["attempts"], IN_FLIGHT, "{unsure}");
    let worst = unsure["cost"].as_f64().expect("a cost");
    assert!(worst > 0.0016, "at least 50 tokens at 8 dollars a million for each: {worst}");
    says(&place.ok("cost r"), &["Unsure USD", "openai:hanging"]);
    place.ok("report r");
    says(&place.read("r/tables/cost.csv"), &["unsure_usd", "openai:hanging"]);

    let asked = chat.requests();
    let line = run(&chat, "r", "hanging", &format!("{PRICES} --budget {worst}"));
    let dry = place.ok(&format!("{line} --dry-run"));
    wording.shape("dry run", &dry);
    let done = place.run(&line);
    assert_eq!((done.code, chat.requests()), (Some(BUDGET), asked), "{}", done.err);
    wording.shape("run", &done.err);
    let again = &cost(&place, "r")["subjects"]["openai:hanging"]["unsure"];
    assert_eq!(&again["attempts"], IN_FLIGHT, "a run that asks nothing leaves nothing: {again}");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_killed_run_leaves_no_more_in_flight_than_it_sent() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line =
        format!("run small.toml --into r --concurrency 64 {} {PRICES}", chat.model("hanging"));
    place.ok(&format!("{line} --plan-only"));
    let running = place.start(&line);
    // As many as a server on this machine is asked at first, of 64 that it might be.
    const FIRST: usize = 4;
    until("the first in flight", || chat.requests() == FIRST);
    running.signal("KILL");
    running.end();
    let unsure = &cost(&place, "r")["subjects"]["openai:hanging"]["unsure"];
    assert_eq!(unsure["attempts"], FIRST, "{unsure}");
}

#[test]
fn a_merged_directory_has_used_what_its_parts_have() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    for dir in ["one", "two"] {
        place.ok(&run(&chat, dir, "plain", PRICES));
    }
    killed(&place, &chat, "two");
    place.ok("merge one two --into both");

    let all = cost(&place, "both");
    let plain = &all["subjects"]["openai:plain"];
    let paid = QUESTIONS as f64 * EACH;
    assert!(is_about(&plain["spent"]["cost"], paid), "at the runs' own prices: {plain}");
    assert!(is_about(&plain["second"]["cost"], paid), "both were paid: {plain}");
    assert_eq!(plain["announced"]["questions"], QUESTIONS, "{plain}");
    let unsure = &all["subjects"]["openai:hanging"]["unsure"];
    assert_eq!(*unsure, cost(&place, "two")["subjects"]["openai:hanging"]["unsure"]);
    assert_eq!(unsure["attempts"], IN_FLIGHT);
    let table = place.ok("cost both");
    says(&table, &["Second USD", "Unsure USD"]);

    let budget = run(&chat, "both", "plain", &format!("{PRICES} --budget 1 --dry-run"));
    wording.shape("dry run", &place.ok(&budget));
    place.ok("merge two one --into both");
    assert_eq!(cost(&place, "both"), all, "merging again changes nothing");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_budget_in_tokens_holds_where_tokens_cost_nothing() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let plain = run(&chat, "r", "plain", "--max-tokens 50");
    let dry = place.ok(&format!("{plain} --budget-tokens 1 --dry-run"));
    wording.add("room for nothing", &dry);
    let next = number_after(&dry, "the next answer may take ") as u64;
    // Room for one question at a time, and for a few of them.
    let budget = next + 30;
    let line = format!("{plain} --budget-tokens {budget}");
    let done = place.run(&line);
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    let answers = place.counts("r").responses;
    assert!((1..QUESTIONS as u64).contains(&answers), "{answers}");
    wording.shape("room for some", &done.err);
    wording.shape("room for no other", &place.ok(&format!("{line} --dry-run")));

    let done = place.run(&run(&chat, "r", "plain", "--max-tokens 50 --budget-tokens 100000"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.shape("all is there", &place.ok(&format!("{line} --dry-run")));
    // Simulated subjects take none.
    place.ok("run small.toml --into s --model sim:flawless --budget-tokens 1");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_killed_run_may_have_been_charged_no_more_than_its_budget() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    killed(&place, &chat, "k");
    let worst = |subjects: &Value| {
        let unsure = &subjects["subjects"]["openai:hanging"]["unsure"]["cost"];
        unsure.as_f64().unwrap_or_else(|| panic!("{subjects}"))
    };
    // There is room for two of twelve, and half of a third.
    let each = worst(&cost(&place, "k")) / IN_FLIGHT as f64;
    let budget = each * 2.5;
    let line = |budget| {
        let at = chat.model("hanging");
        format!("run small.toml --into r --concurrency 12 {at} {PRICES} --budget {budget}")
    };
    let before = chat.requests();
    let running = place.start(&line(budget));
    until("as many in flight as there is room for", || chat.requests() >= before + 2);
    running.signal("KILL");
    running.end();
    let left = worst(&cost(&place, "r"));
    assert!(is_about(&left.into(), each * 2.0), "two were sent: {left} of {budget}");
    wording.shape("the same budget", &place.ok(&format!("{} --dry-run", line(budget))));
    wording.shape("twice the budget", &place.ok(&format!("{} --dry-run", line(budget * 2.0))));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_is_planned_is_announced_before_workers_ask_it() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let planned = place.ok(&run(&chat, "r", "plain", &format!("{PRICES} --plan-only")));
    wording.add("plan", &planned);
    wording.add("cost", &place.ok("cost r"));
    place.ok(&format!("worker r {}", chat.at()));
    let done = place.run(&run(&chat, "r", "plain", &format!("{PRICES} --budget 1")));
    let plain = &cost(&place, "r")["subjects"]["openai:plain"];
    let announced = plain["announced"]["cost"]["expected"].as_f64().expect("a cost");
    assert!(announced > 2.0 * QUESTIONS as f64 * EACH, "50 tokens each: {plain}");
    assert_eq!(plain["announced"]["questions"], QUESTIONS, "{plain}");
    wording.add("run", &done.err);

    // Questions asked without a forecast are not announced afterwards.
    place.ok(&run(&chat, "s", "plain", "--max-tokens 50 --plan-only"));
    place.ok(&format!("worker s {}", chat.at()));
    let done = place.run(&run(&chat, "s", "plain", &format!("{PRICES} --budget 1")));
    wording.add("run without a forecast", &done.err);
    assert!(cost(&place, "s")["subjects"]["openai:plain"]["announced"].is_null());
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_is_left_to_ask_costs_what_the_run_was_told() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let done = place.run(&run(&chat, "r", "plain", &format!("{PRICES} --budget 0.0011")));
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    let open = &cost(&place, "r")["open"]["openai:plain"];
    let answers = place.counts("r").responses;
    assert_eq!(open["questions"]["most"], QUESTIONS as u64 - answers, "{open}");
    assert!(open["cost"]["most"].as_f64() > Some(0.0), "{open}");
    let mut wording = Wording::default();
    wording.shape("cost", &place.ok("cost r"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_server_that_ignores_limits_is_told_and_the_budget_holds() {
    let (place, chat) = (Place::with_study(), Chat::start());
    // Its answers have three tokens.
    let line = run(&chat, "r", "plain", "--price-input 2 --price-output 8 --max-tokens 2");
    let done = place.run(&format!("{line} --budget 5"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    let dry = place.ok(&format!("{line} --n 3 --dry-run --json"));
    let dry: Value = serde_json::from_str(&dry).expect("JSON");
    assert_eq!(dry["forecast"]["beyond"], 3, "{dry}");
    let mut wording = Wording::default();
    wording.add("run", &done.err);
    wording.add("dry run", &place.ok(&format!("{line} --n 3 --dry-run")));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_was_taken_over_was_paid_for_elsewhere() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "a", "plain", PRICES));
    let all = QUESTIONS as f64 * EACH;
    assert!(is_about(&cost(&place, "a")["subjects"]["openai:plain"]["spent"]["cost"], all));

    // Everything is there: neither announced nor spent once more, nor counted against a budget.
    let asked = chat.requests();
    place.ok(&run(&chat, "b", "plain", &format!("{PRICES} --reuse a --budget 0.0000001")));
    assert_eq!(chat.requests(), asked);
    let own = &cost(&place, "b")["subjects"]["openai:plain"];
    assert_eq!(own["taken_over"], QUESTIONS, "{own}");
    assert_eq!(own["spent"]["answers"], 0, "{own}");
    assert!(own["announced"].is_null(), "{own}");
    says(&place.ok("cost b"), &["Taken over"]);

    place.ok("merge a b --into c");
    let both = &cost(&place, "c")["subjects"]["openai:plain"];
    assert!(is_about(&both["spent"]["cost"], all), "{both}");
    assert_eq!(both["taken_over"], 0, "{both}");
}

#[test]
fn what_was_taken_over_is_none_of_what_was_announced() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "a", "plain", PRICES));
    place.ok(&run(&chat, "b", "plain", &format!("--n 10 {PRICES} --reuse a")));
    place.ok("merge a b --into all");
    for (dir, asked) in [("a", QUESTIONS), ("b", 40 - QUESTIONS), ("all", 40)] {
        place.ok(&format!("report {dir}"));
        let told = column(
            &place.read(&format!("{dir}/tables/cost.csv")),
            "announced_questions",
            &[("subject", "openai:plain")],
        );
        assert_eq!(told, [asked.to_string()], "{dir}");
        let own = &cost(&place, dir)["subjects"]["openai:plain"];
        assert!(is_about(&own["spent"]["cost"], asked as f64 * EACH), "{dir}: {own}");
    }
}

#[test]
fn what_was_taken_over_is_not_paid_for_because_another_directory_asked_the_same() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "a", "plain", PRICES));
    place.ok(&run(&chat, "c", "plain", &format!("{PRICES} --reuse a")));
    place.ok(&run(&chat, "b", "plain", PRICES));
    place.ok("merge c b --into cb");
    place.ok("merge b c --into bc");
    place.ok("merge b --into c");
    let once = QUESTIONS as f64 * EACH;
    for dir in ["cb", "bc", "c"] {
        let own = &cost(&place, dir)["subjects"]["openai:plain"];
        // Those of a came first; b paid for its own.
        assert!(is_about(&own["second"]["cost"], once), "{dir}: {own}");
        assert_eq!((&own["spent"]["answers"], &own["taken_over"]), (&0.into(), &QUESTIONS.into()));
    }
    place.ok("merge bc a --into all");
    let all = &cost(&place, "all")["subjects"]["openai:plain"];
    assert!(is_about(&all["spent"]["cost"], once) && is_about(&all["second"]["cost"], once));
    assert_eq!(all["taken_over"], 0, "{all}");
}

/// The number after some words.
fn number_after(text: &str, words: &str) -> f64 {
    let rest = text.split(words).nth(1).unwrap_or_else(|| panic!("{words}: {text}"));
    let number = rest.split_whitespace().next().map(|n| n.trim_end_matches('.'));
    number.and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{rest}"))
}

#[test]
fn what_may_have_been_charged_is_one_number() {
    for budget in ["", "--budget 5"] {
        let (place, chat) = (Place::with_study(), Chat::start());
        let line = run(&chat, "r", "shaky", &format!("--n 10 {PRICES}"));
        let done = place.run(&format!("{line} {budget}"));
        assert_eq!(done.code, Some(0), "{}", done.err);
        let told = number_after(&done.err, "may have been charged up to ");

        let unsure = &cost(&place, "r")["subjects"]["openai:shaky"]["unsure"];
        assert!(unsure["attempts"].as_u64() > Some(9), "{unsure}");
        let billed = unsure["cost"].as_f64().expect("a cost");
        assert!((told / billed - 1.0).abs() < 0.01, "{told} at the end, {billed} in the bill");
        let dry = place.ok(&format!("{line} --budget 5 --dry-run"));
        let counted = number_after(&dry, "spent, and up to ");
        assert!(
            (told / counted - 1.0).abs() < 0.01,
            "{told} at the end, {counted} against a budget"
        );
    }
}

#[test]
fn what_a_budget_has_left_is_told_when_all_that_was_in_flight_has_ended() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = run(&chat, "r", "slow", &format!("--n 10 {PRICES} --budget 0.0012"));
    let done = place.run(&format!("{line} --json-events events.jsonl"));
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    let events = place.read("events.jsonl");
    let last: Value = serde_json::from_str(events.lines().last().expect("an event")).expect("JSON");
    let told = number_after(&done.err, "may have been charged, ");
    let left = last["budget_left_usd"].as_f64().expect("what is left");
    assert!((told / left - 1.0).abs() < 0.01, "{told} in words, {left} in the event");
}

#[test]
fn an_error_that_reports_tokens_may_have_been_charged() {
    for (model, attempts) in [("billed", QUESTIONS), ("failing", 0)] {
        let (place, chat) = (Place::with_study(), Chat::start());
        let done = place.run(&run(&chat, "r", model, &format!("{PRICES} --budget 5")));
        assert_eq!(done.code, Some(0), "{}", done.err);
        let all = cost(&place, "r");
        let own = &all["subjects"][format!("openai:{model}")];
        let unsure = own["unsure"]["attempts"].as_u64().unwrap_or(0);
        assert_eq!(unsure, attempts as u64, "{own}");
    }
}

#[test]
fn more_tokens_than_can_be_counted_end_no_run() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "r", "boundless", ""));
    let manifest: Value = serde_json::from_str(&place.read("r/manifest.json")).expect("JSON");
    assert_eq!(manifest["subjects"][0]["input_tokens"], u64::MAX, "{manifest}");
    place.ok("test r");
    place.ok("cost r");
}

#[test]
fn a_budget_counts_no_answer_of_unknown_price() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "r", "plain", ""));
    // As if it were not on this machine, where answers are free.
    place.set_fact("r", "endpoints", r#"{"openai:plain":"https://example.org/v1"}"#);
    let before = chat.requests();
    wording.fails(&place, 1, &run(&chat, "r", "cached", "--budget 3"));
    assert_eq!(chat.requests(), before, "nothing was asked");
    // Nor what may have been charged of one that never answered.
    assert_ne!(place.run(&run(&chat, "f", "cut-off", "--attempts 1")).code, Some(0));
    place.set_fact("f", "endpoints", r#"{"openai:cut-off":"https://example.org/v1"}"#);
    wording.fails(&place, 1, &run(&chat, "f", "cached", "--budget 3"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_is_free_costs_nothing_and_not_an_unknown_amount() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let last = |line: String| -> Value {
        place.ok(&format!("{line} --json-events events.jsonl"));
        let events = place.read("events.jsonl");
        serde_json::from_str(events.lines().last().expect("an event")).expect("JSON")
    };
    let free = last(run(&chat, "r", "plain", ""));
    assert_eq!(
        (&free["cost_usd"], &free["budget_left_usd"]),
        (&0.0.into(), &Value::Null),
        "{free}"
    );
    let limited = last(run(&chat, "r", "plain", "--n 4 --budget 3"));
    assert_eq!(
        (&limited["cost_usd"], &limited["budget_left_usd"]),
        (&0.0.into(), &3.0.into()),
        "{limited}"
    );
    let simulated = last("run small.toml --into s --budget 3".to_owned());
    assert_eq!(simulated["budget_left_usd"], 3.0, "{simulated}");
}

#[test]
fn what_would_be_taken_over_teaches_a_dry_run_as_it_does_a_run() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "a", "plain", &format!("--n 10 {PRICES}")));
    for dir in ["a", "old"] {
        // Into an empty directory, and into one that has some answers of its own.
        let line =
            run(&chat, &format!("{dir}-more"), "plain", &format!("--n 20 {PRICES} --reuse a"));
        if dir == "old" {
            place.ok(&run(&chat, "old-more", "plain", &format!("--n 5 {PRICES}")));
        }
        let dry = place.ok(&format!("{line} --dry-run --json"));
        let dry: Value = serde_json::from_str(&dry).expect("JSON");
        let there = if dir == "a" { 0 } else { 20 };
        assert_eq!(
            (&dry["answered"], &dry["taken_over"]),
            (&40.into(), &(40 - there).into()),
            "{dry}"
        );
        let forecast = &dry["forecast"];
        assert_eq!(forecast["input"]["kind"], "calibrated", "{dry}");
        place.ok(&format!("{line} --plan-only"));
        let own = &cost(&place, &format!("{dir}-more"))["subjects"]["openai:plain"];
        // The earlier announcement stays, and the new questions are added.
        let all = &own["announced"];
        let (told, before) = match all["parts"].as_array().map(Vec::as_slice) {
            Some([before, told]) => (told, Some(before)),
            _ => (all, None),
        };
        assert_eq!(before.map(|one| &one["questions"]), (there > 0).then_some(&there.into()));
        let questions = if before.is_some() { 40 } else { 80 };
        assert_eq!(
            (&told["kind"], &told["questions"]),
            (&"calibrated".into(), &questions.into()),
            "{own}"
        );
        for end in ["expected", "most"] {
            let rest = told["cost"][end].as_f64().expect("a cost");
            assert!(is_about(&forecast["cost"][end], rest), "{end}: {dry} {own}");
        }
        let line = format!("{line} --budget 0.0000001");
        let bound = |text: &str| number_after(text, "the next answer may cost ");
        assert_eq!(bound(&place.ok(&format!("{line} --dry-run"))), bound(&place.run(&line).err));
    }
}

#[test]
fn what_was_announced_is_added_to_whatever_the_way_of_asking() {
    let announced = |place: &Place| {
        let told = cost(place, "r")["subjects"]["openai:plain"]["announced"].clone();
        (told["questions"].as_u64(), told["cost"]["expected"].as_f64().expect("a cost"))
    };
    for more in ["--n 9", "--n 9 --sequential --block 1"] {
        let (place, chat) = (Place::with_study(), Chat::start());
        place.ok(&run(&chat, "r", "plain", PRICES));
        let (questions, before) = announced(&place);
        assert_eq!(questions, Some(QUESTIONS as u64));
        // As if nothing were known of answers: fifty tokens each.
        assert!(before > QUESTIONS as f64 * 50.0 * 8e-6, "{before}");
        place.ok(&run(&chat, "r", "plain", &format!("{PRICES} {more}")));
        let (questions, after) = announced(&place);
        assert_eq!(questions, Some(36), "{more}");
        // Now it is known that they take three.
        let added = after - before;
        assert!(
            (24.0 * EACH * 0.8..24.0 * EACH * 8.0).contains(&added),
            "{more}: {before} {after}"
        );
    }
}

#[test]
fn what_a_killed_plan_told_nobody_of_is_added_to_what_was_announced() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "r", "plain", PRICES));
    let told = || cost(&place, "r")["subjects"]["openai:plain"]["announced"].clone();
    let before = told()["cost"]["expected"].as_f64().expect("a cost");
    // As a run leaves it that is killed when its larger plan is stored and not yet told of.
    let announcement = place.fact("r", "announcement");
    place.ok(&run(&chat, "r", "plain", &format!("{PRICES} --n 9 --plan-only")));
    place.set_fact("r", "announcement", &announcement);
    place.ok(&run(&chat, "r", "plain", &format!("{PRICES} --n 9")));
    let after = told();
    assert_eq!(after["questions"], 36, "{after}");
    let added = after["cost"]["expected"].as_f64().expect("a cost") - before;
    assert!((24.0 * EACH * 0.8..24.0 * EACH * 8.0).contains(&added), "{before}: {after}");
}
