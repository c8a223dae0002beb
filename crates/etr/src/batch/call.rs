//! One call: an operation and its arguments as text.

use super::output::{Output, Prepared};
use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::NumericFunction;
use crate::reading::Reading;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error as ThisError;

/// An operation by name, its arguments, and further arguments by name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The operation: `update`, `default_inference_procedure`, `parse`, ...
    pub op: String,
    /// Views (or other texts), the external one first.
    #[serde(default)]
    pub args: Vec<Value>,
    /// Further arguments: `target`, `prob_of`, `cv`, `pr`, `absurd_states`, `inherited`, ...
    #[serde(default)]
    pub kwargs: Map<String, Value>,
}

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq, ThisError)]
pub enum CallError {
    /// There is no such operation.
    #[error("unknown operation `{0}`")]
    UnknownOperation(String),
    /// An argument is missing or of the wrong kind.
    #[error("`{op}` needs {needs}")]
    Argument {
        /// The operation.
        op: String,
        /// What it needs.
        needs: String,
    },
    /// The engine refused: the text is no view, the operation undefined, a limit reached.
    #[error(transparent)]
    Engine(#[from] Error),
}

impl Call {
    /// An engine for this call: its reading, and the numeric functions that the call names.
    pub fn engine(&self, reading: Reading) -> Result<Engine, CallError> {
        let mut engine = Engine::new(reading);
        for name in self.texts("custom_functions")? {
            let function = NumericFunction::named(&name)
                .ok_or_else(|| self.needs(format!("known functions, not `{name}`")))?;
            engine.define(function);
        }
        Ok(engine)
    }

    /// Reads the arguments; what comes back can be run, again and again.
    pub fn prepare(&self, engine: &mut Engine) -> Result<Prepared, CallError> {
        super::operations::prepare(self, engine)
    }

    /// The answer, as rows hold it.
    ///
    /// # Errors
    ///
    /// [`CallError`] if the operation is unknown, an argument missing or no view, or the engine
    /// refuses.
    pub fn answer(&self, reading: Reading) -> Result<Value, CallError> {
        let mut engine = self.engine(reading)?;
        let prepared = self.prepare(&mut engine)?;
        let output: Output = prepared(&mut engine)?;
        Ok(output.to_value(&engine))
    }

    pub(super) fn needs(&self, needs: impl Into<String>) -> CallError {
        CallError::Argument { op: self.op.clone(), needs: needs.into() }
    }

    /// The argument at this place, as text.
    pub(super) fn text(&self, at: usize) -> Result<&str, CallError> {
        self.args
            .get(at)
            .and_then(Value::as_str)
            .ok_or_else(|| self.needs(format!("text as argument {}", at + 1)))
    }

    /// A named argument that must be text.
    pub(super) fn named(&self, name: &str) -> Result<&str, CallError> {
        self.kwargs
            .get(name)
            .and_then(Value::as_str)
            .ok_or_else(|| self.needs(format!("`{name}`, a text")))
    }

    /// A named argument that is a list of texts; empty if it is not there.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, CallError> {
        let Some(value) = self.kwargs.get(name).filter(|value| !value.is_null()) else {
            return Ok(Vec::new());
        };
        let list = value.as_array().into_iter().flatten();
        let texts: Option<Vec<String>> =
            list.map(|text| text.as_str().map(str::to_owned)).collect();
        match texts {
            Some(texts) if value.is_array() => Ok(texts),
            _ => Err(self.needs(format!("`{name}` as a list of texts"))),
        }
    }
}
