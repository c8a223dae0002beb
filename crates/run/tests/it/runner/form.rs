//! The form of requests that a model takes, and refusals through proxies, from a server to the
//! store.

use super::http::Study;
use crate::common::{completion, respond, server};
use peirast_llm::Subject as _;
use peirast_record::{ErrorKind, FinishReason, Sampling, Trial};

/// Returns a study whose answers may have 50 tokens.
fn limited(base_url: &str, count: usize) -> Study {
    let mut study = Study::new(base_url, count);
    let sampling = Sampling { temperature: Some(0.0), max_tokens: Some(50), ..Sampling::default() };
    for (trial, prompt) in study.trials.iter_mut().zip(study.prompts.values()) {
        let subject = &study.subject;
        *trial = Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, 0);
    }
    study
}

fn refused(message: &str, param: &str, code: &str) -> String {
    format!(r#"{{"error":{{"message":"{message}","param":"{param}","code":"{code}"}}}}"#)
}

#[tokio::test]
async fn a_name_that_a_model_takes_is_learnt_once() {
    let url = server(|seen| async move {
        match seen.body.contains("\"max_completion_tokens\":50") {
            true => respond(200, completion("Yes.")),
            false => respond(400, refused("no", "max_tokens", "unsupported_parameter")),
        }
    })
    .await;
    let study = limited(&url, 12);
    let (summary, told) = study.run().await;
    assert!(summary.is_complete(), "{summary:?}");
    // At most the number in flight before the first refusal returned.
    assert!((1..=4).contains(&summary.retries), "{summary:?}");
    let changes: Vec<_> = told.iter().filter(|event| event.contains("FormChanged")).collect();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert!(changes[0].contains("max_tokens") && changes[0].contains("max_completion_tokens"));

    let store = study.store().await;
    for trial in &study.trials {
        let exchange = store.find(&trial.key.text()).await.expect("an exchange");
        assert_eq!(exchange.trial.sampling, trial.sampling, "the key names the same settings");
        let sent = exchange.response.expect("a response").request;
        assert!(sent.contains("\"temperature\":0.0"), "{sent}");
        assert!(sent.contains("\"max_completion_tokens\":50"), "{sent}");
        assert!(!sent.contains("\"max_tokens\""), "{sent}");
    }
}

#[tokio::test]
async fn a_server_that_refuses_both_names_is_not_asked_for_ever() {
    let url = server(|seen| async move {
        let param =
            if seen.body.contains("completion") { "max_completion_tokens" } else { "max_tokens" };
        respond(400, refused("no", param, "unsupported_parameter"))
    })
    .await;
    let study = limited(&url, 20);
    let (summary, told) = study.run().await;
    assert_eq!(summary.answered, 0);
    assert!(summary.retries <= 4, "{summary:?}");
    assert_eq!(told.iter().filter(|event| event.contains("FormChanged")).count(), 1);
    assert_eq!(summary.stopped.len(), 1, "{summary:?}");
}

#[tokio::test]
async fn a_setting_that_is_refused_is_named_and_stops_the_subject_at_once() {
    let words = "Unsupported value: 'temperature' does not support 0 with this model.";
    let url = server(move |_| async move {
        respond(400, refused(words, "temperature", "unsupported_value"))
    })
    .await;
    let study = Study::new(&url, 50);
    let (summary, _) = study.run().await;
    assert_eq!((summary.answered, summary.retries), (0, 0));
    assert!(summary.asked <= 4, "{summary:?}");
    let [stopped] = summary.stopped.as_slice() else { panic!("{summary:?}") };
    assert_eq!(stopped.kind, ErrorKind::BadRequest);
    assert!(stopped.reason.contains("leave out temperature"), "{}", stopped.reason);
    assert!(stopped.reason.contains("--allow-unsent"), "{}", stopped.reason);
}

#[tokio::test]
async fn a_refusal_through_a_proxy_is_an_answer() {
    let url = server(|_| async move {
        let body = r#"{"error":{"message":"refused","code":"400","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#;
        respond(400, body)
    })
    .await;
    let study = Study::new(&url, 2);
    let (summary, _) = study.run().await;
    assert!(summary.is_complete(), "{summary:?}");
    let exchange = study.store().await.find(&study.trials[0].key.text()).await.expect("it");
    assert_eq!(exchange.response.expect("a response").finish, FinishReason::ContentFilter);
}
