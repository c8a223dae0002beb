//! Python functions as subjects.

use peirast_llm::{BodyRoom, BoxFuture, Failure, Reply, Subject};
use peirast_record::{ErrorKind, FinishReason, Prompt, Role, Trial, Usage};
use pyo3::exceptions::{
    PyException, PyFileNotFoundError, PyIsADirectoryError, PyNotADirectoryError, PyOSError,
    PyPermissionError, PyTimeoutError,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::json;
use std::sync::Arc;

/// A function as a subject: `model(messages, **sampling)`, sync or async.
pub struct CallableSubject {
    name: String,
    endpoint: String,
    function: Arc<Py<PyAny>>,
    at_once: usize,
}

/// The failure for an exception of a function. Connection errors are transient, and so is what ends
/// a program, such as Ctrl-C, which says nothing about the question; all others would recur.
fn raised(error: &PyErr) -> Failure {
    let passes = Python::attach(|py| {
        let is_about_files = error.is_instance_of::<PyFileNotFoundError>(py)
            || error.is_instance_of::<PyPermissionError>(py)
            || error.is_instance_of::<PyIsADirectoryError>(py)
            || error.is_instance_of::<PyNotADirectoryError>(py);
        let is_of_connection =
            error.is_instance_of::<PyOSError>(py) || error.is_instance_of::<PyTimeoutError>(py);
        (is_of_connection && !is_about_files) || !error.is_instance_of::<PyException>(py)
    });
    let kind = if passes { ErrorKind::Network } else { ErrorKind::BadRequest };
    Failure::new(kind, error.to_string())
}

/// The answer of a function.
struct Answered {
    text: String,
    finish: FinishReason,
    usage: Usage,
    model: Option<String>,
}

impl CallableSubject {
    /// A subject of this name, with this number of concurrent calls.
    pub fn new(name: String, function: Py<PyAny>, at_once: usize) -> Self {
        let endpoint = format!("python/{name}");
        Self { name, endpoint, function: Arc::new(function), at_once }
    }
}

impl Subject for CallableSubject {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> &str {
        &self.endpoint
    }

    fn max_in_flight(&self) -> Option<usize> {
        Some(self.at_once)
    }

    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        let function = Arc::clone(&self.function);
        let messages: Vec<(&'static str, String)> = prompt
            .messages
            .iter()
            .map(|message| (role(message.role), message.content.clone()))
            .collect();
        let sampling = trial.sampling.clone();
        let request = json!({"python": self.name, "prompt": prompt.key()}).to_string();
        Box::pin(async move {
            let call = move || {
                Python::attach(|py| {
                    let settings = PyDict::new(py);
                    if let Some(temperature) = sampling.temperature {
                        settings.set_item("temperature", temperature)?;
                    }
                    if let Some(most) = sampling.max_tokens {
                        settings.set_item("max_tokens", most)?;
                    }
                    if let Some(top) = sampling.top_p {
                        settings.set_item("top_p", top)?;
                    }
                    called(py, &function, messages, &settings)
                })
            };
            let answered = tokio::task::spawn_blocking(call).await;
            let Answered { text, finish, usage, model } = answered
                .map_err(|error| Failure::new(ErrorKind::Server, error.to_string()))?
                .map_err(|error: PyErr| raised(&error))?;
            Ok(Reply {
                request,
                body: text.clone(),
                text,
                finish,
                usage,
                model,
                quota: peirast_throttle::Quota::default(),
                room: BodyRoom::default(),
                simulated: false,
            })
        })
    }
}

const fn role(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

/// Calls the function, and awaits its result if possible.
fn called(
    py: Python<'_>,
    function: &Py<PyAny>,
    messages: Vec<(&'static str, String)>,
    settings: &Bound<'_, PyDict>,
) -> PyResult<Answered> {
    let list = messages
        .into_iter()
        .map(|(role, content)| {
            let message = PyDict::new(py);
            message.set_item("role", role)?;
            message.set_item("content", content)?;
            Ok(message)
        })
        .collect::<PyResult<Vec<_>>>()?;
    let mut given = function.bind(py).call((list,), Some(settings))?;
    if py.import("inspect")?.call_method1("isawaitable", (&given,))?.is_truthy()? {
        given = py.import("peirast._models")?.call_method1("awaited", (given,))?;
    }
    answered(&given)
}

/// A text, or a mapping with `text` and other facts about the answer.
fn answered(given: &Bound<'_, PyAny>) -> PyResult<Answered> {
    if given.is_instance_of::<PyString>() {
        let (finish, usage) = (FinishReason::Stop, Usage::default());
        return Ok(Answered { text: given.extract()?, finish, usage, model: None });
    }
    let field = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        let value = match given.get_item(name) {
            Ok(value) => value,
            Err(_) => match given.getattr_opt(name)? {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        Ok(Some(value).filter(|value| !value.is_none()))
    };
    let Some(text) = field("text")? else {
        return Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "the model gave a {}: it must give a text, or something with `text`",
            given.get_type().name()?
        )));
    };
    let finish: Option<String> = field("finish")?.map(|value| value.extract()).transpose()?;
    let count = |name: &str| -> PyResult<Option<u64>> {
        field(name)?.map(|value| value.extract()).transpose()
    };
    Ok(Answered {
        text: text.extract()?,
        finish: match finish.as_deref() {
            Some("length") => FinishReason::Length,
            _ => FinishReason::Stop,
        },
        usage: Usage {
            input_tokens: count("input_tokens")?,
            output_tokens: count("output_tokens")?,
            ..Usage::default()
        },
        model: field("model")?.map(|value| value.extract()).transpose()?,
    })
}
