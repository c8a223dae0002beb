//! A subject that is a closure.

use peirast_llm::{BoxFuture, Failure, Reply, Subject};
use peirast_record::{FinishReason, Prompt, Trial, Usage};
use peirast_throttle::Quota;
use serde_json::json;

/// A subject that answers by calling a function: a model in the same process, or a rule to compare
/// models with.
///
/// Its name should begin with `sim:`, which marks it as free and as no language model.
///
/// ```
/// use peirast_study::ClosureSubject;
/// use peirast_llm::Subject as _;
///
/// let cautious = ClosureSubject::new("sim:cautious", |_prompt| "I cannot tell.".to_owned());
/// assert_eq!(cautious.name(), "sim:cautious");
/// ```
pub struct ClosureSubject<F> {
    name: String,
    answer: F,
}

impl<F: Fn(&Prompt) -> String + Send + Sync> ClosureSubject<F> {
    /// Creates a subject from a name and the function that answers a prompt.
    pub fn new(name: impl Into<String>, answer: F) -> Self {
        Self { name: name.into(), answer }
    }
}

impl<F: Fn(&Prompt) -> String + Send + Sync> Subject for ClosureSubject<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> &str {
        "closure"
    }

    fn backs_off(&self) -> bool {
        false
    }

    fn ask<'a>(
        &'a self,
        _: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let text = (self.answer)(prompt);
            Ok(Reply {
                request: json!({ "closure": self.name, "prompt": prompt.key() }).to_string(),
                body: text.clone(),
                text,
                finish: FinishReason::Stop,
                usage: Usage::default(),
                model: None,
                quota: Quota::default(),
                simulated: true,
            })
        })
    }
}
