//! Questions of batches without a usable answer: each is reported, with a reason.

use crate::support::batches::Batches;
use crate::support::{Place, QUESTIONS, json_lines, says};

/// A place with the small study submitted as a batch of a model.
fn handed_in(model: &str, provider: &Batches) -> Place {
    let place = Place::with_study().env("OPENAI_API_KEY", "sk-PLANTED-0123456789abcdefghij");
    let at = provider.at();
    place.ok(&format!("run small.toml --into r --max-tokens 50 --model {model} {at} --plan-only"));
    place.ok(&format!("batch submit r {at}"));
    place
}

fn collect(provider: &Batches) -> String {
    format!("batch collect r --wait --every 1 {}", provider.at())
}

/// The keys of the questions that would be submitted again.
fn open(place: &Place) -> Vec<String> {
    let lines = json_lines(&place.ok("batch export r"));
    lines.iter().map(|line| line["custom_id"].as_str().expect("a key").to_owned()).collect()
}

#[test]
fn what_a_provider_says_nothing_of_is_told_and_stays_open_with_a_reason() {
    for (model, lost, why) in [
        ("openai:silent", 4, "the batch ended without a result for this question"),
        (
            "openai:expired",
            6,
            "the batch expired or was cancelled before this question was answered",
        ),
    ] {
        let provider = Batches::start();
        let place = handed_in(model, &provider);
        let err = place.fails(3, &collect(&provider));
        let stored = format!("{} answers stored, {lost} failed (server)", QUESTIONS - lost);
        says(&err, &[&stored, "the first that failed: question", why]);
        says(&place.ok("batch status r --offline"), &["collected"]);
        let open = open(&place);
        assert_eq!(open.len(), lost, "{model}");
        for key in open {
            says(&place.ok(&format!("show r {key}")), &[why]);
        }
        // Nothing says that they were answered: they are not charged.
        let cost = place.ok("cost r --price-input 1 --price-output 1 --json");
        assert!(cost.contains("\"unsure\": null") || cost.contains("\"unsure\":null"), "{cost}");
    }
}

#[test]
fn a_torn_line_costs_its_own_answer_and_no_other() {
    let provider = Batches::start();
    let place = handed_in("openai:torn", &provider);
    let err = place.fails(3, &collect(&provider));
    says(&err, &["11 answers stored, 1 failed (malformed)", "it is not UTF-8 text"]);
    says(&place.ok("batch status r --offline"), &["collected"]);
    let open = open(&place);
    assert_eq!(open.len(), 1);
    says(&place.ok(&format!("show r {}", open[0])), &["the answer is damaged"]);
}
