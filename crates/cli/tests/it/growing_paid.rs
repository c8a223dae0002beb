//! Large studies with paid answers: they are asked from their beginning, and their reported costs
//! equal those of a complete plan.
#![cfg(unix)]

use crate::support::chat::Chat;
use crate::support::{Place, SMALL, Wording, json_lines, same, says, until};
use serde_json::Value;

/// Items of a study that is large enough, and their questions.
const ITEMS: usize = 700;
const ALL: usize = 2 * ITEMS;
/// The server reports 9 and 3 tokens, so that an answer costs 42 millionths of a dollar.
const PRICES: &str = "--price-input 2 --price-output 8 --max-tokens 50";
const EACH: f64 = 42e-6;
/// Exit code of a run that a budget stopped.
const BUDGET: i32 = 4;
/// The option that plans the whole study before asking, because another directory must be searched
/// for answers.
const WHOLE: &str = "--reuse other";

fn place() -> Place {
    let place = Place::with_many();
    place.write("small.toml", SMALL);
    place.ok("run small.toml --into other");
    place
}

fn line(chat: &Chat, model: &str, into: &str) -> String {
    format!("run many.toml --n {ITEMS} --into {into} {PRICES} {}", chat.model(model))
}

fn cost(place: &Place, dir: &str) -> Value {
    serde_json::from_str(&place.ok(&format!("cost {dir} --json"))).expect("JSON")
}

/// The reported costs of a subject.
fn of(cost: &Value, model: &str) -> Value {
    let one = cost["subjects"][format!("openai:{model}")].clone();
    assert!(!one.is_null(), "{cost}");
    one
}

/// The number of planned questions in each event.
fn planned(place: &Place, events: &str) -> Vec<u64> {
    let planned = json_lines(&place.read(events)).into_iter().filter(|e| e["event"] == "planned");
    planned.filter_map(|event| event["trials"].as_u64()).collect()
}

#[test]
fn what_a_plan_that_grows_costs_is_what_the_whole_plan_costs() {
    let (place, chat) = (place(), Chat::start());
    let dry = place.ok(&format!("{} --dry-run", line(&chat, "plain", "grown")));
    let whole_dry = place.ok(&format!("{} --dry-run {WHOLE}", line(&chat, "plain", "grown")));
    assert_eq!(dry, whole_dry, "what a dry run counts as it goes is what it counts at once");
    says(&dry, &["1,400", "estimated"]);

    place.ok(&format!("{} --json-events grown.jsonl", line(&chat, "plain", "grown")));
    place.ok(&format!("{} --json-events whole.jsonl {WHOLE}", line(&chat, "plain", "whole")));
    assert_eq!(planned(&place, "grown.jsonl"), [128, ALL as u64], "it began with 64 items");
    assert_eq!(planned(&place, "whole.jsonl"), [ALL as u64]);
    let (grown, whole) = (cost(&place, "grown"), cost(&place, "whole"));
    assert_eq!(grown, whole);
    let announced = &of(&grown, "plain")["announced"];
    assert_eq!(announced["questions"], ALL, "{announced}");
    let line_of = |text: &str| text.lines().nth(1).map(ToOwned::to_owned);
    let expected = announced["input"]["expected"].as_u64().expect("a number of tokens");
    // The terminal groups digits by thousands.
    let expected = format!("{},{:03}", expected / 1000, expected % 1000);
    assert!(line_of(&dry).is_some_and(|line| line.contains(&expected)), "{expected}: {dry}");
    for file in ["results.csv", "outcomes.csv", "tables/cost.csv"] {
        same(
            &place.timeless(&format!("grown/{file}")),
            &place.timeless(&format!("whole/{file}")),
            file,
        );
    }
}

#[test]
fn a_budget_holds_in_a_plan_that_grows_and_in_what_goes_on_from_its_store() {
    let (place, chat) = (place(), Chat::start());
    // Room for a few hundred answers.
    let line = |budget: f64| format!("{} --budget {budget}", line(&chat, "plain", "r"));
    let done = place.run(&format!("{} --json-events first.jsonl", line(0.02)));
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    assert_eq!(planned(&place, "first.jsonl"), [128, ALL as u64]);
    let spent = of(&cost(&place, "r"), "plain");
    let answers = spent["spent"]["answers"].as_u64().expect("a number") as usize;
    assert!(answers > 100 && answers as f64 * EACH <= 0.02, "{spent}");
    assert_eq!(
        (spent["announced"]["questions"].as_u64(), place.counts("r").trials),
        (Some(1400), 1400)
    );

    // The store knows what was spent, and has the plan.
    let before = chat.requests();
    let done = place.run(&format!("{} --json-events again.jsonl", line(0.02)));
    assert_eq!((done.code, chat.requests()), (Some(BUDGET), before), "{}", done.err);
    says(&done.err, &["of the budget of 0.0200 USD, this directory has used"]);
    assert_eq!(planned(&place, "again.jsonl"), [ALL as u64]);
    place.ok(&line(1.0));
    assert_eq!((chat.requests(), chat.repeats()), (ALL, 0));
    let spent = of(&cost(&place, "r"), "plain");
    let all = spent["spent"]["cost"].as_f64().expect("a cost");
    assert!((all - ALL as f64 * EACH).abs() < 1e-9, "{spent}");
}

#[test]
fn what_was_in_flight_at_a_kill_is_bounded_by_the_longest_prompt_of_all() {
    let (place, chat) = (place(), Chat::start());
    let unsure = |into: &str, more: &str| {
        let before = chat.requests();
        let line = format!("{} --concurrency 4 {more}", line(&chat, "hanging", into));
        let running = place.start(&line);
        until("a whole plan", || {
            let done = place.run(&format!("cost {into}"));
            done.code == Some(0) && !done.err.contains("is not finished")
        });
        until("all in flight", || chat.requests() == before + 4);
        running.signal("KILL");
        running.end();
        of(&cost(&place, into), "hanging")["unsure"].clone()
    };
    let grown = unsure("grown", "");
    assert_eq!(grown["attempts"], 4, "{grown}");
    assert_eq!(grown, unsure("whole", WHOLE));
    // A run that continues from the store has as many requests in flight as the first, in addition
    // to these.
    let twice = unsure("grown", "--json-events again.jsonl");
    assert_eq!(planned(&place, "again.jsonl"), [ALL as u64]);
    assert_eq!(twice["attempts"], 8, "{twice}");
    let cost = |of: &Value| of["cost"].as_f64().expect("a cost");
    assert!((cost(&twice) - 2.0 * cost(&grown)).abs() < 1e-12, "{twice} {grown}");
}

#[test]
fn a_killed_run_whose_answers_are_paid_for_goes_on_where_its_plan_ended() {
    let mut wording = Wording::default();
    const MORE: usize = 2000;
    let (place, chat) = (place(), Chat::start());
    let line = |into| line(&chat, "plain", into).replace("--n 700", &format!("--n {MORE}"));
    let running = place.start(&format!("{} --concurrency 1", line("r")));
    until("some answers", || chat.requests() >= 8);
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    let counts = place.counts("r");
    assert!(counts.trials < 2 * MORE as u64, "{} are not a beginning", counts.trials);
    // The cost of paid answers is shown, although the plan was not finished.
    wording.fails(&place, 1, "test r");
    let done = place.run("cost r --json");
    says(&done.err, &["is not finished"]);
    let bill: Value = serde_json::from_str(&done.out).expect("JSON");
    let spent = &of(&bill, "plain")["spent"];
    assert_eq!(spent["answers"], counts.responses, "{bill}");

    let before = chat.requests();
    place.ok(&format!("{} --budget 1 --json-events last.jsonl", line("r")));
    assert_eq!(planned(&place, "last.jsonl"), [counts.trials, 2 * MORE as u64]);
    assert_eq!(chat.requests(), before + 2 * MORE - counts.responses as usize, "what is missing");
    place.ok(&format!("{} {WHOLE}", line("whole")));
    let announced = |dir: &str| of(&cost(&place, dir), "plain")["announced"].clone();
    assert_eq!(announced("r"), announced("whole"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_large_plan_is_stored_without_being_asked() {
    let (place, chat) = (place(), Chat::start());
    let planned_only = |into: &str, more: &str| {
        let told = place.ok(&format!("{} --plan-only {more}", line(&chat, "plain", into)));
        says(&told, &["1,400", "announced for ", "Nothing was asked."]);
        let counts = place.counts(into);
        assert_eq!((counts.trials, counts.problems, counts.responses), (1400, 1400, 0));
        told.replace(into, "DIR")
    };
    assert_eq!(planned_only("grown", ""), planned_only("whole", WHOLE));
    // The same again changes nothing, and a run asks from there.
    place.ok(&format!("{} --plan-only", line(&chat, "plain", "grown")));
    assert_eq!((chat.requests(), place.counts("grown").trials), (0, 1400));
    place.ok(&format!("{} --json-events run.jsonl", line(&chat, "plain", "grown")));
    assert_eq!(planned(&place, "run.jsonl"), [ALL as u64]);
    place.ok(&line(&chat, "plain", "whole"));
    for file in ["results.csv", "outcomes.csv", "study.toml"] {
        same(
            &place.timeless(&format!("grown/{file}")),
            &place.timeless(&format!("whole/{file}")),
            file,
        );
    }
    assert_eq!((chat.requests(), chat.repeats()), (2 * ALL, ALL));
}

#[test]
fn a_killed_run_of_more_items_leaves_nothing_to_ask_for_who_wants_fewer() {
    let (place, chat) = (place(), Chat::start());
    let line = |n: usize| line(&chat, "plain", "r").replace("--n 700", &format!("--n {n}"));
    let running = place.start(&line(3000));
    until("more than the smaller study", || chat.requests() >= 900);
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    let before = chat.requests();
    says(
        &place.ok(&format!("{} --dry-run", line(300))),
        &["openai:plain                       600"],
    );
    place.ok(&line(300));
    let asked = chat.requests() - before;
    assert!(asked <= 600, "{asked} were asked");
    place.ok(&line(3000));
    assert_eq!(chat.contents().len(), 6000);
}

#[test]
fn what_more_questions_cost_is_added_to_what_was_announced() {
    let (place, chat) = (place(), Chat::start());
    let line = |n: usize, more: &str| {
        format!("run small.toml --n {n} --into r {more} {}", chat.model("plain"))
    };
    let announced = |dir: &str| of(&cost(&place, dir), "plain")["announced"].clone();
    place.ok(&line(10, PRICES));
    let first = announced("r");
    place.ok(&line(20, PRICES));
    let both = announced("r");
    assert_eq!((&first["questions"], &both["questions"]), (&40.into(), &80.into()), "{both}");
    let usd = |told: &Value| told["cost"]["expected"].as_f64().expect("a cost");
    let parts = both["parts"].as_array().expect("parts");
    assert_eq!(parts.len(), 2, "what was said stays: {both}");
    assert!(parts.contains(&first), "what was said stays: {both}");
    let sum: f64 = parts.iter().map(usd).sum();
    assert!((usd(&both) - sum).abs() < 1e-9, "{both}");
    place.ok(&line(20, PRICES));
    assert_eq!(announced("r"), both, "going on announces nothing");
    says(&place.ok("cost r"), &["Announced questions"]);

    // Questions that a killed run planned and never announced are announced with the rest.
    let large = format!("run many.toml --n 600 --into k {PRICES} {}", chat.model("plain"));
    let running = place.start(&format!("{large} --concurrency 1"));
    until("some answers", || chat.requests() >= 168);
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    place.ok(&large.replace("--n 600", "--n 280"));
    place.ok(&large);
    let told = of(&cost(&place, "k"), "plain");
    assert_eq!(
        (&told["announced"]["questions"], &told["spent"]["answers"]),
        (&1200.into(), &1200.into())
    );

    // A budget that is used up is enough for what asks nothing more.
    let dry = place.ok(&format!("{large} --budget 0.001 --dry-run"));
    assert!(!dry.contains("is left of the budget"), "{dry}");

    // Questions asked without a forecast are not announced afterwards.
    let line = |n: usize, more: &str| line(n, more).replace("--into r", "--into f");
    place.ok(&line(10, "--max-tokens 50"));
    place.ok(&line(20, PRICES));
    assert_eq!(announced("f")["questions"], 40);
}

#[test]
fn a_budget_that_is_not_enough_is_told_beforehand() {
    let (place, chat) = (place(), Chat::start());
    let told = "is left of the budget, and the questions are expected to take";
    let line = |into: &str| format!("{} --budget 0.02", line(&chat, "plain", into));
    says(&place.ok(&format!("{} --dry-run", line("r"))), &["0.0200 USD", told]);
    says(&place.fails(BUDGET, &line("r")), &[told]);
    says(&place.fails(BUDGET, &format!("{} {WHOLE}", line("w"))), &[told]);
    let enough = line("e").replace("--budget 0.02", "--budget 5");
    let done = place.run(&enough);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(!done.err.contains(told), "{}", done.err);
}

#[test]
fn a_plan_whose_storing_is_interrupted_is_stored_to_its_end() {
    let (place, chat) = (place(), Chat::start());
    let line = line(&chat, "plain", "r").replace("--n 700", "--n 5000");
    let running = place.start(&format!("{line} --plan-only"));
    until("a beginning", || {
        place.path("r/store.sqlite").exists()
            && place.run("test r").err.contains("no finished plan")
    });
    running.signal("INT");
    let done = running.end();
    assert_eq!(done.code, Some(130), "{}", done.err);
    says(&done.err, &["Peirast stores the rest of the plan first"]);
    says(&done.out, &["10000", "Nothing was asked."]);
    assert_eq!((place.counts("r").trials, chat.requests()), (10_000, 0));
}

#[test]
fn what_was_in_flight_is_over_before_the_rest_of_a_plan_is_stored() {
    let (place, chat) = (place(), Chat::start());
    let line = line(&chat, "plain", "r").replace("--n 700", "--n 20000");
    let running = place.start(&format!("{line} --budget 0.02"));
    let bill = || {
        let done = place.run("cost r --json");
        let is_growing = done.err.contains("is not finished");
        let bill = serde_json::from_str::<Value>(&done.out).unwrap_or_default();
        (bill["subjects"]["openai:plain"].clone(), is_growing)
    };
    until("the budget is used, and nothing is in flight", || {
        let (own, _) = bill();
        own["unsure"].is_null() && own["spent"]["cost"].as_f64().is_some_and(|usd| usd > 0.018)
    });
    assert!(bill().1, "the plan is still stored");
    running.signal("KILL");
    assert_eq!(running.end().code, None, "it was killed before its end");
    let (own, is_growing) = bill();
    assert!(is_growing && own["unsure"].is_null(), "{own}");
}
