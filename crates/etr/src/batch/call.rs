//! One call: an operation and its arguments as text.

use super::output::{Output, Prepared};
use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::NumericFunction;
use crate::reading::{Following, Reading};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error as ThisError;

/// An operation by name, its arguments, and further arguments by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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

/// The reason why a call has no answer.
#[derive(Debug, Clone, PartialEq, ThisError)]
pub enum CallError {
    /// There is no such operation.
    #[error(
        "unknown operation `{0}`; procedures are infer, follows, probability, decide and \
         basic_step, operations have the names of the methods of View: update, suppose, ..."
    )]
    UnknownOperation(String),
    /// An argument is missing or of the wrong kind.
    #[error("`{op}` needs {needs}")]
    Argument {
        /// The operation.
        op: String,
        /// The argument that the operation needs.
        needs: String,
    },
    /// An argument by a name that means nothing.
    #[error("no operation has an argument `{0}`; those by name are {known}", known = NAMED.join(", "))]
    UnknownArgument(String),
    /// There is no such reading, or way of following.
    #[error(
        "there is no `{0}`; readings are sound, pyetr-1.0.0 and book, ways of following strict, \
         up-to-renaming and regardless-of-issues"
    )]
    UnknownReading(String),
    /// The engine refused: the text is no view, the operation undefined, a limit reached.
    #[error(transparent)]
    Engine(#[from] Error),
}

/// The reading under which a row asks to be answered, if it does.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct AskedReading {
    /// The name of a [`Reading`].
    pub reading: Option<String>,
    /// The name of a way of [`Following`].
    pub following: Option<String>,
}

impl AskedReading {
    /// The reading asked for, where nothing is said the usual one.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownReading`].
    pub fn or(&self, usual: Reading) -> Result<Reading, CallError> {
        let mut reading = match &self.reading {
            Some(name) => {
                Reading::named(name).ok_or_else(|| CallError::UnknownReading(name.clone()))?
            }
            None => usual,
        };
        if let Some(name) = &self.following {
            let following = Following::named(name);
            reading.following = following.ok_or_else(|| CallError::UnknownReading(name.clone()))?;
        }
        Ok(reading)
    }
}

/// The arguments that operations take by name.
const NAMED: [&str; 11] = [
    "target",
    "prob_of",
    "cv",
    "pr",
    "absurd_states",
    "inherited",
    "keep",
    "steps",
    "name_mappings",
    "custom_functions",
    "verbose",
];

/// Other names of operations and arguments: PyETR's, and those of the command line.
const ALIASES: [(&str, &str); 8] = [
    ("infer", "default_inference_procedure"),
    ("follows", "default_procedure_does_it_follow"),
    ("probability", "default_procedure_what_is_prob"),
    ("decide", "default_decision"),
    ("of", "prob_of"),
    ("consequence", "cv"),
    ("priority", "pr"),
    ("absurd", "absurd_states"),
];

/// The name that everything here goes by.
fn canonical(name: &str) -> String {
    let name = name.replace('-', "_");
    ALIASES.iter().find(|alias| alias.0 == name).map_or(name, |alias| alias.1.to_owned())
}

impl Call {
    /// The same call, everything named as PyETR does.
    fn canonical(&self) -> Result<Call, CallError> {
        let mut kwargs = Map::new();
        for (name, value) in &self.kwargs {
            let known = canonical(name);
            if !NAMED.contains(&known.as_str()) {
                return Err(CallError::UnknownArgument(name.clone()));
            }
            kwargs.insert(known, value.clone());
        }
        Ok(Call { op: canonical(&self.op), args: self.args.clone(), kwargs })
    }

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

    /// Reads the arguments; the result can be run again and again.
    pub fn prepare(&self, engine: &mut Engine) -> Result<Prepared, CallError> {
        super::operations::prepare(&self.canonical()?, engine)
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
