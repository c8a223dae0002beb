//! Costs of a run: forecast before, limited by a budget meanwhile, shown afterwards.

use crate::support::chat::Chat;
use crate::support::{Place, QUESTIONS, Wording, column, says};
use serde_json::Value;

/// Two dollars a million tokens of prompts, eight of answers. The server reports 9 and 3 of them, so
/// that an answer costs 42 millionths of a dollar.
const PRICES: &str = "--price-input 2 --price-output 8";
const EACH: f64 = 42e-6;
/// Exit code of a run that a budget stopped.
const BUDGET: i32 = 4;

fn run(chat: &Chat, model: &str, more: &str) -> String {
    format!("run small.toml --into r {} {more}", chat.model(model))
}

fn cost(place: &Place) -> Value {
    serde_json::from_str(&place.ok(&format!("cost r --json {PRICES}"))).expect("JSON")
}

fn is_about(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9)
}

#[test]
fn a_dry_run_says_how_it_knows() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    let line = "run small.toml --max-tokens 100 --dry-run --model";
    let mut forecast = |models: &str| -> Value {
        wording.add(models, &place.ok(&format!("{line} {models}")));
        let json = place.ok(&format!("{line} {models} --json"));
        let first = json.lines().next().expect("a subject");
        serde_json::from_str::<Value>(first).expect("JSON")["forecast"].take()
    };
    assert_eq!(forecast("openai:gpt-4.1")["input"]["kind"], "estimated");
    let unknown = forecast("openai:nobody");
    assert!(unknown["price"].is_null() && unknown["cost"].is_null(), "{unknown}");
    let free = forecast("openai:llama --base-url http://localhost:1/v1");
    assert!(free["free"].is_string(), "{free}");
    forecast("openai:gpt-4o --model openai:gpt-4o-mini");
    let forecast = forecast("openai:gpt-4o");
    assert_eq!(forecast["questions"]["expected"], 12);
    assert_eq!(forecast["input"]["kind"], "exact");
    assert_eq!(forecast["output"]["most"], 1200);
    assert!(forecast["input"]["tokens"].as_u64().is_some_and(|tokens| tokens > 500), "{forecast}");
    assert!(forecast["cost"]["most"].as_f64() >= forecast["cost"]["expected"].as_f64());
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_table_of_ones_own_goes_before_ours() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    let table = "[[price]]\nmodels = [\"gpt-4o\"]\ninput = 100.0\noutput = 200.0\n\
                 source = \"the contract\"\nlooked_up = 2020-01-31\n";
    place.write("own.toml", table);
    let line = "run small.toml --dry-run --model openai:gpt-4o --prices";
    let done = place.run(&format!("{line} own.toml"));
    wording.add("a table that is old", &done.out);
    wording.shape("a table that is old", &done.err);

    place.write("own.toml", "[[price]]\nmodels = [\"gpt-4o\"]\ninput = -1\noutput = 1\n");
    wording.fails(&place, 1, &format!("{line} own.toml"));
    wording.fails(&place, 1, &format!("{line} none.toml"));
    wording.fails(&place, 2, "run small.toml --dry-run --price-input 1");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn answers_correct_what_is_announced() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.ok(&run(&chat, "plain", &format!("--n 10 {PRICES}")));
    let dry = run(&chat, "plain", &format!("--n 20 {PRICES} --dry-run"));
    let json: Value = serde_json::from_str(&place.ok(&format!("{dry} --json"))).expect("JSON");
    assert_eq!(json["forecast"]["input"]["kind"], "calibrated", "{json}");
    assert_eq!(json["spent"]["answers"], 40, "{json}");
    assert!(is_about(&json["spent"]["cost"], 40.0 * EACH), "{json}");
    let mut wording = Wording::default();
    wording.shape("dry run", &place.ok(&dry));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_answers_cost_is_shown_beside_what_was_announced() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let done = place.run(&run(&chat, "plain", PRICES));
    let mut wording = Wording::default();
    wording.add("run", &done.err);
    insta::assert_snapshot!(wording.text());

    let all = cost(&place);
    let subject = &all["subjects"]["openai:plain"];
    assert!(is_about(&subject["spent"]["cost"], QUESTIONS as f64 * EACH), "{all}");
    assert_eq!(
        (&subject["spent"]["input"], &subject["spent"]["output"]),
        (&108.into(), &36.into())
    );
    assert_eq!(subject["announced"]["questions"], QUESTIONS as u64);
    assert!(subject["announced"]["cost"]["most"].as_f64() > Some(0.3), "4,096 tokens each: {all}");
    let shares: f64 = all["verdicts"]
        .as_array()
        .expect("verdicts")
        .iter()
        .map(|verdict| verdict["share"].as_f64().expect("a share"))
        .sum();
    assert!(shares > 0.0 && shares <= QUESTIONS as f64 * EACH + 1e-9, "{all}");
    assert_eq!(all["open"], serde_json::json!({}));

    // The report has the same prices from the run.
    let table = place.read("r/tables/cost.csv");
    assert_eq!(column(&table, "usd", &[("subject", "openai:plain")]), ["0.000504"]);
    says(&place.read("r/tables/tokens.csv"), &["baseline"]);
    says(&place.read("r/tables/cost_by_verdict.csv"), &["H1", "H4"]);
    says(&place.read("r/report.html"), &["0.000504"]);
    says(&place.ok("cost r"), &["openai:plain", "0.000504"]);
}

#[test]
fn a_run_of_simulated_subjects_costs_zero() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    assert!(!place.path("r/tables/cost.csv").exists());
    let subjects = &cost(&place)["subjects"];
    let spent = &subjects.as_object().expect("subjects").values().next().expect("one")["spent"];
    assert_eq!(spent["cost"], 0.0);
    assert!(spent["answers"].as_u64() > Some(0), "{spent}");
    let mut wording = Wording::default();
    wording.add("cost", &place.ok("cost r"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_budget_needs_prices() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let line =
        "run small.toml --into r --budget 1 --model openai:nobody --base-url https://example.org";
    wording.fails(&place, 1, line);
    assert!(!place.path("r").exists(), "refused before anything is made");
    wording.fails(&place, 2, &run(&chat, "plain", "--budget -1"));
    // In tokens it needs none.
    place.ok(&run(&chat, "plain", "--budget-tokens 1000000"));
    insta::assert_snapshot!(wording.text());
}

/// A question of the small study with an answer of at most 50 tokens costs at most about a thousandth
/// of a dollar at these prices.
const DEAR: &str = "--price-input 2 --price-output 8 --max-tokens 50";

#[test]
fn a_budget_stops_the_run_before_it_is_exceeded() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = run(&chat, "plain", &format!("{DEAR} --concurrency 2"));
    // Room for one question at a time, and for a few of them.
    let done = place.run(&format!("{line} --budget 0.0011"));
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    wording.shape("room for some", &done.err);
    let answers = place.counts("r").responses;
    assert!((1..QUESTIONS as u64).contains(&answers), "{answers}");
    let spent = cost(&place)["subjects"]["openai:plain"]["spent"]["cost"].as_f64().expect("a cost");
    assert!(spent <= 0.0011, "{spent}");
    assert_eq!(chat.requests() as u64, answers, "what was asked is stored");

    // The budget is that of the directory.
    let again = place.run(&format!("{line} --budget 0.0011"));
    assert_eq!((again.code, place.counts("r").responses), (Some(BUDGET), answers), "{}", again.err);
    let rest = place.run(&format!("{line} --budget 1"));
    assert_eq!(rest.code, Some(0), "{}", rest.err);
    wording.shape("room for all", &rest.err);
    assert_eq!((chat.requests(), chat.repeats()), (QUESTIONS, 0));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn attempts_that_broke_off_may_have_been_charged() {
    for model in ["cut-off", "half-done"] {
        let (place, chat) = (Place::with_study(), Chat::start());
        let line =
            run(&chat, model, &format!("{DEAR} --attempts 1 --concurrency 1 --budget 0.0025"));
        place.run(&line);
        assert!(doubtful(&place, model) > 0, "{model}");
        let asked = chat.requests();
        assert!((1..5).contains(&asked), "{model}: {asked} of them at worst");
        let again = place.run(&line);
        assert_eq!(
            chat.requests(),
            asked,
            "what may have been charged stays counted: {}",
            again.err
        );
    }

    // Requests that are refused, or never sent, cost nothing.
    let (place, chat) = (Place::with_study(), Chat::start());
    let done = place.run(&run(&chat, "limited", &format!("{DEAR} --budget 0.1")));
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(doubtful(&place, "limited"), 0);
    let down = "--model openai:plain --base-url http://127.0.0.1:9/v1 --attempts 1";
    let place = Place::with_study();
    place.run(&format!("run small.toml --into r {down} {DEAR} --budget 0.1"));
    assert_eq!(doubtful(&place, "plain"), 0);
}

/// Number of attempts that may or may not have been charged.
fn doubtful(place: &Place, model: &str) -> u64 {
    let subject = &cost(place)["subjects"][format!("openai:{model}")];
    subject["unsure"]["attempts"].as_u64().unwrap_or(0)
}

#[test]
#[cfg(unix)]
fn what_an_earlier_run_left_in_flight_is_told_at_the_end() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let running = place.start(&run(&chat, "hanging", &format!("{DEAR} --concurrency 2")));
    crate::support::until("some in flight", || chat.requests() == 2);
    running.signal("KILL");
    running.end();
    let done = place.run(&run(&chat, "plain", DEAR));
    assert_eq!(doubtful(&place, "hanging"), 2);
    let mut wording = Wording::default();
    wording.shape("run", &done.err);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_was_planned_for_a_server_that_was_left_is_not_open() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let elsewhere = format!(
        "run small.toml --into r {PRICES} --model openai:plain --base-url http://127.0.0.1:9/v1 --attempts 1"
    );
    place.fails(3, &elsewhere);
    assert!(!cost(&place)["open"].as_object().expect("subjects").is_empty());
    place.ok(&run(&chat, "plain", PRICES));
    let told = cost(&place);
    assert_eq!(told["subjects"]["openai:plain"]["spent"]["answers"], QUESTIONS);
    assert!(told["open"].as_object().expect("subjects").is_empty(), "{told}");
}
