//! Prices given to a run directory apply to all later commands.

use crate::support::batches::Batches;
use crate::support::chat::Chat;
use crate::support::{Place, QUESTIONS, says};
use serde_json::Value;

/// The server reports 9 and 3 tokens, so that an answer costs 42 millionths of a dollar.
const PRICES: &str = "--price-input 2 --price-output 8";
const EACH: f64 = 42e-6;
/// Exit code of a run that a budget stopped.
const BUDGET: i32 = 4;
/// A price with every possible field.
const WHOLE: &str = "[[price]]\nmodels = [\"cached\", \"plain\"]\ninput = 100.0\ncached = 1.0\n\
                     output = 200.0\nbatch = 0.5\nlong = { over = 1000000, input = 9.0, output = 9.0 }\n\
                     since = 2020-01-01\nsource = \"the contract\"\nlooked_up = 2026-11-22\n";

fn run(chat: &Chat, dir: &str, model: &str, more: &str) -> String {
    format!("run small.toml --into {dir} --max-tokens 50 {} {more}", chat.model(model))
}

fn cost(place: &Place, line: &str) -> Value {
    serde_json::from_str(&place.ok(&format!("cost {line} --json"))).expect("JSON")
}

fn is_about(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9)
}

#[test]
fn a_run_that_goes_on_is_held_to_the_prices_that_were_given() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let given = place.run(&run(&chat, "r", "plain", &format!("{PRICES} --budget 1")));
    says(&given.err, &["has used 0.000504 USD"]);

    let more = run(&chat, "r", "plain", "--n 4 --budget 0.0001");
    let dry = place.ok(&format!("{more} --dry-run"));
    says(
        &dry,
        &["2 / 8 USD per million tokens", "0.000504 USD of it are spent", "would ask nothing"],
    );
    assert!(!dry.contains("free"), "{dry}");
    let asked = chat.requests();
    let done = place.run(&format!("{more} --json-events events.jsonl"));
    assert_eq!((done.code, chat.requests()), (Some(BUDGET), asked), "{}", done.err);
    says(&done.err, &["the budget of 0.000100 USD has room for no other answer"]);
    says(
        &done.err,
        &["with twice the budget: peirast run ", "--n 4 --budget 0.0002", "--base-url"],
    );
    let last = place.read("events.jsonl");
    let last: Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
    assert!(is_about(&last["cost_usd"], QUESTIONS as f64 * EACH), "{last}");

    // Prices given now replace the stored ones, and are stored in their place.
    let twice = place.ok(&format!("{more} --price-input 4 --price-output 16 --dry-run"));
    says(&twice, &["0.00101 USD of it are spent"]);
    says(&place.ok(&format!("{more} --dry-run")), &["0.000504 USD of it are spent"]);
    place.run(&format!("{more} --price-input 4 --price-output 16"));
    says(&place.ok(&format!("{more} --dry-run")), &["0.00101 USD of it are spent"]);
    let spent = &cost(&place, "r")["subjects"]["openai:plain"]["spent"]["cost"];
    assert!(is_about(spent, 2.0 * QUESTIONS as f64 * EACH), "{spent}");

    // Nobody gave a price of another subject.
    let other = place.ok(&run(&chat, "r", "slow", "--dry-run"));
    says(&other, &["free (a server on this machine)"]);
}

#[test]
fn a_table_that_says_nothing_of_a_model_is_told_of() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let table = |model: &str| {
        format!("[[price]]\nmodels = [\"{model}\"]\ninput = 2.0\noutput = 8.0\nsource = \"x\"\n")
    };
    place.write("prices.toml", table("plian"));
    let line = run(&chat, "r", "plain", "--prices prices.toml --budget 0.0001");
    let words = [
        "openai:plain at http://127.0.0.1",
        "costs nothing (a server on this machine): no row of the table that was given fits it, and the budget in \
         dollars does not bind it",
        "give a price of `plain` with --prices",
    ];
    says(&place.run(&format!("{line} --dry-run")).err, &words);
    says(&place.run(&line).err, &words);

    // Prices by the name of the subject in reports.
    place.write("prices.toml", table("openai:plain"));
    let line = run(&chat, "s", "plain", "--prices prices.toml --budget 0.0001");
    let done = place.run(&line);
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    assert!(!done.err.contains("costs nothing"), "{}", done.err);
    let free = place.run(&run(&chat, "t", "plain", "--budget 1")).err;
    says(
        &free,
        &["costs nothing (a server on this machine), and the budget in dollars does not bind it"],
    );
    let done = place.run(&run(&chat, "u", "plain", "--budget-tokens 100000"));
    assert!(!done.err.contains("costs nothing"), "tokens are counted: {}", done.err);
}

#[test]
fn prices_that_were_given_are_kept_whole() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.write("prices.toml", WHOLE);
    let done = place.run(&run(&chat, "r", "cached", "--prices prices.toml"));
    // One token at 100 dollars a million, eight at 1, three at 200: 708 millionths each.
    says(&done.err, &["this run cost 0.00850 USD"]);
    let with = cost(&place, "r --prices prices.toml");
    assert!(is_about(&with["subjects"]["openai:cached"]["spent"]["cost"], 12.0 * 708e-6), "{with}");
    assert_eq!(cost(&place, "r"), with, "nothing of the price is lost");
    says(&place.read("r/tables/cost.csv"), &["0.008496"]);

    place.ok("merge r --into merged");
    assert_eq!(cost(&place, "merged"), with);
}

#[test]
fn where_two_directories_were_given_prices_the_dearest_hold() {
    let (place, chat) = (Place::with_study(), Chat::start());
    place.write("prices.toml", WHOLE);
    place.ok(&run(&chat, "cheap", "cached", PRICES));
    place.ok(&run(&chat, "dear", "cached", "--prices prices.toml"));
    for (one, two, both) in [("cheap", "dear", "a"), ("dear", "cheap", "b")] {
        place.ok(&format!("merge {one} {two} --into {both}"));
        place.ok(&format!("merge {two} {one} --into {both}"));
        let spent = &cost(&place, both)["subjects"]["openai:cached"]["spent"]["cost"];
        assert!(is_about(spent, 12.0 * 708e-6), "{both}: {spent}");
    }
}

#[test]
fn a_batch_costs_what_was_given_when_it_was_handed_in() {
    let (place, provider) = (Place::with_study(), Batches::start());
    place.write("prices.toml", WHOLE);
    let line = |more: &str| {
        let model = format!("--max-tokens 50 --model openai:plain {}", provider.at());
        format!("run small.toml --into r {model} {more}")
    };
    place.ok(&line("--plan-only"));
    place.ok(&format!("batch submit r {} --prices prices.toml", provider.at()));
    place.ok(&format!("batch collect r {} --wait --every 1", provider.at()));
    // 100 and 10 tokens at half of 100 and 200 dollars a million.
    let paid = 12.0 * 0.006;
    let spent = &cost(&place, "r")["subjects"]["openai:plain"]["spent"]["cost"];
    assert!(is_about(spent, paid), "{spent}");
    let dry = place.ok(&line("--n 4 --budget 0.05 --dry-run"));
    says(&dry, &["0.0720 USD of it are spent", "A run would ask nothing"]);
}

#[test]
fn a_price_that_does_not_hold_today_binds_no_budget() {
    let (place, chat) = (Place::with_study(), Chat::start());
    for (days, row) in [
        ("until = 2020-06-30", "`plain` at 1000 / 2000 USD per million tokens until 2020-06-30"),
        ("since = 9999-01-01", "`plain` at 1000 / 2000 USD per million tokens from 9999-01-01"),
    ] {
        let table =
            format!("[[price]]\nmodels = [\"plain\"]\ninput = 1000\noutput = 2000\n{days}\n");
        place.write("prices.toml", table);
        let line = run(&chat, "r", "plain", "--prices prices.toml");
        let asked = chat.requests();
        for more in ["--budget 0.001", "--budget 0.001 --dry-run"] {
            let refused = place.run(&format!("{line} {more}"));
            assert_eq!((refused.code, chat.requests()), (Some(1), asked), "{}", refused.err);
            says(&refused.err, &["--budget needs a price of openai:plain that holds today", row]);
        }
        let free = place.run(&format!("{line} --dry-run"));
        says(
            &free.err,
            &["does not hold today", row, "it counts as free (a server on this machine)"],
        );
    }
}

#[test]
fn rows_of_which_either_may_hold_are_refused() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let row = |model: &str, input: u32| {
        format!("[[price]]\nmodels = [\"{model}\"]\ninput = {input}\noutput = 2\n")
    };
    for (one, two, said) in [
        ("plain", "plain", "two rows price `plain` on the same days"),
        ("pla*", "*ain", "two rows of the price table fit openai:plain equally well"),
    ] {
        place.write("prices.toml", row(one, 1) + &row(two, 1000));
        let asked = chat.requests();
        let refused = place.run(&run(&chat, "r", "plain", "--prices prices.toml"));
        assert_eq!((refused.code, chat.requests()), (Some(1), asked), "{}", refused.err);
        says(&refused.err, &[said, "at 1 / 2 USD", "at 1000 / 2 USD"]);
    }
}
