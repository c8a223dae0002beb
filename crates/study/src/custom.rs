//! Subjects that a program makes itself, among them a closure.

use peirast_llm::{BodyRoom, BoxFuture, Failure, Reply, Subject};
use peirast_record::{FinishReason, Prompt, Trial, Usage};
use peirast_throttle::Quota;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// Subjects that a program made itself: anything that implements [`Subject`].
#[derive(Clone, Default)]
pub struct CustomSubjects(Vec<Arc<dyn Subject>>);

impl CustomSubjects {
    /// Creates the list of these subjects. A study asks each under its [`Subject::name`].
    pub fn new(subjects: impl IntoIterator<Item = Arc<dyn Subject>>) -> Self {
        Self(subjects.into_iter().collect())
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Arc<dyn Subject>> {
        self.0.iter().find(|subject| subject.name() == name)
    }
}

impl fmt::Debug for CustomSubjects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|subject| subject.name())).finish()
    }
}

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
            let request = json!({ "closure": self.name, "prompt": prompt.key() });
            Ok(simulated_reply(&request, (self.answer)(prompt), FinishReason::Stop))
        })
    }
}

/// Returns the reply of a subject that is no server.
pub(crate) fn simulated_reply(request: &Value, text: String, finish: FinishReason) -> Reply {
    Reply {
        request: request.to_string(),
        body: text.clone(),
        text,
        finish,
        usage: Usage::default(),
        model: None,
        quota: Quota::default(),
        room: BodyRoom::default(),
        simulated: true,
    }
}
