//! Batches: submitted, checked, collected; and files that an engine executes.

use crate::support::batches::Batches;
use crate::support::{Place, QUESTIONS, Wording, files_below, holds, json_lines, says};
use serde_json::{Value, json};

const KEY: &str = "sk-PLANTED-0123456789abcdefghij";

/// A place with the small study planned for a model.
fn planned(model: &str, provider: &Batches) -> Place {
    let place = Place::with_study().env("OPENAI_API_KEY", KEY).env("ANTHROPIC_API_KEY", KEY);
    let place = place.env("GEMINI_API_KEY", KEY);
    place.ok(&run(model, provider, "--plan-only"));
    place
}

fn run(model: &str, provider: &Batches, more: &str) -> String {
    format!("run small.toml --into r --max-tokens 50 --model {model} {} {more}", provider.at())
}

fn submit(provider: &Batches) -> String {
    format!("batch submit r {}", provider.at())
}

fn collect(provider: &Batches) -> String {
    format!("batch collect r --wait --every 1 {}", provider.at())
}

fn answers(place: &Place) -> u64 {
    place.counts("r").responses
}

/// The state of each batch of a run directory, and its number of questions.
fn stages(place: &Place, dir: &str) -> Vec<(String, u64)> {
    let rows = json_lines(&place.ok(&format!("batch status {dir} --offline --json")));
    let stage = |row: &Value| {
        let stage = row["stage"].as_str().expect("a stage").to_owned();
        (stage, row["questions"].as_u64().expect("a number"))
    };
    rows.iter().map(stage).collect()
}

/// Asserts the state of the one batch of twelve questions.
fn is_at(place: &Place, stage: &str) {
    assert_eq!(stages(place, "r"), [(stage.to_owned(), QUESTIONS as u64)]);
}

#[test]
fn a_batch_answers_a_whole_study_and_a_run_asks_nothing_more() {
    let mut wording = Wording::default();
    for model in ["openai:plain", "anthropic/plain", "gemini/nameless", "gemini/plain"] {
        let provider = Batches::start();
        let place = planned(model, &provider);
        let out = json_lines(&place.ok(&format!("{} --dry-run --json", submit(&provider))));
        assert_eq!((&out[0]["subject"], &out[0]["questions"]), (&json!(model), &json!(12)));
        assert!(provider.requests().is_empty(), "a dry run hands nothing in");

        place.ok(&submit(&provider));
        place.ok(&format!("batch status r {}", provider.at()));
        is_at(&place, "under-way");
        let err = place.fails(1, &run(model, &provider, ""));
        wording.error("a batch answers a whole study and a run asks nothing more", &err);

        let done = place.run(&collect(&provider));
        assert_eq!(done.code, Some(0), "{model}: {}", done.err);
        let before = provider.requests().len();
        place.ok(&run(model, &provider, ""));
        assert_eq!(provider.requests().len(), before, "{model}: nothing is asked again");
        let answered = place.answered("r");
        assert_eq!(answered.len(), QUESTIONS);
        assert!(answered.iter().all(|one| {
            one.usage.input_tokens == Some(100)
                && one.model.as_deref() == Some("served-2026")
                && one.sent_us > 0
        }));
        is_at(&place, "collected");
        for file in files_below(&place.path("r")) {
            assert!(!holds(&std::fs::read(&file).expect("a file"), KEY), "{}", file.display());
        }
    }
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_is_in_a_batch_is_neither_asked_nor_counted_as_still_to_ask() {
    let provider = Batches::start();
    let place = planned("openai:plain", &provider);
    let dry = run("openai:plain", &provider, "--dry-run");
    assert!(!place.ok(&dry).contains("refused"));
    place.ok(&format!("{} --most 5", submit(&provider)));
    let text = place.ok(&dry);
    says(&text, &["A run would be refused: 5 questions to openai:plain are in batch 1 under way"]);
    says(&text, &["peirast batch collect r", "5 questions are in batches under way"]);
    let done = place.run(&format!("{dry} --json"));
    says(&done.err, &["A run would be refused: 5 questions"]);
    let own = &json_lines(&done.out)[0];
    assert_eq!((&own["trials"], &own["in_batches"]), (&json!(12), &json!(5)), "{own}");
    assert_eq!(own["forecast"]["questions"], json!({"expected": 7, "most": 7}), "{own}");

    says(&place.ok("cost r"), &["5 questions are in batches under way"]);
    let cost: Value = serde_json::from_str(&place.ok("cost r --json")).expect("JSON");
    assert_eq!(cost["open"]["openai:plain"]["questions"]["expected"], 7, "{cost}");
    place.ok(&collect(&provider));
    let text = place.ok(&dry);
    assert!(!text.contains("refused") && !text.contains("in batches"), "{text}");
    let cost: Value = serde_json::from_str(&place.ok("cost r --json")).expect("JSON");
    assert_eq!(cost["batches"], Value::Null, "{cost}");
}

#[test]
fn what_is_sent_is_what_a_single_question_would_send() {
    let provider = Batches::start();
    let place = planned("openai:plain", &provider);
    let lines = json_lines(&place.ok("batch export r"));
    assert_eq!(lines.len(), QUESTIONS);
    for line in &lines {
        assert_eq!(
            (&line["method"], &line["url"]),
            (&json!("POST"), &json!("/v1/chat/completions"))
        );
        assert_eq!(line["body"]["model"], "plain");
    }
    let chat = crate::support::chat::Chat::start();
    let single = Place::with_study();
    let line =
        format!("run small.toml --into r --max-tokens 50 --model openai:plain {}", chat.at());
    single.ok(&line);
    let sent: Vec<Value> = single
        .answered("r")
        .iter()
        .map(|one| {
            let show = single.ok(&format!("show r {} --json", one.trial.key));
            let shown: Value = serde_json::from_str(&show).expect("JSON");
            serde_json::from_str(shown["request"].as_str().expect("a request")).expect("a body")
        })
        .collect();
    for line in &lines {
        assert!(sent.contains(&line["body"]), "{}", line["body"]);
    }
}

#[test]
fn what_a_batch_leaves_is_handed_in_again_and_nothing_else() {
    let provider = Batches::start();
    let place = planned("openai:partly", &provider);
    place.ok(&submit(&provider));
    place.fails(3, &collect(&provider));
    let stored = answers(&place);
    assert_eq!(stored, 6, "3 of 12 failed, 3 came back without a result");
    assert_eq!(place.counts("r").failures.values().sum::<u64>(), 6, "each with its reason");
    let out = place.ok(&format!("{} --json --dry-run", submit(&provider)));
    assert_eq!(json_lines(&out)[0]["questions"], 6);
    place.ok(&submit(&provider));
    place.fails(3, &collect(&provider));
    assert!(answers(&place) > stored);
}

#[test]
fn answers_of_batches_cost_what_batches_cost() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    let place = planned("openai:plain", &provider);
    let prices = "[[price]]\nmodels = [\"plain\"]\ninput = 1000.0\noutput = 1000.0\n\
                  batch = 0.5\nsource = \"a test\"\nlooked_up = 2026-11-22\n";
    place.write("prices.toml", prices);
    wording.fails(&place, 1, &format!("{} --budget 0.1 --prices prices.toml", submit(&provider)));
    assert!(provider.requests().is_empty(), "{:?}", provider.requests());
    place.ok(&format!("{} --budget 100 --prices prices.toml", submit(&provider)));
    place.ok(&collect(&provider));
    let cost = place.ok("cost r --prices prices.toml --json");
    let cost: Value = serde_json::from_str(&cost).expect("JSON");
    // 12 answers of 110 tokens at half of 0.001 USD.
    assert_eq!(cost["subjects"]["openai:plain"]["spent"]["cost"], json!(0.66), "{cost}");
    // Merged, and merged again, they still do.
    place.ok("merge r --into merged");
    place.ok("merge r --into merged");
    let merged = place.ok("cost merged --prices prices.toml --json");
    let merged: Value = serde_json::from_str(&merged).expect("JSON");
    assert_eq!(
        merged["subjects"]["openai:plain"]["spent"],
        cost["subjects"]["openai:plain"]["spent"]
    );
    assert_eq!(stages(&place, "merged"), [("collected".to_owned(), 12)]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_budget_counts_batches_under_way_and_what_may_have_been_charged() {
    let provider = Batches::start();
    let place = planned("openai:never", &provider);
    let prices = "[[price]]\nmodels = [\"never\", \"plain\", \"cut-off\"]\ninput = 1000.0\noutput = 1000.0\n\
                  batch = 0.5\nsource = \"a test\"\nlooked_up = 2026-11-22\n";
    place.write("prices.toml", prices);
    let hand_in = |most: u32, budget: f64| {
        format!("{} --most {most} --budget {budget} --prices prices.toml --json", submit(&provider))
    };
    let out = json_lines(&place.ok(&format!("{} --dry-run", hand_in(4, 100.0))));
    let most: f64 = out[0]["cost"]["most"].as_f64().expect("a cost");
    // Four questions fit, and after them four more do not.
    place.ok(&hand_in(4, 1.5 * most));
    let bill: Value =
        serde_json::from_str(&place.ok("cost r --prices prices.toml --json")).expect("JSON");
    assert_eq!(bill["batches"]["usd"].as_f64(), Some(most), "{bill}");
    says(&place.ok("cost r --prices prices.toml"), &["Batches under way may come to"]);
    let err = place.fails(1, &format!("{} --dry-run", hand_in(4, 1.5 * most)));
    says(&err, &["batches under way", "more than the budget"]);
    place.ok(&format!("{} --dry-run", hand_in(4, 2.5 * most)));
    // Neither does another subject of the run.
    let chat = crate::support::chat::Chat::start();
    let other = format!(
        "run small.toml --into r --max-tokens 50 {} --prices prices.toml --budget",
        chat.model("plain")
    );
    let err = place.fails(4, &format!("{other} {}", 1.01 * most));
    says(&err, &["batches under way"]);
    assert!(chat.requests() < 12, "{}", chat.requests());
    // Answers that may have been charged count as well, as they do in a run.
    let place = Place::with_study();
    place.write("prices.toml", prices);
    place.run(&format!(
        "run small.toml --into r --max-tokens 50 --attempts 1 --concurrency 1 {} --prices prices.toml",
        chat.model("cut-off")
    ));
    let one = format!("batch submit r {} --most 1 --dry-run --prices prices.toml", chat.at());
    let err = place.fails(1, &format!("{one} --budget {}", 0.5 * most));
    says(&err, &["may have been charged", "more than the budget"]);
    place.ok(&format!("{one} --budget {}", 100.0 * most));
}

#[test]
fn what_a_batch_under_way_asks_is_not_merged() {
    let provider = Batches::start();
    let place = planned("openai:plain", &provider);
    place.ok(&submit(&provider));
    let err = place.fails(1, "merge r --into merged");
    let at = provider.at();
    says(&err, &["batch 1 of r is under way", &format!("`peirast batch collect r {at}`")]);
    says(&err, &[&format!("`peirast batch cancel r 1 {at}`")]);
    assert!(!place.path("merged").exists(), "nothing was begun");
    place.ok(&collect(&provider));
    place.ok("merge r --into merged");
}

#[test]
fn a_batch_that_is_refused_leaves_its_questions_open() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    let place = planned("openai:refused", &provider);
    wording.fails(&place, 1, &submit(&provider));
    is_at(&place, "failed");
    let out = place.ok(&format!("{} --json --dry-run", submit(&provider)));
    assert_eq!(json_lines(&out)[0]["questions"], 12);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_batch_whose_results_are_missing_is_kept_until_they_come() {
    for (model, at_first) in [("openai:late", 0), ("openai:half", 6), ("openai:cut", 11)] {
        let provider = Batches::start();
        let place = planned(model, &provider);
        place.ok(&submit(&provider));
        let err = place.fails(3, &collect(&provider));
        let missing = format!("results of {} of its questions are missing", 12 - at_first);
        says(&err, &[&missing, "batch forget r 1"]);
        assert_eq!(answers(&place), at_first, "{model}");
        is_at(&place, "under-way");
        let out = place.ok(&format!("{} --json --dry-run", submit(&provider)));
        assert_eq!(json_lines(&out)[0]["questions"], 0, "{model}: nothing is paid for twice");

        let done = place.run(&collect(&provider));
        assert_eq!(done.code, Some(0), "{model}: {}", done.err);
        assert_eq!((answers(&place), place.counts("r").duplicates), (12, 0), "{model}");
        is_at(&place, "collected");
    }
}

#[test]
fn a_batch_whose_results_never_come_is_forgotten_and_its_answers_keep_their_price() {
    let provider = Batches::start();
    let place = planned("openai:half", &provider);
    let prices = "[[price]]\nmodels = [\"half\"]\ninput = 1000.0\noutput = 1000.0\n\
                  batch = 0.5\nsource = \"a test\"\nlooked_up = 2026-11-22\n";
    place.write("prices.toml", prices);
    place.ok(&submit(&provider));
    place.fails(3, &collect(&provider));
    place.ok("batch forget r 1");
    let out = place.ok(&format!("{} --json --dry-run", submit(&provider)));
    assert_eq!(json_lines(&out)[0]["questions"], 6);
    let cost = place.ok("cost r --prices prices.toml --json");
    let cost: Value = serde_json::from_str(&cost).expect("JSON");
    // 6 answers of 110 tokens at half of 0.001 USD.
    assert_eq!(cost["subjects"]["openai:half"]["spent"]["cost"], json!(0.33), "{cost}");
    assert_eq!(cost["subjects"]["openai:half"]["unsure"]["attempts"], 6, "{cost}");
}

#[test]
fn a_failure_before_an_answer_takes_nothing_away() {
    let provider = Batches::start();
    let place = planned("openai:retried", &provider);
    place.ok(&submit(&provider));
    let done = place.run(&collect(&provider));
    assert_eq!(done.code, Some(0), "every question was answered: {}", done.err);
    let counts = place.counts("r");
    assert_eq!((counts.responses, counts.duplicates), (12, 1));
    assert_eq!(counts.failures.values().sum::<u64>(), 1, "the same failure twice is one");
    assert!(place.answered("r").iter().all(|one| one.model.as_deref() == Some("served-2026")));
}

#[test]
fn results_without_an_end_are_not_read_for_ever() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    let place = planned("openai:endless", &provider);
    place.ok(&submit(&provider));
    wording.fails(&place, 1, &collect(&provider));
    assert_eq!(answers(&place), 12, "what came is kept");
    is_at(&place, "under-way");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_batch_of_which_nobody_heard_is_adopted_or_forgotten() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    for model in ["openai:lost", "openai:unsure"] {
        let place = planned(model, &provider);
        wording.fails(&place, 1, &submit(&provider));
        wording.fails(&place, 1, &submit(&provider));
    }
    let provider = Batches::start();
    let place = planned("openai:lost", &provider);
    place.fails(1, &submit(&provider));
    wording.fails(&place, 1, &submit(&provider));
    wording.fails(&place, 1, &format!("batch adopt r 1 batch_7 {}", provider.at()));
    wording.fails(&place, 1, &format!("batch cancel r 1 {}", provider.at()));
    place.ok(&format!("batch adopt r 1 {} {}", provider.jobs()[0], provider.at()));
    place.ok(&collect(&provider));
    assert_eq!(answers(&place), 12);

    let place = planned("openai:lost", &provider);
    place.fails(1, &submit(&provider));
    for line in [collect(&provider), run("openai:lost", &provider, "")] {
        let err = place.fails(1, &line);
        says(
            &err,
            &["it is unknown whether batch 1 (12 questions to openai:lost) reached the provider"],
        );
        says(&err, &["look for `peirast-", "batch adopt r 1 NAME", "batch forget r 1"]);
    }
    place.ok("batch forget r 1");
    let cost = place.ok("cost r --price-input 1 --price-output 1 --json");
    let cost: Value = serde_json::from_str(&cost).expect("JSON");
    assert_eq!(cost["subjects"]["openai:lost"]["unsure"]["attempts"], 12, "{cost}");
    wording.fails(&place, 1, "batch forget r 1");
    let out = place.ok(&format!("{} --json --dry-run", submit(&provider)));
    assert_eq!(json_lines(&out)[0]["questions"], 12);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_batch_is_stopped_and_what_it_answered_is_kept() {
    for model in ["openai:never", "anthropic/never"] {
        let provider = Batches::start();
        let place = planned(model, &provider);
        place.ok(&submit(&provider));
        place.fails(3, &format!("batch collect r {}", provider.at()));
        is_at(&place, "under-way");
        place.ok(&format!("batch cancel r 1 {}", provider.at()));
        place.run(&collect(&provider));
        assert_eq!(answers(&place), 1, "{model}");
        let out = place.ok(&format!("{} --json --dry-run", submit(&provider)));
        assert_eq!(json_lines(&out)[0]["questions"], 11, "{model}");
    }
}

#[test]
fn a_batch_that_fails_as_a_whole_says_why() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    let place = planned("openai:failed", &provider);
    place.ok(&submit(&provider));
    let err = place.fails(3, &collect(&provider));
    says(&err, &["batch 1 failed as a whole: the file is empty"]);
    wording.fails(&place, 1, &collect(&provider));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn results_that_nobody_asked_for_are_counted_and_not_stored() {
    let provider = Batches::start();
    let place = planned("openai:mixed", &provider);
    place.ok(&submit(&provider));
    let err = place.fails(3, &collect(&provider));
    says(&err, &["1 to questions that were not asked here", "1 line that is no result"]);
    assert_eq!(answers(&place), 12);
}

#[test]
fn what_cannot_be_done_is_said() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    let place = Place::with_study();
    place.ok("run small.toml --into s --plan-only");
    wording.fails(&place, 1, "batch submit s");
    wording.fails(&place, 1, "batch submit s --model sim:flawless");
    wording.fails(&place, 1, "batch submit nowhere");
    place.ok(&run("ollama/llama", &provider, "--plan-only"));
    wording.fails(&place, 1, &submit(&provider));
    wording.fails(&place, 1, "batch collect r");
    wording.fails(&place, 1, "batch cancel r 4");
    wording.fails(&place, 1, "batch import r missing.jsonl");
    assert_eq!(place.ok("batch status r"), "No batch was handed in.\n");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_key_goes_nowhere_because_a_store_says_so() {
    let mut wording = Wording::default();
    let provider = Batches::start();
    let place = planned("openai:plain", &provider);
    wording.fails(&place, 1, "batch submit r");
    assert!(provider.requests().is_empty());
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_wrong_address_is_named_before_a_missing_key() {
    let provider = Batches::start();
    let (place, at) = (Place::with_study(), provider.at());
    place.ok(&run("openai:plain", &provider, "--plan-only"));
    let err = place.fails(1, "batch submit r");
    says(&err, &["would be reached at https://api.openai.com", &format!("add {at}")]);
    let err = place.fails(1, "worker r");
    says(&err, &["would reach it at https://api.openai.com", &format!("start one with {at}")]);
    assert!(!err.contains("no API key"), "{err}");

    place.ok(&submit(&provider));
    let err = place.fails(1, "batch collect r");
    says(&err, &["would be reached at https://api.openai.com", &format!("add {at}")]);
    let err = place.fails(1, &format!("worker r {at}"));
    says(&err, &[&format!("`peirast batch collect r {at}`")]);
    place.ok(&collect(&provider));
    let out = place.ok(&run("openai:plain", &provider, "--plan-only"));
    says(&out, &["nothing is left to ask", "peirast test r"]);
    assert!(!out.contains("peirast worker"), "{out}");
    place.ok("test r");
}
